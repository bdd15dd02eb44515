//! A part of a game cut out as a level: it is sound, everybody goes where they were going, and it claims what
//! was asked.

use crate::support::*;
use glam::vec2;
use muster::ids::{Target, UnitId};
use muster::level::Level;
use muster::measure::verify::verify;
use muster::order::{Action, Command, Order};
use muster::sim::Sim;
use muster::snapshot::Snapshot;

const FIELD: &str = r##""map": { "size": [40, 12] },
    "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 1.5] },
              { "id": "B", "kind": "infantry", "team": "red", "at": [2.5, 3.5] },
              { "id": "far", "kind": "infantry", "team": "red", "at": [30.5, 3.5] },
              { "id": "led", "kind": "infantry", "team": "blue", "at": [2.5, 9.5] },
              { "id": "leader", "kind": "hero", "team": "blue", "at": [36.5, 9.5] }],
    "orders": [{ "who": ["A", "far"], "do": "move", "to": [20.5, 1.5] },
               { "who": ["led"], "do": "follow", "target": "leader" },
               { "time": 3, "who": ["B"], "do": "move", "to": [9.5, 3.5] }],
    "edits": [{ "time": 4, "area": [15, 0, 1, 3], "tile": "#" }]"##;

fn reopened(level: &Level) -> Level {
    let opened = Level::parse(&level.to_json(), "cut.json", None).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(&opened, level);
    opened
}

fn send(unit: u32, x: f32, y: f32) -> Action {
    let command = Command::Move {
        to: vec2(x, y),
        each: false,
        formation: Default::default(),
        manner: Default::default(),
    };
    Action::Order(Order { units: vec![UnitId(unit)], command, queue: false })
}

fn names(level: &Level) -> Vec<&str> {
    level.units.iter().map(|unit| unit.name.as_str()).collect()
}

#[test]
fn those_who_are_chosen_come_with_who_is_near_and_with_all_that_is_still_to_come() {
    let level = level(FIELD);
    let mut sim = start(&level);
    (0..30).for_each(|_| sim.tick());
    let later = [(150, send(0, 600.0, 300.0)), (150, send(2, 30.0, 300.0)), (240, send(1, 600.0, 330.0))];
    let cut = reopened(&Snapshot::cut(&level, &sim, &[UnitId(0)], &later).level);
    assert_eq!(names(&cut), ["A", "B"]);
    let orders: Vec<(u32, Vec<u32>)> = cut
        .orders
        .iter()
        .map(|timed| {
            ((timed.time * 30.0).ceil() as u32, timed.order.units.iter().map(|unit| unit.0).collect())
        })
        .collect();
    assert_eq!(orders, [(0, vec![0]), (60, vec![1]), (120, vec![0]), (210, vec![1])]);
    assert_eq!(cut.edits.len(), 1);
    let expect = cut.expect.clone().expect("it claims something");
    assert_eq!((expect.arrived, expect.overlap), (Some(1.0), Some(0.0)));
    assert_eq!(verify(&cut, cut.model, 0).shortfalls, [""; 0], "all are there in time");
}

#[test]
fn who_is_followed_comes_along_however_far_away() {
    let level = level(FIELD);
    let mut sim = start(&level);
    (0..30).for_each(|_| sim.tick());
    let cut = reopened(&Snapshot::cut(&level, &sim, &[UnitId(3)], &[]).level);
    assert_eq!(names(&cut), ["led", "leader"]);
    let target = Command::Follow { target: Target::Unit(UnitId(1)), until_reached: false };
    assert!(cut.orders.iter().any(|timed| timed.order.command == target));
    assert_eq!(cut.expect.expect("it claims something").arrived, None, "nobody is sent anywhere");
}

#[test]
fn a_cut_of_everybody_goes_on_as_the_session_did() {
    let level = level(FIELD);
    let mut sim = start(&level);
    (0..45).for_each(|_| sim.tick());
    let later = [(100, send(0, 300.0, 300.0))];
    let everybody: Vec<UnitId> = (0..5).map(UnitId).collect();
    let cut = reopened(&Snapshot::cut(&level, &sim, &everybody, &later).level);
    let mut again = start(&cut);
    while again.ticks() < 400 {
        if sim.ticks() == 100 {
            sim.act(later[0].1.clone());
        }
        sim.tick();
        again.tick();
    }
    for name in ["A", "B", "far"] {
        assert!(place_of(&sim, name).distance(place_of(&again, name)) < 12.0, "{name}");
    }
}

#[test]
fn whatever_is_cut_out_of_a_game_of_a_restless_player_opens() {
    for seed in 0..12 {
        let (level, mut sim) = crate::restless::begin(seed);
        let mut numbers = Numbers(seed);
        crate::restless::advance(&level, &mut sim, &mut numbers, 120);
        let before: Sim = sim.clone();
        crate::restless::advance(&level, &mut sim, &mut numbers, 200);
        let later = &sim.actions()[before.actions().len()..];
        for chosen in [vec![UnitId(0)], (0..9).map(UnitId).collect(), Vec::new()] {
            let cut = Snapshot::cut(&level, &before, &chosen, later);
            let opened = reopened(&cut.level);
            let mut twin = start(&opened);
            (0..60).for_each(|_| twin.tick());
        }
    }
}
