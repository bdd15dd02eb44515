//! What a unit was told to do, the way that was found for it, and how its journey went.

use super::state::State;
use crate::ids::{Target, UnitId};
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// One thing that a unit has been told to do. Places in px.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Go to a place of its own.
    Move {
        /// The place that the order named.
        place: Vec2,
        /// Its own place there.
        slot: Vec2,
        /// The group that was sent, 0 when alone.
        group: u32,
        /// Whether it goes for enemies that it sees on the way.
        attacks: bool,
    },
    /// Walk round and round.
    Patrol {
        /// The places.
        route: Box<[Vec2]>,
        /// Index of the one it walks to.
        leg: u32,
    },
    /// Stay near somebody.
    Follow {
        /// Whom.
        target: Target,
        /// Only until it is reached.
        until_reached: bool,
    },
    /// Stand, and let nobody push.
    Hold,
    /// Go for an enemy, stand where it is in reach, until it has fallen.
    Attack {
        /// Whom.
        target: UnitId,
        /// Whether the unit was told to; it chose by itself otherwise.
        by_order: bool,
        /// Where it goes on to when it chose by itself, px; `None`: it does what is queued.
        back: Option<Vec2>,
    },
}

/// Tasks to come, first to last. Most units have none: of them nothing is kept.
#[allow(clippy::box_collection, reason = "a queue itself is four words")]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskQueue(Option<Box<VecDeque<Task>>>);

impl TaskQueue {
    /// Whether nothing is to come.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// How many are to come.
    pub fn len(&self) -> usize {
        self.iter().len()
    }

    /// The tasks, the next first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Task> + ExactSizeIterator {
        self.0.as_deref().map(VecDeque::iter).unwrap_or_default()
    }

    /// The tasks, the next first, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Task> {
        self.0.iter_mut().flat_map(|tasks| tasks.iter_mut())
    }

    /// Adds a task behind all others.
    pub fn push_back(&mut self, task: Task) {
        self.0.get_or_insert_default().push_back(task);
    }

    /// Adds a task before all others.
    pub fn push_front(&mut self, task: Task) {
        self.0.get_or_insert_default().push_front(task);
    }

    /// Takes the next one out.
    pub fn pop_front(&mut self) -> Option<Task> {
        let tasks = self.0.as_mut()?;
        let next = tasks.pop_front();
        self.0.take_if(|tasks| tasks.is_empty());
        next
    }
}

/// What a unit does now and will do after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tasks {
    /// Now.
    pub current: Option<Task>,
    /// After, first to last.
    pub queue: TaskQueue,
    /// Whether no way has been found yet for the current one.
    pub fresh: bool,
    /// Whether it was told last to attack, or to go and attack: it goes for enemies that it sees.
    pub is_alert: bool,
}

impl Tasks {
    /// The current one and those to come.
    pub fn all(&self) -> impl Iterator<Item = &Task> {
        self.current.iter().chain(self.queue.iter())
    }

    /// Whether the current one goes on until something else ends it.
    pub fn are_endless(&self) -> bool {
        matches!(self.current, Some(Task::Patrol { .. } | Task::Follow { .. } | Task::Attack { .. }))
    }

    /// Whom the unit follows, if it does.
    pub fn followed(&self) -> Option<Target> {
        match self.current {
            Some(Task::Follow { target, .. }) => Some(target),
            _ => None,
        }
    }

    /// The enemy that the unit goes for, if it does.
    pub fn attacked(&self) -> Option<UnitId> {
        match self.current {
            Some(Task::Attack { target, .. }) => Some(target),
            _ => None,
        }
    }

    /// Turns a patrol after which nothing is to be done to its next leg; `false` if the unit is on none.
    pub fn next_leg(&mut self) -> bool {
        match &mut self.current {
            Some(Task::Patrol { route, leg }) if self.queue.is_empty() => {
                *leg = (*leg + 1) % route.len() as u32;
                true
            }
            _ => false,
        }
    }
}

/// A turning point of a way, or its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Waypoint {
    /// px.
    pub place: Vec2,
    /// Length of the way after it, px.
    pub remaining: f32,
}

impl Waypoint {
    /// Length of the way from a place straight to it, and on to the end, px.
    pub fn left_from(&self, place: Vec2) -> f32 {
        self.place.distance(place) + self.remaining
    }
}

/// The way that the high level found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Turning points and the destination.
    pub waypoints: Vec<Waypoint>,
    /// Index of the waypoint it walks to.
    pub next: usize,
    /// Index of the one that was put on a leg whose end was out of sight, if there is one.
    pub on_leg: Option<u32>,
    /// Whether it leads round bodies that stand: then its waypoints are walked to, however far the unit sees.
    pub is_detour: bool,
    /// How many waypoints, from the first, are a curve ([`crate::path::curve`]) that is followed as a line:
    /// each is passed abreast. 0 where the way is walked from corner to corner.
    pub curved: u32,
}

impl Route {
    /// Replaces the route.
    pub fn set(&mut self, waypoints: &[Vec2]) {
        self.next = 0;
        self.on_leg = None;
        self.is_detour = false;
        self.curved = 0;
        self.waypoints.clear();
        // One more may be put on a leg under way, when nothing may be allocated.
        self.waypoints.reserve_exact(waypoints.len() + 1);
        let back = waypoints.iter().rev().copied();
        self.waypoints.extend(
            back.clone().zip(lengths_back(back)).map(|(place, remaining)| Waypoint { place, remaining }),
        );
        self.waypoints.reverse();
    }

    /// The waypoint that it walks to.
    pub fn current(&self) -> Option<Waypoint> {
        self.waypoints.get(self.next).copied()
    }

    /// Its destination, px.
    pub fn end(&self) -> Option<Vec2> {
        self.waypoints.last().map(|waypoint| waypoint.place)
    }

    /// The waypoints that are still to come, the one that it walks to first, px.
    pub fn ahead(&self) -> impl ExactSizeIterator<Item = Vec2> + Clone + '_ {
        self.waypoints.get(self.next..).unwrap_or_default().iter().map(|waypoint| waypoint.place)
    }

    /// Whether a waypoint lies on a curve before its end: a curve turns everywhere.
    pub fn is_on_curve(&self, waypoint: usize) -> bool {
        waypoint + 1 < self.curved as usize
    }
}

/// Length of the way after each waypoint, px, from the last one to the first, as they come.
pub(super) fn lengths_back(back: impl Iterator<Item = Vec2>) -> impl Iterator<Item = f32> {
    let (mut length, mut next) = (0.0, None);
    back.map(move |place| {
        length += next.replace(place).map_or(0.0, |next: Vec2| next.distance(place));
        length
    })
}

/// Why a unit stopped short of its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GaveUp {
    /// The stop timer of article 000 ran out among units that stand.
    Exhausted,
    /// No way leads there: it went to the nearest place that it can reach.
    Unreachable,
}

/// The journey to the last ordered place, for the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Journey {
    /// Its own place there, px; where it stood, if it was sent nowhere and has made room for others.
    pub goal: Option<Vec2>,
    /// The place that its last move order named, px; `None` while there has been none.
    pub ordered: Option<Vec2>,
    /// Number of the group with which it was sent, 0 for none: its members may exchange their places there.
    pub group: u32,
    /// Tick at which it was ordered (the first of a chain of queued orders).
    pub start: u64,
    /// Why it stopped short.
    pub gave_up: Option<GaveUp>,
    /// The place where it will stand, once that is settled with the others there, px.
    pub claim: Option<Vec2>,
}

impl Journey {
    /// Whether it was ever sent anywhere.
    pub fn was_sent(&self) -> bool {
        self.ordered.is_some()
    }

    /// Whether a unit in this state has no order left: it is where it was sent, or was sent nowhere and stands.
    /// It then makes room for others. Of 160 crowded rooms 48 leave 145 units short where those who were sent
    /// nowhere make none, and 25 leave 40 where they do.
    pub fn is_over(&self, state: State) -> bool {
        state == State::DestinationReached || state == State::Idle && !self.was_sent()
    }

    /// Its own place where it was sent, px.
    pub fn sent_to(&self) -> Option<Vec2> {
        self.goal.filter(|_| self.was_sent())
    }
}

/// Whether a unit waits for an answer of the pathfinder. It may walk on meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// It has not asked. A unit that waits for a path asks next.
    #[default]
    No,
    /// It wants a better way than the one that it walks.
    Wants,
    /// It has asked for a way.
    Yes,
}
