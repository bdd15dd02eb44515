//! What goes wrong in the program, and what the window is used for beside playing: faults, the wheel over
//! cards, the whole screen.

use crate::desk::*;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

pub const TESTS: Tests = &[
    ("a_fault_of_the_simulation_is_told_with_the_session_saved_and_the_level_starts_anew", fault_in_a_tick),
    ("a_fault_while_cards_are_laid_out_is_told_and_the_menu_comes_back", fault_in_a_frame),
    ("the_wheel_scrolls_the_menu", the_wheel_scrolls_the_menu),
    ("the_wheel_scrolls_the_page_of_keys", the_wheel_scrolls_a_card),
    ("f11_and_alt_enter_fill_the_screen_and_give_it_back", the_whole_screen),
];

/// A soldier and a long way.
const FIELD: &str = r##"{ "format": 1, "name": "Field", "map": { "size": [24, 12] },
  "teams": [{ "name": "red", "color": "#C8452F" }],
  "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 5.5] }] }"##;

fn faulty(fault: &str) -> Desk {
    let files = [("field.json", FIELD)];
    Desk::open_with(SCREEN, &["play", "{}/field.json"], &files, &[("MUSTER_FAULT", fault)])
}

fn told(desk: &mut Desk) -> (Value, PathBuf) {
    desk.wait(|state| state["screen"] == "crash");
    let state = desk.settled(|state| &state["buttons"]);
    let path = PathBuf::from(state["saved"]["Ok"].as_str().expect("it was saved"));
    (state, path)
}

fn fault_in_a_tick() {
    let mut desk = faulty("tick:240");
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.click(RIGHT, tile(&state, 12.5, 5.5));
    let (state, saved) = told(&mut desk);
    assert!(state["words"].as_str().unwrap().contains("on purpose in tick 240"), "{}", state["words"]);
    let recording: Value = serde_json::from_str(&std::fs::read_to_string(&saved).unwrap()).unwrap();
    assert_eq!(recording["ticks"], 241, "played again it comes to the same tick");
    assert_eq!(recording["actions"].as_array().map(Vec::len), Some(1));
    assert!(desk.picture().count((640.0, 360.0), 60, [0xFB, 0xF6, 0xEA]) > 3000, "a card is shown");
    desk.click(LEFT, pair(&state["buttons"]["start_anew"]));
    let state = desk.wait(|state| state["screen"] == "level");
    assert!(state["tick"].as_u64() < Some(240), "it starts anew");
    desk.wait(|state| state["tick"].as_u64() > Some(250));
    let output =
        Command::new(env!("CARGO_BIN_EXE_muster")).arg("replay").arg(&saved).arg("--verify").output();
    assert_eq!(output.unwrap().status.code(), Some(0));
}

fn fault_in_a_frame() {
    let mut desk = faulty("frame:40");
    let (state, _) = told(&mut desk);
    assert!(state["words"].as_str().unwrap().contains("on purpose in frame 40"), "{}", state["words"]);
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu" && state["complete"] == true);
    "canyon".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["search"] == "canyon");
    desk.key(ENTER);
    desk.wait(|state| state["screen"] == "level" && state["tick"].as_u64() > Some(10));
    desk.now();
    assert!(desk.picture().count((640.0, 360.0), 200, [0xEF, 0xE6, 0xD2]) > 5000, "the map is drawn");
}

fn the_wheel_scrolls_the_menu() {
    let mut desk = Desk::open(&["--levels", "{}"], &[("field.json", FIELD)]);
    desk.wait(|state| state["complete"] == true);
    let top = |state: &Value| state["cards"][0]["at"][1].as_f64().expect("a number");
    let before = top(&desk.settled(|state| &state["cards"]));
    desk.point((640.0, 400.0));
    for _ in 0..4 {
        desk.click(WHEEL_DOWN, (640.0, 400.0));
    }
    let state = desk.settled(|state| &state["cards"]);
    assert!((before - top(&state) - 240.0).abs() < 2.0, "{before} to {}", top(&state));
    for _ in 0..9 {
        desk.click(WHEEL_UP, (640.0, 400.0));
    }
    assert_eq!(top(&desk.settled(|state| &state["cards"])), before, "and back to the top");
}

fn the_wheel_scrolls_a_card() {
    let mut desk = faulty("");
    desk.resize(900, 500);
    desk.key(sign('?'));
    desk.wait(|state| state["help"] == true);
    let scale = desk.settled(|state| &state["cards"])["camera"]["scale"].clone();
    let before = desk.picture();
    desk.click(WHEEL_DOWN, (450.0, 300.0));
    desk.settled(|state| &state["cards"]);
    desk.now();
    assert!(desk.picture().differing(&before, (450.0, 300.0), 150) > 2000, "the page has moved");
    assert_eq!(desk.now()["camera"]["scale"], scale, "and the map below it stays");
}

fn the_whole_screen() {
    let files = [("field.json", FIELD)];
    let mut desk = Desk::open_on("1600x900x24", &["play", "{}/field.json"], &files);
    desk.point((640.0, 300.0));
    let width = |state: &Value| state["window"][0].as_f64();
    assert_eq!(width(&desk.now()), Some(1280.0));
    desk.key(F11);
    desk.wait(|state| width(state) == Some(1600.0));
    desk.key(F11);
    desk.wait(|state| width(state) == Some(1280.0));
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu");
    desk.hold(ALT, true);
    desk.key(ENTER);
    desk.hold(ALT, false);
    desk.wait(|state| state["screen"] == "menu" && width(state) == Some(1600.0));
}
