//! Units whose way leads into a jam take another one if that is sooner.
//!
//! In each tick a share of the units under way asks how long the way before it takes among others. Where that
//! is long, a way is searched on which everybody else costs the time to get past; it is taken if it gains
//! enough. A unit looks a second apart, so the ways of a crowd change little by little, and those who look
//! next see where the others went. Nothing is remembered: the field is that of this tick.
//!
//! # Source
//! Beyond [article 003], whose paths know walls only; see [`crate::path::traffic`].
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::rows::rows_where;
use crate::geometry::segment::passes;
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::path::Trip;
use crate::path::rerouting::Rerouting;
use crate::path::traffic::{Busy, Traffic};
use crate::unit::*;
use crate::world::World;

/// Ticks between two looks of one unit. Less costs time, and crowds swing from one door to the other.
const ROUTE_LOOK_EVERY: u64 = 30;
/// A way is left for another one that is sooner by this, s, …
const LEAST_SECONDS_GAINED: f32 = 3.0;
/// … and by this share of the time that it takes.
const SHARE: f32 = 0.2;
/// A way that comes nearer than this to where the jam ends is no way round, px: a unit that comes to the same
/// door from the side waits there all the same (200 at a gap took a tenth longer).
const ELSEWHERE: f32 = 4.0 * TILE;
/// Nodes that one search may look at, …
const SEARCH: usize = 12_000;
/// … and all of a tick, about 0.2 µs each. More lets big crowds part sooner.
const TICK_BUDGET: usize = 24_000;

/// Lets those whose turn it is look for a sooner way.
pub fn reroute(world: &mut World) {
    let mut own = std::mem::take(&mut world.scratch.rerouting);
    own.looking.clear();
    let (crowd, tick) = (&world.crowd, world.tick);
    let looks = |index: usize| {
        (u64::from(crowd.id[index]) + tick).is_multiple_of(ROUTE_LOOK_EVERY)
            && crowd.intent(index) == Intent::Move
            && !crowd.is_steered(index)
            && world.predictive.of(crowd.tuning[index]).crowds
    };
    let found = rows_where(&mut world.scratch.found, crowd.len(), looks);
    own.looking.extend(found.map(|index| UnitId(crowd.id[index])));
    if !own.looking.is_empty() {
        own.looking.sort_unstable();
        // Where there is not time for all, others are first the next time.
        let first = (tick / ROUTE_LOOK_EVERY) as usize % own.looking.len();
        own.looking.rotate_left(first);
        count(world, &mut own.traffic);
        let mut work = 0;
        for index in 0..own.looking.len() {
            if work < TICK_BUDGET {
                work += look(world, own.looking[index], &mut own);
            }
        }
    }
    world.scratch.rerouting = own;
}

/// Counts everybody who is in the way: those under way, and those who stand and let nobody push them.
fn count(world: &World, traffic: &mut Traffic) {
    let crowd = &world.crowd;
    traffic.clear(&world.grid);
    for index in 0..crowd.len() {
        if matches!(crowd.intent(index), Intent::Move | Intent::Hold) {
            traffic.add(crowd.position[index], crowd.body[index].radius, crowd.velocity(index));
        }
    }
}

/// A unit takes another way if that is sooner; how many nodes were searched.
fn look(world: &mut World, id: UnitId, own: &mut Rerouting) -> usize {
    let Some(entity) = world.entity(id) else { return 0 };
    type Columns<'a> = (&'a Route, &'a State, &'a Guidance, &'a Front, &'a Body);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((route, state, guidance, front, body)) = query.get() else { return 0 };
    let walks = *state == State::Moving && guidance.lead == Lead::Own && !route.is_detour;
    if !walks || route.current().is_none() {
        return 0;
    }
    let (from, body, speed) = (front.position, body.collider(), body.speed.min(guidance.speed));
    let length = own.split(from, route.ahead());
    drop(query);
    let (delay, jam) = own.traffic.wait(from, &own.ahead, speed);
    let time = length / speed + delay;
    let within = time - LEAST_SECONDS_GAINED.max(SHARE * time);
    let Some(&to) = own.ahead.last().filter(|_| delay > LEAST_SECONDS_GAINED && within > 0.0) else {
        return 0;
    };
    let Some(jam) = jam else { return 0 };
    let busy = Busy { traffic: &own.traffic, speed, within };
    let finder = world.paths.finder();
    let found = finder.find_path_among(&world.grid, Trip { from, to, body }, &busy, SEARCH, &mut own.path);
    let work = finder.work();
    let Rerouting { path, traffic, beyond, .. } = own;
    let time = path.length / speed + traffic.delay(from, &path.waypoints, speed);
    let is_elsewhere = || passes(from, path.waypoints.iter().copied(), jam, ELSEWHERE).is_none();
    if found && path.short_by < 1.0 && time <= within && is_elsewhere() {
        path.waypoints.append(beyond);
        if let Ok(mut route) = world.units.get::<&mut Route>(entity) {
            route.set(&path.waypoints);
        }
        world.counters.replans += 1;
    }
    work
}
