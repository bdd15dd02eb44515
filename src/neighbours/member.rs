//! A unit on its way into the crowd.

use crate::geometry::Collider;
use crate::ids::Target;
use crate::neighbours::intent::Intent;
use crate::unit::{ModelName, SteeringMemory};
use glam::Vec2;

/// One unit, as it is handed to [`super::Crowd::push`]. The fields are those of [`super::Crowd`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Stable number of the unit.
    pub id: u32,
    /// Centre, px.
    pub position: Vec2,
    /// How it moved in the last step, px/s.
    pub velocity: Vec2,
    /// Hard collider.
    pub body: Collider,
    /// Soft radius, px.
    pub soft_radius: f32,
    /// Top speed of this tick, px/s.
    pub speed: f32,
    /// Greatest change of velocity, px/s².
    pub acceleration: f32,
    /// The unit with the higher priority goes first.
    pub priority: i32,
    /// Index of its team.
    pub team: u16,
    /// Number of the settings that its models go by; 0: everybody's.
    pub tuning: u32,
    /// Group that it marches in, 0 for none.
    pub group: u32,
    /// What it wants.
    pub intent: Intent,
    /// The place that it walks to next, or its post, px.
    pub waypoint: Vec2,
    /// Length of the way after `waypoint`, px.
    pub remaining: f32,
    /// The waypoint after this one, px.
    pub next_waypoint: Vec2,
    /// Whether a steering model moves it, not `predictive`.
    pub is_steered: bool,
    /// What steering models have to know beside.
    pub steered: Steered,
}

/// What steering models have to know of a unit beside what everybody has to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steered {
    /// The model that moves it.
    pub model: ModelName,
    /// Its destination, or where whom it follows is, px.
    pub goal: Vec2,
    /// The unit or obstacle that it follows.
    pub following: Option<Target>,
    /// Its stop timer, s (see [`crate::stopping`]).
    pub stop_timer: f32,
    /// What its steering model remembers of it from tick to tick.
    pub memory: SteeringMemory,
}

impl Member {
    /// A unit that rests where it is, of no group, which another model than `predictive` may move.
    pub fn new(id: u32, position: Vec2, body: Collider, model: ModelName) -> Member {
        Member {
            id,
            position,
            velocity: Vec2::ZERO,
            body,
            soft_radius: body.radius,
            speed: 60.0,
            acceleration: 240.0,
            priority: 1,
            team: 0,
            tuning: 0,
            group: 0,
            intent: Intent::Rest,
            waypoint: position,
            remaining: 0.0,
            next_waypoint: position,
            is_steered: model != ModelName::Predictive,
            steered: Steered { model, goal: position, ..Steered::default() },
        }
    }

    /// The same on its way straight to a place.
    pub fn bound_for(self, goal: Vec2) -> Member {
        let steered = Steered { goal, ..self.steered };
        Member { intent: Intent::Move, waypoint: goal, next_waypoint: goal, steered, ..self }
    }
}
