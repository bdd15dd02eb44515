//! The editor by mouse and keys in the real window: a level drawn, undone, tested, saved, and sound.

use crate::desk::*;
use muster::level::Level;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("a_level_is_drawn_from_nothing_tested_and_saved_and_it_is_sound", drawn),
    ("a_file_written_by_hand_keeps_all_that_the_editor_does_not_know", by_hand),
    ("a_fault_is_told_while_it_stands_and_keeps_the_level_from_being_saved", faulty),
];

fn button(state: &Value, name: &str) -> (f32, f32) {
    let spot = &state["editor"]["spots"][name];
    assert!(spot.is_array(), "there is no {name}: {}", state["editor"]["spots"]);
    pair(spot)
}

/// Takes a tool, or whatever else has this name on the card.
fn take(desk: &mut Desk, name: &str) {
    let state = desk.settled(|state| &state["editor"]["spots"]);
    desk.click(LEFT, button(&state, name));
    desk.now();
}

fn chord(desk: &Desk, key: char) {
    desk.hold(CONTROL, true);
    desk.key(sign(key));
    desk.hold(CONTROL, false);
}

fn drawn() {
    let mut desk = Desk::open(&[], &[]);
    let state = desk.wait(|state| state["complete"] == true);
    desk.click(LEFT, pair(&state["new_at"]));
    let state = desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    assert_eq!((state["editor"]["changed"].clone(), units(&state).len()), (false.into(), 0));
    // A wall by a stroke, which is one step of undo.
    desk.drag(tile(&state, 24.5, 4.5), tile(&state, 24.5, 9.5));
    let state = desk.wait(|state| state["blocked"] == 6);
    assert_eq!(state["editor"]["version"], 1);
    chord(&desk, 'z');
    desk.wait(|state| state["blocked"] == 0 && state["editor"]["changed"] == false);
    chord(&desk, 'y');
    desk.wait(|state| state["blocked"] == 6);
    take(&mut desk, "Rectangle");
    take(&mut desk, "Water");
    desk.drag(tile(&state, 30.5, 18.5), tile(&state, 32.5, 20.5));
    desk.wait(|state| state["blocked"] == 15);
    // A block of four by three, and one that stands alone.
    take(&mut desk, "Units");
    desk.drag(tile(&state, 14.0, 10.0), tile(&state, 16.1, 11.4));
    let state = desk.wait(|state| units(state).len() == 12);
    assert_eq!(state["editor"]["entries"], 1, "a block is one thing");
    take(&mut desk, "cavalry");
    desk.click(LEFT, tile(&state, 15.5, 16.5));
    desk.wait(|state| units(state).len() == 13);
    // An order by the ordinary hands.
    take(&mut desk, "Orders");
    desk.click(LEFT, tile(&state, 15.5, 16.5));
    desk.wait(|state| selected(state) == "#12");
    desk.click(RIGHT, tile(&state, 28.5, 14.5));
    let state = desk.wait(|state| state["editor"]["orders"][0]["who"][0] == "#12");
    assert_eq!((state["tick"].clone(), selected(&state)), (0.into(), "#12".into()), "time stands");
    take(&mut desk, "Goal");
    desk.drag(tile(&state, 34.5, 10.5), tile(&state, 38.5, 15.5));
    desk.wait(|state| state["editor"]["goals"][0]["to"] == serde_json::json!([34, 10, 5, 6]));
    let version = desk.now()["editor"]["version"].clone();
    // The test goes, and ends in the state that was left.
    desk.key(sign('e'));
    desk.wait(|state| state["editor"]["testing"] == true && state["goals"]["told"].is_array());
    desk.key(sign(' '));
    desk.wait(|state| state["tick"].as_u64() > Some(20));
    desk.key(sign('e'));
    let state = desk.wait(|state| state["editor"]["testing"] == false && state["tick"] == 0);
    assert_eq!((state["editor"]["version"].clone(), units(&state).len()), (version, 13));
    chord(&desk, 's');
    desk.wait(|state| state["naming"]["buttons"]["name"].is_array());
    for letter in "ford".chars() {
        desk.key(sign(letter));
    }
    desk.wait(|state| state["naming"]["name"] == "ford");
    desk.key(PAD_ENTER);
    let state = desk.wait(|state| state["editor"]["file"].is_string());
    assert_eq!(state["editor"]["changed"], false);
    let level =
        Level::load(state["editor"]["file"].as_str().unwrap()).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(level.name, "ford");
    assert_eq!((level.units.len(), level.orders.len(), level.scenario.goals.len()), (13, 1, 1));
}

const BY_HAND: &str = r##"{ "format": 1, "_note": ["kept", 1.25], "name": "By hand", "model": "orca",
  "map": { "_why": "small", "size": [40, 20] },
  "units": [{ "id": "A", "_who": "first", "kind": "infantry", "team": "red", "at": [22.5, 8.5] },
            { "id": "B", "kind": "infantry", "team": "blue", "at": [22.5, 14.5] }],
  "orders": [{ "time": 4, "who": ["A", "B"], "do": "move", "to": [30.5, 8.5] }],
  "edits": [{ "time": 9, "area": [30, 3, 1, 2], "tile": "#" }],
  "expect": { "within": 30, "arrived": 1 } }"##;

fn by_hand() {
    let mut desk = Desk::open(&["play", "{}/hand.json"], &[("hand.json", BY_HAND)]);
    desk.wait(|state| state["hud"]["settled"] == true);
    desk.key(sign('e'));
    let state = desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    take(&mut desk, "Orders");
    desk.click(LEFT, spot(&state, "B"));
    desk.wait(|state| selected(state) == "B");
    desk.key(DELETE);
    desk.wait(|state| units(state).len() == 1);
    chord(&desk, 's');
    desk.wait(|state| state["editor"]["changed"] == false);
    let written = std::fs::read_to_string(desk.folder().join("hand.json")).unwrap();
    let (mut written, mut known): (Value, Value) =
        (serde_json::from_str(&written).unwrap(), serde_json::from_str(BY_HAND).unwrap());
    assert_eq!(written["orders"][0]["who"], serde_json::json!(["A"]));
    for level in [&mut written, &mut known] {
        level["orders"][0]["who"] = Value::Null;
        level["units"].as_array_mut().unwrap().truncate(1);
    }
    assert_eq!(written, known);
}

fn faulty() {
    let mut desk = Desk::open(&["play", "{}/hand.json"], &[("hand.json", BY_HAND)]);
    desk.wait(|state| state["hud"]["settled"] == true);
    desk.key(sign('e'));
    let state = desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    desk.click(LEFT, spot(&state, "A"));
    let state = desk.wait(|state| state["editor"]["faults"][0].is_string());
    assert!(state["editor"]["faults"][0].as_str().unwrap().starts_with("units[0]"), "{}", state["editor"]);
    assert_eq!(units(&state).len(), 1, "the other is still there");
    chord(&desk, 's');
    desk.wait(|state| told(state, "Not saved"));
    assert_eq!(std::fs::read_to_string(desk.folder().join("hand.json")).unwrap(), BY_HAND);
    chord(&desk, 'z');
    let state = desk.wait(|state| state["editor"]["faults"].as_array().is_some_and(Vec::is_empty));
    assert_eq!(units(&state).len(), 2);
}
