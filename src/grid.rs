//! The map: tiles of 30 px, what is blocked, and exact geometry of circles and squares against blocked tiles.

use crate::collider::{Collider, Shape};
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Side of a tile, px.
pub const TILE: f32 = 30.0;

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
    /// Counts the changes of tiles, so that paths know when they are stale.
    revision: u64,
}

impl Grid {
    /// A map of these tiles, row by row. Panics if their number is not `columns × rows`: levels are checked before.
    pub fn new(columns: i32, rows: i32, tiles: Vec<Tile>) -> Grid {
        assert_eq!(tiles.len(), (columns * rows) as usize, "one tile per place");
        Grid { columns, rows, tiles, revision: 0 }
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

    /// All tiles, row by row.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tile at a column and row; `None` outside.
    pub fn tile(&self, column: i32, row: i32) -> Option<Tile> {
        (column >= 0 && row >= 0 && column < self.columns && row < self.rows)
            .then(|| self.tiles[(row * self.columns + column) as usize])
    }

    /// Whether a tile is blocked or outside.
    pub fn is_blocked(&self, column: i32, row: i32) -> bool {
        self.tile(column, row).is_none_or(Tile::is_blocked)
    }

    /// Changes a tile; outside the map nothing happens.
    pub fn set_tile(&mut self, column: i32, row: i32, tile: Tile) {
        if self.tile(column, row).is_some_and(|old| old != tile) {
            self.tiles[(row * self.columns + column) as usize] = tile;
            self.revision += 1;
        }
    }

    /// Whether a collider at `center` touches no blocked tile and stays on the map (touching with the rim is free).
    pub fn is_free(&self, center: Vec2, body: Collider) -> bool {
        let r = body.radius;
        let size = self.size();
        if center.x < r || center.y < r || center.x > size.x - r || center.y > size.y - r {
            return false;
        }
        self.wall_depth(center, body) <= 0.0
    }

    /// How far a collider can go from `from` along the unit vector `direction` before it meets a blocked tile or
    /// the rim of the map: in px, at most `limit`, 0 if it starts in a wall and moves deeper.
    pub fn free_run(&self, from: Vec2, direction: Vec2, body: Collider, limit: f32) -> f32 {
        let mut best = limit;
        let r = body.radius;
        let size = self.size();
        for (p, d, s) in [(from.x, direction.x, size.x), (from.y, direction.y, size.y)] {
            if d > 0.0 {
                best = best.min(((s - r - p) / d).max(0.0));
            } else if d < 0.0 {
                best = best.min(((r - p) / d).max(0.0));
            }
        }
        let to = from + direction * best;
        let low = (from.min(to) - r) / TILE;
        let high = (from.max(to) + r) / TILE;
        for row in low.y.floor() as i32..=high.y.floor() as i32 {
            for column in low.x.floor() as i32..=high.x.floor() as i32 {
                if !self.tile(column, row).is_some_and(Tile::is_blocked) {
                    continue;
                }
                let c = (Vec2::new(column as f32, row as f32) + 0.5) * TILE - from;
                let h = TILE * 0.5;
                // ray against rounded box: two slabs and four discs
                let mut hit = |hx: f32, hy: f32| {
                    let mut t0 = f32::MIN;
                    let mut t1 = f32::MAX;
                    for (c, d, h) in [(c.x, direction.x, hx), (c.y, direction.y, hy)] {
                        if d.abs() < 1e-9 {
                            if c.abs() >= h {
                                return;
                            }
                        } else {
                            let (a, b) = ((c - h) / d, (c + h) / d);
                            t0 = t0.max(a.min(b));
                            t1 = t1.min(a.max(b));
                        }
                    }
                    if t0 < t1 && t1 > 1e-4 {
                        best = best.min(t0.max(0.0));
                    }
                };
                if body.shape == Shape::Square {
                    hit(h + r, h + r);
                    continue;
                }
                hit(h + r, h);
                hit(h, h + r);
                for (x, y) in [(-h, -h), (h, -h), (-h, h), (h, h)] {
                    let k = c + Vec2::new(x, y);
                    let b = k.dot(direction);
                    let q = k.length_squared() - r * r;
                    let disc = b * b - q;
                    if b > 0.0 && disc > 0.0 {
                        best = best.min((b - disc.sqrt()).max(0.0));
                    }
                }
            }
        }
        best
    }

    /// Whether a collider can go straight from `from` to `to`.
    pub fn line_is_free(&self, from: Vec2, to: Vec2, body: Collider) -> bool {
        let way = to - from;
        let length = way.length();
        length == 0.0 || self.free_run(from, way / length, body, length) >= length
    }

    /// How deep a collider at `center` is in blocked tiles, px; 0 if free. The rim of the map does not count.
    pub fn wall_depth(&self, center: Vec2, body: Collider) -> f32 {
        let r = body.radius;
        let mut depth = 0.0f32;
        let low = (center - r) / TILE;
        let high = (center + r) / TILE;
        let tile = Collider { shape: Shape::Square, radius: TILE * 0.5 };
        for row in low.y.floor() as i32..=high.y.floor() as i32 {
            for column in low.x.floor() as i32..=high.x.floor() as i32 {
                if self.tile(column, row).is_some_and(Tile::is_blocked) {
                    let c = (Vec2::new(column as f32, row as f32) + 0.5) * TILE;
                    depth = depth.max(-crate::collider::gap(body, tile, center - c));
                }
            }
        }
        depth
    }
}
