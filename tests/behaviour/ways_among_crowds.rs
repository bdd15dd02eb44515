//! Ways that know of crowds (`predictive.crowds`).

use crate::support::*;
use muster::level::Level;
use muster::sim::{Options, Sim};

/// A hall with a wall at column 24 and doors two tiles wide at these rows; a block of infantry is sent
/// through.
fn hall(doors: &[usize], (columns, rows): (u32, u32), crowds: bool) -> Level {
    let row = |y: usize| {
        let wall = if doors.contains(&y) || doors.contains(&(y.max(1) - 1)) { "." } else { "#" };
        format!("\"{}{wall}{}\"", ".".repeat(24), ".".repeat(20))
    };
    let tiles: Vec<String> = (0..36).map(row).collect();
    level(&format!(
        r#""parameters": {{ "predictive": {{ "crowds": {crowds} }} }}, "map": {{ "tiles": [{}] }},
           "units": [{{ "kind": "infantry", "team": "red",
                        "block": {{ "from": [2, 2], "columns": {columns}, "rows": {rows}, "spacing": 20 }} }}],
           "orders": [{{ "who": "all", "do": "move", "to": [36, 10] }}]"#,
        tiles.join(",")
    ))
}

/// Runs a game until nobody is under way, for so many seconds at most: when that was, and how many came
/// through the wall below the row.
fn through(level: &Level, row: f32, seconds: f32) -> (f32, usize) {
    let mut sim = start(level);
    let mut below = vec![false; sim.len()];
    let mut before: Vec<_> = positions(&sim);
    while !sim.is_done() && sim.seconds() < seconds {
        sim.tick();
        let now = positions(&sim);
        for ((below, before), now) in below.iter_mut().zip(&before).zip(&now) {
            *below |= before.x < 735.0 && now.x >= 735.0 && now.y > row * 30.0;
        }
        before = now;
    }
    (sim.seconds(), below.into_iter().filter(|&below| below).count())
}

fn positions(sim: &Sim) -> Vec<glam::Vec2> {
    use muster::ids::UnitId;
    use muster::unit::Position;
    let place = |id: u32| {
        let unit = sim.entity(UnitId(id)).expect("it lives");
        sim.units.get::<&Position>(unit).expect("it has a place").0
    };
    (0..sim.len() as u32).map(place).collect()
}

#[test]
fn a_crowd_at_a_door_takes_the_second_one_and_all_are_through_sooner() {
    let (without, nobody) = through(&hall(&[8, 28], (20, 20), false), 20.0, 150.0);
    let (with, many) = through(&hall(&[8, 28], (20, 20), true), 20.0, 150.0);
    assert_eq!(nobody, 0);
    assert!(many >= 60 && with < 0.95 * without, "{many} by the far door: {with} s instead of {without} s");
}

#[test]
fn nobody_goes_round_where_waiting_is_shorter() {
    // Alone there is nothing to wait for, and a few are through before anybody were at the other door.
    for block in [(1, 1), (4, 3)] {
        assert_eq!(through(&hall(&[8, 33], block, true), 20.0, 60.0).1, 0, "{block:?}");
    }
}

#[test]
fn ways_among_crowds_are_the_same_on_one_thread_and_on_eight() {
    let level = hall(&[8, 28], (20, 20), true);
    let hash = |threads| {
        let mut sim = Sim::new(&level, &Options { threads, ..Options::default() });
        advance(&mut sim, 25.0);
        assert!(sim.counters.replans > 20);
        sim.state_hash()
    };
    assert_eq!(hash(1), hash(8));
}
