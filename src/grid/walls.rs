//! Blocked tiles and the rim of the map, as the low level needs them: how near they are, and as half-planes.

use crate::geometry::half_planes::HalfPlane;
use crate::geometry::{Collider, Shape};
use crate::grid::{Grid, TILE};
use glam::Vec2;

/// A distance, px, within which no wall and no rim is; 0 where that is not known. One look-up, so that units
/// in the open pay nothing for walls.
#[inline]
pub fn clear_of(grid: &Grid, place: Vec2) -> f32 {
    let (column, row) = Grid::tile_at(place);
    (f32::from(grid.clear_tiles(column, row)) - 1.0).max(0.0) * TILE
}

/// Calls `add` with a half-plane for every wall that a collider at `position` could reach within `range` px.
pub fn wall_planes(grid: &Grid, position: Vec2, body: Collider, range: f32, mut add: impl FnMut(HalfPlane)) {
    let size = grid.size();
    let r = body.radius;
    for (normal, gap) in [
        (Vec2::X, position.x - r),
        (Vec2::Y, position.y - r),
        (Vec2::NEG_X, size.x - r - position.x),
        (Vec2::NEG_Y, size.y - r - position.y),
    ] {
        if gap < range {
            add(HalfPlane { normal, least: (-gap).min(0.0) });
        }
    }
    let low = ((position - r - range) / TILE).floor();
    let high = ((position + r + range) / TILE).floor();
    for row in low.y as i32..=high.y as i32 {
        for column in low.x as i32..=high.x as i32 {
            if grid.tile(column, row).is_some_and(|tile| tile.is_blocked())
                && let Some((normal, gap)) = tile_plane(grid, column, row, position, body)
                && gap < range
            {
                add(HalfPlane { normal, least: (-gap).min(0.0) });
            }
        }
    }
}

/// The side of a blocked tile that faces a collider: its normal and the gap, px. `None` where another blocked
/// tile covers that side, which else would trip units that slide along a straight wall.
fn tile_plane(grid: &Grid, column: i32, row: i32, position: Vec2, body: Collider) -> Option<(Vec2, f32)> {
    let half = TILE * 0.5;
    let offset = position - (Vec2::new(column as f32, row as f32) * TILE + half);
    let side = Vec2::new(1.0_f32.copysign(offset.x), 1.0_f32.copysign(offset.y));
    let covered_x = grid.tile(column + side.x as i32, row).is_some_and(|tile| tile.is_blocked());
    let covered_y = grid.tile(column, row + side.y as i32).is_some_and(|tile| tile.is_blocked());
    let beyond = offset.abs() - half;
    let round = body.shape == Shape::Circle;
    if round && beyond.x > 0.0 && beyond.y > 0.0 {
        if covered_x || covered_y {
            return None;
        }
        let distance = beyond.length();
        return Some((beyond / distance * side, distance - body.radius));
    }
    // A face: the one that parts the two best, unless it is covered.
    let face_x = (Vec2::new(side.x, 0.0), beyond.x - body.radius, covered_x);
    let face_y = (Vec2::new(0.0, side.y), beyond.y - body.radius, covered_y);
    let (first, second) = if face_x.1 > face_y.1 { (face_x, face_y) } else { (face_y, face_x) };
    if !first.2 {
        Some((first.0, first.1))
    } else if !round && !second.2 && second.1 > -1e-3 {
        Some((second.0, second.1))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    #[test]
    fn the_rim_counts_as_a_wall_and_edits_are_seen_at_once() {
        let mut grid = Grid::new(40, 40, vec![Tile::Ground; 1600]);
        assert!(clear_of(&grid, Vec2::new(600.0, 600.0)) >= 150.0);
        assert_eq!(clear_of(&grid, Vec2::new(5.0, 600.0)), 0.0);
        assert_eq!(clear_of(&grid, Vec2::new(-50.0, 600.0)), 0.0);
        grid.set_tile(20, 20, Tile::Rock);
        assert_eq!(clear_of(&grid, Vec2::new(675.0, 615.0)), 30.0);
    }

    #[test]
    fn a_straight_wall_is_one_plane_without_bumps() {
        let grid = Grid::drawn(&[".....", ".....", "#####"]);
        let mut planes = Vec::new();
        wall_planes(&grid, Vec2::new(74.0, 52.0), BODY, 3.0, |plane| planes.push(plane));
        assert!(!planes.is_empty());
        assert!(planes.iter().all(|plane| plane.normal == Vec2::NEG_Y && plane.least == -1.0), "{planes:?}");
    }

    #[test]
    fn a_free_corner_is_rounded() {
        let grid = Grid::drawn(&[".....", ".....", "..#..", ".....", "....."]);
        let mut planes = Vec::new();
        wall_planes(&grid, Vec2::new(54.0, 54.0), BODY, 3.0, |plane| planes.push(plane));
        assert_eq!(planes.len(), 1);
        assert!(planes[0].normal.distance(Vec2::splat(-std::f32::consts::FRAC_1_SQRT_2)) < 1e-6);
    }
}
