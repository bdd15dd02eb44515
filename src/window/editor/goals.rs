//! The part of the card about goals: what new fields ask for, the goals that there are, medals and limits.

use super::parts::{CARD, LIST, choose, choose_team, in_one_step, number, teams, tick_box, whom, word};
use super::{AskedGoal, Editor};
use crate::editor::Document;
use crate::level::Level;
use crate::window::play::Play;
use crate::window::spots::Spotted;
use egui_macroquad::egui::{self, DragValue, Ui};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// What a goal can ask for.
const GOALS: [&str; 6] = ["bring", "hold", "shut", "keep", "defeat", "do"];
/// What a goal can ask a hand to do.
const DEEDS: [&str; 6] = ["select", "send", "queue", "front", "patrol", "build"];
/// Goals that are about units.
const WHO: [&str; 3] = ["bring", "keep", "defeat"];
/// Units with a name of their own that a goal can be about, the first ones: a list that can be read.
const MAX_NAMED: usize = 12;
/// The times for medals until others are written, s.
const USUAL: [(&str, f64); 3] = [("gold", 30.0), ("silver", 40.0), ("bronze", 60.0)];

pub(super) fn show(ui: &mut Ui, editor: &mut Editor, play: &Play) {
    asked(ui, editor, &play.level);
    listed(ui, editor, play);
}

/// What a new goal is to be.
fn asked(ui: &mut Ui, editor: &mut Editor, level: &Level) {
    let mut is_asked = editor.document.defeat().is_some();
    let asked = ui.checkbox(&mut is_asked, "Defeat the other team").spot(CARD, "defeat");
    let asked = asked.on_hover_text("Friends become enemies who stand; Level says how they fight");
    if asked.clicked() {
        editor.document.toggle_defeat(&teams(level));
    }
    for (asked, text) in [
        (AskedGoal::Bring, "Bring all of your team there"),
        (AskedGoal::Hold, "Hold it, with nobody else there"),
        (AskedGoal::Shut, "Keep the other team out"),
        (AskedGoal::Guard, "No goal: the other team guards it"),
    ] {
        ui.radio_value(&mut editor.asked, asked, text).spot(CARD, text);
    }
    if matches!(editor.asked, AskedGoal::Hold | AskedGoal::Shut) {
        ui.horizontal(|ui| number(ui, "for", &mut editor.seconds, 1.0..=600.0, " s"));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Keep alive");
        if let Some(team) = choose_team(ui, level, "keep ", |_| false) {
            editor.document.push("goals", json!({ "keep": { "team": level.teams[team].name } }));
        }
    });
    ui.horizontal(|ui| {
        ui.label("By hand").on_hover_text("Something that the player is to do");
        let rows = DEEDS.map(|deed| (deed, deed.to_owned(), format!("do {deed}")));
        if let Some(deed) = choose(ui, ("deed", LIST), "an action", None, rows) {
            editor.document.push("goals", json!({ "do": deed }));
        }
    });
}

/// The goals that there are, with medals and limits.
fn listed(ui: &mut Ui, editor: &mut Editor, play: &Play) {
    let level = &play.level;
    let count = editor.document.list("goals").len();
    let is_new = count > editor.goals.0;
    if count != editor.goals.0 {
        // A new one is there to be written about.
        editor.goals = (count, is_new.then(|| count - 1));
    }
    let words = play.challenge.as_ref().map_or(&[][..], |challenge| challenge.judge.words());
    for index in 0..count {
        // Of a document with faults the words may be those of other goals.
        let words = words.get(index).filter(|_| words.len() == count).map(String::as_str);
        let is_open = editor.goals.1 == Some(index);
        let shown =
            ui.push_id(("goal", index), |ui| goal(ui, &mut editor.document, level, (index, words, is_open)));
        if shown.inner {
            editor.goals.1 = (!is_open).then_some(index);
        }
        if is_open && is_new {
            shown.response.scroll_to_me(None);
        }
    }
    if count > 0 {
        medals(ui, &mut editor.document);
        limits(ui, &mut editor.document);
    }
}

/// A goal: a button that takes it away and what the player is told; of the open one all that can be said of it.
/// Returns whether it was pressed.
fn goal(
    ui: &mut Ui,
    document: &mut Document,
    level: &Level,
    (index, words, is_open): (usize, Option<&str>, bool),
) -> bool {
    let Some(goal) = document.list("goals").get(index).cloned() else { return false };
    let kind = goal.as_object().and_then(|goal| goal.keys().find(|key| GOALS.contains(&key.as_str())));
    let kind = kind.map_or("", String::as_str);
    let (mut is_gone, mut is_pressed) = (false, false);
    ui.horizontal(|ui| {
        is_gone = ui.small_button("×").on_hover_text("Take it away").clicked();
        let words = words.or(goal["text"].as_str()).unwrap_or(kind);
        let line = ui.add(egui::Button::new(words).selected(is_open).truncate());
        let line = line.on_hover_text(format!("{words}\nOpen or close it"));
        is_pressed = line.spot(CARD, format!("goal {}", index + 1)).clicked();
    });
    if is_gone {
        document.take_goal(index);
    } else if is_open {
        let place = |key| format!("{key} {}", index + 1);
        // What the player is told instead of words made of the goal.
        let told = goal["text"].as_str().unwrap_or_default();
        let id = ui.id().with("text");
        if let Some(text) = word(ui, id, &place("text"), told, (f32::INFINITY, "words of its own")) {
            document.set_in("goals", index, "text", (!text.is_empty()).then(|| text.into()));
        }
        ui.horizontal_wrapped(|ui| {
            if WHO.contains(&kind) {
                let those = those(document, level);
                value_of(ui, document, (index, kind, place("whom")), those.into_iter());
            }
            if kind == "shut" {
                let teams = level.teams.iter().map(|team| json!(team.name));
                value_of(ui, document, (index, "against", place("against")), teams);
            }
            let most = level.units.len() as f64;
            let mut count =
                |key, none, most| amount(ui, document, (index, key, place("count")), (none, "", 0.0..=most));
            match kind {
                "bring" => count("count", "all", most),
                "keep" => count("at_least", "all", most),
                "do" => count("count", "one", 9999.0),
                "hold" | "shut" => {
                    ui.label("for");
                    amount(ui, document, (index, "for", place("for")), ("", " s", 1.0..=3600.0));
                }
                _ => {}
            }
            if kind == "bring" {
                ui.label("within");
                amount(ui, document, (index, "within", place("within")), ("any time", " s", 0.0..=3600.0));
            }
        });
    }
    is_pressed
}

/// A number of a goal, under a key and the name of its spot. Where `none` has a name, 0 is none.
fn amount(
    ui: &mut Ui,
    document: &mut Document,
    (index, key, spot): (usize, &str, String),
    (none, unit, range): (&str, &str, RangeInclusive<f64>),
) {
    let mut value = document.list("goals").get(index).and_then(|goal| goal[key].as_f64()).unwrap_or(0.0);
    let told = |value: f64, _| match value {
        0.0 if !none.is_empty() => none.to_owned(),
        value => format!("{value}{unit}"),
    };
    let number =
        DragValue::new(&mut value).range(range).speed(0.2).max_decimals(if unit.is_empty() { 0 } else { 2 });
    let response = ui.add(number.custom_formatter(told).update_while_editing(false));
    let hint = if none.is_empty() { String::new() } else { format!("0: {none}") };
    let response = response.on_hover_text(hint).spot(CARD, spot);
    in_one_step(document, &response, |document| {
        let value = if unit.is_empty() {
            json!(value.round() as u64)
        } else {
            json!((value * 100.0).round() / 100.0)
        };
        document.set_in("goals", index, key, (value.as_f64() != Some(0.0)).then_some(value));
    });
}

/// A value of a goal out of a list; none that has just this value shows what the goal says.
fn value_of(
    ui: &mut Ui,
    document: &mut Document,
    (index, key, spot): (usize, &str, String),
    all: impl Iterator<Item = Value>,
) {
    let now = document.list("goals").get(index).map(|goal| goal[key].clone()).unwrap_or_default();
    let rows = all.map(|who| {
        let text = whom(&who);
        let name = if who.is_array() { format!("one {text}") } else { text.clone() };
        (who, text, name)
    });
    if let Some(chosen) = choose(ui, (&spot, 72.0), &whom(&now), Some(&now), rows) {
        document.set_in("goals", index, key, Some(chosen));
    }
}

/// Whom a goal can be about: a team, a group, one that has a name, everybody.
fn those(document: &Document, level: &Level) -> Vec<Value> {
    let teams = level.teams.iter().map(|team| json!({ "team": team.name }));
    let groups = level.groups.iter().map(|group| json!({ "group": group }));
    let named = document.list("units").iter().filter(|unit| unit["block"].is_null());
    let named = named.filter_map(|unit| Some(json!([unit["id"].as_str()?]))).take(MAX_NAMED);
    teams.chain(groups).chain(named).chain([json!("all")]).collect()
}

/// The times for medals, where the level gives any.
fn medals(ui: &mut Ui, document: &mut Document) {
    let known = document.get("medals").cloned().unwrap_or_else(|| json!({}));
    let were_given = USUAL.iter().any(|(medal, _)| known.get(medal).is_some());
    if let Some(are_given) = tick_box(ui, were_given, "Gold, silver and bronze within", "medals") {
        let mut medals = known.as_object().cloned().unwrap_or_default();
        for (medal, time) in USUAL {
            match are_given {
                true => _ = medals.insert(medal.to_owned(), json!(time)),
                false => _ = medals.shift_remove(medal),
            }
        }
        document.set("medals", medals.into());
    }
    if !were_given {
        return;
    }
    ui.horizontal(|ui| {
        let mut least = 1.0;
        for (index, (medal, usual)) in USUAL.into_iter().enumerate() {
            let mut time = known[medal].as_f64().unwrap_or(usual);
            let number = DragValue::new(&mut time).range(least..=3600.0).clamp_existing_to_range(false);
            let number = number.speed(0.2).suffix(" s").update_while_editing(false);
            let response = ui.add(number).on_hover_text(medal).spot(CARD, medal);
            in_one_step(document, &response, |document| {
                let mut medals = known.clone();
                time = (time * 10.0).round() / 10.0;
                medals[medal] = json!(time);
                // A lesser medal is given for no shorter time.
                for (lesser, _) in &USUAL[index + 1..] {
                    if medals[lesser].as_f64().is_some_and(|known| known < time) {
                        medals[lesser] = json!(time);
                    }
                }
                document.set("medals", medals);
            });
            least = time;
        }
    });
}

/// What the player may spend, where the level says so.
fn limits(ui: &mut Ui, document: &mut Document) {
    for (what, text, usual) in
        [("orders", "At most so many orders", 3), ("tiles", "At most so many tiles built", 0)]
    {
        ui.horizontal(|ui| {
            let limit = document.limit(what);
            if let Some(is_given) = tick_box(ui, limit.is_some(), text, &format!("limit {what}")) {
                document.set_limit(what, is_given.then_some(usual));
            }
            if let Some(mut most) = limit {
                let number = DragValue::new(&mut most).range(0..=9999).speed(0.1).update_while_editing(false);
                let response = ui.add(number).spot(CARD, format!("most {what}"));
                in_one_step(document, &response, |document| document.set_limit(what, Some(most)));
            }
        });
    }
}
