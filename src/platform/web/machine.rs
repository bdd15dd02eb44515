//! What can be asked of the page.

use super::browser::{self, Queue};
use super::disk::{KEPT, SHIPPED};
use std::path::{Path, PathBuf};

/// Whether the player sees files and their paths, can change them with other programs, and has a command
/// line.
pub const SHOWS_FILES: bool = false;

fn name(file: &Path) -> std::borrow::Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}

/// Where a file lies, as the player is told.
pub fn place(file: &Path) -> String {
    format!("{}, in this browser", name(file))
}

/// What the player is told of a file that was saved as was asked.
pub fn saved_as(file: &Path) -> String {
    match super::disk::is_kept(file) {
        true => format!("Saved as {}: kept in this browser, and downloaded", name(file)),
        false => format!("Downloaded: {}", name(file)),
    }
}

/// A page has no environment.
pub fn variable(_name: &str) -> Option<String> {
    None
}

/// A page is not told.
pub fn peak_memory_mib() -> Option<f64> {
    None
}

/// A page is not told.
pub fn memory_mib() -> Option<f64> {
    None
}

/// A page is not told of memory.
pub fn forget_peak_memory() {}

/// The folder of the player's settings.
pub fn settings_folder() -> Option<PathBuf> {
    Some(Path::new(KEPT).join("settings"))
}

/// The folder of what the player made.
pub fn data_folder() -> Option<PathBuf> {
    Some(Path::new(KEPT).join("data"))
}

/// Where shipped files lie.
pub fn shipped_folders() -> Vec<PathBuf> {
    vec![PathBuf::from(SHIPPED)]
}

/// Names and values of the address, from behind its question mark.
pub fn address() -> Vec<(String, String)> {
    let parcels = std::iter::from_fn(|| browser::take(Queue::Address));
    parcels.map(|(name, value)| (name, String::from_utf8_lossy(&value).into_owned())).collect()
}
