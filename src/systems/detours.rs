//! A unit that has not got on for long, because of units that nobody can push, plans a way round them; where
//! there is none, it gives up. It looks again when the map changes, and now and then, since those who stood
//! there may have gone.
//!
//! # Source
//! Article 003, the flowchart's last branch ("if none can be done, stop"). Beyond it: enemies and units on
//! hold count as dear ground in a new plan, so a door that they keep shut is left for another one.

use crate::geometry::{Collider, gap};
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::neighbours::{Crowd, Intent};
use crate::path::Path;
use crate::path::crowd::{StandingCrowd, meets_any};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Ticks of waiting between two looks for another way: 5 s. Less turns units away from doors that open soon.
const DETOUR_AFTER: u16 = 150;
/// A unit waits for those that stand this near, px from rim to rim.
const WAITED_FOR_WITHIN: f32 = 30.0;
/// Units that nobody can push are planned round within this distance, px.
const PLANNED_ROUND_WITHIN: f32 = 900.0;
/// A unit nearer than this, rim to rim, px, is in the same jam.
const JAMMED_WITHIN: f32 = 4.0;
/// Ticks for which the others in a jam try when one of them has given up.
const ANOTHER_TRY: u16 = 90;
/// Ticks between two looks of those who gave up, one of them at a time: about 1 s.
const TRY_AGAIN_EVERY: u64 = 32;

/// Looks for another way for at most one unit a tick, the lowest id first: these searches are dear.
pub fn plan(world: &mut World) {
    try_again(world);
    give_up(world);
    let crowd = &world.crowd;
    let waits = |index: &usize| {
        let waited = crowd.memory[*index].waited;
        crowd.intent[*index] == Intent::Move
            && waited >= DETOUR_AFTER
            && waited.is_multiple_of(DETOUR_AFTER)
            && !crowd.foreign[*index]
    };
    let candidates = (0..crowd.id.len()).filter(waits).min_by_key(|&index| crowd.id[index]);
    let Some(index) = candidates else { return };
    let id = UnitId(crowd.id[index]);
    let (from, body) = (crowd.position[index], crowd.body[index]);
    let (standing, is_near) = standing_near(world, index);
    if is_near {
        go_round(world, id, from, body, &standing);
    }
}

/// Of those who got nowhere for long the one with the lowest id gives up, unless it is jammed together with
/// somebody who gets on: then it is as hopeful as that one. Those who are jammed with it have a try before
/// the next one gives up.
fn give_up(world: &mut World) {
    let (crowd, after) = (&world.crowd, world.predictive.parameters.gives_up_after);
    let is_sent = |index: usize| {
        let tasks =
            world.entity(UnitId(crowd.id[index])).and_then(|unit| world.units.get::<&Tasks>(unit).ok());
        tasks.is_some_and(|tasks| matches!(tasks.current, Some(Task::Move { .. })))
    };
    let is_stalled = |&index: &usize| {
        crowd.intent[index] == Intent::Move && crowd.memory[index].order.vain >= after && is_sent(index)
    };
    let Some(first) = (0..crowd.len()).filter(is_stalled).min_by_key(|&index| crowd.id[index]) else {
        return;
    };
    let jam = jam_around(crowd, first);
    let hope = jam.iter().map(|&index| crowd.memory[index].order.vain).min().unwrap_or(after);
    if hope + ANOTHER_TRY < after {
        set_vain(world, first, hope);
    } else {
        world.scratch.stopping.push((UnitId(world.crowd.id[first]), Some(GaveUp::Exhausted)));
        jam.into_iter()
            .filter(|&index| index != first)
            .for_each(|index| set_vain(world, index, after - ANOTHER_TRY));
    }
}

/// Those under way who touch a unit, directly or through others under way, itself among them, as indices.
fn jam_around(crowd: &Crowd, first: usize) -> Vec<usize> {
    let mut jam = vec![first];
    let mut looked = 0;
    while let Some(&index) = jam.get(looked) {
        looked += 1;
        let (place, body) = (crowd.next[index], crowd.body[index]);
        crowd.for_each_near(place, body.reach() + crowd.largest_radius + JAMMED_WITHIN, |other| {
            let touches = gap(body, crowd.body[other], crowd.next[other] - place) <= JAMMED_WITHIN;
            if touches && crowd.intent[other] == Intent::Move && !jam.contains(&other) {
                jam.push(other);
            }
        });
    }
    jam
}

fn set_vain(world: &World, index: usize, vain: u16) {
    if let Some(entity) = world.entity(UnitId(world.crowd.id[index]))
        && let Ok(mut memory) = world.units.get::<&mut Memory>(entity)
    {
        memory.order.vain = vain;
    }
}

/// Those near a unit whom it cannot push, and whether any of them is what it waits for.
fn standing_near(world: &World, index: usize) -> (Vec<(Vec2, Collider)>, bool) {
    let crowd = &world.crowd;
    let (from, team) = (crowd.position[index], crowd.team[index]);
    let mut standing: Vec<(Vec2, Collider)> = Vec::new();
    let mut is_near = false;
    for other in crowd.runs(from, PLANNED_ROUND_WITHIN).flatten() {
        let enemy = world.enemies.are(team, crowd.team[other]);
        let stands = crowd.intent[other] == Intent::Hold || (enemy && crowd.intent[other] == Intent::Rest);
        if stands && other != index {
            // Smaller than it is: who waits touches it, and must be able to leave.
            let body = crowd.body[other];
            standing.push((crowd.position[other], Collider { radius: 0.9 * body.radius, ..body }));
            is_near |= gap(body, crowd.body[other], crowd.position[other] - from) < WAITED_FOR_WITHIN;
        }
    }
    (standing, is_near)
}

/// Sends those on again who gave up, if there is a way by now: all whose goal could not be reached, and one
/// of those who were kept from it.
fn try_again(world: &mut World) {
    let is_changed = std::mem::replace(&mut world.looked_at, world.grid.revision()) != world.grid.revision();
    if !is_changed && !world.tick.is_multiple_of(TRY_AGAIN_EVERY) {
        return;
    }
    type Columns<'a> = (&'a Unit, &'a State, &'a Tasks, &'a Journey, &'a ModelName, &'a mut Memory);
    let after = world.predictive.parameters.gives_up_after;
    let mut kept: Vec<(UnitId, Vec2)> = Vec::new();
    let mut cut_off: Vec<(UnitId, Vec2)> = Vec::new();
    for (unit, state, tasks, journey, model, memory) in world.units.query_mut::<Columns>() {
        if is_changed {
            memory.order = Errand::default();
        }
        let stands = *state == State::DestinationReached && tasks.current.is_none();
        match (journey.gave_up, journey.ordered) {
            _ if !stands || *model != ModelName::Predictive => {}
            (Some(GaveUp::Unreachable), Some(place)) => cut_off.push((unit.id, place)),
            (Some(_), Some(place)) if memory.order.vain < after => {
                kept.push((unit.id, journey.goal.unwrap_or(place)))
            }
            _ => {}
        }
    }
    cut_off.sort_unstable_by_key(|unit| unit.0);
    kept.sort_unstable_by_key(|unit| unit.0);
    for (id, place) in cut_off {
        let index = world.crowd.index_of[id.0 as usize] as usize;
        let (from, body) = (world.crowd.next[index], world.crowd.body[index]);
        if world.paths.finder().is_reachable(&world.grid, from, place, body) {
            send_again(world, id, place, &[]);
        }
    }
    if let Some(turn) = (world.tick / TRY_AGAIN_EVERY).checked_rem(kept.len() as u64) {
        let (id, goal) = kept[turn as usize];
        let index = world.crowd.index_of[id.0 as usize] as usize;
        let (standing, _) = standing_near(world, index);
        let (from, body) = (world.crowd.next[index], world.crowd.body[index]);
        if let Some(path) = way_round(world, from, goal, body, &standing) {
            send_again(world, id, goal, &path.waypoints);
        }
    }
}

/// Gives a unit that gave up its order once more, with the way if that is known.
fn send_again(world: &mut World, id: UnitId, place: Vec2, way: &[Vec2]) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (&'a mut State, &'a mut Tasks, &'a mut Journey, &'a mut Route, &'a mut Memory);
    let mut query = world.units.query_one::<Columns>(entity);
    let (state, tasks, journey, route, memory) = query.get().expect("every unit has all unit components");
    tasks.current = Some(Task::Move { place, slot: place, group: 0 });
    (journey.goal, journey.gave_up, journey.claim) = (Some(place), None, None);
    (memory.waited, memory.gathers) = (0, false);
    route.set(way);
    route.is_detour = true;
    *state = if way.is_empty() { State::WaitingForPath } else { State::Moving };
    world.counters.replans += 1;
}

/// A way round those who stand; `None` if there is none.
fn way_round(
    world: &mut World,
    from: Vec2,
    goal: Vec2,
    body: Collider,
    standing: &[(Vec2, Collider)],
) -> Option<Path> {
    let back = step_back(&world.grid, from, body, standing)?;
    let mut path = Path::default();
    let finder = world.paths.finder();
    if !finder.find_path_around(&world.grid, back, goal, body, &StandingCrowd::round(standing), &mut path) {
        return None;
    }
    path.waypoints.insert(0, back);
    let mut legs = path.waypoints.iter().zip(path.waypoints.iter().skip(1));
    let is_shut = legs.any(|(&a, &b)| meets_any(a, b, body, standing));
    (!is_shut && path.short_by <= TILE).then_some(path)
}

fn go_round(world: &mut World, id: UnitId, from: Vec2, body: Collider, standing: &[(Vec2, Collider)]) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&Route, &State, &Guidance)>(entity);
    let (route, state, guidance) = query.get().expect("every unit has all unit components");
    let goal = route.waypoints.last().copied();
    let walks = *state == State::Moving && guidance.lead == Lead::Own;
    drop(query);
    let Some(goal) = goal.filter(|_| walks) else { return };
    let Some(path) = way_round(world, from, goal, body, standing) else {
        world.scratch.stopping.push((id, Some(GaveUp::Exhausted)));
        return;
    };
    if let Ok(mut route) = world.units.get::<&mut Route>(entity) {
        route.set(&path.waypoints);
        route.is_detour = true;
    }
    world.counters.replans += 1;
}

/// Of the places a tile away that can be walked to, the one farthest from all who stand. The search counts
/// what it costs to enter a tile, so it must not begin in the very tile that they block.
fn step_back(grid: &Grid, from: Vec2, body: Collider, standing: &[(Vec2, Collider)]) -> Option<Vec2> {
    let room = |place: Vec2| {
        standing.iter().map(|&(center, _)| center.distance_squared(place)).fold(f32::MAX, f32::min)
    };
    let tiles = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Vec2::new(x as f32, y as f32) * TILE));
    tiles
        .map(|offset| from + offset)
        .filter(|&place| grid.line_is_free(from, place, body) && !meets_any(from, place, body, standing))
        .max_by(|&a, &b| room(a).total_cmp(&room(b)))
}
