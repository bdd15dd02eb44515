//! How long each stage of a tick takes, for the benchmark and the graph in the window. Nothing in the
//! simulation reads it.

use crate::platform::clock::Instant;
use std::time::Duration;

/// A part of the tick, in the order of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Orders, actions and edits.
    Orders,
    /// Followers, groups and formations.
    Groups,
    /// Pathfinding and waypoints.
    Ways,
    /// New promises, and the crowd sorted for neighbour queries.
    Neighbours,
    /// The models.
    Movement,
    /// Answers copied back, arrivals.
    Arrival,
    /// Fights, and whom units go for by themselves.
    Fights,
}

impl Stage {
    /// All, in order.
    pub const ALL: [Stage; 7] = [
        Stage::Orders,
        Stage::Groups,
        Stage::Ways,
        Stage::Neighbours,
        Stage::Movement,
        Stage::Arrival,
        Stage::Fights,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Orders => "orders",
            Stage::Groups => "groups",
            Stage::Ways => "ways",
            Stage::Neighbours => "neighbours",
            Stage::Movement => "movement",
            Stage::Arrival => "arrival",
            Stage::Fights => "fights",
        }
    }
}

/// Times of the stages of one tick.
#[derive(Clone, Debug)]
pub struct StageTimes {
    times: [Duration; Stage::ALL.len()],
    last: Instant,
}

impl Default for StageTimes {
    fn default() -> StageTimes {
        StageTimes { times: Default::default(), last: Instant::now() }
    }
}

impl StageTimes {
    /// What a stage took.
    pub fn of(&self, stage: Stage) -> Duration {
        self.times[stage as usize]
    }

    /// A tick begins.
    pub(crate) fn start(&mut self) {
        self.last = Instant::now();
    }

    /// A stage ends, and the next begins.
    pub(crate) fn lap(&mut self, stage: Stage) {
        let now = Instant::now();
        self.times[stage as usize] = now - self.last;
        self.last = now;
    }
}
