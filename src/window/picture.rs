//! The picture of a level: the sheet, who stands on it, and the pencil over both.

use crate::goals::Judge;
use crate::level::Team;
use crate::picture::hand::Hand;
use crate::sim::Sim;
use crate::window::draw::explained::ExplainedPart;
use crate::window::draw::pencil::Pencil;
use crate::window::draw::{explained, fights, goals, margin, overlay, patience, ranks, units};
use crate::window::eyes::Eyes;
use crate::window::ghost::GhostTrack;
use crate::window::hands::{CLICK_REACH, Hands, NextClick};
use crate::window::pointer::Pointer;
use crate::window::selection::Selection;
use egui_macroquad::egui::{self, Rect};
use glam::Vec2;

/// A field as it is drawn in a frame.
pub struct FieldScene<'f> {
    /// What is on it.
    pub sim: &'f Sim,
    /// How far it is from the tick before the last one, 0, to the last one, 1.
    pub blend: f32,
    /// The teams of its level.
    pub teams: &'f [Team],
    /// How the goals stand on it.
    pub judge: Option<&'f Judge>,
    /// The ghost that walks there.
    pub ghost: Option<&'f GhostTrack>,
    /// The cards over it, points.
    pub cards: &'f [Rect],
    /// It is for a picture: nothing may be missing.
    pub whole: bool,
}

impl Eyes {
    /// Draws the map and everything on it.
    pub fn draw(&mut self, scene: FieldScene, hands: &Hands) {
        let FieldScene { sim, blend, teams, judge, ghost, cards, whole } = scene;
        let Eyes { camera, seen, atlas, sheet, batch, .. } = self;
        // The camera may have moved with the pointer since the units were looked up.
        seen.iter_mut().for_each(|unit| unit.screen = camera.to_screen(unit.at));
        atlas.density = camera.dpi;
        sheet.draw(camera, batch, (&atlas.texture, atlas.white), whole);
        let mut batch = std::mem::take(&mut self.batch);
        let (camera, seen) = (&self.camera, &self.seen);
        let mut pencil = Pencil { atlas: &self.atlas, batch: &mut batch, camera };
        let is_bare = |middle: Vec2, half: Vec2| {
            let size = egui::vec2(2.0 * half.x, 2.0 * half.y);
            let printed = Rect::from_center_size(egui::pos2(middle.x, middle.y), size);
            !cards.iter().any(|card| card.intersects(printed))
        };
        margin::draw(&mut pencil, sim.grid.size(), is_bare);
        goals::guarded(&mut pencil, teams);
        if let Some(judge) = judge {
            goals::fields(&mut pencil, sim, judge);
        }
        if let Some(track) = ghost {
            goals::ghost(&mut pencil, sim, track, blend);
        }
        overlay::selected_ground(&mut pencil, seen, &hands.selection);
        Hand { sim, brush: &mut pencil }.orbits();
        overlay::goals(&mut pencil, sim, &hands.selection);
        fights::fallen(&mut pencil, sim);
        units::draw(sim, camera, &self.atlas, pencil.batch, seen, blend);
        fights::strength(&mut pencil, seen);
        if self.layers.on {
            self.explain(&mut pencil, sim, &hands.selection);
        }
        // Last: whom the card speaks of is seen, whatever explains his neighbours.
        overlay::selection(&mut pencil, seen, &hands.selection, self.hovered);
        self.show_plans(&mut pencil, sim, hands);
        self.batch = batch;
    }

    /// The explaining layer.
    fn explain(&self, pencil: &mut Pencil, sim: &Sim, selection: &Selection) {
        let seen = &self.seen;
        ranks::groups(pencil, sim, seen, self.layers);
        explained::explain(pencil, sim, seen, selection, self.layers);
        if self.layers.shows(ExplainedPart::Waiting) {
            ranks::waiting(pencil, sim, seen);
            ranks::waits(pencil, seen, &self.reasons.waits);
        }
        if self.layers.shows(ExplainedPart::Patience) {
            patience::ladders(pencil, sim, seen);
        }
        if self.layers.shows(ExplainedPart::Vectors) {
            explained::avoidance(pencil, sim, seen);
        }
        // All arrows of a crowd say nothing: they are drawn for one.
        let alone = selection.units().first().copied().filter(|_| selection.len() == 1);
        let subject = self.hovered.map(|unit| unit.id).or(alone);
        if let Some(unit) = subject.filter(|_| self.layers.shows(ExplainedPart::Vectors)) {
            let mut hand = Hand { sim, brush: pencil };
            [sim.field(unit), sim.vectors(unit)].iter().for_each(|vectors| hand.vectors(unit, vectors));
        }
        let told = self.explained(selection);
        for unit in seen.iter().filter(|unit| told.contains(&unit.id)) {
            let Some(told) = self.reasons.of(unit.id) else { continue };
            let mut hand = Hand { sim, brush: pencil };
            if self.layers.shows(ExplainedPart::Predicted) {
                hand.promises(unit, false);
                hand.conflict(told);
            }
            if self.layers.shows(ExplainedPart::Pushes) {
                hand.pushes(told);
            }
        }
    }

    /// What is about to be built, and what the hand is about to do.
    fn show_plans(&self, pencil: &mut Pencil, sim: &Sim, hands: &Hands) {
        let pointer = hands.pointer;
        let is_there = hands.pointer_is != Pointer::Away;
        overlay::plans(pencil, sim, &hands.building, is_there.then_some(pointer));
        overlay::markers(pencil, &self.markers);
        if let Some(front) = hands.front.as_ref().filter(|front| front.from != front.to) {
            front.show(pencil);
        }
        if let Some(NextClick::Patrol { route, .. }) = &hands.aim {
            overlay::patrol(pencil, route, pointer);
        }
        if let Some(from) = hands.box_from.filter(|from| from.distance(pointer) > CLICK_REACH) {
            overlay::selection_box(pencil, from, pointer);
        }
        hands.pointer_is.draw(pencil, pointer);
    }
}
