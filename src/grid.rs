//! The map: tiles of 30 px, what is blocked, and how far the nearest blocked tile is.
//!
//! Exact geometry of circles and squares against blocked tiles is in [`geometry`], places that nobody
//! occupies are found in [`available`]. Both are cheap in the open because of [`Grid::clear_tiles`], which is
//! kept up to date tile by tile: a unit far from walls looks up one byte.

mod area;
pub mod available;
pub(crate) mod flood;
pub mod geometry;
pub mod rings;
mod tiles;
pub mod walls;

pub use area::Area;
pub use tiles::TILE;

use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Greatest value of [`Grid::clear_tiles`]. More makes long lines over open ground cheaper and edits dearer
/// (an edit looks at a square of `2 × CLEAR_CAP − 1` tiles).
pub const CLEAR_CAP: u8 = 16;

/// How many changes of tiles are remembered one by one. A reader that looks more seldom starts afresh.
const CHANGES_KEPT: usize = 4096;

/// What a tile is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tile {
    /// Free.
    #[default]
    Ground,
    /// Blocked.
    Rock,
    /// Blocked.
    Trees,
    /// Blocked.
    Water,
}

impl Tile {
    /// Whether nobody may stand on it.
    pub fn is_blocked(self) -> bool {
        self != Tile::Ground
    }
}

/// The map. Everything outside it counts as blocked.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    columns: i32,
    rows: i32,
    tiles: Vec<Tile>,
    /// Chebyshev distance in tiles to the nearest blocked tile or place outside, at most [`CLEAR_CAP`].
    clear: Vec<u8>,
    /// Counts the changes of tiles, so that paths know when they are stale.
    revision: u64,
    /// The newest changes: column and row, the last one made revision `revision`.
    changes: Vec<(i32, i32)>,
}

#[cfg(test)]
impl Grid {
    /// A map as it is drawn in a test, row by row: `#` is rock, the rest ground.
    pub(crate) fn drawn(rows: &[&str]) -> Grid {
        let tiles = rows.iter().flat_map(|row| row.chars());
        let tiles = tiles.map(|tile| if tile == '#' { Tile::Rock } else { Tile::Ground }).collect();
        Grid::new(rows[0].len() as i32, rows.len() as i32, tiles)
    }
}

impl Grid {
    /// A map of these tiles, row by row. Panics if their number is not `columns × rows`: levels are checked
    /// before.
    pub fn new(columns: i32, rows: i32, tiles: Vec<Tile>) -> Grid {
        assert_eq!(tiles.len(), columns as usize * rows as usize, "one tile per place");
        let clear = vec![0; tiles.len()];
        let mut grid = Grid { columns, rows, tiles, clear, revision: 0, changes: Vec::new() };
        grid.measure_clear(0, 0, columns - 1, rows - 1);
        grid
    }

    /// A map as it was at a revision; the changes that led there are forgotten.
    pub(crate) fn again(columns: i32, rows: i32, tiles: Vec<Tile>, revision: u64) -> Grid {
        Grid { revision, ..Grid::new(columns, rows, tiles) }
    }

    /// Width in tiles.
    pub fn columns(&self) -> i32 {
        self.columns
    }

    /// Height in tiles.
    pub fn rows(&self) -> i32 {
        self.rows
    }

    /// Size in px.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.columns as f32, self.rows as f32) * TILE
    }

    /// Counts the changes of tiles.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The tiles (column, row) that changed after a revision, oldest first and perhaps repeated; `None` if
    /// that is too long ago, or if this map was never at that revision.
    pub fn changes_since(&self, revision: u64) -> Option<&[(i32, i32)]> {
        let behind = usize::try_from(self.revision.checked_sub(revision)?).ok()?;
        self.changes.len().checked_sub(behind).map(|first| &self.changes[first..])
    }

    /// All tiles, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tile at a column and row; `None` outside.
    pub fn tile(&self, column: i32, row: i32) -> Option<Tile> {
        self.index(column, row).map(|index| self.tiles[index])
    }

    /// Whether a tile is blocked or outside.
    pub fn is_blocked(&self, column: i32, row: i32) -> bool {
        self.tile(column, row).is_none_or(Tile::is_blocked)
    }

    /// How many tiles away the nearest blocked tile or place outside is, diagonal steps counting as one: 0
    /// for a blocked tile and outside, 1 beside one, at most [`CLEAR_CAP`]. So all tiles less than this away
    /// are free.
    #[inline]
    pub fn clear_tiles(&self, column: i32, row: i32) -> u8 {
        self.index(column, row).map_or(0, |index| self.clear[index])
    }

    /// [`Grid::clear_tiles`] of a part of a row; both columns, the right one included, must be on the map.
    fn clear_in_row(&self, row: i32, left: i32, right: i32) -> &[u8] {
        let start = row as usize * self.columns as usize;
        &self.clear[start + left as usize..=start + right as usize]
    }

    /// Column and row of the tile under a place in px, which may lie outside.
    #[inline]
    pub fn tile_at(place: Vec2) -> (i32, i32) {
        tiles::tile_under(place)
    }

    /// Centre of a tile, px.
    pub fn center_of(column: i32, row: i32) -> Vec2 {
        (Vec2::new(column as f32, row as f32) + 0.5) * TILE
    }

    /// Changes a tile; outside the map nothing happens. Costs about 9 µs.
    pub fn set_tile(&mut self, column: i32, row: i32, tile: Tile) {
        let Some(index) = self.index(column, row) else { return };
        let old = std::mem::replace(&mut self.tiles[index], tile);
        if old == tile {
            return;
        }
        self.revision += 1;
        if self.changes.len() >= CHANGES_KEPT {
            self.changes.drain(..CHANGES_KEPT / 2);
        }
        self.changes.push((column, row));
        if old.is_blocked() != tile.is_blocked() {
            let reach = CLEAR_CAP as i32 - 1;
            self.measure_clear(column - reach, row - reach, column + reach, row + reach);
        }
    }

    /// Whether free tiles lead from a place to another, px, side by side.
    pub fn is_joined(&self, from: Vec2, to: Vec2) -> bool {
        let free =
            |(column, row): (i32, i32)| self.index(column, row).filter(|&at| !self.tiles[at].is_blocked());
        let (from, to) = (Grid::tile_at(from), Grid::tile_at(to));
        let mut seen = vec![false; self.tiles.len()];
        let mut is_joined = false;
        flood::flood([from], |tile| {
            let enters = !is_joined && free(tile).is_some_and(|at| !std::mem::replace(&mut seen[at], true));
            is_joined |= enters && tile == to;
            enters
        });
        is_joined
    }

    /// Where a tile stands among all, row by row; `None` outside.
    pub(crate) fn index(&self, column: i32, row: i32) -> Option<usize> {
        (column >= 0 && row >= 0 && column < self.columns && row < self.rows)
            .then(|| row as usize * self.columns as usize + column as usize)
    }

    /// Measures `clear` anew within a rectangle (both corners included), trusting what is outside of it.
    ///
    /// Two sweeps over the rectangle, down and up, are exact for this distance: any shortest way is a run of
    /// steps that the first sweep follows and then a run that the second follows.
    fn measure_clear(&mut self, left: i32, top: i32, right: i32, bottom: i32) {
        let (left, top) = (left.max(0), top.max(0));
        let (right, bottom) = (right.min(self.columns - 1), bottom.min(self.rows - 1));
        for row in top..=bottom {
            for column in left..=right {
                let start = if self.is_blocked(column, row) { 0 } else { CLEAR_CAP };
                self.relax_clear(column, row, start, [(-1, 0), (-1, -1), (0, -1), (1, -1)]);
            }
        }
        for row in (top..=bottom).rev() {
            for column in (left..=right).rev() {
                let start = self.clear_tiles(column, row);
                self.relax_clear(column, row, start, [(1, 0), (1, 1), (0, 1), (-1, 1)]);
            }
        }
    }

    fn relax_clear(&mut self, column: i32, row: i32, start: u8, neighbours: [(i32, i32); 4]) {
        let nearest = neighbours.iter().map(|(x, y)| self.clear_tiles(column + x, row + y)).min();
        if let (Some(index), Some(nearest)) = (self.index(column, row), nearest) {
            self.clear[index] = start.min(nearest + 1);
        }
    }
}
