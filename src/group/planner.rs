//! What the plans of groups are made with, and what they have cost.

use crate::formation::meeting::Blocks;
use crate::geometry::Collider;
use crate::grid::Grid;
use crate::neighbours::Crowd;
use crate::obstacles::Obstacle;
use crate::path::around::go_round;
use crate::path::{Path, Pathfinder};
use glam::Vec2;

/// The map, everybody on it, the pathfinder, and how much was planned with them in this tick.
pub struct Planner<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// Obstacles as they are.
    pub obstacles: &'a [Obstacle],
    /// Everybody, as of the last tick.
    pub crowd: &'a Crowd,
    /// The formations under way, each as one body.
    pub blocks: &'a Blocks,
    /// The pathfinder.
    pub finder: &'a mut Pathfinder,
    /// Ticks since the start.
    pub tick: u64,
    /// Work on groups that a tick has time for, in the pathfinder's measure (about 0.1 µs each).
    pub budget: usize,
    /// Work done in this tick, in the same measure.
    pub work: usize,
    /// Searches for a way.
    pub searches: u64,
    /// Ways that were planned anew under way.
    pub replans: u64,
}

impl Planner<'_> {
    /// The way of a body, places in px, round walls and whatever is `standing`; `None` where it fits nowhere
    /// near.
    pub fn find_way(
        &mut self,
        from: Vec2,
        to: Vec2,
        body: Collider,
        standing: &[(Vec2, Collider)],
    ) -> Option<Path> {
        let mut path = Path::default();
        self.searches += 1;
        let is_found = self.finder.find_path(self.grid, from, to, body, &mut path);
        self.work += self.finder.work();
        if !is_found {
            return None;
        }
        go_round(self.finder, self.grid, standing, from, body, &mut path);
        Some(path)
    }

    /// Whether groups have taken their share of this tick.
    pub fn is_spent(&self) -> bool {
        self.work >= self.budget
    }
}
