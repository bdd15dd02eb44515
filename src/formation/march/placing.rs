//! Where the members of a marching formation are commanded to be on the map, and which way it faces.

use super::{Commanded, March, PACE, is_deep};
use crate::time::DT;
use glam::Vec2;

/// The open formation stands square to a chord at most this long both ways, px: longer ones would turn too
/// early.
const LONGEST_CHORD: f32 = 120.0;
/// Places ahead, as far as it takes to brake, at which it is looked how fast a wheel lets the front go.
const WHEEL_STEPS: u8 = 3;

impl March {
    /// Where the member of a slot of the open formation is commanded to be, on the map.
    pub fn place(&self, slot: usize) -> Vec2 {
        let place = self.place_before_turn(slot);
        if self.turned == 0.0 {
            return place;
        }
        let (center, turn) = (self.bearing().0, Vec2::new(libm::cosf(self.turned), libm::sinf(self.turned)));
        center + turn.rotate(place - center)
    }

    fn place_before_turn(&self, slot: usize) -> Vec2 {
        let in_column = self.column_place(slot, 1.0);
        if self.square <= 0.0 || !self.is_out(slot) {
            return in_column;
        }
        let Commanded { along, aside } = self.commanded[slot];
        let (center, forward) = self.bearing();
        let in_block = center + forward * (along - self.middle()) + forward.perp() * aside;
        in_column.lerp(in_block, self.square)
    }

    /// The same in a column: on the way's own bends, with only a share of its distance from the way.
    pub fn column_place(&self, slot: usize, share: f32) -> Vec2 {
        let Commanded { along, aside } = self.commanded[slot];
        let (on_way, forward) = self.way.at(along);
        on_way + forward.perp() * ((aside + self.veer) * share)
    }

    /// The direction in which the open formation stands at the end of its way.
    pub fn end_bearing(&self) -> Vec2 {
        if is_deep(&self.open) { self.way.at(self.way.length()).1 } else { self.chord_at(self.way.length()) }
    }

    pub(super) fn chord_at(&self, middle: f32) -> Vec2 {
        let reach = self.open.half.max_element().min(LONGEST_CHORD).max(self.open.spacing);
        self.way.chord(middle, reach)
    }

    /// The place and direction of the formation's middle.
    pub fn bearing(&self) -> (Vec2, Vec2) {
        let (on_way, along) = self.way.at(self.middle());
        (on_way + along.perp() * self.veer, self.chord_at(self.middle()))
    }

    /// Turns on the spot by one tick's worth towards `facing` (a unit vector): the outermost member goes at
    /// the pace. `true` when it faces there.
    pub fn turn_to(&mut self, facing: Vec2, slowest: f32) -> bool {
        let (_, forward) = self.bearing();
        let now = Vec2::new(libm::cosf(self.turned), libm::sinf(self.turned)).rotate(forward);
        let left = libm::atan2f(now.perp_dot(facing), now.dot(facing));
        let most = PACE * slowest * DT / self.open.radius().max(self.open.spacing);
        self.turned += left.clamp(-most, most);
        left.abs() <= most
    }

    /// How fast the front may go, px/s, so that no corner of the formation goes faster than `pace`, here nor
    /// where it is after braking by `braking`, px/s².
    pub(super) fn wheeling_speed(&self, pace: f32, braking: f32) -> f32 {
        let far = pace * pace / (2.0 * braking);
        let allowed = |step: u8| {
            let ahead = far * f32::from(step) / f32::from(WHEEL_STEPS);
            let then = pace / self.stretch(ahead, pace * DT);
            (then * then + 2.0 * braking * ahead).sqrt()
        };
        (0..=WHEEL_STEPS).map(allowed).fold(pace, f32::min)
    }

    /// How much faster than the front the fastest corner of the formation goes in the next `step` px when the
    /// front is so far ahead (px) of where it is, at least 1.
    pub(super) fn stretch(&self, ahead: f32, step: f32) -> f32 {
        let half = self.layout().half;
        if self.square <= 0.0 {
            let front = self.front + ahead;
            let (_, now) = self.way.at(front);
            let (_, then) = self.way.at(front + step);
            return 1.0 + now.perp_dot(then).abs() * half.y / step;
        }
        let corners = |middle: f32| {
            let (center, forward) = (self.way.at(middle).0, self.chord_at(middle));
            let (along, aside) = (forward * half.x, forward.perp() * half.y);
            [center + along + aside, center + along - aside, center - along + aside, center - along - aside]
        };
        let middle = self.middle() + ahead;
        let (now, then) = (corners(middle), corners(middle + step));
        now.iter().zip(then).map(|(now, then)| now.distance(then) / step).fold(1.0, f32::max)
    }
}
