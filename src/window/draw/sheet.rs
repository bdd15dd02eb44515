//! The map sheet on the screen: pictures of 256 × 256 pixels in eight scales, painted by a thread of their
//! own when they come into view, and kept while they are looked at. Until a picture is there, a part of a
//! coarser one shows.
//!
//! Costs: a texture a piece in view (20 to 60 quads), at most `MAX_PIECES` × 256 kB of memory.

use super::atlas::Sprite;
use super::batch::{Batch, rgba};
use super::canvas::Canvas;
use super::terrain;
use crate::grid::{Grid, TILE, Tile};
use crate::look::outline::Tiles;
use crate::platform::work::Worker;
use crate::window::camera::Camera;
use crate::window::theme;
use glam::{IVec2, Vec2, vec2};
use macroquad::prelude::{FilterMode, Texture2D};
use std::collections::HashMap;

/// Side of a piece, pixels.
const PIECE: usize = 256;
/// Pixels to a world px of the finest pieces; each level below has half as many.
const FINEST: f32 = 4.0;
/// The coarsest level: 1/32 pixel to a world px, about one to a tile.
const COARSEST: u8 = 7;
/// Pieces kept.
const MAX_PIECES: usize = 256;
/// Pieces that the painter may have waiting: few, so that it follows the camera.
const MAX_WAITING: usize = 3;

/// How far the shadow of the sheet is shifted, points.
const SHADOW: Vec2 = vec2(3.0, 5.0);
/// Steps in which it fades, each 2 points wide.
const SHADOW_STEPS: i32 = 6;

type PieceKey = (u8, i32, i32);

struct Piece {
    texture: Texture2D,
    stale: bool,
    /// Frame in which it was last drawn.
    seen: u64,
}

struct Job {
    key: PieceKey,
    generation: u64,
    tiles: Tiles,
}

/// The map, ready to be drawn.
pub struct Sheet {
    tiles: Tiles,
    revision: u64,
    generation: u64,
    pieces: HashMap<PieceKey, Piece>,
    waiting: Vec<(PieceKey, u64)>,
    painter: Worker<Job, (PieceKey, u64, Canvas)>,
    frame: u64,
}

fn scale_of(level: u8) -> f32 {
    FINEST / f32::from(1u16 << level)
}

/// World px across a piece.
fn span_of(level: u8) -> f32 {
    PIECE as f32 / scale_of(level)
}

/// The coarsest level that is at least as fine as the screen.
fn level_for(scale: f32) -> u8 {
    (0..=COARSEST).rev().find(|&level| scale_of(level) >= scale * 0.99).unwrap_or(0)
}

fn paint((level, x, y): PieceKey, tiles: &Tiles) -> Canvas {
    let origin = vec2(x as f32, y as f32) * span_of(level);
    terrain::paint(tiles, origin, scale_of(level), PIECE, PIECE)
}

impl Sheet {
    /// The sheet of a map; starts the painter.
    pub fn new(grid: &Grid) -> Sheet {
        Sheet {
            tiles: Tiles::of(grid),
            revision: grid.revision(),
            generation: 0,
            pieces: HashMap::new(),
            waiting: Vec::new(),
            painter: Worker::new(|job: Job| (job.key, job.generation, paint(job.key, &job.tiles))),
            frame: 0,
        }
    }

    /// Another map may have the revision of the one that was followed: its tiles are compared.
    pub fn look_again(&mut self) {
        self.revision = u64::MAX;
    }

    /// Takes over changed tiles; what shows them is painted anew.
    pub fn follow(&mut self, grid: &Grid) {
        if grid.revision() == self.revision {
            return;
        }
        self.revision = grid.revision();
        let Some((from, to)) = changed(&self.tiles, grid.tiles()) else { return };
        self.tiles = Tiles::of(grid);
        self.generation += 1;
        for (&(level, x, y), piece) in &mut self.pieces {
            let min = vec2(x as f32, y as f32) * span_of(level);
            let max = min + span_of(level);
            piece.stale |= min.cmplt(to).all() && max.cmpgt(from).all();
        }
    }

    /// Draws what is in view. `whole` waits for every picture instead of showing coarser ones.
    pub fn draw(&mut self, camera: &Camera, batch: &mut Batch, paper: (&Texture2D, Sprite), whole: bool) {
        self.frame += 1;
        while let Some((key, generation, canvas)) = self.painter.answer() {
            self.waiting.retain(|&(waiting, _)| waiting != key);
            self.keep(key, &canvas, generation != self.generation);
        }
        self.frame_of_the_map(camera, batch, paper);
        let keys = self.in_view(camera);
        if whole {
            for &key in &keys {
                if self.pieces.get(&key).is_none_or(|piece| piece.stale) {
                    let canvas = paint(key, &self.tiles);
                    self.keep(key, &canvas, false);
                }
            }
        }
        for &key in &keys {
            self.draw_piece(key, camera, batch, paper);
        }
        self.ask(&keys);
        self.forget();
    }

    fn keep(&mut self, key: PieceKey, canvas: &Canvas, stale: bool) {
        let texture = Texture2D::from_rgba8(PIECE as u16, PIECE as u16, canvas.bytes());
        texture.set_filter(FilterMode::Linear);
        self.pieces.insert(key, Piece { texture, stale, seen: self.frame });
    }

    /// Keys of the pieces in view, those in the middle first.
    fn in_view(&self, camera: &Camera) -> Vec<PieceKey> {
        let level = level_for(camera.scale * camera.dpi);
        let span = span_of(level);
        let (min, max) = camera.view();
        let edge = vec2(self.tiles.columns as f32, self.tiles.rows as f32) * TILE;
        let from = (min.max(Vec2::ZERO) / span).floor().as_ivec2();
        let to = ((max.min(edge) / span).ceil().as_ivec2() - 1).min((edge / span).ceil().as_ivec2() - 1);
        let mut keys: Vec<PieceKey> =
            (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| (level, x, y))).collect();
        let middle = (camera.center / span - 0.5).as_ivec2();
        keys.sort_by_key(|&(_, x, y)| (IVec2::new(x, y) - middle).length_squared());
        keys
    }

    /// Draws a piece or, while it is missing, the part of a coarser one that lies there.
    fn draw_piece(&mut self, key: PieceKey, camera: &Camera, batch: &mut Batch, paper: (&Texture2D, Sprite)) {
        let (level, x, y) = key;
        let edge = vec2(self.tiles.columns as f32, self.tiles.rows as f32) * TILE;
        let span = span_of(level);
        let min = vec2(x as f32, y as f32) * span;
        // What lies beyond the rim of the map is not drawn.
        let max = (min + span).min(edge);
        let (top, bottom) = (camera.to_screen(min), camera.to_screen(max));
        let (center, half) = ((top + bottom) / 2.0, (bottom - top) / 2.0);
        for coarser in level..=COARSEST {
            let steps = coarser - level;
            let key = (coarser, x >> steps, y >> steps);
            let Some(piece) = self.pieces.get_mut(&key) else { continue };
            piece.seen = self.frame;
            let whole = span_of(coarser);
            let corner = vec2(key.1 as f32, key.2 as f32) * whole;
            let sprite = Sprite { min: (min - corner) / whole, max: (max - corner) / whole };
            batch.sprite(sprite, center, half, [255; 4]);
            batch.flush(&piece.texture);
            return;
        }
        batch.sprite(paper.1, center, half, rgba(theme::PAPER, 1.0));
        batch.flush(paper.0);
    }

    /// The sheet's shadow on the table, its paper and its frame.
    fn frame_of_the_map(&self, camera: &Camera, batch: &mut Batch, (texture, white): (&Texture2D, Sprite)) {
        let min = camera.to_screen(Vec2::ZERO);
        let max = camera.to_screen(vec2(self.tiles.columns as f32, self.tiles.rows as f32) * TILE);
        let (center, half) = ((min + max) / 2.0, (max - min) / 2.0);
        // Frames and not whole boxes, and no part of the shadow twice: what is filled in vain is what software
        // renderers take longest for.
        let mut rim = |shift: Vec2, inner: f32, outer: f32, color: [u8; 4]| {
            let center = center + shift;
            let (near, far) = (half + inner, half + outer);
            let (middle, thick) = ((near + far) / 2.0, Vec2::splat((outer - inner) / 2.0));
            for side in [-1.0, 1.0] {
                batch.sprite(white, center + vec2(0.0, middle.y * side), vec2(far.x, thick.y), color);
                batch.sprite(white, center + vec2(middle.x * side, 0.0), vec2(thick.x, near.y), color);
            }
        };
        // The paper covers the inner part, but for what the shadow is shifted by.
        let mut inner = theme::MARGIN - SHADOW.max_element();
        for layers in (1..=SHADOW_STEPS).rev() {
            let outer = theme::MARGIN + (SHADOW_STEPS - layers) as f32 * 2.0;
            rim(SHADOW, inner, outer, rgba(theme::INK, 1.0 - 0.95_f32.powi(layers)));
            inner = outer;
        }
        rim(Vec2::ZERO, 0.0, theme::MARGIN, rgba(theme::PAPER, 1.0));
        rim(Vec2::ZERO, 2.5, 4.0, rgba(theme::INK, 0.9));
        rim(Vec2::ZERO, 0.0, 1.0, rgba(theme::INK, 0.9));
        batch.flush(texture);
    }

    fn ask(&mut self, keys: &[PieceKey]) {
        // Coarse pieces first: what is not there yet is seen on them while it is painted.
        let coarse = |&(level, x, y): &PieceKey| {
            let steps = COARSEST.min(level + 2) - level;
            (level + steps, x >> steps, y >> steps)
        };
        let missing = keys.iter().filter(|key| !self.pieces.contains_key(key));
        let wanted: Vec<PieceKey> = missing.map(coarse).chain(keys.iter().copied()).collect();
        for key in wanted {
            if self.waiting.len() >= MAX_WAITING {
                return;
            }
            let wanted = self.pieces.get(&key).is_none_or(|piece| piece.stale);
            if wanted && !self.waiting.iter().any(|&(waiting, _)| waiting == key) {
                self.waiting.push((key, self.generation));
                let job = Job { key, generation: self.generation, tiles: self.tiles.clone() };
                self.painter.ask(job);
            }
        }
    }

    fn forget(&mut self) {
        if self.pieces.len() > MAX_PIECES {
            let oldest = self.frame.saturating_sub(120);
            self.pieces.retain(|key, piece| piece.seen >= oldest || key.0 == COARSEST);
        }
    }
}

/// The rectangle, px, in which tiles differ, with room for the shadows and crowns of neighbours.
fn changed(old: &Tiles, new: &[Tile]) -> Option<(Vec2, Vec2)> {
    let columns = old.columns as usize;
    let mut differing = old.tiles.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new);
    let place = |index: usize| IVec2::new((index % columns) as i32, (index / columns) as i32);
    let first = place(differing.next()?.0);
    let (from, to) = differing
        .fold((first, first), |(from, to), (index, _)| (from.min(place(index)), to.max(place(index))));
    Some(((from - 2).as_vec2() * TILE, (to + 3).as_vec2() * TILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn pieces_are_at_least_as_fine_as_the_screen() {
        for scale in [0.03, 0.05, 0.125, 0.4, 1.0, 1.7, 4.0] {
            let chosen = scale_of(level_for(scale));
            assert!(chosen >= scale * 0.99 && chosen <= scale * 2.01, "{scale}: {chosen}");
        }
    }

    #[test]
    fn a_changed_tile_is_found_with_its_surroundings() {
        let old = Tiles { columns: 10, rows: 10, tiles: Arc::new(vec![Tile::Ground; 100]) };
        let mut new = vec![Tile::Ground; 100];
        assert_eq!(changed(&old, &new), None);
        new[34] = Tile::Rock;
        new[57] = Tile::Rock;
        let (from, to) = changed(&old, &new).unwrap();
        assert_eq!((from / TILE, to / TILE), (vec2(2.0, 1.0), vec2(10.0, 8.0)));
    }
}
