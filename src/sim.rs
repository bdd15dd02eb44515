//! The schedule: [`Sim::tick`] is a tick as one plain list of steps.

use crate::grid::{Area, Tile};
use crate::level::Level;
use crate::order::{Action, Order};
use crate::platform::work::Pool;
use crate::stages::{Stage, StageTimes};
use crate::systems;
use crate::unit::ModelName;
use crate::world::World;
use std::ops::Deref;
use std::sync::Arc;

/// Room that is kept for the events of a tick. In its first one a level may give each of thousands an order
/// of its own: 31 bytes for each that are never needed again.
const FEW_EVENTS: usize = 4096;

/// What a run may choose beside its level.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Movement model of every unit, instead of what the level says.
    pub model: Option<ModelName>,
    /// Threads of the simulation; 0: as many as the machine has. The result does not depend on it.
    pub threads: usize,
}

/// A game: a [`World`] and the schedule that moves it on. It reads like its world; only ticks, and what
/// players ask for, change it.
#[derive(Clone)]
pub struct Sim {
    world: World,
    times: StageTimes,
    pool: Arc<Pool>,
}

impl Deref for Sim {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl Sim {
    /// A game at the start of a level.
    pub fn new(level: &Level, options: &Options) -> Sim {
        let mut world = World::new(level, options.model);
        systems::movement::gather(&mut world);
        let pool = Arc::new(Pool::new(options.threads));
        Sim { world, times: StageTimes::default(), pool }
    }

    /// A game with the same threads and models and nobody on it.
    pub(crate) fn blank(&self) -> Sim {
        let world = World { steering: self.world.steering.clone(), ..World::new(&Level::empty(), None) };
        Sim { world, times: StageTimes::default(), pool: self.pool.clone() }
    }

    /// Remembers these as what players did so far.
    pub(crate) fn recall(&mut self, actions: &[(u64, Action)]) {
        self.world.recorded = actions.to_vec();
    }

    /// Runs something on the threads of this game.
    pub(crate) fn within<T: Send>(&self, run: impl FnOnce() -> T + Send) -> T {
        self.pool.install(run)
    }

    /// One step of 1/30 s: decide for everyone from one snapshot, then apply.
    pub fn tick(&mut self) {
        let Sim { world, times, pool } = self;
        pool.install(|| {
            world.events.clear();
            world.events.shrink_to(FEW_EVENTS);
            times.start();
            take_in(world);
            systems::edits::mend_routes(world);
            times.lap(Stage::Orders);
            systems::follow::aim(world);
            systems::attacks::aim(world);
            systems::groups::lead(world);
            systems::turnouts::lead(world);
            times.lap(Stage::Groups);
            systems::paths::serve(world);
            systems::waypoints::advance(world);
            systems::curves::bend(world);
            times.lap(Stage::Ways);
            systems::promises::renew(world);
            world.tick += 1;
            systems::movement::gather(world);
            times.lap(Stage::Neighbours);
            systems::movement::decide(world);
            times.lap(Stage::Movement);
            systems::movement::scatter(world);
            systems::detours::plan(world);
            systems::traffic::reroute(world);
            systems::homing::plan(world);
            systems::arrival::settle(world);
            times.lap(Stage::Arrival);
            systems::fights::strike(world);
            systems::stances::lead(world);
            times.lap(Stage::Fights);
        });
    }

    /// Real time that each stage of the last tick took.
    pub fn stage_times(&self) -> &StageTimes {
        &self.times
    }

    /// How many threads the simulation uses.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Applies what players did without letting time pass: a game that is paused shows it at once. The next
    /// tick would have applied it in the same way, so a recording comes to the same state.
    pub fn take_in_now(&mut self) {
        let Sim { world, pool, .. } = self;
        pool.install(|| take_in(world));
    }

    /// What a player does; it is applied, and recorded, at the start of the next tick or by
    /// [`Sim::take_in_now`].
    pub fn act(&mut self, action: Action) {
        self.world.given.push(action);
    }

    /// Gives an order: see [`Sim::act`].
    pub fn order(&mut self, order: Order) {
        self.act(Action::Order(order));
    }

    /// Asks that tiles become `tile`: see [`Sim::act`].
    pub fn edit(&mut self, area: Area, tile: Tile) {
        self.act(Action::Edit { area, tile });
    }

    /// The world, to be changed from outside, by tests and tools: no recording knows of it.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

/// What the level and players ask for at this time.
fn take_in(world: &mut World) {
    systems::orders::apply_due(world);
    systems::edits::apply_due(world);
    systems::actions::apply_given(world);
}
