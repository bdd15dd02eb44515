//! Stage 6: who has come to its destination, who finds it taken and settles beside it, and what comes next.
//!
//! # Source
//! Article 003, the state machine (`DEST_REACHED`, patrol) and its exercise `FindNearestAvailable`: who finds its place
//! taken takes the nearest one that is free.

use super::posts::Settler;
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::settling::{Claims, Settling, Way};
use crate::systems::{exchange, gathering};
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// A unit this near to its place is there, px.
const ARRIVED: f32 = 0.05;
/// Who waits nearer to its place than this share of its radius rests there.
const NEARLY_THERE: f32 = 0.25;
/// A leg of a patrol is done within own radius and this, px: patrols that cross at a corner do not queue for its centre.
const PATROL_REACH: f32 = 8.0;
/// A unit looks whether its place is taken from this far away, px: near enough that the crowd there has settled, far
/// enough to choose another without turning back.
const LOOK_AHEAD: f32 = 75.0;
/// Ticks between two looks.
const LOOK_EVERY: u64 = 4;
/// Ticks of waiting after which a unit that touches a crowd at rest settles where it is: it moves up from there.
const TIRED: u16 = 45;

/// Advances the state machine of everybody.
pub fn settle(world: &mut World) {
    let mut arrived = std::mem::take(&mut world.scratch.arrived);
    let mut looking = std::mem::take(&mut world.scratch.looking);
    let mut closing = std::mem::take(&mut world.scratch.closing);
    let models = &world.steering.models;
    type Columns<'a> = (
        (&'a Unit, &'a State, &'a Route, &'a Tasks, &'a Memory),
        (&'a Front, &'a Body, &'a Guidance, &'a ModelName, &'a Post, &'a Journey),
    );
    for ((unit, state, route, tasks, memory), (front, body, guidance, model, post, journey)) in
        world.units.query_mut::<Columns>()
    {
        if *state == State::DestinationReached {
            let tries = memory.home.vain < world.predictive.parameters.stays_after;
            let Some(goal) = journey.goal.filter(|_| *model == ModelName::Predictive && tries) else {
                continue;
            };
            if gathering::looks(
                unit.id,
                (goal, journey.group),
                world.tick,
                (front, post),
                memory,
                &world.gatherings,
            ) {
                closing.push(unit.id);
            }
            // Who comes to a place that is not its own has not looked from there yet.
            if front.position == post.0 && front.velocity != Vec2::ZERO && post.0 != goal {
                world.gatherings.keep_awake(goal, world.tick);
            }
            continue;
        }
        let looks = models.get(*model).is_none_or(|model| model.looks_for_room());
        let under_way = matches!(state, State::Moving | State::WaypointReached) && guidance.lead == Lead::Own;
        let Some(&end) = route.waypoints.last() else { continue };
        if !under_way {
            continue;
        }
        let is_last_leg = route.next + 1 >= route.waypoints.len();
        let reach = match tasks.current {
            Some(Task::Patrol { .. }) => body.radius + PATROL_REACH,
            Some(Task::Move { .. }) => ARRIVED,
            _ => continue,
        };
        let away = end.distance(front.position);
        let turn = (world.tick + u64::from(unit.id.0)).is_multiple_of(LOOK_EVERY);
        if is_last_leg && away <= reach {
            arrived.push(unit.id);
            continue;
        }
        // Whom others keep from the last bit of its way rests there, and gets it when they leave room.
        let is_kept_off = *model == ModelName::Predictive && memory.waited >= TIRED;
        if is_last_leg && away <= NEARLY_THERE * body.radius && is_kept_off {
            world.scratch.stopping.push((unit.id, None));
            continue;
        }
        // Round a corner the crowd itself may be in the way.
        if !(turn && looks && (is_last_leg || memory.touches_resting)) {
            continue;
        }
        let extent = journey.goal.map_or(0.0, |goal| world.gatherings.extent(goal));
        if away <= LOOK_AHEAD + extent {
            looking.push(unit.id);
            if let Some(goal) = journey.goal
                && end != goal
            {
                world.gatherings.note(goal, end.distance(goal), world.tick);
            }
        }
    }
    // In the order of ids, so that the order in memory does not matter.
    arrived.sort_unstable();
    looking.sort_unstable();
    closing.sort_unstable();
    let mut stopping = std::mem::take(&mut world.scratch.stopping);
    stopping.sort_unstable_by_key(|stopping| stopping.0);
    if !(arrived.is_empty() && stopping.is_empty() && looking.is_empty() && closing.is_empty()) {
        let mut claims = std::mem::take(&mut world.claims);
        gather_claims(world, &mut claims);
        arrived.drain(..).for_each(|id| finish(world, &mut claims, id, None, None));
        stopping.drain(..).for_each(|(id, gave_up)| stop(world, &mut claims, id, gave_up));
        looking.drain(..).for_each(|id| look_for_room(world, &mut claims, id));
        closing.drain(..).for_each(|id| gathering::look(world, &mut claims, id));
        world.claims = claims;
    }
    (world.scratch.arrived, world.scratch.stopping, world.scratch.looking, world.scratch.closing) =
        (arrived, stopping, looking, closing);
}

/// Enters the posts of all who rest, and the places that those under way have chosen.
fn gather_claims(world: &mut World, claims: &mut Claims) {
    claims.clear();
    for (unit, state, post, body, journey) in
        world.units.query_mut::<(&Unit, &State, &Post, &Body, &Journey)>()
    {
        match (state.is_under_way(), journey.claim) {
            (false, _) => claims.add(unit.id, post.0, body.collider(), true, journey.goal),
            (true, Some(place)) => claims.add(unit.id, place, body.collider(), false, journey.goal),
            (true, None) => {}
        }
    }
}

/// The current task is done: the next leg of a patrol, the next order, or rest at a post: `place`, or where the unit stands.
fn finish(
    world: &mut World,
    claims: &mut Claims,
    id: UnitId,
    mut gave_up: Option<GaveUp>,
    place: Option<Vec2>,
) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Post, &'a mut Journey),
        (&'a mut Memory, &'a mut Asked, &'a Front, &'a Body, &'a ModelName),
    );
    let mut query = world.units.query_one::<Columns>(entity);
    let ((state, tasks, route, post, journey), (memory, asked, front, body, model)) =
        query.get().expect("every unit has all unit components");
    route.set(&[]);
    *asked = Asked::No;
    post.0 = place.unwrap_or(front.position);
    if let Some(place) = journey.claim.take() {
        claims.withdraw(id, place);
    }
    if let Some(Task::Patrol { route, leg }) = &mut tasks.current
        && tasks.queue.is_empty()
    {
        *leg = (*leg + 1) % route.len();
        memory.order = Errand::default();
        *state = State::WaitingForPath;
        return;
    }
    *state = tasks.begin_next(State::DestinationReached, memory);
    if !state.is_under_way() {
        let (me, body) = (id, body.collider());
        // Who makes nobody give way takes any place in sight where none is beside the others: it has fallen short.
        let far = journey.goal.filter(|goal| goal.distance(post.0) > TILE);
        let far = far.filter(|_| *model != ModelName::Predictive);
        far.into_iter().for_each(|goal| claims.look_through(goal));
        let settling = Settling {
            me,
            from: front.position,
            grid: &world.grid,
            obstacles: &world.obstacles,
            claims,
            body,
        };
        // Who stops on somebody's place stands beside it.
        if !settling.is_free(post.0)
            && let Some(place) = settling.nearest_place(post.0, Way::Straight)
        {
            post.0 = place;
        }
        let is_short = far.is_some_and(|goal| !settling.belongs_to_crowd(post.0, goal));
        gave_up = gave_up.or(is_short.then_some(GaveUp::Exhausted));
        claims.add(me, post.0, body, true, journey.goal);
    }
    memory.gathers = journey.goal.is_some_and(|goal| goal != post.0);
    if *state == State::DestinationReached && journey.goal.is_some() {
        journey.gave_up = journey.gave_up.or(gave_up);
        world.events.push(match gave_up {
            None => Event::Arrived(id),
            Some(reason) => Event::GaveUp(id, reason),
        });
    }
}

/// A unit that has touched resting ones for too long, or that stands on its place as well as it can, stops where it is
/// (article 000). Patrols and followers go on.
fn stop(world: &mut World, claims: &mut Claims, id: UnitId, gave_up: Option<GaveUp>) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&State, &Tasks, &Route, &Guidance, &ModelName)>(entity);
    let Ok((state, tasks, route, guidance, model)) = query.get() else { return };
    // Where its formation has it stand is not yet the place that it was sent to.
    if gave_up.is_none() && guidance.lead != Lead::Own {
        return;
    }
    // Who waits for a way has no waypoint, and stands on it.
    let walks = matches!(state, State::Moving | State::WaypointReached);
    let stops = walks && matches!(tasks.current, Some(Task::Move { .. }));
    // Who goes back to its post by itself has it exactly on its place, and gets there when the others leave room.
    let returns = world.steering.models.get(*model).is_none_or(|model| model.returns_to_post());
    let place = route.waypoints.last().copied().filter(|_| returns && gave_up.is_none());
    drop(query);
    if stops {
        finish(world, claims, id, gave_up, place);
    }
}

/// A unit near its place that finds somebody resting there, or in the way there, goes to the nearest place that is
/// free.
fn look_for_room(world: &mut World, claims: &mut Claims, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&Tasks, &Front, &Body, &Journey, &Memory, &ModelName)>(entity);
    let (tasks, front, body, journey, memory, model) =
        query.get().expect("every unit has all unit components");
    let Some(Task::Move { slot, .. }) = tasks.current else { return };
    let steers = *model != ModelName::Predictive;
    let (me, from, body) = (id, front.position, body.collider());
    // Around the ordered place, not around the last choice: else a crowd that is pushed would wander.
    let center = journey.goal.filter(|_| tasks.queue.is_empty()).unwrap_or(slot);
    claims.look_through(center);
    let settling = Settling { me, from, grid: &world.grid, obstacles: &world.obstacles, claims, body };
    // Friends in the way to the ordered place itself give way; any other place is as good as the next.
    let serves = |place| place == center || settling.is_open(place);
    let keeps = |place| claims.gap_to_resting(me, place, body) >= 0.0 && serves(place);
    let claim = journey.claim;
    let is_tired = memory.gathers && memory.touches_resting && memory.waited >= TIRED;
    if is_tired && settling.belongs_to_crowd(from, center) && claims.gap_to_resting(me, from, body) >= 0.0 {
        drop(query);
        finish(world, claims, id, None, Some(from));
        return;
    }
    if claim.is_some_and(keeps) {
        return;
    }
    let is_free = settling.is_free(slot) && serves(slot);
    drop(query);
    let settler = claim.map(|wants| Settler { id, from, wants, body, center });
    let exchanged = settler.and_then(|settler| exchange::exchange(world, claims, settler));
    let settling = Settling { me, from, grid: &world.grid, obstacles: &world.obstacles, claims, body };
    // Who makes nobody give way never sees more, and takes what there is.
    let nearest = || {
        let any = || settling.nearest_place(center, Way::Straight).filter(|_| steers);
        settling.nearest_place(center, Way::Open).or_else(any)
    };
    let place = exchanged.or(is_free.then_some(slot)).or_else(nearest);
    let Some(place) = place else {
        // It goes on to where it sees more, and stirs nobody on the way.
        if let Ok(mut memory) = world.units.get::<&mut Memory>(entity) {
            memory.gathers = true;
        }
        return;
    };
    let mut query = world.units.query_one::<(&mut Tasks, &mut Route, &mut Journey, &mut Memory)>(entity);
    let (tasks, route, journey, memory) = query.get().expect("every unit has all unit components");
    if let Some(old) = journey.claim.replace(place) {
        claims.withdraw(me, old);
    }
    claims.add(me, place, body, false, journey.goal);
    memory.gathers = place != center;
    if place != slot {
        if let Some(Task::Move { slot, .. }) = &mut tasks.current {
            *slot = place;
        }
        route.set(&[place]);
    }
}
