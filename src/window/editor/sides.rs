//! The part of the card about each team: who leads it, whose enemy it is, and teams of one's own.

use super::Editor;
use super::parts::{CARD, choose, folded, new_name, teams, tick_box};
use crate::level::Level;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui;
use serde_json::{Value, json};

/// Most teams that a hand can add: as many as have a colour and a rim of their own.
const MAX_TEAMS: usize = 4;

/// Shows the teams, folded until they are asked for.
pub(super) fn show(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    folded(ui, "Each team", ("teams", "teams"), |ui| {
        for (index, team) in level.teams.iter().enumerate() {
            ui.horizontal(|ui| {
                theme::swatch(ui, team.color, index, None, &team.name, false);
                leader(ui, editor, level, &team.name);
            });
        }
        enemies(ui, editor, level);
        another(ui, editor, level);
    });
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
    let rows = choices.map(|(text, stance)| (stance, text.to_owned(), format!("{team} {text}")));
    if let Some(chosen) = choose(ui, (&format!("stance {team}"), 120.0), "", Some(&now), rows) {
        editor.document.set_stance(team, chosen, &teams(level));
    }
}

/// Which teams are enemies, and whether enemies fight.
fn enemies(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    for (index, one) in level.teams.iter().enumerate() {
        for (other, team) in level.teams.iter().enumerate().skip(index + 1) {
            let (are, pair) = (one.enemies.contains(&other), (one.name.as_str(), team.name.as_str()));
            let text = format!("{} and {} are enemies", pair.0, pair.1);
            if let Some(are) = tick_box(ui, are, &text, &format!("enemies {} {}", pair.0, pair.1)) {
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
    let is_taken = |name: &str| level.teams.iter().any(|known| known.name == name);
    if let Some(name) = new_name(ui, &mut editor.team_name, ("team", "Another team"), is_taken) {
        editor.document.add_team(&name, &teams(level));
    }
}
