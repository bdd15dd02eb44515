//! A fault made on purpose, for tests of what the window does then.

use crate::platform::machine;

/// A fault made on purpose, for tests: the environment variable `MUSTER_FAULT` names where and when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MadeFault {
    /// In a thread of the simulation, when this many ticks have passed.
    tick: Option<u64>,
    /// While the cards of a level are laid out, after this many frames.
    frame: Option<u64>,
}

impl MadeFault {
    /// The fault that the environment asks for: `tick:30` or `frame:30`.
    pub fn asked_for() -> MadeFault {
        let text = machine::variable("MUSTER_FAULT").unwrap_or_default();
        let number = |name: &str| text.strip_prefix(name).and_then(|rest| rest.parse().ok());
        MadeFault { tick: number("tick:"), frame: number("frame:") }
    }

    /// A fault in that tick.
    #[cfg(test)]
    pub fn in_that_tick(tick: u64) -> MadeFault {
        MadeFault { tick: Some(tick), frame: None }
    }

    /// Panics in another thread, as a system that works on all units at once would, if it is time to.
    pub fn in_tick(self, ticks: u64) {
        if self.tick == Some(ticks) {
            rayon::join(|| (), || panic!("a fault made on purpose in tick {ticks}"));
        }
    }

    /// Panics if it is time to.
    pub fn in_frame(self, frames: u64) {
        assert!(self.frame != Some(frames), "a fault made on purpose in frame {frames}");
    }
}
