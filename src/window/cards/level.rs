//! The card of the level: what it is about and which models run, or what it asks of the player.

use super::folding::CardFold;
use super::goals;
use super::models::in_use;
use super::paper::{RIM, card, pale, rect_of, short_title};
use crate::window::keys::Keys;
use crate::window::play::Play;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Context, vec2};

/// Widths between which the card may be, points.
const NARROWEST: f32 = 320.0;
const WIDEST: f32 = 460.0;
/// Longer descriptions scroll, points.
const HIGHEST_DESCRIPTION: f32 = 150.0;

/// Shows the card; `is_brief`: no more than its title, since others need the room.
pub fn show(context: &Context, play: &Play, keys: &Keys, fold: &mut CardFold, is_brief: bool) {
    // Beside the card of time if that leaves room enough, else below it.
    let time = rect_of(context, "time");
    let room = time.map_or(WIDEST, |time| time.left() - 2.0 * RIM - 24.0);
    let top = if room < NARROWEST { time.map_or(RIM, |time| time.bottom() + RIM) } else { RIM };
    let width = if room < NARROWEST { WIDEST } else { room.min(WIDEST) };
    card(context, "level", Align2::LEFT_TOP, vec2(RIM, top), |ui| {
        if let Some(challenge) = &play.challenge {
            return goals::show(ui, play, challenge, keys, fold, (width, is_brief));
        }
        ui.set_max_width(width);
        ui.horizontal(|ui| {
            // What stands beside the name keeps its room.
            let beside = 140.0;
            short_title(ui, width - beside, &play.level.name);
            ui.add_space(theme::STEP);
            let (models, of_whom) = in_use(&play.sim);
            ui.label(pale(models)).on_hover_text(of_whom);
            if !play.level.description.is_empty() && !is_brief {
                ui.add_space(theme::STEP);
                fold.button(ui);
            }
        });
        if is_brief || !fold.is_open() {
            return;
        }
        if !play.level.description.is_empty() {
            ui.add_space(theme::STEP);
            let area =
                egui::ScrollArea::vertical().max_height(HIGHEST_DESCRIPTION).auto_shrink([false, true]);
            area.show(ui, |ui| ui.label(&play.level.description));
        }
    });
}
