//! The printed map: paints a rectangle of the world at any scale. Rock, trees and water are joined areas with
//! an outline of their own; what is scattered on them depends on the place alone.
//!
//! Costs: 256 × 256 pixels in 2 to 8 ms, so it is done off the frame's thread (see [`super::sheet`]).

use super::canvas::Canvas;
use crate::grid::{TILE, Tile};
use crate::look::outline::{OutlinedArea, Tiles};
use crate::look::scattered::{CROWNS, crowns, waves};
use crate::look::{scatter, wobble};
use crate::window::theme::{self, Rgb, mix};
use glam::{IVec2, Vec2, vec2};

/// Paints `width × height` pixels from the world place `origin` (px) on, `scale` pixels to a world px.
pub fn paint(tiles: &Tiles, origin: Vec2, scale: f32, width: usize, height: usize) -> Canvas {
    let [r, g, b] = theme::PAPER;
    let painter = Painter { tiles, origin, scale };
    let mut canvas = Canvas::new(width, height, [r, g, b, 255]);
    if TILE * scale < 6.0 {
        painter.far(&mut canvas);
        return canvas;
    }
    painter.ground(&mut canvas);
    let (from, to) = painter.tiles_within(&canvas);
    let tiles = painter.by_kind(from, to);
    let each = |kind: Tile| tiles.iter().filter(move |(of, _)| *of == kind).map(|&(_, tile)| tile);
    each(Tile::Water).for_each(|tile| painter.water(&mut canvas, tile));
    for kind in [Tile::Rock, Tile::Trees] {
        each(kind).for_each(|tile| painter.shadow(&mut canvas, tile));
    }
    each(Tile::Rock).for_each(|tile| painter.rock(&mut canvas, tile));
    each(Tile::Trees).for_each(|tile| painter.undergrowth(&mut canvas, tile));
    each(Tile::Trees).for_each(|tile| painter.crowns(&mut canvas, tile));
    canvas
}

struct Painter<'a> {
    tiles: &'a Tiles,
    origin: Vec2,
    scale: f32,
}

impl Painter<'_> {
    fn to_canvas(&self, world: Vec2) -> Vec2 {
        (world - self.origin) * self.scale
    }

    fn to_world(&self, canvas: Vec2) -> Vec2 {
        canvas / self.scale + self.origin
    }

    /// First and last tile that may show, a tile beyond the rim included: shadows and crowns reach over.
    fn tiles_within(&self, canvas: &Canvas) -> (IVec2, IVec2) {
        let size = vec2(canvas.width as f32, canvas.height as f32);
        let from = (self.origin / TILE).floor().as_ivec2() - 1;
        let to = (self.to_world(size) / TILE).floor().as_ivec2() + 1;
        (from.max(IVec2::ZERO), to.min(IVec2::new(self.tiles.columns, self.tiles.rows) - 1))
    }

    /// The tiles of areas with their kinds, free ones included into whose corners an area's outline reaches:
    /// these go with the kind that most of their neighbours have.
    fn by_kind(&self, from: IVec2, to: IVec2) -> Vec<(Tile, IVec2)> {
        let mut tiles = Vec::new();
        for row in from.y..=to.y {
            for column in from.x..=to.x {
                let tile = IVec2::new(column, row);
                tiles.extend(self.tiles.kind(tile).map(|kind| (kind, tile)));
            }
        }
        tiles
    }

    /// Zoomed far out a tile is a few pixels: its colour is all that is told.
    fn far(&self, canvas: &mut Canvas) {
        let size = vec2(canvas.width as f32, canvas.height as f32);
        let edge = IVec2::new(self.tiles.columns, self.tiles.rows);
        canvas.shade(Vec2::ZERO, size, |at| {
            let world = self.to_world(at);
            let tile = (world / TILE).floor().as_ivec2();
            if tile.cmplt(IVec2::ZERO).any() || tile.cmpge(edge).any() {
                return (theme::PAPER, 0.0);
            }
            // A blocked tile whose north-western neighbours are free wears the outline.
            let kind = self.tiles.at(tile);
            let rim = self.tiles.at(tile - IVec2::X) != kind || self.tiles.at(tile + IVec2::Y) != kind;
            match kind {
                Tile::Ground => (theme::PAPER, 0.0),
                Tile::Rock => (mix(theme::ROCK, theme::ROCK_DARK, if rim { 1.0 } else { 0.5 }), 1.0),
                Tile::Trees => (mix(theme::TREES, theme::TREES_DARK, scatter(tile.x, tile.y, 5)), 1.0),
                Tile::Water => (if rim { theme::WATER_DARK } else { theme::WATER }, 1.0),
            }
        });
    }

    fn ground(&self, canvas: &mut Canvas) {
        for (index, pixel) in canvas.pixels.iter_mut().enumerate() {
            let (x, y) = ((index % canvas.width) as i32, (index / canvas.width) as i32);
            let at = self.to_world(vec2(x as f32, y as f32));
            let fibre = scatter((at.x * 0.35) as i32, (at.y * 2.2) as i32, 77) - 0.5;
            let grain = scatter(x, y, 3) - 0.5 + fibre;
            for channel in &mut pixel[..3] {
                *channel = (f32::from(*channel) + grain * 4.0).clamp(0.0, 255.0) as u8;
            }
        }
        let fade = ((TILE * self.scale - 6.0) / 14.0).clamp(0.0, 1.0);
        let size = vec2(canvas.width as f32, canvas.height as f32);
        let (from, to) = (self.origin / TILE, self.to_world(size) / TILE);
        for line in from.x.ceil() as i32..=to.x.floor() as i32 {
            let (rgb, alpha) = grid_line(line, fade);
            let x = self.to_canvas(vec2(line as f32 * TILE, 0.0)).x.floor() as i32;
            (0..canvas.height as i32).for_each(|y| canvas.blend(x, y, rgb, alpha));
        }
        for line in from.y.ceil() as i32..=to.y.floor() as i32 {
            let (rgb, alpha) = grid_line(line, fade);
            let y = self.to_canvas(vec2(0.0, line as f32 * TILE)).y.floor() as i32;
            (0..canvas.width as i32).for_each(|x| canvas.blend(x, y, rgb, alpha));
        }
    }

    /// Asks for the colour of each pixel of a tile, given the world place and how deep it is inside the area.
    fn fill(
        &self,
        canvas: &mut Canvas,
        area: &OutlinedArea,
        shift: Vec2,
        color: impl Fn(Vec2, f32) -> (Rgb, f32),
    ) {
        let min = self.to_canvas(area.corner + shift);
        let max = self.to_canvas(area.corner + shift + TILE);
        // Half-open pixel ranges: neighbouring tiles never paint the same pixel twice.
        let (from, to) = (min.round(), max.round());
        canvas.shade(from, to, |at| {
            let world = self.to_world(at) - shift;
            color(world, area.depth(world))
        });
    }

    fn cover(&self, depth: f32) -> f32 {
        (depth * self.scale + 0.5).clamp(0.0, 1.0)
    }

    /// How much of a line of `width` world px at `depth` covers a pixel there.
    fn band(&self, depth: f32, at: f32, width: f32) -> f32 {
        let half = (width * self.scale).max(1.0) / 2.0;
        (half + 0.5 - ((depth - at) * self.scale).abs()).clamp(0.0, 1.0)
    }

    fn shadow(&self, canvas: &mut Canvas, tile: IVec2) {
        self.fill(canvas, &self.tiles.area(tile), vec2(3.5, 4.5), |_, depth| {
            (theme::INK, 0.20 * (depth / 4.0).clamp(0.0, 1.0))
        });
    }

    fn rock(&self, canvas: &mut Canvas, tile: IVec2) {
        let detailed = TILE * self.scale >= 14.0;
        // Among trees rock keeps an outline of its own, with what grows there below it.
        let among_trees = self.tiles.area_of(tile, |kind| kind == Tile::Trees).is_any();
        if among_trees {
            self.undergrowth(canvas, tile);
        }
        let area = self.tiles.area_of(tile, |kind| kind.is_blocked() && kind != Tile::Trees);
        self.fill(canvas, &area, Vec2::ZERO, |world, depth| {
            let depth = depth - wobble(world) * 1.6;
            let cover = self.cover(depth);
            let lit = theme::mix(theme::ROCK, theme::CARD, 0.10 * (1.0 - (depth / 9.0).min(1.0)));
            let mut rgb =
                mix(lit, theme::ROCK_DARK, 0.25 * scatter(world.x as i32 / 3, world.y as i32 / 3, 9));
            if detailed {
                rgb = mix(rgb, theme::ROCK_DARK, self.hatching(world, depth));
            }
            (mix(rgb, theme::INK, 0.85 * self.band(depth, 0.7, 1.5)), cover)
        });
    }

    /// Slanting strokes, dense at the rim and sparse inside, each broken by chance.
    fn hatching(&self, world: Vec2, depth: f32) -> f32 {
        const SPACING: f32 = 5.0;
        let across = (world.x + world.y) / SPACING;
        let along = (world.x - world.y) / 17.0;
        let stroke = across.floor() as i32;
        let shifted = along + scatter(stroke, 0, 21);
        let piece = shifted.floor() as i32;
        let likely = if depth < 11.0 { 0.85 } else { 0.32 };
        let fraction = shifted - piece as f32;
        if scatter(stroke, piece, 22) > likely || !(0.06..0.9).contains(&fraction) {
            return 0.0;
        }
        let off = ((across - across.floor()) - 0.5).abs() * SPACING / std::f32::consts::SQRT_2;
        (1.0 - (off * self.scale.max(0.6) - 0.35).max(0.0)).clamp(0.0, 1.0) * 0.9
    }

    fn water(&self, canvas: &mut Canvas, tile: IVec2) {
        self.fill(canvas, &self.tiles.area(tile), Vec2::ZERO, |world, depth| {
            let depth = depth - wobble(world) * 1.6;
            let shore = self.band(depth, 0.8, 1.8);
            let lines = 0.55 * self.band(depth, 4.6, 0.8) + 0.3 * self.band(depth, 8.6, 0.8);
            let rgb = mix(theme::WATER, theme::CARD, 0.22 * (1.0 - (depth / 8.0).clamp(0.0, 1.0)));
            let rgb = mix(rgb, theme::WATER_DARK, lines.min(1.0));
            (mix(rgb, theme::darker(theme::WATER_DARK, 0.8), shore), self.cover(depth))
        });
        if TILE * self.scale < 14.0 || !self.tiles.at(tile).is_blocked() {
            return;
        }
        let width = (0.9 * self.scale).max(0.8);
        for wave in waves(self.tiles, tile) {
            for ends in wave.map(|place| self.to_canvas(place)).windows(2) {
                canvas.line(ends[0], ends[1], width, theme::WATER_DARK, 0.9);
            }
        }
    }

    fn undergrowth(&self, canvas: &mut Canvas, tile: IVec2) {
        let base = mix(theme::TREES, theme::PAPER, 0.35);
        self.fill(canvas, &self.tiles.area(tile), Vec2::ZERO, |world, depth| {
            let depth = depth - wobble(world) * 2.0;
            (mix(base, theme::TREES_DARK, 0.8 * self.band(depth, 0.6, 1.2)), self.cover(depth))
        });
    }

    fn crowns(&self, canvas: &mut Canvas, tile: IVec2) {
        if !self.tiles.at(tile).is_blocked() {
            return;
        }
        let seats = if TILE * self.scale < 14.0 { 3 } else { 5 };
        for (place, size, tint) in crowns(self.tiles, tile, seats) {
            self.crown(canvas, self.to_canvas(place), CROWNS[size] * self.scale, tint);
        }
    }

    fn crown(&self, canvas: &mut Canvas, center: Vec2, radius: f32, tint: f32) {
        let line = (1.1 * self.scale).max(0.7);
        canvas.disc(center + Vec2::splat(radius * 0.22), radius, theme::darker(theme::TREES_DARK, 0.7), 0.35);
        canvas.disc(center, radius, mix(theme::TREES, theme::TREES_DARK, tint * 0.45), 1.0);
        canvas.disc(
            center - Vec2::splat(radius * 0.28),
            radius * 0.5,
            mix(theme::TREES, theme::CARD, 0.4),
            0.55,
        );
        canvas.ring(center, radius, line, theme::darker(theme::TREES_DARK, 0.8), 0.9);
    }
}

fn grid_line(line: i32, fade: f32) -> (Rgb, f32) {
    if line % 10 == 0 { (theme::TENTH_LINE, 0.4 + 0.6 * fade) } else { (theme::GRID_LINE, fade) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn every_kind_of_tile_is_told_by_its_colour_at_every_scale() {
        let kinds = [Tile::Ground, Tile::Rock, Tile::Trees, Tile::Water];
        for scale in [0.05, 0.3, 1.0, 2.0] {
            let means = kinds.map(|kind| {
                let tiles = Tiles { columns: 8, rows: 8, tiles: Arc::new(vec![kind; 64]) };
                let size = (8.0 * TILE * scale) as usize;
                let canvas = paint(&tiles, Vec2::ZERO, scale, size, size);
                let sum = canvas
                    .pixels
                    .iter()
                    .fold([0u64; 3], |sum, pixel| std::array::from_fn(|i| sum[i] + u64::from(pixel[i])));
                sum.map(|channel| channel as f32 / canvas.pixels.len() as f32)
            });
            for a in 0..4 {
                for b in 0..a {
                    let apart: f32 = (0..3).map(|i| (means[a][i] - means[b][i]).abs()).sum();
                    assert!(apart > 30.0, "{:?} and {:?} at {scale}: {apart}", kinds[a], kinds[b]);
                }
            }
        }
    }
}
