//! Levels: JSON → raw → checked [`Level`]. Whoever holds a [`Level`] holds one that is sound.

mod built_in;

pub use built_in::{built_in_kinds, default_teams};

use crate::collider::Shape;
use crate::grid::{Grid, Tile};
use crate::movement::ModelName;
use crate::order::Order;
use glam::Vec2;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Controls {
    /// Select and send.
    #[default]
    Rts,
    /// Article 000's demo: left button sends the first team, right button the second.
    TwoGroups,
}

/// A level that has been checked.
#[derive(Clone, Debug)]
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
    /// Temporary.
    ///
    /// # Errors
    /// Always.
    pub fn load(path: &std::path::Path) -> Result<Level, String> {
        Err(path.display().to_string())
    }
}
