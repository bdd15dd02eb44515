//! Requests for paths, served a few each tick.
//!
//! First come, first served, within a budget of work that is counted, never timed, so that a game goes the
//! same way on every machine. Requests that only hope for a shorter way wait until no other is left.

use super::finder::{Path, Pathfinder};
use crate::geometry::Collider;
use crate::grid::Grid;
use glam::Vec2;
use std::collections::VecDeque;

/// How urgent a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Urgency {
    /// The unit waits for it.
    Now,
    /// The unit has a way, and there may be a shorter one.
    Idle,
}

/// Units that wait for a path, and the pathfinder that serves them.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct PathQueue {
    finder: Pathfinder,
    /// Urgent requests, then idle ones.
    lanes: [Lane; 2],
    /// Where each unit's request stands: its lane, and its number there.
    tickets: Vec<Option<(Urgency, u32)>>,
    /// Work done beyond the budget of earlier ticks.
    debt: usize,
    #[serde(skip)]
    path: Path,
}

/// A line of requests, numbered as they come (and anew once no number is left); one that is withdrawn leaves a
/// gap.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
struct Lane {
    first: u32,
    requests: VecDeque<Option<PathRequest>>,
}

#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct PathRequest {
    id: u32,
    from: Vec2,
    to: Vec2,
    body: Collider,
}

impl Lane {
    fn request(&mut self, number: u32) -> &mut Option<PathRequest> {
        &mut self.requests[number.wrapping_sub(self.first) as usize]
    }
}

impl PathQueue {
    /// Asks for a unit's path, px. If the unit has a request of this urgency already, that is replaced and
    /// keeps its turn.
    pub fn request(&mut self, id: u32, from: Vec2, to: Vec2, body: Collider, urgency: Urgency) {
        let request = Some(PathRequest { id, from, to, body });
        if self.tickets.len() <= id as usize {
            self.tickets.resize(id as usize + 1, None);
        }
        if let Some((lane, number)) = self.tickets[id as usize] {
            if lane == urgency {
                let lane = &mut self.lanes[lane as usize];
                *lane.request(number) = request;
                return;
            }
            self.cancel(id);
        }
        let lane = &mut self.lanes[urgency as usize];
        let number = lane.first.wrapping_add(lane.requests.len() as u32);
        self.tickets[id as usize] = Some((urgency, number));
        lane.requests.push_back(request);
    }

    /// Withdraws a unit's request, if it has one.
    pub fn cancel(&mut self, id: u32) {
        if let Some((lane, number)) = self.tickets.get_mut(id as usize).and_then(Option::take) {
            *self.lanes[lane as usize].request(number) = None;
        }
    }

    /// Serves requests until `budget` units of [work](Pathfinder::work) are done (10,000 are about a
    /// millisecond); what the last one takes beyond that is taken from the next ticks. `deliver` gets each
    /// unit's id and its path, `None` if it fits nowhere near.
    pub fn serve(&mut self, grid: &Grid, budget: usize, mut deliver: impl FnMut(u32, Option<&Path>)) {
        let mut done = self.debt;
        while done < budget
            && let Some(PathRequest { id, from, to, body }) = self.next_request()
        {
            let found = self.finder.find_path(grid, from, to, body, &mut self.path);
            done += self.finder.work();
            deliver(id, found.then_some(&self.path));
        }
        self.debt = done.saturating_sub(budget);
    }

    fn next_request(&mut self) -> Option<PathRequest> {
        for lane in &mut self.lanes {
            while let Some(request) = lane.requests.pop_front() {
                lane.first = lane.first.wrapping_add(1);
                if let Some(request) = request {
                    self.tickets[request.id as usize] = None;
                    return Some(request);
                }
            }
        }
        None
    }

    /// Takes over what another pathfinder has found out about the very same map.
    pub(crate) fn keep_grounds_of(&mut self, other: &mut PathQueue) {
        self.finder.keep_grounds_of(&mut other.finder);
    }

    /// The pathfinder, for questions that cannot wait.
    pub fn finder(&mut self) -> &mut Pathfinder {
        &mut self.finder
    }
}
