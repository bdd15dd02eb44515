//! A file that cannot be played, and whether it can be mended.

use crate::editor::Document;
use crate::files;
use std::path::{Path, PathBuf};

/// A file with which something is wrong.
pub(super) struct Broken {
    pub(super) path: PathBuf,
    /// What is wrong with it.
    pub(super) errors: String,
    /// Whether the editor can show what is right with it.
    pub(super) is_mendable: bool,
}

impl Broken {
    pub(super) fn new(path: &Path, errors: String) -> Broken {
        let text = files::read_text(path, files::MAX_FILE).unwrap_or_default();
        let is_mendable = Document::parse(&text, "", path.parent()).is_ok();
        Broken { path: path.to_owned(), errors, is_mendable }
    }
}
