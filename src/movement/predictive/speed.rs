//! How fast a unit may go: within its acceleration, and so that it can stop and turn where it has to.

use crate::movement::predictive::surroundings::longest_step;
use crate::neighbours::Crowd;
use crate::time::DT;
use glam::Vec2;

/// The speed with which a unit may go to a place `distance` px away where it has to stop, px/s.
pub fn arrival_speed(crowd: &Crowd, index: usize, distance: f32) -> f32 {
    let (top, acceleration) = (longest_step(crowd, index) / DT, crowd.acceleration[index]);
    top.min(speed_to_stop_within(distance, acceleration)).min(distance / DT)
}

/// The greatest speed, px/s, from which one can stop within `distance` px by an acceleration in px/s².
///
/// After a tick at v the speed falls by a·dt a tick: the way is v·dt + v²/2a, to the half step.
pub fn speed_to_stop_within(distance: f32, acceleration: f32) -> f32 {
    let brake = acceleration * DT;
    ((0.25 * brake * brake + 2.0 * acceleration * distance).sqrt() - 0.5 * brake).max(0.0)
}

/// A step so near to the whole way to a goal, px, is that way: a unit comes exactly to its place.
const LANDS: f32 = 0.01;

/// The step that a unit takes which wants `step` and may take `longest` px: exactly `to_goal` where the two are
/// one but for rounding.
pub fn land(step: Vec2, to_goal: Vec2, longest: f32) -> Vec2 {
    if to_goal.length() <= longest && step.distance(to_goal) < LANDS { to_goal } else { step }
}

/// The speed, px/s, from which a unit `distance` px before its waypoint can still turn there into its next
/// leg without being carried past it by more than half its own reach: a faster unit swings past narrow doors,
/// back and forth.
pub fn corner_speed(crowd: &Crowd, index: usize, way: Vec2, distance: f32) -> f32 {
    let leg = (crowd.next_waypoint[index] - crowd.waypoint[index]).normalize_or_zero();
    let across = if leg.dot(way) > 0.0 { leg.perp_dot(way).abs() } else { leg.length() };
    let swing = crowd.acceleration[index] * crowd.body[index].reach() / (across * across).max(1e-3);
    (swing + 2.0 * crowd.acceleration[index] * distance).sqrt()
}

/// The velocity nearest to `wanted` that the unit's acceleration and speed allow, px/s.
pub fn accelerate(crowd: &Crowd, index: usize, wanted: Vec2) -> Vec2 {
    let velocity = crowd.velocity(index);
    let change = (wanted - velocity).clamp_length_max(crowd.acceleration[index] * DT);
    (velocity + change).clamp_length_max(longest_step(crowd, index) / DT)
}
