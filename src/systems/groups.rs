//! Stage 4: groups lead their members: one way for all, matched speeds, formations.
//!
//! # Source
//! Article 003, "Group Movement": the commander plans for the whole group, and speeds are adjusted to it.

use super::members::{biggest, find_way, give_route, give_slot, guide, slot_of};
use super::orders::members;
use super::{formations, forming, latecomers, paths};
use crate::formation::assignment::{ANEW_UP_TO, Aim, EXACT_UP_TO, assign};
use crate::formation::build::box_center;
use crate::grid::TILE;
use crate::group;
use crate::group::Entry;
use crate::group::{Group, Phase, Routing, Walk};
use crate::ids::UnitId;
use crate::order::{FormationShape, Pace};
use crate::speed_matching::{Progress, matched_speed, speed_factor, waiting_factor};
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;
use hecs::Entity;

/// Ticks that those who are ready for a queued formation wait for the others.
const WAITS: u32 = 3 * TICK_RATE;
/// Ticks between looks whether anybody still has the order of a group in the queue.
const LOOK_EVERY: u64 = TICK_RATE as u64;
/// A member that cannot be asked for more than this share above the group's speed sets the pace when it lags.
const NO_FASTER: f32 = 1.02;
/// Where all are as fast as each other nobody slows down to less than this share of their speed: who is ahead came
/// through a gap first, and should not hold up those behind.
const ALIKE: f32 = 0.9;
/// Places are assigned anew when the commander has this far to go, px.
const SETTLES: f32 = 240.0;
/// Ticks for which a formation that has arrived still faces about whom others push.
const DRESSES: u32 = 2 * TICK_RATE;
/// Work on groups that set out in one tick, in the pathfinder's measure (about 0.1 µs each); the others set out in the ticks
/// after it. More answers thousands of orders sooner, less keeps ticks even.
const BUDGET: usize = 250_000;
/// The same per unit of the game: where a tick takes long, orders may take a share of it.
const BUDGET_PER_UNIT: usize = 5;
/// What a group and each of its members cost of it, beside searches.
const GROUP_COSTS: usize = 200;
const MEMBER_COSTS: usize = 30;
/// How fast a unit turns to the front when it has arrived, radians per tick.
const TURN: f32 = 0.2;

/// Leads all groups by one tick.
pub fn lead(world: &mut World) {
    let mut roll = std::mem::take(&mut world.scratch.roll);
    let mut groups = std::mem::take(&mut world.groups);
    call_roll(world, &mut roll);
    world.scratch.standing = None;
    groups.retain_mut(|group| {
        let first = roll.partition_point(|entry| entry.group < group.id);
        let last = roll.partition_point(|entry| entry.group <= group.id);
        lead_one(world, group, &roll[first..last])
    });
    (world.scratch.roll, world.groups) = (roll, groups);
    world.scratch.standing = None;
    world.planning = 0;
}

/// Whether groups have taken their share of this tick.
fn is_spent(world: &World) -> bool {
    world.planning >= BUDGET.max(BUDGET_PER_UNIT * world.units.len() as usize)
}

/// Lists everybody under way with a group, by group and id, and takes back the guidance of the last tick.
fn call_roll(world: &mut World, roll: &mut Vec<Entry>) {
    roll.clear();
    type Columns<'a> =
        (Entity, &'a Unit, &'a Tasks, &'a State, &'a Front, &'a Body, &'a Route, &'a mut Guidance);
    for (entity, unit, tasks, state, front, body, route, guidance) in world.units.query_mut::<Columns>() {
        let group = match tasks.current {
            Some(Task::Move { group, .. }) if state.is_under_way() => group,
            _ => 0,
        };
        *guidance = Guidance { group, ..Guidance::default() };
        if group != 0 {
            let to_go = route
                .waypoints
                .get(route.next)
                .map(|waypoint| waypoint.distance(front.position) + route.remaining[route.next]);
            let (position, velocity) = (front.position, front.velocity);
            roll.push(Entry { group, id: unit.id, entity, position, velocity, body: *body, to_go });
        }
    }
    roll.sort_unstable_by_key(|entry| (entry.group, entry.id));
}

/// Whether the group goes on.
fn lead_one(world: &mut World, group: &mut Group, entries: &[Entry]) -> bool {
    let alone = latecomers::admit(world, group, entries);
    if alone.is_empty() {
        return lead_members(world, group, entries);
    }
    let is_alone = |entry: &Entry| alone.binary_search(&entry.id).is_ok();
    let members: Vec<Entry> = entries.iter().filter(|entry| !is_alone(entry)).copied().collect();
    lead_members(world, group, &members)
}

/// The same, without those who came late and walk alone.
fn lead_members(world: &mut World, group: &mut Group, entries: &[Entry]) -> bool {
    let middle = box_center(entries.iter().map(|entry| entry.position));
    if !entries.iter().any(|entry| Some(entry.id) == group.commander) {
        group.commander =
            group::commander(entries.iter().map(|e| (e.id, e.body.priority, e.position)), middle);
    }
    match &mut group.phase {
        Phase::Waiting { ticks } => {
            if entries.is_empty() {
                return !world.tick.is_multiple_of(LOOK_EVERY) || is_coming(world, group, &group.members);
            }
            *ticks += 1;
            let is_early = group.shape != FormationShape::None && *ticks <= WAITS;
            if is_spent(world) || is_early && entries.len() < coming(world, group) {
                entries.iter().for_each(|entry| guide(world, entry.entity, f32::INFINITY, Lead::Wait));
                return true;
            }
            deal_places(world, group);
            let sets_out = |id: &UnitId| entries.binary_search_by_key(id, |entry| entry.id).is_ok();
            let (present, absent) = group.members.iter().partition(|&id| sets_out(id));
            group.members = present;
            // Who comes late to a loose group has a place already.
            if group.shape != FormationShape::None {
                group.late = absent;
            }
            if group.shape == FormationShape::None || !forming::form(world, group, entries) {
                set_out(world, group, entries);
            }
            true
        }
        Phase::Loose { remaining, settled, routing } => {
            if let Some(some) = routing
                && make_routes(world, some, entries)
            {
                *routing = None;
            }
            if group.manner.pace == Pace::Matched {
                match_speeds(world, group.commander, remaining, entries);
            }
            let leader = entries.iter().find(|entry| Some(entry.id) == group.commander);
            if !*settled && leader.and_then(|leader| leader.to_go).is_some_and(|to_go| to_go < SETTLES) {
                *settled = true;
                settle_places(world, entries);
            }
            !entries.is_empty() || is_awaited(world, group)
        }
        Phase::Formation(_) => {
            if !entries.is_empty() && !formations::step(world, group, entries) {
                set_out(world, group, entries);
            }
            !entries.is_empty() || is_awaited(world, group)
        }
        Phase::Arriving { facing, ticks } => {
            *ticks = if entries.is_empty() { *ticks + 1 } else { 0 };
            let (facing, is_over) = (*facing, *ticks > DRESSES);
            turn_to_front(world, group, facing);
            !is_over || is_awaited(world, group)
        }
    }
}

/// Whether somebody will still come who was busy when the group set out in formation.
fn is_awaited(world: &World, group: &Group) -> bool {
    let looks = world.tick.is_multiple_of(LOOK_EVERY);
    !group.late.is_empty() && (!looks || is_coming(world, group, &group.late))
}

/// How many of its members have the group's order, now or in the queue.
fn coming(world: &World, group: &Group) -> usize {
    group.members.iter().filter(|&&id| has_order(world, group, id)).count()
}

/// Whether one of some units has the group's order, now or in the queue.
fn is_coming(world: &World, group: &Group, units: &[UnitId]) -> bool {
    units.iter().any(|&id| has_order(world, group, id))
}

fn has_order(world: &World, group: &Group, id: UnitId) -> bool {
    let is_ours = |task: &Task| matches!(task, Task::Move { group: of, .. } if *of == group.id);
    let tasks = world.entity(id).and_then(|entity| world.units.get::<&Tasks>(entity).ok());
    tasks.is_some_and(|tasks| tasks.current.iter().chain(&tasks.queue).any(is_ours))
}

/// Deals out the places of a group that sets out, to those who are still busy too. A formation has slots of its own, which
/// it knows when it has its way: until then everybody's place is the middle.
fn deal_places(world: &mut World, group: &Group) {
    let living = group.members.iter().filter(|&&id| has_order(world, group, id));
    let units: Vec<Entity> = living.filter_map(|&id| world.entity(id)).collect();
    let members = members(world, &units);
    let (Some(first), Some(body)) = (members.first(), group::footprint(&members)) else { return };
    let middle = world.paths.finder().nearest_reachable(&world.grid, first.position, group.place, body);
    let middle = middle.unwrap_or(group.place);
    let exact = units.len().min(EXACT_UP_TO);
    world.planning += GROUP_COSTS + MEMBER_COSTS * units.len() + exact * exact * exact / EXACT_UP_TO;
    let slots = match group.shape {
        FormationShape::None => group::slots(&world.grid, &world.obstacles, middle, &members),
        _ => vec![middle; units.len()],
    };
    let nearest = slots.iter().map(|slot| slot.distance(group.place)).fold(f32::MAX, f32::min);
    let gave_up = (nearest > TILE).then_some(GaveUp::Unreachable);
    for (&unit, &place) in units.iter().zip(&slots) {
        let Ok((tasks, journey)) = world.units.query_one_mut::<(&mut Tasks, &mut Journey)>(unit) else {
            continue;
        };
        for task in tasks.current.iter_mut().chain(&mut tasks.queue) {
            if let Task::Move { slot, group: of, .. } = task
                && *of == group.id
            {
                *slot = place;
            }
        }
        if journey.group == group.id {
            (journey.goal, journey.claim) = (Some(place), Some(place));
            journey.gave_up = gave_up;
        }
    }
    if gave_up.is_some()
        && let Some(&first) = group.members.iter().find(|&&id| has_order(world, group, id))
    {
        let center = slots.iter().sum::<Vec2>() / slots.len() as f32;
        world.events.push(Event::Unreachable(first, center));
    }
}

/// A loose group sets out: one way, planned for its biggest member; places of its own for each along it.
fn set_out(world: &mut World, group: &mut Group, entries: &[Entry]) {
    group.phase = Phase::Loose { remaining: Vec::new(), settled: false, routing: None };
    let Some(commander) = entries.iter().find(|entry| Some(entry.id) == group.commander) else { return };
    let body = biggest(entries);
    // Where the biggest fits nowhere near the commander, everybody asks for a way alone.
    let standing = paths::standing(&world.obstacles);
    let Some(path) = find_way(world, commander.position, group.place, body, &standing) else { return };
    let members: Vec<group::Member> = entries.iter().map(Entry::member).collect();
    let slots: Vec<Vec2> = if group.shape == FormationShape::None {
        entries.iter().map(|entry| slot_of(world, entry.entity).unwrap_or(group.place)).collect()
    } else {
        // It would have been a formation: nobody has a place of its own yet.
        let end = path.waypoints.last().copied().unwrap_or(group.place);
        let slots = group::slots(&world.grid, &world.obstacles, end, &members);
        entries.iter().zip(&slots).for_each(|(entry, &slot)| give_slot(world, entry, slot));
        slots
    };
    let walk = |(entry, slot): (&Entry, Vec2)| {
        let Entry { id, position, body, .. } = *entry;
        Walk { unit: id, from: position, body: body.collider(), slot }
    };
    let walks = entries.iter().zip(slots).map(walk).collect();
    let mut way = Route::default();
    way.set(&path.waypoints);
    let spacing = group::places::spacing_of(&members);
    let mut routing = Box::new(Routing::new(body, spacing, path.waypoints, walks));
    let is_made = make_routes(world, &mut routing, entries);
    let routing = (!is_made).then_some(routing);
    group.phase = Phase::Loose { remaining: way.remaining, settled: false, routing };
}

/// Makes as many routes of a loose group as this tick has time for; the others wait for theirs. Whether all are made.
fn make_routes(world: &mut World, routing: &mut Routing, entries: &[Entry]) -> bool {
    let find = |id: UnitId| Some(&entries[entries.binary_search_by_key(&id, |entry| entry.id).ok()?]);
    while !is_spent(world) && !routing.pending().is_empty() {
        let (routes, work) = routing.step(&world.grid, &world.obstacles);
        world.planning += work;
        for (unit, route) in routes {
            if let Some(entry) = find(unit).filter(|_| !route.is_empty()) {
                give_route(world, entry, &route);
            }
        }
    }
    let waiting = routing.pending().iter().filter_map(|walk| find(walk.unit));
    waiting.for_each(|entry| guide(world, entry.entity, f32::INFINITY, Lead::Wait));
    routing.pending().is_empty()
}

/// Article 003's speed adjustments. The commander waits for the hindmost of those who cannot go faster.
fn match_speeds(world: &World, commander: Option<UnitId>, remaining: &[f32], entries: &[Entry]) {
    let base = entries.iter().map(|entry| entry.body.speed).fold(f32::INFINITY, f32::min);
    let Some(leader) = entries.iter().find(|entry| Some(entry.id) == commander) else { return };
    let Some(leader_to_go) = leader.to_go else { return };
    let reference = Progress::on_way(remaining, leader_to_go);
    let lag = |entry: &Entry| entry.to_go.map_or(0.0, |to_go| to_go - leader_to_go);
    let slow = entries.iter().filter(|entry| entry.body.speed <= base * NO_FASTER);
    // Where all are alike there is nobody to wait for: who lags was hindered, and will be again.
    let is_mixed = entries.iter().any(|entry| entry.body.speed > base * NO_FASTER);
    let waiting =
        if is_mixed { waiting_factor(slow.map(lag).fold(0.0, f32::max), leader_to_go) } else { 1.0 };
    for entry in entries {
        let Some(to_go) = entry.to_go else { continue };
        let factor = speed_factor(Progress::on_way(remaining, to_go), reference);
        // Those behind hurry at the group's own speed, not at that to which the others have slowed down.
        let group_speed = if factor > 1.0 { base } else { base * waiting };
        let speed = matched_speed(group_speed, factor, entry.body.speed);
        let least = if is_mixed { 0.0 } else { ALIKE * base };
        guide(world, entry.entity, speed.max(least), Lead::Own);
    }
}

/// Near the goal places are assigned anew: on the way members have changed places, and would cross each other.
fn settle_places(world: &mut World, entries: &[Entry]) {
    let sees = |world: &World, entry: &Entry, place| {
        world.grid.line_is_free(entry.position, place, entry.body.collider())
    };
    let placed = entries.iter().filter_map(|entry| Some((entry, slot_of(world, entry.entity)?)));
    let near = placed.filter(|&(entry, slot)| entry.to_go.is_some() && sees(world, entry, slot));
    let members: Vec<(&Entry, Vec2)> = near.take(ANEW_UP_TO + 1).collect();
    if members.len() > ANEW_UP_TO {
        return;
    }
    let pairs: Vec<(Vec2, Vec2)> = members.iter().map(|&(entry, slot)| (entry.position, slot)).collect();
    let assigned = assign(&pairs, Aim::KeepOrder);
    if members.iter().zip(&assigned).all(|(member, &slot)| sees(world, member.0, pairs[slot].1)) {
        for (&(entry, old), slot) in members.iter().zip(assigned) {
            let slot = pairs[slot].1;
            if slot != old {
                give_slot(world, entry, slot);
                give_route(world, entry, &[slot]);
            }
        }
    }
}

/// Turns those who have arrived and stand to the front.
fn turn_to_front(world: &mut World, group: &Group, facing: Vec2) {
    for &id in &group.members {
        let Some(entity) = world.entity(id) else { continue };
        type Columns<'a> = (&'a State, &'a Tasks, &'a Journey, &'a Front, &'a mut Promises);
        let Ok((state, tasks, journey, front, promises)) = world.units.query_one_mut::<Columns>(entity)
        else {
            continue;
        };
        let is_done =
            *state == State::DestinationReached && tasks.current.is_none() && journey.group == group.id;
        if is_done && front.velocity == Vec2::ZERO {
            promises.face(turned(promises.front().direction, facing));
        }
    }
}

/// A heading turned towards another by at most [`TURN`].
fn turned(heading: Vec2, facing: Vec2) -> Vec2 {
    let angle = libm::atan2f(heading.perp_dot(facing), heading.dot(facing));
    if angle.abs() <= TURN {
        return facing;
    }
    let step = TURN * angle.signum();
    Vec2::new(libm::cosf(step), libm::sinf(step)).rotate(heading).normalize_or(facing)
}
