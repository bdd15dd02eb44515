//! `muster import`.

use super::console::{cannot_write, keep_apart, warn, write};
use crate::{Outcome, PathBuf, Stop, bad_input};
use muster::files::is_standard_output;
use muster::level::import_with_notes;

/// Makes a level of a map of another program.
#[derive(clap::Args)]
pub struct Import {
    /// A Tiled map (`.tmj`, `.json`, `.tmx`) or a MovingAI `.map`.
    file: PathBuf,
    /// Where the level goes; standard output unless told.
    #[arg(long, value_name = "LEVEL.json", default_value = "-")]
    to: PathBuf,
}

impl Import {
    /// Reads, and writes the level.
    pub fn execute(self) -> Result<Outcome, Stop> {
        keep_apart(&[&self.file], &[("--to", &self.to)])?;
        let (level, notes) = import_with_notes(&self.file).map_err(bad_input)?;
        notes.iter().for_each(warn);
        if is_standard_output(&self.to) {
            write(&self.to, level.to_json().as_bytes())?;
        } else {
            level.save(&self.to).map_err(|error| cannot_write(&self.to, &error))?;
        }
        Ok(Outcome::Done)
    }
}
