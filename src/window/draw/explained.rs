//! The explaining layer: colliders and who touches whom, paths, priorities, and what a unit knows.

use super::counter::Ring;
use super::pencil::Pencil;
use super::units::{Seen, counter_radius};
use crate::explain::{DrawnShape, Role};
use crate::ids::UnitId;
use crate::measure::pairs::touching;
use crate::movement::{Vector, VectorColor, VectorRole};
use crate::sim::Sim;
use crate::unit::Route;
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
/// Arrows shorter than this on the screen, points, are left out.
const SHORTEST: f32 = 3.0;
/// Radius of the dot that runs ahead of a driver, points.
const DOT: f32 = 3.5;
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
        sim.unit(unit.id, |now| path(pencil, unit, now.route, layers));
    }
}

/// What one unit knows: predicted positions, conflict, pushes, whom it waits for.
/// `radius` is the unit's own, world px.
pub fn reasons(pencil: &mut Pencil, shapes: &[(Role, DrawnShape)], radius: f32, layers: Layers) {
    for (role, shape) in shapes {
        let (shown, rgb) = match role {
            // The path of every unit is drawn anyway.
            Role::Path | Role::Destination => continue,
            Role::Predicted => (layers.shows(ExplainedPart::Predicted), theme::INK),
            Role::Conflict => (layers.shows(ExplainedPart::Predicted), theme::VERMILION),
            Role::Push => (layers.shows(ExplainedPart::Pushes), theme::ORANGE),
            Role::HardPush => (layers.shows(ExplainedPart::Pushes), theme::PURPLE),
            Role::Wait | Role::Home => (layers.shows(ExplainedPart::Pushes), theme::PENCIL),
        };
        if !shown {
            continue;
        }
        match shape {
            DrawnShape::Line(places) if *role == Role::Predicted => {
                shrinking_dots(pencil, places, counter_radius(radius, pencil.camera.scale));
            }
            DrawnShape::Line(places) => pencil.way(places, 1.5, rgb, 0.9),
            DrawnShape::Arrow(from, to) => {
                let (from, to) = (pencil.at(*from), pencil.at(*to));
                // Told apart without colour: a push has one head, a hard push two, what is only meant is
                // dashed.
                match role {
                    Role::HardPush => {
                        pencil.arrow(from, to, rgb, 1.0);
                        pencil.arrow(from, to - (to - from).normalize_or_zero() * 6.0, rgb, 1.0);
                    }
                    Role::Wait | Role::Home => {
                        pencil.dashes(from, to, 1.5, rgb, 1.0);
                        pencil.head(from, to, rgb, 1.0);
                    }
                    _ => pencil.arrow(from, to, rgb, 1.0),
                }
            }
            DrawnShape::Circle(center, radius) => {
                pencil.ring(Ring::Plain, pencil.at(*center), radius * pencil.camera.scale, rgb, 1.0);
            }
            DrawnShape::Cross(place) => pencil.cross(pencil.at(*place), 5.0, rgb),
        }
    }
}

/// Dots along a line, from now (large) to the newest promise (small). None lies on the counter of `radius`
/// points, whose team is to be seen.
fn shrinking_dots(pencil: &mut Pencil, places: &[Vec2], radius: f32) {
    const DOTS: i32 = 6;
    let Some(&now) = places.first() else { return };
    let now = pencil.at(now);
    for pair in places.windows(2).filter(|pair| pair[0].distance(pair[1]) > 1.0) {
        for index in 1..=DOTS {
            let share = index as f32 / DOTS as f32;
            let at = pencil.at(pair[0].lerp(pair[1], share));
            let size = (4.5 - 3.0 * share).min(radius * 0.6);
            if at.distance(now) > radius + size {
                pencil.dot(at, size, theme::INK, 0.75);
            }
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

fn path(pencil: &mut Pencil, unit: &Seen, route: &Route, layers: Layers) {
    let ahead = route.ahead();
    let mut from = unit.screen;
    for (index, waypoint) in ahead.clone().enumerate() {
        let at = pencil.at(waypoint);
        if layers.shows(ExplainedPart::Paths) {
            pencil.dashes(from, at, 1.5, theme::PENCIL, 0.85);
        }
        if layers.shows(ExplainedPart::Waypoints) && !route.is_on_curve(route.next + index) {
            pencil.square(at, 3.5, index == 0, theme::INK, 0.9);
            if index + 1 == ahead.len() {
                pencil.ring(Ring::Plain, at, 7.0, theme::INK, 0.9);
            }
        }
        from = at;
    }
}

/// The colour in which an arrow of a unit is drawn.
pub fn vector_color(sim: &Sim, unit: UnitId, role: VectorRole) -> theme::Rgb {
    match role.color() {
        VectorColor::Rgb(r, g, b) => [r, g, b],
        VectorColor::Team => {
            let team = sim.unit(unit, |unit| unit.team);
            team.map_or(theme::INK, |team| sim.teams[usize::from(team)].color)
        }
    }
}

/// The forces with which those in view avoid others, as article 002 shows them: one sees how a crowd parts.
pub fn avoidance(pencil: &mut Pencil, sim: &Sim, seen: &[Seen]) {
    for unit in seen.iter().take(MAX_FORCES) {
        vectors(pencil, sim, unit.id, &sim.avoidance(unit.id));
    }
}

/// What the model of a unit thinks in, in the colours of its article.
pub fn vectors(pencil: &mut Pencil, sim: &Sim, unit: UnitId, vectors: &[Vector]) {
    for vector in vectors {
        let (from, to) = (pencil.at(vector.from), pencil.at(vector.to));
        let color = vector_color(sim, unit, vector.role);
        if vector.role.ends_in_a_dot() {
            pencil.line(from, to, 1.0, color, 0.7);
            pencil.dot(to, DOT, color, 1.0);
        } else if vector.role.is_line() {
            pencil.line(from, to, 1.0, color, 1.0);
        } else if from.distance(to) >= SHORTEST {
            pencil.arrow(from, to, color, 1.0);
        }
    }
}
