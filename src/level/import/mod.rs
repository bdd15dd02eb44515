//! Maps of other programs → levels: MovingAI `.map`, and Tiled `.tmx`, `.tmj` and `.json`.
//!
//! A tile becomes a tile, whatever its size in Tiled. Tile layers are laid over each other from the lowest
//! up, hidden ones too. What a tile of Tiled becomes, the first of these that says it:
//!
//! 1. a property of the tile, then of its layer: `muster` (`ground`, `rock`, `trees` or `water`), or
//!    `blocked` or `collides` (true: rock, or what the layer's name says is blocked; false: ground);
//! 2. the words of the layer's name, such as `Trees`, `Water`, `Stone walls`, `Grass`; of a layer of many
//!    things, as `Water,Clay,Rock-Fence`, the first word that means something blocked;
//! 3. ground in the lowest layer; tiles of another layer whose name says nothing are decoration and change
//!    nothing.
//!
//! Objects and images are passed over.

mod data;
mod layers;
mod tileset;
mod tmj;
mod tmx;

use super::problem::{LevelErrors, Problem, Problems};
use crate::files;
use crate::grid::Grid;
use crate::level::definition::{Level, built_in_kinds, default_teams};
use std::path::Path;

/// Makes a level of a map: its ground and what is blocked, named after the file, without units. What it is,
/// the ending of the file says. Errors: all that is wrong with the file.
pub fn import(path: impl AsRef<Path>) -> Result<Level, LevelErrors> {
    import_with_notes(path).map(|(level, _)| level)
}

/// As [`import`], with what was passed over though the map names it: tilesets that cannot be read, a line
/// each.
pub fn import_with_notes(path: impl AsRef<Path>) -> Result<(Level, Vec<Problem>), LevelErrors> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_lowercase();
    let read: Importer = match ending.as_str() {
        "map" => movingai,
        "tmx" => tmx::read,
        "tmj" | "json" => tmj::read,
        _ => {
            let said =
                "not a map that can be imported; it must end in .map (MovingAI), .tmx, .tmj or .json (Tiled)";
            return Err(LevelErrors::of_file(&file, said));
        }
    };
    let text = files::read_text(path, files::MAX_FILE)
        .map_err(|said| LevelErrors::of_file(&file, format!("cannot be read: {said}")))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut problems = Problems::new(&file, text);
    let folder = path.parent().unwrap_or(Path::new(""));
    match read(text, folder, &mut problems) {
        Some(grid) if problems.is_empty() => Ok((level_of(path, grid), problems.into_notes())),
        _ if problems.is_empty() => Err(LevelErrors::of_file(&file, "not a map")),
        _ => Err(problems.into_errors()),
    }
}

/// Reads the text of a map that lies in a folder.
type Importer = fn(&str, &Path, &mut Problems) -> Option<Grid>;

fn movingai(text: &str, _: &Path, problems: &mut Problems) -> Option<Grid> {
    let read = Grid::from_movingai(text);
    read.map_err(|error| problems.add(problems.offset(error.line, 1), "$", error.what)).ok()
}

fn level_of(path: &Path, grid: Grid) -> Level {
    let named = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    Level {
        name: named(path.file_stem()).unwrap_or_default(),
        description: format!("Imported from {}.", named(path.file_name()).unwrap_or_default()),
        grid,
        kinds: built_in_kinds(),
        teams: default_teams(),
        ..Level::empty()
    }
}
