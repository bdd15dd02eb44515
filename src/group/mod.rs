//! Groups: one order to many units, one commander, one way for all.
//!
//! The commander's path is planned once, for the biggest member. A loose group gives every member a place of
//! its own around each of its waypoints ([`routes`]) and around the goal ([`places`]), and matches their
//! speeds ([`crate::speed_matching`]). With a formation it is built, marches and ends as [`crate::formation`]
//! says.
//!
//! Which units belong to a group is written in their tasks and nowhere else: a unit that dies or gets another
//! order has left it. The commander is the first among those that remain ([`commander`]). A member that was
//! still busy with another order when its formation set out takes the slot of one that has left, or walks
//! alone to a place near ([`latecomers`]).
//!
//! Plans are functions on plain values: they see the members that are under way ([`traveller`]) and the map
//! ([`planner`]), and answer with [`instructions`]. [`forming`] plans a formation, [`marching`] is a tick of
//! one, [`loose`] is a group without. [`crate::systems::groups`] calls them and does what they ask.
//!
//! # Source
//! [Article 003], "Group Movement" and "Formations".
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod arriving;
pub mod forming;
pub mod instructions;
pub mod latecomers;
pub mod loose;
pub mod marching;
pub mod places;
pub mod planner;
pub mod routes;
pub mod standing;
pub mod traveller;

pub use places::{GroupMember, slots};
pub use routes::{Routing, Walk};

use crate::formation::build::box_center;
use crate::formation::march::March;
use crate::geometry::Collider;
use crate::ids::UnitId;
use crate::order::{FormationShape, Manner};
use glam::Vec2;
use traveller::Traveller;

/// A group and what it is about to do.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Group {
    /// Its number, from 1; members' tasks name it.
    pub id: u32,
    /// The ordered place, px.
    pub place: Vec2,
    /// The shape in which it marches.
    pub shape: FormationShape,
    /// How it marches and stands in the end.
    pub manner: Manner,
    /// All units that were given the order; once the group has set out, those that take part. By id.
    pub members: Vec<UnitId>,
    /// Members that were still busy with another order when it set out in formation, by id.
    pub late: Vec<UnitId>,
    /// The unit that leads it now.
    pub commander: Option<UnitId>,
    /// What it is doing.
    pub phase: Phase,
}

impl Group {
    /// The commander, if it is under way with the group.
    pub fn leader<'a>(&self, travellers: &'a [Traveller]) -> Option<&'a Traveller> {
        travellers.iter().find(|traveller| Some(traveller.id) == self.commander)
    }

    /// Chooses another commander where the one of the last tick has left.
    pub fn appoint(&mut self, travellers: &[Traveller]) {
        if self.leader(travellers).is_none() {
            let middle = box_center(travellers.iter().map(|traveller| traveller.position));
            let candidates = travellers.iter().map(|one| (one.id, one.body.priority, one.position));
            self.commander = commander(candidates, middle);
        }
    }
}

/// What a group is doing.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Phase {
    /// Its order is queued, or members are still busy with the one before.
    Waiting {
        /// Ticks since the first member was ready.
        ticks: u32,
    },
    /// Its members go on routes of their own along the commander's.
    Loose {
        /// Length of the commander's way after each of its waypoints, px.
        remaining: Vec<f32>,
        /// Whether places have been assigned anew for those who see theirs.
        settled: bool,
        /// Routes that are still to be made.
        routing: Option<Box<Routing>>,
    },
    /// Its members hold a formation.
    Formation(Box<Formed>),
    /// Its members go to their own places and turn to the front.
    Arriving {
        /// Where they face in the end, a unit vector.
        facing: Vec2,
        /// Ticks since the last one came.
        ticks: u32,
    },
}

/// A group in formation.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Formed {
    /// The march, with the open formation.
    pub march: March,
    /// Whether it is still being built.
    pub building: bool,
    /// Ticks since it began to build or to march.
    pub ticks: u32,
    /// When building ends at the latest, in ticks.
    pub patience: u32,
    /// Units that have a slot, by id; those that have left the group keep theirs until somebody takes it.
    pub soldiers: Vec<Soldier>,
    /// The final place of each slot of the open formation, px.
    pub ends: Vec<Vec2>,
    /// Where they face in the end, a unit vector.
    pub facing: Vec2,
    /// Whether a player drew that front; else the formation faces the way it comes.
    pub drawn: bool,
    /// Revision of the map for which the way was planned.
    pub revision: u64,
    /// The end of the way, where the middle of the formation goes, px.
    pub goal: Vec2,
    /// The greatest lag of the last tick among those who are not astray, px.
    pub lag: f32,
    /// Radius of the body for which the way was planned, px.
    pub clearance: f32,
    /// Obstacles that stand: centre (px), outline.
    pub obstacles: Vec<(Vec2, Collider)>,
    /// The biggest member.
    pub body: Collider,
}

impl Formed {
    /// The index in [`Formed::soldiers`] of a unit that has a slot.
    pub fn soldier(&self, unit: UnitId) -> Option<usize> {
        self.soldiers.binary_search_by_key(&unit, |soldier| soldier.unit).ok()
    }
}

/// A member in formation.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Soldier {
    /// Its number.
    pub unit: UnitId,
    /// Slot of the open formation.
    pub slot: usize,
    /// Where it was commanded to be in the last tick, px.
    pub commanded: Vec2,
    /// Ticks that it has been far off its place; beyond a limit nobody waits for it.
    pub astray: u32,
    /// The least that it was off its place since it last held it, or since slots were last assigned anew, px.
    pub nearest: f32,
    /// Ticks that it has not come nearer.
    pub stuck: u32,
    /// Its way round corners to its place, while that is out of sight, px.
    pub detour: Vec<Vec2>,
}

impl Soldier {
    /// A unit that gets a slot (an index), which is at a place (px) so far.
    pub fn new(unit: UnitId, slot: usize, commanded: Vec2) -> Soldier {
        Soldier { unit, slot, commanded, astray: 0, nearest: f32::INFINITY, stuck: 0, detour: Vec::new() }
    }
}

/// The commander: the member of the highest priority, then the nearest to the middle, then the lowest id.
///
/// ```
/// use glam::vec2;
/// use muster::{group::commander, ids::UnitId};
/// let members = [(UnitId(4), 1, vec2(50.0, 0.0)), (UnitId(7), 3, vec2(0.0, 0.0)), (UnitId(9), 3, vec2(60.0, 0.0))];
/// assert_eq!(commander(members.iter().copied(), vec2(50.0, 0.0)), Some(UnitId(9)));
/// ```
pub fn commander(members: impl Iterator<Item = (UnitId, i32, Vec2)>, middle: Vec2) -> Option<UnitId> {
    let first = members.min_by(|a, b| {
        let nearer = || a.2.distance_squared(middle).total_cmp(&b.2.distance_squared(middle));
        b.1.cmp(&a.1).then_with(nearer).then(a.0.cmp(&b.0))
    });
    first.map(|(id, ..)| id)
}
