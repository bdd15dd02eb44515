//! Copies of a game, dense near the newest and thinner before.

use crate::sim::Sim;
use std::sync::Arc;

/// Ticks between two copies are at least this many, so that copying stays below a twentieth of the time of
/// the ticks: a copy takes about as long as a tick does.
const CLOSEST: u64 = 30;
/// What a copy takes in any case, for each unit, and for each tile of the map, bytes: measured;
/// `tests/history_memory.rs` holds it.
const BASE: usize = 32 << 10;
const EACH_UNIT: usize = 1_450;
const EACH_TILE: usize = 4;

/// So many ticks ago copies are dense, for hands that go back tick by tick: ten seconds.
const JUST_NOW: u64 = 300;
/// So many ticks ago they begin to be thinner the longer ago it is: ten minutes. Within these every moment is as near as
/// any other.
const LATELY: u64 = 18_000;

/// How long a gap may be so long ago, in ticks, beside one within the last ten minutes.
fn allowed(ago: u64) -> f64 {
    match ago {
        ..JUST_NOW => 0.25,
        _ => (ago as f64 / LATELY as f64).max(1.0),
    }
}

/// A copy.
#[derive(Clone)]
struct Keyframe {
    sim: Arc<Sim>,
    /// By estimate.
    bytes: usize,
}

impl Keyframe {
    fn of(sim: &Sim) -> Keyframe {
        let tiles = sim.grid.tiles().len();
        let bytes = BASE + sim.len() * EACH_UNIT + tiles * EACH_TILE;
        Keyframe { sim: Arc::new(sim.clone()), bytes }
    }

    fn tick(&self) -> u64 {
        self.sim.ticks()
    }
}

/// Copies of one course of events, by tick. The first is never given up.
#[derive(Clone)]
pub struct Keyframes {
    list: Vec<Keyframe>,
}

impl Keyframes {
    pub fn new(sim: &Sim) -> Keyframes {
        Keyframes { list: vec![Keyframe::of(sim)] }
    }

    pub fn first(&self) -> u64 {
        self.list[0].tick()
    }

    /// Bytes, and how many.
    pub fn memory(&self) -> (usize, usize) {
        (self.list.iter().map(|frame| frame.bytes).sum(), self.list.len())
    }

    /// Keeps a copy if one is due, and gives others up where all take more than `budget` bytes.
    pub fn offer(&mut self, sim: &Sim, budget: usize) {
        let newest = self.list[self.list.len() - 1].tick();
        if sim.ticks() < newest + CLOSEST {
            return;
        }
        self.list.push(Keyframe::of(sim));
        let mut bytes = self.memory().0;
        while bytes > budget && self.list.len() > 2 {
            bytes -= self.list.remove(self.least_missed(sim.ticks())).bytes;
        }
    }

    /// The copy without which the gap that is left is the smallest for how long ago it is. Neither the first
    /// nor the newest.
    fn least_missed(&self, now: u64) -> usize {
        let missed = |index: usize| {
            let gap = self.list[index + 1].tick() - self.list[index - 1].tick();
            gap as f64 / allowed(now - self.list[index].tick())
        };
        (1..self.list.len() - 1).min_by(|&a, &b| missed(a).total_cmp(&missed(b))).expect("there are three")
    }

    /// Gives up the copies after `tick`.
    pub fn cut(&mut self, tick: u64) {
        self.list.retain(|frame| frame.tick() <= tick);
    }

    /// The newest that is not after `tick` and `wanted`; the first where there is none.
    pub fn nearest(&self, tick: u64, wanted: impl Fn(&Arc<Sim>) -> bool) -> &Arc<Sim> {
        let after = self.list.partition_point(|frame| frame.tick() <= tick);
        let newest = self.list[..after].iter().rev().find(|frame| wanted(&frame.sim));
        &newest.unwrap_or(&self.list[0]).sim
    }

    /// The one of this very tick, if it is kept.
    pub fn of(&self, tick: u64) -> Option<&Arc<Sim>> {
        let index = self.list.binary_search_by_key(&tick, Keyframe::tick).ok()?;
        Some(&self.list[index].sim)
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
        let ticks: Vec<u64> = frames.list.iter().map(Keyframe::tick).collect();
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
