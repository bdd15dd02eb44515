//! Stage 4, groups in formation: they form, march and arrive.
//!
//! Every member is told where its slot will be after this tick. While it holds its slot it goes exactly there; when it
//! is off it, or somebody else is near, it aims where the slot will be a little later and the movement model finds the
//! way.
//!
//! # Source
//! Article 003, "Formations".

use super::groups::{Entry, biggest, find_way, give_route, give_slot, guide};
use crate::collider::Collider;
use crate::components::*;
use crate::formation::assignment::{assign, assign_with};
use crate::formation::build::{FARTHEST, box_center, find_center, slot_place};
use crate::formation::fold::{Fold, folded};
use crate::formation::march::{self, March};
use crate::formation::shapes::{self, Layout};
use crate::formation::way::{Ground, Way};
use crate::grid::available::find_nearest_available;
use crate::grid::{Grid, TILE};
use crate::group::{Formed, Group, Phase, Soldier};
use crate::neighbours::Intent;
use crate::path::Path;
use crate::path::pull::pull;
use crate::sim::Sim;
use glam::Vec2;

/// The way is planned for the whole width if that makes it at most this much longer than the shortest one …
const DETOUR: f32 = 1.3;
/// … or by this much, px.
const SHORT_DETOUR: f32 = 150.0;
/// Widest body that the pathfinder knows, px: eight tiles across.
const WIDEST: f32 = 118.0;
/// A formation is built when everybody is this near to its slot, px.
const BUILT: f32 = 1.0;
/// Ticks that building may take beyond what the longest walk needs.
const PATIENCE: f32 = 2.0 * TICK_RATE as f32;
/// Walks are counted this much longer than a straight line, for who steps round others.
const ROUNDABOUT: f32 = 1.4;
/// A member farther off its slot than this is out of formation, px, …
const OFF: f32 = 45.0;
/// … and after so many ticks nobody waits for it.
const WAITED_FOR: u32 = 4 * TICK_RATE;
/// Ticks between looks whether a slot is in sight.
const LOOK_EVERY: u64 = 10;
/// Within this many spacings of its slot a member goes straight to it: its neighbours do the same, and nobody crosses.
const STRAIGHT: f32 = 1.5;
/// A member this near to its slot holds it, px.
const HOLDS: f32 = 2.0;
/// Who comes nearer by less than this is stuck, px per tick.
const CREEP: f32 = 0.3;
/// Ticks of being stuck after which a member looks for a way round the others.
const ROUND_AFTER: u32 = 10;
/// Ticks of being stuck after which slots are assigned anew: somebody nearer takes the slot that cannot be reached.
const SWAP_AFTER: u32 = 20;
/// Most members whose slots are assigned anew under way: it costs about a millisecond.
const SWAP_UP_TO: usize = 150;
/// Otherwise it aims where the slot will be after so many seconds.
const AIM_AHEAD: f32 = 0.6;
/// Strangers within this distance ahead make a member look where it goes, px.
const STRANGERS: f32 = 60.0;
/// A remaining way so long that the movement model does not brake, px.
const NO_BRAKING: f32 = 10_000.0;
/// A member off its slot closes up with this share of its acceleration.
const CLOSING: f32 = 0.6;
/// A formation turns on the spot to its front in the end, unless that is nearly an about-turn (cosine): then everybody
/// takes the nearest place.
const ABOUT: f32 = -0.5;

/// Plans and begins a formation. `false` where there is no room or no way for one: then the group goes loose.
pub(super) fn form(sim: &mut Sim, group: &mut Group, entries: &[Entry]) -> bool {
    let body = biggest(entries);
    let spacing = shapes::spacing(entries.iter().map(|e| (e.body.collider(), e.body.soft_radius)));
    let open = shapes::layout(group.shape, entries.len(), spacing, group.manner.frontage);
    let obstacles: Vec<(Vec2, Collider)> =
        sim.obstacles.iter().filter(|o| o.is_still()).map(|o| (o.position, o.collider())).collect();
    let Some(plan) = plan(sim, group, entries, &open, body, &obstacles) else { return false };
    let Plan { way, ends, facing, goal, clearance } = plan;
    let march = March::new(way, open);
    let slots = assign_slots(group, entries, &march);
    let mut patience = 0.0f32;
    let mut soldiers = Vec::with_capacity(entries.len());
    for (entry, &slot) in entries.iter().zip(&slots) {
        let place = march.place(slot);
        let walk = entry.position.distance(place) * ROUNDABOUT / entry.body.speed.max(1.0);
        patience = patience.max(walk * TICK_RATE as f32);
        soldiers.push(Soldier { slot, commanded: place, ..Soldier::default() });
        give_slot(sim, entry, ends[slot]);
        give_route(sim, entry, &[ends[slot]]);
    }
    let (revision, patience) = (sim.grid.revision(), (patience + PATIENCE) as u32);
    group.phase = Phase::Formation(Box::new(Formed {
        march,
        building: true,
        ticks: 0,
        patience,
        soldiers,
        ends,
        facing,
        drawn: group.manner.facing.is_some(),
        revision,
        goal,
        lag: 0.0,
        clearance,
        obstacles,
        body,
    }));
    true
}

/// Where a formation goes and how it stands there.
struct Plan {
    way: Way,
    ends: Vec<Vec2>,
    facing: Vec2,
    goal: Vec2,
    clearance: f32,
}

fn plan(
    sim: &mut Sim,
    group: &Group,
    entries: &[Entry],
    open: &Layout,
    body: Collider,
    obstacles: &[(Vec2, Collider)],
) -> Option<Plan> {
    let middle = box_center(entries.iter().map(|entry| entry.position));
    let start = find_start(sim, middle, body, entries)?;
    let path = find_way(sim, start, group.place, body)?;
    let last = path.waypoints.last().copied()?;
    let before = path.waypoints.iter().rev().nth(1).copied().unwrap_or(start);
    let drawn = group.manner.facing.map(|degrees| {
        let angle = degrees.to_radians();
        Vec2::new(libm::cosf(angle), libm::sinf(angle))
    });
    let facing = drawn.unwrap_or((last - before).normalize_or(Vec2::X));
    let others = standing_others(sim, entries, &[start, last]);
    let reach = TILE + open.radius();
    let (goal, ends) = {
        let ground = Ground { grid: &sim.grid, obstacles, body };
        find_ends(ground, &others, last, facing, open, reach)?
    };
    let (mut way, mut clearance) = find_wide_way(sim, start, goal, open, body, obstacles)?;
    let ground = Ground { grid: &sim.grid, obstacles, body };
    let forward = way.chord(0.0, open.half.max_element().max(open.spacing));
    let build = find_center(ground, &others, start, forward, &open.slots, FARTHEST)
        .filter(|&center| ground.grid.line_is_free(start, center, body));
    if let Some(center) = build
        && center != start
    {
        (way, clearance) = find_wide_way(sim, center, goal, open, body, obstacles)?;
    }
    // A drawn front is taken when the march is over; else the formation ends as it comes.
    let facing = drawn.unwrap_or_else(|| March::new(way.clone(), open.clone()).end_bearing());
    let ground = Ground { grid: &sim.grid, obstacles, body };
    let as_it_comes: Vec<Vec2> = open.slots.iter().map(|&slot| slot_place(goal, facing, slot)).collect();
    let ends =
        if as_it_comes.iter().all(|&end| ground.is_free(end)) && ends.1 { as_it_comes } else { ends.0 };
    Some(Plan { way, ends, facing, goal, clearance })
}

/// Where the way begins: the middle of the members, or the nearest place that is free and in reach of them.
fn find_start(sim: &Sim, middle: Vec2, body: Collider, entries: &[Entry]) -> Option<Vec2> {
    if sim.grid.is_free(middle, body) {
        return Some(middle);
    }
    let near = find_nearest_available(&sim.grid, middle, body, &[])?;
    let nearest = entries
        .iter()
        .map(|entry| entry.position)
        .min_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)))?;
    Some(if sim.grid.line_is_free(nearest, near, body) { near } else { nearest })
}

/// Units that stand near some places and do not belong to the formation.
fn standing_others(sim: &Sim, entries: &[Entry], near: &[Vec2]) -> Vec<(Vec2, Collider)> {
    let is_member = |id: UnitId| entries.binary_search_by_key(&id, |entry| entry.id).is_ok();
    let mut others: Vec<(UnitId, Vec2, Collider)> = Vec::new();
    for (unit, state, post, body) in sim.world.query::<(&Unit, &State, &Post, &Body)>().iter() {
        let is_near = || near.iter().any(|place| place.distance(post.0) < 2.0 * FARTHEST);
        if !state.is_under_way() && is_near() && !is_member(unit.id) {
            others.push((unit.id, post.0, body.collider()));
        }
    }
    others.sort_unstable_by_key(|other| other.0);
    others.into_iter().map(|(_, place, body)| (place, body)).collect()
}

/// The middle of the formation in the end and each slot's place there (and whether they are those of the open shape):
/// as near to `wanted` as there is room, in fewer files where there is none for the open shape.
fn find_ends(
    ground: Ground,
    others: &[(Vec2, Collider)],
    wanted: Vec2,
    facing: Vec2,
    open: &Layout,
    reach: f32,
) -> Option<(Vec2, (Vec<Vec2>, bool))> {
    let place = |center: Vec2, slots: &[Vec2]| -> Vec<Vec2> {
        slots.iter().map(|&slot| slot_place(center, facing, slot)).collect()
    };
    if let Some(center) = find_center(ground, others, wanted, facing, &open.slots, reach) {
        return Some((center, (place(center, &open.slots), true)));
    }
    let widest = shapes::files_within(2.0 * open.half.y, open.spacing);
    (1..widest).rev().find_map(|files| {
        let (layout, slots) = folded(open, files);
        let center = find_center(ground, others, wanted, facing, &layout.slots, reach)?;
        let offsets: Vec<Vec2> = slots.iter().map(|&slot| layout.slots[slot]).collect();
        Some((center, (place(center, &offsets), false)))
    })
}

/// The widest way that is not much longer than the shortest: for the whole formation, for its width, for half of it, for
/// two files, for one; and the clearance for which it was planned.
fn find_wide_way(
    sim: &mut Sim,
    start: Vec2,
    goal: Vec2,
    open: &Layout,
    body: Collider,
    obstacles: &[(Vec2, Collider)],
) -> Option<(Way, f32)> {
    let narrow = find_way(sim, start, goal, body)?;
    let reach = body.reach();
    let half = open.half;
    let wishes = [half.length() + reach, half.y + reach, half.y / 2.0 + reach, open.spacing / 2.0 + reach];
    let mut chosen = (narrow.clone(), reach);
    for clearance in wishes {
        let clearance = clearance.min(WIDEST);
        if clearance <= reach + 1.0 {
            break;
        }
        let wide = Collider { radius: clearance, ..body };
        let Some(path) = find_way(sim, start, goal, wide) else { continue };
        let is_tolerable = path.length <= (narrow.length * DETOUR).max(narrow.length + SHORT_DETOUR);
        if path.short_by <= narrow.short_by + 0.5 && is_tolerable && is_walkable(sim, start, &path, body) {
            chosen = (path, clearance);
            break;
        }
    }
    let (mut path, clearance) = chosen;
    let ground = Ground { grid: &sim.grid, obstacles, body };
    if obstacles.is_empty() {
        straighten(&sim.grid, start, &mut path, Collider { radius: clearance, ..body });
    }
    // The widest turn that there is room for.
    let radii = [half.max_element().min(2.0 * WIDEST), half.y, clearance];
    let mut way = radii
        .into_iter()
        .map(|radius| Way::new(start, &path.waypoints, radius.max(clearance)))
        .find(|way| way.points.iter().all(|&place| ground.is_free(place)))
        .unwrap_or_else(|| Way::new(start, &path.waypoints, 0.0));
    way.settle(ground, half.y);
    Some((way, clearance))
}

/// Pulls a way straight between its waypoints: the pathfinder keeps to places near its lattice, which shows in a
/// formation, where everybody turns at once.
fn straighten(grid: &Grid, start: Vec2, path: &mut Path, body: Collider) {
    let mut points = Vec::new();
    let mut from = start;
    for &to in &path.waypoints {
        let pieces = (from.distance(to) / TILE).ceil().max(1.0);
        points.extend((1..=pieces as usize).map(|piece| from.lerp(to, piece as f32 / pieces)));
        from = to;
    }
    let is_free = |a, b| grid.line_is_free(a, b, body);
    pull(start, &points, is_free, &mut path.waypoints, &mut Vec::new());
}

fn is_walkable(sim: &Sim, start: Vec2, path: &Path, body: Collider) -> bool {
    let mut legs = std::iter::once(&start).chain(&path.waypoints).zip(&path.waypoints);
    legs.all(|(&a, &b)| sim.grid.line_is_free(a, b, body))
}

/// A slot for each entry: the commander's in the middle, the least total way for the others.
fn assign_slots(group: &Group, entries: &[Entry], march: &March) -> Vec<usize> {
    let members: Vec<Vec2> = entries.iter().map(|entry| entry.position).collect();
    let places: Vec<Vec2> = (0..members.len()).map(|slot| march.place(slot)).collect();
    let forward = march.bearing().1;
    match entries.iter().position(|entry| Some(entry.id) == group.commander) {
        Some(commander) => assign_with(&members, &places, forward, commander, march.open.center),
        None => assign(&members, &places, forward),
    }
}

/// One tick of a formation. `false` where it cannot go on as one.
pub(super) fn step(sim: &mut Sim, group: &mut Group, entries: &[Entry]) -> bool {
    let Group { phase: Phase::Formation(formed), members, commander, .. } = group else { return false };
    let formed = formed.as_mut();
    if formed.revision != sim.grid.revision() && !mend(sim, formed) {
        return false;
    }
    formed.ticks += 1;
    note_lag(formed, members, entries);
    if formed.soldiers.iter().any(|soldier| soldier.stuck == SWAP_AFTER) {
        swap_slots(sim, formed, members, *commander, entries);
    }
    if formed.building {
        let everybody = formed.lag <= BUILT && entries.iter().all(|e| e.velocity.length_squared() < 1.0);
        if everybody || formed.ticks > formed.patience {
            formed.building = false;
            formed.ticks = 0;
        }
    } else {
        let of_bodies =
            |of: fn(&Body) -> f32| entries.iter().map(|e| of(&e.body)).fold(f32::INFINITY, f32::min);
        let (slowest, acceleration) = (of_bodies(|body| body.speed), of_bodies(|body| body.acceleration));
        formed.march.advance(march::Progress { slowest, acceleration, lag: formed.lag });
        if formed.march.is_done() {
            let angle = formed.march.bearing().1.dot(formed.facing);
            let turns = formed.march.fold == Fold::Open && angle > ABOUT;
            if !turns || formed.march.turn_to(formed.facing, slowest) {
                arrive(sim, group, entries);
                return true;
            }
        }
    }
    for entry in entries {
        if let Ok(index) = members.binary_search(&entry.id) {
            lead_soldier(sim, formed, index, entry);
        }
    }
    true
}

/// How far the worst is off its place among those who are not astray.
fn note_lag(formed: &mut Formed, members: &[UnitId], entries: &[Entry]) {
    formed.lag = 0.0;
    for entry in entries {
        let Ok(index) = members.binary_search(&entry.id) else { continue };
        let soldier = &mut formed.soldiers[index];
        let off = soldier.commanded.distance(entry.position);
        soldier.nearest += CREEP;
        if off <= HOLDS {
            (soldier.nearest, soldier.stuck) = (off, 0);
        } else if off < soldier.nearest {
            (soldier.nearest, soldier.stuck) = (off, soldier.stuck.saturating_sub(1));
        } else {
            soldier.stuck += 1;
        }
        if off > OFF {
            soldier.astray += u32::from(!formed.building);
        } else if off < OFF / 2.0 {
            soldier.astray = 0;
        }
        if soldier.astray < WAITED_FOR {
            formed.lag = formed.lag.max(off);
        }
    }
}

/// Slots are assigned anew from where everybody is: a row with a gap moves up one by one.
fn swap_slots(
    sim: &mut Sim,
    formed: &mut Formed,
    members: &[UnitId],
    commander: Option<UnitId>,
    entries: &[Entry],
) {
    formed.soldiers.iter_mut().for_each(|soldier| soldier.stuck = 0);
    if entries.len() > SWAP_UP_TO || formed.march.is_changing() {
        return;
    }
    let held: Vec<usize> = entries.iter().filter_map(|e| members.binary_search(&e.id).ok()).collect();
    let slots: Vec<usize> = held.iter().map(|&index| formed.soldiers[index].slot).collect();
    let from: Vec<Vec2> = entries.iter().map(|entry| entry.position).collect();
    let to: Vec<Vec2> = slots.iter().map(|&slot| formed.march.place(slot)).collect();
    let forward = formed.march.bearing().1;
    let leader = entries.iter().position(|entry| Some(entry.id) == commander);
    let assigned = match leader {
        Some(leader) => assign_with(&from, &to, forward, leader, leader),
        None => assign(&from, &to, forward),
    };
    for ((entry, &index), slot) in entries.iter().zip(&held).zip(assigned) {
        let slot = slots[slot];
        let soldier = &mut formed.soldiers[index];
        if soldier.slot != slot {
            soldier.slot = slot;
            soldier.commanded = formed.march.place(slot);
            soldier.nearest = f32::INFINITY;
            give_slot(sim, entry, formed.ends[slot]);
            give_route(sim, entry, &[formed.ends[slot]]);
        }
    }
}

/// Tells a member where to go in this tick.
fn lead_soldier(sim: &mut Sim, formed: &mut Formed, index: usize, entry: &Entry) {
    let slot = formed.soldiers[index].slot;
    let place = standable(sim, formed, slot);
    let before = std::mem::replace(&mut formed.soldiers[index].commanded, place);
    let top = entry.body.speed;
    if let Some(waypoint) = detour(sim, formed, index, entry, place) {
        return guide(sim, entry.entity, top, Lead::Place { waypoint, remaining: NO_BRAKING });
    }
    let drift = if formed.building { Vec2::ZERO } else { (place - before) / DT };
    let off = before - entry.position;
    let far = off.length();
    let is_stuck = formed.soldiers[index].stuck > ROUND_AFTER;
    let goes_straight = far <= STRAIGHT * formed.march.open.spacing && !is_stuck;
    if drift == Vec2::ZERO {
        // It stands or is being built: the model brakes and comes to rest exactly there.
        let rests = far <= 0.02 && entry.velocity == Vec2::ZERO;
        if rests || !goes_straight || far < 4.0 {
            let lead =
                if rests { Lead::Stand(place) } else { Lead::Place { waypoint: place, remaining: 0.0 } };
            return guide(sim, entry.entity, top, lead);
        }
    }
    let closing = (far / DT).min((2.0 * CLOSING * entry.body.acceleration * far).sqrt());
    let wanted = (drift + off.normalize_or_zero() * closing).clamp_length_max(top);
    let speed = wanted.length();
    let ahead = if goes_straight && !meets_strangers(sim, entry, wanted) { DT } else { AIM_AHEAD };
    let waypoint = entry.position + wanted * ahead;
    if speed < 0.5 {
        guide(sim, entry.entity, top, Lead::Stand(entry.position));
    } else {
        guide(sim, entry.entity, speed, Lead::Place { waypoint, remaining: NO_BRAKING });
    }
}

/// The slot's place, drawn in towards the way as far as walls ask for.
fn standable(sim: &Sim, formed: &Formed, slot: usize) -> Vec2 {
    let ground = Ground { grid: &sim.grid, obstacles: &formed.obstacles, body: formed.body };
    let place = formed.march.place(slot);
    if ground.is_free(place) {
        return place;
    }
    let drawn_in = |share: f32| formed.march.column_place(slot, share);
    [1.0, 0.75, 0.5, 0.25]
        .into_iter()
        .map(drawn_in)
        .find(|&place| ground.is_free(place))
        .unwrap_or(drawn_in(0.0))
}

/// The next corner on the way to a place that is out of sight; `None` while it is in sight.
fn detour(sim: &mut Sim, formed: &mut Formed, index: usize, entry: &Entry, place: Vec2) -> Option<Vec2> {
    let body = entry.body.collider();
    let looks = (sim.tick + u64::from(entry.id.0)).is_multiple_of(LOOK_EVERY) || formed.ticks <= 1;
    let soldier = &mut formed.soldiers[index];
    if looks && (!soldier.detour.is_empty() || place.distance(entry.position) > formed.march.open.spacing) {
        if sim.grid.line_is_free(entry.position, place, body) {
            soldier.detour.clear();
        } else if let Some(path) = find_way(sim, entry.position, place, body) {
            soldier.detour = path.waypoints;
        }
    }
    if soldier.detour.len() > 1 && soldier.detour[0].distance(entry.position) < entry.body.radius {
        soldier.detour.remove(0);
    }
    soldier.detour.first().copied()
}

/// Whether somebody of another group is near in the direction in which a member goes.
fn meets_strangers(sim: &Sim, entry: &Entry, wanted: Vec2) -> bool {
    let crowd = &sim.crowd;
    let mut meets = false;
    crowd.for_each_near(entry.position, STRANGERS, |other| {
        let offset = crowd.position[other] - entry.position;
        let is_stranger = crowd.group[other] != entry.group || crowd.intent[other] == Intent::Hold;
        meets |= is_stranger && crowd.id[other] != entry.id.0 && offset.dot(wanted) > 0.0;
    });
    meets
}

/// The map has changed: the way is measured again, or planned again where it is blocked.
fn mend(sim: &mut Sim, formed: &mut Formed) -> bool {
    formed.revision = sim.grid.revision();
    let body = formed.body;
    let ground = Ground { grid: &sim.grid, obstacles: &formed.obstacles, body };
    if formed.march.way.is_free_from(ground, formed.march.front - formed.march.open.half.x) {
        formed.march.way.measure(ground, formed.march.open.half.y);
        return true;
    }
    let (center, _) = formed.march.bearing();
    let Some(start) = find_nearest_free(sim, center, body) else { return false };
    let obstacles = std::mem::take(&mut formed.obstacles);
    let found = find_wide_way(sim, start, formed.goal, &formed.march.open, body, &obstacles);
    formed.obstacles = obstacles;
    sim.counters.replans += 1;
    let Some((way, clearance)) = found else { return false };
    formed.march.reroute(way);
    formed.clearance = clearance;
    if !formed.drawn {
        formed.facing = formed.march.end_bearing();
        let slots = &formed.march.open.slots;
        let ends: Vec<Vec2> =
            slots.iter().map(|&slot| slot_place(formed.goal, formed.facing, slot)).collect();
        let ground = Ground { grid: &sim.grid, obstacles: &formed.obstacles, body };
        if ends.iter().all(|&end| ground.is_free(end)) {
            formed.ends = ends;
        }
    }
    true
}

fn find_nearest_free(sim: &Sim, place: Vec2, body: Collider) -> Option<Vec2> {
    if sim.grid.is_free(place, body) {
        return Some(place);
    }
    find_nearest_available(&sim.grid, place, body, &[])
}

/// The march is over: everybody goes to its own place in the end.
fn arrive(sim: &mut Sim, group: &mut Group, entries: &[Entry]) {
    let phase = std::mem::replace(&mut group.phase, Phase::Arriving { facing: None });
    let Phase::Formation(formed) = phase else { return };
    let slot_of =
        |entry: &Entry| group.members.binary_search(&entry.id).map(|index| formed.soldiers[index].slot);
    let mut slots: Vec<usize> = entries.iter().map(|entry| slot_of(entry).unwrap_or(0)).collect();
    let angle = formed.march.bearing().1.dot(formed.facing);
    let is_astray = formed.soldiers.iter().any(|soldier| soldier.astray > 0);
    if (angle <= ABOUT || is_astray) && entries.len() == formed.ends.len() {
        let members: Vec<Vec2> = entries.iter().map(|entry| entry.position).collect();
        slots = assign(&members, &formed.ends, formed.facing);
    }
    for (entry, slot) in entries.iter().zip(slots) {
        let end = formed.ends[slot];
        give_slot(sim, entry, end);
        give_route(sim, entry, &[end]);
        if !sim.grid.line_is_free(entry.position, end, entry.body.collider())
            && let Ok(mut state) = sim.world.get::<&mut State>(entry.entity)
        {
            *state = State::WaitingForPath;
        }
    }
    group.phase = Phase::Arriving { facing: Some(formed.facing) };
}
