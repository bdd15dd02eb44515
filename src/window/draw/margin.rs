//! What is printed on the margin of the sheet: the title, coordinates in tiles, a scale and a compass.

use super::atlas::{COMPASS_HALF, DIGIT_HALF};
use super::pencil::Pencil;
use crate::picture::hand::Brush;
use crate::picture::margin::{bar, coordinates};
use crate::window::theme::{self, MARGIN};
use glam::{Vec2, vec2};

/// The scale is at most this long, points.
const LONGEST_SCALE: f32 = 150.0;
/// Between what is printed side by side, points.
const SPACE: f32 = 30.0;

/// Draws the margin of a map of `world` px. `is_bare` tells whether no card lies on a box, given its middle
/// and half its size in points: what would be printed under the edge of a card is left out.
pub fn draw(pencil: &mut Pencil, world: Vec2, is_bare: impl Fn(Vec2, Vec2) -> bool) {
    let (min, max) = (pencil.at(Vec2::ZERO), pencil.at(world));
    let view = pencil.camera.view();
    coordinates(
        pencil,
        (view.0.max(Vec2::ZERO), view.1.min(world)),
        (min, max),
        |pencil, number, at, side| {
            let half = DIGIT_HALF.x * number.to_string().len() as f32;
            pencil.number(number as usize, at + vec2(side * half, 0.0), theme::INK, 0.75);
        },
    );
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

/// How many tiles a bar is long.
fn scale(pencil: &mut Pencil, left: Vec2) {
    let (tiles, end) = bar(pencil, left, LONGEST_SCALE);
    let digits = 2.0 * DIGIT_HALF.x * tiles.to_string().len() as f32;
    pencil.number(tiles as usize, vec2(end + 6.0 + digits / 2.0, left.y), theme::INK, 0.9);
    let (word, half) = pencil.atlas.tiles;
    pencil.print(word, vec2(end + 9.0 + digits + half.x, left.y), half, theme::INK, 1.0);
}
