//! Units that stand with gaps into which nobody fits move together, so that one more fits among them.
//!
//! # Source
//! Beyond [article 003], where every tile holds one unit and is free or is not. Places in px leave gaps:
//! members of a group stand as far apart as their soft colliders ask for, and a unit that was sent to the
//! same ground by itself would have to stay outside for good, though there is room for all.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::places::{RoomSearch, hexagon};
use super::site::{MAX_MOVES, Moves, SETTLED_GAP, STANDS_THERE, Settler};
use crate::geometry::{Collider, gap};
use crate::ids::UnitId;
use arrayvec::ArrayVec;
use glam::Vec2;

/// From centre to centre of the places that are tried, px, and rings of them: as far as a unit stands where it
/// was sent.
const ROOM_STEP: f32 = 4.0;
const ROOM_RINGS: i32 = (STANDS_THERE / ROOM_STEP) as i32;

/// Where a unit is to stand.
#[derive(Clone, Copy)]
struct Placement {
    unit: UnitId,
    body: Collider,
    /// Where it was sent, px.
    goal: Vec2,
    /// px.
    place: Vec2,
}

impl Placement {
    fn stands_there(&self) -> bool {
        self.place.distance(self.goal) <= STANDS_THERE
    }

    fn clears(&self, other: &Placement) -> bool {
        gap(self.body, other.body, self.place - other.place) >= SETTLED_GAP
    }
}

/// Finds a place for a unit near to where it was sent that becomes free when those who stand there move a
/// little, each no farther than a tile from where it was sent itself. `None` if there is no such place.
///
/// Without this 34 of 80 crowded rooms leave somebody apart from the others, with it 16.
pub fn make_room(room: &RoomSearch) -> Option<Moves> {
    let &Settler { id, body, center, .. } = room.settler;
    let places = (0..=ROOM_RINGS).flat_map(|ring| hexagon(center, ring, ROOM_STEP));
    let comers = places.map(|place| Placement { unit: id, body, goal: center, place });
    let mut comers = comers.filter(Placement::stands_there);
    let (comer, aside) = comers.find_map(|comer| Some((comer, moves_for(comer, room)?)))?;
    Some(Moves::posts(aside.iter().chain([&comer]).map(|placed| (placed.unit, placed.place))))
}

/// Where units move that stand in the way of one that comes; `None` if one of them cannot.
fn moves_for(comer: Placement, room: &RoomSearch) -> Option<ArrayVec<Placement, MAX_MOVES>> {
    let &RoomSearch { site, claims, .. } = room;
    if !site.has_room(comer.place, comer.body) {
        return None;
    }
    let mut moves: ArrayVec<Placement, MAX_MOVES> = ArrayVec::new();
    for claim in claims.on(comer.unit, comer.place, comer.body) {
        let stands = Placement { unit: claim.unit, body: claim.body, goal: claim.goal, place: claim.place };
        // Those who were sent to one place leave no gaps.
        if !room.may_move(claim) || stands.goal == comer.goal || !stands.stands_there() {
            return None;
        }
        moves.try_push(stands).ok()?;
    }
    // So that the order in memory does not matter.
    moves.sort_unstable_by_key(|stands| stands.unit);
    for turn in 0..moves.len() {
        let stands = moves[turn];
        let stays = |unit: UnitId| unit != comer.unit && moves.iter().all(|other| other.unit != unit);
        let places = (1..=ROOM_RINGS).flat_map(|ring| hexagon(stands.place, ring, ROOM_STEP));
        let mut aside = places.map(|place| Placement { place, ..stands }).filter(Placement::stands_there);
        moves[turn] = aside.find(|aside| {
            aside.clears(&comer)
                && moves[..turn].iter().all(|other| aside.clears(other))
                && claims.gap_to(stands.unit, aside.place, stands.body, |claim| stays(claim.unit)) >= 0.0
                && site.has_room(aside.place, stands.body)
                && site.grid.line_is_free(stands.place, aside.place, stands.body)
        })?;
    }
    Some(moves)
}
