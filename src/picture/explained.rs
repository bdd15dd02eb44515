//! What explains a moment: ways, promises, pushes, waiting, groups, slots, arrows of models, goals, ways
//! walked. The same meanings, colours and signs as in the window's explaining layer.

use super::Layer;
use super::hand::{Brush, Depth, Hand};
use super::seen::Seen;
use super::svg::{Ink, Style, circle, polyline};
use super::view::Viewport;
use crate::explain::doing::Doing;
use crate::explain::explain;
use crate::group::Phase;
use crate::ids::UnitId;
use crate::look;
use crate::measure::pairs::touching;
use crate::sim::Sim;
use crate::unit::Task;
use glam::{Vec2, vec2};

/// What is drawn in one moment: below the counters and above them.
pub struct Drawing<'v> {
    /// Of what part of the map.
    pub view: &'v Viewport,
    /// Below the counters.
    pub below: Ink,
    /// Above them.
    pub above: Ink,
}

impl<'v> Drawing<'v> {
    /// Nothing yet.
    pub fn new(view: &'v Viewport) -> Drawing<'v> {
        Drawing { view, below: Ink::default(), above: Ink::default() }
    }

    fn path(&mut self, depth: Depth, style: Style) -> &mut String {
        match depth {
            Depth::Below => self.below.path(style),
            Depth::Above => self.above.path(style),
        }
    }
}

impl Brush for Drawing<'_> {
    fn at(&self, world: Vec2) -> Vec2 {
        self.view.at(world)
    }

    fn scale(&self) -> f32 {
        self.view.scale
    }

    fn stroke(&mut self, depth: Depth, style: Style, places: &[Vec2], is_closed: bool) {
        polyline(self.path(depth, style), places, is_closed);
    }

    fn circle(&mut self, depth: Depth, style: Style, center: Vec2, radius: f32) {
        circle(self.path(depth, style), center, radius);
    }
}

/// The moment's explanations of whom `is_shown`; all of `seen` are in view.
pub fn draw<'v>(
    sim: &Sim,
    view: &'v Viewport,
    seen: &[Seen],
    layers: &[Layer],
    select: &[UnitId],
    is_shown: impl Fn(&Seen) -> bool,
) -> Drawing<'v> {
    let mut drawing = Drawing::new(view);
    let mut hand = Hand { sim, brush: &mut drawing };
    let has = |layer| layers.contains(&layer);
    hand.orbits();
    for unit in seen.iter().filter(|unit| select.contains(&unit.id)) {
        hand.selected(unit);
    }
    if has(Layer::Colliders) {
        hand.touching(seen);
    }
    let shown: Vec<&Seen> = seen.iter().filter(|unit| is_shown(unit)).collect();
    for &unit in &shown {
        if has(Layer::Goals) || select.contains(&unit.id) {
            hand.goals(unit);
        }
        if has(Layer::Paths) || has(Layer::Waypoints) {
            hand.path(unit, has(Layer::Paths), has(Layer::Waypoints));
        }
        if has(Layer::Promises) {
            hand.promises(unit, true);
        }
        let is_told = has(Layer::Pushes) || has(Layer::Conflicts);
        if let Some(told) = is_told.then(|| explain(sim, unit.id)).flatten() {
            if has(Layer::Conflicts) {
                hand.conflict(&told);
            }
            if has(Layer::Pushes) {
                hand.pushes(&told);
            }
        }
        if has(Layer::Waiting) && sim.unit(unit.id, |now| Doing::of(&now).waits()) == Some(true) {
            hand.hourglass(unit);
        }
        if has(Layer::Vectors) {
            hand.vectors(unit.id, &sim.vectors(unit.id));
        }
    }
    if let Some(first) = shown.iter().find(|unit| has(Layer::Vectors) && select.contains(&unit.id)) {
        hand.vectors(first.id, &sim.field(first.id));
    }
    for group in sim.groups.iter().filter(|group| !matches!(group.phase, Phase::Waiting { .. })) {
        if has(Layer::Groups) {
            hand.ties(group, seen, usize::MAX);
        }
        if has(Layer::Slots) {
            hand.slots(group);
        }
    }
    drawing
}

impl Hand<'_, Drawing<'_>> {
    /// A ring with four gaps about a counter.
    fn selected(&mut self, unit: &Seen) {
        let (at, radius) = (self.brush.at(unit.at), self.brush.radius(unit));
        let radius = radius + 2.5 + radius * 0.14;
        for quarter in 0..4 {
            let spot = |step: i32| {
                let angle = (quarter as f32 + 0.14 + step as f32 * 0.72 / 6.0) * std::f32::consts::FRAC_PI_2;
                at + vec2(libm::cosf(angle), libm::sinf(angle)) * radius
            };
            let arc: Vec<Vec2> = (0..=6).map(spot).collect();
            self.above(Style::line(0, look::INK, 18, 100), &arc);
        }
    }

    /// Vermilion about colliders that touch.
    fn touching(&mut self, seen: &[Seen]) {
        let touching = touching(seen.iter().map(|unit| (unit.at, unit.body)));
        for (unit, _) in seen.iter().zip(touching).filter(|(_, touch)| touch.hard) {
            let (at, radius) = (self.brush.at(unit.at), self.brush.radius(unit));
            let style = Style::line(1, look::VERMILION, 15, 100);
            self.brush.circle(Depth::Above, style, at, radius + 0.5);
        }
    }

    /// Flags at its goals, pencil lines to them; a patrol's whole route is dashed.
    fn goals(&mut self, unit: &Seen) {
        let tasks = self.sim.unit(unit.id, |now| now.tasks.clone()).unwrap_or_default();
        let mut from = self.brush.at(unit.at);
        for task in tasks.all() {
            let Some((_, slot)) = self.sim.goal_of(task) else { continue };
            let slot = self.brush.at(slot);
            self.below(Style::line(1, look::PENCIL, 10, 45), &[from, slot]);
            self.flag(slot);
            if let Task::Patrol { route, .. } = task {
                let route: Vec<Vec2> = route.iter().map(|&place| self.brush.at(place)).collect();
                self.below(Style::dashed(1, look::PENCIL, 10, 50), &route);
            }
            from = slot;
        }
    }

    fn flag(&mut self, foot: Vec2) {
        let (top, tip, end) = (foot - vec2(0.0, 15.0), foot + vec2(10.0, -11.7), foot - vec2(0.0, 8.0));
        self.above(Style::line(5, look::ACCENT, 14, 100), &[foot, top]);
        self.brush.stroke(Depth::Above, Style::area(5, look::ACCENT, 100), &[top, tip, end], true);
    }
}
