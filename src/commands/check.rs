//! `muster check`.

use super::console::{name, print, warn};
use crate::{Outcome, PathBuf, Stop, bad_input};
use muster::level::check;
use muster::platform::disk;
use std::ffi::OsStr;

/// Says all that is wrong with levels.
#[derive(clap::Args)]
pub struct Check {
    /// Level files, or folders of them.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
}

impl Check {
    /// A line for each level that is sound; a line for each fault of the others.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let mut outcome = Outcome::Done;
        for (path, checked) in check(&level_files(&self.levels)?) {
            match checked {
                Ok(summary) => {
                    print(format_args!("{}: sound: {}", name(path.display()), name(summary)))?;
                }
                Err(errors) => {
                    warn(errors);
                    outcome = Outcome::BadInput;
                }
            }
        }
        Ok(outcome)
    }
}

/// The files named, with folders replaced by the levels in them, sorted by name. The schema is no level.
pub fn level_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in paths {
        if !disk::is_folder(path) {
            files.push(path.clone());
            continue;
        }
        let entries = disk::list(path);
        let mut found =
            entries.map_err(|error| bad_input(format!("{}: cannot be read: {error}", path.display())))?;
        found.retain(|file| file.extension() == Some(OsStr::new("json")));
        found.retain(|file| file.file_name() != Some(OsStr::new("level.schema.json")));
        if found.is_empty() {
            let folder = path.display();
            return Err(bad_input(format!("{folder}: no levels in it; a folder with .json files is needed")));
        }
        found.sort();
        files.append(&mut found);
    }
    files.retain(|file| file.file_name() != Some(OsStr::new("level.schema.json")));
    if files.is_empty() {
        return Err(bad_input(format!("{}: the schema of levels, and no level", paths[0].display())));
    }
    Ok(files)
}
