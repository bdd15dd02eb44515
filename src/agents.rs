//! The core on plain arrays, for worlds of others: no level, no file, no entities of ours. Units go in with a
//! place and a body and come out as lists of places, velocities and headings, under numbers that stay.
//!
//! ```
//! use muster::agents::{Agents, Body};
//! use muster::glam::vec2;
//!
//! let mut agents = Agents::open(40, 20); // tiles of 30 px
//! let walker = agents.add(vec2(60.0, 300.0), Body::walker(7.0, 60.0), 0).unwrap();
//! let guard = agents.add(vec2(300.0, 300.0), Body::walker(7.0, 60.0), 0).unwrap();
//! agents.send(&[walker], vec2(600.0, 300.0));
//! for _ in 0..300 {
//!     agents.step(); // 1/30 s
//! }
//! assert!(agents.place(walker).unwrap().distance(vec2(600.0, 300.0)) < 7.0);
//! assert!(agents.place(guard).unwrap().distance(vec2(300.0, 300.0)) < 1.0); // it stepped aside and came back
//! ```
//!
//! `examples/own_world.rs` moves somebody else's structs with it, `examples/rollback.rs` saves and goes back.
//! A world in metres multiplies by px for a metre: a unit should be 4 to 30 px in radius.

use crate::fight::rules::Arms;
use crate::fight::stance::Stance;
use crate::geometry::Shape;
use crate::grid::{Area, Grid, TILE, Tile};
use crate::ids::UnitId;
use crate::level::{Kind, Level, MAX_RADIUS, Team};
use crate::order::{Action, Command, FormationShape, Manner, Order};
use crate::sim::{Options, Sim};
use crate::systems::paths::bring;
use crate::unit::ModelName;
pub use crate::unit::{Body, State};
pub use crate::world::Event;
use glam::Vec2;

impl Body {
    /// A disc that walks: `radius` px, `speed` px/s; it reaches that in a quarter of a second, likes half its
    /// radius of room around it, and pushes nobody of higher priority.
    pub fn walker(radius: f32, speed: f32) -> Body {
        let shape = Shape::Circle;
        Body { shape, radius, soft_radius: radius * 1.5, speed, acceleration: speed * 4.0, priority: 1 }
    }
}

/// Units on a map of tiles, stepped together.
#[derive(Clone)]
pub struct Agents {
    sim: Sim,
    ids: Vec<UnitId>,
    places: Vec<Vec2>,
    velocities: Vec<Vec2>,
    headings: Vec<Vec2>,
    states: Vec<State>,
}

impl Agents {
    /// An open map of `columns × rows` tiles of [`TILE`] px, for one team.
    ///
    /// # Panics
    /// Outside of 1 to 2048 tiles each way: [`Agents::new`] returns an error instead.
    pub fn open(columns: u32, rows: u32) -> Agents {
        let blocked = vec![false; columns as usize * rows as usize];
        Agents::new(columns, rows, &blocked, &[vec![]]).unwrap_or_else(|said| panic!("{said}"))
    }

    /// A map of `columns × rows` tiles of [`TILE`] px, row by row, some of them blocked; of each team the
    /// teams that are its enemies, whom it neither pushes nor makes way for.
    ///
    /// # Errors
    /// In words, where sizes do not fit each other.
    pub fn new(columns: u32, rows: u32, blocked: &[bool], enemies: &[Vec<usize>]) -> Result<Agents, String> {
        let sides = 1..=crate::level::MAX_MAP_SIDE;
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(format!("a map has 1 to {} tiles each way, not {columns} × {rows}", sides.end()));
        }
        if blocked.len() != columns as usize * rows as usize {
            return Err(format!("{} tiles are given for a map of {columns} × {rows}", blocked.len()));
        }
        if let Some(unknown) = enemies.iter().flatten().find(|&&team| team >= enemies.len()) {
            return Err(format!(
                "team {unknown} is an enemy of one, but there are only {} teams",
                enemies.len()
            ));
        }
        let tile = |&blocked: &bool| if blocked { Tile::Rock } else { Tile::Ground };
        let grid = Grid::new(columns as i32, rows as i32, blocked.iter().map(tile).collect());
        let team = |(index, enemies): (usize, &Vec<usize>)| Team {
            name: index.to_string(),
            color: [0; 3],
            enemies: enemies.clone(),
            parameters: Vec::new(),
            stance: Stance::Orders,
        };
        let teams = enemies.iter().enumerate().map(team).collect();
        let level = Level { grid, teams, ..Level::empty() };
        Ok(Agents::of_sim(Sim::new(&level, &Options::default())))
    }

    /// The units of a game that there is already.
    pub fn of_sim(sim: Sim) -> Agents {
        let (ids, places, velocities) = (Vec::new(), Vec::new(), Vec::new());
        let mut agents = Agents { sim, ids, places, velocities, headings: Vec::new(), states: Vec::new() };
        agents.look();
        agents
    }

    /// Puts a unit on the map and returns its number, which stays its own for good. Costs a look at every
    /// unit.
    ///
    /// # Errors
    /// In words, where it does not fit or its numbers make no sense.
    pub fn add(&mut self, at: Vec2, body: Body, team: u16) -> Result<UnitId, String> {
        let Body { radius, soft_radius, speed, acceleration, .. } = body;
        let are_positive =
            [radius, soft_radius, speed, acceleration].iter().all(|n| n.is_finite() && *n > 0.0);
        if !are_positive || radius > MAX_RADIUS || soft_radius < radius {
            return Err(format!(
                "a body has a radius over 0 and at most {MAX_RADIUS} px, no larger than its soft radius, and a speed and an \
                 acceleration over 0: {body:?}"
            ));
        }
        if usize::from(team) >= self.sim.teams.len() {
            return Err(format!("there is no team {team}, only {} from 0", self.sim.teams.len()));
        }
        if !at.is_finite() {
            return Err(format!("a place is two numbers, not {at}"));
        }
        let kind = Kind { name: String::new(), body, arms: Arms::default() };
        let known = self.sim.kinds.iter().position(|known| *known == kind);
        let kind = known.unwrap_or_else(|| {
            self.sim.world_mut().kinds.push(kind);
            self.sim.kinds.len() - 1
        });
        if let Some(what) = self.sim.in_the_way(kind, at) {
            return Err(format!("there is no room at {at}: {what:?} is in the way"));
        }
        let id = self.sim.units.next_id();
        self.act(Action::Spawn { kind, team: usize::from(team), at, model: ModelName::Predictive });
        self.look();
        Ok(id)
    }

    /// Takes a unit off the map; nothing happens if it is not there.
    pub fn remove(&mut self, unit: UnitId) {
        self.act(Action::Remove { units: vec![unit] });
        self.look();
    }

    /// Sends units to a place, px, each on its own by a way that is planned for it.
    pub fn send(&mut self, units: &[UnitId], to: Vec2) {
        self.order(
            units,
            Command::Move { to, each: true, formation: FormationShape::None, manner: Manner::default() },
        );
    }

    /// Sends units to a place, px, as a group with one commander and slots of their own, in formation if
    /// asked.
    pub fn march(&mut self, units: &[UnitId], to: Vec2, formation: FormationShape) {
        self.order(units, Command::Move { to, each: false, formation, manner: Manner::default() });
    }

    /// Lets a unit walk a way of yours, px: straight from place to place. Its legs must be free of walls for
    /// its body; others are avoided on the way. Nothing happens where a place lies outside the map.
    pub fn walk(&mut self, unit: UnitId, way: &[Vec2]) {
        let size = self.sim.grid.size();
        let is_inside = |at: &Vec2| at.is_finite() && at.cmpge(Vec2::ZERO).all() && at.cmple(size).all();
        let Some(&end) = way.last().filter(|_| way.iter().all(is_inside)) else { return };
        self.send(&[unit], end);
        bring(self.sim.world_mut(), unit, way);
    }

    /// Units drop everything and stand.
    pub fn stop(&mut self, units: &[UnitId]) {
        self.order(units, Command::Stop);
    }

    /// Units stand, and nobody pushes them.
    pub fn hold(&mut self, units: &[UnitId]) {
        self.order(units, Command::Hold);
    }

    fn order(&mut self, units: &[UnitId], command: Command) {
        self.act(Action::Order(Order { units: units.to_vec(), command, queue: false }));
    }

    fn act(&mut self, action: Action) {
        self.sim.act(action);
        self.sim.take_in_now();
    }

    /// Blocks a tile or frees it. One on which somebody stands is blocked as soon as it is left.
    pub fn block(&mut self, column: i32, row: i32, blocked: bool) {
        let tile = if blocked { Tile::Rock } else { Tile::Ground };
        self.act(Action::Edit { area: Area::of_tile(column, row), tile });
    }

    /// A step of 1/30 s.
    pub fn step(&mut self) {
        self.sim.tick();
        self.look();
    }

    fn look(&mut self) {
        let Agents { sim, ids, places, velocities, headings, states } = self;
        let mut rows = Vec::with_capacity(sim.len());
        sim.each_unit(|unit| rows.push((unit.id, unit.at, unit.velocity, unit.heading, unit.state)));
        rows.sort_unstable_by_key(|row| row.0);
        ids.clear();
        places.clear();
        velocities.clear();
        headings.clear();
        states.clear();
        for (id, at, velocity, heading, state) in rows {
            ids.push(id);
            places.push(at);
            velocities.push(velocity);
            headings.push(heading);
            states.push(state);
        }
    }

    /// The numbers of all units, lowest first: the order of all lists.
    pub fn ids(&self) -> &[UnitId] {
        &self.ids
    }

    /// Where they are, px.
    pub fn places(&self) -> &[Vec2] {
        &self.places
    }

    /// How they moved in the last step, px/s.
    pub fn velocities(&self) -> &[Vec2] {
        &self.velocities
    }

    /// Where they face, unit vectors.
    pub fn headings(&self) -> &[Vec2] {
        &self.headings
    }

    /// What they are doing.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Where a unit is, px; `None` if it is not there.
    pub fn place(&self, unit: UnitId) -> Option<Vec2> {
        self.ids.binary_search(&unit).ok().map(|index| self.places[index])
    }

    /// What happened in the last step.
    pub fn events(&self) -> &[Event] {
        &self.sim.events
    }

    /// Steps since the start.
    pub fn steps(&self) -> u64 {
        self.sim.ticks()
    }

    /// Of every unit's place and state: equal for equal inputs, on every machine.
    pub fn hash(&self) -> u64 {
        self.sim.state_hash()
    }

    /// The state as bytes: see [`crate::savegame`].
    pub fn save(&self) -> Vec<u8> {
        self.sim.save()
    }

    /// Goes back, or on, to a state that was saved.
    ///
    /// # Errors
    /// In words: bytes that are no saved game, are of another version, or were damaged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.sim.restore(bytes)?;
        self.look();
        Ok(())
    }

    /// The game under it, to be looked at.
    pub fn sim(&self) -> &Sim {
        &self.sim
    }

    /// Side of a tile, px.
    pub const TILE: f32 = TILE;
}
