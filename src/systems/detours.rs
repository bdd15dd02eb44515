//! A unit that has not got on for long, because of units that nobody can push, plans a way round them; where
//! there is none, it gives up. It looks again when the map changes, and now and then, since those who stood
//! there may have gone.
//!
//! # Source
//! [Article 003], the flowchart's last branch ("if none can be done, stop"). Beyond it: enemies and units on
//! hold count as dear ground in a new plan, so a door that they keep shut is left for another one.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use crate::geometry::Collider;
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::neighbours::jam::{jam_around, standing_near};
use crate::neighbours::{CHUNK, Intent};
use crate::path::around::way_round;
use crate::time::LOOK_EVERY;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use rayon::prelude::*;

/// A unit waits for those that stand this near, px from rim to rim.
const WAITED_FOR_WITHIN: f32 = TILE;
/// Units that nobody can push are planned round within this distance, px.
const PLANNED_ROUND_WITHIN: f32 = 30.0 * TILE;
/// A unit nearer than this, rim to rim, px, is in the same jam.
const JAMMED_WITHIN: f32 = 4.0;
/// Ticks between two looks of those who gave up, one of them at a time: about 1 s.
const TRY_AGAIN_EVERY: u64 = 4 * LOOK_EVERY;

/// Looks for another way for at most one unit a tick, the lowest id first: these searches are dear.
pub fn plan(world: &mut World) {
    try_again(world);
    let [stalled, waiting] = find_first(world);
    if let Some(index) = stalled {
        give_up(world, index);
    }
    let Some(index) = waiting else { return };
    let crowd = &world.crowd;
    let id = UnitId(crowd.id[index]);
    let (from, body) = (crowd.position[index], crowd.body[index]);
    let standing = standing_near(&world.crowd, &world.enemies, index, PLANNED_ROUND_WITHIN);
    if standing.nearest < WAITED_FOR_WITHIN {
        go_round(world, id, from, body, &standing.bodies);
    }
}

/// The units of the lowest ids, as indices, of those who got nowhere for long under an order, and of those who
/// wait for long.
fn find_first(world: &World) -> [Option<usize>; 2] {
    let crowd = &world.crowd;
    let (memories, tasks) = (world.units.column::<Memory>(), world.units.column::<Tasks>());
    let rows = (&memories[..], &tasks[..], &crowd.index_of_row[..]).into_par_iter().with_min_len(CHUNK);
    let found = rows.map(|(memory, tasks, &index)| {
        let is_stalled = memory.order.is_spent() && matches!(tasks.current, Some(Task::Move { .. }));
        // The clock of a leader that gets on stands still: it may stand at such a time for long.
        let is_time = memory.waited > 0 && memory.waited.is_multiple_of(Rung::Detours.after());
        let waits = is_time && memory.order.vain > 0;
        if !is_stalled && !waits || crowd.intent(index as usize) != Intent::Move {
            return [None; 2];
        }
        let unit = Some((crowd.id[index as usize], index as usize));
        [unit.filter(|_| is_stalled), unit.filter(|_| waits && !crowd.is_steered(index as usize))]
    });
    let lower = |a: Option<(u32, usize)>, b: Option<(u32, usize)>| a.into_iter().chain(b).min();
    let first = found.reduce(|| [None; 2], |a, b| [lower(a[0], b[0]), lower(a[1], b[1])]);
    first.map(|unit| unit.map(|(_, index)| index))
}

/// The first of those who got nowhere for long gives up, unless it is jammed together with somebody who gets
/// on: then it is as hopeful as that one. The units jammed with it have a try before the next one gives up.
fn give_up(world: &mut World, first: usize) {
    let (crowd, after, another_try) = (&world.crowd, Rung::GivesUp.after(), Rung::Leads.after());
    let jam = jam_around(crowd, first, JAMMED_WITHIN);
    let vain = |&index: &usize| Some(world.memory(index)?.order.vain);
    let hope = jam.iter().filter_map(vain).min().unwrap_or(after);
    if hope + another_try < after {
        set_vain(world, first, hope);
    } else {
        world.scratch.stopping.push((UnitId(world.crowd.id[first]), Some(GaveUp::Exhausted)));
        jam.into_iter()
            .filter(|&index| index != first)
            .for_each(|index| set_vain(world, index, after - another_try));
    }
}

fn set_vain(world: &World, index: usize, vain: u16) {
    if let Some(entity) = world.entity(UnitId(world.crowd.id[index]))
        && let Ok(mut memory) = world.units.get::<&mut Memory>(entity)
    {
        memory.order.vain = vain;
    }
}

/// Sends those on again who gave up, if there is a way by now: all whose goal could not be reached, and one
/// of those who were kept from it.
fn try_again(world: &mut World) {
    let is_changed = std::mem::replace(&mut world.looked_at, world.grid.revision()) != world.grid.revision();
    if !is_changed && !world.tick.is_multiple_of(TRY_AGAIN_EVERY) {
        return;
    }
    type Columns<'a> = (&'a Unit, &'a State, &'a Tasks, &'a Journey, &'a ModelName, &'a mut Memory);
    let mut kept: Vec<(UnitId, Vec2)> = Vec::new();
    let mut cut_off: Vec<(UnitId, Vec2)> = Vec::new();
    for (unit, state, tasks, journey, model, memory) in world.units.query_mut::<Columns>() {
        let stands = *state == State::DestinationReached && tasks.current.is_none();
        if is_changed && (!stands || journey.gave_up.is_some()) {
            memory.order = Errand::default();
        }
        match (journey.gave_up, journey.ordered) {
            _ if !stands || *model != ModelName::Predictive => {}
            (Some(GaveUp::Unreachable), Some(place)) => cut_off.push((unit.id, place)),
            (Some(_), Some(place)) if !memory.order.is_spent() => {
                kept.push((unit.id, journey.goal.unwrap_or(place)))
            }
            _ => {}
        }
    }
    cut_off.sort_unstable_by_key(|unit| unit.0);
    kept.sort_unstable_by_key(|unit| unit.0);
    for (id, place) in cut_off {
        let Some(index) = world.crowd.index(id.0) else { continue };
        let (from, body) = (world.crowd.next[index], world.crowd.body[index]);
        if world.paths.finder().is_reachable(&world.grid, from, place, body) {
            send_again(world, id, place, &[]);
        }
    }
    if let Some(turn) = (world.tick / TRY_AGAIN_EVERY).checked_rem(kept.len() as u64) {
        let (id, goal) = kept[turn as usize];
        let Some(index) = world.crowd.index(id.0) else { return };
        let standing = standing_near(&world.crowd, &world.enemies, index, PLANNED_ROUND_WITHIN);
        let (from, body) = (world.crowd.next[index], world.crowd.body[index]);
        if let Some(path) = way_round(world.paths.finder(), &world.grid, (from, goal), body, &standing.bodies)
        {
            send_again(world, id, goal, &path.waypoints);
        }
    }
}

/// Gives a unit that gave up its order once more, with the way if that is known.
fn send_again(world: &mut World, id: UnitId, place: Vec2, way: &[Vec2]) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (&'a mut State, &'a mut Tasks, &'a mut Journey, &'a mut Route, &'a mut Memory);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((state, tasks, journey, route, memory)) = query.get() else { return };
    tasks.current = Some(Task::Move { place, slot: place, group: 0, attacks: tasks.is_alert });
    (journey.goal, journey.gave_up, journey.claim) = (Some(place), None, None);
    (memory.waited, memory.settles_in_crowd) = (0, false);
    route.set(way);
    route.is_detour = true;
    *state = if way.is_empty() { State::WaitingForPath } else { State::Moving };
    world.counters.replans += 1;
}

fn go_round(world: &mut World, id: UnitId, from: Vec2, body: Collider, standing: &[(Vec2, Collider)]) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&Route, &State, &Guidance)>(entity);
    let Ok((route, state, guidance)) = query.get() else { return };
    let goal = route.end();
    let walks = *state == State::Moving && guidance.lead == Lead::Own;
    drop(query);
    let Some(goal) = goal.filter(|_| walks) else { return };
    let Some(path) = way_round(world.paths.finder(), &world.grid, (from, goal), body, standing) else {
        world.scratch.stopping.push((id, Some(GaveUp::Exhausted)));
        return;
    };
    if let Ok(mut route) = world.units.get::<&mut Route>(entity) {
        route.set(&path.waypoints);
        route.is_detour = true;
    }
    world.counters.replans += 1;
}
