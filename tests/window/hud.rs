//! Formations, drawn fronts, control groups and the selection panel, by mouse and keys in the real window.

use crate::desk::*;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("the_formation_that_is_chosen_is_built_by_the_next_order", a_chosen_formation_is_built),
    ("a_button_that_is_held_down_for_long_is_pressed_all_the_same", a_long_click),
    ("z_and_t_change_formation_and_pace_of_the_next_order", z_and_t),
    ("the_bar_shows_the_formation_in_which_the_selection_marches", a_marching_box),
    ("a_right_drag_draws_the_front_and_shows_the_slots_that_are_taken", a_right_drag_draws_the_front),
    ("control_groups_are_set_recalled_joined_and_looked_at", control_groups),
    ("control_a_selects_everybody_c_looks_at_them_and_home_at_the_whole_map", everybody),
    ("several_units_are_summed_up_by_what_they_do_and_a_click_selects_those", summed_up),
    ("a_click_on_a_kind_narrows_and_tab_goes_through_kinds", kinds),
    ("g_follows_and_x_scatters", follow_and_scatter),
    ("what_cannot_be_done_is_told", toasts),
    ("a_level_tells_at_its_end_whether_it_held", claims),
    ("what_follows_the_name_of_a_formation_or_a_pace_stays_where_it_is", names_do_not_push),
    ("buttons_go_one_by_one_as_the_window_gets_narrow", narrower),
];

/// Six red soldiers and two red riders on a wide field; a blue soldier far off.
pub const FIELD: &str = r##"{ "format": 1, "name": "Wide field",
  "map": { "size": [100, 60] },
  "teams": [{ "name": "red", "color": "#C8452F" }, { "name": "blue", "color": "#2F5F9E" }],
  "units": [
    { "id": "A", "kind": "infantry", "team": "red", "at": [40.5, 20.5] },
    { "id": "B", "kind": "infantry", "team": "red", "at": [42.5, 20.5] },
    { "id": "C", "kind": "infantry", "team": "red", "at": [44.5, 20.5] },
    { "id": "D", "kind": "infantry", "team": "red", "at": [40.5, 22.5] },
    { "id": "E", "kind": "infantry", "team": "red", "at": [42.5, 22.5] },
    { "id": "F", "kind": "infantry", "team": "red", "at": [44.5, 22.5] },
    { "id": "G", "kind": "cavalry", "team": "red", "at": [47.5, 20.5] },
    { "id": "H", "kind": "cavalry", "team": "red", "at": [47.5, 22.5] },
    { "id": "K", "kind": "infantry", "team": "blue", "at": [60.5, 30.5] } ] }"##;

/// Selects A to F, or G and H too.
pub fn select(desk: &mut Desk, riders: bool) -> Value {
    let state = desk.now();
    let right = if riders { 48.5 } else { 45.5 };
    desk.drag(tile(&state, 39.5, 19.5), tile(&state, right, 23.5));
    desk.wait(|state| selected(state) == if riders { "ABCDEFGH" } else { "ABCDEF" });
    // The card of orders takes some frames to find its size.
    desk.settled(|state| &state["buttons"])
}

pub fn last_order(state: &Value) -> &Value {
    state["orders"].as_array().and_then(|orders| orders.last()).unwrap_or(&Value::Null)
}

fn are_at_rest(state: &Value, names: &str) -> bool {
    names.chars().all(|name| unit(state, &name.to_string())["state"] == "destination_reached")
}

fn a_chosen_formation_is_built() {
    let mut desk = Desk::play(FIELD);
    let state = select(&mut desk, false);
    desk.click(LEFT, pair(&state["buttons"]["Column"]));
    desk.wait(|state| state["formation"] == "column");
    desk.click(RIGHT, tile(&state, 52.5, 21.5));
    let state = desk.wait(|state| last_order(state)["command"]["formation"] == "column");
    assert_eq!(selected(&state), "ABCDEF", "a click on a card is no click on the map");
    let state = desk.wait(|state| are_at_rest(state, "ABCDEF"));
    let places: Vec<(f32, f32)> = "ABCDEF".chars().map(|name| at(&state, &name.to_string())).collect();
    let (first, last) = (places[0].1, places.iter().map(|place| place.0));
    assert!(places.iter().all(|place| (place.1 - first).abs() < 2.0), "one file: {places:?}");
    let (low, high) = (last.clone().fold(f32::MAX, f32::min), last.fold(0.0, f32::max));
    assert!((high - low - 100.0).abs() < 4.0, "six ranks 20 px apart: {places:?}");
}

fn a_long_click() {
    let mut desk = Desk::play(FIELD);
    let state = select(&mut desk, false);
    let column = pair(&state["buttons"]["Column"]);
    desk.pull(LEFT, column, column);
    desk.now();
    std::thread::sleep(std::time::Duration::from_secs(1));
    desk.let_go(LEFT);
    desk.wait(|state| state["formation"] == "column");
}

fn z_and_t() {
    let mut desk = Desk::play(FIELD);
    let state = select(&mut desk, false);
    assert_eq!((&state["formation"], &state["pace"]), (&"none".into(), &"matched".into()));
    desk.key(sign('z'));
    desk.key(sign('z'));
    desk.key(sign('t'));
    let state = desk.wait(|state| state["formation"] == "column" && state["pace"] == "own");
    desk.click(RIGHT, tile(&state, 52.5, 21.5));
    let state = desk.wait(|state| last_order(state)["command"]["do"] == "move");
    let command = &last_order(&state)["command"];
    assert_eq!((&command["formation"], &command["manner"]["pace"]), (&"column".into(), &"own".into()));
}

fn a_right_drag_draws_the_front() {
    let mut desk = Desk::play(FIELD);
    let state = select(&mut desk, false);
    let before = desk.picture();
    // From top to bottom: the formation faces east, two ranks of three.
    desk.pull(RIGHT, tile(&state, 54.0, 22.0), tile(&state, 54.0, 23.7));
    desk.wait(|state| state["front"].as_array().is_some_and(|slots| slots.len() == 6));
    // The pointer may still be on its way: the front is drawn when it stays the same.
    let drawn = desk.settled(|state| &state["front"]);
    assert_eq!(drawn["orders"].as_array().map(Vec::len), Some(0), "nothing is ordered while it is drawn");
    assert!(desk.picture().differing(&before, tile(&state, 53.6, 22.8), 14) > 20, "the slots are shown");
    desk.let_go(RIGHT);
    let state = desk.wait(|state| last_order(state)["command"]["do"] == "move");
    let command = &last_order(&state)["command"];
    assert_eq!(command["formation"], "line", "units without a formation take a line");
    assert!(command["manner"]["facing"].as_f64().is_some_and(|facing| facing.abs() < 0.5), "{command}");
    assert!(
        command["manner"]["frontage"].as_f64().is_some_and(|width| (width - 51.0).abs() < 3.0),
        "{command}"
    );
    // A unit that has arrived is drawn a few ticks behind: what counts is where everybody comes to stand.
    let slots: Vec<(f32, f32)> = drawn["front"].as_array().into_iter().flatten().map(pair).collect();
    desk.wait(|state| {
        let near = |slot: &(f32, f32), name: char| {
            let unit = at(state, &name.to_string());
            (unit.0 - slot.0).hypot(unit.1 - slot.1) < 2.0
        };
        let taken = |slot| "ABCDEF".chars().any(|name| near(slot, name));
        are_at_rest(state, "ABCDEF") && slots.iter().all(taken)
    });
}

/// Looks far from everybody, so that looking at them is seen.
fn look_away(desk: &mut Desk) {
    let state = desk.now();
    let corner = pair(&state["minimap"]);
    desk.click(LEFT, (corner.0 + 150.0, corner.1 + 90.0));
    desk.wait(|state| pair(&state["camera"]["center"]).0 > 2000.0);
    // A pan comes to rest.
    desk.settled(|state| &state["camera"]);
}

fn select_all(desk: &mut Desk) {
    desk.hold(CONTROL, true);
    desk.key(sign('a'));
    desk.hold(CONTROL, false);
}

fn everybody() {
    let mut desk = Desk::play(FIELD);
    desk.now();
    select_all(&mut desk);
    let state = desk.wait(|state| selected(state) == "ABCDEFGHK");
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    select_all(&mut desk);
    desk.wait(|state| selected(state) == "ABCDEFGH");
    look_away(&mut desk);
    desk.key(sign('c'));
    let state = desk.wait(|state| pair(&state["camera"]["center"]).0 < 1500.0);
    let center = pair(&state["camera"]["center"]);
    assert!((center.0 - 43.75 * 30.0).abs() < 15.0 && (center.1 - 21.5 * 30.0).abs() < 15.0, "{center:?}");
    desk.key(HOME);
    // The whole of 3000 × 1800 px lies in the window.
    desk.wait(|state| {
        let ((left, top), (right, bottom)) = (tile(state, 0.0, 0.0), tile(state, 100.0, 60.0));
        left > 0.0 && top > 0.0 && right < 1280.0 && bottom < 720.0
    });
    // And in half of it, where another field stands beside it.
    desk.key(sign('v'));
    desk.wait(|state| {
        let width = 3000.0 * state["camera"]["scale"].as_f64().expect("a number");
        state["beside"].is_object() && (320.0..640.0).contains(&width)
    });
}

fn summed_up() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 52.5, 26.5));
    desk.wait(|state| unit(state, "A")["state"] == "moving");
    select_all(&mut desk);
    desk.key(F1);
    let parts: Value = serde_json::json!([["have nothing in their way", 1], ["stand without orders", 7]]);
    desk.wait(|state| state["reasons"] == parts);
    desk.wait(|state| card_rect(state, "inspector").is_some());
    // The card takes some frames to find its size.
    let state = desk.settled(|state| &state["cards"]);
    let [left, top, ..] = card_rect(&state, "inspector").expect("it is shown");
    desk.click(LEFT, (left + 60.0, top + 46.0));
    desk.wait(|state| selected(state) == "A");
}

fn control_groups() {
    let mut desk = Desk::play(FIELD);
    select(&mut desk, false);
    desk.hold(CONTROL, true);
    desk.key(sign('1'));
    desk.hold(CONTROL, false);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "G"));
    desk.wait(|state| selected(state) == "G");
    desk.hold(SHIFT, true);
    desk.key(sign('1'));
    desk.hold(SHIFT, false);
    desk.now();
    desk.key(ESCAPE);
    desk.wait(|state| selected(state).is_empty());
    desk.key(sign('1'));
    desk.wait(|state| selected(state) == "ABCDEFG");
    let middle = (43.28 * 30.0, 21.36 * 30.0);
    let looks_there = move |state: &Value| {
        let center = pair(&state["camera"]["center"]);
        (center.0 - middle.0).hypot(center.1 - middle.1) < 15.0
    };
    look_away(&mut desk);
    desk.key(sign('1'));
    desk.key(sign('1'));
    desk.wait(looks_there);
    desk.key(ESCAPE);
    look_away(&mut desk);
    desk.hold(ALT, true);
    desk.key(sign('1'));
    desk.hold(ALT, false);
    let state = desk.wait(looks_there);
    assert_eq!(selected(&state), "", "Alt does not select");
}

fn kinds() {
    let mut desk = Desk::play(FIELD);
    let state = select(&mut desk, true);
    assert_eq!(state["kinds"].as_array().map(Vec::len), Some(2));
    desk.key(TAB);
    let first = selected(&desk.wait(|state| selected(state).len() < 8));
    desk.key(TAB);
    let second = selected(&desk.wait(|state| selected(state) != first));
    assert_eq!([first.as_str(), second.as_str()].concat().len(), 8);
    desk.key(TAB);
    desk.wait(|state| selected(state) == "ABCDEFGH");
    let state = desk.settled(|state| &state["kinds"]);
    let (left, top) = pair(&state["kinds"][1]);
    desk.click(LEFT, (left + 20.0, top + 10.0));
    desk.wait(|state| selected(state) == "GH");
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
}

fn follow_and_scatter() {
    let mut desk = Desk::play(FIELD);
    let state = select(&mut desk, false);
    desk.key(sign('g'));
    desk.now();
    desk.click(LEFT, spot(&state, "G"));
    let state = desk.wait(|state| last_order(state)["command"]["do"] == "follow");
    assert_eq!(last_order(&state)["command"]["target"]["unit"], 6);
    desk.key(sign('x'));
    let state = desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 7));
    let start = at(&state, "A");
    let state = desk.wait(|state| are_at_rest(state, "ABCDEF"));
    let end = at(&state, "A");
    assert!((end.0 - start.0).hypot(end.1 - start.1) > 60.0, "from {start:?} to {end:?}");
}

fn toasts() {
    let mut desk = Desk::play(FIELD);
    desk.key(sign('7'));
    desk.wait(|state| told(state, "Group 7 is empty"));
    desk.key(sign('g'));
    desk.wait(|state| told(state, "Nobody is selected"));
}

fn claims() {
    let level = FIELD.replace(
        r#""name": "Wide field","#,
        r#""name": "Wide field", "expect": { "within": 1, "arrived": 1, "overlap": 0.5 },
           "orders": [{ "who": ["A"], "do": "move", "to": [60.5, 50.5] }],"#,
    );
    let mut desk = Desk::play(&level);
    desk.wait(|state| state["held"] == false);
    let kept = level.replace("[60.5, 50.5]", "[41.0, 21.0]").replace(r#""within": 1"#, r#""within": 9"#);
    std::fs::write(desk.folder().join("field.json"), kept).unwrap();
    desk.key(F5);
    desk.wait(|state| state["held"] == true);
}

fn a_marching_box() {
    let sent = FIELD.trim_end().trim_end_matches('}').to_owned()
        + r#", "orders": [{ "who": ["A", "B", "C", "D", "E", "F"], "do": "move", "to": [90, 40], "formation": "box" }] }"#;
    let mut desk = Desk::play(&sent);
    let state = desk.now();
    assert_eq!(state["formation"], "none");
    desk.hold(CONTROL, true);
    desk.key(sign('a'));
    desk.hold(CONTROL, false);
    desk.wait(|state| selected(state) == "ABCDEFGHK" && state["formation"] == "box");
    desk.key(ESCAPE);
    desk.wait(|state| selected(state).is_empty() && state["formation"] == "none");
}

fn narrower() {
    let mut desk = Desk::play(&FIELD.replace(r#""map""#, r#""fight": true, "map""#));
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A" && state["buttons"]["Attack"].is_array());
    let mut counts = Vec::new();
    for width in [1280, 1100, 1024, 960, 920, 880, 840, 800] {
        desk.resize(width, 600);
        desk.wait(|state| state["window"][0] == f64::from(width));
        let state = desk.settled(|state| &state["cards"]);
        let [left, _, wide, _] = card_rect(&state, "orders").expect("it is shown");
        assert!(left + wide <= width as f32, "{width}: {left} {wide}");
        let is_there = ["Patrol", "Scatter", "Cut out"].map(|name| state["buttons"][name].is_array());
        assert!(is_there.is_sorted_by(|more, less| more >= less), "{width}: {is_there:?}");
        counts.push((width, is_there.iter().filter(|is_there| **is_there).count()));
    }
    assert_eq!(counts[0].1, 3, "{counts:?}");
    assert!(counts[2].1 >= 2, "there is room for most of them: {counts:?}");
    assert!(counts.is_sorted_by(|wide, narrow| wide.1 >= narrow.1), "{counts:?}");
}

fn names_do_not_push() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    let places = |state: &Value| [state["buttons"]["Pace"].clone(), state["buttons"]["Cut out"].clone()];
    let state = desk.settled(|state| &state["buttons"]);
    let (first, mut seen) = (places(&state), vec![state["formation"].clone()]);
    assert!(first.iter().all(Value::is_array), "{first:?}");
    for key in "zzzzzzzt".chars() {
        desk.key(sign(key));
        let state = desk.settled(|state| &state["buttons"]);
        assert_eq!(places(&state), first, "{} {}", state["formation"], state["pace"]);
        seen.push(state["formation"].clone());
    }
    assert!(seen.contains(&"as_is".into()) && seen[0] == seen[8], "{seen:?}");
    // As of formations, what is on has the accent's line.
    let framed = |desk: &Desk| desk.picture().count(pair(&first[0]), 40, [0xC8, 0x45, 0x2F]);
    assert_eq!(desk.now()["pace"], "own");
    let off = framed(&desk);
    desk.key(sign('t'));
    assert_eq!(desk.now()["pace"], "matched");
    assert!(framed(&desk) > off + 100, "{} {off}", framed(&desk));
}
