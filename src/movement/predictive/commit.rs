//! The second phase: promises are made one after the other, and those in the way make theirs first.

use super::conflict::{Collision, Decision, Manner, goes_my_way, manner, rank};
use super::contact::{step_is_clear, tangent};
use super::fan::NARROW;
use super::half_planes::{HalfPlane, nearest};
use super::nearest_adjacent::nearest_adjacent;
use super::order::{self, Ranked};
use super::push::{Request, Room, clearing_plane, give_way};
use super::refuge::{self, Asker};
use super::steer::{for_each_contact, list_contacts, must_keep_off};
use super::walls::{clear_of, wall_planes};
use super::{ASKED, MovementEvent, NOBODY, Parameters, Plan, Surroundings, is_still, longest_step};
use crate::grid::Grid;
use crate::neighbours::{Crowd, Intent};
use glam::Vec2;

/// Gaps are kept this wide where a step is computed, px, so that rounding never makes it an overlap.
const SKIN: f32 = 1e-3;

/// How far from rim to rim a unit that flees asks others to flee too, px: about what it takes to round a bend.
const ASK_ONWARD: f32 = 24.0;

/// Buffers that live on from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// State of each unit's collision.
    state: Vec<Collision>,
    /// Whether each unit was told to give way.
    pub(super) pushed: Vec<bool>,
    /// Roots in the order of planning.
    order: Vec<Ranked>,
    spare: Vec<Ranked>,
    stack: Vec<Frame>,
    planes: Vec<HalfPlane>,
    contacts: Vec<u32>,
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
    parameters: &'a Parameters,
    events: &'a mut Vec<MovementEvent>,
}

impl<'a> Commit<'a> {
    /// Prepares a commit; `next` starts as the present positions.
    pub fn new(
        crowd: &'a Crowd,
        next: &'a mut [Vec2],
        plans: &'a mut [Plan],
        scratch: &'a mut Scratch,
        around: Surroundings<'a>,
        parameters: &'a Parameters,
        events: &'a mut Vec<MovementEvent>,
    ) -> Commit<'a> {
        Commit { crowd, next, plans, scratch, around, parameters, events }
    }

    /// Plans everybody who moves, and whom they need.
    pub fn run(mut self) {
        let crowd = self.crowd;
        let scratch = &mut *self.scratch;
        scratch.state.clear();
        scratch.state.resize(crowd.len(), Collision::Unsolved);
        scratch.pushed.clear();
        scratch.pushed.resize(crowd.len(), false);
        scratch.order.clear();
        for index in 0..crowd.len() {
            if crowd.foreign[index] {
                scratch.state[index] = Collision::Solved;
            } else if !is_still(crowd, index) {
                let mut rank = rank(crowd, index, self.parameters);
                if crowd.intent[index] == Intent::Rest && self.plans[index].want == Vec2::ZERO {
                    // Who lets others go home first holds nobody up by its rank.
                    rank.0 = 4 << 60;
                }
                scratch.order.push((rank, index as u32));
            }
        }
        order::sort(&mut scratch.order, &mut scratch.spare);
        self.clear_obstacles();
        let order = std::mem::take(&mut self.scratch.order);
        for &(_, root) in &order {
            if self.scratch.state[root as usize] == Collision::Unsolved {
                self.plan_root(root as usize, None);
            }
        }
        self.scratch.order = order;
    }

    /// Moving obstacles yield to nobody: units within a few steps of their way clear it before all others.
    fn clear_obstacles(&mut self) {
        for number in 0..self.around.obstacles.len() {
            let obstacle = self.around.obstacles[number];
            let motion = obstacle.next - obstacle.center;
            if motion == Vec2::ZERO {
                continue;
            }
            let onward = motion.normalize_or_zero();
            let range = obstacle.radius + self.crowd.largest_radius + 4.0 * motion.length();
            let mut near = std::mem::take(&mut self.scratch.contacts);
            near.clear();
            self.crowd.for_each_near(obstacle.next, range, |other| near.push(other as u32));
            for &other in &near {
                let other = other as usize;
                let offset = self.crowd.position[other] - obstacle.next - motion;
                let distance = offset.length().max(1e-3);
                let missing = obstacle.radius + self.crowd.body[other].reach() - distance;
                if missing > 0.0 && self.scratch.state[other] == Collision::Unsolved {
                    let most = longest_step(self.crowd, other);
                    let plane = clearing_plane(offset / distance, missing, most, self.parameters);
                    self.plan_root(other, Some(Request { plane, onward, ahead: false, by: NOBODY }));
                }
            }
            self.scratch.contacts = near;
        }
    }

    /// Plans a unit and, before it, everybody it needs. The stack is explicit: chains can be a thousand long.
    fn plan_root(&mut self, root: usize, request: Option<Request>) {
        let mut stack = std::mem::take(&mut self.scratch.stack);
        stack.clear();
        stack.push(self.open(root, request, root));
        let mut budget = self.parameters.budget;
        while let Some(frame) = stack.last_mut() {
            let in_the_way = if budget > 0 { self.next_in_the_way(frame, root) } else { None };
            if let Some((other, request)) = in_the_way {
                budget -= 1;
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
        if crowd.memory[other].pushed_ago >= self.parameters.home_after {
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
        self.scratch.state[unit] = Collision::Solving;
        if self.plans[unit].contact_count == Plan::UNLISTED {
            list_contacts(&mut self.plans[unit], self.crowd, unit);
        }
        let mut target = self.plans[unit].want;
        if let Some(request) = &request {
            self.scratch.pushed[unit] = true;
            target = self.way_out(unit, request, root);
            if request.ahead && target != Vec2::ZERO {
                self.ask_onward(unit, target.normalize());
                if must_keep_off(&self.plans[unit], self.crowd) {
                    target = -target;
                }
            }
        }
        Frame { unit, target, request, cursor: 0, asked: 0, pushed: NOBODY, push: None }
    }

    /// Where a unit goes that has to give way, as far as those who cannot give way themselves let it.
    fn way_out(&mut self, unit: usize, request: &Request, root: usize) -> Vec2 {
        let mut planes = std::mem::take(&mut self.scratch.planes);
        planes.clear();
        self.add_walls(unit, &mut planes);
        self.for_each_contact(unit, |this, other| {
            let rock = matches!(this.crowd.intent[other], Intent::Hold)
                || this.around.enemies.are(this.crowd.team[unit], this.crowd.team[other]);
            if this.scratch.state[other] != Collision::Unsolved || rock {
                planes.push(this.plane_against(unit, other));
            }
        });
        planes.push(request.plane);
        let blocked = |step| {
            let mut blocked = 0;
            self.for_each_contact(unit, |this, other| {
                if this.scratch.state[other] == Collision::Unsolved && !this.is_clear_of(unit, step, other) {
                    blocked += 1;
                }
            });
            blocked
        };
        let position = self.crowd.position[unit];
        let narrow = request.by != NOBODY && clear_of(self.around.grid, position) < NARROW;
        let room = Room {
            most: longest_step(self.crowd, unit),
            planes: &planes,
            way: (self.crowd.waypoint[unit] - self.crowd.position[unit]).normalize_or_zero(),
            heading: if narrow { Vec2::ZERO } else { self.crowd.velocity[unit].normalize_or_zero() },
        };
        let refuge = || {
            let asker = Asker { unit: request.by as usize, onward: request.onward, root };
            let place = if narrow { refuge::find(self.crowd, unit, &asker, &self.around) } else { None };
            place.map(|place| place - position)
        };
        let step = give_way(self.plans[unit].want, request, room, blocked, refuge);
        self.scratch.planes = planes;
        step
    }

    /// Who flees asks on before it touches anybody, so that nobody is pressed into the corner of a bend.
    fn ask_onward(&mut self, unit: usize, onward: Vec2) {
        let crowd = self.crowd;
        let plan = &mut self.plans[unit];
        (plan.wish, plan.ask_count) = (onward, 0);
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
    fn next_in_the_way(&self, frame: &mut Frame, root: usize) -> Option<(usize, Option<Request>)> {
        let unit = frame.unit;
        let plan = &self.plans[unit];
        while frame.asked < usize::from(plan.ask_count) && frame.request.is_none_or(|request| request.ahead) {
            let other = plan.ask[frame.asked] as usize;
            frame.asked += 1;
            if self.scratch.state[other] == Collision::Unsolved
                && let Some(request) = self.aside_request(unit, other)
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
            if this.scratch.state[other] == Collision::Unsolved
                && !this.is_clear_of(unit, frame.target, other)
            {
                let enemies = |a, b| this.around.enemies.are(a, b);
                match manner(this.crowd, root, other, this.parameters, enemies) {
                    Manner::Rock => {}
                    Manner::Follow => found = Some((other, None)),
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
        let (normal, gap) = tangent(crowd.body[other], crowd.body[frame.unit], crowd.position[other] - place);
        let most = longest_step(crowd, other);
        Request {
            plane: clearing_plane(normal, -gap, most, self.parameters),
            onward: frame.target.normalize_or_zero(),
            ahead: false,
            by: frame.unit as u32,
        }
    }

    /// What an idle friend ahead is told: clear the lane of `unit`, while there is time, and walk on ahead only where
    /// the two cannot stand side by side. `None` if the lane is clear.
    fn aside_request(&self, unit: usize, other: usize) -> Option<Request> {
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
        let reach = crowd.body[unit].reach() + crowd.body[other].reach() + self.parameters.push_margin;
        let beside = crowd.position[other] - normal * reach;
        Some(Request {
            plane: clearing_plane(normal, missing, most, self.parameters),
            onward,
            ahead: !self.around.grid.is_free(beside, crowd.body[unit]),
            by: unit as u32,
        })
    }

    /// Makes the promise of a unit: its step if it is free, else slid along what blocks it, else a part of it, else
    /// the nearest free place around, else it stays.
    fn settle(&mut self, frame: &Frame) {
        let unit = frame.unit;
        let step = self.free_step(frame);
        self.next[unit] = self.crowd.position[unit] + step;
        self.scratch.state[unit] = Collision::Solved;
        let stays = step.length_squared() < 0.01 * frame.target.length_squared();
        let plan = &mut self.plans[unit];
        if frame.request.is_some() {
            plan.decision = Decision::GiveWay;
        } else if let Some(push) = frame.push {
            plan.decision = push;
            plan.other = frame.pushed;
        } else if stays && self.crowd.intent[unit] == Intent::Move {
            plan.decision = Decision::Wait;
        }
    }

    fn free_step(&mut self, frame: &Frame) -> Vec2 {
        let unit = frame.unit;
        if frame.target == Vec2::ZERO || self.is_free(unit, frame.target) {
            return frame.target;
        }
        let most = longest_step(self.crowd, unit);
        let mut slid = Vec2::ZERO;
        if self.parameters.fan {
            let mut planes = std::mem::take(&mut self.scratch.planes);
            planes.clear();
            self.add_walls(unit, &mut planes);
            self.for_each_contact(unit, |this, other| planes.push(this.plane_against(unit, other)));
            if let Some(request) = &frame.request {
                planes.push(request.plane);
                slid = nearest(frame.target, most, &planes).unwrap_or(Vec2::ZERO);
                planes.pop();
            }
            if slid == Vec2::ZERO {
                slid = nearest(frame.target, most, &planes).unwrap_or(Vec2::ZERO);
            }
            self.scratch.planes = planes;
        }
        let walks = frame.request.is_none() && self.crowd.intent[unit] == Intent::Move;
        let calm = walks && (self.crowd.memory[unit].leads_since == 0 || self.queues(unit, frame.target));
        if calm && slid.length() < self.parameters.least_slide * frame.target.length() {
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

    /// Whether somebody who goes the same way keeps a unit from stepping by `step`: then there is nothing to gain by
    /// squeezing past, not even for a leader, until it may shove.
    fn queues(&self, unit: usize, step: Vec2) -> bool {
        let crowd = self.crowd;
        let mut queues = false;
        if crowd.memory[unit].waited < self.parameters.shove_after {
            self.for_each_contact(unit, |this, other| {
                queues |= crowd.intent[other] == Intent::Move
                    && !this.is_clear_of(unit, step, other)
                    && goes_my_way(crowd, unit, other, this.parameters);
            });
        }
        queues
    }

    fn try_each_contact(&self, unit: usize, mut visit: impl FnMut(&Self, usize) -> bool) {
        let plan = &self.plans[unit];
        if plan.contact_count == Plan::UNLISTED {
            let mut go_on = true;
            for_each_contact(self.crowd, unit, |other| go_on = go_on && visit(self, other));
        } else {
            for &other in &plan.contacts[..usize::from(plan.contact_count)] {
                if !visit(self, other as usize) {
                    return;
                }
            }
        }
    }

    fn for_each_contact(&self, unit: usize, mut visit: impl FnMut(&Self, usize)) {
        self.try_each_contact(unit, |this, other| {
            visit(this, other);
            true
        });
    }

    /// The plane that keeps `unit` off `other`, wherever the latter goes in this tick.
    fn plane_against(&self, unit: usize, other: usize) -> HalfPlane {
        let crowd = self.crowd;
        let offset = crowd.position[unit] - crowd.position[other];
        let (normal, gap) = tangent(crowd.body[unit], crowd.body[other], offset);
        let away = normal.dot(self.next[other] - crowd.position[other]);
        HalfPlane { normal, least: (SKIN - gap + away).min(0.0) }
    }

    fn add_walls(&self, unit: usize, planes: &mut Vec<HalfPlane>) {
        let (position, body) = (self.crowd.position[unit], self.crowd.body[unit]);
        let range = longest_step(self.crowd, unit) + 2.0 * SKIN;
        if clear_of(self.around.grid, position) < range + body.reach() {
            wall_planes(self.around.grid, position, body, range, |plane| {
                planes.push(HalfPlane { least: (plane.least + SKIN).min(0.0), ..plane });
            });
        }
        for obstacle in self.around.obstacles {
            let offset = position - obstacle.center;
            let distance = offset.length();
            let gap = distance - obstacle.radius - body.reach();
            let motion = obstacle.next - obstacle.center;
            if gap < range + motion.length() {
                let normal = offset / distance.max(1e-6);
                planes.push(HalfPlane { normal, least: (SKIN - gap + normal.dot(motion)).min(range) });
            }
        }
    }

    /// Whether `unit` may step by `step` as far as `other` is concerned.
    #[inline]
    fn is_clear_of(&self, unit: usize, step: Vec2, other: usize) -> bool {
        let crowd = self.crowd;
        let (from, against) = (crowd.position[unit], self.next[other]);
        let start = from - crowd.position[other];
        step_is_clear(crowd.body[unit], crowd.body[other], start, from + step - against, from - against)
    }

    /// Whether `unit` may step by `step`: off everybody's promise, off those who stay, off walls and obstacles.
    fn is_free(&self, unit: usize, step: Vec2) -> bool {
        let mut free = true;
        self.try_each_contact(unit, |this, other| {
            free = this.is_clear_of(unit, step, other);
            free
        });
        free && self.is_free_of_walls(unit, step) && self.is_free_of_obstacles(unit, step)
    }

    fn is_free_of_walls(&self, unit: usize, step: Vec2) -> bool {
        let (from, body) = (self.crowd.position[unit], self.crowd.body[unit]);
        let length = step.length();
        if clear_of(self.around.grid, from) >= body.reach() + length {
            return true;
        }
        let grid = self.around.grid;
        let to = from + step;
        if grid.is_free(to, body) && (length < body.radius || grid.line_is_free(from, to, body)) {
            return true;
        }
        // Who sticks out over the rim may come in, never go deeper.
        let out = |place: Vec2| {
            let size = grid.size();
            (Vec2::splat(body.radius) - place).max(place + body.radius - size).max(Vec2::ZERO)
        };
        let (before, after) = (out(from), out(to));
        before != Vec2::ZERO
            && after.cmple(before).all()
            && grid.wall_depth(to, body) <= grid.wall_depth(from, body)
    }

    fn is_free_of_obstacles(&self, unit: usize, step: Vec2) -> bool {
        let (from, body) = (self.crowd.position[unit], self.crowd.body[unit]);
        self.around.obstacles.iter().all(|obstacle| {
            let disc =
                crate::collider::Collider { shape: crate::collider::Shape::Circle, radius: obstacle.radius };
            let stay = from - obstacle.next;
            step_is_clear(body, disc, from - obstacle.center, from + step - obstacle.next, stay)
        })
    }
}

impl Scratch {
    /// Who touches a leader in a narrow place and goes its way leads with it, by the older rank: a convoy.
    ///
    /// Where two cannot pass, one direction has to yield wholesale, until the convoy is out at the other end. In the
    /// open no convoys form: there ranks would pass from one to the next until those who meet all had the same.
    pub(super) fn form_convoys(
        &mut self,
        crowd: &mut Crowd,
        plans: &[Plan],
        parameters: &Parameters,
        grid: &Grid,
    ) {
        let is_narrow = |index: usize| clear_of(grid, crowd.position[index]) < NARROW;
        for &((key, _), index) in &self.order {
            if key >> 60 != 0 {
                break;
            }
            let index = index as usize;
            let plan = &plans[index];
            if plan.contact_count == Plan::UNLISTED
                || crowd.memory[index].leads_since == 0
                || !is_narrow(index)
            {
                continue;
            }
            for &other in &plan.contacts[..usize::from(plan.contact_count)] {
                let other = other as usize;
                let rank = |i: usize| (crowd.memory[i].leads_since, crowd.memory[i].convoy);
                let (own, theirs) = (rank(index), rank(other));
                let joins = crowd.intent[other] == Intent::Move
                    && !crowd.foreign[other]
                    && (theirs.0 == 0 || theirs > own);
                if joins && is_narrow(other) && goes_my_way(crowd, index, other, parameters) {
                    (crowd.memory[other].leads_since, crowd.memory[other].convoy) = own;
                }
            }
        }
    }
}
