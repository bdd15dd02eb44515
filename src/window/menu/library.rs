//! Finds levels: the shipped ones and those of the player's own folder, each with its printed map for the
//! menu.

use crate::goals::Medal;
use crate::level::Level;
use crate::look::outline::Tiles;
use crate::platform::work::Worker;
use crate::platform::{disk, machine};
use crate::window::bests::{self, Best};
use crate::window::draw::canvas::Canvas;
use crate::window::draw::terrain;
use crate::window::theme;
use crate::window::words::{counted, model_title};
use glam::{Vec2, vec2};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Size of a map's picture in the menu, px: twice what the card shows, for screens of high density.
pub const PICTURE: (usize, usize) = (560, 320);

/// A level file.
pub struct LibraryEntry {
    /// Where it is.
    pub path: PathBuf,
    /// Under which heading of [`SHELVES`] it stands.
    pub shelf: usize,
    /// What the menu tells of it, or all that is wrong with it; `None` until it has been read.
    pub outcome: Option<Result<LevelSummary, String>>,
}

/// What the menu tells of a level.
pub struct LevelSummary {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub description: String,
    /// Model, size, counters.
    pub facts: String,
    /// Its printed map.
    pub picture: Canvas,
    /// Of a level with goals the player's best medal so far.
    pub medal: Option<Option<Medal>>,
    /// Whether the player has reached its goals, for a medal or for none.
    pub is_won: bool,
    /// Under which name the player's best is kept.
    pub key: Option<String>,
}

impl LibraryEntry {
    /// A file that has not been read yet.
    pub fn new(path: PathBuf, shelf: usize) -> LibraryEntry {
        LibraryEntry { path, shelf, outcome: None }
    }

    /// Takes over the player's medal for it, and whether it was won.
    pub fn take_medal(&mut self, bests: &BTreeMap<String, Best>) {
        if let Some(Ok(summary)) = &mut self.outcome {
            let best = summary.key.as_ref().map(|key| bests.get(key));
            summary.medal = best.map(|best| best?.medal);
            summary.is_won = best.flatten().is_some();
        }
    }

    /// What the menu calls it: its name, or its file's as long as that is not known.
    pub fn title(&self) -> String {
        match &self.outcome {
            Some(Ok(summary)) => summary.name.clone(),
            _ => self.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }
}

/// Reads level files in the background; they are named with their indices.
pub type Reader = Worker<(usize, PathBuf), (usize, Result<LevelSummary, String>)>;

/// Reads levels in the background, one after the other: the index of each with what was found.
pub fn read_all(files: Vec<(usize, PathBuf)>) -> Reader {
    let mut reader = Worker::new(|(index, path): (usize, PathBuf)| (index, summary(&path)));
    files.into_iter().for_each(|file| reader.ask(file));
    reader
}

fn summary(path: &Path) -> Result<LevelSummary, String> {
    load(path).map(|level| LevelSummary {
        key: (!level.scenario.goals.is_empty()).then(|| bests::key(path, &level)),
        medal: None,
        is_won: false,
        facts: facts(&level),
        picture: picture(&level),
        name: level.name,
        description: level.description,
    })
}

/// Loads a level; the error is all that is wrong with it, a line each.
///
/// # Errors
/// When anything is wrong with it.
pub fn load(path: &Path) -> Result<Level, String> {
    Level::load(path).map_err(|errors| errors.to_string())
}

/// The folder of shipped levels: `levels` in the current folder, beside the program or one of the folders
/// above it (as after `cargo build`), else where the program was built.
pub fn shipped_folder() -> Option<PathBuf> {
    let places = machine::shipped_folders().into_iter().map(|folder| folder.join("levels"));
    places.into_iter().find(|folder| disk::is_file(&folder.join("level.schema.json")))
}

/// Level files of a folder by name; what cannot be read is left out.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = disk::list(folder).unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.retain(|path| path.file_name().is_some_and(|name| name != "level.schema.json"));
    // Scenarios in the order of play, the others by name.
    let place = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        scenarios().iter().position(|name| *name == stem).unwrap_or(usize::MAX)
    };
    files.sort_by_key(|path| (place(path), path.clone()));
    files
}

/// The scenario that comes after a shipped one.
pub fn after(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_string_lossy();
    let at = scenarios().iter().position(|name| *name == stem)?;
    let next = path.with_file_name(format!("{}.json", scenarios().get(at + 1)?));
    disk::is_file(&next).then_some(next)
}

/// The headings of the menu, first to last, with the names of the shipped levels under each: see the file.
pub static SHELVES: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let mut shelves: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in include_str!("../../../levels/shelves.txt").lines().filter(|line| !line.starts_with('#')) {
        match (line.strip_suffix(':'), shelves.last_mut()) {
            (Some(heading), _) => shelves.push((heading, Vec::new())),
            (None, Some((_, levels))) => levels.extend(line.split_whitespace()),
            (None, None) => {}
        }
    }
    shelves
});

/// The shelf of the player's own levels.
pub const OWN: usize = 1;
/// The shelf of shipped levels that are named nowhere.
const MORE: usize = 7;

/// The scenarios, in the order in which they are played.
fn scenarios() -> &'static [&'static str] {
    &SHELVES[0].1
}

/// Where a shipped level stands in the menu: the index of a heading of [`SHELVES`].
pub fn shelf(path: &Path) -> usize {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let is_it = |name: &&str| match name.strip_suffix('*') {
        Some(start) => stem.starts_with(start),
        None => *name == stem,
    };
    SHELVES.iter().position(|(_, names)| names.iter().any(is_it)).unwrap_or(MORE)
}

/// The printed map of a level with its counters on it.
pub fn picture(level: &Level) -> Canvas {
    let (width, height) = PICTURE;
    let room = vec2(width as f32, height as f32);
    let world = level.grid.size();
    let scale = ((room - 24.0) / world).min_element().min(2.0);
    let origin = world / 2.0 - room / 2.0 / scale;
    let sheet = world * scale;
    let (columns, rows) = (sheet.x.ceil() as usize, sheet.y.ceil() as usize);
    let map = terrain::paint(&Tiles::of(&level.grid), Vec2::ZERO, scale, columns, rows);
    let [r, g, b] = theme::TABLE;
    let mut canvas = Canvas::new(width, height, [r, g, b, 255]);
    let corner = ((room - sheet) / 2.0).floor().max(Vec2::ZERO);
    for grow in [7.0, 6.0, 5.0] {
        let shift = vec2(2.0, 3.0);
        canvas.shape(corner + shift - grow, corner + shift + sheet + grow, theme::INK, 0.10, |_| -1.0);
    }
    canvas.shape(corner - 4.0, corner + sheet + 4.0, theme::PAPER, 1.0, |_| -1.0);
    canvas.shape(corner - 1.5, corner + sheet + 1.5, theme::INK, 0.8, |_| -1.0);
    canvas.paste(&map, corner.x as usize, corner.y as usize);
    let place = |world: Vec2| (world - origin) * scale;
    for obstacle in &level.obstacles {
        let (at, radius) = (place(obstacle.motion.at(0.0)), (obstacle.radius * scale).max(1.5));
        canvas.disc(at, radius, theme::STONE, 1.0);
        canvas.ring(at, radius, 1.0, theme::INK, 0.8);
    }
    for unit in &level.units {
        // Small maps show counters at their size; on large ones they stay large enough to be seen.
        let radius = (level.kinds[unit.kind].body.radius * scale).max(2.2);
        let color = level.teams[unit.team].color;
        canvas.disc(place(unit.at), radius, theme::darker(color, 0.6), 1.0);
        canvas.disc(place(unit.at), radius - (radius * 0.18).max(0.6), color, 1.0);
    }
    canvas
}

/// One line about a level: model, size, counters.
pub fn facts(level: &Level) -> String {
    let (goals, units) = (level.scenario.goals.len(), counted(level.units.len(), "unit", "units"));
    match goals {
        0 => {
            let (model, grid) = (model_title(level.model), &level.grid);
            format!("{model} · {} × {} · {units}", grid.columns(), grid.rows())
        }
        _ => format!("{} · {units}", counted(goals, "goal", "goals")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_show_something_come_before_measurements_and_figures() {
        let mut names = [
            "circle20",
            "004-maze",
            "canyon",
            "cross2x50",
            "canyon30",
            "first-steps",
            "crossing-clusters",
            "new",
        ];
        names.sort_by_key(|name| shelf(Path::new(&format!("levels/{name}.json"))));
        assert_eq!(
            names,
            [
                "first-steps",
                "canyon",
                "crossing-clusters",
                "new",
                "circle20",
                "cross2x50",
                "canyon30",
                "004-maze"
            ]
        );
    }

    #[test]
    fn every_shipped_level_has_a_shelf_of_its_theme() {
        let unsorted: Vec<PathBuf> = files(&shipped_folder().unwrap());
        let more: Vec<&PathBuf> = unsorted.iter().filter(|path| SHELVES[shelf(path)].0 == "More").collect();
        assert!(more.is_empty(), "{more:?}");
    }

    #[test]
    fn a_level_that_was_won_too_late_for_a_medal_is_known_as_won() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let text = r#"{ "format": 1, "name": "A", "map": { "size": [4, 3] }, "goals": [{ "do": "build" }] }"#;
        std::fs::write(&path, text).unwrap();
        let mut entry = LibraryEntry { outcome: Some(summary(&path)), ..LibraryEntry::new(path, OWN) };
        let mut told = |bests: BTreeMap<String, Best>| {
            entry.take_medal(&bests);
            let summary = entry.outcome.as_ref().unwrap().as_ref().unwrap();
            (summary.key.clone().unwrap(), summary.medal, summary.is_won)
        };
        let (key, medal, is_won) = told(BTreeMap::new());
        assert_eq!((medal, is_won), (Some(None), false));
        let best = Best { seconds: 9.0, orders: 0, tiles: 1, medal: None };
        let (_, medal, is_won) = told(BTreeMap::from([(key, best)]));
        assert_eq!((medal, is_won), (Some(None), true));
    }

    #[test]
    fn shipped_levels_are_found_from_the_program() {
        assert!(shipped_folder().is_some());
    }

    #[test]
    fn a_picture_shows_the_map_and_its_counters() {
        let text = r##"{ "format": 1, "name": "A", "map": { "tiles": ["TTTT", "T..T", "TTTT"] },
            "teams": [{ "name": "red", "color": "#ff0000" }],
            "units": [{ "kind": "infantry", "team": "red", "at": [1.5, 1.5] }] }"##;
        let level = Level::parse(text, "a.json", None).unwrap();
        let canvas = picture(&level);
        assert!(canvas.pixels.contains(&[255, 0, 0, 255]));
        assert!(facts(&level).contains("4 × 3 · 1 unit"));
    }
}
