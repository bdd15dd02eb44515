//! Fights on the map: a ring in pencil for what is left of each counter's strength, and counters that were
//! laid down.

use super::pencil::Pencil;
use crate::look::{LAID, LOW_STRENGTH, RING_STROKES};
use crate::picture::counters;
use crate::picture::hand::Brush;
use crate::picture::seen::Seen;
use crate::sim::Sim;
use crate::window::theme;
use glam::{Vec2, vec2};
use std::f32::consts::TAU;

/// From a counter's rim to its ring, points.
const ASIDE: f32 = 2.5;

/// Counters that were laid down, fading; drawn below those that stand.
pub fn fallen(pencil: &mut Pencil, sim: &Sim) {
    for (fallen, age) in sim.fights.laid_down(sim.ticks()) {
        let at = pencil.at(fallen.at);
        let radius = counters::radius(fallen.body.radius, pencil.camera.scale);
        if !pencil.shows(at, 2.0 * radius) {
            continue;
        }
        let (picture, half) = pencil.atlas.counter(fallen.unit.team, fallen.body.shape, radius);
        let alpha = (170.0 * (1.0 - age)) as u8;
        pencil.batch.sprite(picture, at, half * vec2(1.0, LAID), [255, 255, 255, alpha]);
        let side = vec2(radius, radius * LAID) * 0.9;
        pencil.line(at - side, at + side, 1.5, theme::INK, 0.8 * (1.0 - age));
    }
}

/// What is left of the strength of those who lost some: a ring that begins at the top and goes round by the
/// right.
pub fn strength(pencil: &mut Pencil, seen: &[Seen]) {
    for unit in seen.iter().filter(|unit| unit.strength < 1.0) {
        let radius = pencil.radius(unit) + ASIDE;
        if radius < 5.0 || !pencil.shows(unit.screen, radius) {
            continue;
        }
        let rgb = if unit.strength < LOW_STRENGTH { theme::VERMILION } else { theme::INK };
        let width = (radius * 0.14).clamp(1.5, 4.0);
        let spoke = |share: f32| unit.screen + Vec2::from_angle((share - 0.25) * TAU) * radius;
        let strokes = (RING_STROKES as f32 * unit.strength).ceil() as usize;
        for stroke in 0..strokes {
            let from = stroke as f32 / RING_STROKES as f32;
            let to = ((stroke + 1) as f32 / RING_STROKES as f32).min(unit.strength);
            pencil.line(spoke(from), spoke(to), width, rgb, 0.9);
        }
    }
}
