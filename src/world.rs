//! The state of a game: units, map, obstacles, orders to come, and what the models remember. The schedule
//! that changes it is in [`crate::sim`].

pub(crate) mod scratch;

use crate::fight::stance::Stance;
use crate::fight::{Fights, LOOKS_FOR_ENEMIES_EVERY};
use crate::files;
use crate::grid::{Area, Grid, Tile};
use crate::group::Group;
use crate::ids::UnitId;
use crate::level::{Edit, Kind, Level, Team, TimedOrder, UnitSpec};
use crate::movement::predictive::Predictive;
use crate::movement::tuning::merged;
use crate::movement::{Scene, Steering, Tunable, Tunings, Vector, VectorRole};
use crate::neighbours::Crowd;
use crate::obstacles::{Obstacle, ObstacleSpec};
use crate::order::{Action, Order};
use crate::path::PathQueue;
use crate::settling::turnout::Aside;
use crate::settling::{Gatherings, PlaceClaims};
use crate::teams::Enemies;
use crate::time::DT;
use crate::unit::names::Names;
use crate::unit::promises::LENGTH;
use crate::unit::removed::Removed;
use crate::unit::units::Units;
use crate::unit::*;
use glam::Vec2;
use scratch::Scratch;
use std::collections::VecDeque;
use std::sync::Arc;

/// A fact that the simulation tells the window and the report. Nobody needs to listen.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An order was applied.
    Ordered(Arc<Order>),
    /// A unit came to rest at its destination.
    Arrived(UnitId),
    /// A unit stopped short.
    GaveUp(UnitId, GaveUp),
    /// A unit that did not get back to its post took the place where it stands for its post.
    TookPost(UnitId),
    /// A unit found no way and goes to the nearest place that it can reach, px.
    Unreachable(UnitId, Vec2),
    /// A group that was sent as a formation goes loose, as there is no room or way for one: its commander.
    WentLoose(UnitId),
    /// Tiles changed.
    TilesChanged(Area),
    /// The first unit lost its last strength to the second.
    Fell(UnitId, UnitId),
}

/// How often things happened since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counters {
    /// Units that were pushed aside.
    pub pushes: u64,
    /// Units that were pushed aside by one that was itself in the way.
    pub hard_pushes: u64,
    /// Ways that were planned anew under way.
    pub replans: u64,
    /// Searches for a way in all.
    pub searches: u64,
}

/// A unit that was pushed is back at its post this near to it, px.
const HOME: f32 = 1.0;

/// The state of a game. A copy goes on exactly as the original does, and neither knows of the other.
#[derive(Clone)]
pub struct World {
    /// Units, as plain components (see [`mod@crate::unit`]).
    pub units: Units,
    /// The map as it is now.
    pub grid: Grid,
    /// Obstacles as they are now.
    pub obstacles: Vec<Obstacle>,
    /// Obstacles as they will be at the planning front, where all decisions are made.
    pub(crate) foreseen: Vec<Obstacle>,
    /// Kinds of unit.
    pub kinds: Vec<Kind>,
    /// Teams.
    pub teams: Vec<Team>,
    /// Names of units, by id.
    pub names: Names,
    /// What happened in the last tick.
    pub events: Vec<Event>,
    /// How often things happened since the start.
    pub counters: Counters,
    /// Ticks since the start.
    pub(crate) tick: u64,
    /// The level's orders that are still to come, the next first.
    pub(crate) orders: VecDeque<TimedOrder>,
    /// What players asked for since the last tick.
    pub(crate) given: Vec<Action>,
    /// What players did so far, with the tick before which each was applied.
    pub(crate) recorded: Vec<(u64, Action)>,
    /// The level's edits, by time, and which of them is next.
    pub(crate) edits: Vec<Edit>,
    pub(crate) next_edit: usize,
    /// Tiles (column, row) that wait until nobody stands on them, and what they become.
    pub(crate) pending_tiles: Vec<(i32, i32, Tile)>,
    /// Units that players took away, as they were then.
    pub(crate) removed: Vec<Removed>,
    /// An area that holds all tiles that have changed since routes were mended.
    pub(crate) changed: Option<Area>,
    /// The map's revision when units that had given up last looked for a way.
    pub(crate) looked_at: u64,
    /// Everybody as plain columns, sorted by place, as of the last tick: what the models read.
    pub(crate) crowd: Crowd,
    /// The model `predictive`, its parameters and buffers.
    pub(crate) predictive: Predictive,
    /// The steering models and their parameters.
    pub steering: Steering,
    /// Settings of teams and units that are not everybody's.
    pub(crate) tunings: Tunings,
    /// Which teams are enemies.
    pub(crate) enemies: Enemies,
    /// Groups under way or about to be, by number.
    pub groups: Vec<Group>,
    /// The number of the newest group.
    pub(crate) last_group: u32,
    /// Work that groups took in this tick to set out, in the pathfinder's measure.
    pub(crate) planning: usize,
    /// Units that stand aside at a passage.
    pub(crate) asides: Vec<Aside>,
    /// Places to which crowds were sent that still settle.
    pub(crate) gatherings: Gatherings,
    /// Which unit has claimed which place; made anew in ticks in which somebody asks.
    pub(crate) claims: PlaceClaims,
    /// Requests to the pathfinder that wait for an answer.
    pub(crate) paths: PathQueue,
    /// The fights and the fallen.
    pub fights: Fights,
    pub(crate) scratch: Scratch,
}

impl World {
    /// A game at the start of a level; `model` moves every unit, instead of what the level says.
    pub(crate) fn new(level: &Level, model: Option<ModelName>) -> World {
        let mut world = World {
            units: Units::default(),
            grid: level.grid.clone(),
            obstacles: Vec::new(),
            foreseen: Vec::new(),
            kinds: level.kinds.clone(),
            teams: level.teams.clone(),
            names: Names::default(),
            events: Vec::new(),
            counters: Counters::default(),
            tick: 0,
            orders: level.orders.iter().cloned().collect(),
            given: Vec::new(),
            recorded: Vec::new(),
            edits: level.edits.clone(),
            next_edit: 0,
            pending_tiles: Vec::new(),
            removed: Vec::new(),
            changed: None,
            looked_at: level.grid.revision(),
            crowd: Crowd::default(),
            predictive: Predictive::default(),
            steering: Steering::default(),
            tunings: Tunings::default(),
            enemies: Enemies::new(&level.teams.iter().map(|team| team.enemies.clone()).collect::<Vec<_>>()),
            groups: Vec::new(),
            last_group: 0,
            planning: 0,
            asides: Vec::new(),
            gatherings: Gatherings::default(),
            claims: PlaceClaims::default(),
            paths: PathQueue::default(),
            fights: Fights::new(level.fight, level.teams.iter().any(|team| team.stance != Stance::Orders)),
            scratch: Scratch::default(),
        };
        for setting in &level.parameters {
            world.parameters_mut(setting.model).set(setting.index, setting.value);
        }
        world.units.reserve::<UnitBundle>(level.units.len() as u32);
        for spec in &level.units {
            world.spawn(spec, model.or(spec.model).unwrap_or(level.model));
        }
        world.tune();
        world.put_obstacles(&level.obstacles, 0);
        world
    }

    /// Obstacles as they are after a tick.
    pub(crate) fn put_obstacles(&mut self, specs: &[ObstacleSpec], tick: u64) {
        let front = tick + LENGTH as u64;
        self.obstacles = specs.iter().map(Obstacle::new).collect();
        self.foreseen = specs.iter().map(Obstacle::new).collect();
        for obstacle in &mut self.obstacles {
            obstacle.move_to(tick.saturating_sub(1));
            obstacle.move_to(tick);
        }
        for obstacle in &mut self.foreseen {
            if tick > 0 {
                obstacle.move_to(front - 1);
            }
            obstacle.move_to(front);
            obstacle.foresee(if tick > 0 { front - 1 } else { front });
        }
    }

    /// The parameters of a model that units without settings of their own go by.
    pub(crate) fn parameters_mut(&mut self, model: ModelName) -> &mut dyn Tunable {
        match self.steering.models.get_mut(model) {
            Some(model) => model,
            None => &mut self.predictive.parameters,
        }
    }

    /// Makes the parameters of units with settings of their own anew, after settings or everybody's
    /// parameters changed.
    pub(crate) fn tune(&mut self) {
        (self.predictive.own, self.steering.own) = self
            .tunings
            .list()
            .iter()
            .map(|settings| {
                let (mut predictive, mut models) = (self.predictive.parameters, self.steering.models.clone());
                for set in settings {
                    match models.get_mut(set.model) {
                        Some(model) => model.set(set.index, set.value),
                        None => predictive.set(set.index, set.value),
                    }
                }
                (predictive, models)
            })
            .unzip();
    }

    /// Puts a unit on the map, to be moved by a model.
    pub(crate) fn spawn(&mut self, spec: &UnitSpec, model: ModelName) -> UnitId {
        self.scratch.occupied.clear();
        let id = self.units.next_id();
        let Kind { body, arms, .. } = &self.kinds[spec.kind];
        let body = Body { priority: spec.priority.unwrap_or(body.priority), ..*body };
        let tuning = self.tunings.number(merged(&self.teams[spec.team].parameters, &spec.parameters));
        let unit = Unit { id, kind: spec.kind as u16, team: spec.team as u16, tuning };
        let facing = spec.facing.unwrap_or(0.0).to_radians();
        let heading = Vec2::new(libm::cosf(facing), libm::sinf(facing));
        let lost = spec.strength.map_or(0.0, |left| (arms.strength - left).max(0.0));
        let mut bundle = UnitBundle::standing(unit, body, spec.at, heading, model);
        if lost > 0.0 {
            bundle.fighter.lost = lost;
        }
        self.units.enter(bundle);
        self.names.push(&spec.name);
        id
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
        self.units.len() as usize
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Whether all orders of the level have been given and done and everybody is at rest, those who were
    /// pushed back at their posts, and nobody fights. Patrols and followers are never done, nor are hunters
    /// while an enemy of theirs lives.
    pub fn is_done(&self) -> bool {
        type Columns<'a> = (&'a State, &'a Tasks, &'a Velocity, &'a Front, &'a Position, &'a Post);
        self.orders.is_empty()
            && self.next_edit == self.edits.len()
            && self.given.is_empty()
            && self.asides.is_empty()
            && !self.gatherings.are_any(self.tick)
            // Before that not everybody has looked for enemies.
            && (self.fights.are_idle() || self.tick > LOOKS_FOR_ENEMIES_EVERY)
            && !self.is_hunted()
            && self.units.query::<Columns>().iter().all(|(state, tasks, velocity, front, position, post)| {
                !state.is_under_way()
                    && tasks.queue.is_empty()
                    && *state != State::Fighting
                    && !tasks.are_endless()
                    && velocity.0 == Vec2::ZERO
                    && front.velocity == Vec2::ZERO
                    && front.position == position.0
                    && post.0.distance(position.0) <= HOME
            })
    }

    /// Whether a team hunts whose enemies are not all gone.
    fn is_hunted(&self) -> bool {
        if self.teams.iter().all(|team| team.stance != Stance::Hunt) {
            return false;
        }
        let mut living = vec![false; self.teams.len()];
        self.units.query::<&Unit>().iter().for_each(|unit| living[usize::from(unit.team)] = true);
        let living =
            || (0..).zip(&self.teams).zip(&living).filter(|(_, lives)| **lives).map(|(team, _)| team);
        let mut hunters = living().filter(|(_, team)| team.stance == Stance::Hunt);
        hunters.any(|(hunter, _)| living().any(|(team, _)| self.enemies.are(hunter, team)))
    }

    /// The arrows that a unit's model thinks in, as of the last tick, in the article's colours. Empty for
    /// `predictive`.
    pub fn vectors(&self, id: UnitId) -> Vec<Vector> {
        let mut list = Vec::new();
        if let Some(&index) = self.crowd.index_of.get(id.0 as usize).filter(|&&index| index != u32::MAX) {
            let (crowd, tick) = (&self.crowd, self.tick);
            self.steering.vectors(crowd, &self.grid, &self.foreseen, tick, index as usize, &mut list);
        }
        list
    }

    /// The forces with which a unit avoids others, as of the last tick: empty for models that have none.
    pub fn avoidance(&self, id: UnitId) -> Vec<Vector> {
        let mut forces = self.vectors(id);
        forces.retain(|vector| vector.role == VectorRole::Avoidance);
        forces
    }

    /// The field in which a unit's model moves it, as of the last tick: empty for models without one.
    pub fn field(&self, id: UnitId) -> Vec<Vector> {
        let mut list = Vec::new();
        if let Some(&index) = self.crowd.index_of.get(id.0 as usize).filter(|&&index| index != u32::MAX) {
            let (crowd, grid, obstacles) = (&self.crowd, &self.grid, &self.foreseen);
            let scene = Scene { crowd, grid, obstacles, tick: self.tick };
            self.steering.field(scene, index as usize, &mut list);
        }
        list
    }

    /// A hash of every unit's position and state: equal for equal inputs, whatever the threads and the
    /// machine.
    pub fn state_hash(&self) -> u64 {
        let mut rows: Vec<(UnitId, Vec2, State)> = self
            .units
            .query::<(&Unit, &Position, &State)>()
            .iter()
            .map(|(u, p, s)| (u.id, p.0, *s))
            .collect();
        rows.sort_unstable_by_key(|row| row.0);
        let words = rows
            .into_iter()
            .flat_map(|(id, place, state)| [id.0, place.x.to_bits(), place.y.to_bits(), state as u32]);
        files::hash_of(words.flat_map(u32::to_le_bytes))
    }

    /// What `predictive` remembers of the unit at this index of the crowd, while it lives.
    pub(crate) fn memory(&self, index: usize) -> Option<hecs::Ref<'_, Memory>> {
        self.units.get::<&Memory>(self.entity(UnitId(self.crowd.id[index]))?).ok()
    }

    /// The entity of a unit, while it lives.
    pub fn entity(&self, id: UnitId) -> Option<hecs::Entity> {
        self.units.find(id)
    }
}
