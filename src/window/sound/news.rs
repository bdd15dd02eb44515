//! What of a game is worth a sound.

use super::tones::{CUES, Cue};

/// What a game had come to in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The tick that is looked at.
    pub tick: u64,
    /// Orders given.
    pub orders: usize,
    /// Goals met.
    pub met: usize,
    /// Units that fell.
    pub fallen: usize,
    /// Whether all goals are met.
    pub is_won: bool,
    /// Whether they can no longer be.
    pub is_lost: bool,
}

impl Heard {
    /// What is new since an earlier frame, the news of most weight first. A jump in time is silent.
    pub fn cues(self, before: Heard) -> impl Iterator<Item = Cue> {
        /// More ticks than a frame makes at the highest speed, on a slow machine.
        const JUMP: u64 = 120;
        let is_jump = self.tick < before.tick || self.tick > before.tick + JUMP;
        [
            (self.is_won && !before.is_won, Cue::Won),
            (self.is_lost && !before.is_lost, Cue::Lost),
            (self.met > before.met, Cue::Met),
            (self.fallen > before.fallen, Cue::Fell),
            (self.orders > before.orders, Cue::Ordered),
        ]
        .into_iter()
        .filter(move |(is_new, _)| *is_new && !is_jump)
        .map(|(_, cue)| cue)
    }
}

/// When each sound began last, s of real time.
#[derive(Default)]
pub struct Pauses([Option<f64>; CUES.len()]);

impl Pauses {
    /// Whether a sound may begin now; if so, it has begun.
    pub fn begin(&mut self, cue: Cue, now: f64) -> bool {
        let begun = &mut self.0[cue as usize];
        let may = begun.is_none_or(|begun| now >= begun + f64::from(cue.apart()));
        if may {
            *begun = Some(now);
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weightiest_news_comes_first_and_a_jump_in_time_is_silent() {
        let cues = |now: Heard, before| now.cues(before).collect::<Vec<_>>();
        let before = Heard { tick: 100, orders: 3, met: 1, fallen: 5, ..Heard::default() };
        assert_eq!(cues(before, before), []);
        let now = Heard { tick: 101, orders: 4, fallen: 6, ..before };
        assert_eq!(cues(now, before), [Cue::Fell, Cue::Ordered]);
        assert_eq!(cues(Heard { orders: 4, ..before }, before), [Cue::Ordered], "while time stands");
        assert_eq!(cues(Heard { is_won: true, met: 2, ..now }, before)[..2], [Cue::Won, Cue::Met]);
        assert_eq!(cues(Heard { tick: 50, ..now }, before), []);
        assert_eq!(cues(Heard { tick: 5000, ..now }, before), []);
    }

    #[test]
    fn a_battle_is_no_drum_and_an_order_in_it_is_heard() {
        let (mut pauses, mut played) = (Pauses::default(), Vec::new());
        let mut before = Heard::default();
        // Ten seconds at 60 frames: one falls in each, an order is given every second.
        for frame in 1..=600 {
            let now = Heard { tick: frame, fallen: frame as usize, orders: frame as usize / 60, ..before };
            let time = frame as f64 / 60.0;
            played.extend(now.cues(before).find(|&cue| pauses.begin(cue, time)));
            before = now;
        }
        let count = |cue| played.iter().filter(|&&played| played == cue).count();
        assert!((18..=20).contains(&count(Cue::Fell)), "{}", count(Cue::Fell));
        assert!(count(Cue::Ordered) >= 9, "{}", count(Cue::Ordered));
    }
}
