//! A unit that has a new order makes its promises anew, so that the order shows at once.
//!
//! # Source
//! [Article 003]'s queue of predicted positions is only ever popped and appended to; that would delay every
//! order by the length of the queue. See [`crate::movement::predictive::queue`] for what may be replaced.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use crate::ids::UnitId;
use crate::movement::flight::{Mover, flight};
use crate::movement::predictive::queue::{Keep, MovingCircle, Neighbour, Walker, rebuild};
use crate::time::DT;
use crate::unit::promises::LENGTH;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use hecs::Entity;

/// Units that are renewed in one tick. More answers huge orders sooner, less keeps ticks even; the others
/// begin when their queue has run out, 133 ms later.
const MAX_RENEWED: usize = 4096;

/// Renews the promises of units that were given a new order, in the order of ids.
pub fn renew(world: &mut World) {
    if world.scratch.renewing.is_empty() {
        return;
    }
    let mut renewing = std::mem::take(&mut world.scratch.renewing);
    renewing.sort_unstable();
    renewing.dedup();
    world.scratch.moving_circles.clear();
    world.scratch.moving_circles.extend(world.obstacles.iter().map(|obstacle| MovingCircle {
        centers: std::array::from_fn(|index| obstacle.at_tick(world.tick + index as u64)),
        radius: obstacle.radius,
    }));
    renewing.drain(..).take(MAX_RENEWED).for_each(|id| renew_one(world, id));
    world.scratch.renewing = renewing;
}

fn renew_one(world: &mut World, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    let mut near = std::mem::take(&mut world.scratch.near);
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
    neighbours(world, id, entity, &mut near);
    if let Ok((promises, front, post, position, velocity, body, state, route, guidance)) =
        world.units.query_one::<Columns>(entity).get()
    {
        let waypoint = match (state.is_under_way(), guidance.lead) {
            (true, Lead::Own) => route.current().map(|waypoint| waypoint.place),
            (true, Lead::Place { waypoint, .. }) => Some(waypoint),
            _ => None,
        };
        let mover = Mover {
            position: position.0,
            velocity: velocity.0,
            body: body.collider(),
            speed: body.speed.min(guidance.speed),
            acceleration: body.acceleration,
        };
        let remaining = route.current().map_or(0.0, |waypoint| waypoint.remaining);
        let keep = Keep { neighbours: &near, circles: &world.scratch.moving_circles, grid: &world.grid };
        let renewed = rebuild(promises, &Walker { mover, waypoint, remaining }, &keep);
        let at_front = Mover {
            position: renewed.front().position,
            velocity: renewed.front_velocity(position.0),
            speed: body.speed,
            ..mover
        };
        let ahead = world.foreseen.iter().map(|obstacle| &obstacle.ahead);
        // A unit that would lose its way out from a moving obstacle by it keeps the old promises.
        if flight(ahead, &world.grid, at_front, Vec2::ZERO, false, None, |_, _| 0.0).is_none() {
            *promises = renewed;
        }
        front.position = promises.front().position;
        front.velocity = promises.front_velocity(position.0);
        if !state.is_under_way() {
            // The post is where it comes to a stand, so that it need not come back.
            let braking = front.velocity * (front.velocity.length() / (2.0 * body.acceleration));
            let stand = front.position + braking;
            post.0 = if world.grid.line_is_free(front.position, stand, body.collider()) {
                stand
            } else {
                front.position
            };
        }
    }
    world.scratch.near = near;
}

/// Everybody whom a unit could meet within the queue.
fn neighbours(world: &World, id: UnitId, entity: Entity, near: &mut Vec<Neighbour>) {
    near.clear();
    let (Ok(position), Ok(body)) = (world.units.get::<&Position>(entity), world.units.get::<&Body>(entity))
    else {
        return;
    };
    let crowd = &world.crowd;
    // Both may walk for the whole queue; the crowd was sorted by fronts, a queue and a step away from the
    // present.
    let walk = (body.speed + 2.0 * crowd.largest_speed) * DT * (LENGTH + 1) as f32;
    let range = body.collider().reach() + crowd.largest_radius + walk;
    crowd.for_each_near(position.0, range, |index| {
        let other = UnitId(crowd.id[index]);
        if other != id
            && let Some(entity) = world.entity(other)
            && let Ok((position, promises)) = world.units.query_one::<(&Position, &Promises)>(entity).get()
        {
            near.push(Neighbour { body: crowd.body[index], present: position.0, promises: *promises });
        }
    });
}
