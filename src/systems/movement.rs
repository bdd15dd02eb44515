//! The crowd moves: the hecs columns are copied into the packed crowd, the models answer, and the answers are
//! copied back.

use crate::movement::flight::stays_clear;
use crate::movement::predictive;
use crate::movement::predictive::MovementEvent;
use crate::neighbours::{Crowd, Glimpse, Intent, Member, Steered};
use crate::systems::waypoints::halts;
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::unit::{motion, promises};
use crate::world::World;
use glam::Vec2;

/// A unit to which no obstacle comes for so long is safe, s: enough for the slowest to leave.
const SAFE: f32 = 4.0;

/// How far beyond the way that it takes to brake a unit sees of its curve, px: the dot is not farther ahead.
const SEEN_BEYOND: f32 = 150.0;

/// Lets the models answer where everybody in the crowd is after this step, and moves the obstacles.
pub fn decide(world: &mut World) {
    let front = world.tick + promises::LENGTH as u64;
    world.obstacles.iter_mut().for_each(|obstacle| obstacle.move_to(world.tick));
    for obstacle in &mut world.foreseen {
        obstacle.move_to(front);
        obstacle.foresee(front - 1);
    }
    world.scratch.circles.clear();
    world.scratch.circles.extend(world.foreseen.iter().map(|obstacle| predictive::ObstacleStep {
        center: obstacle.previous,
        next: obstacle.position,
        radius: obstacle.radius,
        ahead: obstacle.ahead,
    }));
    world.scratch.movement_events.clear();
    let mut memories = world.units.memories_mut();
    world.predictive.step(
        (&mut world.crowd, memories.as_deref_mut().unwrap_or_default()),
        &world.grid,
        &world.scratch.circles,
        &world.enemies,
        world.tick,
        &mut world.scratch.movement_events,
    );
    drop(memories);
    for event in &world.scratch.movement_events {
        match event {
            MovementEvent::Push { .. } => world.counters.pushes += 1,
            MovementEvent::HardPush { .. } => world.counters.hard_pushes += 1,
        }
    }
    // After the promises of `predictive`, which the others keep clear of.
    world.steering.step(&mut world.crowd, &world.grid, &world.foreseen, world.tick);
}

/// Copies the columns that movement reads into the crowd, sorted by cell.
pub fn gather(world: &mut World) {
    let are_steered =
        world.units.query_mut::<&ModelName>().into_iter().any(|&model| model != ModelName::Predictive);
    let fronts = world.units.query_mut::<(&Unit, &Front)>().into_iter();
    world.crowd.lay_out(fronts.map(|(unit, front)| (unit.id.0, front.position)), are_steered);
    for_each_member(world, |crowd, member| crowd.put(&member));
    world.crowd.finish();
}

/// The same for a game that was saved: everybody is where they were when all were gathered last.
pub fn gather_as(world: &mut World, seen: &[Glimpse]) {
    for_each_member(world, Crowd::push);
    world.crowd.look_back(seen);
}

/// Hands everybody to the crowd, and with them the curves that they follow.
fn for_each_member(world: &mut World, mut hand_over: impl FnMut(&mut Crowd, Member)) {
    world.crowd.clear();
    type Columns<'a> = (
        (&'a Unit, &'a Body, &'a ModelName, &'a SteeringMemory, &'a StopTimer),
        (&'a State, &'a Front, &'a Route, &'a Post, &'a Tasks, &'a Guidance),
    );
    for ((unit, body, model, steering, timer), (state, front, route, post, tasks, guidance)) in
        world.units.query_mut::<Columns>()
    {
        // The group no longer holds back a unit that an obstacle will meet.
        let ahead = world.foreseen.iter().map(|obstacle| &obstacle.ahead);
        let is_safe = stays_clear(ahead, front.position, body.collider(), SAFE);
        let mut member = Member {
            id: unit.id.0,
            position: front.position,
            velocity: front.velocity,
            body: body.collider(),
            soft_radius: body.soft_radius,
            speed: if is_safe { body.speed.min(guidance.speed) } else { body.speed },
            acceleration: body.acceleration,
            priority: body.priority,
            team: unit.team,
            tuning: unit.tuning,
            group: guidance.group,
            intent: Intent::Rest,
            waypoint: post.0,
            remaining: 0.0,
            next_waypoint: post.0,
            is_steered: *model != ModelName::Predictive,
            steered: Steered {
                model: *model,
                goal: route.end().unwrap_or(post.0),
                following: match tasks.current {
                    Some(Task::Follow { target, .. }) => Some(target),
                    _ => None,
                },
                stop_timer: timer.0,
                memory: *steering,
            },
        };
        let halts = halts(*state, front, world.predictive.of(unit.tuning));
        if route.curved as usize > route.next && guidance.lead == Lead::Own {
            world.crowd.lines.add(unit.id.0, in_sight(route, body));
        }
        set_course(&mut member, if halts { State::WaitingForPath } else { *state }, guidance.lead, route);
        hand_over(&mut world.crowd, member);
    }
}

/// The curve that a unit follows, from the waypoint behind it on, as far as it needs to brake and a bit more.
fn in_sight<'a>(route: &'a Route, body: &Body) -> impl Iterator<Item = Vec2> + 'a {
    let from = route.next.saturating_sub(1);
    let ahead = SEEN_BEYOND + body.speed * body.speed / body.acceleration;
    let left = route.current().map_or(0.0, |waypoint| waypoint.remaining);
    let line = route.waypoints.get(from..route.curved as usize).unwrap_or_default().iter();
    line.take_while(move |waypoint| left - waypoint.remaining <= ahead).map(|waypoint| waypoint.place)
}

/// Where a unit goes, if it does: `member` rests at its post.
fn set_course(member: &mut Member, state: State, lead: Lead, route: &Route) {
    let mut course = (Intent::Rest, member.waypoint, 0.0, member.waypoint);
    match (state, lead) {
        (State::Moving | State::WaypointReached, Lead::Place { waypoint, remaining }) => {
            course = (Intent::Move, waypoint, remaining, waypoint);
        }
        (State::Moving | State::WaypointReached, Lead::Stand(place)) => {
            course = (Intent::Rest, place, 0.0, place);
        }
        (State::Moving | State::WaypointReached, _) => {
            if let Some(Waypoint { place, remaining }) = route.current() {
                let next = route.waypoints.get(route.next + 1).map_or(place, |next| next.place);
                course = (Intent::Move, place, remaining, next);
            }
        }
        (State::Holding | State::Fighting, _) => course.0 = Intent::Hold,
        // It stands, but not at a post: it is under way, and others treat it so.
        (State::WaitingForPath, _) => course = (Intent::Move, member.position, 0.0, member.position),
        (State::Idle | State::DestinationReached | State::Following, _) => {}
    }
    (member.intent, member.waypoint, member.remaining, member.next_waypoint) = course;
}

/// Copies the answers back: the newest promise of each unit, and the oldest, which it now keeps.
pub fn scatter(world: &mut World) {
    let crowd = &world.crowd;
    type Columns<'a> = (
        (
            &'a Unit,
            &'a mut Front,
            &'a mut Position,
            &'a mut PreviousPosition,
            &'a mut Velocity,
            &'a mut Heading,
        ),
        (&'a mut SteeringMemory, &'a mut StopTimer, &'a mut Post, &'a mut Promises),
    );
    for ((unit, front, position, previous, velocity, heading), (steering, timer, post, promises)) in
        world.units.query_mut::<Columns>()
    {
        let Some(index) = crowd.index(unit.id.0) else { continue };
        let next = crowd.next[index];
        if let Some(plan) = world.steering.plan(index) {
            *steering = plan.memory;
            timer.0 = plan.stop_timer;
            if plan.arrives || plan.gives_up {
                world.scratch.stopping.push((unit.id, (!plan.arrives).then_some(GaveUp::Exhausted)));
            }
            if plan.settles {
                post.0 = next;
            }
        }
        front.velocity = (next - front.position) * TICK_RATE as f32;
        front.position = next;
        let newest = promises.front();
        let direction = motion::facing(front.velocity, newest.direction);
        let due = promises.advance(Promise { position: next, direction, ..newest });
        previous.0 = position.0;
        position.0 = due.position;
        heading.0 = due.direction;
        velocity.0 = (position.0 - previous.0) * TICK_RATE as f32;
    }
}
