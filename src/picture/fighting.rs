//! Fights in a picture, as the window draws them (`src/window/draw/fights.rs`): a ring for what is left of
//! each counter's strength, and counters that were laid down.

use super::counters::radius;
use super::explained::Drawing;
use super::seen::Seen;
use super::svg::{Style, polyline};
use crate::look::{self, LAID, LOW_STRENGTH, RING_STROKES};
use crate::sim::Sim;
use glam::{Vec2, vec2};
use std::f32::consts::TAU;

/// From a counter's rim to its ring, px of the picture.
const ASIDE: f32 = 2.0;

/// A point on the unit circle, shares of a turn from the top clockwise.
fn spoke(share: f32) -> Vec2 {
    vec2(libm::sinf(share * TAU), -libm::cosf(share * TAU))
}

/// Draws the fallen below the counters and the rings above them.
pub fn draw(sim: &Sim, seen: &[Seen], drawing: &mut Drawing) {
    let Drawing { view, below, above } = drawing;
    for (fallen, fades) in sim.fights.laid_down(sim.ticks()) {
        let (at, radius) = (view.at(fallen.at), radius(fallen.body.radius, view.scale));
        // In steps, so that equal frames follow each other.
        let alpha = (4.0 * (1.0 - fades)).ceil() as u8 * 15;
        let rgb = sim.teams[usize::from(fallen.unit.team)].color;
        let rim: Vec<Vec2> = (0..RING_STROKES)
            .map(|stroke| at + spoke(stroke as f32 / RING_STROKES as f32) * radius * vec2(1.0, LAID))
            .collect();
        polyline(below.path(Style::area(1, rgb, alpha)), &rim, true);
        let side = vec2(radius, radius * LAID) * 0.9;
        let cross = Style::line(2, look::INK, 12, alpha);
        polyline(below.path(cross), &[at - side, at + side], false);
    }
    for unit in seen {
        let strength = unit.strength;
        let radius = radius(unit.body.radius, view.scale) + ASIDE;
        let strokes = (RING_STROKES as f32 * strength).ceil() as usize;
        if strength >= 1.0 || strokes == 0 {
            continue;
        }
        let at = unit.screen;
        let rgb = if strength < LOW_STRENGTH { look::VERMILION } else { look::INK };
        let ring: Vec<Vec2> =
            (0..=strokes).map(|stroke| at + spoke(stroke as f32 / RING_STROKES as f32) * radius).collect();
        polyline(above.path(Style::line(3, rgb, 18, 90)), &ring, false);
    }
}
