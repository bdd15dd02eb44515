//! What a level claims of itself, watched while it runs: judged by the same function as `muster verify`.

use crate::level::Level;
use crate::measure::report::Observer;
use crate::measure::verify::{Claim, DEFAULT_SECONDS, claimed_models, claims, positions};
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::ModelName;
use glam::Vec2;

/// Ticks between two judgements.
const EVERY: u64 = 10;
/// Beyond this many units watching would take a frame's time: the card says who judges instead.
const MOST_UNITS: usize = 20_000;

/// A level's claims and how they stand.
pub struct Claims {
    observer: Observer,
    before: Vec<Vec2>,
    limit: u64,
    /// One by one.
    pub list: Vec<Claim>,
    /// Whether the level is over and was judged for good.
    pub is_over: bool,
    /// Whether the player took part: then it is the player's run, not the level's.
    pub is_players: bool,
    /// Whether there are too many units to watch them all beside the game.
    pub is_too_large: bool,
}

impl Claims {
    /// Begins to watch a level that claims something for the model it is run with.
    pub fn new(level: &Level, sim: &Sim, model: ModelName) -> Option<Claims> {
        let expect = level.expect.as_ref()?;
        if !claimed_models(level).contains(&model) {
            return None;
        }
        let is_too_large = sim.len() > MOST_UNITS;
        let seconds = expect.within.map_or(DEFAULT_SECONDS, f64::from);
        let mut observer = Observer::default();
        if !is_too_large {
            observer.observe(sim, None);
        }
        let limit = (seconds * f64::from(TICK_RATE)).ceil() as u64;
        let (list, before) = (Vec::new(), positions(sim));
        Some(Claims { observer, before, limit, list, is_over: false, is_players: false, is_too_large })
    }

    /// Looks at the state after a tick.
    pub fn observe(&mut self, level: &Level, sim: &Sim) {
        if self.is_over || self.is_players || self.is_too_large {
            return;
        }
        self.observer.observe(sim, None);
        self.is_over = sim.ticks() >= self.limit || sim.is_done();
        if self.is_over || sim.ticks().is_multiple_of(EVERY) || self.list.is_empty() {
            let report = self.observer.report(sim, &level.name, level.model.name());
            self.list = claims(level, &report, &self.before, &positions(sim));
        }
    }

    /// When it is judged, simulated s.
    pub fn limit(&self) -> f32 {
        self.limit as f32 / TICK_RATE as f32
    }

    /// Whether all held, once the level is over.
    pub fn held(&self) -> Option<bool> {
        self.is_over.then(|| self.list.iter().all(|claim| claim.holds))
    }
}
