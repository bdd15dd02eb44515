//! The rolling queue of predicted positions: what a unit has promised for the next ticks.
//!
//! Each tick a unit pops the first promise, moves there, and appends one that was planned against everybody's
//! promises of the same moment. How promises are made, and made anew for a new order, is in
//! [`crate::movement::predictive::queue`].
//!
//! # Source
//! [Article 003], its rolling list of predicted positions: position and direction of a moment. Its
//! collider is that of the unit, which has one.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use crate::time::DT;
use glam::Vec2;

/// Promises in a queue, ticks. Long enough that predicted positions are worth drawing and frames lie between
/// known points, short enough that what cannot be replaced delays an order by little: 4 ticks are 133 ms.
pub const LENGTH: usize = 4;

/// Where a unit will be at one moment, and how.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Promise {
    /// Centre, px.
    pub position: Vec2,
    /// Where it faces: a unit vector.
    pub direction: Vec2,
}

/// A unit's promises, a ring: index 0 is where it will be after the next tick, the last one is the planning
/// front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Promises {
    ring: [Promise; LENGTH],
    first: u8,
}

impl Promises {
    /// The queue of a unit that stands.
    pub fn standing(promise: Promise) -> Promises {
        Promises::of([promise; LENGTH])
    }

    /// A queue of these, the next first.
    pub(super) fn of(promises: [Promise; LENGTH]) -> Promises {
        Promises { ring: promises, first: 0 }
    }

    /// The promise for `index + 1` ticks ahead; the last one for every index beyond the end.
    pub fn at(&self, index: usize) -> Promise {
        self.ring[(usize::from(self.first) + index.min(LENGTH - 1)) % LENGTH]
    }

    /// The newest promise: the planning front.
    pub fn front(&self) -> Promise {
        self.at(LENGTH - 1)
    }

    /// All promises, the next first.
    pub fn iter(&self) -> impl Iterator<Item = Promise> + '_ {
        (0..LENGTH).map(|index| self.at(index))
    }

    /// Pops the promise that is due and appends the newest.
    pub fn advance(&mut self, newest: Promise) -> Promise {
        let due = self.at(0);
        self.first = (self.first + 1) % LENGTH as u8;
        self.replace(LENGTH - 1, newest);
        due
    }

    /// Changes where the newest promise faces: what is appended next goes on from there.
    pub fn face(&mut self, direction: Vec2) {
        let newest = self.front();
        self.replace(LENGTH - 1, Promise { direction, ..newest });
    }

    /// Velocity at the planning front, px/s; `present` is where the unit is now.
    pub fn front_velocity(&self, present: Vec2) -> Vec2 {
        let before = if LENGTH > 1 { self.at(LENGTH - 2).position } else { present };
        (self.front().position - before) / DT
    }

    pub(crate) fn replace(&mut self, index: usize, promise: Promise) {
        self.ring[(usize::from(self.first) + index) % LENGTH] = promise;
    }
}
