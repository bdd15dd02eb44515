//! What the editor's tools and cards lay down: tiles, units, obstacles, goals, changes, kinds, and what holds
//! for the whole level.

use crate::desk::*;
use crate::editor::{chord, is_out_of_sight, new_level, save, take, write};
use muster::level::Level;
use serde_json::Value;

pub const TESTS: Tests = &[
    ("fill_takes_what_hangs_together_and_alt_click_takes_a_tile_or_a_unit_into_the_hand", filled_and_picked),
    ("the_map_takes_the_size_that_is_written", resized),
    ("escape_in_a_field_leaves_what_it_said_and_the_tool_in_hand", field_left),
    ("a_list_whose_card_goes_lets_the_keys_go_and_chords_type_nothing_into_fields", keys_of_cards),
    ("units_that_stand_and_teams_are_given_what_the_format_has_for_them", given),
    ("goals_are_laid_down_told_in_words_counted_given_medals_and_taken_away", goals),
    ("the_field_of_a_goal_with_which_something_is_wrong_is_drawn", wrong_field),
    ("a_kind_of_ones_own_is_made_and_blocks_stand_as_far_apart_as_is_written", kinds),
    ("changes_of_the_map_and_obstacles_are_laid_down_and_taken_away", changes),
    ("a_stroke_that_ends_on_a_card_within_one_frame_is_drawn", onto_a_card),
    ("whoever_led_a_team_leads_everybody_again", led),
    ("what_holds_for_the_whole_level_is_set_and_is_there_when_it_is_opened_again", whole),
];

fn wrong_field() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Goal");
    let before = desk.picture();
    desk.drag(tile(&state, 34.5, 10.5), tile(&state, 38.5, 15.5));
    // Nobody is there who could be brought to it.
    desk.wait(|state| state["editor"]["faults"][0].is_string());
    desk.point(tile(&state, 30.5, 20.5));
    desk.now();
    let rim = tile(&state, 34.0, 14.5);
    assert!(desk.picture().differing(&before, rim, 6) > 10, "its rim is there");
    assert!(desk.picture().count(rim, 20, [0xE3, 0x42, 0x1D]) > 40, "and red");
}

fn keys_of_cards() {
    let (mut desk, _) = new_level();
    take(&mut desk, "Level");
    take(&mut desk, "opponent");
    desk.wait(|state| state["editor"]["spots"]["enemies who hunt"].is_array());
    // The click takes another tool and with it the card whose list is open.
    take(&mut desk, "Goal");
    chord(&desk, 's');
    let state = desk.wait(|state| state["naming"]["buttons"]["name"].is_array());
    // The name is marked: a letter would take its place.
    chord(&desk, 'y');
    assert_eq!(desk.now()["naming"]["name"], state["naming"]["name"]);
    desk.key(sign('y'));
    desk.wait(|state| state["naming"]["name"] == "y");
}

fn given() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Units");
    desk.drag(tile(&state, 15.0, 10.0), tile(&state, 17.1, 11.4));
    let state = desk.wait(|state| units(state).len() == 12);
    take(&mut desk, "Orders");
    desk.click(LEFT, spot(&state, "#0"));
    desk.wait(|state| selected(state) == "#0");
    take(&mut desk, "facing 90");
    write(&mut desk, "strength", "40");
    take(&mut desk, "model");
    take(&mut desk, "swarm");
    take(&mut desk, "parameters");
    take(&mut desk, "set another");
    take(&mut desk, "set smooth");
    take(&mut desk, "smooth");
    desk.wait(|state| {
        let unit = &state["editor"]["units"][0];
        (&unit["facing"], &unit["strength"], &unit["model"]) == (&90.0.into(), &40.into(), &"swarm".into())
            && unit["parameters"] == serde_json::json!({ "swarm": { "smooth": true } })
    });
    // An order that was given may come at another time: it stands on the card beside all that is open.
    desk.click(RIGHT, tile(&state, 28.5, 14.5));
    desk.wait(|state| state["editor"]["orders"][0]["time"] == 0);
    let state = desk.settled(|state| &state["editor"]["spots"]);
    assert!(!is_out_of_sight(&state, "orders 1"), "the card need not be scrolled");
    write(&mut desk, "orders 1", "3.5");
    desk.wait(|state| state["editor"]["orders"][0]["time"] == 3.5);
    take(&mut desk, "Level");
    take(&mut desk, "parameters");
    take(&mut desk, "numbers of blue");
    take(&mut desk, "set another");
    take(&mut desk, "set fan");
    take(&mut desk, "fan");
    let state = desk.wait(|state| {
        state["editor"]["teams"][1]["parameters"] == serde_json::json!({ "predictive": { "fan": false } })
    });
    assert_eq!(
        (&state["editor"]["parameters"], &state["editor"]["teams"][0]["parameters"]),
        (&Value::Null, &Value::Null)
    );
    take(&mut desk, "controls");
    let state = desk.wait(|state| state["editor"]["controls"] == "two_groups");
    assert_eq!(state["editor"]["faults"], serde_json::json!([]));
    // Under the editor's hands a click selects all the same.
    take(&mut desk, "Orders");
    desk.click(LEFT, spot(&state, "#5"));
    let state = desk.wait(|state| selected(state) == "#5");
    assert_eq!(state["editor"]["orders"].as_array().map(Vec::len), Some(1));
    let level = Level::load(save(&mut desk, "given")).unwrap_or_else(|errors| panic!("{errors}"));
    let unit = &level.units[0];
    assert_eq!((unit.facing, unit.strength, unit.parameters.len()), (Some(90.0), Some(40.0), 1));
    assert_eq!((level.teams[1].parameters.len(), level.units[1].parameters.len()), (1, 0));
}

fn filled_and_picked() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Rectangle");
    desk.drag(tile(&state, 20.5, 10.5), tile(&state, 24.5, 14.5));
    desk.wait(|state| state["blocked"] == 25);
    // The right button clears.
    desk.pull(RIGHT, tile(&state, 21.5, 11.5), tile(&state, 23.5, 13.5));
    desk.let_go(RIGHT);
    desk.wait(|state| state["blocked"] == 16);
    take(&mut desk, "Fill");
    take(&mut desk, "Trees");
    desk.click(LEFT, tile(&state, 22.5, 12.5));
    desk.wait(|state| state["blocked"] == 25);
    take(&mut desk, "Units");
    take(&mut desk, "cavalry");
    take(&mut desk, "blue");
    desk.click(LEFT, tile(&state, 30.5, 20.5));
    desk.wait(|state| units(state).len() == 1 && state["editor"]["hand"] == serde_json::json!(["T", 1, 1]));
    take(&mut desk, "infantry");
    take(&mut desk, "red");
    take(&mut desk, "Brush");
    let pick = |desk: &Desk, key, place| {
        desk.hold(key, true);
        desk.click(LEFT, place);
        desk.hold(key, false);
    };
    pick(&desk, ALT, tile(&state, 20.5, 10.5));
    desk.wait(|state| state["editor"]["hand"] == serde_json::json!(["#", 0, 0]));
    // Many a desktop takes what is done with Alt.
    pick(&desk, CONTROL, tile(&state, 22.5, 12.5));
    desk.wait(|state| state["editor"]["hand"] == serde_json::json!(["T", 0, 0]));
    desk.hold(CONTROL, true);
    (0..2).for_each(|_| desk.click(WHEEL_UP, tile(&state, 40.5, 5.5)));
    desk.hold(CONTROL, false);
    desk.click(LEFT, tile(&state, 40.5, 5.5));
    desk.wait(|state| state["blocked"] == 25 + 9);
    chord(&desk, 'z');
    desk.wait(|state| state["blocked"] == 25);
    pick(&desk, ALT, tile(&state, 20.5, 10.5));
    pick(&desk, ALT, tile(&state, 30.5, 20.5));
    let state = desk.wait(|state| state["editor"]["hand"] == serde_json::json!(["#", 1, 1]));
    assert_eq!((state["editor"]["tool"].clone(), state["blocked"].clone()), ("Units".into(), 25.into()));
}

fn resized() {
    let (mut desk, _) = new_level();
    take(&mut desk, "Level");
    write(&mut desk, "columns", "30");
    desk.wait(|state| state["editor"]["size"] == serde_json::json!([30, 27]));
    write(&mut desk, "rows", "20");
    desk.wait(|state| state["editor"]["size"] == serde_json::json!([30, 20]));
    chord(&desk, 'z');
    desk.wait(|state| state["editor"]["size"] == serde_json::json!([30, 27]));
    write(&mut desk, "columns", "40");
    desk.wait(|state| state["editor"]["size"] == serde_json::json!([40, 27]));
}

fn field_left() {
    let (mut desk, _) = new_level();
    take(&mut desk, "Level");
    take(&mut desk, "columns");
    desk.key(sign('9'));
    desk.now();
    desk.key(ESCAPE);
    let state = desk.now();
    assert_eq!(state["editor"]["tool"], "Level");
    assert_eq!(state["editor"]["size"], serde_json::json!([48, 27]));
    desk.key(ESCAPE);
    desk.wait(|state| state["editor"]["tool"] == "Orders");
}

fn kinds() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Units");
    take(&mut desk, "numbers");
    write(&mut desk, "kind name", "pike");
    take(&mut desk, "new kind");
    desk.wait(|state| state["editor"]["kinds"]["pike"]["radius"] == 7);
    write(&mut desk, "kind speed", "45");
    desk.wait(|state| state["editor"]["kinds"]["pike"]["speed"] == 45);
    // A body wider than its soft radius takes that along, in one step.
    write(&mut desk, "kind radius", "15");
    desk.wait(|state| {
        let pike = &state["editor"]["kinds"]["pike"];
        pike["radius"] == 15 && pike["soft_radius"] == 15
    });
    chord(&desk, 'z');
    desk.wait(|state| state["editor"]["kinds"]["pike"]["soft_radius"] == 10);
    write(&mut desk, "spacing", "45");
    desk.drag(tile(&state, 15.0, 10.0), tile(&state, 18.2, 11.7));
    let state = desk.wait(|state| units(state).len() == 6);
    let drawn = &state["editor"]["units"][0];
    assert_eq!((drawn["kind"].as_str(), drawn["block"]["spacing"].as_f64()), (Some("pike"), Some(45.0)));
    // Orders and changes are given to hundredths of a second.
    take(&mut desk, "Orders");
    write(&mut desk, "Orders are given at", "2.25");
    let state = desk.now();
    desk.click(LEFT, spot(&state, "#0"));
    desk.wait(|state| selected(state) == "#0");
    desk.click(RIGHT, tile(&state, 28.5, 14.5));
    desk.wait(|state| state["editor"]["orders"][0]["time"] == 2.25);
    take(&mut desk, "Change");
    desk.drag(tile(&state, 34.5, 10.5), tile(&state, 36.5, 12.5));
    desk.wait(|state| state["editor"]["edits"][0]["time"] == 2.25);
}

fn goals() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Level");
    take(&mut desk, "opponent");
    take(&mut desk, "enemies who stand");
    take(&mut desk, "Units");
    desk.drag(tile(&state, 15.0, 10.0), tile(&state, 17.1, 11.4));
    take(&mut desk, "blue");
    desk.click(LEFT, tile(&state, 40.5, 20.5));
    desk.wait(|state| units(state).len() == 13);
    take(&mut desk, "Goal");
    desk.drag(tile(&state, 30.5, 4.5), tile(&state, 33.5, 7.5));
    desk.wait(|state| state["editor"]["goals"][0]["to"] == serde_json::json!([30, 4, 4, 4]));
    let version = desk.now()["editor"]["version"].as_u64();
    write(&mut desk, "text 1", "past the post");
    let told = desk.wait(|state| state["editor"]["goals"][0]["text"] == "past the post");
    assert_eq!(told["editor"]["version"].as_u64(), version.map(|version| version + 1), "words are one step");
    write(&mut desk, "count 1", "5");
    desk.wait(|state| state["editor"]["goals"][0]["count"] == 5);
    take(&mut desk, "Hold it, with nobody else there");
    write(&mut desk, "for", "8");
    desk.drag(tile(&state, 30.5, 14.5), tile(&state, 33.5, 17.5));
    desk.wait(|state| {
        state["editor"]["goals"][1] == serde_json::json!({ "hold": [30, 14, 4, 4], "for": 8.0 })
    });
    take(&mut desk, "Keep the other team out");
    desk.drag(tile(&state, 20.5, 20.5), tile(&state, 22.5, 22.5));
    desk.wait(|state| state["editor"]["goals"][2]["against"] == "blue");
    take(&mut desk, "against 3");
    take(&mut desk, "red");
    desk.wait(|state| state["editor"]["goals"][2]["against"] == "red");
    // The right button takes one away.
    desk.click(RIGHT, tile(&state, 31.5, 15.5));
    desk.wait(|state| state["editor"]["goals"].as_array().map(Vec::len) == Some(2));
    take(&mut desk, "keep red");
    desk.wait(|state| state["editor"]["goals"][2] == serde_json::json!({ "keep": { "team": "red" } }));
    write(&mut desk, "count 3", "9");
    desk.wait(|state| state["editor"]["goals"][2]["at_least"] == 9);
    take(&mut desk, "whom 3");
    take(&mut desk, "team blue");
    desk.wait(|state| state["editor"]["goals"][2]["keep"]["team"] == "blue");
    chord(&desk, 'z');
    desk.wait(|state| state["editor"]["goals"][2]["keep"]["team"] == "red");
    take(&mut desk, "deed");
    take(&mut desk, "do build");
    write(&mut desk, "count 4", "3");
    let built = serde_json::json!({ "do": "build", "count": 3 });
    desk.wait(|state| state["editor"]["goals"][3] == built);
    take(&mut desk, "medals");
    desk.wait(|state| state["editor"]["medals"]["bronze"] == 60.0);
    write(&mut desk, "gold", "12");
    desk.wait(|state| state["editor"]["medals"]["gold"] == 12.0);
    // A lesser medal is given for no shorter time: what stands in the fields stands in the level.
    write(&mut desk, "gold", "50");
    let state = desk.wait(|state| state["editor"]["medals"]["gold"] == 50.0);
    let medals = &state["editor"]["medals"];
    assert_eq!((medals["silver"].as_f64(), medals["bronze"].as_f64()), (Some(50.0), Some(60.0)));
    take(&mut desk, "defeat");
    let state = desk.wait(|state| state["editor"]["goals"][4]["defeat"]["team"] == "blue");
    assert_eq!(state["editor"]["faults"], serde_json::json!([]));
    take(&mut desk, "defeat");
    desk.wait(|state| state["editor"]["goals"].as_array().map(Vec::len) == Some(4));
}

fn changes() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Change");
    write(&mut desk, "It changes at", "7");
    take(&mut desk, "Water");
    desk.drag(tile(&state, 20.5, 10.5), tile(&state, 24.5, 10.5));
    let change = serde_json::json!({ "time": 7.0, "area": [20, 10, 5, 1], "tile": "~" });
    desk.wait(|state| state["editor"]["edits"] == serde_json::json!([change]) && state["blocked"] == 0);
    desk.click(RIGHT, tile(&state, 22.5, 10.5));
    desk.wait(|state| state["editor"]["edits"] == serde_json::json!([]));
    take(&mut desk, "Obstacle");
    desk.click(LEFT, tile(&state, 35.5, 20.5));
    desk.drag(tile(&state, 20.5, 13.5), tile(&state, 24.5, 15.5));
    desk.wait(|state| state["editor"]["obstacles"].as_array().map(Vec::len) == Some(2));
    // One that goes round stands at the east of its orbit when time begins.
    desk.click(RIGHT, tile(&state, 24.5, 13.5));
    let state = desk.wait(|state| state["editor"]["obstacles"].as_array().map(Vec::len) == Some(1));
    assert!(state["editor"]["obstacles"][0]["at"].is_array(), "{}", state["editor"]["obstacles"]);
}

fn led() {
    let (mut desk, _) = new_level();
    take(&mut desk, "Level");
    for (choice, player) in [("leads red", Value::from("red")), ("leads everybody", Value::Null)] {
        take(&mut desk, "player");
        take(&mut desk, choice);
        desk.wait(|state| state["editor"]["player"] == player);
    }
}

fn whole() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Units");
    desk.drag(tile(&state, 15.0, 10.0), tile(&state, 17.1, 11.4));
    take(&mut desk, "blue");
    desk.click(LEFT, tile(&state, 40.5, 20.5));
    let state = desk.wait(|state| units(state).len() == 13);
    take(&mut desk, "Orders");
    desk.click(LEFT, spot(&state, "#0"));
    desk.wait(|state| selected(state) == "#0");
    write(&mut desk, "priority", "7");
    desk.wait(|state| state["editor"]["units"][0]["priority"] == 7 && state["editor"]["entries"] == 13);
    take(&mut desk, "Goal");
    desk.drag(tile(&state, 30.5, 4.5), tile(&state, 33.5, 7.5));
    desk.wait(|state| state["editor"]["goals"][0]["to"] == serde_json::json!([30, 4, 4, 4]));
    write(&mut desk, "within 1", "45");
    desk.wait(|state| state["editor"]["goals"][0]["within"] == 45.0);
    take(&mut desk, "limit orders");
    desk.wait(|state| state["editor"]["limit"][0] == 3);
    write(&mut desk, "most orders", "2");
    take(&mut desk, "limit tiles");
    desk.wait(|state| state["editor"]["limit"] == serde_json::json!([2, 0]));
    take(&mut desk, "No goal: the other team guards it");
    desk.drag(tile(&state, 36.5, 16.5), tile(&state, 43.5, 23.5));
    desk.wait(|state| state["editor"]["guarded"] == serde_json::json!([36, 16, 8, 8]));
    take(&mut desk, "Level");
    take(&mut desk, "model");
    take(&mut desk, "swarm");
    desk.wait(|state| state["editor"]["model"] == "swarm");
    take(&mut desk, "parameters");
    take(&mut desk, "set another");
    take(&mut desk, "set smooth");
    take(&mut desk, "smooth");
    take(&mut desk, "set another");
    take(&mut desk, "set grip");
    write(&mut desk, "grip", "0.5");
    let parameters = serde_json::json!({ "swarm": { "smooth": true, "grip": 0.5 } });
    let state = desk.wait(|state| state["editor"]["parameters"] == parameters);
    assert_eq!(state["editor"]["faults"], serde_json::json!([]));
    let file = save(&mut desk, "guarded");
    desk.drop_file(&file);
    desk.wait(|state| state["level"] == "guarded" && state["editor"].is_null());
    desk.key(sign('e'));
    let again = desk.wait(|state| state["editor"]["tool"] == "Brush");
    for part in ["units", "goals", "limit", "guarded", "parameters", "model"] {
        assert_eq!(again["editor"][part], state["editor"][part], "{part}");
    }
}

fn onto_a_card() {
    let (mut desk, state) = new_level();
    take(&mut desk, "Rectangle");
    assert_eq!(card_rect(&state, "minimap"), None, "all of the map is in view: nothing covers a tile of it");
    let [left, top, ..] = card_rect(&state, "editor").expect("it is shown");
    let (place, on_card) = (tile(&state, 20.5, 20.5), (left + 20.0, top + 8.0));
    // All of it comes before the window draws again, as a quick hand does it.
    desk.drag(place, on_card);
    desk.wait(|state| state["blocked"].as_u64() > Some(20));
    chord(&desk, 'z');
    desk.wait(|state| state["blocked"] == 0);
    // A press on the card draws nothing, wherever the hand goes then.
    desk.drag(on_card, place);
    assert_eq!(desk.now()["blocked"], 0);
    desk.click(WHEEL_UP, place);
    desk.wait(|state| card_rect(state, "minimap").is_some());
}
