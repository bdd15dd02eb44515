//! The card of the level: what it is about, which models run, and how what it claims of itself stands.

use super::folding::CardFold;
use super::models::in_use;
use super::paper::{RIM, card, pale, rect_of};
use crate::window::claims::JudgedClaims;
use crate::window::play::Play;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, RichText, TextStyle, vec2};
use std::path::Path;

/// Widths between which the card may be, points.
const NARROWEST: f32 = 320.0;
const WIDEST: f32 = 460.0;
/// Longer descriptions scroll, points.
const HIGHEST_DESCRIPTION: f32 = 150.0;
/// More claims than these are summed up.
const MAX_ROWS: usize = 6;

/// Shows the card; `is_brief`: no more than its title, since others need the room.
pub fn show(context: &egui::Context, play: &Play, fold: &mut CardFold, is_brief: bool) {
    // Beside the card of time if that leaves room enough, else below it.
    let time = rect_of(context, "time");
    let room = time.map_or(WIDEST, |time| time.left() - 2.0 * RIM - 24.0);
    let top = if room < NARROWEST { time.map_or(RIM, |time| time.bottom() + RIM) } else { RIM };
    let width = if room < NARROWEST { WIDEST } else { room.min(WIDEST) };
    card(context, "level", Align2::LEFT_TOP, vec2(RIM, top), |ui| {
        ui.set_max_width(width);
        ui.horizontal(|ui| {
            // What stands beside the name keeps its room.
            let beside = 140.0;
            ui.scope(|ui| {
                ui.set_max_width(width - beside);
                let name = RichText::new(&play.level.name).text_style(TextStyle::Heading);
                ui.add(egui::Label::new(name).truncate());
            });
            ui.add_space(theme::STEP);
            let (models, of_whom) = in_use(&play.sim);
            ui.label(pale(models)).on_hover_text(of_whom);
            let has_more = !play.level.description.is_empty() || play.claims.is_some();
            if has_more && !is_brief {
                ui.add_space(theme::STEP);
                fold.button(ui);
            }
            if let Some(claims) = &play.claims {
                verdict(ui, claims);
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
        if let Some(claims) = &play.claims {
            ui.add_space(theme::STEP);
            show_claims(ui, claims, play.sim.seconds(), &play.path);
        }
    });
}

/// A tick or a cross once the level was judged.
fn verdict(ui: &mut egui::Ui, claims: &JudgedClaims) {
    if let Some(held) = claims.held() {
        let told = if held { "It held what it claims" } else { "It did not hold what it claims" };
        sign(ui, held, !held).on_hover_text(told);
    }
}

/// Shows how they stand.
fn show_claims(ui: &mut egui::Ui, claims: &JudgedClaims, seconds: f32, file: &Path) {
    if claims.is_too_large {
        let file = file.display();
        ui.label(pale(format!("Too many units to judge beside the game: muster verify {file}")));
        return;
    }
    if claims.is_players() {
        ui.label(pale("What the level claims is not judged: you took part."));
        return;
    }
    let limit = claims.limit();
    let (text, color) = match claims.held() {
        Some(true) => ("It held what it claims".to_owned(), theme::TREES_DARK),
        Some(false) => ("It did not hold what it claims".to_owned(), theme::ACCENT),
        None => (format!("What it claims, judged at {limit:.0} s"), theme::PENCIL),
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(text).text_style(TextStyle::Small).color(theme::color(color)));
        if claims.held().is_none() {
            ui.label(pale(format!("{:.0} s to go", (limit - seconds).max(0.0))));
        }
    });
    for claim in claims.list().iter().take(MAX_ROWS) {
        let failed = !claim.holds && (claim.is_final || claims.is_over());
        ui.horizontal(|ui| {
            sign(ui, claim.holds, failed);
            let text = RichText::new(capitalised(&claim.text));
            ui.label(if failed { text.color(theme::color(theme::ACCENT)) } else { text });
        });
    }
    if claims.list().len() > MAX_ROWS {
        let rest = &claims.list()[MAX_ROWS..];
        let held = rest.iter().filter(|claim| claim.holds).count();
        ui.label(pale(format!("and {held} of {} more hold", rest.len())));
    }
}

fn capitalised(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}

/// A tick for what holds, a cross for what failed, a ring for what is still open.
fn sign(ui: &mut egui::Ui, holds: bool, failed: bool) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(16.0, 18.0), egui::Sense::hover());
    let at = |x: f32, y: f32| rect.center() + egui::vec2(x, y);
    let painter = ui.painter();
    if holds {
        let stroke = egui::Stroke::new(1.8, theme::color(theme::TREES_DARK));
        painter.line_segment([at(-5.0, 0.0), at(-1.5, 4.0)], stroke);
        painter.line_segment([at(-1.5, 4.0), at(5.0, -4.0)], stroke);
    } else if failed {
        let stroke = egui::Stroke::new(1.8, theme::color(theme::ACCENT));
        painter.line_segment([at(-4.0, -4.0), at(4.0, 4.0)], stroke);
        painter.line_segment([at(-4.0, 4.0), at(4.0, -4.0)], stroke);
    } else {
        painter.circle_stroke(at(0.0, 0.0), 4.0, egui::Stroke::new(1.2, theme::color(theme::PENCIL)));
    }
    response
}
