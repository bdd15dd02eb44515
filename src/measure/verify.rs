//! Holds levels to what they claim of themselves.
//!
//! # Source
//! The idea of shifted starts is that of Warzone 2100's movement benchmark,
//! <https://github.com/Warzone2100/warzone2100/pull/5042>, 2026-08-28: no claim should hang on one lucky
//! start.

use crate::level::Level;
use crate::measure::report::Report;
use crate::measure::run::{Ran, RunOptions, run};
use crate::sim::{Options, Sim};
use crate::unit::{ModelName, Position, Unit};
use glam::Vec2;
use std::io::Sink;

/// How long a level is run that does not say, simulated seconds.
pub const DEFAULT_SECONDS: f64 = 60.0;
/// Units count as home within this distance of their start, px.
const HOME: f32 = 1.0;
/// The greatest shift of a start along each axis, px. Small beside a tile, so that the scene stays what it
/// is.
const SHIFT: f32 = 1.0;

/// What a run of a level came to.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The model it was run with.
    pub model: ModelName,
    /// The number of the shift, 0 for the level as it is.
    pub shift: usize,
    /// What fell short, in words; empty when all held.
    pub shortfalls: Vec<String>,
    /// Figures of the run.
    pub report: Report,
}

/// The models that a level's claims are made for.
pub fn claimed_models(level: &Level) -> Vec<ModelName> {
    match &level.expect {
        Some(expect) if !expect.models.is_empty() => expect.models.clone(),
        _ => vec![level.model],
    }
}

/// Runs a level, all starts moved by shift number `shift`, twice, and holds it to its claims. A level without
/// claims is held to what everything is held to: nobody in a wall, and the same hash twice.
pub fn verify(level: &Level, model: ModelName, shift: usize) -> Verified {
    let shifted = shifted(level, shift);
    let (Ran { report, .. }, claims) = run_and_claim(&shifted, model, 1);
    let again = run_and_claim(&shifted, model, 2).0.report;
    let mut shortfalls = Vec::new();
    if report.state_hash != again.state_hash {
        shortfalls
            .push(format!("two runs differ: state hash {} and {}", report.state_hash, again.state_hash));
    }
    shortfalls.extend(claims.into_iter().filter(|claim| !claim.holds).map(|claim| claim.text));
    Verified { model, shift, shortfalls, report }
}

/// How long a level is run, simulated seconds.
pub(super) fn within(level: &Level) -> f64 {
    level.expect.as_ref().and_then(|expect| expect.within).map_or(DEFAULT_SECONDS, f64::from)
}

/// Runs a level with a model, at most as long as its claims are given, and says how they stand then.
pub fn run_and_claim(level: &Level, model: ModelName, threads: usize) -> (Ran, Vec<Claim>) {
    // The level's own model leaves units that name another with theirs.
    let sim = Options { model: (model != level.model).then_some(model), threads };
    let before = positions(&Sim::new(level, &sim));
    let ran = run::<Sink>(level, &RunOptions { sim, seconds: within(level) }, None, |_| ())
        .expect("without a trace nothing is written");
    let claims = claims(level, &ran.report, &before, &positions(&ran.sim));
    (ran, claims)
}

/// In which way a level can fall short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The program ends in a fault.
    Panic,
    /// Somebody is in a wall.
    Wall,
    /// Somebody is in a moving obstacle.
    Obstacle,
    /// Bodies overlap.
    Overlap,
    /// Not all arrive who should.
    Arrival,
    /// They do not arrive together.
    Together,
    /// Somebody is not back home.
    Home,
}

/// Something that a level claims of itself, or that holds everywhere, and how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What it would be if it did not hold.
    pub fault: Fault,
    /// How it stands, in words.
    pub text: String,
    /// Whether it holds as things are.
    pub holds: bool,
    /// Whether time can no longer mend it.
    pub is_final: bool,
}

impl Claim {
    fn new(fault: Fault, holds: bool, text: String) -> Claim {
        Claim { fault, text, holds, is_final: false }
    }

    fn never_again(fault: Fault, holds: bool, text: String) -> Claim {
        Claim { fault, text, holds, is_final: !holds }
    }
}

/// How the claims of a level stand. `before` and `now` are the [`positions`] at the start and now.
pub fn claims(level: &Level, report: &Report, before: &[Vec2], now: &[Vec2]) -> Vec<Claim> {
    let mut claims = Vec::new();
    let depth = report.wall_depth;
    if depth > 0.01 {
        claims.push(Claim::never_again(
            Fault::Wall,
            false,
            format!("somebody was {depth:.3} px deep in a wall"),
        ));
    }
    let depth = report.obstacle_depth;
    if depth > 0.01 {
        claims.push(Claim::never_again(
            Fault::Obstacle,
            false,
            format!("somebody was {depth:.3} px deep in a moving obstacle"),
        ));
    }
    let Some(expect) = &level.expect else { return claims };
    if let Some(fraction) = expect.arrived {
        let wanted = (fraction * report.ordered as f32).ceil() as usize;
        let text = match report.ordered {
            0 => "nobody has been sent yet".to_owned(),
            ordered => format!("{} of {ordered} arrived, {wanted} expected", report.arrived),
        };
        // Of nobody all have arrived: that is no claim that holds.
        claims.push(Claim::new(Fault::Arrival, report.ordered > 0 && report.arrived >= wanted, text));
    }
    if let Some(most) = expect.overlap {
        let depth = report.overlap.max_depth;
        claims.push(Claim::never_again(
            Fault::Overlap,
            depth <= most + 0.01,
            format!("overlap of {depth:.3} px, {most} allowed"),
        ));
    }
    if let Some(most) = expect.together {
        claims.push(match report.arrival_spread {
            Some(spread) => Claim::new(
                Fault::Together,
                spread <= f64::from(most),
                format!("{spread:.2} s between arrivals, {most} allowed"),
            ),
            None => Claim::new(Fault::Together, false, "nobody arrived".to_owned()),
        });
    }
    for &unit in &expect.home {
        let away = now[unit].distance(before[unit]);
        let text = format!("{} is {away:.2} px from home", level.units[unit].name);
        claims.push(Claim::new(Fault::Home, away <= HOME, text));
    }
    claims
}

/// Where everybody is, by id.
pub fn positions(sim: &Sim) -> Vec<Vec2> {
    let mut places = vec![Vec2::ZERO; sim.names.len()];
    for (unit, position) in sim.units.query::<(&Unit, &Position)>().iter() {
        places[unit.id.0 as usize] = position.0;
    }
    places
}

/// The level with every start moved by shift number `shift`: 0 moves nothing, the others are spread evenly
/// over a square of ±1 px (an additive sequence of the plastic number).
pub fn shifted(level: &Level, shift: usize) -> Level {
    let mut level = level.clone();
    if shift == 0 {
        return level;
    }
    let spread = |factor: f64| ((shift as f64 * factor + 0.5).fract() * 2.0 - 1.0) as f32 * SHIFT;
    let by = Vec2::new(spread(0.754_877_666_246_693), spread(0.569_840_290_998_053));
    // All move alike, so that nobody is shifted into a neighbour; where walls are near, less or along one
    // axis.
    let fits = |by: Vec2| {
        level.units.iter().all(|unit| {
            let kind = &level.kinds[unit.kind];
            level.grid.is_free(unit.at + by, kind.body.collider())
        })
    };
    let tries = [by, by * 0.25, Vec2::new(by.x, 0.0), Vec2::new(0.0, by.y), by * 0.0625];
    if let Some(by) = tries.into_iter().find(|&by| fits(by)) {
        level.units.iter_mut().for_each(|unit| unit.at += by);
    }
    level
}
