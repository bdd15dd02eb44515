//! Why units do what they do: for one selected unit in sentences and arrows, for several who waits and who does not.

use super::camera::Camera;
use super::draw::pencil::Pencil;
use super::game::Game;
use super::hud::rect_of;
use super::theme;
use crate::components::{Unit, UnitId};
use crate::explain::explain;
use crate::movement::{ModelName, VectorColor, VectorRole};
use crate::sim::Sim;
use egui_macroquad::egui::{self, RichText, TextStyle, text::LayoutJob};

/// Arrows shorter than this on the screen, points, are left out.
const SHORTEST: f32 = 3.0;
/// With several units selected this many are told of.
const MOST_TOLD: usize = 6;
/// Of those who say the same this many are named.
const MOST_NAMES: usize = 4;
/// Of more units than this only the first are asked.
const MOST_ASKED: usize = 60;
/// Width of the card, points.
const WIDTH: f32 = 360.0;

/// The card beside the map.
pub fn card(context: &egui::Context, game: &Game) {
    let units = game.selection.units();
    let alive: Vec<UnitId> = units.iter().copied().filter(|&unit| game.sim.entity(unit).is_some()).collect();
    if alive.is_empty() {
        return;
    }
    let aside = rect_of(context, "models").map_or(0.0, |models| models.width() + 12.0);
    let corner = egui::vec2(-12.0 - aside, 68.0);
    let area = egui::Area::new("inspector".into()).anchor(egui::Align2::RIGHT_TOP, corner);
    area.order(egui::Order::Middle).show(context, |ui| {
        theme::card().show(ui, |ui| {
            ui.set_width(WIDTH);
            match alive[..] {
                [unit] => one(ui, game, unit),
                _ => several(ui, game, &alive),
            }
        });
    });
}

fn one(ui: &mut egui::Ui, game: &Game, unit: UnitId) {
    let Some(told) = explain(&game.sim, unit) else { return };
    ui.label(RichText::new(&game.sim.names[unit.0 as usize]).text_style(TextStyle::Heading));
    for fact in &told.facts {
        sentence(ui, fact.about, &fact.text);
    }
    let mut roles: Vec<VectorRole> = game.sim.vectors(unit).iter().map(|vector| vector.role).collect();
    roles.sort();
    roles.dedup();
    if roles.is_empty() {
        return;
    }
    ui.add_space(theme::STEP);
    ui.horizontal_wrapped(|ui| {
        for role in roles {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(20.0, 16.0), egui::Sense::hover());
            let stroke = egui::Stroke::new(2.0, theme::color(color(&game.sim, unit, role)));
            ui.painter().arrow(rect.left_center(), egui::vec2(18.0, 0.0), stroke);
            ui.label(role.label());
        }
    });
}

/// Several units: those that are held up come first, since they are why somebody looks.
fn several(ui: &mut egui::Ui, game: &Game, units: &[UnitId]) {
    ui.label(RichText::new("Why?").text_style(TextStyle::Heading));
    let mut told: Vec<(bool, UnitId, String)> = Vec::new();
    for &unit in units.iter().take(MOST_ASKED) {
        let Some(reasons) = explain(&game.sim, unit) else { continue };
        let fact = |about: &str| reasons.facts.iter().find(|fact| fact.about == about);
        let held_up = fact("behind").or(fact("fell short")).or(fact("waits"));
        let entity = game.sim.entity(unit);
        let model =
            entity.and_then(|entity| game.sim.world.get::<&ModelName>(entity).ok().map(|model| *model));
        // Only `predictive` has branches to tell of.
        let usual = if model == Some(ModelName::Predictive) { fact("decides") } else { fact("collides") };
        if let Some(fact) = held_up.or(usual).or(fact("wants")) {
            told.push((held_up.is_none(), unit, fact.text.clone()));
        }
    }
    told.sort_by_key(|&(goes_on, unit, _)| (goes_on, unit));
    // Who says the same is told of together.
    let mut together: Vec<(Vec<UnitId>, String)> = Vec::new();
    for (_, unit, text) in told {
        match together.iter_mut().find(|(_, known)| *known == text) {
            Some((units, _)) => units.push(unit),
            None => together.push((vec![unit], text)),
        }
    }
    for (units, text) in together.iter().take(MOST_TOLD) {
        let names: Vec<&str> =
            units.iter().take(MOST_NAMES).map(|unit| game.sim.names[unit.0 as usize].as_str()).collect();
        let rest = match units.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        sentence(ui, &format!("{}{rest}", names.join(", ")), text);
    }
    if units.len() > 1 {
        let rest = format!("Click one of the {} for all of it.", units.len());
        ui.label(RichText::new(rest).color(theme::color(theme::PENCIL)));
    }
}

fn sentence(ui: &mut egui::Ui, about: &str, text: &str) {
    let mut job = LayoutJob::default();
    let part = |style: TextStyle, color| egui::TextFormat {
        font_id: style.resolve(ui.style()),
        color,
        ..Default::default()
    };
    job.append(&format!("{about}  "), 0.0, part(TextStyle::Small, theme::color(theme::ACCENT)));
    job.append(text, 0.0, part(TextStyle::Body, theme::color(theme::INK)));
    job.wrap.max_width = WIDTH;
    ui.label(job);
}

fn color(sim: &Sim, unit: UnitId, role: VectorRole) -> theme::Rgb {
    match role.color() {
        VectorColor::Rgb(r, g, b) => [r, g, b],
        VectorColor::Team => {
            let entity = sim.entity(unit);
            let team = entity.and_then(|entity| Some(sim.world.get::<&Unit>(entity).ok()?.team));
            team.map_or(theme::INK, |team| sim.teams[usize::from(team)].color)
        }
    }
}

/// The arrows that the model of a unit thinks in, in the colours of its article.
pub fn arrows(pencil: &mut Pencil, camera: &Camera, sim: &Sim, unit: UnitId) {
    for vector in sim.vectors(unit) {
        let (from, to) = (camera.to_screen(vector.from), camera.to_screen(vector.to));
        if from.distance(to) >= SHORTEST {
            pencil.arrow(from, to, color(sim, unit, vector.role), 1.0);
        }
    }
}
