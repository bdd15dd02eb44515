//! Formations of a hundred and more.

use crate::formation_march::{places, record};
use crate::support::scenes::*;
use glam::Vec2;
use muster::formation::shapes::layout;
use muster::order::FormationShape;
use muster::sim::Sim;
use muster::world::Event;
use serde_json::json;

/// When all who set out in a block are at rest after these orders, each given at a time, s; `block`: its first
/// place, tiles, how many stand abreast and in depth, and how far apart, px.
fn seconds(map: &[String], block: ([f32; 2], u32, f32), shape: &str, orders: &[(f32, [f32; 2])]) -> f32 {
    let (from, side, spacing) = block;
    let units = json!([{ "kind": "infantry", "team": "red",
                         "block": { "from": from, "columns": side, "rows": side, "spacing": spacing } }]);
    let orders: Vec<_> = orders
        .iter()
        .map(|(time, to)| json!({ "time": time, "who": "all", "do": "move", "to": to, "formation": shape }))
        .collect();
    let mut sim = game(json!({ "format": 1, "name": "many", "map": { "tiles": map },
                               "units": units, "orders": orders }));
    record(&mut sim, 120.0);
    sim.seconds()
}

#[test]
fn round_a_corner_with_room_they_go_as_wholes() {
    // Thirteen tiles wide, then twenty-three.
    let map = tiles(64, 44, |x, y| x < 40 && y < 30);
    let time = |shape| seconds(&map, ([7.0, 32.5], 14, 17.0), shape, &[(0.0, [51.0, 10.0])]);
    let loose = time("none");
    for shape in ["box", "column", "circle", "as_is"] {
        let formed = time(shape);
        assert!(formed <= 1.1 * loose, "{shape}: {formed} s, loose {loose} s");
    }
}

#[test]
fn one_that_is_wedged_between_the_others_does_not_keep_all_at_a_crawl() {
    let map = tiles(64, 44, |_, _| false);
    let time =
        |shape| seconds(&map, ([6.0, 16.0], 16, 24.0), shape, &[(0.0, [50.0, 22.0]), (14.0, [30.0, 22.0])]);
    let (loose, formed) = (time("none"), time("wedge"));
    assert!(formed <= 0.9 * loose, "{formed} s, loose {loose} s");
}

#[test]
fn those_who_keep_their_places_change_them_in_a_corridor() {
    // Six tiles wide, fourteen long.
    let map = tiles(64, 44, |x, y| (24..38).contains(&x) && !(19..25).contains(&y));
    let time = |shape| seconds(&map, ([7.0, 18.625], 10, 22.5), shape, &[(0.0, [51.0, 22.0])]);
    let (loose, formed) = (time("none"), time("as_is"));
    assert!(formed <= 1.1 * loose, "{formed} s, loose {loose} s");
}

/// Infantry in ranks of ten, the first one at a place (tiles), which are sent to another in a shape.
fn tens(map: &[String], count: u32, from: [f32; 2], to: [f32; 2], shape: &str) -> Sim {
    game(json!({ "format": 1, "name": "tens", "map": { "tiles": map },
                 "units": [{ "kind": "infantry", "team": "red",
                             "block": { "from": from, "columns": 10, "rows": count / 10, "spacing": 20 } }],
                 "orders": [{ "who": "all", "do": "move", "to": to, "formation": shape }] }))
}

/// How far the worst stands off the slots of a shape in ranks about its own middle that faces east, px.
fn off_its_slots(sim: &Sim, shape: FormationShape) -> f32 {
    let sorted = |mut places: Vec<Vec2>| {
        let rank = |place: &Vec2| (place.x / 10.0).round();
        places.sort_by(|a, b| rank(a).total_cmp(&rank(b)).then(a.y.total_cmp(&b.y)));
        places
    };
    let places = places(sim);
    let slots = sorted(layout(shape, places.len(), 20.0, None).slots);
    let middle = |all: &[Vec2]| all.iter().sum::<Vec2>() / all.len() as f32;
    let shift = middle(&places) - middle(&slots);
    let places = sorted(places.into_iter().map(|place| place - shift).collect());
    places.iter().zip(slots).map(|(place, slot)| place.distance(slot)).fold(0.0, f32::max)
}

#[test]
fn behind_a_door_of_one_tile_they_form_up_however_many_they_are() {
    let door = |deep: usize| tiles(60, 27, move |x, y| (20..20 + deep).contains(&x) && y != 13);
    for (deep, count, shape, name) in [
        (1, 40, FormationShape::Box, "box"),
        (1, 100, FormationShape::Box, "box"),
        (1, 200, FormationShape::Box, "box"),
        (10, 60, FormationShape::Box, "box"),
        (1, 100, FormationShape::Line, "line"),
    ] {
        let map = door(deep);
        let to = [20.0 + deep as f32 + if count > 100 { 11.0 } else { 5.5 }, 13.5];
        let from = [3.3, if count > 100 { 2.3 } else { 5.3 }];
        let run = |shape| {
            let mut sim = tens(&map, count, from, to, shape);
            record(&mut sim, 120.0);
            sim
        };
        let (formed, loose) = (run(name), run("none"));
        let off = off_its_slots(&formed, shape);
        assert!(off <= 6.0, "{count} through {deep} tiles: {off} px off the {name}");
        let line_takes = if shape == FormationShape::Line { 1.4 } else { 1.25 };
        let (seconds, most) = (formed.seconds(), line_takes * loose.seconds());
        assert!(seconds <= most, "{name} of {count} through {deep} tiles: {seconds} s, {most} s at most");
    }
}

#[test]
fn through_a_bent_corridor_of_one_tile_they_come_in_file() {
    let hall = |x: usize, y: usize| {
        (1..20).contains(&x) && (1..26).contains(&y) || (34..59).contains(&x) && (8..33).contains(&y)
    };
    let corridor = |x: usize, y: usize| {
        (20..28).contains(&x) && y == 6 || x == 27 && (6..23).contains(&y) || (27..34).contains(&x) && y == 22
    };
    let map = tiles(60, 34, |x, y| !hall(x, y) && !corridor(x, y));
    let seconds = |shape| {
        let mut sim = tens(&map, 100, [3.3, 4.3], [47.0, 21.5], shape);
        record(&mut sim, 120.0);
        sim.seconds()
    };
    let (formed, loose) = (seconds("box"), seconds("none"));
    assert!(formed <= 1.15 * loose, "{formed} s, loose {loose} s");
}

#[test]
fn where_there_is_no_room_for_a_formation_they_go_loose_and_it_is_said() {
    // A room of three tiles by three at the end of a long corridor.
    let room = |x: usize, y: usize| (50..53).contains(&x) && (12..15).contains(&y);
    let map = tiles(60, 27, |x, y| x >= 20 && !(x < 50 && y == 13) && !room(x, y));
    for (to, is_said) in [([9.5, 20.5], false), ([51.5, 13.5], true)] {
        let mut sim = tens(&map, 40, [3.3, 5.3], to, "box");
        let mut said = false;
        run(&mut sim, 5.0, |sim| {
            said |= sim.events.iter().any(|event| matches!(event, Event::WentLoose(_)));
        });
        assert_eq!(said, is_said, "to {to:?}");
    }
}
