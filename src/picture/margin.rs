//! What is printed about the map: its frame, coordinates in tiles, a scale, a compass and the title.

use super::explained::Drawing;
use super::hand::{Brush, Depth};
use super::letters::{Anchor, Letters};
use super::svg::{Ink, Style, polyline, tenths};
use super::view::Viewport;
use crate::grid::TILE;
use crate::look;
use glam::{Vec2, vec2};
use std::fmt::Write;

/// Tiles from one coordinate to the next, and across the scale.
const STEPS: [i32; 10] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/// Coordinates lie at least this far apart, px.
const APART: f32 = 44.0;
/// Narrower margins, px, have no room for text.
const NARROW: f32 = 22.0;

/// The margin of a picture with this title.
pub fn draw(view: &Viewport, title: &str, letters: &mut Letters) -> String {
    let (low, high) = (view.at(view.low), view.at(view.high));
    let mut drawing = Drawing::new(view);
    let corners = |grow: f32| {
        [
            vec2(low.x - grow, low.y - grow),
            vec2(high.x + grow, low.y - grow),
            high + grow,
            vec2(low.x - grow, high.y + grow),
        ]
    };
    for (grow, width) in [(0.5, 10), (3.2, 15)] {
        drawing.stroke(Depth::Above, Style::line(0, look::INK, width, 90), &corners(grow), true);
    }
    let mut texts = String::new();
    if view.margin >= NARROW {
        let faint = look::mix(look::INK, look::PAPER, 0.25);
        coordinates(&mut drawing, (view.low, view.high), (low, high), |_, number, at, side| {
            let number = number.to_string();
            let half = letters.width(&number, 12.0) / 2.0;
            let at = at + vec2(side * half, 0.0);
            texts.push_str(&letters.line(&number, at, 12.0, Anchor::Middle, faint));
        });
        below(title, &mut drawing, &mut texts, letters);
    }
    drawing.above.svg() + &texts
}

/// Numbers of tiles at the top, left and right of a frame, whose corners are given in the picture; they are
/// `print`ed about a place at the top (0), or to the left (-1) and right (1) of one.
pub fn coordinates<B: Brush>(
    brush: &mut B,
    shown: (Vec2, Vec2),
    (low, high): (Vec2, Vec2),
    mut print: impl FnMut(&mut B, i32, Vec2, f32),
) {
    let scale = brush.scale();
    let Some(step) = STEPS.into_iter().find(|&step| step as f32 * TILE * scale >= APART) else { return };
    // Numbers at the corners would meet.
    let numbers = |from: f32, to: f32| {
        let span = step as f32 * TILE;
        let room = 9.0 / scale;
        let (first, last) = (((from + room) / span).ceil() as i32, ((to - room) / span).floor() as i32);
        (first..=last).map(move |index| (index * step, index as f32 * span))
    };
    let style = Style::line(1, look::INK, 10, 90);
    for (number, x) in numbers(shown.0.x, shown.1.x) {
        let x = brush.at(vec2(x, 0.0)).x;
        brush.stroke(Depth::Above, style, &[vec2(x, low.y - 4.0), vec2(x, low.y - 7.5)], false);
        print(brush, number, vec2(x, low.y - 14.0), 0.0);
    }
    for (number, y) in numbers(shown.0.y, shown.1.y) {
        let y = brush.at(vec2(0.0, y)).y;
        for (edge, side) in [(low.x, -1.0), (high.x, 1.0)] {
            let tick = [vec2(edge + 4.0 * side, y), vec2(edge + 7.5 * side, y)];
            brush.stroke(Depth::Above, style, &tick, false);
            print(brush, number, vec2(edge + side * 10.0, y), side);
        }
    }
}

/// The scale at the left, the compass at the right, the title between them where it has room.
fn below(title: &str, drawing: &mut Drawing, texts: &mut String, letters: &mut Letters) {
    let view = drawing.view;
    let (low, high) = (view.at(view.low), view.at(view.high));
    let (y, width) = (high.y + view.margin / 2.0 + 2.0, high.x - low.x);
    let mut left = low.x;
    if width > 260.0 {
        let (tiles, end) = bar(drawing, vec2(low.x + 1.0, y), (width * 0.2).min(150.0));
        let text = if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") };
        let at = vec2(end + 6.0, y);
        texts.push_str(&letters.line(&text, at, 12.0, Anchor::Start, look::INK));
        left = at.x + letters.width(&text, 12.0);
        compass(vec2(high.x - 8.0, y), &mut drawing.above);
    }
    // In the middle if it fits there, else where there is room, shorter if need be.
    let (from, to) = (left + 14.0, high.x - 24.0);
    let mut title = title.to_owned();
    while letters.width(&title, 14.0) > to - from {
        let shorter: String = title.chars().take(title.chars().count().saturating_sub(2)).collect();
        if shorter.is_empty() {
            return;
        }
        title = shorter + "…";
    }
    let half = letters.width(&title, 14.0) / 2.0;
    let middle = ((low.x + high.x) / 2.0).clamp(from + half, (to - half).max(from + half));
    texts.push_str(&letters.line(&title, vec2(middle, y), 14.0, Anchor::Middle, look::INK));
}

/// A bar of black and white parts from a place on, at most so long; returns how many tiles it is long, and
/// where it ends.
pub fn bar(brush: &mut impl Brush, left: Vec2, longest: f32) -> (i32, f32) {
    const PARTS: i32 = 4;
    let tile = TILE * brush.scale();
    let tiles = STEPS.into_iter().rev().find(|&tiles| tiles as f32 * tile <= longest).unwrap_or(1);
    let length = tiles as f32 * tile;
    let part = length / PARTS as f32;
    let bar = |from: f32, to: f32, half: f32| {
        let (from, to) = (left.x + from, left.x + to);
        [
            vec2(from, left.y - half),
            vec2(to, left.y - half),
            vec2(to, left.y + half),
            vec2(from, left.y + half),
        ]
    };
    brush.stroke(Depth::Above, Style::area(1, look::INK, 90), &bar(0.0, length, 2.8), true);
    for index in (1..PARTS).step_by(2) {
        let (from, to) = (part * index as f32, part * (index + 1) as f32 - 0.8);
        brush.stroke(Depth::Above, Style::area(2, look::PAPER, 100), &bar(from, to, 2.0), true);
    }
    (tiles, left.x + length)
}

fn compass(at: Vec2, ink: &mut Ink) {
    super::svg::circle(ink.path(Style::line(1, look::INK, 11, 90)), at, 7.0);
    let north = [at - vec2(0.0, 9.5), at + vec2(2.6, 0.5), at + vec2(-2.6, 0.5)];
    polyline(ink.path(Style::area(2, look::INK, 90)), &north, true);
    let south = [at + vec2(-2.6, 0.5), at + vec2(0.0, 6.5), at + vec2(2.6, 0.5)];
    polyline(ink.path(Style::line(1, look::INK, 9, 90)), &south, false);
}

/// What cuts off whatever lies beyond the map's frame.
pub fn clip(view: &Viewport) -> String {
    let (low, size) = (view.at(view.low), (view.high - view.low) * view.scale);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<clipPath id=\"map\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
        tenths(low.x),
        tenths(low.y),
        tenths(size.x),
        tenths(size.y)
    );
    out
}
