//! What lies over the menu: what is wrong with a level, in full, with a button that reads it again; the
//! question before a file of the player is removed for good.

use super::{Menu, MenuChoice, library};
use crate::platform::{disk, machine};
use crate::window::cards::paper::{accent, dialog};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Context, RichText, TextStyle, Vec2, vec2};
use std::path::PathBuf;

impl Menu {
    /// The card of errors; returns the level when it is read again and is mended.
    pub(super) fn show_errors(&mut self, context: &Context) -> Option<MenuChoice> {
        let (path, errors) = self.errors.as_ref()?;
        let (mut close, mut retry) = (false, false);
        let screen = context.screen_rect();
        let veil = context.layer_painter(egui::LayerId::new(egui::Order::Middle, "veil".into()));
        veil.rect_filled(screen, 0.0, theme::faint(theme::INK, 0.35));
        dialog(context, "errors", Align2::CENTER_CENTER, vec2(0.0, 0.0), |ui| {
            ui.set_width((screen.width() - 120.0).min(960.0));
            ui.heading("This level cannot be played");
            ui.label(path.display().to_string());
            ui.add_space(2.0 * theme::STEP);
            let room = (screen.height() - 260.0).max(120.0);
            egui::ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
                for line in errors.lines() {
                    ui.label(RichText::new(line).text_style(TextStyle::Monospace));
                }
            });
            ui.add_space(2.0 * theme::STEP);
            ui.horizontal(|ui| {
                // Files that the player does not see nobody mends meanwhile.
                retry = machine::SHOWS_FILES && ui.button("Read it again  F5").clicked();
                close = ui.button("Close  Esc").clicked();
            });
        });
        if close {
            self.errors = None;
        }
        if retry { self.retry() } else { None }
    }

    /// Reads the broken level again; opens it if it is mended.
    pub(super) fn retry(&mut self) -> Option<MenuChoice> {
        let (path, _) = self.errors.take()?;
        self.refresh();
        match library::load(&path) {
            Ok(_) => Some(MenuChoice::Open(path, false)),
            Err(errors) => {
                self.errors = Some((path, errors));
                None
            }
        }
    }
}

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
