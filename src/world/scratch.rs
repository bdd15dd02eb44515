//! What stages of a tick hand to each other.

use crate::formation::meeting::Blocks;
use crate::group::instructions::Instructions;
use crate::group::standing::Standing;
use crate::group::traveller::Traveller;
use crate::ids::UnitId;
use crate::movement::predictive::queue::{MovingCircle, Neighbour};
use crate::path::Urgency;
use crate::path::answers::Answers;
use crate::path::curve::Curving;
use crate::path::rerouting::Rerouting;
use crate::unit::GaveUp;
use glam::Vec2;
use std::sync::Arc;

/// What stages of one tick hand to each other, and lists that they reuse so that a tick allocates nothing.
#[derive(Clone, Default)]
pub(crate) struct Scratch {
    /// Of each row of units whether a stage is about it.
    pub found: Vec<bool>,
    /// Units whose promises are made anew in this tick, for a new order.
    pub renewing: Vec<UnitId>,
    /// Of the stage of promises: units near one that renews its own, and obstacles.
    pub near: Vec<Neighbour>,
    pub moving_circles: Vec<MovingCircle>,
    /// Of the stage of edits: the tiles on which somebody stands or will stand, row by row; empty until
    /// asked for.
    pub occupied: Vec<bool>,
    /// Units that stop in this tick although they are not exactly at their place, and why they gave up, if
    /// they did.
    pub stopping: Vec<(UnitId, Option<GaveUp>)>,
    /// The units that are not under way in this tick, by id, once a formation has asked for it.
    pub standing: Option<Arc<[Standing]>>,
    /// Of the stage of groups: formations as one body each, members under way, what they are told.
    pub blocks: Blocks,
    pub roll: Vec<Traveller>,
    pub instructions: Instructions,
    /// Of the stage of arrival: units that have come to their place, look for room, or look from their posts.
    pub arrived: Vec<UnitId>,
    pub looking: Vec<UnitId>,
    pub resting: Vec<UnitId>,
    /// Units that are about to ask for a way, and how urgently.
    pub asking: Vec<(UnitId, Urgency)>,
    /// Answers of the pathfinder in this tick.
    pub answers: Answers,
    /// Of the stages of followers and attackers: the place (px) that each goes for, and the radius there.
    pub targets: Vec<(UnitId, Option<(Vec2, f32)>)>,
    /// Of the stage of traffic.
    pub rerouting: Rerouting,
    /// A way that is being bent.
    pub curving: Curving,
}
