//! How a unit stands in a fight.

use super::errand::Errand;
use crate::ids::UnitId;
use glam::Vec2;
use std::ops::{Deref, DerefMut};

/// How a unit stands in a fight. Most never fight: of them nothing is kept until something changes, and it
/// reads as [`InFight::default`].
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Fighter(Option<Box<InFight>>);

impl Deref for Fighter {
    type Target = InFight;

    fn deref(&self) -> &InFight {
        self.0.as_deref().unwrap_or(&InFight::NEVER)
    }
}

impl DerefMut for Fighter {
    fn deref_mut(&mut self) -> &mut InFight {
        self.0.get_or_insert_default()
    }
}

/// What a fight has come to for a unit. What its kind brings to it is in [`crate::fight::rules::Arms`].
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct InFight {
    /// Strength that it has lost.
    pub lost: f32,
    /// The enemy that it struck in the last tick.
    pub foe: Option<UnitId>,
    /// Its place round the enemy that it goes for, from the centre of that one, px.
    pub place: Option<Vec2>,
    /// Where a place was that was not to be reached, px.
    pub shuns: Option<Vec2>,
    /// How it gets on to its place.
    pub errand: Errand,
    /// How often in a row it found no place in which to fight, or did not get to it.
    pub tries: u8,
}

impl Default for InFight {
    fn default() -> InFight {
        InFight::NEVER
    }
}

impl InFight {
    /// Of a unit that never fought.
    const NEVER: InFight =
        InFight { lost: 0.0, foe: None, place: None, shuns: None, errand: Errand::NEW, tries: 0 };

    /// Whether a unit looks for an enemy or a place in this tick that does so once in `every` ticks: each try
    /// in vain doubles the pause, up to 64 times. So those behind the first rank come to rest, and yet
    /// take a place that comes free.
    pub fn is_turn(&self, tick: u64, id: UnitId, every: u64) -> bool {
        (tick + u64::from(id.0)).is_multiple_of(every << self.tries.min(6))
    }

    /// Shuns its place from now on, px: it does not get there. It looks for another when its turn comes.
    pub fn gives_place_up(&mut self, place: Vec2) {
        (self.place, self.shuns) = (None, Some(place));
        self.tries = self.tries.saturating_add(1);
        self.errand = Errand { least: 0.0, ..Errand::default() };
    }
}
