//! Where a unit is, was and will be, and when it gives up.

use glam::Vec2;

/// Where the unit's centre is after the last tick, px.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Position(pub Vec2);

/// Where it was a tick earlier, px: frames are drawn between the two.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct PreviousPosition(pub Vec2);

/// How it moved in the last tick, px/s.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Velocity(pub Vec2);

/// Where it faces: a unit vector.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Heading(pub Vec2);

/// The newest promise of a unit: where and how it will be when its whole queue of predicted positions has
/// been walked. All decisions are made here; [`Position`] follows a few ticks behind.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Front {
    /// px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
}

/// Where a unit stands when it has nothing to do; it comes back to it after having been pushed, px.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Post(pub Vec2);

/// The stop timer of article 000, s.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct StopTimer(pub f32);

/// A unit turns to where it goes when it is faster than this, px/s: a nudge is no reason to turn round.
const TURNS_ABOVE: f32 = 2.0;

/// Where a unit of this velocity (px/s) faces that faced `before`, unit vectors.
pub fn facing(velocity: Vec2, before: Vec2) -> Vec2 {
    if velocity.length_squared() > TURNS_ABOVE * TURNS_ABOVE { velocity.normalize() } else { before }
}
