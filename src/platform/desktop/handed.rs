//! Files that come to the window by hand, and those that it gives out.

use std::path::{Path, PathBuf};

/// The file that was dropped on the window since this was last asked.
pub fn dropped() -> Option<PathBuf> {
    macroquad::input::get_dropped_files().into_iter().find_map(|file| file.path)
}

/// Whether there is a dialog to pick a file in. Here files are dropped, named on the command line or typed
/// into the search.
pub const CAN_PICK: bool = false;

/// Opens the dialog; what is picked comes as if it was dropped.
pub fn pick() {}

/// Hands a file over to the player who asked for it: here it lies where it was saved.
pub fn give_out(_file: &Path) {}
