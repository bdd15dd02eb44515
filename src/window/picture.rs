//! The picture of a level: the sheet, who stands on it, and the pencil over both.

use super::building;
use super::draw::margin;
use super::draw::pencil::Pencil;
use super::draw::ranks;
use super::draw::units;
use super::draw::{explained, overlay};
use super::game::{Game, SMOOTHING};
use super::inspector;
use super::pointing::CLICK_REACH;
use cpu_time::ThreadTime;
use egui_macroquad::egui::{self, Rect};
use glam::Vec2;

impl Game {
    /// Draws the map and everything on it. `whole`: for a picture, nothing may be missing.
    pub fn draw(&mut self, whole: bool) {
        self.frames += 1;
        let start = ThreadTime::now();
        let blend = self.clock.blend();
        // The camera may have moved with the pointer since the units were looked up.
        self.seen.iter_mut().for_each(|unit| unit.screen = self.camera.to_screen(unit.at));
        self.atlas.density = self.camera.dpi;
        let paper = (&self.atlas.texture, self.atlas.white);
        self.sheet.draw(&self.camera, &mut self.batch, paper, whole);
        let explained = self.explained();
        let (camera, seen, sim) = (&self.camera, &self.seen, &self.sim);
        let mut pencil = Pencil { atlas: &self.atlas, batch: &mut self.batch, screen: camera.screen };
        let is_bare = |middle: Vec2, half: Vec2| {
            let size = egui::vec2(2.0 * half.x, 2.0 * half.y);
            let printed = Rect::from_center_size(egui::pos2(middle.x, middle.y), size);
            !self.cards.iter().any(|card| card.intersects(printed))
        };
        margin::draw(&mut pencil, camera, sim.grid.size(), is_bare);
        overlay::selected_ground(&mut pencil, camera, seen, &self.selection);
        overlay::orbits(&mut pencil, camera, &sim.obstacles);
        overlay::goals(&mut pencil, camera, sim, &self.selection);
        units::draw(sim, camera, &self.atlas, pencil.batch, seen, blend);
        overlay::selection(&mut pencil, camera, seen, &self.selection, self.hovered);
        if self.layers.on {
            ranks::groups(&mut pencil, camera, sim, seen, self.layers);
            explained::explain(&mut pencil, camera, sim, seen, &self.selection, self.layers);
            if self.layers.waiting {
                ranks::waiting(&mut pencil, camera, seen);
            }
            let hovered = self.hovered.map(|unit| unit.id);
            // A crowd's arrows say nothing: they are drawn for one.
            let alone = self.selection.units().first().filter(|_| self.selection.len() == 1);
            if self.layers.vectors
                && let Some(&unit) = hovered.as_ref().or(alone)
            {
                inspector::arrows(&mut pencil, camera, sim, unit);
            }
            for unit in seen.iter().filter(|unit| explained.contains(&unit.id)) {
                if let Some(told) = self.reasons.of(unit.id) {
                    explained::reasons(&mut pencil, camera, &told.shapes, unit.radius, self.layers);
                }
            }
        }
        building::draw(&mut pencil, camera, sim, &self.building, self.pointer);
        overlay::markers(&mut pencil, camera, &self.markers);
        if let Some(front) = self.front.as_ref().filter(|front| front.from != front.to) {
            front.show(&mut pencil, camera);
        }
        if let Some(route) = &self.patrol {
            overlay::patrol(&mut pencil, camera, route, self.pointer);
        }
        if let Some(from) = self.box_from.filter(|from| from.distance(self.pointer) > CLICK_REACH) {
            overlay::selection_box(&mut pencil, from, self.pointer);
        }
        self.pointer_is.draw(&mut pencil, self.pointer);
        let built = start.elapsed().as_secs_f32() * 1000.0;
        self.batch.flush(&self.atlas.texture);
        self.costs.frame += built * SMOOTHING;
    }
}
