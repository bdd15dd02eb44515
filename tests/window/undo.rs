//! What is taken back in play: removals, restarts, and what cannot be.

use crate::desk::*;
use crate::editor::chord;
use crate::tools::FIELD;

pub const TESTS: Tests = &[
    ("a_removal_and_a_restart_are_taken_back", taken_back),
    ("who_was_taken_away_comes_back_where_a_planned_wall_was_built_meanwhile", back_from_under_a_wall),
    ("a_tile_that_is_taken_away_again_stays_spent_and_that_is_told", spent),
];

fn undo(desk: &Desk) {
    chord(desk, 'z');
}

fn taken_back() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.drag(tile(&state, 3.5, 5.5), tile(&state, 7.5, 10.5));
    desk.wait(|state| selected(state) == "AB");
    desk.key(DELETE);
    desk.wait(|state| units(state).len() == 1 && told(state, "2 units are taken away. Ctrl + Z"));
    undo(&desk);
    let back = desk.wait(|state| units(state).len() == 3 && told(state, "They are back"));
    assert_eq!(selected(&back), "AB");
    assert_eq!((at(&back, "A"), at(&back, "B")), (at(&state, "A"), at(&state, "B")));
    let tick = desk.wait(|state| state["tick"].as_u64() > Some(90))["tick"].as_u64();
    desk.key(F5);
    let state = desk.wait(|state| state["tick"].as_u64() < tick);
    assert!(told(&state, "Ctrl + Z"), "{}", state["toasts"]);
    undo(&desk);
    desk.wait(|state| state["tick"].as_u64() >= tick);
    undo(&desk);
    desk.wait(|state| told(state, "nothing to undo"));
    // What was left to go back is not lost.
    chord(&desk, 'y');
    desk.wait(|state| state["tick"].as_u64() < tick && told(state, "after the restart"));
    undo(&desk);
    desk.wait(|state| state["tick"].as_u64() >= tick);
}

fn back_from_under_a_wall() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    desk.drag(tile(&state, 5.5, 9.5), tile(&state, 7.5, 9.5));
    desk.wait(|state| state["blocked"] == 2 && state["sandbox"]["awaited"] == 1);
    desk.key(ESCAPE);
    desk.drag(tile(&state, 3.5, 5.5), tile(&state, 7.5, 10.5));
    desk.wait(|state| selected(state) == "AB");
    desk.key(DELETE);
    desk.wait(|state| units(state).len() == 1 && state["blocked"] == 3);
    undo(&desk);
    let back = desk.wait(|state| units(state).len() == 3 && told(state, "They are back"));
    assert_eq!(at(&back, "B"), at(&state, "B"));
    assert_eq!((&back["blocked"], &back["sandbox"]["awaited"]), (&2.into(), &1.into()), "it is a plan again");
}

fn spent() {
    let goals = r#""player": "red", "goals": [{ "bring": ["A"], "to": [20, 1, 3, 3] }],
        "medals": { "limit": { "tiles": 2 } }, "units": ["#;
    let mut desk = Desk::play(&FIELD.replace(r#""units": ["#, goals));
    // With a tool in hand the session before the restart is not what is meant.
    desk.now();
    desk.key(F5);
    let state = desk.wait(|state| told(state, "From the start"));
    desk.key(sign('b'));
    desk.wait(|state| state["tool"] == "Ground");
    desk.drag(tile(&state, 12.5, 5.5), tile(&state, 12.5, 6.5));
    desk.wait(|state| state["blocked"] == 2);
    // The drag begins and ends where there is nothing.
    desk.pull(RIGHT, tile(&state, 12.5, 3.5), tile(&state, 12.5, 8.5));
    desk.let_go(RIGHT);
    let gone = desk.wait(|state| state["blocked"] == 0 && state["message"].is_string());
    assert!(told(&gone, "taken away again stays spent"), "{}", gone["message"]);
    assert_eq!(gone["goals"]["outcome"]["tiles"], 2);
    undo(&desk);
    desk.wait(|state| told(state, "nothing to undo") && told(state, "goes back in time"));
    // On the same tiles it may be built again.
    desk.drag(tile(&state, 12.5, 5.5), tile(&state, 12.5, 6.5));
    desk.wait(|state| state["blocked"] == 2);
    desk.pull(RIGHT, tile(&state, 16.5, 3.5), tile(&state, 16.5, 8.5));
    desk.let_go(RIGHT);
    desk.wait(|state| told(state, "Nothing to remove there"));
}
