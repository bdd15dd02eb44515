//! The fixed step of the simulation.

/// Ticks per simulated second. The step is fixed; frames are interpolated between ticks.
pub const TICK_RATE: u32 = 30;

/// Length of a tick, s.
pub const DT: f32 = 1.0 / TICK_RATE as f32;

/// Ticks between two looks of a unit at what seldom changes: its place in a crowd, its way home, others in a
/// passage; staggered by id. A limit of the work, no tuning: at 4 or 16 one unit more or less of 450 in
/// passages does not come to its place.
pub const LOOK_EVERY: u64 = 8;
