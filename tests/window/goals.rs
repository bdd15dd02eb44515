//! Levels with goals by mouse and keys in the real window: steps that are ticked, the card at the end, bests,
//! whom the player leads.

use crate::desk::*;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("a_goal_is_met_by_hand_told_on_a_card_kept_and_tried_again_with_one_key", won_and_again),
    ("the_card_at_the_end_stays_where_it_is_and_shows_escape_when_that_closes_it", card_stays),
    ("trying_again_keeps_the_view", seen_again),
    ("with_shift_time_waits_for_more_orders", begun_with_the_last_order),
    ("who_is_not_led_does_not_obey_and_the_bar_says_who_is", led),
    ("a_small_window_tells_every_open_goal_beside_the_card_of_time", told_in_a_small_window),
    ("a_level_with_goals_opens_with_its_whole_map", seen_whole),
    ("what_a_level_limits_is_refused", limited),
    ("whoever_has_won_and_looked_at_another_level_goes_on_with_that", looked_elsewhere),
    ("the_first_steps_are_ticked_one_by_one_to_a_medal_that_the_menu_shows", first_steps),
];

/// A goes to a field in the east; blue stands about.
pub const FIELD: &str = r##"{ "format": 1, "name": "Field", "map": { "size": [40, 20] }, "player": "red",
  "units": [{ "id": "A", "kind": "cavalry", "team": "red", "at": [12.5, 8.5] },
            { "id": "B", "kind": "infantry", "team": "blue", "at": [12.5, 14.5] }],
  "goals": [{ "bring": ["A"], "to": [20, 6, 5, 5] }],
  "medals": { "gold": 5, "silver": 8, "limit": { "orders": 3, "tiles": 1 } } }"##;

pub fn met(state: &Value) -> Vec<bool> {
    let told = state["goals"]["told"].as_array().expect("a list");
    told.iter().map(|goal| goal[1] == true).collect()
}

pub fn button(state: &Value, name: &str) -> (f32, f32) {
    pair(&state["ending"][name])
}

fn told_in_a_small_window() {
    let three = FIELD.replace(
        r#""goals": ["#,
        r#""goals": [{ "keep": ["A"] }, { "hold": [30, 2, 3, 3], "for": 4, "text": "Hold the hill" }, "#,
    );
    let height = |level: &str| {
        let mut desk = Desk::open_on("800x600x24", &["play", "{}/field.json"], &[("field.json", level)]);
        desk.now();
        let state = desk.settled(|state| &state["cards"]);
        let [level, time] = ["level", "time"].map(|card| card_rect(&state, card).expect("it is shown"));
        assert!(level[0] + level[2] <= time[0], "{level:?} {time:?}");
        level[3]
    };
    let (one, all) = (height(FIELD), height(&three));
    assert!(all >= one + 30.0, "{one} {all}: two more goals are two more lines");
}

fn won_and_again() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    assert_eq!((tick(&state), state["paused"].clone(), met(&state)), (0, true.into(), vec![false]));
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    desk.key(sign('b'));
    desk.wait(|state| card_rect(state, "ending").is_some());
    // Esc is meant for the tool in the hand.
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["tool"].is_null());
    assert!(card_rect(&state, "ending").is_some());
    assert_eq!(state["goals"]["outcome"]["medal"], "gold", "{}", state["goals"]);
    assert_eq!((state["paused"].clone(), met(&state)), (true.into(), vec![true]));
    let first = state["goals"]["outcome"]["seconds"].as_f64().expect("a number");
    let bests =
        std::fs::read_to_string(desk.folder().join("data/muster/bests/bests.json")).expect("it is kept");
    assert!(bests.contains("\"field-") && bests.contains("\"gold\""), "{bests}");
    // Whoever has looked at the field gets the card back.
    let state = desk.settled(|state| &state["ending"]);
    desk.click(LEFT, button(&state, "look"));
    desk.wait(|state| card_rect(state, "ending").is_none());
    desk.key(ENTER);
    desk.wait(|state| card_rect(state, "ending").is_some());
    desk.key(sign('r'));
    let state = desk.wait(|state| tick(state) == 0 && card_rect(state, "ending").is_none());
    assert_eq!(state["goals"]["best"]["seconds"].as_f64(), Some(first));
    assert_eq!(state["goals"]["ghost"], "Own", "the own best walks beside");
    desk.key(sign('o'));
    desk.wait(|state| state["goals"]["ghost"].is_null());
    // Slower this time: the best stays.
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 12.5, 9.5));
    desk.wait(|state| tick(state) > 20);
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    desk.wait(|state| card_rect(state, "ending").is_some());
    let state = desk.settled(|state| &state["ending"]);
    desk.click(LEFT, button(&state, "again"));
    let state = desk.wait(|state| tick(state) == 0 && card_rect(state, "ending").is_none());
    assert_eq!(state["goals"]["best"]["seconds"].as_f64(), Some(first));
}

fn card_stays() {
    // A row from rim to rim leaves room at the foot of the window, over what lies there.
    let row = r#""units": [{ "kind": "infantry", "team": "blue",
        "block": { "from": [1.5, 6.5], "columns": 38, "rows": 1, "spacing": 30 } },"#;
    let mut desk = Desk::play(&FIELD.replace(r#""units": ["#, row));
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    desk.key(sign('b'));
    desk.wait(|state| card_rect(state, "ending").is_some());
    let state = desk.settled(|state| &state["cards"]);
    let (place, look) = (card_rect(&state, "ending"), button(&state, "look"));
    let drawn = desk.picture();
    // The tool goes, and the selection with its bar, and the card still lies there.
    for _ in 0..2 {
        desk.key(ESCAPE);
        let state = desk.settled(|state| &state["cards"]);
        assert_eq!((card_rect(&state, "ending"), button(&state, "look")), (place, look));
        let key = (look.0 + 58.0, look.1);
        assert!(desk.picture().differing(&drawn, key, 18) > 20, "now it shows the key");
        desk.key(sign('b'));
        desk.wait(|state| state["tool"] == "Ground");
    }
    desk.key(ESCAPE);
    desk.wait(|state| state["tool"].is_null());
    desk.key(ESCAPE);
    desk.wait(|state| card_rect(state, "ending").is_none());
}

fn looked_elsewhere() {
    let other = FIELD.replace(r#""Field""#, r#""Other""#);
    let files = [("field.json", FIELD), ("other.json", &other)];
    let mut desk = Desk::open(&["--levels", "{}"], &files);
    desk.wait(|state| state["complete"] == true);
    desk.drop_file(&desk.folder().join("field.json"));
    let state = desk.wait(|state| state["level"] == "Field" && state["hud"]["settled"] == true);
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    desk.wait(|state| card_rect(state, "ending").is_some());
    desk.drop_file(&desk.folder().join("other.json"));
    desk.wait(|state| state["level"] == "Other" && state["hud"]["settled"] == true);
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["screen"] == "menu" && state["complete"] == true);
    assert!(state["session"].as_str().is_some_and(|session| session.starts_with("Field")), "it waits");
    let chosen = state["chosen"].as_u64().expect("a place") as usize;
    assert_eq!((&state["goes_on"], &state["cards"][chosen]["title"]), (&false.into(), &"Other".into()));
}

fn seen_again() {
    let mut desk = Desk::play(FIELD);
    let before = desk.now();
    desk.click(LEFT, spot(&before, "A"));
    desk.wait(|state| selected(state) == "A");
    // The first order folds a card: there would be room for a larger view.
    desk.click(RIGHT, tile(&before, 14.5, 8.5));
    desk.wait(|state| tick(state) > 10);
    desk.key(sign('r'));
    desk.wait(|state| tick(state) == 0 && selected(state).is_empty());
    assert_eq!(desk.now()["camera"], before["camera"]);
}

fn led() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "B"));
    desk.wait(|state| selected(state) == "B");
    desk.click(RIGHT, tile(&state, 20.5, 14.5));
    desk.wait(|state| told(state, "You lead red: blue does not obey you"));
    // A box takes the own.
    let ((ax, ay), (_, by)) = (spot(&state, "A"), spot(&state, "B"));
    desk.drag((ax - 40.0, ay - 30.0), (ax + 40.0, by + 30.0));
    desk.wait(|state| selected(state) == "A");
    let sandbox = FIELD.replace(r#""player": "red","#, "");
    std::fs::write(desk.folder().join("field.json"), sandbox).unwrap();
    desk.key(sign('r'));
    desk.wait(|state| tick(state) == 0 && selected(state).is_empty());
    desk.drag((ax - 40.0, ay - 30.0), (ax + 40.0, by + 30.0));
    desk.wait(|state| selected(state) == "AB");
}

fn begun_with_the_last_order() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.hold(SHIFT, true);
    desk.click(RIGHT, tile(&state, 14.5, 4.5));
    desk.hold(SHIFT, false);
    let planned = desk.wait(|state| state["goals"]["outcome"]["orders"] == 1);
    assert_eq!((&planned["paused"], tick(&planned)), (&true.into(), 0));
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    desk.wait(|state| state["paused"] == false && tick(state) > 0);
}

fn seen_whole() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    let (low, high) = (tile(&state, 0.0, 0.0), tile(&state, 40.0, 20.0));
    assert!(low.0 > 0.0 && low.1 > 0.0 && high.0 < 1280.0 && high.1 < 720.0, "{low:?} {high:?}");
}

fn limited() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    desk.drag(tile(&state, 15.5, 10.5), tile(&state, 18.5, 10.5));
    let state = desk.wait(|state| told(state, "No more building: you have had your 1. R begins again"));
    assert_eq!(state["blocked"], 1);
    assert_eq!(state["paused"], false, "time begins with what is done first, whatever it is");
    desk.key(sign('b'));
    desk.wait(|state| state["tool"].is_null());
    desk.key(sign('n'));
    // At once, not when somebody would be placed.
    let state = desk.wait(|state| told(state, "Not "));
    assert!(told(&state, "Not in a level with goals"), "{}", state["message"]);
    assert!(state["tool"].is_null());
    desk.click(LEFT, tile(&state, 15.5, 12.5));
    assert_eq!(units(&state).len(), 2);
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    for x in [13.5, 14.5, 15.5, 16.5] {
        desk.click(RIGHT, tile(&state, x, 9.5));
    }
    let state = desk.wait(|state| told(state, "No more orders: you have had your 3. R begins again"));
    assert_eq!(state["goals"]["outcome"]["orders"], 3);
}

fn first_steps() {
    let mut desk = Desk::open(&[], &[]);
    let state = desk.wait(|state| state["complete"] == true);
    assert_eq!(state["cards"][0]["title"], "First steps");
    desk.key(ENTER);
    let state = desk.wait(|state| state["level"] == "First steps");
    assert_eq!(met(&state), [false; 6]);
    let (a, b) = (tile(&state, 6.5, 11.5), tile(&state, 10.6, 14.6));
    desk.drag(a, b);
    desk.wait(|state| met(state)[0]);
    desk.click(RIGHT, tile(&state, 21.5, 14.0));
    desk.wait(|state| tick(state) > 5);
    desk.hold(SHIFT, true);
    desk.click(RIGHT, tile(&state, 17.5, 16.5));
    desk.hold(SHIFT, false);
    desk.wait(|state| met(state)[2]);
    desk.wait(|state| met(state)[1]);
    desk.pull(RIGHT, tile(&state, 13.5, 15.5), tile(&state, 13.5, 18.5));
    desk.let_go(RIGHT);
    desk.wait(|state| met(state)[3]);
    desk.key(sign('p'));
    desk.click(LEFT, tile(&state, 19.5, 16.5));
    desk.wait(|state| met(state)[4]);
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    desk.drag(tile(&state, 19.5, 18.5), tile(&state, 23.5, 18.5));
    let state = desk.wait(|state| card_rect(state, "ending").is_some());
    let medal = state["goals"]["outcome"]["medal"].clone();
    // The card finds its size in its first frames.
    let state = desk.settled(|state| &state["ending"]);
    assert!(medal.is_string(), "{}", state["goals"]);
    desk.click(LEFT, button(&state, "menu"));
    let state = desk.wait(|state| state["screen"] == "menu" && state["medals"]["First steps"] == medal);
    // Enter goes on with the next level; where nothing was done in it, it does not wait.
    let chosen = state["chosen"].as_u64().expect("a place") as usize;
    assert_eq!(state["cards"][chosen]["title"], "Two fords");
    desk.key(ENTER);
    desk.wait(|state| state["level"] == "Two fords");
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["screen"] == "menu");
    assert!(state["session"].is_null() && state["chosen"] == chosen, "{state:#}");
}
