//! What a frame and a tick cost, smoothed.

/// Share of a new figure in its smoothed value.
pub const SMOOTHING: f32 = 0.06;

/// What a frame costs, smoothed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Frames a second.
    pub rate: f32,
    /// Processor time of a frame without ticks, panels and OpenGL, ms.
    pub frame: f32,
    /// Processor time of the cards, ms.
    pub cards: f32,
    /// Processor time of filming, ms.
    pub film: f32,
    /// Processor time of a tick, ms.
    pub tick: f32,
    /// The machine is too slow for the speed that is set.
    pub behind: bool,
}

/// Takes a new figure into a smoothed one.
pub fn smooth(value: &mut f32, now: f32) {
    *value += (now - *value) * if *value == 0.0 { 1.0 } else { SMOOTHING };
}
