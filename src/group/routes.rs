//! The ways of a loose group's members: the commander's, with a place of its own for each at every waypoint.
//!
//! # Source
//! Article 003, "Waypoints": on each waypoint of the commander's path every unit gets "the nearest possible tile", searched
//! and assigned in the same order, so that ways do not cross. It departs in using a lattice as fine as the members are
//! wide instead of tiles, and in taking only places that lie in sight of the commander's next waypoint: nobody is sent
//! into a side street.

use super::places::{in_order, places_around};
use crate::collider::Collider;
use crate::grid::Grid;
use crate::obstacles::Obstacle;
use glam::Vec2;

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
    let mut routes = vec![Vec::new(); members.len()];
    let mut at: Vec<Vec2> = members.iter().map(|member| member.0).collect();
    let mut lost = vec![false; members.len()];
    let legs = ways.waypoints.len().saturating_sub(1);
    for leg in 0..legs {
        let (here, next) = (ways.waypoints[leg], ways.waypoints[leg + 1]);
        let own = own_places(ways, here, next, &at);
        for (i, &(_, body)) in members.iter().enumerate() {
            let sees = |place: Vec2| ways.grid.line_is_free(at[i], place, body);
            // Later legs start in sight of the commander's next waypoint.
            let place = if sees(own[i]) {
                own[i]
            } else {
                lost[i] |= leg == 0 && !sees(here);
                here
            };
            routes[i].push(place);
            at[i] = place;
        }
    }
    let goal = ways.waypoints.last().copied();
    for (i, &(_, body)) in members.iter().enumerate() {
        let sees = |from: Vec2, to: Vec2| ways.grid.line_is_free(from, to, body);
        if !sees(at[i], slots[i]) {
            let by = goal.filter(|&goal| sees(goal, slots[i]) && (legs > 0 || sees(at[i], goal)));
            lost[i] |= by.is_none();
            routes[i].extend(by);
        }
        routes[i].push(slots[i]);
        if lost[i] {
            routes[i].clear();
        }
    }
    routes
}

/// A place near `here` for each member that comes from `at`, in sight of `here` and of `next`.
fn own_places(ways: Ways, here: Vec2, next: Vec2, at: &[Vec2]) -> Vec<Vec2> {
    let Ways { grid, obstacles, body, spacing, .. } = ways;
    let mut places = places_around(grid, obstacles, here, body, spacing, at.len());
    places.retain(|&place| grid.line_is_free(place, here, body) && grid.line_is_free(place, next, body));
    if places.is_empty() {
        return vec![here; at.len()];
    }
    let middle = at.iter().copied().sum::<Vec2>() / at.len().max(1) as f32;
    // Where there is less room than members they share places: they pass them one after the other.
    in_order(at, &places, here - middle)
}
