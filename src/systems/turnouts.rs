//! Units whose places in a passage are in another's way come out of it, and who has to get further in goes in
//! first.
//!
//! Where a unit on its way meets one that rests in a passage, and would bar that one's way home for good or
//! has pushed it long in vain, all whose places its way in leads over stand aside at a [turnout], and so does
//! the unit itself. When they are out it goes in, and each of them after all who have to get past its place.
//! Those who rest get another post for so long: so the ordinary return to the post brings them there.
//!
//! What it buys: of 1,181 units that were sent at different times into 300 random passages and dead ends, 2 to
//! 6 into each, 517 are not at their places in the end without it, 18 with it.

use crate::geometry::{Collider, Shape};
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::settling::turnout;
use crate::settling::turnout::{Aside, Wait, WaysOut, along};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Ticks between two looks of a unit.
const LOOK_EVERY: u64 = 8;
/// Ticks of waiting after which a unit cannot get past one that it pushes.
const PATIENCE: u16 = 60;
/// A unit this near to its place at the turnout is out of the way, px.
const OUT: f32 = 2.0;
/// Ticks for which a unit stands aside for another at most: long enough for 900 px in and out.
const LASTS: u64 = 900;
/// Most units that stand aside for one.
const MOST: usize = 8;
/// Who goes the same way and has to get further in is let go first if it is so near, px.
const NEAR: f32 = 300.0;

/// Two bodies need this much more than their own width to pass each other in a passage, px.
const ROOM: f32 = 4.0;
const POINT: Collider = Collider { shape: Shape::Circle, radius: 0.0 };

/// Leads those who stand aside, and has units stand aside for at most one a tick.
pub fn lead(world: &mut World) {
    let mut asides = std::mem::take(&mut world.asides);
    asides.retain(|aside| stands(world, aside));
    let mut out: Vec<UnitId> =
        asides.iter().filter(|aside| is_out(world, aside)).map(|aside| aside.unit).collect();
    let mut all: Vec<UnitId> = asides.iter().map(|aside| aside.unit).collect();
    out.sort_unstable();
    all.sort_unstable();
    let is_in = |units: &[UnitId], unit: UnitId| units.binary_search(&unit).is_ok();
    for aside in &mut asides {
        let Aside { unit, place, .. } = *aside;
        aside.waits.retain(|wait| match *wait {
            Wait::Out(other) => is_in(&all, other) && !is_in(&out, other),
            Wait::Past(other) => is_in(&all, other) || !is_past(world, other, unit, place),
        });
    }
    asides.retain(|aside| {
        let goes_on = !aside.waits.is_empty() && world.tick < aside.until && !is_stuck(world, aside);
        if !goes_on {
            release(world, aside);
        }
        goes_on
    });
    begin(world, &mut asides);
    world.asides = asides;
}

/// Whether a unit still has nothing else to do than to stand aside; who is under way is told so anew.
fn stands(world: &World, aside: &Aside) -> bool {
    let Some(entity) = world.entity(aside.unit) else { return false };
    type Columns<'a> = (&'a State, &'a Tasks, &'a Post, &'a mut Guidance, &'a mut Memory, &'a ModelName);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((state, tasks, post, guidance, memory, model)) = query.get() else { return false };
    let is_led = matches!(guidance.lead, Lead::Place { .. } | Lead::Wait);
    let as_it_was = match aside.rests {
        true => matches!(state, State::Idle | State::DestinationReached) && post.0 == aside.at,
        false => {
            matches!(state, State::Moving | State::WaypointReached) && tasks.current == aside.task && !is_led
        }
    };
    memory.turns_out = as_it_was && *model == ModelName::Predictive;
    if memory.turns_out && !aside.rests {
        guidance.lead = Lead::Stand(aside.at);
    }
    memory.turns_out
}

/// Whether it is where it stands aside.
fn is_out(world: &World, aside: &Aside) -> bool {
    let front = world.entity(aside.unit).and_then(|unit| world.units.get::<&Front>(unit).ok());
    front.is_some_and(|front| front.position.distance(aside.at) < OUT)
}

/// Whether it has tried to get there in vain.
fn is_stuck(world: &World, aside: &Aside) -> bool {
    let memory = world.entity(aside.unit).and_then(|unit| world.units.get::<&Memory>(unit).ok());
    !is_out(world, aside) && memory.is_none_or(|memory| memory.home.ends_at_rest())
}

/// Lets a unit go on, or back to its post.
fn release(world: &World, aside: &Aside) {
    if aside.rests {
        return give_post(world, aside.unit, aside.place, false);
    }
    let Some(entity) = world.entity(aside.unit) else { return };
    type Columns<'a> = (&'a mut State, &'a mut Guidance, &'a mut Asked, &'a mut Memory);
    if let Ok((state, guidance, asked, memory)) = world.units.query_one::<Columns>(entity).get() {
        guidance.lead = Lead::Own;
        memory.set_out_anew();
        memory.turns_out = false;
        // From the turnout it needs another way than from where it was.
        (*state, *asked) = (State::WaitingForPath, Asked::No);
    }
}

/// Gives a unit at rest another post, to which it goes at once.
fn give_post(world: &World, id: UnitId, place: Vec2, turns_out: bool) {
    let Some(entity) = world.entity(id) else { return };
    if let Ok((post, memory)) = world.units.query_one::<(&mut Post, &mut Memory)>(entity).get() {
        (post.0, memory.turns_out) = (place, turns_out);
        memory.set_out_anew();
        memory.home = Errand { renewals: memory.home.renewals, ..Errand::default() };
    }
}

/// Whether a unit is where it wanted to be, or has left the place of another behind.
fn is_past(world: &World, id: UnitId, other: UnitId, place: Vec2) -> bool {
    let reach = |id| Some(world.units.get::<&Body>(world.entity(id)?).ok()?.collider().reach());
    let (Some(reach), Some(their_reach)) = (reach(id), reach(other)) else { return true };
    let Some(index) = world.crowd.index(id.0) else { return true };
    let Some(entity) = world.entity(id) else { return true };
    let mut query = world.units.query_one::<(&State, &Front, &Post, &Route, &Memory)>(entity);
    let Ok((state, front, post, route, memory)) = query.get() else { return true };
    match state {
        State::WaitingForPath => false,
        State::Moving | State::WaypointReached => {
            along(&way_of(world, index, route), place, reach + their_reach).is_none()
        }
        _ => front.position.distance(post.0) < OUT || memory.home.ends_at_rest(),
    }
}

/// A unit whose place is somewhere in a passage.
#[derive(Clone, Copy)]
struct Claimant {
    index: usize,
    id: UnitId,
    /// Where it will be in the end, px.
    place: Vec2,
}

/// Has units stand aside for the unit with the lowest id of those that have waited long for one that rests in
/// a narrow place.
fn begin(world: &World, asides: &mut Vec<Aside>) {
    let crowd = &world.crowd;
    let looks = |&index: &usize| {
        let memory = &crowd.memory[index];
        (world.tick + u64::from(crowd.id[index])).is_multiple_of(LOOK_EVERY)
            && crowd.intent[index] != Intent::Hold
            && !crowd.foreign[index]
            && matches!(memory.decision, Decision::PushIdle | Decision::HardPush | Decision::Wait)
            && world.predictive.of(crowd.tuning[index]).turnouts
            && errand_of(world, index).is_renewable()
            && !asides.iter().any(|aside| aside.unit.0 == crowd.id[index])
    };
    let stuck = (0..crowd.len()).filter(looks);
    let met = stuck.filter_map(|index| Some((index, in_its_way(world, asides, index)?)));
    let Some((index, inner)) = met.min_by_key(|&(index, _)| crowd.id[index]) else { return };
    let first = goes_first(world, asides, index);
    let Some(way) = way_of_unit(world, first) else { return };
    let body = crowd.body[inner];
    if turnout::gets_round(&world.grid, &way, body, crowd.position[inner]) {
        return;
    }
    // They come out to where the unit came from; or it is in the passage itself, and they before it.
    let [from, next, ..] = way[..] else { return };
    let [.., before, goal] = way[..] else { return };
    let Some(theirs) = claimant(world, asides, inner) else { return };
    let reach = crowd.body[first].reach() + body.reach();
    let is_done = if bars(world, &way, theirs.place, reach).is_some() {
        stand_aside(world, asides, (goal, before - goal), [first, inner])
            || stand_aside(world, asides, (theirs.place, next - from), [inner, first])
    } else {
        // It only goes through.
        let place = crowd.position[inner];
        stand_aside(world, asides, (place, crowd.position[first] - place), [first, inner])
    };
    if is_done
        && let Some(entity) = world.entity(UnitId(crowd.id[first]))
        && let Ok(mut memory) = world.units.get::<&mut Memory>(entity)
    {
        let moves = crowd.intent[first] == Intent::Move;
        let errand = if moves { &mut memory.order } else { &mut memory.home };
        errand.renewals = errand.renewals.saturating_add(1);
    }
}

/// The errand that a unit is about.
fn errand_of(world: &World, index: usize) -> Errand {
    let memory = &world.crowd.memory[index];
    if world.crowd.intent[index] == Intent::Move { memory.order } else { memory.home }
}

/// Has all stand aside who have their places in a passage, from the deepest of these out, and two that are
/// stuck in any case: those who are farther in go in first, of the two that is the first. Returns whether there is room for them.
fn stand_aside(
    world: &World,
    asides: &mut Vec<Aside>,
    (deepest, out): (Vec2, Vec2),
    stuck: [usize; 2],
) -> bool {
    let crowd = &world.crowd;
    let bodies = stuck.map(|index| crowd.body[index]);
    let body = if bodies[0].reach() < bodies[1].reach() { bodies[1] } else { bodies[0] };
    let ways = WaysOut::new(&world.grid, deepest, out, body);
    let is_aside = |asides: &[Aside], id: UnitId| asides.iter().any(|aside| aside.unit == id);
    let is_taken = |members: &[(f32, Claimant)], place: Vec2| {
        let mut taken = asides.iter().any(|aside| aside.at.distance(place) < 2.0 * body.reach());
        crowd.for_each_near(place, body.reach() + crowd.largest_radius, |other| {
            let stands = crowd.intent[other] != Intent::Move || crowd.foreign[other];
            let reach = body.reach() + crowd.body[other].reach();
            taken |= stands
                && !members.iter().any(|(_, member)| member.index == other)
                && crowd.position[other].distance_squared(place) < reach * reach;
        });
        taken
    };
    let Some(trunk) = ways.trunk(|place| !is_taken(&[], place)) else { return false };
    let members = those_on(world, asides, stuck, &trunk, body.reach());
    let new = members.iter().filter(|(_, member)| !is_aside(asides, member.id)).count();
    if new == 0 || members.len() > MOST {
        return false;
    }
    let Some(places) = ways.places(new, |place| !is_taken(&members, place)) else { return false };
    // Who stands deepest goes to the place to which the way parts deepest.
    let depth =
        |member: &Claimant| along(&trunk, crowd.position[member.index], TILE).map_or(0.0, |(at, _)| at);
    let mut order: Vec<Claimant> = members.iter().map(|&(_, member)| member).collect();
    order.retain(|member| !is_aside(asides, member.id));
    order.sort_by(|a, b| depth(a).total_cmp(&depth(b)).then(a.id.cmp(&b.id)));
    let until = world.tick + LASTS * members.len() as u64;
    for (Claimant { index, id, place }, at) in order.into_iter().zip(places) {
        let task =
            world.entity(id).and_then(|unit| Some(world.units.get::<&Tasks>(unit).ok()?.current.clone()));
        let rests = crowd.intent[index] == Intent::Rest;
        if rests {
            give_post(world, id, at, true);
        }
        asides.push(Aside { unit: id, at, place, rests, task: task.flatten(), waits: Vec::new(), until });
    }
    // The first when all others are out, everybody else after those who have to get past its place.
    for (place, (_, member)) in members.iter().enumerate() {
        let Some(of) = asides.iter().position(|aside| aside.unit == member.id) else { continue };
        let mut waits: Vec<Wait> = members[..place].iter().map(|(_, deeper)| Wait::Past(deeper.id)).collect();
        if place == 0 {
            waits.extend(members[1..].iter().map(|(_, other)| Wait::Out(other.id)));
        }
        // Who waits for it already goes after it.
        waits.retain(|wait| !matches!(wait, Wait::Past(other) if waits_for(asides, *other, member.id)));
        asides[of].waits.extend(waits);
        asides[of].until = asides[of].until.max(until);
    }
    true
}

/// Whether a unit goes in after another, or after one that does.
fn waits_for(asides: &[Aside], unit: UnitId, other: UnitId) -> bool {
    let mut before = vec![unit];
    let mut looked = 0;
    while let Some(&unit) = before.get(looked) {
        looked += 1;
        let waits = asides.iter().find(|aside| aside.unit == unit).map_or(&[][..], |aside| &aside.waits);
        for wait in waits {
            match *wait {
                Wait::Past(next) if next == other => return true,
                Wait::Past(next) if !before.contains(&next) => before.push(next),
                _ => {}
            }
        }
    }
    false
}

/// The unit that goes in first: a unit, or one that comes near behind it and has to get past its place.
fn goes_first(world: &World, asides: &[Aside], index: usize) -> usize {
    let crowd = &world.crowd;
    let Some(Claimant { place, .. }) = claimant(world, asides, index) else { return index };
    let mut first = (0.0, index);
    crowd.for_each_near(crowd.position[index], NEAR, |other| {
        if other != index && crowd.intent[other] == Intent::Move && is_friend(world, index, other) {
            let further = way_of_unit(world, other).and_then(|way| {
                let reach = crowd.body[index].reach() + crowd.body[other].reach();
                let (at, _) = bars(world, &way, place, reach)?;
                claimant(world, asides, other)?;
                let length: f32 = way.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
                Some(length - at)
            });
            if let Some(further) = further.filter(|&further| further > first.0) {
                first = (further, other);
            }
        }
    });
    first.1
}

/// The friends of two who are stuck, and these, who have their places in a passage on a way out of it, those
/// first who are farthest in; with how far along they are, px.
fn those_on(
    world: &World,
    asides: &[Aside],
    stuck: [usize; 2],
    way: &[Vec2],
    reach: f32,
) -> Vec<(f32, Claimant)> {
    let crowd = &world.crowd;
    let length: f32 = way.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let mut found = Vec::new();
    crowd.for_each_near(way[0], length + NEAR, |other| {
        // Of too many it does not matter how many.
        if found.len() > MOST || !is_friend(world, stuck[0], other) {
            return;
        }
        let Some(member) = claimant(world, asides, other) else { return };
        let reach = reach + crowd.body[other].reach();
        let is_passed =
            |at: f32| at >= reach && turnout::gets_round(&world.grid, way, crowd.body[other], member.place);
        let place = along(way, member.place, reach).filter(|&(at, _)| !is_passed(at));
        // Of two who are stuck one may have its place elsewhere: it goes through, or stands where it is wide.
        let at = match place {
            Some((at, _)) => Some(at),
            None if other == stuck[0] => Some(-1.0),
            None => (other == stuck[1]).then_some(f32::MAX),
        };
        if let Some(at) = at {
            found.push((at, member));
        }
    });
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
    found
}

fn is_friend(world: &World, one: usize, other: usize) -> bool {
    !world.enemies.are(world.crowd.team[one], world.crowd.team[other])
}

/// A unit that can be asked to stand aside, with its place; not one that shares places with a crowd or a
/// formation, which have an order of their own.
fn claimant(world: &World, asides: &[Aside], index: usize) -> Option<Claimant> {
    let crowd = &world.crowd;
    let id = UnitId(crowd.id[index]);
    if let Some(aside) = asides.iter().find(|aside| aside.unit == id) {
        return Some(Claimant { index, id, place: aside.place });
    }
    if crowd.foreign[index] || crowd.intent[index] == Intent::Hold {
        return None;
    }
    type Columns<'a> = (&'a State, &'a Tasks, &'a Post, &'a Journey, &'a Route, &'a Guidance);
    let mut query = world.units.query_one::<Columns>(world.entity(id)?);
    let (state, tasks, post, journey, route, guidance) = query.get().ok()?;
    let place = match state {
        State::Idle | State::DestinationReached => post.0,
        State::Moving | State::WaypointReached if matches!(tasks.current, Some(Task::Move { .. })) => {
            *route.waypoints.last()?
        }
        _ => return None,
    };
    let is_own = journey.goal.is_none_or(|goal| goal.distance(place) < OUT);
    (is_own && guidance.lead == Lead::Own).then_some(Claimant { index, id, place })
}

/// How far along a way, px, and in which direction it passes a place in a passage for good: it ends in a
/// passage itself, beyond it.
fn bars(world: &World, way: &[Vec2], place: Vec2, reach: f32) -> Option<(f32, Vec2)> {
    let [.., before, goal] = way[..] else { return None };
    let (at, direction) = along(way, place, reach)?;
    let ends_inside = is_passage(world, goal, goal - before, reach) && goal.distance(place) > reach;
    (ends_inside && is_passage(world, place, direction, reach)).then_some((at, direction))
}

/// Whether two bodies that are `reach` px from centre to centre cannot pass each other at a place on a way.
fn is_passage(world: &World, place: Vec2, way: Vec2, reach: f32) -> bool {
    let abreast = 2.0 * reach + ROOM;
    let side = way.normalize_or_zero().perp();
    let room = |side| world.grid.free_run(place, side, POINT, abreast);
    room(side) + room(-side) < abreast
}

/// The friend at rest in a passage, as an index, that a unit cannot get past for good: it has pushed it in
/// vain for long, or would stand in that one's way home.
fn in_its_way(world: &World, asides: &[Aside], index: usize) -> Option<usize> {
    let crowd = &world.crowd;
    let memory = &crowd.memory[index];
    let other = crowd.index(memory.other)?;
    let rests = crowd.intent[other] == Intent::Rest && !crowd.foreign[other];
    let waits = crowd.intent[index] == Intent::Rest && memory.decision == Decision::Wait;
    if !is_friend(world, index, other) || !rests || waits {
        return None;
    }
    let reach = crowd.body[index].reach() + crowd.body[other].reach();
    let towards = crowd.position[other] - crowd.position[index];
    if !is_passage(world, crowd.position[other], towards, reach) {
        return None;
    }
    let theirs = claimant(world, asides, other)?;
    let way = way_of_unit(world, index)?;
    let bars_for_good = bars(world, &way, theirs.place, reach).is_some();
    let is_aside = asides.iter().any(|aside| aside.unit == theirs.id);
    (bars_for_good || memory.waited >= PATIENCE && !is_aside).then_some(other)
}

/// The way that a unit has before it, px, from where it stands.
fn way_of_unit(world: &World, index: usize) -> Option<Vec<Vec2>> {
    let entity = world.entity(UnitId(world.crowd.id[index]))?;
    let route = world.units.get::<&Route>(entity).ok()?;
    let way = way_of(world, index, &route);
    (way.len() > 1).then_some(way)
}

/// The way that a unit under way has before it, or the way home of one that rests, from where it stands, px.
fn way_of(world: &World, index: usize, route: &Route) -> Vec<Vec2> {
    let (crowd, memory) = (&world.crowd, &world.crowd.memory[index]);
    let mut way = vec![crowd.position[index]];
    if crowd.intent[index] == Intent::Move {
        way.extend(route.waypoints.iter().skip(route.next));
    } else {
        way.extend(memory.trail[..usize::from(memory.trail_length)].iter().rev());
        way.push(crowd.waypoint[index]);
    }
    way
}
