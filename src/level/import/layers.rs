//! What Tiled's layers mean for a level; the same for both of its formats.

use super::super::problem::{Suggestions, quoted};
use crate::grid::{Grid, Tile};
use crate::level::definition::MAX_MAP_SIDE;
use std::collections::BTreeMap;

/// Of a tile's number the bits that say how it is flipped.
const FLIPS: u32 = 0xF000_0000;

/// Most tiles of all layers together: a bound for memory, 256 MB, whatever a file of few bytes unpacks to.
const MAX_TILES: usize = 64 << 20;

/// What properties say about tiles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meaning {
    /// `muster`.
    pub tile: Option<Tile>,
    /// `blocked` or `collides`.
    pub blocked: Option<bool>,
}

impl Meaning {
    /// Takes a property up; the error says what is wrong with it.
    pub fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_lowercase().as_str() {
            "muster" => self.tile = Some(named_tile(value)?),
            "blocked" | "collides" => self.blocked = Some(value.eq_ignore_ascii_case("true")),
            _ => {}
        }
        Ok(())
    }

    /// The tile, where the layer's name says `named`; `None` if the properties say nothing.
    fn tile(self, named: Option<Tile>) -> Option<Tile> {
        let blocked = named.filter(|tile| tile.is_blocked()).unwrap_or(Tile::Rock);
        self.tile.or(self.blocked.map(|is_blocked| if is_blocked { blocked } else { Tile::Ground }))
    }
}

fn named_tile(name: &str) -> Result<Tile, String> {
    const NAMES: [(&str, Tile); 4] =
        [("ground", Tile::Ground), ("rock", Tile::Rock), ("trees", Tile::Trees), ("water", Tile::Water)];
    let found = NAMES.iter().find(|(known, _)| *known == name).map(|(_, tile)| *tile);
    found.ok_or_else(|| {
        let hint = Suggestions::new().after(name, NAMES.iter().map(|(known, _)| *known));
        format!("unknown tile {} in the property `muster`{hint}", quoted(name))
    })
}

/// A rectangle of tile numbers; 0 is no tile.
pub(super) struct Chunk {
    pub column: i64,
    pub row: i64,
    pub columns: usize,
    pub numbers: Vec<u32>,
}

/// A tile layer.
pub(super) struct TileLayer {
    pub name: String,
    pub meaning: Meaning,
    pub chunks: Vec<Chunk>,
}

/// A map of Tiled, as far as a level needs it.
#[derive(Default)]
pub(super) struct TiledMap {
    /// Columns and rows; `None`: as far as its chunks reach.
    pub size: Option<(u32, u32)>,
    /// From the lowest up.
    pub layers: Vec<TileLayer>,
    /// Properties of tiles by their number in the map.
    pub tiles: BTreeMap<u32, Meaning>,
    /// How many places all chunks have.
    claimed: usize,
}

impl TiledMap {
    /// How many tiles a chunk has; the error says why it cannot have as many.
    pub fn claim(&mut self, columns: i64, rows: i64) -> Result<usize, String> {
        let sides = 0..=i64::from(MAX_MAP_SIDE);
        let count = (sides.contains(&columns) && sides.contains(&rows)).then(|| (columns * rows) as usize);
        let count = count.filter(|count| self.claimed + count <= MAX_TILES);
        self.claimed += count.unwrap_or(0);
        count.ok_or_else(|| format!("a layer of {columns} × {rows} tiles is too large"))
    }

    /// The map of the level; the error says what is wrong.
    pub fn grid(&self) -> Result<Grid, String> {
        let (left, top, columns, rows) = self.extent()?;
        let mut tiles = vec![Tile::Ground; columns * rows];
        for (index, layer) in self.layers.iter().enumerate() {
            let named = tile_by_name(&layer.name).or((index == 0).then_some(Tile::Ground));
            let usual = layer.meaning.tile(named).or(named);
            for (column, row, number) in layer.chunks.iter().flat_map(Chunk::tiles) {
                let own = self.tiles.get(&number).and_then(|meaning| meaning.tile(named));
                let (column, row) = ((column - left) as usize, (row - top) as usize);
                if let Some(tile) = own.or(usual).filter(|_| column < columns && row < rows) {
                    tiles[row * columns + column] = tile;
                }
            }
        }
        Ok(Grid::new(columns as i32, rows as i32, tiles))
    }

    /// Left column, top row, columns, rows.
    fn extent(&self) -> Result<(i64, i64, usize, usize), String> {
        let (left, top, columns, rows) = match self.size {
            Some((columns, rows)) => (0, 0, i64::from(columns), i64::from(rows)),
            None => self.reach().ok_or("the map has no tiles")?,
        };
        let sides = 1..=i64::from(MAX_MAP_SIDE);
        if !sides.contains(&columns) || !sides.contains(&rows) {
            return Err(format!(
                "a map has from 1 × 1 to {MAX_MAP_SIDE} × {MAX_MAP_SIDE} tiles, not {columns} × {rows}"
            ));
        }
        Ok((left, top, columns as usize, rows as usize))
    }

    /// How far the tiles of all chunks reach.
    fn reach(&self) -> Option<(i64, i64, i64, i64)> {
        let mut reach: Option<(i64, i64, i64, i64)> = None;
        let tiles = self.layers.iter().flat_map(|layer| &layer.chunks).flat_map(Chunk::tiles);
        for (column, row, _) in tiles {
            let (left, top, right, bottom) = reach.unwrap_or((column, row, column, row));
            reach = Some((left.min(column), top.min(row), right.max(column), bottom.max(row)));
        }
        reach.map(|(left, top, right, bottom)| (left, top, right - left + 1, bottom - top + 1))
    }
}

impl Chunk {
    /// Column, row and number of each place that has a tile.
    fn tiles(&self) -> impl Iterator<Item = (i64, i64, u32)> {
        let columns = self.columns.max(1);
        self.numbers.iter().enumerate().filter(|(_, number)| **number & !FLIPS != 0).map(
            move |(index, number)| {
                let (column, row) = ((index % columns) as i64, (index / columns) as i64);
                (self.column + column, self.row + row, number & !FLIPS)
            },
        )
    }
}

/// What the words of a layer's name mean: the first that means something blocked, else the first that means
/// ground.
fn tile_by_name(name: &str) -> Option<Tile> {
    let name = name.to_lowercase();
    let words =
        || name.split(|c: char| !c.is_alphanumeric()).map(|word| word.strip_suffix('s').unwrap_or(word));
    let blocked = words().find_map(|word| match word {
        "tree" | "forest" | "wood" | "jungle" | "bush" | "bushe" | "hedge" => Some(Tile::Trees),
        "water" | "river" | "lake" | "sea" | "ocean" | "lava" | "pond" | "swamp" => Some(Tile::Water),
        "rock" | "wall" | "mountain" | "cliff" | "fence" | "obstacle" | "collision" | "blocked" | "stone"
        | "boulder" | "building" | "solid" => Some(Tile::Rock),
        _ => None,
    });
    let is_ground = |word: &str| {
        let known =
            ["ground", "grass", "gras", "floor", "road", "path", "bridge", "dirt", "sand", "terrain", "base"];
        known.contains(&word)
    };
    blocked.or_else(|| words().any(is_ground).then_some(Tile::Ground))
}
