//! What explains a moment: ways, promises, pushes, waiting, groups, slots, arrows of models, goals, ways
//! walked. The same meanings, colours and signs as in the window's explaining layer.

use super::Layer;
use super::counters;
use super::svg::{Ink, Style, circle, polyline};
use super::view::Viewport;
use crate::explain::{DrawnShape, Role, explain};
use crate::group::Phase;
use crate::ids::UnitId;
use crate::look::{self, Rgb};
use crate::measure::pairs::touching;
use crate::movement::{Vector, VectorColor};
use crate::obstacles::ObstacleMotion;
use crate::sim::Sim;
use crate::unit::{Body, Task};
use glam::{Vec2, vec2};

/// A unit as a moment shows it.
#[derive(Clone, Debug)]
pub struct DrawnUnit {
    /// Stable number.
    pub id: UnitId,
    /// Index of its team.
    pub team: u16,
    /// Index of its kind.
    pub kind: u16,
    /// Centre, world px.
    pub at: Vec2,
    /// Its colliders.
    pub body: Body,
    /// Where it faces, a unit vector.
    pub heading: Vec2,
    /// It waits.
    pub waits: bool,
    /// Its group, 0 for none.
    pub group: u32,
}

/// A slot error beyond this is marked, world px.
const OFF: f32 = 2.0;
/// Radius of the dot that runs ahead of a driver, px of the picture.
const DOT: f32 = 3.2;
/// Arrows shorter than this, px of the picture, are left out.
const SHORTEST: f32 = 3.0;

const fn line(layer: u8, rgb: Rgb, width: u8, alpha: u8) -> Style {
    Style { layer, rgb, width, dash: (0, 0), alpha }
}

const fn dashed(layer: u8, rgb: Rgb, width: u8, alpha: u8) -> Style {
    Style { layer, rgb, width, dash: (6, 4), alpha }
}

const fn area(layer: u8, rgb: Rgb, alpha: u8) -> Style {
    line(layer, rgb, 0, alpha)
}

/// What is drawn in one moment: below the counters and above them.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Below the counters.
    pub below: Ink,
    /// Above them.
    pub above: Ink,
}

/// The moment's explanations of whom `is_shown`; all of `seen` are in view.
pub fn draw(
    sim: &Sim,
    view: &Viewport,
    seen: &[DrawnUnit],
    layers: &[Layer],
    select: &[UnitId],
    is_shown: impl Fn(&DrawnUnit) -> bool,
) -> Drawing {
    let mut hand = Hand { sim, view, drawing: Drawing::default() };
    let has = |layer| layers.contains(&layer);
    orbits(&mut hand);
    for unit in seen.iter().filter(|unit| select.contains(&unit.id)) {
        hand.selected(unit);
    }
    if has(Layer::Colliders) {
        hand.touching(seen);
    }
    let shown: Vec<&DrawnUnit> = seen.iter().filter(|unit| is_shown(unit)).collect();
    for &unit in &shown {
        if has(Layer::Goals) || select.contains(&unit.id) {
            hand.goals(unit);
        }
        if has(Layer::Paths) || has(Layer::Waypoints) {
            hand.path(unit, has(Layer::Paths), has(Layer::Waypoints));
        }
        if has(Layer::Promises) {
            hand.promises(unit);
        }
        if has(Layer::Pushes) || has(Layer::Conflicts) {
            hand.reasons(unit, layers);
        }
        if has(Layer::Waiting) && unit.waits {
            hand.hourglass(unit);
        }
        if has(Layer::Vectors) {
            hand.vectors(unit);
        }
    }
    if let Some(first) = shown.iter().find(|unit| has(Layer::Vectors) && select.contains(&unit.id)) {
        hand.field(first);
    }
    for group in sim.groups.iter().filter(|group| !matches!(group.phase, Phase::Waiting { .. })) {
        if has(Layer::Groups) {
            hand.ties(group, seen);
        }
        if has(Layer::Slots) {
            hand.slots(group);
        }
    }
    hand.drawing
}

/// Orbits in pencil.
fn orbits(hand: &mut Hand) {
    for obstacle in &hand.sim.obstacles {
        if let ObstacleMotion::Orbit { center, radii, .. } = obstacle.motion {
            let (center, radii) = (hand.view.at(center), radii * hand.view.scale);
            let spot = |step: i32| {
                let angle = step as f32 / 96.0 * std::f32::consts::TAU;
                center + radii * vec2(libm::cosf(angle), libm::sinf(angle))
            };
            let ring: Vec<Vec2> = (0..96).map(spot).collect();
            polyline(hand.drawing.below.path(dashed(0, look::PENCIL, 10, 60)), &ring, true);
        }
    }
}

struct Hand<'a> {
    sim: &'a Sim,
    view: &'a Viewport,
    drawing: Drawing,
}

impl Hand<'_> {
    fn below(&mut self, style: Style, places: &[Vec2]) {
        polyline(self.drawing.below.path(style), places, false);
    }

    fn above(&mut self, style: Style, places: &[Vec2]) {
        polyline(self.drawing.above.path(style), places, false);
    }

    fn radius(&self, unit: &DrawnUnit) -> f32 {
        counters::radius(unit.body.radius, self.view)
    }

    /// An arrow with `heads` heads.
    fn arrow(&mut self, style: Style, from: Vec2, to: Vec2, heads: u8) {
        self.above(style, &[from, to]);
        let along = (to - from).normalize_or_zero();
        for head in 0..heads {
            let tip = to - along * 6.0 * f32::from(head);
            let side = |side: f32| tip - along * 7.0 + along.perp() * side * 4.0;
            self.above(Style { dash: (0, 0), ..style }, &[side(-1.0), tip, side(1.0)]);
        }
    }

    /// A ring with four gaps about a counter.
    fn selected(&mut self, unit: &DrawnUnit) {
        let (at, radius) = (self.view.at(unit.at), self.radius(unit));
        let radius = radius + 2.5 + radius * 0.14;
        for quarter in 0..4 {
            let spot = |step: i32| {
                let angle = (quarter as f32 + 0.14 + step as f32 * 0.72 / 6.0) * std::f32::consts::FRAC_PI_2;
                at + vec2(libm::cosf(angle), libm::sinf(angle)) * radius
            };
            let arc: Vec<Vec2> = (0..=6).map(spot).collect();
            self.above(line(0, look::INK, 18, 100), &arc);
        }
    }

    /// Vermilion about colliders that touch.
    fn touching(&mut self, seen: &[DrawnUnit]) {
        let touching = touching(seen.iter().map(|unit| (unit.at, unit.body)));
        for (unit, _) in seen.iter().zip(touching).filter(|(_, touch)| touch.hard) {
            let (at, radius) = (self.view.at(unit.at), self.radius(unit));
            circle(self.drawing.above.path(line(1, look::VERMILION, 15, 100)), at, radius + 0.5);
        }
    }

    /// Flags at its goals, pencil lines to them; a patrol's whole route is dashed.
    fn goals(&mut self, unit: &DrawnUnit) {
        let tasks = self.sim.unit(unit.id, |now| now.tasks.clone()).unwrap_or_default();
        let mut from = self.view.at(unit.at);
        for task in tasks.all() {
            let Some((_, slot)) = self.sim.goal_of(task) else { continue };
            let slot = self.view.at(slot);
            self.below(line(1, look::PENCIL, 10, 45), &[from, slot]);
            self.flag(slot);
            if let Task::Patrol { route, .. } = task {
                let route: Vec<Vec2> = route.iter().map(|&place| self.view.at(place)).collect();
                self.below(dashed(1, look::PENCIL, 10, 50), &route);
            }
            from = slot;
        }
    }

    fn flag(&mut self, foot: Vec2) {
        let (top, tip, end) = (foot - vec2(0.0, 15.0), foot + vec2(10.0, -11.7), foot - vec2(0.0, 8.0));
        self.above(line(5, look::ACCENT, 14, 100), &[foot, top]);
        polyline(self.drawing.above.path(area(5, look::ACCENT, 100)), &[top, tip, end], true);
    }

    /// Graphite dashes along its way, squares at waypoints, the next one filled.
    fn path(&mut self, unit: &DrawnUnit, with_paths: bool, with_waypoints: bool) {
        let route = self.sim.unit(unit.id, |now| now.route.clone()).unwrap_or_default();
        let ahead = route.ahead();
        let places: Vec<Vec2> =
            std::iter::once(unit.at).chain(ahead).map(|place| self.view.at(place)).collect();
        if with_paths && places.len() > 1 {
            self.below(dashed(2, look::PENCIL, 15, 85), &places);
        }
        let is_shown = |index: usize| with_waypoints && !route.is_on_curve(route.next + index);
        for (index, &at) in places[1..].iter().enumerate().filter(|(index, _)| is_shown(*index)) {
            let corners =
                [vec2(-3.2, -3.2), vec2(3.2, -3.2), vec2(3.2, 3.2), vec2(-3.2, 3.2)].map(|to| at + to);
            let fill = if index == 0 { look::INK } else { look::CARD };
            polyline(self.drawing.below.path(area(3, fill, 100)), &corners, true);
            polyline(self.drawing.below.path(line(4, look::INK, 12, 90)), &corners, true);
        }
    }

    /// Shrinking dots at its predicted positions.
    fn promises(&mut self, unit: &DrawnUnit) {
        let Some(promises) = self.sim.promises_of(unit.id) else { return };
        let (now, radius) = (self.view.at(unit.at), self.radius(unit));
        let count = promises.len() as f32;
        for (index, place) in promises.into_iter().enumerate() {
            // The body as it will be, pale, and a dot at its centre.
            if place.distance(unit.at) < 0.5 {
                continue;
            }
            let (at, share) = (self.view.at(place), index as f32 / count);
            circle(self.drawing.below.path(line(5, look::INK, 8, 45)), at, radius);
            let size = (4.0 - 2.4 * share).min(radius * 0.5);
            if at.distance(now) > 1.0 {
                circle(self.drawing.above.path(area(2, look::INK, 80)), at, size);
            }
        }
    }

    /// Pushes (orange, one head), hard pushes (purple, two heads), whom it waits for and where it goes back
    /// to (dashed), and where the next conflict lies (a cross).
    fn reasons(&mut self, unit: &DrawnUnit, layers: &[Layer]) {
        let Some(told) = explain(self.sim, unit.id) else { return };
        for (role, shape) in told.shapes {
            let layer = if role == Role::Conflict { Layer::Conflicts } else { Layer::Pushes };
            if !layers.contains(&layer) {
                continue;
            }
            match (role, shape) {
                (Role::Conflict, DrawnShape::Cross(place)) => {
                    let at = self.view.at(place);
                    for side in [vec2(5.0, 5.0), vec2(5.0, -5.0)] {
                        self.above(line(4, look::VERMILION, 20, 100), &[at - side, at + side]);
                    }
                }
                (Role::Push, DrawnShape::Arrow(from, to)) => {
                    self.between(line(4, look::ORANGE, 17, 100), from, to, 1)
                }
                (Role::HardPush, DrawnShape::Arrow(from, to)) => {
                    self.between(line(4, look::PURPLE, 17, 100), from, to, 2)
                }
                (Role::Wait | Role::Home, DrawnShape::Arrow(from, to)) => {
                    self.between(dashed(4, look::PENCIL, 15, 100), from, to, 1);
                }
                _ => {}
            }
        }
    }

    fn between(&mut self, style: Style, from: Vec2, to: Vec2, heads: u8) {
        let (from, to) = (self.view.at(from), self.view.at(to));
        if from.distance(to) >= SHORTEST {
            self.arrow(style, from, to, heads);
        }
    }

    fn hourglass(&mut self, unit: &DrawnUnit) {
        let radius = self.radius(unit);
        let at = self.view.at(unit.at) + vec2(radius + 5.0, -radius - 4.0);
        let corner = |x: f32, y: f32| at + vec2(x * 3.4, y * 5.0);
        let back = [corner(-1.4, -1.3), corner(1.4, -1.3), corner(1.4, 1.3), corner(-1.4, 1.3)];
        polyline(self.drawing.above.path(area(6, look::CARD, 90)), &back, true);
        let glass = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)];
        polyline(self.drawing.above.path(line(7, look::INK, 13, 100)), &glass, true);
    }

    /// The arrows that its model thinks in, in the colours of the article.
    fn vectors(&mut self, unit: &DrawnUnit) {
        self.lines(unit, self.sim.vectors(unit.id));
    }

    /// The field in which its model moves it.
    fn field(&mut self, unit: &DrawnUnit) {
        self.lines(unit, self.sim.field(unit.id));
    }

    fn lines(&mut self, unit: &DrawnUnit, vectors: Vec<Vector>) {
        for vector in vectors {
            let rgb = match vector.role.color() {
                VectorColor::Rgb(r, g, b) => [r, g, b],
                VectorColor::Team => self.sim.teams[usize::from(unit.team)].color,
            };
            if vector.role.ends_in_a_dot() {
                let (from, to) = (self.view.at(vector.from), self.view.at(vector.to));
                self.above(line(3, rgb, 10, 70), &[from, to]);
                circle(self.drawing.above.path(area(4, rgb, 100)), to, DOT);
                continue;
            }
            let heads = u8::from(!vector.role.is_line());
            self.between(line(3, rgb, 15, 100), vector.from, vector.to, heads);
        }
    }

    /// Thin lines from the members to the commander, who wears a pennant.
    fn ties(&mut self, group: &crate::group::Group, seen: &[DrawnUnit]) {
        let Some((commander, at)) = group.commander.and_then(|unit| Some((unit, self.sim.place_of(unit)?)))
        else {
            return;
        };
        let at = self.view.at(at);
        for unit in seen.iter().filter(|unit| unit.group == group.id) {
            if unit.id != commander {
                self.below(line(1, look::PENCIL, 10, 45), &[self.view.at(unit.at), at]);
                continue;
            }
            let radius = self.radius(unit);
            let (foot, top) = (at - vec2(0.0, radius * 0.5), at - vec2(0.0, radius + 18.0));
            self.above(line(6, look::INK, 15, 100), &[foot, top]);
            let flag = [
                top,
                top + vec2(14.0, 0.0),
                top + vec2(10.0, 3.8),
                top + vec2(14.0, 7.6),
                top + vec2(0.0, 7.6),
            ];
            polyline(self.drawing.above.path(area(6, look::ACCENT, 100)), &flag, true);
        }
    }

    /// Slots as pencil outlines; a red stroke where the member is off it.
    fn slots(&mut self, group: &crate::group::Group) {
        let Phase::Formation(formed) = &group.phase else { return };
        let radius = formed.body.radius * self.view.scale;
        for soldier in &formed.soldiers {
            let now = self.sim.unit(soldier.unit, |unit| (unit.group, unit.at, unit.front));
            let Some((_, at, front)) = now.filter(|(of, ..)| *of == group.id) else { continue };
            // Slots are commanded at the planning front, which the drawn place follows a few ticks behind.
            let error = soldier.commanded - front;
            let slot = self.view.at(at + error);
            circle(self.drawing.below.path(line(5, look::PENCIL, 10, 80)), slot, radius + 1.5);
            if error.length() > OFF {
                self.above(line(3, look::ACCENT, 12, 80), &[self.view.at(at), slot]);
            }
        }
    }
}
