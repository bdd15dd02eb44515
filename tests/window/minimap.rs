//! The minimap: where a click and a drag on it lead, and when it is there.

use crate::desk::*;
use crate::hud::{FIELD, last_order, select};
use serde_json::Value;

pub const TESTS: Tests = &[
    ("the_minimap_looks_and_sends", the_minimap),
    ("after_a_or_p_a_click_on_the_minimap_says_where", aimed_on_the_minimap),
    ("the_frame_of_the_minimap_can_be_dragged", the_frame_is_dragged),
    ("the_minimap_is_left_out_where_the_field_tells_as_much", left_out),
    ("units_shine_through_the_minimap", shines_through),
];

/// A point of the minimap by shares of its size.
fn on_minimap(state: &Value, x: f32, y: f32) -> (f32, f32) {
    let (left, top) = pair(&state["minimap"]);
    let size = |index: usize| state["minimap"][index].as_f64().expect("a number") as f32;
    (left + size(2) * x, top + size(3) * y)
}

fn the_minimap() {
    let mut desk = Desk::play(FIELD);
    select(&mut desk, false);
    let state = desk.now();
    desk.click(LEFT, on_minimap(&state, 0.8, 0.7));
    desk.wait(|state| {
        let center = pair(&state["camera"]["center"]);
        (center.0 - 2400.0).abs() < 30.0 && (center.1 - 1260.0).abs() < 30.0
    });
    desk.click(RIGHT, on_minimap(&state, 0.5, 0.5));
    let state = desk.wait(|state| last_order(state)["command"]["do"] == "move");
    let to = pair(&last_order(&state)["command"]["to"]);
    assert!((to.0 - 1500.0).abs() < 30.0 && (to.1 - 900.0).abs() < 30.0, "{to:?}");
    assert_eq!(selected(&state), "ABCDEF", "the minimap does not deselect");
}

fn aimed_on_the_minimap() {
    let mut desk = Desk::play(FIELD);
    select(&mut desk, false);
    let state = desk.now();
    desk.key(sign('a'));
    desk.now();
    desk.click(LEFT, on_minimap(&state, 0.5, 0.5));
    let sent = desk.wait(|state| last_order(state)["command"]["manner"]["attacks"] == true);
    let to = pair(&last_order(&sent)["command"]["to"]);
    assert!((to.0 - 1500.0).abs() < 30.0 && (to.1 - 900.0).abs() < 30.0, "{to:?}");
    desk.key(sign('p'));
    desk.wait(|state| state["patrol"].is_array());
    desk.click(RIGHT, on_minimap(&state, 0.3, 0.5));
    let state = desk.wait(|state| last_order(state)["command"]["do"] == "patrol");
    assert_eq!(state["camera"], sent["camera"], "nobody asked to look there");
}

fn the_frame_is_dragged() {
    let mut desk = Desk::play(FIELD);
    desk.now();
    let state = desk.now();
    let center = pair(&state["camera"]["center"]);
    let (x, y) = (center.0 / 3000.0 + 0.05, center.1 / 1800.0 + 0.03);
    desk.pull(LEFT, on_minimap(&state, x, y), on_minimap(&state, x + 0.2, y));
    let state = desk.wait(|state| pair(&state["camera"]["center"]).0 > center.0 + 500.0);
    let moved = pair(&state["camera"]["center"]);
    assert!((moved.0 - center.0 - 600.0).abs() < 40.0, "from {center:?} to {moved:?}");
    desk.let_go(LEFT);
    assert!((moved.1 - center.1).abs() < 20.0, "where it was taken it stays under the pointer");
}

fn left_out() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    assert_eq!(card_rect(&state, "minimap"), None, "all of the map is in view");
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.hold(CONTROL, true);
    desk.key(sign('1'));
    desk.hold(CONTROL, false);
    let chips = desk.wait(|state| card_rect(state, "minimap").is_some());
    assert!(chips["minimap"][0].is_null(), "the chip of a control group stands there without the sheet");
    (0..4).for_each(|_| desk.click(WHEEL_UP, spot(&state, "A")));
    desk.wait(|state| state["minimap"][0].is_f64());
}

fn shines_through() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    let [left, top, width, height] = card_rect(&state, "minimap").expect("little of the map is in view");
    // B is to lie under the middle of the sheet.
    let scale = state["camera"]["scale"].as_f64().expect("a number") as f32;
    let (at, aside) = (at(&state, "B"), (left + width / 2.0 - 640.0, top + height / 2.0 - 360.0));
    let center = (at.0 - aside.0 / scale, at.1 - aside.1 / scale);
    desk.click(LEFT, on_minimap(&state, center.0 / 3000.0, center.1 / 1800.0));
    desk.wait(|state| (pair(&state["camera"]["center"]).0 - center.0).abs() < 30.0);
    let state = desk.settled(|state| &state["camera"]);
    let covered = spot(&state, "B");
    assert!((covered.0 - left - width / 2.0).abs() < 40.0, "{covered:?}");
    // Red under a third of paper.
    let seen = |desk: &Desk| desk.picture().count(covered, (5.0 * scale) as i32, [218, 131, 112]);
    let before = seen(&desk);
    desk.point((640.0, 300.0));
    // It fades within a few frames.
    let shines = (0..100).any(|_| {
        desk.now();
        seen(&desk) > 20
    });
    assert!(before < 5 && shines, "{before} red pixels with the pointer on it, {} without", seen(&desk));
}
