//! The report of a run: one JSON object of figures that come from the run.

use crate::fight::Fallen;
use crate::geometry::{Collider, gap};
use crate::goals::GameResult;
use crate::grid::TILE;
use crate::grid::geometry::touch;
use crate::ids::UnitId;
use crate::measure::pairs::Pairs;
use crate::measure::reach::units_in_reach;
use crate::measure::travel::{TickView, Travel, Ways};
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::*;
use glam::Vec2;
use serde::Serialize;
use std::time::Duration;

/// Overlaps up to this depth are rounding, px.
const OVERLAP_TOLERANCE: f32 = 0.01;
/// A unit slower than this stands, px/s: it neither turns nor reverses.
const STANDING: f32 = 1.0;
/// Of a journey that was under way when somebody began to watch, a shorter rest tells how a unit settles, not
/// how it travels, px.
pub const LEAST_REST: f32 = 3.0 * TILE;

/// A unit that stopped short.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shortfall {
    /// Its id in the level.
    pub id: String,
    /// Why.
    pub reason: GaveUp,
}

/// A unit that lost all its strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Defeat {
    /// Its id in the level.
    pub id: String,
    /// Its team.
    pub team: String,
    /// When it fell, simulated seconds.
    pub seconds: f64,
    /// The id of the unit that struck it last.
    pub by: String,
}

/// How deep hard colliders were in each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Overlap {
    /// The deepest at any tick, px.
    pub max_depth: f32,
    /// Unit-ticks spent in an overlap deeper than 0.01 px.
    pub unit_ticks: u64,
}

/// Real time of a tick, µs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TickTime {
    /// Half of the ticks took less.
    pub median: f64,
    /// 99 of 100 ticks took less.
    pub p99: f64,
    /// The longest.
    pub max: f64,
}

/// Figures of a run. Lengths px, times simulated seconds unless named otherwise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Name of the level.
    pub level: String,
    /// The model asked for, or the level's own.
    pub model: String,
    /// Ticks per simulated second.
    pub tick_rate: u32,
    /// Ticks simulated.
    pub ticks: u64,
    /// Simulated seconds.
    pub seconds: f64,
    /// Units at the end.
    pub units: usize,
    /// Threads of the simulation.
    pub threads: usize,
    /// Units with a move order.
    pub ordered: usize,
    /// Of these, those at rest with their last order done, within reach of their own destination.
    pub arrived: usize,
    /// Units that stopped short, or whose place could not be reached, and why.
    pub gave_up: Vec<Shortfall>,
    /// Units that lost all their strength, in the order in which they fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defeated: Option<Vec<Defeat>>,
    /// When the last unit arrived; `None` if not all did.
    pub makespan: Option<f64>,
    /// Seconds between the first and the last arrival; `None` if nobody arrived.
    pub arrival_spread: Option<f64>,
    /// Mean over arrived units of travel time ÷ (own shortest way on the map to the own place ÷ own top
    /// speed).
    pub mean_delay: Option<f64>,
    /// Mean delay up to the first time within 7 px of the own goal, over units that came there.
    pub mean_travel: Option<f64>,
    /// Overlap of hard colliders.
    pub overlap: Overlap,
    /// The deepest that a hard collider was in a blocked tile or a still obstacle.
    pub wall_depth: f32,
    /// The deepest that a hard collider was in a moving obstacle.
    pub obstacle_depth: f32,
    /// Heading changes of over 90° per moving unit-second.
    pub reversals: f64,
    /// Radians turned per moving unit-second.
    pub turning: f64,
    /// Units pushed aside.
    pub pushes: u64,
    /// Units pushed aside by one that was itself in the way.
    pub hard_pushes: u64,
    /// Ways planned anew under way.
    pub replans: u64,
    /// Real time of a tick.
    pub tick_us: TickTime,
    /// Real time of the whole simulation ÷ (units × ticks), µs.
    pub us_per_unit_tick: f64,
    /// Of every unit's position and state after the last tick.
    pub state_hash: String,
    /// What the game came to, where the level asks something of its player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<GameResult>,
}

/// Watches a simulation tick by tick.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    /// The tick that it saw first.
    began: Option<u64>,
    /// By unit id: the velocity when it last moved, px/s.
    velocities: Vec<Vec2>,
    /// By unit id.
    travels: Vec<Travel>,
    ways: Ways,
    bodies: Vec<(Vec2, Collider)>,
    in_overlap: Vec<bool>,
    pairs: Pairs,
    overlap: Overlap,
    wall_depth: f32,
    obstacle_depth: f32,
    reversals: u64,
    turned: f64,
    moving_ticks: u64,
    tick_times: Vec<Duration>,
}

impl Observer {
    /// Memory that it takes, bytes.
    pub fn memory(&self) -> usize {
        let each = |count: usize, size: usize| count * size;
        each(self.travels.len(), size_of::<Travel>() + size_of::<Vec2>() + 1)
            + each(self.bodies.capacity(), size_of::<(Vec2, Collider)>())
            + each(self.tick_times.len(), size_of::<Duration>())
    }

    /// Looks at the state after a tick (or at the start, with no time).
    pub fn observe(&mut self, sim: &Sim, took: Option<Duration>) {
        self.tick_times.extend(took);
        self.began = self.began.or(Some(sim.ticks()));
        self.bodies.clear();
        self.velocities.resize(sim.names.len(), Vec2::ZERO);
        self.travels.resize(sim.names.len(), Travel::default());
        for (unit, position, front, velocity, body, state, tasks, journey) in
            sim.units.query::<(&Unit, &Position, &Front, &Velocity, &Body, &State, &Tasks, &Journey)>().iter()
        {
            let collider = body.collider();
            self.bodies.push((position.0, collider));
            self.wall_depth = self.wall_depth.max(depth_in_walls(sim, position.0, collider));
            self.obstacle_depth =
                depth_in_obstacles(sim, false, position.0, collider).max(self.obstacle_depth);
            let before = &mut self.velocities[unit.id.0 as usize];
            if velocity.0.length_squared() > STANDING * STANDING {
                self.moving_ticks += 1;
                if *before != Vec2::ZERO {
                    let (cross, dot) = (before.perp_dot(velocity.0), before.dot(velocity.0));
                    self.turned += f64::from(libm::atan2f(cross.abs(), dot));
                    self.reversals += u64::from(dot < 0.0);
                }
                *before = velocity.0;
            }
            let seen = TickView { position, front, state, tasks, journey, body: collider };
            self.travels[unit.id.0 as usize].observe(sim.ticks(), seen, &sim.grid, &mut self.ways);
        }
        self.in_overlap.clear();
        self.in_overlap.resize(self.bodies.len(), false);
        let (overlap, in_overlap) = (&mut self.overlap, &mut self.in_overlap);
        self.pairs.each(&self.bodies, 0.0, |i, j, apart| {
            overlap.max_depth = overlap.max_depth.max(-apart);
            if -apart > OVERLAP_TOLERANCE {
                in_overlap[i] = true;
                in_overlap[j] = true;
            }
        });
        self.overlap.unit_ticks += self.in_overlap.iter().filter(|&&deep| deep).count() as u64;
    }

    /// The figures of what has been seen. `level` and `model` are named in the report.
    pub fn report(&mut self, sim: &Sim, level: &str, model: &str) -> Report {
        let Journeys { ordered, arrived, gave_up, first, last, delays, travels } = self.journeys(sim);
        let seconds = |ticks: u64| ticks as f64 / f64::from(TICK_RATE);
        let unit_ticks = (sim.len() as u64 * sim.ticks()).max(1) as f64;
        let took: f64 = self.tick_times.iter().map(Duration::as_secs_f64).sum();
        Report {
            level: level.to_owned(),
            model: model.to_owned(),
            tick_rate: TICK_RATE,
            ticks: sim.ticks(),
            seconds: seconds(sim.ticks()),
            units: sim.len(),
            threads: sim.threads(),
            ordered,
            arrived,
            gave_up,
            defeated: sim.fights.are_on.then(|| defeated(sim)),
            makespan: (ordered > 0 && arrived == ordered).then(|| seconds(last)),
            arrival_spread: (arrived > 0).then(|| seconds(last - first)),
            mean_delay: delays.mean(),
            mean_travel: travels.mean(),
            overlap: self.overlap,
            wall_depth: self.wall_depth,
            obstacle_depth: self.obstacle_depth,
            reversals: per_second(self.reversals as f64, self.moving_ticks),
            turning: per_second(self.turned, self.moving_ticks),
            pushes: sim.counters.pushes,
            hard_pushes: sim.counters.hard_pushes,
            replans: sim.counters.replans,
            tick_us: tick_time(&mut self.tick_times.clone()),
            us_per_unit_tick: took * 1e6 / unit_ticks,
            state_hash: format!("{:016x}", sim.state_hash()),
            goals: None,
        }
    }

    /// How the journeys of all units that were sent somewhere went.
    fn journeys(&mut self, sim: &Sim) -> Journeys {
        let (in_reach, began) = (units_in_reach(sim, &mut self.pairs), self.began.unwrap_or(0));
        let mut sum = Journeys { first: u64::MAX, ..Journeys::default() };
        let mut units: Vec<(Unit, Body, Journey)> =
            sim.units.query::<(&Unit, &Body, &Journey)>().iter().map(|(u, b, j)| (*u, *b, *j)).collect();
        units.sort_by_key(|(unit, ..)| unit.id);
        for (unit, body, journey) in units.into_iter().filter(|(.., journey)| journey.was_sent()) {
            let index = unit.id.0 as usize;
            let travel = self.travels[index];
            sum.ordered += 1;
            let gave_up = travel.gave_up(&journey);
            let arrived = travel.arrived.filter(|_| in_reach[index] && gave_up != Some(GaveUp::Unreachable));
            // One that has done with its order and is not where it was sent has stopped short, whatever it says.
            let is_short = || travel.arrived.map(|_| GaveUp::Exhausted);
            if let Some(reason) = gave_up.or_else(is_short).filter(|_| arrived.is_none()) {
                sum.gave_up.push(Shortfall { id: sim.names[unit.id].to_owned(), reason });
            }
            // Free time at full speed, in ticks; a unit that was sent to where it stood has none.
            let free_ticks = f64::from(travel.length.unwrap_or(0.0) / body.speed) * f64::from(TICK_RATE);
            // Of a journey that was under way when this began to watch, the rest is measured.
            let start = journey.start.max(began);
            let is_long = journey.start >= began || travel.length >= Some(LEAST_REST);
            let is_travel = |tick: &u64| free_ticks > 0.0 && is_long && (began == 0 || *tick > began);
            let took = |tick: u64| (tick - start) as f64 / free_ticks;
            if let Some(tick) = travel.travelled.filter(is_travel) {
                sum.travels.add(took(tick));
            }
            if let Some(tick) = arrived {
                sum.arrived += 1;
                (sum.first, sum.last) = (sum.first.min(tick), sum.last.max(tick));
                if is_travel(&tick) {
                    sum.delays.add(took(tick));
                }
            }
        }
        sum
    }

    /// How many units were sent, and of each that arrived when it did, s, and how long it took as a multiple
    /// of the time that its shortest way takes at full speed; the first to arrive first.
    pub fn arrivals(&mut self, sim: &Sim) -> (usize, Vec<(f64, f64)>) {
        let in_reach = units_in_reach(sim, &mut self.pairs);
        let (mut sent, mut arrivals) = (0, Vec::new());
        for (unit, body, journey) in sim.units.query::<(&Unit, &Body, &Journey)>().iter() {
            let travel = &self.travels[unit.id.0 as usize];
            sent += usize::from(journey.was_sent());
            let gave_up = travel.gave_up(journey) == Some(GaveUp::Unreachable);
            let free = f64::from(travel.length.unwrap_or(0.0) / body.speed);
            if let Some(tick) =
                travel.arrived.filter(|_| journey.was_sent() && in_reach[unit.id.0 as usize] && !gave_up)
            {
                let seconds = |ticks: u64| ticks as f64 / f64::from(TICK_RATE);
                let delay = if free > 0.0 { seconds(tick - journey.start) / free } else { 1.0 };
                arrivals.push((seconds(tick), delay));
            }
        }
        arrivals.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        (sent, arrivals)
    }
}

/// The fallen, in the order in which they fell.
fn defeated(sim: &Sim) -> Vec<Defeat> {
    let name = |id: UnitId| sim.names[id].to_owned();
    let defeat = |fallen: &Fallen| Defeat {
        id: name(fallen.unit.id),
        team: sim.teams[usize::from(fallen.unit.team)].name.clone(),
        seconds: fallen.tick as f64 / f64::from(TICK_RATE),
        by: name(fallen.by),
    };
    sim.fights.fallen.iter().map(defeat).collect()
}

/// How deep a collider is in blocked tiles or obstacles that stand still, px.
fn depth_in_walls(sim: &Sim, place: Vec2, body: Collider) -> f32 {
    sim.grid.wall_depth(place, body).max(depth_in_obstacles(sim, true, place, body))
}

/// How deep a collider is in obstacles that stand still, or in those that move, px.
fn depth_in_obstacles(sim: &Sim, still: bool, place: Vec2, body: Collider) -> f32 {
    let obstacles = sim.obstacles.iter().filter(|obstacle| obstacle.is_still() == still);
    let depths = obstacles.map(|obstacle| -gap(body, obstacle.collider(), place - obstacle.position));
    depths.filter(|&depth| depth > touch(place)).fold(0.0, f32::max)
}

pub(super) fn per_second(count: f64, unit_ticks: u64) -> f64 {
    count * f64::from(TICK_RATE) / unit_ticks.max(1) as f64
}

fn tick_time(times: &mut [Duration]) -> TickTime {
    times.sort_unstable();
    let at = |part: f64| {
        times
            .get(((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1)))
            .map_or(0.0, |time| time.as_secs_f64() * 1e6)
    };
    TickTime { median: at(0.5), p99: at(0.99), max: at(1.0) }
}

/// How the journeys of all units went.
#[derive(Default)]
struct Journeys {
    ordered: usize,
    arrived: usize,
    gave_up: Vec<Shortfall>,
    /// Ticks of the first and the last arrival.
    first: u64,
    last: u64,
    delays: Mean,
    travels: Mean,
}

/// A mean in the making.
#[derive(Default)]
pub(super) struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    pub fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}
