//! Why units do what they do: for one selected unit in sentences and arrows, for several which of them wait.

use super::asked::CardAsked;
use super::folding::CardFold;
use super::layout::CardLayout;
use super::paper::{pale, parts, title};
use crate::ids::UnitId;
use crate::movement::VectorRole;
use crate::picture::hand::arrow_color;
use crate::sim::Sim;
use crate::window::selection::Selection;
use crate::window::several::Reasons;
use crate::window::theme;
use crate::window::words::grouped;
use egui_macroquad::egui::{self, Response, TextStyle, Ui};

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
    let alive: Vec<UnitId> = selection.on(sim).collect();
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
            _ => several(ui, sim, selection, reasons, asked),
        }
    });
}

fn one(ui: &mut Ui, sim: &Sim, reasons: &Reasons, unit: UnitId) {
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
            let stroke = theme::line(2.0, arrow_color(sim, unit, role));
            ui.painter().arrow(rect.left_center(), egui::vec2(18.0, 0.0), stroke);
            ui.label(role.label());
        }
    });
}

/// Several units: how many do what, those that are held up first. A click on a line selects those whom it is
/// about.
fn several(ui: &mut Ui, sim: &Sim, selection: &Selection, reasons: &Reasons, asked: &mut Vec<CardAsked>) {
    let mut line = |ui: &mut Ui, about: &str, text: &str, hint: &str, units: &[UnitId]| {
        let line = sentence(ui, about, text).interact(egui::Sense::click());
        let line = line.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(hint);
        if line.clicked() {
            asked.push(CardAsked::Select(units.to_vec()));
        }
    };
    for (doing, units) in &reasons.parts {
        let who = match units.len() {
            0..=MAX_NAMES => names(sim, units),
            count => grouped(count),
        };
        line(ui, &who, doing.text(units.len() == 1), "Click: select these", units);
    }
    for (index, (unit, text)) in reasons.held_up().enumerate() {
        if index == 0 {
            ui.separator();
        }
        line(ui, &names(sim, &[unit]), text, "Click: all of it", &[unit]);
    }
    for root in reasons.roots(selection) {
        line(ui, "waiting", &root.words, "Click: who is waited for", &root.units);
    }
    ui.label(pale("Click a line, or a unit for all of it."));
}

fn names(sim: &Sim, units: &[UnitId]) -> String {
    let names: Vec<&str> = units.iter().map(|unit| &sim.names[*unit]).collect();
    names.join(", ")
}

fn sentence(ui: &mut Ui, about: &str, text: &str) -> Response {
    let about = format!("{about}  ");
    let about = (0.0, about.as_str(), TextStyle::Small, theme::color(theme::ACCENT));
    let mut job = parts(ui, &[about, (0.0, text, TextStyle::Body, theme::color(theme::INK))]);
    job.wrap.max_width = ui.available_width();
    ui.label(job)
}
