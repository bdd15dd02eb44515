//! Levels: JSON → raw → checked [`Level`]. A [`Level`] is always sound.
//!
//! `book/src/levels.md` describes the format for those who write levels; `levels/level.schema.json` is the
//! same for their editor. The way of a file through this module, one file a step:
//!
//! 1. `json`: text → syntax tree in which every value knows its place;
//! 2. `raw` (declared with the macros of `decode`): tree → raw types. They are the one place that knows the
//!    keys, and the [schema](Level::schema) is generated from them;
//! 3. `check`: raw → checked. Names become indices, tiles become px, blocks become units, and who stands
//!    where nobody can stand is found;
//! 4. every step notes what is wrong in `problem` and goes on, so that a writer sees all faults at once
//!    ([`LevelErrors`]).
//!
//! A game is made of a level by [`Sim::new`](crate::sim::Sim::new): each unit of it enters the
//! [`World`](crate::world::World) as a row of components.
//!
//! `save` goes the other way, `import` makes levels of MovingAI and Tiled maps, `report` serves `muster
//! check`.
//!
//! Where the format says nothing, this is how it is read: a soft radius is the radius unless told, and a
//! built-in one grows with a radius that is set above it; ids of units and obstacles share one space; a team
//! or a group told to follow one of its own leaves that one out; the body of a unit may stick out over the
//! rim of the map, its centre not.

mod check;
mod decode;
mod definition;
pub mod goal;
mod import;
mod json;
mod numbers;
mod problem;
mod raw;
mod raw_goals;
mod raw_parameters;
mod raw_stance;
mod report;
mod save;
mod values;
mod who;

pub(crate) use definition::MAX_ORDERED_UNITS;
pub use definition::{
    Controls, Edit, Expect, Kind, Level, MAX_MAP_SIDE, MAX_OBSTACLES, MAX_RADIUS, MAX_UNITS, Team,
    TimedOrder, UnitSpec, built_in_kinds, default_teams,
};
pub use import::{import, import_with_notes};
pub use problem::{LevelErrors, MAX_TOLD, Problem, nearest};
pub use report::{Summary, check};
pub(crate) use save::misplaced;

use crate::files;
use decode::{Decode, Trail};
use problem::Problems;
use raw::RawLevel;
use schemars::generate::SchemaSettings;
use std::path::Path;

impl Level {
    /// Loads a level from a file. Errors: all that is wrong with it.
    pub fn load(path: impl AsRef<Path>) -> Result<Level, LevelErrors> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let bytes = files::read(path, files::MAX_FILE)
            .map_err(|said| LevelErrors::of_file(&file, format!("cannot be read: {said}")))?;
        let text = match std::str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => {
                let sound = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let mut problems = Problems::new(&file, &sound);
                let said =
                    format!("not UTF-8 text from byte {} on; save the file as UTF-8", error.valid_up_to());
                problems.add(sound.len(), "$", said);
                return Err(problems.into_errors());
            }
        };
        Level::parse(text, &file, Some(path.parent().unwrap_or(Path::new(""))))
    }

    /// Reads a level from text. `file` is what messages call it; `folder` is where the map files lie that it
    /// may name (`None`: it may name none). Errors: all that is wrong with it.
    ///
    /// ```
    /// use muster::level::Level;
    /// let level = Level::parse(r#"{ "format": 1, "name": "Empty", "map": { "size": [4, 3] } }"#, "empty.json", None);
    /// assert_eq!(level.unwrap().grid.columns(), 4);
    /// let errors = Level::parse(r#"{ "format": 1, "map": { "size": [4, 0] } }"#, "broken.json", None).unwrap_err();
    /// assert_eq!(errors.problems.len(), 2); // no name, and a map without rows
    /// ```
    pub fn parse(text: &str, file: &str, folder: Option<&Path>) -> Result<Level, LevelErrors> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut problems = Problems::new(file, text);
        let tree = json::parse(text, &mut problems);
        if tree.as_ref().is_some_and(decode::is_recording) {
            return Err(LevelErrors::of_file(file, "a recording, not a level; `muster replay` takes it"));
        }
        let raw = tree.and_then(|tree| RawLevel::decode(&tree, &Trail::Root, &mut problems));
        match raw.and_then(|raw| check::level(&raw, folder, &mut problems)) {
            Some(level) if problems.is_empty() => Ok(level),
            _ if problems.is_empty() => Err(LevelErrors::of_file(file, "not a level")),
            _ => Err(problems.into_errors()),
        }
    }

    /// The JSON Schema of the format (draft 07, which editors know best), generated from the raw types.
    pub fn schema() -> serde_json::Value {
        let mut schema = SchemaSettings::draft07().into_generator().into_root_schema_for::<RawLevel>();
        schema.insert("title".into(), "Muster level, format 1".into());
        schema.to_value()
    }
}
