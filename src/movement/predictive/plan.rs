//! What a unit decided, before anybody committed.

use crate::movement::flight::Flight;
use crate::unit::Decision;
use crate::unit::memory::NOBODY;
use glam::Vec2;

/// Most contacts that are listed with a plan; a unit with more looks them up when they are needed.
pub const CONTACTS: usize = 12;

/// Most idle friends that are asked ahead at a time.
pub const ASKED: usize = 4;

/// What a unit decided, before anybody committed.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Displacement that it wants, px.
    pub want: Vec2,
    /// Direction that it chose, a unit vector or zero.
    pub wish: Vec2,
    /// Everybody whom it could meet in this step, as indices.
    pub contacts: [u32; CONTACTS],
    /// How many of them; [`Plan::UNLISTED`] where they were not looked up or are too many.
    pub contact_count: u8,
    /// Idle friends to ask to step aside.
    pub ask: [u32; ASKED],
    /// How many of them.
    pub ask_count: u8,
    /// Whether the step that it wants is free wherever all others go, and it asks nobody to step aside: then
    /// it needs no turn.
    pub is_clear: bool,
    /// What it would say it does if nobody blocks it.
    pub decision: Decision,
    /// Index of the unit that this is about, or [`NOBODY`].
    pub other: u32,
    /// How long the unit has waited that is let go home first, ticks, if there is one.
    pub waits_for: Option<u16>,
    /// Its run out of the way of a moving obstacle, if it has to make one.
    pub flight: Option<Flight>,
}

impl Plan {
    /// In `contact_count`: look the contacts up.
    pub const UNLISTED: u8 = u8::MAX;
    pub(super) const STAND: Plan = Plan {
        want: Vec2::ZERO,
        wish: Vec2::ZERO,
        contacts: [0; CONTACTS],
        contact_count: Plan::UNLISTED,
        ask: [0; ASKED],
        ask_count: 0,
        is_clear: false,
        decision: Decision::Idle,
        other: NOBODY,
        waits_for: None,
        flight: None,
    };
}
