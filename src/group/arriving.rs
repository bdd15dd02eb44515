//! Members of a formation that have arrived turn to its front.

use glam::Vec2;

/// How fast a unit turns to the front, radians per tick.
const TURN_PER_TICK: f32 = 0.2;

/// A heading turned towards another by a tick's worth; both unit vectors.
///
/// ```
/// use glam::Vec2;
/// use muster::group::arriving::turned;
/// let turned_a_bit = turned(Vec2::X, Vec2::Y);
/// assert!(turned_a_bit.x > 0.9 && turned_a_bit.y > 0.1);
/// assert_eq!(turned(Vec2::new(0.999, 0.01), Vec2::X), Vec2::X);
/// ```
pub fn turned(heading: Vec2, facing: Vec2) -> Vec2 {
    let angle = libm::atan2f(heading.perp_dot(facing), heading.dot(facing));
    if angle.abs() <= TURN_PER_TICK {
        return facing;
    }
    let step = TURN_PER_TICK * angle.signum();
    Vec2::new(libm::cosf(step), libm::sinf(step)).rotate(heading).normalize_or(facing)
}
