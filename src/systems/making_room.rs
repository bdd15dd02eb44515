//! Stage 6: those who stand with gaps that nobody fits into move together, so that one more fits among them.
//!
//! # Source
//! Beyond article 003, where every tile holds one unit and is free or is not. Places in px leave gaps: members of a group
//! stand as far apart as their soft colliders ask for, and who was sent to the same ground by itself would have to stay
//! outside for good, though there is room for all.

use crate::geometry::{Collider, gap};
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::settling::{Claims, SETTLED_GAP, hexagon, is_ground};
use crate::systems::posts::{Settler, settle_at, settled_body};
use crate::world::World;
use glam::Vec2;

/// How far from where it was sent a unit still stands there, px: a tile, less what others may push it off.
const STANDS_THERE: f32 = TILE - 2.0;
/// Most units that move for one.
const MOST: usize = 4;
/// From centre to centre of the places that are tried for who needs room, px, and rings of them.
const STEP: f32 = 7.0;
const RINGS: i32 = 4;
/// The same for those who move for it.
const STEP_ASIDE: f32 = 3.0;
const RINGS_ASIDE: i32 = 6;

/// Who moves where.
#[derive(Clone, Copy)]
struct Move {
    unit: UnitId,
    body: Collider,
    /// Where it was sent, px.
    goal: Vec2,
    /// Where it is to stand, px.
    place: Vec2,
}

/// Finds a place for a unit near to where it was sent that becomes free when those who stand there move a little, each no
/// farther than a tile from where it was sent itself, and moves their posts. `None` if there is no such place.
pub fn make_room(world: &mut World, claims: &mut Claims, settler: Settler) -> Option<Vec2> {
    let Settler { id, body, center, .. } = settler;
    let places = (0..=RINGS).flat_map(|ring| hexagon(center, ring, STEP));
    let mut comers = places.map(|place| Move { unit: id, body, goal: center, place }).filter(stands_there);
    let (comer, moves) = comers.find_map(|comer| Some((comer, moves_for(world, claims, comer)?)))?;
    for Move { unit, body, place, .. } in moves.into_iter().flatten() {
        settle_at(world, claims, unit, place, body);
    }
    Some(comer.place)
}

fn stands_there(unit: &Move) -> bool {
    unit.place.distance(unit.goal) <= STANDS_THERE
}

/// Where those move who stand in the way of one that comes; `None` if one of them cannot.
fn moves_for(world: &World, claims: &Claims, comer: Move) -> Option<[Option<Move>; MOST]> {
    if !is_ground(&world.grid, &world.obstacles, comer.place, comer.body) {
        return None;
    }
    let mut moves = [None; MOST];
    for (count, claim) in claims.on(comer.unit, comer.place, comer.body).enumerate() {
        let body = settled_body(world, comer.unit, claim.unit)?;
        let stands = Move { unit: claim.unit, body, goal: claim.goal?, place: claim.place };
        // Those who were sent to one place leave no gaps.
        if count == MOST || stands.goal == comer.goal || !stands_there(&stands) {
            return None;
        }
        moves[count] = Some(stands);
    }
    // So that the order in memory does not matter.
    moves.sort_unstable_by_key(|stands| stands.map_or(UnitId(u32::MAX), |stands| stands.unit));
    for turn in 0..MOST {
        let Some(stands) = moves[turn] else { break };
        let moves_too = |unit: UnitId| moves.iter().flatten().any(|other| other.unit == unit);
        let clears =
            |place: Vec2, other: &Move| gap(stands.body, other.body, place - other.place) >= SETTLED_GAP;
        let places = (1..=RINGS_ASIDE).flat_map(|ring| hexagon(stands.place, ring, STEP_ASIDE));
        let aside = places.map(|place| Move { place, ..stands }).filter(stands_there).find(|aside| {
            let stays = |unit: UnitId| unit != comer.unit && !moves_too(unit);
            clears(aside.place, &comer)
                && moves[..turn].iter().flatten().all(|other| clears(aside.place, other))
                && claims.gap_to(stands.unit, aside.place, stands.body, |claim| stays(claim.unit)) >= 0.0
                && is_ground(&world.grid, &world.obstacles, aside.place, stands.body)
                && world.grid.line_is_free(stands.place, aside.place, stands.body)
        })?;
        moves[turn] = Some(aside);
    }
    Some(moves)
}
