//! What keeps a unit from a place: those near, walls and moving obstacles.

use super::{ChainLink, Commit};
use crate::geometry::contact::{separation, step_is_clear};
use crate::geometry::half_planes::HalfPlane;
use crate::geometry::{Collider, Shape};
use crate::grid::walls::wall_planes;
use crate::movement::predictive::surroundings::longest_step;
use glam::Vec2;

/// Gaps are kept this wide where a step is computed, px, so that rounding never makes it an overlap.
const SKIN: f32 = 1e-3;

impl Commit<'_> {
    /// Visits those whom a frame's unit could meet, as its plan lists them, until `visit` returns false.
    pub(super) fn try_each_contact(&self, frame: &ChainLink, mut visit: impl FnMut(usize) -> bool) {
        let _ = self.lists(frame).contacts(self.plan(frame)).iter().all(|&other| visit(other as usize));
    }

    pub(super) fn for_each_contact(&self, frame: &ChainLink, mut visit: impl FnMut(usize)) {
        self.try_each_contact(frame, |other| {
            visit(other);
            true
        });
    }

    /// The plane that keeps `unit` off `other`, wherever the latter goes in this tick.
    pub(super) fn plane_against(&self, unit: usize, other: usize) -> HalfPlane {
        let (unit, other) = (&self.whole.places[unit], &self.whole.places[other]);
        let (normal, gap) = separation(other.body, unit.body, unit.now - other.now, true);
        let away = normal.dot(other.next() - other.now);
        HalfPlane { normal, least: (SKIN - gap + away).min(0.0) }
    }

    /// The planes that keep a unit off walls, in the buffer for planes, which the caller puts back.
    pub(super) fn planes_of_walls(&mut self, unit: usize) -> Vec<HalfPlane> {
        let mut planes = std::mem::take(&mut self.turns.planes);
        planes.clear();
        let (position, body) = (self.whole.crowd.position[unit], self.whole.crowd.body[unit]);
        let range = longest_step(self.whole.crowd, unit) + 2.0 * SKIN;
        if self.whole.around.clear[unit] < range + body.reach() {
            wall_planes(self.whole.around.grid, position, body, range, |plane| {
                planes.push(HalfPlane { least: (plane.least + SKIN).min(0.0), ..plane });
            });
        }
        planes
    }

    /// Adds the planes that keep a unit off obstacles.
    pub(super) fn add_obstacles(&self, unit: usize, planes: &mut Vec<HalfPlane>) {
        let (position, body) = (self.whole.crowd.position[unit], self.whole.crowd.body[unit]);
        let range = longest_step(self.whole.crowd, unit) + 2.0 * SKIN;
        for obstacle in self.whole.around.obstacles {
            let offset = position - obstacle.previous;
            let distance = offset.length();
            let gap = distance - obstacle.radius - body.reach();
            let motion = obstacle.position - obstacle.previous;
            if gap < range + motion.length() {
                let normal = offset / distance.max(1e-6);
                // Never more than a step: a unit that an obstacle has caught comes out of it as fast as it
                // can.
                let least =
                    (SKIN - gap + normal.dot(motion)).min(0.98 * longest_step(self.whole.crowd, unit));
                planes.push(HalfPlane { normal, least });
            }
        }
    }

    /// Whether `unit` may step by `step` as far as `other` is concerned.
    #[inline]
    pub(super) fn is_clear_of(&self, unit: usize, step: Vec2, other: usize) -> bool {
        let (unit, other) = (&self.whole.places[unit], &self.whole.places[other]);
        let (from, against) = (unit.now, if unit.promises { other.next() } else { other.now });
        step_is_clear(unit.body, other.body, from - other.now, from + step - against, from - against)
    }

    /// Whether the frame's unit may step by `step`: off everybody's promise, off those who stay, off walls
    /// and obstacles.
    pub(super) fn is_free(&self, frame: &ChainLink, step: Vec2) -> bool {
        let unit = frame.unit;
        let mut free = true;
        self.try_each_contact(frame, |other| {
            free = self.is_clear_of(unit, step, other);
            free
        });
        free && self.is_free_of_walls(unit, step) && self.is_free_of_obstacles(unit, step)
    }

    fn is_free_of_walls(&self, unit: usize, step: Vec2) -> bool {
        let (from, body) = (self.whole.crowd.position[unit], self.whole.crowd.body[unit]);
        let length = step.length();
        if self.whole.around.clear[unit] >= body.reach() + length {
            return true;
        }
        let grid = self.whole.around.grid;
        let to = from + step;
        if grid.is_free(to, body) && (length < body.radius || grid.line_is_free(from, to, body)) {
            return true;
        }
        // A unit that sticks out over the rim may come in, never go deeper.
        let out = |place: Vec2| {
            let size = grid.size();
            (Vec2::splat(body.radius) - place).max(place + body.radius - size).max(Vec2::ZERO)
        };
        let (before, after) = (out(from), out(to));
        before != Vec2::ZERO
            && after.cmple(before).all()
            && grid.wall_depth(to, body) <= grid.wall_depth(from, body)
    }

    /// Whether no obstacle is over a unit after a step; staying may lead into one.
    pub(super) fn clears_obstacles(&self, unit: usize, step: Vec2) -> bool {
        let (to, reach) = (self.whole.crowd.position[unit] + step, self.whole.crowd.body[unit].reach());
        self.whole.around.obstacles.iter().all(|obstacle| {
            let room = obstacle.radius + reach;
            to.distance_squared(obstacle.position) >= room * room
        })
    }

    /// Whether no obstacle is over a unit after a step, or none deeper than if it stayed.
    fn is_free_of_obstacles(&self, unit: usize, step: Vec2) -> bool {
        let (from, body) = (self.whole.crowd.position[unit], self.whole.crowd.body[unit]);
        self.whole.around.obstacles.iter().all(|obstacle| {
            let disc = Collider { shape: Shape::Circle, radius: obstacle.radius };
            let stay = from - obstacle.position;
            step_is_clear(body, disc, from - obstacle.previous, from + step - obstacle.position, stay)
        })
    }
}
