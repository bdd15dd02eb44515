//! The pixels of the small sheet: ground, obstacles, and the marks of units.

use crate::grid::{Grid, TILE};
use crate::look::outline::Tiles;
use crate::window::building::color_of;
use crate::window::theme::{self, Rgb};
use egui_macroquad::egui::Color32;
use glam::{IVec2, Vec2};

/// The pixels of a square about one that are wanted.
fn about(reach: i32, is_wanted: impl Fn(i32, i32) -> bool) -> impl Iterator<Item = (i32, i32)> {
    let row = move |y| (-reach..=reach).map(move |x| (x, y));
    (-reach..=reach).flat_map(row).filter(move |&(x, y)| is_wanted(x, y))
}

/// The pixels about one, for a rim of two.
pub(super) fn rim_of_a_dot() -> impl Iterator<Item = (i32, i32)> {
    about(2, |x, y| (1..=2).contains(&(x.abs() + y.abs())))
}

/// An obstacle of the map: a stone with a rim, no smaller than can be seen. Place and radius in pixels.
pub(super) fn stone(center: Vec2, radius: f32, put: &mut impl FnMut(IVec2, Rgb)) {
    let radius = radius.max(3.0);
    let reach = radius.ceil() as i32 + 1;
    for y in -reach..=reach {
        for x in -reach..=reach {
            let place = center.as_ivec2() + IVec2::new(x, y);
            let distance = (place.as_vec2() + 0.5).distance(center);
            if distance <= radius {
                put(place, if distance > radius - 1.5 { theme::ROCK_DARK } else { theme::STONE });
            }
        }
    }
}

/// A pixel of a mark, or four of one that is twice as large.
pub(super) fn dots((x, y): (i32, i32), large: bool) -> impl Iterator<Item = IVec2> {
    let (factor, steps): (i32, &[(i32, i32)]) =
        if large { (2, &[(0, 0), (1, 0), (0, 1), (1, 1)]) } else { (1, &[(0, 0)]) };
    steps.iter().map(move |&(right, down)| IVec2::new(x * factor + right, y * factor + down))
}

/// The pixels of a unit: a square, a plus, a saltire, a ring, by the team's place in the list, as the rims of
/// counters. Where there are more than a `few` units none has holes: the rows of a block would come and go.
pub(super) fn mark(team: u16, few: bool) -> impl Iterator<Item = (i32, i32)> {
    about(2, move |x, y| {
        let is_square = x.abs().max(y.abs()) <= 1;
        let is_of_team = match team % 4 {
            0 => is_square,
            1 => x == 0 || y == 0,
            2 => x.abs() == y.abs(),
            _ => is_square && (x, y) != (0, 0),
        };
        is_of_team || !few && is_square
    })
}

/// The ground: areas in their colours with a darker rim, their outlines smoothed as on the map.
pub(super) fn ground(grid: &Grid, [width, height]: [usize; 2]) -> Vec<Color32> {
    let tiles = Tiles::of(grid);
    let step = grid.size() / Vec2::new(width as f32, height as f32);
    // Pixels to a world px; a long map is drawn higher than it is.
    let scale = 1.0 / step.max_element();
    let mut pixels = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let world = (Vec2::new(x as f32, y as f32) + 0.5) * step;
            let (kind, depth) = tiles.depth((world / TILE).floor().as_ivec2(), world);
            let color = color_of(kind);
            // In pixels: the rim is one wide, and its outer side fades into the paper. Deeper than a tile
            // nothing is told.
            let within = if depth < TILE - 0.5 { depth * scale + 0.5 } else { 2.0 };
            let inside = theme::mix(theme::darker(color, 0.7), color, (within - 1.0).clamp(0.0, 1.0));
            pixels.push(theme::color(theme::mix(theme::PAPER, inside, within.clamp(0.0, 1.0))));
        }
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;

    #[test]
    fn stairs_are_slopes_on_the_small_sheet_as_on_the_map() {
        let is_rock = |index: i32| index % 8 < 8 - index / 8;
        let kind = |index| if is_rock(index) { Tile::Rock } else { Tile::Ground };
        let grid = Grid::new(8, 8, (0..64).map(kind).collect());
        let side = 80;
        let pixels = ground(&grid, [side, side]);
        let paper = theme::color(theme::PAPER);
        // How far the rock reaches in each row: stairs of tiles would stay for ten rows and then jump by ten.
        let reach =
            |row: &[Color32]| row.iter().rposition(|&pixel| pixel != paper).map_or(0, |last| last + 1);
        let reached: Vec<usize> = pixels.chunks(side).map(reach).collect();
        assert!(reached[4] > reached[40] + 25, "{reached:?}");
        let jumps = reached[12..60].windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        assert!(jumps.max() <= Some(4), "{reached:?}");
    }

    #[test]
    fn a_block_of_any_team_has_one_colour_within() {
        const STEP: f32 = 1.955;
        let holes = |team| {
            let mut painted = std::collections::BTreeSet::new();
            for (column, row) in (0..40).flat_map(|column| (0..25).map(move |row| (column, row))) {
                let (x, y) = ((column as f32 * STEP) as i32, (row as f32 * STEP) as i32);
                painted.extend(mark(team, false).map(|(right, down)| (x + right, y + down)));
            }
            let inside = (0..76).flat_map(|x| (0..46).map(move |y| (x, y)));
            inside.filter(|pixel| !painted.contains(pixel)).count()
        };
        assert_eq!([0, 1, 2, 3].map(holes), [0; 4]);
    }

    #[test]
    fn an_area_of_a_large_map_has_one_colour_within() {
        let grid = Grid::new(512, 512, vec![Tile::Water; 512 * 512]);
        let pixels = ground(&grid, [352, 352]);
        assert!(pixels.iter().all(|&pixel| pixel == theme::color(theme::WATER)));
    }
}
