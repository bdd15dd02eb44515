//! What is wrong with a level, in full, over the menu: it can be read again, or mended in the editor.

use super::broken::Broken;
use super::library;
use super::{MENU, Menu, MenuChoice};
use crate::platform::machine;
use crate::window::cards::paper::dialog;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Context, RichText, TextStyle, vec2};

impl Menu {
    /// The card of errors; returns the level when it is read again and is mended, or is to be.
    pub(super) fn show_errors(&mut self, context: &Context) -> Option<MenuChoice> {
        let Broken { path, errors, is_mendable } = self.broken.as_ref()?;
        let (mut close, mut retry, mut mend) = (false, false, false);
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
                mend = *is_mendable && ui.button("Mend it in the editor").spot(MENU, "mend").clicked();
                // Files that the player does not see nobody mends meanwhile.
                retry = machine::SHOWS_FILES && ui.button("Read it again  F5").clicked();
                close = ui.button("Close  Esc").clicked();
            });
        });
        if mend {
            return self.broken.take().map(|broken| MenuChoice::Mend(broken.path));
        }
        if close {
            self.broken = None;
        }
        if retry { self.retry() } else { None }
    }

    /// Reads the broken level again; opens it if it is mended.
    pub(super) fn retry(&mut self) -> Option<MenuChoice> {
        let Broken { path, .. } = self.broken.take()?;
        self.refresh();
        match library::load(&path) {
            Ok(_) => Some(MenuChoice::Open(path, false)),
            Err(errors) => {
                self.broken = Some(Broken::new(&path, errors));
                None
            }
        }
    }
}
