//! The time machine: every moment of a session again, exactly as it was, and other futures from there.
//!
//! The simulation is deterministic, so a moment needs no film: the state some time before it, and what
//! players did since, come to the same state. States are kept as *keyframes*, saved games that are packed,
//! close together near the end of the session and farther apart before, within a budget of memory. The state
//! hash of every second is kept too, and holds what is simulated again to what was.
//!
//! ```
//! use muster::history::History;
//! use muster::level::Level;
//! use muster::sim::{Options, Sim};
//!
//! let text = r#"{ "format": 1, "name": "Walk", "map": { "size": [20, 5] },
//!     "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] } ],
//!     "orders": [ { "who": ["A"], "do": "move", "to": [12.5, 2.5] } ] }"#;
//! let level = Level::parse(text, "walk.json", None).unwrap();
//! let mut sim = Sim::new(&level, &Options::default());
//! let mut history = History::new(&sim, History::BUDGET);
//! let mut seen = 0;
//! for _ in 0..120 {
//!     sim.tick();
//!     history.observe(&sim);
//!     if sim.ticks() == 50 {
//!         seen = sim.state_hash();
//!     }
//! }
//! assert_eq!(history.at(50).state_hash(), seen);
//! ```
//!
//! # Source
//! Rewinding by copies and simulating again is what games with rollback do; see for instance GGPO's manual,
//! <https://github.com/pond3r/ggpo/blob/master/doc/DeveloperGuide.md>, 2019, which keeps the last few ticks
//! only.

mod kept;
mod keyframes;
mod marks;
mod twin;
mod waits;
mod words;

pub use kept::Kept;
pub use keyframes::Keyframe;
pub use marks::{Mark, MarkKind};
pub use twin::{Gone, Twin};
pub use waits::{Root, Waits};

use crate::order::Action;
use crate::sim::Sim;
use crate::time::TICK_RATE;
use keyframes::Keyframes;
use marks::Marker;
use std::sync::Arc;

/// Ticks between two hashes.
const SECOND: u64 = TICK_RATE as u64;

/// One course of events, from the start of the session to where it was left.
#[derive(Clone)]
struct Line {
    keyframes: Keyframes,
    /// What players did, with the ticks that had passed.
    actions: Vec<(u64, Action)>,
    /// The state hash of every full second.
    hashes: Vec<u64>,
    marks: Vec<Mark>,
    /// Ticks that have been simulated.
    end: u64,
}

/// A session that can be rewound. It watches a game ([`History::observe`]) and gives any moment of it again
/// ([`History::at`]).
#[derive(Clone)]
pub struct History {
    line: Line,
    /// The future that was left for the present one, and the tick at which they part.
    left: Option<(u64, Line)>,
    marker: Marker,
    budget: usize,
    revision: u64,
}

impl History {
    /// Memory that keyframes may take unless somebody says otherwise, bytes: 256 MiB.
    pub const BUDGET: usize = 256 << 20;

    /// Begins with the game as it is. `budget`: memory for keyframes, bytes; the first and the
    /// newest one are kept in any case.
    pub fn new(sim: &Sim, budget: usize) -> History {
        let line = Line {
            keyframes: Keyframes::new(sim),
            actions: sim.actions().to_vec(),
            hashes: vec![sim.state_hash()],
            marks: Vec::new(),
            end: sim.ticks(),
        };
        History { line, left: None, marker: Marker::default(), budget, revision: 0 }
    }

    /// Looks at a game after a tick. At the end of the session this makes it longer; in its past it goes as
    /// it went.
    ///
    /// Returns whether it did: `false` when a second was simulated again and came to another hash, which is a
    /// fault of the program.
    pub fn observe(&mut self, sim: &Sim) -> bool {
        self.acted(sim);
        let now = sim.ticks();
        let second = self.second_of(now);
        if now <= self.line.end {
            let hash = second.and_then(|second| self.line.hashes.get(second));
            return hash.is_none_or(|&hash| hash == sim.state_hash());
        }
        debug_assert_eq!(now, self.line.end + 1, "every tick is observed");
        self.line.end = now;
        if second.is_some_and(|second| second == self.line.hashes.len()) {
            self.line.hashes.push(sim.state_hash());
        }
        let marks = self.line.marks.len();
        self.marker.look(sim, &mut self.line.marks);
        if self.line.marks.len() > marks {
            marks::forget_oldest(&mut self.line.marks);
        }
        self.line.keyframes.offer(sim, self.share());
        true
    }

    /// Takes note of what players did in a game of this session since it was looked at. Call it where
    /// something is done while time stands; [`History::observe`] does it, too.
    ///
    /// An action in the past that was not done there begins a new future, and the old one is
    /// [left](History::left).
    pub fn acted(&mut self, sim: &Sim) {
        let (theirs, ours) = (sim.actions(), &self.line.actions);
        let common = theirs.len().min(ours.len());
        // What was done is only added to, so that the last of it tells.
        let as_before = common == 0 || theirs[common - 1] == ours[common - 1];
        if as_before && theirs.len() <= ours.len() {
            return;
        }
        let parts = (0..common).find(|&index| theirs[index] != ours[index]).unwrap_or(common);
        let now = theirs[parts].0;
        if now < self.line.end {
            self.fork(now);
        }
        self.line.actions.truncate(parts);
        self.line.actions.extend_from_slice(&theirs[parts..]);
        marks::add_actions(sim, &theirs[parts..], &mut self.line.marks);
        marks::forget_oldest(&mut self.line.marks);
    }

    /// Memory for the keyframes of a future, bytes: two of them share it.
    fn share(&self) -> usize {
        if self.left.is_some() { self.budget / 2 } else { self.budget }
    }

    /// Which of the full seconds ends with this tick.
    fn second_of(&self, tick: u64) -> Option<usize> {
        let passed = tick - self.start();
        passed.is_multiple_of(SECOND).then_some((passed / SECOND) as usize)
    }

    /// Begins a new future after `now` ticks.
    fn fork(&mut self, now: u64) {
        let mut line = self.line.clone();
        line.end = now;
        line.keyframes.cut(now);
        line.hashes.truncate(((now - self.start()) / SECOND + 1) as usize);
        line.marks.retain(|mark| mark.tick <= now);
        self.left = Some((now, std::mem::replace(&mut self.line, line)));
        let share = self.share();
        self.left.iter_mut().for_each(|(_, line)| line.keyframes.thin(share));
        self.line.keyframes.thin(share);
        self.marker = Marker::default();
        self.revision += 1;
    }

    /// Changes to the future that was left. Returns the tick at which the two part; `None` when there is only
    /// one.
    pub fn change_future(&mut self) -> Option<u64> {
        let (parts, other) = self.left.take()?;
        self.left = Some((parts, std::mem::replace(&mut self.line, other)));
        self.marker = Marker::default();
        self.revision += 1;
        Some(parts)
    }

    /// The tick at which the future that was left parts from this one, and the last tick of it.
    pub fn left(&self) -> Option<(u64, u64)> {
        self.left.as_ref().map(|(parts, line)| (*parts, line.end))
    }

    /// Ticks that had passed when the session began.
    pub fn start(&self) -> u64 {
        self.line.keyframes.first().ticks()
    }

    /// The last tick that was simulated.
    pub fn end(&self) -> u64 {
        self.line.end
    }

    /// What players did in the whole session, with the ticks that had passed.
    pub fn actions(&self) -> &[(u64, Action)] {
        &self.line.actions
    }

    /// The state hash of every full second, the start's first.
    pub fn hashes(&self) -> &[u64] {
        &self.line.hashes
    }

    /// What is worth going to, by tick.
    pub fn marks(&self) -> &[Mark] {
        &self.line.marks
    }

    /// Adds a mark of somebody who watches the session, at its end.
    pub fn mark(&mut self, mark: Mark) {
        if mark.tick == self.line.end && !self.line.marks.contains(&mark) {
            self.line.marks.push(mark);
        }
    }

    /// Memory that keyframes take, bytes, and how many there are, those of the future that was left included.
    pub fn memory(&self) -> (usize, usize) {
        let left = self.left.as_ref().map_or((0, 0), |(_, line)| line.keyframes.memory());
        let (bytes, count) = self.line.keyframes.memory();
        (bytes + left.0, count + left.1)
    }

    /// The game as it was after `tick` ticks (brought into the session), exactly: from the keyframe before
    /// it, with what was done since.
    pub fn at(&self, tick: u64) -> Sim {
        let tick = tick.clamp(self.start(), self.end());
        let keyframe = self.nearest(tick, |_| true);
        let mut sim = self.line.keyframes.game(keyframe, &self.line.actions);
        while sim.ticks() < tick {
            self.act(&mut sim);
            sim.tick();
        }
        self.finish(&mut sim);
        sim
    }

    /// The newest keyframe that is not after `tick` and `wanted`, else the first. [`History::show`],
    /// [`History::act`] and ticks lead there: for windows that must not wait.
    pub fn nearest(&self, tick: u64, wanted: impl Fn(&Arc<Keyframe>) -> bool) -> &Arc<Keyframe> {
        self.line.keyframes.nearest(tick, wanted)
    }

    /// The keyframe of this very tick, if there is one. It lives as long as the session keeps it.
    pub fn keyframe(&self, tick: u64) -> Option<&Arc<Keyframe>> {
        self.line.keyframes.of(tick)
    }

    /// A game of this session becomes as it was at one of its keyframes.
    pub fn show(&self, keyframe: &Keyframe, sim: &mut Sim) {
        keyframe.show(sim, &self.line.actions);
    }

    /// Another number after every change to another course of events.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Hands a game of this session what was done next: call it before each tick.
    pub fn act(&self, sim: &mut Sim) {
        let now = sim.ticks();
        let next = self.line.actions.get(sim.actions().len()..).unwrap_or_default();
        let due: Vec<Action> =
            next.iter().take_while(|(tick, _)| *tick == now).map(|(_, action)| action.clone()).collect();
        due.into_iter().for_each(|action| sim.act(action));
    }

    /// Applies what was done after the last tick, if all ticks have passed.
    pub fn finish(&self, sim: &mut Sim) {
        if sim.ticks() == self.end() && sim.actions().len() < self.line.actions.len() {
            self.act(sim);
            sim.take_in_now();
        }
    }
}
