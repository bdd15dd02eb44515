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
    /// For how long it has been so without a break, real s; once that was told it stays.
    late: f32,
}

/// Time that goes slower is told after so many real seconds.
const TOLD_AFTER: f32 = 2.0;

impl Costs {
    /// A frame of so many real seconds has passed. Whether it is time to tell, once, that the machine is too
    /// slow.
    pub fn is_news(&mut self, seconds: f32) -> bool {
        if self.late >= TOLD_AFTER {
            return false;
        }
        self.late = if self.behind { self.late + seconds } else { 0.0 };
        self.late >= TOLD_AFTER
    }
}

/// Takes a new figure into a smoothed one.
pub fn smooth(value: &mut f32, now: f32) {
    *value += (now - *value) * if *value == 0.0 { 1.0 } else { SMOOTHING };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_machine_is_told_of_once_and_only_if_it_stays_slow() {
        let mut costs = Costs { behind: true, ..Costs::default() };
        let told = |costs: &mut Costs, frames: u32| (0..frames).filter(|_| costs.is_news(0.25)).count();
        assert_eq!(told(&mut costs, 7), 0);
        costs.behind = false;
        assert_eq!(told(&mut costs, 1), 0);
        costs.behind = true;
        assert_eq!(told(&mut costs, 7), 0, "a break in between");
        assert_eq!(told(&mut costs, 40), 1);
    }
}
