//! Formations of a hundred and more.

use crate::formation_march::record;
use crate::support::scenes::*;
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
