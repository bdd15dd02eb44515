//! Levels written as JSON values, and what is seen of everybody at once.

use glam::Vec2;
use muster::ids::UnitId;
use muster::level::Level;
use muster::sim::Sim;
use muster::unit::*;

/// A level written as JSON (a `serde_json::json!` value).
pub fn level(json: serde_json::Value) -> Level {
    Level::parse(&json.to_string(), "test.json", None).expect("the test's level is sound")
}

/// A game of it on one thread.
pub fn game(json: serde_json::Value) -> Sim {
    super::start(&level(json))
}

/// What one unit is doing, by id.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub position: Vec2,
    pub velocity: Vec2,
    pub heading: Vec2,
    pub state: State,
    pub body: Body,
}

/// Everybody, by id.
pub fn look(sim: &Sim) -> Vec<Seen> {
    let mut all: Vec<(UnitId, Seen)> = sim
        .units
        .query::<(&Unit, &Position, &Velocity, &Heading, &State, &Body)>()
        .iter()
        .map(|(unit, position, velocity, heading, state, body)| {
            let (position, velocity, heading) = (position.0, velocity.0, heading.0);
            (unit.id, Seen { position, velocity, heading, state: *state, body: *body })
        })
        .collect();
    all.sort_by_key(|unit| unit.0);
    all.into_iter().map(|unit| unit.1).collect()
}

/// Runs until everybody is done or the time (s) is over; `watch` sees every tick. Returns when it was over,
/// s.
pub fn run(sim: &mut Sim, seconds: f32, mut watch: impl FnMut(&Sim)) -> f32 {
    while sim.seconds() < seconds && !sim.is_done() {
        sim.tick();
        watch(sim);
    }
    sim.seconds()
}

/// The deepest overlap of two hard circles, px.
pub fn overlap(units: &[Seen]) -> f32 {
    let mut deepest = 0.0f32;
    for (i, a) in units.iter().enumerate() {
        for b in &units[i + 1..] {
            deepest = deepest.max(a.body.radius + b.body.radius - a.position.distance(b.position));
        }
    }
    deepest
}

/// How far places are off a formation that is turned and moved as suits best: the worst, px.
pub fn slot_error(places: &[Vec2], formation: &[Vec2]) -> f32 {
    let mean = |all: &[Vec2]| all.iter().sum::<Vec2>() / all.len() as f32;
    let (here, there) = (mean(places), mean(formation));
    let (mut cos, mut sin) = (0.0, 0.0);
    for (place, slot) in places.iter().zip(formation) {
        cos += (*slot - there).dot(*place - here);
        sin += (*slot - there).perp_dot(*place - here);
    }
    let turn = Vec2::new(cos, sin).normalize_or(Vec2::X);
    let off = |(place, slot): (&Vec2, &Vec2)| (*place - here).distance(turn.rotate(*slot - there));
    places.iter().zip(formation).map(off).fold(0.0, f32::max)
}

/// Rows of ground, `columns` wide, with rock where `is_rock` says.
pub fn tiles(columns: usize, rows: usize, is_rock: impl Fn(usize, usize) -> bool) -> Vec<String> {
    (0..rows)
        .map(|row| (0..columns).map(|column| if is_rock(column, row) { '#' } else { '.' }).collect())
        .collect()
}
