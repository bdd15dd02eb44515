//! The ways of a loose group's members: the commander's, with a place of its own for each at every waypoint.
//!
//! They are made a few at a time, so that an order to thousands takes several ticks instead of a long one.
//!
//! # Source
//! [Article 003], "Waypoints": on each waypoint of the commander's path every unit gets "the nearest possible
//! tile", searched and assigned in the same order, so that ways do not cross. It departs in using a lattice
//! as fine as the members are wide instead of tiles, and in taking only places that lie in sight of the
//! commander's next waypoint: nobody is sent into a side street.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::places::{in_order, places_around};
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::obstacles::Obstacle;
use glam::Vec2;
use rayon::prelude::*;

/// Most places that are looked for around a waypoint, so that an order to thousands answers at once;
/// neighbours share them, as they pass one after the other.
const MAX_PLACES: usize = 200;
/// Routes that are made at once. More keeps more threads busy, less keeps ticks even.
const SLICE: usize = 1000;
/// What a look along a line costs in the pathfinder's measure (about 0.1 µs each): this, and one per …
const LINE_COSTS: usize = 4;
/// … so many px.
const PX_PER_WORK: f32 = 4.0 * TILE;
/// What it costs to deal the places at a waypoint, per member.
const DEAL_COSTS: usize = 2;

/// What a member of a loose group needs a route for. Places px.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Walk {
    /// Its number.
    pub unit: UnitId,
    /// Where it sets out.
    pub from: Vec2,
    /// Its outline.
    pub body: Collider,
    /// Its own place in the end.
    pub slot: Vec2,
}

/// The routes of a loose group in the making. Places px.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Routing {
    /// The biggest member.
    body: Collider,
    /// From centre to centre of two members, px.
    spacing: f32,
    /// The commander's waypoints; the last one is the goal.
    waypoints: Vec<Vec2>,
    /// Members that need a route, by id.
    walks: Vec<Walk>,
    /// How many of them have theirs.
    made: usize,
    /// The places at the first waypoints, none at the goal.
    legs: Vec<Leg>,
    /// Revision of the map for which the legs were planned.
    revision: u64,
}

/// Places around a waypoint, all in sight of it and of the next one, px.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Leg {
    places: Vec<Vec2>,
    /// Index of each member's place.
    of: Vec<usize>,
    /// The pairs of a place at the waypoint before and one here that are in sight of each other, sorted.
    seen: Vec<(usize, usize)>,
    /// Whether each place is in sight of the waypoint before.
    seen_from_waypoint: Vec<bool>,
}

/// A route for each of some members, empty where one has no straight way to the commander's and must be
/// planned alone; and what it took to make them, in the pathfinder's measure.
pub type Made = (Vec<(UnitId, Vec<Vec2>)>, usize);

impl Routing {
    /// For members (by id) that go along the commander's waypoints, with the biggest member's body and their
    /// spacing, px.
    pub fn new(body: Collider, spacing: f32, waypoints: Vec<Vec2>, walks: Vec<Walk>) -> Routing {
        Routing { body, spacing, waypoints, walks, made: 0, legs: Vec::new(), revision: 0 }
    }

    /// Members that have no route yet, by id.
    pub fn pending(&self) -> &[Walk] {
        &self.walks[self.made..]
    }

    /// Goes on by a piece: the places at a waypoint, or some routes.
    pub fn step(&mut self, grid: &Grid, obstacles: &[Obstacle]) -> Made {
        if self.revision != grid.revision() {
            (self.legs, self.revision) = (Vec::new(), grid.revision());
        }
        if self.legs.len() + 1 < self.waypoints.len() {
            let leg = self.next_leg(grid, obstacles);
            let lines = 2 * leg.places.len() + leg.seen.len();
            self.legs.push(leg);
            return (Vec::new(), DEAL_COSTS * self.walks.len() + LINE_COSTS * lines);
        }
        let slice = self.made..(self.made + SLICE).min(self.walks.len());
        self.made = slice.end;
        let route = |member: usize| {
            let Walk { unit, from, slot, .. } = self.walks[member];
            let route = self.route(grid, member).unwrap_or_default();
            let length = (from.distance(slot) / PX_PER_WORK) as usize;
            ((unit, route), LINE_COSTS * (1 + self.legs.len()) + length)
        };
        let made: Vec<((UnitId, Vec<Vec2>), usize)> = slice.into_par_iter().map(route).collect();
        let work = made.iter().map(|(_, work)| work).sum();
        (made.into_iter().map(|(route, _)| route).collect(), work)
    }

    /// A place for each member near the next waypoint that has none yet.
    fn next_leg(&self, grid: &Grid, obstacles: &[Obstacle]) -> Leg {
        let turn = self.legs.len();
        let (here, next) = (self.waypoints[turn], self.waypoints[turn + 1]);
        let sees = |from: Vec2, to: Vec2| grid.line_is_free(from, to, self.body);
        let count = self.walks.len().min(MAX_PLACES);
        let mut places = places_around(grid, obstacles, here, self.body, self.spacing, count);
        places.retain(|&place| sees(place, here) && sees(place, next));
        if places.is_empty() {
            places.push(here);
        }
        let from: Vec<Vec2> = self.walks.iter().map(|walk| walk.from).collect();
        let middle = from.iter().copied().sum::<Vec2>() / from.len().max(1) as f32;
        // Where there is less room than members they share places: they pass them one after the other.
        let of = in_order(&from, &places, here - middle);
        let (mut seen, mut seen_from_waypoint) = (Vec::new(), Vec::new());
        if let Some(before) = self.legs.last() {
            let mut pairs: Vec<(usize, usize)> = before.of.iter().copied().zip(of.iter().copied()).collect();
            pairs.par_sort_unstable();
            pairs.dedup();
            let is_seen = |&(a, b): &(usize, usize)| sees(before.places[a], places[b]);
            seen = pairs.into_par_iter().filter(is_seen).collect();
            seen_from_waypoint = places.iter().map(|&place| sees(self.waypoints[turn - 1], place)).collect();
        }
        Leg { places, of, seen, seen_from_waypoint }
    }

    /// The route of a member. Each place is in sight of the one before: where the own one is not, the
    /// commander's takes its place.
    fn route(&self, grid: &Grid, member: usize) -> Option<Vec<Vec2>> {
        let Walk { from, body, slot, .. } = self.walks[member];
        let sees = |from: Vec2, to: Vec2| grid.line_is_free(from, to, body);
        let (&goal, waypoints) = self.waypoints.split_last()?;
        let mut route = vec![slot];
        // From the end: a place of its own is of use only if the next one can be seen from it.
        let mut next_is_own = true;
        for (turn, (leg, &waypoint)) in self.legs.iter().zip(waypoints).enumerate().rev() {
            let place = leg.places[leg.of[member]];
            let onward = self.legs.get(turn + 1);
            let sees_next = match onward {
                _ if !next_is_own => true,
                Some(next) => next.seen.binary_search(&(leg.of[member], next.of[member])).is_ok(),
                None => sees(place, slot),
            };
            if sees_next {
                route.push(place);
                next_is_own = true;
                continue;
            }
            let waypoint_sees = match onward {
                Some(next) => next.seen_from_waypoint[next.of[member]],
                None => sees(waypoint, slot),
            };
            if !waypoint_sees {
                if onward.is_none() && !sees(goal, slot) {
                    return None;
                }
                route.push(self.waypoints[turn + 1]);
            }
            route.push(waypoint);
            next_is_own = false;
        }
        // And from the start: a member that does not see its first place goes by the commander's.
        let first = *route.last()?;
        if !sees(from, first) {
            let by = self.waypoints[0];
            if !sees(from, by) || !sees(by, first) {
                return None;
            }
            route.push(by);
        }
        route.reverse();
        route.dedup();
        Some(route)
    }
}
