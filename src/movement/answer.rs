//! What a steering model asks of the integrator.

use glam::Vec2;

/// What a model asks of the integrator.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// To come to this velocity, px/s, as fast as the unit can.
    Velocity(Vec2),
    /// To accelerate, px/s²; the unit's own limit holds.
    Acceleration(Vec2),
}

/// What becomes of units that would overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contacts {
    /// Nothing: they may.
    #[default]
    Overlap,
    /// They stop each other.
    Stop,
    /// They stop each other, and what is lost of their way pushes them sideways, each to the same hand
    /// (002.5).
    Sideways,
}
