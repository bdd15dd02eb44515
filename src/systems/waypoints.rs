//! Units on their way pass waypoints and learn which one is next. How a route is followed is in
//! [`crate::path::following`].

use crate::movement::predictive::Parameters;
use crate::neighbours::CHUNK;
use crate::path::following::{Passage, pass};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use rayon::prelude::*;

/// Ticks between looks whether a unit was pushed out of sight of its waypoint. Fewer cost time, more let it
/// press against a corner for longer.
const SIGHT_CHECKED_EVERY: u64 = 8;

/// Advances every unit that moves along its route.
pub fn advance(world: &mut World) {
    let World { units, grid, predictive, tick, .. } = world;
    let (unit, front, body) = (units.column::<Unit>(), units.column::<Front>(), units.column::<Body>());
    let (mut state, mut route) = (units.column_mut::<State>(), units.column_mut::<Route>());
    let guidance = units.column::<Guidance>();
    let rows = (&unit[..], &mut state[..], &mut route[..], &front[..], &body[..], &guidance[..]);
    rows.into_par_iter().with_min_len(CHUNK).for_each(|(unit, state, route, front, body, guidance)| {
        if !guidance.walks_own_way(*state) || halts(*state, front, predictive.of(unit.tuning)) {
            return;
        }
        let look = (*tick + u64::from(unit.id.0)).is_multiple_of(SIGHT_CHECKED_EVERY);
        *state = match pass(grid, route, front.position, body.collider(), look) {
            Passage::Passed => State::WaypointReached,
            Passage::Same => State::Moving,
            Passage::Lost => State::WaitingForPath,
        };
    });
}

/// Whether a unit that has passed a waypoint comes to a stop there first, as article 003 does to begin with.
pub(super) fn halts(state: State, front: &Front, parameters: &Parameters) -> bool {
    parameters.stops_at_waypoints && state == State::WaypointReached && front.velocity != Vec2::ZERO
}
