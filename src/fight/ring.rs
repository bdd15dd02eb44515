//! The places round an enemy from which others fight it.
//!
//! Bodies of one size fit round it in equal steps of angle, beginning with the first who comes; where none of
//! these places is free, others are tried: beside those who are there already, and all round. A unit keeps
//! its place as long as it can stand there: nobody circles in search of a better one.

use crate::geometry::contact::separation;
use crate::geometry::{Collider, Shape};
use crate::ids::UnitId;
use arrayvec::ArrayVec;
use glam::Vec2;
use std::f32::consts::{PI, TAU};

/// Most places round one enemy that are looked at.
const MAX_RING_PLACES: usize = 48;
/// Gap to the enemy in a place, px, where the reach allows it: half of the usual reach, so that small steps
/// of the enemy break no contact.
const CONTACT_GAP: f32 = 1.5;
/// Directions that are tried where no other place is free: one in 15°.
const TRIED: usize = 24;
/// Room between two neighbours, px.
const BESIDE: f32 = 0.5;
/// Places this near to each other are one place, px.
const SAME: f32 = 2.0;

/// A unit that goes for an enemy.
#[derive(Clone, Copy, Debug)]
pub struct Attacker {
    /// For whom.
    pub target: UnitId,
    /// Who.
    pub id: UnitId,
    /// Where it is when its promises are walked, px.
    pub at: Vec2,
    /// Its body.
    pub body: Collider,
    /// How far it strikes, px.
    pub reach: f32,
    /// Whether it stands and fights.
    pub stands: bool,
    /// Its place, from the centre of the enemy, px.
    pub place: Option<Vec2>,
    /// The place that it did not get to.
    pub shuns: Option<Vec2>,
    /// Whether it looks for a place in this tick.
    pub looks: bool,
    /// How often in a row it found none, or did not get there.
    pub tries: u8,
}

/// A place round an enemy that is taken.
#[derive(Clone, Copy, Debug)]
pub struct RingClaim {
    /// From the centre of the enemy, px.
    pub place: Vec2,
    /// Who has it.
    pub body: Collider,
}

impl RingClaim {
    /// Whether a body in a place stands clear of the one that has this place.
    pub fn leaves_free(&self, place: Vec2, body: Collider) -> bool {
        separation(self.body, body, place - self.place, true).1 >= 0.0
    }
}

/// The gap that a unit of this reach leaves to its enemy, px.
fn gap_of(reach: f32) -> f32 {
    CONTACT_GAP.min(reach / 2.0)
}

/// How many bodies of this size fit round an enemy, all in reach of it.
pub fn room(enemy: Collider, body: Collider, reach: f32) -> usize {
    let (radius, distance) = (body.reach() + BESIDE / 2.0, enemy.radius + body.radius + gap_of(reach));
    if radius >= distance {
        return 2;
    }
    ((PI / libm::asinf(radius / distance)) as usize).clamp(2, MAX_RING_PLACES)
}

/// The place in a direction (a unit vector) at which a body keeps its gap to an enemy, from its centre, px.
fn place_along(direction: Vec2, enemy: Collider, attacker: &Attacker) -> Vec2 {
    let gap = gap_of(attacker.reach);
    let mut distance = enemy.reach() + attacker.body.reach() + gap;
    if (enemy.shape, attacker.body.shape) != (Shape::Circle, Shape::Circle) {
        for _ in 0..4 {
            let (axis, off) = separation(enemy, attacker.body, direction * distance, true);
            distance -= (off - gap) / axis.dot(direction).max(0.5);
        }
    }
    direction * distance
}

/// The nearest place round an enemy that is free, from its centre, px. `claims` are the places that are
/// taken, `is_free` tells whether anything else is in the way of a body at an offset.
pub fn choose(
    attacker: &Attacker,
    center: Vec2,
    enemy: Collider,
    claims: &[RingClaim],
    mut is_free: impl FnMut(Vec2) -> bool,
) -> Option<Vec2> {
    let off = attacker.at - center;
    let first = claims.first().map_or(off, |claim| claim.place).normalize_or(Vec2::X);
    let mut lattice = directions(first, room(enemy, attacker.body, attacker.reach));
    let beside = claims.iter().flat_map(|claim| beside(claim, enemy, attacker)).flatten();
    let mut nearest = |directions: &mut dyn Iterator<Item = Vec2>| -> Option<Vec2> {
        let mut places: ArrayVec<(f32, Vec2), { 2 * MAX_RING_PLACES }> = ArrayVec::new();
        let places_of = directions.map(|direction| place_along(direction, enemy, attacker));
        let open = places_of.filter(|place| {
            attacker.shuns.is_none_or(|shunned| shunned.distance(*place) > SAME)
                && claims.iter().all(|claim| claim.leaves_free(*place, attacker.body))
        });
        open.take(2 * MAX_RING_PLACES).for_each(|place| places.push((place.distance(off), place)));
        places.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        places.into_iter().map(|(_, place)| place).find(|place| is_free(*place))
    };
    let mut others = beside.chain(directions(first, TRIED));
    nearest(&mut lattice).or_else(|| nearest(&mut others))
}

/// So many directions all round, in equal steps, beginning with one.
fn directions(first: Vec2, count: usize) -> impl Iterator<Item = Vec2> {
    let step = TAU / count as f32;
    let by = Vec2::new(libm::cosf(step), libm::sinf(step));
    std::iter::successors(Some(first), move |to| Some(by.rotate(*to).normalize_or(Vec2::X))).take(count)
}

/// The directions to both sides of one who has a place in which another just fits beside it.
fn beside(claim: &RingClaim, enemy: Collider, attacker: &Attacker) -> [Option<Vec2>; 2] {
    let (toward, distance) = (claim.place.normalize_or(Vec2::X), claim.place.length());
    let own = enemy.radius + attacker.body.radius + gap_of(attacker.reach);
    let apart = claim.body.reach() + attacker.body.reach() + BESIDE;
    // Law of cosines.
    let cos = (own * own + distance * distance - apart * apart) / (2.0 * own * distance);
    if !(-1.0..=1.0).contains(&cos) {
        return [None; 2];
    }
    let sin = (1.0 - cos * cos).sqrt();
    [sin, -sin].map(|sin| Some(Vec2::new(cos, sin).rotate(toward).normalize_or(Vec2::X)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    const INFANTRY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    fn attacker(at: Vec2, radius: f32) -> Attacker {
        let body = Collider { shape: Shape::Circle, radius };
        Attacker {
            target: UnitId(0),
            id: UnitId(1),
            at,
            body,
            reach: 4.0,
            stands: false,
            place: None,
            shuns: None,
            looks: true,
            tries: 0,
        }
    }

    /// How many find a place round an enemy when they come one after the other from these directions.
    fn filled(enemy: Collider, comers: impl Iterator<Item = Attacker>) -> usize {
        let mut claims: Vec<RingClaim> = Vec::new();
        for comer in comers {
            if let Some(place) = choose(&comer, Vec2::ZERO, enemy, &claims, |_| true) {
                let gap = separation(enemy, comer.body, place, true).1;
                assert!((0.0..=comer.reach).contains(&gap), "gap {gap}");
                claims.push(RingClaim { place, body: comer.body });
            }
        }
        claims.len()
    }

    #[test]
    fn as_many_fit_round_an_enemy_as_there_is_room_for_wherever_they_come_from() {
        let from = |count: usize| {
            (0..count)
                .map(|index| attacker(Vec2::from_angle(index as f32 * 2.4) * (200.0 + index as f32), 7.0))
        };
        assert_eq!(filled(INFANTRY, from(12)), 6);
        let square = Collider { shape: Shape::Square, radius: 7.0 };
        assert!(filled(square, from(16)) >= 6, "no fewer than round a circle");
        let siege = Collider { shape: Shape::Circle, radius: 13.0 };
        assert_eq!(filled(siege, from(20)), 9);
    }

    #[test]
    fn bodies_of_other_sizes_are_put_beside_those_who_are_there() {
        let mixed = (0..12).map(|index| {
            attacker(Vec2::from_angle(index as f32) * 300.0, if index % 2 == 0 { 9.0 } else { 7.0 })
        });
        assert!(filled(INFANTRY, mixed) >= 5);
    }

    #[test]
    fn a_place_that_was_not_reached_is_not_chosen_again() {
        let mut comer = attacker(vec2(100.0, 0.0), 7.0);
        let first = choose(&comer, Vec2::ZERO, INFANTRY, &[], |_| true).unwrap();
        comer.shuns = Some(first);
        let second = choose(&comer, Vec2::ZERO, INFANTRY, &[], |_| true).unwrap();
        assert!(first.distance(second) > SAME);
    }
}
