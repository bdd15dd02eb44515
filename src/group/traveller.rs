//! Members of a group that are under way.

use super::places::GroupMember;
use crate::geometry::{Collider, Shape};
use crate::ids::UnitId;
use crate::unit::Body;
use glam::Vec2;

/// A unit on its way with a group, as it is at the start of the tick.
#[derive(Clone, Copy, Debug)]
pub struct Traveller {
    /// Its group.
    pub group: u32,
    /// Its number.
    pub id: UnitId,
    /// Its newest promise, px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
    /// What it can do.
    pub body: Body,
    /// Its own place in the end, px.
    pub slot: Vec2,
    /// Length of its way, px; `None` while it has none.
    pub to_go: Option<f32>,
}

impl Traveller {
    /// What the assignment of places needs to know of it.
    pub(crate) fn member(&self) -> GroupMember {
        let Body { radius, soft_radius, shape, .. } = self.body;
        GroupMember { position: self.position, radius, soft_radius, shape }
    }
}

/// A collider that covers every member; of no size where there is none.
pub fn biggest(travellers: &[Traveller]) -> Collider {
    let colliders = travellers.iter().map(|traveller| traveller.body.collider());
    Collider::covering(colliders).unwrap_or(Collider { shape: Shape::Circle, radius: 0.0 })
}

/// The index of a unit among travellers that are sorted by id.
pub fn find(travellers: &[Traveller], unit: UnitId) -> Option<usize> {
    travellers.binary_search_by_key(&unit, |traveller| traveller.id).ok()
}
