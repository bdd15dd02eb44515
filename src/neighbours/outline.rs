//! What others have to know of a unit to keep off it.

use crate::neighbours::intent::Intent;
use crate::neighbours::member::Member;
use crate::time::DT;
use glam::Vec2;

/// The columns of a unit that its neighbours read, in one row: neighbours are met one here and one there, and
/// each column would cost a cache line of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(32))]
pub struct Outline {
    /// Centre, px.
    pub position: Vec2,
    /// How it moved in the last step, px/s.
    pub velocity: Vec2,
    /// Radius of the circle around its hard collider, px.
    pub reach: f32,
    /// Longest displacement in a tick, px.
    pub step: f32,
    /// The unit with the higher priority goes first.
    pub priority: i32,
    /// Index of its team.
    pub team: u16,
    /// What it wants.
    pub intent: Intent,
    /// Whether a steering model moves it, not `predictive`.
    pub is_steered: bool,
}

impl Outline {
    pub(super) fn of(member: &Member) -> Outline {
        Outline {
            position: member.position,
            velocity: member.velocity,
            reach: member.body.reach(),
            step: member.speed * DT,
            priority: member.priority,
            team: member.team,
            intent: member.intent,
            is_steered: member.is_steered,
        }
    }
}
