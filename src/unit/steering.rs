//! What a steering model remembers of a unit from tick to tick.

/// What a steering model may remember of a unit from tick to tick. All units can read it in the snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SteeringMemory {
    /// Article 002: the side to which the unit is turning to avoid somebody.
    pub avoiding: Option<AvoidingSide>,
    /// Free for models that are made outside of this crate.
    pub scratch: [f32; 2],
}

/// A hand, as seen by the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum AvoidingSide {
    /// Anticlockwise on the screen.
    Left,
    /// Clockwise on the screen.
    Right,
}
