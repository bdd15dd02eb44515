//! Files by their paths: the shipped ones in the module, others in memory, and what lies under [`KEPT`] in
//! the browser's storage too. A folder is what stands before the slashes of some file's path.

use super::browser::{self, Queue};
use include_dir::{Dir, include_dir};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Where the shipped files are.
pub(super) const SHIPPED: &str = "/";
/// What lies below is kept when the page is closed.
pub(super) const KEPT: &str = "/kept";

static LEVELS: Dir = include_dir!("$CARGO_MANIFEST_DIR/levels");

/// How many files were written before this one, and how long it is, bytes: another stamp, another content.
pub type Stamp = (u64, u64);

struct StoredFile {
    bytes: Vec<u8>,
    stamp: u64,
}

thread_local! {
    /// By path; begins with what the storage kept.
    static FILES: RefCell<BTreeMap<PathBuf, StoredFile>> = RefCell::new(
        std::iter::from_fn(|| browser::take(Queue::Kept))
            .zip(1..)
            .map(|((name, bytes), stamp)| (PathBuf::from(name), StoredFile { bytes, stamp }))
            .collect(),
    );
    /// Files written so far.
    static WRITTEN: std::cell::Cell<u64> = const { std::cell::Cell::new(1 << 32) };
}

/// Does something with a file of memory, if it is there.
fn with<T>(path: &Path, look: impl FnOnce(&StoredFile) -> T) -> Option<T> {
    FILES.with_borrow(|files| files.get(path).map(look))
}

/// A shipped file.
fn shipped(path: &Path) -> Option<&'static [u8]> {
    LEVELS.get_file(path.strip_prefix(SHIPPED).ok()?.strip_prefix("levels").ok()?).map(|file| file.contents())
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> Cow<'_, Path> {
    use std::path::Component;
    let is_plain = path.components().all(|part| matches!(part, Component::RootDir | Component::Normal(_)));
    if is_plain {
        return Cow::Borrowed(path);
    }
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = whole.pop(),
            part => whole.push(part),
        }
    }
    Cow::Owned(whole)
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// Why it cannot be read, fit to follow "cannot be read: ".
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let path = plain(path);
    let bytes = with(&path, |kept| kept.bytes.clone()).or_else(|| shipped(&path).map(<[u8]>::to_vec));
    match bytes {
        Some(bytes) if bytes.len() as u64 > limit => Err(format!("it is larger than {} MB", limit >> 20)),
        Some(bytes) => Ok(bytes),
        None if is_folder(&path) => Err("it is a folder; a file is needed".into()),
        None => Err("it is not there; a page sees only its own files".into()),
    }
}

/// The one path of what is there.
///
/// # Errors
/// When nothing is there.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    let path = plain(path).into_owned();
    if exists(&path) { Ok(path) } else { Err(io::Error::new(ErrorKind::NotFound, "it is not there")) }
}

/// Whether there is anything.
pub fn exists(path: &Path) -> bool {
    is_file(path) || is_folder(path)
}

/// Whether there is a file.
pub fn is_file(path: &Path) -> bool {
    let path = plain(path);
    with(&path, |_| ()).is_some() || shipped(&path).is_some()
}

/// Whether there is a folder.
pub fn is_folder(path: &Path) -> bool {
    list(path).is_ok_and(|inside| !inside.is_empty())
}

/// What is in a folder, in the order of names.
///
/// # Errors
/// None: a folder in which nothing is may be written to.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = plain(folder);
    let levels = LEVELS.files().map(|file| Path::new(SHIPPED).join("levels").join(file.path()));
    let mut all: Vec<PathBuf> = FILES.with_borrow(|files| files.keys().cloned().collect());
    all.extend(levels);
    let inside = all.iter().filter_map(|path| path.strip_prefix(&folder).ok()?.iter().next());
    let names: BTreeSet<_> = inside.collect();
    Ok(names.into_iter().map(|name| folder.join(name)).collect())
}

/// A folder is there as soon as a file is in it.
///
/// # Errors
/// None.
pub fn create_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Gives a file another name.
///
/// # Errors
/// When it is not there.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let bytes = read(from, u64::MAX).map_err(io::Error::other)?;
    keep(to, bytes);
    remove(from)
}

/// Removes a file; one that is not there is gone already.
///
/// # Errors
/// None.
pub fn remove(path: &Path) -> io::Result<()> {
    FILES.with_borrow_mut(|files| files.remove(path));
    browser::remove(&path.to_string_lossy());
    Ok(())
}

/// The stamp of a file, if it is there.
pub fn stamp(path: &Path) -> Option<Stamp> {
    let path = plain(path);
    let kept = with(&path, |kept| (kept.stamp, kept.bytes.len() as u64));
    kept.or_else(|| shipped(&path).map(|bytes| (0, bytes.len() as u64)))
}

/// Whether a file could be written, told before there is something to write.
///
/// # Errors
/// Where a shipped file is.
pub fn check_writable(path: &Path) -> io::Result<()> {
    Output::create(path).map(drop)
}

/// Whether two paths lead to one file.
pub fn is_same(a: &Path, b: &Path) -> bool {
    plain(a) == plain(b)
}

/// A page has no standard output.
pub fn is_standard_output(_path: &Path) -> bool {
    false
}

/// Whether a file is still there when the page was closed: pictures are handed over only.
pub(super) fn is_kept(path: &Path) -> bool {
    path.starts_with(KEPT) && !path.extension().is_some_and(|end| end == "png" || end == "gif")
}

fn keep(path: &Path, bytes: Vec<u8>) {
    browser::put(&path.to_string_lossy(), &bytes, is_kept(path));
    let stamp = WRITTEN.replace(WRITTEN.get() + 1);
    FILES.with_borrow_mut(|files| files.insert(path.to_owned(), StoredFile { bytes, stamp }));
}

/// A file that is being written. Until [`Output::finish`] nothing has changed, and without it nothing will.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Output {
    /// Begins to write a file.
    ///
    /// # Errors
    /// Where a shipped file is.
    pub fn create(path: &Path) -> io::Result<Output> {
        let path = plain(path).into_owned();
        if shipped(&path).is_some() {
            return Err(io::Error::new(
                ErrorKind::PermissionDenied,
                "it is a shipped level, which stays as it is",
            ));
        }
        Ok(Output { path, bytes: Vec::new() })
    }

    /// The file is there when this returns.
    ///
    /// # Errors
    /// None: where the storage refuses it, the page tells so itself, and the file is there until it is
    /// closed.
    pub fn finish(self) -> io::Result<()> {
        keep(&self.path, self.bytes);
        Ok(())
    }

    /// As [`Output::finish`].
    ///
    /// # Errors
    /// None.
    pub fn finish_soon(self) -> io::Result<()> {
        self.finish()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
