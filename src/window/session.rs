//! What is played: a level that goes on, or a recording that goes as it went. Both can be rewound.

use crate::history::{History, Keyframe};
use crate::level::Level;
use crate::order::Action;
use crate::replay::{Played, Replay};
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::ModelName;
use crate::window::setup::Setup;
use std::sync::Arc;

/// What whoever would change a recording is told.
pub const RECORDING: &str = "This is a recording: it goes as it went";

/// What was played so far, or what is played again.
pub struct Session {
    /// Any moment of it.
    pub history: History,
    replay: Option<Replay>,
    /// The recording that somebody plays on from.
    origin: Option<Replay>,
    /// The recording is not the player's own.
    is_others: bool,
    differs: Option<u64>,
    /// Ticks that were begun; the last of them may not have come to its end.
    begun: u64,
    /// The model that was asked for instead of what the level says.
    model: Option<ModelName>,
    /// The tick that the session is on its way to.
    goal: Option<u64>,
    /// A tick was begun and has not come to its end.
    in_tick: bool,
}

impl Session {
    /// Begins with a level at its start.
    pub fn new(setup: &Setup, sim: &Sim) -> Session {
        Session {
            history: History::new(sim, History::BUDGET),
            replay: None,
            origin: None,
            is_others: false,
            differs: None,
            begun: 0,
            model: setup.model,
            goal: None,
            in_tick: false,
        }
    }

    /// The recording that is played again.
    pub fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// The recording that the session began with, whether it is played again or somebody plays on from it.
    pub fn origin(&self) -> Option<&Replay> {
        self.replay.as_ref().or(self.origin.as_ref())
    }

    /// From this moment on the recording is a game like any other: what has been played of it is its past.
    pub fn play_on(&mut self) {
        self.origin = self.replay.take();
        self.goal = None;
    }

    /// Ticks after which a recording is over.
    pub fn end(&self) -> Option<u64> {
        self.replay.as_ref().map(|replay| replay.ticks)
    }

    /// Whether a recording is over after so many ticks.
    pub fn is_over(&self, ticks: u64) -> bool {
        self.end().is_some_and(|end| ticks >= end)
    }

    /// The last tick that one can go to: of a recording its end, else the last that was played.
    pub fn known(&self) -> u64 {
        self.end().unwrap_or(self.history.end())
    }

    /// Whether a tick was begun that has not come to its end.
    pub fn is_in_tick(&self) -> bool {
        self.in_tick
    }

    /// Hands out what was done in this tick: by the recording, or before the session was rewound.
    pub fn before_tick(&mut self, sim: &mut Sim) {
        (self.begun, self.in_tick) = (sim.ticks() + 1, true);
        match &self.replay {
            Some(replay) => replay.act(sim),
            None => self.history.act(sim),
        }
    }

    /// The tick that the session is on its way to, at full speed.
    pub fn goal(&self) -> Option<u64> {
        self.goal
    }

    /// Looks at the state after a tick.
    pub fn after_tick(&mut self, sim: &mut Sim) {
        self.in_tick = false;
        let went_so = self.history.observe(sim);
        match &self.replay {
            Some(replay) => replay.finish(sim),
            None => self.history.finish(sim),
        }
        self.history.acted(sim);
        let second = sim.ticks().div_ceil(u64::from(TICK_RATE));
        let is_hashed = sim.ticks().is_multiple_of(u64::from(TICK_RATE)) || self.end() == Some(sim.ticks());
        let expected =
            self.replay.as_ref().filter(|_| is_hashed).and_then(|replay| replay.hashes.get(second as usize));
        let is_other = expected.is_some_and(|expected| *expected != format!("{:016x}", sim.state_hash()));
        if self.differs.is_none() && (is_other || !went_so) {
            self.differs = Some(second);
        }
        self.goal = self.goal.filter(|&goal| sim.ticks() < goal);
    }

    /// Plays this recording again, which is the player's own or not.
    pub fn show(&mut self, replay: Replay, is_own: bool) {
        self.is_others = !is_own || replay.borrowed;
        self.replay = Some(replay);
    }

    /// Whether what is played was begun by somebody else.
    pub fn is_borrowed(&self) -> bool {
        self.borrows(self.history.actions())
    }

    /// Whether a game was begun by somebody else: with the first action of a recording that is not the
    /// player's own.
    fn borrows(&self, actions: &[(u64, Action)]) -> bool {
        let theirs = self.origin().filter(|_| self.is_others).and_then(|origin| origin.actions.first());
        theirs.zip(actions.first()).is_some_and(|(theirs, first)| theirs.is(first))
    }

    /// The second from which on it goes another way than it went.
    pub fn differs(&self) -> Option<u64> {
        self.differs
    }

    /// Goes to a tick, as far as there is one: `sim` becomes the state at a `wanted` keyframe where that is
    /// nearer, and the session is on its way from there, at full speed. Returns that keyframe.
    pub fn go_to(
        &mut self,
        sim: &mut Sim,
        tick: u64,
        wanted: impl Fn(&Arc<Keyframe>) -> bool,
    ) -> Option<Arc<Keyframe>> {
        let tick = tick.clamp(self.history.start(), self.known());
        let near = self.history.nearest(tick, wanted);
        let is_nearer = tick < sim.ticks() || near.ticks() > sim.ticks();
        let shown = is_nearer.then(|| near.clone());
        if let Some(keyframe) = &shown {
            self.history.show(keyframe, sim);
        }
        self.goal = Some(tick).filter(|&tick| tick > sim.ticks());
        shown
    }

    /// Stays at the moment that is shown, wherever it was on its way to.
    pub fn stay(&mut self) {
        self.goal = None;
    }

    /// Sends the session on to a tick that may not have been played yet, at full speed.
    pub fn play_to(&mut self, sim: &Sim, tick: u64) {
        let tick = self.end().map_or(tick, |end| tick.min(end));
        self.goal = Some(tick).filter(|&tick| tick > sim.ticks());
    }

    /// Changes to the future that was left: `sim` becomes a `wanted` keyframe before the two part, which is
    /// returned; `None` where there is one future.
    pub fn change_future(
        &mut self,
        sim: &mut Sim,
        wanted: impl Fn(&Arc<Keyframe>) -> bool,
    ) -> Option<Arc<Keyframe>> {
        let parts = self.history.change_future()?;
        let keyframe = self.history.nearest(parts, wanted).clone();
        self.history.show(&keyframe, sim);
        self.goal = None;
        Some(keyframe)
    }

    /// All that was played, with what is beyond the present moment.
    pub fn recording(&self, level: &Level) -> Replay {
        self.recording_of(level, &self.history)
    }

    /// The recording of the future that was left, if there is one.
    pub fn other_recording(&self, level: &Level) -> Option<Replay> {
        self.history.left()?;
        let mut other = self.history.clone();
        other.change_future();
        Some(self.recording_of(level, &other))
    }

    fn recording_of(&self, level: &Level, history: &History) -> Replay {
        let (ticks, actions) = (history.end(), history.actions());
        let end = Some(history.at(ticks).state_hash());
        let (model, hashes) = (self.model, history.hashes());
        self.replay_of(Played { level, model, ticks, actions, hashes, end })
    }

    /// The session up to and with the tick that did not come to its end.
    pub fn interrupted(&self, level: &Level, sim: &Sim) -> Replay {
        // What was done last may be what it failed at, and nobody may have looked at it yet.
        let (ticks, actions) = (sim.ticks().max(self.begun), sim.actions());
        let (model, hashes) = (self.model, self.history.hashes());
        self.replay_of(Played { level, model, ticks, actions, hashes, end: None })
    }

    fn replay_of(&self, played: Played) -> Replay {
        Replay { borrowed: self.borrows(played.actions), ..played.replay() }
    }
}
