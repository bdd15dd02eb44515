//! How the window looks, through the real one: what cards leave free, what stays visible of a unit, toasts,
//! pictures.

use crate::desk::*;
use serde_json::Value;

const RED: [u8; 3] = [0xC8, 0x45, 0x2F];
const SIZES: [(u16, u16); 3] = [(1280, 720), (800, 600), (1920, 1080)];

/// Two armies in a corner of a large sheet, of which one is sent past the other; enough words to fill the
/// level's card.
const FIELD: &str = r##"{ "format": 1, "name": "Field", "description":
  "Two armies in a corner of a large sheet, and words about them: they fill three lines of the card, which lies where the map begins, and that is where the armies are.",
  "map": { "size": [120, 90] },
  "teams": [{ "name": "red", "color": "#C8452F" }, { "name": "blue", "color": "#2F5F9E" }],
  "units": [
    { "id": "A", "kind": "infantry", "team": "red", "at": [3.5, 3.5] },
    { "id": "B", "kind": "cavalry", "team": "red", "at": [5.5, 3.5] },
    { "id": "C", "kind": "infantry", "team": "blue", "at": [14.5, 10.5] },
    { "id": "D", "kind": "siege", "team": "blue", "at": [16.5, 10.5] } ],
  "orders": [{ "time": 500, "who": ["C"], "do": "move", "to": [3.5, 10.5] }],
  "expect": { "within": 900, "overlap": 1 } }"##;

pub const TESTS: Tests = &[
    ("no_card_lies_on_a_unit_when_a_level_opens_in_a_window_of_any_size", units_are_free),
    ("a_level_opens_with_the_far_door_in_view", doors_are_seen),
    ("a_whole_map_opens_near_the_middle_of_the_window", opens_in_the_middle),
    ("the_legend_lies_where_nobody_stands_or_walks_and_stays_open", legend_is_clear),
    ("a_small_window_shows_the_field_large_between_brief_cards", small_windows),
    ("the_explaining_layer_leaves_two_thirds_of_the_field", explaining_leaves_room),
    ("cards_fold_after_a_while_and_what_the_player_opens_stays_open", cards_fold),
    ("a_card_folds_when_a_unit_comes_under_it", units_fold_cards),
    ("f4_hides_every_card_and_shows_them_again", cards_are_hidden),
    ("the_team_of_a_unit_is_seen_when_it_is_selected_and_explained", teams_are_seen),
    ("a_field_that_a_team_guards_is_seen_in_play", guarded_is_seen),
    ("a_toast_waits_until_the_page_of_keys_is_read", toast_waits),
    ("a_toast_is_red_only_for_failure_and_lies_on_no_card", toasts),
    ("f12_saves_a_picture_and_shift_f12_a_moving_one", pictures),
];

fn doors_are_seen() {
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/two-doors.json");
    let mut desk = Desk::open(&["play", level], &[]);
    desk.now();
    let state = desk.settled(|state| &state["camera"]);
    for row in [8.0, 10.0, 20.0, 22.0] {
        let (x, y) = tile(&state, 22.5, row);
        assert!(x > 0.0 && y > 100.0 && x < 1280.0 && y < 620.0, "{row}: {x} {y}");
    }
}

fn opens_in_the_middle() {
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/one-place.json");
    let mut desk = Desk::open(&["play", level], &[]);
    desk.now();
    let state = desk.settled(|state| &state["camera"]);
    let (left, right) = (tile(&state, 0.0, 15.0).0, tile(&state, 40.0, 15.0).0);
    assert!(left > 0.0 && right < 1280.0, "the whole map is in view: {left} to {right}");
    assert!((left + right - 1280.0).abs() < 320.0, "near the middle: {left} to {right}");
}

fn open(width: u16, height: u16) -> Desk {
    let screen = format!("{width}x{height}x24");
    let mut desk = Desk::open_on(&screen, &["play", "{}/field.json"], &[("field.json", FIELD)]);
    desk.resize(u32::from(width), u32::from(height));
    // Where nobody manages windows, keys go to the window under the pointer.
    desk.point((f32::from(width) / 2.0, f32::from(height) - 100.0));
    desk.wait(|state| {
        let scale = state["scale"].as_f64().unwrap_or(1.0);
        let time = card_rect(state, "time");
        state["hud"]["settled"] == true
            && time.is_some_and(|[left, _, width_of, _]| {
                f64::from(left + width_of) * scale > f64::from(width) - 20.0
            })
    });
    desk.now();
    desk
}

fn select_all(desk: &mut Desk) {
    desk.hold(CONTROL, true);
    desk.key(sign('a'));
    desk.hold(CONTROL, false);
    desk.wait(|state| selected(state).len() == 4);
}

/// The cards that are shown, with their names.
fn cards(state: &Value) -> Vec<(String, [f32; 4])> {
    let names = state["cards"].as_object().expect("a level is open").keys();
    names.filter_map(|name| Some((name.clone(), card_rect(state, name)?))).collect()
}

fn holds([left, top, width, height]: [f32; 4], (x, y): (f32, f32), reach: f32) -> bool {
    x > left - reach && x < left + width + reach && y > top - reach && y < top + height + reach
}

fn assert_units_are_free(state: &Value, (width, height): (u16, u16)) {
    let reach = 7.0 * state["camera"]["scale"].as_f64().expect("a number") as f32;
    for unit in units(state) {
        let at = pair(&unit["screen"]);
        assert!(holds([0.0, 0.0, f32::from(width), f32::from(height)], at, -reach), "{at:?} is out of view");
        for (name, rect) in cards(state) {
            assert!(!holds(rect, at, reach), "{width}x{height}: {name} at {rect:?} lies on {}", unit["name"]);
        }
    }
}

fn units_are_free() {
    for size in SIZES {
        let mut desk = open(size.0, size.1);
        let state = desk.now();
        assert_units_are_free(&state, size);
        assert!(state["camera"]["scale"].as_f64() > Some(0.4), "not the whole empty sheet");
        select_all(&mut desk);
        desk.now();
        let state = desk.now();
        assert_units_are_free(&state, size);
        let cards = cards(&state);
        for (index, (name, [left, top, width, height])) in cards.iter().enumerate() {
            let inside = *left >= 0.0
                && *top >= 0.0
                && left + width <= f32::from(size.0) + 1.0
                && top + height <= f32::from(size.1) + 1.0;
            assert!(inside, "{name} is cut off at {size:?}");
            for (other, [x, y, w, h]) in &cards[index + 1..] {
                let apart = left + width <= *x || x + w <= *left || top + height <= *y || y + h <= *top;
                assert!(apart, "{name} lies on {other} at {size:?}");
            }
        }
    }
}

/// Riders go all round a field with a river and woods.
fn riders(width: u32, height: u32) -> Desk {
    let level = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/riders.json");
    let mut desk = Desk::open_on(&format!("{width}x{height}x24"), &["play", level], &[]);
    desk.point((width as f32 / 2.0, height as f32 - 100.0));
    desk.now();
    desk
}

fn legend_is_clear() {
    let mut desk = riders(1280, 720);
    desk.key(F1);
    desk.now();
    let state = desk.settled(|state| &state["cards"]["legend"]);
    // While it is pointed at it is being read: only units would fold it. The riders go all round the field.
    let [left, top, width, height] = card_rect(&state, "legend").expect("it is shown");
    assert!(height > 200.0, "it is open: {height}");
    desk.point((left + width / 2.0, top + height / 2.0));
    (0..3).for_each(|_| desk.key(sign('+')));
    let state = desk.wait(|state| is_folded(state, "legend") || state["tick"].as_u64() > Some(30 * 75));
    assert!(!is_folded(&state, "legend"), "a unit came under it at tick {}", state["tick"]);
}

fn small_windows() {
    let mut desk = riders(800, 600);
    let state = desk.now();
    assert_eq!(pair(&state["window"]), (800.0, 600.0), "it opens no larger than the screen");
    assert!(is_folded(&state, "level"));
    let width = 48.0 * 30.0 * state["camera"]["scale"].as_f64().expect("a number");
    assert!(width > 520.0, "the map is {width} points wide");
    assert_units_are_free(&state, (800, 600));
    // What a selection can be told fits between the rims, too.
    desk.hold(CONTROL, true);
    desk.key(sign('a'));
    desk.hold(CONTROL, false);
    desk.wait(|state| !selected(state).is_empty());
    let state = desk.settled(|state| &state["cards"]["orders"]);
    let [left, _, width, _] = card_rect(&state, "orders").expect("it is shown");
    assert!(left > 0.0 && left + width <= 800.0 - left, "{left} + {width}");
}

fn explaining_leaves_room() {
    let mut desk = open(1280, 720);
    select_all(&mut desk);
    desk.key(F1);
    desk.wait(|state| card_rect(state, "inspector").is_some() && card_rect(state, "legend").is_some());
    desk.now();
    let state = desk.now();
    let taken: f32 = cards(&state).iter().map(|(_, [_, _, width, height])| width * height).sum();
    assert!(taken < 1280.0 * 720.0 / 3.0, "{taken} of 921600: {:?}", cards(&state));
}

fn is_folded(state: &Value, name: &str) -> bool {
    state["hud"]["folded"].as_array().is_some_and(|folded| folded.iter().any(|card| card == name))
}

fn cards_fold() {
    let mut desk = open(1280, 720);
    let open = card_rect(&desk.now(), "level").expect("it is shown");
    desk.wait(|state| is_folded(state, "level"));
    desk.now();
    let state = desk.now();
    let [left, top, width, height] = card_rect(&state, "level").expect("its title is shown");
    assert!(height < 50.0 && open[3] > 2.0 * height, "from {open:?} to {height}");
    // What opens it again is the word after the title; it is found by trying from the right.
    let mut x = left + width - 14.0;
    while is_folded(&desk.now(), "level") {
        assert!(x > left, "nothing opens it");
        desk.click(LEFT, (x, top + height / 2.0));
        desk.now();
        x -= 16.0;
    }
    desk.point((640.0, 500.0));
    std::thread::sleep(std::time::Duration::from_secs(7));
    assert!(!is_folded(&desk.now(), "level"), "the player opened it");
}

fn units_fold_cards() {
    let mut desk = open(1280, 720);
    select_all(&mut desk);
    desk.key(F1);
    desk.wait(|state| card_rect(state, "inspector").is_some_and(|card| card[3] > 60.0));
    desk.now();
    let state = desk.now();
    assert!(!is_folded(&state, "inspector"));
    let card = card_rect(&state, "inspector").expect("it is shown");
    // The map is dragged until a unit lies under the card.
    let from = spot(&state, "C");
    let to = (card[0] + card[2] / 2.0, card[1] + card[3] / 2.0);
    let (dx, dy) = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
    // About the middle: at the rim of the window the pointer would move the map on.
    desk.pull(2, (640.0 - dx, 360.0 - dy), (640.0 + dx, 360.0 + dy));
    desk.let_go(2);
    desk.wait(|state| is_folded(state, "inspector"));
}

fn cards_are_hidden() {
    let mut desk = open(1280, 720);
    desk.key(F4);
    let state = desk.wait(|state| state["cards"].as_object().is_some_and(|cards| cards.is_empty()));
    assert!(told(&state, "F4"), "how they come back is told");
    desk.key(F4);
    desk.wait(|state| card_rect(state, "level").is_some() && card_rect(state, "minimap").is_some());
}

fn teams_are_seen() {
    let mut desk = open(1280, 720);
    desk.key(sign(' '));
    let state = desk.wait(|state| state["paused"] == true);
    desk.now();
    let reach = (7.0 * state["camera"]["scale"].as_f64().expect("a number")) as i32;
    let of = |desk: &Desk, name: &str| desk.picture().count(spot(&state, name), reach, RED);
    let before = of(&desk, "A");
    assert!(before > 40, "{before} red pixels");
    select_all(&mut desk);
    desk.now();
    assert!(of(&desk, "A") * 10 > before * 9, "selected: {} of {before}", of(&desk, "A"));
    desk.key(F1);
    desk.wait(|state| state["explaining"] == true);
    desk.now();
    assert!(of(&desk, "A") * 10 > before * 6, "explained: {} of {before}", of(&desk, "A"));
    // On the minimap too: the colour stays, with a rim of ink about it.
    let minimap = desk.now()["minimap"].clone();
    let (left, top) = pair(&minimap);
    let (width, height) = (minimap[2].as_f64().expect("a number"), minimap[3].as_f64().expect("a number"));
    let spot = (left + width as f32 * 3.5 / 120.0, top + height as f32 * 3.5 / 90.0);
    let picture = desk.picture();
    assert!(picture.count(spot, 2, RED) > 2, "the colour stays on the minimap");
    assert!(picture.count(spot, 4, [0x2B, 0x26, 0x20]) > 2, "and has a rim");
}

fn toasts() {
    let mut desk = open(1280, 720);
    let colors = |desk: &mut Desk, word: &str| {
        desk.wait(|state| told(state, word) && state["hud"]["toast"].is_array());
        let state = desk.now();
        let toast = &state["hud"]["toast"];
        let number = |index: usize| toast[index].as_f64().expect("a number") as f32;
        let [left, top, width, height] = [number(0), number(1), number(2), number(3)];
        for (name, [x, y, w, h]) in cards(&state) {
            let apart = left + width <= x || x + w <= left || top + height <= y || y + h <= top;
            assert!(apart, "the toast lies on {name}");
        }
        let middle = (left + width / 2.0, top + height / 2.0);
        desk.picture().count(middle, (height / 2.0) as i32, RED)
    };
    desk.key(sign('7'));
    let failed = colors(&mut desk, "Group 7 is empty");
    desk.hold(CONTROL, true);
    desk.key(sign('s'));
    desk.hold(CONTROL, false);
    let done = colors(&mut desk, "Saved as");
    assert!(failed > 20 && done == 0, "{failed} red pixels in a failure, {done} in what went well");
}

fn pictures() {
    let mut desk = open(1280, 720);
    let saved = |desk: &mut Desk, extension: &str| {
        let state = desk.wait(|state| told(state, &format!(".{extension}")));
        let text = state["message"].as_str().expect("it is told").to_owned();
        std::path::PathBuf::from(text.trim_start_matches("Saved as "))
    };
    desk.key(F12);
    let path = saved(&mut desk, "png");
    assert_eq!(Picture::read(&path).width, 1280);
    // Something moves on it.
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    std::thread::sleep(std::time::Duration::from_secs(2));
    desk.hold(SHIFT, true);
    desk.key(F12);
    desk.hold(SHIFT, false);
    let path = saved(&mut desk, "gif");
    let mut film = gif::DecodeOptions::new().read_info(std::fs::File::open(&path).unwrap()).unwrap();
    assert_eq!((film.width(), film.height()), (640, 360));
    let mut frames = 0;
    while film.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert!((4..=50).contains(&frames), "{frames} frames");
    assert!(std::fs::metadata(&path).unwrap().len() < 2_000_000);
}

fn toast_waits() {
    let mut desk = open(1280, 720);
    desk.key(sign('7'));
    desk.wait(|state| told(state, "Group 7 is empty") && state["hud"]["toast"].is_array());
    desk.key(sign('?'));
    desk.wait(|state| state["help"] == true && state["hud"]["toast"].is_null());
    desk.key(sign('8'));
    desk.wait(|state| told(state, "Group 8 is empty"));
    // Longer than a toast stays.
    std::thread::sleep(std::time::Duration::from_secs(6));
    let state = desk.now();
    assert!(told(&state, "Group 8 is empty") && state["hud"]["toast"].is_null());
    desk.key(ESCAPE);
    desk.wait(|state| state["hud"]["toast"].is_array());
}

fn guarded_is_seen() {
    const GUARDED: &str = r##"{ "format": 1, "name": "Guarded", "fight": true, "player": "red",
      "map": { "size": [20, 12] },
      "teams": [{ "name": "red", "color": "#C8452F", "enemies": ["blue"] },
                { "name": "blue", "color": "#2F5F9E", "stance": { "guard": [10, 3, 6, 6] } }],
      "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 6.5] },
                { "id": "B", "kind": "infantry", "team": "blue", "at": [14.5, 7.5] }],
      "goals": [{ "defeat": ["B"] }] }"##;
    let mut desk = Desk::play(GUARDED);
    let state = desk.wait(|state| state["hud"]["settled"] == true);
    let picture = desk.picture();
    let blue = |x: f32, y: f32| picture.count(tile(&state, x, y), 12, [0x85, 0x98, 0xB0]);
    // Its rim is dashed; it is the only line in this colour far from its team.
    assert!(blue(10.0, 6.0) > 5, "{}", blue(10.0, 6.0));
    assert_eq!(blue(6.0, 6.0), 0);
}
