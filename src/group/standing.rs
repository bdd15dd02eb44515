//! Units that are not under way, as plans of formations see them.

use super::traveller::{Traveller, find};
use crate::formation::build::FARTHEST_OFF;
use crate::geometry::Collider;
use crate::obstacles::Obstacle;
use crate::path::around::standing;
use crate::unit::Unit;
use glam::Vec2;

/// A unit that is not under way.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    pub(crate) unit: Unit,
    pub(crate) post: Vec2,
    pub(crate) body: Collider,
    /// Whether it is on hold.
    pub(crate) holds: bool,
}

/// Centre (px) and outline of all that a formation has to go round: obstacles that stand, and units that do
/// and will not be pushed by it, which are enemies and those on hold, if they are no members.
pub(crate) fn in_the_way(
    obstacles: &[Obstacle],
    units: &[Standing],
    is_member: impl Fn(Unit) -> bool,
    is_enemy: impl Fn(Unit) -> bool,
) -> Vec<(Vec2, Collider)> {
    let stays = |other: &&Standing| (other.holds || is_enemy(other.unit)) && !is_member(other.unit);
    let mut all = standing(obstacles);
    all.extend(units.iter().filter(stays).map(|other| (other.post, other.body)));
    all
}

/// What a formation is planned among.
#[derive(Clone, Copy)]
pub struct Bystanders<'a> {
    /// What it has to go round: centre (px), outline.
    pub obstacles: &'a [(Vec2, Collider)],
    /// What it goes round where there is room: the obstacles, and everybody else who stands.
    pub everybody: &'a [(Vec2, Collider)],
    /// Units that are not under way.
    pub standing: &'a [Standing],
}

/// Units that stand near some places and do not belong to the formation.
pub fn standing_others(units: &[Standing], travellers: &[Traveller], near: &[Vec2]) -> Vec<(Vec2, Collider)> {
    let is_other = |other: &&Standing| {
        near.iter().any(|place| place.distance(other.post) < 2.0 * FARTHEST_OFF)
            && find(travellers, other.unit.id).is_none()
    };
    units.iter().filter(is_other).map(|other| (other.post, other.body)).collect()
}
