//! The order of planning.

/// A unit with its rank: smaller ranks plan earlier, and of equal ones the smaller id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    /// See [`Priority::packed`](super::priority::Priority::packed); [`Ranked::NONE`] of a unit that needs no turn.
    pub rank: u64,
    /// Stable number of the unit.
    pub id: u32,
    /// Its index in the crowd.
    pub index: u32,
}

impl Ranked {
    /// Behind all ranks.
    pub const NONE: u64 = u64::MAX;
}
