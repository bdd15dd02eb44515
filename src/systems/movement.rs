//! The crowd moves: the hecs columns are copied into the packed crowd, the models answer, and the answers are
//! copied back.

use crate::movement::flight::stays_clear;
use crate::movement::predictive::{Predictive, PushCounts};
use crate::neighbours::{CHUNK, Crowd, Glimpse, Intent, Member, Steered};
use crate::obstacles::Obstacle;
use crate::systems::waypoints::halts;
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::unit::{motion, promises};
use crate::world::World;
use glam::Vec2;
use rayon::prelude::*;

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
    let mut memories = world.units.column_mut();
    let PushCounts { pushes, hard_pushes } = world.predictive.step(
        (&mut world.crowd, &mut memories),
        &world.grid,
        &world.foreseen,
        &world.enemies,
        world.tick,
    );
    drop(memories);
    world.counters.pushes += pushes;
    world.counters.hard_pushes += hard_pushes;
    // After the promises of `predictive`, which the others keep clear of.
    world.steering.step(&mut world.crowd, &world.grid, &world.foreseen, world.tick);
}

/// Copies the columns that movement reads into the crowd, sorted by cell.
pub fn gather(world: &mut World) {
    with_members(world, |crowd, members| {
        let units = members.unit.par_iter().zip(members.front);
        crowd.lay_out(units.map(|(unit, front)| (unit.id.0, front.position)));
        let waypoint = |row: usize| members.route[row].current().map_or(0, |next| next.place.x.to_bits());
        crowd.fill(members.are_steered, waypoint, |row| members.of(row));
    });
}

/// The same for a game that was saved: everybody is where they were when all were gathered last.
pub fn gather_as(world: &mut World, seen: &[Glimpse]) {
    with_members(world, |crowd, members| {
        (0..members.unit.len()).for_each(|row| crowd.push(members.of(row)));
        crowd.look_back(seen);
    });
}

/// What members of the crowd are made of, in the order of their rows.
struct Members<'a> {
    unit: &'a [Unit],
    body: &'a [Body],
    model: &'a [ModelName],
    steering: &'a [SteeringMemory],
    timer: &'a [StopTimer],
    state: &'a [State],
    front: &'a [Front],
    route: &'a [Route],
    post: &'a [Post],
    tasks: &'a [Tasks],
    guidance: &'a [Guidance],
    foreseen: &'a [Obstacle],
    predictive: &'a Predictive,
    /// Whether steering models move any of them.
    are_steered: bool,
}

/// Hands over the crowd, empty but for the curves that some follow, and who is to become its members.
fn with_members(world: &mut World, run: impl FnOnce(&mut Crowd, &Members)) {
    let World { units, crowd, foreseen, predictive, .. } = world;
    crowd.clear();
    let (unit, body, model) = (units.column::<Unit>(), units.column::<Body>(), units.column::<ModelName>());
    let (route, guidance) = (units.column::<Route>(), units.column::<Guidance>());
    let are_steered = model.iter().any(|&model| model != ModelName::Predictive);
    if are_steered {
        for (row, route) in route.iter().enumerate() {
            if route.curved as usize > route.next && guidance[row].lead == Lead::Own {
                crowd.lines.add(unit[row].id.0, in_sight(route, &body[row]));
            }
        }
    }
    let members = Members {
        unit: &unit,
        body: &body,
        model: &model,
        steering: &units.column(),
        timer: &units.column(),
        state: &units.column(),
        front: &units.column(),
        route: &route,
        post: &units.column(),
        tasks: &units.column(),
        guidance: &guidance,
        foreseen,
        predictive,
        are_steered,
    };
    run(crowd, &members);
}

impl Members<'_> {
    /// The member of a row.
    fn of(&self, row: usize) -> Member {
        let (unit, body, model, state) = (&self.unit[row], &self.body[row], self.model[row], self.state[row]);
        let (front, route, post) = (&self.front[row], &self.route[row], self.post[row].0);
        let guidance = &self.guidance[row];
        // The group no longer holds back a unit that an obstacle will meet.
        let ahead = self.foreseen.iter().map(|obstacle| &obstacle.ahead);
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
            waypoint: post,
            remaining: 0.0,
            next_waypoint: post,
            is_steered: model != ModelName::Predictive,
            steered: Steered { model, ..Steered::default() },
        };
        if self.are_steered {
            let following = self.tasks[row].followed();
            let (stop_timer, memory) = (self.timer[row].0, self.steering[row]);
            member.steered =
                Steered { model, goal: route.end().unwrap_or(post), following, stop_timer, memory };
        }
        let halts = halts(state, front, self.predictive.of(unit.tuning));
        set_course(&mut member, if halts { State::WaitingForPath } else { state }, guidance.lead, route);
        member
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

/// Copies the answers back.
pub fn scatter(world: &mut World) {
    keep_promises(world);
    remember_steering(world);
}

/// The newest promise of each unit, and the oldest, which it now keeps.
fn keep_promises(world: &mut World) {
    let World { units, crowd, .. } = world;
    let (mut front, mut promises) = (units.column_mut::<Front>(), units.column_mut::<Promises>());
    let (mut position, mut previous) =
        (units.column_mut::<Position>(), units.column_mut::<PreviousPosition>());
    let (mut velocity, mut heading) = (units.column_mut::<Velocity>(), units.column_mut::<Heading>());
    let chunks = (
        crowd.index_of_row.par_chunks(CHUNK),
        front.par_chunks_mut(CHUNK),
        position.par_chunks_mut(CHUNK),
        previous.par_chunks_mut(CHUNK),
        velocity.par_chunks_mut(CHUNK),
        heading.par_chunks_mut(CHUNK),
        promises.par_chunks_mut(CHUNK),
    );
    chunks.into_par_iter().for_each(|(indices, front, position, previous, velocity, heading, promises)| {
        for (row, &index) in indices.iter().enumerate() {
            let (next, promises) = (crowd.next[index as usize], &mut promises[row]);
            front[row] = Front { position: next, velocity: (next - front[row].position) * TICK_RATE as f32 };
            let newest = promises.front();
            let direction = motion::facing(front[row].velocity, newest.direction);
            let due = promises.advance(Promise { position: next, direction });
            previous[row].0 = position[row].0;
            position[row].0 = due.position;
            heading[row].0 = due.direction;
            velocity[row].0 = (due.position - previous[row].0) * TICK_RATE as f32;
        }
    });
}

/// What steering models remember, and who of theirs stops.
fn remember_steering(world: &mut World) {
    let World { units, crowd, steering, scratch, .. } = world;
    if crowd.steered.is_empty() {
        return;
    }
    type Columns<'a> = (&'a Unit, &'a mut SteeringMemory, &'a mut StopTimer, &'a mut Post);
    for ((unit, memory, timer, post), &index) in
        units.query_mut::<Columns>().into_iter().zip(&crowd.index_of_row)
    {
        let Some(plan) = steering.plan(index as usize) else { continue };
        *memory = plan.memory;
        timer.0 = plan.stop_timer;
        if plan.arrives || plan.gives_up {
            scratch.stopping.push((unit.id, (!plan.arrives).then_some(GaveUp::Exhausted)));
        }
        if plan.settles {
            post.0 = crowd.next[index as usize];
        }
    }
}
