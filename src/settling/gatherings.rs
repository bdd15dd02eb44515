//! Which crowds still gather, and how far they reach.

use super::claims::key;
use crate::time::LOOK_EVERY;
use crate::unit::Rung;
use glam::Vec2;
use std::collections::HashMap;

/// Places at which crowds gather: somebody is about to settle there, or was a moment ago.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Gatherings {
    /// By the place that was ordered. Only ever looked up.
    crowds: HashMap<[u32; 2], Gathering>,
    /// Tick until which any of them gathers.
    last: u64,
}

/// A crowd that gathers.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
struct Gathering {
    /// Tick in which somebody last came.
    came: u64,
    /// Tick until which it stays awake.
    until: u64,
    /// How far from the ordered place the farthest one stands or will stand, px.
    extent: f32,
}

impl Gatherings {
    /// Ticks for which a crowd stays awake after somebody came or moved up: everybody has looked several times.
    const AWAKE: u64 = 5 * LOOK_EVERY;
    /// Entries that are kept before those that are over are forgotten.
    const MAX_KEPT: usize = 1024;

    /// Notes that somebody comes to an ordered place, to stand `away` from it, px.
    pub fn note(&mut self, place: Vec2, away: f32, tick: u64) {
        if self.crowds.len() >= Gatherings::MAX_KEPT && self.last < tick + Gatherings::AWAKE {
            // Once a tick at most.
            self.crowds.retain(|_, crowd| crowd.until > tick);
        }
        self.last = tick + Gatherings::AWAKE;
        let extent = away.max(self.extent(place));
        self.crowds.insert(key(place), Gathering { came: tick, until: self.last, extent });
    }

    /// How far from an ordered place, px, the farthest one of the crowd there stands, px.
    pub fn extent(&self, place: Vec2) -> f32 {
        self.crowds.get(&key(place)).map_or(0.0, |crowd| crowd.extent)
    }

    /// Notes that somebody of the crowd at an ordered place has moved up or looks for room, px.
    pub fn keep_awake(&mut self, place: Vec2, tick: u64) {
        if let Some(crowd) = self.crowds.get_mut(&key(place)) {
            crowd.until = (tick + Gatherings::AWAKE).min(crowd.came + u64::from(Rung::Shoves.after()));
        }
        self.last = tick + Gatherings::AWAKE;
    }

    /// Whether any crowd gathers.
    pub fn are_any(&self, tick: u64) -> bool {
        self.last > tick
    }

    /// Whether a crowd gathers at an ordered place, px.
    pub fn is_gathering(&self, place: Vec2, tick: u64) -> bool {
        self.crowds.get(&key(place)).is_some_and(|crowd| crowd.until > tick)
    }
}
