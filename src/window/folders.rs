//! Where the player's own files lie: recent levels in the configuration folder, saved sessions in the data
//! folder.

use crate::files;
use crate::platform::disk;
use crate::platform::machine::{data_folder, settings_folder};
use std::path::{Path, PathBuf};

/// How many levels are remembered.
const MAX_RECENT: usize = 8;
/// The setting that lists them.
const RECENT: &str = "recent.json";
/// The setting that names the player's keys.
pub const KEYS: &str = "keys.jsonc";

/// Where sessions and sandboxes are saved; `None` for a player without a home.
pub fn saved() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("saved"))
}

/// Whether a file lies among what the player has saved.
pub fn is_own(path: &Path) -> bool {
    let saved = saved().and_then(|folder| disk::real(&folder).ok());
    disk::real(path).is_ok_and(|path| saved.is_some_and(|saved| path.parent() == Some(&saved)))
}

/// A file name that is not taken: `STEM-1.EXTENSION`, `STEM-2.EXTENSION`, …
pub fn fresh(folder: &Path, stem: &str, extension: &str) -> PathBuf {
    // A recording of a recording is another one of the same level.
    let stem = unnumbered(stem);
    let names = (1..).map(|number| folder.join(format!("{stem}-{number}.{extension}")));
    names.into_iter().find(|path| !disk::exists(path)).expect("numbers do not end")
}

/// The name of a recording's level: without the number of the recording.
pub fn unnumbered(stem: &str) -> &str {
    stem.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('-').unwrap_or(stem)
}

/// Saved sessions, newest first.
pub fn recordings() -> Vec<PathBuf> {
    let mut files = saved().and_then(|folder| disk::list(&folder).ok()).unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|end| end == "replay"));
    let age = |path: &PathBuf| disk::stamp(path).map(|(saved, _)| saved);
    files.sort_by_cached_key(|path| (std::cmp::Reverse(age(path)), path.clone()));
    files
}

/// The player's keys; `None` for a player without a home.
pub fn keys_file() -> Option<PathBuf> {
    setting(KEYS)
}

fn setting(name: &str) -> Option<PathBuf> {
    settings_folder().map(|folder| folder.join(name))
}

/// What the player's settings remember under a name; nothing if they do not.
pub fn remembered(name: &str) -> String {
    setting(name).and_then(|file| files::read_text(&file, 1 << 20).ok()).unwrap_or_default()
}

/// Remembers something in the player's settings. It is a convenience: a folder that cannot be written does
/// not keep anybody from playing.
pub fn keep_setting(name: &str, text: &str) {
    let Some(file) = setting(name) else { return };
    let folder = file.parent().unwrap_or(Path::new(""));
    let _ = disk::create_folder(folder).and_then(|()| files::write(&file, text));
}

/// The levels that were opened last, newest first, as far as they still exist.
pub fn recent() -> Vec<PathBuf> {
    let paths: Vec<PathBuf> = serde_json::from_str(&remembered(RECENT)).unwrap_or_default();
    paths.into_iter().filter(|path| disk::is_file(path)).collect()
}

/// Remembers a level that was opened.
pub fn remember(path: &Path) {
    let Ok(path) = disk::real(path) else { return };
    let mut paths = recent();
    paths.retain(|known| *known != path);
    paths.insert(0, path);
    paths.truncate(MAX_RECENT);
    // A path that is no text is not remembered.
    if let Ok(text) = serde_json::to_string_pretty(&paths) {
        keep_setting(RECENT, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_there_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let first = fresh(folder.path(), "canyon", "replay");
        std::fs::write(&first, "").unwrap();
        let second = fresh(folder.path(), "canyon-1", "replay");
        assert_eq!(first, folder.path().join("canyon-1.replay"));
        assert_eq!(second, folder.path().join("canyon-2.replay"));
    }
}
