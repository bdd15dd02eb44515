//! A session is its level and what players did: saved as a file, it plays again to the same hash.
//!
//! The simulation is deterministic, so nothing else needs to be kept. The hash of every second is kept all
//! the same, so that a replay can say at which second a changed program goes another way.

mod recorder;

pub use recorder::{Played, Recorder};

use crate::files;
use crate::level::{Level, LevelErrors};
use crate::order::Action;
use crate::sim::{Options, Sim};
use crate::time::TICK_RATE;
use crate::unit::ModelName;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// Version of the file format.
const REPLAY_FORMAT: u32 = 1;
/// Ticks between two hashes.
const SECOND: u64 = TICK_RATE as u64;

/// What was done in a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// Ticks that had passed when it was applied.
    pub tick: u64,
    /// What.
    #[serde(flatten)]
    pub action: Action,
}

impl Recorded {
    /// Whether it is this action, in this tick.
    pub fn is(&self, (tick, action): &(u64, Action)) -> bool {
        self.tick == *tick && self.action == *action
    }
}

/// A recorded session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// Version of this format: 1.
    pub replay: u32,
    /// The level, in the level format.
    pub level: serde_json::Value,
    /// The model asked for instead of the level's.
    pub model: Option<ModelName>,
    /// How long it was, ticks.
    pub ticks: u64,
    /// What players did, in order.
    pub actions: Vec<Recorded>,
    /// State hash at the start, after every full second, and at the end where that is no full second.
    pub hashes: Vec<String>,
    /// A fault of the program ended it within its last tick: of the end there is no hash.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Somebody played on from a recording that was not his own: what it comes to is nobody's best.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub borrowed: bool,
}

/// Why a replay cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {said}")]
    Unread {
        /// Which.
        file: String,
        /// Why.
        said: String,
    },
    /// The file cannot be written.
    #[error("{file}: cannot be written: {error}")]
    Unwritten {
        /// Which.
        file: String,
        /// Why.
        error: io::Error,
    },
    /// It is no replay.
    #[error("{file}:{}:{}: not a replay of format {REPLAY_FORMAT}: {error}", error.line(), error.column())]
    Format {
        /// Which.
        file: String,
        /// Why.
        error: serde_json::Error,
    },
    /// It is a level.
    #[error("{file}: a level, not a recording; `muster play` and `muster run` take it")]
    IsLevel {
        /// Which.
        file: String,
    },
    /// It is one of another version.
    #[error("{file}: a replay of format {found}; this program knows format {REPLAY_FORMAT}")]
    Version {
        /// Which.
        file: String,
        /// Its format.
        found: u32,
    },
    /// Its parts do not belong together.
    #[error("{file}: not a sound recording: {said}")]
    Broken {
        /// Which.
        file: String,
        /// What is wrong, and what would be right.
        said: String,
    },
    /// The level in it is wrong.
    #[error("{0}")]
    Level(#[from] LevelErrors),
}

impl Replay {
    /// Reads a replay.
    ///
    /// # Errors
    /// When the file cannot be read or is no replay.
    pub fn load(path: &Path) -> Result<Replay, ReplayError> {
        let file = path.display().to_string();
        let text = files::read_text(path, files::MAX_FILE)
            .map_err(|said| ReplayError::Unread { file: file.clone(), said })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let replay: Replay = serde_json::from_str(text).map_err(|error| match is_level(text) {
            true => ReplayError::IsLevel { file: file.clone() },
            false => ReplayError::Format { file: file.clone(), error },
        })?;
        if replay.replay != REPLAY_FORMAT {
            return Err(ReplayError::Version { file, found: replay.replay });
        }
        replay.check().map_err(|said| ReplayError::Broken { file, said })?;
        Ok(replay)
    }

    /// Holds the parts of a recording against each other.
    fn check(&self) -> Result<(), String> {
        let mut before = 0;
        for (index, recorded) in self.actions.iter().enumerate() {
            if recorded.tick < before {
                let tick = recorded.tick;
                return Err(format!(
                    "actions[{index}]: tick {tick} after tick {before}; actions are in order"
                ));
            }
            before = recorded.tick;
        }
        if let Some(last) = self.actions.last().filter(|last| last.tick > self.ticks) {
            let (index, tick, ticks) = (self.actions.len() - 1, last.tick, self.ticks);
            return Err(format!("actions[{index}]: tick {tick}, but the recording ends after {ticks} ticks"));
        }
        let seconds = self.ticks.div_ceil(SECOND).saturating_add(1);
        let (hashes, wanted) =
            (self.hashes.len() as u64, seconds - u64::from(self.interrupted && self.ticks > 0));
        if hashes != wanted {
            let ticks = self.ticks;
            return Err(format!(
                "hashes: {hashes} of them; a recording of {ticks} ticks has {wanted}: at the start, after every \
                 second and at the end"
            ));
        }
        Ok(())
    }

    /// Writes the replay.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ReplayError> {
        let text = serde_json::to_string(self).map_err(io::Error::from);
        text.and_then(|text| files::write(path, text))
            .map_err(|error| ReplayError::Unwritten { file: path.display().to_string(), error })
    }

    /// The level that was played.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn level(&self) -> Result<Level, LevelErrors> {
        Level::parse(&self.level.to_string(), "level of the replay", None)
    }

    /// Hands the actions that are due to a simulation of this replay's level: call it before each tick.
    pub fn act(&self, sim: &mut Sim) {
        let now = sim.ticks();
        let first = self.actions.partition_point(|recorded| recorded.tick < now);
        let due = self.actions[first..].iter().take_while(|recorded| recorded.tick == now);
        due.for_each(|recorded| sim.act(recorded.action.clone()));
    }

    /// Applies what was done after the last tick, if all ticks have passed: call it after each tick, and
    /// before the first.
    pub fn finish(&self, sim: &mut Sim) {
        // Where nothing was done, what the level itself has due is applied by a tick that was never played.
        if sim.ticks() == self.ticks && self.actions.last().is_some_and(|last| last.tick == self.ticks) {
            self.act(sim);
            sim.take_in_now();
        }
    }

    /// Simulates the session again. The second at which the state first differs, if it does.
    ///
    /// # Errors
    /// When the level in it is wrong.
    pub fn verify(&self, threads: usize) -> Result<Option<u64>, LevelErrors> {
        let mut sim = Sim::new(&self.level()?, &Options { model: self.model, threads });
        for (second, expected) in self.hashes.iter().enumerate() {
            while sim.ticks() < self.ticks.min(second as u64 * SECOND) {
                self.act(&mut sim);
                sim.tick();
            }
            self.finish(&mut sim);
            if hash_of(&sim) != *expected {
                return Ok(Some(second as u64));
            }
        }
        Ok(None)
    }
}

fn hash_of(sim: &Sim) -> String {
    format!("{:016x}", sim.state_hash())
}

/// Whether a text is a level rather than a recording.
fn is_level(text: &str) -> bool {
    let keys: Result<serde_json::Map<String, serde_json::Value>, _> = serde_json::from_str(text);
    keys.is_ok_and(|keys| keys.contains_key("format") && !keys.contains_key("replay"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Area, Tile};
    use crate::ids::UnitId;
    use crate::order::{Command, Order};
    use glam::vec2;

    const LEVEL: &str = r##"{ "format": 1, "name": "A", "map": { "size": [16, 8] },
        "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] },
                  { "id": "B", "kind": "infantry", "team": "red", "at": [4.5, 4.5] }],
        "orders": [{ "time": 1, "who": ["A"], "do": "move", "to": [12.5, 2.5] }],
        "edits": [{ "time": 1, "area": [6, 2, 1, 2], "tile": "#" }] }"##;

    fn tile(column: i32, row: i32, tile: Tile) -> Action {
        Action::Edit { area: Area { column, row, columns: 1, rows: 1 }, tile }
    }

    /// What a hand may do while time stands, such that the order of things matters: a wall where a unit is
    /// placed next, one under a unit that is removed and comes back, and ground that is changed twice.
    fn deeds() -> Vec<Action> {
        let spawn = |x, y| Action::Spawn { kind: 0, team: 0, at: vec2(x, y), model: ModelName::Predictive };
        let command = Command::Move {
            to: vec2(300.0, 200.0),
            each: false,
            formation: Default::default(),
            manner: Default::default(),
        };
        vec![
            tile(8, 5, Tile::Rock),
            spawn(255.0, 165.0),
            spawn(195.0, 75.0),
            tile(4, 4, Tile::Rock),
            Action::Remove { units: vec![UnitId(1)] },
            Action::Restore { units: vec![UnitId(1)] },
            tile(4, 4, Tile::Ground),
            Action::Restore { units: vec![UnitId(1)] },
            Action::Order(Order { units: vec![UnitId(1), UnitId(2)], command, queue: false }),
            tile(8, 5, Tile::Ground),
        ]
    }

    #[test]
    fn what_is_done_while_time_stands_comes_to_the_same_state_as_its_recording() {
        let level = Level::parse(LEVEL, "a.json", None).unwrap();
        let options = Options { threads: 1, ..Options::default() };
        let mut sim = Sim::new(&level, &options);
        let mut recorder = Recorder::new(&level, None, &sim);
        // At the very tick at which the level has an order and an edit of its own, too.
        while sim.ticks() < 120 {
            if sim.ticks() == 30 || sim.ticks() == 45 {
                for action in deeds() {
                    sim.act(action);
                    sim.take_in_now();
                }
            }
            sim.tick();
            recorder.observe(&sim);
        }
        sim.act(deeds().swap_remove(2));
        sim.take_in_now();
        let replay = recorder.replay(&sim);
        assert_eq!(replay.verify(1).unwrap(), None);
        let mut again = Sim::new(&level, &options);
        while again.ticks() < replay.ticks {
            replay.act(&mut again);
            again.tick();
        }
        replay.finish(&mut again);
        assert_eq!(hash_of(&again), hash_of(&sim));
        assert_eq!((again.grid.tiles(), again.len()), (sim.grid.tiles(), sim.len()));
    }

    /// The level orders something and builds at the very tick at which the recording ends.
    #[test]
    fn a_recording_that_ends_when_the_level_has_something_due_comes_to_its_state() {
        let level = Level::parse(LEVEL, "a.json", None).unwrap();
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let mut recorder = Recorder::new(&level, None, &sim);
        while sim.ticks() < 30 {
            sim.tick();
            recorder.observe(&sim);
        }
        assert_eq!(recorder.replay(&sim).verify(1).unwrap(), None);
    }

    #[test]
    fn removed_units_come_back_under_their_names_where_there_is_room() {
        let level = Level::parse(LEVEL, "a.json", None).unwrap();
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let both = vec![UnitId(0), UnitId(1)];
        sim.act(Action::Remove { units: both.clone() });
        sim.act(tile(4, 4, Tile::Water));
        sim.act(Action::Restore { units: both.clone() });
        sim.take_in_now();
        assert!(sim.entity(UnitId(0)).is_some() && sim.entity(UnitId(1)).is_none(), "water is in B's place");
        sim.act(tile(4, 4, Tile::Ground));
        sim.act(Action::Restore { units: both });
        sim.take_in_now();
        assert_eq!((sim.len(), sim.ticks()), (2, 0));
        sim.tick();
    }
}
