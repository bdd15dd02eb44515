//! Fights: enemies in reach of each other take strength from each other. Nothing of it hides movement: there
//! are no missiles and no dice; who comes to whom, from which side and how many at a time decides.
//!
//! * [`rules`]: what a stroke takes, whom a unit strikes, how it turns;
//! * [`ring`]: the places round an enemy in which others can stand to fight it;
//! * [`claims`]: those of them that are taken;
//! * [`deal`]: who goes to which of them;
//! * [`flank`]: the way to such a place round all who stand close together;
//! * [`stance`]: whom a unit goes for that nobody leads;
//! * [`field`]: everybody who fights, found by place.
//!
//! A fight is a stage of its own after movement ([`crate::systems::fights`]): movement knows nothing of it. A
//! unit that goes for an enemy walks there as units walk, and stands there as units stand that hold.
//!
//! # Source
//! Reisswitz, *Anleitung zur Darstellung militairischer Manöver mit dem Apparat des Kriegsspiels*, Berlin
//! 1824, as Wintjes tells of it, "When a Spiel is not a Game", <https://doi.org/10.1163/22134603-00501002>,
//! 2017: blocks lose strength by the time that they are in contact, and more when they are taken in the flank
//! or in the rear. Departure: no dice, so that the same orders always come to the same end.

pub mod claims;
pub mod deal;
pub mod field;
pub mod flank;
pub mod ring;
pub mod rules;
pub mod stance;

use crate::ids::UnitId;
use crate::time::TICK_RATE;
use crate::unit::{Body, Unit};
use field::Battlefield;
use glam::Vec2;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Ticks between two looks of a unit for enemies. More, and it walks past whom it could have met.
pub const LOOKS_FOR_ENEMIES_EVERY: u64 = 8;

/// Seconds for which a counter that was laid down is seen.
const FADES_IN: f32 = 6.0;

/// A unit that lost all its strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fallen {
    /// Who.
    pub unit: Unit,
    /// Its body.
    pub body: Body,
    /// Where it fell, px.
    pub at: Vec2,
    /// Where it faced.
    pub heading: Vec2,
    /// The tick after which it was gone.
    pub tick: u64,
    /// Who struck it last; of several in one tick the one with the lowest number.
    pub by: UnitId,
}

/// All that a game knows of its fights, beside what each unit has lost.
#[derive(Clone, Default)]
pub struct Fights {
    /// Whether enemies in reach of each other fight: the level says so.
    pub are_on: bool,
    /// Whether anybody was told to attack, or is led by a stance. Without that, and without fights, nothing
    /// is to be done in a tick.
    pub(crate) are_led: bool,
    /// Those who fell, in the order in which they did; in one tick by number.
    pub fallen: Vec<Fallen>,
    /// Scratch of the stage, kept so that a tick allocates nothing.
    pub(crate) field: Battlefield,
    pub(crate) strokes: Vec<rules::Stroke>,
    pub(crate) attackers: Vec<ring::Attacker>,
    pub(crate) claims: claims::Claims,
    /// How many places round an enemy nobody was dealt last time; an enemy that is not there has room.
    pub(crate) room: BTreeMap<UnitId, u32>,
    pub(crate) companies: flank::Companies,
    pub(crate) looking: Vec<UnitId>,
}

impl Fights {
    /// The counters that lie at a tick, each with its age, as a share of the time for which it is seen.
    pub fn laid_down(&self, now: u64) -> impl Iterator<Item = (&Fallen, f32)> {
        let lasts = (FADES_IN * TICK_RATE as f32) as u64;
        let first = self.fallen.partition_point(|fallen| fallen.tick + lasts <= now);
        let lie = self.fallen[first..].iter().filter(move |fallen| fallen.tick <= now);
        lie.map(move |fallen| (fallen, (now - fallen.tick) as f32 / lasts as f32))
    }

    /// Before anything happened. `are_led`: a stance leads some team.
    pub(crate) fn new(are_on: bool, are_led: bool) -> Fights {
        Fights { are_on, are_led, ..Fights::default() }
    }

    /// Whether there is anything to do in a tick.
    pub(crate) fn are_idle(&self) -> bool {
        !self.are_on && !self.are_led
    }
}
