//! The menu and the way out: what opens, waits, is asked before it is lost, searched and remembered, through
//! the real window.

use crate::desk::*;
use serde_json::Value;
use std::path::Path;

pub const TESTS: Tests = &[
    ("escape_closes_the_topmost_then_deselects_then_goes_back_and_the_session_waits", escape_goes_back),
    ("a_session_that_makes_room_for_another_is_kept_as_a_recording", a_session_makes_room),
    ("escape_in_the_menu_asks_about_what_is_edited", quitting_asks_about_the_editor),
    ("escape_in_the_menu_quits_when_it_is_pressed_twice", escape_twice_quits),
    ("quitting_asks_when_a_session_waits_and_saves_it", quitting_asks),
    ("enter_saves_the_session_that_waits_and_quits_and_alt_enter_does_not", enter_saves_and_quits),
    (
        "a_level_in_which_nothing_was_done_asks_nothing_when_one_quits",
        quitting_an_untouched_level_asks_nothing,
    ),
    ("closing_the_window_asks_before_a_session_is_lost", closing_asks),
    ("the_menu_opens_a_level_by_click_and_by_enter", the_menu_opens),
    ("errors_of_a_level_are_shown_over_the_menu_which_stays_open", errors_are_shown),
    ("typing_in_the_menu_searches_and_escape_shows_all", the_menu_searches),
    ("a_search_shows_what_it_finds_from_the_top", found_from_the_top),
    ("whoever_comes_back_to_the_first_card_sees_all_that_lies_above_it", back_at_the_top),
    ("a_file_of_ones_own_is_removed_from_the_menu_when_that_is_confirmed", own_files_are_removed),
    ("a_button_leads_to_the_menu_whatever_is_open", a_button_leads_to_the_menu),
    ("the_menu_remembers_what_was_played", the_menu_remembers),
    ("a_broken_level_that_is_mended_opens_by_itself", mended_levels_open),
];

fn escape_goes_back() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "level" && selected(state).is_empty());
    desk.key(sign('b'));
    desk.key(F3);
    desk.key(sign('?'));
    desk.wait(|state| state["help"] == true && state["tool"] == "Ground" && state["graph"] == true);
    desk.key(ESCAPE);
    desk.wait(|state| state["help"] == false && state["tool"] == "Ground");
    desk.key(ESCAPE);
    desk.wait(|state| state["tool"].is_null() && state["graph"] == true);
    desk.key(ESCAPE);
    let tick = desk.wait(|state| state["graph"] == false)["tick"].as_u64();
    desk.key(ESCAPE);
    desk.wait(|state| {
        state["screen"] == "menu" && state["session"].as_str().unwrap().starts_with("Field, 0:")
    });
    let state = desk.now();
    desk.click(LEFT, pair(&state["session_at"]));
    let state = desk.wait(|state| state["screen"] == "level");
    assert!(state["tick"].as_u64() >= tick && state["tick"].as_u64() < tick.map(|tick| tick + 60));
}

fn give_an_order(desk: &mut Desk, state: &Value) {
    desk.click(LEFT, spot(state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.click(RIGHT, tile(state, 12.5, 6.5));
    desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 1));
}

/// Gives an order, opens the level anew, and goes back to the menu.
fn give_up_a_session(desk: &mut Desk, state: &Value) {
    give_an_order(desk, state);
    desk.drop_file(&desk.folder().join("field.json"));
    desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.is_empty()));
    desk.key(ESCAPE);
}

fn a_session_makes_room() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    // In the level that is opened from the menu nothing is said of the one that waited there.
    give_an_order(&mut desk, &state);
    desk.key(ESCAPE);
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu");
    desk.drop_file(&desk.folder().join("field.json"));
    let state = desk.wait(|state| state["screen"] == "level" && state["hud"]["settled"] == true);
    assert!(state["message"].is_null(), "{}", state["message"]);
    give_up_a_session(&mut desk, &state);
    let state = desk.wait(|state| state["kept"].is_string());
    let told = state["kept"].as_str().unwrap();
    let file = told.split(" is kept as ").nth(1).expect("it says where");
    let recording: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(recording["actions"].as_array().map(Vec::len), Some(1));
    // The next one is kept, too, but that is no news.
    desk.drop_file(&desk.folder().join("field.json"));
    let state = desk.wait(|state| state["screen"] == "level" && state["hud"]["settled"] == true);
    give_up_a_session(&mut desk, &state);
    let state = desk.wait(|state| state["screen"] == "menu");
    assert!(state["kept"].is_null(), "{}", state["kept"]);
    let folder = Path::new(file).parent().unwrap();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 3);
}

fn escape_twice_quits() {
    let mut desk = Desk::open(&["--levels", "{}"], &[]);
    desk.key(ESCAPE);
    desk.wait(|state| state["leaving"] == true);
    desk.wait(|state| state["leaving"] == false);
    desk.key(ESCAPE);
    desk.wait(|state| state["leaving"] == true);
    desk.key(ESCAPE);
    assert_eq!(desk.wait_for_end().code(), Some(0));
}

fn quitting_asks() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.click(RIGHT, tile(&state, 10.5, 6.5));
    desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 1));
    desk.key(ESCAPE);
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu");
    for _ in 0..2 {
        desk.key(ESCAPE);
        desk.wait(|state| state["leaving"] == true && state["screen"] == "menu");
        desk.key(ESCAPE);
        desk.wait(|state| state["leaving"] == false);
    }
    desk.key(ESCAPE);
    let state = desk.settled(|state| &state["buttons"]);
    // A level below the card is not opened.
    desk.click(LEFT, card(&state, "First steps"));
    let state = desk.now();
    assert_eq!((&state["screen"], &state["leaving"]), (&"menu".into(), &true.into()));
    desk.click(LEFT, pair(&state["buttons"]["save_and_quit"]));
    assert_eq!(desk.wait_for_end().code(), Some(0));
    let saved = desk.folder().join("data/muster/saved/field-1.replay");
    assert!(saved.is_file(), "{}", saved.display());
}

fn enter_saves_and_quits() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    give_an_order(&mut desk, &state);
    desk.close();
    desk.wait(|state| state["leaving"] == true);
    desk.hold(ALT, true);
    desk.key(ENTER);
    desk.hold(ALT, false);
    assert_eq!(desk.now()["leaving"], true, "that is for the whole screen");
    desk.key(ENTER);
    assert_eq!(desk.wait_for_end().code(), Some(0));
    assert!(desk.folder().join("data/muster/saved/field-1.replay").is_file());
}

/// Quits a level with Esc alone, which nothing holds up.
pub fn quit_unasked(desk: &mut Desk) {
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu");
    desk.key(ESCAPE);
    desk.wait(|state| state["leaving"] == true);
    desk.key(ESCAPE);
    assert_eq!(desk.wait_for_end().code(), Some(0));
}

fn quitting_an_untouched_level_asks_nothing() {
    let mut desk = Desk::play(OPEN_FIELD);
    quit_unasked(&mut desk);
    assert!(!desk.folder().join("data/muster/saved/field-1.replay").exists());
}

fn quitting_asks_about_the_editor() {
    let mut desk = Desk::play(OPEN_FIELD);
    desk.key(sign('e'));
    let state = desk.wait(|state| state["editor"]["spots"]["menu"].is_array());
    desk.click(LEFT, pair(&state["editor"]["spots"]["menu"]));
    desk.wait(|state| state["screen"] == "menu" && state["session"].is_string());
    desk.key(ESCAPE);
    desk.wait(|state| state["leaving"] == true);
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["leaving"] == false);
    assert_eq!(state["screen"], "menu");
    desk.key(ESCAPE);
    let state = desk.settled(|state| &state["buttons"]);
    assert!(
        state["buttons"]["quit"].is_array() && state["buttons"]["save_and_quit"].is_null(),
        "nothing is lost"
    );
    desk.key(ENTER);
    assert_eq!(desk.wait_for_end().code(), Some(0));
    assert!(!desk.folder().join("data/muster/saved").exists());
}

fn closing_asks() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.click(RIGHT, tile(&state, 10.5, 6.5));
    desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 1));
    // From the level, as often as one likes: who stays goes on with it.
    for _ in 0..2 {
        desk.close();
        desk.wait(|state| state["leaving"] == true);
        desk.close();
        desk.wait(|state| state["leaving"] == true);
        desk.key(ESCAPE);
        desk.wait(|state| state["orders"].as_array().is_some_and(|orders| orders.len() == 1));
    }
    // From the menu, where it waits.
    desk.key(ESCAPE);
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu");
    desk.close();
    desk.wait(|state| state["leaving"] == true);
    desk.key(ESCAPE);
    desk.wait(|state| state["leaving"] == false && state["screen"] == "menu");
    desk.close();
    let state = desk.settled(|state| &state["buttons"]);
    desk.click(LEFT, pair(&state["buttons"]["save_and_quit"]));
    assert_eq!(desk.wait_for_end().code(), Some(0));
    assert!(desk.folder().join("data/muster/saved/field-1.replay").is_file());
    // With nothing to lose it closes.
    let mut desk = Desk::open(&["--levels", "{}"], &[]);
    desk.close();
    assert_eq!(desk.wait_for_end().code(), Some(0));
}

fn card(state: &Value, title: &str) -> (f32, f32) {
    let cards = state["cards"].as_array().expect("the menu is open");
    pair(&cards.iter().find(|card| card["title"] == title).expect("the card is there")["at"])
}

fn the_menu_opens() {
    let mut desk = Desk::open(&["--levels", "{}"], &[("zz_field.json", OPEN_FIELD)]);
    desk.wait(|state| state["complete"] == true);
    // The card may lie below the rim of the window: the search brings it up.
    "zz".chars().for_each(|letter| desk.key(sign(letter)));
    let state = desk.wait(|state| state["cards"].as_array().is_some_and(|cards| cards.len() == 1));
    desk.click(LEFT, card(&state, "Field"));
    desk.wait(|state| state["screen"] == "level" && state["level"] == "Field");
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu");
    desk.key(ENTER);
    desk.wait(|state| state["screen"] == "level" && state["level"] == "Field");
}

fn errors_are_shown() {
    let mut desk = Desk::open(&["--levels", "{}"], &[("zz_broken.json", BROKEN)]);
    desk.wait(|state| state["complete"] == true);
    // The search brings one's own level up; the arrows go round the cards and back to it.
    "zz_broken".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["cards"].as_array().map(Vec::len) == Some(1));
    [ARROW_RIGHT, ARROW_DOWN, ARROW_UP, ARROW_LEFT].into_iter().for_each(|key| desk.key(key));
    desk.wait(|state| state["chosen"] == 0);
    desk.now();
    let before = desk.picture();
    desk.key(ENTER);
    let state = desk.wait(|state| state["errors"].is_string());
    let errors = state["errors"].as_str().unwrap();
    assert!(errors.lines().count() >= 2 && errors.contains("zz_broken.json:1:"), "{errors}");
    desk.now();
    assert!(desk.picture().differing(&before, (640.0, 360.0), 100) > 10_000, "a card lies over the menu");
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["errors"].is_null());
    assert_eq!(state["screen"], "menu", "the menu stays open");
}

fn the_menu_searches() {
    let mut desk =
        Desk::open(&["--levels", "{}"], &[("zz_field.json", &OPEN_FIELD.replace("Field", "Quagmire"))]);
    // Where the program tells its state lies in the same folder, once it has told it.
    let levels = |state: &Value| {
        let cards = state["cards"].as_array();
        cards.map(|cards| cards.iter().filter(|card| card["title"] != "state.json").count())
    };
    let all = levels(&desk.wait(|state| state["complete"] == true));
    assert!(all > Some(1), "{all:?}");
    "quag open".chars().for_each(|letter| desk.key(sign(letter)));
    // The cards of a search are laid out a frame later.
    let state = desk.wait(|state| {
        state["search"] == "quag open" && state["cards"].as_array().is_some_and(|cards| cards.len() == 1)
    });
    assert_eq!(state["cards"][0]["title"], "Quagmire");
    desk.key(ESCAPE);
    desk.wait(|state| state["search"] == "" && levels(state) == all);
    "quag".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["search"] == "quag");
    desk.key(ENTER);
    desk.wait(|state| state["level"] == "Quagmire");
    desk.key(ESCAPE);
    desk.wait(|state| state["search"] == "" && levels(state) == all);
    // All of it is marked by Ctrl + A, and what is typed takes its place.
    "zzz".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["search"] == "zzz");
    desk.hold(CONTROL, true);
    desk.key(sign('a'));
    desk.hold(CONTROL, false);
    // What is typed in the frame of a chord belongs to the chord; no key may come between.
    std::thread::sleep(std::time::Duration::from_millis(600));
    "sandbox".chars().for_each(|letter| desk.key(sign(letter)));
    // Levels without goals are found by what they are.
    desk.wait(|state| state["search"] == "sandbox" && levels(state) > Some(1));
    desk.key(ESCAPE);
    desk.wait(|state| state["search"] == "" && levels(state) == all);
    // A file that is gone is gone at once.
    std::fs::remove_file(desk.folder().join("zz_field.json")).expect("the level lies there");
    desk.key(F5);
    desk.wait(|state| state["complete"] == true && levels(state) == all.map(|all| all - 1));
}

fn back_at_the_top() {
    let mut desk = Desk::open(&[], &[]);
    let state = desk.wait(|state| state["complete"] == true);
    let top = card(&state, "First steps").1;
    (0..8).for_each(|_| desk.click(WHEEL_DOWN, (640.0, 400.0)));
    desk.wait(|state| card(state, "First steps").1 < top - 300.0);
    desk.key(ENTER);
    desk.wait(|state| state["level"] == "First steps");
    desk.key(ESCAPE);
    desk.wait(|state| state["screen"] == "menu");
    let back = desk.settled(|state| &state["cards"]);
    assert_eq!(back["recent"].as_array().map(Vec::len), Some(1), "it stands above the cards");
    (0..8).for_each(|_| desk.click(WHEEL_UP, (640.0, 400.0)));
    let top = desk.settled(|state| &state["cards"]);
    assert_eq!(card(&back, "First steps"), card(&top, "First steps"));
}

fn found_from_the_top() {
    let mut desk = Desk::open(&[], &[]);
    let state = desk.wait(|state| state["complete"] == true);
    let top = card(&state, "First steps").1;
    // Shift that is let go again makes the wheel turn nothing sideways; no other key may come between.
    desk.hold(SHIFT, true);
    desk.hold(SHIFT, false);
    std::thread::sleep(std::time::Duration::from_millis(600));
    (0..8).for_each(|_| desk.click(WHEEL_DOWN, (640.0, 400.0)));
    desk.wait(|state| card(state, "First steps").1 < top - 100.0);
    "anvil".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["search"] == "anvil" && card(state, "Hammer and anvil").1 == top);
}

fn own_files_are_removed() {
    let mut desk = Desk::open(&["--levels", "{}"], &[("zz_field.json", OPEN_FIELD)]);
    desk.wait(|state| state["complete"] == true);
    // What is shipped is not removed.
    desk.key(DELETE);
    assert!(desk.now()["removal"].is_null());
    "zz_field".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["cards"].as_array().map(Vec::len) == Some(1));
    let file = desk.folder().join("zz_field.json");
    desk.key(DELETE);
    desk.wait(|state| state["removal"] == "Field");
    desk.key(ESCAPE);
    desk.wait(|state| state["removal"].is_null());
    assert!(file.is_file());
    desk.key(DELETE);
    desk.wait(|state| state["removal"] == "Field");
    desk.key(ENTER);
    let state = desk.wait(|state| state["removal"].is_null());
    assert_eq!((state["screen"].as_str(), file.is_file()), (Some("menu"), false));
}

fn a_button_leads_to_the_menu() {
    let mut desk = Desk::play(OPEN_FIELD);
    let state = desk.now();
    desk.click(LEFT, spot(&state, "A"));
    desk.wait(|state| selected(state) == "A");
    desk.key(sign('b'));
    let state = desk.wait(|state| state["tool"] == "Ground");
    desk.click(LEFT, pair(&state["strip"]["menu"]));
    desk.wait(|state| state["screen"] == "menu" && state["session"].is_string());
}

fn the_menu_remembers() {
    let mut desk = Desk::play(OPEN_FIELD);
    desk.now();
    desk.key(ESCAPE);
    let state = desk.wait(|state| state["screen"] == "menu");
    let recent = state["recent"].as_array().unwrap();
    assert_eq!(recent.len(), 1);
    assert!(recent[0].as_str().unwrap().ends_with("field.json"));
}

fn mended_levels_open() {
    let mut desk = Desk::open(&["--levels", "{}"], &[("zz_broken.json", BROKEN)]);
    desk.wait(|state| state["complete"] == true);
    "zz_broken".chars().for_each(|letter| desk.key(sign(letter)));
    desk.wait(|state| state["cards"].as_array().map(Vec::len) == Some(1));
    desk.key(ENTER);
    desk.wait(|state| state["errors"].is_string());
    // The window has looked at the file once and knows it.
    desk.now();
    std::fs::write(desk.folder().join("zz_broken.json"), OPEN_FIELD).unwrap();
    desk.wait(|state| state["screen"] == "level" && state["level"] == "Field");
}
