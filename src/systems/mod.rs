//! The steps of a tick, one file each, in the order of [`Sim::tick`](crate::sim::Sim::tick). Most are thin
//! loops over the world that call functions which know no world; [`turnouts`], [`attacks`] and [`detours`]
//! decide here, since what they decide needs the whole world. Three files are no steps: `members` is what
//! [`groups`] read of the world and do to it, [`posts`] the same for [`arrival`] and [`turnouts`], `rows` how
//! those of all units are found that a step is about.
//!
//! A tick as one unit's data, step by step:
//!
//! | steps | what they change of a unit | decided in |
//! |---|---|---|
//! | [`orders`], [`edits`], [`actions`] | [`Tasks`](crate::unit::Tasks) and [`State`](crate::unit::State): what it is to do | |
//! | [`follow`], [`attacks`], [`groups`], [`turnouts`] | [`Guidance`](crate::unit::Guidance): who leads it where, how fast | [`group`](crate::group), [`formation`](crate::formation), [`fight`](crate::fight), [`settling`](crate::settling) |
//! | [`paths`], [`waypoints`], [`curves`] | [`Route`](crate::unit::Route): its way, and the next place on it | [`path`](crate::path) |
//! | [`promises`] | [`Promises`](crate::unit::Promises), anew after an order | [`predictive::queue`](crate::movement::predictive::queue) |
//! | [`movement::gather`] | nothing: it is copied into the [`Crowd`](crate::neighbours::Crowd) | |
//! | [`movement::decide`] | where it is at the planning front, [`Memory`](crate::unit::Memory) | [`movement`](crate::movement) |
//! | [`movement::scatter`] | the newest of its promises is appended, the oldest becomes its [`Position`](crate::unit::Position) | |
//! | [`detours`], [`traffic`], [`homing`] | another route, or another way home | [`path`](crate::path) |
//! | [`arrival`] | it comes to rest at a [`Post`](crate::unit::Post), or goes on to its next task | [`settling`](crate::settling) |
//! | [`fights`], [`stances`] | [`Fighter`](crate::unit::Fighter): strength, and whom it goes for | [`fight`](crate::fight) |

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
mod rows;
pub mod stances;
pub mod traffic;
pub mod turnouts;
pub mod waypoints;
