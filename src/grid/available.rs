//! Whether a place is taken, and the nearest one that is not.
//!
//! # Source
//! Article 003, "simple exercises": `IsOccupied` and `FindNearestAvailable`. The article asks for the nearest
//! available tile around the unit and leaves the body of the function to the reader; here any collider may
//! ask, walls and units both count, and the search goes on outward until it is certain of the nearest tile.

use super::{Grid, TILE};
use crate::geometry::{Collider, gap};
use glam::Vec2;

/// Whether a collider at `center` would be in a wall, over the rim of the map, or in one of the `others`
/// (centre and collider; touching is allowed). Lengths in px.
///
/// ```
/// use glam::vec2;
/// use muster::geometry::collider::{Collider, Shape};
/// use muster::grid::{Grid, Tile, available::is_occupied};
/// let grid = Grid::new(3, 1, vec![Tile::Ground, Tile::Ground, Tile::Rock]);
/// let body = Collider { shape: Shape::Circle, radius: 7.0 };
/// let other = (vec2(15.0, 15.0), body);
/// assert!(is_occupied(&grid, vec2(25.0, 15.0), body, &[other]));
/// assert!(!is_occupied(&grid, vec2(29.0, 15.0), body, &[other]));
/// assert!(is_occupied(&grid, vec2(55.0, 15.0), body, &[])); // in the rock
/// ```
pub fn is_occupied(grid: &Grid, center: Vec2, body: Collider, others: &[(Vec2, Collider)]) -> bool {
    !grid.is_free(center, body) || others.iter().any(|&(place, other)| gap(body, other, center - place) < 0.0)
}

/// The centre of the tile nearest to `place` that a collider can stand on without being in a wall or in one
/// of the `others`; of equally near ones the first row by row. `None` if the whole map is taken. Lengths in
/// px.
///
/// ```
/// use glam::vec2;
/// use muster::geometry::collider::{Collider, Shape};
/// use muster::grid::{Grid, Tile, available::find_nearest_available};
/// let grid = Grid::new(4, 1, vec![Tile::Rock, Tile::Ground, Tile::Ground, Tile::Ground]);
/// let body = Collider { shape: Shape::Circle, radius: 7.0 };
/// let other = (vec2(45.0, 15.0), body);
/// assert_eq!(find_nearest_available(&grid, vec2(15.0, 15.0), body, &[other]), Some(vec2(75.0, 15.0)));
/// assert_eq!(find_nearest_available(&grid, vec2(15.0, 15.0), Collider { radius: 16.0, ..body }, &[]), None);
/// ```
pub fn find_nearest_available(
    grid: &Grid,
    place: Vec2,
    body: Collider,
    others: &[(Vec2, Collider)],
) -> Option<Vec2> {
    let inside = place.clamp(Vec2::ZERO, grid.size() - 1.0);
    let (column, row) = Grid::tile_at(inside);
    let mut best: Option<(f32, i32, i32)> = None;
    for ring in 0..grid.columns().max(grid.rows()) {
        // A tile of this ring is at least this far away, however the place lies in its own tile.
        let nearest_of_ring = (ring as f32 - 0.5) * TILE;
        if best.is_some_and(|(distance, ..)| distance < nearest_of_ring * nearest_of_ring) {
            break;
        }
        for (column, row) in ring_tiles(column, row, ring) {
            let center = Grid::center_of(column, row);
            let found = (center.distance_squared(inside), row, column);
            if best.is_none_or(|best| found < best) && !is_occupied(grid, center, body, others) {
                best = Some(found);
            }
        }
    }
    best.map(|(_, row, column)| Grid::center_of(column, row))
}

/// The tiles at Chebyshev distance `ring` about a tile, each once.
pub(crate) fn ring_tiles(column: i32, row: i32, ring: i32) -> impl Iterator<Item = (i32, i32)> {
    (-ring..=ring).flat_map(move |y| {
        // Between the top and the bottom row a ring has only its two ends.
        let step = if y.abs() == ring { 1 } else { (2 * ring).max(1) };
        (-ring..=ring).step_by(step as usize).map(move |x| (column + x, row + y))
    })
}
