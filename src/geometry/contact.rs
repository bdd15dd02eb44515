//! Two colliders close to each other: the plane between them, and whether a step keeps them apart.

use crate::geometry::collider::{Collider, Shape, gap};
use glam::Vec2;

/// The tangent between two colliders: the unit normal from `b` to `a` and the gap along it, px (negative when they
/// overlap). `offset` leads from the centre of `b` to that of `a`.
#[inline]
pub fn tangent(a: Collider, b: Collider, offset: Vec2) -> (Vec2, f32) {
    if a.shape == Shape::Circle && b.shape == Shape::Circle {
        let distance = offset.length();
        let normal = if distance > 1e-6 { offset / distance } else { Vec2::X };
        return (normal, distance - a.radius - b.radius);
    }
    let side = Vec2::new(1.0_f32.copysign(offset.x), 1.0_f32.copysign(offset.y));
    let (half, round) = match (a.shape, b.shape) {
        (Shape::Square, Shape::Square) => (a.radius + b.radius, 0.0),
        (Shape::Square, Shape::Circle) => (a.radius, b.radius),
        _ => (b.radius, a.radius),
    };
    let beyond = offset.abs() - half;
    if round > 0.0 && beyond.x > 0.0 && beyond.y > 0.0 {
        let distance = beyond.length();
        return (beyond / distance * side, distance - round);
    }
    if beyond.x > beyond.y {
        (Vec2::new(side.x, 0.0), beyond.x - round)
    } else {
        (Vec2::new(0.0, side.y), beyond.y - round)
    }
}

/// Whether `a` may move against `b` within one tick: their offset goes straight from `start` to `end`.
///
/// They may not overlap at the end, nor on the way where the way is long against their size. Two that overlap from
/// the start (`stay`: their offset if `a` stays) may do anything that does not bring them deeper.
///
/// # Source
/// Article 003 interpolates enough positions "so there's always a collider in the path"; for circles this is exact.
#[inline]
pub fn step_is_clear(a: Collider, b: Collider, start: Vec2, end: Vec2, stay: Vec2) -> bool {
    let reach = a.radius + b.radius;
    let circles = a.shape == Shape::Circle && b.shape == Shape::Circle;
    let is_short = (end - start).length_squared() < 0.25 * reach * reach;
    // What nearly everybody asks about is answered on the spot.
    circles && is_short && end.length_squared() >= reach * reach || any_step_is_clear(a, b, start, end, stay)
}

/// The same for colliders of any shape, and steps of any length.
fn any_step_is_clear(a: Collider, b: Collider, start: Vec2, end: Vec2, stay: Vec2) -> bool {
    let reach = a.radius + b.radius;
    let way = end - start;
    let circles = a.shape == Shape::Circle && b.shape == Shape::Circle;
    let clear_at_end = if circles { end.length_squared() >= reach * reach } else { gap(a, b, end) >= 0.0 };
    if !clear_at_end {
        let before = gap(a, b, stay);
        return before < 0.0 && gap(a, b, end) >= before;
    }
    if way.length_squared() < 0.25 * reach * reach {
        return true;
    }
    if circles {
        let time = (-start.dot(way) / way.length_squared()).clamp(0.0, 1.0);
        let least = (start + way * time).length_squared();
        // Two that touch and part are clear: the start is the nearest point, and rounding must not block it.
        return time == 0.0 || least >= reach * reach * (1.0 - 1e-5);
    }
    let samples = (way.length() / (0.5 * a.radius.min(b.radius))).ceil().min(64.0);
    (1..samples as u32).all(|sample| gap(a, b, start + way * (sample as f32 / samples)) >= -1e-3)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISC: Collider = Collider { shape: Shape::Circle, radius: 7.0 };
    const BOX: Collider = Collider { shape: Shape::Square, radius: 7.0 };
    const TINY: Collider = Collider { shape: Shape::Circle, radius: 2.0 };

    #[test]
    fn the_tangent_of_circles_leads_from_one_centre_to_the_other() {
        let (normal, gap) = tangent(DISC, DISC, Vec2::new(0.0, 15.0));
        assert_eq!((normal, gap), (Vec2::Y, 1.0));
    }

    #[test]
    fn the_tangent_of_squares_is_the_axis_that_parts_them_best() {
        let (normal, gap) = tangent(BOX, BOX, Vec2::new(-16.0, 10.0));
        assert_eq!((normal, gap), (Vec2::NEG_X, 2.0));
    }

    #[test]
    fn a_circle_meets_the_corner_of_a_square() {
        let (normal, gap) = tangent(DISC, BOX, Vec2::new(10.0, 11.0));
        assert!((gap - (5.0 - 7.0)).abs() < 1e-6 && normal.distance(Vec2::new(0.6, 0.8)) < 1e-6);
    }

    #[test]
    fn a_fast_unit_does_not_jump_through_a_thin_one() {
        let (start, end) = (Vec2::new(-6.0, 0.0), Vec2::new(7.0, 0.0));
        for (a, b) in [(TINY, TINY), (TINY, Collider { shape: Shape::Square, radius: 2.0 })] {
            assert!(!step_is_clear(a, b, start, end, start));
            assert!(step_is_clear(a, b, start + Vec2::Y * 5.0, end + Vec2::Y * 5.0, start));
        }
    }

    #[test]
    fn touching_units_may_part_and_slide() {
        let start = Vec2::new(14.0, 0.0);
        assert!(step_is_clear(DISC, DISC, start, start + Vec2::X * 30.0, start));
        assert!(step_is_clear(DISC, DISC, start, start + Vec2::Y, start));
        assert!(!step_is_clear(DISC, DISC, start, start - Vec2::X, start));
    }

    #[test]
    fn overlapping_units_may_only_part() {
        let start = Vec2::new(10.0, 0.0);
        assert!(step_is_clear(DISC, DISC, start, start + Vec2::X, start));
        assert!(!step_is_clear(DISC, DISC, start, start - Vec2::X, start));
    }
}
