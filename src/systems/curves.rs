//! The ways of units whose model drives become curves, and a patrol's next leg joins before the last one
//! ends: a unit that drives round does not stop at each place.
//!
//! # Source
//! [Article 004], "Take a note" (see [`crate::path::curve`] and [`crate::movement::driving`]).
//!
//! [article 004]: http://roy-t.nl/2009/12/29/swarm-like-collision-avoidance-path-finding-and-smooth-following.html "2009-12-29"

use crate::ids::UnitId;
use crate::path::around::{go_round, standing};
use crate::path::curve::Curving;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Ways that are bent in one tick, in turns by id; the others are walked from corner to corner until their
/// turn. One takes some ms.
const MAX_BENT: usize = 1;
/// How much of a way is bent at once, px. Longer costs more at once.
const BENT_AT_ONCE: f32 = 3000.0;
/// What comes after a curve is added to it when so much is left of it, px: more than anybody brakes for.
const LEFT: f32 = 900.0;
/// What of an old curve stays as it is when more is added to it, px: the unit is on it already.
const KEPT: f32 = 120.0;
/// How far a unit that moves goes straight on before its new curve turns, px.
const LEAD_IN: f32 = 30.0;

/// Bends ways, and adds to curves that come to their end.
pub fn bend(world: &mut World) {
    if !world.steering.follows_curves() {
        return;
    }
    let mut due = std::mem::take(&mut world.scratch.looking);
    type Columns<'a> =
        (&'a Unit, &'a ModelName, &'a State, &'a Guidance, &'a Route, &'a mut Tasks, &'a Front);
    for (unit, model, state, guidance, route, tasks, front) in world.units.query_mut::<Columns>() {
        let walks = guidance.walks_own_way(*state);
        let drives = world.steering.model(*model, unit.tuning).is_some_and(|model| model.follows_curves());
        if !walks || !drives || route.is_detour {
            continue;
        }
        pass_place(route, tasks);
        if is_due(route, tasks, front.position) {
            due.push(unit.id);
        }
    }
    due.sort_unstable();
    // One that cannot be led on stays due: it must not hold up the others.
    let first = world.tick as usize % due.len().max(1);
    due.rotate_left(first);
    for &id in due.iter().take(MAX_BENT) {
        bend_way(world, id);
    }
    due.clear();
    world.scratch.looking = due;
}

/// The place that a patrol walks to, if it goes on from there.
fn place_of(tasks: &Tasks) -> Option<Vec2> {
    match &tasks.current {
        Some(Task::Patrol { route, leg }) if tasks.queue.is_empty() => route.get(*leg as usize).copied(),
        _ => None,
    }
}

/// The next leg of a patrol begins when the unit has passed its place and the way goes on.
fn pass_place(route: &Route, tasks: &mut Tasks) {
    let passed = route.waypoints.get(..route.next.min(route.curved as usize)).unwrap_or_default();
    if place_of(tasks).is_some_and(|place| passed.iter().any(|waypoint| waypoint.place == place)) {
        tasks.next_leg();
    }
}

/// Whether a way is to be bent, or its curve to be added to.
fn is_due(route: &Route, tasks: &Tasks, position: Vec2) -> bool {
    let (Some(next), Some(end)) = (route.current(), route.end()) else { return false };
    let after_curve = route.curved.checked_sub(1).and_then(|last| route.waypoints.get(last as usize));
    let left = next.left_from(position);
    match after_curve.map(|waypoint| waypoint.remaining) {
        None => true,
        Some(after) => left - after < LEFT && (after > 0.0 || place_of(tasks) == Some(end)),
    }
}

/// Where a patrol goes from its place, if that is elsewhere.
fn onward_of(tasks: &Tasks) -> Option<Vec2> {
    match &tasks.current {
        Some(Task::Patrol { route, leg }) => route.get((*leg as usize + 1) % route.len().max(1)).copied(),
        _ => None,
    }
    .filter(|&onward| place_of(tasks).is_some_and(|place| place != onward))
}

/// Bends the way of a unit from where it is; a patrol's is led on to the place after the next first.
fn bend_way(world: &mut World, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&mut Route, &Tasks, &Front, &Body)>(entity);
    let Ok((route, tasks, front, body)) = query.get() else { return };
    let Curving { line, way, leg } = &mut world.scratch.curving;
    let (grid, body, from) = (&world.grid, body.collider(), front.position);
    way.clear();
    way.extend(route.ahead());
    let (place, curved) = (place_of(tasks), (route.curved as usize).saturating_sub(route.next));
    if let (Some(&start), Some(onward)) = (way.last(), onward_of(tasks))
        && Some(start) == place
        && world.paths.finder().find_path(grid, start, onward, body, leg)
    {
        go_round(world.paths.finder(), grid, &standing(&world.obstacles), start, body, leg);
        way.extend_from_slice(&leg.waypoints);
    }
    line.clear();
    line.push(from, true);
    // A unit that moves goes on as it goes: along its curve, or straight ahead.
    if let (0, Some(direction), Some(&first)) = (curved, front.velocity.try_normalize(), way.first()) {
        let ahead = from + direction * LEAD_IN;
        if grid.line_is_free(from, ahead, body) && grid.line_is_free(ahead, first, body) {
            line.push(ahead, true);
        }
    }
    let (mut before, mut length, mut bent) = (from, 0.0, 0);
    while let Some(&at) = way.get(bent).filter(|_| length <= BENT_AT_ONCE) {
        length += before.distance(at);
        (before, bent) = (at, bent + 1);
        line.push(at, (bent <= curved && length <= KEPT) || Some(at) == place);
    }
    line.relax(grid, body);
    leg.waypoints.clear();
    leg.waypoints.extend(line.line());
    let curved = leg.waypoints.len();
    leg.waypoints.extend_from_slice(way.get(bent..).unwrap_or_default());
    route.set(&leg.waypoints);
    (route.next, route.curved) = (1.min(route.waypoints.len() - 1), curved as u32);
}
