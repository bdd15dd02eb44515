//! What units do with each order.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::grid::TILE;
use muster::order::Command;
use muster::time::DT;
use muster::unit::{Journey, State};

const FIELD: &str = r#""map": { "size": [30, 16] }"#;

fn one_unit(orders: &str) -> muster::level::Level {
    level(&format!(
        r#"{FIELD}, "units": [{{ "id": "A", "kind": "infantry", "team": "red", "at": [3.5, 8.5] }}], "orders": [{orders}]"#
    ))
}

#[test]
fn a_unit_walks_straight_to_its_order_at_full_speed_and_stops_there() {
    let level = one_unit(r#"{ "who": ["A"], "do": "move", "to": [23.5, 8.5] }"#);
    let mut sim = start(&level);
    let took = advance_until(&mut sim, "A", State::DestinationReached, 20.0);
    // 600 px at 60 px/s, and at 240 px/s² an eighth of a second lost in setting out and again in stopping.
    assert!((10.0..10.5).contains(&took), "{took} s");
    assert!(place_of(&sim, "A").distance(vec2(23.5, 8.5) * TILE) < 0.1);
    let there = place_of(&sim, "A");
    advance(&mut sim, 3.0);
    assert_eq!(place_of(&sim, "A"), there, "a unit at rest does not stir");
}

#[test]
fn an_order_acts_at_its_time_and_within_a_tenth_of_a_second() {
    let level = one_unit(r#"{ "time": 1.5, "who": ["A"], "do": "move", "to": [23.5, 8.5] }"#);
    let mut sim = start(&level);
    let begin = place_of(&sim, "A");
    advance(&mut sim, 1.5);
    assert_eq!(place_of(&sim, "A"), begin);
    assert_eq!(state_of(&sim, "A"), State::Idle);
    advance(&mut sim, 0.1);
    assert!(place_of(&sim, "A").x > begin.x + 0.1, "it is on its way");
}

#[test]
fn a_new_order_is_answered_within_a_tenth_of_a_second() {
    let mut sim = start(&one_unit(r#"{ "who": ["A"], "do": "move", "to": [27.5, 8.5] }"#));
    advance(&mut sim, 3.0);
    order(&mut sim, "A", go(3.5, 8.5), false);
    let before = velocity_of(&sim, "A");
    advance(&mut sim, 0.1);
    let after = velocity_of(&sim, "A");
    assert!(after.x < before.x - 5.0, "{before} became {after}");
}

#[test]
fn queued_orders_are_done_in_sequence() {
    let mut sim = start(&one_unit(
        r#"{ "who": ["A"], "do": "move", "to": [10.5, 8.5] },
           { "who": ["A"], "do": "move", "to": [10.5, 2.5], "queue": true },
           { "who": ["A"], "do": "move", "to": [3.5, 2.5], "queue": true }"#,
    ));
    let corners = [vec2(10.5, 8.5), vec2(10.5, 2.5), vec2(3.5, 2.5)];
    let mut next = 0;
    while state_of(&sim, "A") != State::DestinationReached || velocity_of(&sim, "A") != Vec2::ZERO {
        sim.tick();
        assert!(sim.seconds() < 20.0, "only {next} of 3 places were visited");
        if corners.get(next).is_some_and(|corner| place_of(&sim, "A").distance(*corner * TILE) < 1.0) {
            next += 1;
        }
    }
    assert_eq!(next, 3, "at rest before the last place");
}

#[test]
fn an_order_replaces_what_was_queued() {
    let mut sim = start(&one_unit(
        r#"{ "who": ["A"], "do": "move", "to": [10.5, 8.5] },
           { "who": ["A"], "do": "move", "to": [27.5, 2.5], "queue": true }"#,
    ));
    advance(&mut sim, 1.0);
    order(&mut sim, "A", go(3.5, 14.5), false);
    advance(&mut sim, 1.0 / 30.0);
    advance_until(&mut sim, "A", State::DestinationReached, 15.0);
    assert!(place_of(&sim, "A").distance(vec2(3.5, 14.5) * TILE) < 0.1);
}

#[test]
fn a_patrol_goes_round_and_round() {
    let mut sim = start(&one_unit(
        r#"{ "who": ["A"], "do": "patrol", "route": [[7.5, 8.5], [7.5, 5.5], [3.5, 5.5]] }"#,
    ));
    let corners = [vec2(7.5, 8.5), vec2(7.5, 5.5), vec2(3.5, 5.5)];
    let mut visits = 0;
    while visits < 3 * 4 {
        sim.tick();
        assert!(sim.seconds() < 40.0, "{visits} corners in 40 s");
        if place_of(&sim, "A").distance(corners[visits % 3] * TILE) < TILE {
            visits += 1;
        }
    }
}

#[test]
fn stop_drops_everything() {
    let mut sim = start(&one_unit(
        r#"{ "who": ["A"], "do": "move", "to": [27.5, 8.5] },
           { "who": ["A"], "do": "move", "to": [27.5, 2.5], "queue": true }"#,
    ));
    advance(&mut sim, 3.0);
    let here = place_of(&sim, "A");
    order(&mut sim, "A", Command::Stop, false);
    advance(&mut sim, 2.0);
    assert_eq!(state_of(&sim, "A"), State::Idle);
    // It brakes in 60² ÷ (2 × 240) px, and goes back to where it was told to stop at most.
    let there = place_of(&sim, "A");
    assert!(there.distance(here) < 8.0, "it stopped {} px away", there.distance(here));
    advance(&mut sim, 5.0);
    assert_eq!(place_of(&sim, "A"), there);
}

/// A corridor of two tiles in which B stands, and A who has to pass.
fn passing(more: &str) -> muster::level::Level {
    level(&format!(
        r#""map": {{ "tiles": ["TTTTTTTTTTTTTTTT", "................", "................", "TTTTTTTTTTTTTTTT"] }},
           "units": [ {{ "id": "A", "kind": "hero", "team": "red", "at": [1.5, 2.0] }},
                      {{ "id": "B", "kind": "infantry", "team": "red", "at": [8.0, 2.0] }} ],
           "orders": [ {more} {{ "who": ["A"], "do": "move", "to": [14.5, 2.0] }} ]"#
    ))
}

#[test]
fn an_idle_friend_steps_aside_and_comes_back() {
    let mut sim = start(&passing(""));
    let post = place_of(&sim, "B");
    let (mut furthest, mut guard) = (0.0_f32, Guard::default());
    while sim.seconds() < 12.0 {
        sim.tick();
        guard.look(&sim);
        furthest = furthest.max(place_of(&sim, "B").distance(post));
    }
    guard.judge(&sim);
    assert_eq!(state_of(&sim, "A"), State::DestinationReached);
    assert!(furthest > 0.5, "B made room: {furthest} px");
    assert!(place_of(&sim, "B").distance(post) <= 1.0, "B is back");
}

#[test]
fn who_holds_is_not_pushed() {
    let mut sim = start(&passing(r#"{ "who": ["B"], "do": "hold" },"#));
    let post = place_of(&sim, "B");
    let mut guard = Guard::default();
    while sim.seconds() < 12.0 {
        sim.tick();
        guard.look(&sim);
        assert_eq!(place_of(&sim, "B"), post);
        assert!(sim.ticks() < 2 || state_of(&sim, "B") == State::Holding);
    }
    guard.judge(&sim);
    assert_eq!(state_of(&sim, "A"), State::DestinationReached, "A went round");
}

#[test]
fn an_order_counts_however_many_still_wait_for_the_way_of_the_one_before() {
    // A maze of long ways, so that the pathfinder has more to do than it may in a tick.
    let rows: Vec<String> = (0..80)
        .map(|y| {
            let gap = if y % 8 == 3 { 118 } else { 1 };
            (0..120).map(|x| if y % 4 == 3 && x != gap && y > 10 { '#' } else { '.' }).collect()
        })
        .collect();
    let level = level(&format!(
        r#""map": {{ "tiles": {rows:?} }},
           "units": [{{ "kind": "infantry", "team": "red", "block": {{ "from": [2, 1], "columns": 40, "rows": 5, "spacing": 30 }} }}],
           "orders": [ {{ "who": "all", "do": "move", "to": [60.5, 77.5], "each": true }},
                       {{ "time": 0.05, "who": "all", "do": "move", "to": [100.5, 4.5], "each": true }} ]"#
    ));
    let mut sim = start(&level);
    advance(&mut sim, 3.0);
    let goals: Vec<Vec2> = sim.units.query::<&Journey>().iter().filter_map(|journey| journey.goal).collect();
    assert_eq!(goals.len(), 200);
    assert!(goals.iter().all(|goal| goal.distance(vec2(100.5, 4.5) * TILE) < 1.0), "{goals:?}");
}

#[test]
fn the_state_machine_takes_its_steps_one_by_one() {
    let level = level(
        r#""map": { "tiles": ["..........", "TTTTTTTT..", ".........."] },
           "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [0.5, 0.5] } ],
           "orders": [ { "time": 0.5, "who": ["A"], "do": "move", "to": [0.5, 2.5] },
                       { "time": 25, "who": ["A"], "do": "hold" }, { "time": 26, "who": ["A"], "do": "stop" } ]"#,
    );
    let mut sim = start(&level);
    let mut seen = vec![state_of(&sim, "A")];
    while sim.seconds() < 27.0 {
        sim.tick();
        let state = state_of(&sim, "A");
        if seen.last() != Some(&state) {
            seen.push(state);
        }
    }
    // The way turns at the two corners of the wall's end. The pathfinder may answer within the tick that
    // asks.
    seen.retain(|&state| state != State::WaitingForPath);
    let turn = [State::WaypointReached, State::Moving];
    let expected = [&[State::Idle, State::Moving], &turn[..], &turn[..]].concat();
    assert_eq!(seen[..expected.len()], expected[..], "{seen:?}");
    assert_eq!(seen[seen.len() - 3..], [State::DestinationReached, State::Holding, State::Idle], "{seen:?}");
}

#[test]
fn a_unit_waits_for_its_path_where_the_pathfinder_has_much_to_do() {
    let mut large = shipped("large-map");
    // Everybody on its own, so that nobody shares an answer.
    for order in &mut large.orders {
        if let Command::Move { each, .. } = &mut std::sync::Arc::make_mut(&mut order.order).command {
            *each = true;
        }
    }
    let mut sim = start(&large);
    sim.tick();
    let waiting = |sim: &muster::sim::Sim| {
        sim.units.query::<&State>().iter().filter(|state| **state == State::WaitingForPath).count()
    };
    let at_first = waiting(&sim);
    assert!(at_first > 0, "a budget is kept");
    // Later somebody may be carried out of sight of its way, and ask again.
    let is_answered = |_| {
        sim.tick();
        waiting(&sim) == 0
    };
    assert!((0..150).any(is_answered), "all are answered within 5 s");
    assert!(sim.units.query::<&State>().iter().all(|state| state.is_under_way()));
}

#[test]
fn no_step_is_longer_than_the_kind_allows() {
    let level = level(
        r#""map": { "size": [60, 10] }, "kinds": { "courier": { "radius": 5, "speed": 400, "acceleration": 2000 } },
           "units": [ { "id": "A", "kind": "courier", "team": "red", "at": [2.5, 5.5] },
                      { "kind": "infantry", "team": "red", "block": { "from": [20.5, 4.5], "columns": 6, "rows": 6, "spacing": 16 } } ],
           "orders": [ { "who": ["A"], "do": "move", "to": [55.5, 5.5] } ]"#,
    );
    let (mut sim, mut guard) = (start(&level), Guard::default());
    let mut fastest = 0.0_f32;
    while state_of(&sim, "A") != State::DestinationReached {
        let before = place_of(&sim, "A");
        sim.tick();
        guard.look(&sim);
        fastest = fastest.max(place_of(&sim, "A").distance(before) / DT);
        assert!(sim.seconds() < 20.0);
    }
    guard.judge(&sim);
    assert!(fastest > 390.0, "it used its speed: {fastest} px/s");
}

#[test]
fn a_patrol_whose_places_are_one_is_a_walk_there() {
    for route in ["[[5, 5]]", "[[5, 5], [5.2, 5.1], [5, 5]]", "[[12, 5], [12, 5.3]]"] {
        let mut sim = start(&level(&format!(
            r#""map": {{ "size": [20, 10] }},
            "units": [ {{ "id": "A", "kind": "infantry", "team": "red", "at": [5, 5] }} ],
            "orders": [ {{ "who": ["A"], "do": "patrol", "route": {route} }} ]"#
        )));
        advance(&mut sim, 10.0);
        assert_eq!(state_of(&sim, "A"), State::DestinationReached, "{route}");
    }
}
