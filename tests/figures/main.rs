//! The figures of the articles, each on its shipped level.

mod article_000;
mod article_001;
mod article_002;
mod article_003;
mod article_004;
mod continuum;
mod every_model;

use glam::Vec2;
use muster::geometry::{Collider, gap};
use muster::ids::UnitId;
use muster::level::Level;
use muster::movement::Setting;
use muster::movement::tuning::parameters_of;
use muster::sim::{Options, Sim};
use muster::time::TICK_RATE;
use muster::unit::{Body, Front, ModelName, Position, State, Velocity};

/// A shipped level.
fn level(name: &str) -> Level {
    let path = format!("{}/levels/{name}.json", env!("CARGO_MANIFEST_DIR"));
    Level::load(path).unwrap_or_else(|errors| panic!("{name}: {errors}"))
}

/// A shipped level with its own models.
fn game(name: &str) -> Sim {
    Sim::new(&level(name), &Options::default())
}

/// A shipped level with one parameter of a model set otherwise.
fn game_with(name: &str, model: ModelName, parameter: &str, value: f32) -> Sim {
    let known = parameters_of(model);
    let index = known.iter().position(|known| known.name == parameter).expect("the model has this parameter");
    let mut level = level(name);
    level.set(&[Setting::new(model, index, value).expect("it is in its range")]);
    Sim::new(&level, &Options::default())
}

/// A shipped level, moved by one model throughout.
fn game_by(name: &str, model: ModelName) -> Sim {
    Sim::new(&level(name), &Options { model: Some(model), threads: 1 })
}

fn unit(sim: &Sim, name: &str) -> UnitId {
    UnitId(sim.names.iter().position(|known| known == name).expect("the level has this unit") as u32)
}

fn place(sim: &Sim, id: UnitId) -> Vec2 {
    sim.units.get::<&Position>(sim.entity(id).expect("it lives")).expect("it has a place").0
}

/// Where a unit will be when its queue of promises has been walked.
fn front(sim: &Sim, id: UnitId) -> Vec2 {
    sim.units.get::<&Front>(sim.entity(id).expect("it lives")).expect("it has one").position
}

fn velocity(sim: &Sim, id: UnitId) -> Vec2 {
    sim.units.get::<&Velocity>(sim.entity(id).expect("it lives")).expect("it has one").0
}

fn state(sim: &Sim, id: UnitId) -> State {
    *sim.units.get::<&State>(sim.entity(id).expect("it lives")).expect("it has a state")
}

fn ids(sim: &Sim) -> impl Iterator<Item = UnitId> + use<> {
    (0..sim.len() as u32).map(UnitId)
}

/// Runs for some seconds and calls `look` after every tick.
fn run(sim: &mut Sim, seconds: f32, mut look: impl FnMut(&Sim)) {
    for _ in 0..(seconds * TICK_RATE as f32) as u32 {
        sim.tick();
        look(sim);
    }
}

/// Runs until everybody rests; the seconds that it took, or `None` after `limit` seconds.
fn seconds_until_done(sim: &mut Sim, limit: f32) -> Option<f32> {
    for _ in 0..(limit * TICK_RATE as f32) as u32 {
        sim.tick();
        if sim.is_done() {
            return Some(sim.seconds());
        }
    }
    None
}

fn bodies(sim: &Sim) -> Vec<(Vec2, Collider)> {
    ids(sim)
        .map(|id| {
            let entity = sim.entity(id).expect("it lives");
            (place(sim, id), sim.units.get::<&Body>(entity).expect("it has a body").collider())
        })
        .collect()
}

/// The deepest overlap of two units, px; 0 if none.
fn deepest_overlap(sim: &Sim) -> f32 {
    let bodies = bodies(sim);
    let mut deepest = 0.0_f32;
    for (i, &(a, body)) in bodies.iter().enumerate() {
        for &(b, other) in &bodies[..i] {
            deepest = deepest.max(-gap(body, other, a - b));
        }
    }
    deepest
}

/// Panics if somebody is in a wall, in a standing obstacle or off the map.
fn assert_nobody_is_in_a_wall(sim: &Sim) {
    for (id, (at, body)) in bodies(sim).into_iter().enumerate() {
        assert!(sim.grid.is_free(at, body), "unit {id} is in a wall at {at}, tick {}", sim.ticks());
        for obstacle in sim.obstacles.iter().filter(|obstacle| obstacle.is_still()) {
            let room = gap(body, obstacle.collider(), at - obstacle.position);
            assert!(room >= 0.0, "unit {id} is {room} px in an obstacle at {at}, tick {}", sim.ticks());
        }
    }
}
