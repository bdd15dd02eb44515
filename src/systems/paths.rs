//! Units that wait for a way ask for it, and answers that are ready become routes.

use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::path::around::{go_round, standing};
use crate::path::{Path, PathQueue, Urgency};
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// Work of the pathfinder in one tick, in its own measure (about 0.1 µs each). More answers big orders
/// sooner, less keeps ticks even.
const PATH_BUDGET: usize = 50_000;
/// Asks and answers.
pub fn serve(world: &mut World) {
    ask(world);
    let mut paths = std::mem::take(&mut world.paths);
    let mut answers = std::mem::take(&mut world.scratch.answers);
    let grid: &Grid = &world.grid;
    paths.serve(grid, PATH_BUDGET, |id, path| {
        let answer = answers.add(UnitId(id));
        match path {
            // Not `answer.clone_from(path)`: derived, it would allocate.
            Some(Path { waypoints, length, short_by }) => {
                answer.waypoints.clone_from(waypoints);
                (answer.length, answer.short_by) = (*length, *short_by);
            }
            None => answer.waypoints.clear(),
        }
    });
    let mut index = 0;
    while let Some((id, path)) = answers.get_mut(index) {
        go_round_obstacles(world, &mut paths, *id, path);
        accept(world, *id, path);
        world.counters.searches += 1;
        index += 1;
    }
    answers.clear();
    (world.paths, world.scratch.answers) = (paths, answers);
}

/// Queues the requests of this tick, in the order of ids.
fn ask(world: &mut World) {
    let mut asking = std::mem::take(&mut world.scratch.asking);
    for (unit, state, guidance, asked) in world.units.query_mut::<(&Unit, &State, &Guidance, &mut Asked)>() {
        let urgency = match (*state, *asked) {
            (State::WaitingForPath, Asked::No | Asked::Wants) => Urgency::Now,
            (_, Asked::Wants) => Urgency::Idle,
            _ => continue,
        };
        if guidance.lead == Lead::Wait {
            continue;
        }
        *asked = Asked::Yes;
        asking.push((unit.id, urgency));
    }
    asking.sort_unstable_by_key(|request| request.0);
    for (id, urgency) in asking.drain(..) {
        let Some(entity) = world.entity(id) else { continue };
        let mut query = world.units.query_one::<(&Tasks, &Front, &Body)>(entity);
        let Ok((tasks, front, body)) = query.get() else { continue };
        let goal = match &tasks.current {
            Some(Task::Move { slot, .. }) => *slot,
            Some(Task::Patrol { route, leg }) => route[*leg as usize],
            Some(Task::Follow { .. } | Task::Attack { .. }) => {
                match world.scratch.targets.binary_search_by_key(&id, |target| target.0) {
                    Ok(index) => world.scratch.targets[index].1.map_or(front.position, |(place, _)| place),
                    Err(_) => front.position,
                }
            }
            Some(Task::Hold) | None => front.position,
        };
        world.paths.request(id.0, front.position, goal, body.collider(), urgency);
    }
    world.scratch.asking = asking;
}

/// The pathfinder knows tiles only: a way through an obstacle that stands still is planned again round it.
fn go_round_obstacles(world: &World, paths: &mut PathQueue, id: UnitId, path: &mut Path) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&Front, &Body)>(entity);
    let Ok((front, body)) = query.get() else { return };
    let (from, body) = (front.position, body.collider());
    go_round(paths.finder(), &world.grid, &standing(&world.obstacles), from, body, path);
}

/// Lets a unit that has just been sent walk a way that somebody else planned, px, as it is.
pub fn bring(world: &mut World, id: UnitId, way: &[Vec2]) {
    let Some(entity) = world.entity(id) else { return };
    world.paths.cancel(id.0);
    if let Ok(mut asked) = world.units.get::<&mut Asked>(entity) {
        *asked = Asked::Yes;
    }
    accept(world, id, &Path { waypoints: way.to_vec(), length: 0.0, short_by: 0.0 });
    if let Ok(mut route) = world.units.get::<&mut Route>(entity) {
        // Its waypoints are walked to, however far the unit sees.
        route.is_detour = true;
    }
}

/// Turns an answer into a route. A way that ends short of its goal leads to the nearest reachable place.
fn accept(world: &mut World, id: UnitId, path: &Path) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> =
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Journey, &'a mut Asked, &'a Front);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((state, tasks, route, journey, asked, front)) = query.get() else { return };
    // A unit that another order or a group's route has reached meanwhile waits for this answer no more.
    if std::mem::take(asked) != Asked::Yes || tasks.current.is_none() {
        return;
    }
    // Where a unit fits nowhere near, it stays.
    let end = path.waypoints.last().copied().unwrap_or(front.position);
    route.set(if path.waypoints.is_empty() { std::slice::from_ref(&end) } else { &path.waypoints });
    if *state == State::WaitingForPath {
        *state = State::Moving;
    }
    // Less than a tile is only a matter of where the body fits.
    let is_short = path.waypoints.is_empty() || path.short_by > TILE;
    if let Some(Task::Move { slot, .. }) = &mut tasks.current {
        // A unit that has chosen a place beside its goal keeps the goal.
        let is_goal = journey.goal == Some(*slot);
        *slot = end;
        if tasks.queue.is_empty() {
            journey.goal = if is_goal { Some(end) } else { journey.goal.or(Some(end)) };
            journey.claim = journey.claim.map(|_| end);
        }
        if is_short {
            journey.gave_up = Some(GaveUp::Unreachable);
            world.events.push(Event::Unreachable(id, end));
        }
    }
    if std::mem::take(&mut tasks.fresh) {
        world.scratch.renewing.push(id);
    }
}
