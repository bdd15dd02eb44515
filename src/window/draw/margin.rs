//! What is printed on the margin of the sheet: the title, coordinates in tiles, a scale and a compass.

use super::atlas::{COMPASS_HALF, DIGIT_HALF};
use super::pencil::Pencil;
use crate::grid::TILE;
use crate::window::theme::{self, MARGIN};
use glam::{Vec2, vec2};

/// Tiles from one coordinate to the next, and across the scale.
const STEPS: [i32; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/// Coordinates lie at least this far apart, points.
const APART: f32 = 44.0;
/// The scale is at most this long, points.
const LONGEST_SCALE: f32 = 150.0;
/// From the map's edge to the middle of coordinates, points.
const COORDINATES: f32 = 11.0;
/// Between what is printed side by side, points.
const SPACE: f32 = 30.0;

/// Draws the margin of a map of `world` px. `is_bare` tells whether no card lies on a box, given its middle
/// and half its size in points: what would be printed under the edge of a card is left out.
pub fn draw(pencil: &mut Pencil, world: Vec2, is_bare: impl Fn(Vec2, Vec2) -> bool) {
    let (min, max) = (pencil.at(Vec2::ZERO), pencil.at(world));
    coordinates(pencil, world, min, max);
    let (width, below) = (max.x - min.x, max.y + MARGIN / 2.0 + 2.0);
    let (title, half) = pencil.atlas.title;
    let scale_room = LONGEST_SCALE + 2.0 * pencil.atlas.tiles.1.x + SPACE;
    // The scale stands at the left and the compass at the right; the title lies between them where it has
    // room.
    let has_all = width > scale_room + 2.0 * COMPASS_HALF.x;
    let (left, right) = (vec2(min.x + 2.0, below), vec2(max.x - COMPASS_HALF.x, below));
    let scale_half = vec2(scale_room / 2.0, half.y);
    if has_all && is_bare(left + vec2(scale_half.x, 0.0), scale_half) {
        scale(pencil, left);
    }
    if has_all && is_bare(right, COMPASS_HALF) {
        pencil.print(pencil.atlas.compass, right, COMPASS_HALF, [255; 3], 1.0);
    }
    let middle = vec2((min.x + max.x) / 2.0, below);
    let room = if has_all { width / 2.0 - scale_room - SPACE } else { width / 2.0 };
    if half.x < room && is_bare(middle, half) {
        pencil.print(title, middle, half, theme::INK, 1.0);
    }
}

/// Numbers of tiles at the top, left and right.
fn coordinates(pencil: &mut Pencil, world: Vec2, min: Vec2, max: Vec2) {
    let Some(step) = STEPS.into_iter().find(|&step| step as f32 * TILE * pencil.camera.scale >= APART) else {
        return;
    };
    let span = step as f32 * TILE;
    let (from, to) = pencil.camera.view();
    // Numbers at the corners would meet.
    let numbers = |from: f32, to: f32, size: f32| {
        let first = (from / span).floor().max(1.0) as i32;
        let last = (to.min(size - 10.0 / pencil.camera.scale) / span).floor() as i32;
        (first..=last).map(move |index| (index * step, index as f32 * span))
    };
    for (number, x) in numbers(from.x, to.x, world.x) {
        let at = pencil.at(vec2(x, 0.0)).x;
        pencil.line(vec2(at, min.y - 4.0), vec2(at, min.y - 1.0), 1.0, theme::INK, 0.9);
        pencil.number(number as usize, vec2(at, min.y - COORDINATES), theme::INK, 0.75);
    }
    for (number, y) in numbers(from.y, to.y, world.y) {
        let at = pencil.at(vec2(0.0, y)).y;
        let reach = DIGIT_HALF.x * number.to_string().len() as f32;
        for (edge, side) in [(min.x, -1.0), (max.x, 1.0)] {
            pencil.line(vec2(edge + 4.0 * side, at), vec2(edge + side, at), 1.0, theme::INK, 0.9);
            let middle = vec2(edge + side * (7.0 + reach), at);
            pencil.number(number as usize, middle, theme::INK, 0.75);
        }
    }
}

/// A bar of black and white parts, and how many tiles it is long.
fn scale(pencil: &mut Pencil, left: Vec2) {
    const PARTS: i32 = 4;
    let tile = TILE * pencil.camera.scale;
    let tiles = STEPS.into_iter().rev().find(|&tiles| tiles as f32 * tile <= LONGEST_SCALE).unwrap_or(1);
    let length = tiles as f32 * tile;
    let (top, bottom) = (left - vec2(0.0, 2.5), left + vec2(length, 2.5));
    pencil.fill(top - 0.8, bottom + 0.8, theme::INK, 0.9);
    for part in (1..PARTS).step_by(2) {
        let from = left.x + length * part as f32 / PARTS as f32;
        let to = left.x + length * (part + 1) as f32 / PARTS as f32;
        pencil.fill(vec2(from, top.y), vec2(to, bottom.y), theme::PAPER, 1.0);
    }
    let digits = 2.0 * DIGIT_HALF.x * tiles.to_string().len() as f32;
    pencil.number(tiles as usize, vec2(left.x + length + 6.0 + digits / 2.0, left.y), theme::INK, 0.9);
    let (word, half) = pencil.atlas.tiles;
    let at = vec2(left.x + length + 9.0 + digits + half.x, left.y);
    pencil.print(word, at, half, theme::INK, 1.0);
}
