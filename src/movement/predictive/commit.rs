//! The second phase: promises are made one after the other, and those in the way make theirs first.
//!
//! Here is the order of planning and what a unit does at its turn; `push` is what it tells one in its way,
//! `hard_push` the chain of those in whose way others stand, `way_out` where they go, `room` what is free,
//! `convoys` who leads together.

mod convoys;
mod hard_push;
mod push;
mod room;
mod way_out;

use super::give_way::Request;
use super::nearest_adjacent::nearest_adjacent;
use super::order;
use super::order::Ranked;
use crate::geometry::Collider;
use crate::geometry::half_planes::{HalfPlane, nearest};
use crate::geometry::linear_program::solve;
use crate::movement::predictive::event::MovementEvent;
use crate::movement::predictive::parameters::Parameters;
use crate::movement::predictive::plan::Plan;
use crate::movement::predictive::surroundings::{Surroundings, longest_step};
use crate::neighbours::{Crowd, Intent};
use crate::unit::Decision;
use crate::unit::decision::Collision;
use crate::unit::memory::NOBODY;
use glam::Vec2;

/// Buffers that live on from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Where each unit is and will be.
    places: Vec<Place>,
    /// Roots in the order of planning.
    order: Vec<Ranked>,
    spare: Vec<Ranked>,
    stack: Vec<Frame>,
    planes: Vec<HalfPlane>,
    contacts: Vec<u32>,
}

/// What others in its way read of a unit, in one row: they are met in no order, and each column would cost a
/// cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Place {
    /// Where it is, px.
    now: Vec2,
    /// Its promise, or where it is while there is none, px.
    next: Vec2,
    body: Collider,
    /// How far its collision is solved.
    state: Collision,
    /// Whether it was told to give way.
    pushed: bool,
    /// Whether that began with somebody under way, or with an obstacle.
    disturbed: bool,
    /// See [`Parameters::promises`].
    promises: bool,
}

impl Place {
    /// The promise of a unit that goes by `step`, or stays where it is.
    fn promise(&mut self, step: Vec2) {
        self.next = self.now + step;
        self.state = Collision::Solved;
    }
}

impl Scratch {
    /// Whether the unit at this index was told to give way.
    pub(super) fn is_pushed(&self, index: usize) -> bool {
        self.places[index].pushed
    }

    /// Whether it was told so for the sake of somebody under way, or of an obstacle.
    pub(super) fn is_disturbed(&self, index: usize) -> bool {
        self.places[index].disturbed
    }
}

/// A unit that is being planned, with those in its way still to come.
#[derive(Clone, Copy, Debug)]
struct Frame {
    unit: usize,
    /// Displacement that it goes for, px.
    target: Vec2,
    /// What it was told to clear.
    request: Option<Request>,
    /// How many of its contacts, and of those to ask, were looked at.
    cursor: usize,
    asked: usize,
    /// Whom it pushed last, as an index.
    pushed: u32,
    /// Whether it pushed an idle unit, a moving one, and whether a pushed one pushed on.
    push: Option<Decision>,
}

/// One tick's commit.
pub struct Commit<'a> {
    crowd: &'a Crowd,
    next: &'a mut [Vec2],
    plans: &'a mut [Plan],
    scratch: &'a mut Scratch,
    around: Surroundings<'a>,
    events: &'a mut Vec<MovementEvent>,
}

impl<'a> Commit<'a> {
    /// Prepares a commit, which fills `next`.
    pub fn new(
        crowd: &'a Crowd,
        next: &'a mut [Vec2],
        plans: &'a mut [Plan],
        scratch: &'a mut Scratch,
        around: Surroundings<'a>,
        events: &'a mut Vec<MovementEvent>,
    ) -> Commit<'a> {
        Commit { crowd, next, plans, scratch, around, events }
    }

    /// The numbers that a unit goes by.
    fn parameters(&self, unit: usize) -> &'a Parameters {
        self.around.tuned.of(self.crowd, unit)
    }

    /// Plans everybody who moves, and whom they need.
    pub fn run(mut self) {
        let crowd = self.crowd;
        let scratch = &mut *self.scratch;
        scratch.places.clear();
        for (index, (&now, &body)) in crowd.position.iter().zip(&crowd.body).enumerate() {
            let (state, promises) = (Collision::Unsolved, self.around.tuned.of(crowd, index).promises);
            let mut place = Place { now, next: now, body, state, pushed: false, disturbed: false, promises };
            let plan = &self.plans[index];
            if plan.is_clear || crowd.foreign[index] {
                place.promise(plan.want);
            }
            scratch.places.push(place);
        }
        // Each at the place of its id, which sorts them by id.
        scratch.order.clear();
        scratch.order.resize(crowd.index_of.len(), Ranked::NOBODY);
        for (index, (plan, &id)) in self.plans.iter().zip(&crowd.id).enumerate() {
            scratch.order[id as usize] = Ranked { rank: plan.rank, id, index: index as u32 };
        }
        scratch.order.retain(|ranked| ranked.rank != Ranked::NONE);
        order::sort(&mut scratch.order, &mut scratch.spare);
        self.clear_obstacles();
        let order = std::mem::take(&mut self.scratch.order);
        for ranked in &order {
            let root = ranked.index as usize;
            if self.scratch.places[root].state == Collision::Unsolved {
                self.plan_root(root, None);
            }
        }
        self.scratch.order = order;
        for (next, place) in self.next.iter_mut().zip(&self.scratch.places) {
            *next = place.next;
        }
    }

    /// Moving obstacles yield to nobody: units that have to leave plan before all others, first those that
    /// have least time.
    fn clear_obstacles(&mut self) {
        if self.around.obstacles.is_empty() {
            return;
        }
        let mut fleeing = std::mem::take(&mut self.scratch.contacts);
        fleeing.clear();
        fleeing.extend((0..self.plans.len() as u32).filter(|&index| self.runs(index as usize)));
        let left = |index: u32| self.plans[index as usize].flight.map_or(f32::INFINITY, |flight| flight.left);
        let id = |index: u32| self.crowd.id[index as usize];
        fleeing.sort_unstable_by(|&a, &b| left(a).total_cmp(&left(b)).then(id(a).cmp(&id(b))));
        for &index in &fleeing {
            let unit = index as usize;
            if self.scratch.places[unit].state == Collision::Unsolved {
                self.plan_root(unit, self.flee(unit));
            }
        }
        self.scratch.contacts = fleeing;
    }

    /// Whether a unit runs from a moving obstacle.
    pub(super) fn runs(&self, unit: usize) -> bool {
        self.plans[unit].flight.is_some_and(|flight| flight.direction != Vec2::ZERO)
    }

    /// Makes the promise of a unit: its step if it is free, else slid along what blocks it, else a part of
    /// it, else the nearest free place around, else it stays.
    fn settle(&mut self, frame: &Frame) {
        let unit = frame.unit;
        let step = self.free_step(frame);
        self.scratch.places[unit].promise(step);
        let stays = step.length_squared() < 0.01 * frame.target.length_squared();
        let plan = &mut self.plans[unit];
        if let Some(request) = &frame.request {
            (plan.decision, plan.other) = (Decision::GiveWay, request.by);
        } else if let Some(push) = frame.push {
            plan.decision = push;
            plan.other = frame.pushed;
        } else if stays && self.crowd.intent[unit] == Intent::Move {
            plan.decision = Decision::Wait;
            self.plans[unit].other = self.blocker(unit, frame.target);
        }
    }

    /// The first who keeps a unit from stepping by `step`, as an index; [`NOBODY`] where it is a wall.
    fn blocker(&self, unit: usize, step: Vec2) -> u32 {
        let mut blocker = NOBODY;
        self.try_each_contact(unit, |this, other| {
            if !this.is_clear_of(unit, step, other) {
                blocker = other as u32;
            }
            blocker == NOBODY
        });
        blocker
    }

    fn free_step(&mut self, frame: &Frame) -> Vec2 {
        let unit = frame.unit;
        if frame.target == Vec2::ZERO || self.is_free(unit, frame.target) {
            return frame.target;
        }
        if self.parameters(unit).stops {
            return Vec2::ZERO;
        }
        let most = longest_step(self.crowd, unit);
        let mut slid = Vec2::ZERO;
        if self.parameters(unit).fan {
            let mut planes = self.planes_of_walls(unit);
            self.for_each_contact(unit, |this, other| planes.push(this.plane_against(unit, other)));
            let bodies = planes.len();
            self.add_obstacles(unit, &mut planes);
            if let Some(request) = &frame.request {
                planes.push(request.plane);
                slid = nearest(frame.target, most, &planes).unwrap_or(Vec2::ZERO);
                planes.pop();
            }
            if slid == Vec2::ZERO && planes.len() > bodies {
                // Where bodies leave no room, an obstacle is kept off as far as it goes.
                slid = solve(frame.target, most, &planes, bodies);
            } else if slid == Vec2::ZERO {
                slid = nearest(frame.target, most, &planes).unwrap_or(Vec2::ZERO);
            }
            self.scratch.planes = planes;
        }
        let walks = frame.request.is_none() && self.crowd.intent[unit] == Intent::Move;
        let hardly_slides = slid.length() < self.parameters(unit).least_slide * frame.target.length();
        if walks && hardly_slides && !self.crowd.memory[unit].leads() {
            return Vec2::ZERO;
        }
        for step in [slid, slid * 0.5, slid * 0.25] {
            if step != Vec2::ZERO && self.is_free(unit, step) {
                return step;
            }
        }
        if !walks {
            return Vec2::ZERO;
        }
        let position = self.crowd.position[unit];
        let size = frame.target.length();
        let place = nearest_adjacent(position, self.crowd.waypoint[unit], size, |place| {
            self.is_free(unit, place - position)
        });
        place - position
    }
}
