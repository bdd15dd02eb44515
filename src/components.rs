//! Plain data that hecs holds. No behaviour lives here: systems read and write these, functions elsewhere decide.
//!
//! Every unit carries **all** of the unit components, so that all units share one archetype and each component
//! is one dense column in memory. Lengths are px, speeds px/s, times ticks unless the name says otherwise.

use crate::collider::Shape;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Ticks per simulated second. The step is fixed; frames are interpolated between ticks.
pub const TICK_RATE: u32 = 30;
/// Length of a tick, s.
pub const DT: f32 = 1.0 / TICK_RATE as f32;

/// A unit's stable number: its place among all units ever made in this simulation, from 0. Ties end by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u32);

/// Who a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Stable number.
    pub id: UnitId,
    /// Index into the simulation's kinds.
    pub kind: u16,
    /// Index into the simulation's teams.
    pub team: u16,
}

/// What a unit's body is and can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Outline of the hard collider.
    pub shape: Shape,
    /// Hard radius (half side of a square), px.
    pub radius: f32,
    /// Soft radius, px, at least `radius`.
    pub soft_radius: f32,
    /// Top speed, px/s.
    pub speed: f32,
    /// Greatest change of velocity, px/s².
    pub acceleration: f32,
    /// Who has more goes first.
    pub priority: i32,
}

/// Where the unit's centre is after the last tick, px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position(pub Vec2);

/// Where it was a tick earlier, px: frames are drawn between the two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PreviousPosition(pub Vec2);

/// How it moved in the last tick, px/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity(pub Vec2);

/// Where it faces: a unit vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading(pub Vec2);
