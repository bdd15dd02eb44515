//! What a unit decided, before anybody committed.

use crate::movement::flight::Flight;
use crate::unit::Decision;
use crate::unit::memory::NOBODY;
use glam::Vec2;

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
    contact_count: u16,
    /// Whether its contacts were looked up.
    pub has_contacts: bool,
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
    pub(super) const STAND: Plan = Plan {
        want: Vec2::ZERO,
        wish: Vec2::ZERO,
        first: 0,
        ask_count: 0,
        contact_count: 0,
        has_contacts: false,
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

    /// Everybody whom a unit could meet in this step, once they were looked up.
    pub fn contacts(&self, plan: &Plan) -> &[u32] {
        &self.units[plan.first as usize + usize::from(plan.ask_count)..][..usize::from(plan.contact_count)]
    }

    /// A plan asks these, and nobody else any more; its contacts stay as they are.
    pub fn ask(&mut self, plan: &mut Plan, units: impl IntoIterator<Item = u32>) {
        let before = plan.first as usize + usize::from(plan.ask_count);
        plan.first = self.units.len() as u32;
        self.units.extend(units);
        plan.ask_count = (self.units.len() - plan.first as usize) as u8;
        self.units.extend_from_within(before..before + usize::from(plan.contact_count));
    }

    /// Lists the contacts of a plan, which is the last one here: `look_up` adds them.
    pub fn list(&mut self, plan: &mut Plan, look_up: impl FnOnce(&mut Vec<u32>)) {
        if plan.ask_count == 0 {
            plan.first = self.units.len() as u32;
        }
        let before = self.units.len();
        look_up(&mut self.units);
        plan.contact_count = (self.units.len() - before) as u16;
        plan.has_contacts = true;
    }

    /// A plan of other lists becomes one of these.
    pub fn adopt(&mut self, plan: Plan, from: &PlanLists) -> Plan {
        let first = self.units.len() as u32;
        self.units.extend_from_slice(from.asked(&plan));
        self.units.extend_from_slice(from.contacts(&plan));
        Plan { first, ..plan }
    }
}
