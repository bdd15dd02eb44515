//! Walls: who fits where, who goes round, and what happens when tiles change.

use crate::support::*;
use glam::{Vec2, vec2};
use muster::geometry::{Collider, Shape, gap};
use muster::grid::{Area, Grid, TILE, Tile};
use muster::level::Level;
use muster::sim::Sim;
use muster::unit::{GaveUp, State};
use serde_json::{Value, json};

/// Where a unit was when it crossed the column of tiles `column`, px.
fn crossing(sim: &mut Sim, name: &str, column: f32, seconds: f32) -> Vec2 {
    while place_of(sim, name).x < column * TILE {
        assert!(sim.seconds() < seconds, "{name} is at {} after {seconds} s", place_of(sim, name) / TILE);
        sim.tick();
    }
    place_of(sim, name)
}

#[test]
fn each_unit_takes_the_nearest_gap_that_it_fits_through() {
    let level = shipped("siege-gap");
    let row_of = |name: &str| crossing(&mut start(&level), name, 19.5, 60.0).y / TILE;
    for (name, rows) in [
        ("foot", 13.0..14.0),
        ("engine", 13.0..14.0),
        ("ram", 7.0..9.0),
        ("tower", 7.0..9.0),
        ("colossus", 19.0..22.0),
    ] {
        let row = row_of(name);
        assert!(rows.contains(&row), "{name} crossed at row {row}, not within {rows:?}");
    }
}

/// A wall with one gap of so many tiles, and a unit that is to go through it.
fn gap_of(tiles: i32, radius: f32) -> Level {
    let rows: Vec<String> =
        (0..12)
            .map(|row| {
                if (5..5 + tiles).contains(&row) { ".".repeat(20) } else { "........##..........".to_owned() }
            })
            .collect();
    level(&format!(
        r#""map": {{ "tiles": {} }}, "kinds": {{ "engine": {{ "radius": {radius}, "speed": 60, "acceleration": 240 }} }},
           "units": [ {{ "id": "A", "kind": "engine", "team": "red", "at": [4, 6] }} ],
           "orders": [ {{ "who": ["A"], "do": "move", "to": [15, 6] }} ]"#,
        json!(rows)
    ))
}

#[test]
fn a_gap_lets_through_whoever_is_narrower_and_nobody_else() {
    let fits = [(1, 13.0), (1, 15.0), (2, 16.0), (2, 20.0), (2, 30.0), (3, 31.0), (3, 45.0), (4, 60.0)];
    for (tiles, radius) in fits {
        let report = report(&gap_of(tiles, radius), 30.0);
        assert_eq!((report.arrived, report.gave_up.len()), (1, 0), "radius {radius} at {tiles} tiles");
        assert_eq!(report.wall_depth, 0.0, "radius {radius} at {tiles} tiles");
    }
    for (tiles, radius) in [(1, 15.5), (1, 16.0), (1, 20.0), (2, 31.0), (3, 46.0)] {
        let report = report(&gap_of(tiles, radius), 30.0);
        let reasons: Vec<GaveUp> = report.gave_up.iter().map(|unit| unit.reason).collect();
        assert_eq!(reasons, [GaveUp::Unreachable], "radius {radius} at {tiles} tiles");
        assert_eq!(report.wall_depth, 0.0, "radius {radius} at {tiles} tiles");
    }
}

#[test]
fn who_cannot_reach_a_place_goes_to_the_nearest_that_can_be_reached_and_says_so() {
    let level = level(
        r#""map": { "tiles": ["....................", "............#####...", "............#...#...",
                              "............#...#...", "............#...#...", "............#####...", "...................."] },
           "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [1.5, 3.5] } ],
           "orders": [ { "who": ["A"], "do": "move", "to": [13.5, 3.5] } ]"#,
    );
    let mut sim = start(&level);
    advance_until(&mut sim, "A", State::DestinationReached, 15.0);
    // The wall's outer face is 45 px from the middle of the room's left column; no other place outside is as
    // near.
    let (place, goal) = (place_of(&sim, "A"), vec2(13.5, 3.5) * TILE);
    assert!(place.distance(goal) <= 2.0 * TILE + 0.1, "{} px away", place.distance(goal));
    assert_eq!(journey_of(&sim, "A").gave_up, Some(GaveUp::Unreachable));
    let report = report(&level, 20.0);
    assert_eq!((report.gave_up[0].id.as_str(), report.gave_up[0].reason), ("A", GaveUp::Unreachable));
}

/// A map of blots, kinds of all sizes and speeds, and orders of all sorts. Made of numbers that look random.
fn random_level(seed: u64, models: &[&str]) -> Level {
    let mut numbers = Numbers(seed);
    let (columns, rows) = (36, 26);
    let mut tiles = vec![vec!['.'; columns]; rows];
    for _ in 0..14 {
        let (x, y, radius) =
            (numbers.between(0.0, 36.0), numbers.between(0.0, 26.0), numbers.between(0.6, 3.2));
        let tile = ['#', 'T', '~'][(numbers.bits() % 3) as usize];
        for (row, line) in tiles.iter_mut().enumerate() {
            for (column, place) in line.iter_mut().enumerate() {
                if vec2(column as f32 + 0.5, row as f32 + 0.5).distance(vec2(x, y)) < radius {
                    *place = tile;
                }
            }
        }
    }
    let text: Vec<String> = tiles.iter().map(|row| row.iter().collect()).collect();
    let blocked = |tile: char| if tile == '.' { Tile::Ground } else { Tile::Rock };
    let grid = Grid::new(columns as i32, rows as i32, tiles.concat().into_iter().map(blocked).collect());
    let mut kinds = serde_json::Map::new();
    let mut bodies = Vec::new();
    for i in 0..7 {
        // The first and the last are the extremes.
        let radius = if i == 6 { 60.0 } else { 3.0 + numbers.between(0.0, 4.5) * i as f32 };
        let speed = if i == 0 { 400.0 } else { numbers.between(30.0, 400.0) };
        let shape = ["circle", "square"][usize::from(i % 3 == 1)];
        let acceleration = numbers.between(80.0, 2000.0);
        kinds.insert(
            format!("k{i}"),
            json!({ "radius": radius, "soft_radius": radius + 3.0, "speed": speed, "acceleration": acceleration,
                    "priority": i, "shape": shape }),
        );
        let shape = if shape == "square" { Shape::Square } else { Shape::Circle };
        bodies.push(Collider { shape, radius });
    }
    let mut placed: Vec<(Vec2, Collider)> = Vec::new();
    let mut obstacles: Vec<Value> = Vec::new();
    for _ in 0..4 {
        let body = Collider { shape: Shape::Circle, radius: numbers.between(8.0, 40.0) };
        let place = vec2(numbers.between(2.0, 34.0), numbers.between(2.0, 24.0));
        placed.push((place * TILE, body));
        obstacles.push(json!({ "at": [place.x, place.y], "radius": body.radius }));
    }
    let mut units: Vec<Value> = Vec::new();
    for _ in 0..4000 {
        let kind = (numbers.bits() % 7) as usize;
        let place = vec2(numbers.between(0.0, 36.0), numbers.between(0.0, 26.0));
        let free = grid.is_free(place * TILE, bodies[kind])
            && placed.iter().all(|&(other, body)| gap(bodies[kind], body, place * TILE - other) > 0.1);
        if free && units.len() < 45 && (kind < 6 || units.len() < 10) {
            placed.push((place * TILE, bodies[kind]));
            let team = ["red", "blue"][(numbers.bits() % 2) as usize];
            let model = models[numbers.bits() as usize % models.len()];
            units.push(json!({ "id": format!("u{}", units.len()), "kind": format!("k{kind}"), "team": team,
                               "model": model, "at": [place.x, place.y] }));
        }
    }
    let mut orders = Vec::new();
    for time in [0, 3, 6, 9] {
        for _ in 0..8 {
            let mut place = || json!([numbers.between(0.0, 36.0), numbers.between(0.0, 26.0)]);
            let (to, route) = (place(), json!([place(), place(), place()]));
            let from = numbers.bits() as usize % units.len();
            let who: Vec<String> = (from..(from + 4).min(units.len())).map(|i| format!("u{i}")).collect();
            orders.push(match numbers.bits() % 8 {
                0 => json!({ "time": time, "who": who, "do": "patrol", "route": route }),
                1 => json!({ "time": time, "who": who, "do": "hold" }),
                2 => json!({ "time": time, "who": who, "do": "follow", "target": format!("u{}", (from + 5) % units.len()) }),
                3 | 4 => json!({ "time": time, "who": who, "do": "move", "to": to, "each": true }),
                _ => json!({ "time": time, "who": who, "do": "move", "to": to }),
            });
        }
    }
    // Walls that grow and go while everybody walks.
    let mut edits = Vec::new();
    for time in 1..10 {
        let (column, row) = (numbers.bits() % 30, numbers.bits() % 20);
        edits.push(json!({ "time": time, "area": [column, row, 5, 3], "tile": if time % 3 == 0 { "." } else { "#" } }));
    }
    level(&format!(
        r#""map": {{ "tiles": {} }}, "kinds": {}, "units": {}, "obstacles": {}, "orders": {}, "edits": {}"#,
        json!(text),
        json!(kinds),
        json!(units),
        json!(obstacles),
        json!(orders),
        json!(edits)
    ))
}

#[test]
fn nobody_is_ever_in_a_wall_or_in_another_on_random_maps_with_random_kinds() {
    for seed in 0..30 {
        let models: &[&str] = if seed < 10 {
            &["predictive"]
        } else {
            &["predictive", "wall_following", "ray_steering", "none"]
        };
        let level = random_level(seed, models);
        let (mut sim, mut guard) = (start(&level), Guard::default());
        while sim.seconds() < 12.0 {
            sim.tick();
            guard.look(&sim);
        }
        println!("seed {seed}: {} units", sim.len());
        guard.judge(&sim);
    }
}

/// A hundred walk east; a wall with a gap in the north is set across their ways while they walk.
fn hundred_and_a_wall() -> Level {
    level(
        r#""map": { "size": [40, 24] },
           "units": [ { "kind": "infantry", "team": "red", "block": { "from": [3.5, 8.5], "columns": 10, "rows": 10, "spacing": 20 } } ],
           "orders": [ { "who": "all", "do": "move", "to": [34, 12] } ],
           "edits": [ { "time": 4, "area": [19, 2, 2, 22], "tile": "T" } ]"#,
    )
}

#[test]
fn a_wall_across_a_hundred_ways_is_walked_round_by_all_and_entered_by_nobody() {
    let level = hundred_and_a_wall();
    let (mut sim, mut guard) = (start(&level), Guard::default());
    let mut through_gap = false;
    while !sim.is_done() {
        sim.tick();
        guard.look(&sim);
        assert!(sim.seconds() < 60.0, "not done after a minute");
        through_gap |= sim.names.iter().any(|name| {
            let place = place_of(&sim, name) / TILE;
            (19.0..21.0).contains(&place.x) && place.y < 2.0
        });
    }
    let report = guard.judge(&sim);
    assert_eq!(report.arrived, 100);
    assert!(through_gap, "nobody had to use the gap");
    assert!(
        (2..24).all(|row| sim.grid.is_blocked(19, row) && sim.grid.is_blocked(20, row)),
        "the wall stands"
    );
    assert!(report.replans >= 50, "{} ways were mended", report.replans);
}

#[test]
fn a_tile_under_a_unit_waits_until_the_unit_has_left() {
    let level = level(
        r#""map": { "size": [12, 5] }, "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [3.5, 2.5] } ]"#,
    );
    let mut sim = start(&level);
    let area = Area { column: 3, row: 1, columns: 1, rows: 3 };
    sim.edit(area, Tile::Rock);
    advance(&mut sim, 1.0);
    assert!(sim.grid.is_blocked(3, 1) && sim.grid.is_blocked(3, 3), "the free tiles turn at once");
    assert!(!sim.grid.is_blocked(3, 2), "the one that A stands on waits");
    order(&mut sim, "A", go(9.5, 2.5), false);
    let mut guard = Guard::default();
    while !sim.grid.is_blocked(3, 2) {
        sim.tick();
        guard.look(&sim);
        assert!(sim.seconds() < 5.0);
    }
    assert!(place_of(&sim, "A").x >= 4.0 * TILE + 7.0 - 0.01);
    guard.judge(&sim);
}

#[test]
fn a_gate_that_is_opened_lets_through() {
    let level = level(
        r#""map": { "tiles": ["....#....", "....#....", "....#...."] },
           "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [1.5, 1.5] } ],
           "orders": [ { "time": 0, "who": ["A"], "do": "move", "to": [7.5, 1.5] },
                       { "time": 5, "who": ["A"], "do": "move", "to": [7.5, 1.5] } ],
           "edits": [ { "time": 4, "area": [4, 1, 1, 1], "tile": "." } ]"#,
    );
    let mut sim = start(&level);
    advance(&mut sim, 4.0);
    assert!(place_of(&sim, "A").x < 4.0 * TILE);
    assert_eq!(journey_of(&sim, "A").gave_up, Some(GaveUp::Unreachable));
    advance(&mut sim, 6.0);
    assert!(place_of(&sim, "A").distance(vec2(7.5, 1.5) * TILE) < 0.1);
    assert_eq!(journey_of(&sim, "A").gave_up, None);
}

#[test]
fn still_obstacles_are_gone_round_and_moving_ones_never_run_anybody_over_who_can_step_aside() {
    let level = level(
        r#""map": { "size": [30, 20] },
           "obstacles": [ { "id": "rock", "radius": 60, "at": [10, 10] },
                          { "id": "cart", "radius": 20, "orbit": { "center": [20, 10], "radii": [3, 6], "period": 40 } } ],
           "units": [ { "id": "A", "kind": "infantry", "team": "red", "at": [3, 10] },
                      { "id": "B", "kind": "siege", "team": "red", "at": [3, 14] } ],
           "orders": [ { "who": ["A", "B"], "do": "move", "to": [27, 10], "each": true } ]"#,
    );
    let (mut sim, mut guard) = (start(&level), Guard::default());
    while sim.seconds() < 40.0 {
        sim.tick();
        guard.look(&sim);
        for (name, radius) in [("A", 7.0), ("B", 13.0)] {
            let cart = sim.obstacles[1].position.distance(place_of(&sim, name)) - 20.0 - radius;
            assert!(cart >= -0.01, "{name} is {cart} px from the cart at {} s", sim.seconds());
        }
    }
    let report = guard.judge(&sim);
    assert_eq!(report.arrived, 2);
}

#[test]
fn routes_are_mended_when_time_goes_on_and_not_at_each_edit() {
    let begun = || {
        let mut sim = start(&level(
            r#""map": { "size": [60, 40] },
               "units": [{ "kind": "infantry", "team": "red",
                           "block": { "from": [2.5, 5.5], "columns": 5, "rows": 20, "spacing": 30 } }],
               "orders": [{ "who": "all", "do": "move", "to": [55, 16] }]"#,
        ));
        advance(&mut sim, 2.0);
        sim
    };
    let (mut at_once, mut paused) = (begun(), begun());
    let mut stroke = |tile: Tile| {
        for row in 0..40 {
            let area = Area { column: 30, row, columns: 1, rows: 1 };
            at_once.edit(area, tile);
            paused.edit(area, tile);
            paused.take_in_now();
            assert_eq!(paused.grid.tile(30, row), Some(tile), "it shows at once");
        }
    };
    stroke(Tile::Rock);
    stroke(Tile::Ground);
    at_once.tick();
    paused.tick();
    assert_eq!((at_once.counters.replans, paused.counters.replans), (0, 0), "the ways are as free as before");
    let area = Area { column: 30, row: 5, columns: 1, rows: 30 };
    at_once.edit(area, Tile::Rock);
    paused.edit(area, Tile::Rock);
    paused.take_in_now();
    for _ in 0..300 {
        at_once.tick();
        paused.tick();
        assert_eq!(at_once.state_hash(), paused.state_hash());
    }
    assert!(at_once.counters.replans > 0, "a wall is in the way");
}
