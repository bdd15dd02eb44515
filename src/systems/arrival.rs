//! Units come to rest: which have come to their destination, which settle beside it, and what each does next.
//! What is decided is in [`crate::settling`].

use super::posts::{carry_out, claim_of, gather_claims, home_of};
use super::rows::rows_where;
use crate::ids::UnitId;
use crate::settling::approach::{Approach, Approaching, PlaceChoice, WantedPlaces, choose_place, rest_at};
use crate::settling::at_rest::{Resting, rearrange};
use crate::settling::{Moves, PlaceClaims, Settler, Site};
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// Advances the state machine of everybody.
pub fn settle(world: &mut World) {
    find_settling(world);
    let mut arrived = std::mem::take(&mut world.scratch.arrived);
    let mut stopping = std::mem::take(&mut world.scratch.stopping);
    let mut looking = std::mem::take(&mut world.scratch.looking);
    let mut resting = std::mem::take(&mut world.scratch.resting);
    // In the order of ids, so that the order in memory does not matter.
    arrived.sort_unstable();
    stopping.sort_unstable_by_key(|stopping| stopping.0);
    looking.sort_unstable();
    resting.sort_unstable();
    if !(arrived.is_empty() && stopping.is_empty() && looking.is_empty() && resting.is_empty()) {
        let mut claims = std::mem::take(&mut world.claims);
        gather_claims(world, &mut claims);
        arrived.drain(..).for_each(|id| finish(world, &mut claims, id, None, None));
        stopping.drain(..).for_each(|(id, gave_up)| stop(world, &mut claims, id, gave_up));
        looking.drain(..).for_each(|id| look_for_room(world, &mut claims, id));
        resting.drain(..).for_each(|id| look_from_post(world, &mut claims, id));
        world.claims = claims;
    }
    let scratch = &mut world.scratch;
    (scratch.arrived, scratch.stopping, scratch.looking, scratch.resting) =
        (arrived, stopping, looking, resting);
}

/// Notes which units under way are at their place, rest before it, or look for room, and which at the end of
/// their last order have something to look for.
fn find_settling(world: &mut World) {
    let World { units, steering, scratch, gatherings, tick, .. } = world;
    let models = &steering.models;
    let (unit, state): (&[Unit], &[State]) = (&units.column(), &units.column());
    let (route, tasks): (&[Route], &[Tasks]) = (&units.column(), &units.column());
    let (memory, journey): (&[Memory], &[Journey]) = (&units.column(), &units.column());
    let (front, body): (&[Front], &[Body]) = (&units.column(), &units.column());
    let (guidance, model): (&[Guidance], &[ModelName]) = (&units.column(), &units.column());
    let post: &[Post] = &units.column();
    let approach = |row: usize| {
        let (walks, route) = (guidance[row].walks_own_way(state[row]), &route[row]);
        let (end, task) = (route.end().filter(|_| walks)?, tasks[row].current.as_ref()?);
        Some(Approach {
            id: unit[row].id,
            task,
            end,
            is_last_leg: route.next + 1 >= route.waypoints.len(),
            at: front[row].position,
            radius: body[row].radius,
            goal: journey[row].goal,
            memory: &memory[row],
            is_predictive: model[row] == ModelName::Predictive,
            looks_for_room: models.get(model[row]).is_none_or(|model| model.looks_for_room()),
        })
    };
    let resting = |row: usize| {
        let (journey, memory, post, at) = (&journey[row], &memory[row], post[row].0, front[row].position);
        if !journey.is_over(state[row]) || journey.goal.is_none() {
            return None;
        }
        let is_open = !memory.home.ends_at_rest() || memory.home.is_renewable() && at == post;
        let may = is_open && model[row] == ModelName::Predictive && !memory.turns_out;
        may.then(|| {
            let settler = settler(&unit[row], journey, &front[row], &body[row], home_of(journey, post));
            Resting { settler, post, memory, gave_up: journey.gave_up.is_some() }
        })
    };
    let rows = rows_where(&mut scratch.found, unit.len(), |row| {
        let comes = |approach: Approach| approach.progress(*tick, gatherings) != Approaching::UnderWay;
        approach(row).is_some_and(comes) || resting(row).is_some()
    });
    for approach in rows.clone().filter_map(approach) {
        match approach.progress(*tick, gatherings) {
            Approaching::UnderWay => {}
            Approaching::Arrived => scratch.arrived.push(approach.id),
            Approaching::KeptOff => scratch.stopping.push((approach.id, None)),
            Approaching::Looks => {
                scratch.looking.push(approach.id);
                if let Some(goal) = approach.goal.filter(|&goal| goal != approach.end) {
                    gatherings.note(goal, approach.end.distance(goal), *tick);
                }
            }
        }
    }
    for (row, resting) in rows.filter_map(|row| Some((row, resting(row)?))) {
        if resting.looks(*tick, gatherings) {
            scratch.resting.push(resting.settler.id);
        }
        // A unit that comes to a place that is not its own has not looked from there yet.
        let Settler { at, center, .. } = resting.settler;
        if at == resting.post && front[row].velocity != Vec2::ZERO && at != center {
            gatherings.keep_awake(center, *tick);
        }
    }
}

/// What units that settle have to fit into.
fn site(world: &World) -> Site<'_> {
    Site { grid: &world.grid, obstacles: &world.obstacles, enemies: &world.enemies }
}

/// A unit that settles around a place.
fn settler(unit: &Unit, journey: &Journey, front: &Front, body: &Body, center: Vec2) -> Settler {
    let (group, at, body) = (journey.group, front.position, body.collider());
    Settler { id: unit.id, team: unit.team, group, at, body, center }
}

/// The current task is done: the next leg of a patrol, the next order, or rest at a post: `place`, or where
/// the unit stands.
fn finish(
    world: &mut World,
    claims: &mut PlaceClaims,
    id: UnitId,
    mut gave_up: Option<GaveUp>,
    place: Option<Vec2>,
) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (
        (&'a Unit, &'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Post, &'a mut Journey),
        (&'a mut Memory, &'a mut Asked, &'a Front, &'a Body, &'a ModelName),
    );
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok(((unit, state, tasks, route, post, journey), (memory, asked, front, body, model))) = query.get()
    else {
        return;
    };
    route.set(&[]);
    *asked = Asked::No;
    post.0 = place.unwrap_or(front.position);
    if let Some(place) = journey.claim.take() {
        claims.withdraw(id, place);
    }
    if tasks.next_leg() {
        memory.order = Errand::default();
        *state = State::WaitingForPath;
        return;
    }
    *state = tasks.begin_next(State::DestinationReached, memory);
    let mut moves = Moves::default();
    if !state.is_under_way() {
        let makes_nobody_move = *model != ModelName::Predictive;
        let far_goal = makes_nobody_move.then(|| journey.goal.unwrap_or(post.0));
        let settler = settler(unit, journey, front, body, post.0);
        let rest = rest_at(far_goal, &settler, site(world), claims);
        (post.0, moves) = (rest.post, rest.moves);
        gave_up = gave_up.or(rest.is_short.then_some(GaveUp::Exhausted));
        claims.add(claim_of((unit, state, tasks, model, journey, memory, front, body), post.0));
    }
    memory.settles_in_crowd = journey.goal.is_some_and(|goal| goal != post.0);
    if *state == State::DestinationReached && journey.goal.is_some() {
        journey.gave_up = journey.gave_up.or(gave_up);
        world.events.push(match gave_up {
            None => Event::Arrived(id),
            Some(reason) => Event::GaveUp(id, reason),
        });
    }
    drop(query);
    carry_out(world, claims, &moves);
}

/// A unit that has touched resting ones for too long, or that stands on its place as well as it can, stops
/// where it is (article 000). Patrols and followers go on.
fn stop(world: &mut World, claims: &mut PlaceClaims, id: UnitId, gave_up: Option<GaveUp>) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&State, &Tasks, &Route, &Guidance, &ModelName)>(entity);
    let Ok((state, tasks, route, guidance, model)) = query.get() else { return };
    // Where its formation has it stand is not yet the place that it was sent to.
    if gave_up.is_none() && guidance.lead != Lead::Own {
        return;
    }
    // A unit that waits for a way has no waypoint, and stands on it.
    let stops = state.walks() && matches!(tasks.current, Some(Task::Move { .. }));
    // A unit that goes back to its post by itself has it exactly on its place, and gets there when the others
    // leave room.
    let returns = world.steering.models.get(*model).is_none_or(|model| model.returns_to_post());
    let place = route.end().filter(|_| returns && gave_up.is_none());
    drop(query);
    if stops {
        finish(world, claims, id, gave_up, place);
    }
}

/// A unit near its place goes to the nearest free one if another unit rests on it, or on the way to it.
fn look_for_room(world: &mut World, claims: &mut PlaceClaims, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (&'a Unit, &'a Tasks, &'a Front, &'a Body, &'a Journey, &'a Memory, &'a ModelName);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((unit, tasks, front, body, journey, memory, model)) = query.get() else { return };
    let Some(Task::Move { slot, .. }) = tasks.current else { return };
    // Around the ordered place, not around the last choice: else a crowd that is pushed would wander.
    let center = journey.goal.filter(|_| tasks.queue.is_empty()).unwrap_or(slot);
    let settler = settler(unit, journey, front, body, center);
    let wanted =
        WantedPlaces { slot, claim: journey.claim, memory, takes_any: *model != ModelName::Predictive };
    let choice = choose_place(&settler, &wanted, site(world), claims);
    drop(query);
    match choice {
        PlaceChoice::Keeps => {}
        PlaceChoice::RestsHere => finish(world, claims, id, None, Some(settler.at)),
        PlaceChoice::Goes(place) => go_to(world, claims, id, place, center),
        // On its way it makes nobody at rest give way.
        PlaceChoice::GoesOn => {
            if let Ok(mut memory) = world.units.get::<&mut Memory>(entity) {
                memory.settles_in_crowd = true;
            }
        }
    }
}

/// A unit that was sent to `center` goes to another place instead, which it claims.
fn go_to(world: &World, claims: &mut PlaceClaims, id: UnitId, place: Vec2, center: Vec2) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> = (
        (&'a Unit, &'a State, &'a mut Tasks, &'a ModelName, &'a mut Journey, &'a mut Memory),
        (&'a Front, &'a Body, &'a mut Route),
    );
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok(((unit, state, tasks, model, journey, memory), (front, body, route))) = query.get() else {
        return;
    };
    if let Some(old) = journey.claim.replace(place) {
        claims.withdraw(id, old);
    }
    claims.add(claim_of((unit, state, tasks, model, journey, memory, front, body), place));
    memory.settles_in_crowd = place != center;
    if let Some(Task::Move { slot, .. }) = &mut tasks.current
        && *slot != place
    {
        *slot = place;
        route.set(&[place]);
    }
}

/// A unit at rest moves up, or gets another post if it is kept from its own.
fn look_from_post(world: &mut World, claims: &mut PlaceClaims, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&Unit, &Post, &Front, &Body, &Journey, &Memory)>(entity);
    let Ok((unit, post, front, body, journey, memory)) = query.get() else { return };
    let goal = home_of(journey, post.0);
    let gave_up = journey.gave_up.is_some();
    let resting =
        Resting { settler: settler(unit, journey, front, body, goal), post: post.0, memory, gave_up };
    let keeps_awake = resting.keeps_awake();
    let moves = rearrange(&resting, site(world), claims);
    let is_short = moves.is_none() && journey.gave_up.is_none() && resting.falls_short(site(world), claims);
    drop(query);
    if let Some(moves) = &moves {
        carry_out(world, claims, moves);
    } else if is_short {
        fall_short(world, id);
    }
    // Those who exchange where they were sent leave no room for anybody else.
    if keeps_awake || moves.is_some_and(|moves| moves.goals.is_empty()) {
        world.gatherings.keep_awake(goal, world.tick);
    }
}

/// A unit that nothing brings nearer to where it was sent says so. It has spent its effort: it is sent there
/// again only when the map changes.
fn fall_short(world: &mut World, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&mut Journey, &mut Memory)>(entity);
    let Ok((journey, memory)) = query.get() else { return };
    journey.gave_up = Some(GaveUp::Exhausted);
    memory.order.vain = Rung::GivesUp.after();
    world.events.push(Event::GaveUp(id, GaveUp::Exhausted));
}
