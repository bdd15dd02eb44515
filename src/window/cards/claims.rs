//! The card of what a level claims of itself: how each claim stands, as `muster verify` judges it.

use super::folding::CardFold;
use super::layout::CardLayout;
use super::paper::{bold, pale, tick};
use crate::measure::claims::JudgedClaims;
use crate::window::play::Play;
use crate::window::theme::{self, Rgb};
use crate::window::words::capitalised;
use egui_macroquad::egui::{self, Align2, Response, RichText, Ui};
use std::path::Path;

/// More claims than these are summed up.
const MAX_ROWS: usize = 6;
/// Width of the card, points.
const WIDTH: f32 = 320.0;

/// Shows the card of a level that claims something and asks nothing of its player.
pub fn show(layout: &mut CardLayout, play: &Play, fold: &mut CardFold) {
    let Some(claims) = play.claims.as_ref().filter(|_| play.challenge.is_none()) else { return };
    let guess = egui::vec2(WIDTH + 26.0, 90.0);
    let wanted = layout.wanted(("claims", "Claims"), Align2::LEFT_TOP, guess, 38.0);
    layout.card(&wanted, |ui, _| {
        ui.horizontal(|ui| {
            ui.label(bold("What it claims"));
            fold.button(ui);
            if let Some(held) = claims.held() {
                sign(ui, held, !held).on_hover_text(verdict(held).0);
            }
        });
        if fold.is_open() {
            ui.set_width(WIDTH);
            show_claims(ui, claims, play.sim.seconds(), &play.path);
        }
    });
}

/// What is said of a level once it was judged.
fn verdict(held: bool) -> (String, Rgb) {
    match held {
        true => ("It held what it claims".to_owned(), theme::TREES_DARK),
        false => ("It did not hold what it claims".to_owned(), theme::ACCENT),
    }
}

/// Shows how they stand.
fn show_claims(ui: &mut Ui, claims: &JudgedClaims, seconds: f32, file: &Path) {
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
    let open = (format!("Judged at {limit:.0} s"), theme::PENCIL);
    let (text, color) = claims.held().map_or(open, verdict);
    ui.horizontal(|ui| {
        ui.label(bold(text).color(theme::color(color)));
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

/// A tick for what holds, a cross for what failed, a ring for what is still open.
fn sign(ui: &mut Ui, holds: bool, failed: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(16.0, 18.0), egui::Sense::hover());
    let at = |x: f32, y: f32| rect.center() + egui::vec2(x, y);
    let painter = ui.painter();
    if holds {
        tick(painter, rect.center(), 9.0);
    } else if failed {
        let stroke = theme::line(1.8, theme::ACCENT);
        painter.line_segment([at(-4.0, -4.0), at(4.0, 4.0)], stroke);
        painter.line_segment([at(-4.0, 4.0), at(4.0, -4.0)], stroke);
    } else {
        painter.circle_stroke(at(0.0, 0.0), 4.0, theme::line(1.2, theme::PENCIL));
    }
    response
}
