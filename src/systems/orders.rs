//! Orders become tasks of units.

use crate::geometry::Collider;
use crate::group;
use crate::ids::{Target, UnitId};
use crate::level::TimedOrder;
use crate::order::{Command, FormationShape, Manner, Order};
use crate::settling::approach::PATROL_REACH;
use crate::time::TICK_RATE;
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;
use hecs::Entity;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Applies the orders of the level whose time has come.
pub fn apply_due(world: &mut World) {
    let now = world.tick as f32;
    let is_due = |timed: &TimedOrder| timed.time * TICK_RATE as f32 <= now;
    while world.orders.front().is_some_and(is_due)
        && let Some(due) = world.orders.pop_front()
    {
        apply(world, due.order);
    }
    // A level may give each of thousands its own, and no more come.
    world.orders.shrink_to_fit();
}

/// What an order to a unit takes, in the pathfinder's measure (about 0.1 µs each): groups set out the later.
const UNIT_COSTS: usize = 5;

/// Applies an order, the level's or a player's.
pub fn apply(world: &mut World, given: Arc<Order>) {
    let mut order = Order::clone(&given);
    normalize(world, &mut order);
    world.fights.are_led |= order.attacks();
    world.planning += UNIT_COSTS * order.units.len();
    let units: Vec<Entity> = order.units.iter().filter_map(|&id| world.entity(id)).collect();
    match &order.command {
        Command::Move { to, each, formation, manner } => {
            let attacks = manner.attacks;
            if *each || units.len() == 1 {
                for &unit in &units {
                    assign(world, unit, Task::Move { place: *to, slot: *to, group: 0, attacks }, order.queue);
                }
            } else {
                // Its members get places of their own when it sets out: an order that is replaced before
                // costs nothing.
                let group = new_group(world, &order.units, *to, *formation, *manner);
                for &unit in &units {
                    assign(world, unit, Task::Move { place: *to, slot: *to, group, attacks }, order.queue);
                }
            }
        }
        Command::Patrol { route } if route.is_empty() => {}
        Command::Patrol { route } => {
            let members = members(world, &units);
            let places: Vec<Vec<Vec2>> = route.iter().map(|&at| places(world, at, &members)).collect();
            for (i, &unit) in units.iter().enumerate() {
                let route: Box<[Vec2]> = places.iter().map(|places| places[i]).collect();
                let (place, reach) = (route[0], members[i].radius + PATROL_REACH);
                // Whoever would be at all places at once walks there and stands.
                let task = match route.iter().all(|other| other.distance(place) <= reach) {
                    true => Task::Move { place, slot: place, group: 0, attacks: false },
                    false => Task::Patrol { route, leg: 0 },
                };
                assign(world, unit, task, order.queue);
            }
        }
        Command::Follow { target, until_reached } => {
            for &unit in &units {
                let task = Task::Follow { target: *target, until_reached: *until_reached };
                assign(world, unit, task, order.queue);
            }
        }
        Command::Attack { target } => {
            for &unit in &units {
                let task = Task::Attack { target: *target, by_order: true, back: None };
                assign(world, unit, task, order.queue);
            }
        }
        Command::Hold => {
            for &unit in &units {
                assign(world, unit, Task::Hold, order.queue);
            }
        }
        Command::Stop => {
            for &unit in &units {
                stop(world, unit);
            }
        }
    }
    // A level may give each of thousands its own: as a rule none has to be kept twice.
    world.events.push(Event::Ordered(if order == *given { given } else { order.into() }));
}

/// Brings an order to what a level may say: places are on the map, nobody is named twice or follows itself.
fn normalize(world: &World, order: &mut Order) {
    let size = world.grid.size();
    // In this order what is no number becomes 0.
    let bring = |place: &mut Vec2| *place = place.max(Vec2::ZERO).min(size);
    let mut own = None;
    match &mut order.command {
        Command::Move { to, .. } => bring(to),
        Command::Patrol { route } => route.iter_mut().for_each(bring),
        Command::Follow { target: Target::Unit(target), .. } => own = Some(*target),
        Command::Follow { .. } | Command::Attack { .. } | Command::Stop | Command::Hold => {}
    }
    if let Command::Attack { target } = order.command {
        let team = |id: UnitId| Some(world.units.get::<&Unit>(world.entity(id)?).ok()?.team);
        let are_enemies = |unit: UnitId| Some(world.enemies.are(team(unit)?, team(target)?));
        order.units.retain(|&unit| are_enemies(unit) == Some(true));
    }
    let mut named = FxHashSet::with_capacity_and_hasher(order.units.len(), Default::default());
    order.units.retain(|unit| Some(*unit) != own && named.insert(*unit));
}

/// Enters a group into the table and returns its number.
fn new_group(world: &mut World, units: &[UnitId], place: Vec2, shape: FormationShape, manner: Manner) -> u32 {
    world.last_group += 1;
    let mut members: Vec<UnitId> = units.iter().copied().filter(|&id| world.entity(id).is_some()).collect();
    members.sort_unstable();
    members.dedup();
    let (id, phase) = (world.last_group, group::Phase::Waiting { ticks: 0 });
    world.groups.push(group::Group {
        id,
        place,
        shape,
        manner,
        members,
        late: Vec::new(),
        commander: None,
        phase,
    });
    id
}

/// What the assignment of places needs to know of some units.
pub(super) fn members(world: &World, units: &[Entity]) -> Vec<group::GroupMember> {
    let member = |&unit: &Entity| {
        let mut query = world.units.query_one::<(&Front, &Body)>(unit);
        let (front, body) = query.get().ok()?;
        let Body { radius, soft_radius, shape, .. } = *body;
        Some(group::GroupMember { position: front.position, radius, soft_radius, shape })
    };
    units.iter().filter_map(member).collect()
}

/// A place for each member: the ordered one itself for a single unit; for several, places around it, or
/// around the nearest place that the first can reach.
fn places(world: &mut World, to: Vec2, members: &[group::GroupMember]) -> Vec<Vec2> {
    match (members, Collider::covering(members.iter().map(group::GroupMember::collider))) {
        ([first, _, ..], Some(body)) => {
            let middle =
                world.paths.finder().nearest_reachable(&world.grid, first.position, to, body).unwrap_or(to);
            group::slots(&world.grid, &world.obstacles, middle, members)
        }
        _ => vec![to; members.len()],
    }
}

/// Gives a unit a task, now or after what it is doing.
fn assign(world: &mut World, unit: Entity, task: Task, queue: bool) {
    let tick = world.tick;
    type Columns<'a> =
        (&'a Unit, &'a mut Tasks, &'a mut State, &'a mut Journey, &'a mut Memory, &'a mut Asked);
    let mut query = world.units.query_one::<Columns>(unit);
    let Ok((unit, tasks, state, journey, memory, asked)) = query.get() else { return };
    let append = queue && tasks.current.is_some();
    if let Task::Move { place, slot, group, .. } = task {
        let start = if append { journey.start } else { tick };
        let (goal, ordered) = (Some(slot), Some(place));
        *journey = Journey { goal, ordered, group, start, gave_up: None, claim: None };
    }
    if append {
        tasks.queue.push_back(task);
        return;
    }
    tasks.queue = Default::default();
    memory.settles_in_crowd = false;
    *asked = Asked::No;
    if task == Task::Hold {
        world.scratch.renewing.push(unit.id);
    }
    *state = tasks.begin(task, memory);
}

impl Tasks {
    /// The current task is over: the next one in the queue begins. Returns the state of a unit that begins
    /// it, or `rest` where there is none.
    pub(super) fn begin_next(&mut self, rest: State, memory: &mut Memory) -> State {
        (self.current, self.fresh) = (None, true);
        self.queue.pop_front().map_or(rest, |task| self.begin(task, memory))
    }

    /// Begins a task. Returns the state of a unit that does so.
    pub(super) fn begin(&mut self, task: Task, memory: &mut Memory) -> State {
        let state = if task == Task::Hold { State::Holding } else { State::WaitingForPath };
        self.is_alert =
            matches!(task, Task::Move { attacks: true, .. } | Task::Attack { by_order: true, .. });
        (self.current, self.fresh) = (Some(task), true);
        (memory.order, memory.turns_out) = (Errand::default(), false);
        state
    }
}

/// Drops everything; the unit comes to a stand.
fn stop(world: &mut World, unit: Entity) {
    type Columns<'a> = (&'a Unit, &'a mut Tasks, &'a mut State, &'a mut Route, &'a mut Memory, &'a mut Asked);
    let mut query = world.units.query_one::<Columns>(unit);
    let Ok((unit, tasks, state, route, memory, asked)) = query.get() else { return };
    *tasks = Tasks::default();
    (memory.turns_out, *asked) = (false, Asked::No);
    route.set(&[]);
    *state = State::Idle;
    world.scratch.renewing.push(unit.id);
}
