//! Stable numbers of units and obstacles.

use serde::{Deserialize, Serialize};

/// A unit's stable number: its place among all units ever made in this simulation, from 0. Ties end by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u32);

/// The unit or obstacle that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// An obstacle, by its index in the level.
    Obstacle(u32),
}
