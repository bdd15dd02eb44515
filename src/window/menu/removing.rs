//! Asks before a file of the player is removed for good.

use super::{Menu, library};
use crate::platform::{disk, machine};
use crate::window::cards::paper::{accent, dialog};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Vec2};
use std::path::PathBuf;

/// What is asked.
pub(super) struct Removal {
    path: PathBuf,
    /// What the menu calls it.
    name: String,
    /// Why it could not be removed.
    error: Option<String>,
    /// The question has been seen: a key of the frame in which it came up answers nothing.
    is_seen: bool,
}

impl Menu {
    /// Asks whether a file is to be removed.
    pub(super) fn ask_removal(&mut self, path: PathBuf, name: String) {
        self.removal = Some(Removal { path, name, error: None, is_seen: false });
    }

    /// Asks whether the chosen level is to be removed, if it is one of the player's own.
    pub(super) fn ask_removal_of_chosen(&mut self) {
        let chosen = self.shown.get(self.chosen).map(|&index| &self.cards[index].entry);
        if let Some(entry) = chosen.filter(|entry| entry.shelf == library::OWN) {
            self.ask_removal(entry.path.clone(), entry.title());
        }
    }

    /// The file of which is asked.
    pub(super) fn removal(&self) -> Option<&str> {
        self.removal.as_ref().map(|removal| &*removal.name)
    }

    /// Shows the question. While it is open keys are its own.
    pub(super) fn show_removal(&mut self, context: &egui::Context) {
        let Some(removal) = &mut self.removal else { return };
        let is_seen = std::mem::replace(&mut removal.is_seen, true);
        let pressed = |key| is_seen && context.input(|input| input.key_pressed(key));
        let (mut removes, mut keeps) = (pressed(egui::Key::Enter), pressed(egui::Key::Escape));
        dialog(context, "removal", Align2::CENTER_CENTER, Vec2::ZERO, |ui| {
            ui.heading(format!("Remove {}?", removal.name));
            ui.label(format!("{} is gone for good then.", machine::place(&removal.path)));
            if let Some(error) = &removal.error {
                ui.label(accent(error));
            }
            ui.add_space(2.0 * theme::STEP);
            ui.horizontal(|ui| {
                removes |= ui.button("Remove it  Enter").spot("menu", "removal").clicked();
                keeps |= ui.button("Keep it  Esc").clicked();
            });
        });
        if keeps {
            self.removal = None;
        } else if removes {
            match disk::remove(&removal.path) {
                Ok(()) => {
                    self.removal = None;
                    self.come_back();
                }
                Err(error) => removal.error = Some(format!("It cannot be removed: {error}")),
            }
        }
    }
}
