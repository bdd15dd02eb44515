//! What a level asks of its player: goals, medals, limits.

use crate::grid::Area;
use crate::ids::UnitId;
use serde::{Deserialize, Serialize};

/// What makes a level a task for a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// Index of the team that the player commands; `None`: everybody obeys.
    pub player: Option<usize>,
    /// What is to be reached, all of it; empty: nothing is.
    pub goals: Vec<Goal>,
    /// How fast.
    pub medals: Medals,
    /// What it may cost.
    pub limit: Limit,
}

/// Seconds of simulation within which all goals must be met for a medal; `None`: the medal is not to be had.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Medals {
    /// For gold.
    pub gold: Option<f32>,
    /// For silver, not less than for gold.
    pub silver: Option<f32>,
    /// For bronze, not less than for silver.
    pub bronze: Option<f32>,
}

/// What the player may spend; `None`: as much as they like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Orders given.
    pub orders: Option<usize>,
    /// Tiles changed, each counted once.
    pub tiles: Option<usize>,
}

/// Something to be reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What.
    pub wanted: Wanted,
    /// What the player is told, where the level says it.
    pub text: Option<String>,
}

/// What is to be reached. Times in seconds of simulation.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// Units are in an area.
    Bring {
        /// Whom.
        who: Vec<UnitId>,
        /// Where to.
        to: Area,
        /// How many of them at the same time.
        count: usize,
        /// Since the start; later it does not count.
        within: Option<f32>,
    },
    /// The player's units are in an area, and nobody else.
    Hold {
        /// Which.
        area: Area,
        /// For so long on end.
        seconds: f32,
    },
    /// Nobody of a team is in an area.
    Shut {
        /// Which.
        area: Area,
        /// Index of the team.
        against: usize,
        /// For so long on end.
        seconds: f32,
    },
    /// Units are alive when all else is reached.
    Keep {
        /// Who.
        who: Vec<UnitId>,
        /// How many of them.
        at_least: usize,
    },
    /// Units are not alive.
    Defeat {
        /// Who.
        who: Vec<UnitId>,
    },
    /// The player does something by hand.
    Do {
        /// What.
        deed: Deed,
        /// To how many units at once, or how many tiles.
        count: usize,
    },
}

impl Wanted {
    /// The area that it is about.
    pub fn area(&self) -> Option<Area> {
        match self {
            Wanted::Bring { to: area, .. } | Wanted::Hold { area, .. } | Wanted::Shut { area, .. } => {
                Some(*area)
            }
            _ => None,
        }
    }

    /// The units that it names.
    pub fn units_mut(&mut self) -> Option<&mut Vec<UnitId>> {
        match self {
            Wanted::Bring { who, .. } | Wanted::Keep { who, .. } | Wanted::Defeat { who } => Some(who),
            _ => None,
        }
    }
}

/// What a hand can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Select units.
    Select,
    /// Send units somewhere.
    Send,
    /// Give units an order that follows on another.
    Queue,
    /// Draw the front of a formation.
    Front,
    /// Let units patrol.
    Patrol,
    /// Change tiles.
    Build,
}
