//! The sandbox, the models panel, recordings, and what the menu remembers and finds, through the real window.

use crate::desk::*;
use serde_json::Value;
use std::process::Command;

/// A runner with a long way to go, a bystander, a blue soldier.
pub const FIELD: &str = r##"{ "format": 1, "name": "Field", "description": "An open field.",
  "map": { "size": [24, 12] },
  "teams": [{ "name": "red", "color": "#C8452F" }, { "name": "blue", "color": "#2F5F9E" }],
  "units": [
    { "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 6.5] },
    { "id": "B", "kind": "infantry", "team": "red", "at": [6.5, 9.5] },
    { "id": "C", "kind": "infantry", "team": "blue", "at": [18.5, 9.5] } ] }"##;

pub const TESTS: Tests = &[
    ("a_saved_level_asks_for_its_name_by_keys_and_mouse_and_replaces_no_file_unasked", a_level_is_named),
    ("a_wall_is_built_under_way_and_the_unit_goes_round_it", a_wall_is_built),
    ("a_wall_where_somebody_stands_is_planned_and_built_when_they_leave", a_wall_is_planned),
    ("while_time_stands_what_is_built_and_placed_shows_at_once", built_while_paused),
    ("the_header_names_the_models_that_run", header_names_models),
    ("a_click_on_the_strip_of_a_recording_goes_there", the_strip),
    ("a_right_drag_takes_ground_away", ground_is_taken_away),
    ("units_are_placed_where_there_is_room_and_deleted_when_selected", units_come_and_go),
    ("the_models_panel_switches_the_level_the_selection_and_a_team", models_are_switched),
    ("a_slider_tunes_a_model_and_reset_brings_the_articles_value_back", parameters_are_tuned),
    ("a_saved_session_verifies_and_plays_again_in_the_window", sessions_are_saved),
    ("a_saved_level_is_loaded_again_by_itself", levels_reload),
    ("a_sandbox_is_saved_as_a_level_that_checks", sandboxes_are_saved),
];

fn models(state: &Value) -> Vec<&str> {
    units(state).iter().filter_map(|unit| unit["model"].as_str()).collect()
}

/// The only file of a kind that the window has saved.
fn saved(desk: &Desk, extension: &str) -> std::path::PathBuf {
    let folder = desk.folder().join("data/muster/saved");
    let files: Vec<_> = std::fs::read_dir(folder).expect("something was saved").flatten().collect();
    let mut paths = files.into_iter().map(|file| file.path());
    paths.find(|path| path.extension().is_some_and(|found| found == extension)).expect("it was saved")
}

/// Asks to save the map and the units as a level.
fn ask_to_save(desk: &mut Desk) {
    desk.hold(CONTROL, true);
    desk.key(sign('S'));
    desk.hold(CONTROL, false);
}

fn write(desk: &Desk, text: &str) {
    text.chars().for_each(|letter| desk.key(sign(letter)));
}

fn a_level_is_named() {
    let mut desk = Desk::play(FIELD);
    desk.now();
    let ask = |desk: &mut Desk, name: &str| {
        ask_to_save(desk);
        desk.wait(|state| state["naming"]["name"] == name);
        // The card takes a frame to find its size.
        desk.settled(|state| &state["naming"])
    };
    let name_in = |file: &std::path::Path| {
        let level: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        level["name"].as_str().expect("it has a name").to_owned()
    };
    // As often as one likes, by key and by mouse, however quickly it is asked for again.
    for _ in 0..3 {
        ask(&mut desk, "Field");
        desk.key(ESCAPE);
        desk.wait(|state| state["naming"].is_null() && state["screen"] == "level");
    }
    let state = ask(&mut desk, "Field");
    desk.click(LEFT, pair(&state["naming"]["buttons"]["leave"]));
    desk.wait(|state| state["naming"].is_null());
    // What is typed replaces the first answer; letters that would be orders are part of the name, and time
    // stands.
    let tick = ask(&mut desk, "Field")["tick"].clone();
    write(&desk, "hB");
    let state = desk.wait(|state| state["naming"]["name"] == "hB");
    assert_eq!((&state["tick"], &state["tool"]), (&tick, &Value::Null));
    desk.key(ENTER);
    desk.wait(|state| state["naming"].is_null() && told(state, "Saved as"));
    let first = saved(&desk, "json");
    assert!(first.ends_with("hb.json") && name_in(&first) == "hB", "{}", first.display());
    // The same name again: the first Enter says that the file is there, another name goes on.
    ask(&mut desk, "Field");
    write(&desk, "HB");
    desk.key(ENTER);
    desk.wait(|state| state["naming"]["replaces"].as_str().is_some_and(|file| file.ends_with("hb.json")));
    assert_eq!(name_in(&first), "hB");
    desk.key(ENTER);
    desk.wait(|state| state["naming"].is_null());
    assert_eq!(name_in(&first), "HB");
    let state = ask(&mut desk, "Field");
    desk.click(LEFT, pair(&state["naming"]["buttons"]["save"]));
    desk.wait(|state| state["naming"].is_null() && told(state, "field.json"));
    ask(&mut desk, "Field 2");
}

fn muster(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_muster")).args(arguments).output().expect("the program runs")
}

fn a_wall_is_built() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.click(RIGHT, tile(&state, 20.5, 6.5));
    desk.wait(|state| unit(state, "A")["state"] == "moving");
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    desk.drag(tile(&state, 12.5, 3.5), tile(&state, 12.5, 8.5));
    desk.wait(|state| state["blocked"] == 6);
    desk.key(ESCAPE);
    desk.wait(|state| state["tool"].is_null());
    desk.key(sign('+'));
    let farthest = std::cell::Cell::new(0.0_f32);
    desk.wait(|state| {
        farthest.set(farthest.get().max((at(state, "A").1 - 195.0).abs()));
        unit(state, "A")["state"] == "destination_reached"
    });
    let off_the_line = farthest.get();
    assert!(off_the_line > 75.0, "it went round the wall, {off_the_line} px off the straight line");
}

fn a_wall_is_planned() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    let before = desk.picture();
    desk.drag(tile(&state, 5.5, 9.5), tile(&state, 7.5, 9.5));
    let planned = desk.wait(|state| state["blocked"] == 2 && state["sandbox"]["awaited"] == 1);
    assert!(told(&planned, "it is built when nobody does"), "{}", planned["toasts"]);
    desk.point(tile(&state, 12.5, 3.5));
    desk.now();
    let at = spot(&state, "B");
    assert!(desk.picture().differing(&before, at, 16) > 100, "what is planned is drawn");
    desk.key(ESCAPE);
    desk.click(LEFT, at);
    desk.click(RIGHT, tile(&state, 6.5, 6.5));
    desk.wait(|state| state["blocked"] == 3 && state["sandbox"]["awaited"] == 0);
}

fn built_while_paused() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.key(sign(' '));
    let tick = desk.wait(|state| state["paused"] == true)["tick"].clone();
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    desk.drag(tile(&state, 10.5, 3.5), tile(&state, 10.5, 5.5));
    desk.wait(|state| state["blocked"] == 3);
    desk.key(sign('n'));
    desk.wait(|state| state["tool"] == "Units");
    desk.click(LEFT, tile(&state, 14.5, 3.5));
    let state = desk.wait(|state| units(state).len() == 4);
    assert_eq!(state["tick"], tick, "and time stands");
    desk.key(ESCAPE);
    desk.click(LEFT, spot(&state, "#3"));
    desk.wait(|state| selected(state) == "#3");
    desk.click(RIGHT, tile(&state, 20.5, 3.5));
    desk.key(F1);
    desk.now();
    // A recording that ends here ends in this state.
    desk.key(F6);
    let state = desk.wait(|state| told(state, "Saved as"));
    let file = saved(&desk, "replay").to_string_lossy().into_owned();
    let mut again = Desk::open(&["replay", &file], &[]);
    again.wait(|again| again["tick"] == tick && again["hash"] == state["hash"] && again["blocked"] == 3);
    desk.key(sign(' '));
    desk.wait(|state| unit(state, "#3")["state"] == "destination_reached");
    desk.key(F6);
    let state = desk.wait(|state| told(state, "-2.replay"));
    let output = muster(&["replay", &file.replace("-1.replay", "-2.replay"), "--verify"]);
    assert_eq!(output.status.code(), Some(0), "{state}");
}

fn header_names_models() {
    let level = FIELD.replace(r#""id": "C","#, r#""id": "C", "model": "swarm","#);
    let files = [("field.json", level.as_str())];
    let mut desk = Desk::open(&["play", "{}/field.json"], &files);
    desk.wait(|state| state["sandbox"]["models"] == "Predictive + Swarm");
    let mut desk = Desk::open(&["play", "{}/field.json", "--model", "orca"], &files);
    desk.wait(|state| state["sandbox"]["models"] == "Orca");
}

fn the_strip() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.click(RIGHT, tile(&state, 20.5, 6.5));
    desk.wait(|state| state["tick"].as_u64() > Some(150));
    desk.key(F6);
    desk.wait(|state| told(state, "Saved as"));
    let file = saved(&desk, "replay").to_string_lossy().into_owned();
    let mut again = Desk::open(&["replay", &file], &[]);
    again.key(sign(' '));
    let state = again.wait(|state| state["paused"] == true);
    let ticks = state["recording"].as_f64().expect("it is a recording") as f32;
    let state = again.settled(|state| &state["strip"]);
    let rect = &state["strip"]["rect"];
    let number = |index: usize| rect[index].as_f64().expect("a number") as f32;
    // A click within three points of a mark goes to the mark, and nobody knows which tick was the slowest.
    let reach = 1.0 + 3.0 * ticks / number(2);
    for share in [0.75, 0.25, 0.5] {
        again.click(LEFT, (number(0) + number(2) * share, number(1) + number(3) / 2.0));
        let near = |tick: u64| (tick as f32 - ticks * share).abs() <= reach;
        let state = again.wait(|state| near(state["tick"].as_u64().unwrap_or(0)));
        // It stays under the hand.
        assert_eq!((&state["paused"], &state["strip"]["rect"]), (&true.into(), rect));
    }
    let x = at(&again.now(), "A").0;
    assert!(x > 150.0 && x < at(&desk.now(), "A").0, "it is shown under way: {x}");
}

fn ground_is_taken_away() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.key(sign('b'));
    desk.key(sign('3'));
    desk.drag(tile(&state, 9.5, 3.5), tile(&state, 13.5, 3.5));
    desk.wait(|state| state["blocked"] == 5);
    desk.now();
    let water = [0xA9, 0xCA, 0xD4];
    assert!(desk.picture().count(tile(&state, 11.5, 3.5), 8, water) > 60, "the water is drawn");
    desk.click(RIGHT, tile(&state, 10.5, 3.5));
    desk.wait(|state| state["blocked"] == 4);
    assert!(desk.now()["message"].is_null(), "it is seen to go");
    desk.click(RIGHT, tile(&state, 10.5, 3.5));
    desk.wait(|state| state["message"] == "Nothing to remove there: Esc lays the tool down");
}

fn units_come_and_go() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.key(sign('n'));
    desk.wait(|state| state["tool"] == "Units");
    desk.key(sign('2'));
    desk.key(sign('t'));
    let place = tile(&state, 12.5, 4.5);
    desk.click(LEFT, place);
    let placed = desk.wait(|state| units(state).len() == 4);
    assert_eq!((&units(&placed)[3]["kind"], &units(&placed)[3]["team"]), (&1.into(), &1.into()));
    desk.click(LEFT, place);
    let refused = desk.wait(|state| state["message"].is_string());
    assert!(refused["message"].as_str().unwrap().contains("stands there"), "{}", refused["message"]);
    assert_eq!(units(&refused).len(), 4);
    desk.key(ESCAPE);
    desk.wait(|state| state["tool"].is_null());
    desk.click(LEFT, place);
    desk.wait(|state| units(state)[3]["selected"] == true);
    desk.key(DELETE);
    let state = desk.wait(|state| units(state).len() == 3);
    assert!(units(&state).iter().all(|unit| unit["selected"] == false));
}

/// Presses a button of the models panel where it is now: the panel moves when another model's parameters fill
/// it.
fn press(desk: &mut Desk, button: &str) {
    let state = desk.settled(|state| &state["models"]);
    desk.click(LEFT, pair(&state["models"][button]));
}

fn models_are_switched() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "B"));
    desk.key(F2);
    desk.wait(|state| state["models"]["orca"].is_array());
    press(&mut desk, "orca");
    desk.wait(|state| models(state) == ["orca"; 3]);
    press(&mut desk, "1 selected");
    press(&mut desk, "swarm");
    desk.wait(|state| models(state) == ["orca", "swarm", "orca"]);
    press(&mut desk, "blue");
    press(&mut desk, "none");
    desk.wait(|state| models(state) == ["orca", "swarm", "none"]);
    let state = desk.now();
    desk.click(RIGHT, tile(&state, 13.5, 5.5));
    desk.wait(|state| unit(state, "B")["state"] == "destination_reached");
}

fn parameters_are_tuned() {
    let mut desk = Desk::play(FIELD);
    desk.key(F2);
    desk.wait(|state| state["models"]["sight"].is_array());
    let panel = desk.settled(|state| &state["models"])["models"].clone();
    let state = desk.now();
    assert_eq!(state["tuned"], serde_json::json!({}));
    let [left, _, width, _] = card_rect(&state, "models").expect("it is open");
    assert_eq!(left + width, 1280.0 - 12.0, "its bar lies within the rim of the window");
    // A slider has to see the button down: it may go down and up within one slow frame.
    desk.pull(LEFT, pair(&panel["fan"]), pair(&panel["fan"]));
    desk.now();
    desk.let_go(LEFT);
    let state = desk.wait(|state| state["tuned"]["fan"] == 0.0);
    assert_eq!(state["tuned"].as_object().map(|tuned| tuned.len()), Some(1));
    press(&mut desk, "reset");
    desk.wait(|state| state["tuned"] == serde_json::json!({}));
}

fn sessions_are_saved() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.click(RIGHT, tile(&state, 14.5, 6.5));
    desk.key(sign('b'));
    desk.drag(tile(&state, 9.5, 4.5), tile(&state, 9.5, 7.5));
    desk.wait(|state| state["blocked"] == 4);
    desk.key(sign('n'));
    desk.click(LEFT, tile(&state, 15.5, 3.5));
    desk.wait(|state| units(state).len() == 4);
    desk.wait(|state| state["tick"].as_u64() > Some(100));
    desk.hold(CONTROL, true);
    desk.key(sign('s'));
    desk.hold(CONTROL, false);
    let state = desk.wait(|state| state["message"].as_str().is_some_and(|text| text.contains("Saved as")));
    let file = saved(&desk, "replay");
    assert!(state["message"].as_str().unwrap().ends_with(&file.display().to_string()));
    let text = file.to_string_lossy().into_owned();
    let output = muster(&["replay", &text, "--verify"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));

    let replay: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let ticks = replay["ticks"].as_u64().unwrap();
    let mut again = Desk::open(&["replay", &text], &[]);
    let state = again.wait(|state| state["recording"].as_u64() == Some(ticks));
    again.click(LEFT, spot(&state, "C"));
    again.click(RIGHT, tile(&state, 20.5, 2.5));
    again.wait(|state| state["message"].as_str().is_some_and(|text| text.contains("recording")));
    again.wait(|state| state["tick"].as_u64() == Some(ticks));
    let state = again.now();
    assert_eq!(state["tick"].as_u64(), Some(ticks), "it ends where it was saved");
    assert_eq!((state["blocked"].as_u64(), units(&state).len()), (Some(4), 4));
    assert_eq!(pair(&unit(&state, "C")["at"]), (555.0, 285.0), "who was not ordered then stands");
    let last = ticks / 30;
    assert!(replay["hashes"][last as usize].is_string(), "a hash for every second");
}

fn levels_reload() {
    let mut desk = Desk::play(FIELD);
    desk.wait(|state| state["tick"].as_u64() > Some(45));
    std::fs::write(desk.folder().join("field.json"), FIELD.replace(r#""id": "C""#, r#""id": "Dora""#))
        .unwrap();
    let state = desk.wait(|state| units(state).iter().any(|unit| unit["name"] == "Dora"));
    assert!(state["tick"].as_u64() < Some(45), "it starts anew");
    desk.wait(|state| state["tick"].as_u64() > Some(45));
    std::fs::write(desk.folder().join("field.json"), BROKEN).unwrap();
    let state = desk.wait(|state| state["message"].as_str().is_some_and(|text| text.contains("not sound")));
    assert_eq!(units(&state).len(), 3, "the game goes on");
}

fn sandboxes_are_saved() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.key(sign('b'));
    desk.drag(tile(&state, 9.5, 4.5), tile(&state, 9.5, 7.5));
    desk.wait(|state| state["blocked"] == 4);
    ask_to_save(&mut desk);
    desk.wait(|state| state["naming"]["name"] == "Field");
    desk.key(ENTER);
    desk.wait(|state| state["message"].as_str().is_some_and(|text| text.contains("Saved as")));
    let file = saved(&desk, "json");
    let output = muster(&["check", &file.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let level = std::fs::read_to_string(file).unwrap();
    assert_eq!(level.matches('#').count() - level.matches("\"#").count(), 4, "{level}");
    desk.key(F6);
    desk.wait(|state| state["message"].as_str().is_some_and(|text| text.ends_with(".replay")));
}
