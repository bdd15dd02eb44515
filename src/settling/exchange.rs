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

use super::claims::{PlaceClaim, PlaceClaims};
use super::site::{AT_POST, Moves, Settler, Site};
use crate::geometry::{Collider, gap};
use crate::ids::UnitId;
use glam::Vec2;

/// Two of a group exchange their places if that makes their ways together shorter by this, px: less, and
/// those who are thrown about exchange to and fro.
const SHORTER: f32 = 1.0;

/// A unit that stands on the place that another was sent to, but was sent elsewhere itself and is astray,
/// leaves it: for its own place if that is free but for the other, else for where the other stands.
///
/// Where everybody has a place of its own, two who stopped on each other's would stay there for ever. Each
/// change brings one more to its own place and nobody away from it, so there is an end of changes.
pub fn change_places(settler: &Settler, site: Site, claims: &PlaceClaims) -> Option<Moves> {
    let &Settler { id, at, body, center, .. } = settler;
    let is_astray = |place: Vec2, goal: Vec2, body: Collider| place.distance(goal) > body.radius;
    let mut on_it = claims.on(id, center, body);
    let other = on_it.next().filter(|other| on_it.next().is_none() && other.rests)?;
    let (goal, theirs) = (other.goal?, other.body);
    if !is_astray(at, center, body)
        || !makes_room(other, settler.team, site)
        || !is_astray(other.place, goal, theirs)
    {
        return None;
    }
    // The places of the two themselves may overlap.
    let fits = |&place: &Vec2| {
        gap(theirs, body, place - center) >= 0.0
            && fits_but_for(site, claims, [other.unit, id], place, theirs)
    };
    let place = [goal, at].into_iter().find(fits)?;
    let is_left_to_it = goal != center && fits_but_for(site, claims, [id, other.unit], center, body);
    is_left_to_it.then(|| Moves::posts([(other.unit, place), (id, center)]))
}

/// The unit at rest in the way of another to `wanted` that may move on there, and leave its own post to that
/// other: if both were sent to one place, both fit, and neither has to go much farther.
pub fn exchange_posts<'c>(
    settler: &Settler,
    wanted: Vec2,
    site: Site,
    claims: &'c PlaceClaims,
) -> Option<&'c PlaceClaim> {
    let other = in_the_way(settler, wanted, site, claims)?;
    let (exchanged, before) = ways_of_both((settler.at, wanted), (other.at, other.place));
    // Of two who are both off their posts only one order is the shorter one: else they would exchange for
    // ever.
    let is_at_post = other.at.distance(other.place) < AT_POST;
    // By as much as its radius: a unit that stands in a way is never exactly on it.
    let longer = if is_at_post { settler.body.radius } else { -AT_POST };
    let exchanges = other.goal == Some(settler.center)
        && exchanged <= before + longer
        && both_fit(settler, wanted, other, site, claims);
    exchanges.then_some(other)
}

/// A unit at rest in the way of another to its post that was sent with it in one group takes that post for
/// its own, and leaves its own to the other, if that is the shorter way for both together.
///
/// A group's order names no places, so any member may stand on any of them. In a narrow place those who came
/// in another order than that of their places would else push each other to and fro.
pub fn exchange_goals(settler: &Settler, post: Vec2, site: Site, claims: &PlaceClaims) -> Option<Moves> {
    let other = in_the_way(settler, post, site, claims)?;
    let (exchanged, before) = ways_of_both((settler.at, post), (other.at, other.place));
    let exchanges = settler.group != 0
        && settler.group == other.group
        && exchanged + SHORTER <= before
        && both_fit(settler, post, other, site, claims);
    exchanges.then(|| Moves {
        goals: [(settler.id, other.goal), (other.unit, Some(settler.center))].into(),
        ..Moves::posts([(other.unit, post), (settler.id, other.place)])
    })
}

/// Whether a unit may be given another post by one of a team.
pub(super) fn makes_room(claim: &PlaceClaim, team: u16, site: Site) -> bool {
    claim.can_move && !site.enemies.are(team, claim.team)
}

/// The first unit at rest in the straight way of another to a place, if it makes room.
fn in_the_way<'c>(
    settler: &Settler,
    place: Vec2,
    site: Site,
    claims: &'c PlaceClaims,
) -> Option<&'c PlaceClaim> {
    let first = claims.first_in_the_way(settler.id, settler.at, place, settler.body);
    first.filter(|other| makes_room(other, settler.team, site))
}

/// Whether a body has room at a place on which nobody has a claim but two units, its own among them.
fn fits_but_for(site: Site, claims: &PlaceClaims, two: [UnitId; 2], place: Vec2, body: Collider) -> bool {
    site.has_room(place, body) && claims.gap_to(two[0], place, body, |claim| claim.unit != two[1]) >= 0.0
}

/// The ways of two units together, px, each given by where it is and where its place is: if they exchange
/// their places, and if they do not.
fn ways_of_both((at, place): (Vec2, Vec2), (there, theirs): (Vec2, Vec2)) -> (f32, f32) {
    let exchanged = at.distance(theirs) + there.distance(place);
    let before = at.distance(place) + there.distance(theirs);
    (exchanged, before)
}

/// Whether a unit has room at the post of another, and that one at the place that the first one gives up.
fn both_fit(settler: &Settler, given_up: Vec2, other: &PlaceClaim, site: Site, claims: &PlaceClaims) -> bool {
    let (id, body) = (settler.id, settler.body);
    gap(body, other.body, other.place - given_up) >= -AT_POST
        && (body == other.body
            || fits_but_for(site, claims, [id, other.unit], other.place, body)
                && fits_but_for(site, claims, [other.unit, id], given_up, other.body))
}
