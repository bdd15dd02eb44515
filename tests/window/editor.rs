//! A level in the editor by mouse and keys in the real window: drawn, undone, tested, saved, kept, and sound.
//! What each tool lays down is in [`crate::editor_tools`]; shipped levels are built again in [`crate::rebuilt`].

use crate::desk::*;
use muster::level::Level;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("a_level_is_drawn_from_nothing_tested_and_saved_and_it_is_sound", drawn),
    ("a_test_that_comes_to_its_end_leads_back_to_the_editor_where_esc_closes_a_list_alone", won),
    ("a_test_leads_back_to_the_editor_by_a_button_and_by_escape", tested),
    ("a_test_that_is_started_again_goes_as_fast_as_before", tested_again),
    ("the_tools_stay_where_they_are_when_what_one_offers_scrolls", scrolled),
    ("a_file_written_by_hand_keeps_all_that_the_editor_does_not_know", by_hand),
    ("a_fault_is_told_while_it_stands_and_keeps_the_level_from_being_saved", faulty),
    ("a_unit_that_cannot_stand_where_it_is_is_moved_and_taken_away_like_any_other", misplaced),
    ("tab_leads_from_the_name_of_a_level_to_what_it_shows", named),
    ("a_level_that_is_given_up_in_the_editor_is_kept_beside_the_file_that_was_saved", kept),
    ("a_level_that_is_given_up_with_something_to_mend_in_it_is_kept_too", kept_with_faults),
];

/// Where something is on the card.
fn button(state: &Value, name: &str) -> (f32, f32) {
    let spot = &state["editor"]["spots"][name];
    assert!(spot.is_array(), "there is no {name}: {}", state["editor"]["spots"]);
    pair(spot)
}

/// Where something is on the card. What is out of sight is brought into it with the wheel.
fn in_sight(desk: &mut Desk, name: &str) -> (f32, f32) {
    for _ in 0..60 {
        let state = desk.settled(|state| &state["editor"]["spots"]);
        let at = button(&state, name);
        if !is_out_of_sight(&state, name) {
            return at;
        }
        let [_, top, _, height] = card_rect(&state, "editor").expect("it is shown");
        let wheel = if at.1 < top + height / 2.0 { WHEEL_UP } else { WHEEL_DOWN };
        desk.click(wheel, (150.0, 360.0));
    }
    panic!("the card does not scroll to {name}");
}

/// Whether something is scrolled out of the card.
pub fn is_out_of_sight(state: &Value, name: &str) -> bool {
    state["editor"]["out_of_sight"].as_array().into_iter().flatten().any(|hidden| hidden == name)
}

/// Takes a tool, or whatever else has this name on the card.
pub fn take(desk: &mut Desk, name: &str) {
    let at = in_sight(desk, name);
    desk.click(LEFT, at);
    desk.now();
}

/// Presses a key with Ctrl.
pub fn chord(desk: &Desk, key: char) {
    desk.hold(CONTROL, true);
    desk.key(sign(key));
    desk.hold(CONTROL, false);
}

/// A new level in the editor.
pub fn new_level() -> (Desk, Value) {
    let mut desk = Desk::open(&[], &[]);
    let state = desk.wait(|state| state["complete"] == true);
    desk.click(LEFT, pair(&state["new_at"]));
    let state = desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    (desk, state)
}

/// Writes into a field of the card. It takes the keys once the button has gone down and up before its eyes.
pub fn write(desk: &mut Desk, name: &str, text: &str) {
    let field = in_sight(desk, name);
    desk.pull(LEFT, field, field);
    desk.now();
    desk.let_go(LEFT);
    desk.now();
    chord(desk, 'a');
    desk.now();
    text.chars().for_each(|letter| desk.key(sign(letter)));
    desk.key(ENTER);
    desk.now();
}

fn drawn() {
    let (mut desk, state) = new_level();
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
    assert_eq!(selected(&state), "#12", "whoever was selected is so again");
    let level = Level::load(save(&mut desk, "ford")).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(level.name, "ford");
    assert_eq!((level.units.len(), level.orders.len(), level.scenario.goals.len()), (13, 1, 1));
    // The menu has it among the player's own at once.
    for _ in 0..4 {
        if desk.now()["screen"] != "menu" {
            desk.key(ESCAPE);
        }
    }
    desk.wait(|state| {
        let cards = state["cards"].as_array();
        cards.is_some_and(|cards| cards.iter().any(|card| card["title"] == "ford"))
    });
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
    desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    take(&mut desk, "Level");
    let state = desk.settled(|state| &state["editor"]["spots"]);
    assert!(button(&state, "claim within").1 > 0.0, "what the level claims is shown");
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
    let button = in_sight(&mut desk, "Goal");
    desk.click(LEFT, spot(&state, "A"));
    let state = desk.wait(|state| state["editor"]["faults"][0].is_string());
    assert_eq!(in_sight(&mut desk, "Goal"), button, "what is told of a fault moves no tool");
    assert!(state["editor"]["faults"][0].as_str().unwrap().starts_with("units[0]"), "{}", state["editor"]);
    assert_eq!(units(&state).len(), 1, "the other is still there");
    chord(&desk, 's');
    desk.wait(|state| told(state, "Not saved"));
    assert_eq!(std::fs::read_to_string(desk.folder().join("hand.json")).unwrap(), BY_HAND);
    chord(&desk, 'z');
    let state = desk.wait(|state| state["editor"]["faults"].as_array().is_some_and(Vec::is_empty));
    assert_eq!(units(&state).len(), 2);
}

fn misplaced() {
    let mut desk = Desk::open(&["play", "{}/hand.json"], &[("hand.json", BY_HAND)]);
    desk.wait(|state| state["hud"]["settled"] == true);
    desk.key(sign('e'));
    let state = desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    let wrong = spot(&state, "A");
    desk.click(LEFT, wrong);
    desk.wait(|state| units(state).len() == 1);
    take(&mut desk, "Units");
    let is_mended = |state: &Value| state["editor"]["faults"].as_array().is_some_and(Vec::is_empty);
    desk.drag(wrong, (wrong.0, wrong.1 + 80.0));
    desk.wait(|state| units(state).len() == 2 && is_mended(state));
    chord(&desk, 'z');
    desk.wait(|state| units(state).len() == 1 && !is_mended(state));
    desk.click(RIGHT, wrong);
    let state = desk.wait(is_mended);
    assert_eq!(units(&state).len(), 1, "it alone is taken away");
}

fn won() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Units");
    desk.click(LEFT, tile(&state, 20.5, 10.5));
    desk.wait(|state| units(state).len() == 1);
    take(&mut desk, "Goal");
    take(&mut desk, "deed");
    desk.settled(|state| &state["editor"]["spots"]["do select"]);
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["editor"]["spots"]["do select"].is_null());
    assert_eq!(state["editor"]["tool"], "Goals");
    take(&mut desk, "deed");
    take(&mut desk, "do select");
    desk.key(sign('e'));
    let state = desk.wait(|state| state["editor"]["testing"] == true && state["hud"]["settled"] == true);
    desk.click(LEFT, tile(&state, 20.5, 10.5));
    desk.wait(|state| !selected(state).is_empty());
    desk.key(sign(' '));
    desk.wait(|state| card_rect(state, "ending").is_some());
    desk.key(ENTER);
    let state = desk.wait(|state| state["editor"]["testing"] == false);
    assert!(state["message"].is_null() && units(&state).len() == 1, "{}", state["message"]);
}

fn tested() {
    let (mut desk, _) = new_level();
    let drawn = desk.settled(|state| &state["camera"])["camera"].clone();
    let scale = |camera: &Value| camera["scale"].as_f64().expect("a number");
    for by_button in [true, false] {
        desk.key(sign('e'));
        desk.wait(|state| state["editor"]["testing"] == true && state["strip"]["menu"].is_array());
        let state = desk.settled(|state| &state["strip"]["menu"]);
        assert!(scale(&state["camera"]) > 1.1 * scale(&drawn), "the field has the room of the tools");
        match by_button {
            true => desk.click(LEFT, pair(&state["strip"]["menu"])),
            false => desk.key(ESCAPE),
        }
        let state = desk.wait(|state| state["editor"]["testing"] != true);
        assert_eq!((&state["screen"], &state["editor"]["testing"]), (&"level".into(), &false.into()));
        assert_eq!(state["camera"], drawn, "it is seen as it was left");
    }
}

fn tested_again() {
    let (mut desk, _) = new_level();
    desk.key(sign('e'));
    desk.wait(|state| state["editor"]["testing"] == true && tick(state) > 3);
    desk.key(sign('+'));
    let speed = desk.now()["speed"].clone();
    let state = desk.wait(|state| tick(state) > 90);
    desk.key(sign('r'));
    let again = desk.wait(|again| tick(again) < tick(&state));
    assert_eq!((speed.as_f64() > Some(1.0), &again["speed"]), (true, &speed));
    // The next test goes as fast.
    desk.key(sign('e'));
    desk.wait(|state| state["editor"]["testing"] == false);
    desk.key(sign('e'));
    desk.wait(|state| state["editor"]["testing"] == true && state["speed"] == speed);
}

fn scrolled() {
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/scenario-anvil.json");
    let mut desk = Desk::open_on("800x600x24", &["play", level], &[]);
    desk.resize(800, 600);
    desk.wait(|state| state["hud"]["settled"] == true);
    desk.key(sign('e'));
    desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    take(&mut desk, "Goal");
    let before = desk.settled(|state| &state["editor"]["spots"]);
    let is_out = |state: &Value| is_out_of_sight(state, "limit tiles");
    assert!(is_out(&before), "{}", before["editor"]["spots"]);
    (0..20).for_each(|_| desk.click(WHEEL_DOWN, (150.0, 500.0)));
    let after = desk.wait(|state| !is_out(state));
    for name in ["test", "menu", "Goal"] {
        assert_eq!(button(&after, name), button(&before, name), "{name}");
    }
}

/// Saves a new level under a name; its file.
pub fn save(desk: &mut Desk, name: &str) -> std::path::PathBuf {
    chord(desk, 's');
    desk.wait(|state| state["naming"]["buttons"]["name"].is_array());
    name.chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["naming"]["name"] == name);
    desk.key(PAD_ENTER);
    let state = desk.wait(|state| state["editor"]["file"].is_string() && state["editor"]["changed"] == false);
    state["editor"]["file"].as_str().unwrap().into()
}

fn named() {
    let (mut desk, state) = new_level();
    desk.drag(tile(&state, 24.5, 4.5), tile(&state, 24.5, 9.5));
    desk.wait(|state| state["blocked"] == 6);
    chord(&desk, 's');
    desk.wait(|state| state["naming"]["buttons"]["name"].is_array());
    "ab".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["naming"]["name"] == "ab");
    desk.key(TAB);
    desk.now();
    "cd".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["naming"]["description"] == "cd" && state["naming"]["name"] == "ab");
}

fn kept_with_faults() {
    let mut desk = Desk::open(&["play", "{}/hand.json"], &[("hand.json", BY_HAND)]);
    desk.wait(|state| state["hud"]["settled"] == true);
    desk.key(sign('e'));
    let state = desk.wait(|state| state["editor"]["tool"] == "Brush" && state["hud"]["settled"] == true);
    desk.click(LEFT, spot(&state, "A"));
    let state = desk.wait(|state| state["editor"]["faults"][0].is_string());
    desk.click(LEFT, button(&state, "menu"));
    desk.wait(|state| state["screen"] == "menu");
    for _ in 0..2 {
        desk.drop_file(&desk.folder().join("hand.json"));
        desk.wait(|state| state["screen"] == "level" && state["editor"].is_null());
        desk.key(ESCAPE);
        desk.wait(|state| state["screen"] == "menu");
    }
    let folder = std::fs::read_dir(desk.folder().join("data/muster/saved")).expect("something is kept");
    let kept = folder.map(|entry| entry.unwrap().path()).find(|path| {
        std::fs::read_to_string(path).is_ok_and(|text| text.contains(".#")) // the rock over a unit
    });
    // It opens again where it can be mended.
    desk.drop_file(&kept.expect("it is not lost"));
    desk.wait(|state| state["mend_at"].is_array());
    let state = desk.settled(|state| &state["mend_at"]);
    desk.click(LEFT, pair(&state["mend_at"]));
    let state = desk.wait(|state| state["editor"]["faults"][0].is_string());
    assert_eq!((units(&state).len(), state["editor"]["changed"].clone()), (1, false.into()));
}

fn kept() {
    let (mut desk, state) = new_level();
    desk.drag(tile(&state, 24.5, 4.5), tile(&state, 24.5, 9.5));
    desk.wait(|state| state["blocked"] == 6);
    let file = save(&mut desk, "wall");
    let saved = std::fs::read_to_string(&file).unwrap();
    desk.drag(tile(&state, 26.5, 4.5), tile(&state, 26.5, 9.5));
    desk.wait(|state| state["blocked"] == 12);
    // The first may be meant for what is in the hand.
    while desk.now()["screen"] != "menu" {
        desk.key(ESCAPE);
    }
    let state = desk.now();
    assert_eq!(state["recent"][0].as_str(), file.to_str(), "whoever looks for it there finds it");
    // Another session takes the place of the one that waits, and that is given up when the next one does.
    for _ in 0..2 {
        desk.drop_file(&file);
        desk.wait(|state| state["screen"] == "level" && state["blocked"] == 6);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    let folder = std::fs::read_dir(file.parent().unwrap()).unwrap();
    let levels: Vec<_> = folder.map(|entry| entry.unwrap().path()).filter(|path| *path != file).collect();
    assert!(
        levels.iter().any(|path| Level::load(path).is_ok_and(|level| level != Level::load(&file).unwrap()))
    );
}
