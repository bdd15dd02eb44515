//! Which units come out of a passage for another, and in which order they go in again.

use super::claims::{
    Claimant, MAX_ASIDE, aside_of, bars, claimant, errand_of, in_its_way, is_friend, those_on, way_of,
};
use crate::geometry::Collider;
use crate::ids::UnitId;
use crate::movement::predictive::home::HOME_QUEUE;
use crate::neighbours::Intent;
use crate::settling::turnout::{self, Aside, Wait, along};
use crate::settling::ways_out::WaysOut;
use crate::systems::homing::REACHED;
use crate::systems::rows::rows_where;
use crate::time::LOOK_EVERY;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use std::cmp::Reverse;

/// Has units come out for the one with the lowest id that meets another at rest in a narrow place, if there
/// is room for them.
pub fn begin(world: &World, asides: &mut Vec<Aside>, found: &mut Vec<bool>) {
    let crowd = &world.crowd;
    for index in find_stuck(world, asides, found) {
        let Some(inner) = in_its_way(world, asides, index) else { continue };
        // Its own errand pays for it, whichever unit goes in first: so nobody begins for ever.
        let paid = if trade_places(world, asides, index, inner) {
            Errand::traded
        } else if come_out(world, asides, index, inner) {
            Errand::turned_out
        } else {
            continue;
        };
        let entity = world.entity(UnitId(crowd.id[index]));
        if let Some(mut memory) = entity.and_then(|unit| world.units.get::<&mut Memory>(unit).ok()) {
            let moves = crowd.intent(index) == Intent::Move;
            let errand = if moves { &mut memory.order } else { &mut memory.home };
            *errand = paid(*errand);
        }
        return;
    }
}

/// A unit that has to get past the place of a member of its group, as large as it is, takes that one for its own:
/// the other one goes on to where it was to go. Returns whether it does.
///
/// Four who are sent to a crossing of streets in which no two pass each other stand after 10 s, without it after
/// 36: they come all the way out.
fn trade_places(world: &World, asides: &[Aside], index: usize, inner: Claimant) -> bool {
    let crowd = &world.crowd;
    let id = UnitId(crowd.id[index]);
    let is_free = [id, inner.id].into_iter().all(|id| aside_of(asides, id).is_none());
    let (Some(own), Some(way)) = (claimant(world, asides, index), way_of(world, index)) else { return false };
    let bodies = (crowd.body[index], crowd.body[inner.index]);
    if !is_free || bodies.0 != bodies.1 || bars(world, &way, inner.place, 2.0 * bodies.0.reach()).is_none() {
        return false;
    }
    let entities = [id, inner.id].map(|id| world.entity(id));
    // Who has more orders has not come to where it belongs.
    let journeys = entities.map(|entity| {
        let mut query = world.units.query_one::<(&Journey, &Tasks)>(entity?);
        query.get().ok().filter(|(_, tasks)| tasks.queue.is_empty()).map(|(journey, _)| *journey)
    });
    let [Some(mine), Some(theirs)] = journeys else { return false };
    if mine.group == 0 || mine.group != theirs.group || crowd.intent(inner.index) != Intent::Rest {
        return false;
    }
    take_place(world, id, inner.place, theirs.goal);
    take_place(world, inner.id, own.place, mine.goal);
    true
}

/// A unit goes to another place from now on, px, and counts as sent there.
fn take_place(world: &World, id: UnitId, place: Vec2, goal: Option<Vec2>) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (&'a State, &'a mut Tasks, &'a mut Journey, &'a mut Asked);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((state, tasks, journey, asked)) = query.get() else { return };
    journey.goal = goal;
    if !state.is_under_way() {
        drop(query);
        return give_post(world, id, place);
    }
    if let Some(Task::Move { slot, .. }) = &mut tasks.current {
        *slot = place;
    }
    journey.claim = journey.claim.map(|_| place);
    *asked = Asked::Wants;
}

/// Those who look in this tick and do not get on, as indices, in the order of ids.
fn find_stuck(world: &World, asides: &[Aside], found: &mut Vec<bool>) -> Vec<usize> {
    let (crowd, predictive, tick) = (&world.crowd, &world.predictive, world.tick);
    let (units, memories) = (world.units.column::<Unit>(), world.units.column::<Memory>());
    let (units, memories) = (&units[..], &memories[..]);
    let stuck = |row: usize| {
        let (id, memory) = (units[row].id, &memories[row]);
        use Decision::{Avoid, HardPush, PushIdle, Wait};
        let looks = (tick + u64::from(id.0)).is_multiple_of(LOOK_EVERY);
        if !looks || !matches!(memory.decision, PushIdle | HardPush | Wait | Avoid) {
            return None;
        }
        let index = crowd.index(id.0)?;
        let parameters = predictive.of(crowd.tuning[index]);
        let is_held_up = match memory.decision {
            // At rest it lets another go home first.
            Wait => crowd.intent(index) == Intent::Move,
            // Who goes home may have no right to push who is in its way.
            Avoid => crowd.intent(index) == Intent::Rest && memory.waited >= parameters.press_after(),
            _ => crowd.intent(index) != Intent::Hold,
        };
        let may = is_held_up
            && !crowd.is_steered(index)
            && errand_of(world, index, memory).is_renewable()
            && parameters.turnouts
            && aside_of(asides, id).is_none();
        may.then_some(index)
    };
    let rows = rows_where(found, units.len(), |row| stuck(row).is_some());
    let mut stuck: Vec<usize> = rows.filter_map(stuck).collect();
    stuck.sort_unstable_by_key(|&index| crowd.id[index]);
    stuck
}

/// Has units come out so that one gets past another, or so that one that comes behind it does, which has to
/// get further in. Returns whether they do: not where the other is out of its way by now, or there is no room.
fn come_out(world: &World, asides: &mut Vec<Aside>, index: usize, inner: Claimant) -> bool {
    let Claimant { index: inner, place: theirs, .. } = inner;
    let crowd = &world.crowd;
    let first = goes_first(world, asides, index);
    let Some(way) = way_of(world, first) else { return false };
    let reach = crowd.body[first].reach() + crowd.body[inner].reach();
    if along(&way, crowd.position[inner], reach).is_none() {
        return false;
    }
    let attempts = if let Some(at) = bars(world, &way, theirs, reach) {
        // They come out to where the unit came from; or it is in the passage itself, and they before it.
        let [back, on] = turnout::parted(&way, at);
        vec![(turnout::parted(&way, f32::MAX), [first, inner]), ([on, back], [inner, first])]
    } else {
        // It only goes through, past where the other stands and belongs.
        let places = [crowd.position[inner], theirs].into_iter();
        let at = places.filter_map(|place| along(&way, place, reach)).fold(0.0, f32::max);
        vec![(turnout::parted(&way, at), [first, inner])]
    };
    let larger = |a: Collider, b: Collider| if a.reach() < b.reach() { b } else { a };
    let body = larger(crowd.body[first], crowd.body[inner]);
    attempts.into_iter().any(|(arms, stuck)| {
        let ways = WaysOut::new(&world.grid, arms, body);
        [false, true].into_iter().any(|stacked| stand_aside(world, asides, &ways, stuck, stacked))
    })
}

/// The unit that goes in first: a unit, or one that comes near behind it and has to get past its place.
/// Of 2,900 passages 20 leave somebody short with it, 28 without.
fn goes_first(world: &World, asides: &[Aside], index: usize) -> usize {
    let crowd = &world.crowd;
    let Some(Claimant { place, .. }) = claimant(world, asides, index) else { return index };
    let mut first = (0.0, index);
    crowd.for_each_near(crowd.position[index], HOME_QUEUE, |other| {
        if other != index && crowd.intent(other) == Intent::Move && is_friend(world, index, other) {
            let further = way_of(world, other).and_then(|way| {
                let reach = crowd.body[index].reach() + crowd.body[other].reach();
                let at = bars(world, &way, place, reach)?;
                claimant(world, asides, other)?;
                Some(turnout::length(&way) - at)
            });
            if let Some(further) = further.filter(|&further| further > first.0) {
                first = (further, other);
            }
        }
    });
    first.1
}

/// Has two units stand aside that are stuck in a passage, and all who have their places on the ways out. Those
/// farther in go in first; of the two the first does. If `stacked`, who goes in late may stand behind others;
/// else nobody stands on anybody's way. Returns whether there is room for them.
fn stand_aside(
    world: &World,
    asides: &mut Vec<Aside>,
    ways: &WaysOut,
    stuck: [usize; 2],
    stacked: bool,
) -> bool {
    let Some(Turnout { members, places }) = places_aside(world, asides, ways, stuck, stacked) else {
        return false;
    };
    // As long as each may be under way in vain, and long enough for 900 px in and out.
    let until = world.tick + u64::from(Rung::GivesUp.after()) * members.len() as u64;
    for (Claimant { index, id, place }, at) in places {
        let rests = world.crowd.intent(index) == Intent::Rest;
        if rests {
            give_post(world, id, at);
        }
        if let Some(mut memory) = world.entity(id).and_then(|unit| world.units.get::<&mut Memory>(unit).ok())
        {
            memory.turns_out = true;
        }
        asides.push(Aside { unit: id, at, place, rests, waits: Vec::new(), until });
    }
    let_wait(world, asides, stuck, &members, until);
    true
}

/// Who comes out of a passage.
struct Turnout {
    /// All, those farthest in first.
    members: Vec<Claimant>,
    /// Those who do not stand aside yet, in the order in which they come out, and where they will, px.
    places: Vec<(Claimant, Vec2)>,
}

/// Who comes out, and where to. Whoever has its place on the way of another to where that stands aside comes out,
/// too: so they are found anew for each arrangement until it lacks nobody. `None` if there is no room for them.
fn places_aside(
    world: &World,
    asides: &[Aside],
    ways: &WaysOut,
    stuck: [usize; 2],
    stacked: bool,
) -> Option<Turnout> {
    let (crowd, body) = (&world.crowd, ways.body);
    let mut taken = vec![vec![ways.deepest()]];
    let mut members = those_on(world, asides, stuck, &taken, body.reach());
    while members.len() <= MAX_ASIDE {
        let mut order: Vec<(usize, Claimant)> = members.iter().copied().enumerate().collect();
        order.retain(|(_, member)| aside_of(asides, member.id).is_none());
        // Who stands deepest comes out last.
        order
            .sort_by_cached_key(|(_, member)| Reverse((ways.depth(crowd.position[member.index]), member.id)));
        let comer = |(out, &(turn, member)): (usize, &(usize, Claimant))| {
            (if stacked { turn } else { out }, crowd.position[member.index])
        };
        let comers: Vec<(usize, Vec2)> = order.iter().enumerate().map(comer).collect();
        let held: Vec<Vec2> =
            members.iter().filter_map(|member| Some(aside_of(asides, member.id)?.at)).collect();
        let is_free = |place| !is_taken(world, asides, &members, place, body);
        let aside = ways.ways_aside(&comers, &held, is_free).filter(|aside| !aside.is_empty())?;
        let ends: Vec<Vec2> = aside.iter().map(|way| way[way.len() - 1]).collect();
        taken.extend(aside);
        let all = those_on(world, asides, stuck, &taken, body.reach());
        if all.len() == members.len() {
            let places = order.into_iter().map(|(_, member)| member).zip(ends).collect();
            return Some(Turnout { members, places });
        }
        members = all;
    }
    None
}

/// Says in which order those who stand aside go in again: those deepest first, `members` being in that order.
fn let_wait(world: &World, asides: &mut [Aside], stuck: [usize; 2], members: &[Claimant], until: u64) {
    // A unit that goes through without a place of its own is let past by all.
    let through = stuck.into_iter().filter(|&index| members.iter().all(|member| member.index != index));
    let through: Vec<Wait> = through.map(|index| Wait::Past(UnitId(world.crowd.id[index]))).collect();
    // The first when all others are out, everybody else after those who have to get past its place.
    for (place, member) in members.iter().enumerate() {
        let Some(of) = asides.iter().position(|aside| aside.unit == member.id) else { continue };
        let mut waits: Vec<Wait> = members[..place].iter().map(|deeper| Wait::Past(deeper.id)).collect();
        waits.extend(&through);
        if place == 0 {
            waits.extend(members[1..].iter().map(|other| Wait::Out(other.id)));
        }
        // A unit that waits for it already goes after it.
        waits.retain(|wait| !matches!(wait, Wait::Past(other) if waits_for(asides, *other, member.id)));
        asides[of].waits.extend(waits);
        asides[of].until = asides[of].until.max(until);
    }
}

/// Gives a unit at rest another post, to which it goes at once.
pub fn give_post(world: &World, id: UnitId, place: Vec2) {
    let Some(entity) = world.entity(id) else { return };
    if let Ok((post, memory)) = world.units.query_one::<(&mut Post, &mut Memory)>(entity).get() {
        (post.0, memory.turns_out) = (place, false);
        memory.set_out_anew();
        memory.home = Errand { renewals: memory.home.renewals, ..Errand::default() };
    }
}

/// Whether a body is not to stand aside at a place: somebody will, or a unit is there that does not come out too,
/// which may be as far off its place as one that has [reached](REACHED) it.
fn is_taken(world: &World, asides: &[Aside], members: &[Claimant], place: Vec2, body: Collider) -> bool {
    let crowd = &world.crowd;
    let stays = |other: usize| {
        (crowd.intent(other) != Intent::Move || crowd.is_steered(other))
            && members.iter().all(|member| member.index != other)
    };
    let mut is_taken = asides.iter().any(|aside| aside.at.distance(place) < 2.0 * body.reach());
    crowd.for_each_near(place, body.reach() + crowd.largest_radius, |other| {
        let reach = body.reach() + crowd.body[other].reach() - REACHED;
        is_taken |= crowd.position[other].distance(place) < reach && stays(other);
    });
    is_taken
}

/// Whether a unit goes in after another, or after one that does.
fn waits_for(asides: &[Aside], unit: UnitId, other: UnitId) -> bool {
    let mut before = vec![unit];
    let mut looked = 0;
    while let Some(&unit) = before.get(looked) {
        looked += 1;
        let waits = aside_of(asides, unit).map_or(&[][..], |aside| &aside.waits);
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
