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
/// Ticks of waiting after which a unit exchanges posts with another of its group, in a crowd that has settled.
const KEPT_OFF: u16 = 30;

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
        let may_exchange = group != 0 && memory.waited >= KEPT_OFF;
        turn.is_multiple_of(LOOK_BACK_EVERY)
            && (memory.waited >= LATE_PATIENCE || may_exchange || gatherings.is_gathering(goal, tick))
    }
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
    }
}
