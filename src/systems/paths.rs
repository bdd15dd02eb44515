//! Stage 4: who waits for a way asks for it, and answers that are ready become routes.

use crate::geometry::segment::nearest_on_segment;
use crate::geometry::{Collider, gap};
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::obstacles::Obstacle;
use crate::path::{Path, PathQueue, Urgency};
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// Work of the pathfinder in one tick, in its own measure (about 0.1 µs each). More answers big orders sooner, less
/// keeps ticks even.
const BUDGET: usize = 50_000;
/// What a place in a still obstacle costs more than ground, px: any way round is shorter.
const OBSTACLE_PRICE: f32 = 30_000.0;
/// Nodes that the search round obstacles may look at.
const OBSTACLE_LIMIT: usize = 60_000;

/// Asks and answers.
pub fn serve(world: &mut World) {
    ask(world);
    let mut paths = std::mem::take(&mut world.paths);
    let mut answers = std::mem::take(&mut world.scratch.answers);
    let grid: &Grid = &world.grid;
    paths.serve(grid, BUDGET, |id, path| {
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
    for (unit, state, tasks, front, body, guidance, asked) in
        world.units.query_mut::<(&Unit, &State, &Tasks, &Front, &Body, &Guidance, &mut Asked)>()
    {
        if guidance.lead == Lead::Wait {
            continue;
        }
        let urgency = match (*state, *asked) {
            (State::WaitingForPath, Asked::No | Asked::Wants) => Urgency::Now,
            (_, Asked::Wants) => Urgency::Idle,
            _ => continue,
        };
        *asked = Asked::Yes;
        let goal = match &tasks.current {
            Some(Task::Move { slot, .. }) => *slot,
            Some(Task::Patrol { route, leg }) => route[*leg],
            Some(Task::Follow { .. }) => {
                match world.scratch.targets.binary_search_by_key(&unit.id, |target| target.0) {
                    Ok(index) => world.scratch.targets[index].1.map_or(front.position, |(place, _)| place),
                    Err(_) => front.position,
                }
            }
            Some(Task::Hold) | None => front.position,
        };
        asking.push((unit.id, front.position, goal, body.collider(), urgency));
    }
    asking.sort_unstable_by_key(|request| request.0);
    for (id, from, goal, body, urgency) in asking.drain(..) {
        world.paths.request(id.0, from, goal, body, urgency);
    }
    world.scratch.asking = asking;
}

/// The pathfinder knows tiles only: a way through an obstacle that stands still is planned again round it.
fn go_round_obstacles(world: &World, paths: &mut PathQueue, id: UnitId, path: &mut Path) {
    let Some(entity) = world.entity(id) else { return };
    let mut query = world.units.query_one::<(&Front, &Body)>(entity);
    let (front, body) = query.get().expect("every unit has all unit components");
    mend_way(&world.grid, &standing(&world.obstacles), paths, front.position, body.collider(), path);
}

/// Where still obstacles stand.
pub(super) fn standing(obstacles: &[Obstacle]) -> Vec<(Vec2, Collider)> {
    let still = obstacles.iter().filter(|obstacle| obstacle.is_still());
    still.map(|obstacle| (obstacle.position, obstacle.collider())).collect()
}

/// The same for any body that starts at `from`, round whatever is `standing`.
pub(super) fn mend_way(
    grid: &Grid,
    standing: &[(Vec2, Collider)],
    paths: &mut PathQueue,
    from: Vec2,
    body: Collider,
    path: &mut Path,
) {
    let Some(&goal) = path.waypoints.last() else { return };
    let mut legs = std::iter::once(&from).chain(&path.waypoints).zip(&path.waypoints);
    if legs.any(|(&a, &b)| standing.iter().any(|&other| is_in_the_way(other, a, b, body))) {
        let (mut round, price, limit) = (Path::default(), OBSTACLE_PRICE, OBSTACLE_LIMIT);
        if paths.finder().find_path_around(grid, from, goal, body, standing, price, limit, &mut round) {
            round.short_by = path.short_by;
            *path = round;
        }
    }
}

/// Whether somebody or something that stands cuts the leg from `a` to `b`.
fn is_in_the_way((at, other): (Vec2, Collider), a: Vec2, b: Vec2, body: Collider) -> bool {
    gap(body, other, nearest_on_segment(at, a, b) - at) < 0.0
}

/// Turns an answer into a route. A way that ends short of its goal leads to the nearest reachable place.
fn accept(world: &mut World, id: UnitId, path: &Path) {
    let Some(entity) = world.entity(id) else { return };
    type Columns<'a> =
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Journey, &'a mut Asked, &'a Front);
    let mut query = world.units.query_one::<Columns>(entity);
    let (state, tasks, route, journey, asked, front) =
        query.get().expect("every unit has all unit components");
    // Whom another order or a group's route has reached meanwhile waits for this answer no more.
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
        // Who has chosen a place beside its goal keeps the goal.
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

impl Route {
    /// Replaces the route.
    pub fn set(&mut self, waypoints: &[Vec2]) {
        self.next = 0;
        self.on_leg = None;
        self.is_detour = false;
        self.waypoints.clear();
        // One more may be put on a leg under way, when nothing may be allocated.
        self.waypoints.reserve(waypoints.len() + 1);
        self.remaining.reserve(waypoints.len() + 1);
        self.waypoints.extend_from_slice(waypoints);
        self.remaining.clear();
        self.remaining.resize(waypoints.len(), 0.0);
        for i in (1..waypoints.len()).rev() {
            self.remaining[i - 1] = self.remaining[i] + waypoints[i].distance(waypoints[i - 1]);
        }
    }
}
