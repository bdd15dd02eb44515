//! The two flowcharts of article 003: what a unit does about another that is in its way.
//!
//! The article's branches, and where they are taken:
//!
//! | A is moving, B is idle | |
//! |---|---|
//! | A pushes B | [`Branch::Push`]: B is asked ahead to step aside ([`Decision::PushIdle`](crate::unit::Decision::PushIdle)) |
//! | A avoids B | [`Branch::Avoid`]: A's fan goes round it ([`Decision::Avoid`](crate::unit::Decision::Avoid)) |
//! | A hard pushes B | B cannot clear the place and pushes on in turn ([`Decision::HardPush`](crate::unit::Decision::HardPush)) |
//! | A stops | staying is always free ([`Decision::Wait`](crate::unit::Decision::Wait)) |
//!
//! | A is moving, B is moving | |
//! |---|---|
//! | the lower avoids, then the higher | [`Branch::Avoid`]: both look ahead and keep to the right; of two priorities the higher keeps its line |
//! | the lower stops, the higher pushes it | [`Branch::Push`]: the higher is planned first ([`Priority`](super::priority::Priority)); the lower gives way ([`Decision::GiveWay`](crate::unit::Decision::GiveWay)) |
//! | the higher hard pushes | as above |
//! | both stop | as above; each climbs its [ladder of patience](super::patience) |
//!
//! Within a tick every unit is *unsolved* until its turn, *solving* while those in its way are planned first,
//! and *solved* once its promise is made; only the unsolved are asked, so no two units solve the same
//! collision and dodging makes no chains.

use super::patience::{Rung, goes_round_the_idle};
use super::same_way::goes_my_way;
use crate::movement::predictive::surroundings::{Me, NARROW, is_passage};
use crate::neighbours::Intent;

/// What a unit that is planned does about another that is in its way and has no promise yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The other makes way for nobody: it is a rock, to go round or to wait at.
    Stop,
    /// The other is planned first, by its own wish: each goes round the other.
    Avoid,
    /// The other is planned first, and has to give way.
    Push,
}

/// A, at the head of a chain of units, and B, which is in the way of the chain. All in the chain act by the
/// right of its head.
#[derive(Clone, Copy)]
pub struct Encounter<'a> {
    /// A.
    pub a: Me<'a>,
    /// Index of B.
    pub b: usize,
}

impl Encounter<'_> {
    /// The branch that A takes about B.
    pub fn branch(&self) -> Branch {
        let Me { crowd, index, around, parameters } = self.a;
        if around.is_rock(crowd, index, self.b) {
            Branch::Stop
        } else if !parameters.push {
            Branch::Avoid
        } else if crowd.outline[self.b].intent == Intent::Rest {
            self.moving_against_idle()
        } else {
            self.moving_against_moving()
        }
    }

    /// First flowchart: push it where that is due, else avoid it.
    fn moving_against_idle(&self) -> Branch {
        let memory = self.a.memory();
        let goes_round =
            self.a_goes_home() && !memory.leads() || goes_round_the_idle(memory, self.a.parameters);
        if goes_round || self.b_stays() { Branch::Avoid } else { Branch::Push }
    }

    /// Second flowchart: avoid it first; the longer that does not help, the more is pushed.
    fn moving_against_moving(&self) -> Branch {
        let Me { crowd, index, parameters, .. } = self.a;
        let memory = self.a.memory();
        let is_patient = memory.waited < parameters.push_after;
        // The lower avoids, then the higher. A unit that goes home never pushes one under way.
        if self.a_goes_home() || is_patient && !self.a_is_higher() {
            Branch::Avoid
        // The higher pushes, whichever way B goes: A has waited for long, or nothing moves here at all.
        } else if Rung::of(memory, parameters) == Rung::Shoves || self.is_arch() {
            Branch::Push
        // Departure: units that go the same way queue.
        } else if goes_my_way(crowd, index, self.b, parameters) {
            Branch::Avoid
        // The lower stops, the higher pushes it.
        } else {
            Branch::Push
        }
    }

    /// Whether B stays where it is though A goes home: it has the better right to its place, until A has
    /// pressed in vain for long and they have room to pass each other. In a passage B comes out of it
    /// instead (`systems::turnouts`).
    fn b_stays(&self) -> bool {
        let Me { crowd, index, around, parameters } = self.a;
        let may_stay = || {
            let reach = crowd.body[index].reach() + crowd.body[self.b].reach();
            self.a.memory().waited < parameters.press_after()
                || is_passage(around.grid, crowd.position[self.b], reach)
        };
        self.a_goes_home() && self.b_has_the_place() && may_stay()
    }

    /// Whether B's priority is higher, or it was sent to where it is, and A nowhere.
    fn b_has_the_place(&self) -> bool {
        let &Encounter { a: Me { crowd, index: a, around, .. }, b } = self;
        let was_sent = |unit| around.memory(crowd, unit).was_sent();
        let is_there = || crowd.position[b] == crowd.waypoint[b];
        crowd.priority(b) > crowd.priority(a) || is_there() && was_sent(b) && !was_sent(a)
    }

    fn a_goes_home(&self) -> bool {
        self.a.crowd.intent(self.a.index) == Intent::Rest
    }

    /// Whether A's priority is higher; not where it gathers with others, which is no place for haste.
    fn a_is_higher(&self) -> bool {
        let Me { crowd, index, .. } = self.a;
        crowd.priority(index) > crowd.priority(self.b) && !self.a.memory().settles_in_crowd
    }

    /// Whether they are part of an arch: these form in narrow places, and in one nobody moves at all. A unit
    /// that queues moves now and then, and to shove there would only stir the others.
    fn is_arch(&self) -> bool {
        let Me { crowd, index: a, around, parameters } = self.a;
        let stands = |unit: usize| around.memory(crowd, unit).stood >= parameters.push_after;
        let is_narrow = around.clear[a].min(around.clear[self.b]) < NARROW;
        is_narrow && stands(a) && stands(self.b)
    }
}

#[cfg(test)]
mod tests;
