//! What is laid down on one side of the map appears on the other.

use crate::desk::*;
use crate::editor::{chord, new_level, take};
use serde_json::Value;

pub const TESTS: Tests = &[
    ("what_is_drawn_on_one_side_appears_on_the_other_and_is_undone_with_it", mirrored),
    ("fields_of_goals_and_changes_appear_on_the_other_side_too", mirrored_fields),
];

fn mirrored() {
    let (mut desk, state) = new_level();
    take(&mut desk, "symmetry");
    take(&mut desk, "Turned by 180°");
    desk.drag(tile(&state, 13.5, 3.5), tile(&state, 13.5, 5.5));
    desk.wait(|state| state["blocked"] == 6);
    take(&mut desk, "Units");
    desk.click(LEFT, tile(&state, 15.5, 20.5));
    let placed = desk.wait(|state| units(state).len() == 2);
    let all: Vec<_> = units(&placed).iter().map(|unit| (unit["team"].clone(), pair(&unit["at"]))).collect();
    assert_eq!(all, [(0.into(), (465.0, 615.0)), (1.into(), (975.0, 195.0))], "images are of the next team");
    // What is moved or taken away on one side is so on the other.
    let places = |state: &Value| units(state).iter().map(|unit| pair(&unit["at"])).collect::<Vec<_>>();
    desk.drag(tile(&state, 15.5, 20.5), tile(&state, 17.5, 20.5));
    // A drag begins some px after the button went down.
    let are_moved = |[one, other]: [(f32, f32); 2]| {
        (one.0 - 525.0).abs() < 3.0
            && one.1 == 615.0
            && (other.0 - (1440.0 - one.0)).abs() < 0.1
            && other.1 == 195.0
    };
    desk.wait(|state| places(state).try_into().is_ok_and(are_moved));
    desk.click(RIGHT, tile(&state, 30.5, 6.5));
    desk.wait(|state| units(state).is_empty());
    // Nobody is placed on the table beside the map.
    desk.click(LEFT, tile(&state, 20.5, -1.0));
    assert!(units(&desk.now()).is_empty());
    // Two that go round are opposite each other at any time.
    take(&mut desk, "Obstacle");
    desk.drag(tile(&state, 20.5, 20.5), tile(&state, 22.5, 21.5));
    let obstacles =
        desk.wait(|state| state["editor"]["obstacles"][1].is_object())["editor"]["obstacles"].clone();
    assert_eq!(
        (&obstacles[0]["orbit"]["phase"], &obstacles[1]["orbit"]["phase"]),
        (&Value::Null, &180.into())
    );
    for (count, walls) in [(0, 6), (2, 6), (2, 6), (0, 6), (0, 0)] {
        chord(&desk, 'z');
        desk.wait(|state| units(state).len() == count && state["blocked"] == walls);
    }
}

fn mirrored_fields() {
    let (mut desk, state) = new_level();
    take(&mut desk, "symmetry");
    take(&mut desk, "Turned by 180°");
    take(&mut desk, "Change");
    desk.drag(tile(&state, 20.5, 10.5), tile(&state, 24.5, 10.5));
    let areas = |list: &Value, key: &str| -> Vec<Value> {
        list.as_array().map_or(Vec::new(), |list| list.iter().map(|it| it[key].clone()).collect())
    };
    let changes = [serde_json::json!([20, 10, 5, 1]), serde_json::json!([23, 16, 5, 1])];
    desk.wait(|state| areas(&state["editor"]["edits"], "area") == changes);
    take(&mut desk, "Units");
    desk.click(LEFT, tile(&state, 15.5, 20.5));
    take(&mut desk, "Goal");
    desk.drag(tile(&state, 30.5, 4.5), tile(&state, 33.5, 7.5));
    let fields = [serde_json::json!([30, 4, 4, 4]), serde_json::json!([14, 19, 4, 4])];
    let state = desk.wait(|state| areas(&state["editor"]["goals"], "to") == fields);
    // In the middle of the map a field is its own image.
    desk.drag(tile(&state, 23.5, 12.5), tile(&state, 24.5, 14.5));
    desk.wait(|state| areas(&state["editor"]["goals"], "to").len() == 3);
    desk.click(RIGHT, tile(&state, 15.5, 20.5));
    desk.wait(|state| areas(&state["editor"]["goals"], "to").len() == 1);
    for goals in [3, 2, 0] {
        chord(&desk, 'z');
        desk.wait(|state| areas(&state["editor"]["goals"], "to").len() == goals);
    }
}
