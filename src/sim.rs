//! The state of a game: hecs world, grid, tick counter, and [`Sim::tick`], the schedule as one plain list of steps.

mod copy;

use crate::collider::Collider;
use crate::components::*;
use crate::grid::{Grid, Tile};
use crate::group::Group;
use crate::level::{Area, Edit, Kind, Level, Team, TimedOrder};
use crate::movement::predictive::queue::{LENGTH, MovingCircle, Neighbour};
use crate::movement::predictive::{self, Decision, Enemies, Memory, MovementEvent, Predictive};
use crate::movement::{ModelName, Steering, Vector};
use crate::neighbours::Crowd;
use crate::obstacles::Obstacle;
use crate::order::{Action, Order};
use crate::path::PathQueue;
use crate::settling::{Claims, Gatherings};
use crate::stages::{Stage, StageTimes};
use crate::systems;
use glam::Vec2;
use std::sync::Arc;

/// What a run may choose beside its level.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Movement model of every unit, instead of what the level says.
    pub model: Option<ModelName>,
    /// Threads of the simulation; 0: as many as the machine has. The result does not depend on it.
    pub threads: usize,
}

/// A fact that the simulation tells the window and the report. Nobody needs to listen.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An order was applied.
    Ordered(Order),
    /// A unit came to rest at its destination.
    Arrived(UnitId),
    /// A unit stopped short.
    GaveUp(UnitId, GaveUp),
    /// A unit found no way and goes to the nearest place that it can reach, px.
    Unreachable(UnitId, Vec2),
    /// Tiles changed.
    TilesChanged(Area),
}

/// How often things happened since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Units that were pushed aside.
    pub pushes: u64,
    /// Chains of units that were pushed so that one could pass.
    pub hard_pushes: u64,
    /// Ways that were planned anew under way.
    pub replans: u64,
    /// Searches for a way in all.
    pub searches: u64,
}

/// Who was pushed is home again this near to the post, px.
const HOME: f32 = 1.0;
/// Ticks after the last push, and of waiting on the way home, after which nobody waits for a unit to come home: 30 s.
const GIVEN_UP: u16 = 900;

/// A game.
pub struct Sim {
    /// Units, as plain components (see [`crate::components`]).
    pub world: hecs::World,
    /// The map as it is now.
    pub grid: Grid,
    /// Obstacles as they are now.
    pub obstacles: Vec<Obstacle>,
    /// Obstacles as they will be at the planning front, where all decisions are made.
    pub(crate) foreseen: Vec<Obstacle>,
    /// Units whose promises are made anew in this tick, for a new order.
    pub(crate) renewing: Vec<UnitId>,
    pub(crate) near: Vec<Neighbour>,
    pub(crate) moving_circles: Vec<MovingCircle>,
    /// Kinds of unit.
    pub kinds: Vec<Kind>,
    /// Teams.
    pub teams: Vec<Team>,
    /// Names of units, by id.
    pub names: Vec<String>,
    /// What happened in the last tick.
    pub events: Vec<Event>,
    /// How often things happened since the start.
    pub counters: Counters,
    pub(crate) tick: u64,
    times: StageTimes,
    pub(crate) entities: Vec<Option<hecs::Entity>>,
    pub(crate) orders: Vec<TimedOrder>,
    pub(crate) next_order: usize,
    pub(crate) given: Vec<Action>,
    pub(crate) recorded: Vec<(u64, Action)>,
    pub(crate) edits: Vec<Edit>,
    pub(crate) next_edit: usize,
    pub(crate) pending_tiles: Vec<(i32, i32, Tile)>,
    /// Units that players took away, as they were then.
    pub(crate) removed: Vec<systems::actions::Removed>,
    /// Holds the tiles that have changed since routes were mended.
    pub(crate) changed: Option<Area>,
    /// Scratch of the edit stage: the tiles on which somebody stands or will stand, row by row; empty until asked for.
    pub(crate) occupied: Vec<bool>,
    /// The map's revision when those who gave up last looked at it.
    pub(crate) looked_at: u64,
    pub(crate) crowd: Crowd,
    pub(crate) predictive: Predictive,
    /// The steering models and their parameters.
    pub steering: Steering,
    /// Units that stop in this tick although they are not exactly at their place, and why they gave up, if they did.
    pub(crate) stopping: Vec<(UnitId, Option<GaveUp>)>,
    pub(crate) enemies: Enemies,
    pub(crate) circles: Vec<predictive::Obstacle>,
    pub(crate) movement_events: Vec<MovementEvent>,
    /// Groups under way or about to be, by number.
    pub groups: Vec<Group>,
    pub(crate) last_group: u32,
    /// Who is not under way in this tick, by id, once a formation has asked for it.
    pub(crate) standing: Option<Arc<[systems::forming::Standing]>>,
    /// Work that groups took in this tick to set out, in the pathfinder's measure.
    pub(crate) planning: usize,
    /// Scratch of the group stage.
    pub(crate) roll: Vec<systems::groups::Entry>,
    /// Scratch of the arrival stage, kept so that a tick allocates nothing.
    pub(crate) arrived: Vec<UnitId>,
    pub(crate) looking: Vec<UnitId>,
    pub(crate) closing: Vec<UnitId>,
    pub(crate) displaced: Vec<(UnitId, Vec2, Vec2, Collider)>,
    pub(crate) gatherings: Gatherings,
    pub(crate) claims: Claims,
    pub(crate) asking: Vec<systems::paths::Request>,
    pub(crate) answers: systems::paths::Answers,
    pub(crate) paths: PathQueue,
    pub(crate) targets: Vec<(UnitId, Option<(Vec2, f32)>)>,
    pool: Arc<rayon::ThreadPool>,
}

impl Sim {
    /// A game at the start of a level.
    pub fn new(level: &Level, options: &Options) -> Sim {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
        let mut sim = Sim {
            world: hecs::World::new(),
            grid: level.grid.clone(),
            obstacles: level.obstacles.iter().map(Obstacle::new).collect(),
            foreseen: level.obstacles.iter().map(Obstacle::new).collect(),
            renewing: Vec::new(),
            near: Vec::new(),
            moving_circles: Vec::new(),
            kinds: level.kinds.clone(),
            teams: level.teams.clone(),
            names: Vec::with_capacity(level.units.len()),
            events: Vec::new(),
            counters: Counters::default(),
            tick: 0,
            times: StageTimes::default(),
            entities: Vec::with_capacity(level.units.len()),
            orders: level.orders.clone(),
            next_order: 0,
            given: Vec::new(),
            recorded: Vec::new(),
            edits: level.edits.clone(),
            next_edit: 0,
            pending_tiles: Vec::new(),
            removed: Vec::new(),
            changed: None,
            occupied: Vec::new(),
            looked_at: level.grid.revision(),
            crowd: Crowd::default(),
            predictive: Predictive::default(),
            steering: Steering::default(),
            stopping: Vec::new(),
            enemies: Enemies::new(&level.teams.iter().map(|team| team.enemies.clone()).collect::<Vec<_>>()),
            circles: Vec::new(),
            movement_events: Vec::new(),
            groups: Vec::new(),
            last_group: 0,
            standing: None,
            planning: 0,
            roll: Vec::new(),
            arrived: Vec::new(),
            looking: Vec::new(),
            closing: Vec::new(),
            displaced: Vec::new(),
            gatherings: Gatherings::default(),
            claims: Claims::default(),
            asking: Vec::new(),
            answers: Default::default(),
            paths: PathQueue::default(),
            targets: Vec::new(),
            pool: Arc::new(pool.expect("the system can start threads")),
        };
        for spec in &level.units {
            let facing = spec.facing.unwrap_or(0.0).to_radians();
            let heading = Vec2::new(libm::cosf(facing), libm::sinf(facing));
            let model = options.model.or(spec.model).unwrap_or(level.model);
            sim.spawn(spec.name.clone(), spec.kind, spec.team, spec.priority, spec.at, heading, model);
        }
        for obstacle in &mut sim.foreseen {
            obstacle.move_to(LENGTH as u64);
            obstacle.foresee(LENGTH as u64);
        }
        systems::movement::gather(&mut sim);
        sim
    }

    /// Puts a unit on the map at `at` (px), facing along the unit vector `heading`.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn spawn(
        &mut self,
        name: String,
        kind: usize,
        team: usize,
        priority: Option<i32>,
        at: Vec2,
        heading: Vec2,
        model: ModelName,
    ) -> UnitId {
        self.occupied.clear();
        let id = UnitId(self.entities.len() as u32);
        let Kind { shape, radius, soft_radius, speed, acceleration, .. } = self.kinds[kind];
        let priority = priority.unwrap_or(self.kinds[kind].priority);
        let body = Body { shape, radius, soft_radius, speed, acceleration, priority };
        let unit = Unit { id, kind: kind as u16, team: team as u16 };
        let entity = self.world.spawn(UnitBundle::standing(unit, body, at, heading, model));
        self.entities.push(Some(entity));
        self.names.push(name);
        id
    }

    /// One step of 1/30 s: decide for everyone from one snapshot, then apply.
    pub fn tick(&mut self) {
        let pool = self.pool.clone();
        pool.install(|| {
            self.events.clear();
            self.times.start();
            self.take_in();
            systems::edits::mend_routes(self);
            self.times.lap(Stage::Orders);
            systems::follow::aim(self);
            systems::groups::lead(self);
            self.times.lap(Stage::Groups);
            systems::paths::serve(self);
            systems::waypoints::advance(self);
            self.times.lap(Stage::Ways);
            systems::promises::renew(self);
            self.tick += 1;
            systems::movement::gather(self);
            self.times.lap(Stage::Neighbours);
            systems::movement::decide(self);
            self.times.lap(Stage::Movement);
            systems::movement::scatter(self);
            systems::detours::plan(self);
            systems::homing::plan(self);
            systems::arrival::settle(self);
            self.times.lap(Stage::Arrival);
        });
    }

    /// What the level and players ask for at this time.
    fn take_in(&mut self) {
        systems::orders::apply_due(self);
        systems::edits::apply_due(self);
        systems::actions::apply_given(self);
    }

    /// Applies what players did without letting time pass: a game that is paused shows it at once. The next tick would
    /// have applied it in the same way, so a recording comes to the same state.
    pub fn take_in_now(&mut self) {
        let pool = self.pool.clone();
        pool.install(|| self.take_in());
    }

    /// Real time that each stage of the last tick took.
    pub fn stage_times(&self) -> &StageTimes {
        &self.times
    }

    /// What a player does; it is applied, and recorded, at the start of the next tick or by [`Sim::take_in_now`].
    pub fn act(&mut self, action: Action) {
        self.given.push(action);
    }

    /// Gives an order: see [`Sim::act`].
    pub fn order(&mut self, order: Order) {
        self.act(Action::Order(order));
    }

    /// Asks that tiles become `tile`: see [`Sim::act`].
    pub fn edit(&mut self, area: Area, tile: Tile) {
        self.act(Action::Edit { area, tile });
    }

    /// All that players did so far, with the tick (counted before it) in which it was applied.
    pub fn actions(&self) -> &[(u64, Action)] {
        &self.recorded
    }

    /// Ticks since the start.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// Simulated seconds since the start.
    pub fn seconds(&self) -> f32 {
        self.tick as f32 * DT
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.world.len() as usize
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.world.is_empty()
    }

    /// The entity of a unit, while it lives.
    pub fn entity(&self, id: UnitId) -> Option<hecs::Entity> {
        self.entities.get(id.0 as usize).copied().flatten()
    }

    /// Whether all orders of the level have been given and done and everybody is at rest, those who were pushed back at
    /// their posts. Patrols and followers are never done.
    pub fn is_done(&self) -> bool {
        type Columns<'a> =
            (&'a State, &'a Tasks, &'a Velocity, &'a Front, &'a Position, &'a Post, &'a Memory);
        self.next_order == self.orders.len()
            && self.next_edit == self.edits.len()
            && self.given.is_empty()
            && !self.gatherings.are_any(self.tick)
            && self.world.query::<Columns>().iter().all(
                |(state, tasks, velocity, front, position, post, memory)| {
                    !state.is_under_way()
                        && tasks.queue.is_empty()
                        && !matches!(tasks.current, Some(Task::Patrol { .. } | Task::Follow { .. }))
                        && velocity.0 == Vec2::ZERO
                        && front.velocity == Vec2::ZERO
                        && front.position == position.0
                        && (post.0.distance(position.0) <= HOME
                            || memory.pushed_ago > GIVEN_UP
                                && (memory.decision != Decision::Return || memory.waited > GIVEN_UP))
                },
            )
    }

    /// The arrows that a unit's model thinks in, as of the last tick, in the article's colours. Empty for `predictive`.
    pub fn vectors(&self, id: UnitId) -> Vec<Vector> {
        let mut list = Vec::new();
        if let Some(&index) = self.crowd.index_of.get(id.0 as usize).filter(|&&index| index != u32::MAX) {
            let (crowd, tick) = (&self.crowd, self.tick);
            self.steering.vectors(crowd, &self.grid, &self.foreseen, tick, index as usize, &mut list);
        }
        list
    }

    /// How many threads the simulation uses.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// A hash of every unit's position and state: equal for equal inputs, whatever the threads and the machine.
    pub fn state_hash(&self) -> u64 {
        let mut rows: Vec<(UnitId, Vec2, State)> = self
            .world
            .query::<(&Unit, &Position, &State)>()
            .iter()
            .map(|(u, p, s)| (u.id, p.0, *s))
            .collect();
        rows.sort_unstable_by_key(|row| row.0);
        // FNV-1a, 64 bits.
        let mut hash = 0xCBF2_9CE4_8422_2325u64;
        let mut add = |word: u32| {
            for byte in word.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
        };
        for (id, place, state) in rows {
            [id.0, place.x.to_bits(), place.y.to_bits(), state as u32].into_iter().for_each(&mut add);
        }
        hash
    }
}
