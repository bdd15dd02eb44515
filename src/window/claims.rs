//! What a level claims of itself, watched while it runs: judged by the same function as `muster verify`.

use crate::history::Kept;
use crate::level::Level;
use crate::measure::report::Observer;
use crate::measure::verify::{Claim, DEFAULT_SECONDS, claimed_models, claims, positions};
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::ModelName;
use glam::Vec2;
use std::sync::Arc;

/// Ticks between two judgements.
const EVERY: u64 = 10;
/// Beyond this many units watching would take a frame's time: the card says who judges instead.
const MAX_UNITS: usize = 20_000;

/// A level's claims and how they stand.
pub struct JudgedClaims {
    before: Vec<Vec2>,
    limit: u64,
    now: Watched,
    kept: Kept<Watched>,
    /// Whether there are too many units to watch them all beside the game.
    pub is_too_large: bool,
}

/// What is known at a moment.
#[derive(Clone, Default)]
struct Watched {
    observer: Observer,
    list: Vec<Claim>,
    is_over: bool,
    is_players: bool,
}

impl JudgedClaims {
    /// Begins to watch a level that claims something for the model it is run with.
    pub fn new(level: &Level, sim: &Sim, model: ModelName) -> Option<JudgedClaims> {
        let expect = level.expect.as_ref()?;
        if !claimed_models(level).contains(&model) {
            return None;
        }
        let is_too_large = sim.len() > MAX_UNITS;
        let seconds = expect.within.map_or(DEFAULT_SECONDS, f64::from);
        let limit = (seconds * f64::from(TICK_RATE)).ceil() as u64;
        let (before, now) = (positions(sim), Watched::default());
        let mut claims = JudgedClaims { before, limit, now, kept: Kept::default(), is_too_large };
        claims.begin(sim);
        Some(claims)
    }

    fn begin(&mut self, sim: &Sim) {
        self.now = Watched { is_players: !sim.actions().is_empty(), ..Watched::default() };
        if !self.is_too_large {
            self.now.observer.observe(sim, None);
        }
    }

    /// Looks at the state after a tick; `keyframe`: that of this tick, if there is one.
    pub fn observe(&mut self, level: &Level, sim: &Sim, keyframe: Option<&Arc<Sim>>) {
        self.now.is_players = !sim.actions().is_empty();
        if !self.now.is_over && !self.now.is_players && !self.is_too_large {
            self.now.observer.observe(sim, None);
            self.now.is_over = sim.ticks() >= self.limit || sim.is_done();
            if self.now.is_over || sim.ticks().is_multiple_of(EVERY) || self.now.list.is_empty() {
                let report = self.now.observer.report(sim, &level.name, level.model.name());
                self.now.list = claims(level, &report, &self.before, &positions(sim));
            }
        }
        if self.now.is_over || self.now.is_players {
            self.now.observer = Observer::default();
        }
        if let Some(keyframe) = keyframe {
            self.kept.keep(keyframe, self.now.clone());
        }
    }

    /// Whether it is known how they stand at a keyframe.
    pub fn knows(&self, keyframe: &Arc<Sim>) -> bool {
        self.kept.of(keyframe).is_some()
    }

    /// The game has become that of a keyframe, one that is known or the first one.
    pub fn go_back(&mut self, keyframe: &Arc<Sim>) {
        match self.kept.of(keyframe) {
            Some(then) => self.now = then.clone(),
            None => self.begin(keyframe),
        }
    }

    /// One by one.
    pub fn list(&self) -> &[Claim] {
        &self.now.list
    }

    /// Whether the level is over and was judged for good.
    pub fn is_over(&self) -> bool {
        self.now.is_over
    }

    /// Whether the player took part: then it is the player's run, not the level's.
    pub fn is_players(&self) -> bool {
        self.now.is_players && !self.now.is_over
    }

    /// When it is judged, simulated s.
    pub fn limit(&self) -> f32 {
        self.limit as f32 / TICK_RATE as f32
    }

    /// Whether all held, once the level is over.
    pub fn held(&self) -> Option<bool> {
        self.now.is_over.then(|| self.now.list.iter().all(|claim| claim.holds))
    }
}
