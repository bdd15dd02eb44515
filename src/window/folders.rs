//! Where the player's own files lie: recent levels in the configuration folder, saved sessions in the data
//! folder.

use crate::files;
use directories::ProjectDirs;
use std::path::{Path, PathBuf};

/// How many levels are remembered.
const MAX_RECENT: usize = 8;

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "muster")
}

/// Where sessions and sandboxes are saved; `None` for a player without a home.
pub fn saved() -> Option<PathBuf> {
    project().map(|project| project.data_dir().join("saved"))
}

/// A file name that is not taken: `STEM-1.EXTENSION`, `STEM-2.EXTENSION`, …
pub fn fresh(folder: &Path, stem: &str, extension: &str) -> PathBuf {
    // A recording of a recording is another one of the same level.
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix('-').unwrap_or(stem);
    let names = (1..).map(|number| folder.join(format!("{stem}-{number}.{extension}")));
    names.into_iter().find(|path| !path.exists()).expect("numbers do not end")
}

/// Saved sessions, newest first.
pub fn recordings() -> Vec<PathBuf> {
    let entries = saved().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "replay")).collect();
    let age = |path: &PathBuf| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    files.sort_by_key(|path| (std::cmp::Reverse(age(path)), path.clone()));
    files.truncate(MAX_RECENT);
    files
}

fn recent_file() -> Option<PathBuf> {
    project().map(|project| project.config_dir().join("recent.json"))
}

/// The player's keys; `None` for a player without a home.
pub fn keys_file() -> Option<PathBuf> {
    project().map(|project| project.config_dir().join("keys.jsonc"))
}

/// The file that remembers how large cards and text are.
pub fn scale_file() -> Option<PathBuf> {
    project().map(|project| project.config_dir().join("scale.json"))
}

/// The levels that were opened last, newest first, as far as they still exist.
pub fn recent() -> Vec<PathBuf> {
    let text = recent_file().and_then(|file| files::read_text(&file, 1 << 20).ok()).unwrap_or_default();
    let paths: Vec<PathBuf> = serde_json::from_str(&text).unwrap_or_default();
    paths.into_iter().filter(|path| path.is_file()).collect()
}

/// Remembers a level that was opened.
pub fn remember(path: &Path) {
    let (Some(file), Ok(path)) = (recent_file(), path.canonicalize()) else { return };
    let mut paths = recent();
    paths.retain(|known| *known != path);
    paths.insert(0, path);
    paths.truncate(MAX_RECENT);
    // It is a convenience: a path that is no text, or a folder that cannot be written, does not keep anybody
    // from playing.
    let Ok(text) = serde_json::to_string_pretty(&paths) else { return };
    let _ = std::fs::create_dir_all(file.parent().unwrap_or(Path::new("")))
        .and_then(|()| files::write(&file, text));
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
