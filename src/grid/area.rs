//! A rectangle of tiles.

use super::tiles::TILE;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A rectangle of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Area {
    /// Left column.
    pub column: i32,
    /// Top row.
    pub row: i32,
    /// Width in tiles.
    pub columns: i32,
    /// Height in tiles.
    pub rows: i32,
}

impl Area {
    /// A single tile.
    pub fn of_tile(column: i32, row: i32) -> Area {
        Area { column, row, columns: 1, rows: 1 }
    }

    /// Whether a tile is in it.
    pub fn contains(&self, column: i32, row: i32) -> bool {
        // A recording may name any numbers.
        (self.column..self.column.saturating_add(self.columns)).contains(&column)
            && (self.row..self.row.saturating_add(self.rows)).contains(&row)
    }

    /// Its tiles, row by row.
    pub fn tiles(self) -> impl Iterator<Item = (i32, i32)> {
        let columns = self.column..self.column.saturating_add(self.columns);
        (self.row..self.row.saturating_add(self.rows))
            .flat_map(move |row| columns.clone().map(move |column| (column, row)))
    }

    /// Whether a place, px, is in it.
    pub fn holds(&self, place: Vec2) -> bool {
        let (low, high) = self.bounds();
        place.cmpge(low).all() && place.cmplt(high).all()
    }

    /// How far a place is from it, px.
    pub fn distance(&self, place: Vec2) -> f32 {
        let (low, high) = self.bounds();
        place.distance(place.clamp(low, high))
    }

    /// The smallest area that also holds a tile.
    pub(crate) fn with(self, column: i32, row: i32) -> Area {
        let (left, top) = (self.column.min(column), self.row.min(row));
        let (right, bottom) =
            ((self.column + self.columns).max(column + 1), (self.row + self.rows).max(row + 1));
        Area { column: left, row: top, columns: right - left, rows: bottom - top }
    }

    /// Corners in px.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        let low = Vec2::new(self.column as f32, self.row as f32) * TILE;
        (low, low + Vec2::new(self.columns as f32, self.rows as f32) * TILE)
    }
}
