//! Ends of games that are lost, rewound, won in another future or watched again, by mouse and keys in the
//! real window.

use crate::desk::*;
use crate::goals::{FIELD, button, met};
use crate::recordings::recorded;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("a_goal_that_is_lost_is_told_and_rewound", lost_and_rewound),
    ("who_lost_tries_again_with_the_authors_ghost_beside_which_stays", lost_and_shown),
    ("side_by_side_both_fields_go_on_after_the_end_and_its_card_is_asked_for", ended_beside),
    ("after_a_rewind_each_future_is_judged_by_itself", rewound_and_won),
    ("a_game_that_was_lost_is_won_in_another_future_and_kept", lost_and_won),
    ("an_end_that_is_come_to_again_is_told_again", watched_again),
];

fn lost_and_rewound() {
    // After a second it could still be there in time.
    let level = FIELD.replace(r#""to": [20, 6, 5, 5] }"#, r#""to": [16, 6, 9, 5], "within": 2 }"#);
    let mut desk = Desk::play(&level);
    desk.key(sign(' '));
    let state = desk.wait(|state| card_rect(state, "ending").is_some());
    let lost = "Not in time: Bring the cavalry of red to the marked field within 2 s";
    assert_eq!((tick(&state), state["goals"]["outcome"]["lost"].as_str()), (60, Some(lost)));
    assert!(state["ending"]["next"].is_null(), "there is no way on from a loss");
    let state = desk.settled(|state| &state["ending"]);
    desk.click(LEFT, button(&state, "back"));
    desk.wait(|state| tick(state) == 0 && state["paused"] == true && card_rect(state, "ending").is_none());
    // It plays on as it went.
    desk.key(sign(' '));
    desk.wait(|state| tick(state) == 60 && card_rect(state, "ending").is_some());
    desk.hold(SHIFT, true);
    desk.key(sign(','));
    desk.hold(SHIFT, false);
    desk.wait(|state| tick(state) == 30 && card_rect(state, "ending").is_none());
    let state = desk.now();
    assert!(state["goals"]["outcome"]["lost"].is_null(), "{}", state["goals"]);
    // In another future it is another game.
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    desk.wait(|state| !state["time"]["left"].is_null());
    // Nobody has paused it: time goes on with the order, as it does at the start.
    desk.wait(|state| tick(state) > 45);
}

fn lost_and_shown() {
    let text = FIELD.replace(r#""to": [20, 6, 5, 5] }"#, r#""to": [20, 6, 5, 5], "within": 2 }"#);
    let author = recorded(&text, 60);
    let files = [("field.json", text.as_str()), ("field.replay", &author)];
    let mut desk = Desk::open(&["play", "{}/field.json"], &files);
    desk.key(sign(' '));
    desk.wait(|state| card_rect(state, "ending").is_some());
    let state = desk.settled(|state| &state["ending"]);
    assert!(state["goals"]["ghost"].is_null());
    desk.click(LEFT, button(&state, "shown"));
    let anew = |state: &Value| tick(state) == 0 && card_rect(state, "ending").is_none();
    desk.wait(|state| anew(state) && state["goals"]["ghost"] == "Author");
    desk.key(sign(' '));
    desk.wait(|state| tick(state) > 20);
    desk.key(sign('r'));
    desk.wait(|state| anew(state) && state["goals"]["ghost"] == "Author");
}

fn ended_beside() {
    let level = FIELD.replace(r#""to": [20, 6, 5, 5] }"#, r#""to": [16, 6, 9, 5], "within": 2 }"#);
    let mut desk = Desk::play(&level);
    desk.key(sign('v'));
    desk.wait(|state| state["beside"].is_object());
    desk.key(sign(' '));
    let state = desk.wait(|state| tick(state) > 70);
    assert!(state["goals"]["outcome"]["lost"].is_string() && card_rect(&state, "ending").is_none());
    assert_eq!((&state["paused"], &state["beside"]["tick"]), (&false.into(), &state["tick"]));
    desk.key(ENTER);
    desk.wait(|state| card_rect(state, "ending").is_some());
}

fn rewound_and_won() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 20.5, 14.5));
    desk.wait(|state| tick(state) > 60);
    desk.key(sign(' '));
    let left = tick(&desk.wait(|state| state["paused"] == true));
    desk.hold(SHIFT, true);
    desk.key(sign(','));
    desk.hold(SHIFT, false);
    let state = desk.wait(|state| tick(state) == left - 30 && state["strip"]["goal"].is_null());
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    desk.wait(|state| !state["time"]["left"].is_null());
    desk.key(sign(' '));
    let state = desk.wait(|state| card_rect(state, "ending").is_some());
    assert_eq!(state["goals"]["outcome"]["medal"], "gold", "{}", state["goals"]);
    let won = state["goals"]["outcome"]["seconds"].as_f64().expect("a number");
    assert!(won * 30.0 > (left - 30) as f64);
    // In the future that was left nothing is won, and nothing is lost.
    desk.key(sign('\\'));
    let state = desk
        .wait(|state| state["time"]["known"].as_u64() == Some(left) && card_rect(state, "ending").is_none());
    assert_eq!((met(&state), state["goals"]["outcome"]["lost"].is_null()), (vec![false], true));
    desk.key(sign('\\'));
    desk.wait(|state| state["time"]["known"].as_u64() != Some(left) && state["strip"]["goal"].is_null());
    desk.key(END);
    let state = desk.wait(|state| card_rect(state, "ending").is_some());
    assert_eq!(state["goals"]["outcome"]["seconds"].as_f64(), Some(won));
}

fn lost_and_won() {
    // Both futures come to their ends at the same tick.
    let level = FIELD.replace(
        r#""to": [20, 6, 5, 5] }"#,
        r#""to": [14, 6, 5, 5], "within": 3 }, { "shut": [30, 2, 3, 3], "against": "blue", "for": 3 }"#,
    );
    let mut desk =
        Desk::open(&["play", "{}/data/muster/saved/field.json"], &[("data/muster/saved/field.json", &level)]);
    desk.key(sign(' '));
    let state = desk.wait(|state| card_rect(state, "ending").is_some());
    assert_eq!((tick(&state), state["goals"]["outcome"]["lost"].is_string()), (90, true));
    desk.key(ESCAPE);
    desk.wait(|state| card_rect(state, "ending").is_none());
    let state = desk.settled(|state| &state["strip"]);
    let rect = strip(&state);
    desk.click(LEFT, (rect[0] + rect[2] * 0.1, rect[1] + rect[3] / 2.0));
    let state = desk.wait(|state| (20..40).contains(&tick(state)) && state["strip"]["goal"].is_null());
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 16.5, 8.5));
    // Won in another future: that is told, time stands, and the medal is in the menu.
    let state = desk.wait(|state| card_rect(state, "ending").is_some());
    assert_eq!((tick(&state), state["paused"].as_bool()), (90, Some(true)));
    assert_eq!(state["goals"]["outcome"]["medal"].as_str(), Some("gold"));
    let state = desk.settled(|state| &state["ending"]);
    desk.click(LEFT, button(&state, "menu"));
    desk.wait(|state| state["screen"] == "menu" && state["medals"]["Field"] == "gold");
}

fn watched_again() {
    let mut desk = Desk::play(FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(&state, 22.5, 8.5));
    let won = tick(&desk.wait(|state| card_rect(state, "ending").is_some()));
    desk.key(ESCAPE);
    desk.wait(|state| card_rect(state, "ending").is_none());
    desk.hold(SHIFT, true);
    desk.key(sign(','));
    desk.hold(SHIFT, false);
    desk.wait(|state| tick(state) == won - 30 && state["strip"]["goal"].is_null());
    desk.key(sign(' '));
    // The same end at the same tick stops time and is told again.
    let state = desk.wait(|state| card_rect(state, "ending").is_some());
    assert_eq!((tick(&state), state["paused"].as_bool()), (won, Some(true)));
}
