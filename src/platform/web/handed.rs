//! Files that are dropped on the page or picked, and downloads.

use super::browser::{self, Queue};
use super::disk::{self, Output};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file that was dropped on the page or picked since this was last asked: it lies among what the player
/// saved from then on.
pub fn dropped() -> Option<PathBuf> {
    let handed = std::iter::from_fn(|| browser::take(Queue::Handed));
    handed.filter_map(|(name, bytes)| take_in(&name, &bytes)).next()
}

/// Keeps a file under its name, or one with a number where another of that name is.
fn take_in(name: &str, bytes: &[u8]) -> Option<PathBuf> {
    let folder = super::machine::data_folder()?.join("saved");
    let name = Path::new(name);
    let (stem, end) =
        (name.file_stem()?.to_string_lossy(), name.extension().unwrap_or_default().to_string_lossy());
    let numbered = (2..).map(|number| folder.join(format!("{stem}-{number}.{end}")));
    let is_free = |path: &PathBuf| disk::read(path, u64::MAX).map_or(true, |there| there == bytes);
    let path = std::iter::once(folder.join(name)).chain(numbered).find(is_free)?;
    let mut output = Output::create(&path).ok()?;
    output.write_all(bytes).and_then(|()| output.finish()).ok()?;
    Some(path)
}

/// Whether there is a dialog to pick a file in.
pub const CAN_PICK: bool = true;

/// Opens the dialog; what is picked comes as if it was dropped.
pub fn pick() {
    browser::pick();
}

/// Hands a file over to the player who asked for it: a download.
pub fn give_out(file: &Path) {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if let Ok(bytes) = disk::read(file, u64::MAX) {
        browser::download(&name, &bytes);
    }
}
