//! The time machine by mouse and keys in the real window: back and forth, marks, another future.

use crate::desk::*;
use serde_json::Value;
use std::collections::HashMap;

pub const TESTS: Tests = &[
    ("keys_go_back_and_on_by_ticks_and_seconds_to_the_very_state", ticks_and_seconds),
    ("the_strip_of_a_level_goes_to_any_moment_and_end_comes_back", the_strip),
    ("marks_are_gone_to_by_keys_and_told", marks),
    ("whoever_starts_anew_twice_still_goes_back_to_what_he_played", anew_twice),
    ("an_obstacle_is_told_by_its_name_in_marks_and_under_the_pointer", named_obstacle),
    ("a_click_on_the_flag_of_a_mark_goes_there_and_selects_whom_it_concerns", clicked_mark),
    ("a_click_on_the_flag_of_others_goes_there_and_leaves_the_selection", clicked_mark_of_others),
    ("an_order_in_the_past_begins_a_future_and_a_key_changes_between_the_two", two_futures),
    ("a_session_that_was_rewound_is_saved_whole", saved_whole),
    ("a_level_opens_at_a_time", opens_at),
    ("one_thing_in_the_menu_is_framed_and_enter_does_that", one_frame),
    ("who_fell_is_selected_again_when_time_goes_back", fallen),
    ("the_selected_units_are_cut_out_as_a_level_with_what_is_still_to_come", cut_out),
];

/// A walks to the right at 1 s, a wall grows at 2 s.
const FIELD: &str = r##"{ "format": 1, "name": "Field", "map": { "size": [40, 20] },
  "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 8.5] },
            { "id": "B", "kind": "infantry", "team": "red", "at": [4.5, 12.5] }],
  "orders": [{ "time": 1, "who": ["A"], "do": "move", "to": [34.5, 8.5] }],
  "edits": [{ "time": 2, "area": [20, 2, 1, 2], "tile": "#" }] }"##;

fn hash(state: &Value) -> String {
    state["hash"].as_str().expect("a text").to_owned()
}

/// Lets a level run to `ticks` and stand there.
fn stands_after(desk: &mut Desk, ticks: u64) -> Value {
    desk.wait(|state| tick(state) > ticks);
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    desk.now()
}

fn go(desk: &mut Desk, key: u32, to: u64) -> Value {
    desk.key(key);
    desk.wait(|state| tick(state) == to && state["strip"]["goal"].is_null())
}

fn shifted(desk: &mut Desk, key: u32, to: u64) -> Value {
    desk.hold(SHIFT, true);
    desk.key(key);
    desk.hold(SHIFT, false);
    desk.wait(|state| tick(state) == to && state["strip"]["goal"].is_null())
}

fn anew_twice() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "B"));
    desk.wait(|state| selected(state) == "B");
    desk.click(RIGHT, tile(&state, 10.5, 12.5));
    desk.wait(|state| state["orders"][0].is_object());
    for _ in 0..2 {
        desk.key(sign('r'));
        desk.wait(|state| state["orders"] == serde_json::json!([]) && tick(state) > 3);
    }
    desk.hold(CONTROL, true);
    desk.key(sign('z'));
    desk.hold(CONTROL, false);
    desk.wait(|state| state["orders"][0].is_object());
}

fn named_obstacle() {
    let level = FIELD.replace(
        r##""edits": [{ "time": 2, "area": [20, 2, 1, 2], "tile": "#" }]"##,
        r#""obstacles": [{ "id": "venus", "radius": 30, "at": [20, 14] }, { "radius": 30, "at": [30, 14] }]"#,
    );
    let level = level.replace(r#""do": "move", "to": [34.5, 8.5]"#, r#""do": "follow", "target": "venus""#);
    let mut desk = Desk::play(&level);
    let state = stands_after(&mut desk, 40);
    assert_eq!(state["time"]["marks"][0][2], "A told to follow venus");
    for (place, name) in [((20.0, 14.0), "venus".into()), ((30.0, 14.0), Value::Null)] {
        desk.point(tile(&state, place.0, place.1));
        desk.wait(|state| state["hud"]["named"] == name);
    }
}

fn ticks_and_seconds() {
    let mut desk = Desk::play(FIELD);
    let state = stands_after(&mut desk, 150);
    let end = tick(&state);
    let mut seen = HashMap::from([(end, hash(&state))]);
    for back in 1..=3 {
        let state = go(&mut desk, sign(','), end - back);
        seen.insert(tick(&state), hash(&state));
    }
    for on in (0..3).rev() {
        let state = go(&mut desk, sign('.'), end - on);
        assert_eq!(seen[&tick(&state)], hash(&state));
    }
    // Beyond the end a step is played.
    let state = go(&mut desk, sign('.'), end + 1);
    assert_eq!((state["paused"].clone(), state["time"]["known"].as_u64()), (true.into(), Some(end + 1)));
    shifted(&mut desk, sign(','), end + 1 - 30);
    shifted(&mut desk, sign(','), end + 1 - 60);
    let state = shifted(&mut desk, sign('.'), end + 1 - 30);
    assert!(state["time"]["differs"].is_null());
    let on = go(&mut desk, END, end + 1);
    assert_eq!(on["paused"], true);
    assert!(at(&state, "A").0 < at(&on, "A").0);
}

fn the_strip() {
    let mut desk = Desk::play(FIELD);
    stands_after(&mut desk, 330);
    let state = desk.settled(|state| &state["strip"]);
    let end = tick(&state);
    let rect = strip(&state);
    let mut places = Vec::new();
    for share in [0.5, 0.2, 0.8] {
        desk.click(LEFT, (rect[0] + rect[2] * share, rect[1] + rect[3] / 2.0));
        let near = |state: &Value| (tick(state) as f32 - end as f32 * share).abs() < 4.0;
        let state = desk.wait(|state| near(state) && state["strip"]["goal"].is_null());
        places.push(at(&state, "A").0);
        assert_eq!(state["paused"], true);
    }
    assert!(places[1] < places[0] && places[0] < places[2], "{places:?}");
    go(&mut desk, END, end);
}

fn marks() {
    let mut desk = Desk::play(FIELD);
    let state = stands_after(&mut desk, 150);
    let marks = state["time"]["marks"].as_array().expect("a list");
    let of = |kind: &str| {
        let mark =
            marks.iter().find(|mark| mark[1] == kind).unwrap_or_else(|| panic!("no {kind} in {marks:?}"));
        mark[0].as_u64().expect("a number")
    };
    let (order, edit) = (of("Order"), of("Edit"));
    assert!((30..33).contains(&order) && (60..63).contains(&edit), "{order} {edit}");
    // From the start on: the order first, which selects A.
    desk.key(sign('['));
    while tick(&desk.wait(|state| state["strip"]["goal"].is_null())) != order {
        let before = tick(&desk.now());
        desk.key(sign('['));
        desk.wait(|state| tick(state) < before);
    }
    desk.wait(|state| told(state, "A sent 30 tiles east"));
}

fn clicked_mark() {
    let mut desk = Desk::play(FIELD);
    stands_after(&mut desk, 150);
    let state = desk.settled(|state| &state["strip"]);
    let marks = state["time"]["marks"].as_array().expect("a list");
    let order =
        marks.iter().find(|mark| mark[1] == "Order").expect("there is one")[0].as_u64().expect("a tick");
    let rect = strip(&state);
    // The strip shows ten seconds at least.
    desk.click(LEFT, (rect[0] + rect[2] * order as f32 / 300.0, rect[1] - 5.0));
    let state = desk.wait(|state| tick(state) == order && state["strip"]["goal"].is_null());
    assert!(told(&state, "A sent 30 tiles east"), "{}", state["message"]);
    desk.wait(|state| selected(state) == "A");
}

fn clicked_mark_of_others() {
    let level = FIELD
        .replace(r#""red", "at": [4.5, 12.5]"#, r#""blue", "at": [4.5, 12.5]"#)
        .replace(r#""who": ["A"]"#, r#""who": ["B"]"#)
        .replace(r#""units""#, r#""player": "red", "units""#);
    let mut desk = Desk::play(&level);
    let state = stands_after(&mut desk, 150);
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    let state = desk.settled(|state| &state["strip"]);
    let rect = strip(&state);
    desk.click(LEFT, (rect[0] + rect[2] * 31.0 / 300.0, rect[1] - 5.0));
    let state = desk.wait(|state| told(state, "B sent 30 tiles east") && state["strip"]["goal"].is_null());
    assert_eq!(selected(&state), "A", "who does not obey is not selected");
}

fn two_futures() {
    let mut desk = Desk::play(FIELD);
    let state = stands_after(&mut desk, 240);
    let end = tick(&state);
    let old = hash(&state);
    for second in 1..=4 {
        shifted(&mut desk, sign(','), end - 30 * second);
    }
    let parts = end - 120;
    let state = desk.now();
    desk.click(LEFT, spot(&state, "B"));
    desk.wait(|state| selected(state) == "B");
    desk.click(RIGHT, tile(&state, 30.5, 15.5));
    let state = desk.wait(|state| !state["time"]["left"].is_null());
    assert_eq!(state["time"]["left"], serde_json::json!([parts, end]));
    assert!(told(&state, "A new future"));
    desk.key(sign(' '));
    desk.wait(|state| tick(state) > end);
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    let new = desk.now();
    assert!(at(&new, "B").0 > at(&state, "B").0 + 60.0, "B walks in the new future");
    desk.key(sign('\\'));
    let state = desk.wait(|state| tick(state) == end && state["strip"]["goal"].is_null());
    assert_eq!(hash(&state), old, "and never did in the old one, which ends before");
    // The same time in the other future, wherever that is.
    let earlier = shifted(&mut desk, sign(','), end - 30);
    desk.key(sign('\\'));
    let state = desk.wait(|state| {
        tick(state) == end - 30 && state["strip"]["goal"].is_null() && hash(state) != hash(&earlier)
    });
    assert!(at(&state, "B").0 > at(&earlier, "B").0, "B walks there");
    let state = go(&mut desk, END, tick(&new));
    assert_eq!(hash(&state), hash(&new));
}

fn saved_whole() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "B"));
    desk.wait(|state| selected(state) == "B");
    desk.click(RIGHT, tile(&state, 12.5, 15.5));
    let state = stands_after(&mut desk, 200);
    let (end, last) = (tick(&state), hash(&state));
    shifted(&mut desk, sign(','), end - 30);
    desk.key(F6);
    let state = desk.wait(|state| told(state, "Saved as"));
    let message = state["message"].as_str().expect("a text").to_owned();
    let file = message.split("Saved as ").nth(1).expect("a path").trim();
    let replay = muster::replay::Replay::load(file.as_ref()).expect("it is a recording");
    assert_eq!((replay.ticks, replay.verify(1).expect("the level is sound")), (end, None));
    assert_eq!(replay.hashes.last(), Some(&last));
}

fn opens_at() {
    let files = [("field.json", FIELD)];
    let mut desk = Desk::open(&["play", "{}/field.json", "--at", "5.5"], &files);
    let state = desk.wait(|state| tick(state) == 165);
    assert_eq!((state["paused"].clone(), at(&state, "A").0 > 300.0), (true.into(), true));
}

fn cut_out() {
    let mut desk = Desk::play(FIELD);
    stands_after(&mut desk, 20);
    desk.key(sign('l'));
    let state = desk.wait(|state| told(state, "Nobody is selected"));
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    let state = desk.settled(|state| &state["buttons"]);
    desk.click(LEFT, pair(&state["buttons"]["Cut out"]));
    desk.wait(|state| {
        let name = state["naming"]["name"].as_str();
        name.is_some_and(|name| name.starts_with("Field, 0:0"))
            && state["naming"]["buttons"]["whole"].is_array()
    });
    desk.key(ENTER);
    let state = desk.wait(|state| told(state, "Saved as"));
    let message = state["message"].as_str().expect("a text").to_owned();
    let file = message.split("Saved as ").nth(1).expect("a path").trim();
    let level = muster::level::Level::load(std::path::Path::new(file)).expect("it is sound");
    let names: Vec<&str> = level.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!((names, level.orders.len(), level.edits.len()), (vec!["A", "B"], 1, 1));
    assert_eq!(level.expect.expect("it claims something").arrived, Some(1.0));
}

fn one_frame() {
    let mut desk = Desk::play(FIELD);
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu" && state["goes_on"] == true);
    desk.hold(CONTROL, true);
    desk.key(sign('s'));
    desk.hold(CONTROL, false);
    let state = desk.now();
    assert_eq!(state["search"], "", "Ctrl + S types nothing");
    desk.key(ENTER);
    desk.wait(|state| state["screen"] == "level" && state["level"] == "Field");
    desk.key(ESCAPE);
    desk.wait(|state| state["goes_on"] == true);
    desk.key(sign('x'));
    desk.wait(|state| state["goes_on"] == false && state["search"] == "x");
}

/// A, B and C fall one after the other.
const FIGHT: &str = r##"{ "format": 1, "name": "Fight", "map": { "size": [40, 20] }, "fight": true, "player": "red",
  "teams": [{ "name": "red", "color": "#C8452F", "enemies": ["blue"] }, { "name": "blue", "color": "#2F5F9E" }],
  "kinds": { "weak": { "radius": 7, "speed": 60, "acceleration": 240, "strength": 8 },
             "weaker": { "radius": 7, "speed": 60, "acceleration": 240, "strength": 16 } },
  "units": [{ "id": "A", "kind": "weak", "team": "red", "at": [12.5, 8.5] },
            { "id": "B", "kind": "weaker", "team": "red", "at": [12.5, 10.5] },
            { "id": "C", "kind": "weak", "team": "red", "at": [12.5, 12.5] },
            { "id": "X", "kind": "infantry", "team": "blue", "at": [13.05, 8.5] },
            { "id": "Y", "kind": "infantry", "team": "blue", "at": [13.05, 10.5] },
            { "id": "Z", "kind": "infantry", "team": "blue", "at": [13.05, 12.5] }] }"##;

fn fallen() {
    let mut desk = Desk::play(FIGHT);
    desk.key(sign(' '));
    let state = desk.wait(|state| state["paused"] == true);
    shifted_to_start(&mut desk);
    desk.drag(tile(&state, 11.5, 7.5), tile(&state, 13.9, 13.5));
    desk.wait(|state| selected(state) == "ABC");
    desk.key(sign(' '));
    desk.wait(|state| units(state).len() == 3);
    desk.key(sign(' '));
    let end = tick(&desk.wait(|state| state["paused"] == true));
    desk.key(sign('l'));
    let state = desk.wait(|state| told(state, "Nobody is selected"));
    assert!(state["naming"].is_null(), "no level is made of the fallen");
    desk.key(F2);
    let state = desk.wait(|state| state["models"]["whole level"].is_array());
    assert!(state["models"]["3 selected"].is_null(), "{}", state["models"]);
    desk.key(F2);
    desk.wait(|state| state["models"].is_null());
    // Through a moment at which only some have fallen to one at which all stand.
    let both = |state: &Value| state["strip"]["goal"].is_null() && state["paused"] == true;
    desk.key(sign(','));
    desk.wait(|state| tick(state) < end && both(state));
    shifted_to_start(&mut desk);
    let state = desk.wait(|state| units(state).len() == 6 && both(state));
    assert_eq!(selected(&state), "ABC");
}

/// Goes back by seconds to the start.
fn shifted_to_start(desk: &mut Desk) {
    loop {
        let now = tick(&desk.wait(|state| state["strip"]["goal"].is_null()));
        if now == 0 {
            return;
        }
        desk.hold(SHIFT, true);
        desk.key(sign(','));
        desk.hold(SHIFT, false);
        desk.wait(|state| tick(state) < now);
    }
}
