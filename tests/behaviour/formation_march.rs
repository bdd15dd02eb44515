//! Formations in the simulation: they build, march, wheel, fold, and arrive in shape.

use crate::support::scenes::*;
use glam::Vec2;
use muster::group::Phase;
use muster::ids::UnitId;
use muster::order::{Command, FormationShape, Manner, Order};
use muster::sim::Sim;
use muster::unit::*;
use serde_json::json;

fn block(columns: u32, rows: u32, at: [f32; 2], spacing: f32) -> serde_json::Value {
    json!([{ "kind": "infantry", "team": "red",
             "block": { "from": at, "columns": columns, "rows": rows, "spacing": spacing } }])
}

fn march(map: serde_json::Value, units: serde_json::Value, to: [f32; 2], shape: &str) -> Sim {
    game(json!({ "format": 1, "name": "march", "map": map, "units": units,
                 "orders": [{ "who": "all", "do": "move", "to": to, "formation": shape }] }))
}

pub fn places(sim: &Sim) -> Vec<Vec2> {
    look(sim).iter().map(|unit| unit.position).collect()
}

/// Runs a march; returns the places after every tick and where everybody stood in the end.
pub fn record(sim: &mut Sim, seconds: f32) -> Vec<Vec<Vec2>> {
    let mut record = Vec::new();
    let mut deepest = 0.0f32;
    run(sim, seconds, |sim| {
        let units = look(sim);
        deepest = deepest.max(overlap(&units));
        for unit in &units {
            assert!(unit.velocity.length() <= unit.body.speed * 1.001, "{}", unit.velocity.length());
        }
        record.push(units.iter().map(|unit| unit.position).collect());
    });
    assert!(deepest <= 0.01, "overlap {deepest}");
    assert!(sim.is_done(), "everybody is done after {} s", sim.seconds());
    record
}

#[test]
fn slots_hold_to_two_px_on_open_ground_for_every_shape() {
    for shape in ["line", "column", "box", "wedge", "circle"] {
        let mut sim = march(json!({ "size": [60, 30] }), block(6, 4, [5.0, 12.0], 24.0), [50.0, 15.0], shape);
        let record = record(&mut sim, 60.0);
        let formation = record.last().unwrap();
        // From when the middle is a third of the way on, everybody has long found its slot.
        let middle = |places: &[Vec2]| places.iter().sum::<Vec2>() / places.len() as f32;
        let under_way: Vec<_> = record.iter().filter(|places| middle(places).x > 650.0).collect();
        assert!(under_way.len() > 300, "{shape}");
        let worst = under_way.iter().map(|places| slot_error(places, formation)).fold(0.0, f32::max);
        assert!(worst <= 2.0, "{shape}: {worst} px");
    }
}

#[test]
fn members_who_keep_the_widest_berth_march_in_every_shape() {
    for shape in ["line", "column", "box", "wedge", "circle", "as_is"] {
        let mut sim = game(json!({
            "format": 1, "name": "wide", "map": { "size": [30, 20] },
            "kinds": { "wide": { "radius": 5, "soft_radius": 120, "speed": 60, "acceleration": 100 } },
            "units": [{ "kind": "wide", "team": "red", "at": [3, 3] },
                      { "kind": "wide", "team": "red", "at": [6, 3] }],
            "orders": [{ "who": "all", "do": "move", "to": [20, 10], "formation": shape }]
        }));
        record(&mut sim, 30.0);
        assert!(sim.is_done(), "{shape}");
    }
}

#[test]
fn who_stands_in_the_way_and_stays_is_gone_round_by_all_together() {
    let held = json!({ "who": ["rock"], "do": "hold" });
    let level = |team: &str, orders: &[serde_json::Value]| {
        let mut units = block(6, 4, [5.0, 12.0], 24.0);
        let rock = json!({ "id": "rock", "kind": "siege", "team": team, "at": [30, 14] });
        units.as_array_mut().unwrap().push(rock);
        let march = json!({ "who": (0..24).map(|i| format!("#{i}")).collect::<Vec<_>>(), "do": "move",
                            "to": [50, 15], "formation": "box" });
        game(json!({ "format": 1, "name": "round", "map": { "size": [60, 30] }, "units": units,
                     "teams": [{ "name": "red", "color": "#C8452F", "enemies": ["foe"] }, { "name": "foe", "color": "#2F5F9E" }],
                     "orders": orders.iter().cloned().chain([march]).collect::<Vec<_>>() }))
    };
    for mut sim in [level("red", &[held]), level("foe", &[])] {
        let record = record(&mut sim, 60.0);
        let soldiers = |places: &[Vec2]| places[..24].to_vec();
        let (formation, rock) = (soldiers(record.last().unwrap()), record[0][24]);
        let middle = |places: &[Vec2]| places.iter().sum::<Vec2>() / places.len() as f32;
        let mut passed = 0;
        for places in record.iter().filter(|places| (middle(places).x - rock.x).abs() < 60.0) {
            passed += 1;
            assert_eq!(places[24], rock);
            assert!(
                slot_error(&soldiers(places), &formation) <= 2.0,
                "{}",
                slot_error(&soldiers(places), &formation)
            );
        }
        assert!(passed > 30);
    }
}

#[test]
fn a_box_that_stands_already_sets_out_at_once() {
    for side in [4, 6] {
        let to = [50.0, 12.0 + (side - 1) as f32 / 3.0];
        let mut sim = march(json!({ "size": [60, 30] }), block(side, side, [8.0, 12.0], 20.0), to, "box");
        let middle = |sim: &Sim| places(sim).iter().sum::<Vec2>() / (side * side) as f32;
        let start = middle(&sim);
        while sim.seconds() < 1.0 {
            sim.tick();
        }
        let gone = middle(&sim).distance(start);
        assert!(gone > 25.0, "box of {}: {gone} px in the first second", side * side);
    }
}

#[test]
fn it_is_built_while_it_sets_out() {
    let units = json!([
        { "kind": "infantry", "team": "red", "block": { "from": [8, 8], "columns": 3, "rows": 3, "spacing": 24 } },
        { "kind": "infantry", "team": "red", "at": [8, 18] },
        { "kind": "infantry", "team": "red", "at": [16, 13] }
    ]);
    let mut sim = march(json!({ "size": [60, 30] }), units, [50.0, 15.0], "box");
    let mut started = None;
    while started.is_none() {
        sim.tick();
        assert!(sim.seconds() < 15.0);
        if let Some(Phase::Formation(formed)) = sim.groups.first().map(|group| &group.phase)
            && !formed.building
        {
            started = Some(places(&sim));
            assert!(formed.lag <= 1.0, "lag {}", formed.lag);
        }
    }
    let record = record(&mut sim, 60.0);
    assert!(slot_error(&started.unwrap(), record.last().unwrap()) < 1.5);
}

#[test]
fn a_member_that_cannot_come_does_not_hold_it_up_for_ever() {
    // The last one is walled in.
    let map = json!({ "tiles": tiles(50, 24, |x, y| (2..5).contains(&x) && (18..21).contains(&y) && (x, y) != (3, 19)) });
    let units = json!([
        { "kind": "infantry", "team": "red", "block": { "from": [6, 8], "columns": 4, "rows": 2, "spacing": 24 } },
        { "kind": "infantry", "team": "red", "at": [3.5, 19.5] }
    ]);
    let mut sim = march(map, units, [42.0, 12.0], "box");
    run(&mut sim, 60.0, |_| {});
    let arrived = look(&sim).iter().filter(|unit| unit.state == State::DestinationReached).count();
    assert!(arrived >= 8, "{arrived} have arrived");
}

#[test]
fn a_box_of_24_through_a_two_tile_gap_comes_out_a_box() {
    let map = json!({ "tiles": tiles(44, 24, |x, y| x == 21 && !(11..13).contains(&y)) });
    let mut sim = march(map, block(6, 4, [4.5, 10.0], 24.0), [36.0, 12.0], "box");
    let record = record(&mut sim, 60.0);
    let formation = record.last().unwrap();
    let open = muster::formation::shapes::layout(FormationShape::Box, 24, 20.0, None).slots;
    let mut rows: Vec<(i32, i32)> =
        formation.iter().map(|place| (place.x.round() as i32, place.y.round() as i32)).collect();
    rows.sort();
    let mut expected: Vec<(i32, i32)> =
        open.iter().map(|slot| (1080 + slot.x.round() as i32, 360 + slot.y.round() as i32)).collect();
    expected.sort();
    assert_eq!(rows, expected);
    // It is whole again on the march, well before it stops.
    let again = record.len() - 60;
    assert!(slot_error(&record[again], formation) <= 2.0);
}

#[test]
fn through_a_gap_a_formation_is_nearly_as_quick_as_a_loose_group() {
    let tiles: Vec<String> = (0..50)
        .map(|row| {
            (0..90).map(|column| if column == 44 && !(24..27).contains(&row) { '#' } else { '.' }).collect()
        })
        .collect();
    for (side, count) in [(4, 16), (6, 36), (8, 64)] {
        let middle = |place: f32| place - (side - 1) as f32 / 3.0;
        let seconds = |shape: &str| {
            let units = block(side, side, [middle(18.0), middle(25.0)], 20.0);
            let mut sim = march(json!({ "tiles": tiles }), units, [70.0, 25.5], shape);
            record(&mut sim, 60.0);
            sim.seconds()
        };
        let loose = seconds("none");
        for shape in ["box", "column", "wedge", "circle"] {
            let seconds = seconds(shape);
            assert!(seconds <= 1.25 * loose, "{shape} of {count}: {seconds} s, loose {loose} s");
        }
    }
}

/// The seconds that `count` take to a place, as a shape and as a loose group.
fn against_loose(map: &serde_json::Value, side: u32, at: [f32; 2], to: [f32; 2], shape: &str) -> [f32; 2] {
    let middle = |place: f32| place - (side - 1) as f32 / 3.0;
    [shape, "none"].map(|shape| {
        let units = block(side, side, [middle(at[0]), middle(at[1])], 20.0);
        let mut sim = march(map.clone(), units, to, shape);
        record(&mut sim, 90.0);
        sim.seconds()
    })
}

#[test]
fn in_the_open_a_formation_of_any_shape_is_there_within_an_eighth_of_a_loose_groups_time() {
    let map = json!({ "size": [90, 50] });
    for side in [4, 6, 10] {
        for shape in ["box", "line", "column", "wedge", "circle"] {
            let [seconds, loose] = against_loose(&map, side, [15.0, 20.0], [75.0, 30.0], shape);
            assert!(seconds <= 1.125 * loose, "{shape} of {}: {seconds} s, loose {loose} s", side * side);
        }
    }
}

#[test]
fn among_scattered_rocks_a_box_is_there_within_an_eighth_of_a_loose_groups_time() {
    // A rock of one tile here and there.
    let is_rock = |x: usize, y: usize| (30..62).contains(&x) && (7 * x + 11 * y).is_multiple_of(61);
    let map = json!({ "tiles": tiles(95, 50, is_rock) });
    for side in [4, 6, 10] {
        let [seconds, loose] = against_loose(&map, side, [15.0, 25.0], [80.0, 25.5], "box");
        assert!(seconds <= 1.125 * loose, "box of {}: {seconds} s, loose {loose} s", side * side);
    }
}

#[test]
fn it_wheels_round_a_corner_and_keeps_its_slots() {
    // A wall that leaves only the way round its right end.
    let map = json!({ "tiles": tiles(40, 40, |x, y| y == 20 && x < 24) });
    let mut sim = march(map, block(5, 5, [5.0, 28.0], 24.0), [6.0, 8.0], "box");
    let record = record(&mut sim, 90.0);
    let formation = record.last().unwrap();
    let errors: Vec<f32> = record.iter().map(|places| slot_error(places, formation)).collect();
    let after_building = &errors[200..errors.len() - 1];
    let worst = after_building.iter().copied().fold(0.0, f32::max);
    assert!(worst <= 6.0, "{worst} px in the turn");
}

#[test]
fn an_about_turn_does_not_cross_it_over() {
    let mut sim = march(json!({ "size": [60, 30] }), block(5, 5, [20.0, 12.0], 20.0), [35.0, 13.0], "box");
    record(&mut sim, 60.0);
    let before = places(&sim);
    let units = (0..25).map(UnitId).collect();
    let (to, manner) = (Vec2::new(400.0, 390.0), Manner::default());
    let command = Command::Move { to, each: false, formation: FormationShape::Box, manner };
    sim.order(Order { units, command, queue: false });
    sim.tick();
    record(&mut sim, 60.0);
    // Everybody keeps its neighbours: the whole box has only been moved.
    assert!(slot_error(&places(&sim), &before) < 1.0);
}

#[test]
fn the_front_that_a_player_drew_is_taken_at_the_end() {
    let level = json!({ "format": 1, "name": "front", "map": { "size": [60, 40] },
        "units": block(6, 4, [5.0, 18.0], 24.0),
        "orders": [{ "who": "all", "do": "move", "to": [40, 20], "formation": "line", "facing": 270, "frontage": 220 }] });
    let mut sim = game(level);
    run(&mut sim, 90.0, |_| {});
    // They turn to the front when they stand.
    (0..30).for_each(|_| sim.tick());
    let units = look(&sim);
    let xs: Vec<i32> = units.iter().map(|unit| unit.position.x.round() as i32).collect();
    assert_eq!(xs.iter().max().unwrap() - xs.iter().min().unwrap(), 220);
    for unit in &units {
        assert!(unit.heading.distance(Vec2::NEG_Y) < 0.01, "{} {:?}", unit.heading, unit.state);
    }
}

#[test]
fn when_the_commander_leaves_the_next_takes_over_and_nobody_stops() {
    let mut sim = march(json!({ "size": [80, 30] }), block(5, 5, [5.0, 12.0], 24.0), [70.0, 15.0], "box");
    while sim.seconds() < 12.0 {
        sim.tick();
    }
    let first = sim.groups[0].commander.unwrap();
    let command = Command::Move {
        to: Vec2::new(300.0, 100.0),
        each: true,
        formation: FormationShape::None,
        manner: Manner::default(),
    };
    sim.order(Order { units: vec![first], command, queue: false });
    let mut stands = [0; 25];
    for _ in 0..60 {
        sim.tick();
        for (id, unit) in look(&sim).into_iter().enumerate() {
            let (speed, time) = (unit.velocity.length(), sim.seconds());
            stands[id] = if speed > 5.0 || id == first.0 as usize { 0 } else { stands[id] + 1 };
            // A step aside for the one who leaves is not a stop.
            assert!(stands[id] < 24, "{id} stands at {time} s, {}", unit.position);
        }
    }
    assert_ne!(sim.groups[0].commander, Some(first));
    run(&mut sim, 60.0, |_| {});
    let units = look(&sim);
    assert!(units.iter().all(|unit| unit.state == State::DestinationReached));
    let next = sim.groups.iter().find_map(|group| group.commander).map(|id| id.0 as usize);
    let others: Vec<Vec2> =
        (0..25).filter(|&id| id != first.0 as usize).map(|id| units[id].position).collect();
    let (low, high) = others.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), &p| (low.min(p), high.max(p)));
    let nearest = others.iter().map(|place| place.distance((low + high) / 2.0)).fold(f32::INFINITY, f32::min);
    assert!(nearest < 2.0, "the ranks have closed: somebody stands in the middle, not {nearest} px off");
    if let Some(next) = next {
        assert!(units[next].position.distance((low + high) / 2.0) < 2.0, "it is the new commander");
    }
}

#[test]
fn a_wall_that_is_built_across_the_way_is_gone_round() {
    let level = json!({ "format": 1, "name": "wall", "map": { "size": [60, 30] },
        "units": block(5, 5, [5.0, 12.0], 24.0),
        "orders": [{ "who": "all", "do": "move", "to": [50, 15], "formation": "box" }],
        "edits": [{ "time": 8, "area": [30, 5, 1, 20], "tile": "#" }] });
    let mut sim = game(level);
    record(&mut sim, 90.0);
    assert!(look(&sim).iter().all(|unit| unit.position.x > 1400.0));
}

#[test]
fn an_arrangement_is_kept_as_it_is_there_and_back_and_to_a_drawn_front() {
    // An L with a gap, of two kinds.
    let at = |x: f32, y: f32, kind: &str| json!({ "kind": kind, "team": "red", "at": [x, y] });
    let units = json!([
        at(10.0, 15.0, "infantry"),
        at(11.2, 15.0, "infantry"),
        at(12.5, 15.1, "siege"),
        at(10.0, 16.3, "infantry"),
        at(10.1, 18.0, "infantry"),
        at(14.0, 18.2, "hero"),
        at(10.0, 13.0, "siege")
    ]);
    let mut sim = march(json!({ "size": [80, 50] }), units, [60.0, 30.0], "as_is");
    let before = places(&sim);
    let record_there = record(&mut sim, 60.0);
    let worst = record_there.iter().map(|places| slot_error(places, &before)).fold(0.0, f32::max);
    assert!(worst <= 4.0, "{worst} px off on the way");
    assert!(slot_error(&places(&sim), &before) < 0.5);
    // Back, and then on the spot to a front that was drawn: nobody changes places with another.
    for (to, facing) in [(Vec2::new(500.0, 500.0), None), (Vec2::new(900.0, 500.0), Some(200.0))] {
        let manner = Manner { facing, ..Manner::default() };
        let formation = FormationShape::AsIs;
        let command = Command::Move { to, each: false, formation, manner };
        sim.order(Order { units: (0..7).map(UnitId).collect(), command, queue: false });
        sim.tick();
        let until = sim.seconds() + 90.0;
        let record = record(&mut sim, until);
        assert!(slot_error(&places(&sim), &before) < 0.5, "{}", slot_error(&places(&sim), &before));
        let nearest = |places: &Vec<Vec2>| {
            let pairs = (0..7).flat_map(|a| (0..a).map(move |b| (a, b)));
            pairs.map(|(a, b)| places[a].distance(places[b])).fold(f32::MAX, f32::min)
        };
        assert!(record.iter().map(nearest).fold(f32::MAX, f32::min) > nearest(&before) - 6.0);
        (0..30).for_each(|_| sim.tick());
        if let Some(degrees) = facing {
            let front = Vec2::from_angle(f32::to_radians(degrees));
            assert!(look(&sim).iter().all(|unit| unit.heading.distance(front) < 0.02));
        }
    }
}
