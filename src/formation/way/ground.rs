//! What narrows a way.

use crate::geometry::{Collider, gap};
use crate::grid::Grid;
use glam::Vec2;

/// What narrows a way.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// Obstacles that stand: centre, outline.
    pub obstacles: &'a [(Vec2, Collider)],
    /// The biggest member.
    pub body: Collider,
}

impl Ground<'_> {
    /// Whether the biggest member can stand at a place.
    pub fn is_free(&self, place: Vec2) -> bool {
        self.grid.is_free(place, self.body)
            && self.obstacles.iter().all(|&(at, other)| gap(self.body, other, place - at) >= 0.0)
    }

    /// How far it can go from a place, px, up to a limit.
    pub(in crate::formation) fn free_run(&self, from: Vec2, direction: Vec2, limit: f32) -> f32 {
        let mut run = self.grid.free_run(from, direction, self.body, limit);
        for &(at, other) in self.obstacles {
            let (offset, reach) = (at - from, other.reach() + self.body.reach());
            let along = offset.dot(direction);
            let across = offset.perp_dot(direction).abs();
            if along > 0.0 && across < reach {
                run = run.min((along - (reach * reach - across * across).sqrt()).max(0.0));
            }
        }
        run
    }
}
