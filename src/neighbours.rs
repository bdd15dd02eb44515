//! Who is near whom: a uniform grid over a packed copy of the crowd, rebuilt each tick.
//!
//! The crowd is copied out of the hecs columns into arrays that are sorted by grid cell (a counting sort, ties by
//! unit id), so that the neighbours of a unit lie close together in memory and every loop over a row of cells is one
//! run of indices. Movement models read this copy and nothing else.
//!
//! Costs: about 10 ns per unit and tick for the copy and the sort; a query touches the cells of a square.

use crate::collider::Collider;
use crate::movement::predictive::Memory;
use glam::Vec2;

/// What a unit wants to do this tick, as the low level sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Intent {
    /// It stands at its post (`waypoint`), gives way to friends that need its place, and comes back.
    #[default]
    Rest,
    /// It stands and nobody pushes it.
    Hold,
    /// It walks to its `waypoint`.
    Move,
}

/// The crowd at the start of a tick, structure of arrays, sorted by cell. All arrays have one length.
///
/// Positions are those of the *planning front*: the newest promise of each unit (see [`crate::movement::predictive`]).
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// Stable number of the unit.
    pub id: Vec<u32>,
    /// Centre, px.
    pub position: Vec<Vec2>,
    /// How it moved in the last step, px/s: where it actually went, pushed or not.
    pub velocity: Vec<Vec2>,
    /// Hard collider.
    pub body: Vec<Collider>,
    /// Soft radius, px.
    pub soft_radius: Vec<f32>,
    /// Top speed of this tick, px/s (speed matching in groups may lower it).
    pub speed: Vec<f32>,
    /// Greatest change of velocity, px/s².
    pub acceleration: Vec<f32>,
    /// Who has more goes first.
    pub priority: Vec<i32>,
    /// Index of its team.
    pub team: Vec<u16>,
    /// Group that it marches in, 0 for none: soft colliders are ignored within a group.
    pub group: Vec<u32>,
    /// What it wants.
    pub intent: Vec<Intent>,
    /// The place that it walks to next (or its post while it rests), px. Always reachable in a straight line when nothing is in the way.
    pub waypoint: Vec<Vec2>,
    /// Length of the way that remains after `waypoint`, px: 0 when the waypoint is the destination.
    pub remaining: Vec<f32>,
    /// The waypoint after this one, px; equal to `waypoint` when it is the last.
    pub next_waypoint: Vec<Vec2>,
    /// Whether another model moves it: `predictive` only avoids it, and does not promise for it.
    pub foreign: Vec<bool>,
    /// What the predictive model remembers of it from tick to tick.
    pub memory: Vec<Memory>,
    /// Answer: where it is after this step, px.
    pub next: Vec<Vec2>,

    /// First index of each cell, row by row, and one past the last.
    pub cell_start: Vec<u32>,
    /// Cells across.
    pub cell_columns: i32,
    /// Cells down.
    pub cell_rows: i32,
    /// Index in these arrays of each unit id; `u32::MAX` where there is none.
    pub index_of: Vec<u32>,
}

/// Side of a cell of the neighbour grid, px.
pub const CELL: f32 = 30.0;
