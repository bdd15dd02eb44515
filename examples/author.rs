//! Makes the author's recording of a level with goals: `cargo run --example author -- LEVEL.json ORDERS.json
//! [WHERE.replay]` plays the `orders` and `edits` of the second file, in the level format, as a player would,
//! and writes `LEVEL.replay`, or the third file. The second file may be an older recording of the level
//! instead: it is played on the level as it is now.

use muster::goals::{Judge, Verdict, judge};
use muster::level::Level;
use muster::order::{Action, Order};
use muster::replay::{Recorded, Recorder, Replay};
use muster::sim::{Options, Sim};
use muster::time::TICK_RATE;
use serde_json::Value;
use std::error::Error;
use std::path::Path;

/// A game that has not come to its end after so many ticks does not.
const LONGEST: u64 = 600 * TICK_RATE as u64;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (level_file, orders, to) = match &arguments[..] {
        [level, orders] => (level, orders, Path::new(level).with_extension("replay")),
        [level, orders, to] => (level, orders, to.into()),
        _ => return Err("author LEVEL.json ORDERS.json [WHERE.replay]".into()),
    };
    let level = Level::load(level_file)?;
    let actions = match orders.ends_with(".replay") {
        true => Replay::load(Path::new(orders))?.actions,
        false => scripted(&std::fs::read_to_string(level_file)?, &std::fs::read_to_string(orders)?)?,
    };
    let replay = play(&level, actions)?;
    let outcome = judge(&level, &replay, 1).ok_or("the level has no goals")?;
    replay.save(&to)?;
    println!("{}", serde_json::to_string(&outcome)?);
    Ok(())
}

/// What a file of orders and edits asks for, by tick: read as part of the level, so that its names count.
fn scripted(level: &str, orders: &str) -> Result<Vec<Recorded>, Box<dyn Error>> {
    let (mut level, orders): (Value, Value) = (serde_json::from_str(level)?, serde_json::from_str(orders)?);
    for key in ["orders", "edits"] {
        level[key] = orders.get(key).cloned().unwrap_or(Value::Array(Vec::new()));
    }
    let level = Level::parse(&level.to_string(), "the orders", None)?;
    let tick = |time: f32| (f64::from(time) * f64::from(TICK_RATE)).ceil() as u64;
    let edits = level.edits.iter().map(|edit| {
        let action = Action::Edit { area: edit.area, tile: edit.tile };
        Recorded { tick: tick(edit.time), action }
    });
    let orders = level.orders.iter();
    let orders = orders
        .map(|timed| Recorded { tick: tick(timed.time), action: Action::Order(Order::clone(&timed.order)) });
    let mut actions: Vec<Recorded> = edits.chain(orders).collect();
    actions.sort_by_key(|recorded| recorded.tick);
    Ok(actions)
}

/// Plays until the goals are decided.
fn play(level: &Level, actions: Vec<Recorded>) -> Result<Replay, Box<dyn Error>> {
    let mut sim = Sim::new(level, &Options { threads: 1, ..Options::default() });
    let mut recorder = Recorder::new(level, None, &sim);
    let mut judge = Judge::new(level).ok_or("the level has no goals")?;
    while *judge.verdict() == Verdict::Open && sim.ticks() < LONGEST {
        let now = sim.ticks();
        let due = actions.iter().filter(|recorded| recorded.tick == now);
        due.for_each(|recorded| sim.act(recorded.action.clone()));
        sim.tick();
        recorder.observe(&sim);
        judge.observe(&sim);
    }
    Ok(recorder.replay(&sim))
}
