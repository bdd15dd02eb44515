//! What a unit decided, before anybody committed.

use crate::movement::flight::Flight;
use crate::unit::Decision;
use crate::unit::memory::NOBODY;
use glam::Vec2;

/// Most contacts that are listed with a plan; a unit with more looks them up when they are needed.
pub const CONTACTS: usize = 12;

/// Most idle friends that are asked ahead at a time.
pub const ASKED: usize = 4;

/// What a unit decided, before anybody committed. Whom it names is in its [`PlanLists`].
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Displacement that it wants, px.
    pub want: Vec2,
    /// Direction that it chose, a unit vector or zero.
    pub wish: Vec2,
    /// Where in the list those are whom it names: first those whom it asks, then those whom it could meet.
    first: u32,
    ask_count: u8,
    /// [`Plan::UNLISTED`] where they were not looked up or are too many.
    contact_count: u8,
    /// Whether the step that it wants is free wherever all others go, and it asks nobody to step aside: then
    /// it needs no turn.
    pub is_clear: bool,
    /// Whether it has to run out of the way of a moving obstacle.
    pub runs: bool,
    /// What it would say it does if nobody blocks it.
    pub decision: Decision,
    /// Index of the unit that this is about, or [`NOBODY`].
    pub other: u32,
    /// How long the unit has waited that is let go home first, ticks, if there is one.
    pub waits_for: Option<u16>,
}

impl Plan {
    /// In `contact_count`: look the contacts up.
    const UNLISTED: u8 = u8::MAX;
    pub(super) const STAND: Plan = Plan {
        want: Vec2::ZERO,
        wish: Vec2::ZERO,
        first: 0,
        ask_count: 0,
        contact_count: Plan::UNLISTED,
        is_clear: false,
        runs: false,
        decision: Decision::Idle,
        other: NOBODY,
        waits_for: None,
    };
}

/// The units that some plans name, as indices: most name few.
#[derive(Clone, Debug, Default)]
pub struct PlanLists {
    units: Vec<u32>,
    /// Runs out of the way of moving obstacles, with the units that have to make them, in the order of the
    /// crowd.
    pub flights: Vec<(u32, Flight)>,
}

impl PlanLists {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.units.clear();
        self.flights.clear();
    }

    /// Idle friends that a plan asks to step aside.
    pub fn asked(&self, plan: &Plan) -> &[u32] {
        &self.units[plan.first as usize..][..usize::from(plan.ask_count)]
    }

    /// Everybody whom a unit could meet in this step; `None` where they have to be looked up.
    pub fn contacts(&self, plan: &Plan) -> Option<&[u32]> {
        let is_listed = plan.contact_count != Plan::UNLISTED;
        let first = plan.first as usize + usize::from(plan.ask_count);
        is_listed.then(|| &self.units[first..][..usize::from(plan.contact_count)])
    }

    /// A plan asks these, and nobody else any more; its contacts stay as they are.
    pub fn ask(&mut self, plan: &mut Plan, units: impl IntoIterator<Item = u32>) {
        let contacts = self.contacts(plan).map_or(0, <[u32]>::len);
        let before = plan.first as usize + usize::from(plan.ask_count);
        plan.first = self.units.len() as u32;
        self.units.extend(units);
        plan.ask_count = (self.units.len() - plan.first as usize) as u8;
        self.units.extend_from_within(before..before + contacts);
    }

    /// Lists the contacts of a plan, which is the last one here; `None`: there are too many.
    pub fn list(&mut self, plan: &mut Plan, contacts: Option<&[u32]>) {
        if plan.ask_count == 0 {
            plan.first = self.units.len() as u32;
        }
        self.units.extend_from_slice(contacts.unwrap_or_default());
        plan.contact_count = contacts.map_or(Plan::UNLISTED, |contacts| contacts.len() as u8);
    }

    /// A plan of other lists becomes one of these.
    pub fn adopt(&mut self, mut plan: Plan, from: &PlanLists) -> Plan {
        let (asked, contacts) = (from.asked(&plan), from.contacts(&plan));
        plan = Plan { first: 0, ask_count: 0, contact_count: Plan::UNLISTED, ..plan };
        self.ask(&mut plan, asked.iter().copied());
        self.list(&mut plan, contacts);
        plan
    }
}
