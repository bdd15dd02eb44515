//! What the player has reached so far, level by level, and the recording of each best time. Kept in the data
//! folder.

use crate::files;
use crate::goals::{GameResult, Medal};
use crate::level::Level;
use crate::platform::disk;
use crate::replay::Replay;
use crate::window::folders;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Of one level the best of each; not all need be of one game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Best {
    /// Seconds of simulation.
    pub seconds: f64,
    /// Orders given.
    pub orders: usize,
    /// Tiles changed.
    pub tiles: usize,
    /// The best medal.
    pub medal: Option<Medal>,
}

impl Best {
    /// Of one game; `None` where the goals were not reached.
    pub fn of(outcome: &GameResult) -> Option<Best> {
        let GameResult { seconds, orders, tiles, medal, .. } = *outcome;
        Some(Best { seconds: seconds?, orders, tiles, medal })
    }

    fn with(self, other: Best) -> Best {
        Best {
            seconds: self.seconds.min(other.seconds),
            orders: self.orders.min(other.orders),
            tiles: self.tiles.min(other.tiles),
            medal: self.medal.max(other.medal),
        }
    }
}

/// The folder of bests.
#[derive(Clone, Debug)]
pub struct Bests {
    folder: PathBuf,
}

impl Bests {
    /// Of this player; `None` for one without a home.
    pub fn of_player() -> Option<Bests> {
        folders::saved().map(|saved| Bests { folder: saved.with_file_name("bests") })
    }

    /// All that were kept. A file that is not sound counts as none, and is not written over.
    pub fn all(&self) -> BTreeMap<String, Best> {
        let text = files::read_text(&self.list(), 16 << 20).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn list(&self) -> PathBuf {
        self.folder.join("bests.json")
    }

    /// The best recording of a level.
    pub fn recording(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.replay"))
    }

    /// Keeps what a game came to, as far as it is better than what is kept; `replay` makes its recording.
    /// Returns the best so far.
    ///
    /// # Errors
    /// Why it could not be kept.
    pub fn keep(&self, key: &str, best: Best, replay: impl FnOnce() -> Replay) -> Result<Best, String> {
        let told = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        disk::create_folder(&self.folder).map_err(|error| told(&self.folder, error))?;
        let (list, mut all) = (self.list(), self.all());
        if all.is_empty() && disk::is_file(&list) {
            // Somebody may still want to mend it.
            let _ = disk::rename(&list, &list.with_extension("broken"));
        }
        let before = all.get(key).copied();
        if before.is_none_or(|before| best.seconds < before.seconds) {
            replay().save(&self.recording(key)).map_err(|error| error.to_string())?;
        }
        let best = before.map_or(best, |before| before.with(best));
        if before == Some(best) {
            // An end is told again whenever time passes it.
            return Ok(best);
        }
        all.insert(key.to_owned(), best);
        let text = serde_json::to_string_pretty(&all).expect("plain data becomes JSON");
        files::write(&list, text).map_err(|error| told(&list, error))?;
        Ok(best)
    }
}

/// Under which name the bests of a level are kept: that of its file, and a hash of what it says. A level that
/// is changed is another one, but for the words in which it explains itself.
pub fn key(path: &Path, level: &Level) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_recording = path.extension().is_some_and(|end| end == "replay");
    let stem = if is_recording { folders::unnumbered(&stem) } else { &stem };
    let mut level = level.clone();
    level.description.clear();
    level.scenario.goals.iter_mut().for_each(|goal| goal.text = None);
    format!("{stem}-{:08x}", files::hash_of(level.to_json().into_bytes()) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Recorder;
    use crate::sim::{Options, Sim};

    #[test]
    fn the_best_of_each_is_kept_and_the_recording_of_the_best_time() {
        let folder = tempfile::tempdir().unwrap();
        let bests = Bests { folder: folder.path().join("bests") };
        let text = r#"{ "format": 1, "name": "A", "map": { "size": [4, 3] } }"#;
        let level = Level::parse(text, "a.json", None).unwrap();
        let sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        let replay = || Recorder::new(&level, None, &sim).replay(&sim);
        let best = |seconds, orders, medal| Best { seconds, orders, tiles: 0, medal };
        bests.keep("a", best(9.0, 2, None), replay).unwrap();
        bests.keep("a", best(8.0, 5, Some(Medal::Silver)), replay).unwrap();
        bests.keep("a", best(20.0, 3, Some(Medal::Bronze)), || panic!("it was slower")).unwrap();
        assert_eq!(bests.all()["a"], best(8.0, 2, Some(Medal::Silver)));
        assert!(Replay::load(&bests.recording("a")).is_ok());
        std::fs::write(bests.list(), "{").unwrap();
        bests.keep("b", best(1.0, 1, None), replay).unwrap();
        assert_eq!(bests.all().len(), 1);
        assert_eq!(std::fs::read_to_string(bests.folder.join("bests.broken")).unwrap(), "{");
    }

    #[test]
    fn a_level_that_is_changed_has_bests_of_its_own() {
        let level = |name: &str| {
            let text = format!(r#"{{ "format": 1, "name": "{name}", "map": {{ "size": [4, 3] }} }}"#);
            Level::parse(&text, "a.json", None).unwrap()
        };
        let recorded = key(Path::new("saved/ford-3.replay"), &level("A"));
        let key = |name| key(Path::new("levels/ford.json"), &level(name));
        assert_eq!(
            recorded,
            key("A"),
            "a game that is played on from its recording is one of the same level"
        );
        assert!(key("A").starts_with("ford-") && key("A") == key("A") && key("A") != key("B"));
    }

    #[test]
    fn medals_are_kept_when_a_level_explains_itself_in_other_words() {
        let key = |description: &str, told: &str, within: u32| {
            let text = format!(
                r#"{{ "format": 1, "name": "A", "description": "{description}", "map": {{ "size": [4, 3] }},
                    "units": [{{ "id": "A", "kind": "infantry", "team": "red", "at": [0.5, 0.5] }}],
                    "goals": [{{ "bring": "all", "to": [2, 0, 2, 2], "within": {within}, "text": "{told}" }}] }}"#
            );
            let level = Level::parse(&text, "a.json", None).unwrap_or_else(|errors| panic!("{errors}"));
            key(Path::new("a.json"), &level)
        };
        assert_eq!(key("Go there", "All there", 9), key("Cross over", "All over", 9));
        assert_ne!(key("Go there", "All there", 9), key("Go there", "All there", 8));
    }
}
