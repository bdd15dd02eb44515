//! Keys of the menu: arrows, and what Enter, Esc and their like choose.

use super::broken::Broken;
use super::{Menu, MenuChoice};
use crate::platform::machine;
use egui_macroquad::egui::{self, Context};
use std::path::PathBuf;

impl Menu {
    /// Arrows go from what is framed to what is beside it: they leave the session that waits for the cards
    /// below, and come back to it from the first row. A field for text does not get them.
    pub(super) fn steer(&mut self, context: &Context) {
        use egui::Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp};
        if self.is_asked() {
            return;
        }
        for (key, by) in [(ArrowRight, 1), (ArrowLeft, -1), (ArrowDown, 1), (ArrowUp, -1)] {
            let is_along = matches!(key, ArrowRight | ArrowLeft);
            // Several presses may fall into one long frame.
            let presses = context.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, key));
            for _ in 0..presses {
                let is_first = self.rows.first().is_some_and(|row| row.contains(&self.chosen));
                if self.goes_on() || key == ArrowUp && is_first && self.session.is_some() {
                    self.goes_on ^= true;
                } else {
                    self.chosen = if is_along { self.along(by) } else { self.beside(by) };
                }
                self.scroll_to_chosen = true;
            }
        }
    }

    /// Whether a card lies over the menu that asks or tells something.
    pub(super) fn is_asked(&self) -> bool {
        self.removal.is_some() || self.broken.is_some()
    }

    /// Does what keys ask for that are typed into nothing; returns what they choose.
    pub(super) fn keys(&mut self, context: &Context) -> Option<MenuChoice> {
        let pressed = |key| context.input(|input| input.key_pressed(key));
        if self.broken.is_some() {
            if pressed(egui::Key::Escape) || pressed(egui::Key::Enter) {
                self.broken = None;
            } else if machine::SHOWS_FILES && pressed(egui::Key::F5) {
                return self.retry();
            }
            return None;
        }
        if pressed(egui::Key::F5) {
            self.refresh();
        }
        if pressed(egui::Key::Delete) && !self.goes_on() {
            self.ask_removal_of_chosen();
        }
        // With Alt it is the whole screen.
        let entered = |event: &egui::Event| match event {
            egui::Event::Key { key: egui::Key::Enter, pressed: true, modifiers, .. } if !modifiers.alt => {
                Some(modifiers.shift)
            }
            _ => None,
        };
        if let Some(are_two) = context.input(|input| input.events.iter().find_map(entered)) {
            if let Some(file) = self.named_file() {
                self.search.clear();
                return Some(MenuChoice::Open(file, are_two));
            }
            if self.goes_on() {
                return Some(MenuChoice::GoOn);
            }
            return self.open(self.chosen).map(|path| MenuChoice::Open(path, are_two));
        }
        if pressed(egui::Key::Escape) && !self.search.is_empty() {
            self.search.clear();
            return None;
        }
        pressed(egui::Key::Escape).then_some(MenuChoice::Leave)
    }

    /// Opens what is shown at a place, or shows what is wrong with its level.
    pub(super) fn open(&mut self, place: usize) -> Option<PathBuf> {
        let Some(&index) = self.shown.get(place) else { return self.recording_at(place).cloned() };
        let entry = &self.cards.get(index)?.entry;
        // A level that is not read yet, or was broken, is judged by what its file says now.
        match &entry.outcome {
            Some(Err(errors)) => {
                self.broken = Some(Broken::new(&entry.path, errors.clone()));
                None
            }
            _ => Some(entry.path.clone()),
        }
    }
}
