//! Real time to ticks: a fixed step, drawn in between.

use crate::time::DT;

/// Speeds that + and − go through.
pub const SPEEDS: [f32; 8] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
/// Real time that a frame may be late before the rest is dropped, s: a slow machine plays slower, it does not
/// freeze.
const LONGEST_FRAME: f32 = 0.25;

/// When the next tick is due.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Nothing moves.
    pub paused: bool,
    /// It was paused by hand, not by the program.
    pub held: bool,
    speed: usize,
    /// Simulated time that has passed and is not yet simulated, s.
    owed: f32,
    /// Single steps asked for while paused.
    steps: u32,
    /// The last frame was longer than what is made up for.
    is_cut: bool,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock { paused: false, held: false, speed: 3, owed: 0.0, steps: 0, is_cut: false }
    }
}

impl Clock {
    /// Simulated seconds to a real one.
    pub fn speed(&self) -> f32 {
        SPEEDS[self.speed]
    }

    /// A hand pauses, or lets time go on.
    pub fn toggle(&mut self) {
        self.paused = !self.paused;
        self.held = self.paused;
    }

    /// Time goes on.
    pub fn go_on(&mut self) {
        (self.paused, self.held) = (false, false);
    }

    /// Faster or slower by places in [`SPEEDS`].
    pub fn change_speed(&mut self, by: i32) {
        self.speed = (self.speed as i32 + by).clamp(0, SPEEDS.len() as i32 - 1) as usize;
    }

    /// Goes as fast as another one.
    pub fn keep_speed_of(&mut self, other: &Clock) {
        self.speed = other.speed;
    }

    /// One tick, and pause.
    pub fn step(&mut self) {
        self.paused = true;
        self.steps += 1;
    }

    /// A frame of real time has passed.
    pub fn pass(&mut self, seconds: f32) {
        self.is_cut = !self.paused && seconds > LONGEST_FRAME;
        if !self.paused {
            self.owed += seconds.min(LONGEST_FRAME) * self.speed();
        }
    }

    /// Whether a tick is due; it counts as done.
    pub fn take_tick(&mut self) -> bool {
        if self.steps > 0 {
            self.steps -= 1;
            // What is drawn after a single step is the tick itself.
            self.owed = 0.0;
            return true;
        }
        let due = !self.paused && self.owed >= DT;
        if due {
            self.owed -= DT;
        }
        due
    }

    /// Gives up what could not be simulated in time. Returns whether there was anything.
    pub fn drop_debt(&mut self) -> bool {
        let behind = self.owed >= DT || self.is_cut;
        self.owed = self.owed.min(DT * 0.999);
        behind
    }

    /// How far between the previous tick (0) and the last one (1) the frame is drawn.
    pub fn blend(&self) -> f32 {
        if self.paused && self.owed == 0.0 { 1.0 } else { (self.owed / DT).clamp(0.0, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times that are drawn, in ticks, at so many frames a second.
    fn drawn(frames_per_second: f32, speed: i32) -> Vec<f32> {
        let mut clock = Clock::default();
        clock.change_speed(speed);
        let mut ticks = 0;
        (0..frames_per_second as i32 * 2)
            .map(|_| {
                clock.pass(1.0 / frames_per_second);
                while clock.take_tick() {
                    ticks += 1;
                }
                ticks as f32 + clock.blend()
            })
            .collect()
    }

    #[test]
    fn motion_is_even_at_any_rate_of_frames() {
        for (rate, speed, factor) in
            [(24.0, 0, 1.0), (60.0, 0, 1.0), (144.0, 0, 1.0), (60.0, 2, 4.0), (24.0, 2, 4.0)]
        {
            let even = 30.0 * factor / rate;
            for pair in drawn(rate, speed).windows(2) {
                assert!(
                    (pair[1] - pair[0] - even).abs() < 0.01,
                    "{rate} frames: {} for {even}",
                    pair[1] - pair[0]
                );
            }
        }
    }

    #[test]
    fn a_pause_stops_time_and_a_step_is_one_tick() {
        let mut clock = Clock { paused: true, ..Clock::default() };
        clock.pass(1.0);
        assert!(!clock.take_tick());
        clock.step();
        assert!(clock.take_tick() && !clock.take_tick() && clock.paused);
        assert_eq!(clock.blend(), 1.0);
    }

    #[test]
    fn a_long_frame_is_not_caught_up() {
        let mut clock = Clock::default();
        clock.pass(30.0);
        let ticks = std::iter::repeat_with(|| clock.take_tick()).take_while(|&due| due).count();
        assert_eq!(ticks, 7);
        assert!(clock.drop_debt(), "and it is told that time went slower");
        clock.pass(0.01);
        assert!(!clock.drop_debt());
    }

    #[test]
    fn speeds_end_at_a_tenth_and_sixteen_times() {
        let mut clock = Clock::default();
        clock.change_speed(-99);
        assert_eq!(clock.speed(), 0.1);
        clock.change_speed(99);
        assert_eq!(clock.speed(), 16.0);
    }
}
