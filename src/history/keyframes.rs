//! Moments of a game, dense near the newest and thinner before.

use crate::order::Action;
use crate::sim::Sim;
use std::sync::Arc;

/// Ticks between two keyframes are at least this many: saving and packing a game of 1,000 units takes as long
/// as two and a half ticks do. At 30 that is 8 % of the ticks and any moment is there within 45 ms, at 50 it
/// is 6 % and 80 ms, at 60 5 % and 126 ms.
const CLOSEST: u64 = 50;
/// What a keyframe takes beside its bytes.
const BASE: usize = 128;

/// So many ticks ago keyframes are dense, for hands that go back tick by tick: ten seconds.
const JUST_NOW: u64 = 300;
/// So many ticks ago they begin to be thinner the longer ago it is: ten minutes. Within these every moment is
/// as near as any other.
const LATELY: u64 = 18_000;

/// How long a gap may be so long ago, in ticks, beside one within the last ten minutes.
fn allowed(ago: u64) -> f64 {
    match ago {
        ..JUST_NOW => 0.25,
        _ => (ago as f64 / LATELY as f64).max(1.0),
    }
}

/// Of moments, by tick, the one without which the gap that is left is the smallest for how long ago it is.
/// Neither the first nor the newest; there are three at least.
pub(super) fn least_missed(ticks: &[u64]) -> usize {
    let now = ticks[ticks.len() - 1];
    let missed = |index: usize| (ticks[index + 1] - ticks[index - 1]) as f64 / allowed(now - ticks[index]);
    (1..ticks.len() - 1).min_by(|&a, &b| missed(a).total_cmp(&missed(b))).expect("there are three")
}

/// A moment of a session that is kept: the game as [bytes](crate::savegame), packed.
#[derive(Debug)]
pub struct Keyframe {
    tick: u64,
    /// How much players had done.
    actions: usize,
    packed: Vec<u8>,
}

impl Keyframe {
    fn of(sim: &Sim, saved: &mut Vec<u8>) -> Keyframe {
        sim.save_into(saved);
        let mut packed = lz4_flex::block::compress_prepend_size(saved);
        packed.shrink_to_fit();
        Keyframe { tick: sim.ticks(), actions: sim.actions().len(), packed }
    }

    /// Ticks that had passed.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    fn bytes(&self) -> usize {
        BASE + self.packed.len()
    }

    /// A game of this session becomes as it was then. `actions`: what players did in it, up to then at least.
    pub(super) fn show(&self, sim: &mut Sim, actions: &[(u64, Action)]) {
        let saved = lz4_flex::block::decompress_size_prepended(&self.packed);
        let restored = saved.map_err(|error| error.to_string()).and_then(|saved| sim.restore(&saved));
        restored.expect("what was saved can be read");
        sim.recall(&actions[..self.actions.min(actions.len())]);
    }
}

/// Keyframes of one course of events, by tick. The first is never given up.
#[derive(Clone)]
pub struct Keyframes {
    list: Vec<Arc<Keyframe>>,
    bytes: usize,
    /// A game with the same threads and models and nobody on it.
    blank: Sim,
    /// Scratch.
    saved: Vec<u8>,
}

impl Keyframes {
    pub fn new(sim: &Sim) -> Keyframes {
        let mut saved = Vec::new();
        let first = Arc::new(Keyframe::of(sim, &mut saved));
        Keyframes { bytes: first.bytes(), list: vec![first], blank: sim.blank(), saved }
    }

    pub fn first(&self) -> &Arc<Keyframe> {
        &self.list[0]
    }

    /// Bytes, and how many.
    pub fn memory(&self) -> (usize, usize) {
        (self.bytes, self.list.len())
    }

    /// Keeps the game's moment if that is due, and gives others up where all take more than `budget` bytes.
    pub fn offer(&mut self, sim: &Sim, budget: usize) {
        if sim.ticks() < self.list[self.list.len() - 1].tick + CLOSEST {
            return;
        }
        let keyframe = Keyframe::of(sim, &mut self.saved);
        self.bytes += keyframe.bytes();
        self.list.push(Arc::new(keyframe));
        self.thin(budget);
    }

    /// Gives keyframes up where all take more than `budget` bytes, but for the first and the newest.
    pub fn thin(&mut self, budget: usize) {
        if self.bytes <= budget {
            return;
        }
        let mut ticks: Vec<u64> = self.list.iter().map(|keyframe| keyframe.tick).collect();
        while self.bytes > budget && self.list.len() > 2 {
            let index = least_missed(&ticks);
            ticks.remove(index);
            self.bytes -= self.list.remove(index).bytes();
        }
    }

    /// Gives up the keyframes after `tick`.
    pub fn cut(&mut self, tick: u64) {
        self.list.retain(|keyframe| keyframe.tick <= tick);
        self.bytes = self.list.iter().map(|keyframe| keyframe.bytes()).sum();
    }

    /// The newest that is not after `tick` and `wanted`; the first where there is none.
    pub fn nearest(&self, tick: u64, wanted: impl Fn(&Arc<Keyframe>) -> bool) -> &Arc<Keyframe> {
        let after = self.list.partition_point(|keyframe| keyframe.tick <= tick);
        self.list[..after].iter().rev().find(|keyframe| wanted(keyframe)).unwrap_or(&self.list[0])
    }

    /// The one of this very tick, if it is kept.
    pub fn of(&self, tick: u64) -> Option<&Arc<Keyframe>> {
        let index = self.list.binary_search_by_key(&tick, |keyframe| keyframe.tick).ok()?;
        Some(&self.list[index])
    }

    /// A game of its own at a keyframe.
    pub fn game(&self, keyframe: &Keyframe, actions: &[(u64, Action)]) -> Sim {
        let mut sim = self.blank.clone();
        keyframe.show(&mut sim, actions);
        sim
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::sim::Options;

    #[test]
    fn a_budget_is_kept_and_copies_are_dense_just_now_even_for_ten_minutes_and_thinner_before() {
        let text = r#"{ "format": 1, "name": "A", "map": { "size": [8, 8] } }"#;
        let level = Level::parse(text, "a.json", None).unwrap();
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let mut frames = Keyframes::new(&sim);
        let one = frames.memory().0;
        let end = 60_000;
        for _ in 0..end {
            sim.tick();
            frames.offer(&sim, 60 * one);
        }
        assert!(frames.memory().0 <= 60 * one && frames.memory().1 >= 59, "{:?}", frames.memory());
        let ticks: Vec<u64> = frames.list.iter().map(|keyframe| keyframe.tick).collect();
        assert_eq!((ticks[0], ticks[ticks.len() - 1]), (0, end));
        let longest = |from: u64, to: u64| {
            let gaps = ticks.windows(2).filter(|pair| pair[1] > from && pair[0] < to);
            gaps.map(|pair| pair[1] - pair[0]).max().unwrap()
        };
        let (before, lately, now) =
            (longest(0, end - 40_000), longest(end - 17_000, end - 1000), longest(end - 1, end));
        assert!(now * 3 <= lately && lately < before && before < 6 * lately, "{now} {lately} {before}");
        let first = longest(end - 17_000, end - 9000);
        let second = longest(end - 9000, end - 1000);
        assert!(first <= 2 * second && second <= 2 * first, "{first} {second}: as near as any other");
        assert_eq!(frames.nearest(31, |_| true).ticks(), 0);
    }
}
