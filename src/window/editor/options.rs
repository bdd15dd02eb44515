//! The part of the card that belongs to the tool in hand: what it draws with, and where else.

use super::{AskedGoal, Editor, EditorTool};
use crate::editor::Document;
use crate::editor::brush::LARGEST;
use crate::editor::symmetry::Symmetry;
use crate::level::Level;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, ComboBox, DragValue};
use serde_json::{Value, json};
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
    ui.add(DragValue::new(value).range(range).speed(0.2).suffix(unit)).spot(CARD, name);
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
                ui.selectable_value(&mut editor.symmetry, symmetry, name).spot(CARD, name);
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
        ui.radio_value(&mut editor.asked, asked, text).spot(CARD, text);
    }
    if editor.asked != AskedGoal::Bring {
        ui.horizontal(|ui| number(ui, "for", &mut editor.seconds, 1.0..=600.0, " s"));
    }
    if editor.document.list("goals").is_empty() {
        return;
    }
    for index in 0..editor.document.list("goals").len() {
        ui.push_id(("goal", index), |ui| ui.horizontal(|ui| goal(ui, &mut editor.document, level, index)));
    }
    medals(ui, &mut editor.document);
}

/// A goal in a line: a button that takes it away, what the player is told, and how many it asks for.
fn goal(ui: &mut egui::Ui, document: &mut Document, level: &Level, index: usize) {
    if ui.small_button("×").on_hover_text("Take it away").clicked() {
        return document.take("goals", index);
    }
    let Some(goal) = document.list("goals").get(index).cloned() else { return };
    let (id, told) = (ui.id().with("text"), goal["text"].as_str().unwrap_or_default());
    // What is being written goes into the document when it is done: it is one step of undo.
    let mut text = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| told.to_owned());
    let kind = goal.as_object().and_then(|goal| goal.keys().next()).map_or("", String::as_str);
    let edit =
        egui::TextEdit::singleline(&mut text).desired_width(150.0).hint_text(format!("{kind}: its words"));
    let response = ui.add(edit).spot(CARD, format!("text {}", index + 1));
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<String>(id));
        let text = text.trim();
        document.set_goal(index, "text", (!text.is_empty()).then(|| text.into()));
    }
    let key = match kind {
        "bring" => "count",
        "keep" => "at_least",
        _ => return,
    };
    let mut count = goal[key].as_u64().unwrap_or(0);
    let number = DragValue::new(&mut count).range(0..=level.units.len()).speed(0.1);
    let all = |count: f64, _| if count == 0.0 { "all".to_owned() } else { format!("{count}") };
    let response = ui.add(number.custom_formatter(all).update_while_editing(false));
    let response = response.on_hover_text("How many; 0 is all").spot(CARD, format!("count {}", index + 1));
    in_one_step(document, &response, |document| {
        document.set_goal(index, key, (count > 0).then(|| count.into()));
    });
}

/// A change that a number asks for: all of a drag is one step of undo.
fn in_one_step(document: &mut Document, response: &egui::Response, change: impl FnOnce(&mut Document)) {
    if response.drag_started() {
        document.begin();
    }
    if response.changed() {
        change(document);
    }
    if response.drag_stopped() {
        document.end();
    }
}

/// The times for medals, where the level gives any.
fn medals(ui: &mut egui::Ui, document: &mut Document) {
    const USUAL: [(&str, f64); 3] = [("gold", 30.0), ("silver", 40.0), ("bronze", 60.0)];
    let known = document.get("medals").filter(|medals| **medals != json!({})).cloned();
    let mut are_given = known.is_some();
    let text = "Gold, silver and bronze within";
    if ui.checkbox(&mut are_given, text).spot(CARD, "medals").clicked() {
        let usual = || USUAL.iter().map(|&(medal, time)| (medal.to_owned(), json!(time))).collect();
        document.set("medals", if are_given { Value::Object(usual()) } else { json!({}) });
    }
    let Some(known) = known else { return };
    ui.horizontal(|ui| {
        let mut least = 1.0;
        for (medal, usual) in USUAL {
            let mut time = known[medal].as_f64().unwrap_or(usual).max(least);
            let number = DragValue::new(&mut time).range(least..=3600.0).speed(0.2).suffix(" s");
            let response = ui.add(number.update_while_editing(false)).on_hover_text(medal).spot(CARD, medal);
            in_one_step(document, &response, |document| {
                let mut medals = known.clone();
                medals[medal] = json!((time * 10.0).round() / 10.0);
                document.set("medals", medals);
            });
            least = time;
        }
    });
}
