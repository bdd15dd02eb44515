//! Recordings in the menu, through the real window.

use crate::desk::*;
use muster::level::Level;
use muster::replay::Recorder;
use muster::sim::{Options, Sim};
use serde_json::Value;

pub const TESTS: Tests = &[
    ("every_recording_is_shown_found_by_search_and_opened_by_enter", recordings_are_found),
    ("arrows_go_from_the_levels_that_a_search_finds_to_its_recordings", arrows_reach_recordings),
    ("a_recording_offers_no_orders", recordings_offer_no_orders),
];

/// A recording in which nothing was done.
fn a_recording() -> String {
    let level = Level::parse(OPEN_FIELD, "field.json", None).expect("it is sound");
    let sim = Sim::new(&level, &Options::default());
    serde_json::to_string(&Recorder::new(&level, None, &sim).replay(&sim)).expect("it is JSON")
}

fn arrows_reach_recordings() {
    let files = [("quag.json", OPEN_FIELD), ("data/muster/saved/quag-1.replay", &a_recording())];
    let mut desk = Desk::open_on("800x600x24", &["--levels", "{}"], &files);
    desk.resize(800, 600);
    desk.wait(|state| state["complete"] == true && state["new_at"].is_array());
    "quag".chars().for_each(|letter| desk.key(sign(letter)));
    let state =
        desk.wait(|state| state["search"] == "quag" && state["cards"].as_array().map(Vec::len) == Some(1));
    assert_eq!(state["chosen"], 0);
    // In so small a window what was found is told in its place.
    desk.wait(|state| state["new_at"].is_null());
    for (key, chosen) in [(ARROW_DOWN, 1), (ARROW_UP, 0), (ARROW_RIGHT, 1), (ARROW_LEFT, 0), (ARROW_RIGHT, 1)]
    {
        desk.key(key);
        desk.wait(|state| state["chosen"] == chosen);
    }
    desk.key(DELETE);
    desk.wait(|state| state["removal"] == "Field 1");
    desk.key(ESCAPE);
    desk.wait(|state| state["removal"].is_null());
    desk.key(ENTER);
    desk.wait(|state| state["screen"] == "level" && state["recording"] == 0);
}

fn recordings_are_found() {
    let sound = a_recording();
    let names: Vec<String> =
        (1..=40).map(|number| format!("data/muster/saved/march-{number}.replay")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "{}")).collect();
    files.push(("data/muster/saved/wheel-3.replay", &sound));
    let mut desk = Desk::open(&[], &files);
    let count = |state: &Value| state["recordings"].as_array().map(Vec::len);
    desk.wait(|state| state["complete"] == true && count(state) == Some(41));
    let few = desk.now()["removable"].as_u64().expect("a number");
    assert!((2..20).contains(&few), "the newest stand in a row: {few}");
    let all = |state: &Value| pair(&state["all_recordings_at"]);
    let mut state = desk.settled(|state| &state["all_recordings_at"]);
    for _ in 0..20 {
        if all(&state).1 <= 600.0 {
            break;
        }
        (0..8).for_each(|_| desk.click(WHEEL_DOWN, (640.0, 400.0)));
        state = desk.settled(|state| &state["all_recordings_at"]);
    }
    assert!(all(&state).1 <= 600.0, "the shelves scroll");
    desk.click(LEFT, all(&state));
    desk.wait(|state| state["removable"] == 41);
    "march 4".chars().for_each(|letter| desk.key(sign(letter)));
    // 4, 14, 24, 34 and 40.
    desk.wait(|state| state["search"] == "march 4" && count(state) == Some(5));
    desk.key(ESCAPE);
    desk.wait(|state| state["search"] == "" && count(state) == Some(41));
    "wheel 3 recording".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["search"] == "wheel 3 recording" && count(state) == Some(1));
    desk.key(ENTER);
    desk.wait(|state| state["screen"] == "level" && state["recording"] == 0);
}

fn recordings_offer_no_orders() {
    let mut desk = Desk::open(&["replay", "{}/field.replay"], &[("field.replay", &a_recording())]);
    let state = desk.wait(|state| state["recording"] == 0 && state["hud"]["settled"] == true);
    desk.click(LEFT, spot(&state, "A"));
    let state =
        desk.wait(|state| selected(state) == "A" && state["kinds"].as_array().map(Vec::len) == Some(1));
    assert_eq!(state["buttons"], serde_json::json!({}));
}
