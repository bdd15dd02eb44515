//! Where a unit goes that is told to clear a place, among those around it.

use super::super::give_way::{Request, Room, give_way};
use super::super::refuge;
use super::{ChainLink, Commit};
use crate::geometry::half_planes::nearest;
use crate::movement::flight::leaves_way_out;
use crate::movement::predictive::steer::mover;
use crate::movement::predictive::surroundings::{NARROW, longest_step};
use crate::unit::memory::NOBODY;
use glam::Vec2;

/// What a step costs after which a moving obstacle catches a unit whatever it does then, in units that would
/// have to give way.
const CAUGHT: u32 = 4;

impl Commit<'_> {
    /// Whether moving obstacles leave a unit a way out after a step.
    fn leaves_way_out(&self, unit: usize, step: Vec2) -> bool {
        let (crowd, around) = (self.whole.crowd, &self.whole.around);
        let ahead = around.obstacles.iter().map(|obstacle| &obstacle.ahead);
        around.obstacles.is_empty() || leaves_way_out(ahead, around.grid, mover(crowd, unit), step)
    }

    /// Where a unit goes that has to give way, as far as those who cannot give way themselves let it.
    pub(super) fn way_out(&mut self, frame: &ChainLink, request: &Request, root: usize) -> Vec2 {
        let unit = frame.unit;
        let mut planes = self.planes_of_walls(unit);
        self.for_each_contact(frame, |other| {
            let rock = self.whole.around.is_rock(self.whole.crowd, unit, other) && !self.runs(root);
            if !self.is_unsolved(other) || rock {
                planes.push(self.plane_against(unit, other));
            }
        });
        let most = longest_step(self.whole.crowd, unit);
        let bodies = planes.len();
        self.add_obstacles(unit, &mut planes);
        if nearest(Vec2::ZERO, most, &planes).is_none() {
            // Between an obstacle and a wall: it goes where it can.
            planes.truncate(bodies);
        }
        planes.push(request.plane);
        let blocked = |step| {
            let mut blocked = 0;
            self.for_each_contact(frame, |other| {
                blocked += u32::from(self.is_unsolved(other) && !self.is_clear_of(unit, step, other));
            });
            if !self.leaves_way_out(unit, step) {
                blocked += CAUGHT;
            }
            blocked
        };
        let position = self.whole.crowd.position[unit];
        let narrow = request.by != NOBODY && self.whole.around.clear[unit] < NARROW;
        let room = Room {
            most,
            planes: &planes,
            heading: if narrow { Vec2::ZERO } else { self.whole.crowd.velocity(unit).normalize_or_zero() },
        };
        let refuge = || {
            // Who runs from an obstacle does not want to pass: off its way is not where others are safe.
            let looks = narrow && self.parameters(unit).refuges && !self.runs(root);
            let find = || refuge::find(self.whole.crowd, (unit, root), request, &self.whole.around);
            looks.then(find).flatten().map(|place| place - position)
        };
        let step = give_way(self.whole.plans[unit].want, request, room, blocked, refuge);
        self.turns.planes = planes;
        // A unit that walks drives nobody into the way of a moving obstacle. Of 800 random scenes with one
        // planet three had somebody in it before, none since this and `CAUGHT`.
        if !self.runs(root) && !self.leaves_way_out(unit, step) {
            return self.whole.plans[unit].want;
        }
        step
    }
}
