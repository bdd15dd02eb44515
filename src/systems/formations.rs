//! Stage 4, groups in formation: they build, march and arrive.
//!
//! Every member is told where its slot will be after this tick. While it holds its slot it goes exactly there; when it
//! is off it, or somebody else is near, it aims where the slot will be a little later and the movement model finds the
//! way.
//!
//! # Source
//! Article 003, "Formations".

use super::forming::{find_wide_way, in_the_way, who_stands};
use super::paths::standing;
use crate::formation::assignment::{Aim, assign, assign_with};
use crate::formation::build::slot_place;
use crate::formation::fold::Fold;
use crate::formation::march;
use crate::formation::way::Ground;
use crate::grid::available::find_nearest_available;
use crate::group::{Entry, Formed, Group, Phase, Soldier};
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::systems::members::{find_way, give_route, give_slot, guide};
use crate::time::{DT, TICK_RATE};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// A formation is built when everybody is this near to its slot, px.
const BUILT: f32 = 1.0;
/// A member farther off its slot than this is out of formation, px, …
const OFF: f32 = 45.0;
/// … and after so many ticks nobody waits for it.
pub(super) const WAITED_FOR: u32 = 4 * TICK_RATE;
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

/// One tick of a formation. `false` where it cannot go on as one.
pub(super) fn step(world: &mut World, group: &mut Group, entries: &[Entry]) -> bool {
    let Group { phase: Phase::Formation(formed), members, commander, .. } = group else { return false };
    let formed = formed.as_mut();
    if formed.revision != world.grid.revision() && !mend(world, formed, members) {
        return false;
    }
    formed.ticks += 1;
    note_lag(formed, entries);
    close_ranks(world, formed, *commander, entries);
    if formed.soldiers.iter().any(|soldier| soldier.stuck == SWAP_AFTER) {
        swap_slots(world, formed, *commander, entries);
    }
    if formed.building {
        let stands = |(entry, index): (&Entry, usize)| {
            entry.velocity.length_squared() < 1.0 || !is_waited_for(&formed.soldiers[index])
        };
        let everybody = formed.lag <= BUILT && ranks(formed, entries).all(stands);
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
                arrive(world, group, entries);
                return true;
            }
        }
    }
    for entry in entries {
        if let Some(index) = formed.soldier(entry.id) {
            lead_soldier(world, formed, index, entry);
        }
    }
    true
}

/// Those who have a slot, with their index in [`Formed::soldiers`].
fn ranks<'a>(formed: &Formed, entries: &'a [Entry]) -> impl Iterator<Item = (&'a Entry, usize)> {
    entries.iter().filter_map(|entry| Some((entry, formed.soldier(entry.id)?)))
}

fn is_waited_for(soldier: &Soldier) -> bool {
    soldier.astray < WAITED_FOR
}

/// How far the worst is off its place among those who are not astray.
fn note_lag(formed: &mut Formed, entries: &[Entry]) {
    formed.lag = 0.0;
    for entry in entries {
        let Some(index) = formed.soldier(entry.id) else { continue };
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
        if is_waited_for(soldier) {
            formed.lag = formed.lag.max(off);
        }
    }
}

/// Slots are assigned anew from where everybody is: a row with a gap moves up one by one.
fn swap_slots(world: &mut World, formed: &mut Formed, commander: Option<UnitId>, entries: &[Entry]) {
    formed.soldiers.iter_mut().for_each(|soldier| soldier.stuck = 0);
    if entries.len() <= SWAP_UP_TO && !formed.march.is_changing() {
        let held = held_slots(formed, entries);
        assign_anew(world, formed, commander, &held);
    }
}

/// The commander is lost: the next one takes its slot in the middle, and the ranks close up from behind.
fn close_ranks(world: &mut World, formed: &mut Formed, commander: Option<UnitId>, entries: &[Entry]) {
    let middle = formed.march.open.center;
    if ranks(formed, entries).any(|(_, index)| formed.soldiers[index].slot == middle) {
        return;
    }
    let mut held = held_slots(formed, entries);
    let place = |held: &Held| formed.march.open.slots[held.slot];
    let hindmost = held.iter_mut().min_by(|a, b| {
        let (a, b) = (place(a), place(b));
        a.x.total_cmp(&b.x).then(b.y.abs().total_cmp(&a.y.abs()))
    });
    if let Some(hindmost) = hindmost {
        hindmost.slot = middle;
        assign_anew(world, formed, commander, &held);
    }
}

/// A member under way and a slot.
struct Held<'a> {
    entry: &'a Entry,
    /// Its index in [`Formed::soldiers`].
    index: usize,
    slot: usize,
}

/// Those who have a slot.
fn held_slots<'a>(formed: &Formed, entries: &'a [Entry]) -> Vec<Held<'a>> {
    let held = |(entry, index): (&'a Entry, usize)| Held { entry, index, slot: formed.soldiers[index].slot };
    ranks(formed, entries).map(held).collect()
}

/// Deals these slots out anew, the least total way; the commander keeps its own, or takes the middle.
fn assign_anew(world: &mut World, formed: &mut Formed, commander: Option<UnitId>, held: &[Held]) {
    let pairs: Vec<(Vec2, Vec2)> =
        held.iter().map(|held| (held.entry.position, formed.march.place(held.slot))).collect();
    let leader = held.iter().position(|held| Some(held.entry.id) == commander);
    let middle = held.iter().position(|held| held.slot == formed.march.open.center);
    let assigned = match leader {
        Some(leader) => assign_with(&pairs, leader, middle.unwrap_or(leader)),
        None => assign(&pairs, Aim::LeastTotal),
    };
    for (&Held { entry, index, .. }, slot) in held.iter().zip(assigned) {
        let slot = held[slot].slot;
        let soldier = &mut formed.soldiers[index];
        if soldier.slot != slot {
            soldier.slot = slot;
            soldier.commanded = formed.march.place(slot);
            soldier.nearest = f32::INFINITY;
            give_slot(world, entry, formed.ends[slot]);
            give_route(world, entry, &[formed.ends[slot]]);
        }
    }
}

/// Tells a member where to go in this tick.
fn lead_soldier(world: &mut World, formed: &mut Formed, index: usize, entry: &Entry) {
    let slot = formed.soldiers[index].slot;
    let place = standable(world, formed, slot);
    let before = std::mem::replace(&mut formed.soldiers[index].commanded, place);
    let top = entry.body.speed;
    if let Some(waypoint) = detour(world, formed, index, entry, place) {
        return guide(world, entry.entity, top, Lead::Place { waypoint, remaining: NO_BRAKING });
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
            return guide(world, entry.entity, top, lead);
        }
    }
    let closing = (far / DT).min((2.0 * CLOSING * entry.body.acceleration * far).sqrt());
    let wanted = (drift + off.normalize_or_zero() * closing).clamp_length_max(top);
    let speed = wanted.length();
    let ahead = if goes_straight && !meets_strangers(world, entry, wanted) { DT } else { AIM_AHEAD };
    let waypoint = entry.position + wanted * ahead;
    if speed < 0.5 {
        guide(world, entry.entity, top, Lead::Stand(entry.position));
    } else {
        guide(world, entry.entity, speed, Lead::Place { waypoint, remaining: NO_BRAKING });
    }
}

/// The slot's place, drawn in towards the way as far as walls ask for.
fn standable(world: &World, formed: &Formed, slot: usize) -> Vec2 {
    let ground = Ground { grid: &world.grid, obstacles: &formed.obstacles, body: formed.body };
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
fn detour(world: &mut World, formed: &mut Formed, index: usize, entry: &Entry, place: Vec2) -> Option<Vec2> {
    let body = entry.body.collider();
    let looks = (world.tick + u64::from(entry.id.0)).is_multiple_of(LOOK_EVERY) || formed.ticks <= 1;
    let soldier = &mut formed.soldiers[index];
    if looks && (!soldier.detour.is_empty() || place.distance(entry.position) > formed.march.open.spacing) {
        if world.grid.line_is_free(entry.position, place, body) {
            soldier.detour.clear();
        } else if let Some(path) = find_way(world, entry.position, place, body, &standing(&world.obstacles)) {
            soldier.detour = path.waypoints;
        }
    }
    if soldier.detour.len() > 1 && soldier.detour[0].distance(entry.position) < entry.body.radius {
        soldier.detour.remove(0);
    }
    soldier.detour.first().copied()
}

/// Whether somebody of another group is near in the direction in which a member goes.
fn meets_strangers(world: &World, entry: &Entry, wanted: Vec2) -> bool {
    let crowd = &world.crowd;
    let mut meets = false;
    crowd.for_each_near(entry.position, STRANGERS, |other| {
        let offset = crowd.position[other] - entry.position;
        let is_stranger = crowd.group[other] != entry.group || crowd.intent[other] == Intent::Hold;
        meets |= is_stranger && crowd.id[other] != entry.id.0 && offset.dot(wanted) > 0.0;
    });
    meets
}

/// The map has changed: the way is measured again, or planned again where it is blocked.
fn mend(world: &mut World, formed: &mut Formed, members: &[UnitId]) -> bool {
    formed.revision = world.grid.revision();
    let standing = who_stands(world);
    formed.obstacles = in_the_way(world, &standing, members);
    let body = formed.body;
    let ground = Ground { grid: &world.grid, obstacles: &formed.obstacles, body };
    if formed.march.way.is_free_from(ground, formed.march.front - formed.march.open.half.x) {
        formed.march.way.measure(ground, formed.march.open.half.y);
        return true;
    }
    let (center, _) = formed.march.bearing();
    let Some(start) = find_nearest_free(world, center, body) else { return false };
    let obstacles = std::mem::take(&mut formed.obstacles);
    let narrow = find_way(world, start, formed.goal, body, &obstacles);
    let found = narrow.map(|narrow| {
        find_wide_way(world, (start, formed.goal), narrow, &formed.march.open, body, &obstacles)
    });
    formed.obstacles = obstacles;
    world.counters.replans += 1;
    let Some((way, clearance)) = found else { return false };
    formed.march.reroute(way);
    formed.clearance = clearance;
    if !formed.drawn {
        formed.facing = formed.march.end_bearing();
        let slots = &formed.march.open.slots;
        let ends: Vec<Vec2> =
            slots.iter().map(|&slot| slot_place(formed.goal, formed.facing, slot)).collect();
        let ground = Ground { grid: &world.grid, obstacles: &formed.obstacles, body };
        if ends.iter().all(|&end| ground.is_free(end)) {
            formed.ends = ends;
        }
    }
    true
}

fn find_nearest_free(world: &World, place: Vec2, body: crate::geometry::Collider) -> Option<Vec2> {
    if world.grid.is_free(place, body) {
        return Some(place);
    }
    find_nearest_available(&world.grid, place, body, &[])
}

/// The march is over: everybody goes to its own place in the end.
fn arrive(world: &mut World, group: &mut Group, entries: &[Entry]) {
    let phase = std::mem::replace(&mut group.phase, Phase::Waiting { ticks: 0 });
    let Phase::Formation(formed) = phase else { return };
    let held = held_slots(&formed, entries);
    let mut ends: Vec<Vec2> = held.iter().map(|held| formed.ends[held.slot]).collect();
    let angle = formed.march.bearing().1.dot(formed.facing);
    let is_astray = formed.soldiers.iter().any(|soldier| soldier.astray > 0);
    if angle <= ABOUT || is_astray {
        let pairs: Vec<(Vec2, Vec2)> = held.iter().map(|held| held.entry.position).zip(ends).collect();
        ends = assign(&pairs, Aim::LeastTotal).into_iter().map(|end| pairs[end].1).collect();
    }
    for (&Held { entry, .. }, end) in held.iter().zip(ends) {
        give_slot(world, entry, end);
        give_route(world, entry, &[end]);
        if !world.grid.line_is_free(entry.position, end, entry.body.collider())
            && let Ok(mut state) = world.units.get::<&mut State>(entry.entity)
        {
            *state = State::WaitingForPath;
        }
    }
    group.phase = Phase::Arriving { facing: formed.facing, ticks: 0 };
}
