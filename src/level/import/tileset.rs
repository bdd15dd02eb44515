//! Tilesets in files of their own.

use super::super::problem::{Problems, quoted};
use crate::files;
use std::path::{Path, PathBuf};

/// Reads a tileset that a map names in an element at `offset`. One that cannot be read costs only its
/// properties and is noted; one that leaves the map's folder is a fault.
pub fn read(
    folder: &Path,
    source: &str,
    offset: usize,
    problems: &mut Problems,
) -> Option<(PathBuf, String)> {
    let said = match files::inside(folder, source, "map") {
        Ok(path) => match files::read_text(&path, files::MAX_FILE) {
            Ok(text) => return Some((path, text)),
            Err(said) => format!("cannot be read: {said}"),
        },
        Err(said) => said,
    };
    let told = format!("the tileset {} {said}", quoted(source));
    if said.starts_with("leaves") {
        problems.add(offset, "tileset.source", told);
    } else {
        problems.note(offset, "tileset.source", format!("{told}; what it says of its tiles is passed over"));
    }
    None
}
