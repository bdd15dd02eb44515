//! Side by side in the real window: two fields, one hand, one camera.

use crate::desk::*;
use crate::recordings::recorded;
use muster::level::Level;
use muster::order::Action;
use muster::sim::{Options, Sim};
use muster::unit::ModelName;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("in_a_small_window_each_card_lies_below_its_own_field", small),
    ("a_level_opens_side_by_side_and_the_right_field_is_what_the_other_model_makes_of_it", opens),
    ("a_key_divides_the_window_from_this_moment_on_and_makes_it_one_again", divides),
    ("the_hand_works_on_either_field_and_its_orders_reach_both", hands),
    ("both_fields_are_gone_to_in_time_together", time),
    ("another_model_begins_again_where_the_two_part", begins_again),
    ("a_card_that_grows_under_the_pointer_leaves_its_buttons_where_they_are", grows),
    ("numbers_are_turned_on_the_right_field_alone", numbers),
    ("the_menu_opens_a_level_side_by_side", from_menu),
    ("a_recording_is_shown_side_by_side", recording),
];

/// A and B walk towards each other.
const FIELD: &str = r##"{ "format": 1, "name": "Field", "map": { "size": [40, 20] },
  "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [10.5, 8.5] },
            { "id": "B", "kind": "infantry", "team": "red", "at": [28.5, 8.6] }],
  "orders": [{ "time": 1, "who": ["A"], "do": "move", "to": [30.5, 8.5] },
             { "time": 1, "who": ["B"], "do": "move", "to": [8.5, 8.5] }] }"##;

const FILES: &[(&str, &str)] = &[("field.json", FIELD)];

fn in_step(state: &Value) -> bool {
    state["beside"]["tick"] == state["tick"] && state["strip"]["goal"].is_null()
}

/// The state hash after so many ticks where everybody was given to a model after `from` ticks.
fn straight(model: ModelName, from: u64, ticks: u64) -> String {
    let level = Level::parse(FIELD, "field.json", None).expect("it is sound");
    let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
    while sim.ticks() < ticks {
        if sim.ticks() == from {
            let units = sim.ids_of(|_| true);
            sim.act(Action::SetModel { units, model });
        }
        sim.tick();
    }
    format!("{:016x}", sim.state_hash())
}

/// Lets both fields run to a tick and stand there.
fn stands_after(desk: &mut Desk, ticks: u64) -> Value {
    desk.wait(|state| tick(state) > ticks);
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    desk.now()
}

fn spot_of(state: &Value, name: &str) -> (f32, f32) {
    pair(&state["beside"]["spots"][name])
}

fn opens() {
    let mut desk = Desk::open(&["play", "{}/field.json", "--beside", "swarm"], FILES);
    let state = stands_after(&mut desk, 90);
    assert!(in_step(&state), "{state:#}");
    assert_eq!(
        (state["beside"]["start"].as_u64(), state["beside"]["model"].as_str()),
        (Some(0), Some("swarm"))
    );
    assert_eq!(state["beside"]["hash"], straight(ModelName::Swarm, 0, tick(&state)));
    // Both show their units: red counters in the left half and in the right one.
    let picture = desk.picture();
    let left = spot(&state, "A");
    let right = pair(&state["beside"]["units"]["A"]["screen"]);
    assert!(left.0 < 640.0 && right.0 > 640.0);
    for place in [left, right] {
        assert!(picture.count(place, 8, [208, 65, 58]) > 10, "at {place:?}");
    }
}

fn small() {
    let arguments = ["play", "{}/field.json", "--beside", "swarm"];
    let mut desk = Desk::open_on("800x600x24", &arguments, FILES);
    desk.resize(800, 600);
    let (left, right) =
        (|state: &Value| card_rect(state, "left_field"), |state: &Value| card_rect(state, "right_field"));
    let state = desk.wait(|state| {
        state["hud"]["settled"] == true && right(state).is_some_and(|[x, _, width, _]| x + width < 800.0)
    });
    let (left, right) = (left(&state).expect("it is there"), right(&state).expect("it is there"));
    // Each lies below its own field and none on a unit.
    assert!(left[0] + left[2] <= 400.0 && right[0] >= 400.0, "{left:?} {right:?}");
    for (name, unit) in state["beside"]["units"].as_object().expect("it has units") {
        assert!(pair(&unit["screen"]).1 < right[1], "{name} lies under {right:?}");
    }
}

fn divides() {
    let mut desk = Desk::open(&["play", "{}/field.json"], FILES);
    let state = stands_after(&mut desk, 60);
    let from = tick(&state);
    desk.key(sign('v'));
    let state = desk.wait(|state| !state["beside"].is_null());
    assert_eq!(
        (state["beside"]["start"].as_u64(), state["beside"]["model"].as_str()),
        (Some(from), Some("orca"))
    );
    desk.key(sign(' '));
    let state = stands_after(&mut desk, from + 60);
    assert!(in_step(&state));
    assert_eq!(state["beside"]["hash"], straight(ModelName::Orca, from, tick(&state)));
    assert_eq!(state["hash"], straight(ModelName::Predictive, u64::MAX, tick(&state)));
    desk.key(sign('v'));
    let one = desk.wait(|state| state["beside"].is_null());
    assert_eq!(one["hash"], state["hash"]);
    desk.key(sign('v'));
    desk.wait(|state| !state["beside"].is_null());
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["beside"].is_null());
    assert_eq!(state["screen"], "level");
}

fn hands() {
    let mut desk = Desk::open(&["play", "{}/field.json", "--beside", "orca"], FILES);
    let state = stands_after(&mut desk, 150);
    let on_right = |state: &Value, name: &str| pair(&state["beside"]["units"][name]["screen"]);
    desk.point(on_right(&state, "A"));
    desk.wait(|state| state["beside"]["hovered"] == true);
    desk.click(LEFT, on_right(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(LEFT, spot(&state, "B"));
    desk.wait(|state| selected(state) == "B");
    // A box over all of the right half.
    desk.drag((660.0, 110.0), (1250.0, 480.0));
    desk.wait(|state| selected(state) == "AB");
    // The middle of the right half is 320 points to the right of that of the window.
    let (x, y) = tile(&state, 20.5, 5.5);
    desk.click(RIGHT, (x + 320.0, y));
    desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 1));
    desk.key(sign(' '));
    let after = tick(&state) + 400;
    desk.wait(|state| tick(state) > after);
    let state = desk.now();
    for name in ["A", "B"] {
        let right = pair(&state["beside"]["units"][name]["at"]);
        for (x, y) in [at(&state, name), right] {
            assert!((x - 615.0).hypot(y - 165.0) < 60.0, "{name} is at {x} {y}");
        }
    }
}

fn time() {
    let mut desk = Desk::open(&["play", "{}/field.json", "--beside", "orca"], FILES);
    let state = stands_after(&mut desk, 240);
    let (end, last) = (tick(&state), state["beside"]["hash"].clone());
    let rect = strip(&state);
    for share in [0.4, 0.15, 0.6] {
        desk.click(LEFT, (rect[0] + rect[2] * share, rect[1] + rect[3] / 2.0));
        let near = |state: &Value| (tick(state) as f32 - 300.0f32.max(end as f32) * share).abs() < 4.0;
        let state = desk.wait(|state| near(state) && in_step(state));
        assert_eq!(state["beside"]["hash"], straight(ModelName::Orca, 0, tick(&state)));
    }
    desk.key(0xff57);
    let state = desk.wait(|state| tick(state) == end && in_step(state));
    assert_eq!(state["beside"]["hash"], last);
}

fn begins_again() {
    let mut desk = Desk::open(&["play", "{}/field.json", "--beside", "orca"], FILES);
    let state = stands_after(&mut desk, 150);
    desk.click(LEFT, spot_of(&state, "anti_gravity"));
    let state = desk.wait(|state| state["beside"]["model"] == "anti_gravity" && in_step(state));
    assert_eq!(state["beside"]["hash"], straight(ModelName::AntiGravity, 0, tick(&state)));
    // The level that begins again stays beside the same model.
    desk.key(sign('r'));
    desk.wait(|state| tick(state) < 100);
    let state = stands_after(&mut desk, 100);
    assert_eq!(state["beside"]["hash"], straight(ModelName::AntiGravity, 0, tick(&state)));
    desk.click(LEFT, spot_of(&state, "as_it_is"));
    let state = desk.wait(|state| state["beside"]["model"].is_null() && in_step(state));
    assert_eq!(state["beside"]["hash"], state["hash"]);
    desk.click(LEFT, spot_of(&state, "One field again"));
    desk.wait(|state| state["beside"].is_null());
}

fn grows() {
    let mut desk = Desk::open(&["play", "{}/field.json", "--beside", "orca"], FILES);
    let state = stands_after(&mut desk, 150);
    assert!(state["beside"]["spots"]["swarm"].is_array());
    desk.click(LEFT, spot(&state, "A"));
    // A selection needs the room: models are offered while the pointer is on the card.
    desk.wait(|state| selected(state) == "A" && state["beside"]["spots"]["swarm"].is_null());
    let state = desk.settled(|state| &state["beside"]["spots"]);
    let end = spot_of(&state, "One field again");
    desk.point(end);
    desk.wait(|state| state["beside"]["spots"]["swarm"].is_array());
    let state = desk.settled(|state| &state["beside"]["spots"]);
    assert_eq!(spot_of(&state, "One field again"), end);
}

fn numbers() {
    let mut desk = Desk::open(&["play", "{}/field.json", "--beside", "swarm"], FILES);
    let state = stands_after(&mut desk, 40);
    desk.click(LEFT, spot_of(&state, "Numbers"));
    let state = desk.settled(|state| &state["models"]);
    let at = pair(&state["models"]["instant"]);
    desk.click(LEFT, at);
    desk.key(sign(' '));
    // They have met by then.
    let state = stands_after(&mut desk, 260);
    assert!(in_step(&state));
    assert_ne!(state["beside"]["hash"], straight(ModelName::Swarm, 0, tick(&state)), "the switch counts");
    assert_eq!(state["hash"], straight(ModelName::Predictive, u64::MAX, tick(&state)));
}

fn from_menu() {
    let mut desk = Desk::open(&["--levels", "{}"], FILES);
    desk.wait(|state| state["complete"] == true);
    desk.key(ESCAPE);
    // In one frame with what is typed it would take that back.
    desk.wait(|state| state["leaving"] == true);
    for letter in "field.js".chars() {
        desk.key(sign(letter));
    }
    desk.wait(|state| state["search"] == "field.js" && state["cards"].as_array().map(Vec::len) == Some(1));
    let state = desk.settled(|state| &state["beside_at"]);
    desk.click(LEFT, pair(&state["beside_at"]));
    desk.wait(|state| state["screen"] == "level" && state["level"] == "Field" && !state["beside"].is_null());
    desk.key(ESCAPE);
    desk.wait(|state| state["beside"].is_null());
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu" && state["goes_on"] == true);
    desk.key(ARROW_DOWN);
    desk.wait(|state| state["goes_on"] == false);
    desk.hold(SHIFT, true);
    desk.key(ENTER);
    desk.hold(SHIFT, false);
    desk.wait(|state| state["screen"] == "level" && !state["beside"].is_null());
}

fn recording() {
    let text = recorded(FIELD, 120);
    let mut desk =
        Desk::open(&["replay", "{}/a.replay", "--at", "2", "--beside", "orca"], &[("a.replay", &text)]);
    let state = desk.wait(|state| tick(state) == 60 && in_step(state));
    assert_eq!(state["beside"]["hash"], straight(ModelName::Orca, 0, 60));
    desk.key(0xff57);
    let state = desk.wait(|state| tick(state) == 120 && in_step(state));
    assert_eq!(state["beside"]["hash"], straight(ModelName::Orca, 0, 120));
}
