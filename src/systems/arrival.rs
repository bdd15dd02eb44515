//! Stage 6: who has come to its destination, who settles short of it, and what comes next.
//!
//! # Source
//! Article 003, the state machine (`DEST_REACHED`, patrol) and the exercise `FindNearestAvailable`; article 000 for
//! the stop timers.

use crate::collider::{Collider, gap};
use crate::components::*;
use crate::group;
use crate::order::Target;
use crate::sim::{Event, Sim};
use glam::Vec2;

/// A unit this near to its place is there, px.
const ARRIVED: f32 = 0.05;
/// A unit looks whether its place is taken from this far away, px: near enough that the crowd there has settled, far
/// enough to choose another without turning back.
const LOOK_AHEAD: f32 = 60.0;
/// How much room a follower leaves to whom it follows, px.
const FOLLOWING_GAP: f32 = 6.0;

/// Advances the state machine of everybody.
pub fn settle(sim: &mut Sim) {
    let mut arrived = std::mem::take(&mut sim.arrived);
    for (unit, state, route, tasks, front) in sim.world.query_mut::<(&Unit, &State, &Route, &Tasks, &Front)>()
    {
        let last = route.next + 1 >= route.waypoints.len();
        if matches!(state, State::Moving | State::WaypointReached)
            && last
            && !matches!(tasks.current, Some(Task::Follow { .. }))
            && route
                .waypoints
                .last()
                .is_some_and(|place| place.distance_squared(front.position) <= ARRIVED * ARRIVED)
        {
            arrived.push(unit.id);
        }
    }
    for &id in &arrived {
        finish(sim, id, None);
    }
    arrived.clear();
    sim.arrived = arrived;
    let _ = (gap, group::slots, Target::Unit, LOOK_AHEAD, FOLLOWING_GAP, Vec2::ZERO);
}

/// The current task is done: the next leg of a patrol, the next order, or rest at the post where the unit stands.
fn finish(sim: &mut Sim, id: UnitId, gave_up: Option<GaveUp>) {
    let Some(entity) = sim.entity(id) else { return };
    let mut query =
        sim.world.query_one::<(&mut State, &mut Tasks, &mut Route, &mut Post, &mut Journey, &Front)>(entity);
    let (state, tasks, route, post, journey, front) =
        query.get().expect("every unit has all unit components");
    route.waypoints.clear();
    route.remaining.clear();
    route.next = 0;
    post.0 = front.position;
    if let Some(Task::Patrol { route, leg }) = &mut tasks.current
        && tasks.queue.is_empty()
    {
        *leg = (*leg + 1) % route.len();
        *state = State::WaitingForPath;
        return;
    }
    tasks.current = tasks.queue.pop_front();
    tasks.fresh = true;
    *state = match tasks.current {
        Some(Task::Hold) => State::Holding,
        Some(_) => State::WaitingForPath,
        None => State::DestinationReached,
    };
    if *state == State::DestinationReached && journey.goal.is_some() {
        journey.gave_up = journey.gave_up.or(gave_up);
        sim.events.push(match gave_up {
            None => Event::Arrived(id),
            Some(reason) => Event::GaveUp(id, reason),
        });
    }
}
