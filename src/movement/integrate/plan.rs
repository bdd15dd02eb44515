//! What was decided for a unit, before anybody moves.

use crate::movement::answer::Contacts;
use crate::unit::SteeringMemory;
use glam::Vec2;

/// What was decided for a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteeringPlan {
    /// Displacement that it would make if nothing were in the way, px.
    pub step: Vec2,
    /// What its model remembers of it from now on.
    pub memory: SteeringMemory,
    /// Its stop timer from now on, s.
    pub stop_timer: f32,
    /// Whether it gives up its way: it has touched resting units for too long (000.5).
    pub gives_up: bool,
    /// Whether it stands on its destination and others keep it from standing there exactly. Article 000 asks
    /// whether a square is "standing on the desired coordinates".
    pub arrives: bool,
    /// Whether it stays where it is put: its post goes with it.
    pub settles: bool,
    pub(super) contacts: Contacts,
    /// Whether it is moved here at all.
    pub(super) mine: bool,
}

impl SteeringPlan {
    pub(super) const NONE: SteeringPlan = SteeringPlan {
        step: Vec2::ZERO,
        memory: SteeringMemory { avoiding: None, scratch: [0.0; 2] },
        stop_timer: 0.0,
        gives_up: false,
        arrives: false,
        settles: false,
        contacts: Contacts::Overlap,
        mine: false,
    };
}
