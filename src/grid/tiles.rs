//! Which tile a place is on.

use glam::{DVec2, Vec2};

/// Side of a tile, px.
pub const TILE: f32 = 30.0;

/// Column and row of the tile under a place. Rounds down by hand: `floor` is a call on many machines.
#[inline]
pub(super) fn tile_at(place: DVec2) -> (i32, i32) {
    let down = |along: f64| {
        let cut = along as i32;
        cut.saturating_sub((cut as f64 > along) as i32)
    };
    (down(place.x / TILE as f64), down(place.y / TILE as f64))
}

/// The same of a place in `f32`, without a division: the guess by the reciprocal is set right by exact
/// products.
#[inline]
pub(super) fn tile_under(place: Vec2) -> (i32, i32) {
    let down = |along: f32| {
        let along = along as f64;
        let guess = (along * (1.0 / TILE as f64)) as i32;
        let start = guess as f64 * TILE as f64;
        let too_far = (start > along) as i32;
        let too_near = (start + TILE as f64 <= along) as i32;
        guess.saturating_add(too_near - too_far)
    };
    (down(place.x), down(place.y))
}
