//! Whether a place is taken, and the nearest one that is not.
//!
//! # Source
//! [Article 003], "simple exercises": `IsOccupied` and `FindNearestAvailable`. The article asks for the
//! nearest available tile around the unit and leaves the body of the function to the reader; here any
//! collider may ask, walls and units both count, and the search goes on outward until it is certain of the
//! nearest tile.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::rings::{best_on_rings, square_ring};
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
    nearest_tile(grid, place, |center| !is_occupied(grid, center, body, others))
}

/// The centre of the tile nearest to `place` that is free; of equally near ones the first row by row. `None`
/// if there is none. Lengths in px.
pub fn nearest_tile(grid: &Grid, place: Vec2, is_free: impl Fn(Vec2) -> bool) -> Option<Vec2> {
    let inside = place.clamp(Vec2::ZERO, grid.size() - 1.0);
    let middle = Grid::tile_at(inside);
    let center = |(column, row): (i32, i32)| Grid::center_of(column, row);
    let nearest = best_on_rings::<1, _, _, _>(
        grid.columns().max(grid.rows()) - 1,
        |ring| square_ring(middle, ring),
        |ring, (distance, ..): (f32, i32, i32)| is_nearer_than_ring(distance, ring),
        |tile| Some((center(tile).distance_squared(inside), tile.1, tile.0)),
        |tile| is_free(center(tile)),
    );
    nearest.first().map(|&(_, tile)| center(tile))
}

/// Whether a squared distance (px²) from a place is less than that to any tile of a ring about its own tile,
/// however the place lies in it.
pub(crate) fn is_nearer_than_ring(distance_squared: f32, ring: i32) -> bool {
    let nearest_of_ring = (ring as f32 - 0.5) * TILE;
    distance_squared < nearest_of_ring * nearest_of_ring
}
