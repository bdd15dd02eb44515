//! A unit follows its route: when a waypoint is passed, and which one is next.
//!
//! # Source
//! [Article 003], the state machine: `MOVING`, `WAYPOINT_REACHED`.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use crate::geometry::Collider;
use crate::geometry::segment::share_abreast;
use crate::grid::{Grid, TILE};
use crate::unit::{Route, Waypoint};
use glam::Vec2;

/// A waypoint may be passed from this far away as soon as the next one is in sight, px. More cuts corners
/// earlier, less makes units bunch up at turns.
const PASSING_DISTANCE: f32 = 2.0 * TILE;
/// A waypoint this near, in radii, is passed even where the rim would still brush the corner: the unit slides
/// round.
const TURNING: f32 = 0.35;
/// Halvings in the search for the part of a leg that is in sight: to 1 px on a leg of a thousand.
const HALVINGS: u32 = 10;

/// What became of a unit's current waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// The next one is now current.
    Passed,
    /// It is still current.
    Same,
    /// The unit was carried to where none of its waypoints is in sight.
    Lost,
}

/// Puts a waypoint on the leg that a unit walks, in the place of the last one that was put on a leg.
fn put_on_leg(route: &mut Route, place: Vec2) {
    if let Some(old) = route.on_leg.take() {
        route.waypoints.remove(old as usize);
        route.next -= usize::from((old as usize) < route.next);
    }
    let end = route.waypoints[route.next];
    let remaining = end.remaining + place.distance(end.place);
    route.waypoints.insert(route.next, Waypoint { place, remaining });
    route.on_leg = Some(route.next as u32);
}

/// Of the leg between two waypoints the place farthest on that `glimpses` accepts, beginning abreast of
/// `position`.
fn farthest_in_sight(position: Vec2, from: Vec2, to: Vec2, glimpses: impl Fn(Vec2) -> bool) -> Option<Vec2> {
    let leg = to - from;
    let (mut near, mut far) = (share_abreast(position, from, to), 1.0);
    if !glimpses(from + leg * near) {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (near + far);
        *(if glimpses(from + leg * middle) { &mut near } else { &mut far }) = middle;
    }
    Some(from + leg * near)
}

/// Advances a route for a unit at `position`. With `look` it also makes sure that the current waypoint is in
/// sight, and goes back to an earlier one where it is not.
pub fn pass(grid: &Grid, route: &mut Route, position: Vec2, body: Collider, look: bool) -> Passage {
    let Some(Waypoint { place: current, .. }) = route.current() else { return Passage::Same };
    let sees = |place: Vec2| grid.line_is_free(position, place, body);
    let glimpses = |place: Vec2| grid.line_is_free(position, place, body.slim());
    let away = position.distance(current);
    let near = away <= PASSING_DISTANCE;
    let is_curved = route.next < route.curved as usize;
    let is_passed = |following: Vec2| match route.is_detour {
        // Over the heads of those whom it goes round it may see far.
        true => away <= body.radius,
        // However wide of it.
        false if is_curved => (position - current).dot(following - current) >= 0.0,
        false => away <= body.radius * TURNING || ((near || look) && sees(following)),
    };
    if let Some(following) = route.waypoints.get(route.next + 1)
        && is_passed(following.place)
    {
        route.next += 1;
        return Passage::Passed;
    }
    if look && !glimpses(current) {
        // Going far back is longer than any way that is planned anew.
        let is_near = |place: Vec2| position.distance(place) <= 2.0 * PASSING_DISTANCE;
        if let Some(before) = route.next.checked_sub(1).filter(|_| !is_curved)
            && let Some(place) =
                farthest_in_sight(position, route.waypoints[before].place, current, |place| {
                    is_near(place) && glimpses(place)
                })
        {
            put_on_leg(route, place);
            return Passage::Same;
        }
        let regained = |&earlier: &usize| {
            let Waypoint { place, .. } = route.waypoints[earlier];
            is_near(place) && glimpses(place)
        };
        return match (0..route.next).rev().find(regained) {
            Some(earlier) => {
                route.next = earlier;
                Passage::Same
            }
            None => Passage::Lost,
        };
    }
    Passage::Same
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;

    const BODY: Collider = Collider { shape: crate::geometry::Shape::Circle, radius: 9.0 };

    /// A wall across the map with a door of one tile in it, and a route straight through.
    fn door() -> (Grid, Route) {
        let tile = |place: usize| if place % 20 == 10 && place / 20 != 7 { Tile::Rock } else { Tile::Ground };
        let mut route = Route::default();
        route.set(&[Vec2::new(45.0, 225.0), Vec2::new(555.0, 225.0)]);
        route.next = 1;
        (Grid::new(20, 15, (0..300).map(tile).collect()), route)
    }

    #[test]
    fn who_is_carried_off_its_leg_goes_to_the_farthest_place_of_it_that_it_sees() {
        let (grid, mut route) = door();
        let position = Vec2::new(220.0, 160.0);
        assert_eq!(pass(&grid, &mut route, position, BODY, true), Passage::Same);
        let Waypoint { place, remaining } = route.waypoints[route.next];
        assert!(place.y == 225.0 && place.x > 230.0 && place.x < 340.0, "{place}");
        assert_eq!(route.waypoints.len(), 3);
        assert!((remaining - place.distance(Vec2::new(555.0, 225.0))).abs() < 1e-3);
    }

    #[test]
    fn however_often_it_is_carried_off_one_place_is_added_and_nothing_is_allocated() {
        let (grid, mut route) = door();
        let room = route.waypoints.capacity();
        for tick in 0..50 {
            let away = Vec2::new(150.0 + tick as f32, if tick % 2 == 0 { 150.0 } else { 300.0 });
            pass(&grid, &mut route, away, BODY, true);
            pass(&grid, &mut route, Vec2::new(150.0 + tick as f32, 225.0), BODY, true);
            assert!(route.waypoints.len() <= 3);
        }
        assert_eq!(route.end(), Some(Vec2::new(555.0, 225.0)));
        assert_eq!(route.waypoints.capacity(), room);
    }
}
