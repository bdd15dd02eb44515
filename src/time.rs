//! The fixed step of the simulation.

/// Ticks per simulated second. The step is fixed; frames are interpolated between ticks.
pub const TICK_RATE: u32 = 30;

/// Length of a tick, s.
pub const DT: f32 = 1.0 / TICK_RATE as f32;
