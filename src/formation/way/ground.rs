//! What narrows a way.

use crate::geometry::{Collider, gap};
use crate::grid::Grid;
use glam::Vec2;
use std::f32::consts::TAU;

/// What stands alone has a ring of one of these radii around it, px, on which the biggest member can walk: a
/// unit, a tile, a few tiles …
const ISLANDS: [f32; 7] = [26.0, 32.0, 38.0, 45.0, 54.0, 64.0, 76.0];
/// … at so many places.
const RIM_SAMPLES: usize = 16;
/// Distance of two places at which its other side is looked for, px.
const STEP: f32 = 5.0;

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

    /// How far it can go from a place, px, up to a limit, if it steps round what stands alone on the way; and
    /// whether there is such a thing.
    pub(super) fn run_past_islands(&self, from: Vec2, direction: Vec2, limit: f32) -> (f32, bool) {
        let (mut run, mut passes) = (self.free_run(from, direction, limit), false);
        while run < limit {
            let Some(beyond) = self.beyond_island(from + direction * run, direction) else { break };
            passes = true;
            run = (run + beyond).min(limit);
            run += self.free_run(from + direction * run, direction, limit - run);
        }
        (run, passes)
    }

    /// How far it is to the other side of what blocks at a place in a direction, px, if that stands alone:
    /// the biggest member can walk round it.
    fn beyond_island(&self, at: Vec2, direction: Vec2) -> Option<f32> {
        let along = |step: usize| step as f32 * STEP;
        let is_free = |run: f32| self.is_free(at + direction * run);
        let most = (2.0 * ISLANDS[ISLANDS.len() - 1] / STEP) as usize;
        let blocked = (1..most).map(along).find(|&run| !is_free(run))?;
        let beyond = (1..most).map(along).find(|&run| run > blocked && is_free(run))?;
        let middle = at + direction * ((blocked + beyond - STEP) / 2.0);
        let has_ring = |&radius: &f32| {
            (0..RIM_SAMPLES).all(|part| {
                let angle = TAU * part as f32 / RIM_SAMPLES as f32;
                self.is_free(middle + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * radius)
            })
        };
        ISLANDS.iter().any(has_ring).then_some(beyond)
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
