//! Who is kept from its place goes round, and looks again when the way is open.

mod common;

use common::*;
use muster::unit::State;
use serde_json::{Value, json};

/// A walker before a wall of friends on hold that is open towards it, `deep` units deep, all this far apart, in tiles.
fn cup(spacing: f64, deep: u32) -> Value {
    let mut units = vec![json!({ "id": "m", "kind": "infantry", "team": "red", "at": [4.5, 7.5] })];
    let mut add = |x: f64, y: f64| {
        let id = format!("h{}", units.len());
        units.push(json!({ "id": id, "kind": "infantry", "team": "blue", "at": [x, y] }));
    };
    for row in 0..=8 {
        add(16.0, 7.5 + spacing * (f64::from(row) - 4.0));
    }
    for column in 1..=deep {
        let x = 16.0 - spacing * f64::from(column);
        add(x, 7.5 - 4.0 * spacing);
        add(x, 7.5 + 4.0 * spacing);
    }
    json!({ "format": 1, "name": "cup", "map": { "size": [30, 15] }, "units": units, "orders": [
        { "who": { "team": "blue" }, "do": "hold" }, { "who": ["m"], "do": "move", "to": [26.5, 7.5] }
    ] })
}

#[test]
fn who_is_shut_in_by_units_on_hold_goes_round_them() {
    for (spacing, deep) in [(0.5, 4), (0.6, 3), (0.7, 5), (0.5, 8)] {
        let mut sim = game(cup(spacing, deep));
        run(&mut sim, 60.0, |_| {});
        let walker = look(&sim)[0];
        assert!(walker.position.x > 780.0, "{spacing} {deep}: at {}", walker.position);
        assert_eq!(walker.state, State::DestinationReached);
    }
}

/// A map of two halves with a door of one tile between them, shut by `#`.
fn halves(door: &str) -> Vec<String> {
    (0..9)
        .map(|row| if row == 4 { format!("........{door}.........") } else { "........#.........".into() })
        .collect()
}

#[test]
fn who_could_not_reach_its_place_goes_on_when_tiles_open_the_way() {
    let mut sim = game(json!({ "format": 1, "name": "door", "map": { "tiles": halves("#") },
        "units": [{ "id": "a", "kind": "infantry", "team": "red", "at": [2.5, 4.5] }],
        "orders": [{ "who": ["a"], "do": "move", "to": [15.5, 4.5] }],
        "edits": [{ "time": 12, "area": [8, 4, 1, 1], "tile": "." }] }));
    run(&mut sim, 11.0, |_| {});
    assert!(look(&sim)[0].position.x < 240.0);
    run(&mut sim, 40.0, |_| {});
    assert!(look(&sim)[0].position.x > 455.0, "{}", look(&sim)[0].position);
}

#[test]
fn who_gave_up_before_a_door_that_was_held_goes_on_when_the_holders_leave() {
    let mut sim = game(json!({ "format": 1, "name": "door", "map": { "tiles": halves(".") },
        "units": [{ "id": "a", "kind": "infantry", "team": "red", "at": [2.5, 4.5] },
            { "id": "h", "kind": "siege", "team": "red", "at": [8.5, 4.5] }],
        "orders": [{ "who": ["h"], "do": "hold" }, { "who": ["a"], "do": "move", "to": [15.5, 4.5] },
            { "time": 25, "who": ["h"], "do": "move", "to": [15.5, 7.5] }] }));
    run(&mut sim, 24.0, |_| {});
    assert_eq!(look(&sim)[0].state, State::DestinationReached, "it gave up");
    assert!(look(&sim)[0].position.x < 240.0);
    run(&mut sim, 60.0, |_| {});
    assert!(look(&sim)[0].position.x > 455.0, "{}", look(&sim)[0].position);
}
