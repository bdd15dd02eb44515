//! Where areas of rock, trees and water end: their outline is smoothed by a tile. The map and the small sheet
//! share it.

use crate::grid::{Grid, TILE, Tile};
use glam::{IVec2, Vec2};
use std::sync::Arc;

/// What the painter needs of the map.
#[derive(Clone)]
pub struct Tiles {
    /// Tiles across.
    pub columns: i32,
    /// Tiles down.
    pub rows: i32,
    /// Row by row.
    pub tiles: Arc<Vec<Tile>>,
}

impl Tiles {
    /// A copy of a grid's tiles.
    pub fn of(grid: &Grid) -> Tiles {
        Tiles { columns: grid.columns(), rows: grid.rows(), tiles: Arc::new(grid.tiles().to_vec()) }
    }

    /// The tile there; beyond the rim the nearest one, so that areas go on under the frame.
    pub fn at(&self, tile: IVec2) -> Tile {
        let column = tile.x.clamp(0, self.columns - 1);
        let row = tile.y.clamp(0, self.rows - 1);
        self.tiles[(row * self.columns + column) as usize]
    }

    /// The kind that most of the blocked neighbours of a free tile have.
    pub fn beside(&self, tile: IVec2) -> Option<Tile> {
        let kinds = [Tile::Water, Tile::Trees, Tile::Rock];
        let mut counts = [0; 3];
        for (x, y) in [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
            if let Some(kind) = kinds.iter().position(|&kind| kind == self.at(tile + IVec2::new(x, y))) {
                counts[kind] += 3 - x.abs() - y.abs();
            }
        }
        let most = (0..3).max_by_key(|&kind| counts[kind])?;
        (counts[most] > 0).then_some(kinds[most])
    }

    /// The tile with what of the nine about it is blocked.
    pub fn area(&self, tile: IVec2) -> OutlinedArea {
        // Blocked neighbours of another kind abut without an outline: no strip of paper shows between them.
        self.area_of(tile, Tile::is_blocked)
    }

    /// The tile with what of the nine about it is of certain kinds.
    pub fn area_of(&self, tile: IVec2, is_of: impl Fn(Tile) -> bool) -> OutlinedArea {
        let blocked = |x, y| is_of(self.at(tile + IVec2::new(x, y)));
        let row = |y| [blocked(-1, y), blocked(0, y), blocked(1, y)];
        OutlinedArea { corner: tile.as_vec2() * TILE, blocked: [row(-1), row(0), row(1)] }
    }

    /// The kind whose area a tile shows; corners of free tiles go with what lies beside them.
    pub fn kind(&self, tile: IVec2) -> Option<Tile> {
        Some(self.at(tile)).filter(|kind| kind.is_blocked()).or_else(|| self.beside(tile))
    }

    /// What is drawn at a world place of a tile, and how deep inside the outline it is, px: negative is free
    /// ground.
    pub fn depth(&self, tile: IVec2, world: Vec2) -> (Tile, f32) {
        self.kind(tile).map_or((Tile::Ground, f32::NEG_INFINITY), |kind| (kind, self.area(tile).depth(world)))
    }
}

/// A tile and which of the nine about it belong to the same area.
pub struct OutlinedArea {
    /// Its upper left corner, world px.
    pub corner: Vec2,
    /// From the row above to the row below, from left to right.
    pub blocked: [[bool; 3]; 3],
}

impl OutlinedArea {
    /// Whether one of the nine belongs to it.
    pub fn is_any(&self) -> bool {
        self.blocked.iter().flatten().any(|&blocked| blocked)
    }

    /// How deep a place of this tile is inside the joined area, px, negative outside. The outline is smoothed
    /// by a tile: it is where the quadratic B-spline over the tiles has half its height, so straight edges
    /// stay where they are, stairs become slopes, and corners are rounded. A tile alone keeps a disc of its
    /// own, blocked or free.
    pub fn depth(&self, world: Vec2) -> f32 {
        /// Radius of that disc, px.
        const OWN: f32 = 13.0;
        let local = world - self.corner;
        let weights = |along: f32| {
            let along = (along / TILE).clamp(0.0, 1.0);
            [(1.0 - along) * (1.0 - along) / 2.0, 0.5 + along - along * along, along * along / 2.0]
        };
        let (across, down) = (weights(local.x), weights(local.y));
        let row = |row: &[bool; 3]| {
            row.iter().zip(across).map(|(&blocked, weight)| if blocked { weight } else { 0.0 }).sum::<f32>()
        };
        let height: f32 = self.blocked.iter().zip(down).map(|(blocked, weight)| row(blocked) * weight).sum();
        // The depth at which the spline over a straight edge has this height.
        let depth = match height >= 0.5 {
            true => TILE * (1.0 - (2.0 * (1.0 - height)).max(0.0).sqrt()),
            false => TILE * ((2.0 * height).sqrt() - 1.0),
        };
        let within = OWN - local.distance(Vec2::splat(TILE / 2.0));
        if self.blocked[1][1] { depth.max(within) } else { depth.min(-within) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    /// The depths of a row of places through the middle tile of nine, `#` blocked.
    fn depths<const N: usize>(rows: [&str; 3], places: [(f32, f32); N]) -> [f32; N] {
        let row = |row: &str| std::array::from_fn(|index| row.as_bytes()[index] == b'#');
        let area = OutlinedArea { corner: Vec2::ZERO, blocked: rows.map(row) };
        places.map(|(x, y)| area.depth(vec2(x, y)))
    }

    #[test]
    fn joined_tiles_have_no_outline_between_them_and_straight_edges_stay_where_they_are() {
        assert_eq!(depths(["###"; 3], [(30.0, 15.0), (0.0, 0.0)]), [TILE, TILE]);
        for (depth, place) in depths(["##."; 3], [(29.0, 15.0), (25.0, 3.0)]).into_iter().zip([1.0, 5.0]) {
            assert!((depth - place).abs() < 0.1, "{depth} for {place}");
        }
        let [edge, corridor] = depths(["#.#"; 3], [(0.0, 9.0), (15.0, 15.0)]);
        assert!(edge.abs() < 0.1 && corridor < -7.0, "a corridor of a tile stays open: {edge} {corridor}");
    }

    #[test]
    fn stairs_become_slopes() {
        // From the lower left to the upper right: its outline goes through the middles of the steps.
        let [step, side, filled] = depths(["..#", ".##", "###"], [(2.0, 2.0), (0.0, 15.0), (15.0, 15.0)]);
        assert!(step < -1.0 && side.abs() < 0.1 && filled > 3.0, "{step} {side} {filled}");
        let [free, corner] = depths(["..#", "..#", "###"], [(8.0, 8.0), (29.0, 29.0)]);
        assert!(free < -5.0 && corner > 2.0, "inner corners are filled: {free} {corner}");
    }

    #[test]
    fn a_tile_alone_keeps_a_disc_of_its_own() {
        let [middle, rim, corner] = depths(["...", ".#.", "..."], [(15.0, 15.0), (27.0, 15.0), (2.0, 2.0)]);
        assert!(middle > 10.0 && rim > 0.0 && corner < 0.0, "{middle} {rim} {corner}");
        let [hole] = depths(["###", "#.#", "###"], [(15.0, 15.0)]);
        assert!(hole < -10.0, "{hole}");
    }
}
