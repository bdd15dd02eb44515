//! Stage 5: the crowd moves. Copy the hecs columns into the packed crowd, let the models answer, copy back.

use crate::components::*;
use crate::movement::ModelName;
use crate::neighbours::{Intent, Member};
use crate::sim::Sim;

/// Moves obstacles and everybody by one step.
pub fn step(sim: &mut Sim) {
    for obstacle in &mut sim.obstacles {
        obstacle.previous = obstacle.position;
        obstacle.position = obstacle.at_tick(sim.tick);
    }
    gather(sim);
    sim.crowd.next.clone_from(&sim.crowd.position);
    for i in 0..sim.crowd.len() {
        let (at, body) = (sim.crowd.position[i], sim.crowd.body[i]);
        let step = sim.crowd.speed[i] * DT;
        let next = at + (sim.crowd.waypoint[i] - at).clamp_length_max(step);
        let crowd = &sim.crowd;
        let mut free = sim.grid.is_free(next, body);
        crowd.for_each_near(next, 100.0, |j| {
            free &= j == i || crate::collider::gap(body, crowd.body[j], next - crowd.next[j]) >= 0.0;
        });
        if free {
            sim.crowd.next[i] = next;
        }
    }
    scatter(sim);
}

/// Copies the columns that movement reads into the crowd, sorted by cell.
fn gather(sim: &mut Sim) {
    sim.crowd.clear();
    for (unit, body, state, front, route, post, model) in
        sim.world.query_mut::<(&Unit, &Body, &State, &Front, &Route, &Post, &ModelName)>()
    {
        let mut member = Member {
            id: unit.id.0,
            position: front.position,
            velocity: front.velocity,
            body: body.collider(),
            soft_radius: body.soft_radius,
            speed: body.speed,
            acceleration: body.acceleration,
            priority: body.priority,
            team: unit.team,
            group: 0,
            intent: Intent::Rest,
            waypoint: post.0,
            remaining: 0.0,
            next_waypoint: post.0,
            foreign: *model != ModelName::Predictive,
            memory: Default::default(),
        };
        match state {
            State::Moving | State::WaypointReached => {
                if let Some(&waypoint) = route.waypoints.get(route.next) {
                    member.intent = Intent::Move;
                    member.waypoint = waypoint;
                    member.remaining = route.remaining[route.next];
                    member.next_waypoint = *route.waypoints.get(route.next + 1).unwrap_or(&waypoint);
                }
            }
            State::Holding => member.intent = Intent::Hold,
            State::WaitingForPath => {
                member.waypoint = front.position;
                member.next_waypoint = front.position;
            }
            State::Idle | State::DestinationReached | State::Following => {}
        }
        sim.crowd.push(member);
    }
    sim.crowd.rebuild();
}

/// Copies the answers back: the newest promise of each unit, and the oldest, which it now keeps.
fn scatter(sim: &mut Sim) {
    let crowd = &sim.crowd;
    for (unit, front, position, previous, velocity, heading) in sim.world.query_mut::<(
        &Unit,
        &mut Front,
        &mut Position,
        &mut PreviousPosition,
        &mut Velocity,
        &mut Heading,
    )>() {
        let next = crowd.next[crowd.index_of[unit.id.0 as usize] as usize];
        front.velocity = (next - front.position) * TICK_RATE as f32;
        front.position = next;
        previous.0 = position.0;
        position.0 = next;
        velocity.0 = front.velocity;
        heading.0 = velocity.0.try_normalize().unwrap_or(heading.0);
    }
}
