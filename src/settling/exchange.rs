//! Two units exchange their posts, or the places that they were sent to, where that spares one of them the
//! way through others.
//!
//! # Source
//! Beyond [article 003], whose units share tiles out once and for all. In a crowd that touches, a unit that
//! was pushed out would have to push others out to get back, and they again: so the unit that it would push
//! takes its post instead, and gives up the own one, as in the exchange of goals of Target Assignment and
//! Path Finding (Okumura, Défago: *Solving Simultaneous Target Assignment and Path Planning Efficiently with
//! Time-Independent Execution*, ICAPS, <https://arxiv.org/abs/2109.04264>, 2022).
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::claims::PlaceClaim;
use super::places::RoomSearch;
use super::site::{AT_POST, Moves, SETTLED_GAP, Settler};
use crate::geometry::{Collider, gap};
use crate::ids::UnitId;
use glam::Vec2;

/// A unit that stands on the place that another was sent to, but was sent elsewhere itself and is astray,
/// leaves it for its own place, if that is free but for the other.
///
/// Where everybody has a place of its own, two who stopped on each other's would stay there for ever. Each
/// change brings one or two to their own places and nobody away from it, so there is an end of changes.
pub fn change_places(room: &RoomSearch) -> Option<Moves> {
    let &Settler { id, at, body, center, .. } = room.settler;
    let is_astray = |place: Vec2, goal: Vec2, body: Collider| place.distance(goal) > body.radius;
    let mut on_it = room.claims.on(id, center, body);
    let other = on_it.next().filter(|other| on_it.next().is_none() && other.rests)?;
    let (goal, theirs) = (other.goal, other.body);
    // The places of the two themselves may overlap.
    let changes = goal != center
        && is_astray(at, center, body)
        && is_astray(other.place, goal, theirs)
        && room.may_move(other)
        && gap(theirs, body, goal - center) >= 0.0
        && fits_but_for(room, [other.unit, id], goal, theirs)
        && fits_but_for(room, [id, other.unit], center, body);
    changes.then(|| Moves::posts([(other.unit, goal), (id, center)]))
}

/// The unit at rest in the way of another to `place` that moves on there, and leaves its own post to that
/// other: if it was sent to the same place or in the same group, both fit, and both ways together become
/// shorter.
///
/// A group's order names no places, so any member may stand on any of them. In a narrow place those who came
/// in another order than that of their places would else push each other to and fro. Where both were sent to
/// one place, a unit that is pushed through the crowd may stand beside the straight way, so one at its post
/// is let go a detour of a radius.
pub fn exchange<'a>(room: &RoomSearch<'a>, place: Vec2) -> Option<&'a PlaceClaim> {
    let settler = room.settler;
    let other = room.first_in_the_way(place).filter(|other| room.may_move(other))?;
    let shares_goal = other.goal == settler.center;
    let shares_group = settler.group != 0 && settler.group == other.group;
    let exchanged = settler.at.distance(other.place) + other.at.distance(place);
    let before = settler.at.distance(place) + other.at.distance(other.place);
    let is_at_post = other.at.distance(other.place) < AT_POST;
    let longer = if shares_goal && is_at_post { settler.body.radius } else { -SETTLED_GAP };
    let exchanges =
        (shares_goal || shares_group) && exchanged <= before + longer && both_fit(room, place, other);
    exchanges.then_some(other)
}

/// Whether a body has room at a place on which nobody has a claim but two units, its own among them.
fn fits_but_for(room: &RoomSearch, two: [UnitId; 2], place: Vec2, body: Collider) -> bool {
    room.site.has_room(place, body)
        && room.claims.gap_to(two[0], place, body, |claim| claim.unit != two[1]) >= 0.0
}

/// Whether a unit has room at the post of another, and that one at the place that the first one gives up.
fn both_fit(room: &RoomSearch, given_up: Vec2, other: &PlaceClaim) -> bool {
    let &Settler { id, body, .. } = room.settler;
    gap(body, other.body, other.place - given_up) >= -AT_POST
        && (body == other.body
            || fits_but_for(room, [id, other.unit], other.place, body)
                && fits_but_for(room, [other.unit, id], given_up, other.body))
}
