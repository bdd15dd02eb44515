//! What a player can ask for: one serialisable enum, recorded where it is applied, so replays and tests come
//! for nothing.

use crate::grid::{Area, Tile};
use crate::ids::{Target, UnitId};
use crate::unit::ModelName;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// All that a player can do to a running game. A session is its level and its actions: see [`crate::replay`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "action")]
pub enum Action {
    /// Tells units what to do.
    Order(Order),
    /// Changes tiles; those that somebody stands on turn as soon as they are free.
    Edit {
        /// Which.
        area: Area,
        /// What they become.
        tile: Tile,
    },
    /// Puts a unit on the map; where it does not fit nothing happens.
    Spawn {
        /// Index into the simulation's kinds.
        kind: usize,
        /// Index into the simulation's teams.
        team: usize,
        /// Its centre, px.
        at: Vec2,
        /// Which model moves it.
        model: ModelName,
    },
    /// Takes units off the map.
    Remove {
        /// Which.
        units: Vec<UnitId>,
    },
    /// Puts units back that were removed, standing, under their old ids and names; where one does not fit any
    /// more it stays away.
    Restore {
        /// Which.
        units: Vec<UnitId>,
    },
    /// Lets another model move units.
    SetModel {
        /// Which.
        units: Vec<UnitId>,
        /// By which model.
        model: ModelName,
    },
    /// Tunes a model for everybody whom it moves.
    SetParameter {
        /// Which model.
        model: ModelName,
        /// Name of the parameter, as [`crate::movement::Parameter::name`] has it; unknown ones change
        /// nothing.
        name: String,
        /// Its new value, brought into its range.
        value: f32,
    },
}

/// The shape in which a group marches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FormationShape {
    /// A loose group.
    #[default]
    None,
    /// Side by side across the way.
    Line,
    /// One behind the other.
    Column,
    /// As deep as wide.
    Box,
    /// A point in front, widening to the rear.
    Wedge,
    /// Around the commander.
    Circle,
    /// Everybody where it stands relative to the others.
    AsIs,
}

/// How fast the members of a group go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Together: nobody outruns the slowest.
    #[default]
    Matched,
    /// Each as fast as it can.
    Own,
}

/// How a group marches and how it stands in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manner {
    /// How fast its members go.
    #[serde(default)]
    pub pace: Pace,
    /// Where a formation faces in the end, degrees clockwise from east; `None`: the way it comes.
    #[serde(default)]
    pub facing: Option<f32>,
    /// Width of the front that the player drew, px; `None`: the shape's own.
    #[serde(default)]
    pub frontage: Option<f32>,
    /// Whether they go for enemies whom they see, on the way and at its end.
    #[serde(default)]
    pub attacks: bool,
}

/// An order to some units. Places in px.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The units that it is for, in the order of selection; unknown or dead units are passed over.
    pub units: Vec<UnitId>,
    /// What they are to do.
    pub command: Command,
    /// Append to what they are doing instead of replacing it.
    #[serde(default)]
    pub queue: bool,
}

impl Order {
    /// Whether units that obey it go for enemies.
    pub fn attacks(&self) -> bool {
        match &self.command {
            Command::Move { manner, .. } => manner.attacks,
            Command::Attack { .. } => true,
            _ => false,
        }
    }
}

/// What units are to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Command {
    /// Go to a place; several units go as a group unless `each`.
    Move {
        /// The place, px.
        to: Vec2,
        /// Each on its own instead of as a group.
        each: bool,
        /// The shape to march in.
        formation: FormationShape,
        /// How to march and how to stand in the end.
        #[serde(default)]
        manner: Manner,
    },
    /// Walk a route round and round.
    Patrol {
        /// Places, px, at least one.
        route: Vec<Vec2>,
    },
    /// Stay near somebody or something that moves.
    Follow {
        /// Whom.
        target: Target,
        /// Only until it is reached: then what is queued begins.
        #[serde(default)]
        until_reached: bool,
    },
    /// Go for an enemy until it has fallen, then for others in sight.
    Attack {
        /// Whom.
        target: UnitId,
    },
    /// Drop everything and stand.
    Stop,
    /// Drop everything, stand, and let nobody push one away.
    Hold,
}

impl Command {
    /// The places that it names, px, first to last.
    pub fn places(&self) -> &[Vec2] {
        match self {
            Command::Move { to, .. } => std::slice::from_ref(to),
            Command::Patrol { route } => route,
            Command::Follow { .. } | Command::Attack { .. } | Command::Stop | Command::Hold => &[],
        }
    }
}
