//! What is around the units in a step, the same for all.

use crate::grid::{Grid, TILE};
use crate::movement::parameter::of_tuning;
use crate::movement::predictive::parameters::Parameters;
use crate::neighbours::{Crowd, Intent};
use crate::obstacles::Obstacle;
use crate::teams::Enemies;
use crate::time::DT;
use crate::unit::Memory;
use glam::Vec2;

/// Places with a wall nearer than this are narrow, px.
pub const NARROW: f32 = TILE;
/// Two bodies need this much more than their own width to pass each other in a passage, px.
const PASSING_ROOM: f32 = 4.0;
/// A unit this near to a narrow place is before its mouth, and waypoints nearer than this to each other, or to
/// a leg, are in the same gap, px.
pub const NEAR_GAP: f32 = 2.0 * TILE;
/// Where a wall is nearer than this units may have to pass a gap, px.
pub const WALLED: f32 = 4.0 * TILE;

/// Whether two bodies that reach `reach` px from centre to centre do not pass each other in a passage at a place.
pub fn is_passage(grid: &Grid, place: Vec2, reach: f32) -> bool {
    grid.is_narrow(place, 2.0 * reach + PASSING_ROOM)
}

/// What is around the units, the same for all.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// Circles that nothing can pass, as they are at the end of the step; foreseen from its start on.
    pub obstacles: &'a [Obstacle],
    /// Who is whose enemy.
    pub enemies: &'a Enemies,
    /// Direction of each unit to its waypoint, a unit vector; zero for those who do not walk.
    pub ways: &'a [Vec2],
    /// A distance, px, within which no wall is of each unit: see [`crate::grid::walls::clear_of`].
    pub clear: &'a [f32],
    /// The numbers that units go by.
    pub tuned: Tuned<'a>,
    /// What was remembered of each unit after the last step, by [row](Crowd::row).
    pub memories: &'a [Memory],
}

impl<'a> Surroundings<'a> {
    /// What was remembered of a unit after the last step.
    #[inline]
    pub fn memory(&self, crowd: &Crowd, index: usize) -> &'a Memory {
        &self.memories[crowd.row[index] as usize]
    }

    /// Whether `other` never makes way for `unit`: it is an enemy, holds its position, or is moved by another
    /// model.
    pub fn is_rock(&self, crowd: &Crowd, unit: usize, other: usize) -> bool {
        let them = &crowd.outline[other];
        them.is_steered || them.intent == Intent::Hold || self.enemies.are(crowd.team(unit), them.team)
    }
}

/// The unit that decides, and what it decides by.
#[derive(Clone, Copy, Debug)]
pub struct Me<'a> {
    /// Everybody.
    pub crowd: &'a Crowd,
    /// Which of them it is.
    pub index: usize,
    /// What is around all.
    pub around: &'a Surroundings<'a>,
    /// The numbers that it goes by.
    pub parameters: &'a Parameters,
}

impl<'a> Me<'a> {
    /// What was remembered of it after the last step.
    pub fn memory(&self) -> &'a Memory {
        self.around.memory(self.crowd, self.index)
    }
}

/// The model's numbers: everybody's, and those of units that have settings of their own.
#[derive(Clone, Copy, Debug)]
pub struct Tuned<'a> {
    /// Everybody's.
    pub common: &'a Parameters,
    /// By the number of a tuning, from 1 on.
    pub own: &'a [Parameters],
}

impl<'a> Tuned<'a> {
    /// The numbers that a unit goes by.
    #[inline]
    pub fn of(&self, crowd: &Crowd, index: usize) -> &'a Parameters {
        of_tuning(crowd.tuning[index], self.common, self.own)
    }
}

/// Longest displacement of a unit in a tick, px: its speed, less what rounding of its place could add.
pub fn longest_step(crowd: &Crowd, index: usize) -> f32 {
    longest_step_from(crowd.position[index], crowd.speed[index])
}

/// The same for a unit of this speed, px/s, at a place, px.
pub fn longest_step_from(place: Vec2, speed: f32) -> f32 {
    (speed * DT - place.abs().max_element() * f32::EPSILON).max(0.0)
}

/// Whether a unit stands at its post and nothing moves it.
pub fn is_still(crowd: &Crowd, index: usize) -> bool {
    crowd.intent(index) != Intent::Move
        && crowd.velocity(index) == Vec2::ZERO
        && crowd.position[index] == crowd.waypoint[index]
}
