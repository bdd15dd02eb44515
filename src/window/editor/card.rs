//! The paper beside the map: tools, the level's own numbers, its orders, and what is wrong.

use super::options::{self, TILES};
use super::parts::{CARD, in_one_step};
use super::{Editor, EditorTool, Written};
use crate::level::Level;
use crate::window::cards::paper::{RIM, accent, card, pale, title};
use crate::window::keys::Keys;
use crate::window::keys::action::KeyAction;
use crate::window::play::Play;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, DragValue, vec2};
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
    play: &Play,
    keys: &Keys,
    chosen: &[usize],
) -> AskedFor {
    let mut asked = AskedFor::default();
    // What is done with a selection lies below it.
    let below = if editor.tool == EditorTool::Orders { 92.0 } else { 0.0 };
    let height = context.screen_rect().height() - 2.0 * RIM - theme::card().total_margin().sum().y - below;
    card(context, CARD, Align2::LEFT_TOP, vec2(RIM, RIM), |ui| {
        ui.set_width(WIDTH);
        let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        area.show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 28.0;
            ui.set_width(WIDTH - 8.0);
            head(ui, editor, keys, &mut asked);
            faults(ui, editor, &mut asked);
            tools(ui, editor);
            options::show(ui, editor, play);
            match editor.tool {
                EditorTool::Orders => {
                    if !chosen.is_empty() {
                        of_chosen(ui, editor, &play.level, chosen);
                    }
                    listed(ui, editor, "orders", ("order", "orders"), told);
                }
                EditorTool::Changes => {
                    listed(ui, editor, "edits", ("change of the map", "changes of the map"), change);
                }
                _ => {}
            }
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

/// Team, group, id and priority of the selected units.
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
    priority(ui, editor, level, chosen);
    if let Some((key, word)) = given {
        let before = editor.document.common(chosen, key).and_then(|word| Some(word.as_str()?.to_owned()));
        if word != before {
            editor.document.give(chosen, key, word.map(Value::from));
        }
    }
}

/// Who of the selected units goes first: their kind's number is no number of their own.
fn priority(ui: &mut egui::Ui, editor: &mut Editor, level: &Level, chosen: &[usize]) {
    let kind = editor.document.common(chosen, "kind");
    let kind = level.kinds.iter().find(|known| kind.as_ref().and_then(Value::as_str) == Some(&known.name));
    let usual = kind.map(|kind| i64::from(kind.priority));
    let said = editor.document.common(chosen, "priority");
    let own = said.as_ref().and_then(Value::as_i64);
    // Units that differ show no number until one is written for all of them.
    let is_common = own.is_some() || (said == Some(Value::Null) && usual.is_some());
    let mut value = own.or(usual).unwrap_or(1);
    ui.horizontal(|ui| {
        ui.label("Priority");
        let number = DragValue::new(&mut value).range(-100..=100).speed(0.1).update_while_editing(false);
        let told = |value: f64, _| if is_common { format!("{value}") } else { "several".to_owned() };
        let response =
            ui.add(number.custom_formatter(told)).on_hover_text("Whoever has the higher one goes first");
        let response = response.spot(CARD, "priority");
        in_one_step(&mut editor.document, &response, |document| {
            document.give(chosen, "priority", (Some(value) != usual).then(|| value.into()));
        });
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
