//! Recordings in the menu, through the real window.

use crate::desk::*;
use crate::menu::quit_unasked;
use muster::ids::UnitId;
use muster::level::Level;
use muster::order::{Action, Command, Order};
use muster::replay::Recorder;
use muster::sim::{Options, Sim};
use serde_json::Value;

pub const TESTS: Tests = &[
    ("every_recording_is_shown_found_by_search_and_opened_by_enter", recordings_are_found),
    ("arrows_go_from_the_levels_that_a_search_finds_to_its_recordings", arrows_reach_recordings),
    ("a_recording_offers_no_orders", recordings_offer_no_orders),
    ("in_a_recording_nobody_obeys_and_an_order_says_so_at_once", nobody_obeys),
    ("a_click_on_a_mark_of_a_recording_selects_whom_it_concerns", marks_select),
    ("a_recording_is_played_on_from_any_moment", played_on),
    ("whoever_plays_on_and_does_nothing_is_asked_nothing", played_on_idly),
    ("a_game_that_was_won_is_kept_when_one_quits_and_nobody_is_asked", won_and_quit),
    ("what_another_has_begun_is_nobodys_best_not_even_after_it_was_saved", borrowed),
    ("a_recording_that_is_over_begins_again_with_the_key_for_pause", begins_again),
];

/// A of red is sent east after half a second. Whoever selects two has won.
const MARCH: &str = r##"{ "format": 1, "name": "March", "map": { "size": [24, 12] }, "player": "red",
  "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 5.5] },
            { "id": "C", "kind": "infantry", "team": "red", "at": [6.5, 5.5] },
            { "id": "D", "kind": "infantry", "team": "blue", "at": [18.5, 9.5] }],
  "orders": [{ "time": 0.5, "who": ["A"], "do": "move", "to": [12.5, 8.5] }],
  "goals": [{ "do": "select", "count": 2 }] }"##;

/// A recording of [`MARCH`], two seconds long, over which time stands.
fn march() -> (Desk, Value) {
    let recording = recorded(MARCH, 60);
    let mut desk = Desk::open(&["replay", "{}/march.replay"], &[("march.replay", &recording)]);
    desk.key(sign(' '));
    let state = desk.wait(|state| state["paused"] == true && state["hud"]["settled"] == true);
    (desk, state)
}

fn nobody_obeys() {
    let (mut desk, state) = march();
    desk.click(RIGHT, tile(&state, 12.5, 3.5));
    desk.wait(|state| told(state, "This is a recording"));
    let ((ax, ay), (cx, cy)) = (spot(&state, "A"), spot(&state, "C"));
    desk.drag((ax - 30.0, ay - 30.0), (cx + 30.0, cy + 30.0));
    desk.wait(|state| selected(state) == "AC");
    // Nor is anything begun that would end in an order.
    desk.key(sign('p'));
    desk.key(sign('o'));
    desk.pull(RIGHT, tile(&state, 10.5, 2.5), tile(&state, 14.5, 2.5));
    let state = desk.now();
    desk.let_go(RIGHT);
    assert_eq!((&state["patrol"], &state["front"]), (&Value::Null, &Value::Null));
    assert!(state["goals"]["ghost"].is_null(), "it is no ghost of itself");
    assert_eq!(state["goals"]["told"][0][1], false, "who looks on does not play");
}

fn marks_select() {
    let (mut desk, _) = march();
    desk.key(END);
    let state = desk.wait(|state| tick(state) == 60);
    let [left, top, width, _] = strip(&state);
    desk.click(LEFT, (left + width * 16.0 / 60.0, top + 4.0));
    desk.wait(|state| tick(state) == 16 && selected(state) == "A");
}

/// Selects A and C, which wins [`MARCH`].
fn win(desk: &mut Desk) -> Value {
    let state = desk.now();
    let ((ax, ay), (cx, cy)) = (spot(&state, "A"), spot(&state, "C"));
    desk.drag((ax.min(cx) - 30.0, ay.min(cy) - 30.0), (ax.max(cx) + 30.0, ay.max(cy) + 30.0));
    desk.wait(|state| selected(state) == "AC");
    desk.key(sign(' '));
    desk.wait(|state| card_rect(state, "ending").is_some())
}

/// Plays [`MARCH`] to its end.
fn won() -> Desk {
    let mut desk = Desk::open(&["play", "{}/march.json"], &[("march.json", MARCH)]);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 5.5, 8.5));
    desk.wait(|state| tick(state) > 5);
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    win(&mut desk);
    desk
}

fn won_and_quit() {
    quit_unasked_and_kept(won());
    let mut rewound = won();
    rewound.key(sign(','));
    rewound.wait(|state| card_rect(state, "ending").is_none());
    quit_unasked_and_kept(rewound);
}

fn quit_unasked_and_kept(mut desk: Desk) {
    desk.close();
    assert_eq!(desk.wait_for_end().code(), Some(0));
    assert!(desk.folder().join("data/muster/saved/march-1.replay").is_file());
}

/// A recording of [`MARCH`] in which somebody tells A to hold in the first tick.
fn played() -> String {
    recorded_after(MARCH, Some(Order { units: vec![UnitId(0)], command: Command::Hold, queue: false }), 60)
}

/// Opens a recording, plays on from its end and wins; the best that is known then.
fn best_after(desk: &mut Desk) -> Value {
    desk.wait(|state| state["recording"].is_number() && state["hud"]["settled"] == true);
    desk.key(END);
    desk.wait(|state| state["recording"] == tick(state));
    let state = desk.settled(|state| &state["replay"]);
    desk.click(LEFT, pair(&state["replay"]["play on"]));
    desk.wait(|state| state["recording"].is_null());
    win(desk)["goals"]["best"].clone()
}

fn borrowed() {
    let recording = played();
    let files = [("march.replay", recording.as_str()), ("data/muster/saved/march-7.replay", &recording)];
    let mut desk = Desk::open(&["replay", "{}/march.replay"], &files);
    assert_eq!(best_after(&mut desk), Value::Null);
    desk.key(ESCAPE);
    desk.hold(CONTROL, true);
    desk.key(sign('s'));
    desk.hold(CONTROL, false);
    let saved = desk.folder().join("data/muster/saved/march-1.replay");
    desk.wait(|state| told(state, "march-1.replay"));
    desk.drop_file(&saved);
    assert_eq!(best_after(&mut desk), Value::Null, "it stays another's");
    desk.drop_file(&desk.folder().join("data/muster/saved/march-7.replay"));
    assert!(best_after(&mut desk)["seconds"].is_number(), "one's own counts");
}

fn begins_again() {
    let (mut desk, _) = march();
    desk.key(END);
    desk.wait(|state| tick(state) == 60);
    desk.key(sign(' '));
    desk.wait(|state| tick(state) < 60 && state["paused"] == false);
    // It goes to its end, and the next press begins it once more.
    desk.wait(|state| tick(state) == 60);
    desk.key(sign(' '));
    desk.wait(|state| tick(state) < 60);
}

/// The recording of a level that goes by itself for so many ticks.
pub fn recorded(level: &str, ticks: u64) -> String {
    recorded_after(level, None, ticks)
}

/// The same of one in which this was ordered at the start.
fn recorded_after(level: &str, order: Option<Order>, ticks: u64) -> String {
    let level = Level::parse(level, "level.json", None).expect("it is sound");
    let mut sim = Sim::new(&level, &Options::default());
    let mut recorder = Recorder::new(&level, None, &sim);
    order.into_iter().for_each(|order| sim.act(Action::Order(order)));
    while sim.ticks() < ticks {
        sim.tick();
        recorder.observe(&sim);
    }
    serde_json::to_string(&recorder.replay(&sim)).expect("it is JSON")
}

fn arrows_reach_recordings() {
    let files = [("quag.json", OPEN_FIELD), ("data/muster/saved/quag-1.replay", &recorded(OPEN_FIELD, 0))];
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
    let sound = recorded(OPEN_FIELD, 0);
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
    let mut desk = Desk::open(&["replay", "{}/field.replay"], &[("field.replay", &recorded(OPEN_FIELD, 0))]);
    let state = desk.wait(|state| state["recording"] == 0 && state["hud"]["settled"] == true);
    desk.click(LEFT, spot(&state, "A"));
    let state =
        desk.wait(|state| selected(state) == "A" && state["kinds"].as_array().map(Vec::len) == Some(1));
    assert_eq!(state["buttons"], serde_json::json!({}));
}

/// Plays on from the end of [`march`].
fn play_on() -> (Desk, Value) {
    let (mut desk, _) = march();
    desk.key(END);
    desk.wait(|state| tick(state) == 60);
    let state = desk.settled(|state| &state["replay"]);
    desk.click(LEFT, pair(&state["replay"]["play on"]));
    let state = desk.wait(|state| state["recording"].is_null() && told(state, "You lead red from here"));
    (desk, state)
}

fn played_on() {
    let (mut desk, state) = play_on();
    assert_eq!((tick(&state), &state["time"]["known"], &state["paused"]), (60, &60.into(), &true.into()));
    desk.click(LEFT, spot(&state, "C"));
    desk.wait(|state| selected(state) == "C");
    desk.click(RIGHT, tile(&state, 12.5, 3.5));
    desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 1));
    desk.key(sign(' '));
    desk.wait(|state| tick(state) > 75 && at(state, "C").0 > 220.0);
    // From the start it is the recording again.
    desk.key(sign('r'));
    desk.wait(|state| state["recording"] == 60 && tick(state) < 60);
}

fn played_on_idly() {
    let (mut desk, _) = play_on();
    quit_unasked(&mut desk);
}
