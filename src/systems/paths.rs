//! Stage 3: who waits for a way asks for it, and answers that are ready become routes.

use crate::components::*;
use crate::order::Target;
use crate::sim::{Event, Sim};
use glam::Vec2;

/// Asks and answers.
pub fn serve(sim: &mut Sim) {
    let mut asking = Vec::new();
    for (unit, state, tasks, front, asked) in
        sim.world.query_mut::<(&Unit, &State, &Tasks, &Front, &mut Asked)>()
    {
        if *state == State::WaitingForPath && *asked == Asked::No {
            let goal = match &tasks.current {
                Some(Task::Move { slot, .. }) => *slot,
                Some(Task::Patrol { route, leg }) => route[*leg],
                Some(Task::Follow { .. }) | Some(Task::Hold) | None => front.position,
            };
            asking.push((unit.id, front.position, goal));
        }
    }
    for (id, _, goal) in asking {
        accept(sim, id, &[goal], true);
    }
    let _ = Target::Unit;
}

/// Turns an answer into a route. `complete` is false where the way only leads to the nearest reachable place.
fn accept(sim: &mut Sim, id: UnitId, waypoints: &[Vec2], complete: bool) {
    let Some(entity) = sim.entity(id) else { return };
    type Columns<'a> =
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Journey, &'a mut Asked, &'a Front);
    let mut query = sim.world.query_one::<Columns>(entity);
    let (state, tasks, route, journey, asked, front) =
        query.get().expect("every unit has all unit components");
    *asked = Asked::No;
    route.set(waypoints);
    if *state == State::WaitingForPath {
        *state = State::Moving;
    }
    let Some(&end) = waypoints.last() else { return };
    if let Some(Task::Move { slot, .. }) = &mut tasks.current {
        if tasks.fresh {
            journey.length += front.position.distance(route.waypoints[0]) + route.remaining[0];
        }
        if !complete {
            *slot = end;
            if tasks.queue.is_empty() {
                journey.goal = Some(end);
                journey.gave_up = Some(GaveUp::Unreachable);
            }
            sim.events.push(Event::Unreachable(id, end));
        }
    }
    tasks.fresh = false;
}

impl Route {
    /// Replaces the route.
    pub fn set(&mut self, waypoints: &[Vec2]) {
        self.next = 0;
        self.waypoints.clear();
        self.waypoints.extend_from_slice(waypoints);
        self.remaining.clear();
        self.remaining.resize(waypoints.len(), 0.0);
        for i in (1..waypoints.len()).rev() {
            self.remaining[i - 1] = self.remaining[i] + waypoints[i].distance(waypoints[i - 1]);
        }
    }
}
