//! A unit on its way with a group.

use super::places::Member;
use crate::ids::UnitId;
use crate::unit::Body;
use glam::Vec2;
use hecs::Entity;

/// A unit on its way with a group, as it is at the start of the tick.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its group.
    pub group: u32,
    /// Who it is.
    pub id: UnitId,
    /// The same, for hecs.
    pub entity: Entity,
    /// Its newest promise, px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
    /// What it can do.
    pub body: Body,
    /// Length of its way, px; `None` while it has none.
    pub to_go: Option<f32>,
}

impl Entry {
    /// What the assignment of places needs to know of it.
    pub(crate) fn member(&self) -> Member {
        let Body { radius, soft_radius, shape, .. } = self.body;
        Member { position: self.position, radius, soft_radius, shape }
    }
}
