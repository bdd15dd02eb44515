//! The high level of movement: ways round walls, as waypoints.
//!
//! Reading order: [`lattice`] (where a body of a size can stand), [`a_star`] (which says what is right),
//! [`jump`] (the same answers fast), [`regions`] (what can be reached at all), [`pull`] (from tiles to
//! straight legs), [`taut`] (whose turns go to the corners of walls), [`finder`] (all of it from place to
//! place), [`curve`] (a way that is driven), [`queue`] (a few requests each tick), [`following`] (from
//! waypoint to waypoint), [`around`] (round obstacles that stand), [`crowd`] (round units that stand about),
//! [`traffic`] (what a way takes among others), [`rerouting`] (how much of it is asked about), [`scenario`]
//! (held to a public benchmark).
//!
//! # Source
//! [Article 003], "High-level pathfinding": A* over the tiles, cut down to waypoints where the path turns.
//! Beyond it: a path's clearance is that of the unit; answers are shared, queued and mended; and on large
//! maps jump point search takes the place of A*, with the same costs and lengths.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod a_star;
pub(crate) mod answers;
pub mod around;
pub mod crowd;
pub mod curve;
pub mod finder;
pub mod following;
pub mod jump;
pub mod lattice;
pub mod pull;
pub mod queue;
pub mod regions;
pub mod rerouting;
pub mod scenario;
pub mod taut;
pub mod traffic;

pub use finder::{Path, Pathfinder, Trip};
pub use queue::{PathQueue, Urgency};
