//! Paints the pictures of the atlas: counters with their rims and symbols, notch, rings, stones, flags,
//! digits.

use super::canvas::Canvas;
use crate::geometry::Shape;
use crate::look::{ArmSymbol, scatter, star};
use crate::window::theme::{self, Rgb, darker, mix};
use glam::{Vec2, vec2};
use std::f32::consts::TAU;
use std::sync::LazyLock;

/// Length of a dash, px.
const DASH: f32 = 6.0;
/// From one dash to the next, px.
pub const DASH_PERIOD: f32 = 10.0;
/// Dashes in one picture: long lines take few quads.
pub const DASHES: usize = 40;
/// Half the picture of a stroke, px.
pub const STROKE_HALF: f32 = 4.0;

/// A kind of thin ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// An unbroken line.
    Plain,
    /// Dots.
    Dotted,
    /// A bold line with four gaps.
    Selection,
}

/// Free space around a counter for its shadow, px, beside an eighth of its radius.
const SHADOW_ROOM: f32 = 3.0;

fn square_canvas(half: f32, [r, g, b]: Rgb) -> (Canvas, Vec2) {
    let size = (half * 2.0).ceil() as usize;
    // Transparent, but of the colour of the rim: nothing dark bleeds in when the picture is made smaller.
    (Canvas::new(size, size, [r, g, b, 0]), Vec2::splat(size as f32 / 2.0))
}

/// Signed distance to a counter's outline.
fn outline(shape: Shape, offset: Vec2, radius: f32) -> f32 {
    match shape {
        Shape::Circle => offset.length() - radius,
        Shape::Square => {
            let corner = radius * 0.12;
            let beyond = offset.abs() - Vec2::splat(radius - corner);
            beyond.max(Vec2::ZERO).length() + beyond.max_element().min(0.0) - corner
        }
    }
}

/// A counter without its symbol. The team's place in the list gives the rim: plain, double, dashed, dotted.
pub fn body(color: Rgb, team: usize, shape: Shape, radius: f32) -> Canvas {
    let rim = darker(color, 0.6);
    let (mut canvas, center) = square_canvas(radius * 1.13 + SHADOW_ROOM, rim);
    let size = center * 2.0;
    let drop = vec2(radius * 0.06 + 0.4, radius * 0.1 + 0.6);
    let soft = (radius * 0.12).max(0.8);
    canvas.shade(Vec2::ZERO, size, |at| {
        let depth = -outline(shape, at - center - drop, radius);
        (theme::INK, 0.32 * (depth / soft + 0.5).clamp(0.0, 1.0))
    });
    let line = (radius * 0.13).max(0.9);
    let edge = |at: Vec2| outline(shape, at - center, radius);
    canvas.shape(Vec2::ZERO, size, color, 1.0, edge);
    // A little light from the north-west, as a printed wooden block has under a lamp.
    canvas.shade(Vec2::ZERO, size, |at| {
        let light = -(at - center).dot(Vec2::splat(0.7)) / radius;
        let inside = (0.5 - edge(at)).clamp(0.0, 1.0);
        let rgb = if light > 0.0 { theme::CARD } else { theme::INK };
        (rgb, light.abs() * 0.12 * inside)
    });
    let ring = |at: Vec2, inset: f32, width: f32| (edge(at) + inset + width / 2.0).abs() - width / 2.0;
    canvas.shape(Vec2::ZERO, size, rim, 1.0, |at| ring(at, 0.0, line));
    let pale = mix(color, theme::CARD, 0.85);
    let turns = |at: Vec2| (at - center).to_angle() / TAU;
    match team % 4 {
        1 if radius > 4.0 => {
            canvas.shape(Vec2::ZERO, size, pale, 0.95, |at| ring(at, line, line * 0.75));
            canvas.shape(Vec2::ZERO, size, rim, 1.0, |at| ring(at, line * 1.75, line * 0.7));
        }
        2 if radius > 4.0 => canvas.shape(Vec2::ZERO, size, pale, 0.95, |at| {
            let dash = ((turns(at) * 10.0).rem_euclid(1.0) - 0.5).abs() - 0.27;
            ring(at, line * 0.7, line * 0.9).max(dash * TAU * radius / 10.0)
        }),
        3 if radius > 4.0 => {
            for index in 0..12 {
                let spot = Vec2::from_angle(index as f32 / 12.0 * TAU);
                let reach = if shape == Shape::Square { 1.0 / spot.abs().max_element() } else { 1.0 };
                let at = center + spot * reach * (radius - line * 1.3);
                canvas.disc(at, line * 0.62, pale, 0.95);
            }
        }
        _ => {}
    }
    canvas
}

/// The symbol of an arm in the colour of paper; kinds that have none show their first letter.
pub fn symbol(kind: &str, letters: &PaintedLetters, radius: f32) -> Canvas {
    let (mut canvas, center) = square_canvas(radius * 1.13 + SHADOW_ROOM, theme::CARD);
    let line = (radius * 0.17).max(1.0);
    match ArmSymbol::of(kind) {
        ArmSymbol::Strokes(ends) => {
            for &end in ends {
                let end = end * radius * 0.40;
                canvas.line(center - end, center + end, line, theme::CARD, 1.0);
            }
        }
        ArmSymbol::Disc => canvas.disc(center, radius * 0.36, theme::CARD, 1.0),
        ArmSymbol::Star => {
            let star = star(radius * 0.62, radius * 0.27).map(|corner| center + corner);
            canvas.polygon(&star, theme::CARD, 1.0);
        }
        ArmSymbol::Letter(letter) => letters.draw(&mut canvas, letter, center, radius * 1.15, theme::CARD),
    }
    canvas
}

/// A wedge cut out of the rim, through which the paper shows: it says where the unit heads. It points east.
pub fn notch(radius: f32) -> Canvas {
    let (mut canvas, center) = square_canvas(radius + 3.0, theme::INK);
    // Far away the notch is all that tells the heading: there it is wider and deeper.
    let (depth, half) = if radius < 8.0 { (0.62, 0.62) } else { (0.36, 0.36) };
    let tip = center + vec2(radius * (1.0 - depth), 0.0);
    // Its mouth lies on the rim, and a hair beyond it, so that nothing of the rim is left.
    let rim = |side: f32| center + Vec2::from_angle(side * half) * (radius + 0.7);
    canvas.polygon(&[tip, rim(-1.0), center + vec2(radius + 0.9, 0.0), rim(1.0)], theme::PAPER, 1.0);
    let line = (radius * 0.09).max(0.7);
    for side in [-1.0, 1.0] {
        canvas.line(tip, center + Vec2::from_angle(side * half) * (radius - 0.3), line, theme::INK, 0.8);
    }
    canvas
}

/// A white disc, to be tinted.
pub fn disc(radius: f32) -> Canvas {
    let (mut canvas, center) = square_canvas(radius + 1.5, [255; 3]);
    canvas.disc(center, radius, [255; 3], 1.0);
    canvas
}

/// A thin white ring, to be tinted.
pub fn ring(style: Ring, radius: f32) -> Canvas {
    let (mut canvas, center) = square_canvas(radius + 3.0, [255; 3]);
    let size = center * 2.0;
    match style {
        Ring::Plain => canvas.ring(center, radius + 0.6, 1.2, [255; 3], 1.0),
        Ring::Dotted => {
            let dots = (TAU * radius / 4.5).round().max(8.0);
            for index in 0..dots as i32 {
                let spot = Vec2::from_angle(index as f32 / dots * TAU) * radius;
                canvas.disc(center + spot, 0.75, [255; 3], 1.0);
            }
        }
        Ring::Selection => canvas.shape(Vec2::ZERO, size, [255; 3], 1.0, |at| {
            let offset = at - center;
            let line = (offset.length() - radius).abs() - 0.9;
            let gap =
                ((offset.to_angle() / TAU * 4.0 + 0.5).rem_euclid(1.0) - 0.5).abs() / 4.0 * TAU * radius;
            line.max(1.2 + radius * 0.1 - gap)
        }),
    }
    canvas
}

/// A stone disc.
pub fn stone(radius: f32) -> Canvas {
    let (mut canvas, center) = square_canvas(radius * 1.13 + SHADOW_ROOM, theme::STONE);
    let size = center * 2.0;
    canvas.disc(center + vec2(radius * 0.06 + 0.8, radius * 0.08 + 1.2), radius, theme::INK, 0.25);
    canvas.disc(center, radius, theme::STONE, 1.0);
    canvas.shade(Vec2::ZERO, size, |at| {
        let offset = at - center;
        let inside = (0.5 - (offset.length() - radius)).clamp(0.0, 1.0);
        let light = -offset.dot(Vec2::splat(0.7)) / radius;
        let speck = scatter(at.x as i32, at.y as i32, 8) - 0.5;
        let rgb = if light + speck > 0.0 { theme::CARD } else { theme::ROCK_DARK };
        (rgb, (light + speck * 0.5).abs() * 0.28 * inside)
    });
    canvas.ring(center, radius, (radius * 0.06).max(1.2), theme::INK, 0.85);
    canvas.ring(center, radius * 0.82, 0.8, theme::ROCK_DARK, 0.6);
    canvas
}

/// The cross section of a white stroke.
pub fn stroke(width: f32) -> Canvas {
    let mut canvas = Canvas::new(4, (STROKE_HALF * 2.0) as usize, [255, 255, 255, 0]);
    let size = vec2(4.0, STROKE_HALF * 2.0);
    canvas.shape(Vec2::ZERO, size, [255; 3], 1.0, |at| (at.y - STROKE_HALF).abs() - width / 2.0);
    canvas
}

/// A white stroke of [`DASHES`] dashes.
pub fn dashes(width: f32) -> Canvas {
    let size = vec2(DASHES as f32 * DASH_PERIOD, STROKE_HALF * 2.0);
    let mut canvas = Canvas::new(size.x as usize, size.y as usize, [255, 255, 255, 0]);
    canvas.shade(Vec2::ZERO, size, |at| {
        let cover = (0.5 + width / 2.0 - (at.y - STROKE_HALF).abs()).clamp(0.0, 1.0);
        ([255; 3], if at.x % DASH_PERIOD < DASH { cover } else { 0.0 })
    });
    canvas
}

/// A white pennant on a pole that stands at the centre of the picture.
pub fn flag(half: Vec2) -> Canvas {
    let mut canvas = Canvas::new((half.x * 2.0) as usize, (half.y * 2.0) as usize, [255, 255, 255, 0]);
    let foot = half;
    canvas.line(foot, foot - vec2(0.0, 15.0), 1.4, [255; 3], 1.0);
    canvas.polygon(&[foot - vec2(0.0, 15.5), foot + vec2(10.0, -12.0), foot - vec2(0.0, 8.0)], [255; 3], 1.0);
    canvas.disc(foot, 1.8, [255; 3], 1.0);
    canvas
}

/// A white disc that fills its picture but for a pixel.
pub fn dot() -> Canvas {
    let mut canvas = Canvas::new(32, 32, [255, 255, 255, 0]);
    canvas.disc(Vec2::splat(16.0), 15.0, [255; 3], 1.0);
    canvas
}

/// A compass in ink, its needle to the north at the top.
pub fn compass(letters: &PaintedLetters, half: Vec2) -> Canvas {
    let [r, g, b] = theme::INK;
    let mut canvas = Canvas::new((half.x * 2.0) as usize, (half.y * 2.0) as usize, [r, g, b, 0]);
    let (center, radius) = (vec2(half.x, half.y * 1.25), half.x * 0.78);
    canvas.ring(center, radius, half.x * 0.09, theme::INK, 0.9);
    for quarter in 0..4 {
        let way = Vec2::from_angle(quarter as f32 / 4.0 * TAU);
        canvas.line(center + way * radius, center + way * radius * 0.8, half.x * 0.08, theme::INK, 0.9);
    }
    let side = vec2(half.x * 0.24, 0.0);
    let (north, south) = (center - vec2(0.0, radius * 1.15), center + vec2(0.0, radius * 0.8));
    canvas.polygon(&[north, center + side, center - side], theme::INK, 1.0);
    for (a, b) in [(center - side, south), (center + side, south)] {
        canvas.line(a, b, half.x * 0.08, theme::INK, 0.9);
    }
    letters.draw(&mut canvas, 'N', vec2(half.x, half.y * 0.22), half.y * 0.62, theme::INK);
    canvas
}

/// Letters of the window's text family.
pub struct PaintedLetters(fontdue::Font);

/// The shipped ones; the font is read once.
pub fn letters() -> &'static PaintedLetters {
    static SHIPPED: LazyLock<PaintedLetters> = LazyLock::new(|| {
        let font = fontdue::Font::from_bytes(theme::font_bytes(true), fontdue::FontSettings::default());
        PaintedLetters(font.expect("the shipped font is sound"))
    });
    &SHIPPED
}

impl PaintedLetters {
    /// Draws a letter about a point, `size` px high.
    pub fn draw(&self, canvas: &mut Canvas, letter: char, center: Vec2, size: f32, rgb: Rgb) {
        let (metrics, cover) = self.0.rasterize(letter, size);
        let left = (center.x - metrics.width as f32 / 2.0).round() as i32;
        let top = (center.y - metrics.height as f32 / 2.0).round() as i32;
        stamp(canvas, (left, top), metrics.width, &cover, rgb);
    }

    /// A line of text in white letters, `size` px high; a long one is cut.
    pub fn line(&self, text: &str, size: f32) -> Canvas {
        const MAX_LETTERS: usize = 60;
        let glyphs: Vec<_> =
            text.chars().take(MAX_LETTERS).map(|letter| self.0.rasterize(letter, size)).collect();
        let width: f32 = glyphs.iter().map(|(metrics, _)| metrics.advance_width).sum();
        let mut canvas =
            Canvas::new(width.ceil() as usize + 4, (size * 1.3).ceil() as usize, [255, 255, 255, 0]);
        let mut pen = 2.0;
        for (metrics, cover) in &glyphs {
            let left = pen as i32 + metrics.xmin;
            let top = size as i32 - metrics.ymin - metrics.height as i32;
            stamp(&mut canvas, (left, top), metrics.width, cover, [255; 3]);
            pen += metrics.advance_width;
        }
        canvas
    }

    /// A white digit for the numbers of queued goals.
    pub fn digit(&self, digit: char, half: Vec2) -> Canvas {
        let mut canvas = Canvas::new((half.x * 2.0) as usize, (half.y * 2.0) as usize, [255, 255, 255, 0]);
        self.draw(&mut canvas, digit, half, 13.0, [255; 3]);
        canvas
    }
}

/// Colours what the outline of a letter covers, row by row from a corner on.
fn stamp(canvas: &mut Canvas, (left, top): (i32, i32), width: usize, cover: &[u8], rgb: Rgb) {
    for (index, &cover) in cover.iter().enumerate() {
        let (x, y) = ((index % width) as i32, (index / width) as i32);
        canvas.blend(left + x, top + y, rgb, f32::from(cover) / 255.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_are_told_apart_without_colour() {
        let grey = |team| {
            let canvas = body([128, 128, 128], team, Shape::Circle, 16.0);
            canvas.pixels.iter().map(|pixel| f32::from(pixel[0])).collect::<Vec<f32>>()
        };
        let rims = [grey(0), grey(1), grey(2), grey(3)];
        for a in 0..4 {
            for b in 0..a {
                let apart = rims[a].iter().zip(&rims[b]).filter(|(x, y)| (**x - **y).abs() > 30.0).count();
                assert!(apart > 60, "rims {a} and {b} differ in {apart} pixels only");
            }
        }
    }

    #[test]
    fn every_arm_has_a_symbol_of_its_own() {
        let letters = letters();
        let pictures = ["infantry", "cavalry", "siege", "hero", "guard", "wagon"]
            .map(|kind| symbol(kind, letters, 16.0).pixels);
        for a in 0..pictures.len() {
            assert!(pictures[a].iter().any(|pixel| pixel[3] > 200));
            for b in 0..a {
                assert_ne!(pictures[a], pictures[b]);
            }
        }
    }
}
