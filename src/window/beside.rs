//! Side by side: the window is divided, the session on the left and a second field on the right, in step and
//! under one camera. What the hand does on one of them is done on both.

use crate::order::Action;
use crate::picture::seen::Seen;
use crate::sim::Sim;
use crate::unit::ModelName;
use crate::window::eyes::Eyes;
use crate::window::game::Game;
use crate::window::picture::FieldScene;
use crate::window::second::{Second, field_size, shown};
use crate::window::words::model_title;
use egui_macroquad::egui::{Rect, vec2};
use glam::Vec2;

impl Game {
    /// How the field is seen on which the pointer is.
    pub(super) fn eyes_here(&self) -> &Eyes {
        let second = self.second.as_ref().filter(|second| second.is_pointed_at);
        second.map_or(&self.eyes, |second| &second.eyes)
    }

    /// The field on which the pointer is.
    pub(super) fn sim_here(&self) -> &Sim {
        let is_right = self.second.as_ref().is_some_and(|second| second.is_pointed_at);
        shown(&self.play).filter(|_| is_right).map_or(&self.play.sim, |(sim, _)| sim)
    }

    /// Marks who is under the pointer, on the field where it is.
    pub(super) fn hover(&mut self, pointer: Vec2, is_free: bool) {
        let seen: Option<Seen> = self.eyes_here().pick(pointer).filter(|_| is_free);
        let is_right = self.second.as_ref().is_some_and(|second| second.is_pointed_at);
        self.eyes.hovered = seen.filter(|_| !is_right);
        if let Some(second) = &mut self.second {
            second.eyes.hovered = seen.filter(|_| is_right);
        }
    }

    /// Divides the window from this moment on, or makes it one again.
    pub(super) fn toggle_beside(&mut self) {
        if !self.end_beside() {
            let is_other = |model: &ModelName| self.play.level.model != *model;
            self.put_beside([ModelName::Orca, ModelName::Predictive].into_iter().find(is_other));
        }
    }

    /// Divides the window from this moment on: on the right this model moves everybody.
    pub fn put_beside(&mut self, model: Option<ModelName>) {
        if self.play.session.goal().is_some() {
            return self.say("Still on the way: wait until it is there");
        }
        self.play.part(model);
        let size = field_size(self.window, true);
        self.second = Some(Box::new(Second::new(&self.play, &self.eyes, size)));
        self.cards.folds.level.fold();
    }

    /// Makes the window one field again.
    pub(super) fn end_beside(&mut self) -> bool {
        let was_there = self.play.beside.take().is_some();
        self.second = None;
        was_there
    }

    /// The right field begins again under this model, or as the left one was.
    pub(super) fn choose_beside(&mut self, model: Option<ModelName>) {
        if let Some(beside) = &mut self.play.beside {
            beside.begin_again(&self.play.session.history, model);
        }
        self.tell_news(&match model {
            Some(model) => format!("The right field begins again, under {}", model_title(model)),
            None => "The right field begins again, as the left one was".to_owned(),
        });
    }

    /// Changes models or their numbers: on the right field where there is one.
    pub(super) fn tune(&mut self, action: Action) -> bool {
        let asked = self.play.tune(action, &self.keys);
        self.answer(asked)
    }

    /// Looks at the second field, after the first.
    pub(super) fn look_beside(&mut self, blend: f32, seconds: f32) {
        if self.play.beside.is_none() {
            // It belonged to the other future.
            self.second = None;
        }
        if let Some(second) = &mut self.second {
            second.look(&self.play, &self.eyes, blend, seconds);
            if let Some((sim, _)) = shown(&self.play).filter(|_| second.eyes.layers.on) {
                let drawn = second.eyes.explained(&self.hands.selection);
                second.eyes.reasons.follow(sim, &self.hands.selection, &drawn);
            }
        }
    }

    /// Where cards lie over a field: with two of them, over either.
    pub(super) fn cards_over_fields(&self) -> Vec<Rect> {
        let aside = self.second.as_ref().map(|second| vec2(second.eyes.camera.screen.x, 0.0));
        let over_right = aside.into_iter().flat_map(|aside| {
            self.cards.rects.iter().map(move |card| card.translate(-aside)).filter(|card| card.right() > 0.0)
        });
        self.cards.rects.iter().copied().chain(over_right).collect()
    }

    /// Draws the second field. `whole`: for a picture, nothing may be missing.
    pub fn draw_beside(&mut self, whole: bool) {
        let Some(second) = &mut self.second else { return };
        let Some((sim, has_parted)) = shown(&self.play) else { return };
        let judge = match has_parted {
            true => self.play.beside.as_ref().and_then(|beside| beside.judge()),
            false => self.play.challenge.as_ref().map(|challenge| &challenge.judge),
        };
        let aside = vec2(second.eyes.camera.screen.x, 0.0);
        let cards: Vec<Rect> = self.cards.rects.iter().map(|card| card.translate(-aside)).collect();
        let (blend, teams) = (self.play.clock.blend(), &*self.play.level.teams);
        let scene = FieldScene { sim, blend, teams, judge, ghost: None, cards: &cards, whole };
        second.eyes.draw(scene, &self.hands);
        second.eyes.batch.flush(&second.eyes.atlas.texture);
    }
}
