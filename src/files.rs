//! Files: read up to a limit, and written whole or not at all.
//!
//! What is written goes to a new file beside the old one, which is renamed over it when it is complete:
//! whoever reads meanwhile, and whoever comes after a run that failed, finds the old file. Devices and pipes
//! are written to as they are.

use crate::platform::disk;
pub use crate::platform::disk::{Output, check_writable, is_same, is_standard_output, read};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// The longest level, map or recording that is read, bytes.
pub const MAX_FILE: u64 = 256 << 20;

/// A hash of bytes that is the same on every machine: FNV-1a, 64 bits.
pub fn hash_of(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, add)
}

/// Reads a text of at most `limit` bytes.
///
/// # Errors
/// As [`read()`], and where it is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, String> {
    let text = String::from_utf8(read(path, limit)?);
    text.map_err(|error| {
        format!("it is not UTF-8 text from byte {} on; save it as UTF-8", error.utf8_error().valid_up_to())
    })
}

/// The path of a file that another file names, which must lie in the folder of that other (a "level", a
/// "map") or below, links followed.
///
/// # Errors
/// What is wrong, fit to follow the file's name.
pub fn inside(folder: &Path, named: &str, other: &str) -> Result<PathBuf, String> {
    let leaves = || format!("leaves the {other}'s folder; put it beside the {other} and name it from there");
    let mut depth = 0;
    for component in Path::new(named).components() {
        depth += match component {
            Component::Normal(_) => 1,
            Component::CurDir => 0,
            Component::ParentDir => -1,
            Component::RootDir | Component::Prefix(_) => return Err(leaves()),
        };
        if depth < 0 {
            return Err(leaves());
        }
    }
    let path = folder.join(named);
    let unreadable = |error: io::Error| format!("cannot be read: {error}");
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real = disk::real(&path).map_err(unreadable)?;
    if !real.starts_with(disk::real(folder).map_err(unreadable)?) {
        return Err(leaves());
    }
    Ok(path)
}

/// Writes a file at once: either all of it is there, or what was there before.
///
/// # Errors
/// What the system reports.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes.as_ref())?;
    output.finish()
}

/// As [`write()`], without waiting for the disk: for what is written anew many times a second.
///
/// # Errors
/// What the system reports.
pub fn write_often(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes.as_ref())?;
    output.finish_soon()
}

/// A text fit for one line of a terminal: control characters, and those that turn the direction of writing,
/// are written as escapes.
///
/// ```
/// assert_eq!(muster::files::harmless("\u{1b}[31mred\n"), "\\u{1b}[31mred\\n");
/// ```
pub fn harmless(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// As [`harmless`], of a text of several lines.
pub fn harmless_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character| character == '\n')
}

fn escaped(text: &str, is_kept: fn(char) -> bool) -> Cow<'_, str> {
    let is_harmful = |character: char| {
        let turns = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        (character.is_control() || turns) && !is_kept(character)
    };
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match is_harmful(character) {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    Cow::Owned(shown)
}
