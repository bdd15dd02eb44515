//! What units still have to do, as orders of a level.
//!
//! Every unit has a list of tasks. A level that begins with nobody busy gives them back as queued orders at
//! time 0, each unit's in their order. A task of a group is one order to all its members who still have it,
//! so it waits until it leads all their lists; groups are numbered in the order in which they were sent, so
//! the lowest always does.

use super::names;
use crate::group::Group;
use crate::ids::{Target, UnitId};
use crate::level::TimedOrder;
use crate::obstacles::ObstacleSpec;
use crate::order::{Action, Command, Manner, Order};
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::*;
use glam::Vec2;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// Widest front that a level may tell, px.
const WIDEST_FRONT: f32 = 1.0e5;

/// Orders that give the units `ids`, numbered by their place in the list, the tasks that they have, then
/// those that the level of the game still had to give and that players give `later`. Obstacles that somebody
/// follows get a name.
pub fn orders(
    sim: &Sim,
    ids: &[UnitId],
    later: &[(u64, Action)],
    obstacles: &mut [ObstacleSpec],
) -> Vec<TimedOrder> {
    let numbers = ids.iter().zip(0..).map(|(&id, number)| (id, UnitId(number))).collect();
    let mut saver = Saver { sim, numbers, obstacles };
    let mut orders = saver.tasks(ids);
    orders.extend(sim.orders.iter().filter_map(|timed| {
        let order = saver.order(&timed.order)?.into();
        Some(TimedOrder { time: until(sim, timed.time), order })
    }));
    orders.extend(later.iter().filter_map(|(tick, action)| match action {
        Action::Order(order) => {
            let order = saver.order(order)?.into();
            Some(TimedOrder { time: until_tick(sim, *tick), order })
        }
        _ => None,
    }));
    orders.sort_by(|a, b| a.time.total_cmp(&b.time));
    orders
}

/// Seconds until what is due at `time` is done: a level that begins here does it at the same tick.
pub fn until(sim: &Sim, time: f32) -> f32 {
    // What is due is done at the first tick that is no earlier: see `systems::orders::apply_due`.
    seconds_of(((time * TICK_RATE as f32).ceil() - sim.ticks() as f32).max(0.0))
}

/// Seconds until so many ticks have passed in a game.
pub fn until_tick(sim: &Sim, tick: u64) -> f32 {
    seconds_of(tick.saturating_sub(sim.ticks()) as f32)
}

/// A time that is due after just so many ticks, s.
fn seconds_of(ticks: f32) -> f32 {
    let seconds = ticks / TICK_RATE as f32;
    if seconds * TICK_RATE as f32 > ticks { seconds.next_down() } else { seconds }
}

struct Saver<'a> {
    sim: &'a Sim,
    /// Numbers in the level, by those in the game.
    numbers: HashMap<UnitId, UnitId>,
    obstacles: &'a mut [ObstacleSpec],
}

/// A task as a level can say it.
enum Said {
    /// To one unit, or to several each on its own.
    Alone(Command),
    /// With a group, by its number.
    Group(u32),
}

impl Saver<'_> {
    fn tasks(&mut self, ids: &[UnitId]) -> Vec<TimedOrder> {
        let mut lists: Vec<(UnitId, VecDeque<Said>)> = Vec::with_capacity(ids.len());
        for &id in ids {
            let tasks = self.sim.entity(id).and_then(|entity| self.sim.units.get::<&Tasks>(entity).ok());
            let Some(tasks) = tasks else { continue };
            let said = tasks.all().filter_map(|task| self.say(id, task));
            let said = said.collect();
            lists.push((self.numbers[&id], said));
        }
        let mut orders = Vec::new();
        loop {
            while give_alone(&mut lists, &mut orders) {}
            let first = |(_, list): &(UnitId, VecDeque<Said>)| match list.front() {
                Some(Said::Group(group)) => Some(*group),
                _ => None,
            };
            let Some(group) = lists.iter().filter_map(first).min() else { return orders };
            let mut units = Vec::new();
            for list in lists.iter_mut().filter(|list| first(list) == Some(group)) {
                list.1.pop_front();
                units.push(list.0);
            }
            if let Some(group) = self.group(group) {
                let (to, formation) = (self.on_map(group.place), group.shape);
                let command = Command::Move { to, each: false, formation, manner: manner(group.manner) };
                orders.push(now(units, command));
            }
        }
    }

    fn group(&self, number: u32) -> Option<&Group> {
        self.sim.groups.iter().find(|group| group.id == number)
    }

    /// What a task of a unit is in a level; `None` for one that ends by itself.
    fn say(&mut self, id: UnitId, task: &Task) -> Option<Said> {
        let alone = match task {
            Task::Move { group, .. } if *group != 0 && self.group(*group).is_some() => {
                return Some(Said::Group(*group));
            }
            Task::Move { slot, attacks, .. } => {
                let (to, formation) = (self.on_map(*slot), Default::default());
                let manner = Manner { attacks: *attacks, ..Manner::default() };
                Command::Move { to, each: true, formation, manner }
            }
            Task::Patrol { route, leg } => {
                let mut route: Vec<Vec2> = route.iter().map(|&at| self.on_map(at)).collect();
                route.rotate_left(*leg as usize);
                Command::Patrol { route }
            }
            Task::Follow { target: Target::Unit(target), .. } if *target == id => return None,
            Task::Follow { target, until_reached } => {
                Command::Follow { target: self.target(*target)?, until_reached: *until_reached }
            }
            // Whom it chose by itself it chooses again.
            Task::Attack { by_order: false, back, .. } => {
                let (to, formation) = (self.on_map((*back)?), Default::default());
                let manner = Manner { attacks: true, ..Manner::default() };
                Command::Move { to, each: true, formation, manner }
            }
            Task::Attack { target, .. } => Command::Attack { target: *self.numbers.get(target)? },
            Task::Hold => Command::Hold,
        };
        Some(Said::Alone(alone))
    }

    /// An order that is still to come; `None` if nobody is left to obey.
    fn order(&mut self, order: &Order) -> Option<Order> {
        let team = |unit: UnitId| self.sim.unit(unit, |unit| unit.team);
        // Friends do not obey an order to attack, and a level that has it given to none but friends is
        // refused.
        let obeys = |unit: UnitId| match order.command {
            Command::Attack { target } => {
                team(unit).zip(team(target)).is_some_and(|(own, theirs)| self.sim.are_enemies(own, theirs))
            }
            _ => true,
        };
        let obeying = order.units.iter().filter(|&&unit| obeys(unit));
        let mut units: Vec<UnitId> = obeying.filter_map(|unit| self.numbers.get(unit).copied()).collect();
        let command = match &order.command {
            Command::Move { to, each, formation, manner: how } => Command::Move {
                to: self.on_map(*to),
                each: *each,
                formation: *formation,
                manner: manner(*how),
            },
            Command::Patrol { route } => {
                Command::Patrol { route: route.iter().map(|&at| self.on_map(at)).collect() }
            }
            Command::Follow { target, until_reached } => match self.target(*target) {
                Some(target) => Command::Follow { target, until_reached: *until_reached },
                // Units whose target is gone for good stop instead.
                None if order.queue => return None,
                None => Command::Stop,
            },
            Command::Attack { target } => match self.numbers.get(target) {
                Some(&target) => Command::Attack { target },
                None if order.queue => return None,
                None => Command::Stop,
            },
            Command::Stop => Command::Stop,
            Command::Hold => Command::Hold,
        };
        if let Command::Follow { target: Target::Unit(target), .. } = command {
            units.retain(|unit| *unit != target);
        }
        // As a level that names them is read.
        units.sort_unstable();
        units.dedup();
        (!units.is_empty()).then_some(Order { units, command, queue: order.queue })
    }

    /// The unit or obstacle that is followed, by number and name in the level; `None` when gone.
    fn target(&mut self, target: Target) -> Option<Target> {
        match target {
            Target::Unit(id) => Some(Target::Unit(*self.numbers.get(&id)?)),
            Target::Obstacle(index) => {
                if self.obstacles.get(index as usize)?.name.is_empty() {
                    let units = self.numbers.keys().map(|id| self.sim.names[*id].to_owned());
                    let taken: HashSet<String> =
                        self.obstacles.iter().map(|other| other.name.clone()).chain(units).collect();
                    self.obstacles[index as usize].name = names::fresh(format!("obstacle {index}"), &taken);
                }
                Some(target)
            }
        }
    }

    /// The nearest place of the map, its rim included.
    fn on_map(&self, place: Vec2) -> Vec2 {
        // In this order what is no number becomes 0.
        place.max(Vec2::ZERO).min(self.sim.grid.size())
    }
}

/// Gives every list's first task that is nobody else's; those that are alike in one order. Whether there was
/// any.
fn give_alone(lists: &mut [(UnitId, VecDeque<Said>)], orders: &mut Vec<TimedOrder>) -> bool {
    let before = orders.len();
    let mut alike: HashMap<[u32; 4], usize> = HashMap::new();
    for (unit, list) in lists {
        let Some(Said::Alone(_)) = list.front() else { continue };
        let Some(Said::Alone(command)) = list.pop_front() else { continue };
        let kind = match &command {
            Command::Move { to, manner, .. } => {
                Some([0, to.x.to_bits(), to.y.to_bits(), u32::from(manner.attacks)])
            }
            Command::Follow { target: Target::Unit(unit), until_reached } => {
                Some([1, unit.0, u32::from(*until_reached), 0])
            }
            Command::Follow { target: Target::Obstacle(index), until_reached } => {
                Some([2, *index, u32::from(*until_reached), 0])
            }
            Command::Hold => Some([3, 0, 0, 0]),
            Command::Attack { target } => Some([4, target.0, 0, 0]),
            // Several on one patrol get places of their own, which they have already.
            Command::Patrol { .. } | Command::Stop => None,
        };
        let number = match kind {
            Some(kind) => *alike.entry(kind).or_insert(orders.len()),
            None => orders.len(),
        };
        match orders.get_mut(number) {
            Some(timed) => Arc::make_mut(&mut timed.order).units.push(*unit),
            None => orders.push(now(vec![*unit], command)),
        }
    }
    orders.len() > before
}

fn now(units: Vec<UnitId>, command: Command) -> TimedOrder {
    TimedOrder { time: 0.0, order: Order { units, command, queue: true }.into() }
}

/// As far as a level can say it.
fn manner(manner: Manner) -> Manner {
    Manner {
        pace: manner.pace,
        facing: manner.facing.filter(|facing| facing.is_finite()).map(|facing| facing % 360.0),
        frontage: manner.frontage.filter(|front| !front.is_nan()).map(|front| front.clamp(0.0, WIDEST_FRONT)),
        attacks: manner.attacks,
    }
}
