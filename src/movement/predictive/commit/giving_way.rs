//! Who stands in the way of whom, what it is told to clear, and where it then goes.

use super::super::conflict::{Manner, manner};
use super::super::push::{Request, Room, clearing_plane, give_way};
use super::super::refuge;
use super::super::refuge::Asker;
use super::{Commit, Frame};
use crate::geometry::contact::separation;
use crate::geometry::half_planes::nearest;
use crate::movement::flight::Flight;
use crate::movement::predictive::plan::ASKED;
use crate::movement::predictive::surroundings::{NARROW, longest_step};
use crate::neighbours::Intent;
use crate::unit::decision::Collision;
use crate::unit::memory::NOBODY;
use glam::Vec2;

/// How far from rim to rim a unit that flees asks others to flee too, px: about what it takes to round a
/// bend.
const ASK_ONWARD: f32 = 24.0;

impl Commit<'_> {
    /// Whether a unit runs from a moving obstacle.
    pub(super) fn runs(&self, unit: usize) -> bool {
        self.plans[unit].flight.is_some_and(|flight| flight.direction != Vec2::ZERO)
    }

    /// What a moving obstacle asks of a unit that has to run from it.
    pub(super) fn flight_request(&self, unit: usize) -> Option<Request> {
        let Flight { direction, length, .. } = self.plans[unit].flight?;
        let plane = clearing_plane(direction, length, longest_step(self.crowd, unit), self.parameters(unit));
        (direction != Vec2::ZERO).then_some(Request { plane, onward: direction, ahead: false, by: NOBODY })
    }

    /// How those in the way of `root` treat `other`: nobody can refuse an obstacle.
    fn manner(&self, root: usize, other: usize) -> Manner {
        match self.runs(root) {
            true if self.crowd.foreign[other] => Manner::Rock,
            true if self.runs(other) => Manner::Follow,
            true => Manner::Push,
            false => manner(self.crowd, root, other, &self.around, self.parameters(root)),
        }
    }

    /// Where a unit goes that has to give way, as far as those who cannot give way themselves let it.
    pub(super) fn way_out(&mut self, unit: usize, request: &Request, root: usize) -> Vec2 {
        let mut planes = self.planes_of_walls(unit);
        self.for_each_contact(unit, |this, other| {
            let them = &this.crowd.outline[other];
            let stands =
                them.intent == Intent::Hold || this.around.enemies.are(this.crowd.team[unit], them.team);
            let rock = stands && !this.runs(root);
            if this.scratch.places[other].state != Collision::Unsolved || rock {
                planes.push(this.plane_against(unit, other));
            }
        });
        let most = longest_step(self.crowd, unit);
        let bodies = planes.len();
        self.add_obstacles(unit, &mut planes);
        if nearest(Vec2::ZERO, most, &planes).is_none() {
            // Between an obstacle and a wall: it goes where it can.
            planes.truncate(bodies);
        }
        planes.push(request.plane);
        let blocked = |step| {
            let mut blocked = 0;
            self.for_each_contact(unit, |this, other| {
                if this.scratch.places[other].state == Collision::Unsolved
                    && !this.is_clear_of(unit, step, other)
                {
                    blocked += 1;
                }
            });
            blocked
        };
        let position = self.crowd.position[unit];
        let narrow = request.by != NOBODY && self.around.clear[unit] < NARROW;
        let room = Room {
            most,
            planes: &planes,
            way: (self.crowd.waypoint[unit] - self.crowd.position[unit]).normalize_or_zero(),
            heading: if narrow { Vec2::ZERO } else { self.crowd.velocity[unit].normalize_or_zero() },
        };
        let refuge = || {
            let asker = Asker { unit: request.by as usize, onward: request.onward, root };
            let looks = narrow && self.parameters(unit).refuges;
            let place = if looks { refuge::find(self.crowd, unit, &asker, &self.around) } else { None };
            place.map(|place| place - position)
        };
        let step = give_way(self.plans[unit].want, request, room, blocked, refuge);
        self.scratch.planes = planes;
        step
    }

    /// Who flees asks on before it touches anybody, so that nobody is pressed into the corner of a bend.
    pub(super) fn ask_onward(&mut self, unit: usize, onward: Vec2) {
        let crowd = self.crowd;
        let asks = self.parameters(unit).asks_onward;
        let plan = &mut self.plans[unit];
        (plan.wish, plan.ask_count) = (onward, 0);
        if !asks {
            return;
        }
        let own = crowd.body[unit].reach() + ASK_ONWARD;
        let position = crowd.position[unit];
        crowd.for_each_near(position, own + crowd.largest_radius, |other| {
            let offset = crowd.position[other] - position;
            let reach = own + crowd.body[other].reach();
            if crowd.intent[other] == Intent::Rest
                && !crowd.foreign[other]
                && !self.around.enemies.are(crowd.team[unit], crowd.team[other])
                && offset.dot(onward) > 0.0
                && offset.length_squared() < reach * reach
                && usize::from(plan.ask_count) < ASKED
            {
                plan.ask[usize::from(plan.ask_count)] = other as u32;
                plan.ask_count += 1;
            }
        });
    }

    /// The next unit without a promise that stands where the frame's unit wants to go, and what it is told.
    pub(super) fn next_in_the_way(&self, frame: &mut Frame, root: usize) -> Option<(usize, Option<Request>)> {
        let unit = frame.unit;
        let plan = &self.plans[unit];
        while frame.asked < usize::from(plan.ask_count) && frame.request.is_none_or(|request| request.ahead) {
            let other = plan.ask[frame.asked] as usize;
            frame.asked += 1;
            if self.scratch.places[other].state == Collision::Unsolved
                && let Some(request) = self.aside_request(unit, other, frame.request.is_some())
            {
                return Some((other, Some(request)));
            }
        }
        let mut place = 0;
        let mut found = None;
        self.try_each_contact(unit, |this, other| {
            place += 1;
            if place <= frame.cursor {
                return true;
            }
            if this.scratch.places[other].state == Collision::Unsolved
                && !this.is_clear_of(unit, frame.target, other)
            {
                match this.manner(root, other) {
                    Manner::Rock => {}
                    Manner::Follow => found = Some((other, this.flight_request(other))),
                    Manner::Push => found = Some((other, Some(this.place_request(frame, other)))),
                }
            }
            found.is_none()
        });
        frame.cursor = place;
        found
    }

    /// What `other` is told: clear the place that the frame's unit goes for.
    fn place_request(&self, frame: &Frame, other: usize) -> Request {
        let crowd = self.crowd;
        let place = crowd.position[frame.unit] + frame.target;
        let (normal, gap) =
            separation(crowd.body[frame.unit], crowd.body[other], crowd.position[other] - place, true);
        let most = longest_step(crowd, other);
        Request {
            plane: clearing_plane(normal, -gap, most, self.parameters(other)),
            onward: frame.target.normalize_or_zero(),
            ahead: false,
            by: frame.unit as u32,
        }
    }

    /// What an idle friend ahead is told: clear the lane of `unit`, while there is time, and walk on ahead
    /// only where the two cannot stand side by side, or where a wall keeps it from clearing the lane: who
    /// stepped aside as far as it can and fled the next time would do both in turn for ever. `None` if the
    /// lane is clear.
    fn aside_request(&self, unit: usize, other: usize, flees: bool) -> Option<Request> {
        let crowd = self.crowd;
        let onward = self.plans[unit].wish;
        let offset = crowd.position[other] - crowd.position[unit];
        let aside = onward.perp_dot(offset);
        let missing = crowd.body[unit].reach() + crowd.body[other].reach() - aside.abs();
        if missing <= 0.0 {
            return None;
        }
        let normal = onward.perp() * 1.0_f32.copysign(aside);
        let most = longest_step(crowd, other);
        let reach = crowd.body[unit].reach() + crowd.body[other].reach() + self.parameters(other).push_margin;
        let grid = self.around.grid;
        let room = grid.free_run(crowd.position[other], normal, crowd.body[other], reach);
        // Two who go home may have to change places in the narrow itself, pressed to its sides.
        let pressed = if flees || crowd.intent[unit] != Intent::Rest { 0.0 } else { room };
        let beside = crowd.position[other] + normal * (pressed - reach);
        Some(Request {
            plane: clearing_plane(normal, missing, most, self.parameters(other)),
            onward,
            ahead: !grid.is_free(beside, crowd.body[unit]) || room < missing,
            by: unit as u32,
        })
    }
}
