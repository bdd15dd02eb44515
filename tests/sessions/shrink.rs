//! `muster shrink`: the smallest level that still shows what is wrong.

use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::measure::shrink::{Fault, LevelSize, shrink};
use muster::measure::verify::verify;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn parse(level: &Value) -> Level {
    Level::parse(&level.to_string(), "test.json", None).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A busy level of 60 units that go hither and thither for a minute, without a fault.
fn busy(seed: u64) -> Value {
    let mut random = SplitMix(seed);
    let mut below = |limit: u64| (random.next_bits() % limit) as f64;
    let units: Vec<Value> = (0..60)
        .map(|number: u32| {
            let at = [2.5 + f64::from(number % 10) * 1.2, 2.5 + f64::from(number / 10) * 1.2];
            json!({ "id": format!("u{number}"), "kind": "infantry", "team": "red", "at": at })
        })
        .collect();
    let orders: Vec<Value> = (0..20)
        .map(|number| {
            let who: Vec<String> = (0..3).map(|_| format!("u{}", below(60))).collect();
            let who: BTreeSet<String> = who.into_iter().collect();
            json!({ "time": number, "who": who, "do": "move", "to": [3.5 + below(30), 3.5 + below(20)] })
        })
        .collect();
    json!({ "format": 1, "name": "busy", "map": { "size": [40, 28] }, "units": units, "orders": orders,
        "edits": [{ "time": 5, "area": [30, 0, 1, 6], "tile": "#" }, { "time": 15, "area": [30, 0, 1, 6], "tile": "." }],
        "expect": { "within": 60, "arrived": 1, "overlap": 0 } })
}

/// What is put into the busy level: tiles, units, orders, and keys that take the place of its own.
fn planted(seed: u64, what: Value) -> Value {
    let mut level = busy(seed);
    let list = |key: &str| what[key].as_array().cloned().unwrap_or_default();
    let mut tiles = vec![vec!['.'; 40]; 28];
    for wall in list("walls") {
        let [column, row, columns, rows] = [0, 1, 2, 3].map(|index| wall[index].as_u64().unwrap() as usize);
        tiles[row..row + rows].iter_mut().for_each(|row| row[column..column + columns].fill('#'));
    }
    for gap in list("gaps") {
        tiles[gap[1].as_u64().unwrap() as usize][gap[0].as_u64().unwrap() as usize] = '.';
    }
    let tiles: Vec<String> = tiles.into_iter().map(String::from_iter).collect();
    level["map"] = json!({ "tiles": tiles });
    for key in ["units", "orders", "edits"] {
        level[key].as_array_mut().unwrap().extend(list(key));
    }
    let time = |value: &Value| value["time"].as_f64().unwrap_or(0.0);
    for key in ["orders", "edits"] {
        level[key].as_array_mut().unwrap().sort_by(|a, b| time(a).total_cmp(&time(b)));
    }
    for key in ["kinds", "obstacles"].into_iter().filter(|&key| !what[key].is_null()) {
        level[key] = what[key].clone();
    }
    for (key, value) in what["expect"].as_object().into_iter().flatten() {
        level["expect"][key] = value.clone();
    }
    level
}

/// Ten faults of different kinds, each put among sixty units that have no part in it.
fn faults(seed: u64) -> Vec<(&'static str, Value, Fault)> {
    let unit =
        |id: &str, x: f64, y: f64| json!({ "id": id, "kind": "infantry", "team": "red", "at": [x, y] });
    let of = |id: &str, x: f64, y: f64, model: &str| json!({ "id": id, "kind": "infantry", "team": "red", "at": [x, y], "model": model });
    let go = |time: u32, id: &str, x: f64, y: f64| json!({ "time": time, "who": [id], "do": "move", "to": [x, y] });
    // The corridor at the bottom, one tile wide.
    let corridor = json!([[0, 23, 40, 1], [0, 25, 40, 1], [0, 24, 1, 1], [39, 24, 1, 1]]);
    vec![
        (
            "two who do not keep apart",
            json!({ "units": [of("left", 20.5, 24.5, "swarm"), of("right", 30.5, 24.5, "swarm")],
                    "orders": [go(8, "left", 30.5, 24.5), go(8, "right", 20.5, 24.5)] }),
            Fault::Overlap,
        ),
        (
            "a guard on hold in a corridor",
            json!({ "walls": corridor, "units": [unit("cork", 20.5, 24.5), unit("late", 5.5, 24.5)],
                    "orders": [{ "who": ["cork"], "do": "hold" }, go(0, "late", 35.5, 24.5)] }),
            Fault::Arrival,
        ),
        (
            "a place without a way to it",
            json!({ "walls": [[30, 20, 5, 5]], "gaps": [[32, 22]], "units": [unit("late", 20.5, 22.5)],
                    "orders": [go(14, "late", 32.5, 22.5)] }),
            Fault::Arrival,
        ),
        (
            "a guard who is sent away",
            json!({ "units": [unit("guard", 30.5, 24.5)], "orders": [go(21, "guard", 36.5, 24.5)], "expect": { "home": ["guard"] } }),
            Fault::Home,
        ),
        (
            "a wall that shuts in front of somebody",
            json!({ "walls": corridor, "units": [unit("late", 5.5, 24.5)], "orders": [go(9, "late", 35.5, 24.5)],
                    "edits": [{ "time": 11, "area": [20, 24, 1, 1], "tile": "#" }] }),
            Fault::Arrival,
        ),
        (
            "an obstacle that sweeps a closed cell",
            json!({ "walls": [[30, 20, 3, 3]], "gaps": [[31, 21]], "units": [unit("caught", 31.5, 21.5)],
                    "obstacles": [{ "id": "planet", "radius": 25, "orbit": { "center": [33.5, 21.5], "radii": [2, 2], "period": 17, "phase": 0 } }] }),
            Fault::Obstacle,
        ),
        (
            "a giant before a gate of one tile",
            json!({ "kinds": { "giant": { "radius": 22, "soft_radius": 24, "speed": 60, "acceleration": 240 } },
                    "walls": [[34, 0, 1, 28]], "gaps": [[34, 22]],
                    "units": [{ "id": "giant", "kind": "giant", "team": "red", "at": [25.5, 24.5] }],
                    "orders": [go(6, "giant", 37.5, 24.5)] }),
            Fault::Arrival,
        ),
        (
            "one who is too slow",
            json!({ "units": [{ "id": "slow", "kind": "siege", "team": "red", "at": [2.5, 25.5] }],
                    "orders": [go(20, "slow", 38.5, 25.5)], "expect": { "within": 40 } }),
            Fault::Arrival,
        ),
        (
            "one who stops at another",
            json!({ "units": [of("ghost", 20.5, 24.5, "none"), unit("stone", 26.5, 24.5)],
                    "orders": [{ "who": ["stone"], "do": "hold" }, go(18, "ghost", 32.5, 24.5)] }),
            Fault::Arrival,
        ),
        (
            "two who do not come together",
            json!({ "units": [unit("near", 20.5, 24.5), unit("far", 4.5, 26.5)],
                    "orders": [go(24, "near", 22.5, 24.5), go(24, "far", 22.5, 26.5)], "expect": { "together": 0.2 } }),
            Fault::Together,
        ),
    ]
    .into_iter()
    .map(|(name, what, fault)| (name, planted(seed, what), fault))
    .collect()
}

#[test]
fn planted_faults_shrink_to_those_who_have_part_in_them() {
    let mut small = 0;
    for (name, planted, fault) in faults(0) {
        let level = parse(&planted);
        let shrunk =
            shrink(&level, None, 2000, |_, _| {}).unwrap_or_else(|| panic!("{name}: it falls short"));
        assert!(shrunk.faults.contains(&fault), "{name}: {:?}", shrunk.faults);
        let size = LevelSize::of(&shrunk.level);
        println!("{name}: {size:?}, {} tried", shrunk.tried);
        assert!(size.edits <= 1 && size.tiles < level.grid.tiles().len() / 2, "{name}: {size:?}");
        small += usize::from(size.units <= 2 && size.orders <= 2 && size.seconds <= 10.0);
        // As a file it is sound, and falls short still.
        let again = Level::parse(&shrunk.level.to_json(), "again.json", None).unwrap();
        assert!(!verify(&again, again.model, 0).shortfalls.is_empty(), "{name}");
    }
    assert_eq!(small, 10, "those that came to two units and ten seconds at most");
}

#[test]
fn a_level_that_holds_what_it_claims_is_not_shrunk() {
    assert_eq!(shrink(&parse(&busy(0)), None, 50, |_, _| {}), None);
}

/// Two who are sent the wrong way round into a blind corridor: the one in front stands in the way of the
/// other.
#[test]
fn a_fault_of_arrival_keeps_somebody_who_is_sent() {
    let tiles = ["#########", "#.......#", "#########"];
    let unit = |id: &str, x: f64| json!({ "id": id, "kind": "infantry", "team": "red", "at": [x, 1.5] });
    let units = [unit("first", 3.5), unit("second", 1.5), unit("idle", 5.5)];
    let orders = [
        json!({ "who": ["first"], "do": "hold" }),
        json!({ "who": ["second"], "do": "move", "to": [7.5, 1.5] }),
    ];
    let level = parse(
        &json!({ "format": 1, "name": "blind", "map": { "tiles": tiles }, "units": units, "orders": orders,
        "expect": { "within": 30, "arrived": 1 } }),
    );
    let shrunk = shrink(&level, None, 200, |_, _| {}).expect("it falls short");
    let names: Vec<&str> = shrunk.level.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!((names, shrunk.level.orders.len()), (vec!["first", "second"], 2));
}
