//! The explaining layer: its parts, and what the window alone draws of them: colliders and who touches whom,
//! priorities, forces.

use super::counter::Ring;
use super::pencil::Pencil;
use crate::measure::pairs::touching;
use crate::picture::hand::{Brush, Hand};
use crate::picture::seen::Seen;
use crate::sim::Sim;
use crate::window::selection::Selection;
use crate::window::theme;
use glam::Vec2;

/// Paths of more units would cover the map, and cost more than the rest of the frame.
const MAX_PATHS: usize = 200;
/// Forces of more units cannot be told from each other, and each is thought out again to be drawn.
const MAX_FORCES: usize = 400;
/// Colliders of smaller counters, points, cannot be told from their rims.
const SMALLEST_WITH_COLLIDERS: f32 = 3.0;
/// Colliders of counters from this radius on, points, are drawn in full ink.
const FULL_COLLIDERS: f32 = 10.0;
/// Radius of the paper under a number, points: smaller counters it would cover.
const NUMBER_PAPER: f32 = 7.0;

/// A part of the explaining layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainedPart {
    /// Hard colliders.
    Hard,
    /// Soft colliders.
    Soft,
    /// Paths.
    Paths,
    /// Waypoints.
    Waypoints,
    /// Predicted positions and the next conflict.
    Predicted,
    /// Pushes, and which unit waits for which.
    Pushes,
    /// Hourglasses beside those who wait.
    Waiting,
    /// Rungs of the ladder of patience, and who leads whom through a passage.
    Patience,
    /// Ties between the members of a group.
    Group,
    /// Slots of formations and who is off them.
    Formation,
    /// Priorities, where units differ in them.
    Priority,
    /// Arrows that the model of a unit thinks in.
    Vectors,
}

/// What the explaining layer shows; the legend switches each part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// The whole layer.
    pub on: bool,
    /// By [`ExplainedPart`].
    hidden: [bool; 12],
}

impl Layers {
    /// Whether a part is shown while the whole is.
    pub fn shows(self, layer: ExplainedPart) -> bool {
        !self.hidden[layer as usize]
    }

    /// Hides a part, or shows it again.
    pub fn toggle(&mut self, layer: ExplainedPart) {
        self.hidden[layer as usize] ^= true;
    }
}

/// The explaining layer: colliders of everybody in view, paths of the selection or, if there is none, of
/// everybody.
pub fn explain(pencil: &mut Pencil, sim: &Sim, seen: &[Seen], selected: &Selection, layers: Layers) {
    let is_large = |unit: &&Seen| unit.body.radius * pencil.camera.scale >= SMALLEST_WITH_COLLIDERS;
    let large: Vec<Seen> = seen.iter().filter(is_large).copied().collect();
    for (unit, touch) in large.iter().zip(touching(large.iter().map(|unit| (unit.at, unit.body)))) {
        // Rings of small counters would hide whose they are.
        let size = unit.body.radius * pencil.camera.scale - SMALLEST_WITH_COLLIDERS;
        let strength = (0.35 + 0.65 * size / (FULL_COLLIDERS - SMALLEST_WITH_COLLIDERS)).min(1.0);
        if layers.shows(ExplainedPart::Soft) {
            let rgb = if touch.soft { theme::VERMILION } else { theme::INK };
            let reach = unit.body.soft_radius * pencil.camera.scale;
            pencil.ring(Ring::Dotted, unit.screen, reach, rgb, 0.8 * strength);
        }
        if layers.shows(ExplainedPart::Hard) {
            hard_collider(pencil, unit, touch.hard, strength);
        }
    }
    if layers.shows(ExplainedPart::Priority) {
        priorities(pencil, seen);
    }
    let shown = seen.iter().filter(|unit| selected.is_empty() || selected.contains(unit.id));
    for unit in shown.take(MAX_PATHS) {
        let (paths, waypoints) = (ExplainedPart::Paths, ExplainedPart::Waypoints);
        let mut hand = Hand { sim, brush: pencil };
        if let Some(end) = hand.path(unit, layers.shows(paths), layers.shows(waypoints)) {
            pencil.ring(Ring::Plain, end, 7.0, theme::INK, 0.9);
        }
    }
}

/// The priority of each unit on its rim at the lower right, where it covers the least of a neighbour; not of
/// those that have the least one in view.
fn priorities(pencil: &mut Pencil, seen: &[Seen]) {
    let least = seen.iter().map(|unit| unit.body.priority).min().unwrap_or(0);
    for unit in seen.iter().filter(|unit| unit.body.priority > least) {
        let radius = pencil.radius(unit);
        if radius >= NUMBER_PAPER {
            let at = unit.screen + Vec2::ONE.normalize() * radius;
            pencil.dot(at, NUMBER_PAPER, theme::CARD, 0.85);
            pencil.number(unit.body.priority.unsigned_abs() as usize, at, theme::INK, 1.0);
        }
    }
}

fn hard_collider(pencil: &mut Pencil, unit: &Seen, touches: bool, alpha: f32) {
    let rgb = if touches { theme::VERMILION } else { theme::INK };
    let radius = unit.body.radius * pencil.camera.scale;
    match unit.body.shape {
        crate::geometry::Shape::Circle => {
            pencil.ring(Ring::Plain, unit.screen, radius, rgb, alpha);
            // A second line tells it without colour.
            if touches {
                pencil.ring(Ring::Plain, unit.screen, radius + 2.5, rgb, alpha);
            }
        }
        crate::geometry::Shape::Square => {
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(x, y)| unit.screen + Vec2::new(x, y) * radius);
            for index in 0..4 {
                let width = if touches { 3.0 } else { 1.5 };
                pencil.line(corners[index], corners[(index + 1) % 4], width, rgb, alpha);
            }
        }
    }
}

/// The forces with which those in view avoid others, as article 002 shows them: one sees how a crowd parts.
pub fn avoidance(pencil: &mut Pencil, sim: &Sim, seen: &[Seen]) {
    for unit in seen.iter().take(MAX_FORCES) {
        Hand { sim, brush: pencil }.vectors(unit.id, &sim.avoidance(unit.id));
    }
}
