//! A running game saved as a level: it opens, everybody stands where they stood, and goes where they were
//! going.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::grid::{Area, Tile};
use muster::ids::{Target, UnitId};
use muster::level::Level;
use muster::obstacles::ObstacleMotion;
use muster::order::{Action, Command, FormationShape, Order};
use muster::sim::Sim;
use muster::snapshot::Snapshot;
use muster::unit::{ModelName, Position, State, Tasks};

/// The saved game, written and opened again.
fn reopened(level: &Level, sim: &Sim) -> Level {
    let saved = Snapshot::of(level, sim).level;
    let opened =
        Level::parse(&saved.to_json(), "saved.json", None).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(opened, saved);
    opened
}

/// Five soldiers, one below the other.
const FIELD: &str = r#""map": { "size": [40, 12] },
    "units": [{ "id": "A", "kind": "infantry", "team": "red", "at": [2.5, 1.5] },
              { "id": "B", "kind": "infantry", "team": "red", "at": [2.5, 3.5] },
              { "id": "C", "kind": "infantry", "team": "red", "at": [2.5, 5.5] },
              { "id": "D", "kind": "infantry", "team": "blue", "at": [2.5, 7.5], "group": "guards" },
              { "id": "E", "kind": "infantry", "team": "blue", "at": [2.5, 9.5] }]"#;

#[test]
fn whatever_a_player_did_is_saved_and_opens() {
    for seed in 0..12 {
        let (level, mut sim) = crate::restless::begin(seed);
        let mut numbers = Numbers(seed);
        crate::restless::advance(&level, &mut sim, &mut numbers, 300);
        let opened = reopened(&level, &sim);
        let moved = Snapshot::of(&level, &sim).moved;
        let twin = start(&opened);
        let gone = moved.iter().filter(|unit| unit.to.is_none()).count();
        // What has been asked for is done in the level already.
        assert!(sim.asked().is_empty());
        assert_eq!(twin.len() + gone, sim.len(), "seed {seed}");
        let still: Vec<&str> = moved.iter().map(|unit| unit.name.as_str()).collect();
        let mut living = (0..sim.names.len() as u32).map(UnitId).filter(|id| sim.entity(*id).is_some());
        for spec in &opened.units {
            let id = living
                .by_ref()
                .find(|id| !moved.iter().any(|unit| unit.to.is_none() && unit.name == sim.names[*id]));
            let name = &sim.names[id.unwrap()];
            if !still.contains(&name) {
                assert!(spec.at.distance(place_of(&sim, name)) < 1e-3, "seed {seed}: {name}");
            }
        }
    }
}

#[test]
fn ids_do_not_collide_after_removals_and_spawns() {
    let level = level(
        r##""map": { "size": [20, 6] },
        "units": [{ "id": "row", "kind": "infantry", "team": "red",
                    "block": { "from": [1.5, 1.5], "columns": 3, "rows": 1, "spacing": 30 } },
                  { "kind": "infantry", "team": "red", "at": [8.5, 1.5] },
                  { "kind": "infantry", "team": "red", "at": [9.5, 1.5] },
                  { "id": "#9", "kind": "infantry", "team": "red", "at": [10.5, 1.5] }],
        "obstacles": [{ "id": "#2", "radius": 9, "at": [18.5, 4.5] }]"##,
    );
    let mut sim = start(&level);
    sim.act(Action::Remove { units: vec![UnitId(0), UnitId(3)] });
    for x in 0..5 {
        let at = vec2(45.0 + 60.0 * x as f32, 135.0);
        sim.act(Action::Spawn { kind: 0, team: 1, at, model: ModelName::Predictive });
    }
    advance(&mut sim, 0.2);
    let opened = reopened(&level, &sim);
    let names: Vec<&str> = opened.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["row.1", "row.2", "#2-1", "#3", "#4", "#5", "#6", "#7", "#8"]);
}

#[test]
fn what_was_asked_for_while_the_game_stood_is_saved() {
    let level = level(FIELD);
    let mut sim = start(&level);
    sim.act(Action::Remove { units: vec![UnitId(4)] });
    order(&mut sim, "A", go(30.0, 1.5), false);
    let opened = reopened(&level, &sim);
    assert_eq!((opened.units.len(), opened.orders.len()), (4, 1));
    assert_eq!(sim.len(), 5, "the game itself is as it was");
}

#[test]
fn orders_edits_and_orbits_go_on_where_they_are() {
    let level = level(&format!(
        r#"{FIELD}, "obstacles": [{{ "radius": 20, "orbit": {{ "center": [30, 6], "radii": [4, 2], "period": 24 }} }}],
        "orders": [{{ "time": 9, "who": ["A"], "do": "stop" }}],
        "edits": [{{ "time": 2, "area": [2, 9, 1, 1], "tile": "T" }}, {{ "time": 7, "area": [0, 0, 2, 1], "tile": "T" }}]"#
    ));
    let mut sim = start(&level);
    order(&mut sim, "A", go(35.0, 1.5), false);
    order(&mut sim, "A", go(5.0, 1.5), true);
    order(&mut sim, "B", Command::Follow { target: Target::Obstacle(0), until_reached: true }, false);
    order(&mut sim, "C", Command::Patrol { route: vec![vec2(75.0, 165.0), vec2(675.0, 165.0)] }, false);
    order(&mut sim, "D", Command::Follow { target: Target::Unit(UnitId(2)), until_reached: false }, false);
    order(&mut sim, "E", Command::Hold, false);
    advance(&mut sim, 5.0);
    let opened = reopened(&level, &sim);
    let of = |name: &str| -> Vec<&Command> {
        let unit = opened.units.iter().position(|unit| unit.name == name).unwrap() as u32;
        let orders = opened.orders.iter().filter(|timed| timed.order.units.contains(&UnitId(unit)));
        orders.map(|timed| &timed.order.command).collect()
    };
    let ends: Vec<Vec2> = of("A")
        .into_iter()
        .filter_map(|command| match command {
            Command::Move { to, .. } => Some(*to),
            _ => None,
        })
        .collect();
    assert_eq!(ends, [vec2(1050.0, 45.0), vec2(150.0, 45.0)]);
    assert_eq!(of("A").last(), Some(&&Command::Stop));
    assert_eq!(of("B"), [&Command::Follow { target: Target::Obstacle(0), until_reached: true }]);
    assert_eq!(opened.obstacles[0].name, "obstacle 0");
    // Its first leg was where it stood: it walks the second.
    assert_eq!(of("C"), [&Command::Patrol { route: vec![vec2(675.0, 165.0), vec2(75.0, 165.0)] }]);
    assert_eq!(of("D"), [&Command::Follow { target: Target::Unit(UnitId(2)), until_reached: false }]);
    assert_eq!(of("E"), [&Command::Hold]);
    // E holds on the tile that was to become trees: the change waits on; the other one comes in two seconds.
    let edits: Vec<(f32, i32)> = opened.edits.iter().map(|edit| (edit.time, edit.area.column)).collect();
    assert_eq!(edits, [(0.0, 2), (2.0, 0)]);
    assert_eq!(opened.orders.last().unwrap().time, 4.0);
    let ObstacleMotion::Orbit { phase, .. } = opened.obstacles[0].motion else { panic!("it moves") };
    assert!((phase - 75.0).abs() < 1e-3, "{phase}");
}

#[test]
fn a_saved_game_comes_to_the_same_goals() {
    let level = level(FIELD);
    let mut sim = start(&level);
    let send = |units: &[u32], to: Vec2, formation: FormationShape, queue: bool| Order {
        units: units.iter().map(|unit| UnitId(*unit)).collect(),
        command: Command::Move { to, each: false, formation, manner: Default::default() },
        queue,
    };
    sim.order(send(&[0, 1, 2], vec2(500.0, 150.0), FormationShape::None, false));
    sim.order(send(&[3], vec2(300.0, 330.0), FormationShape::None, false));
    // They are sent on together, D from another place.
    sim.order(send(&[0, 1, 2, 3], vec2(900.0, 180.0), FormationShape::Line, true));
    sim.order(send(&[4], vec2(600.0, 300.0), FormationShape::None, false));
    advance(&mut sim, 4.0);
    let opened = reopened(&level, &sim);
    let is_line =
        |command: &Command| matches!(command, Command::Move { formation: FormationShape::Line, .. });
    let line = opened.orders.iter().find(|timed| is_line(&timed.order.command)).unwrap();
    assert_eq!(line.order.units, [0, 1, 2, 3].map(UnitId));
    let mut twin = start(&opened);
    for game in [&mut sim, &mut twin] {
        advance(game, 40.0);
        assert!(game.is_done());
        assert!(place_of(game, "E").distance(vec2(600.0, 300.0)) < 1.0);
        for name in ["A", "B", "C", "D"] {
            assert!(place_of(game, name).distance(vec2(900.0, 180.0)) < 60.0, "{}", place_of(game, name));
        }
    }
}

#[test]
fn units_in_each_other_or_under_an_orbit_are_moved_aside_and_the_player_is_told() {
    let level = level(&format!(
        r#"{FIELD}, "obstacles": [{{ "radius": 20, "orbit": {{ "center": [30, 6], "radii": [4, 4], "period": 24 }} }}]"#
    ));
    let sim = start(&level);
    let put = |unit: u32, at: Vec2| {
        sim.units.get::<&mut Position>(sim.entity(UnitId(unit)).unwrap()).unwrap().0 = at;
    };
    put(1, place_of(&sim, "A") + 3.0);
    put(4, vec2(1020.0, 180.0));
    let saved = Snapshot::of(&level, &sim);
    let opened = reopened(&level, &sim);
    assert!(opened.units[0].at.distance(opened.units[1].at) >= 13.99);
    assert!(opened.units[4].at.distance(vec2(1020.0, 180.0)) >= 26.99);
    let moved: Vec<&str> = saved.moved.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(moved, ["B", "E"]);
    let words = "2 units stood where a level lets nobody stand: moved to the nearest free place";
    assert_eq!(saved.words().unwrap(), words);
}

#[test]
fn the_level_keeps_what_it_said_about_itself() {
    let mut level = level(
        r##""description": "A field.", "controls": "two_groups", "model": "orca", "map": { "size": [12, 6] },
        "kinds": { "guard": { "radius": 12, "speed": 60, "acceleration": 240 } },
        "teams": [{ "name": "red", "color": "#d0413a", "enemies": ["blue"] }, { "name": "blue", "color": "#3a6fd0" }],
        "units": [{ "id": "A", "kind": "guard", "team": "red", "at": [2.5, 2.5], "priority": 7, "facing": 90 }],
        "expect": { "arrived": 1 }"##,
    );
    let mut sim = start(&level);
    sim.edit(Area { column: 8, row: 4, columns: 1, rows: 1 }, Tile::Water);
    advance(&mut sim, 1.0);
    let opened = reopened(&level, &sim);
    assert_eq!(opened.grid.tile(8, 4), Some(Tile::Water));
    // Its claims were about another start, its map is as it is now.
    (level.expect, level.grid) = (None, opened.grid.clone());
    let facing = opened.units[0].facing.unwrap();
    assert!((facing - 90.0).abs() < 1e-3, "{facing}");
    level.units[0].facing = Some(facing);
    assert_eq!(opened, level);
    assert_eq!(state_of(&sim, "A"), State::Idle);
    assert!(sim.units.get::<&Tasks>(sim.entity(UnitId(0)).unwrap()).unwrap().current.is_none());
}
