//! Stage 5: the crowd moves. Copy the hecs columns into the packed crowd, let the models answer, copy back.

use crate::components::*;
use crate::movement::ModelName;
use crate::movement::predictive::{self, Memory, MovementEvent};
use crate::neighbours::{Intent, Member};
use crate::sim::Sim;

/// A unit turns to where it goes when it is faster than this, px/s.
const TURNS_ABOVE: f32 = 2.0;

/// Moves obstacles and everybody by one step.
pub fn step(sim: &mut Sim) {
    for obstacle in &mut sim.obstacles {
        obstacle.previous = obstacle.position;
        obstacle.position = obstacle.at_tick(sim.tick);
    }
    gather(sim);
    sim.circles.clear();
    sim.circles.extend(sim.obstacles.iter().map(|obstacle| predictive::Obstacle {
        center: obstacle.previous,
        next: obstacle.position,
        radius: obstacle.radius,
    }));
    sim.movement_events.clear();
    sim.predictive.step(
        &mut sim.crowd,
        &sim.grid,
        &sim.circles,
        &sim.enemies,
        sim.tick,
        &mut sim.movement_events,
    );
    for event in &sim.movement_events {
        match event {
            MovementEvent::Push { .. } => sim.counters.pushes += 1,
            MovementEvent::HardPush { .. } => sim.counters.hard_pushes += 1,
        }
    }
    scatter(sim);
}

/// Copies the columns that movement reads into the crowd, sorted by cell.
fn gather(sim: &mut Sim) {
    sim.crowd.clear();
    for (unit, body, state, front, route, post, guidance, model, memory) in
        sim.world.query_mut::<(&Unit, &Body, &State, &Front, &Route, &Post, &Guidance, &ModelName, &Memory)>()
    {
        let mut member = Member {
            id: unit.id.0,
            position: front.position,
            velocity: front.velocity,
            body: body.collider(),
            soft_radius: body.soft_radius,
            speed: body.speed.min(guidance.speed),
            acceleration: body.acceleration,
            priority: body.priority,
            team: unit.team,
            group: guidance.group,
            intent: Intent::Rest,
            waypoint: post.0,
            remaining: 0.0,
            next_waypoint: post.0,
            foreign: *model != ModelName::Predictive,
            memory: *memory,
        };
        match (state, guidance.lead) {
            (State::Moving | State::WaypointReached, Lead::Place { waypoint, remaining }) => {
                member.intent = Intent::Move;
                member.waypoint = waypoint;
                member.remaining = remaining;
                member.next_waypoint = waypoint;
            }
            (State::Moving | State::WaypointReached, Lead::Stand(place)) => {
                member.waypoint = place;
                member.next_waypoint = place;
            }
            (State::Moving | State::WaypointReached, _) => {
                if let Some(&waypoint) = route.waypoints.get(route.next) {
                    member.intent = Intent::Move;
                    member.waypoint = waypoint;
                    member.remaining = route.remaining[route.next];
                    member.next_waypoint = *route.waypoints.get(route.next + 1).unwrap_or(&waypoint);
                }
            }
            (State::Holding, _) => member.intent = Intent::Hold,
            // It stands, but not at a post: it is under way, and others treat it so.
            (State::WaitingForPath, _) => {
                member.intent = Intent::Move;
                member.waypoint = front.position;
                member.next_waypoint = front.position;
            }
            (State::Idle | State::DestinationReached | State::Following, _) => {}
        }
        sim.crowd.push(member);
    }
    sim.crowd.rebuild();
}

/// Copies the answers back: the newest promise of each unit, and the oldest, which it now keeps.
fn scatter(sim: &mut Sim) {
    let crowd = &sim.crowd;
    for (unit, front, position, previous, velocity, heading, memory) in sim.world.query_mut::<(
        &Unit,
        &mut Front,
        &mut Position,
        &mut PreviousPosition,
        &mut Velocity,
        &mut Heading,
        &mut Memory,
    )>() {
        let index = crowd.index_of[unit.id.0 as usize] as usize;
        let next = crowd.next[index];
        *memory = crowd.memory[index];
        front.velocity = (next - front.position) * TICK_RATE as f32;
        front.position = next;
        previous.0 = position.0;
        position.0 = next;
        velocity.0 = front.velocity;
        // A nudge is no reason to turn round.
        if velocity.0.length_squared() > TURNS_ABOVE * TURNS_ABOVE {
            heading.0 = velocity.0.normalize();
        }
    }
}
