//! A running game as bytes, and back: the state between two ticks, for rollback netcode and for saves.
//!
//! A game that was saved and read goes on to the same state hash as the one that went on
//! (`tests/sessions/savegame.rs`). The bytes begin with a mark, a version and a checksum: others are refused
//! with a sentence. Another version of Muster may refuse them, a recording ([`crate::replay`]) is what lasts.
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
//! About 200 bytes for each unit and one for each tile. [`Sim::restore`] keeps what is the same in both, the
//! map with all that was found out about it above all.

use crate::fight::Fallen;
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
use crate::settling::turnout::Aside;
use crate::sim::{Options, Sim};
use crate::systems::movement::gather_as;
use crate::teams::Enemies;
use crate::unit::removed::Removed;
use crate::unit::{ModelName, UnitBundle, UnitColumns};
use crate::world::scratch::Scratch;
use crate::world::{Counters, World};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The first bytes of a saved game.
const MARK: &[u8; 6] = b"muster";
/// What follows the mark: another layout has another number.
const VERSION: u16 = 11;
/// Mark, version and checksum, bytes.
const HEAD: usize = 16;

/// What there is to know of a game but for its units.
#[derive(Serialize, Deserialize)]
struct Remainder<'a> {
    tick: u64,
    columns: i32,
    rows: i32,
    revision: u64,
    /// A [digit] for each.
    tiles: Cow<'a, str>,
    kinds: Cow<'a, [Kind]>,
    teams: Cow<'a, [Team]>,
    #[serde(borrow)]
    names: Vec<&'a str>,
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
    asides: Cow<'a, [Aside]>,
    paths: Cow<'a, PathQueue>,
    renewing: Cow<'a, [UnitId]>,
    planning: usize,
    /// Whether fights are on, whether anybody is led to them, and who fell.
    fights: (bool, bool),
    fallen: Cow<'a, [Fallen]>,
    /// How many places round an enemy nobody was dealt last time.
    room: Cow<'a, BTreeMap<UnitId, u32>>,
    /// The crowd as it was when all were gathered last: what groups plan sees it so.
    crowd: Vec<Glimpse>,
    tunings: Cow<'a, [Vec<Setting>]>,
    predictive: predictive::Parameters,
    /// The parameters of the steering models, in their order.
    steering: Vec<Vec<f32>>,
    /// How many units follow, in blocks.
    units: usize,
}

/// Units are written and read in blocks of so many; the threads do several of them side by side.
const BLOCK: usize = 2048;

/// FNV-1a over words of eight bytes in four lanes, 64 bits: a byte that changed on its way is told.
fn checksum(bytes: &[u8]) -> u64 {
    let add = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0100_0000_01B3).rotate_left(23);
    let (blocks, rest) = bytes.as_chunks::<32>();
    let mut lanes = [0xCBF2_9CE4_8422_2325u64, 1, 2, 3];
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = add(*lane, u64::from_le_bytes(*word));
        }
    }
    let hash = lanes.into_iter().fold(bytes.len() as u64, add);
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
        let tiles = self.grid.tiles().iter().map(|&tile| digit(tile)).collect();
        let tiles = String::from_utf8(tiles).expect("digits are text");
        *bytes = write(&rest_of(self, &tiles), std::mem::take(bytes));
        let mut query = self.units.query::<UnitColumns>();
        let mut rows: Vec<UnitColumns> = query.iter().collect();
        rows.sort_unstable_by_key(|row| row.unit.id);
        if rows.len() <= BLOCK {
            write_block(&rows, bytes);
        } else {
            let write = |rows: &[UnitColumns]| {
                let mut bytes = Vec::with_capacity(rows.len() * 256);
                write_block(rows, &mut bytes);
                bytes
            };
            let blocks: Vec<Vec<u8>> = self.within(|| rows.par_chunks(BLOCK).map(write).collect());
            blocks.iter().for_each(|block| bytes.extend_from_slice(block));
        }
        let sum = checksum(&bytes[HEAD..]);
        bytes[HEAD - 8..HEAD].copy_from_slice(&sum.to_le_bytes());
    }

    /// A game that was saved.
    ///
    /// # Errors
    /// In words: bytes that are no saved game, are of another version, or were damaged.
    pub fn load(bytes: &[u8], options: &Options) -> Result<Sim, String> {
        let mut sim = Sim::new(&Level::empty(), options);
        sim.restore(bytes)?;
        Ok(sim)
    }

    /// Goes back, or on, to a state that was saved. What this game recorded of the time before that stays
    /// recorded.
    ///
    /// # Errors
    /// As [`Sim::load`]; the game is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (rest, units) = read(bytes)?;
        put(self, rest, units)
    }
}

/// The end of a list of bytes, to which is written.
struct End(Vec<u8>);

impl postcard::ser_flavors::Flavor for End {
    type Output = Vec<u8>;

    #[inline(always)]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline(always)]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}

fn write<T: Serialize>(what: &T, bytes: Vec<u8>) -> Vec<u8> {
    postcard::serialize_with_flavor(what, End(bytes)).expect("what a game holds can be written")
}

/// How a tile is written.
fn digit(tile: Tile) -> u8 {
    b'0' + tile as u8
}

/// A block of units, and before it how many bytes it has.
fn write_block(rows: &[UnitColumns], bytes: &mut Vec<u8>) {
    let start = bytes.len();
    bytes.extend_from_slice(&[0; 4]);
    *bytes = rows.iter().fold(std::mem::take(bytes), |bytes, row| write(row, bytes));
    let length = (bytes.len() - start - 4) as u32;
    bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

fn rest_of<'a>(world: &'a World, tiles: &'a str) -> Remainder<'a> {
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
    let orders: Vec<(f32, &Order)> = world.orders.iter().map(|timed| (timed.time, &*timed.order)).collect();
    Remainder {
        tick: world.tick,
        columns: world.grid.columns(),
        rows: world.grid.rows(),
        revision: world.grid.revision(),
        tiles: tiles.into(),
        kinds: (&world.kinds).into(),
        teams: (&world.teams).into(),
        names: world.names.iter().collect(),
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
        asides: (&world.asides).into(),
        paths: Cow::Borrowed(&world.paths),
        renewing: (&world.scratch.renewing).into(),
        planning: world.planning,
        fights: (world.fights.are_on, world.fights.are_led),
        fallen: (&world.fights.fallen).into(),
        room: Cow::Borrowed(&world.fights.room),
        crowd: world.crowd.glimpses().collect(),
        tunings: world.tunings.list().into(),
        predictive: world.predictive.parameters,
        steering: models.map(numbers).collect(),
        units: world.len(),
    }
}

fn damaged(error: impl std::fmt::Display) -> String {
    format!("the saved game cannot be read: {error}")
}

/// The game but for its units, and the bytes of those.
fn read(bytes: &[u8]) -> Result<(Remainder<'_>, &[u8]), String> {
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

/// The units, by number.
fn read_units(sim: &Sim, rest: &Remainder, mut bytes: &[u8]) -> Result<Vec<UnitBundle>, String> {
    let mut blocks = Vec::new();
    while let Some((length, left)) = bytes.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length) as usize;
        let (block, left) = left.split_at_checked(length).ok_or_else(|| damaged("it ends too early"))?;
        blocks.push(block);
        bytes = left;
    }
    let read = |mut block: &[u8]| -> Result<Vec<UnitBundle>, postcard::Error> {
        let mut units = Vec::with_capacity(rest.units.min(BLOCK));
        while !block.is_empty() {
            let (unit, left) = postcard::take_from_bytes(block)?;
            units.push(unit);
            block = left;
        }
        Ok(units)
    };
    let units: Result<Vec<UnitBundle>, postcard::Error> = match blocks[..] {
        [one] => read(one),
        _ => sim
            .within(|| blocks.into_par_iter().map(read).collect::<Result<Vec<_>, _>>())
            .map(|blocks| blocks.into_iter().flatten().collect()),
    };
    let units = units.map_err(damaged)?;
    let ids = || units.iter().map(|unit| unit.unit.id);
    let is_sound = ids().is_sorted_by(|one, next| one < next)
        && ids().next_back().is_none_or(|id| (id.0 as usize) < rest.names.len())
        && units.len() == rest.units;
    if is_sound { Ok(units) } else { Err(damaged("its units have no numbers of their own")) }
}

/// A map as it was written; `None` where it is the map that is there.
fn read_grid(there: &Grid, rest: &Remainder) -> Result<Option<Grid>, String> {
    let (size, is_same) = ((rest.columns, rest.rows), there.tiles().iter().map(|&tile| digit(tile)));
    if rest.revision == there.revision()
        && size == (there.columns(), there.rows())
        && is_same.eq(rest.tiles.bytes())
    {
        return Ok(None);
    }
    let all = [Tile::Ground, Tile::Rock, Tile::Trees, Tile::Water];
    let tile = |sign: u8| all.into_iter().find(|&tile| digit(tile) == sign);
    let tiles: Option<Vec<Tile>> = rest.tiles.bytes().map(tile).collect();
    let tiles = tiles.ok_or_else(|| damaged("there are no such tiles on a map"))?;
    if rest.columns.checked_mul(rest.rows) != i32::try_from(tiles.len()).ok() || rest.columns < 1 {
        return Err(damaged("its map has the wrong number of tiles"));
    }
    Ok(Some(Grid::again(rest.columns, rest.rows, tiles, rest.revision)))
}

/// Makes a game what was read. Nothing changes before all of it was found sound.
fn put(sim: &mut Sim, rest: Remainder, units: &[u8]) -> Result<(), String> {
    let units = read_units(sim, &rest, units)?;
    let grid = read_grid(&sim.grid, &rest)?;
    let orders: Vec<(f32, Order)> = serde_json::from_str(&rest.orders).map_err(damaged)?;
    let given: Vec<Action> = serde_json::from_str(&rest.given).map_err(damaged)?;
    let world = sim.world_mut();
    let mut paths = rest.paths.into_owned();
    match grid {
        Some(grid) => world.grid = grid,
        None => paths.keep_grounds_of(&mut world.paths),
    }
    world.paths = paths;
    world.kinds = rest.kinds.into_owned();
    world.teams = rest.teams.into_owned();
    world.enemies = Enemies::new(&world.teams.iter().map(|team| team.enemies.clone()).collect::<Vec<_>>());
    if !world.names.iter().eq(rest.names.iter().copied()) {
        world.names = rest.names.into_iter().collect();
    }
    world.put_obstacles(&rest.obstacles, rest.tick);
    world.tick = rest.tick;
    world.events.clear();
    world.counters = rest.counters;
    let timed = |(time, order): (f32, Order)| TimedOrder { time, order: order.into() };
    world.orders = orders.into_iter().map(timed).collect();
    world.given = given;
    world.recorded.retain(|(at, _)| *at < rest.tick);
    (world.edits, world.next_edit) = (rest.edits.into_owned(), 0);
    world.pending_tiles = rest.pending_tiles.into_owned();
    world.removed = rest.removed.into_owned();
    (world.changed, world.looked_at) = (rest.changed, rest.looked_at);
    (world.groups, world.last_group) = (rest.groups.into_owned(), rest.last_group);
    world.gatherings = rest.gatherings.into_owned();
    world.asides = rest.asides.into_owned();
    world.claims.clear();
    world.scratch = Scratch { renewing: rest.renewing.into_owned(), ..Scratch::default() };
    world.planning = rest.planning;
    (world.fights.are_on, world.fights.are_led) = rest.fights;
    world.fights.fallen = rest.fallen.into_owned();
    world.fights.room = rest.room.into_owned();
    world.predictive.parameters = rest.predictive;
    let steered = ModelName::ALL.iter().filter(|name| **name != ModelName::Predictive);
    for (&name, numbers) in steered.zip(&rest.steering) {
        if let Some(model) = world.steering.models.get_mut(name) {
            numbers.iter().enumerate().for_each(|(index, &number)| model.set(index, number));
        }
    }
    world.tunings = Tunings::of(rest.tunings.into_owned());
    world.tune();
    world.units.become_as(world.names.len(), units);
    gather_as(world, &rest.crowd);
    Ok(())
}
