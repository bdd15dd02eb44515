//! The part of the card about each team: who leads it, whose enemy it is, and teams of one's own.

use super::Editor;
use super::parts::{CARD, choose, come_into_view, teams};
use crate::level::Level;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui;
use serde_json::{Value, json};

/// Most teams that a hand can add: as many as have a colour and a rim of their own.
const MAX_TEAMS: usize = 4;

/// Shows the teams, folded until they are asked for.
pub(super) fn show(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let shown = egui::CollapsingHeader::new("Each team").id_salt("teams").show(ui, |ui| {
        for (index, team) in level.teams.iter().enumerate() {
            ui.horizontal(|ui| {
                theme::swatch(ui, team.color, index, None, &team.name, false);
                leader(ui, editor, level, &team.name);
            });
        }
        enemies(ui, editor, level);
        another(ui, editor, level);
    });
    come_into_view(ui, &shown);
    shown.header_response.spot(CARD, "teams");
}

/// Who leads a team.
fn leader(ui: &mut egui::Ui, editor: &mut Editor, level: &Level, team: &str) {
    let (columns, rows) = editor.document.size();
    let now = editor.document.stance(team).cloned().filter(|stance| stance != "orders");
    let field =
        now.clone().filter(Value::is_object).unwrap_or_else(|| json!({ "guard": [0, 0, columns, rows] }));
    let choices = [
        ("obeys orders", None),
        ("stands", Some(json!("stand"))),
        ("guards a field", Some(field)),
        ("hunts", Some(json!("hunt"))),
    ];
    let text = choices.iter().find(|(_, stance)| *stance == now).map_or("", |choice| choice.0);
    let rows = choices.map(|(text, stance)| (stance, text.to_owned(), format!("{team} {text}")));
    if let Some(chosen) = choose(ui, (&format!("stance {team}"), 120.0), text, Some(&now), rows) {
        editor.document.set_stance(team, chosen, &teams(level));
    }
}

/// Which teams are enemies, and whether enemies fight.
fn enemies(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    for (index, one) in level.teams.iter().enumerate() {
        for (other, team) in level.teams.iter().enumerate().skip(index + 1) {
            let mut are = one.enemies.contains(&other);
            let pair = (one.name.as_str(), team.name.as_str());
            let text = format!("{} and {} are enemies", pair.0, pair.1);
            let response = ui.checkbox(&mut are, text).spot(CARD, format!("enemies {} {}", pair.0, pair.1));
            if response.clicked() {
                editor.document.set_enemies(pair, are, &teams(level));
            }
        }
    }
    let mut fights = level.fight;
    let hint = "Without it enemies only stand in each other's way";
    if ui.checkbox(&mut fights, "Enemies fight").on_hover_text(hint).spot(CARD, "fight").clicked() {
        editor.document.set("fight", fights.into());
    }
}

/// A new team, under a name that none has.
fn another(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    if level.teams.len() >= MAX_TEAMS {
        return;
    }
    ui.horizontal(|ui| {
        let field =
            egui::TextEdit::singleline(&mut editor.team_name).desired_width(96.0).hint_text("its name");
        ui.add(field).spot(CARD, "team name");
        let name = editor.team_name.trim().to_owned();
        let is_new = !name.is_empty() && level.teams.iter().all(|known| known.name != name);
        if ui.add_enabled(is_new, egui::Button::new("Another team")).spot(CARD, "new team").clicked() {
            editor.document.add_team(&name, &teams(level));
            editor.team_name.clear();
        }
    });
}
