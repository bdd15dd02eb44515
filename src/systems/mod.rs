//! The stages of a tick: thin loops over the world, one file a stage, each calling functions that know no
//! world.

pub mod actions;
pub mod arrival;
pub mod attacks;
pub mod curves;
pub mod detours;
pub mod edits;
pub mod fights;
pub mod follow;
pub mod groups;
pub mod homing;
mod members;
pub mod movement;
pub mod orders;
pub mod paths;
pub mod posts;
pub mod promises;
pub mod stances;
pub mod traffic;
pub mod turnouts;
pub mod waypoints;
