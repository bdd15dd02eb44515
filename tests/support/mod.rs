//! What the tests of behaviour share: levels from a few lines, and looks at units by name.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod scenes;

use glam::Vec2;
use muster::ids::UnitId;
use muster::level::Level;
use muster::measure::report::Observer;
use muster::measure::{Report, RunOptions, run};
use muster::order::{Command, FormationShape, Manner, Order};
use muster::sim::{Options, Sim};
use muster::time::{DT, TICK_RATE};
use muster::unit::{Body, Journey, Position, State, Unit, Velocity};
use std::path::{Path, PathBuf};

/// A level of the given keys, beside `format` and `name`.
pub fn level(keys: &str) -> Level {
    let text = format!(r#"{{ "format": 1, "name": "test", {keys} }}"#);
    Level::parse(&text, "test.json", None).unwrap_or_else(|errors| panic!("{errors}"))
}

/// A shipped level, by the name of its file.
pub fn shipped(name: &str) -> Level {
    let file = levels_folder().join(name).with_extension("json");
    Level::load(file).unwrap_or_else(|errors| panic!("{errors}"))
}

pub fn levels_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels")
}

/// The game at its start, on one thread.
pub fn start(level: &Level) -> Sim {
    Sim::new(level, &Options { threads: 1, ..Options::default() })
}

/// Runs a level to its end, or for so many seconds at most, and measures it.
pub fn report(level: &Level, seconds: f64) -> Report {
    let options = RunOptions { sim: Options { threads: 1, ..Options::default() }, seconds };
    run::<std::io::Sink>(level, &options, None, |_| ()).expect("nothing is written").report
}

/// Ticks a game for so many seconds.
pub fn advance(sim: &mut Sim, seconds: f32) {
    for _ in 0..(seconds * TICK_RATE as f32).round() as u32 {
        sim.tick();
    }
}

/// Ticks a game until a unit is in a state; panics where that takes longer than `seconds`. Returns the
/// seconds taken.
pub fn advance_until(sim: &mut Sim, name: &str, state: State, seconds: f32) -> f32 {
    let start = sim.seconds();
    while state_of(sim, name) != state {
        assert!(
            sim.seconds() - start < seconds,
            "{name} is {:?} at {} after {seconds} s, not {state:?}",
            state_of(sim, name),
            place_of(sim, name)
        );
        sim.tick();
    }
    // The state is that of the newest promise; the body gets there a queue later.
    while state == State::DestinationReached && velocity_of(sim, name) != Vec2::ZERO {
        sim.tick();
    }
    sim.seconds() - start
}

/// What holds at every tick, whatever happens: nobody overlaps, nobody is in a wall, nobody is faster than
/// its kind.
#[derive(Default)]
pub struct Guard {
    observer: Observer,
    before: Vec<Vec2>,
}

impl Guard {
    /// Looks after a tick.
    pub fn look(&mut self, sim: &Sim) {
        self.observer.observe(sim, None);
        self.before.resize(sim.names.len(), Vec2::NAN);
        for (unit, position, body) in sim.units.query::<(&Unit, &Position, &Body)>().iter() {
            let before = &mut self.before[unit.id.0 as usize];
            let step = position.0.distance(*before);
            assert!(
                before.is_nan() || step <= body.speed * DT + 0.01,
                "{} went {step} px in tick {}, at most {} are allowed",
                &sim.names[unit.id],
                sim.ticks(),
                body.speed * DT
            );
            *before = position.0;
        }
    }

    /// Panics where somebody overlapped or was in a wall.
    pub fn judge(&mut self, sim: &Sim) -> Report {
        let report = self.observer.report(sim, "test", "test");
        assert!(report.wall_depth <= 0.01, "somebody was {} px in a wall", report.wall_depth);
        assert!(report.overlap.max_depth <= 0.01, "an overlap of {} px", report.overlap.max_depth);
        report
    }
}

pub fn id_of(sim: &Sim, name: &str) -> UnitId {
    let index = sim.names.iter().position(|other| other == name);
    UnitId(index.unwrap_or_else(|| panic!("no unit is called {name}")) as u32)
}

pub fn place_of(sim: &Sim, name: &str) -> Vec2 {
    let entity = sim.entity(id_of(sim, name)).expect("it lives");
    sim.units.get::<&Position>(entity).expect("every unit has a position").0
}

pub fn state_of(sim: &Sim, name: &str) -> State {
    let entity = sim.entity(id_of(sim, name)).expect("it lives");
    *sim.units.get::<&State>(entity).expect("every unit has a state")
}

pub fn velocity_of(sim: &Sim, name: &str) -> Vec2 {
    let entity = sim.entity(id_of(sim, name)).expect("it lives");
    sim.units.get::<&Velocity>(entity).expect("every unit has a velocity").0
}

pub fn journey_of(sim: &Sim, name: &str) -> Journey {
    let entity = sim.entity(id_of(sim, name)).expect("it lives");
    *sim.units.get::<&Journey>(entity).expect("every unit has a journey")
}

/// Gives an order to one unit, at the start of the next tick.
pub fn order(sim: &mut Sim, name: &str, command: Command, queue: bool) {
    let units = vec![id_of(sim, name)];
    sim.order(Order { units, command, queue });
}

/// The command to go to a place given in tiles.
pub fn go(x: f32, y: f32) -> Command {
    let to = Vec2::new(x, y) * muster::grid::TILE;
    Command::Move { to, each: false, formation: FormationShape::None, manner: Manner::default() }
}

/// A small source of numbers that look random (SplitMix64).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number in `low..high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (self.bits() >> 40) as f32 / (1 << 24) as f32 * (high - low)
    }

    /// A whole number in `0..count`, 0 where `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }

    /// `true` this share of the times.
    pub fn chance(&mut self, share: f32) -> bool {
        self.between(0.0, 1.0) < share
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The seeds that `MUSTER_SEEDS` names as `FROM..TO`, else these.
pub fn seeds(usual: std::ops::Range<u64>) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("MUSTER_SEEDS") else { return usual };
    let range = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    range.unwrap_or_else(|| panic!("MUSTER_SEEDS is FROM..TO, such as 0..5000, not {text:?}"))
}
