//! The low level of movement: what a model sees, what it answers, and the one list of models.

pub mod predictive;

use serde::{Deserialize, Serialize};

/// The movement models, by the names that levels and the command line use.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    clap::ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum ModelName {
    /// Article 003: predicted positions, push, hard push.
    #[default]
    Predictive,
    /// Article 000: follow the walls that you touch.
    WallFollowing,
    /// Article 001: pushes that weigh by direction.
    AntiGravity,
    /// Article 002: rays ahead.
    RaySteering,
    /// Article 004: pull and pushes.
    Swarm,
    /// Reciprocal velocity obstacles.
    Orca,
    /// No avoidance: the baseline.
    None,
}

impl ModelName {
    /// Its name in levels, reports and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ModelName::Predictive => "predictive",
            ModelName::WallFollowing => "wall_following",
            ModelName::AntiGravity => "anti_gravity",
            ModelName::RaySteering => "ray_steering",
            ModelName::Swarm => "swarm",
            ModelName::Orca => "orca",
            ModelName::None => "none",
        }
    }
}
