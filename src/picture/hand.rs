//! Signs that explain, as a hand draws them: ways, promises, pushes, waiting, groups, slots, arrows of
//! models. The window and pictures draw the same ones, each with a brush of its own.

use super::counters;
use super::seen::Seen;
use super::svg::Style;
use crate::explain::{Explanation, Role};
use crate::group::{Group, Phase};
use crate::ids::UnitId;
use crate::look::{self, Rgb};
use crate::movement::{Vector, VectorRole};
use crate::obstacles::ObstacleMotion;
use crate::sim::Sim;
use crate::views::UnitView;
use glam::{Vec2, vec2};

/// A slot error beyond this is marked, world px.
const OFF: f32 = 2.0;
/// Radius of the dot that runs ahead of a driver, px of the picture.
const DOT: f32 = 3.2;
/// Arrows shorter than this, px of the picture, are left out.
const SHORTEST: f32 = 3.0;

/// Whether something lies over the counters or under them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Under them.
    Below,
    /// Over them.
    Above,
}

/// What signs are drawn with. Places and lengths in px of the picture.
pub trait Brush {
    /// Where a place of the world is in the picture.
    fn at(&self, world: Vec2) -> Vec2;

    /// Px of the picture to a world px.
    fn scale(&self) -> f32;

    /// A line through places or, in a style without width, the area within it.
    fn stroke(&mut self, depth: Depth, style: Style, places: &[Vec2], is_closed: bool);

    /// A circle or a disc.
    fn circle(&mut self, depth: Depth, style: Style, center: Vec2, radius: f32);

    /// How large the counter of a unit is drawn.
    fn radius(&self, unit: &Seen) -> f32 {
        counters::radius(unit.body.radius, self.scale())
    }

    /// A cross that reaches so far to each side, over the counters.
    fn cross(&mut self, style: Style, at: Vec2, reach: f32) {
        for side in [vec2(reach, reach), vec2(reach, -reach)] {
            self.stroke(Depth::Above, style, &[at - side, at + side], false);
        }
    }

    /// An arrow with so many heads, over the counters.
    fn arrow(&mut self, style: Style, from: Vec2, to: Vec2, heads: u8) {
        self.stroke(Depth::Above, style, &[from, to], false);
        let along = (to - from).normalize_or_zero();
        for head in 0..heads {
            let tip = to - along * 6.0 * f32::from(head);
            let side = |side: f32| tip - along * 7.0 + along.perp() * side * 4.0;
            let head = [side(-1.0), tip, side(1.0)];
            self.stroke(Depth::Above, Style { dash: (0, 0), ..style }, &head, false);
        }
    }
}

/// The colour in which an arrow of a unit is drawn.
pub fn arrow_color(sim: &Sim, unit: UnitId, role: VectorRole) -> Rgb {
    let of_team = || sim.unit(unit, |unit| sim.teams[usize::from(unit.team)].color);
    role.color().or_else(of_team).unwrap_or(look::INK)
}

/// Draws a game with a brush.
pub struct Hand<'a, B> {
    /// The game.
    pub sim: &'a Sim,
    /// With what.
    pub brush: &'a mut B,
}

impl<B: Brush> Hand<'_, B> {
    pub(super) fn below(&mut self, style: Style, places: &[Vec2]) {
        self.brush.stroke(Depth::Below, style, places, false);
    }

    pub(super) fn above(&mut self, style: Style, places: &[Vec2]) {
        self.brush.stroke(Depth::Above, style, places, false);
    }

    /// Orbits in pencil.
    pub fn orbits(&mut self) {
        for obstacle in &self.sim.obstacles {
            if let ObstacleMotion::Orbit { center, radii, .. } = obstacle.motion {
                let (center, radii) = (self.brush.at(center), radii * self.brush.scale());
                let spot = |step: i32| {
                    let angle = step as f32 / 96.0 * std::f32::consts::TAU;
                    center + radii * vec2(libm::cosf(angle), libm::sinf(angle))
                };
                let (style, ring) = (Style::dashed(0, look::PENCIL, 10, 60), (0..96).map(spot));
                self.brush.stroke(Depth::Below, style, &ring.collect::<Vec<_>>(), true);
            }
        }
    }

    /// Graphite dashes along a unit's way, squares at waypoints, the next one filled. Returns its end in the
    /// picture, if there is a square.
    pub fn path(&mut self, unit: &Seen, with_paths: bool, with_waypoints: bool) -> Option<Vec2> {
        let Hand { sim, brush } = self;
        let draw = |now: UnitView| {
            let route = now.route;
            let places = std::iter::once(unit.at).chain(route.ahead());
            let places: Vec<Vec2> = places.map(|place| brush.at(place)).collect();
            if with_paths && places.len() > 1 {
                brush.stroke(Depth::Below, Style::dashed(2, look::PENCIL, 15, 85), &places, false);
            }
            let is_shown = |index: usize| with_waypoints && !route.is_on_curve(route.next + index);
            for (index, &at) in places[1..].iter().enumerate().filter(|(index, _)| is_shown(*index)) {
                let corners = [(-3.2, -3.2), (3.2, -3.2), (3.2, 3.2), (-3.2, 3.2)];
                let corners = corners.map(|(x, y)| at + vec2(x, y));
                let fill = if index == 0 { look::INK } else { look::CARD };
                brush.stroke(Depth::Below, Style::area(3, fill, 100), &corners, true);
                brush.stroke(Depth::Below, Style::line(4, look::INK, 12, 90), &corners, true);
            }
            places[1..].last().copied().filter(|_| is_shown(places.len() - 2))
        };
        sim.unit(unit.id, draw).flatten()
    }

    /// Shrinking dots at a unit's predicted positions, with its `bodies` as they will be; without them no dot
    /// lies on its counter, whose team is to be seen.
    pub fn promises(&mut self, unit: &Seen, bodies: bool) {
        let Some(promises) = self.sim.promises_of(unit.id) else { return };
        let (now, radius) = (self.brush.at(unit.at), self.brush.radius(unit));
        let (count, clear) = (promises.len() as f32, if bodies { 1.0 } else { radius + 2.0 });
        for (index, place) in promises.into_iter().enumerate() {
            if place.distance(unit.at) < 0.5 {
                continue;
            }
            let (at, share) = (self.brush.at(place), index as f32 / count);
            if bodies {
                self.brush.circle(Depth::Below, Style::line(5, look::INK, 8, 45), at, radius);
            }
            let size = (4.0 - 2.4 * share).min(radius * 0.5);
            if at.distance(now) > clear {
                self.brush.circle(Depth::Above, Style::area(2, look::INK, 80), at, size);
            }
        }
    }

    /// A cross where a unit's next conflict lies.
    pub fn conflict(&mut self, told: &Explanation) {
        if let Some(at) = told.conflict.map(|place| self.brush.at(place)) {
            self.brush.cross(Style::line(4, look::VERMILION, 20, 100), at, 5.0);
        }
    }

    /// Pushes (orange, one head), hard pushes (purple, two heads), whom a unit waits for and where it goes
    /// back to (dashed): told apart without colour, too.
    pub fn pushes(&mut self, told: &Explanation) {
        for &(role, from, to) in &told.arrows {
            let (style, heads) = match role {
                Role::Push => (Style::line(4, look::ORANGE, 17, 100), 1),
                Role::HardPush => (Style::line(4, look::PURPLE, 17, 100), 2),
                Role::Wait | Role::Home => (Style::dashed(4, look::PENCIL, 15, 100), 1),
            };
            self.arrow(style, from, to, heads);
        }
    }

    /// An arrow with so many heads from a place of the world to another.
    fn arrow(&mut self, style: Style, from: Vec2, to: Vec2, heads: u8) {
        let (from, to) = (self.brush.at(from), self.brush.at(to));
        if from.distance(to) >= SHORTEST {
            self.brush.arrow(style, from, to, heads);
        }
    }

    /// An hourglass beside a unit that waits.
    pub fn hourglass(&mut self, unit: &Seen) {
        let radius = self.brush.radius(unit);
        let at = unit.screen + vec2(radius + 5.0, -radius - 4.0);
        let corner = |x: f32, y: f32| at + vec2(x * 3.4, y * 5.0);
        let back = [corner(-1.4, -1.3), corner(1.4, -1.3), corner(1.4, 1.3), corner(-1.4, 1.3)];
        self.brush.stroke(Depth::Above, Style::area(6, look::CARD, 90), &back, true);
        let glass = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0)];
        self.brush.stroke(Depth::Above, Style::line(7, look::INK, 13, 100), &glass, true);
    }

    /// Arrows that a unit's model thinks in, in the colours of the article.
    pub fn vectors(&mut self, unit: UnitId, vectors: &[Vector]) {
        for vector in vectors {
            let rgb = arrow_color(self.sim, unit, vector.role);
            if vector.role.ends_in_a_dot() {
                let (from, to) = (self.brush.at(vector.from), self.brush.at(vector.to));
                self.above(Style::line(3, rgb, 10, 70), &[from, to]);
                self.brush.circle(Depth::Above, Style::area(4, rgb, 100), to, DOT);
                continue;
            }
            let heads = u8::from(!vector.role.is_line());
            self.arrow(Style::line(3, rgb, 15, 100), vector.from, vector.to, heads);
        }
    }

    /// Thin lines from the members of a group to the commander, who wears a pennant; no lines where there are
    /// more than `most` members.
    pub fn ties(&mut self, group: &Group, seen: &[Seen], most: usize) {
        let Some((commander, at)) = group.commander.and_then(|unit| Some((unit, self.sim.place_of(unit)?)))
        else {
            return;
        };
        let drawn = seen.iter().find(|unit| unit.id == commander);
        let at = drawn.map_or(self.brush.at(at), |unit| unit.screen);
        // A unit that was given another order does not belong to it any more.
        for unit in seen.iter().filter(|unit| unit.group == group.id) {
            if unit.id == commander {
                self.pennant(at, self.brush.radius(unit));
            } else if group.members.len() <= most {
                self.below(Style::line(1, look::PENCIL, 10, 45), &[unit.screen, at]);
            }
        }
    }

    /// A swallow-tailed flag above a counter.
    fn pennant(&mut self, at: Vec2, radius: f32) {
        let (foot, top) = (at - vec2(0.0, radius * 0.5), at - vec2(0.0, radius + 18.0));
        self.above(Style::line(6, look::INK, 15, 100), &[foot, top]);
        let flag = [(0.0, 0.0), (14.0, 0.0), (10.0, 3.8), (14.0, 7.6), (0.0, 7.6)];
        let flag = flag.map(|(x, y)| top + vec2(x, y));
        self.brush.stroke(Depth::Above, Style::area(6, look::ACCENT, 100), &flag, true);
    }

    /// Slots as pencil outlines; a red stroke where the member is off it. Returns the slots in the picture
    /// that are not kept, and their radius.
    pub fn slots(&mut self, group: &Group) -> (Vec<Vec2>, f32) {
        let Phase::Formation(formed) = &group.phase else { return Default::default() };
        let (radius, mut unkept) = (formed.body.radius * self.brush.scale(), Vec::new());
        for soldier in &formed.soldiers {
            let now = self.sim.unit(soldier.unit, |unit| (unit.group, unit.at, unit.front));
            let Some((_, at, front)) = now.filter(|(of, ..)| *of == group.id) else { continue };
            // Slots are commanded at the planning front, which the drawn place follows a few ticks behind.
            let error = soldier.commanded - front;
            let (at, slot) = (self.brush.at(at), self.brush.at(at + error));
            self.brush.circle(Depth::Below, Style::line(5, look::PENCIL, 10, 80), slot, radius + 1.5);
            if error.length() > OFF {
                self.above(Style::line(3, look::ACCENT, 12, 80), &[at, slot]);
                unkept.push(slot);
            }
        }
        (unkept, radius)
    }
}
