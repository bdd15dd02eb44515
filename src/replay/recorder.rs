//! A session becomes a recording.

use super::{REPLAY_FORMAT, Recorded, Replay, SECOND};
use crate::level::Level;
use crate::order::Action;
use crate::sim::Sim;
use crate::unit::ModelName;

/// What is known of a session, as far as a recording keeps it.
pub struct Played<'a> {
    /// The level that it began as.
    pub level: &'a Level,
    /// The model asked for instead of the level's.
    pub model: Option<ModelName>,
    /// How long it was, ticks.
    pub ticks: u64,
    /// What players did, with the ticks that had passed.
    pub actions: &'a [(u64, Action)],
    /// State hashes of the full seconds, the start's first; more than there were seconds do not count.
    pub hashes: &'a [u64],
    /// The state hash at the end; `None`: a fault of the program ended the session within its last tick.
    pub end: Option<u64>,
}

impl Played<'_> {
    /// The recording.
    pub fn replay(&self) -> Replay {
        let full = self.ticks.div_ceil(SECOND) as usize;
        let seconds = if self.end.is_none() { full.max(1) } else { full };
        let hashes = self.hashes.iter().take(seconds).chain(&self.end);
        let recorded = |(tick, action): &(u64, Action)| Recorded { tick: *tick, action: action.clone() };
        Replay {
            replay: REPLAY_FORMAT,
            level: serde_json::from_str(&self.level.to_json()).expect("a level is written as JSON"),
            model: self.model,
            ticks: self.ticks,
            actions: self.actions.iter().map(recorded).collect(),
            hashes: hashes.map(|hash| format!("{hash:016x}")).collect(),
            interrupted: self.end.is_none(),
            borrowed: false,
        }
    }
}

/// Records a session while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    level: Level,
    model: Option<ModelName>,
    hashes: Vec<u64>,
}

impl Recorder {
    /// Begins with the start of a level.
    pub fn new(level: &Level, model: Option<ModelName>, sim: &Sim) -> Recorder {
        Recorder { level: level.clone(), model, hashes: vec![sim.state_hash()] }
    }

    /// Looks at the state; call it after each tick.
    pub fn observe(&mut self, sim: &Sim) {
        if sim.ticks().is_multiple_of(SECOND) {
            self.hashes.push(sim.state_hash());
        }
    }

    /// The session so far.
    pub fn replay(&self, sim: &Sim) -> Replay {
        let Recorder { level, model, hashes } = self;
        // With what was done since the last tick.
        let end = Some(sim.state_hash());
        Played { level, model: *model, ticks: sim.ticks(), actions: sim.actions(), hashes, end }.replay()
    }
}
