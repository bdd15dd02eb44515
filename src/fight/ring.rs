//! The places round an enemy from which others fight it.
//!
//! Bodies of one size fit round it in equal steps of angle. Then there are others: beside those who stand
//! there already, and all round. Who goes to which is in [`super::deal`]; a unit that stands in a place keeps
//! it: nobody circles in search of a better one.

use super::stance::Looks;
use crate::geometry::contact::separation;
use crate::geometry::{Collider, Shape};
use crate::ids::UnitId;
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
    /// Where the place was that it did not get to, px.
    pub shuns: Option<Vec2>,
    /// Whether it may be dealt a place: it failed to get to one not long ago otherwise.
    pub looks: bool,
    /// How it chose its enemy; `None`: that one and no other.
    pub looks_for: Option<Looks>,
}

impl Attacker {
    /// Whether a place, px, is the one that it did not get to.
    pub fn shuns_place(&self, place: Vec2) -> bool {
        self.shuns.is_some_and(|shunned| shunned.distance(place) <= SAME)
    }

    /// Whether it stands and strikes an enemy at a place, px.
    pub fn is_in_contact(&self, at: Vec2, enemy: Collider) -> bool {
        self.stands && separation(self.body, enemy, at - self.at, true).1 <= self.reach
    }
}

/// A place in contact that is taken.
#[derive(Clone, Copy, Debug)]
pub struct RingClaim {
    /// Round which enemy.
    pub target: UnitId,
    /// Where it is, px, in the frame of whoever asks.
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
fn place_along(direction: Vec2, enemy: Collider, body: Collider, reach: f32) -> Vec2 {
    let gap = gap_of(reach);
    let mut distance = enemy.reach() + body.reach() + gap;
    if (enemy.shape, body.shape) != (Shape::Circle, Shape::Circle) {
        for _ in 0..4 {
            let (axis, off) = separation(enemy, body, direction * distance, true);
            distance -= (off - gap) / axis.dot(direction).max(0.5);
        }
    }
    direction * distance
}

/// The places round an enemy in which more bodies of one kind fit, from its centre, px; they are claimed.
/// `claims` are the places near it that are taken, from its centre, `first` is the direction of the first
/// place. `is_free` tells whether anything else is in the way of the body at an offset.
pub fn places(
    first: Vec2,
    (target, enemy): (UnitId, Collider),
    (body, reach): (Collider, f32),
    claims: &mut Vec<RingClaim>,
    mut is_free: impl FnMut(Vec2) -> bool,
) -> Vec<Vec2> {
    let before = claims.len();
    let mut add = |direction: Vec2, claims: &mut Vec<RingClaim>| {
        let place = place_along(direction, enemy, body, reach);
        if claims.iter().all(|claim| claim.leaves_free(place, body)) && is_free(place) {
            claims.push(RingClaim { target, place, body });
        }
    };
    directions(first, room(enemy, body, reach)).for_each(|direction| add(direction, claims));
    let mut looked = 0;
    while claims.len() < before + MAX_RING_PLACES
        && let Some(claim) = claims.get(looked).copied()
    {
        let sides = beside(&claim, enemy, body, reach);
        sides.into_iter().flatten().for_each(|direction| add(direction, claims));
        looked += 1;
    }
    directions(first, TRIED).for_each(|direction| add(direction, claims));
    claims[before..].iter().map(|claim| claim.place).collect()
}

/// So many directions all round, in equal steps, beginning with one.
fn directions(first: Vec2, count: usize) -> impl Iterator<Item = Vec2> {
    let step = TAU / count as f32;
    let by = Vec2::new(libm::cosf(step), libm::sinf(step));
    std::iter::successors(Some(first), move |to| Some(by.rotate(*to).normalize_or(Vec2::X))).take(count)
}

/// The directions to both sides of one who has a place in which another just fits beside it.
fn beside(claim: &RingClaim, enemy: Collider, body: Collider, reach: f32) -> [Option<Vec2>; 2] {
    let (toward, distance) = (claim.place.normalize_or(Vec2::X), claim.place.length());
    let own = enemy.radius + body.radius + gap_of(reach);
    let apart = claim.body.reach() + body.reach() + BESIDE;
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

    const INFANTRY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    const REACH: f32 = 4.0;

    /// How many bodies of these radii find a place round an enemy, one after the other.
    fn filled(first: Vec2, enemy: Collider, radii: impl Iterator<Item = f32>) -> usize {
        let mut claims: Vec<RingClaim> = Vec::new();
        for radius in radii {
            let body = Collider { shape: Shape::Circle, radius };
            let mut more = claims.clone();
            if let Some(&place) =
                places(first, (UnitId(0), enemy), (body, REACH), &mut more, |_| true).first()
            {
                let gap = separation(enemy, body, place, true).1;
                assert!((0.0..=REACH).contains(&gap), "gap {gap}");
                claims.push(RingClaim { target: UnitId(0), place, body });
            }
        }
        claims.len()
    }

    #[test]
    fn as_many_fit_round_an_enemy_as_there_is_room_for_whatever_the_first_direction() {
        for turn in 0..9 {
            let first = Vec2::from_angle(turn as f32 * 0.7);
            let from = |count: usize| std::iter::repeat_n(7.0, count);
            assert_eq!(filled(first, INFANTRY, from(12)), 6);
            let square = Collider { shape: Shape::Square, radius: 7.0 };
            assert!(filled(first, square, from(16)) >= 6, "no fewer than round a circle");
            let siege = Collider { shape: Shape::Circle, radius: 13.0 };
            assert_eq!(filled(first, siege, from(20)), 9);
        }
    }

    #[test]
    fn no_more_places_are_looked_at_for_the_smallest_than_there_may_be() {
        let dot = Collider { shape: Shape::Circle, radius: 1e-4 };
        let found = places(Vec2::X, (UnitId(0), INFANTRY), (dot, REACH), &mut Vec::new(), |_| true);
        assert!((MAX_RING_PLACES..=MAX_RING_PLACES + TRIED).contains(&found.len()), "{}", found.len());
    }

    #[test]
    fn bodies_of_other_sizes_are_put_beside_those_who_are_there() {
        let mixed = (0..12).map(|index| if index % 2 == 0 { 9.0 } else { 7.0 });
        assert!(filled(Vec2::X, INFANTRY, mixed) >= 5);
    }

    #[test]
    fn a_place_that_was_not_reached_is_not_chosen_again() {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        let found = places(Vec2::X, (UnitId(0), INFANTRY), (body, REACH), &mut Vec::new(), |_| true);
        let first = found[0];
        let comer = Attacker {
            target: UnitId(0),
            id: UnitId(1),
            at: Vec2::new(100.0, 0.0),
            body,
            reach: REACH,
            stands: false,
            place: None,
            shuns: Some(first),
            looks: true,
            looks_for: None,
        };
        let second = *found.iter().find(|&&place| !comer.shuns_place(place)).unwrap();
        assert!(first.distance(second) > SAME);
    }

    #[test]
    fn all_places_are_clear_of_each_other_and_of_what_is_in_the_way() {
        let body = (INFANTRY, REACH);
        let found = places(Vec2::X, (UnitId(0), INFANTRY), body, &mut Vec::new(), |place| place.y < 9.0);
        assert!(found.len() >= 4 && found.iter().all(|place| place.y < 9.0), "{found:?}");
        let apart = |one: usize, other: usize| found[one].distance(found[other]) >= 14.0;
        assert!((0..found.len()).all(|one| (0..one).all(|other| apart(one, other))));
    }
}
