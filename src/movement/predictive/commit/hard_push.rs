//! Hard push: whoever is in the way is planned first, and whoever is in its way before that.
//!
//! The chain acts by the right of the unit at its head, and ends where somebody finds room. A push is a chain
//! of one.
//!
//! # Source
//! Article 003, `HardPush`, which is recursive; priority inheritance as in PIBT (see [`super::super`]).
//! Departure: the stack is explicit, since chains can be a thousand long, and each unit moves by what is
//! needed instead of whole steps that it would have to retrace.

use super::super::ask::ask;
use super::super::flowchart::{Answer, Meeting};
use super::super::give_way::Request;
use super::super::home::must_keep_off;
use super::super::steer::list_contacts;
use super::{Commit, Frame};
use crate::geometry::half_planes::nearest;
use crate::movement::predictive::event::MovementEvent;
use crate::movement::predictive::plan::Plan;
use crate::movement::predictive::surroundings::longest_step;
use crate::neighbours::Intent;
use crate::unit::Decision;
use crate::unit::decision::Collision;
use crate::unit::memory::NOBODY;
use glam::Vec2;

/// How far from rim to rim a unit that flees asks others to flee too, px: about what it takes to round a
/// bend.
const ASK_ONWARD: f32 = 24.0;

impl Commit<'_> {
    /// Plans a unit and, before it, everybody it needs. The stack is explicit: chains can be a thousand long.
    pub(super) fn plan_root(&mut self, root: usize, request: Option<Request>) {
        let mut stack = std::mem::take(&mut self.scratch.stack);
        stack.clear();
        stack.push(self.open(root, request, root));
        while let Some(frame) = stack.last_mut() {
            if let Some((other, request)) = self.next_in_the_way(frame, root) {
                let unit = frame.unit;
                if request.is_some() {
                    self.note_push(frame, other, unit != root);
                }
                let frame = self.open(other, request, root);
                stack.push(frame);
            } else {
                let frame = *frame;
                self.settle(&frame);
                stack.pop();
                if let (Some(parent), Some(_)) = (stack.last_mut(), frame.push)
                    && parent.push.is_some()
                {
                    parent.push = Some(Decision::HardPush);
                }
            }
        }
        self.scratch.stack = stack;
    }

    fn note_push(&mut self, frame: &mut Frame, other: usize, hard: bool) {
        let crowd = self.crowd;
        let idle = crowd.intent[other] == Intent::Rest;
        if frame.push != Some(Decision::HardPush) {
            frame.push = Some(if idle { Decision::PushIdle } else { Decision::Push });
        }
        frame.pushed = other as u32;
        if crowd.memory[other].pushed_ago >= self.parameters(other).home_after {
            let (by, unit) = (crowd.id[frame.unit], crowd.id[other]);
            self.events.push(if hard {
                MovementEvent::HardPush { by, unit }
            } else {
                MovementEvent::Push { by, unit }
            });
        }
    }

    /// Begins to plan a unit: it is solving from here on.
    fn open(&mut self, unit: usize, request: Option<Request>, root: usize) -> Frame {
        self.scratch.places[unit].state = Collision::Solving;
        if self.plans[unit].contact_count == Plan::UNLISTED {
            list_contacts(&mut self.plans[unit], self.crowd, unit);
        }
        let mut target = self.plans[unit].want;
        let leads = self.crowd.memory[unit].leads();
        if request.is_none() && leads && self.crowd.intent[unit] == Intent::Rest {
            target = self.along_walls(unit, target);
        }
        if let Some(request) = &request {
            self.scratch.places[unit].pushed = true;
            self.scratch.places[unit].disturbed = self.crowd.intent[root] == Intent::Move || self.runs(root);
            target = self.way_out(unit, request, root);
            if request.ahead && target != Vec2::ZERO {
                // Who flees asks on before it touches anybody, so that nobody is pressed into a bend's corner.
                (self.plans[unit].wish, self.plans[unit].ask_count) = (target.normalize(), 0);
                if self.parameters(unit).asks_onward {
                    ask(&mut self.plans[unit], self.crowd, (unit, root), &self.around, ASK_ONWARD);
                }
                if must_keep_off(&self.plans[unit], self.crowd, unit) {
                    target = -target;
                }
            }
        }
        Frame { unit, target, request, cursor: 0, asked: 0, pushed: NOBODY, push: None }
    }

    /// Where walls let a unit go that wants a step: whoever is there is in its way, not who stands where it
    /// cannot go.
    fn along_walls(&mut self, unit: usize, want: Vec2) -> Vec2 {
        let planes = self.planes_of_walls(unit);
        let target = nearest(want, longest_step(self.crowd, unit), &planes).unwrap_or(want);
        self.scratch.planes = planes;
        target
    }

    /// The next unit without a promise that stands where the frame's unit wants to go, and what it is told.
    pub(super) fn next_in_the_way(&self, frame: &mut Frame, root: usize) -> Option<(usize, Option<Request>)> {
        let unit = frame.unit;
        let plan = &self.plans[unit];
        while frame.asked < usize::from(plan.ask_count) && frame.request.is_none_or(|request| request.ahead) {
            let other = plan.ask[frame.asked] as usize;
            frame.asked += 1;
            if self.scratch.places[other].state == Collision::Unsolved
                && let Some(request) = self.push_aside(unit, other, frame.request.is_some())
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
                match this.answer(root, other) {
                    Answer::Stop => {}
                    Answer::Avoid => found = Some((other, this.flee(other))),
                    Answer::Push => found = Some((other, Some(this.push(frame, other)))),
                }
            }
            found.is_none()
        });
        frame.cursor = place;
        found
    }

    /// What those in the chain of `root` do about `other`: nobody can refuse an obstacle.
    fn answer(&self, root: usize, other: usize) -> Answer {
        match self.runs(root) {
            true if self.crowd.foreign[other] => Answer::Stop,
            true if self.runs(other) => Answer::Avoid,
            true => Answer::Push,
            false => {
                let (crowd, around, parameters) = (self.crowd, &self.around, self.parameters(root));
                Meeting { crowd, around, parameters, a: root, b: other }.answer()
            }
        }
    }
}
