//! The paper beside the map: tools, what they draw with, the level's own numbers, its orders, and what is
//! wrong.

use super::{Asked, Editor, Tool, Written};
use crate::editor::symmetry::Symmetry;
use crate::level::Level;
use crate::level::MAX_MAP_SIDE;
use crate::window::cards::paper::{RIM, pale};
use crate::window::keys::Keys;
use crate::window::keys::action::Action;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, ComboBox, DragValue, RichText, TextStyle, vec2};
use glam::Vec2;
use serde_json::{Value, json};

/// Width of the card, points.
const WIDTH: f32 = 268.0;
/// Faults that are listed.
const MAX_FAULTS: usize = 4;
/// Orders, and changes of the map, that are listed, the last ones.
const MAX_LISTED: usize = 40;
/// The tiles: sign, name, colour.
const TILES: [(char, &str, theme::Rgb); 4] = [
    ('#', "Rock", theme::ROCK),
    ('T', "Trees", theme::TREES),
    ('~', "Water", theme::WATER),
    ('.', "Ground", theme::PAPER),
];

/// What the card asks for.
#[derive(Default)]
pub struct AskedFor {
    /// What its buttons do.
    pub actions: Vec<Action>,
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
    editor.spots.clear();
    let height = context.screen_rect().height() - 2.0 * RIM - theme::card().total_margin().sum().y - 92.0;
    let area = egui::Area::new("editor".into()).anchor(Align2::LEFT_TOP, vec2(RIM, RIM));
    area.order(egui::Order::Middle).show(context, |ui| {
        theme::card().show(ui, |ui| {
            ui.set_width(WIDTH);
            let area = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
            area.show(ui, |ui| {
                ui.spacing_mut().interact_size.y = 28.0;
                ui.set_width(WIDTH - 8.0);
                head(ui, editor, keys, &mut asked);
                faults(ui, editor, &mut asked);
                tools(ui, editor);
                options(ui, editor, level);
                if editor.tool == Tool::Orders && !chosen.is_empty() {
                    of_chosen(ui, editor, level, chosen);
                }
                ui.separator();
                numbers(ui, editor, level);
                listed(ui, editor, "orders", ("order", "orders"), told);
                listed(ui, editor, "edits", ("change of the map", "changes of the map"), change);
            });
        });
    });
    asked
}

fn button(ui: &mut egui::Ui, editor: &mut Editor, name: &str, text: String) -> bool {
    let response = ui.button(text);
    editor.spots.push((name.into(), response.rect));
    response.clicked()
}

fn head(ui: &mut egui::Ui, editor: &mut Editor, keys: &Keys, asked: &mut AskedFor) {
    let sign = if editor.document.is_changed() { " •" } else { "" };
    let name = RichText::new(format!("{}{sign}", editor.document.word("name")));
    ui.add(egui::Label::new(name.text_style(TextStyle::Heading)).truncate());
    ui.horizontal_wrapped(|ui| {
        for (name, text, action) in [
            ("test", "Test", Action::Editor),
            ("save", "Save", Action::SaveSession),
            ("undo", "Undo", Action::Undo),
            ("redo", "Redo", Action::Redo),
        ] {
            if button(ui, editor, name, format!("{text}  {}", keys.text(action))) {
                asked.actions.push(action);
            }
        }
    });
    ui.separator();
}

fn tools(ui: &mut egui::Ui, editor: &mut Editor) {
    ui.horizontal_wrapped(|ui| {
        for (tool, name, hint) in Tool::ALL {
            let button = egui::Button::new(name).selected(editor.tool == tool);
            let response = ui.add(button).on_hover_text(hint);
            editor.spots.push((name.into(), response.rect));
            if response.clicked() {
                editor.tool = tool;
            }
        }
    });
    let hint = Tool::ALL.iter().find(|(tool, ..)| *tool == editor.tool).map_or("", |tool| tool.2);
    ui.label(pale(hint));
}

/// What the tool in hand draws with.
fn options(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    match editor.tool {
        Tool::Orders => {
            ui.horizontal(|ui| {
                ui.label("Orders are given at");
                ui.add(DragValue::new(&mut editor.time).range(0.0..=600.0).speed(0.1).suffix(" s"));
            });
        }
        Tool::Changes => {
            ui.horizontal(|ui| {
                ui.label("It changes at");
                ui.add(DragValue::new(&mut editor.time).range(0.0..=600.0).speed(0.1).suffix(" s"));
                ui.label("to");
            });
            tiles(ui, editor);
        }
        tool if tool.paints() => {
            tiles(ui, editor);
            if matches!(tool, Tool::Brush | Tool::Line) {
                ui.horizontal(|ui| {
                    ui.label("Width");
                    ui.add(
                        DragValue::new(&mut editor.size).range(1..=crate::editor::brush::LARGEST).speed(0.1),
                    );
                    ui.label("tiles");
                });
            }
        }
        Tool::Units => units(ui, editor, level),
        Tool::Obstacles => {
            ui.horizontal(|ui| {
                ui.label("Radius");
                ui.add(DragValue::new(&mut editor.radius).range(4.0..=60.0).speed(0.5).suffix(" px"));
                ui.label("A turn in");
                ui.add(DragValue::new(&mut editor.period).range(0.5..=600.0).speed(0.1).suffix(" s"));
            });
        }
        _ => goals(ui, editor),
    }
    if !matches!(editor.tool, Tool::Orders | Tool::Goals | Tool::Changes) {
        symmetry(ui, editor);
    }
}

/// Which tile is put down.
fn tiles(ui: &mut egui::Ui, editor: &mut Editor) {
    ui.horizontal_wrapped(|ui| {
        for (sign, name, rgb) in TILES {
            let response = theme::swatch(ui, rgb, 0, None, name, editor.tile == sign);
            editor.spots.push((name.into(), response.rect));
            editor.tile = if response.clicked() { sign } else { editor.tile };
        }
    });
}

/// Team, group and id of the selected units.
fn of_chosen(ui: &mut egui::Ui, editor: &mut Editor, level: &Level, chosen: &[usize]) {
    let team = editor.document.common(chosen, "team");
    let mut given = None;
    ui.horizontal_wrapped(|ui| {
        ui.label("Team");
        for (index, known) in level.teams.iter().enumerate() {
            let is_theirs = team.as_ref().and_then(Value::as_str) == Some(&known.name);
            let response = theme::swatch(ui, known.color, index, None, &known.name, is_theirs);
            editor.spots.push((format!("team {}", known.name), response.rect));
            if response.clicked() && !is_theirs {
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
            let response = ui.add(egui::TextEdit::singleline(word).desired_width(140.0));
            let word = word.trim().to_owned();
            editor.spots.push((key.to_owned(), response.rect));
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

fn units(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let color = level.teams.get(editor.team).map_or(theme::STONE, |team| team.color);
    ui.horizontal_wrapped(|ui| {
        for (index, kind) in level.kinds.iter().enumerate() {
            let response =
                theme::swatch(ui, color, editor.team, Some(&kind.name), &kind.name, editor.kind == index);
            editor.spots.push((kind.name.clone(), response.rect));
            editor.kind = if response.clicked() { index } else { editor.kind };
        }
    });
    ui.horizontal_wrapped(|ui| {
        for (index, team) in level.teams.iter().enumerate() {
            let response = theme::swatch(ui, team.color, index, None, &team.name, editor.team == index);
            editor.spots.push((team.name.clone(), response.rect));
            editor.team = if response.clicked() { index } else { editor.team };
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
        let response = combo.show_ui(ui, |ui| {
            for (symmetry, name) in Symmetry::ALL {
                ui.selectable_value(&mut editor.symmetry, symmetry, name);
            }
        });
        editor.spots.push(("symmetry".into(), response.response.rect));
    });
    if editor.symmetry != Symmetry::None && editor.tool == Tool::Units {
        ui.checkbox(&mut editor.changes_sides, "Images are of the next team");
    }
}

fn goals(ui: &mut egui::Ui, editor: &mut Editor) {
    for (asked, text) in [
        (Asked::Bring, "Bring all of your team there"),
        (Asked::Hold, "Hold it, with nobody else there"),
        (Asked::Shut, "Keep the other team out"),
    ] {
        ui.radio_value(&mut editor.asked, asked, text);
    }
    if editor.asked != Asked::Bring {
        ui.horizontal(|ui| {
            ui.label("for");
            ui.add(DragValue::new(&mut editor.seconds).range(1.0..=600.0).speed(0.2).suffix(" s"));
        });
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

/// The size of the map, and whom the player leads.
fn numbers(ui: &mut egui::Ui, editor: &mut Editor, level: &Level) {
    let (columns, rows) = editor.document.size();
    let mut size = (columns, rows);
    ui.horizontal(|ui| {
        ui.label("Map");
        let mut side = |value: &mut i32| {
            let value = DragValue::new(value).range(4..=MAX_MAP_SIDE as i32).speed(0.3);
            ui.add(value.update_while_editing(false))
        };
        let (a, b) = (side(&mut size.0), side(&mut size.1));
        editor.spots.extend([("columns".to_owned(), a.rect), ("rows".to_owned(), b.rect)]);
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
    let red = |text: String| RichText::new(text).color(theme::color(theme::ACCENT));
    let count = editor.faults.len();
    ui.label(red(format!(
        "{count} {} to be mended before it can be saved",
        if count == 1 { "thing" } else { "things" }
    )));
    for fault in editor.faults.iter().take(MAX_FAULTS) {
        let text = format!("{}: {}", fault.path, fault.message);
        let response = ui.add(egui::Label::new(red(text)).wrap().sense(egui::Sense::click()));
        if response.clicked() {
            asked.look = fault.at;
        }
    }
    ui.separator();
}
