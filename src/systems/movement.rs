//! Stage 5: the crowd moves. Gather the hecs columns into the packed crowd, let the models answer, scatter back.

use crate::collider::{Collider, gap};
use crate::components::*;
use crate::sim::Sim;
use glam::Vec2;

/// Moves everybody by one step.
pub fn step(sim: &mut Sim) {
    for obstacle in &mut sim.obstacles {
        obstacle.previous = obstacle.position;
        obstacle.position = obstacle.at_tick(sim.tick);
    }
    let mut all: Vec<(hecs::Entity, u32, Vec2, Collider, Vec2, f32)> = Vec::new();
    for (entity, unit, front, body, state, route) in
        sim.world.query::<(hecs::Entity, &Unit, &Front, &Body, &State, &Route)>().iter()
    {
        let target = if matches!(state, State::Moving | State::WaypointReached) {
            route.waypoints.get(route.next).copied().unwrap_or(front.position)
        } else {
            front.position
        };
        let collider = Collider { shape: body.shape, radius: body.radius };
        all.push((entity, unit.id.0, front.position, collider, target, body.speed * DT));
    }
    all.sort_by_key(|unit| unit.1);
    for i in 0..all.len() {
        let (_, _, at, body, target, step) = all[i];
        let way = (target - at).clamp_length_max(step);
        let next = at + way;
        let blocked = !sim.grid.is_free(next, body)
            || (0..all.len()).any(|j| {
                j != i
                    && (all[j].2 - at).length_squared() < 10000.0
                    && gap(body, all[j].3, next - all[j].2) < 0.0
            });
        if !blocked {
            all[i].2 = next;
        }
    }
    for &(entity, _, at, ..) in &all {
        let mut query =
            sim.world
                .query_one::<(&mut Front, &mut Position, &mut PreviousPosition, &mut Velocity, &mut Heading)>(
                    entity,
                );
        let (front, position, previous, velocity, heading) = query.get().expect("unit");
        front.velocity = (at - front.position) / DT;
        front.position = at;
        previous.0 = position.0;
        position.0 = at;
        velocity.0 = front.velocity;
        heading.0 = velocity.0.try_normalize().unwrap_or(heading.0);
    }
}
