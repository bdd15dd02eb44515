//! Sees when a file is saved: once a second its time and size are compared.

use crate::platform::disk::{self, Stamp};
use std::path::{Path, PathBuf};

/// Real time between two looks, s.
const EVERY: f64 = 1.0;

/// Watches one file at a time.
#[derive(Debug, Default)]
pub struct FileWatch {
    seen: Option<(PathBuf, Stamp)>,
    next: f64,
}

impl FileWatch {
    /// Whether the file was saved since the last look at it; `now` in real seconds. The first look only notes
    /// it.
    pub fn is_saved(&mut self, path: &Path, now: f64) -> bool {
        let known = self.seen.as_ref().filter(|(known, _)| known == path).map(|&(_, stamp)| stamp);
        if known.is_some() && now < self.next {
            return false;
        }
        self.next = now + EVERY;
        // Editors that replace a file take it away for a moment.
        let Some(stamp) = disk::stamp(path) else { return false };
        self.seen = Some((path.to_owned(), stamp));
        known.is_some_and(|known| known != stamp)
    }

    /// The file has just been read: what was saved before does not count.
    pub fn forget(&mut self) {
        self.seen = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_is_seen_once_and_a_missing_one_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.json");
        let mut watch = FileWatch::default();
        std::fs::write(&path, "one").unwrap();
        assert!(!watch.is_saved(&path, 0.0));
        std::fs::remove_file(&path).unwrap();
        assert!(!watch.is_saved(&path, 1.0));
        std::fs::write(&path, "three").unwrap();
        assert!(!watch.is_saved(&path, 1.5), "too soon");
        assert!(watch.is_saved(&path, 2.5));
        assert!(!watch.is_saved(&path, 4.0));
    }
}
