//! The state machine of a unit.

use super::decision::Decision;
use super::memory::Memory;
use super::motion::{Front, Position, Post};
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// The state machine of article 003. Traces and the inspector name these in snake_case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Nothing to do; it stands at its post.
    #[default]
    Idle,
    /// It has asked for a way and stands until it is answered.
    WaitingForPath,
    /// It walks to its current waypoint.
    Moving,
    /// It has just passed a waypoint; the next one comes with the next tick.
    WaypointReached,
    /// Its last order is done and it stands at its post.
    DestinationReached,
    /// It stands on hold: nobody pushes it.
    Holding,
    /// It follows somebody and is near enough.
    Following,
    /// It stands and fights, or stands in its place round an enemy: nobody pushes it.
    Fighting,
}

impl State {
    /// Its name in traces.
    pub fn name(self) -> &'static str {
        match self {
            State::Idle => "idle",
            State::WaitingForPath => "waiting_for_path",
            State::Moving => "moving",
            State::WaypointReached => "waypoint_reached",
            State::DestinationReached => "destination_reached",
            State::Holding => "holding",
            State::Following => "following",
            State::Fighting => "fighting",
        }
    }

    /// The state that fits what is seen of the unit. To go back to the post is a move; so is what is left of
    /// the way when the newest promise is at the post and the body not yet. A unit that is pushed off its
    /// post rests.
    pub fn shown(self, position: &Position, front: &Front, post: &Post, memory: &Memory) -> State {
        let comes_to_rest = front.position == post.0 && position.0 != front.position;
        let walks_home = front.velocity != Vec2::ZERO && self.goes_home(memory.decision);
        if walks_home || comes_to_rest && !self.is_under_way() { State::Moving } else { self }
    }

    /// Whether a unit that decides so and moves goes back to its post: past others, or pushing them, too.
    pub fn goes_home(self, decision: Decision) -> bool {
        !self.is_under_way()
            && matches!(
                decision,
                Decision::Return | Decision::Avoid | Decision::PushIdle | Decision::Push | Decision::HardPush
            )
    }

    /// Whether the unit is on its way, or waits for one.
    pub fn is_under_way(self) -> bool {
        self == State::WaitingForPath || self.walks()
    }

    /// Whether the unit has a way and is on it.
    pub fn walks(self) -> bool {
        matches!(self, State::Moving | State::WaypointReached)
    }
}
