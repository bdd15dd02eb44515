//! Posts of units at rest: who stands at the end of its orders, and how it is given another place.

use crate::geometry::Collider;
use crate::ids::UnitId;
use crate::settling::Claims;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// A unit this near to its post is there, px.
pub(crate) const AT_POST: f32 = 0.05;

/// Gives a unit at rest another post; what it remembers of the way to the old one is void.
pub(crate) fn settle_at(world: &mut World, claims: &mut Claims, id: UnitId, place: Vec2, body: Collider) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&mut Post, &mut Memory, &Journey)>(entity);
    let Ok((post, memory, journey)) = query.get() else { return };
    claims.withdraw(id, post.0);
    post.0 = place;
    (memory.waited, memory.leads_since, memory.trail_length) = (0, 0, 0);
    // Who was sent to this very place has it for its own, and gets back to it as anybody to its post.
    (memory.trail, memory.gathers) = (Default::default(), journey.goal != Some(place));
    claims.add(id, place, body, true, journey.goal);
}

/// Who wants to stand at a place, or stand there again.
#[derive(Clone, Copy, Debug)]
pub struct Settler {
    /// Who.
    pub id: UnitId,
    /// Where it is, px.
    pub from: Vec2,
    /// Its claim or post, px.
    pub wants: Vec2,
    /// Its hard collider.
    pub body: Collider,
    /// The place that it was sent to, px.
    pub center: Vec2,
}

/// The body of a friend that stands at the end of its orders.
pub fn settled_body(world: &World, id: UnitId, other: UnitId) -> Option<Collider> {
    let entity = world.entity(other)?;
    let team = world.units.get::<&Unit>(world.entity(id)?).ok()?.team;
    let mut query = world.units.query_one::<(&Unit, &State, &Tasks, &ModelName, &Body, &Memory)>(entity);
    let (unit, state, tasks, model, body, memory) = query.get().ok()?;
    let tries = memory.home.vain < world.predictive.parameters.stays_after;
    let settled = *state == State::DestinationReached && tasks.current.is_none() && tries;
    let is_friend = !world.enemies.are(team, unit.team);
    (settled && is_friend && *model == ModelName::Predictive).then(|| body.collider())
}
