//! Asks before a file of the player is removed for good.

use crate::platform::{disk, machine};
use crate::window::cards::paper::{accent, dialog};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Context, Vec2};
use std::path::PathBuf;

/// What is asked.
#[derive(Default)]
pub(super) struct Removal {
    pub(super) path: PathBuf,
    /// What the menu calls it.
    pub(super) name: String,
    /// Why it could not be removed.
    pub(super) error: Option<String>,
    /// The question has been seen: a key of the frame in which it came up answers nothing.
    pub(super) is_seen: bool,
}

impl Removal {
    /// Shows the question. While it is open keys are its own. Returns whether the file is gone, once it is
    /// answered.
    pub(super) fn show(&mut self, context: &Context) -> Option<bool> {
        let is_seen = std::mem::replace(&mut self.is_seen, true);
        let pressed = |key| is_seen && context.input(|input| input.key_pressed(key));
        let (mut removes, mut keeps) = (pressed(egui::Key::Enter), pressed(egui::Key::Escape));
        dialog(context, "removal", Align2::CENTER_CENTER, Vec2::ZERO, |ui| {
            ui.heading(format!("Remove {}?", self.name));
            ui.label(format!("{} is gone for good then.", machine::place(&self.path)));
            if let Some(error) = &self.error {
                ui.label(accent(error));
            }
            ui.add_space(2.0 * theme::STEP);
            ui.horizontal(|ui| {
                removes |= ui.button("Remove it  Enter").spot("menu", "removal").clicked();
                keeps |= ui.button("Keep it  Esc").clicked();
            });
        });
        if keeps {
            return Some(false);
        }
        match removes.then(|| disk::remove(&self.path))? {
            Ok(()) => Some(true),
            Err(error) => {
                self.error = Some(format!("It cannot be removed: {error}"));
                None
            }
        }
    }
}
