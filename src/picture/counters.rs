//! Counters and stones: each is defined once for its team, kind, outline and size, and then used. The window
//! paints its own of the same.

use super::letters::{Anchor, Letters};
use super::svg::{Ink, Style, color, polyline, tenths};
use super::view::Viewport;
use crate::geometry::Shape;
use crate::look::{self, ArmSymbol, Rgb, darker, mix};
use crate::sim::Sim;
use glam::{Vec2, vec2};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Counters of a smaller radius, px, are a disc with a rim.
const PLAIN: f32 = 4.0;
/// Counters of a smaller radius, px, have no notch.
const BLUNT: f32 = 2.0;
/// Far away a counter stays this large, px.
pub const LEAST: f32 = 1.6;
/// Squares are drawn for a unit of this shape.
const SQUARE: u8 = 1;

/// The definition of the light on counters and stones.
pub const LAMP: &str = "<linearGradient id=\"lamp\" x1=\".15\" y1=\".15\" x2=\".85\" y2=\".85\">\
     <stop stop-color=\"#fbf6ea\" stop-opacity=\".14\"/><stop offset=\".5\" stop-color=\"#fbf6ea\" stop-opacity=\"0\"/>\
     <stop offset=\".5\" stop-color=\"#2b2620\" stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#2b2620\" stop-opacity=\".14\"/>\
     </linearGradient>\n";

/// What tells counters apart: team, kind, outline, and radius and soft radius in hundredths of a world px.
pub type CounterKey = (u16, u16, u8, u32, u32);

/// The key of a unit's counter; `soft` where its soft collider is drawn, 0 where not.
pub fn key(team: u16, kind: u16, shape: Shape, radius: f32, soft: f32) -> CounterKey {
    let shape = if shape == Shape::Square { SQUARE } else { 0 };
    (team, kind, shape, (radius * 100.0).round() as u32, (soft * 100.0).round() as u32)
}

/// Radius of a counter in a picture of this scale: far away it stays large enough to be seen.
pub fn radius(world: f32, scale: f32) -> f32 {
    (world * scale).max(LEAST)
}

/// Whether counters of this radius, world px, tell where they head.
pub fn has_notch(world: f32, scale: f32) -> bool {
    radius(world, scale) >= BLUNT
}

/// A point on the unit circle, an eighth of a turn being 1.
fn spoke(eighths: f32) -> Vec2 {
    let angle = eighths * std::f32::consts::FRAC_PI_4;
    vec2(libm::cosf(angle), libm::sinf(angle))
}

/// The definitions that counters and stones are used from.
#[derive(Default)]
pub struct DrawnCounters {
    bodies: BTreeMap<CounterKey, usize>,
    notches: BTreeMap<u32, usize>,
}

impl DrawnCounters {
    /// The names of the pictures of a counter and of its notch, `b3` and `n0`.
    pub fn ids(&mut self, key: CounterKey) -> (usize, usize) {
        let (body, notch) = (self.bodies.len(), self.notches.len());
        (*self.bodies.entry(key).or_insert(body), *self.notches.entry(key.3).or_insert(notch))
    }

    /// All definitions that were asked for.
    pub fn definitions(&self, sim: &Sim, view: &Viewport, with_hard: bool, letters: &mut Letters) -> String {
        let mut out = String::from(LAMP);
        for (&key, index) in &self.bodies {
            let (team, kind, ..) = key;
            let name = sim.kinds.get(usize::from(kind)).map_or("", |kind| kind.name.as_str());
            let rgb = sim.teams.get(usize::from(team)).map_or(look::PENCIL, |team| team.color);
            let _ = write!(out, "<g id=\"b{index}\">");
            body(&mut out, key, rgb, view.scale, with_hard);
            symbol(&mut out, name, radius(key.3 as f32 / 100.0, view.scale), letters);
            out.push_str("</g>\n");
        }
        for (&hundredths, index) in &self.notches {
            let radius = radius(hundredths as f32 / 100.0, view.scale);
            if radius >= BLUNT {
                let _ = writeln!(out, "<g id=\"n{index}\">{}</g>", notch(radius));
            }
        }
        out
    }
}

/// A circle or a square about the origin, with these attributes.
fn outline(out: &mut String, is_square: bool, radius: f32, at: Vec2, attributes: &str) {
    let (x, y) = (tenths(at.x), tenths(at.y));
    let place =
        |name: &str, value| if value == tenths(0.0) { String::new() } else { format!(" {name}=\"{value}\"") };
    if is_square {
        let (x, y) = (tenths(at.x - radius), tenths(at.y - radius));
        let (side, corner) = (tenths(2.0 * radius), tenths(radius * 0.12));
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"{corner}\" {attributes}/>"
        );
    } else {
        let (x, y) = (place("cx", x), place("cy", y));
        let _ = write!(out, "<circle{x}{y} r=\"{}\" {attributes}/>", tenths(radius));
    }
}

/// A counter without its symbol about the origin. The team's place in the list gives the rim: plain, double,
/// dashed, dotted.
pub fn body(
    out: &mut String,
    (team, _, shape, hundredths, soft): CounterKey,
    rgb: Rgb,
    scale: f32,
    hard: bool,
) {
    let radius = radius(hundredths as f32 / 100.0, scale);
    let (is_square, ink) = (shape == SQUARE, color(look::INK));
    if soft > 0 {
        let soft = soft as f32 / 100.0 * scale;
        let dots = format!(
            "fill=\"none\" stroke=\"{ink}\" stroke-dasharray=\"0 4\" stroke-linecap=\"round\" stroke-width=\"1.4\" opacity=\".8\""
        );
        outline(out, false, soft, Vec2::ZERO, &dots);
    }
    let is_detailed = radius >= PLAIN;
    if is_detailed {
        let drop = vec2(radius * 0.06 + 0.4, radius * 0.1 + 0.6);
        outline(out, is_square, radius, drop, &format!("fill=\"{ink}\" opacity=\".3\""));
    }
    let rim = color(darker(rgb, 0.6));
    let line = (radius * 0.13).max(0.9);
    let edge = format!("fill=\"{}\" stroke=\"{rim}\" stroke-width=\"{}\"", color(rgb), tenths(line));
    outline(out, is_square, radius - line / 2.0, Vec2::ZERO, &edge);
    if is_detailed {
        outline(out, is_square, radius - line, Vec2::ZERO, "fill=\"url(#lamp)\"");
        rim_of_team(out, team, rgb, (is_square, radius, line));
    }
    if hard {
        let circle = format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.2\"");
        outline(out, is_square, hundredths as f32 / 100.0 * scale, Vec2::ZERO, &circle);
    }
}

/// What tells a team by its place in the list: nothing, a second line, dashes or dots within the rim, which is
/// `line` px wide.
fn rim_of_team(out: &mut String, team: u16, rgb: Rgb, (is_square, radius, line): (bool, f32, f32)) {
    let rim = color(darker(rgb, 0.6));
    let pale = color(mix(rgb, look::CARD, 0.85));
    let ring = |out: &mut String, inset: f32, width: f32, rgb: &str, more: &str| {
        let attributes =
            format!("fill=\"none\" stroke=\"{rgb}\" stroke-width=\"{}\"{more}", tenths(width.max(0.4)));
        outline(out, is_square, radius - inset - width / 2.0, Vec2::ZERO, &attributes);
    };
    match team % 4 {
        1 => {
            ring(out, line, line * 0.75, &pale, "");
            ring(out, line * 1.75, line * 0.7, &rim, "");
        }
        2 => {
            let around = std::f32::consts::TAU * (radius - line * 1.2);
            let (dash, gap) = (tenths(around / 10.0 * 0.54), tenths(around / 10.0 * 0.46));
            ring(out, line * 0.7, line * 0.9, &pale, &format!(" stroke-dasharray=\"{dash} {gap}\""));
        }
        3 => {
            let dots = format!(
                " stroke-dasharray=\"0 {}\" stroke-linecap=\"round\"",
                tenths(std::f32::consts::TAU * (radius - line * 1.3) / 12.0)
            );
            ring(out, line * 0.7, line * 1.2, &pale, &dots);
        }
        _ => {}
    }
}

/// The symbol of an arm about the origin in the colour of paper; kinds that have none show their first letter.
pub fn symbol(out: &mut String, kind: &str, radius: f32, letters: &mut Letters) {
    if radius < 3.6 {
        return;
    }
    let (reach, width) = (radius * 0.4, ((radius * 0.17).max(1.0) * 10.0).round() as u8);
    let stroke = Style::line(0, look::CARD, width, 100);
    let mut ink = Ink::default();
    match ArmSymbol::of(kind) {
        ArmSymbol::Strokes(ends) => {
            for &end in ends {
                polyline(ink.path(stroke), &[end * -reach, end * reach], false);
            }
        }
        ArmSymbol::Disc => {
            outline(out, false, radius * 0.36, Vec2::ZERO, &format!("fill=\"{}\"", color(look::CARD)));
        }
        ArmSymbol::Star => {
            let star = look::star(radius * 0.62, radius * 0.27);
            polyline(ink.path(Style { width: 0, ..stroke }), &star, true);
        }
        ArmSymbol::Letter(letter) => {
            let letter = letter.to_string();
            out.push_str(&letters.line(&letter, Vec2::ZERO, radius * 1.15, Anchor::Middle, look::CARD));
        }
    }
    out.push_str(ink.svg().trim_end());
}

/// A wedge cut out of the rim, through which the paper shows: it says where the unit heads. It points east.
pub fn notch(radius: f32) -> String {
    // Far away the notch is all that tells the heading: there it is wider and deeper.
    let (depth, half) = if radius < 8.0 { (0.62, 0.62) } else { (0.36, 0.36) };
    let tip = vec2(radius * (1.0 - depth), 0.0);
    let eighths = half / std::f32::consts::FRAC_PI_4;
    let rim = |side: f32| spoke(side * eighths);
    let (mut ink, mouth) = (Ink::default(), radius + 0.6);
    let paper = Style::area(0, look::PAPER, 100);
    polyline(ink.path(paper), &[tip, rim(-1.0) * mouth, vec2(mouth + 0.3, 0.0), rim(1.0) * mouth], true);
    let width = ((radius * 0.09).max(0.7) * 10.0) as u8;
    let edge = Style::line(1, look::INK, width, 80);
    polyline(ink.path(edge), &[rim(-1.0) * (radius - 0.2), tip, rim(1.0) * (radius - 0.2)], false);
    ink.svg().replace('\n', "")
}

/// A stone disc about the origin.
pub fn stone(radius: f32) -> String {
    let (mut out, ink) = (String::new(), color(look::INK));
    let drop = vec2(radius * 0.06 + 0.8, radius * 0.08 + 1.2);
    outline(&mut out, false, radius, drop, &format!("fill=\"{ink}\" opacity=\".25\""));
    let rim = format!(
        "fill=\"{}\" stroke=\"{ink}\" stroke-width=\"{}\"",
        color(look::STONE),
        tenths((radius * 0.06).max(1.2))
    );
    outline(&mut out, false, radius, Vec2::ZERO, &rim);
    outline(&mut out, false, radius, Vec2::ZERO, "fill=\"url(#lamp)\"");
    let inner =
        format!("fill=\"none\" stroke=\"{}\" stroke-width=\".8\" opacity=\".6\"", color(look::ROCK_DARK));
    outline(&mut out, false, radius * 0.82, Vec2::ZERO, &inner);
    out
}
