//! What all parts of the editor's card share.

use crate::editor::Document;
use crate::level::{Level, Team};
use crate::window::cards::swatch::swatch;
use crate::window::spots::Spotted;
use egui_macroquad::egui::{self, ComboBox, DragValue, Response, Ui};
use serde_json::Value;
use std::ops::RangeInclusive;

/// The name of the editor's card.
pub(super) const CARD: &str = "editor";

/// Width of most lists to choose from, points.
pub(super) const LIST: f32 = 100.0;

/// A number that the hand turns, behind its name.
pub(super) fn number(ui: &mut Ui, name: &str, value: &mut f64, range: RangeInclusive<f64>, unit: &str) {
    ui.label(name);
    let number = DragValue::new(value).range(range).speed(0.2).suffix(unit);
    ui.add(number.update_while_editing(false)).spot(CARD, name);
}

/// A change that a number asks for: all of a drag is one step of undo.
pub(super) fn in_one_step(document: &mut Document, response: &Response, change: impl FnOnce(&mut Document)) {
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

/// What is folded under a name until it is asked for, with an id of its own. What is unfolded comes into
/// view.
pub(super) fn folded(
    ui: &mut Ui,
    name: impl Into<egui::WidgetText>,
    (id, spot): (&str, &str),
    contents: impl FnOnce(&mut Ui),
) {
    let shown = egui::CollapsingHeader::new(name).id_salt(id).show(ui, contents);
    if let Some(body) = shown.body_response.filter(|_| shown.header_response.clicked()) {
        ui.scroll_to_rect(body.rect, None);
    }
    shown.header_response.spot(CARD, spot);
}

/// A box with a tick or without one; returns what it is to be when it is pressed.
pub(super) fn tick_box(ui: &mut Ui, mut is_ticked: bool, text: &str, spot: &str) -> Option<bool> {
    ui.checkbox(&mut is_ticked, text).spot(CARD, spot).clicked().then_some(is_ticked)
}

/// The teams side by side, those chosen marked; returns the index of the one that is pressed.
pub(super) fn choose_team(
    ui: &mut Ui,
    level: &Level,
    spot: &str,
    is_chosen: impl Fn(usize) -> bool,
) -> Option<usize> {
    let is_pressed = |(index, team): (usize, &Team)| {
        let swatch = swatch(ui, team.color, index, None, &team.name, is_chosen(index));
        swatch.spot(CARD, format!("{spot}{}", team.name)).clicked()
    };
    let pressed: Vec<bool> = level.teams.iter().enumerate().map(is_pressed).collect();
    pressed.into_iter().position(|is_pressed| is_pressed)
}

/// A list to choose from, `width` points wide. Each row: its value, what it says, the name of its spot. While
/// it is shut it says what the row of `now` does, or `other` where there is none. Returns a value that is not
/// `now`.
pub(super) fn choose<T: PartialEq>(
    ui: &mut Ui,
    (spot, width): (&str, f32),
    other: &str,
    now: Option<&T>,
    rows: impl IntoIterator<Item = (T, String, String)>,
) -> Option<T> {
    let rows: Vec<(T, String, String)> = rows.into_iter().collect();
    let text = rows.iter().find(|row| now == Some(&row.0)).map_or(other, |row| &row.1).to_owned();
    let mut chosen = None;
    let combo = ComboBox::from_id_salt(spot).width(width).selected_text(text).show_ui(ui, |ui| {
        for (value, text, name) in rows {
            let row = ui.selectable_label(now == Some(&value), text);
            row.spot(CARD, name).sets(&mut chosen, Some(value));
        }
    });
    combo.response.spot(CARD, spot);
    chosen.filter(|chosen| now != Some(chosen))
}

/// A field and a button that ask for a kind or a team (`what`) under a name that none has; returns the name when
/// it is pressed.
pub(super) fn new_name(
    ui: &mut Ui,
    name: &mut String,
    (what, button): (&str, &str),
    is_taken: impl Fn(&str) -> bool,
) -> Option<String> {
    let row = ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(name).desired_width(96.0).hint_text("its name");
        ui.add(field).spot(CARD, format!("{what} name"));
        let wanted = name.trim().to_owned();
        let is_new = !wanted.is_empty() && !is_taken(&wanted);
        let button = ui.add_enabled(is_new, egui::Button::new(button)).spot(CARD, format!("new {what}"));
        button.clicked().then_some(wanted)
    });
    row.inner.inspect(|_| name.clear())
}

/// A field for a word of the document, which is given the word when it is written: it is one step of undo.
/// Until then it is kept under an id. `told`: what the document says, `hint`: what it is for.
pub(super) fn word(
    ui: &mut Ui,
    id: egui::Id,
    spot: &str,
    told: &str,
    (width, hint): (f32, &str),
) -> Option<String> {
    let mut text = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| told.to_owned());
    let edit = egui::TextEdit::singleline(&mut text).desired_width(width).hint_text(hint);
    let response = ui.add(edit).spot(CARD, spot);
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    response.lost_focus().then(|| {
        ui.data_mut(|data| data.remove::<String>(id));
        text.trim().to_owned()
    })
}

/// Names and colours of the teams.
pub(super) fn teams(level: &Level) -> Vec<(String, [u8; 3])> {
    level.teams.iter().map(|team| (team.name.clone(), team.color)).collect()
}

/// Where units look, degrees clockwise from east; returns what is pressed.
pub(super) fn facing(ui: &mut Ui, now: Option<f64>) -> Option<f64> {
    let mut pressed = None;
    ui.horizontal(|ui| {
        ui.label("Facing");
        for (name, degrees) in [("→", 0.0), ("↓", 90.0), ("←", 180.0), ("↑", 270.0)] {
            let button = egui::Button::new(name).selected(now == Some(degrees));
            ui.add(button).spot(CARD, format!("facing {degrees}")).sets(&mut pressed, Some(degrees));
        }
    });
    pressed
}

/// Who is meant by a value of the document, in a word or two.
pub(super) fn whom(who: &Value) -> String {
    match (&who["team"], &who["group"], who.as_array().map(Vec::as_slice)) {
        (Value::String(team), ..) => format!("team {team}"),
        (_, Value::String(group), _) => format!("group {group}"),
        (.., Some([one])) => one.as_str().unwrap_or_default().to_owned(),
        (.., Some(units)) => format!("{} units", units.len()),
        _ => who.as_str().unwrap_or("all").to_owned(),
    }
}
