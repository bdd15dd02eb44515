//! Stage 6: a crowd that was sent to one place settles: those who stand move up, or [exchange](super::exchange) posts.
//!
//! # Source
//! Beyond article 003, whose units share tiles out once and for all.

use super::posts::settle_at;
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::settling::{Claims, Gatherings, Settling, Way};
use crate::systems::exchange::{change_places, exchange, exchange_goals};
use crate::systems::making_room::make_room;
use crate::systems::posts::AT_POST;
use crate::systems::posts::Settler;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Ticks between two looks of a unit at its post whether it can move up, and of one that is kept from its post.
const LOOK_EVERY: u64 = 16;
const LOOK_BACK_EVERY: u64 = 4;
/// Ticks between two looks of a unit in a crowd that has settled.
const LOOK_LATE_EVERY: u64 = 32;
/// Nobody moves up for less than this, px nearer to where it was sent.
const MOVES_UP_BY: f32 = 0.2;

/// Ticks of waiting after which a unit gives up its post: while the crowd gathers, and after.
const PATIENCE: u16 = 6;
const LATE_PATIENCE: u16 = 150;
/// Ticks of waiting after which a unit that finds no other place counts the crowd as jammed.
const JAMMED: u16 = 30;
/// A unit of a settled crowd that was pushed off its post so many times without peace between stays where it is.
const RESTLESS: u8 = 5;

/// Whether a unit that stands at the end of its last order has something to look for in this tick.
pub fn looks(
    id: UnitId,
    (goal, group): (Vec2, u32),
    tick: u64,
    (front, post): (&Front, &Post),
    memory: &Memory,
    gatherings: &Gatherings,
) -> bool {
    let turn = tick + u64::from(id.0);
    if front.position.distance(post.0) < AT_POST {
        // Later still now and then: whoever was in the way may have gone.
        let is_turn = match gatherings.is_gathering(goal, tick) {
            true => turn.is_multiple_of(LOOK_EVERY),
            false => turn.is_multiple_of(LOOK_LATE_EVERY),
        };
        post.0 != goal && is_turn
    } else {
        // Members of a group may exchange their places at any time.
        let may_exchange = group != 0 && (memory.waited >= JAMMED || memory.disturbed >= RESTLESS);
        turn.is_multiple_of(LOOK_BACK_EVERY)
            && (memory.waited >= LATE_PATIENCE
                || may_exchange
                || is_restless(memory)
                || gatherings.is_gathering(goal, tick))
    }
}

/// Whether members of a settled crowd push each other off their posts in turns: each would get back, but not all.
fn is_restless(memory: &Memory) -> bool {
    memory.gathers && memory.disturbed >= RESTLESS
}

/// A unit at its post moves up to where somebody stood, or was to stand, who went elsewhere. One that is kept from
/// its post exchanges posts with who is in its way, or settles anew.
pub fn look(world: &mut World, claims: &mut Claims, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&Post, &Front, &Body, &Journey, &Memory)>(entity);
    let (&Post(post), front, body, journey, memory) =
        query.get().expect("every unit has all unit components");
    let (from, body, goal, memory) = (front.position, body.collider(), journey.goal, *memory);
    drop(query);
    let Some(center) = goal else { return };
    let is_home = from.distance(post) < AT_POST;
    let (waited, gathers) = (memory.waited, memory.gathers);
    if !is_home && waited < LATE_PATIENCE {
        world.gatherings.keep_awake(center, world.tick);
    }
    if !is_home && is_restless(&memory) && !world.gatherings.is_gathering(center, world.tick) {
        world.gatherings.wake(center, world.tick);
        return stand_where_they_are(world, claims, center);
    }
    let settler = Settler { id, from, wants: post, body, center };
    let exchanges = if is_home { change_places } else { exchange_goals };
    if exchanges(world, claims, settler) {
        return;
    }
    claims.look_through(center);
    let settling = Settling { me: id, from, grid: &world.grid, obstacles: &world.obstacles, claims, body };
    // Whoever is near enough to its own place still takes it if it is free: it may stand in the way to another's.
    let is_content = match is_home {
        true => {
            let is_there = post.distance(center) <= MOVES_UP_BY;
            is_there || settling.is_held(post, center) && !settling.is_free(center)
        }
        false => waited < PATIENCE || settling.is_open(post),
    };
    if is_content {
        return;
    }
    let nearer = |place: &Vec2| place.distance(center) + MOVES_UP_BY < post.distance(center);
    let place = if is_home {
        // Its own place first, if whoever took it has gone.
        let up = if settling.is_free(center) { center } else { settling.moved_up(post, center, Way::Open) };
        let up = Some(up).filter(|&up| nearer(&up));
        if post.distance(center) <= TILE || settling.belongs_to_crowd(from, center) {
            up.or_else(|| settling.nearest_place(center, Way::Open).filter(nearer))
        } else {
            // It stands for itself: behind a wall, or where the others have gone away.
            let any = || settling.nearest_place(center, Way::Any);
            let place = settling.nearest_place(center, Way::Open).or_else(any);
            place.or_else(|| make_room(world, claims, settler)).or(up)
        }
    } else if gathers && settling.is_free(from) && settling.belongs_to_crowd(from, center) {
        Some(from)
    } else {
        exchange(world, claims, settler).or_else(|| {
            let settling =
                Settling { me: id, from, grid: &world.grid, obstacles: &world.obstacles, claims, body };
            // A place of its own is kept, however long the way back takes.
            if gathers { settling.nearest_place(center, Way::Open) } else { None }
        })
    };
    if let Some(place) = place {
        settle_at(world, claims, id, place, body);
        world.gatherings.keep_awake(center, world.tick);
    } else if !is_home && gathers && waited >= JAMMED {
        stand_where_they_are(world, claims, center);
    }
}

/// In a crowd so dense that somebody neither gets back nor finds another place, all who are off their posts take the
/// places where they are: nobody overlaps anybody, so all fit.
fn stand_where_they_are(world: &mut World, claims: &mut Claims, center: Vec2) {
    let mut crowd = std::mem::take(&mut world.scratch.displaced);
    crowd.reserve(world.len());
    let mut extent = 0.0f32;
    type Columns<'a> = (&'a Unit, &'a State, &'a Journey, &'a Post, &'a Front, &'a Body, &'a ModelName);
    for (unit, state, journey, post, front, body, model) in world.units.query_mut::<Columns>() {
        let settled = *state == State::DestinationReached && *model == ModelName::Predictive;
        if !settled || journey.goal != Some(center) {
            continue;
        }
        extent = extent.max(post.0.distance(center));
        if front.position.distance(post.0) >= AT_POST {
            crowd.push((unit.id, post.0, front.position, body.collider()));
        }
    }
    crowd.sort_unstable_by_key(|&(id, ..)| id);
    crowd.iter().for_each(|&(id, post, ..)| claims.withdraw(id, post));
    for (id, post, here, body) in crowd.drain(..) {
        // Somebody else's post stays his, and who was carried away comes back.
        let is_near = here.distance(center) <= extent + 2.0 * body.radius;
        let is_free = is_near && claims.gap_to_resting(id, here, body) >= -AT_POST;
        if is_free {
            settle_at(world, claims, id, here, body);
        } else {
            claims.add(id, post, body, true, Some(center));
        }
    }
    world.scratch.displaced = crowd;
    world.gatherings.keep_awake(center, world.tick);
}
