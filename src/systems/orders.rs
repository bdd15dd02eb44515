//! Stage 1: orders become tasks of units.

use crate::components::*;
use crate::group;
use crate::movement::predictive::Memory;
use crate::order::{Command, FormationShape, Manner, Order, Target};
use crate::sim::{Event, Sim};
use glam::Vec2;
use hecs::Entity;
use std::collections::HashSet;

/// Applies the orders of the level whose time has come.
pub fn apply_due(sim: &mut Sim) {
    while let Some(due) = sim.orders.get(sim.next_order)
        && (due.time * TICK_RATE as f32) <= sim.tick as f32
    {
        let order = due.order.clone();
        sim.next_order += 1;
        apply(sim, order);
    }
}

/// Applies an order, the level's or a player's.
pub fn apply(sim: &mut Sim, mut order: Order) {
    normalize(sim, &mut order);
    let units: Vec<Entity> = order.units.iter().filter_map(|&id| sim.entity(id)).collect();
    match &order.command {
        Command::Move { to, each, formation, manner } => {
            if *each || units.len() == 1 {
                for &unit in &units {
                    assign(sim, unit, Task::Move { place: *to, slot: *to, group: 0 }, order.queue);
                }
            } else {
                // Its members get places of their own when it sets out: an order that is replaced before costs nothing.
                let group = new_group(sim, &order.units, *to, *formation, *manner);
                for &unit in &units {
                    assign(sim, unit, Task::Move { place: *to, slot: *to, group }, order.queue);
                }
            }
        }
        Command::Patrol { route } if route.is_empty() => {}
        Command::Patrol { route } => {
            let members = members(sim, &units);
            let places: Vec<Vec<Vec2>> = route.iter().map(|&at| places(sim, at, &members)).collect();
            for (i, &unit) in units.iter().enumerate() {
                let route = places.iter().map(|places| places[i]).collect();
                assign(sim, unit, Task::Patrol { route, leg: 0 }, order.queue);
            }
        }
        Command::Follow { target } => {
            for &unit in &units {
                assign(sim, unit, Task::Follow { target: *target }, order.queue);
            }
        }
        Command::Hold => {
            for &unit in &units {
                assign(sim, unit, Task::Hold, order.queue);
            }
        }
        Command::Stop => {
            for &unit in &units {
                stop(sim, unit);
            }
        }
    }
    sim.events.push(Event::Ordered(order));
}

/// Brings an order to what a level may say: places are on the map, nobody is named twice or follows itself.
fn normalize(sim: &Sim, order: &mut Order) {
    let size = sim.grid.size();
    // In this order what is no number becomes 0.
    let bring = |place: &mut Vec2| *place = place.max(Vec2::ZERO).min(size);
    let mut own = None;
    match &mut order.command {
        Command::Move { to, .. } => bring(to),
        Command::Patrol { route } => route.iter_mut().for_each(bring),
        Command::Follow { target: Target::Unit(target) } => own = Some(*target),
        Command::Follow { .. } | Command::Stop | Command::Hold => {}
    }
    let mut named = HashSet::with_capacity(order.units.len());
    order.units.retain(|unit| Some(*unit) != own && named.insert(*unit));
}

/// Enters a group into the table and returns its number.
fn new_group(sim: &mut Sim, units: &[UnitId], place: Vec2, shape: FormationShape, manner: Manner) -> u32 {
    sim.last_group += 1;
    let mut members: Vec<UnitId> = units.iter().copied().filter(|&id| sim.entity(id).is_some()).collect();
    members.sort_unstable();
    members.dedup();
    let (id, phase) = (sim.last_group, group::Phase::Waiting { ticks: 0 });
    sim.groups.push(group::Group {
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
pub(super) fn members(sim: &Sim, units: &[Entity]) -> Vec<group::Member> {
    let member = |&unit: &Entity| {
        let mut query = sim.world.query_one::<(&Front, &Body)>(unit);
        let (front, body) = query.get().expect("every unit has all unit components");
        let Body { radius, soft_radius, shape, .. } = *body;
        group::Member { position: front.position, radius, soft_radius, shape }
    };
    units.iter().map(member).collect()
}

/// A place for each member: the ordered one itself for a single unit; for several, places around it, or around the
/// nearest place that the first can reach.
fn places(sim: &mut Sim, to: Vec2, members: &[group::Member]) -> Vec<Vec2> {
    match (members, group::footprint(members)) {
        ([first, _, ..], Some(body)) => {
            let middle =
                sim.paths.finder().nearest_reachable(&sim.grid, first.position, to, body).unwrap_or(to);
            group::slots(&sim.grid, &sim.obstacles, middle, members)
        }
        _ => vec![to; members.len()],
    }
}

/// Gives a unit a task, now or after what it is doing.
fn assign(sim: &mut Sim, unit: Entity, task: Task, queue: bool) {
    let tick = sim.tick;
    type Columns<'a> =
        (&'a Unit, &'a mut Tasks, &'a mut State, &'a mut Journey, &'a mut Memory, &'a mut Asked);
    let mut query = sim.world.query_one::<Columns>(unit);
    let (unit, tasks, state, journey, memory, asked) =
        query.get().expect("every unit has all unit components");
    let append = queue && tasks.current.is_some();
    if let Task::Move { place, slot, group } = task {
        let start = if append { journey.start } else { tick };
        let (goal, ordered) = (Some(slot), Some(place));
        *journey = Journey { goal, ordered, group, start, gave_up: None, claim: None };
    }
    if append {
        tasks.queue.push_back(task);
        return;
    }
    tasks.queue.clear();
    memory.gathers = false;
    *asked = Asked::No;
    if task == Task::Hold {
        sim.renewing.push(unit.id);
    }
    tasks.queue.push_back(task);
    *state = tasks.begin_next(State::Idle);
}

impl Tasks {
    /// The current task is over: the next one in the queue begins. Returns the state of a unit that begins it, or
    /// `rest` where there is none.
    pub(super) fn begin_next(&mut self, rest: State) -> State {
        self.current = self.queue.pop_front();
        self.fresh = true;
        match self.current {
            Some(Task::Hold) => State::Holding,
            Some(_) => State::WaitingForPath,
            None => rest,
        }
    }
}

/// Drops everything; the unit comes to a stand.
fn stop(sim: &mut Sim, unit: Entity) {
    type Columns<'a> = (&'a Unit, &'a mut Tasks, &'a mut State, &'a mut Route, &'a mut Asked);
    let mut query = sim.world.query_one::<Columns>(unit);
    let (unit, tasks, state, route, asked) = query.get().expect("every unit has all unit components");
    *tasks = Tasks::default();
    *asked = Asked::No;
    route.set(&[]);
    *state = State::Idle;
    sim.renewing.push(unit.id);
}
