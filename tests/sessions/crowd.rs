//! A crowd in a session, and what a player might do to it at any tick.

use glam::{Vec2, vec2};
use muster::grid::{Area, Tile};
use muster::ids::UnitId;
use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::order::{Action, Command, FormationShape, Order};
use muster::sim::{Options, Sim};
use serde_json::{Value, json};

/// A level at its start.
pub fn start(level: &Value) -> Sim {
    let level = Level::parse(&level.to_string(), "test.json", None).expect("the level is sound");
    Sim::new(&level, &Options { threads: 1, ..Options::default() })
}

/// Units in a square, so many along each side, sent to a place on a map of 30 × 16 tiles that changes.
pub fn crowd(side: u32, to: [f64; 2], edits: Value) -> Value {
    let units: Vec<Value> = (0..side * side)
        .map(|number| {
            let at = [1.5 + f64::from(number % side), 1.5 + f64::from(number / side)];
            json!({ "id": format!("u{number}"), "kind": "infantry", "team": "red", "at": at })
        })
        .collect();
    json!({ "format": 1, "name": "crowd", "map": { "size": [30, 16] }, "units": units,
        "orders": [{ "who": "all", "do": "move", "to": to }], "edits": edits })
}

/// What else a player might do, given units and a place.
pub type Other = fn(&mut SplitMix, Vec<UnitId>, Vec2) -> Action;

/// An edit, an order to some of the first `count` units, or one of `others`, which are given the units and a
/// place.
pub fn deed(random: &mut SplitMix, count: u64, others: &[Other]) -> Action {
    let mut below = |limit: u64| random.next_bits() % limit;
    let at = vec2(45.0 + below(700) as f32, 45.0 + below(390) as f32);
    let units: Vec<UnitId> = (0..1 + below(8)).map(|_| UnitId(below(count) as u32)).collect();
    let chance = below(6) as usize;
    if chance == 0 {
        let area = Area { column: below(29) as i32, row: below(15) as i32, columns: 2, rows: 1 };
        return Action::Edit { area, tile: [Tile::Rock, Tile::Ground][below(2) as usize] };
    }
    if let Some(other) = others.get(chance - 1) {
        return other(random, units, at);
    }
    let formation = [FormationShape::None, FormationShape::Box][below(2) as usize];
    let command = Command::Move { to: at, each: false, formation, manner: Default::default() };
    Action::Order(Order { units, command, queue: below(3) == 0 })
}
