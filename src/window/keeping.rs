//! What is kept of a game: its session as a recording, a moment of it as a level, and in which file.

use crate::ids::UnitId;
use crate::order::Action;
use crate::platform::{disk, machine};
use crate::replay::Replay;
use crate::snapshot::Snapshot;
use crate::window::folders;
use crate::window::play::Play;
use std::path::{Path, PathBuf};

/// What became of a game that was given up.
pub struct KeptWork {
    /// What the player is told.
    pub words: String,
    /// It went as it does every time: a session is a recording in the folder of recordings.
    pub is_usual: bool,
}

impl KeptWork {
    /// Of what was saved; a session's recording is the usual, if it could be written.
    pub fn new(what: &str, saved: Result<PathBuf, String>, is_session: bool) -> KeptWork {
        let is_usual = is_session && saved.is_ok();
        let words = match saved {
            Ok(path) => format!("{what} is kept as {}", machine::place(&path)),
            Err(error) => format!("{what} could not be kept: {error}"),
        };
        KeptWork { words, is_usual }
    }
}

impl Play {
    /// These units, those near them, and what is still to come for them in this session, as a level.
    pub fn cut(&self, units: &[UnitId]) -> Snapshot {
        let done = self.sim.actions().len();
        let later: Vec<(u64, Action)> = match self.session.replay() {
            // Of a recording all is known that comes.
            Some(replay) => replay.actions.iter().map(|done| (done.tick, done.action.clone())).collect(),
            None => self.session.history.actions().to_vec(),
        };
        Snapshot::cut(&self.level, &self.sim, units, later.get(done..).unwrap_or_default())
    }

    /// Saves a moment of a game as a level of this name. Returns what could not be kept, in words.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub fn save_level(mut snapshot: Snapshot, name: String, path: &Path) -> Result<Option<String>, String> {
        snapshot.level.name = name;
        let saved = snapshot.level.save(path).map_err(|error| format!("{}: {error}", path.display()));
        saved.map(|()| snapshot.words())
    }

    /// Whether somebody did anything that opening the level or the recording again would not show.
    pub fn is_worth_keeping(&self) -> bool {
        let (end, actions) = (self.session.history.end(), self.session.history.actions());
        // From the last one back: this is asked in every frame, and what somebody did himself comes last.
        let goes_so = |origin: &Replay| {
            let known = origin.actions.get(..actions.len()).filter(|_| end <= origin.ticks);
            known.is_some_and(|known| known.iter().zip(actions).rev().all(|(known, done)| known.is(done)))
        };
        self.session.replay().is_none() && !actions.is_empty() && !self.session.origin().is_some_and(goes_so)
    }

    /// Keeps a session that is given up as a recording, if it is worth it.
    pub fn kept(&self) -> Option<KeptWork> {
        let what = format!("The session of {}", self.level.name);
        self.is_worth_keeping().then(|| KeptWork::new(&what, self.save_session(), true))
    }

    /// Saves the session so far in the folder of recordings.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub fn save_session(&self) -> Result<PathBuf, String> {
        self.write(&self.session.recording(&self.level))
    }

    /// Saves the session up to and with the tick that did not come to its end: played again, it fails again.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub fn save_crashed(&self) -> Result<PathBuf, String> {
        self.write(&self.session.interrupted(&self.level, &self.sim))
    }

    /// Saves a recording in a file of its own.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub(super) fn write(&self, replay: &Replay) -> Result<PathBuf, String> {
        let path = self.place_for("replay")?;
        replay.save(&path).map_err(|error| error.to_string()).map(|()| path)
    }

    /// A new file for something of this level in the player's folder, which is there then.
    ///
    /// # Errors
    /// Why there is no such folder.
    pub fn place_for(&self, extension: &str) -> Result<PathBuf, String> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(folders::fresh(&self.own_folder()?, &stem, extension))
    }

    /// The folder of what the player saves, which is there then.
    ///
    /// # Errors
    /// Why it cannot be made.
    pub fn own_folder(&self) -> Result<PathBuf, String> {
        let beside = self.path.parent().unwrap_or(Path::new("")).to_owned();
        let folder = folders::saved().unwrap_or(beside);
        disk::create_folder(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }
}
