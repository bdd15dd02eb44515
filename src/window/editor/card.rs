//! The paper beside the map: tools, the level's own numbers, its orders, and what is wrong.

use super::options::{self, CARD, TILES};
use super::{Editor, EditorTool, Written};
use crate::editor::opponent::Opponent;
use crate::level::Level;
use crate::level::MAX_MAP_SIDE;
use crate::window::cards::paper::{RIM, accent, card, pale, title};
use crate::window::keys::Keys;
use crate::window::keys::action::KeyAction;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, ComboBox, DragValue, vec2};
use glam::Vec2;
use serde_json::Value;

/// Width of the card, points.
const WIDTH: f32 = 268.0;
/// Faults that are listed.
const MAX_FAULTS: usize = 4;
/// Orders, and changes of the map, that are listed, the last ones.
const MAX_LISTED: usize = 40;

/// What the card asks for.
#[derive(Default)]
pub struct AskedFor {
    /// What its buttons do.
    pub actions: Vec<KeyAction>,
    /// A place to look at, px.
    pub look: Option<Vec2>,
}

/// Shows the card.
/// `chosen`: the selected units, by their numbers in the document.
pub fn show(
    context: &egui::Context,
    editor: &mut Editor,
    level: &Level,
    keys: &Keys,
    chosen: &[usize],
) -> AskedFor {
    let mut asked = AskedFor::default();
    let height = context.screen_rect().height() - 2.0 * RIM - theme::card().total_margin().sum().y - 92.0;
    card(context, CARD, Align2::LEFT_TOP, vec2(RIM, RIM), |ui| {
        ui.set_width(WIDTH);
        let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        area.show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 28.0;
            ui.set_width(WIDTH - 8.0);
            head(ui, editor, keys, &mut asked);
            faults(ui, editor, &mut asked);
            tools(ui, editor);
            options::show(ui, editor, level);
            if editor.tool == EditorTool::Orders && !chosen.is_empty() {
                of_chosen(ui, editor, level, chosen);
            }
            ui.separator();
            numbers(ui, editor, level);
            listed(ui, editor, "orders", ("order", "orders"), told);
            listed(ui, editor, "edits", ("change of the map", "changes of the map"), change);
        });
    });
    asked
}

fn head(ui: &mut egui::Ui, editor: &mut Editor, keys: &Keys, asked: &mut AskedFor) {
    let sign = if editor.document.is_changed() { " •" } else { "" };
    let name = title(format!("{}{sign}", editor.document.word("name")));
    ui.add(egui::Label::new(name).truncate());
    ui.horizontal_wrapped(|ui| {
        for (name, text, action) in [
            ("test", "Test", KeyAction::Editor),
            ("save", "Save", KeyAction::SaveSession),
            ("undo", "Undo", KeyAction::Undo),
            ("redo", "Redo", KeyAction::Redo),
        ] {
            if ui.button(format!("{text}  {}", keys.text(action))).spot(CARD, name).clicked() {
                asked.actions.push(action);
            }
        }
    });
    ui.separator();
}

fn tools(ui: &mut egui::Ui, editor: &mut Editor) {
    ui.horizontal_wrapped(|ui| {
        for (tool, name, hint) in EditorTool::ALL {
            let button = egui::Button::new(name).selected(editor.tool == tool);
            if ui.add(button).on_hover_text(hint).spot(CARD, name).clicked() {
                editor.tool = tool;
            }
        }
    });
    let hint = EditorTool::ALL.iter().find(|(tool, ..)| *tool == editor.tool).map_or("", |tool| tool.2);
    ui.label(pale(hint));
}

/// Team, group and id of the selected units.
fn of_chosen(ui: &mut egui::Ui, editor: &mut Editor, level: &Level, chosen: &[usize]) {
    let team = editor.document.common(chosen, "team");
    let mut given = None;
    ui.horizontal_wrapped(|ui| {
        ui.label("Team");
        for (index, known) in level.teams.iter().enumerate() {
            let is_theirs = team.as_ref().and_then(Value::as_str) == Some(&known.name);
            let swatch = theme::swatch(ui, known.color, index, None, &known.name, is_theirs);
            if swatch.spot(CARD, format!("team {}", known.name)).clicked() && !is_theirs {
                given = Some(("team", Some(known.name.clone())));
            }
        }
    });
    let state = (chosen.to_vec(), editor.document.version());
    if editor.written.of != state {
        let word = |key| editor.document.common(chosen, key).and_then(|word| Some(word.as_str()?.to_owned()));
        let (group, id) = (word("group").unwrap_or_default(), word("id").unwrap_or_default());
        editor.written = Written { of: state, group, id };
    }
    let keys: &[&'static str] = if chosen.len() == 1 { &["group", "id"] } else { &["group"] };
    for &key in keys {
        ui.horizontal(|ui| {
            ui.label(if key == "id" { "Id" } else { "Group" });
            let word = if key == "id" { &mut editor.written.id } else { &mut editor.written.group };
            let response = ui.add(egui::TextEdit::singleline(word).desired_width(140.0)).spot(CARD, key);
            let word = word.trim().to_owned();
            if response.lost_focus() {
                given = Some((key, (!word.is_empty()).then_some(word)));
            }
        });
    }
    if let Some((key, word)) = given {
        let before = editor.document.common(chosen, key).and_then(|word| Some(word.as_str()?.to_owned()));
        if word != before {
            editor.document.give(chosen, key, word.map(Value::from));
        }
    }
}

/// The size of the map, and whom the player leads.
fn numbers(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let (columns, rows) = editor.document.size();
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
        editor.document.resize(size.0 as usize, size.1 as usize);
    }
    ui.horizontal(|ui| {
        ui.label("The player leads");
        let player = editor.document.word("player").to_owned();
        let mut chosen = player.clone();
        let text = if player.is_empty() { "everybody" } else { &player };
        ComboBox::from_id_salt("player").selected_text(text).show_ui(ui, |ui| {
            for team in &level.teams {
                ui.selectable_value(&mut chosen, team.name.clone(), &team.name);
            }
        });
        if chosen != player {
            editor.document.set("player", chosen.into());
        }
    });
    opponent(ui, editor, level);
}

/// Whether the others are friends, or how they fight.
fn opponent(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    use Opponent::{Friend, Hunts, Ordered, Stands};
    const ROWS: [(Opponent, &str); 4] = [
        (Friend, "friends"),
        (Ordered, "enemies"),
        (Stands, "enemies who stand"),
        (Hunts, "enemies who hunt"),
    ];
    ui.horizontal(|ui| {
        ui.label("The others are");
        let now = editor.document.opponent();
        let mut chosen = now;
        let text = ROWS.iter().find(|row| row.0 == now).map_or("enemies led by the file", |row| row.1);
        let shown = ComboBox::from_id_salt("opponent").selected_text(text).show_ui(ui, |ui| {
            for (opponent, text) in ROWS {
                ui.selectable_value(&mut chosen, opponent, text).spot(CARD, text);
            }
        });
        shown.response.spot(CARD, "opponent");
        if chosen != now {
            editor.document.set_opponent(chosen, &options::teams(level));
        }
    });
}

/// A list of the document, each line with a button that takes it away.
fn listed(
    ui: &mut egui::Ui,
    editor: &mut Editor,
    key: &str,
    (one, many): (&str, &str),
    told: impl Fn(&Value) -> String,
) {
    let list = editor.document.list(key);
    if list.is_empty() {
        return;
    }
    ui.separator();
    let count = list.len();
    let rows: Vec<(usize, String)> =
        list.iter().enumerate().rev().take(MAX_LISTED).map(|(index, value)| (index, told(value))).collect();
    let mut gone = None;
    ui.label(format!("{count} {}", if count == 1 { one } else { many }));
    for (index, text) in rows.into_iter().rev() {
        ui.horizontal(|ui| {
            if ui.small_button("×").on_hover_text("Take it away").clicked() {
                gone = Some(index);
            }
            ui.add(egui::Label::new(text).truncate());
        });
    }
    if let Some(index) = gone {
        editor.document.take(key, index);
    }
}

/// A change of the map in a line.
fn change(edit: &Value) -> String {
    let tile = TILES.iter().find(|(sign, ..)| edit["tile"].as_str() == Some(&sign.to_string()));
    let at = |index: usize| edit["area"][index].as_i64().unwrap_or(0);
    let (time, name) = (edit["time"].as_f64().unwrap_or(0.0), tile.map_or("", |tile| tile.1));
    format!("{time} s  {} × {} tiles: {}", at(2), at(3), name.to_lowercase())
}

/// An order in a line.
fn told(order: &Value) -> String {
    let who = &order["who"];
    let whom = match (who.as_array(), who["team"].as_str().or(who["group"].as_str())) {
        (Some(list), _) if list.len() == 1 => list[0].as_str().unwrap_or("one").to_owned(),
        (Some(list), _) => format!("{} units", list.len()),
        (None, Some(name)) => name.to_owned(),
        (None, None) => "all".into(),
    };
    let time = order["time"].as_f64().unwrap_or(0.0);
    format!("{time} s  {whom}: {}", order["do"].as_str().unwrap_or_default().replace('_', " "))
}

fn faults(ui: &mut egui::Ui, editor: &mut Editor, asked: &mut AskedFor) {
    if editor.faults.is_empty() {
        return;
    }
    let count = editor.faults.len();
    ui.label(accent(format!(
        "{count} {} to be mended before it can be saved",
        if count == 1 { "thing" } else { "things" }
    )));
    for fault in editor.faults.iter().take(MAX_FAULTS) {
        let text = format!("{}: {}", fault.path, fault.message);
        let response = ui.add(egui::Label::new(accent(text)).wrap().sense(egui::Sense::click()));
        if response.clicked() {
            asked.look = fault.at;
        }
    }
    ui.separator();
}
