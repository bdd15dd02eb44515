//! Stage 7: who has a new order makes its promises anew, so that the order shows at once.
//!
//! # Source
//! Article 003's queue of predicted positions is only ever popped and appended to; that would delay every order by the
//! length of the queue. See [`crate::movement::predictive::queue`] for what may be replaced.

use crate::components::*;
use crate::movement::flight::{Mover, flight};
use crate::movement::predictive::queue::{Keep, LENGTH, MovingCircle, Neighbour, Promises, Walker, rebuild};
use crate::sim::Sim;
use glam::Vec2;
use hecs::Entity;

/// Units that are renewed in one tick. More answers huge orders sooner, less keeps ticks even; the others begin when
/// their queue has run out, 133 ms later.
const MOST: usize = 4096;

/// Renews the promises of units that were given a new order, in the order of ids.
pub fn renew(sim: &mut Sim) {
    if sim.renewing.is_empty() {
        return;
    }
    let mut renewing = std::mem::take(&mut sim.renewing);
    renewing.sort_unstable();
    renewing.dedup();
    sim.moving_circles.clear();
    sim.moving_circles.extend(sim.obstacles.iter().map(|obstacle| MovingCircle {
        centers: std::array::from_fn(|index| obstacle.at_tick(sim.tick + index as u64)),
        radius: obstacle.radius,
    }));
    renewing.drain(..).take(MOST).for_each(|id| renew_one(sim, id));
    sim.renewing = renewing;
}

fn renew_one(sim: &mut Sim, id: UnitId) {
    let Some(entity) = sim.entity(id) else { return };
    let mut near = std::mem::take(&mut sim.near);
    type Columns<'a> = (
        &'a mut Promises,
        &'a mut Front,
        &'a mut Post,
        &'a Position,
        &'a Velocity,
        &'a Body,
        &'a State,
        &'a Route,
        &'a Guidance,
    );
    neighbours(sim, id, entity, &mut near);
    if let Ok((promises, front, post, position, velocity, body, state, route, guidance)) =
        sim.world.query_one::<Columns>(entity).get()
    {
        let waypoint = match (state.is_under_way(), guidance.lead) {
            (true, Lead::Own) => route.waypoints.get(route.next).copied(),
            (true, Lead::Place { waypoint, .. }) => Some(waypoint),
            _ => None,
        };
        let walker = Walker {
            present: position.0,
            velocity: velocity.0,
            speed: body.speed.min(guidance.speed),
            acceleration: body.acceleration,
            waypoint,
            remaining: route.remaining.get(route.next).copied().unwrap_or(0.0),
        };
        let keep = Keep { neighbours: &near, circles: &sim.moving_circles, grid: &sim.grid };
        let renewed = rebuild(promises, &walker, &keep);
        let mover = Mover {
            position: renewed.front().position,
            velocity: renewed.front_velocity(position.0),
            body: body.collider(),
            speed: body.speed,
            acceleration: body.acceleration,
        };
        let ahead = sim.foreseen.iter().map(|obstacle| &obstacle.ahead);
        // Who would lose its way out from a moving obstacle by it keeps the old promises.
        if flight(ahead, &sim.grid, mover, Vec2::ZERO, None).is_none() {
            *promises = renewed;
        }
        front.position = promises.front().position;
        front.velocity = promises.front_velocity(position.0);
        if !state.is_under_way() {
            // The post is where it comes to a stand, so that it need not come back.
            let braking = front.velocity * (front.velocity.length() / (2.0 * body.acceleration));
            let stand = front.position + braking;
            post.0 = if sim.grid.line_is_free(front.position, stand, body.collider()) {
                stand
            } else {
                front.position
            };
        }
    }
    sim.near = near;
}

/// Everybody whom a unit could meet within the queue.
fn neighbours(sim: &Sim, id: UnitId, entity: Entity, near: &mut Vec<Neighbour>) {
    near.clear();
    let (Ok(position), Ok(body)) = (sim.world.get::<&Position>(entity), sim.world.get::<&Body>(entity))
    else {
        return;
    };
    let crowd = &sim.crowd;
    // Both may walk for the whole queue; the crowd was sorted by fronts, a queue and a step away from the present.
    let walk = (body.speed + 2.0 * crowd.largest_speed) * DT * (LENGTH + 1) as f32;
    let range = body.collider().reach() + crowd.largest_radius + walk;
    crowd.for_each_near(position.0, range, |index| {
        let other = UnitId(crowd.id[index]);
        if other != id
            && let Some(entity) = sim.entity(other)
            && let (Ok(position), Ok(promises)) =
                (sim.world.get::<&Position>(entity), sim.world.get::<&Promises>(entity))
        {
            near.push(Neighbour { present: position.0, promises: *promises });
        }
    });
}
