//! `muster import`.

use super::{cannot_write, create, is_standard_output};
use crate::{Outcome, PathBuf, Stop, bad_input};
use muster::level::import;
use std::io::Write;

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
        let level = import(&self.file).map_err(bad_input)?;
        if is_standard_output(&self.to) {
            let mut out = create(&self.to)?;
            let written = out.write_all(level.to_json().as_bytes()).and_then(|()| out.flush());
            written.map_err(|error| cannot_write(&self.to, &error))?;
        } else {
            level.save(&self.to).map_err(|error| cannot_write(&self.to, &error))?;
        }
        Ok(Outcome::Done)
    }
}
