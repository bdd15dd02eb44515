//! Selecting and ordering by mouse and keys.

use crate::desk::*;
use serde_json::Value;
use std::process::Command;

const RED: [u8; 3] = [0xC8, 0x45, 0x2F];

pub const TESTS: Tests = &[
    ("a_click_selects_and_a_click_on_the_ground_deselects", a_click_selects),
    ("a_drag_selects_what_the_box_touches", a_drag_selects),
    ("a_box_that_is_dragged_beyond_the_window_ends_at_its_rim", a_drag_beyond),
    ("shift_adds_control_removes_and_a_double_click_takes_the_kind", modifiers_and_double_click),
    ("a_right_click_on_a_card_says_that_it_sends_nobody", a_right_click_misses),
    ("a_right_click_sends_the_selection_there", a_right_click_sends),
    ("shift_queues_and_s_stops", shift_queues_and_s_stops),
    ("h_holds_and_p_patrols", h_holds_and_p_patrols),
    ("h_breaks_a_march_off_and_says_how_one_holds_where_it_ends", h_breaks_off),
    (
        "a_patrol_queued_with_shift_starts_where_the_queue_before_it_ends",
        a_queued_patrol_starts_where_the_queue_ends,
    ),
    ("space_pauses_and_a_dot_is_one_tick", space_pauses),
    ("signs_change_the_speed", signs_change_the_speed),
    ("a_pointer_that_was_never_seen_or_has_left_says_nothing", pointer_away),
    ("f1_draws_the_explaining_layer", f1_explains),
    ("the_explaining_layer_draws_the_green_forces_of_everybody_in_view", forces_are_drawn),
    ("the_wheel_zooms_to_the_pointer", the_wheel_zooms),
    ("f5_loads_the_level_again", f5_reloads),
    ("two_groups_are_sent_with_a_button_each", two_groups),
    ("a_right_click_attacks_enemies_only_where_they_fight_and_who_does_not_obey_gets_no_buttons", attacked),
    ("shots_are_saved_at_their_time_and_the_window_closes", shots_are_saved),
    ("a_broken_level_on_the_command_line_is_refused_with_its_errors", broken_on_the_command_line),
    ("without_a_display_the_status_is_3_and_the_message_helps", without_a_display),
];

fn a_click_selects() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    let before = desk.picture();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.now();
    let after = desk.picture();
    assert!(after.differing(&before, spot(&state, "A"), 16) > 20, "the selected unit wears a ring");
    assert_eq!(after.differing(&before, spot(&state, "D"), 16), 0, "the others do not");
    desk.click(LEFT, tile(&state, 12.5, 9.5));
    desk.wait(|state| selected(state).is_empty());
}

fn a_drag_selects() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.drag(tile(&state, 3.5, 4.5), tile(&state, 7.5, 6.5));
    desk.wait(|state| selected(state) == "AB");
    desk.drag(tile(&state, 20.0, 11.0), tile(&state, 3.0, 4.0));
    desk.wait(|state| selected(state) == "ABCD");
}

fn a_drag_beyond() {
    let mut desk = Desk::play(OPEN_FIELD);
    desk.resize(800, 600);
    desk.wait(|state| state["window"][0] == 800.0);
    let state = desk.settled(|state| &state["camera"]);
    let ((ax, ay), (_, cy)) = (spot(&state, "A"), spot(&state, "C"));
    desk.pull(LEFT, (ax - 30.0, ay - 30.0), (400.0, cy + 30.0));
    desk.now();
    desk.point((1100.0, cy + 30.0));
    let state = desk.settled(|state| &state["camera"]);
    desk.let_go(LEFT);
    let after = desk.wait(|state| selected(state) == "ABCD");
    assert_eq!(after["camera"], state["camera"], "the map stays under the box");
}

fn modifiers_and_double_click() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.hold(SHIFT, true);
    desk.click(LEFT, spot(&state, "C"));
    desk.hold(SHIFT, false);
    desk.wait(|state| selected(state) == "AC");
    desk.hold(CONTROL, true);
    desk.drag(tile(&state, 4.0, 5.0), tile(&state, 5.0, 6.0));
    desk.hold(CONTROL, false);
    desk.wait(|state| selected(state) == "C");
    desk.click(LEFT, spot(&state, "B"));
    desk.click(LEFT, spot(&state, "B"));
    desk.wait(|state| selected(state) == "AB");
}

fn a_right_click_sends() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    let goal = tile(&state, 9.5, 3.5);
    desk.click(RIGHT, goal);
    desk.wait(|state| state["orders"][0]["command"]["do"] == "move");
    let arrived = |state: &Value| {
        let at = pair(&unit(state, "A")["at"]);
        (at.0 - 285.0).hypot(at.1 - 105.0) < 30.0 && unit(state, "A")["state"] == "destination_reached"
    };
    let state = desk.wait(arrived);
    assert_eq!(pair(&unit(&state, "B")["at"]), (195.0, 165.0), "who was not sent stands");
    desk.point((640.0, 650.0));
    desk.now();
    assert!(desk.picture().count(goal, 12, RED) > 60, "the unit is drawn where it went");
}

fn a_right_click_misses() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    let state = desk.wait(|state| selected(state) == "A");
    let rect = strip(&state);
    desk.click(RIGHT, (rect[0] + rect[2] / 2.0, rect[1] + 2.0));
    let state = desk.wait(|state| told(state, "nobody was sent"));
    assert!(state["orders"].as_array().is_some_and(Vec::is_empty));
}

fn shift_queues_and_s_stops() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.click(RIGHT, tile(&state, 20.5, 2.5));
    desk.hold(SHIFT, true);
    desk.click(RIGHT, tile(&state, 20.5, 9.5));
    desk.hold(SHIFT, false);
    let state = desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 2));
    assert_eq!((&state["orders"][0]["queue"], &state["orders"][1]["queue"]), (&false.into(), &true.into()));
    desk.wait(|state| unit(state, "A")["state"] == "moving");
    desk.key(sign('s'));
    let state = desk.wait(|state| unit(state, "A")["state"] == "idle");
    assert!(pair(&unit(&state, "A")["at"]).0 < 400.0, "it stopped under way");
}

fn h_holds_and_p_patrols() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.key(sign('h'));
    desk.wait(|state| unit(state, "A")["state"] == "holding");
    desk.key(sign('p'));
    desk.click(LEFT, tile(&state, 7.5, 3.5));
    let state = desk.wait(|state| state["orders"][1]["command"]["do"] == "patrol");
    assert_eq!(
        state["orders"][1]["command"]["route"].as_array().map(Vec::len),
        Some(2),
        "from here to there"
    );
    assert_eq!(selected(&state), "A", "the click laid a place, it did not select");
    desk.wait(|state| pair(&unit(state, "A")["at"]).0 > 200.0);
    desk.wait(|state| pair(&unit(state, "A")["at"]).0 < 160.0);
}

fn h_breaks_off() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 12.5, 3.5));
    desk.wait(|state| unit(state, "A")["state"] == "moving");
    desk.key(sign('h'));
    desk.wait(|state| {
        unit(state, "A")["state"] == "holding" && told(state, "On the march Shift + H holds where it ends")
    });
    desk.click(RIGHT, tile(&state, 7.5, 3.5));
    desk.hold(SHIFT, true);
    desk.key(sign('h'));
    desk.hold(SHIFT, false);
    let state = desk.wait(|state| unit(state, "A")["state"] == "holding" && at(state, "A").0 > 200.0);
    assert_eq!(state["orders"][3]["queue"], true);
}

fn a_queued_patrol_starts_where_the_queue_ends() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    // Both at once, before any tick, and then once more behind an order that is under way.
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    for (order, goal) in [(0, (14.5, 3.5)), (2, (18.5, 8.5))] {
        let goal = tile(&state, goal.0, goal.1);
        desk.hold(SHIFT, true);
        desk.click(RIGHT, goal);
        desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == order + 1));
        desk.key(sign('p'));
        desk.wait(|state| state["patrol"].is_array());
        desk.hold(SHIFT, false);
        desk.click(LEFT, tile(&state, 3.5, 9.5));
        let state = desk.wait(|state| state["orders"].as_array().is_some_and(|all| all.len() == order + 2));
        let asked = &state["orders"][order + 1];
        assert_eq!((&asked["command"]["do"], &asked["queue"]), (&"patrol".into(), &true.into()));
        assert_eq!(asked["command"]["route"][0], state["orders"][order]["command"]["to"], "{asked}");
        desk.key(sign('.'));
        desk.now();
    }
}

fn space_pauses() {
    let mut desk = Desk::play(OPEN_FIELD);
    desk.wait(|state| state["tick"].as_u64() > Some(5));
    desk.key(sign(' '));
    let tick = desk.wait(|state| state["paused"] == true)["tick"].as_u64();
    desk.now();
    assert_eq!(desk.now()["tick"].as_u64(), tick);
    desk.key(sign('.'));
    desk.wait(|state| state["tick"].as_u64() == tick.map(|tick| tick + 1));
    desk.now();
    assert_eq!(desk.now()["tick"].as_u64(), tick.map(|tick| tick + 1));
    desk.key(sign(' '));
    desk.wait(|state| state["tick"].as_u64() > tick.map(|tick| tick + 10));
}

fn signs_change_the_speed() {
    let mut desk = Desk::play(OPEN_FIELD);
    desk.key(sign('+'));
    desk.wait(|state| state["speed"] == 2.0);
    desk.key(sign('-'));
    desk.key(sign('-'));
    desk.wait(|state| state["speed"] == 0.5);
}

fn pointer_away() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.wait(|state| state["pointer"] == "away");
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A" && state["pointer"] == "unit");
    desk.resize(800, 600);
    desk.wait(|state| state["window"][0] == 800.0);
    desk.focus();
    desk.point((600.0, 250.0));
    desk.wait(|state| state["pointer"] == "go");
    desk.point((1000.0, 250.0));
    desk.wait(|state| state["pointer"] == "away");
    desk.point((600.0, 250.0));
    desk.wait(|state| state["pointer"] == "go");
}

fn f1_explains() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    desk.now();
    let before = desk.picture();
    desk.key(F1);
    desk.wait(|state| state["explaining"] == true);
    desk.now();
    let after = desk.picture();
    assert!(after.differing(&before, spot(&state, "D"), 20) > 40, "colliders are drawn");
    desk.key(F1);
    desk.wait(|state| state["explaining"] == false);
    desk.now();
    assert_eq!(desk.picture().differing(&before, spot(&state, "D"), 20), 0, "and gone again");
}

fn forces_are_drawn() {
    const GREEN: [u8; 3] = [0x2E, 0x8B, 0x3D];
    let mut desk = Desk::play(
        r##"{ "format": 1, "name": "Two pairs", "model": "ray_steering", "map": { "size": [24, 12] },
          "units": [
            { "id": "A", "kind": "infantry", "team": "red", "at": [8.5, 6.5], "facing": 0 },
            { "id": "B", "kind": "infantry", "team": "blue", "at": [14.5, 6.5], "facing": 180 },
            { "id": "C", "kind": "infantry", "team": "red", "at": [8.5, 9.5], "facing": 0 },
            { "id": "D", "kind": "infantry", "team": "blue", "at": [14.5, 9.5], "facing": 180 } ],
          "orders": [
            { "who": ["A"], "do": "move", "to": [20.5, 6.5] }, { "who": ["B"], "do": "move", "to": [2.5, 6.5] },
            { "who": ["C"], "do": "move", "to": [20.5, 9.5] }, { "who": ["D"], "do": "move", "to": [2.5, 9.5] } ],
          "expect": { "within": 20, "arrived": 1 } }"##,
    );
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    desk.key(F1);
    desk.wait(|state| state["explaining"] == true);
    // They see each other a second ahead and have passed each other after two.
    let all_push = (0..75).any(|_| {
        desk.key(sign('.'));
        let state = desk.now();
        let picture = desk.picture();
        ["A", "B", "C", "D"].iter().all(|name| picture.count(spot(&state, name), 40, GREEN) > 5)
    });
    assert!(all_push, "nobody is selected, and everybody's force is drawn");
    desk.key(F1);
    let state = desk.wait(|state| state["explaining"] == false);
    desk.now();
    assert_eq!(desk.picture().count(spot(&state, "A"), 40, GREEN), 0);
}

fn the_wheel_zooms() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    let at = spot(&state, "D");
    let scale = state["camera"]["scale"].as_f64();
    for _ in 0..3 {
        desk.click(WHEEL_UP, at);
    }
    let state = desk.wait(|state| state["camera"]["scale"].as_f64() > scale.map(|scale| scale * 1.9));
    let there = spot(&state, "D");
    assert!((there.0 - at.0).hypot(there.1 - at.1) < 2.0, "{at:?} went to {there:?}");
}

fn f5_reloads() {
    let mut desk = Desk::play(OPEN_FIELD);
    desk.wait(|state| state["tick"].as_u64() > Some(90));
    let fewer = OPEN_FIELD.replace(r#""id": "D""#, r#""id": "E""#);
    std::fs::write(desk.folder().join("field.json"), fewer).unwrap();
    desk.key(F5);
    let state = desk.wait(|state| state["units"].as_array().is_some_and(|units| units[3]["name"] == "E"));
    assert!(state["tick"].as_u64() < Some(90), "it starts anew");
    std::fs::write(desk.folder().join("field.json"), BROKEN).unwrap();
    desk.key(F5);
    let state = desk.wait(|state| state["errors"].is_string());
    assert!(state["errors"].as_str().unwrap().contains("field.json:1:"));
}

fn two_groups() {
    let level = OPEN_FIELD.replace(r#""format": 1,"#, r#""format": 1, "controls": "two_groups","#);
    let mut desk = Desk::open(&["play", "{}/two.json"], &[("two.json", &level)]);
    let state = desk.now();
    desk.click(LEFT, tile(&state, 10.5, 3.5));
    desk.click(RIGHT, tile(&state, 14.5, 8.5));
    let state = desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 2));
    assert_eq!(
        state["orders"][0]["units"],
        serde_json::json!([0, 1, 2]),
        "the left button sends the first team"
    );
    assert_eq!(state["orders"][1]["units"], serde_json::json!([3]), "the right button sends the second");
}

fn shots_are_saved() {
    let arguments =
        ["play", "{}/field.json", "--shot", "0:{}/a.png", "--shot", "0.5:{}/b.png", "--quit-at", "1.5"];
    let mut desk = Desk::open(&arguments, &[("field.json", OPEN_FIELD)]);
    let state = desk.now();
    assert_eq!(desk.wait_for_end().code(), Some(0));
    for name in ["a.png", "b.png"] {
        let picture = Picture::read(&desk.folder().join(name));
        assert_eq!((picture.width, picture.pixels.len()), (1280, 1280 * 720));
        assert!(picture.count(spot(&state, "A"), 12, RED) > 60, "{name} shows the red unit");
        let paper = picture.count(tile(&state, 12.5, 9.5), 10, [0xEF, 0xE6, 0xD2]);
        assert!(paper > 300, "{name} shows the paper");
    }
}

fn broken_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.json");
    std::fs::write(&path, BROKEN).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).arg("play").arg(&path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("broken.json:1:") && said.contains("unit"), "{said}");
}

fn without_a_display() {
    for display in [None, Some(":59")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        display.map(|display| command.env("DISPLAY", display));
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.contains("xvfb") && said.contains("muster run"), "{said}");
    }
}

/// Enemies who fight, or are under truce.
fn enemies(fight: bool) -> String {
    format!(
        r##"{{ "format": 1, "name": "Field", "map": {{ "size": [24, 12] }}, "fight": {fight}, "player": "red",
  "teams": [{{ "name": "red", "color": "#C8452F", "enemies": ["blue"] }}, {{ "name": "blue", "color": "#2F5F9E" }}],
  "units": [{{ "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 5.5] }},
            {{ "id": "B", "kind": "infantry", "team": "blue", "at": [18.5, 5.5] }}] }}"##
    )
}

fn attacked() {
    for (fight, pointer, order) in [(true, "attack", "attack"), (false, "unit", "move")] {
        let mut desk = Desk::play(&enemies(fight));
        let state = desk.now();
        desk.click(LEFT, spot(&state, "B"));
        desk.wait(|state| selected(state) == "B");
        let state = desk.settled(|state| &state["buttons"]);
        assert!(state["buttons"]["Stop"].is_null(), "blue does not obey");
        desk.click(LEFT, spot(&state, "A"));
        desk.wait(|state| selected(state) == "A" && state["buttons"]["Stop"].is_array());
        desk.point(spot(&state, "B"));
        desk.wait(|state| state["pointer"] == pointer);
        desk.click(RIGHT, spot(&state, "B"));
        desk.wait(|state| state["orders"][0]["command"]["do"] == order);
    }
}
