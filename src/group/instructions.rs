//! What a group's plan asks of its members.

use crate::ids::UnitId;
use crate::unit::Lead;
use glam::Vec2;

/// What a group asks of one member.
#[derive(Clone, Debug, PartialEq)]
pub enum Instruction {
    /// For this tick: to go at most this fast, px/s, where somebody says.
    Guide(f32, Lead),
    /// A place of its own in the end, px.
    Slot(Vec2),
    /// To go straight to a place of its own in the end, px.
    StraightTo(Vec2),
    /// To go along waypoints, px.
    Route(Vec<Vec2>),
    /// To ask for a way of its own to its place.
    AskForWay,
    /// To leave the group, and go on alone.
    Leave,
}

/// Instructions to members, to be followed in this order.
#[derive(Clone, Debug, Default)]
pub struct Instructions {
    /// To whom, and what.
    pub list: Vec<(UnitId, Instruction)>,
}

impl Instructions {
    /// Adds an instruction to a member.
    pub fn tell(&mut self, unit: UnitId, instruction: Instruction) {
        self.list.push((unit, instruction));
    }
}
