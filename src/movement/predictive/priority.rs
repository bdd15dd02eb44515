//! Priority: in which order units are planned. A unit that is planned earlier has the right of way.

use crate::neighbours::{Crowd, Intent};
use crate::time::TICK_RATE;
use crate::unit::Memory;
use std::cmp::Reverse;

/// The place of a unit in the order of planning: smaller plans earlier, compared variant by variant, then
/// field by field. Ties end by the unit's id.
///
/// Leaders come first, the longest-serving before all: somebody always gets on. Of the others the one with
/// less way to go is first, so that a queue moves from its head.
///
/// # Source
/// [Article 003]: "priority is given by the coder". Departure: a leader comes before any priority given,
/// since a fixed one locks crowds; see [`patience`](super::patience).
///
/// [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// It walks and leads.
    Leads(LeaderRank),
    /// It walks.
    Walks {
        /// Its kind's priority: the higher goes first.
        priority: Reverse<i32>,
        /// Way left, px.
        way: u16,
    },
    /// It goes back to its post, and leads those who do.
    LeadsHome(LeaderRank),
    /// It goes back to its post.
    GoesHome {
        /// Ticks since it was pushed: those pushed last go first.
        pushed_ago: u16,
        /// Way to the post, px.
        way: u16,
    },
    /// It lets others go first, whatever it wants.
    Yields,
}

/// The right of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeaderRank {
    /// Tick since which it counts as leading, from 1 on: see [`leads_since`].
    pub since: u32,
    /// By whose right: its own, or that of its convoy's first leader, by id.
    pub convoy: u32,
    /// Way left, px.
    pub way: u16,
}

/// The kind's priority that counts most, and least.
const HIGHEST_PRIORITY: i32 = 128;
const LOWEST_PRIORITY: i32 = -127;

impl Priority {
    /// Of a unit.
    pub fn of(crowd: &Crowd, index: usize, memory: &Memory) -> Priority {
        let way = crowd.position[index].distance(crowd.waypoint[index]) + crowd.remaining[index];
        let way = way as u16;
        let lead = LeaderRank { since: memory.leads_since, convoy: memory.convoy, way };
        match (crowd.intent(index) == Intent::Move, memory.leads()) {
            (true, true) => Priority::Leads(lead),
            (true, false) => Priority::Walks { priority: Reverse(crowd.priority(index)), way },
            (false, true) => Priority::LeadsHome(lead),
            (false, false) => Priority::GoesHome { pushed_ago: memory.pushed_ago, way },
        }
    }

    /// The same order as one number, which is quicker to sort by. What exceeds its bits counts as the most
    /// that they hold: 24 for ticks, 20 for ids, 13 for px.
    pub fn packed(self) -> u64 {
        let lead = |LeaderRank { since, convoy, way }: LeaderRank| {
            u64::from(since.min(0xFF_FFFF)) << 34 | u64::from(convoy.min(0xF_FFFF)) << 14 | short(way)
        };
        match self {
            Priority::Leads(right) => lead(right),
            Priority::Walks { priority: Reverse(priority), way } => {
                let behind = (HIGHEST_PRIORITY - priority.clamp(LOWEST_PRIORITY, HIGHEST_PRIORITY)) as u64;
                1 << 60 | behind << 16 | short(way)
            }
            Priority::LeadsHome(right) => 2 << 60 | lead(right),
            Priority::GoesHome { pushed_ago, way } => 3 << 60 | u64::from(pushed_ago) << 16 | short(way),
            Priority::Yields => 4 << 60,
        }
    }

    /// Whether a packed one is that of a unit that walks and leads.
    pub fn is_leader(packed: u64) -> bool {
        packed >> 60 == 0
    }
}

fn short(way: u16) -> u64 {
    u64::from(way.min(0x1FFF))
}

/// The tick since which a unit of this priority counts as leading that begins to lead in `tick`: a second
/// later for each step by which its priority is below 16, so that of two who meet in a passage the higher
/// goes on.
pub fn leads_since(tick: u64, priority: i32) -> u32 {
    const STEPS: i32 = 16;
    tick as u32 + 1 + (STEPS - priority.clamp(0, STEPS)) as u32 * TICK_RATE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::neighbours::Member;
    use crate::unit::ModelName;
    use glam::vec2;
    use proptest::prelude::*;

    fn priority() -> impl Strategy<Value = Priority> {
        let lead = (1..0xFF_FFFF_u32, 0..0xF_FFFF_u32, 0..0x1FFF_u16);
        let lead = lead.prop_map(|(since, convoy, way)| LeaderRank { since, convoy, way });
        prop_oneof![
            lead.clone().prop_map(Priority::Leads),
            (LOWEST_PRIORITY..=HIGHEST_PRIORITY, 0..0x1FFF_u16)
                .prop_map(|(priority, way)| Priority::Walks { priority: Reverse(priority), way }),
            lead.prop_map(Priority::LeadsHome),
            (any::<u16>(), 0..0x1FFF_u16)
                .prop_map(|(pushed_ago, way)| Priority::GoesHome { pushed_ago, way }),
            Just(Priority::Yields),
        ]
    }

    proptest! {
        #[test]
        fn packed_priorities_have_the_order_of_their_fields(a in priority(), b in priority()) {
            prop_assert_eq!(a.cmp(&b), a.packed().cmp(&b.packed()));
        }
    }

    #[test]
    fn in_a_convoy_the_first_goes_first() {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        let mut crowd = Crowd::default();
        for (id, x) in [(0, 100.0), (1, 120.0)] {
            let member = Member::new(id, vec2(x, 150.0), body, ModelName::Predictive);
            crowd.push(member.bound_for(vec2(600.0, 150.0)));
        }
        crowd.rebuild();
        let leads = Memory { leads_since: 1, convoy: 0, ..Memory::default() };
        let of = |id: usize| Priority::of(&crowd, crowd.index_of[id] as usize, &leads);
        assert!(of(1) < of(0));
    }
}
