//! Hard push: a unit that is in the way is planned first, and the units in its way before that.
//!
//! The chain acts by the right of the unit at its head, and ends where somebody finds room. A push is a chain
//! of one.
//!
//! # Source
//! [Article 003], `HardPush`, which is recursive; priority inheritance with backtracking as in PIBT
//! (see [`super::super`]): a unit that pushed in vain looks for another way out. Departure: the stack is
//! explicit, since chains can be a thousand long, and each unit moves by what is needed instead of whole
//! steps that it would have to retrace.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::super::ask::to_ask;
use super::super::flowchart::{Branch, Encounter};
use super::super::give_way::Request;
use super::super::steer::list_contacts;
use super::place::Told;
use super::{ChainLink, Commit, PushCounts};
use crate::geometry::half_planes::nearest;
use crate::movement::predictive::patience::is_stuck;
use crate::movement::predictive::plan::Plan;
use crate::movement::predictive::surroundings::{Me, NARROW, longest_step};
use crate::neighbours::{CHUNK, Intent};
use crate::unit::Decision;
use crate::unit::memory::NOBODY;
use glam::Vec2;

impl Commit<'_> {
    /// Plans a unit and, before it, everybody it needs. The stack is explicit: chains can be a thousand long.
    /// Returns false where the chain needs a unit outside the block: those on the stack, which wait for that
    /// one, are then unsolved as before.
    pub(super) fn plan_root(&mut self, root: usize, request: Option<Request>) -> bool {
        let mut stack = std::mem::take(&mut self.turns.stack);
        stack.push(self.open(root, request, root));
        while let Some(frame) = stack.last_mut() {
            let Some((other, request)) = self.next_in_the_way(frame, root) else {
                self.settle(frame);
                let child = *frame;
                stack.pop();
                if let Some(parent) = stack.last_mut() {
                    let hard = parent.unit != root;
                    self.note_pushed(parent, &child, hard);
                    self.backtrack(parent, &child, root);
                }
                continue;
            };
            if !self.is_here(other) {
                break;
            }
            let frame = self.open(other, request, root);
            stack.push(frame);
        }
        let is_done = stack.is_empty();
        for ChainLink { unit, changed, .. } in stack.drain(..) {
            self.whole.places[unit].open(Told::Unsolved);
            if let Some(place) = changed {
                self.turns.changed[place as usize].1 = self.decided(unit);
            }
        }
        self.turns.stack = stack;
        is_done
    }

    /// Where a unit that was pushed could not clear the place, one that has to give way itself looks for another
    /// way out: a promise that is made bars the first one. Without this a hero falls short before guards on
    /// stairs from 13 of 201 starts, with it from 6.
    ///
    /// The head of the chain may be what bars it: a unit that is pressed into a bend gets neither back nor
    /// round the corner. A leader that is stuck takes a step back: without it two groups that meet in a
    /// passage with bends leave somebody short from 30 of 400 starts, with it from 7.
    fn backtrack(&mut self, frame: &mut ChainLink, other: &ChainLink, root: usize) {
        if other.request.is_none() || self.is_clear_of(frame.unit, frame.target, other.unit) {
            return;
        }
        if let Some(request) = frame.request {
            frame.target = self.way_out(frame, &request, root);
        } else if is_stuck(self.memory(frame.unit), self.parameters(frame.unit)) {
            let crowd = self.whole.crowd;
            let away = (crowd.position[frame.unit] - crowd.position[other.unit]).normalize_or_zero();
            frame.target = away * longest_step(crowd, frame.unit);
        } else {
            return;
        }
        frame.cursor = 0;
    }

    /// Notes with a unit that it pushed another, which is planned by now, and whether that one pushed on.
    fn note_pushed(&mut self, frame: &mut ChainLink, other: &ChainLink, hard: bool) {
        let crowd = self.whole.crowd;
        if other.request.is_some() {
            if frame.push != Some(Decision::HardPush) {
                let idle = crowd.intent(other.unit) == Intent::Rest;
                frame.push = Some(if idle { Decision::PushIdle } else { Decision::Push });
            }
            frame.pushed = other.unit as u32;
            if self.memory(other.unit).pushed_ago >= self.parameters(other.unit).home_after {
                let PushCounts { pushes, hard_pushes } = &mut self.turns.pushes;
                *(if hard { hard_pushes } else { pushes }) += 1;
            }
        }
        if frame.push.is_some() && other.push.is_some() {
            frame.push = Some(Decision::HardPush);
        }
    }

    /// Begins to plan a unit: it is solving from here on.
    fn open(&mut self, unit: usize, request: Option<Request>, root: usize) -> ChainLink {
        self.whole.places[unit].open(match request {
            Some(_) if self.whole.crowd.intent(root) == Intent::Move || self.runs(root) => Told::Disturbed,
            Some(_) => Told::GiveWay,
            None => Told::Nothing,
        });
        let target = self.whole.plans[unit].want;
        let mut frame = ChainLink {
            unit,
            changed: None,
            target,
            request,
            cursor: 0,
            asked: 0,
            pushed: NOBODY,
            push: None,
        };
        if !self.whole.plans[unit].has_contacts {
            let mut plan = self.plan_to_change(&frame);
            list_contacts(&mut plan, &mut self.turns.lists, self.whole.crowd, unit);
            self.change(&mut frame, plan);
        }
        let Some(request) = &request else {
            if self.whole.crowd.intent(unit) == Intent::Rest && self.memory(unit).leads() {
                frame.target = self.along_walls(unit, target);
            }
            return frame;
        };
        frame.target = self.way_out(&frame, request, root);
        if request.no_room_beside && frame.target != Vec2::ZERO {
            // A unit that walks on ahead asks others before it touches them, about as far as it takes to
            // round a bend, so that nobody is pressed into its corner.
            let mut plan = self.plan_to_change(&frame);
            plan.wish = frame.target.normalize();
            let asks = self.parameters(unit).asks_onward;
            let asked =
                asks.then(|| to_ask(plan.wish, self.whole.crowd, (unit, root), &self.whole.around, NARROW));
            self.turns.lists.ask(&mut plan, asked.unwrap_or_default());
            self.change(&mut frame, plan);
        }
        frame
    }

    /// What the unit of a frame decided, naming others in the lists of what is planned here.
    fn plan_to_change(&mut self, frame: &ChainLink) -> Plan {
        match frame.changed {
            Some(place) => self.turns.changed[place as usize].1,
            None => self.decided(frame.unit),
        }
    }

    /// What a unit decided before its turn, the same.
    fn decided(&mut self, unit: usize) -> Plan {
        self.turns.lists.adopt(self.whole.plans[unit], &self.whole.lists[unit / CHUNK])
    }

    /// Changes what the unit of a frame decided.
    fn change(&mut self, frame: &mut ChainLink, plan: Plan) {
        frame.changed = Some(self.turns.changed.len() as u32);
        self.turns.changed.push((frame.unit, plan));
    }

    /// Where walls let a unit go that wants a step: units there are in its way, not those that stand where it
    /// cannot go.
    fn along_walls(&mut self, unit: usize, want: Vec2) -> Vec2 {
        let planes = self.planes_of_walls(unit);
        let target = nearest(want, longest_step(self.whole.crowd, unit), &planes).unwrap_or(want);
        self.turns.planes = planes;
        target
    }

    /// The next unit without a promise that stands where the frame's unit wants to go, and what it is told.
    pub(super) fn next_in_the_way(
        &self,
        frame: &mut ChainLink,
        root: usize,
    ) -> Option<(usize, Option<Request>)> {
        let unit = frame.unit;
        let plan = self.plan(frame);
        let asks = frame.request.is_none_or(|request| request.no_room_beside);
        while asks && let Some(&other) = self.lists(frame).asked(plan).get(frame.asked) {
            let other = other as usize;
            frame.asked += 1;
            // A unit that is asked ahead of time may be far inside another block.
            if (!self.is_here(other) || self.is_unsolved(other))
                && let Some(request) = self.push_aside(frame, other)
            {
                return Some((other, Some(request)));
            }
        }
        let mut place = 0;
        let mut found = None;
        self.try_each_contact(frame, |other| {
            place += 1;
            if place <= frame.cursor {
                return true;
            }
            if self.is_unsolved(other) && !self.is_clear_of(unit, frame.target, other) {
                match self.branch(root, other) {
                    Branch::Stop => {}
                    Branch::Avoid => found = Some((other, None)),
                    Branch::Push => found = Some((other, Some(self.push(frame, other)))),
                }
            }
            found.is_none()
        });
        frame.cursor = place;
        found
    }

    /// What those in the chain of `root` do about `other`.
    fn branch(&self, root: usize, other: usize) -> Branch {
        // Nobody can refuse an obstacle, those that run from it later least of all.
        if self.runs(root) {
            return Branch::Push;
        }
        let (crowd, around, parameters) = (self.whole.crowd, &self.whole.around, self.parameters(root));
        Encounter { a: Me { crowd, index: root, around, parameters }, b: other }.branch()
    }
}
