//! Paints the pictures of the atlas: counters with their rims and symbols, notch, rings, stones, flags,
//! digits.

use super::canvas::Canvas;
use crate::geometry::Shape;
use crate::picture::counters;
use crate::picture::letters::{Anchor, Letters};
use crate::picture::svg::color;
use crate::window::theme::{self, Rgb, darker};
use glam::{Vec2, vec2};
use std::f32::consts::TAU;

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

/// Paints what the library draws about the origin. `definitions` are of what it is drawn with.
fn painted(drawn: &str, definitions: &str, size: Vec2, rim: Rgb) -> Canvas {
    Canvas::of_svg(&format!("<defs>{definitions}</defs>{drawn}"), size, 1.0, rim)
}

/// The size of the picture of a counter.
fn counter_size(radius: f32) -> Vec2 {
    Vec2::splat(2.0 * (radius * 1.13 + SHADOW_ROOM))
}

/// A counter, with the symbol of an `arm` if it is to have one. The team's place in the list gives the rim.
pub fn body(color: Rgb, team: usize, shape: Shape, radius: f32, arm: Option<&str>) -> Canvas {
    let (mut drawn, mut letters) = (String::new(), Letters::shipped());
    counters::body(&mut drawn, counters::key(team as u16, 0, shape, radius, 0.0), color, 1.0, false);
    arm.into_iter().for_each(|arm| counters::symbol(&mut drawn, arm, radius, &mut letters));
    let definitions = counters::LAMP.to_owned() + &letters.definitions();
    painted(&drawn, &definitions, counter_size(radius), darker(color, 0.6))
}

/// The symbol of an arm in the colour of paper; kinds that have none show their first letter.
pub fn symbol(kind: &str, radius: f32) -> Canvas {
    let (mut drawn, mut letters) = (String::new(), Letters::shipped());
    counters::symbol(&mut drawn, kind, radius, &mut letters);
    painted(&drawn, &letters.definitions(), counter_size(radius), theme::CARD)
}

/// A wedge cut out of the rim, through which the paper shows: it says where the unit heads. It points east.
pub fn notch(radius: f32) -> Canvas {
    painted(&counters::notch(radius), "", Vec2::splat(2.0 * radius + 6.0), theme::INK)
}

/// A stone disc.
pub fn stone(radius: f32) -> Canvas {
    // Its rim lies within: a collider is as large as it is seen.
    let drawn = counters::stone((radius / 1.03).min(radius - 0.6));
    painted(&drawn, counters::LAMP, counter_size(radius), theme::STONE)
}

/// A line of text in white letters, `size` px high; a long one is cut.
pub fn line(text: &str, size: f32) -> Canvas {
    const MAX_LETTERS: usize = 60;
    let (text, mut letters) = (text.chars().take(MAX_LETTERS).collect::<String>(), Letters::shipped());
    let drawn = letters.line(&text, Vec2::ZERO, size, Anchor::Middle, [255; 3]);
    let size = vec2(letters.width(&text, size) + 4.0, size * 1.3);
    painted(&drawn, &letters.definitions(), size, [255; 3])
}

/// A white digit for the numbers of queued goals.
pub fn digit(digit: char, half: Vec2) -> Canvas {
    let mut letters = Letters::shipped();
    let drawn = letters.line(&digit.to_string(), Vec2::ZERO, 13.0, Anchor::Middle, [255; 3]);
    painted(&drawn, &letters.definitions(), half * 2.0, [255; 3])
}

/// Something white, to be tinted.
fn white(drawn: &str, size: Vec2) -> Canvas {
    Canvas::of_svg(&format!("<g fill='#fff' stroke-width='0'>{drawn}</g>"), size, 1.0, [255; 3])
}

/// A white disc, to be tinted.
pub fn disc(radius: f32) -> Canvas {
    white(&format!("<circle r='{radius}'/>"), Vec2::splat(2.0 * radius + 3.0))
}

/// A thin white ring, to be tinted.
pub fn ring(style: Ring, radius: f32) -> Canvas {
    let around = TAU * radius;
    let line = match style {
        Ring::Plain => "stroke-width='1.2'".to_owned(),
        Ring::Dotted => {
            let apart = around / (around / 4.5).round().max(8.0);
            format!("stroke-width='1.5' stroke-linecap='round' stroke-dasharray='0.01 {}'", apart - 0.01)
        }
        Ring::Selection => {
            let gap = 2.4 + radius * 0.2;
            let (dash, shift) = (around / 4.0 - gap, gap / -2.0);
            format!("stroke-width='1.8' stroke-dasharray='{dash} {gap}' stroke-dashoffset='{shift}'")
        }
    };
    let drawn = format!("<circle r='{radius}' fill='none' stroke='#fff' {line}/>");
    white(&drawn, Vec2::splat(2.0 * radius + 6.0))
}

/// The cross section of a white stroke.
pub fn stroke(width: f32) -> Canvas {
    let drawn = format!("<rect x='-2' y='{}' width='4' height='{width}'/>", width / -2.0);
    white(&drawn, vec2(4.0, STROKE_HALF * 2.0))
}

/// A white stroke of [`DASHES`] dashes.
pub fn dashes(width: f32) -> Canvas {
    let (length, gap) = (DASHES as f32 * DASH_PERIOD, DASH_PERIOD - DASH);
    let line = format!("stroke='#fff' stroke-width='{width}' stroke-dasharray='{DASH} {gap}'");
    white(&format!("<path {line} d='M{} 0h{length}'/>", length / -2.0), vec2(length, STROKE_HALF * 2.0))
}

/// A white pennant on a pole that stands at the centre of the picture.
pub fn flag(half: Vec2) -> Canvas {
    let pole = "<path stroke='#fff' stroke-width='1.4' d='M0 0v-15'/>";
    white(&format!("{pole}<path d='M0-15.5L10-12L0-8z'/><circle r='1.8'/>"), half * 2.0)
}

/// A white disc that fills its picture but for a pixel.
pub fn dot() -> Canvas {
    white("<circle r='15'/>", Vec2::splat(32.0))
}

/// A compass in ink, its needle to the north at the top.
pub fn compass(half: Vec2) -> Canvas {
    let (mut letters, ink) = (Letters::shipped(), color(theme::INK));
    let letter = letters.line("N", vec2(0.0, half.y * -0.78), half.y * 0.62, Anchor::Middle, theme::INK);
    let place = format!("translate(0 {}) scale({})", half.y * 0.25, half.x * 0.78);
    let drawn = format!(
        "<g transform='{place}' fill='none' stroke='{ink}' stroke-width='.11'><circle r='1'/>\
         <path d='M1 0h-.2M-1 0h.2M0 1v-.2M0-1v.2M-.31 0L0 .8L.31 0'/>\
         <path fill='{ink}' stroke='none' d='M0-1.15L.31 0H-.31z'/></g>{letter}"
    );
    painted(&drawn, &letters.definitions(), half * 2.0, theme::INK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teams_are_told_apart_without_colour() {
        let grey = |team| {
            let canvas = body([128, 128, 128], team, Shape::Circle, 16.0, None);
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
        let pictures =
            ["infantry", "cavalry", "siege", "hero", "guard", "wagon"].map(|kind| symbol(kind, 16.0).pixels);
        for a in 0..pictures.len() {
            assert!(pictures[a].iter().any(|pixel| pixel[3] > 200));
            for b in 0..a {
                assert_ne!(pictures[a], pictures[b]);
            }
        }
    }
}
