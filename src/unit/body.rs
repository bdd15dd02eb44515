//! The identity of a unit, and what its body is and can do.

use crate::geometry::{Collider, Shape};
use crate::ids::UnitId;

/// The identity of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Unit {
    /// Stable number.
    pub id: UnitId,
    /// Index into the simulation's kinds.
    pub kind: u16,
    /// Index into the simulation's teams.
    pub team: u16,
    /// Number of the settings that its models go by; 0: everybody's.
    pub tuning: u32,
}

/// What a unit's body is and can do.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
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
    /// The unit with the higher priority goes first.
    pub priority: i32,
}

impl Body {
    /// The hard collider.
    pub fn collider(&self) -> Collider {
        Collider { shape: self.shape, radius: self.radius }
    }
}
