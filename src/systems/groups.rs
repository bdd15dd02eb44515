//! Stage 4: groups lead their members: one way for all, matched speeds, formations.
//!
//! # Source
//! Article 003, "Group Movement": the commander plans for the whole group, and speeds are adjusted to it.

use super::{formations, forming, latecomers, paths};
use crate::collider::{Collider, Shape};
use crate::components::*;
use crate::formation::assignment::{ANEW_UP_TO, Aim, assign};
use crate::formation::build::box_center;
use crate::group::routes::{Ways, routes};
use crate::group::{self, Group, Phase};
use crate::movement::predictive::queue::Promises;
use crate::order::{FormationShape, Pace};
use crate::path::Path;
use crate::sim::Sim;
use crate::speed_matching::{Progress, matched_speed, speed_factor, waiting_factor};
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
/// How fast a unit turns to the front when it has arrived, radians per tick.
const TURN: f32 = 0.2;

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
    pub(super) fn member(&self) -> group::Member {
        let Body { radius, soft_radius, shape, .. } = self.body;
        group::Member { position: self.position, radius, soft_radius, shape }
    }
}

/// Leads all groups by one tick.
pub fn lead(sim: &mut Sim) {
    let mut roll = std::mem::take(&mut sim.roll);
    let mut groups = std::mem::take(&mut sim.groups);
    call_roll(sim, &mut roll);
    sim.standing = None;
    groups.retain_mut(|group| {
        let first = roll.partition_point(|entry| entry.group < group.id);
        let last = roll.partition_point(|entry| entry.group <= group.id);
        lead_one(sim, group, &roll[first..last])
    });
    (sim.roll, sim.groups) = (roll, groups);
    sim.standing = None;
}

/// Lists everybody under way with a group, by group and id, and takes back the guidance of the last tick.
fn call_roll(sim: &mut Sim, roll: &mut Vec<Entry>) {
    roll.clear();
    type Columns<'a> =
        (Entity, &'a Unit, &'a Tasks, &'a State, &'a Front, &'a Body, &'a Route, &'a mut Guidance);
    for (entity, unit, tasks, state, front, body, route, guidance) in sim.world.query_mut::<Columns>() {
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
fn lead_one(sim: &mut Sim, group: &mut Group, entries: &[Entry]) -> bool {
    let alone = latecomers::admit(sim, group, entries);
    if alone.is_empty() {
        return lead_members(sim, group, entries);
    }
    let is_alone = |entry: &Entry| alone.binary_search(&entry.id).is_ok();
    let members: Vec<Entry> = entries.iter().filter(|entry| !is_alone(entry)).copied().collect();
    lead_members(sim, group, &members)
}

/// The same, without those who came late and walk alone.
fn lead_members(sim: &mut Sim, group: &mut Group, entries: &[Entry]) -> bool {
    let middle = box_center(entries.iter().map(|entry| entry.position));
    if !entries.iter().any(|entry| Some(entry.id) == group.commander) {
        group.commander =
            group::commander(entries.iter().map(|e| (e.id, e.body.priority, e.position)), middle);
    }
    match &mut group.phase {
        Phase::Waiting { ticks } => {
            if entries.is_empty() {
                return !sim.tick.is_multiple_of(LOOK_EVERY) || coming(sim, group, &group.members) > 0;
            }
            *ticks += 1;
            let is_early = group.shape != FormationShape::None && *ticks <= WAITS;
            if is_early && entries.len() < coming(sim, group, &group.members) {
                entries.iter().for_each(|entry| guide(sim, entry.entity, f32::INFINITY, Lead::Wait));
                return true;
            }
            let sets_out = |id: &UnitId| entries.binary_search_by_key(id, |entry| entry.id).is_ok();
            let (present, absent) = group.members.iter().partition(|&id| sets_out(id));
            group.members = present;
            // Who comes late to a loose group has a place already.
            if group.shape != FormationShape::None {
                group.late = absent;
            }
            if group.shape == FormationShape::None || !forming::form(sim, group, entries) {
                set_out(sim, group, entries);
            }
            true
        }
        Phase::Loose { remaining, settled } => {
            if group.manner.pace == Pace::Matched {
                match_speeds(sim, group.commander, remaining, entries);
            }
            let leader = entries.iter().find(|entry| Some(entry.id) == group.commander);
            if !*settled && leader.and_then(|leader| leader.to_go).is_some_and(|to_go| to_go < SETTLES) {
                *settled = true;
                settle_places(sim, entries);
            }
            !entries.is_empty() || is_awaited(sim, group)
        }
        Phase::Formation(_) => {
            if !entries.is_empty() && !formations::step(sim, group, entries) {
                set_out(sim, group, entries);
            }
            !entries.is_empty() || is_awaited(sim, group)
        }
        Phase::Arriving { facing, ticks } => {
            *ticks = if entries.is_empty() { *ticks + 1 } else { 0 };
            let (facing, is_over) = (*facing, *ticks > DRESSES);
            turn_to_front(sim, group, facing);
            !is_over || is_awaited(sim, group)
        }
    }
}

/// Whether somebody will still come who was busy when the group set out in formation.
fn is_awaited(sim: &Sim, group: &Group) -> bool {
    let looks = sim.tick.is_multiple_of(LOOK_EVERY);
    !group.late.is_empty() && (!looks || coming(sim, group, &group.late) > 0)
}

/// How many of some living units have the group's order, now or in the queue.
fn coming(sim: &Sim, group: &Group, units: &[UnitId]) -> usize {
    let is_ours = |task: &Task| matches!(task, Task::Move { group: of, .. } if *of == group.id);
    let has_order = |id: &UnitId| {
        let tasks = sim.entity(*id).and_then(|entity| sim.world.get::<&Tasks>(entity).ok());
        tasks.is_some_and(|tasks| tasks.current.iter().chain(&tasks.queue).any(is_ours))
    };
    units.iter().filter(|id| has_order(id)).count()
}

/// Tells a unit what its group asks of it.
pub(super) fn guide(sim: &Sim, entity: Entity, speed: f32, lead: Lead) {
    if let Ok(mut guidance) = sim.world.get::<&mut Guidance>(entity) {
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
    sim: &mut Sim,
    from: Vec2,
    to: Vec2,
    body: Collider,
    standing: &[(Vec2, Collider)],
) -> Option<Path> {
    let mut path = Path::default();
    sim.counters.searches += 1;
    if !sim.paths.finder().find_path(&sim.grid, from, to, body, &mut path) {
        return None;
    }
    paths::mend_way(&sim.grid, standing, &mut sim.paths, from, body, &mut path);
    Some(path)
}

/// A loose group sets out: one way, planned for its biggest member; places of its own for each along it.
fn set_out(sim: &mut Sim, group: &mut Group, entries: &[Entry]) {
    group.phase = Phase::Loose { remaining: Vec::new(), settled: false };
    let Some(commander) = entries.iter().find(|entry| Some(entry.id) == group.commander) else { return };
    let body = biggest(entries);
    // Where the biggest fits nowhere near the commander, everybody asks for a way alone.
    let standing = paths::standing(&sim.obstacles);
    let Some(path) = find_way(sim, commander.position, group.place, body, &standing) else { return };
    let members: Vec<group::Member> = entries.iter().map(Entry::member).collect();
    let slots: Vec<Vec2> = if group.shape == FormationShape::None {
        entries.iter().map(|entry| slot_of(sim, entry.entity).unwrap_or(group.place)).collect()
    } else {
        // It would have been a formation: nobody has a place of its own yet.
        let end = path.waypoints.last().copied().unwrap_or(group.place);
        let slots = group::slots(&sim.grid, &sim.obstacles, end, &members);
        entries.iter().zip(&slots).for_each(|(entry, &slot)| give_slot(sim, entry, slot));
        slots
    };
    let ways = Ways {
        grid: &sim.grid,
        obstacles: &sim.obstacles,
        body,
        spacing: group::places::spacing_of(&members),
        waypoints: &path.waypoints,
    };
    let bodies: Vec<(Vec2, Collider)> = entries.iter().map(|e| (e.position, e.body.collider())).collect();
    let routes = routes(ways, &bodies, &slots);
    for (entry, route) in entries.iter().zip(&routes) {
        if !route.is_empty() {
            give_route(sim, entry, route);
        }
    }
    let mut way = Route::default();
    way.set(&path.waypoints);
    group.phase = Phase::Loose { remaining: way.remaining, settled: false };
}

fn slot_of(sim: &Sim, entity: Entity) -> Option<Vec2> {
    match sim.world.get::<&Tasks>(entity).ok()?.current {
        Some(Task::Move { slot, .. }) => Some(slot),
        _ => None,
    }
}

/// A member's own place in the end.
pub(super) fn give_slot(sim: &mut Sim, entry: &Entry, place: Vec2) {
    let Ok((tasks, journey)) = sim.world.query_one_mut::<(&mut Tasks, &mut Journey)>(entry.entity) else {
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
pub(super) fn give_route(sim: &mut Sim, entry: &Entry, waypoints: &[Vec2]) {
    sim.paths.cancel(entry.id.0);
    type Columns<'a> = (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Asked);
    let Ok((state, tasks, route, asked)) = sim.world.query_one_mut::<Columns>(entry.entity) else {
        return;
    };
    *asked = Asked::No;
    *state = State::Moving;
    route.set(waypoints);
    tasks.fresh = false;
}

/// Article 003's speed adjustments. The commander waits for the hindmost of those who cannot go faster.
fn match_speeds(sim: &Sim, commander: Option<UnitId>, remaining: &[f32], entries: &[Entry]) {
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
        guide(sim, entry.entity, speed.max(least), Lead::Own);
    }
}

/// Near the goal places are assigned anew: on the way members have changed places, and would cross each other.
fn settle_places(sim: &mut Sim, entries: &[Entry]) {
    let sees =
        |sim: &Sim, entry: &Entry, place| sim.grid.line_is_free(entry.position, place, entry.body.collider());
    let mut members: Vec<(&Entry, Vec2)> =
        entries.iter().filter_map(|entry| Some((entry, slot_of(sim, entry.entity)?))).collect();
    members.retain(|&(entry, slot)| entry.to_go.is_some() && sees(sim, entry, slot));
    if members.len() > ANEW_UP_TO {
        return;
    }
    let pairs: Vec<(Vec2, Vec2)> = members.iter().map(|&(entry, slot)| (entry.position, slot)).collect();
    let assigned = assign(&pairs, Aim::KeepOrder);
    if members.iter().zip(&assigned).all(|(member, &slot)| sees(sim, member.0, pairs[slot].1)) {
        for (&(entry, old), slot) in members.iter().zip(assigned) {
            let slot = pairs[slot].1;
            if slot != old {
                give_slot(sim, entry, slot);
                give_route(sim, entry, &[slot]);
            }
        }
    }
}

/// Turns those who have arrived and stand to the front.
fn turn_to_front(sim: &mut Sim, group: &Group, facing: Vec2) {
    for &id in &group.members {
        let Some(entity) = sim.entity(id) else { continue };
        type Columns<'a> = (&'a State, &'a Tasks, &'a Journey, &'a Front, &'a mut Promises);
        let Ok((state, tasks, journey, front, promises)) = sim.world.query_one_mut::<Columns>(entity) else {
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
