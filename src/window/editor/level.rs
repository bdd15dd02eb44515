//! The part of the card about the level as a whole: its map, who leads whom, the model that moves it, its claims.

use super::Editor;
use super::parts::{CARD, come_into_view, in_one_step, teams};
use super::sides;
use crate::editor::Document;
use crate::editor::opponent::Opponent;
use crate::level::{Level, MAX_MAP_SIDE};
use crate::movement::tuning::parameters_of;
use crate::unit::ModelName;
use crate::window::spots::Spotted;
use crate::window::words::model_title;
use egui_macroquad::egui::{self, ComboBox, DragValue};
use serde_json::{Value, json};

pub(super) fn show(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    size(ui, &mut editor.document);
    player(ui, &mut editor.document, level);
    opponent(ui, &mut editor.document, level);
    sides::show(ui, editor, level);
    model(ui, &mut editor.document, level);
    claims(ui, &mut editor.document);
}

fn size(ui: &mut egui::Ui, document: &mut Document) {
    let (columns, rows) = document.size();
    let mut size = (columns, rows);
    ui.horizontal(|ui| {
        ui.label("Map");
        for (name, side) in [("columns", &mut size.0), ("rows", &mut size.1)] {
            let side = DragValue::new(side).range(4..=MAX_MAP_SIDE as i32).speed(0.3);
            ui.add(side.update_while_editing(false)).spot(CARD, name);
        }
        ui.label("tiles");
    });
    if size != (columns, rows) {
        document.resize(size.0 as usize, size.1 as usize);
    }
}

fn player(ui: &mut egui::Ui, document: &mut Document, level: &Level) {
    ui.horizontal(|ui| {
        ui.label("The player leads");
        let player = document.word("player").to_owned();
        let mut chosen = player.clone();
        let text = if player.is_empty() { "everybody" } else { &player };
        let combo = ComboBox::from_id_salt("player").selected_text(text).show_ui(ui, |ui| {
            for team in &level.teams {
                let name = format!("leads {}", team.name);
                ui.selectable_value(&mut chosen, team.name.clone(), &team.name).spot(CARD, name);
            }
        });
        combo.response.spot(CARD, "player");
        if chosen != player {
            document.set("player", chosen.into());
        }
    });
}

/// Whether the others are friends, or how they fight.
fn opponent(ui: &mut egui::Ui, document: &mut Document, level: &Level) {
    use Opponent::{Friend, Guards, Hunts, Ordered, Stands};
    const ROWS: [(Opponent, &str); 5] = [
        (Friend, "friends"),
        (Ordered, "enemies"),
        (Stands, "enemies who stand"),
        (Guards, "enemies who guard a field"),
        (Hunts, "enemies who hunt"),
    ];
    ui.horizontal(|ui| {
        ui.label("The others are");
        let now = document.opponent();
        let mut chosen = now;
        let text = ROWS.iter().find(|row| row.0 == now).map_or("as each team says", |row| row.1);
        let shown = ComboBox::from_id_salt("opponent").width(150.0).selected_text(text).show_ui(ui, |ui| {
            for (opponent, text) in ROWS {
                ui.selectable_value(&mut chosen, opponent, text).spot(CARD, text);
            }
        });
        shown.response.spot(CARD, "opponent");
        if chosen != now {
            document.set_opponent(chosen, &teams(level));
        }
    });
}

/// The model of all units that name no other, and its numbers.
fn model(ui: &mut egui::Ui, document: &mut Document, level: &Level) {
    ui.horizontal(|ui| {
        ui.label("Moved by");
        let mut chosen = level.model;
        let combo = ComboBox::from_id_salt("model").selected_text(model_title(chosen)).show_ui(ui, |ui| {
            for &model in ModelName::ALL.iter() {
                ui.selectable_value(&mut chosen, model, model_title(model)).spot(CARD, model.name());
            }
        });
        combo.response.spot(CARD, "model");
        if chosen != level.model {
            document.set("model", chosen.name().into());
        }
    });
    let folded = egui::CollapsingHeader::new("Its numbers").id_salt("parameters").show(ui, |ui| {
        parameters(ui, document, level.model);
    });
    come_into_view(ui, &folded);
    folded.header_response.spot(CARD, "parameters");
}

fn parameters(ui: &mut egui::Ui, document: &mut Document, model: ModelName) {
    let said = document.get("parameters").and_then(|all| all.get(model.name())).cloned().unwrap_or_default();
    let known = parameters_of(model);
    if known.is_empty() {
        ui.label("It has none.");
    }
    egui::Grid::new("numbers of the model").num_columns(2).show(ui, |ui| {
        for parameter in known {
            let said = &said[parameter.name];
            // As it is written, not as its nearest `f64` is.
            let usual = parameter.default.to_string().parse().unwrap_or(f64::from(parameter.default));
            let mut value = said.as_f64().or(said.as_bool().map(f64::from)).unwrap_or(usual);
            ui.label(parameter.name.replace('_', " "));
            let response = if parameter.is_switch() {
                let mut is_on = value != 0.0;
                let response = ui.checkbox(&mut is_on, "");
                value = f64::from(is_on);
                response
            } else {
                let (least, most) = (f64::from(*parameter.range.start()), f64::from(*parameter.range.end()));
                let number = DragValue::new(&mut value).range(least..=most).speed((most - least) / 400.0);
                let unit = Some(parameter.unit).filter(|unit| !unit.is_empty());
                let told = |value: f64, _| {
                    format!("{value}{}", unit.map_or(String::new(), |unit| format!(" {unit}")))
                };
                ui.add(number.custom_formatter(told).update_while_editing(false))
            };
            let response = response.on_hover_text(parameter.help.trim()).spot(CARD, parameter.name);
            in_one_step(document, &response, |document| {
                let value = (value * 1000.0).round() / 1000.0;
                // What is the model's own value is left to the model.
                let own = if parameter.is_switch() { json!(value != 0.0) } else { json!(value) };
                document.set_parameter(model.name(), parameter.name, (value != usual).then_some(own));
            });
            ui.end_row();
        }
    });
}

/// What the level claims of itself, each with a button that takes it away.
fn claims(ui: &mut egui::Ui, document: &mut Document) {
    let Some(claims) = document.get("expect").and_then(Value::as_object).filter(|claims| !claims.is_empty())
    else {
        return;
    };
    ui.separator();
    ui.label("It claims of itself")
        .on_hover_text("`expect` of the file: muster verify holds the level to it");
    let claims: Vec<(String, String)> =
        claims.iter().map(|(key, value)| (key.clone(), value.to_string())).collect();
    for (key, value) in claims {
        ui.horizontal(|ui| {
            if ui.small_button("×").on_hover_text("Take it away").clicked() {
                document.drop_claim(&key);
            }
            let label = ui.add(egui::Label::new(format!("{key}: {value}")).truncate());
            label.spot(CARD, format!("claim {key}"));
        });
    }
}
