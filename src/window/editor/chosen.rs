//! What the selected units are given: team, group, id, where they look, priority, strength, a model of their own.

use super::model;
use super::parts::{CARD, choose_team, facing, in_one_step, word};
use crate::editor::Document;
use crate::level::Level;
use crate::window::spots::Spotted;
use egui_macroquad::egui::{self, DragValue, Ui};
use serde_json::Value;
use std::ops::RangeInclusive;

/// Width of a word that is written, points.
const WORD: f32 = 80.0;

/// Shows it for these units, by their numbers in the document.
pub(super) fn show(ui: &mut Ui, document: &mut Document, level: &Level, chosen: &[usize]) {
    let said = |key| document.common(chosen, key).and_then(|word| Some(word.as_str()?.to_owned()));
    let mut given = None;
    ui.horizontal_wrapped(|ui| {
        ui.label("Team");
        let team = said("team");
        let pressed =
            choose_team(ui, level, "team ", |index| team.as_ref() == Some(&level.teams[index].name));
        given = pressed.map(|index| ("team", Some(level.teams[index].name.clone())));
    });
    let words = [("Group", "group"), ("Id", "id")].into_iter().take(if chosen.len() == 1 { 2 } else { 1 });
    ui.horizontal(|ui| {
        for (label, key) in words {
            ui.label(label);
            let id = egui::Id::new((CARD, key, chosen, document.version()));
            if let Some(word) = word(ui, id, key, &said(key).unwrap_or_default(), (WORD, "")) {
                given = Some((key, (!word.is_empty()).then_some(word)));
            }
        }
    });
    if let Some((key, word)) = given.filter(|(key, word)| *word != said(key)) {
        document.give(chosen, key, word.map(Value::from));
    }
    let now = document.common(chosen, "facing").and_then(|facing| facing.as_f64());
    if let Some(degrees) = facing(ui, now) {
        document.give(chosen, "facing", Some(degrees.into()));
    }
    let kind = document.common(chosen, "kind");
    let kind = level.kinds.iter().find(|known| kind.as_ref().and_then(Value::as_str) == Some(&known.name));
    ui.horizontal(|ui| {
        let usual = kind.map(|kind| i64::from(kind.body.priority));
        let hint = "Whoever has the higher one goes first";
        number(ui, document, chosen, ("priority", "Priority", hint), usual, -100..=100);
        let usual = kind.map(|kind| kind.arms.strength as i64);
        let hint = "What they have left of their kind's";
        number(ui, document, chosen, ("strength", "Strength", hint), usual, 1..=usual.unwrap_or(10_000));
    });
    model::of_units(ui, document, level, chosen);
}

/// A number of the selected units: their kind's is no number of their own.
fn number(
    ui: &mut Ui,
    document: &mut Document,
    chosen: &[usize],
    (key, label, hint): (&str, &str, &str),
    usual: Option<i64>,
    range: RangeInclusive<i64>,
) {
    let said = document.common(chosen, key);
    let own = said.as_ref().and_then(Value::as_i64);
    // Units that differ show no number until one is written for all of them.
    let is_common = own.is_some() || (said == Some(Value::Null) && usual.is_some());
    let mut value = own.or(usual).unwrap_or(1);
    ui.label(label);
    let number = DragValue::new(&mut value).range(range).speed(0.1).update_while_editing(false);
    let told = |value: f64, _| if is_common { format!("{value}") } else { "several".to_owned() };
    let response = ui.add(number.custom_formatter(told)).on_hover_text(hint).spot(CARD, key);
    in_one_step(document, &response, |document| {
        document.give(chosen, key, (Some(value) != usual).then(|| value.into()));
    });
}
