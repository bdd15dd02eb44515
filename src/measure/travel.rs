//! Each unit's journey to its own place: how long the shortest way there is on the map, and when it was
//! there.
//!
//! The way is measured anew here, from where the unit stood when it was ordered, for its own body and to its
//! own place, with formations as with single units: what the unit was told to walk is not what it is judged
//! by. Orders that were queued make one journey, leg by leg from place to place.

use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::path::finder::{Path, Pathfinder};
use crate::unit::{Front, GaveUp, Journey, Position, State, Task, Tasks};
use glam::Vec2;

/// A unit within this distance of its own goal has travelled, px (the measure of the libraries in the
/// comparison).
const TRAVELLED: f32 = 7.0;

/// What a tick shows of a unit.
#[derive(Clone, Copy)]
pub(super) struct TickView<'a> {
    pub position: &'a Position,
    pub front: &'a Front,
    pub state: &'a State,
    pub tasks: &'a Tasks,
    pub journey: &'a Journey,
    pub body: Collider,
}

/// The journey of one unit as far as it was seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Travel {
    /// Tick of arrival, while it is at rest.
    pub arrived: Option<u64>,
    /// Tick at which it was first near its goal.
    pub travelled: Option<u64>,
    /// The shortest way from the start over all legs to the goal, px; measured on arrival, on the map of that
    /// time.
    pub length: Option<f32>,
    goal: Option<Vec2>,
    /// Tick of the order.
    start: u64,
    /// Where the present leg began, px.
    from: Vec2,
    /// Length of the legs before, px.
    behind: f32,
    /// The end of the present leg, and how many orders wait behind it.
    slot: Option<Vec2>,
    queued: usize,
    /// Whether the unit has given up on an earlier leg, which says nothing of the last.
    gave_up_before: bool,
    /// The place that the order of the present leg named, for a unit that was sent alone.
    place: Option<Vec2>,
    is_measured: bool,
    /// Where the unit was a tick ago, px.
    position: Option<Vec2>,
}

/// Measures ways on the map of one simulation.
#[derive(Debug, Default)]
pub(super) struct Ways {
    finder: Pathfinder,
    path: Path,
}

impl Clone for Ways {
    /// What it knows of the map is found again: a copy may watch another future, whose map is another one.
    fn clone(&self) -> Ways {
        Ways::default()
    }
}

impl Ways {
    /// Length of the shortest way for a body, px; `None` where there is none.
    pub fn shortest(&mut self, grid: &Grid, from: Vec2, to: Vec2, body: Collider) -> Option<f32> {
        if grid.line_is_free(from, to, body) {
            return Some(from.distance(to));
        }
        let found = self.finder.find_path(grid, from, to, body, &mut self.path);
        (found && self.path.short_by <= TILE).then_some(self.path.length)
    }
}

impl Travel {
    /// Looks at a unit after a tick.
    pub fn observe(&mut self, tick: u64, seen: TickView, grid: &Grid, ways: &mut Ways) {
        let TickView { position, front, state, tasks, journey, body } = seen;
        if journey.was_sent() && (self.goal.is_none() || self.start != journey.start) {
            let from = self.position.unwrap_or(position.0);
            *self = Travel { start: journey.start, from, ..Travel::default() };
        } else if tasks.queue.len() < self.queued
            && let Some(slot) = self.slot
        {
            self.behind += ways.shortest(grid, self.from, slot, body).unwrap_or(0.0);
            (self.from, self.gave_up_before) = (slot, journey.gave_up.is_some());
        }
        self.queued = tasks.queue.len();
        self.position = Some(position.0);
        if let Some(Task::Move { slot, place, group, .. }) = tasks.current {
            (self.slot, self.place) = (Some(slot), (group == 0).then_some(place));
        }
        let goal = journey.sent_to();
        if self.goal != goal {
            (self.goal, self.is_measured) = (goal, false);
            (self.arrived, self.travelled, self.length) = (None, None, None);
        }
        let Some(goal) = goal else { return };
        let is_near = position.0.distance_squared(goal) <= TRAVELLED * TRAVELLED;
        if is_near && tasks.queue.is_empty() {
            self.travelled = self.travelled.or(Some(tick));
        }
        if state.is_under_way() {
            self.arrived = None;
        } else if position.0 == front.position {
            self.arrived = self.arrived.or(Some(tick));
        }
        let is_there = self.travelled.is_some() || self.arrived.is_some();
        if is_there && !self.is_measured && tasks.queue.is_empty() {
            self.is_measured = true;
            self.length = ways.shortest(grid, self.from, goal, body).map(|last| self.behind + last);
        }
    }

    /// Why the unit stopped short of the place that it was sent to last.
    pub fn gave_up(&self, journey: &Journey) -> Option<GaveUp> {
        let falls_short = |(goal, place): (Vec2, Vec2)| goal.distance(place) > TILE;
        let is_of_last_leg = !self.gave_up_before || journey.goal.zip(self.place).is_some_and(falls_short);
        journey.gave_up.filter(|_| is_of_last_leg)
    }
}
