//! Whoever rests stands: small crowded maps come to rest, however orders and enemies bar each other's ways.
//!
//! `cargo test --test behaviour whoever_rests` plays [`SEEDS`].
//! `MUSTER_SEEDS=0..5000 cargo test --test behaviour whoever_rests` plays those instead. What does not hold
//! is told with its seed; `MUSTER_SEEDS=7..8` plays one again, and its level is left as `crowded/7.json` in
//! the folder that the message names.

use crate::support::*;
use glam::Vec2;
use muster::ids::UnitId;
use muster::level::Level;
use muster::time::TICK_RATE;
use muster::unit::{Front, Memory, Position, Post, State, Unit, Velocity};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;

/// The seeds that are played unless told.
const SEEDS: Range<u64> = 0..60;
/// Everybody stands this long after the last order at the latest, s.
const AT_REST: f32 = 180.0;
/// The last order comes by then, s.
const LAST_ORDER: usize = 8;

/// A map of 8 to 12 tiles a side with scattered rocks, now and then a wall with one gap, and a unit on every
/// fifth tile or so; of two teams that may be enemies; under orders of all sorts to some of them.
fn crowded(seed: u64) -> Value {
    let mut numbers = Numbers(seed.wrapping_mul(0x2545_F491_4F6C_DD1D));
    let (columns, rows) = (8 + numbers.below(5), 8 + numbers.below(5));
    let mut rock = vec![vec![false; columns]; rows];
    for _ in 0..numbers.below(columns * rows / 6) {
        rock[numbers.below(rows)][numbers.below(columns)] = true;
    }
    if numbers.chance(0.3) {
        let (wall, gap) = (2 + numbers.below(rows - 4), numbers.below(columns));
        (0..columns).for_each(|column| rock[wall][column] = column != gap);
    }
    let tiles: Vec<String> =
        rock.iter().map(|row| row.iter().map(|&is| if is { '#' } else { '.' }).collect()).collect();
    let ground = (0..rows * columns).filter(|tile| !rock[tile / columns][tile % columns]);
    let mut ground: Vec<[f64; 2]> =
        ground.map(|tile| [(tile % columns) as f64 + 0.5, (tile / columns) as f64 + 0.5]).collect();
    for last in (1..ground.len()).rev() {
        ground.swap(last, numbers.below(last + 1));
    }
    let count = (15 + numbers.below(16)).min(ground.len() - 3);
    let kinds = ["infantry", "infantry", "cavalry", "hero", "siege"];
    let kinds = &kinds[..4 + numbers.below(2)];
    let units: Vec<Value> = (0..count)
        .map(|unit| {
            let team = numbers.pick(&["red", "blue"]);
            json!({ "id": format!("u{unit}"), "kind": numbers.pick(kinds), "team": team, "at": ground[unit] })
        })
        .collect();
    let mut orders: Vec<Value> =
        (0..2 + numbers.below(10)).map(|_| order(&mut numbers, count, &ground)).collect();
    orders.sort_by_key(|order| order["time"].as_u64());
    let enemies = if numbers.chance(0.5) { json!(["blue"]) } else { json!([]) };
    json!({ "format": 1, "name": format!("Crowded {seed}"), "map": { "tiles": tiles }, "units": units,
        "teams": [{ "name": "red", "color": "#d0413a", "enemies": enemies }, { "name": "blue", "color": "#3a6fd0" }],
        "orders": orders })
}

/// A move, seldom another order, for one unit or some, of `count`.
fn order(numbers: &mut Numbers, count: usize, ground: &[[f64; 2]]) -> Value {
    let mut who: Vec<String> = (0..count).map(|unit| format!("u{unit}")).collect();
    let few = numbers.pick(&[1, 1, 1, 2, 4, 8]);
    while who.len() > few {
        who.swap_remove(numbers.below(who.len()));
    }
    let time = numbers.pick(&[0, 0, 1, 3, 4, LAST_ORDER]);
    match numbers.below(10) {
        0 => json!({ "time": time, "who": who, "do": "hold" }),
        1 => json!({ "time": time, "who": who, "do": "stop" }),
        _ => {
            let mut order = json!({ "time": time, "who": who, "do": "move", "to": numbers.pick(ground) });
            match numbers.below(7) {
                0 => order["each"] = json!(true),
                1 => order["formation"] = json!(numbers.pick(&["box", "line"])),
                _ => {}
            }
            order
        }
    }
}

fn places(sim: &muster::sim::Sim) -> Vec<Vec2> {
    let mut places = vec![Vec2::ZERO; sim.names.len()];
    for (unit, position) in sim.units.query::<(&Unit, &Position)>().iter() {
        places[unit.id.0 as usize] = position.0;
    }
    places
}

/// A unit in a state of rest that moves faster than this, px/s, is not at rest.
const STANDS: f32 = 1.0;
/// Ticks for which one may do so without being pushed.
const AT_ONCE: u32 = 5 * TICK_RATE;

/// Counts for how long each unit, by id, has moved in a state of rest without being pushed.
fn count_restless(sim: &muster::sim::Sim, counts: &mut [u32]) {
    type Columns<'a> = (&'a Unit, &'a State, &'a Position, &'a Velocity, &'a Front, &'a Post, &'a Memory);
    let mut units = sim.units.query::<Columns>();
    for (unit, state, position, velocity, front, post, memory) in units.iter() {
        let rests = !state.shown(position, front, post, memory).is_under_way();
        let moves = rests && memory.pushed_ago > 0 && velocity.0.length() > STANDS;
        let count = &mut counts[unit.id.0 as usize];
        *count = if moves { *count + 1 } else { 0 };
    }
}

/// Plays a level until everybody has to rest, and ten seconds on; says who moves meanwhile. Who gave up may
/// look again before that.
fn restless(level: &Level) -> Vec<String> {
    let mut sim = start(level);
    let mut guard = Guard::default();
    let most = (AT_REST * TICK_RATE as f32) as u64 + LAST_ORDER as u64 * u64::from(TICK_RATE);
    let mut counts = vec![0; sim.names.len()];
    let mut restless = None;
    while sim.ticks() < most {
        sim.tick();
        guard.look(&sim);
        count_restless(&sim, &mut counts);
        if let Some(id) = counts.iter().position(|&count| count > AT_ONCE) {
            let since = format!(
                "{} moves at rest without being pushed at {} s",
                &sim.names[UnitId(id as u32)],
                sim.seconds()
            );
            restless.get_or_insert(since);
        }
    }
    let before = places(&sim);
    for _ in 0..10 * TICK_RATE {
        sim.tick();
        guard.look(&sim);
    }
    let moves = |(id, place): (usize, &Vec2)| {
        let by = place.distance(before[id]);
        (by > 1.0).then(|| format!("{} moved by {by:.1} px to {place}", &sim.names[UnitId(id as u32)]))
    };
    guard.judge(&sim);
    let late = (!sim.is_done()).then(|| format!("not done after {:.0} s", sim.seconds()));
    places(&sim).iter().enumerate().filter_map(moves).chain(late).chain(restless).collect()
}

#[test]
fn in_small_crowded_maps_everybody_comes_to_rest_and_stands() {
    let mut told = Vec::new();
    for seed in seeds(SEEDS) {
        let text = crowded(seed).to_string();
        let level =
            Level::parse(&text, "crowded.json", None).unwrap_or_else(|errors| panic!("{seed}: {errors}"));
        let restless = restless(&level);
        if !restless.is_empty() {
            let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crowded").join(format!("{seed}.json"));
            std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("it can be written");
            std::fs::write(&file, text).expect("the target folder can be written");
            told.push(format!("seed {seed}: {}\n    {}", restless.join(", "), file.display()));
        }
    }
    assert!(told.is_empty(), "{} of {} maps:\n{}", told.len(), seeds(SEEDS).count(), told.join("\n"));
}
