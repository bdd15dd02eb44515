//! Makes `levels/large-map.json`: `cargo run --example large_map > levels/large-map.json`.
//!
//! A country of 512 × 512 tiles. The same source gives the same file: heights come from a hash of the place,
//! and no function is used that machines could round differently.

use serde_json::{Value, json};

/// Side of the map in tiles.
const SIDE: usize = 512;
/// Towns stand near the places of a lattice of so many rows and columns.
const TOWN_ROWS: usize = 3;
/// Radius of a town's wall, tiles.
const WALL: f64 = 15.0;
/// Width of a road, tiles. A host of forty walks it six abreast.
const ROAD: f64 = 5.0;
/// Patches of one tile kind smaller than this are given to their surroundings, so that shapes read well from
/// afar.
const SMALLEST_PATCH: usize = 24;

type Place = (f64, f64);
type Map = Vec<Vec<u8>>;

/// The level as it is committed.
pub fn level_text() -> String {
    let towns = towns();
    let map = map(&towns);
    let rows: Vec<String> = map.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let (units, orders) = hosts(&towns);
    let lines = |values: &[Value], indent: &str| {
        let lines: Vec<String> = values.iter().map(|value| format!("{indent}{value}")).collect();
        lines.join(",\n")
    };
    let rows: Vec<Value> = rows.into_iter().map(Value::String).collect();
    format!(
        "{{\n  \"$schema\": \"level.schema.json\",\n  \"format\": 1,\n  \"name\": \"The great plain\",\n  \
         \"description\": \"A country of 512 × 512 tiles in which nine towns send their hosts to each other: close \
         to four hundred units on long ways over fords, passes and forest roads.\",\n  \
         \"map\": {{\n    \"tiles\": [\n{}\n    ]\n  }},\n  \"units\": [\n{}\n  ],\n  \"orders\": [\n{}\n  ],\n  \
         \"expect\": {}\n}}\n",
        lines(&rows, "      "),
        lines(&units, "    "),
        lines(&orders, "    "),
        json!({ "within": 360, "arrived": 1, "overlap": 0 }),
    )
}

#[allow(dead_code, reason = "the tests include this file as a module")]
fn main() {
    print!("{}", level_text());
}

/// Town centres, tiles, row by row.
fn towns() -> Vec<Place> {
    let step = SIDE as f64 / TOWN_ROWS as f64;
    let places = (0..TOWN_ROWS * TOWN_ROWS).map(|i| {
        let (column, row) = ((i % TOWN_ROWS) as i64, (i / TOWN_ROWS) as i64);
        let jitter = |seed| (hash(column, row, seed) - 0.5) * step * 0.35;
        let (x, y) = ((column as f64 + 0.5) * step + jitter(1), (row as f64 + 0.5) * step + jitter(2));
        (x.floor() + 0.5, y.floor() + 0.5)
    });
    places.collect()
}

/// Mountains and lakes by height, forests by moisture, then rivers, towns and the roads between them.
fn map(towns: &[Place]) -> Map {
    let mut map = vec![vec![b'.'; SIDE]; SIDE];
    for (y, row) in map.iter_mut().enumerate() {
        for (x, tile) in row.iter_mut().enumerate() {
            let (x, y) = (x as f64, y as f64);
            let height = noise(x, y, 90.0, 3) + 0.5 * noise(x, y, 34.0, 4) + 0.2 * noise(x, y, 12.0, 5);
            // Where this noise is near zero it draws long thin lines: crests.
            let crest = (noise(x, y, 120.0, 6) + 0.35 * noise(x, y, 30.0, 7)).abs();
            let moisture = noise(x, y, 55.0, 8) + 0.45 * noise(x, y, 17.0, 9);
            *tile = match () {
                () if height < -0.82 => b'~',
                () if height > -0.25 && crest < 0.13 * (height + 0.4).min(1.0) => b'#',
                () if moisture > 0.42 => b'T',
                () => b'.',
            };
        }
    }
    river(&mut map, (150.0, -10.0), (235.0, 522.0), 7.0, 10);
    river(&mut map, (522.0, 170.0), (205.0, 300.0), 5.0, 11);
    roads(&mut map, towns);
    absorb_patches(&mut map);
    for &town in towns {
        disc(&mut map, town, WALL + 4.0, b'.');
        disc(&mut map, town, WALL, b'#');
        disc(&mut map, town, WALL - 1.5, b'.');
    }
    // Once more: roads make the gates of the walls.
    roads(&mut map, towns);
    map
}

/// Joins each town to those east and south of it.
fn roads(map: &mut Map, towns: &[Place]) {
    for (i, &town) in towns.iter().enumerate() {
        if (i + 1) % TOWN_ROWS != 0 {
            road(map, town, towns[i + 1], 20 + i as u64);
        }
        if let Some(&below) = towns.get(i + TOWN_ROWS) {
            road(map, town, below, 40 + i as u64);
        }
    }
}

/// Each town sends foot, riders and a hero across the country, and its engines to a town next to it.
fn hosts(towns: &[Place]) -> (Vec<Value>, Vec<Value>) {
    let (mut units, mut orders) = (Vec::new(), Vec::new());
    for (i, &(x, y)) in towns.iter().enumerate() {
        let team = ["red", "blue"][i % 2];
        let host = format!("host {i}");
        let engines = format!("engines {i}");
        let block = |kind: &str, group: &str, dx: f64, dy: f64, columns: u32, rows: u32, spacing: u32| {
            json!({ "kind": kind, "team": team, "group": group, "block":
                { "from": [x + dx, y + dy], "columns": columns, "rows": rows, "spacing": spacing } })
        };
        units.push(block("infantry", &host, -3.5, -3.0, 8, 4, 21));
        units.push(block("cavalry", &host, -3.0, 1.0, 6, 1, 30));
        units.push(json!({ "id": format!("hero {i}"), "kind": "hero", "team": team, "group": host,
            "at": [x, y + 3.0] }));
        units.push(block("siege", &engines, -6.0, 7.0, 5, 1, 40));
        // Engines are slow: only to the town below, or above from the last row.
        let (next, aside) = if i + TOWN_ROWS < towns.len() {
            (towns[i + TOWN_ROWS], 7.0)
        } else {
            (towns[i - TOWN_ROWS], -8.0)
        };
        let far = towns[(i + 4) % towns.len()];
        orders.push(json!({ "time": 0, "who": { "group": host }, "do": "move", "to": [far.0, far.1 - 2.0] }));
        orders.push(
            json!({ "time": 0, "who": { "group": engines }, "do": "move", "to": [next.0, next.1 + aside] }),
        );
    }
    (units, orders)
}

/// A river that meanders from one place to another.
fn river(map: &mut Map, from: Place, to: Place, width: f64, seed: u64) {
    meander(from, to, 26.0, seed, |place| disc(map, place, width / 2.0, b'~'));
}

/// A road is cleared of everything; where it meets a river there is a ford.
fn road(map: &mut Map, from: Place, to: Place, seed: u64) {
    meander(from, to, 9.0, seed, |place| disc(map, place, ROAD / 2.0, b'.'));
}

/// Visits places every half tile along a way that sways by up to `sway` tiles and meets both ends.
fn meander(from: Place, to: Place, sway: f64, seed: u64, mut visit: impl FnMut(Place)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    let steps = (length * 2.0) as usize;
    for i in 0..=steps {
        let part = i as f64 / steps as f64;
        let ends = (8.0 * part * (1.0 - part)).min(1.0);
        let aside = ends * sway * 2.0 * noise(part * length, 0.0, 45.0, seed);
        visit((from.0 + dx * part - dy / length * aside, from.1 + dy * part + dx / length * aside));
    }
}

fn disc(map: &mut Map, (x, y): Place, radius: f64, tile: u8) {
    let bounds = |center: f64| {
        let low = (center - radius).floor().max(0.0) as usize;
        low..((center + radius + 1.0).max(0.0) as usize).min(SIDE)
    };
    for row in bounds(y) {
        for column in bounds(x) {
            let (dx, dy) = (column as f64 + 0.5 - x, row as f64 + 0.5 - y);
            if dx * dx + dy * dy <= radius * radius {
                map[row][column] = tile;
            }
        }
    }
}

/// Gives every small patch of equal tiles to the tile kind that most of its rim has.
fn absorb_patches(map: &mut Map) {
    let mut seen = vec![vec![false; SIDE]; SIDE];
    for y in 0..SIDE {
        for x in 0..SIDE {
            if seen[y][x] {
                continue;
            }
            seen[y][x] = true;
            let tile = map[y][x];
            let (mut patch, mut rim) = (vec![(x, y)], Vec::new());
            let mut next = 0;
            while let Some(&(x, y)) = patch.get(next) {
                next += 1;
                let beside = [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))];
                for (x, y) in beside.into_iter().filter(|&(x, y)| x < SIDE && y < SIDE) {
                    if map[y][x] != tile {
                        rim.push(map[y][x]);
                    } else if !std::mem::replace(&mut seen[y][x], true) {
                        patch.push((x, y));
                    }
                }
            }
            let count = |tile: u8| rim.iter().filter(|&&other| other == tile).count();
            if patch.len() < SMALLEST_PATCH
                && let Some(most) = b".#T~".iter().copied().max_by_key(|&tile| count(tile))
            {
                patch.iter().for_each(|&(x, y)| map[y][x] = most);
            }
        }
    }
}

/// Smooth noise in -1..1: the hash at lattice places `scale` tiles apart, blended between them.
fn noise(x: f64, y: f64, scale: f64, seed: u64) -> f64 {
    let (x, y) = (x / scale, y / scale);
    let (column, row) = (x.floor(), y.floor());
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(x - column), ease(y - row));
    let at = |dx: i64, dy: i64| hash(column as i64 + dx, row as i64 + dy, seed);
    let top = at(0, 0) * (1.0 - u) + at(1, 0) * u;
    let bottom = at(0, 1) * (1.0 - u) + at(1, 1) * u;
    (top * (1.0 - v) + bottom * v) * 2.0 - 1.0
}

/// A number in 0..1 for a place (the finaliser of SplitMix64).
fn hash(x: i64, y: i64, seed: u64) -> f64 {
    let mut bits = (x as u64) ^ (y as u64).rotate_left(21) ^ seed.rotate_left(42);
    for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0x9E37_79B9_7F4A_7C15] {
        bits = (bits ^ (bits >> 30)).wrapping_mul(factor);
    }
    ((bits >> 33) & 0xFFFF) as f64 / 65536.0
}
