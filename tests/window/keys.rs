//! The player's own keys, pointer shapes, the size of text, and cards that never lie on one another, in the
//! real window.

use crate::desk::*;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("the_file_of_keys_is_written_at_first_with_every_line_of_the_help_page", keys_are_written),
    ("a_key_of_the_players_own_works_and_the_usual_one_no_longer_does", own_keys_work),
    ("what_is_wrong_with_the_file_of_keys_is_told_and_mended_by_saving_it", wrong_keys_are_told),
    ("the_pointer_tells_what_a_press_would_do", pointer_shapes),
    ("letters_are_orders_and_arrows_move_the_camera", letters_and_arrows),
    ("text_grows_by_key_and_the_map_is_still_hit_where_it_is_clicked", text_grows),
    ("on_a_dense_screen_text_has_twice_the_pixels", dense_screens),
    ("cards_that_are_open_together_do_not_lie_on_one_another", cards_lie_apart),
    ("cards_find_room_beside_each_other_with_large_text_and_in_a_small_window", cards_find_room),
    ("f3_draws_the_graph_of_stage_times", the_graph),
    ("the_explaining_layer_draws_a_groups_commander_and_the_legend_hides_it", groups_are_explained),
    ("a_level_dropped_on_the_window_opens_or_tells_what_is_wrong", a_file_is_dropped),
    ("the_menu_has_headings_and_opens_a_file_whose_path_is_typed", a_path_is_typed),
    ("the_text_of_the_menu_gets_smaller_and_back", resized_text),
];

const WITH: &str = "config/muster/keys.jsonc";

/// Six soldiers, a rider, and rock to the east of them.
const FIELD: &str = r##"{ "format": 1, "name": "Field", "description": "A field with a rock in it, and some words about it that fill the card.",
  "map": { "tiles": [
    "........................", "........................", "........................", "................####....",
    "................####....", "................####....", "................####....", "........................",
    "........................", "........................", "........................", "........................" ] },
  "teams": [{ "name": "red", "color": "#C8452F" }, { "name": "blue", "color": "#2F5F9E" }],
  "units": [
    { "id": "A", "kind": "infantry", "team": "red", "at": [8.5, 5.5] },
    { "id": "B", "kind": "infantry", "team": "red", "at": [9.5, 5.5] },
    { "id": "C", "kind": "infantry", "team": "red", "at": [10.5, 5.5] },
    { "id": "D", "kind": "infantry", "team": "red", "at": [8.5, 6.5] },
    { "id": "E", "kind": "infantry", "team": "red", "at": [9.5, 6.5] },
    { "id": "F", "kind": "cavalry", "team": "blue", "at": [10.5, 6.5] } ],
  "expect": { "within": 60, "overlap": 0 } }"##;

fn field(keys: Option<&str>) -> Desk {
    let mut files = vec![("field.json", FIELD)];
    files.extend(keys.map(|keys| (WITH, keys)));
    Desk::open(&["play", "{}/field.json"], &files)
}

fn keys_are_written() {
    let mut desk = field(None);
    let state = desk.now();
    let text = std::fs::read_to_string(desk.folder().join(WITH)).expect("it was written");
    assert!(text.contains("\"hold\": \"H\"") && text.contains("// stand, and let nobody push"), "{text}");
    assert!(state["key_problems"].as_array().is_some_and(Vec::is_empty));
    // Every key that the page shows stands in the file.
    for line in state["keys"].as_array().into_iter().flatten() {
        let shown = line[0].as_str().expect("text").replace('−', "-").replace('↑', "Up");
        let first = shown.split([',', ' ']).next().unwrap_or_default();
        let is_mouse = ["Left", "Right", "Double", "Shift", "Middle", "Minimap", "Alt"].contains(&first);
        assert!(is_mouse || text.contains(&format!("\"{first}")), "{shown}");
    }
    desk.key(sign('?'));
    desk.wait(|state| state["help"] == true);
}

fn own_keys_work() {
    let mut desk = field(Some(r#"{ "hold": "K", "pause": ["F9", "Ctrl + P"], "camera_right": "H" }"#));
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.key(sign('h'));
    desk.key(sign(' '));
    desk.key(sign('k'));
    let state = desk.wait(|state| unit(state, "A")["state"] == "holding");
    assert_eq!(state["orders"].as_array().map(Vec::len), Some(1), "H is no order any more");
    assert_eq!(state["paused"], false, "nor does Space pause");
    desk.hold(CONTROL, true);
    desk.key(sign('p'));
    desk.hold(CONTROL, false);
    desk.wait(|state| state["paused"] == true);
    desk.key(F9);
    desk.wait(|state| state["paused"] == false);
    let shown =
        |state: &Value, key: &str| state["keys"].as_array().into_iter().flatten().any(|line| line[0] == key);
    let state = desk.now();
    assert!(shown(&state, "K") && shown(&state, "F9, Ctrl + P"), "the page shows the keys as they are");
    let center = pair(&state["camera"]["center"]);
    for _ in 0..8 {
        desk.click(WHEEL_UP, spot(&state, "B"));
    }
    desk.hold(sign('h'), true);
    desk.wait(|state| pair(&state["camera"]["center"]).0 > center.0 + 20.0);
    desk.hold(sign('h'), false);
}

fn wrong_keys_are_told() {
    let mut desk = field(Some("{\n  \"stop\": \"Spce\",\n  \"holt\": \"J\",\n  \"pause\": \"X\"\n}"));
    let state = desk.wait(|state| state["key_problems"].as_array().is_some_and(|list| list.len() == 3));
    let text = state["key_problems"].to_string();
    for part in ["Line 2, column 11: stop", "perhaps Space", "hold", "scatter and pause are both on X"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let before = desk.picture();
    desk.click(LEFT, spot(&state, "A"));
    desk.key(sign('s'));
    let state = desk.wait(|state| state["orders"][0]["command"]["do"] == "stop");
    assert_eq!(state["paused"], false);
    std::fs::write(desk.folder().join(WITH), r#"{ "stop": "J" }"#).unwrap();
    desk.wait(|state| state["key_problems"].as_array().is_some_and(Vec::is_empty));
    desk.now();
    assert!(desk.picture().differing(&before, (640.0, 150.0), 40) > 500, "the card is gone");
    desk.key(sign('j'));
    desk.wait(|state| state["orders"].as_array().map(Vec::len) == Some(2));
}

fn pointer_shapes() {
    let mut desk = field(None);
    let state = desk.now();
    let points = |desk: &mut Desk, at: (f32, f32), shape: &str| {
        desk.point(at);
        desk.wait(|state| state["pointer"] == shape);
    };
    let plain = desk.pointer_picture();
    points(&mut desk, tile(&state, 6.5, 9.5), "plain");
    points(&mut desk, spot(&state, "A"), "unit");
    desk.now();
    assert_ne!(desk.pointer_picture(), plain, "the shape changes, not only the word for it");
    desk.click(LEFT, spot(&state, "A"));
    points(&mut desk, tile(&state, 12.5, 9.5), "go");
    points(&mut desk, tile(&state, 18.0, 5.0), "nearest");
    desk.key(sign('g'));
    desk.wait(|state| state["pointer"] == "refused");
    points(&mut desk, spot(&state, "B"), "unit");
    desk.key(ESCAPE);
    desk.key(sign('b'));
    desk.wait(|state| state["pointer"] == "refused");
    points(&mut desk, tile(&state, 12.5, 9.5), "build");
    desk.key(ESCAPE);
    points(&mut desk, (640.0, 719.0), "rim");
}

fn letters_and_arrows() {
    let mut desk = field(None);
    let state = desk.now();
    for _ in 0..4 {
        desk.click(WHEEL_UP, spot(&state, "A"));
    }
    let state = desk.settled(|state| &state["camera"]);
    for key in "wasd".chars() {
        desk.hold(sign(key), true);
    }
    let held = desk.settled(|state| &state["camera"]);
    assert_eq!(held["camera"], state["camera"], "letters leave the camera alone");
    assert!(told(&desk.now(), "Nobody is selected"), "S without a selection says so");
    "wasd".chars().for_each(|key| desk.hold(sign(key), false));
    let right = 0xff53;
    desk.hold(right, true);
    let x = pair(&state["camera"]["center"]).0;
    desk.wait(|state| pair(&state["camera"]["center"]).0 > x + 30.0);
    desk.hold(right, false);
    let state = desk.now();
    let page = state["keys"].to_string();
    assert!(page.contains("↑ ← ↓ →") && page.contains("at the rim"), "the page of keys says so");
}

fn text_grows() {
    let mut desk = field(None);
    let time = card_rect(&desk.now(), "time").expect("it is shown");
    desk.hold(CONTROL, true);
    desk.key(sign('='));
    desk.key(sign('='));
    desk.hold(CONTROL, false);
    desk.wait(|state| state["scale"] == 1.25);
    desk.now();
    let state = desk.now();
    let larger = card_rect(&state, "time").expect("it is shown");
    assert!((larger[2] - time[2]).abs() < 8.0, "in its own points the card is as wide as it was");
    // Points are larger now: 1024 to the width of the window.
    let spot = spot(&state, "A");
    desk.click(LEFT, (spot.0 * 1.25, spot.1 * 1.25));
    desk.wait(|state| selected(state) == "A");
    let remembered = std::fs::read_to_string(desk.folder().join("config/muster/scale.json")).unwrap();
    assert_eq!(remembered, "1.25");
    desk.hold(CONTROL, true);
    desk.key(sign('0'));
    desk.hold(CONTROL, false);
    desk.wait(|state| state["scale"] == 1.0);
}

fn dense_screens() {
    let files = [("field.json", FIELD)];
    let mut desk = Desk::open_on("3840x2160x24", &["play", "{}/field.json"], &files);
    desk.resize(3840, 2160);
    let state = desk.wait(|state| state["scale"] == 2.0);
    let (x, y) = spot(&state, "A");
    desk.click(LEFT, (x * 2.0, y * 2.0));
    desk.wait(|state| selected(state) == "A");
}

fn overlap(a: [f32; 4], b: [f32; 4]) -> bool {
    a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3]
}

fn is_inside(rect: [f32; 4], (width, height): (f32, f32)) -> bool {
    rect[0] >= 0.0 && rect[1] >= 0.0 && rect[0] + rect[2] <= width + 1.0 && rect[1] + rect[3] <= height + 1.0
}

/// All cards lie within a window of this size, points, and none on another.
fn assert_apart(state: &Value, (width, height): (f32, f32)) {
    let names = ["level", "time", "orders", "minimap", "legend", "inspector", "models", "stages", "tool"];
    let shown: Vec<_> = names.iter().filter_map(|name| Some((name, card_rect(state, name)?))).collect();
    for (index, (name, rect)) in shown.iter().enumerate() {
        assert!(is_inside(*rect, (width, height)), "{name} at {rect:?} leaves the window");
        for (other, theirs) in &shown[index + 1..] {
            assert!(!overlap(*rect, *theirs), "{name} at {rect:?} lies on {other} at {theirs:?}");
        }
    }
}

/// The state once no card moves any more.
fn settled(desk: &mut Desk) -> Value {
    desk.settled(|state| &state["cards"])
}

fn cards_lie_apart() {
    let mut desk = field(None);
    let state = desk.now();
    desk.drag(tile(&state, 8.0, 5.0), tile(&state, 11.0, 7.2));
    desk.wait(|state| selected(state).len() == 6);
    let window = (1280.0, 720.0);
    assert_apart(&settled(&mut desk), window);
    for keys in [&[F1][..], &[F2], &[F3], &[F1, F2], &[F2, F3]] {
        keys.iter().for_each(|&key| desk.key(key));
        let state = settled(&mut desk);
        assert!(state["cards"].as_object().is_some_and(|cards| cards.len() > 4), "{}", state["cards"]);
        assert_apart(&state, window);
        keys.iter().for_each(|&key| desk.key(key));
        desk.now();
    }
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    assert_apart(&settled(&mut desk), window);
}

fn cards_find_room() {
    let mut desk = field(None);
    desk.now();
    desk.hold(CONTROL, true);
    desk.key(sign('a'));
    desk.hold(CONTROL, false);
    desk.wait(|state| selected(state).len() == 6);
    [F1, F2, F3].iter().for_each(|&key| desk.key(key));
    for scale in [1.125, 1.25, 1.5] {
        desk.hold(CONTROL, true);
        desk.key(sign('='));
        desk.hold(CONTROL, false);
        desk.wait(|state| state["scale"] == scale);
        assert_apart(&settled(&mut desk), (1280.0 / scale as f32, 720.0 / scale as f32));
    }
    desk.resize(640, 400);
    let state = desk.wait(|state| state["scale"].as_f64().is_some_and(|scale| scale < 0.81));
    assert!(state["cards"]["models"].is_array(), "{}", state["cards"]);
    assert_apart(&settled(&mut desk), (800.0, 500.0));
    desk.key(sign('?'));
    desk.wait(|state| state["help"] == true);
    let page = card_rect(&settled(&mut desk), "help").expect("it is shown");
    assert!(is_inside(page, (800.0, 500.0)), "{page:?}");
}

fn the_graph() {
    let mut desk = field(None);
    desk.now();
    desk.key(F3);
    let state = desk.wait(|state| card_rect(state, "stages").is_some());
    let [left, top, width, height] = card_rect(&state, "stages").unwrap();
    desk.wait(|state| state["tick"].as_u64() > Some(30));
    let tick = desk.now()["tick"].as_u64();
    let early = desk.picture();
    let middle = (left + width / 2.0, top + height / 2.0);
    desk.wait(|state| state["tick"].as_u64() > tick.map(|tick| tick + 30));
    desk.now();
    assert!(desk.picture().differing(&early, middle, 140) > 20, "the graph goes on");
    desk.key(F3);
    desk.wait(|state| card_rect(state, "stages").is_none());
}

fn groups_are_explained() {
    let mut desk = field(None);
    let state = desk.now();
    desk.drag(tile(&state, 8.0, 5.0), tile(&state, 10.0, 7.0));
    desk.wait(|state| selected(state) == "ABDE");
    desk.click(RIGHT, tile(&state, 13.5, 9.0));
    desk.key(F1);
    desk.wait(|state| state["explaining"] == true && unit(state, "A")["state"] == "moving");
    desk.wait(|state| {
        unit(state, "A")["state"] == "moving" && state["hud"]["folded"].to_string().contains("legend")
    });
    desk.key(sign(' '));
    desk.wait(|state| state["paused"] == true);
    let state = settled(&mut desk);
    // Units under it fold it; what the player opens stays open.
    let title = pair(&state["legend"]["Legend"]);
    desk.click(LEFT, title);
    desk.wait(|state| state["legend"]["Group"].is_array());
    desk.point(title);
    // The card finds its size in the next frames.
    desk.now();
    let state = settled(&mut desk);
    desk.now();
    let with = desk.picture();
    desk.click(LEFT, pair(&state["legend"]["Group"]));
    desk.wait(|state| state["layers"]["group"] == false);
    desk.point(title);
    desk.now();
    let without = desk.picture();
    let changed: usize =
        ["A", "B", "D", "E"].iter().map(|name| with.differing(&without, spot(&state, name), 30)).sum();
    assert!(changed > 40, "the pennant and the ties are gone: {changed} pixels");
}

fn a_file_is_dropped() {
    let mut desk = Desk::open(&[], &[("aside.json", FIELD), ("broken.json", "{}")]);
    desk.now();
    desk.drop_file(&desk.folder().join("broken.json"));
    desk.wait(|state| state["errors"].as_str().is_some_and(|text| text.contains("broken.json:1:")));
    desk.drop_file(&desk.folder().join("aside.json"));
    desk.wait(|state| state["screen"] == "level" && state["level"] == "Field");
}

fn a_path_is_typed() {
    let mut desk = Desk::open(&["--levels", "{}/own"], &[("own/zz.json", FIELD), ("aside.json", FIELD)]);
    let state = desk.wait(|state| state["complete"] == true);
    let headings: Vec<&str> =
        state["headings"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(headings[..2], ["Begin here", "Your levels"], "{headings:?}");
    assert!(headings.contains(&"Figures of the articles"));
    let path = desk.folder().join("aside.json").to_string_lossy().into_owned();
    path.chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["search"] == path.as_str());
    desk.key(ENTER);
    desk.wait(|state| state["screen"] == "level" && state["level"] == "Field");
}

fn resized_text() {
    let mut desk = Desk::open(&[], &[]);
    let state = desk.wait(|state| state["complete"] == true);
    let usual = state["new_at"].clone();
    let step = |desk: &mut Desk, key: char| {
        desk.hold(CONTROL, true);
        desk.key(sign(key));
        desk.hold(CONTROL, false);
        desk.settled(|state| &state["new_at"])
    };
    assert_ne!(step(&mut desk, '-')["new_at"], usual);
    let state = step(&mut desk, '0');
    assert_eq!((state["new_at"].clone(), state["search"].clone()), (usual, "".into()));
}
