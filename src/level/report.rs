//! `muster check`: each file is sound, which a line of figures shows, or all its faults are listed.

use super::LevelErrors;
use crate::level::definition::Level;
use std::fmt;
use std::path::{Path, PathBuf};

/// What there is in a level that is sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its name in the menu.
    pub name: String,
    /// Width of the map, tiles.
    pub columns: i32,
    /// Height of the map, tiles.
    pub rows: i32,
    /// Number of units.
    pub units: usize,
    /// Number of teams that have units.
    pub teams: usize,
    /// Number of obstacles.
    pub obstacles: usize,
    /// Number of orders.
    pub orders: usize,
    /// Number of edits.
    pub edits: usize,
}

impl From<&Level> for Summary {
    fn from(level: &Level) -> Summary {
        let has_units = |team: &usize| level.units.iter().any(|unit| unit.team == *team);
        Summary {
            name: level.name.clone(),
            columns: level.grid.columns(),
            rows: level.grid.rows(),
            units: level.units.len(),
            teams: (0..level.teams.len()).filter(has_units).count(),
            obstacles: level.obstacles.len(),
            orders: level.orders.len(),
            edits: level.edits.len(),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count =
            |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
        write!(f, "{}: {} × {} tiles, {}", self.name, self.columns, self.rows, count(self.units, "unit"))?;
        for (number, one) in
            [(self.teams, "team"), (self.obstacles, "obstacle"), (self.orders, "order"), (self.edits, "edit")]
        {
            if number > 0 {
                write!(f, ", {}", count(number, one))?;
            }
        }
        Ok(())
    }
}

/// Loads each file: what there is in it, or all that is wrong with it.
pub fn check<P: AsRef<Path>>(paths: &[P]) -> Vec<(PathBuf, Result<Summary, LevelErrors>)> {
    let one = |path: &P| (path.as_ref().to_owned(), Level::load(path).map(|level| Summary::from(&level)));
    paths.iter().map(one).collect()
}
