//! Levels that are sound: what they become, that saving keeps them, and that large ones are read.

use glam::vec2;
use muster::fight::rules::Arms;
use muster::fight::stance::Stance;
use muster::geometry::Shape;
use muster::grid::{Area, Tile};
use muster::ids::{Target, UnitId};
use muster::level::{Controls, Level, Summary, check};
use muster::obstacles::ObstacleMotion;
use muster::order::{Command, FormationShape, Manner};
use muster::sim::{Options, Sim};
use muster::unit::{ModelName, Position, Unit};

const EXAMPLE: &str = include_str!("../support/everything.json");

fn example() -> Level {
    Level::parse(EXAMPLE, "example.json", None).unwrap()
}

#[test]
fn every_key_of_the_format_is_read() {
    let level = example();
    assert_eq!(
        (level.name.as_str(), level.model, level.controls),
        ("Canyon guards", ModelName::Orca, Controls::TwoGroups)
    );
    assert_eq!(level.grid.tile(3, 3), Some(Tile::Trees));
    assert_eq!(level.grid.tile(4, 3), Some(Tile::Water));
    let kinds: Vec<_> = level
        .kinds
        .iter()
        .map(|kind| (kind.name.as_str(), kind.body.radius, kind.body.soft_radius))
        .collect();
    let expected =
        [("infantry", 7.0, 10.0), ("cavalry", 9.0, 13.0), ("siege", 20.0, 20.0), ("hero", 8.0, 12.0)];
    assert_eq!(kinds[..4], expected);
    assert_eq!(kinds[4..], [("guard", 12.0, 15.0), ("runner", 5.0, 5.0)]);
    assert_eq!((level.kinds[0].body.acceleration, level.kinds[0].body.speed), (1800.0, 60.0));
    assert_eq!(
        (level.kinds[4].body.shape, level.kinds[5].body.shape, level.kinds[5].body.priority),
        (Shape::Square, Shape::Circle, 1)
    );
    assert_eq!((level.teams[0].enemies.as_slice(), level.teams[1].enemies.as_slice()), (&[1][..], &[0][..]));
    assert_eq!(level.teams[1].color, [0x3A, 0x6F, 0xD0]);
    let names: Vec<&str> = level.units.iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(names, ["hero", "A", "#2", "#3", "#4", "#5", "#6", "#7", "B.0", "B.1"]);
    assert_eq!(level.units[6].at, vec2(395.0, 65.0));
    assert_eq!((level.units[6].group, level.groups.as_slice()), (Some(0), &["reserve".to_owned()][..]));
    let guard = &level.units[1];
    assert_eq!((guard.facing, guard.priority, guard.model), (Some(180.0), Some(-3), Some(ModelName::None)));
    assert_eq!(level.obstacles[0].motion, ObstacleMotion::Still(vec2(240.0, 60.0)));
    assert!(level.obstacles[1].motion.at(0.0).distance(vec2(240.0, 180.0)) < 1e-3);
    assert!(level.obstacles[1].motion.at(7.5).distance(vec2(420.0, 60.0)) < 1e-3);
    assert_eq!(level.edits[0].area, Area { column: 0, row: 0, columns: 20, rows: 4 });
    let arms = |kind: usize| {
        let Arms { strength, attack, reach } = level.kinds[kind].arms;
        [strength, attack, reach]
    };
    assert!(level.fight);
    assert_eq!([0, 1, 2, 3].map(|kind| arms(kind)[1]), [8.0, 10.0, 4.0, 20.0]);
    assert_eq!((arms(4), arms(5)), ([250.0, 12.0, 8.0], [100.0, 8.0, 4.0]));
    let area = Area { column: 0, row: 1, columns: 3, rows: 2 };
    assert_eq!((level.teams[0].stance, level.teams[1].stance), (Stance::Orders, Stance::Guard(area)));
    assert_eq!((level.units[0].strength, level.units[1].strength), (None, Some(40.0)));
    let expect = level.expect.as_ref().unwrap();
    assert_eq!((expect.home.as_slice(), expect.models.len()), (&[2, 3, 4, 5, 6, 7][..], 2));
    assert_eq!(
        (expect.within, expect.arrived, expect.overlap, expect.together),
        (Some(60.0), Some(0.5), Some(0.0), Some(2.0))
    );
}

#[test]
fn orders_are_sorted_by_time_and_name_units_and_px() {
    let level = example();
    let times: Vec<f32> = level.orders.iter().map(|order| order.time).collect();
    assert_eq!(times, [0.0, 0.0, 2.0, 5.0, 5.0, 5.0, 6.0, 7.0, 8.0]);
    let units = |order: usize| level.orders[order].order.units.iter().map(|unit| unit.0).collect::<Vec<_>>();
    assert_eq!(units(0), [0]);
    assert_eq!(units(1), (0..10).collect::<Vec<_>>());
    assert_eq!(units(3), [2, 3, 4, 5, 6, 7]);
    let Command::Move { to, .. } = level.orders[0].order.command else { panic!() };
    assert_eq!(to, vec2(600.0, 120.0));
    let formation = FormationShape::Line;
    assert_eq!(
        level.orders[2].order.command,
        Command::Move { to: vec2(105.0, 45.0), each: true, formation, manner: Manner::default() }
    );
    assert!(level.orders[2].order.queue);
    assert_eq!(
        level.orders[4].order.command,
        Command::Follow { target: Target::Obstacle(1), until_reached: false }
    );
    assert_eq!(units(4), [0, 9]);
    assert_eq!(units(5), [1], "who is followed is left out of its own team");
    assert_eq!(level.orders[7].order.command, Command::Attack { target: UnitId(8) });
    let manner = Manner { attacks: true, ..Manner::default() };
    let to = vec2(90.0, 60.0);
    assert_eq!(level.orders[8].order.command, Command::Move { to, each: false, formation, manner });
}

#[test]
fn a_level_that_is_saved_and_loaded_is_the_same() {
    let level = example();
    let text = level.to_json();
    assert_eq!(Level::parse(&text, "saved.json", None).unwrap(), level, "{text}");
    assert!(text.contains("\n    \"...T~...............\"\n"), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.json");
    level.save(&path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    std::fs::write(folder.path().join("level.schema.json"), "{}").unwrap();
    level.save(&path).unwrap();
    assert!(std::fs::read_to_string(&path).unwrap().contains("\"$schema\": \"level.schema.json\""));
    assert_eq!(Level::load(&path).unwrap(), level);
}

#[test]
fn the_least_level_has_red_and_blue_and_the_built_in_kinds() {
    let level =
        Level::parse("\u{feff}{\"format\":1.0,\"name\":\"\",\"map\":{\"size\":[2048,2048]}}", "l.json", None)
            .unwrap();
    assert_eq!((level.kinds.len(), level.teams.len(), level.units.len()), (4, 2, 0));
    assert_eq!(level.teams[0].color, [0xC8, 0x45, 0x2F]);
    assert!(level.expect.is_none());
    assert_eq!(Level::parse(&level.to_json(), "l.json", None).unwrap(), level);
}

#[test]
fn a_body_may_touch_walls_and_others_and_stick_out_over_the_rim() {
    let text = r#"{ "format": 1, "name": "n", "map": { "tiles": ["....", ".#..", "...."] }, "units": [
        { "kind": "hero", "team": "red", "at": [0, 0] },
        { "kind": "infantry", "team": "red", "at": [0.5, 0] },
        { "kind": "hero", "team": "red", "at": [2.266667, 1.5] }
    ] }"#;
    Level::parse(text, "l.json", None).unwrap();
}

#[test]
fn what_the_simulation_leaves_is_taken_by_the_checker_at_every_tick() {
    // At the far end of the widest map, where the spacing of `f32` values is greatest.
    let row = format!("{}{}", ".".repeat(2036), "....#....T#.");
    let text = serde_json::json!({ "format": 1, "name": "n", "map": { "tiles": [&row, &row.replace('#', "."), &row] },
        "obstacles": [{ "radius": 10, "at": [2037.5, 1.5] }],
        "units": [
            { "kind": "infantry", "team": "red", "block": { "from": [2031.5, 0.4], "columns": 6, "rows": 4, "spacing": 16 } },
            { "kind": "siege", "team": "blue", "at": [2044.5, 1.5] } ],
        "orders": [
            { "who": { "team": "red" }, "do": "move", "to": [2045.5, 1.5] },
            { "who": { "team": "blue" }, "do": "move", "to": [2033.5, 1.5] } ] });
    let level = Level::parse(&text.to_string(), "l.json", None).unwrap();
    let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
    for _ in 0..600 {
        sim.tick();
        let mut saved = level.clone();
        for (unit, position) in sim.units.query::<(&Unit, &Position)>().iter() {
            saved.units[unit.id.0 as usize].at = position.0;
        }
        let opened = Level::parse(&saved.to_json(), "saved.json", None);
        assert!(opened.is_ok(), "tick {}: {}", sim.ticks(), opened.unwrap_err());
    }
}

#[test]
fn check_tells_what_there_is_in_a_level_or_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.json"), folder.path().join("bad.json"));
    std::fs::write(&good, EXAMPLE).unwrap();
    std::fs::write(&bad, "{").unwrap();
    let checked = check(&[&good, &bad]);
    let said = checked[0].1.as_ref().map(Summary::to_string).unwrap();
    assert_eq!(said, "Canyon guards: 20 × 4 tiles, 10 units, 2 teams, 3 obstacles, 9 orders, 2 edits");
    assert_eq!(checked[1].0, bad);
    assert_eq!(checked[1].1.as_ref().unwrap_err().problems.len(), 1);
}

#[test]
fn two_hundred_thousand_units_are_read_and_one_more_is_refused() {
    let block = |columns: u32, more: &str| {
        let text = format!(
            r#"{{ "format": 1, "name": "n", "map": {{ "size": [2000, 500] }}, "units": [{more}
            {{ "kind": "infantry", "team": "red", "block": {{ "from": [0.5, 0.5], "columns": {columns}, "rows": 400, "spacing": 14 }} }}] }}"#
        );
        Level::parse(&text, "l.json", None)
    };
    assert_eq!(block(500, "").unwrap().units.len(), 200_000);
    let one = r#"{ "kind": "hero", "team": "red", "at": [1999, 499] },"#;
    assert!(block(500, one).unwrap_err().to_string().contains("200001 units; a level has at most 200000"));
}

#[test]
fn crowds_in_one_place_are_told_without_comparing_all_with_all() {
    let text = r#"{ "format": 1, "name": "n", "map": { "size": [100, 100] },
        "kinds": { "dust": { "radius": 0.01, "speed": 1, "acceleration": 1 }, "giant": { "radius": 60, "speed": 1, "acceleration": 1 } },
        "units": [
        { "kind": "giant", "team": "red", "at": [50, 50] },
        { "kind": "dust", "team": "red", "block": { "from": [10.5, 10.5], "columns": 300, "rows": 300, "spacing": 0.03 } },
        { "kind": "dust", "team": "red", "block": { "from": [49.9, 50.1], "columns": 300, "rows": 300, "spacing": 0.03 } },
        { "kind": "infantry", "team": "red", "block": { "from": [80.5, 80.5], "columns": 100, "rows": 100, "spacing": 0.0001 } }
    ] }"#;
    let errors = Level::parse(text, "l.json", None).unwrap_err();
    let paths: Vec<&str> = errors.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["units[2].block", "units[3].block"], "{errors}");
    assert!(errors.problems[0].message.contains("and 89999 more of it"), "{errors}");
}
