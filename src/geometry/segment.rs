//! Straight ways between two places.

use glam::Vec2;

/// The distance of a place from the way between two others, px.
pub fn distance_to_segment(place: Vec2, from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    let share = ((place - from).dot(way) / way.length_squared().max(1e-6)).clamp(0.0, 1.0);
    place.distance(from + way * share)
}
