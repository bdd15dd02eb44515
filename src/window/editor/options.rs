//! The part of the card that belongs to the tool in hand: what it draws with, and where else.

use super::{AskedGoal, Editor, EditorTool};
use crate::editor::brush::LARGEST;
use crate::editor::symmetry::Symmetry;
use crate::level::Level;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, ComboBox, DragValue};
use serde_json::json;
use std::ops::RangeInclusive;

/// The name of the editor's card.
pub(super) const CARD: &str = "editor";
/// The tiles: sign, name, colour.
pub(super) const TILES: [(char, &str, theme::Rgb); 4] = [
    ('#', "Rock", theme::ROCK),
    ('T', "Trees", theme::TREES),
    ('~', "Water", theme::WATER),
    ('.', "Ground", theme::PAPER),
];

/// What the tool in hand draws with.
pub(super) fn show(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    match editor.tool {
        EditorTool::Orders => {
            ui.horizontal(|ui| number(ui, "Orders are given at", &mut editor.time, 0.0..=600.0, " s"));
        }
        EditorTool::Changes => {
            ui.horizontal(|ui| {
                number(ui, "It changes at", &mut editor.time, 0.0..=600.0, " s");
                ui.label("to");
            });
            tiles(ui, editor);
        }
        tool if tool.paints() => {
            tiles(ui, editor);
            if matches!(tool, EditorTool::Brush | EditorTool::Line) {
                ui.horizontal(|ui| {
                    ui.label("Width");
                    ui.add(DragValue::new(&mut editor.size).range(1..=LARGEST).speed(0.1));
                    ui.label("tiles");
                });
            }
        }
        EditorTool::Units => units(ui, editor, level),
        EditorTool::Obstacles => {
            ui.horizontal(|ui| {
                number(ui, "Radius", &mut editor.radius, 4.0..=60.0, " px");
                number(ui, "A turn in", &mut editor.period, 0.5..=600.0, " s");
            });
        }
        _ => goals(ui, editor, level),
    }
    if !matches!(editor.tool, EditorTool::Orders | EditorTool::Goals | EditorTool::Changes) {
        symmetry(ui, editor);
    }
}

/// A number that the hand turns, behind its name.
fn number(ui: &mut egui::Ui, name: &str, value: &mut f64, range: RangeInclusive<f64>, unit: &str) {
    ui.label(name);
    ui.add(DragValue::new(value).range(range).speed(0.2).suffix(unit));
}

/// Which tile is put down.
fn tiles(ui: &mut egui::Ui, editor: &mut Editor) {
    ui.horizontal_wrapped(|ui| {
        for (sign, name, rgb) in TILES {
            if theme::swatch(ui, rgb, 0, None, name, editor.tile == sign).spot(CARD, name).clicked() {
                editor.tile = sign;
            }
        }
    });
}

fn units(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let color = level.teams.get(editor.team).map_or(theme::STONE, |team| team.color);
    ui.horizontal_wrapped(|ui| {
        for (index, kind) in level.kinds.iter().enumerate() {
            let (name, is_chosen) = (&kind.name, editor.kind == index);
            if theme::swatch(ui, color, editor.team, Some(name), name, is_chosen).spot(CARD, name).clicked() {
                editor.kind = index;
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        for (index, team) in level.teams.iter().enumerate() {
            let swatch = theme::swatch(ui, team.color, index, None, &team.name, editor.team == index);
            if swatch.spot(CARD, &team.name).clicked() {
                editor.team = index;
            }
        }
    });
    ui.horizontal(|ui| {
        ui.label("Facing");
        for (name, degrees) in [("→", 0.0), ("↓", 90.0), ("←", 180.0), ("↑", 270.0)] {
            if ui.add(egui::Button::new(name).selected(editor.facing == degrees)).clicked() {
                editor.facing = degrees;
            }
        }
    });
    ui.checkbox(&mut editor.shows_reach, "Show where they cannot come");
}

fn symmetry(ui: &mut egui::Ui, editor: &mut Editor) {
    ui.horizontal(|ui| {
        ui.label("Mirror");
        let name =
            |symmetry| Symmetry::ALL.iter().find(|(known, _)| *known == symmetry).map_or("", |it| it.1);
        let combo = ComboBox::from_id_salt("symmetry").selected_text(name(editor.symmetry));
        let combo = combo.show_ui(ui, |ui| {
            for (symmetry, name) in Symmetry::ALL {
                ui.selectable_value(&mut editor.symmetry, symmetry, name);
            }
        });
        combo.response.spot(CARD, "symmetry");
    });
    if editor.symmetry != Symmetry::None && editor.tool == EditorTool::Units {
        ui.checkbox(&mut editor.changes_sides, "Images are of the next team");
    }
}

/// Names and colours of the teams.
pub fn teams(level: &Level) -> Vec<(String, [u8; 3])> {
    level.teams.iter().map(|team| (team.name.clone(), team.color)).collect()
}

fn goals(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let mut is_asked = editor.document.defeat().is_some();
    let asked = ui.checkbox(&mut is_asked, "Defeat the other team").spot(CARD, "defeat");
    if asked.clicked() {
        editor.document.toggle_defeat(&teams(level));
    }
    for (asked, text) in [
        (AskedGoal::Bring, "Bring all of your team there"),
        (AskedGoal::Hold, "Hold it, with nobody else there"),
        (AskedGoal::Shut, "Keep the other team out"),
    ] {
        ui.radio_value(&mut editor.asked, asked, text);
    }
    if editor.asked != AskedGoal::Bring {
        ui.horizontal(|ui| number(ui, "for", &mut editor.seconds, 1.0..=600.0, " s"));
    }
    if editor.document.list("goals").is_empty() {
        return;
    }
    ui.label("Gold, silver and bronze within");
    ui.horizontal(|ui| {
        let before = editor.document.get("medals").cloned().unwrap_or_else(|| json!({}));
        let mut medals = before.clone();
        let mut least = 1.0;
        for (medal, usual) in [("gold", 30.0), ("silver", 40.0), ("bronze", 60.0)] {
            let mut time = before[medal].as_f64().unwrap_or(usual).max(least);
            let title = format!("{}{} ", medal[..1].to_uppercase(), &medal[1..]);
            let changed = ui
                .add(DragValue::new(&mut time).range(least..=3600.0).speed(0.2).suffix(" s"))
                .on_hover_text(title)
                .changed();
            if changed || before[medal].is_number() {
                medals[medal] = json!((time * 10.0).round() / 10.0);
            }
            least = time;
        }
        if medals != before {
            editor.document.set("medals", medals);
        }
    });
}
