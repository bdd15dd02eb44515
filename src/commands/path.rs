//! `muster path`.

use super::console::print;
use crate::{Outcome, PathBuf, Stop, bad_input};
use muster::files;
use muster::grid::Grid;
use muster::path::scenario::{ScenarioFile, run_scenario};
use std::path::Path;

/// Runs a MovingAI scenario file through the pathfinder.
#[derive(clap::Args)]
pub struct PathCheck {
    /// The map.
    map: PathBuf,
    /// The scenario file; unless told, the map's name with `.scen` after it.
    scenario: Option<PathBuf>,
    /// Runs every K-th query only.
    #[arg(long, allow_negative_numbers = true, value_name = "K", default_value = "1", value_parser = super::whole(1..=u32::MAX))]
    every: u32,
}

impl PathCheck {
    /// Prints the figures, and every mismatch.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let grid = Grid::from_movingai(&read(&self.map)?)
            .map_err(|error| bad_input(format!("{}:{}: {}", self.map.display(), error.line, error.what)))?;
        let path = self.scenario.unwrap_or_else(|| {
            let mut name = self.map.clone().into_os_string();
            name.push(".scen");
            name.into()
        });
        let scenario = ScenarioFile::parse(&read(&path)?)
            .map_err(|error| bad_input(format!("{}:{}: {}", path.display(), error.line, error.what)))?;
        let report = run_scenario(&grid, &scenario, self.every as usize);
        print(&report)?;
        Ok(if report.mismatches.is_empty() { Outcome::Done } else { Outcome::FellShort })
    }
}

fn read(path: &Path) -> Result<String, Stop> {
    files::read_text(path, files::MAX_FILE)
        .map_err(|said| bad_input(format!("{}: cannot be read: {said}", path.display())))
}
