//! The paper beside the map: tools, the level's own numbers, its orders, and what is wrong.

use super::options;
use super::parts::{CARD, in_one_step, whom};

use super::{Editor, EditorTool, chosen};
use crate::editor::{Document, sign};
use crate::window::building::TILES;
use crate::window::cards::asked::CardAsked;
use crate::window::cards::paper::{RIM, accent, at_right, card, pale, title};
use crate::window::keys::{KeyAction, Keys};
use crate::window::play::Play;
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::{counted, grouped};
use egui_macroquad::egui::{self, Align2, Context, DragValue, Ui, vec2};
use serde_json::{Value, json};

/// Width of the card, points.
const WIDTH: f32 = 268.0;
/// Least height of what scrolls on it, points.
const LEAST: f32 = 96.0;
/// Faults that are listed.
const MAX_FAULTS: usize = 4;
/// Orders, and changes of the map, that are listed, the last ones.
const MAX_LISTED: usize = 40;

/// Shows the card.
/// `selected`: the selected units, by their numbers in the document.
pub fn show(
    context: &Context,
    editor: &mut Editor,
    play: &Play,
    keys: &Keys,
    selected: &[usize],
    asked: &mut Vec<CardAsked>,
) {
    // What is done with a selection lies below it.
    let below = if editor.tool == EditorTool::Orders { 92.0 } else { 0.0 };
    let bottom = context.screen_rect().bottom() - RIM - theme::card().total_margin().sum().y / 2.0 - below;
    card(context, CARD, Align2::LEFT_TOP, vec2(RIM, RIM), |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().interact_size.y = 28.0;
        head(ui, editor, keys, asked);
        tools(ui, editor);
        // What the tool has to offer scrolls below them.
        let height = (bottom - ui.cursor().top()).max(LEAST);
        let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        area.id_salt(format!("{:?}", editor.tool)).show(ui, |ui| {
            ui.set_width(WIDTH - 8.0);
            options::show(ui, editor, play);
            // Below the buttons: a fault comes with the stroke that makes it, and no button may move then.
            faults(ui, editor, asked);
            match editor.tool {
                EditorTool::Orders => {
                    if !selected.is_empty() {
                        chosen::show(ui, &mut editor.document, &play.level, selected);
                    }
                    listed(ui, &mut editor.document, "orders", ("order", "orders"), told);
                }
                EditorTool::Changes => {
                    let called = ("change of the map", "changes of the map");
                    listed(ui, &mut editor.document, "edits", called, change);
                }
                _ => {}
            }
        });
    });
}

fn head(ui: &mut Ui, editor: &Editor, keys: &Keys, asked: &mut Vec<CardAsked>) {
    let sign = if editor.document.is_changed() { " •" } else { "" };
    let name = title(format!("{}{sign}", editor.document.word("name")));
    ui.horizontal(|ui| {
        at_right(ui, |ui| {
            let menu = ui.button("Menu").on_hover_text("The level waits there");
            menu.spot(CARD, "menu").asks(asked, CardAsked::Menu);
            let rest = egui::Layout::left_to_right(egui::Align::Center);
            ui.with_layout(rest, |ui| ui.add(egui::Label::new(name).truncate()));
        });
    });
    ui.horizontal_wrapped(|ui| {
        for (name, text, action) in [
            ("test", "Test", KeyAction::Editor),
            ("save", "Save", KeyAction::SaveSession),
            ("save as", "Save as", KeyAction::SaveLevel),
            ("undo", "Undo", KeyAction::Undo),
            ("redo", "Redo", KeyAction::Redo),
        ] {
            let key = keys.text(action);
            let button = match action {
                // Its keys would take a line of their own.
                KeyAction::SaveLevel => {
                    ui.button(text).on_hover_text(format!("Under another name and description  {key}"))
                }
                _ => ui.button(format!("{text}  {key}")),
            };
            button.spot(CARD, name).asks(asked, CardAsked::Key(action));
        }
    });
    ui.separator();
}

fn tools(ui: &mut Ui, editor: &mut Editor) {
    ui.horizontal_wrapped(|ui| {
        for (tool, name, hint) in EditorTool::ALL {
            let button = egui::Button::new(name).selected(editor.tool == tool);
            ui.add(button).on_hover_text(hint).spot(CARD, name).sets(&mut editor.tool, tool);
        }
    });
    let hint = EditorTool::ALL.iter().find(|(tool, ..)| *tool == editor.tool).map_or("", |tool| tool.2);
    ui.label(pale(hint));
}

/// A list of the document, each line with a button that takes it away and the time at which it comes.
fn listed(
    ui: &mut Ui,
    document: &mut Document,
    key: &str,
    (one, many): (&str, &str),
    told: impl Fn(&Value) -> String,
) {
    let list = document.list(key);
    let count = list.len();
    if count == 0 {
        return;
    }
    ui.separator();
    ui.label(counted(count, one, many));
    let first = count.saturating_sub(MAX_LISTED);
    let rows: Vec<(String, f64)> =
        list[first..].iter().map(|value| (told(value), value["time"].as_f64().unwrap_or(0.0))).collect();
    let mut gone = None;
    for (index, (text, mut time)) in (first..).zip(rows) {
        ui.horizontal(|ui| {
            ui.small_button("×").on_hover_text("Take it away").sets(&mut gone, Some(index));
            let number =
                DragValue::new(&mut time).range(0.0..=36_000.0).speed(0.1).max_decimals(2).suffix(" s");
            let response = ui.add(number.update_while_editing(false)).on_hover_text("When it comes");
            in_one_step(document, &response.spot(CARD, format!("{key} {}", index + 1)), |document| {
                document.set_in(key, index, "time", Some(json!((time * 100.0).round() / 100.0)));
            });
            ui.add(egui::Label::new(text).truncate());
        });
    }
    if let Some(index) = gone {
        document.take(key, index);
    }
}

/// A change of the map in words.
fn change(edit: &Value) -> String {
    let tile = TILES.iter().find(|(tile, ..)| edit["tile"].as_str() == Some(&sign(*tile).to_string()));
    let at = |index: usize| edit["area"][index].as_i64().unwrap_or(0);
    let name = tile.map_or("", |tile| tile.1).to_lowercase();
    format!("{} × {} tiles: {name}", at(2), at(3))
}

/// An order in words.
fn told(order: &Value) -> String {
    let then = if order["queue"] == true { "then " } else { "" };
    format!("{then}{}: {}", whom(&order["who"]), order["do"].as_str().unwrap_or_default().replace('_', " "))
}

fn faults(ui: &mut Ui, editor: &Editor, asked: &mut Vec<CardAsked>) {
    if editor.faults.is_empty() {
        return;
    }
    ui.separator();
    let things = counted(editor.faults.len(), "thing", "things");
    ui.label(accent(format!("{things} to be mended before it can be saved")));
    for fault in editor.faults.iter().take(MAX_FAULTS) {
        let text = format!("{}: {}", fault.path, fault.message);
        let response = ui.add(egui::Label::new(accent(text)).wrap().sense(egui::Sense::click()));
        if response.clicked() {
            asked.extend(fault.at.map(CardAsked::Look));
        }
    }
    let more = editor.faults.len().saturating_sub(MAX_FAULTS);
    if more > 0 {
        ui.label(accent(format!("and {} more", grouped(more))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queued_order_is_what_comes_then() {
        let order = json!({ "who": "all", "do": "move", "to": [4, 4] });
        let mut queued = order.clone();
        queued["queue"] = true.into();
        assert_eq!(told(&queued), format!("then {}", told(&order)));
    }
}
