//! What a group's plan does to its members: a way, a place in the end, and guidance for a tick.

use super::paths;
use crate::geometry::{Collider, Shape};
use crate::group::Entry;
use crate::path::Path;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use hecs::Entity;

/// Tells a unit what its group asks of it.
pub(super) fn guide(world: &World, entity: Entity, speed: f32, lead: Lead) {
    if let Ok(mut guidance) = world.units.get::<&mut Guidance>(entity) {
        guidance.speed = speed;
        guidance.lead = lead;
    }
}

/// A collider that covers every member: the biggest radius, square if any is.
pub(super) fn biggest(entries: &[Entry]) -> Collider {
    let radius = entries.iter().map(|entry| entry.body.radius).fold(0.0, f32::max);
    let square = entries.iter().any(|entry| entry.body.shape == Shape::Square);
    Collider { shape: if square { Shape::Square } else { Shape::Circle }, radius }
}

/// The way of a body, round walls and whatever is `standing`.
pub(super) fn find_way(
    world: &mut World,
    from: Vec2,
    to: Vec2,
    body: Collider,
    standing: &[(Vec2, Collider)],
) -> Option<Path> {
    let mut path = Path::default();
    world.counters.searches += 1;
    let is_found = world.paths.finder().find_path(&world.grid, from, to, body, &mut path);
    world.planning += world.paths.finder().work();
    if !is_found {
        return None;
    }
    paths::mend_way(&world.grid, standing, &mut world.paths, from, body, &mut path);
    Some(path)
}

/// A member's own place in the end.
pub(super) fn give_slot(world: &mut World, entry: &Entry, place: Vec2) {
    let Ok((tasks, journey)) = world.units.query_one_mut::<(&mut Tasks, &mut Journey)>(entry.entity) else {
        return;
    };
    if let Some(Task::Move { slot, .. }) = &mut tasks.current {
        *slot = place;
    }
    if tasks.queue.is_empty() {
        journey.goal = Some(place);
        journey.claim = Some(place);
    }
}

/// Sends a member on a route; what it asked the pathfinder before is void.
pub(super) fn give_route(world: &mut World, entry: &Entry, waypoints: &[Vec2]) {
    world.paths.cancel(entry.id.0);
    type Columns<'a> = (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Asked);
    let Ok((state, tasks, route, asked)) = world.units.query_one_mut::<Columns>(entry.entity) else {
        return;
    };
    *asked = Asked::No;
    *state = State::Moving;
    route.set(waypoints);
    tasks.fresh = false;
}

pub(super) fn slot_of(world: &World, entity: Entity) -> Option<Vec2> {
    match world.units.get::<&Tasks>(entity).ok()?.current {
        Some(Task::Move { slot, .. }) => Some(slot),
        _ => None,
    }
}
