//! Which tiles a brush, a line, a rectangle and a fill touch.

use super::Document;
use crate::grid::flood::flood;

/// Largest brush, tiles across.
pub const MAX_BRUSH: i32 = 15;

/// The tiles under a round brush, `size` tiles across.
pub fn dab((column, row): (i32, i32), size: i32) -> Vec<(i32, i32)> {
    let size = size.clamp(1, MAX_BRUSH);
    let (first, reach) = (-(size - 1) / 2, size * size);
    // Twice the way from the middle of the brush, so that all are whole numbers.
    let twice = |step: i32| 2 * step - (size - 1);
    let steps = || 0..size;
    let inside = steps().flat_map(|y| steps().map(move |x| (x, y)));
    inside
        .filter(|&(x, y)| twice(x) * twice(x) + twice(y) * twice(y) <= reach)
        .map(|(x, y)| (column + first + x, row + first + y))
        .collect()
}

/// The tiles under a brush that is drawn straight from one tile to another: a wall that nobody sees a gap in.
pub fn line(from: (i32, i32), to: (i32, i32), size: i32) -> Vec<(i32, i32)> {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let steps = across.abs().max(down.abs());
    let part = |whole: i32, step: i32| (2 * whole * step + steps * whole.signum()) / (2 * steps.max(1));
    let path = joined((0..=steps).map(|step| (from.0 + part(across, step), from.1 + part(down, step))));
    let mut tiles: Vec<(i32, i32)> = path.into_iter().flat_map(|tile| dab(tile, size)).collect();
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

/// The tiles of a way, each once in a row, and those that join two which touch by a corner: nobody can pass
/// there, but a wall would seem to have a gap.
pub fn joined(way: impl IntoIterator<Item = (i32, i32)>) -> Vec<(i32, i32)> {
    let mut tiles: Vec<(i32, i32)> = Vec::new();
    for tile in way {
        if let Some(&last) = tiles.last().filter(|last| last.0 != tile.0 && last.1 != tile.1) {
            tiles.push((tile.0, last.1));
        }
        if tiles.last() != Some(&tile) {
            tiles.push(tile);
        }
    }
    tiles
}

/// All tiles of the rectangle between two tiles.
pub fn rectangle(a: (i32, i32), b: (i32, i32)) -> Vec<(i32, i32)> {
    let (left, right) = (a.0.min(b.0), a.0.max(b.0));
    (a.1.min(b.1)..=a.1.max(b.1)).flat_map(|row| (left..=right).map(move |column| (column, row))).collect()
}

/// The tile and all that are like it and hang together with it by their sides.
pub fn fill(document: &Document, from: (i32, i32)) -> Vec<(i32, i32)> {
    let Some(like) = document.tile(from.0, from.1) else { return Vec::new() };
    let (columns, rows) = document.size();
    let index = |(column, row): (i32, i32)| (row * columns + column) as usize;
    let mut seen = vec![false; (columns * rows) as usize];
    let mut tiles = Vec::new();
    flood([from], |tile| {
        let enters =
            document.tile(tile.0, tile.1) == Some(like) && !std::mem::replace(&mut seen[index(tile)], true);
        tiles.extend(enters.then_some(tile));
        enters
    });
    tiles
}
