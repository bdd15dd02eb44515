//! What a unit wants to do in a tick.

/// What a unit wants to do this tick, as the low level sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Intent {
    /// It stands at its post (`waypoint`), gives way to friends that need its place, and comes back.
    #[default]
    Rest,
    /// It stands and nobody pushes it.
    Hold,
    /// It walks to its `waypoint`.
    Move,
}
