//! Which units have their places in a passage, and on whose way those are.

use crate::grid::TILE;
use crate::grid::walls::clear_of;
use crate::ids::UnitId;
use crate::movement::predictive::home::HOME_QUEUE;
use crate::movement::predictive::surroundings::{NARROW, NEAR_GAP, is_passage};
use crate::neighbours::Intent;
use crate::settling::turnout::{self, Aside, along};
use crate::systems::homing::REACHED;
use crate::systems::posts::home_of;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Most units that stand aside for one.
pub const MAX_ASIDE: usize = 8;

/// A unit whose place is somewhere in a passage.
#[derive(Clone, Copy, Debug)]
pub struct Claimant {
    pub index: usize,
    pub id: UnitId,
    /// Where it will be in the end, px.
    pub place: Vec2,
}

/// A unit that can be asked to stand aside, with its place; not one in a formation, which has an order of its
/// own.
pub fn claimant(world: &World, asides: &[Aside], index: usize) -> Option<Claimant> {
    let crowd = &world.crowd;
    let id = UnitId(crowd.id[index]);
    if let Some(aside) = aside_of(asides, id) {
        return Some(Claimant { index, id, place: aside.place });
    }
    if crowd.is_steered(index) || crowd.intent(index) == Intent::Hold {
        return None;
    }
    type Columns<'a> = (&'a State, &'a Tasks, &'a Post, &'a Route, &'a Guidance);
    let mut query = world.units.query_one::<Columns>(world.entity(id)?);
    let (state, tasks, post, route, guidance) = query.get().ok()?;
    let place = match state {
        State::Idle | State::DestinationReached => post.0,
        State::Moving | State::WaypointReached if matches!(tasks.current, Some(Task::Move { .. })) => {
            route.end()?
        }
        _ => return None,
    };
    (guidance.lead == Lead::Own).then_some(Claimant { index, id, place })
}

/// How a unit stands aside, if it does.
pub fn aside_of(asides: &[Aside], unit: UnitId) -> Option<&Aside> {
    asides.iter().find(|aside| aside.unit == unit)
}

/// Whether two units are no enemies.
pub fn is_friend(world: &World, one: usize, other: usize) -> bool {
    !world.enemies.are(world.crowd.team(one), world.crowd.team(other))
}

/// The friend at rest in or before a passage that a unit cannot get past for good: it has waited
/// for long, or would stand in that one's way home.
pub fn in_its_way(world: &World, asides: &[Aside], index: usize) -> Option<Claimant> {
    let crowd = &world.crowd;
    let memory = world.memory(index)?;
    let other = crowd.index(memory.other)?;
    let rests = crowd.intent(other) == Intent::Rest;
    let is_narrow = || clear_of(&world.grid, crowd.position[other]) < NARROW;
    if !is_friend(world, index, other) || !rests || !is_narrow() {
        return None;
    }
    let reach = crowd.body[index].reach() + crowd.body[other].reach();
    let theirs = claimant(world, asides, other)?;
    let way = way_of(world, index)?;
    if !leads_into_passage(world, &way, reach) || !goes_to_its_own_place(world, index) {
        return None;
    }
    let bars_for_good = bars(world, &way, theirs.place, reach).is_some();
    let parameters = world.predictive.of(crowd.tuning[index]);
    let has_waited = memory.waited >= parameters.press_after();
    (bars_for_good || has_waited && aside_of(asides, theirs.id).is_none()).then_some(theirs)
}

/// Whether a unit goes where it was sent, not to a place beside others: a crowd that fills the room behind a
/// passage would send those who stand in its mouth all the way back.
fn goes_to_its_own_place(world: &World, index: usize) -> bool {
    let Some(entity) = world.entity(UnitId(world.crowd.id[index])) else { return false };
    let mut query = world.units.query_one::<(&Journey, &Route, &Post)>(entity);
    query.get().is_ok_and(|(journey, route, post)| {
        let place = route.end().unwrap_or(post.0);
        home_of(journey, place).distance(place) < REACHED
    })
}

/// What a unit is about that remembers this: its order, or the way home.
pub fn errand_of(world: &World, index: usize, memory: &Memory) -> Errand {
    if world.crowd.intent(index) == Intent::Move { memory.order } else { memory.home }
}

/// Two units that are stuck in a passage, and friends of theirs that have their places on ways out of it, those
/// farthest in first. All ways begin at one place.
pub fn those_on(
    world: &World,
    asides: &[Aside],
    stuck: [usize; 2],
    ways: &[Vec<Vec2>],
    reach: f32,
) -> Vec<Claimant> {
    let crowd = &world.crowd;
    let mut found: Vec<(f32, Claimant)> = Vec::new();
    let deepest = ways[0][0];
    let lengths = ways.iter().map(|way| turnout::length(way));
    let far = lengths.chain(stuck.map(|unit| crowd.position[unit].distance(deepest))).fold(0.0, f32::max);
    crowd.for_each_near(deepest, far + HOME_QUEUE, |other| {
        // Of too many it does not matter how many.
        if found.len() > MAX_ASIDE || !is_friend(world, stuck[0], other) {
            return;
        }
        let Some(member) = claimant(world, asides, other) else { return };
        let reach = reach + crowd.body[other].reach();
        // Of two who are stuck one may have its place elsewhere: it goes through, or stands where it is wide.
        let elsewhere = [(stuck[0], -1.0), (stuck[1], f32::MAX)].into_iter().find(|(unit, _)| *unit == other);
        let on = ways.iter().filter_map(|way| along(way, member.place, reach)).min_by(f32::total_cmp);
        let at = on.or(elsewhere.map(|(_, at)| at));
        found.extend(at.map(|at| (at, member)));
    });
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(&b.1.id)));
    found.into_iter().map(|(_, member)| member).collect()
}

/// How far along a way, px, lies a place in a passage that bars it for good: the way ends in a passage
/// itself, beyond that place.
pub fn bars(world: &World, way: &[Vec2], place: Vec2, reach: f32) -> Option<f32> {
    let (&goal, at) = (way.last()?, along(way, place, reach)?);
    let both = [goal, place].into_iter().all(|place| is_passage(&world.grid, place, reach));
    (both && goal.distance(place) > reach).then_some(at)
}

/// Whether a way leads through a passage within [`NEAR_GAP`]. Without this gate crowds in rooms with rocks
/// stand aside for each other, and take two thirds longer to settle.
fn leads_into_passage(world: &World, way: &[Vec2], reach: f32) -> bool {
    let mut left = NEAR_GAP;
    way.windows(2).any(|leg| {
        let length = leg[0].distance(leg[1]).min(left);
        let steps = if left > 0.0 { 1 + (length / TILE) as u32 } else { 0 };
        left -= length;
        (1..=steps).any(|step| {
            let place =
                leg[0] + (leg[1] - leg[0]).normalize_or_zero() * (length * step as f32 / steps as f32);
            is_passage(&world.grid, place, reach)
        })
    })
}

/// The way that a unit has before it, px, from where it stands; of one that rests, the way home.
pub fn way_of(world: &World, index: usize) -> Option<Vec<Vec2>> {
    let crowd = &world.crowd;
    let mut way = vec![crowd.position[index]];
    if crowd.intent(index) == Intent::Move {
        let entity = world.entity(UnitId(crowd.id[index]))?;
        let route = world.units.get::<&Route>(entity).ok()?;
        way.extend(route.ahead());
    } else {
        let memory = world.memory(index)?;
        way.extend(memory.trail.way_back());
        way.push(crowd.waypoint[index]);
    }
    (way.len() > 1).then_some(way)
}
