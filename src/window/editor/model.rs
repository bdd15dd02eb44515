//! Which model moves whom, and its numbers: of the whole level, of a team, of selected units.

use super::Editor;
use super::parts::{CARD, LIST, choose, choose_team, folded, in_one_step, teams};
use crate::editor::Document;
use crate::editor::settings::Owner;
use crate::level::Level;
use crate::movement::Parameter;
use crate::movement::tuning::parameters_of;
use crate::unit::ModelName;
use crate::window::spots::Spotted;
use crate::window::words::model_title;
use egui_macroquad::egui::{self, DragValue, Ui};
use serde_json::{Value, json};

/// Height of the list of parameters, points.
const LIST_HEIGHT: f32 = 320.0;

/// The model of all units that name no other, and its numbers for all or for a team.
pub(super) fn show(ui: &mut Ui, editor: &mut Editor, level: &Level) {
    if let Some(model) = chosen(ui, None, Some(Some(level.model))).flatten() {
        editor.document.set("model", model.name().into());
    }
    folded(ui, "Its numbers", ("parameters", "parameters"), |ui| {
        ui.horizontal_wrapped(|ui| {
            let all = egui::Button::new("for all").selected(editor.tuned.is_none());
            ui.add(all).spot(CARD, "numbers of all").sets(&mut editor.tuned, None);
            let pressed = choose_team(ui, level, "numbers of ", |index| editor.tuned == Some(index));
            editor.tuned = pressed.or(editor.tuned);
        });
        let known = teams(level);
        let team = editor.tuned.and_then(|team| level.teams.get(team));
        let owner = team.map_or(Owner::Level, |team| Owner::Team(&team.name, &known));
        numbers(ui, &mut editor.document, owner, level.model);
    });
}

/// The model of selected units, and its numbers for them.
pub(super) fn of_units(ui: &mut Ui, document: &mut Document, level: &Level, units: &[usize]) {
    let said = document.common(units, "model");
    let now = said.as_ref().map(|said| ModelName::ALL.iter().copied().find(|known| said == known.name()));
    if let Some(model) = chosen(ui, Some("the level's model"), now) {
        document.give(units, "model", model.map(|model| model.name().into()));
    }
    folded(ui, "Its numbers for them", ("of units", "parameters"), |ui| {
        numbers(ui, document, Owner::Units(units), now.flatten().unwrap_or(level.model));
    });
}

/// A list of models, under `usual` that none is named; returns what is chosen anew.
fn chosen(ui: &mut Ui, usual: Option<&str>, now: Option<Option<ModelName>>) -> Option<Option<ModelName>> {
    let usual = usual.map(|usual| (None, usual.to_owned(), "usual model".to_owned()));
    let models = ModelName::ALL.iter().map(|&it| (Some(it), model_title(it), it.name().to_owned()));
    let row = |ui: &mut Ui| {
        ui.label("Moved by");
        choose(ui, ("model", LIST), "several", now.as_ref(), usual.into_iter().chain(models))
    };
    ui.horizontal(row).inner
}

/// The parameters of a model that their owner sets, and a list of the others: a model has up to thirty, and all
/// of them would leave no room for the rest of the card.
fn numbers(ui: &mut Ui, document: &mut Document, owner: Owner, model: ModelName) {
    let own = document.parameters(owner)[model.name()].take();
    let behind = document.behind(owner).map(|mut behind| behind[model.name()].take());
    let known = parameters_of(model);
    if known.is_empty() {
        ui.label("It has none.");
        return;
    }
    // What was taken from the list is shown before it is set, and while a hand turns it back.
    let taken = ui.id().with((model, "taken"));
    let mut shown = ui.data(|data| data.get_temp::<Vec<&'static str>>(taken)).unwrap_or_default();
    let is_shown = |parameter: &Parameter, shown: &[&str]| {
        said(&own, parameter).is_some() || shown.contains(&parameter.name)
    };
    egui::Grid::new("numbers of the model").num_columns(2).show(ui, |ui| {
        for parameter in known.iter().filter(|parameter| is_shown(parameter, &shown)) {
            let behind = behind.iter().find_map(|behind| said(behind, parameter));
            let (usual, value) = (behind, said(&own, parameter));
            row(ui, document, (owner, model), parameter, (usual, value));
        }
    });
    let others: Vec<&Parameter> = known.iter().filter(|parameter| !is_shown(parameter, &shown)).collect();
    let combo = egui::ComboBox::from_id_salt("others")
        .selected_text("set another")
        .height(LIST_HEIGHT)
        .show_ui(ui, |ui| {
            for parameter in others {
                let name = parameter.name.replace('_', " ");
                let response = ui.selectable_label(false, name).on_hover_text(parameter.help.trim());
                if response.spot(CARD, format!("set {}", parameter.name)).clicked() {
                    shown.push(parameter.name);
                }
            }
        });
    combo.response.spot(CARD, "set another");
    ui.data_mut(|data| data.insert_temp(taken, shown));
}

/// What parameters say of one.
fn said(all: &Value, parameter: &Parameter) -> Option<f64> {
    all[parameter.name].as_f64().or(all[parameter.name].as_bool().map(f64::from))
}

/// A parameter: `usual` and `value` are what whoever stands behind the owner says of it, and the owner.
fn row(
    ui: &mut Ui,
    document: &mut Document,
    (owner, model): (Owner, ModelName),
    parameter: &Parameter,
    (usual, value): (Option<f64>, Option<f64>),
) {
    // As it is written, not as its nearest `f64` is.
    let default = || parameter.default.to_string().parse().unwrap_or(f64::from(parameter.default));
    let usual = usual.unwrap_or_else(default);
    let mut value = value.unwrap_or(usual);
    ui.label(parameter.name.replace('_', " "));
    let response = if parameter.is_switch() {
        let mut is_on = value != 0.0;
        let response = ui.checkbox(&mut is_on, "");
        value = f64::from(is_on);
        response
    } else {
        let (least, most) = (f64::from(*parameter.range.start()), f64::from(*parameter.range.end()));
        let number = DragValue::new(&mut value).range(least..=most).speed((most - least) / 400.0);
        let unit = if parameter.unit.is_empty() { String::new() } else { format!(" {}", parameter.unit) };
        ui.add(number.suffix(unit).update_while_editing(false))
    };
    let response = response.on_hover_text(parameter.help.trim()).spot(CARD, parameter.name);
    in_one_step(document, &response, |document| {
        let value = (value * 1000.0).round() / 1000.0;
        // What holds anyway is left to whoever has a say behind the owner.
        let own = if parameter.is_switch() { json!(value != 0.0) } else { json!(value) };
        let own = (value != usual).then_some(own);
        document.set_parameter(owner, (model.name(), parameter.name), own);
    });
    ui.end_row();
}
