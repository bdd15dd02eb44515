//! Stage 6: two exchange their posts, or the places that they were sent to, where that spares somebody the way through others.
//!
//! # Source
//! Beyond article 003, whose units share tiles out once and for all. In a crowd that touches, a unit that was pushed
//! out would have to push others out to get back, and they again: so whom it would push takes its post instead, and
//! gives up the own one, as in the exchange of goals of Target Assignment and Path Finding (Okumura, Défago: *Solving
//! Simultaneous Target Assignment and Path Planning Efficiently with Time-Independent Execution*, 2022).

use super::posts::settled_body;
use crate::geometry::{Collider, gap};
use crate::ids::UnitId;
use crate::settling::{Claim, Claims, is_ground};
use crate::systems::posts::Settler;
use crate::systems::posts::{AT_POST, settle_at};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// An exchange may make the ways of the two together longer by this share of the radius: who stands in a way is never
/// exactly on it.
const LONGER: f32 = 1.0;
/// Two of a group exchange their places if that makes their ways together shorter by this, px: less, and those who are thrown
/// about exchange to and fro.
const SHORTER: f32 = 1.0;

/// Who stands on the place that a unit was sent to, but was sent elsewhere itself and is astray, leaves it: to its own
/// place if that is free but for the unit, else to where the unit stands. `false` if it is not so.
///
/// Where everybody has a place of its own, two who stopped on each other's would stay there for ever. Each change brings one
/// more to its own place and nobody away from it, so there is an end of changes.
pub fn change_places(world: &mut World, claims: &mut Claims, settler: Settler) -> bool {
    let Settler { id, from, body, center, .. } = settler;
    let is_astray = |place: Vec2, goal: Vec2, body: Collider| place.distance(goal) > body.radius;
    if !is_astray(from, center, body) {
        return false;
    }
    let mut on_it = claims.on(id, center, body);
    let (Some(&Claim { unit: other, place: post, goal: Some(goal), rests: true, .. }), None) =
        (on_it.next(), on_it.next())
    else {
        return false;
    };
    drop(on_it);
    let Some(theirs) = settled_body(world, id, other).filter(|&theirs| is_astray(post, goal, theirs)) else {
        return false;
    };
    // The places of the two themselves may overlap.
    let fits = |&place: &Vec2| {
        gap(theirs, body, place - center) >= 0.0 && fits_but_for(world, claims, [other, id], place, theirs)
    };
    let Some(place) = [goal, from].into_iter().find(fits) else { return false };
    if goal == center || !fits_but_for(world, claims, [id, other], center, body) {
        return false;
    }
    settle_at(world, claims, other, place, theirs);
    settle_at(world, claims, id, center, body);
    world.gatherings.keep_awake(center, world.tick);
    true
}

/// Whether a body has room at a place on which nobody has a claim but two units, its own among them.
fn fits_but_for(world: &World, claims: &Claims, two: [UnitId; 2], place: Vec2, body: Collider) -> bool {
    is_ground(&world.grid, &world.obstacles, place, body)
        && claims.gap_to(two[0], place, body, |claim| claim.unit != two[1]) >= 0.0
}

/// Who rests in the way of a unit to its place moves on there, and leaves its own post to that unit: if both were
/// sent to one place, both fit, and neither has to go much farther. Returns that post.
pub fn exchange(world: &mut World, claims: &mut Claims, settler: Settler) -> Option<Vec2> {
    let Settler { id, from, wants, body, center } = settler;
    let (other, post) = claims.first_in_the_way(id, from, wants, body)?;
    let theirs = settled_body(world, id, other)?;
    let (journey, there) = sent(world, other)?;
    let (ways, before) = ways_of_both((from, wants), (there, post));
    // Of two who are both off their posts only one order is the shorter one: else they would exchange for ever.
    let most = if there.distance(post) < AT_POST { LONGER * body.radius } else { -AT_POST };
    if journey.goal != Some(center) || ways > before + most {
        return None;
    }
    if !both_fit(world, claims, (id, post, body), (other, wants, theirs)) {
        return None;
    }
    settle_at(world, claims, other, wants, theirs);
    Some(post)
}

/// Who rests in the way of a unit to its post and was sent with it in one group takes that post for its own, and leaves its own
/// to the unit, if that is the shorter way for both together. `false` if it is not so.
///
/// A group's order names no places, so any member may stand on any of them. In a narrow place those who came in
/// another order than that of their places would else push each other to and fro.
pub fn exchange_goals(world: &mut World, claims: &mut Claims, settler: Settler) -> bool {
    let Settler { id, from, wants, body, center } = settler;
    let Some((other, post)) = claims.first_in_the_way(id, from, wants, body) else { return false };
    let Some(theirs) = settled_body(world, id, other) else { return false };
    let (Some((own, _)), Some((journey, there))) = (sent(world, id), sent(world, other)) else {
        return false;
    };
    let (ways, before) = ways_of_both((from, wants), (there, post));
    if own.group == 0
        || own.group != journey.group
        || ways + SHORTER > before
        || !both_fit(world, claims, (id, post, body), (other, wants, theirs))
    {
        return false;
    }
    for (unit, goal) in [(id, journey.goal), (other, Some(center))] {
        if let Some(entity) = world.entity(unit)
            && let Ok(mut journey) = world.units.get::<&mut Journey>(entity)
        {
            journey.goal = goal;
        }
    }
    settle_at(world, claims, other, wants, theirs);
    settle_at(world, claims, id, post, body);
    true
}

/// Where a unit was sent, and where it is, px.
fn sent(world: &World, unit: UnitId) -> Option<(Journey, Vec2)> {
    let mut query = world.units.query_one::<(&Journey, &Front)>(world.entity(unit)?);
    let (journey, front) = query.get().ok()?;
    Some((*journey, front.position))
}

/// The ways of two units together, px, each given by where it is and where its place is: if they exchange their places, and
/// if they do not.
fn ways_of_both((from, place): (Vec2, Vec2), (there, theirs): (Vec2, Vec2)) -> (f32, f32) {
    let exchanged = from.distance(theirs) + there.distance(place);
    let before = from.distance(place) + there.distance(theirs);
    (exchanged, before)
}

/// Whether two units have room at two places, each given with its body, if they leave those where they are.
fn both_fit(
    world: &World,
    claims: &Claims,
    one: (UnitId, Vec2, Collider),
    two: (UnitId, Vec2, Collider),
) -> bool {
    let ((id, place, body), (other, there, theirs)) = (one, two);
    gap(body, theirs, place - there) >= -AT_POST
        && (body == theirs
            || fits_but_for(world, claims, [id, other], place, body)
                && fits_but_for(world, claims, [other, id], there, theirs))
}
