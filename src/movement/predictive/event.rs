//! What happens in a step that others want to know.

/// What happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementEvent {
    /// A unit was told to give way that had not been for a while.
    Push {
        /// Id of the unit that needs the place.
        by: u32,
        /// Id of the unit that gives way.
        unit: u32,
    },
    /// A unit was told to give way by one that was itself pushed.
    HardPush {
        /// Id of the unit that passes the push on.
        by: u32,
        /// Id of the unit that gives way.
        unit: u32,
    },
}
