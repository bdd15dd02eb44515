//! The neighbours of each unit: a uniform grid over a packed copy of the crowd, rebuilt each tick.
//!
//! The crowd is copied out of the hecs columns into arrays that are sorted by grid cell (a counting sort,
//! ties by unit id), so that the neighbours of a unit lie close together in memory and every loop over a row
//! of cells is one run of indices. Movement models read this copy and nothing else. Ids and places come first
//! (`Crowd::lay_out`); once they are sorted, each place in the order is filled straight from its unit, on all
//! threads (`Crowd::fill`): nobody is copied twice.
//!
//! Costs: about 40 ns per unit and tick for the copy and the sort; a query touches the cells of a square.

mod cells;
mod columns;
mod fetch;
mod glimpse;
mod intent;
pub mod jam;
mod lanes;
mod lines;
mod member;
mod outline;
mod query;

pub use fetch::fetch;
pub use glimpse::Glimpse;
pub use intent::Intent;
pub use lanes::{Found, Four, LANES};
pub use lines::Lines;
pub use member::{Member, Steered};
pub use outline::Outline;

use crate::geometry::Collider;
use glam::Vec2;
use rayon::prelude::*;

/// The crowd at the start of a tick, structure of arrays, sorted by cell. All arrays have one length.
///
/// Positions are those of the *planning front*: the newest promise of each unit (see
/// [`crate::movement::predictive`]).
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// Stable number of the unit.
    pub id: Vec<u32>,
    /// Centre, px.
    pub position: Vec<Vec2>,
    /// Hard collider.
    pub body: Vec<Collider>,
    /// Soft radius, px.
    pub soft_radius: Vec<f32>,
    /// Top speed of this tick, px/s (speed matching in groups may lower it).
    pub speed: Vec<f32>,
    /// Greatest change of velocity, px/s².
    pub acceleration: Vec<f32>,
    /// Number of the settings that its models go by; 0: everybody's.
    pub tuning: Vec<u32>,
    /// Group that it marches in, 0 for none: soft colliders are ignored within a group.
    pub group: Vec<u32>,
    /// The place that it walks to next (or its post while it rests), px. Always reachable in a straight line
    /// when nothing is in the way.
    pub waypoint: Vec<Vec2>,
    /// Length of the way that remains after `waypoint`, px: 0 when the waypoint is the destination.
    pub remaining: Vec<f32>,
    /// The waypoint after this one, px; equal to `waypoint` when it is the last.
    pub next_waypoint: Vec<Vec2>,
    /// What steering models have to know beside; empty where they move nobody.
    pub steered: Vec<Steered>,
    /// The curves that some follow.
    pub lines: Lines,
    /// Answer: where it is after this step, px.
    pub next: Vec<Vec2>,
    /// Index in these arrays of each unit id; `u32::MAX` where there is none.
    pub index_of: Vec<u32>,
    /// Its row: the number, from 0 on, under which it came. What is remembered of units from tick to tick
    /// lies in rows and is not sorted anew.
    pub row: Vec<u32>,
    /// Index in these arrays of each row.
    pub index_of_row: Vec<u32>,
    /// What neighbours read of each unit, in one row.
    pub outline: Vec<Outline>,
    /// The greatest hard radius of all (times √2 for a square), px.
    pub largest_radius: f32,
    /// The greatest top speed of all, px/s.
    pub largest_speed: f32,
    /// How fast the fastest of all moved in the last step, px/s: more than `largest_speed` where speeds were
    /// lowered since.
    pub fastest: f32,
    /// Positions and velocities once more, for queries that look at four units at a time.
    fours: Vec<Four>,
    /// How many units before each index stand, at rest or on hold, and how many in all.
    standing_before: Vec<u32>,
    /// First index of each cell, row by row, and one past the last.
    cell_start: Vec<u32>,
    cell_columns: i32,
    cell_rows: i32,
    cell_origin: Vec2,
    /// Side of a cell, px.
    cell_side: f32,
    /// What was pushed since the last rebuild, in the order of pushing.
    staged: Vec<Member>,
    /// Ids by row.
    id_of_row: Vec<u32>,
}

/// Units that one thread takes at a time, here and in the stages and models that go over all of them.
pub const CHUNK: usize = 256;

impl Crowd {
    /// Number of units.
    pub fn len(&self) -> usize {
        self.id.len()
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }

    /// The index of a unit by its id, if it is there.
    pub fn index(&self, id: u32) -> Option<usize> {
        self.index_of.get(id as usize).map(|&index| index as usize).filter(|&index| index < self.len())
    }

    /// How a unit moved in the last step, px/s: where it actually went, pushed or not.
    #[inline]
    pub fn velocity(&self, index: usize) -> Vec2 {
        self.outline[index].velocity
    }

    /// The priority of a unit: the one with the higher goes first.
    #[inline]
    pub fn priority(&self, index: usize) -> i32 {
        self.outline[index].priority
    }

    /// Index of a unit's team.
    #[inline]
    pub fn team(&self, index: usize) -> u16 {
        self.outline[index].team
    }

    /// What a unit wants.
    #[inline]
    pub fn intent(&self, index: usize) -> Intent {
        self.outline[index].intent
    }

    /// Whether another model moves a unit: `predictive` only avoids it, and does not promise for it.
    #[inline]
    pub fn is_steered(&self, index: usize) -> bool {
        self.outline[index].is_steered
    }

    /// Direction of a unit to its waypoint, a unit vector; zero where it is there.
    pub fn way(&self, index: usize) -> Vec2 {
        (self.waypoint[index] - self.position[index]).normalize_or_zero()
    }

    /// The least corner of the box that holds all centres, and a size that holds it, px.
    pub fn extent(&self) -> (Vec2, Vec2) {
        (self.cell_origin, self.cell_side * Vec2::new(self.cell_columns as f32, self.cell_rows as f32))
    }

    /// Forgets the members that were staged for the next [`Crowd::rebuild`].
    pub fn clear(&mut self) {
        self.staged.clear();
        self.lines.clear();
    }

    /// Stages a member for the next [`Crowd::rebuild`]; any order will do.
    pub fn push(&mut self, member: Member) {
        self.staged.push(member);
    }

    /// Replaces the crowd by the staged members, sorted by cell and within a cell by unit id.
    pub fn rebuild(&mut self) {
        let staged = std::mem::take(&mut self.staged);
        let are_steered = staged.iter().any(|member| member.is_steered);
        self.lay_out(staged.par_iter().map(|member| (member.id, member.position)));
        self.fill(are_steered, |_| 0, |row| staged[row]);
        self.staged = staged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::unit::ModelName;

    fn member(id: u32, x: f32, y: f32) -> Member {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        Member::new(id, Vec2::new(x, y), body, ModelName::Predictive)
    }

    #[test]
    fn a_query_finds_everybody_in_range_and_nobody_else() {
        let mut crowd = Crowd::default();
        for id in 0..500 {
            let (x, y) = (id * 7919 % 1013, id * 104_729 % 997);
            crowd.push(member(id, x as f32, y as f32 * 3.0));
        }
        crowd.rebuild();
        for center in [Vec2::ZERO, Vec2::new(500.0, 900.0), Vec2::new(5000.0, -40.0)] {
            let mut found = Vec::new();
            crowd.for_each_near(center, 150.0, |index| found.push(index));
            let expected: Vec<usize> =
                (0..500).filter(|&index| crowd.position[index].distance(center) <= 150.0).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_order_does_not_depend_on_the_order_of_pushing() {
        let mut forward = Crowd::default();
        let mut backward = Crowd::default();
        for id in 0..100 {
            forward.push(member(id, (id % 10) as f32, (id / 10) as f32));
            backward.push(member(99 - id, ((99 - id) % 10) as f32, ((99 - id) / 10) as f32));
        }
        forward.rebuild();
        backward.rebuild();
        assert_eq!(forward.id, backward.id);
        assert_eq!(forward.index_of[forward.id[37] as usize], 37);
    }

    #[test]
    fn an_empty_crowd_answers_queries() {
        let mut crowd = Crowd::default();
        crowd.rebuild();
        crowd.for_each_near(Vec2::ZERO, 100.0, |_| panic!("nobody is there"));
    }
}
