//! Push: what a unit in the way is told to clear.
//!
//! # Source
//! [Article 003], "pushing": an idle unit in the way chooses any free tile around it. Departure: it is told
//! what is needed, ahead of time where there is time.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::super::give_way::{Request, clearing_plane};
use super::{ChainLink, Commit};
use crate::geometry::contact::separation;
use crate::geometry::half_planes::HalfPlane;
use crate::movement::flight::Flight;
use crate::movement::predictive::speed::speed_to_stop_within;
use crate::movement::predictive::surroundings::longest_step;
use crate::neighbours::Intent;
use crate::time::DT;
use crate::unit::memory::NOBODY;

impl Commit<'_> {
    /// What `other` is told: clear the place that the frame's unit goes for.
    pub(super) fn push(&self, frame: &ChainLink, other: usize) -> Request {
        let crowd = self.whole.crowd;
        let place = crowd.position[frame.unit] + frame.target;
        let (normal, gap) =
            separation(crowd.body[frame.unit], crowd.body[other], crowd.position[other] - place, true);
        let most = longest_step(crowd, other);
        let abreast = 2.0 * (crowd.body[frame.unit].reach() + crowd.body[other].reach());
        Request {
            plane: clearing_plane(normal, -gap, most, self.parameters(other)),
            onward: frame.target.normalize_or_zero(),
            no_room_beside: self.whole.around.grid.is_narrow(crowd.position[other], abreast),
            by: frame.unit as u32,
        }
    }

    /// What an idle friend ahead is told: to clear the lane of the frame's unit, while there is time; `None`
    /// if the lane is clear.
    ///
    /// It has to walk on ahead where there is no room for the two side by side, and where a wall keeps it
    /// from clearing the lane: if it only stepped aside there as far as it can, it would step aside and walk
    /// on in turn for ever.
    pub(super) fn push_aside(&self, frame: &ChainLink, other: usize) -> Option<Request> {
        let (crowd, unit, flees) = (self.whole.crowd, frame.unit, frame.request.is_some());
        let onward = self.plan(frame).wish;
        let offset = crowd.position[other] - crowd.position[unit];
        let aside = onward.perp_dot(offset);
        let missing = crowd.body[unit].reach() + crowd.body[other].reach() - aside.abs();
        if missing <= 0.0 {
            return None;
        }
        let normal = onward.perp() * 1.0_f32.copysign(aside);
        let most = longest_step(crowd, other);
        let reach = crowd.body[unit].reach() + crowd.body[other].reach() + self.parameters(other).push_margin;
        let grid = self.whole.around.grid;
        let room = grid.free_run(crowd.position[other], normal, crowd.body[other], reach);
        // Who goes home may have to change places with it in the narrow itself, pressed to its sides.
        let squeezes = !flees && crowd.intent(unit) == Intent::Rest;
        let (pressed, missing) = if squeezes { (room, missing.min(room)) } else { (0.0, missing) };
        let beside = crowd.position[other] + normal * (pressed - reach);
        (missing > 0.0).then(|| Request {
            plane: clearing_plane(normal, missing, most, self.parameters(other)),
            onward,
            no_room_beside: !grid.is_free(beside, crowd.body[unit]) || room < missing,
            by: unit as u32,
        })
    }

    /// What a moving obstacle asks of a unit that has to run from it.
    pub(super) fn flee(&self, unit: usize, Flight { direction, length, .. }: Flight) -> Request {
        let crowd = self.whole.crowd;
        // No faster than it can stop: on a short run it would else overshoot, into what it runs from.
        let step = speed_to_stop_within(length, crowd.acceleration[unit]) * DT;
        let least = step.min(self.parameters(unit).push_share * longest_step(crowd, unit));
        let plane = HalfPlane { normal: direction, least };
        Request { plane, onward: direction, no_room_beside: false, by: NOBODY }
    }
}
