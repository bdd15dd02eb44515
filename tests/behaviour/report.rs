//! What a run reports and records.

use crate::support::*;
use glam::vec2;
use muster::measure::trace::Trace;
use muster::measure::{RunOptions, run};
use muster::sim::Options;
use muster::unit::GaveUp;
use std::collections::BTreeSet;

const TWO: &str = r#""map": { "size": [20, 8] },
    "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 2.5] },
               { "id": "B", "kind": "cavalry", "team": "blue", "at": [2.5, 5.5] } ],
    "orders": [ { "who": ["A"], "do": "move", "to": [12.5, 2.5] }, { "who": ["B"], "do": "move", "to": [12.5, 5.5] } ]"#;

#[test]
fn the_report_has_every_key() {
    let report = serde_json::to_value(report(&level(TWO), 30.0)).unwrap();
    let keys: BTreeSet<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    for key in [
        "level",
        "model",
        "tick_rate",
        "ticks",
        "seconds",
        "units",
        "threads",
        "arrived",
        "gave_up",
        "makespan",
        "mean_delay",
        "overlap",
        "wall_depth",
        "obstacle_depth",
        "reversals",
        "pushes",
        "hard_pushes",
        "replans",
        "tick_us",
        "us_per_unit_tick",
        "state_hash",
        "mean_travel",
        "turning",
    ] {
        assert!(keys.contains(key), "{key} is missing of {keys:?}");
    }
    assert!(report["overlap"]["max_depth"].is_number() && report["overlap"]["unit_ticks"].is_number());
    for key in ["median", "p99", "max"] {
        assert!(report["tick_us"][key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert_eq!(report["level"], "test");
    assert_eq!(report["model"], "predictive");
    assert_eq!(report["tick_rate"], 30);
    assert_eq!(report["units"], 2);
    assert_eq!(report["arrived"], 2);
    assert_eq!(report["gave_up"], serde_json::json!([]));
    assert_eq!(report["seconds"].as_f64().unwrap(), report["ticks"].as_f64().unwrap() / 30.0);
}

#[test]
fn the_figures_are_those_of_the_walk() {
    let report = report(&level(TWO), 30.0);
    // A walks 300 px at 60 px/s and loses 60 ÷ 240 s by setting out and stopping; B is there before.
    let makespan = report.makespan.unwrap();
    assert!((5.2..5.4).contains(&makespan), "{makespan}");
    // B: 300 px at 110 px/s take 2.73 s and half a second more by acceleration.
    let delay = report.mean_delay.unwrap();
    assert!((1.1..1.15).contains(&delay), "{delay}");
    assert!(report.mean_travel.unwrap() < delay);
    assert_eq!((report.reversals, report.turning), (0.0, 0.0));
    assert_eq!((report.overlap.unit_ticks, report.wall_depth), (0, 0.0));
    assert_eq!((report.pushes, report.hard_pushes, report.replans), (0, 0, 0));
    assert_eq!(report.state_hash.len(), 16);
}

#[test]
fn a_run_that_is_cut_short_has_no_makespan() {
    let report = report(&level(TWO), 4.0);
    assert_eq!((report.seconds, report.arrived, report.makespan), (4.0, 1, None));
    assert!(report.gave_up.is_empty(), "who walks has not given up");
}

#[test]
fn who_stops_short_is_listed_with_the_reason() {
    let level = level(
        r#""map": { "tiles": ["....#...", "....#...", "....#..."] },
           "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [1.5, 1.5] },
                      { "id": "B", "kind": "infantry", "team": "red", "at": [1.5, 0.5] } ],
           "orders": [ { "who": ["A"], "do": "move", "to": [6.5, 1.5] }, { "who": ["B"], "do": "move", "to": [3.5, 0.5] } ]"#,
    );
    let report = report(&level, 20.0);
    let listed: Vec<_> = report.gave_up.iter().map(|unit| (unit.id.as_str(), unit.reason)).collect();
    assert_eq!(listed, [("A", GaveUp::Unreachable)]);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["gave_up"][0], serde_json::json!({ "id": "A", "reason": "unreachable" }));
}

/// A wall with a way round its lower end, 12 rows down.
const DETOUR: &str = r#""map": { "tiles": ["........#........", "........#........", "........#........", "........#........",
    "........#........", "........#........", "........#........", "........#........", "........#........",
    "................."] },"#;

#[test]
fn delay_is_measured_against_the_way_round_for_formations_too() {
    for formation in ["none", "line", "box"] {
        let level = level(&format!(
            r#"{DETOUR} "units": [ {{ "kind": "infantry", "team": "red",
                   "block": {{ "from": [2.5, 1.5], "columns": 2, "rows": 2, "spacing": 20 }} }} ],
               "orders": [ {{ "who": "all", "do": "move", "to": [13.5, 1.5], "formation": "{formation}" }} ]"#
        ));
        let report = report(&level, 60.0);
        assert_eq!(report.arrived, 4, "{formation}");
        let delay = report.mean_delay.unwrap();
        // The straight line is less than half of the way: against it the delay would be over 2.
        assert!((0.98..1.5).contains(&delay), "{formation}: {delay}");
    }
}

#[test]
fn who_cannot_reach_its_place_gave_up_and_has_not_arrived() {
    let level = level(
        r#""map": { "tiles": ["........#...", "........#...", "........#..."] },
           "units": [ { "kind": "infantry", "team": "red", "group": "two", "at": [1.5, 0.5] },
                      { "kind": "infantry", "team": "red", "group": "two", "at": [1.5, 1.5] },
                      { "id": "C", "kind": "infantry", "team": "red", "at": [1.5, 2.5] } ],
           "orders": [ { "who": { "group": "two" }, "do": "move", "to": [10.5, 0.5] },
                       { "who": ["C"], "do": "move", "to": [10.5, 2.5] } ]"#,
    );
    let report = report(&level, 30.0);
    assert_eq!((report.ordered, report.arrived, report.gave_up.len()), (3, 0, 3));
    assert!(report.gave_up.iter().all(|unit| unit.reason == GaveUp::Unreachable));
    assert_eq!((report.makespan, report.mean_delay), (None, None));
}

#[test]
fn queued_orders_are_one_journey_and_only_the_last_counts_as_reached() {
    let level = |last: &str| {
        level(&format!(
            r#""map": {{ "tiles": ["....................", "..............#.....", "..............#....."] }},
               "units": [ {{ "id": "A", "kind": "infantry", "team": "red", "at": [1.5, 1.5] }} ],
               "orders": [ {{ "who": ["A"], "do": "move", "to": [11.5, 1.5] }},
                           {{ "who": ["A"], "do": "move", "to": [1.5, 1.5], "queue": true }},
                           {{ "who": ["A"], "queue": true, {last} }} ]"#
        ))
    };
    // There and back and there again: 3 × 300 px at 60 px/s.
    let again = report(&level(r#""do": "move", "to": [11.5, 1.5]"#), 60.0);
    let delay = again.mean_delay.unwrap();
    assert!(again.arrived == 1 && (1.0..1.1).contains(&delay), "{delay}");
    // A unit that patrols in the end never arrives, and nothing is told of a delay.
    let patrol = report(&level(r#""do": "patrol", "route": [[1.5, 0.5], [9.5, 0.5]]"#), 30.0);
    assert_eq!((patrol.arrived, patrol.makespan, patrol.mean_delay), (0, None, None));
    assert!(patrol.gave_up.is_empty());
}

#[test]
fn an_unreachable_stop_on_the_way_does_not_spoil_the_last() {
    let orders = |last: &str| {
        level(&format!(
            r#""map": {{ "tiles": ["........#...", "........#...", "........#..."] }},
               "units": [ {{ "id": "A", "kind": "infantry", "team": "red", "at": [1.5, 1.5] }} ],
               "orders": [ {{ "who": ["A"], "do": "move", "to": [10.5, 1.5] }},
                           {{ "who": ["A"], "do": "move", "to": {last}, "queue": true }} ]"#
        ))
    };
    let back = report(&orders("[2.5, 0.5]"), 30.0);
    assert_eq!((back.arrived, back.gave_up.len()), (1, 0));
    let beyond = report(&orders("[11.5, 0.5]"), 30.0);
    assert_eq!((beyond.arrived, beyond.gave_up.len()), (0, 1));
}

fn trace_of(level: &muster::level::Level, every: u64, seconds: f64) -> Vec<Vec<String>> {
    let mut bytes = Vec::new();
    let trace = Trace::new(&mut bytes, every).unwrap();
    let options = RunOptions { sim: Options { threads: 1, ..Options::default() }, seconds };
    run(level, &options, Some(trace), |_| ()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn the_trace_has_a_row_for_each_unit_at_each_tick_from_the_start() {
    let rows = trace_of(&level(TWO), 1, 2.0);
    assert_eq!(rows[0].join(","), "tick,id,x,y,vx,vy,state");
    assert_eq!(rows.len(), 1 + 2 * 61, "ticks 0 to 60");
    assert_eq!(rows[1], ["0", "A", "75", "75", "0", "0", "idle"]);
    assert_eq!(rows[2], ["0", "B", "75", "165", "0", "0", "idle"]);
    for (i, row) in rows[1..].iter().enumerate() {
        assert_eq!((row[0].parse::<usize>().unwrap(), row[1].as_str()), (i / 2, ["A", "B"][i % 2]));
    }
    // Velocity is what was walked in the tick before.
    let number = |row: &[String], column: usize| row[column].parse::<f32>().unwrap();
    for pair in rows[1..].chunks(2).collect::<Vec<_>>().windows(2) {
        let (before, after) = (&pair[0][0], &pair[1][0]);
        let step = vec2(number(after, 2) - number(before, 2), number(after, 3) - number(before, 3));
        assert!(step.distance(vec2(number(after, 4), number(after, 5)) / 30.0) < 0.001);
    }
}

#[test]
fn the_trace_names_the_states_in_snake_case() {
    let level = level(
        r#""map": { "tiles": ["..........", "TTTTTTTT..", ".........."] },
           "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [0.5, 0.5] },
                      { "id": "B", "kind": "infantry", "team": "red", "at": [3.5, 2.5] },
                      { "id": "C", "kind": "infantry", "team": "red", "at": [9.5, 2.5] } ],
           "orders": [ { "who": ["A"], "do": "move", "to": [0.5, 2.5] }, { "who": ["B"], "do": "hold" },
                       { "who": ["C"], "do": "follow", "target": "B" } ]"#,
    );
    let rows = trace_of(&level, 1, 25.0);
    let states: BTreeSet<&str> = rows[1..].iter().map(|row| row[6].as_str()).collect();
    let known = BTreeSet::from([
        "idle",
        "waiting_for_path",
        "moving",
        "waypoint_reached",
        "destination_reached",
        "holding",
        "following",
    ]);
    assert!(states.is_subset(&known), "{states:?}");
    for state in ["idle", "moving", "waypoint_reached", "destination_reached", "holding", "following"] {
        assert!(states.contains(state), "{state} of {states:?}");
    }
}

#[test]
fn the_trace_can_leave_out_ticks() {
    let rows = trace_of(&level(TWO), 15, 2.0);
    let ticks: BTreeSet<u32> = rows[1..].iter().map(|row| row[0].parse().unwrap()).collect();
    assert_eq!(ticks, BTreeSet::from([0, 15, 30, 45, 60]));
}
