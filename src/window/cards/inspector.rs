//! Why units do what they do: for one selected unit in sentences and arrows, for several which of them wait.

use super::asked::CardAsked;
use super::folding::CardFold;
use super::layout::CardLayout;
use super::paper::{pale, parts, title};
use crate::ids::UnitId;
use crate::movement::VectorRole;
use crate::sim::Sim;
use crate::window::draw::explained::vector_color;
use crate::window::selection::Selection;
use crate::window::several::Reasons;
use crate::window::theme;
use crate::window::words::grouped;
use egui_macroquad::egui::{self, TextStyle};

/// Of those who do the same this many are named.
const MAX_NAMES: usize = 3;
/// Width of the card, points.
const WIDTH: f32 = 360.0;
/// Width of the card in a small window, points.
const NARROW: f32 = 300.0;

/// The card beside the map.
pub fn show(
    layout: &mut CardLayout,
    sim: &Sim,
    selection: &Selection,
    reasons: &Reasons,
    fold: &mut CardFold,
) {
    let alive: Vec<UnitId> = selection.units().iter().copied().filter(|&unit| sim.is_alive(unit)).collect();
    if alive.is_empty() {
        return;
    }
    let width = if CardLayout::is_small(&layout.context) { NARROW } else { WIDTH };
    let guess = egui::vec2(width + 26.0, 110.0);
    let wanted = layout.wanted(("inspector", "Why?"), egui::Align2::RIGHT_TOP, guess, 38.0);
    layout.card(&wanted, |ui, asked| {
        let name = match alive[..] {
            [unit] => sim.names[unit].to_owned(),
            _ => "Why?".into(),
        };
        ui.horizontal(|ui| {
            ui.label(title(name));
            fold.button(ui);
        });
        if !fold.is_open() {
            return;
        }
        ui.set_width(width);
        match alive[..] {
            [unit] => one(ui, sim, reasons, unit),
            _ => asked.extend(several(ui, sim, selection, reasons).map(CardAsked::Select)),
        }
    });
}

fn one(ui: &mut egui::Ui, sim: &Sim, reasons: &Reasons, unit: UnitId) {
    let Some(told) = reasons.of(unit) else { return };
    for fact in &told.facts {
        sentence(ui, fact.about, &fact.text);
    }
    let mut roles: Vec<VectorRole> = sim.vectors(unit).iter().map(|vector| vector.role).collect();
    roles.sort();
    roles.dedup();
    if roles.is_empty() {
        return;
    }
    ui.add_space(theme::STEP);
    ui.horizontal_wrapped(|ui| {
        for role in roles {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(20.0, 16.0), egui::Sense::hover());
            let stroke = theme::line(2.0, vector_color(sim, unit, role));
            ui.painter().arrow(rect.left_center(), egui::vec2(18.0, 0.0), stroke);
            ui.label(role.label());
        }
    });
}

/// Several units: how many do what, those that are held up first; returns those of a line that is clicked.
fn several(ui: &mut egui::Ui, sim: &Sim, selection: &Selection, reasons: &Reasons) -> Option<Vec<UnitId>> {
    let mut chosen = None;
    for (doing, units) in &reasons.parts {
        let who = match units.len() {
            0..=MAX_NAMES => names(sim, units),
            count => grouped(count),
        };
        if is_clicked(sentence(ui, &who, doing.text(units.len() == 1)), "Click: select these") {
            chosen = Some(units.clone());
        }
    }
    let held_up: Vec<(UnitId, &str)> = reasons.held_up().collect();
    if !held_up.is_empty() {
        ui.separator();
    }
    for (unit, text) in held_up {
        if is_clicked(sentence(ui, &names(sim, &[unit]), text), "Click: all of it") {
            chosen = Some(vec![unit]);
        }
    }
    for root in reasons.roots(selection) {
        if is_clicked(sentence(ui, "waiting", &root.words), "Click: who is waited for") {
            chosen = Some(root.units.clone());
        }
    }
    ui.label(pale("Click a line, or a unit for all of it."));
    chosen
}

/// Whether a line is clicked; `hint` says what a click does.
fn is_clicked(line: egui::Response, hint: &str) -> bool {
    let line = line.interact(egui::Sense::click()).on_hover_cursor(egui::CursorIcon::PointingHand);
    line.on_hover_text(hint).clicked()
}

fn names(sim: &Sim, units: &[UnitId]) -> String {
    let names: Vec<&str> = units.iter().map(|unit| &sim.names[*unit]).collect();
    names.join(", ")
}

fn sentence(ui: &mut egui::Ui, about: &str, text: &str) -> egui::Response {
    let about = format!("{about}  ");
    let about = (0.0, about.as_str(), TextStyle::Small, theme::color(theme::ACCENT));
    let mut job = parts(ui, &[about, (0.0, text, TextStyle::Body, theme::color(theme::INK))]);
    job.wrap.max_width = ui.available_width();
    ui.label(job)
}
