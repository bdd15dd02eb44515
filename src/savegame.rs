//! A running game as bytes, and back: the state between two ticks, for rollback netcode and for saves.
//!
//! A game that was saved and read goes on to the same state hash as the one that went on
//! (`tests/savegame.rs`). The bytes begin with a mark, a version and a checksum: others are refused with a
//! sentence. Another version of Muster may refuse them, a recording ([`crate::replay`]) is what lasts.
//!
//! ```
//! use muster::level::Level;
//! use muster::sim::{Options, Sim};
//!
//! let text = r#"{ "format": 1, "name": "Walk", "map": { "size": [20, 5] },
//!     "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] } ],
//!     "orders": [ { "who": ["A"], "do": "move", "to": [12.5, 2.5] } ] }"#;
//! let level = Level::parse(text, "walk.json", None).unwrap();
//! let mut sim = Sim::new(&level, &Options::default());
//! let mut ahead = |sim: &mut Sim| (0..30).map(|_| sim.tick()).last().map(|()| sim.state_hash());
//! ahead(&mut sim);
//! let bytes = sim.save();
//! let first = ahead(&mut sim);
//! sim.restore(&bytes).unwrap();
//! assert_eq!(ahead(&mut sim), first);
//! ```
//!
//! # Costs
//! About 400 bytes for each unit and one for each tile. [`Sim::restore`] keeps what is the same in both, the
//! map with all that was found out about it above all.

use crate::grid::{Area, Grid, Tile};
use crate::group::Group;
use crate::ids::UnitId;
use crate::level::{Edit, Kind, Level, Team, TimedOrder};
use crate::movement::{Setting, Tunings, predictive};
use crate::neighbours::Glimpse;
use crate::obstacles::ObstacleSpec;
use crate::order::{Action, Order};
use crate::path::PathQueue;
use crate::settling::Gatherings;
use crate::settling::turnout::Turnout;
use crate::sim::{Options, Sim};
use crate::systems::movement::gather;
use crate::unit::promises::LENGTH;
use crate::unit::removed::Removed;
use crate::unit::{ModelName, UnitBundle, UnitColumns};
use crate::world::{Counters, World};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The first bytes of a saved game.
const MARK: &[u8; 6] = b"muster";
/// What follows the mark: another layout has another number.
const VERSION: u16 = 1;
/// Mark, version and checksum, bytes.
const HEAD: usize = 16;

/// What there is to know of a game but for its units.
#[derive(Serialize, Deserialize)]
struct Rest<'a> {
    tick: u64,
    columns: i32,
    rows: i32,
    revision: u64,
    tiles: Cow<'a, [Tile]>,
    kinds: Cow<'a, [Kind]>,
    teams: Cow<'a, [Team]>,
    names: Cow<'a, [String]>,
    obstacles: Vec<ObstacleSpec>,
    counters: Counters,
    /// Orders and actions are tagged by name, which only a format that describes itself can hold: JSON.
    orders: String,
    given: String,
    edits: Cow<'a, [Edit]>,
    pending_tiles: Cow<'a, [(i32, i32, Tile)]>,
    removed: Cow<'a, [Removed]>,
    changed: Option<Area>,
    looked_at: u64,
    groups: Cow<'a, [Group]>,
    last_group: u32,
    gatherings: Cow<'a, Gatherings>,
    turnouts: Cow<'a, [Turnout]>,
    paths: Cow<'a, PathQueue>,
    renewing: Cow<'a, [UnitId]>,
    planning: usize,
    /// The crowd as it was when all were gathered last: what groups plan sees it so.
    crowd: Vec<Glimpse>,
    tunings: Cow<'a, [Vec<Setting>]>,
    predictive: predictive::Parameters,
    /// The parameters of the steering models, in their order.
    steering: Vec<Vec<f32>>,
    /// How many units follow.
    units: usize,
}

/// FNV-1a over words of eight bytes, 64 bits: a byte that changed on its way is told.
fn checksum(bytes: &[u8]) -> u64 {
    let add = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0100_0000_01B3).rotate_left(23);
    let (words, rest) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(0xCBF2_9CE4_8422_2325, |hash, word| add(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, &byte| add(hash, u64::from(byte)))
}

impl Sim {
    /// The state after the last tick, as bytes. What players did so far is not part of it.
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEAD + 4096 + self.len() * 512 + self.grid.tiles().len());
        self.save_into(&mut bytes);
        bytes
    }

    /// As [`Sim::save`], into a list whose memory is used again.
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        bytes.clear();
        bytes.extend_from_slice(MARK);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[0; 8]);
        let rest = rest_of(self);
        let write = "what a game holds can be written";
        *bytes = postcard::to_extend(&rest, std::mem::take(bytes)).expect(write);
        let mut query = self.units.query::<UnitColumns>();
        let mut rows: Vec<UnitColumns> = query.iter().collect();
        rows.sort_unstable_by_key(|row| row.unit.id);
        for row in &rows {
            *bytes = postcard::to_extend(row, std::mem::take(bytes)).expect(write);
        }
        let sum = checksum(&bytes[HEAD..]);
        bytes[HEAD - 8..HEAD].copy_from_slice(&sum.to_le_bytes());
    }

    /// A game that was saved.
    ///
    /// # Errors
    /// In words: bytes that are no saved game, are of another version, or were damaged.
    pub fn load(bytes: &[u8], options: &Options) -> Result<Sim, String> {
        let (rest, units) = read(bytes)?;
        Ok(Sim::of_world(world_of(rest, units)?, options.threads))
    }

    /// Goes back, or on, to a state that was saved. What this game recorded of the time before that stays
    /// recorded.
    ///
    /// # Errors
    /// As [`Sim::load`]; the game is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (rest, units) = read(bytes)?;
        let mut world = world_of(rest, units)?;
        let old = self.world_mut();
        if (old.grid.revision(), old.grid.tiles()) == (world.grid.revision(), world.grid.tiles()) {
            std::mem::swap(&mut world.grid, &mut old.grid);
            world.paths.keep_grounds_of(&mut old.paths);
        }
        std::mem::swap(&mut world.predictive, &mut old.predictive);
        world.predictive.parameters = old.predictive.parameters;
        world.tune();
        world.recorded = std::mem::take(&mut old.recorded);
        let tick = world.tick;
        world.recorded.retain(|(at, _)| *at < tick);
        *old = world;
        Ok(())
    }
}

fn rest_of(world: &World) -> Rest<'_> {
    let json = "orders can be written";
    let models = ModelName::ALL.iter().filter_map(|&model| world.steering.models.get(model));
    let numbers = |model: &dyn crate::movement::SteeringModel| {
        (0..model.parameters().len()).map(|index| model.get(index)).collect()
    };
    let obstacle = |obstacle: &crate::obstacles::Obstacle| ObstacleSpec {
        name: obstacle.name.clone(),
        radius: obstacle.radius,
        motion: obstacle.motion,
    };
    let orders: Vec<(f32, &Order)> =
        world.orders[world.next_order..].iter().map(|timed| (timed.time, &timed.order)).collect();
    Rest {
        tick: world.tick,
        columns: world.grid.columns(),
        rows: world.grid.rows(),
        revision: world.grid.revision(),
        tiles: world.grid.tiles().into(),
        kinds: (&world.kinds).into(),
        teams: (&world.teams).into(),
        names: (&world.names).into(),
        obstacles: world.obstacles.iter().map(obstacle).collect(),
        counters: world.counters,
        orders: serde_json::to_string(&orders).expect(json),
        given: serde_json::to_string(&world.given).expect(json),
        edits: world.edits[world.next_edit..].into(),
        pending_tiles: (&world.pending_tiles).into(),
        removed: (&world.removed).into(),
        changed: world.changed,
        looked_at: world.looked_at,
        groups: (&world.groups).into(),
        last_group: world.last_group,
        gatherings: Cow::Borrowed(&world.gatherings),
        turnouts: (&world.turnouts).into(),
        paths: Cow::Borrowed(&world.paths),
        renewing: (&world.scratch.renewing).into(),
        planning: world.planning,
        crowd: world.crowd.glimpses().collect(),
        tunings: world.tunings.list().into(),
        predictive: world.predictive.parameters,
        steering: models.map(numbers).collect(),
        units: world.len(),
    }
}

/// The game but for its units, and the bytes of the units.
fn read(bytes: &[u8]) -> Result<(Rest<'static>, &[u8]), String> {
    if bytes.len() < HEAD || &bytes[..6] != MARK {
        return Err("these bytes are no saved game of Muster".into());
    }
    let version = u16::from_le_bytes([bytes[6], bytes[7]]);
    if version != VERSION {
        return Err(format!(
            "the game was saved in version {version} of the layout; this program reads {VERSION}"
        ));
    }
    if checksum(&bytes[HEAD..]).to_le_bytes() != bytes[HEAD - 8..HEAD] {
        return Err("the saved game was damaged on its way: its checksum is another".into());
    }
    postcard::take_from_bytes(&bytes[HEAD..]).map_err(damaged)
}

fn damaged(error: impl std::fmt::Display) -> String {
    format!("the saved game cannot be read: {error}")
}

fn world_of(rest: Rest<'static>, mut bytes: &[u8]) -> Result<World, String> {
    if rest.columns.checked_mul(rest.rows) != i32::try_from(rest.tiles.len()).ok() || rest.columns < 1 {
        return Err(damaged("its map has the wrong number of tiles"));
    }
    let level = Level {
        grid: Grid::again(rest.columns, rest.rows, rest.tiles.into_owned(), rest.revision),
        kinds: rest.kinds.into_owned(),
        teams: rest.teams.into_owned(),
        obstacles: rest.obstacles,
        ..Level::empty()
    };
    let mut world = World::new(&level, None);
    let tick = rest.tick;
    if tick > 0 {
        for obstacle in &mut world.obstacles {
            obstacle.move_to(tick - 1);
            obstacle.move_to(tick);
        }
        let front = tick + LENGTH as u64;
        for obstacle in &mut world.foreseen {
            obstacle.move_to(front - 1);
            obstacle.move_to(front);
            obstacle.foresee(front - 1);
        }
    }
    world.tick = tick;
    world.names = rest.names.into_owned();
    world.counters = rest.counters;
    let orders: Vec<(f32, Order)> = serde_json::from_str(&rest.orders).map_err(damaged)?;
    world.orders = orders.into_iter().map(|(time, order)| TimedOrder { time, order }).collect();
    world.given = serde_json::from_str::<Vec<Action>>(&rest.given).map_err(damaged)?;
    world.edits = rest.edits.into_owned();
    world.pending_tiles = rest.pending_tiles.into_owned();
    world.removed = rest.removed.into_owned();
    (world.changed, world.looked_at) = (rest.changed, rest.looked_at);
    (world.groups, world.last_group) = (rest.groups.into_owned(), rest.last_group);
    world.gatherings = rest.gatherings.into_owned();
    world.turnouts = rest.turnouts.into_owned();
    world.paths = rest.paths.into_owned();
    world.scratch.renewing = rest.renewing.into_owned();
    world.planning = rest.planning;
    world.predictive.parameters = rest.predictive;
    for (&name, numbers) in
        ModelName::ALL.iter().filter(|name| **name != ModelName::Predictive).zip(&rest.steering)
    {
        if let Some(model) = world.steering.models.get_mut(name) {
            numbers.iter().enumerate().for_each(|(index, &number)| model.set(index, number));
        }
    }
    world.tunings = Tunings::of(rest.tunings.into_owned());
    world.tune();
    let mut units = Vec::with_capacity(rest.units.min(bytes.len()));
    for _ in 0..rest.units {
        let (unit, left) = postcard::take_from_bytes::<UnitBundle>(bytes).map_err(damaged)?;
        units.push(unit);
        bytes = left;
    }
    world.units.enter_all(world.names.len(), units).map_err(damaged)?;
    gather(&mut world);
    world.crowd.look_back(&rest.crowd);
    Ok(world)
}
