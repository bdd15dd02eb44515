//! Every session is recorded and can be saved; a saved one plays again in the window.

use crate::level::Level;
use crate::replay::{Recorder, Replay};
use crate::sim::{Options, Sim};
use crate::time::TICK_RATE;
use crate::window::setup::Setup;

/// What was played so far, or what is played again.
pub struct Session {
    recorder: Recorder,
    replay: Option<Replay>,
    differs: Option<u64>,
    /// Ticks that were begun; the last of them may not have come to its end.
    begun: u64,
    options: Options,
    /// The tick that a recording is on its way to.
    goal: Option<u64>,
    /// A tick was begun and has not come to its end.
    in_tick: bool,
}

impl Session {
    /// Begins to record a level at its start.
    pub fn new(level: &Level, setup: &Setup, sim: &Sim) -> Session {
        let recorder = Recorder::new(level, setup.model, sim);
        Session {
            recorder,
            replay: None,
            differs: None,
            begun: 0,
            options: Options { model: setup.model, threads: setup.threads },
            goal: None,
            in_tick: false,
        }
    }

    /// The recording that is played again.
    pub fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// Ticks after which a recording is over.
    pub fn end(&self) -> Option<u64> {
        self.replay.as_ref().map(|replay| replay.ticks)
    }

    /// Whether a tick was begun that has not come to its end.
    pub fn is_in_tick(&self) -> bool {
        self.in_tick
    }

    /// Hands out what the recording has for this tick.
    pub fn before_tick(&mut self, sim: &mut Sim) {
        (self.begun, self.in_tick) = (sim.ticks() + 1, true);
        if let Some(replay) = &self.replay {
            replay.act(sim);
        }
    }

    /// The tick that a recording is on its way to, at full speed.
    pub fn goal(&self) -> Option<u64> {
        self.goal
    }

    /// Looks at the state after a tick.
    pub fn after_tick(&mut self, sim: &mut Sim) {
        self.in_tick = false;
        self.recorder.observe(sim);
        if let Some(replay) = &self.replay {
            replay.finish(sim);
        }
        let is_hashed = sim.ticks().is_multiple_of(u64::from(TICK_RATE)) || self.end() == Some(sim.ticks());
        if let Some(replay) = self.replay.as_ref().filter(|_| is_hashed && self.differs.is_none()) {
            let second = sim.ticks().div_ceil(u64::from(TICK_RATE));
            let now = format!("{:016x}", sim.state_hash());
            let expected = replay.hashes.get(second as usize);
            self.differs = expected.is_some_and(|expected| *expected != now).then_some(second);
        }
        self.goal = self.goal.filter(|&goal| sim.ticks() < goal);
    }

    /// Plays this recording again.
    pub fn show(&mut self, replay: Replay) {
        self.replay = Some(replay);
    }

    /// The second from which on a recording goes another way than it went.
    pub fn differs(&self) -> Option<u64> {
        self.differs
    }

    /// What the simulation was started with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sends the recording to a tick, at full speed.
    pub fn aim(&mut self, goal: Option<u64>) {
        self.goal = goal;
    }

    /// The level begins again.
    pub fn restart(&mut self, level: &Level, sim: &Sim) {
        self.recorder = Recorder::new(level, self.options.model, sim);
        self.differs = None;
    }

    /// All that was done so far.
    pub fn recording(&self, sim: &Sim) -> Replay {
        self.recorder.replay(sim)
    }

    /// The same, up to and with the tick that did not come to its end.
    pub fn interrupted(&self, sim: &Sim) -> Replay {
        self.recorder.interrupted(sim, sim.ticks().max(self.begun))
    }
}
