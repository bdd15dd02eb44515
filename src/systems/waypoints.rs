//! Stage 4: units on their way pass waypoints and learn which one is next.
//!
//! # Source
//! Article 003, the state machine: `MOVING`, `WAYPOINT_REACHED`.

use crate::collider::Collider;
use crate::components::*;
use crate::grid::{Grid, TILE};
use crate::sim::Sim;
use glam::Vec2;

/// A waypoint may be passed from this far away as soon as the next one is in sight, px. More cuts corners earlier,
/// less makes units bunch up at turns.
const PASSING_DISTANCE: f32 = 2.0 * TILE;
/// Ticks between looks whether a unit was pushed out of sight of its waypoint. Fewer cost time, more let it press
/// against a corner for longer.
const LOOK_EVERY: u64 = 8;
/// A waypoint this near, in radii, is passed even where the rim would still brush the corner: the unit slides round.
const TURNING: f32 = 0.35;
/// A unit counts as out of sight of its waypoint when not even a body of this fraction of its radius could go straight
/// there: brushing a corner is no reason to turn back.
const SLIM: f32 = 0.5;

/// Advances every unit that moves along its route.
pub fn advance(sim: &mut Sim) {
    let tick = sim.tick;
    let grid = &sim.grid;
    for (unit, state, route, front, body, guidance) in
        sim.world.query_mut::<(&Unit, &mut State, &mut Route, &Front, &Body, &Guidance)>()
    {
        if !matches!(state, State::Moving | State::WaypointReached) || guidance.lead != Lead::Own {
            continue;
        }
        let body = Collider { shape: body.shape, radius: body.radius };
        let look = (tick + u64::from(unit.id.0)).is_multiple_of(LOOK_EVERY);
        *state = match pass(grid, route, front.position, body, look) {
            Passage::Passed => State::WaypointReached,
            Passage::Same => State::Moving,
            Passage::Lost => State::WaitingForPath,
        };
    }
}

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

/// Advances a route for a unit at `position`. With `look` it also makes sure that the current waypoint is in sight,
/// and goes back to an earlier one where it is not.
pub fn pass(grid: &Grid, route: &mut Route, position: Vec2, body: Collider, look: bool) -> Passage {
    let Some(&current) = route.waypoints.get(route.next) else { return Passage::Same };
    let sees = |place: Vec2| grid.line_is_free(position, place, body);
    let glimpses =
        |place: Vec2| grid.line_is_free(position, place, Collider { radius: body.radius * SLIM, ..body });
    let near = position.distance_squared(current) <= PASSING_DISTANCE * PASSING_DISTANCE;
    if let Some(&following) = route.waypoints.get(route.next + 1)
        && (position.distance(current) <= body.radius * TURNING || ((near || look) && sees(following)))
    {
        route.next += 1;
        return Passage::Passed;
    }
    if look && !glimpses(current) {
        // Going far back is longer than any way that is planned anew.
        let is_near = |place: Vec2| position.distance(place) <= 2.0 * PASSING_DISTANCE;
        let regained =
            |&earlier: &usize| is_near(route.waypoints[earlier]) && glimpses(route.waypoints[earlier]);
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
