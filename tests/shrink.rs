//! `muster shrink`: the smallest level that still shows what is wrong.

use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::measure::shrink::{Fault, shrink};
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

/// Two who must not meet, put into the busy level: `none` walks through everybody.
fn with_overlap(seed: u64) -> Value {
    let mut level = busy(seed);
    let units = level["units"].as_array_mut().unwrap();
    for (id, x) in [("left", 20.5), ("right", 30.5)] {
        units.push(json!({ "id": id, "kind": "infantry", "team": "red", "at": [x, 24.5], "model": "swarm" }));
    }
    let orders = level["orders"].as_array_mut().unwrap();
    orders.push(json!({ "time": 8, "who": ["left"], "do": "move", "to": [30.5, 24.5] }));
    orders.push(json!({ "time": 8, "who": ["right"], "do": "move", "to": [20.5, 24.5] }));
    orders.sort_by_key(|order| order["time"].as_f64().unwrap() as u64);
    level
}

/// A guard on hold in a corridor one tile wide, behind which somebody has to go.
fn with_cork(seed: u64) -> Value {
    let mut level = busy(seed);
    let mut tiles = vec![".".repeat(40); 28];
    tiles[24] = format!("#{}#", ".".repeat(38));
    tiles[23] = "#".repeat(40);
    tiles[25] = "#".repeat(40);
    level["map"] = json!({ "tiles": tiles });
    let units = level["units"].as_array_mut().unwrap();
    units.push(json!({ "id": "cork", "kind": "infantry", "team": "red", "at": [20.5, 24.5] }));
    units.push(json!({ "id": "late", "kind": "infantry", "team": "red", "at": [5.5, 24.5] }));
    let orders = level["orders"].as_array_mut().unwrap();
    orders.insert(0, json!({ "who": ["cork"], "do": "hold" }));
    orders.insert(1, json!({ "who": ["late"], "do": "move", "to": [35.5, 24.5] }));
    level
}

#[test]
fn planted_faults_shrink_to_those_who_have_part_in_them() {
    for seed in 0..2 {
        for (planted, fault, most) in
            [(with_overlap(seed), Fault::Overlap, 2), (with_cork(seed), Fault::Arrival, 2)]
        {
            let level = parse(&planted);
            let shrunk = shrink(&level, None, 2000, |_, _| {}).expect("it falls short");
            assert!(shrunk.faults.contains(&fault), "{:?}", shrunk.faults);
            let smallest = &shrunk.level;
            assert!(smallest.units.len() <= most, "seed {seed}, {fault:?}: {} units", smallest.units.len());
            assert!(
                !smallest.orders.is_empty() && smallest.orders.len() <= most && smallest.edits.is_empty()
            );
            assert!(
                smallest.grid.tiles().len() < level.grid.tiles().len() / 4,
                "{}",
                smallest.grid.tiles().len()
            );
            let seconds = smallest.expect.as_ref().and_then(|expect| expect.within).unwrap_or(60.0);
            assert!(seconds <= 20.0, "{fault:?}: {seconds} s");
            // As a file it is sound, and falls short still.
            let again = Level::parse(&smallest.to_json(), "again.json", None).unwrap();
            assert!(!verify(&again, again.model, 0).shortfalls.is_empty());
        }
    }
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
