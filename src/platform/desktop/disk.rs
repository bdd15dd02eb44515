//! Files and folders of the system.
//!
//! What is written goes to a new file beside the old one, which is renamed over it when it is complete:
//! whoever reads meanwhile, and whoever comes after a run that failed, finds the old file. Devices and pipes
//! are written to as they are.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use tempfile::NamedTempFile;

/// What stands before and after the name of a file that is not complete yet.
const PART: (&str, &str) = (".muster-", ".part");
/// One that nobody has written to for so long, and that nobody holds, is of a process that was ended.
const STALE: Duration = Duration::from_secs(3600);

/// How many links are followed to a file, as most systems do.
const MAX_LINKS: usize = 40;

/// Reads a file of at most `limit` bytes. Only regular files are read: a pipe might never end, a device has
/// no end.
///
/// # Errors
/// Why it cannot be read, fit to follow "cannot be read: ".
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if metadata.is_dir() {
        return Err("it is a folder; a file is needed".into());
    }
    if !metadata.is_file() {
        return Err("it is a device or a pipe; save it as a file first".into());
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(error.to_string()),
        Ok(_) if bytes.len() as u64 > limit => Err(format!("it is larger than {} MB", limit >> 20)),
        Ok(_) => Ok(bytes),
    }
}

/// The one path of what is there, links followed.
///
/// # Errors
/// When nothing is there.
pub fn real(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Whether there is anything.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether there is a file.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether there is a folder.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// What is in a folder, in no order.
///
/// # Errors
/// When it cannot be read.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

/// Makes a folder, and those above it.
///
/// # Errors
/// What the system reports.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Gives a file another name.
///
/// # Errors
/// What the system reports.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::rename(from, to)
}

/// Removes a file.
///
/// # Errors
/// What the system reports.
pub fn remove(path: &Path) -> io::Result<()> {
    std::fs::remove_file(path)
}

/// When a file was last saved, and how long it is, bytes: another stamp, another content.
pub type Stamp = (SystemTime, u64);

/// The stamp of a file, if it is there.
pub fn stamp(path: &Path) -> Option<Stamp> {
    let data = std::fs::metadata(path).ok()?;
    Some((data.modified().ok()?, data.len()))
}

/// Whether a file could be written, told before there is something to write.
///
/// # Errors
/// What [`Output::create`] would report.
pub fn check_writable(path: &Path) -> io::Result<()> {
    // A pipe is not opened for this: its reader would take it for the end.
    let is_regular = std::fs::metadata(path).map_or(true, |found| found.is_file() || found.is_dir());
    if is_regular && !is_stream(path) { Output::create(path).map(drop) } else { Ok(()) }
}

/// A file that is being written. Until [`Output::finish`] nothing has changed, and without it nothing will.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    /// Becomes the file when it is complete.
    Beside(BufWriter<NamedTempFile>),
    /// A device or a pipe.
    Direct(BufWriter<File>),
}

impl Output {
    /// Begins to write a file.
    ///
    /// # Errors
    /// When its folder is not there, or it may not be written.
    pub fn create(path: &Path) -> io::Result<Output> {
        if is_stream(path) {
            let file = OpenOptions::new().append(true).open(path)?;
            return Ok(Output { path: path.into(), sink: Sink::Direct(BufWriter::new(file)) });
        }
        let path = followed(path);
        match std::fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(io::Error::other("it is a folder")),
            // What may not be written to must not be replaced either.
            Ok(_) => {
                let file = OpenOptions::new().write(true).open(&path)?;
                if !file.metadata()?.is_file() {
                    return Ok(Output { path, sink: Sink::Direct(BufWriter::new(file)) });
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.file_name().is_some() => {}
            Err(error) => return Err(error),
        }
        let folder = folder_of(&path);
        if !folder.is_dir() {
            let said = format!("the folder {} is not there", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, said));
        }
        let mut beside = tempfile::Builder::new();
        beside.prefix(PART.0).suffix(PART.1);
        #[cfg(unix)]
        beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = beside.tempfile_in(folder)?;
        // As long as it is held nobody clears it away. Where files cannot be held none is cleared either.
        let _ = file.as_file().try_lock();
        Ok(Output { path, sink: Sink::Beside(BufWriter::new(file)) })
    }

    /// Writes out the rest; the file is there when this returns.
    ///
    /// # Errors
    /// What the system reports; the old file is then still there.
    pub fn finish(self) -> io::Result<()> {
        self.place(true)
    }

    /// As [`Output::finish`], without waiting for the disk.
    ///
    /// # Errors
    /// As for [`Output::finish`].
    pub fn finish_soon(self) -> io::Result<()> {
        self.place(false)
    }

    /// Puts the file in its place; `is_lasting`: only when the disk has it.
    fn place(self, is_lasting: bool) -> io::Result<()> {
        match self.sink {
            Sink::Direct(mut out) => out.flush(),
            Sink::Beside(out) => {
                let file = out.into_inner().map_err(|error| error.into_error())?;
                if let Ok(old) = std::fs::metadata(&self.path) {
                    file.as_file().set_permissions(old.permissions())?;
                }
                if is_lasting {
                    file.as_file().sync_all()?;
                }
                file.persist(&self.path).map_err(|refused| refused.error)?;
                if is_lasting {
                    clear_parts(folder_of(&self.path));
                }
                Ok(())
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Beside(out) => out.write(bytes),
            Sink::Direct(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Beside(out) => out.flush(),
            Sink::Direct(out) => out.flush(),
        }
    }
}

/// Clears away what processes that were ended have left of files in a folder.
fn clear_parts(folder: &Path) {
    for path in list(folder).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_stale = |(saved, _): Stamp| saved.elapsed().is_ok_and(|age| age > STALE);
        let is_left = name.starts_with(PART.0) && name.ends_with(PART.1);
        if is_left && is_file(&path) && stamp(&path).is_some_and(is_stale) {
            // Whoever writes to it holds it, and what others may not write is not ours.
            let held = OpenOptions::new().write(true).open(&path).map(|file| file.try_lock());
            let _ = held.is_ok_and(|lock| lock.is_ok()).then(|| remove(&path));
        }
    }
}

/// Whether a path is a name for something that this process has open.
fn is_stream(path: &Path) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"].iter().any(|name| path.starts_with(name))
}

/// Where a path leads when links are followed, whether there is a file at its end or not.
fn followed(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = std::fs::read_link(&path) else { break };
        path = folder_of(&path).join(target);
    }
    path
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether two paths lead to one file, there or not yet: by whatever spelling, through links, and as hard
/// links.
pub fn is_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let path = followed(path);
        let folder = folder_of(&path).canonicalize().ok()?;
        // Where a file is not there yet, a system that does not tell cases apart cannot be asked.
        let name = path.file_name()?.to_string_lossy().into_owned();
        let folds = cfg!(any(windows, target_os = "macos"));
        Some((folder, if folds { name.to_lowercase() } else { name }))
    };
    let are_files = a.is_file() && b.is_file();
    place(a).is_some_and(|a| Some(a) == place(b))
        || are_files && same_file::is_same_file(a, b).unwrap_or(false)
}

/// Whether a path is a name of standard output, or the file that standard output goes to.
pub fn is_standard_output(path: &Path) -> bool {
    let names = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| path == Path::new(name))
        || path.is_file()
            && same_file::Handle::stdout()
                .is_ok_and(|out| same_file::Handle::from_path(path).is_ok_and(|file| file == out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::write;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_the_old_one_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.json");
        write(&path, "old").unwrap();
        let mut output = Output::create(&path).unwrap();
        output.write_all(&[b'x'; 100_000]).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        drop(output);
        assert_eq!(
            (std::fs::read(&path).unwrap().as_slice(), names(folder.path())),
            (&b"old"[..], vec!["report.json".into()])
        );
        write(&path, "new").unwrap();
        assert_eq!((std::fs::read(&path).unwrap().as_slice(), names(folder.path()).len()), (&b"new"[..], 1));
    }

    #[test]
    fn what_ended_processes_have_left_is_cleared_away_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let long_ago = SystemTime::now() - 2 * STALE;
        let age = |path: &Path| {
            OpenOptions::new().write(true).open(path).and_then(|file| file.set_modified(long_ago)).unwrap()
        };
        for name in [".muster-a.part", ".muster-b.part", ".muster-c.txt", "d.part"] {
            std::fs::write(at(name), "").unwrap();
        }
        [".muster-a.part", ".muster-c.txt", "d.part"].iter().for_each(|name| age(&at(name)));
        let slow = Output::create(&at("slow")).unwrap();
        let Sink::Beside(part) = &slow.sink else { panic!("it is a file") };
        age(part.get_ref().path());
        write(&at("e"), "").unwrap();
        assert_eq!(names(folder.path()).len(), 5, "{:?}", names(folder.path()));
        assert!(!at(".muster-a.part").exists() && at(".muster-b.part").exists(), "the old one is gone");
        slow.finish().unwrap();
        assert!(at("slow").exists(), "one that is written slowly is held");
    }

    #[test]
    #[cfg(unix)]
    fn links_and_permissions_stay_and_devices_are_not_replaced() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("file", at("link")).unwrap();
        write(&at("link"), "1").unwrap();
        std::fs::set_permissions(at("file"), std::fs::Permissions::from_mode(0o640)).unwrap();
        write(&at("link"), "2").unwrap();
        assert!(at("link").is_symlink() && std::fs::read(at("file")).unwrap() == b"2");
        assert_eq!(at("file").metadata().unwrap().permissions().mode() & 0o777, 0o640);
        write(Path::new("/dev/null"), "3").unwrap();
        assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
        assert!(read(Path::new("/dev/zero"), 10).unwrap_err().contains("device"));
        assert!(read(folder.path(), 10).unwrap_err().contains("folder"));
        assert!(write(folder.path(), "4").is_err());
    }

    #[test]
    fn one_file_is_known_by_any_spelling() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(
            is_same(&at("a"), &at("./a")) && is_same(&at("../x/a"), &at("../x/a")) == at("../x").exists()
        );
        assert!(!is_same(&at("a"), &at("b")));
        write(&at("a"), "").unwrap();
        std::fs::hard_link(at("a"), at("b")).unwrap();
        assert!(is_same(&at("a"), &at("b")));
    }
}
