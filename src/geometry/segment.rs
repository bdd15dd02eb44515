//! Straight ways between two places.

use glam::Vec2;

/// How far along the way from one place to another the nearest point to `place` is, as a share of the way, 0
/// to 1.
pub fn share_abreast(place: Vec2, from: Vec2, to: Vec2) -> f32 {
    share_along(place, from, to).clamp(0.0, 1.0)
}

/// How far along the straight line through two places `place` is, as a share of the way between them:
/// negative before the first, over 1 beyond the second.
pub fn share_along(place: Vec2, from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    (place - from).dot(way) / way.length_squared().max(1e-6)
}

/// The point of the way between two places that is nearest to `place`, px.
///
/// ```
/// use muster::geometry::segment::nearest_on_segment;
/// use glam::vec2;
/// assert_eq!(nearest_on_segment(vec2(3.0, 4.0), vec2(0.0, 0.0), vec2(9.0, 0.0)), vec2(3.0, 0.0));
/// assert_eq!(nearest_on_segment(vec2(-3.0, 4.0), vec2(0.0, 0.0), vec2(9.0, 0.0)), vec2(0.0, 0.0));
/// ```
pub fn nearest_on_segment(place: Vec2, from: Vec2, to: Vec2) -> Vec2 {
    from + (to - from) * share_abreast(place, from, to)
}

/// The distance of a place from the way between two others, px.
pub fn distance_to_segment(place: Vec2, from: Vec2, to: Vec2) -> f32 {
    place.distance(nearest_on_segment(place, from, to))
}

/// Whether the way from a place over others passes `place` nearer than `reach`, px.
///
/// ```
/// use glam::Vec2;
/// use muster::geometry::segment::way_passes;
/// let corner = [Vec2::new(50.0, 0.0), Vec2::new(50.0, 40.0)];
/// assert!(way_passes(Vec2::ZERO, corner, Vec2::new(55.0, 20.0), 6.0));
/// assert!(!way_passes(Vec2::ZERO, corner, Vec2::new(0.0, 20.0), 6.0));
/// ```
pub fn way_passes(from: Vec2, way: impl IntoIterator<Item = Vec2>, place: Vec2, reach: f32) -> bool {
    let mut from = from;
    way.into_iter().any(|to| distance_to_segment(place, std::mem::replace(&mut from, to), to) < reach)
}
