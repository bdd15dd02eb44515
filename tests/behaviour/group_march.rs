//! Loose groups in the simulation: one way, a place for everybody, matched speeds, a commander that can be
//! lost.

use crate::support::scenes::*;
use glam::Vec2;
use muster::ids::UnitId;
use muster::order::{Action, Command, FormationShape, Manner, Order};
use muster::sim::{Options, Sim};
use muster::unit::*;
use serde_json::json;

fn mixed_arms(pace: &str) -> muster::sim::Sim {
    game(json!({ "format": 1, "name": "mixed arms", "map": { "size": [60, 26] },
        "units": [
            { "kind": "cavalry", "team": "red", "block": { "from": [3.5, 4.5], "columns": 4, "rows": 2, "spacing": 28 } },
            { "kind": "infantry", "team": "red", "block": { "from": [3.5, 9.5], "columns": 6, "rows": 3, "spacing": 22 } },
            { "kind": "siege", "team": "red", "block": { "from": [3.5, 15.5], "columns": 3, "rows": 2, "spacing": 36 } }
        ],
        "orders": [{ "who": "all", "do": "move", "to": [54, 12.5], "pace": pace }] }))
}

/// First and last arrival, s.
fn arrivals(sim: &mut muster::sim::Sim, seconds: f32) -> (f32, f32) {
    let mut arrived: Vec<Option<f32>> = vec![None; sim.len()];
    run(sim, seconds, |sim| {
        for (unit, arrived) in look(sim).iter().zip(&mut arrived) {
            assert!(unit.velocity.length() <= unit.body.speed * 1.001, "nobody outruns its cap");
            if unit.state == State::DestinationReached {
                *arrived = arrived.or(Some(sim.seconds()));
            }
        }
    });
    let times: Vec<f32> = arrived.into_iter().map(|time| time.expect("everybody arrives")).collect();
    (times.iter().copied().fold(f32::MAX, f32::min), times.iter().copied().fold(0.0, f32::max))
}

#[test]
fn cavalry_infantry_and_siege_arrive_within_two_seconds_of_each_other() {
    let (first, last) = arrivals(&mut mixed_arms("matched"), 120.0);
    assert!(last - first <= 2.0, "{first} to {last}");
}

#[test]
fn at_its_own_pace_the_cavalry_is_there_first() {
    let (first, last) = arrivals(&mut mixed_arms("own"), 120.0);
    assert!(last - first > 10.0, "{first} to {last}");
}

#[test]
fn one_search_answers_an_order_to_200_units() {
    let mut sim = game(json!({ "format": 1, "name": "many",
        "map": { "tiles": tiles(80, 60, |x, y| x == 40 && y > 8) },
        "units": [{ "kind": "infantry", "team": "red", "block": { "from": [4, 30], "columns": 20, "rows": 10, "spacing": 20 } }],
        "orders": [{ "who": "all", "do": "move", "to": [70, 40] }] }));
    let before = sim.counters.searches;
    sim.tick();
    assert_eq!(sim.counters.searches - before, 1);
    assert!(look(&sim).iter().all(|unit| unit.state.is_under_way()));
    run(&mut sim, 120.0, |_| {});
    assert!(look(&sim).iter().all(|unit| unit.state == State::DestinationReached));
}

#[test]
fn the_commander_may_die_and_nobody_stops() {
    let mut sim = game(json!({ "format": 1, "name": "loss", "map": { "size": [70, 30] },
        "units": [
            { "id": "chief", "kind": "hero", "team": "red", "at": [5, 10] },
            { "kind": "infantry", "team": "red", "block": { "from": [4, 12], "columns": 5, "rows": 4, "spacing": 22 } }
        ],
        "orders": [{ "who": "all", "do": "move", "to": [60, 15] }] }));
    while sim.seconds() < 5.0 {
        sim.tick();
    }
    assert_eq!(sim.groups[0].commander, Some(UnitId(0)), "the highest priority leads");
    sim.act(Action::Remove { units: vec![UnitId(0)] });
    for _ in 0..60 {
        sim.tick();
        assert!(look(&sim).iter().all(|unit| unit.velocity.length() > 15.0));
    }
    assert!(sim.groups[0].commander.is_some_and(|id| id != UnitId(0)));
    run(&mut sim, 60.0, |_| {});
    assert!(look(&sim).iter().all(|unit| unit.state == State::DestinationReached));
}

#[test]
fn who_gets_another_order_leaves_the_group_to_the_others() {
    let mut sim = game(json!({ "format": 1, "name": "leave", "map": { "size": [70, 30] },
        "units": [{ "kind": "infantry", "team": "red", "block": { "from": [4, 12], "columns": 4, "rows": 3, "spacing": 22 } }],
        "orders": [{ "who": "all", "do": "move", "to": [60, 15] }] }));
    while sim.seconds() < 5.0 {
        sim.tick();
    }
    let leader = sim.groups[0].commander.unwrap();
    sim.order(Order { units: vec![leader], command: Command::Stop, queue: false });
    sim.tick();
    assert_ne!(sim.groups[0].commander, Some(leader));
    run(&mut sim, 60.0, |_| {});
    let there =
        look(&sim).iter().filter(|unit| unit.position.distance(Vec2::new(1800.0, 450.0)) < 100.0).count();
    assert_eq!(there, 11);
}

#[test]
fn the_same_march_gives_the_same_state_for_any_number_of_threads() {
    let hash = |threads: usize| {
        let level = level(
            json!({ "format": 1, "name": "same", "map": { "tiles": tiles(44, 24, |x, y| x == 21 && !(11..13).contains(&y)) },
            "units": [{ "kind": "infantry", "team": "red", "block": { "from": [4.5, 10.0], "columns": 6, "rows": 4, "spacing": 24 } }],
            "orders": [{ "who": "all", "do": "move", "to": [36, 12], "formation": "box" },
                       { "who": "all", "do": "move", "to": [5, 12], "queue": true }] }),
        );
        let options = muster::sim::Options { threads, ..Default::default() };
        let mut sim = muster::sim::Sim::new(&level, &options);
        run(&mut sim, 70.0, |_| {});
        sim.state_hash()
    };
    assert_eq!(hash(1), hash(2));
}

#[test]
fn orders_to_nobody_and_to_one_are_no_groups() {
    let mut sim = game(json!({ "format": 1, "name": "few", "map": { "size": [30, 30] },
        "units": [{ "kind": "infantry", "team": "red", "at": [5, 5] }] }));
    for units in [vec![], vec![UnitId(0)], vec![UnitId(7)]] {
        let (to, manner) = (Vec2::new(400.0, 300.0), Manner::default());
        let command = Command::Move { to, each: false, formation: FormationShape::Box, manner };
        sim.order(Order { units, command, queue: false });
        sim.tick();
    }
    run(&mut sim, 30.0, |_| {});
    assert!(look(&sim)[0].position.distance(Vec2::new(400.0, 300.0)) < 0.1);
}

/// Forty units on a field, and as many orders to all of them in one tick as asked for.
fn ordered_often(orders: usize, formation: FormationShape, queue: bool) -> muster::sim::Sim {
    let mut sim = game(json!({ "format": 1, "name": "often", "map": { "size": [70, 40] },
        "units": [{ "kind": "infantry", "team": "red", "block": { "from": [2.5, 2.5], "columns": 8, "rows": 5, "spacing": 30 } }] }));
    let units: Vec<UnitId> = (0..40).map(UnitId).collect();
    for turn in 0..orders {
        let to = Vec2::new(900.0 + (turn * 37 % 1000) as f32, 200.0 + (turn * 53 % 800) as f32);
        let command = Command::Move { to, each: false, formation, manner: Manner::default() };
        sim.order(Order { units: units.clone(), command, queue });
    }
    sim
}

#[test]
fn a_group_plans_the_order_that_it_obeys_and_no_other() {
    for formation in [FormationShape::None, FormationShape::Box] {
        for queue in [false, true] {
            let (mut once, mut often) =
                (ordered_often(1, formation, queue), ordered_often(400, formation, queue));
            once.tick();
            often.tick();
            assert!(often.counters.searches <= once.counters.searches + 2, "{:?}", often.counters);
        }
        let mut sim = ordered_often(400, formation, false);
        run(&mut sim, 90.0, |_| {});
        let last = Vec2::new(900.0 + (399 * 37 % 1000) as f32, 200.0 + (399 * 53 % 800) as f32);
        let places: Vec<Vec2> = look(&sim).iter().map(|unit| unit.position).collect();
        assert!(places.iter().all(|place| place.distance(last) < 150.0), "{places:?}");
    }
}

#[test]
fn members_that_come_later_to_a_queued_group_find_a_place_of_their_own() {
    let mut sim = ordered_often(2, FormationShape::None, true);
    run(&mut sim, 120.0, |_| {});
    let mut goals: Vec<Vec2> =
        sim.units.query::<&Journey>().iter().filter_map(|journey| journey.goal).collect();
    assert_eq!(goals.len(), 40);
    goals.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    assert!(goals.windows(2).all(|pair| pair[0].distance(pair[1]) >= 14.0), "{goals:?}");
}

#[test]
fn an_order_to_thousands_is_worked_off_over_ticks_the_same_way_on_any_number_of_threads() {
    let order = || {
        let level = json!({ "format": 1, "name": "host", "map": { "tiles": tiles(260, 120, |x, y| x == 130 && y % 9 > 3) },
            "units": [{ "kind": "infantry", "team": "red", "block": { "from": [4, 10], "columns": 100, "rows": 120, "spacing": 20 } }],
            "orders": [{ "who": "all", "do": "move", "to": [220, 60] }] });
        muster::level::Level::parse(&level.to_string(), "host.json", None).expect("sound")
    };
    let hashes = [1, 2].map(|threads| {
        let mut sim = Sim::new(&order(), &Options { threads, ..Options::default() });
        let mut setting_out = Vec::new();
        for _ in 0..15 {
            sim.tick();
            setting_out.push(look(&sim).iter().filter(|unit| unit.state == State::Moving).count());
        }
        // Those without a straight way to the commander's ask the pathfinder after the others, and by then
        // some step aside.
        assert!(setting_out[1] < 6000 && setting_out[2] > setting_out[1] + 1000, "{setting_out:?}");
        assert!(setting_out[14] > 11_900, "{setting_out:?}");
        sim.state_hash()
    });
    assert_eq!(hashes[0], hashes[1]);
}

#[test]
fn hundreds_of_formations_ordered_at_once_set_out_a_few_in_each_tick() {
    let mut sim = game(json!({ "format": 1, "name": "formations", "map": { "size": [200, 120] },
        "units": [{ "kind": "infantry", "team": "red", "block": { "from": [2, 2], "columns": 50, "rows": 40, "spacing": 30 } }] }));
    for i in 0..400u32 {
        let to = Vec2::new(3000.0 + (i * 37 % 2500) as f32, 200.0 + (i * 53 % 3000) as f32);
        let units = (i * 5..i * 5 + 5).map(UnitId).collect();
        let command =
            Command::Move { to, each: false, formation: FormationShape::Box, manner: Manner::default() };
        sim.order(Order { units, command, queue: false });
    }
    let mut ticks = 0;
    while look(&sim).iter().any(|unit| unit.state != State::Moving) {
        let before = look(&sim).iter().filter(|unit| unit.state == State::Moving).count();
        sim.tick();
        let after = look(&sim).iter().filter(|unit| unit.state == State::Moving).count();
        assert!(
            after > before && after - before <= 750,
            "{before} to {after}: at most 150 formations in a tick"
        );
        ticks += 1;
    }
    assert!(ticks <= 30, "{ticks}");
}
