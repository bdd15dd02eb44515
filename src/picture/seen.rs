//! A unit as a frame of the window or of a picture shows it.

use crate::ids::UnitId;
use crate::unit::Body;
use crate::views::UnitView;
use crate::world::World;
use glam::Vec2;

/// A unit as a frame shows it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Stable number.
    pub id: UnitId,
    /// Index of its kind.
    pub kind: u16,
    /// Index of its team.
    pub team: u16,
    /// Its colliders, and its rank among those who push.
    pub body: Body,
    /// Its centre between the last two ticks, world px.
    pub at: Vec2,
    /// Its centre in the window, points, or in the picture, px.
    pub screen: Vec2,
    /// Where it faces, as [`Facings`](super::facing::Facings) has it.
    pub heading: Vec2,
    /// Number of the group that it goes with, 0 for none.
    pub group: u32,
    /// The share of its strength that it has left.
    pub strength: f32,
}

impl Seen {
    /// A unit at a place of the world that is there on the `screen`.
    pub fn of(world: &World, unit: &UnitView, at: Vec2, screen: Vec2, heading: Vec2) -> Seen {
        let &UnitView { id, kind, team, body, group, .. } = unit;
        let strength = world.strength_of(unit);
        Seen { id, kind, team, body: *body, at, screen, heading, group, strength }
    }
}
