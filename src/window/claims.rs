//! What a level claims of itself, watched while it runs: judged by the same function as `muster verify`.

use super::theme;
use crate::level::Level;
use crate::measure::report::Observer;
use crate::measure::verify::{Claim, DEFAULT_SECONDS, claimed_models, claims, positions};
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::ModelName;
use egui_macroquad::egui;
use egui_macroquad::egui::{RichText, TextStyle};
use glam::Vec2;
use std::path::Path;

/// Ticks between two judgements.
const EVERY: u64 = 10;
/// Beyond this many units watching would take a frame's time: the card says who judges instead.
const MOST_UNITS: usize = 20_000;
/// More claims than these are summed up.
const MOST_ROWS: usize = 6;

/// A level's claims and how they stand.
pub struct Claims {
    observer: Observer,
    before: Vec<Vec2>,
    limit: u64,
    /// One by one.
    pub list: Vec<Claim>,
    /// Whether the level is over and was judged for good.
    pub is_over: bool,
    /// Whether the player took part: then it is the player's run, not the level's.
    pub is_players: bool,
    /// Whether there are too many units to watch them all beside the game.
    pub is_too_large: bool,
}

impl Claims {
    /// Begins to watch a level that claims something for the model it is run with.
    pub fn new(level: &Level, sim: &Sim, model: ModelName) -> Option<Claims> {
        let expect = level.expect.as_ref()?;
        if !claimed_models(level).contains(&model) {
            return None;
        }
        let is_too_large = sim.len() > MOST_UNITS;
        let seconds = expect.within.map_or(DEFAULT_SECONDS, f64::from);
        let mut observer = Observer::default();
        if !is_too_large {
            observer.observe(sim, None);
        }
        let limit = (seconds * f64::from(TICK_RATE)).ceil() as u64;
        let (list, before) = (Vec::new(), positions(sim));
        Some(Claims { observer, before, limit, list, is_over: false, is_players: false, is_too_large })
    }

    /// Looks at the state after a tick.
    pub fn observe(&mut self, level: &Level, sim: &Sim) {
        if self.is_over || self.is_players || self.is_too_large {
            return;
        }
        self.observer.observe(sim, None);
        self.is_over = sim.ticks() >= self.limit || sim.is_done();
        if self.is_over || sim.ticks().is_multiple_of(EVERY) || self.list.is_empty() {
            let report = self.observer.report(sim, &level.name, level.model.name());
            self.list = claims(level, &report, &self.before, &positions(sim));
        }
    }

    /// Whether all held, once the level is over.
    pub fn held(&self) -> Option<bool> {
        self.is_over.then(|| self.list.iter().all(|claim| claim.holds))
    }

    /// A tick or a cross once the level was judged.
    pub fn verdict(&self, ui: &mut egui::Ui) {
        if let Some(held) = self.held() {
            let told = if held { "It held what it claims" } else { "It did not hold what it claims" };
            sign(ui, held, !held).on_hover_text(told);
        }
    }

    /// Shows how they stand.
    pub fn show(&self, ui: &mut egui::Ui, seconds: f32, file: &Path) {
        if self.is_too_large {
            let file = file.display();
            ui.label(pale(&format!("Too many units to judge beside the game: muster verify {file}")));
            return;
        }
        if self.is_players {
            ui.label(pale("What the level claims is not judged: you took part."));
            return;
        }
        let limit = self.limit as f32 / TICK_RATE as f32;
        let (text, color) = match self.held() {
            Some(true) => ("It held what it claims".to_owned(), theme::TREES_DARK),
            Some(false) => ("It did not hold what it claims".to_owned(), theme::ACCENT),
            None => (format!("What it claims, judged at {limit:.0} s"), theme::PENCIL),
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(text).text_style(TextStyle::Small).color(theme::color(color)));
            if self.held().is_none() {
                ui.label(pale(&format!("{:.0} s to go", (limit - seconds).max(0.0))));
            }
        });
        for claim in self.list.iter().take(MOST_ROWS) {
            let failed = !claim.holds && (claim.is_final || self.is_over);
            ui.horizontal(|ui| {
                sign(ui, claim.holds, failed);
                let text = RichText::new(capitalised(&claim.text));
                ui.label(if failed { text.color(theme::color(theme::ACCENT)) } else { text });
            });
        }
        if self.list.len() > MOST_ROWS {
            let rest = &self.list[MOST_ROWS..];
            let held = rest.iter().filter(|claim| claim.holds).count();
            ui.label(pale(&format!("and {held} of {} more hold", rest.len())));
        }
    }
}

fn pale(text: &str) -> RichText {
    RichText::new(text).color(theme::color(theme::PENCIL))
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
