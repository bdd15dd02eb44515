//! Two units that cannot pass each other in a passage come out of it, and the one that has to get further in
//! goes in first.
//!
//! Where a unit on its way meets one that rests in a passage, and would bar that one's way home for good or
//! has pushed it long in vain, both get another post for a while, at a [turnout]: so the ordinary return to
//! the post brings them there. When the one that rested is out, the other goes on; when that one is past, the
//! first gets its own post back. What it buys: of 397 units that were sent at different times into 100 random
//! passages and dead ends, 2 to 6 into each, 147 are not at their places in the end without it, 70 with it.

use crate::geometry::segment::way_passes;
use crate::geometry::{Collider, Shape};
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::settling::turnout;
use crate::settling::turnout::{Pair, Turnout};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Ticks between two looks of a unit.
const LOOK_EVERY: u64 = 8;
/// Ticks of waiting after which a unit cannot get past one that it pushes.
const PATIENCE: u16 = 60;
/// A unit this near to its place at the turnout is out of the way, px.
const OUT: f32 = 2.0;
/// Ticks that a turnout lasts at most: long enough for 900 px in and out.
const LASTS: u64 = 900;

/// Two bodies need this much more than their own width to pass each other in a passage, px.
const ROOM: f32 = 4.0;
const POINT: Collider = Collider { shape: Shape::Circle, radius: 0.0 };
/// Leads those who make room for each other, and begins it for at most one pair a tick.
pub fn lead(world: &mut World) {
    let mut turnouts = std::mem::take(&mut world.turnouts);
    turnouts.retain_mut(|turnout| goes_on(world, turnout));
    if let Some(turnout) = begin(world, &turnouts) {
        turnouts.push(turnout);
    }
    world.turnouts = turnouts;
}

/// Leads a pair; `false` when it is done.
fn goes_on(world: &mut World, turnout: &mut Turnout) -> bool {
    let stands_aside = rests_at(world, turnout.inner, turnout.aside);
    if !turnout.is_free {
        let (is_out, in_vain) = comes_out(world, turnout);
        let waits = match turnout.outer_post {
            Some(_) => rests_at(world, turnout.outer, turnout.waits_at),
            None => stand_by(world, turnout),
        };
        if stands_aside && waits && !is_out && !in_vain {
            return true;
        }
        release(world, turnout);
        turnout.is_free = true;
        return stands_aside && waits && is_out || end(world, turnout);
    }
    stands_aside && world.tick < turnout.until && !is_past(world, turnout) || end(world, turnout)
}

/// The unit that came out gets its post back, if it has no other by now. Returns `false`.
fn end(world: &mut World, turnout: &Turnout) -> bool {
    if rests_at(world, turnout.inner, turnout.aside) {
        give_post(world, turnout.inner, turnout.post, false);
    }
    // Whatever another order has made of them meanwhile.
    for id in [turnout.inner, turnout.outer] {
        if let Some(entity) = world.entity(id)
            && let Ok(mut memory) = world.units.get::<&mut Memory>(entity)
        {
            memory.turns_out = false;
        }
    }
    false
}

/// Whether the inner unit is out, and whether it has tried in vain for long.
fn comes_out(world: &World, turnout: &Turnout) -> (bool, bool) {
    let Some(entity) = world.entity(turnout.inner) else { return (false, true) };
    let mut query = world.units.query_one::<(&Front, &Memory)>(entity);
    let Ok((front, memory)) = query.get() else { return (false, true) };
    let in_vain = memory.home.ends_at_rest() || world.tick >= turnout.until;
    (front.position.distance(turnout.aside) < OUT, in_vain)
}

/// Whether a unit rests, and has its post at a place.
fn rests_at(world: &World, id: UnitId, place: Vec2) -> bool {
    let Some(entity) = world.entity(id) else { return false };
    let mut query = world.units.query_one::<(&State, &Post, &ModelName)>(entity);
    query.get().is_ok_and(|(state, post, model)| {
        matches!(state, State::Idle | State::DestinationReached)
            && post.0 == place
            && *model == ModelName::Predictive
    })
}

/// Has the outer unit stand by at the turnout, if it is under way by itself as it was; `false` if it is not.
fn stand_by(world: &World, turnout: &Turnout) -> bool {
    let Some(entity) = world.entity(turnout.outer) else { return false };
    type Columns<'a> = (&'a State, &'a Tasks, &'a mut Guidance, &'a mut Memory, &'a ModelName);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((state, tasks, guidance, memory, model)) = query.get() else { return false };
    let walks = matches!(state, State::Moving | State::WaypointReached) && tasks.current == turnout.task;
    let is_led = matches!(guidance.lead, Lead::Place { .. } | Lead::Wait);
    if !walks || is_led || *model != ModelName::Predictive {
        return false;
    }
    (guidance.lead, memory.turns_out) = (Lead::Stand(turnout.waits_at), true);
    true
}

/// Lets the outer unit go on.
fn release(world: &World, turnout: &Turnout) {
    if let Some(post) = turnout.outer_post.filter(|_| rests_at(world, turnout.outer, turnout.waits_at)) {
        return give_post(world, turnout.outer, post, false);
    }
    let Some(entity) = world.entity(turnout.outer) else { return };
    type Columns<'a> = (&'a mut State, &'a mut Guidance, &'a mut Asked, &'a mut Memory);
    if let Ok((state, guidance, asked, memory)) = world.units.query_one::<Columns>(entity).get()
        && guidance.lead == Lead::Stand(turnout.waits_at)
    {
        guidance.lead = Lead::Own;
        memory.set_out_anew();
        memory.turns_out = false;
        if matches!(state, State::Moving | State::WaypointReached) {
            // From the turnout it needs another way than from where it was.
            (*state, *asked) = (State::WaitingForPath, Asked::No);
        }
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

/// Whether the unit that went in is where it wanted to be, or has left the other's post behind.
fn is_past(world: &World, turnout: &Turnout) -> bool {
    let (Some(outer), Some(inner)) = (world.entity(turnout.outer), world.entity(turnout.inner)) else {
        return true;
    };
    let Ok(reach) = world.units.get::<&Body>(inner).map(|body| body.collider().reach()) else { return true };
    type Columns<'a> = (&'a State, &'a Front, &'a Post, &'a Route, &'a Memory, &'a Body);
    let mut query = world.units.query_one::<Columns>(outer);
    let Ok((state, front, post, route, memory, body)) = query.get() else { return true };
    let reach = reach + body.collider().reach();
    match state {
        State::WaitingForPath => false,
        State::Moving | State::WaypointReached => {
            let left = route.waypoints.iter().skip(route.next).copied();
            !way_passes(front.position, left, turnout.post, reach)
        }
        _ => front.position.distance(post.0) < OUT || memory.home.ends_at_rest(),
    }
}

/// The unit with the lowest id of those that have waited long for one that rests in a narrow place, and a
/// turnout for both.
fn begin(world: &World, turnouts: &[Turnout]) -> Option<Turnout> {
    let crowd = &world.crowd;
    let looks = |&index: &usize| {
        let memory = &crowd.memory[index];
        let errand = if crowd.intent[index] == Intent::Move { memory.order } else { memory.home };
        (world.tick + u64::from(crowd.id[index])).is_multiple_of(LOOK_EVERY)
            && crowd.intent[index] != Intent::Hold
            && !crowd.foreign[index]
            && matches!(memory.decision, Decision::PushIdle | Decision::HardPush | Decision::Wait)
            && errand.is_renewable()
            && world.predictive.of(crowd.tuning[index]).turnouts
    };
    let stuck = (0..crowd.len()).filter(looks);
    let (outer, inner) = stuck
        .filter_map(|index| Some((index, in_its_way(world, index)?)))
        .min_by_key(|&(index, _)| crowd.id[index])?;
    let [inner_id, outer_id] = [inner, outer].map(|index| UnitId(crowd.id[index]));
    let is_led = |id: UnitId| turnouts.iter().any(|t| t.inner == id || t.outer == id && !t.is_free);
    if is_led(inner_id) || is_led(outer_id) {
        return None;
    }
    let mut query =
        world.units.query_one::<(&Guidance, &Tasks, &Route, &mut Memory)>(world.entity(outer_id)?);
    let (guidance, tasks, route, memory) = query.get().ok()?;
    let rests = crowd.intent[outer] == Intent::Rest;
    let way = way_of(world, outer, route);
    if guidance.lead != Lead::Own && !rests {
        return None;
    }
    let pair = Pair {
        inner: crowd.position[inner],
        inner_body: crowd.body[inner],
        outer: crowd.position[outer],
        outer_body: crowd.body[outer],
        way: &way,
    };
    let is_taken = |place: Vec2, body: Collider| {
        let mut taken = false;
        crowd.for_each_near(place, body.reach() + crowd.largest_radius, |other| {
            let stands = crowd.intent[other] != Intent::Move || crowd.foreign[other];
            let reach = body.reach() + crowd.body[other].reach();
            taken |= other != inner
                && other != outer
                && stands
                && crowd.position[other].distance_squared(place) < reach * reach;
        });
        taken
    };
    let (aside, waits_at) = turnout::find(&world.grid, &pair, is_taken)?;
    let errand = if rests { &mut memory.home } else { &mut memory.order };
    errand.renewals += 1;
    let task = tasks.current.clone();
    drop(query);
    give_post(world, inner_id, aside, true);
    if rests {
        give_post(world, outer_id, waits_at, true);
    }
    Some(Turnout {
        inner: inner_id,
        post: crowd.waypoint[inner],
        aside,
        outer: outer_id,
        outer_post: rests.then_some(crowd.waypoint[outer]),
        task,
        waits_at,
        is_free: false,
        until: world.tick + LASTS,
    })
}

/// The friend at rest in a passage, as an index, that a unit cannot get past for good: it has pushed it in
/// vain for long, or would stand in that one's way home.
fn in_its_way(world: &World, index: usize) -> Option<usize> {
    let crowd = &world.crowd;
    let memory = &crowd.memory[index];
    let other = crowd.index(memory.other)?;
    let is_friend = !world.enemies.are(crowd.team[index], crowd.team[other]);
    let rests = crowd.intent[other] == Intent::Rest && !crowd.foreign[other];
    let waits = crowd.intent[index] == Intent::Rest && memory.decision == Decision::Wait;
    // A unit that stands beside the place to which it was sent shares places with a crowd, which has an order
    // of its own.
    let has_own_place = |index: usize| {
        let id = UnitId(crowd.id[index]);
        let goal = world.entity(id).and_then(|unit| world.units.get::<&Journey>(unit).ok()?.goal);
        goal.is_none_or(|goal| goal.distance(crowd.waypoint[index]) < OUT)
    };
    let shares = crowd.intent[index] == Intent::Rest && !(has_own_place(index) && has_own_place(other));
    if !is_friend || !rests || waits || shares {
        return None;
    }
    let reach = crowd.body[index].reach() + crowd.body[other].reach();
    let abreast = 2.0 * reach + ROOM;
    let is_passage = |place: Vec2, way: Vec2| {
        let side = way.normalize_or_zero().perp();
        let room = |side| world.grid.free_run(place, side, POINT, abreast);
        room(side) + room(-side) < abreast
    };
    if !is_passage(crowd.position[other], crowd.position[other] - crowd.position[index]) {
        return None;
    }
    let post = crowd.waypoint[other];
    let route = world.units.get::<&Route>(world.entity(UnitId(crowd.id[index]))?).ok()?;
    let way = way_of(world, index, &route);
    let [.., before, goal] = way[..] else { return None };
    let bars_for_good = is_passage(goal, goal - before)
        && goal.distance(post) > reach
        && way_passes(way[0], way[1..].iter().copied(), post, reach);
    (bars_for_good || memory.waited >= PATIENCE).then_some(other)
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
