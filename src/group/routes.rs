//! The ways of a loose group's members: the commander's, with a place of its own for each at every waypoint.
//!
//! # Source
//! Article 003, "Waypoints": on each waypoint of the commander's path every unit gets "the nearest possible tile", searched
//! and assigned in the same order, so that ways do not cross. It departs in using a lattice as fine as the members are
//! wide instead of tiles, and in taking only places that lie in sight of the commander's next waypoint: nobody is sent
//! into a side street.

use super::places::{in_order, places_around};
use crate::geometry::Collider;
use crate::grid::Grid;
use crate::obstacles::Obstacle;
use glam::Vec2;
use rayon::prelude::*;

/// Most places that are looked for around a waypoint, so that an order to thousands answers at once; neighbours share
/// them, as they pass one after the other.
const MOST_PLACES: usize = 200;

/// What the routes are made from. Places px.
#[derive(Clone, Copy)]
pub struct Ways<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// Obstacles.
    pub obstacles: &'a [Obstacle],
    /// The biggest member.
    pub body: Collider,
    /// From centre to centre of two members, px.
    pub spacing: f32,
    /// The commander's waypoints; the last one is the goal.
    pub waypoints: &'a [Vec2],
}

/// A route for each member, from where it is to its own final place; empty where it has no straight way to the
/// commander's, and must be planned alone.
pub fn routes(ways: Ways, members: &[(Vec2, Collider)], slots: &[Vec2]) -> Vec<Vec<Vec2>> {
    let from: Vec<Vec2> = members.iter().map(|member| member.0).collect();
    let own: Vec<Vec<Vec2>> =
        ways.waypoints.windows(2).map(|leg| own_places(ways, leg[0], leg[1], &from)).collect();
    let route = |(member, &(at, body)): (usize, &(Vec2, Collider))| {
        let places: Vec<Vec2> = own.iter().map(|places| places[member]).collect();
        one_route(ways, at, body, &places, slots[member]).unwrap_or_default()
    };
    members.par_iter().enumerate().map(route).collect()
}

/// The route of one member that has a place of its own at every waypoint but the last. Each place is in sight of the one
/// before: where the own one is not, the commander's takes its place.
fn one_route(ways: Ways, at: Vec2, body: Collider, own: &[Vec2], slot: Vec2) -> Option<Vec<Vec2>> {
    let sees = |from: Vec2, to: Vec2| ways.grid.line_is_free(from, to, body);
    let goal = *ways.waypoints.last()?;
    let mut route = vec![slot];
    // From the end: a place of its own is of use only if the next one can be seen from it.
    for (leg, &place) in own.iter().enumerate().rev() {
        let next = *route.last()?;
        let commanders = ways.waypoints[leg];
        if sees(place, next) {
            route.push(place);
        } else {
            if !sees(commanders, next) {
                route.push(ways.waypoints[leg + 1]);
            }
            route.push(commanders);
        }
    }
    if own.is_empty() && !sees(at, slot) {
        route.push(goal);
    }
    // And from the start: who does not see its first place goes by the commander's.
    let first = *route.last()?;
    if !sees(at, first) {
        let commanders = ways.waypoints[0];
        if !sees(at, commanders) || !sees(commanders, first) {
            return None;
        }
        route.push(commanders);
    }
    route.reverse();
    route.dedup();
    let legs_are_free = route.windows(2).all(|leg| sees(leg[0], leg[1]));
    legs_are_free.then_some(route)
}

/// A place near `here` for each member that comes from `at`, in sight of `here` and of `next`.
fn own_places(ways: Ways, here: Vec2, next: Vec2, at: &[Vec2]) -> Vec<Vec2> {
    let Ways { grid, obstacles, body, spacing, .. } = ways;
    let count = at.len().min(MOST_PLACES);
    let mut places = places_around(grid, obstacles, here, body, spacing, count);
    places.retain(|&place| grid.line_is_free(place, here, body) && grid.line_is_free(place, next, body));
    if places.is_empty() {
        return vec![here; at.len()];
    }
    let middle = at.iter().copied().sum::<Vec2>() / at.len().max(1) as f32;
    // Where there is less room than members they share places: they pass them one after the other.
    in_order(at, &places, here - middle).into_iter().map(|place| places[place]).collect()
}
