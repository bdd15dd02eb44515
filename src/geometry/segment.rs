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

/// Where the way from a place over others first passes `place` nearer than `reach`: how far along it, px, and its
/// direction there.
///
/// ```
/// use glam::Vec2;
/// use muster::geometry::segment::passes;
/// let corner = [Vec2::new(50.0, 0.0), Vec2::new(50.0, 40.0)];
/// assert_eq!(passes(Vec2::ZERO, corner, Vec2::new(55.0, 20.0), 6.0), Some((70.0, Vec2::Y)));
/// assert_eq!(passes(Vec2::ZERO, corner, Vec2::new(0.0, 20.0), 6.0), None);
/// ```
pub fn passes(
    from: Vec2,
    way: impl IntoIterator<Item = Vec2>,
    place: Vec2,
    reach: f32,
) -> Option<(f32, Vec2)> {
    let (mut before, mut from) = (0.0, from);
    for to in way {
        let direction = (to - from).normalize_or_zero();
        if distance_to_segment(place, from, to) < reach {
            return Some((before + (place - from).dot(direction), direction));
        }
        before += from.distance(to);
        from = to;
    }
    None
}
