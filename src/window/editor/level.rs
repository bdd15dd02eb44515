//! The part of the card about the level as a whole: its map, who leads whom, each team, the model that moves
//! it, its claims.

use super::parts::{CARD, LIST, choose, folded, new_name, teams, tick_box};
use super::{Editor, model};
use crate::editor::Document;
use crate::editor::opponent::Opponent;
use crate::level::{Level, MAX_MAP_SIDE};
use crate::window::cards::swatch::swatch;
use crate::window::spots::Spotted;
use egui_macroquad::egui::{self, DragValue, Ui};
use serde_json::{Value, json};

/// Most teams that a hand can add: as many as have a colour and a rim of their own.
const MAX_TEAMS: usize = 4;

pub(super) fn show(ui: &mut Ui, editor: &mut Editor, level: &Level) {
    size(ui, &mut editor.document);
    player(ui, &mut editor.document, level);
    opponent(ui, &mut editor.document, level);
    each_team(ui, editor, level);
    model::show(ui, editor, level);
    controls(ui, &mut editor.document);
    claims(ui, &mut editor.document);
}

fn size(ui: &mut Ui, document: &mut Document) {
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

fn player(ui: &mut Ui, document: &mut Document, level: &Level) {
    ui.horizontal(|ui| {
        ui.label("The player leads");
        let player = document.word("player").to_owned();
        let called = |name: &str| if name.is_empty() { "everybody".to_owned() } else { name.to_owned() };
        let names = std::iter::once(String::new()).chain(level.teams.iter().map(|team| team.name.clone()));
        let rows = names.map(|name| (name.clone(), called(&name), format!("leads {}", called(&name))));
        match choose(ui, ("player", LIST), &called(&player), Some(&player), rows) {
            Some(chosen) if chosen.is_empty() => document.clear("player"),
            Some(chosen) => document.set("player", chosen.into()),
            None => {}
        }
    });
}

/// Whether the others are friends, or how they fight.
fn opponent(ui: &mut Ui, document: &mut Document, level: &Level) {
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
        let rows = ROWS.map(|(opponent, text)| (opponent, text.to_owned(), text.to_owned()));
        if let Some(chosen) = choose(ui, ("opponent", 150.0), "as each team says", Some(&now), rows) {
            document.set_opponent(chosen, &teams(level));
        }
    });
}

/// Whether the two buttons send the first two teams, as in article 000's demo.
fn controls(ui: &mut Ui, document: &mut Document) {
    let mut are_two = document.word("controls") == "two_groups";
    let response = ui.checkbox(&mut are_two, "Each button of the mouse sends a team");
    let response =
        response.on_hover_text("The left one the first team, the right one the second; nothing is selected");
    if response.spot(CARD, "controls").clicked() {
        document.set("controls", if are_two { "two_groups" } else { "rts" }.into());
    }
}

/// What the level claims of itself, each with a button that takes it away.
fn claims(ui: &mut Ui, document: &mut Document) {
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

/// Shows the teams, folded until they are asked for.
fn each_team(ui: &mut Ui, editor: &mut Editor, level: &Level) {
    folded(ui, "Each team", ("teams", "teams"), |ui| {
        for (index, team) in level.teams.iter().enumerate() {
            ui.horizontal(|ui| {
                swatch(ui, team.color, index, None, &team.name, false);
                leader(ui, editor, level, &team.name);
            });
        }
        enemies(ui, editor, level);
        another_team(ui, editor, level);
    });
}

/// Who leads a team.
fn leader(ui: &mut Ui, editor: &mut Editor, level: &Level, team: &str) {
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
fn enemies(ui: &mut Ui, editor: &mut Editor, level: &Level) {
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
fn another_team(ui: &mut Ui, editor: &mut Editor, level: &Level) {
    if level.teams.len() >= MAX_TEAMS {
        return;
    }
    let is_taken = |name: &str| level.teams.iter().any(|known| known.name == name);
    if let Some(name) = new_name(ui, &mut editor.team_name, ("team", "Another team"), is_taken) {
        editor.document.add_team(&name, &teams(level));
    }
}
