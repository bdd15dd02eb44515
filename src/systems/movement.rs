//! Stage 5: the crowd moves. Copy the hecs columns into the packed crowd, let the models answer, copy back.

use crate::components::*;
use crate::movement::{ModelName, SteeringMemory};
use crate::movement::predictive::{self, Memory, MovementEvent};
use crate::neighbours::{Intent, Member};
use crate::sim::Sim;

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
    // After the promises of `predictive`, which the others keep clear of.
    sim.steering.step(&mut sim.crowd, &sim.grid, &sim.obstacles, sim.tick);
    scatter(sim);
}

/// Copies the columns that movement reads into the crowd, sorted by cell.
fn gather(sim: &mut Sim) {
    sim.crowd.clear();
    type Columns<'a> = (
        (&'a Unit, &'a Body, &'a ModelName, &'a Memory, &'a SteeringMemory, &'a StopTimer),
        (&'a State, &'a Front, &'a Route, &'a Post, &'a Tasks),
    );
    for ((unit, body, model, memory, steering, timer), (state, front, route, post, tasks)) in
        sim.world.query_mut::<Columns>()
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
            model: *model,
            goal: route.waypoints.last().copied().unwrap_or(post.0),
            following: match tasks.current {
                Some(Task::Follow { target }) => Some(target),
                _ => None,
            },
            stop_timer: timer.0,
            steering: *steering,
            memory: *memory,
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
    type Columns<'a> = (
        (&'a Unit, &'a mut Front, &'a mut Position, &'a mut PreviousPosition, &'a mut Velocity, &'a mut Heading),
        (&'a mut Memory, &'a mut SteeringMemory, &'a mut StopTimer, &'a mut Post),
    );
    for ((unit, front, position, previous, velocity, heading), (memory, steering, timer, post)) in
        sim.world.query_mut::<Columns>()
    {
        let index = crowd.index_of[unit.id.0 as usize] as usize;
        let next = crowd.next[index];
        *memory = crowd.memory[index];
        if let Some(plan) = sim.steering.plan(index) {
            *steering = plan.memory;
            timer.0 = plan.stop_timer;
            if plan.gives_up {
                sim.giving_up.push(unit.id);
            }
            if plan.settles {
                post.0 = next;
            }
        }
        front.velocity = (next - front.position) * TICK_RATE as f32;
        front.position = next;
        previous.0 = position.0;
        position.0 = next;
        velocity.0 = front.velocity;
        heading.0 = velocity.0.try_normalize().unwrap_or(heading.0);
    }
}
