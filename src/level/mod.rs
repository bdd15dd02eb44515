//! Levels: JSON → raw → checked [`Level`]. Whoever holds a [`Level`] holds one that is sound.
//!
//! The README describes the format for those who write levels; `levels/level.schema.json` is the same for their editor.
//! The way of a file through this module, one file a step:
//!
//! 1. `json`: text → syntax tree in which every value knows its place;
//! 2. `raw` (declared with the macros of `decode`): tree → raw types. They are the one place that knows the keys, and the
//!    [schema](Level::schema) is generated from them;
//! 3. `check`: raw → checked. Names become indices, tiles become px, blocks become units, and who stands where nobody
//!    can stand is found;
//! 4. every step notes what is wrong in `problem` and goes on, so that a writer sees all faults at once ([`LevelErrors`]).
//!
//! `save` goes the other way, `import` makes levels of MovingAI and Tiled maps, `report` serves `muster check`.
//!
//! Where the format says nothing, this is how it is read: a soft radius is the radius unless told, and a built-in one
//! grows with a radius that is set above it; ids of units and obstacles share one space; a team or a group told to
//! follow one of its own leaves that one out; the body of a unit may stick out over the rim of the map, its centre not.

mod check;
mod decode;
mod import;
mod json;
mod numbers;
mod problem;
mod raw;
mod report;
mod save;
mod values;

pub use import::{import, import_with_notes};
pub use problem::{LevelErrors, MAX_TOLD, Problem};
pub use report::{Summary, check};
pub(crate) use save::misplaced;

use crate::collider::Shape;
use crate::files;
use crate::grid::{Grid, Tile};
use crate::movement::ModelName;
use crate::order::Order;
use decode::{Decode, Trail};
use glam::Vec2;
use problem::Problems;
use raw::RawLevel;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Most columns and most rows of a map.
pub const MAX_MAP_SIDE: u32 = crate::movingai::MAX_SIDE as u32;
/// Most units of a level.
pub const MAX_UNITS: usize = 200_000;
/// Most obstacles of a level: each is looked at by everybody near it.
pub const MAX_OBSTACLES: usize = 4096;
/// Largest hard radius, px.
pub const MAX_RADIUS: f32 = 60.0;
/// Most units that all orders of a level may name together: a bound for memory, 40 MB.
pub(crate) const MAX_ORDERED_UNITS: usize = 10_000_000;
/// Largest map file, bytes: the largest map takes some 4 MB, 16 MB if every tile were four bytes.
const MAX_MAP_FILE: u64 = 32 << 20;

/// A kind of unit: lengths px, speeds px/s, accelerations px/s².
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its name in the level.
    pub name: String,
    /// Outline of the hard collider.
    pub shape: Shape,
    /// Hard radius, px, in (0, 60].
    pub radius: f32,
    /// Soft radius, px, at least `radius`.
    pub soft_radius: f32,
    /// Top speed, px/s.
    pub speed: f32,
    /// px/s².
    pub acceleration: f32,
    /// Who has more goes first.
    pub priority: i32,
}

/// A side.
#[derive(Clone, Debug, PartialEq)]
pub struct Team {
    /// Its name.
    pub name: String,
    /// Red, green, blue.
    pub color: [u8; 3],
    /// Indices of the teams that it neither pushes nor is pushed by; symmetric.
    pub enemies: Vec<usize>,
}

/// One unit as it starts (blocks are already taken apart).
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSpec {
    /// Its id in the level: given, `BLOCK.i`, or `#n`.
    pub name: String,
    /// Index into [`Level::kinds`].
    pub kind: usize,
    /// Index into [`Level::teams`].
    pub team: usize,
    /// Index into [`Level::groups`].
    pub group: Option<usize>,
    /// Centre, px.
    pub at: Vec2,
    /// Degrees clockwise from east, if the level says.
    pub facing: Option<f32>,
    /// Overrides the kind's.
    pub priority: Option<i32>,
    /// Overrides the level's.
    pub model: Option<ModelName>,
}

/// How an obstacle moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObstacleMotion {
    /// It stands, px.
    Still(Vec2),
    /// It goes round on an ellipse.
    Orbit {
        /// Centre of the ellipse, px.
        center: Vec2,
        /// Half axes along x and y, px.
        radii: Vec2,
        /// Seconds for one turn; never 0; negative turns the other way.
        period: f32,
        /// Degrees clockwise from east at t = 0.
        phase: f32,
    },
}

impl ObstacleMotion {
    /// Where the centre is at a time in seconds, px.
    pub fn at(self, time: f32) -> Vec2 {
        match self {
            ObstacleMotion::Still(at) => at,
            ObstacleMotion::Orbit { center, radii, period, phase } => {
                let turns = f64::from(time) / f64::from(period) + f64::from(phase) / 360.0;
                let (sin, cos) = libm::sincos((turns - libm::floor(turns)) * std::f64::consts::TAU);
                center + radii * Vec2::new(cos as f32, sin as f32)
            }
        }
    }
}

/// A circle that nothing can pass.
#[derive(Clone, Debug, PartialEq)]
pub struct ObstacleSpec {
    /// Its id, or empty.
    pub name: String,
    /// px.
    pub radius: f32,
    /// Where it is when.
    pub motion: ObstacleMotion,
}

/// An order that the level gives.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedOrder {
    /// Seconds of simulation.
    pub time: f32,
    /// What and to whom.
    pub order: Order,
}

/// A change of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Area {
    /// Left column.
    pub column: i32,
    /// Top row.
    pub row: i32,
    /// Width in tiles.
    pub columns: i32,
    /// Height in tiles.
    pub rows: i32,
}

/// Tiles that change at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edit {
    /// Seconds of simulation.
    pub time: f32,
    /// Which tiles.
    pub area: Area,
    /// What they become.
    pub tile: Tile,
}

/// What a level claims about itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// How long it is run, s.
    pub within: Option<f32>,
    /// Fraction of the units that have a move order that must arrive, 0..=1.
    pub arrived: Option<f32>,
    /// Deepest overlap allowed, px.
    pub overlap: Option<f32>,
    /// Indices of units that must be back within 1 px of their start.
    pub home: Vec<usize>,
    /// Seconds between the first and the last arrival.
    pub together: Option<f32>,
    /// Models that it is claimed for; empty: the level's own.
    pub models: Vec<ModelName>,
}

/// Which controls the window offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Controls {
    /// Select and send.
    #[default]
    Rts,
    /// Article 000's demo: left button sends the first team, right button the second.
    TwoGroups,
}

/// A level that has been checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Shown in the menu.
    pub name: String,
    /// What it shows.
    pub description: String,
    /// The model of every unit that names none.
    pub model: ModelName,
    /// Which controls the window offers.
    pub controls: Controls,
    /// The map at the start.
    pub grid: Grid,
    /// Kinds, built-in ones first.
    pub kinds: Vec<Kind>,
    /// Teams.
    pub teams: Vec<Team>,
    /// Names of groups.
    pub groups: Vec<String>,
    /// Units in their order; the index is the [`crate::components::UnitId`].
    pub units: Vec<UnitSpec>,
    /// Obstacles in their order.
    pub obstacles: Vec<ObstacleSpec>,
    /// Orders, sorted by time, those of equal time in the order of the file.
    pub orders: Vec<TimedOrder>,
    /// Edits, sorted likewise.
    pub edits: Vec<Edit>,
    /// What it claims.
    pub expect: Option<Expect>,
}

impl Level {
    /// Loads a level from a file. Errors: all that is wrong with it.
    pub fn load(path: impl AsRef<Path>) -> Result<Level, LevelErrors> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let bytes = files::read(path, files::LONGEST)
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

    /// Reads a level from text. `file` is what messages call it; `folder` is where the map files lie that it may name
    /// (`None`: it may name none). Errors: all that is wrong with it.
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

/// The kinds that every level has.
pub fn built_in_kinds() -> Vec<Kind> {
    let kind = |name: &str, radius, soft_radius, speed, acceleration, priority| Kind {
        name: name.into(),
        shape: Shape::Circle,
        radius,
        soft_radius,
        speed,
        acceleration,
        priority,
    };
    vec![
        kind("infantry", 7.0, 10.0, 60.0, 240.0, 1),
        kind("cavalry", 9.0, 13.0, 110.0, 220.0, 2),
        kind("siege", 13.0, 17.0, 35.0, 70.0, 3),
        kind("hero", 8.0, 12.0, 75.0, 300.0, 9),
    ]
}

/// The teams of a level that lists none.
pub fn default_teams() -> Vec<Team> {
    let team = |name: &str, color| Team { name: name.into(), color, enemies: Vec::new() };
    vec![team("red", [0xC8, 0x45, 0x2F]), team("blue", [0x2F, 0x5F, 0x9E])]
}
