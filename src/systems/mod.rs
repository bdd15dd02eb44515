//! The steps of a tick, one file each, in the order of [`Sim::tick`](crate::sim::Sim::tick). Most are thin
//! loops over the world that call functions which know no world; [`turnouts`], [`attacks`] and [`detours`]
//! decide here, since what they decide needs the whole world.

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
