//! Two colliders close to each other: the axis between them, and whether a step keeps them apart.

use crate::geometry::collider::{Collider, Shape, gap};
use glam::Vec2;

/// Bodies nearer to each other than this, rim to rim, touch, px. Rounding alone needs a hundredth; up to half a
/// pixel makes a contact hold while bodies slide along each other.
pub const TOUCHING: f32 = 0.5;

/// The unit vector from body `a` to body `b` along which they are parted best, and the gap along it, px:
/// negative when they overlap. `offset` leads from the centre of `a` to the centre of `b`. Both see the same
/// axis, reversed. Of two bodies in one place none knows a way; then `first` decides, which must be true for
/// exactly one of them.
///
/// ```
/// use muster::geometry::{Collider, Shape, contact::separation};
/// use glam::vec2;
/// let disc = Collider { shape: Shape::Circle, radius: 7.0 };
/// assert_eq!(separation(disc, disc, vec2(0.0, 15.0), true), (vec2(0.0, 1.0), 1.0));
/// ```
#[inline]
pub fn separation(a: Collider, b: Collider, offset: Vec2, first: bool) -> (Vec2, f32) {
    let fallback = if first { Vec2::X } else { Vec2::NEG_X };
    match (a.shape, b.shape) {
        (Shape::Circle, Shape::Circle) => {
            let distance = offset.length();
            let towards = if distance > 0.0 { offset / distance } else { fallback };
            (towards, distance - (a.radius + b.radius))
        }
        (Shape::Square, Shape::Square) => box_axis(offset, a.radius + b.radius, fallback),
        (Shape::Square, Shape::Circle) => box_to_circle(offset, a.radius, b.radius, fallback),
        (Shape::Circle, Shape::Square) => {
            let (normal, gap) = box_to_circle(-offset, b.radius, a.radius, -fallback);
            (-normal, gap)
        }
    }
}

/// The axis of the box about the origin, of half side `half`, beyond which a point lies farthest.
fn box_axis(point: Vec2, half: f32, fallback: Vec2) -> (Vec2, f32) {
    if point == Vec2::ZERO {
        return (fallback, -half);
    }
    let beyond = point.abs() - Vec2::splat(half);
    if beyond.x >= beyond.y {
        (Vec2::new(1.0_f32.copysign(point.x), 0.0), beyond.x)
    } else {
        (Vec2::new(0.0, 1.0_f32.copysign(point.y)), beyond.y)
    }
}

/// From a square of half side `half` to a circle: from the nearest point of the square outward.
fn box_to_circle(offset: Vec2, half: f32, radius: f32, fallback: Vec2) -> (Vec2, f32) {
    let beyond = offset - offset.clamp(Vec2::splat(-half), Vec2::splat(half));
    let distance = beyond.length();
    if distance > 0.0 {
        (beyond / distance, distance - radius)
    } else {
        let (normal, gap) = box_axis(offset, half, fallback);
        (normal, gap - radius)
    }
}

/// Whether `a` may move against `b` within one tick: their offset goes straight from `start` to `end`.
///
/// They may not overlap at the end, nor on the way where the way is long against their size. Two that overlap
/// from the start (`stay`: their offset if `a` stays) may do anything that does not bring them deeper.
///
/// # Source
/// [Article 003] interpolates enough positions "so there's always a collider in the path"; for circles this
/// is exact.
///
/// [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"
#[inline]
pub fn step_is_clear(a: Collider, b: Collider, start: Vec2, end: Vec2, stay: Vec2) -> bool {
    let reach = a.radius + b.radius;
    let circles = a.shape == Shape::Circle && b.shape == Shape::Circle;
    let is_short = (end - start).length_squared() < 0.25 * reach * reach;
    // What nearly everybody asks about is answered on the spot.
    circles && is_short && end.length_squared() >= reach * reach || any_step_is_clear(a, b, start, end, stay)
}

/// Whether a step is clear for colliders of any shape, and steps of any length.
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
    fn squares_are_parted_along_the_axis_that_takes_least() {
        let (towards, gap) = separation(BOX, BOX, Vec2::new(-16.0, 10.0), true);
        assert_eq!((towards, gap), (Vec2::NEG_X, 2.0));
    }

    #[test]
    fn a_circle_meets_the_corner_of_a_square() {
        let (towards, gap) = separation(BOX, DISC, Vec2::new(10.0, 11.0), true);
        assert!((gap - (5.0 - 7.0)).abs() < 1e-6 && towards.distance(Vec2::new(0.6, 0.8)) < 1e-6);
    }

    #[test]
    fn both_bodies_see_one_axis_reversed() {
        for (a, b) in [
            (Shape::Circle, Shape::Circle),
            (Shape::Square, Shape::Square),
            (Shape::Circle, Shape::Square),
            (Shape::Square, Shape::Circle),
        ] {
            let (a, b) = (Collider { shape: a, radius: 7.0 }, Collider { shape: b, radius: 5.0 });
            for offset in [Vec2::new(20.0, 3.0), Vec2::new(-4.0, 9.0), Vec2::new(1.0, 1.0), Vec2::ZERO] {
                let (forth, gap) = separation(a, b, offset, true);
                let (back, same) = separation(b, a, -offset, false);
                assert!((forth + back).length() < 1e-6 && (gap - same).abs() < 1e-6);
            }
        }
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
