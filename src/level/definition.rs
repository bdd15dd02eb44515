//! What a level is once it is known to be sound, in px and by index.

use crate::fight::rules::Arms;
use crate::fight::stance::Stance;
use crate::geometry::Shape;
use crate::grid::{Area, Grid, Tile};
use crate::level::goal::Scenario;
use crate::movement::Setting;
use crate::movement::tuning::merged;
use crate::obstacles::ObstacleSpec;
use crate::order::Order;
use crate::unit::{Body, ModelName};
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
pub(crate) const MAX_MAP_FILE: u64 = 32 << 20;

/// A kind of unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kind {
    /// Its name in the level.
    pub name: String,
    /// What its units' bodies are and can do, unless a unit has a priority of its own.
    pub body: Body,
    /// What it brings to a fight.
    pub arms: Arms,
}

impl Kind {
    /// What several of them are called: infantry and cavalry are many by themselves, others are units.
    pub fn several(&self) -> String {
        if self.name.ends_with("ry") { self.name.clone() } else { format!("{} units", self.name) }
    }
}

/// A side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Team {
    /// Its name.
    pub name: String,
    /// Red, green, blue.
    pub color: [u8; 3],
    /// Indices of the teams that it neither pushes nor is pushed by; symmetric.
    pub enemies: Vec<usize>,
    /// Parameters of models for its units.
    pub parameters: Vec<Setting>,
    /// The stance that leads it.
    pub stance: Stance,
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
    /// What it has left of its kind's strength; `None`: all.
    pub strength: Option<f32>,
    /// Overrides the level's.
    pub model: Option<ModelName>,
    /// Parameters of models for this unit, before those of its team and of the level.
    pub parameters: Vec<Setting>,
}

/// An order that the level gives.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedOrder {
    /// Seconds of simulation.
    pub time: f32,
    /// What and to whom. Games of the level share it.
    pub order: Arc<Order>,
}

/// Tiles that change at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Parameters of models for all units.
    pub parameters: Vec<Setting>,
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
    /// Units in their order; the index is the [`crate::ids::UnitId`].
    pub units: Vec<UnitSpec>,
    /// Obstacles in their order.
    pub obstacles: Vec<ObstacleSpec>,
    /// Orders, sorted by time, those of equal time in the order of the file.
    pub orders: Vec<TimedOrder>,
    /// Edits, sorted likewise.
    pub edits: Vec<Edit>,
    /// What it claims.
    pub expect: Option<Expect>,
    /// What it asks of a player.
    pub scenario: Scenario,
    /// Whether enemies in reach of each other fight.
    pub fight: bool,
}

impl Level {
    /// Sets parameters of models for all units, whatever their teams or they themselves had for them; of two
    /// settings of one parameter the last one wins.
    pub fn set(&mut self, settings: &[Setting]) {
        let is_other =
            |own: &Setting| settings.iter().all(|set| (set.model, set.index) != (own.model, own.index));
        let of_units = self.units.iter_mut().map(|unit| &mut unit.parameters);
        let of_teams = self.teams.iter_mut().map(|team| &mut team.parameters);
        of_units.chain(of_teams).for_each(|parameters| parameters.retain(is_other));
        for setting in settings {
            self.parameters = merged(&self.parameters, std::slice::from_ref(setting));
        }
    }

    /// A level of one tile with nobody on it.
    pub(crate) fn empty() -> Level {
        Level {
            name: String::new(),
            description: String::new(),
            model: ModelName::default(),
            parameters: Vec::new(),
            controls: Controls::default(),
            grid: Grid::new(1, 1, vec![Tile::Ground]),
            kinds: Vec::new(),
            teams: Vec::new(),
            groups: Vec::new(),
            units: Vec::new(),
            obstacles: Vec::new(),
            orders: Vec::new(),
            edits: Vec::new(),
            expect: None,
            scenario: Scenario::default(),
            fight: false,
        }
    }
}

/// The kinds that every level has.
pub fn built_in_kinds() -> Vec<Kind> {
    let kind = |name: &str, radius, soft_radius, speed, acceleration, priority, attack| Kind {
        name: name.into(),
        body: Body { shape: Shape::Circle, radius, soft_radius, speed, acceleration, priority },
        arms: Arms { attack, ..Arms::default() },
    };
    vec![
        kind("infantry", 7.0, 10.0, 60.0, 240.0, 1, 8.0),
        kind("cavalry", 9.0, 13.0, 110.0, 220.0, 2, 10.0),
        kind("siege", 13.0, 17.0, 35.0, 70.0, 3, 4.0),
        kind("hero", 8.0, 12.0, 75.0, 300.0, 9, 20.0),
    ]
}

/// The teams of a level that lists none.
pub fn default_teams() -> Vec<Team> {
    let team = |name: &str, color| Team {
        name: name.into(),
        color,
        enemies: Vec::new(),
        parameters: Vec::new(),
        stance: Stance::Orders,
    };
    vec![team("red", [0xC8, 0x45, 0x2F]), team("blue", [0x2F, 0x5F, 0x9E])]
}
