//! A unit that is kept from its place goes round, and looks again when the way is open.

use crate::support::scenes::*;
use glam::Vec2;
use muster::grid::TILE;
use muster::ids::UnitId;
use muster::level::Level;
use muster::sim::{Options, Sim};
use muster::unit::{Body, Journey, Memory, ModelName, Post, State, Unit};
use serde_json::{Value, json};

/// A walker before a wall of friends on hold that is open towards it, `deep` units deep, all this far apart,
/// in tiles.
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
fn those_who_gave_up_before_a_door_that_is_held_shut_stand() {
    let mut units = vec![json!({ "id": "plug", "kind": "infantry", "team": "red", "at": [8.5, 4.5] })];
    units.extend((0..8).map(|index| {
        let (column, row) = (f64::from(index % 4), f64::from(index / 4));
        json!({ "kind": "infantry", "team": "red", "group": "w", "at": [1.5 + column, 1.5 + row] })
    }));
    let mut sim = game(json!({ "format": 1, "name": "plug", "map": { "tiles": halves(".") }, "units": units,
        "orders": [{ "who": ["plug"], "do": "hold" },
                   { "who": { "group": "w" }, "do": "move", "to": [12.5, 4.5] }] }));
    let took = run(&mut sim, 200.0, |_| {});
    assert!(took < 150.0, "they stand after {took} s");
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

/// The places of all, posts and those that units under way have chosen; and of those that rest at their
/// destination by their own account, the goal.
fn places(sim: &Sim) -> Vec<(UnitId, Vec2, f32, Option<Vec2>)> {
    let mut query = sim.units.query::<(&Unit, &State, &Journey, &Post, &Body)>();
    let place = |(unit, state, journey, post, body): (&Unit, &State, &Journey, &Post, &Body)| {
        let has_come = *state == State::DestinationReached && journey.gave_up.is_none();
        let place = if state.is_under_way() { journey.claim? } else { post.0 };
        Some((unit.id, place, body.radius, journey.goal.filter(|_| has_come)))
    };
    query.iter().filter_map(place).collect()
}

#[test]
fn whom_a_formation_leaves_behind_has_given_up_whatever_its_model() {
    use clap::ValueEnum;
    let (mut came, mut gave_up) = (0, 0);
    for &model in ModelName::value_variants() {
        for name in ["armies-change-places", "box-through-gap", "march-and-wheel", "parade"] {
            let text = std::fs::read_to_string(format!("levels/{name}.json")).expect("it can be read");
            let level = Level::parse(&text, name, None).expect("it is sound");
            let mut sim = Sim::new(&level, &Options { model: Some(model), threads: 1 });
            let mut before = places(&sim);
            run(&mut sim, 60.0, |sim| {
                let now = places(sim);
                for &(id, at, radius, goal) in &now {
                    let Some(goal) =
                        goal.filter(|_| before.iter().all(|other| other.0 != id || other.3.is_none()))
                    else {
                        continue;
                    };
                    came += 1;
                    let touches = |other: &&(UnitId, Vec2, f32, _)| {
                        other.0 != id && other.1.distance(at) <= other.2 + radius + 1.0
                    };
                    let is_there = goal.distance(at) <= 30.0 || now.iter().any(|other| touches(&other));
                    assert!(is_there, "{} {name}: {id:?} at {at}, sent to {goal}", model.name());
                }
                before = now;
            });
            let journeys =
                sim.units.query::<&Journey>().iter().filter(|journey| journey.gave_up.is_some()).count();
            gave_up += journeys;
        }
    }
    assert!(came > 1000 && gave_up > 2, "{came} came, {gave_up} gave up");
}

/// Two in a room of three by three tiles, each of which goes to the other's side of it.
fn corner(kind: &str) -> Value {
    json!({ "format": 1, "name": "corner", "map": { "tiles": ["...", "...", "...", "#.#", "...", "..."] },
        "units": [{ "id": "a", "kind": "infantry", "team": "red", "at": [2.766, 0.234] },
            { "id": "b", "kind": kind, "team": "red", "at": [2.411, 0.589] }],
        "orders": [{ "who": ["a"], "do": "move", "to": [0.5, 2.5] },
            { "who": ["b"], "do": "move", "to": [2.5, 0.5] }] })
}

#[test]
fn who_is_pressed_into_a_corner_by_a_higher_one_comes_out_of_it() {
    for kind in ["hero", "infantry"] {
        let mut sim = game(corner(kind));
        run(&mut sim, 25.0, |_| {});
        for (unit, goal) in look(&sim).iter().zip([[0.5, 2.5], [2.5, 0.5]]) {
            let goal = Vec2::from(goal) * TILE;
            assert!(unit.position.distance(goal) < 1.0, "{kind}: {} is not at {goal}", unit.position);
        }
    }
}

#[test]
fn a_change_of_the_map_takes_nobody_the_right_to_where_it_was_sent() {
    let mut sim = game(json!({ "format": 1, "name": "edit", "map": { "size": [12, 8] },
        "units": [{ "id": "a", "kind": "infantry", "team": "red", "at": [2.5, 4.5] }],
        "orders": [{ "who": ["a"], "do": "move", "to": [6.5, 4.5] }],
        "edits": [{ "time": 8, "area": [10, 1, 1, 1], "tile": "#" }] }));
    for seconds in [6.0, 6.0] {
        run(&mut sim, seconds, |_| {});
        assert_eq!(look(&sim)[0].state, State::DestinationReached);
        assert!(sim.units.query::<&Memory>().iter().all(Memory::was_sent));
    }
}
