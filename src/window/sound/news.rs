//! What of a game is worth a sound.

use super::tones::Cue;

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
    /// What is new since an earlier frame: the one thing of most weight. A jump in time is silent.
    pub fn cue(self, before: Heard) -> Option<Cue> {
        /// More ticks than a frame makes at the highest speed, on a slow machine.
        const JUMP: u64 = 120;
        let is_new = |now: usize, before: usize| now > before;
        match self {
            _ if self.tick < before.tick || self.tick > before.tick + JUMP => None,
            _ if self.is_won && !before.is_won => Some(Cue::Won),
            _ if self.is_lost && !before.is_lost => Some(Cue::Lost),
            _ if is_new(self.met, before.met) => Some(Cue::Met),
            _ if is_new(self.fallen, before.fallen) => Some(Cue::Fell),
            _ if is_new(self.orders, before.orders) => Some(Cue::Ordered),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weightiest_news_is_heard_and_a_jump_in_time_is_silent() {
        let before = Heard { tick: 100, orders: 3, met: 1, fallen: 5, ..Heard::default() };
        assert_eq!(before.cue(before), None);
        let now = Heard { tick: 101, orders: 4, fallen: 6, ..before };
        assert_eq!(now.cue(before), Some(Cue::Fell));
        assert_eq!(Heard { orders: 4, ..before }.cue(before), Some(Cue::Ordered), "while time stands");
        assert_eq!(Heard { is_won: true, met: 2, ..now }.cue(before), Some(Cue::Won));
        assert_eq!(Heard { tick: 50, ..now }.cue(before), None);
        assert_eq!(Heard { tick: 5000, ..now }.cue(before), None);
    }
}
