//! A second field beside a session: from one moment on it gets the same orders, under another model or other
//! numbers.

use super::History;
use super::keyframes::{Keyframe, Keyframes};
use crate::ids::UnitId;
use crate::order::Action;
use crate::sim::Sim;
use crate::unit::ModelName;
use glam::{Vec2, vec2};
use std::sync::Arc;

/// A unit that is placed where somebody stands on this field alone comes to the nearest free place, on so
/// many squares that are so far apart, px.
const SQUARES: i32 = 20;
const SQUARE_SPACING: f32 = 8.0;

/// A game that goes in step with a session and gets what players do there: orders, edits, units that come and
/// go. Models and their numbers are its own.
pub struct Twin {
    sim: Sim,
    keyframes: Keyframes,
    /// The model that moves everybody; `None`: those of the session at the moment when the two part.
    model: Option<ModelName>,
    /// What is done to this field alone, with the ticks that had passed.
    own: Vec<(u64, Action)>,
    /// All that was done to it, up to the newest keyframe at least.
    done: Vec<(u64, Action)>,
    given: Given,
    /// What was given at the moment when the two part.
    first: Given,
    /// Course of events of the session that it belongs to.
    revision: u64,
    budget: usize,
}

/// How far the field is in the lists of actions.
#[derive(Clone, Copy, Debug, Default)]
struct Given {
    /// Of the session.
    shared: usize,
    /// Of its own.
    own: usize,
}

impl Twin {
    /// Parts from the session at the moment that `sim`, a game of it, shows. `model` moves everybody on the
    /// new field; `budget`: memory for its keyframes, bytes.
    pub fn new(sim: &Sim, history: &History, model: Option<ModelName>, budget: usize) -> Twin {
        let first = Given { shared: sim.actions().len(), own: 0 };
        let keyframes = Keyframes::new(sim);
        let revision = history.revision();
        let mut twin = Twin {
            sim: sim.clone(),
            keyframes,
            model,
            own: Vec::new(),
            done: sim.actions().to_vec(),
            given: first,
            first,
            revision,
            budget,
        };
        if let Some(model) = model {
            let units = sim.ids_of(|unit| unit.model != model);
            twin.act(Action::SetModel { units, model });
        }
        twin
    }

    /// The field as it is.
    pub fn sim(&self) -> &Sim {
        &self.sim
    }

    /// The tick at which the two part.
    pub fn start(&self) -> u64 {
        self.keyframes.first().ticks()
    }

    /// The model that was chosen for everybody.
    pub fn model(&self) -> Option<ModelName> {
        self.model
    }

    /// The keyframe of this very tick, if there is one.
    pub fn keyframe(&self, tick: u64) -> Option<&Arc<Keyframe>> {
        self.keyframes.of(tick)
    }

    /// Does something to this field alone, at the moment that it shows. What was done to it alone after that
    /// is forgotten.
    pub fn act(&mut self, action: Action) {
        let now = self.sim.ticks();
        self.keyframes.cut(now);
        self.done.truncate(self.sim.actions().len());
        self.own.truncate(self.given.own);
        self.own.push((now, action));
        self.take_in(&[]);
        self.sim.take_in_now();
    }

    /// Takes in what was done in the session's game while time stands, where both are at the same moment.
    pub fn stand(&mut self, session: &Sim) {
        if session.ticks() == self.sim.ticks() && session.actions().len() > self.given.shared {
            self.take_in(session.actions());
            self.sim.take_in_now();
        }
    }

    /// One tick, with what was done in the session before it.
    pub fn tick(&mut self, history: &History) {
        self.take_in(history.actions());
        self.sim.tick();
        let known = self.done.len();
        self.done.extend_from_slice(self.sim.actions().get(known..).unwrap_or_default());
        self.keyframes.offer(&self.sim, self.budget);
    }

    /// Goes to the nearest keyframe before a tick, where that is shorter than ticks from here. Returns it.
    pub fn go_to(&mut self, tick: u64, history: &History) -> Option<Arc<Keyframe>> {
        let tick = tick.max(self.start());
        let near = self.keyframes.nearest(tick, |_| true).clone();
        let goes = tick < self.sim.ticks() || near.ticks() > self.sim.ticks();
        goes.then(|| self.show(near, history))
    }

    /// Follows the session to another course of events. Returns the keyframe that is shown then, and `None`
    /// where what is shown belongs to both.
    ///
    /// # Errors
    /// When that parts before the two fields do: there is no such moment any more.
    pub fn follow(&mut self, history: &History) -> Result<Option<Arc<Keyframe>>, Gone> {
        if history.revision() == self.revision {
            return Ok(None);
        }
        self.revision = history.revision();
        let parts = history.left().map_or(0, |(parts, _)| parts);
        if parts < self.start() {
            return Err(Gone);
        }
        self.keyframes.cut(parts);
        self.own.retain(|(tick, _)| *tick <= parts);
        self.done.retain(|(tick, _)| *tick < parts);
        if self.sim.ticks() <= parts {
            return Ok(None);
        }
        let near = self.keyframes.nearest(parts, |_| true).clone();
        Ok(Some(self.show(near, history)))
    }

    fn show(&mut self, keyframe: Arc<Keyframe>, history: &History) -> Arc<Keyframe> {
        keyframe.show(&mut self.sim, &self.done);
        let now = self.sim.ticks();
        let done = |actions: &[(u64, Action)]| actions.partition_point(|(tick, _)| *tick < now);
        self.given = match now == self.start() {
            true => self.first,
            false => Given { shared: done(history.actions()), own: done(&self.own) },
        };
        self.take_in(&[]);
        self.sim.take_in_now();
        keyframe
    }

    /// Hands the field what is due: of the session's actions, then of its own.
    fn take_in(&mut self, shared: &[(u64, Action)]) {
        let now = self.sim.ticks();
        while let Some((_, action)) = shared.get(self.given.shared).filter(|(tick, _)| *tick <= now) {
            self.given.shared += 1;
            self.share(action);
        }
        while let Some((_, action)) = self.own.get(self.given.own).filter(|(tick, _)| *tick <= now) {
            self.given.own += 1;
            self.sim.act(action.clone());
        }
    }

    /// What the session does is done here, too, but for models and their numbers.
    fn share(&mut self, action: &Action) {
        let moved_by = |units: &[UnitId], model| Action::SetModel { units: units.to_vec(), model };
        match (action, self.model) {
            (Action::SetModel { .. } | Action::SetParameter { .. }, _) => {}
            (&Action::Spawn { kind, team, at, model }, _) => {
                // Its number is the next one on both fields, so it has to come here, too.
                let at = room_near(&self.sim, kind, at);
                self.sim.act(Action::Spawn { kind, team, at, model: self.model.unwrap_or(model) });
            }
            (Action::Restore { units }, Some(model)) => {
                self.sim.act(action.clone());
                self.sim.act(moved_by(units, model));
            }
            _ => self.sim.act(action.clone()),
        }
    }
}

/// The first place with room for a kind of unit on widening squares about `at`, px; `at` if there is none
/// near.
fn room_near(sim: &Sim, kind: usize, at: Vec2) -> Vec2 {
    let ring = |ring: i32| {
        let places = (-ring..=ring).flat_map(move |y| (-ring..=ring).map(move |x| (x, y)));
        places.filter(move |(x, y)| x.abs().max(y.abs()) == ring)
    };
    let places = (0..=SQUARES).flat_map(ring).map(|(x, y)| at + vec2(x as f32, y as f32) * SQUARE_SPACING);
    let mut free = places.filter(|&place| sim.has_room(kind, place));
    free.next().unwrap_or(at)
}

/// The moment at which two fields part is not in the session any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;
