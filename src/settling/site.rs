//! Where a crowd settles, one that looks for room there, and what changes.

use crate::geometry::{Collider, gap};
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::obstacles::Obstacle;
use crate::teams::Enemies;
use arrayvec::ArrayVec;
use glam::Vec2;

/// Room left between units that settle side by side, px: they touch, for every purpose but rounding.
pub const SETTLED_GAP: f32 = 0.1;
/// Two units at rest this near to each other touch, rim to rim, px. Half of that, and a crowd of all sizes in
/// which somebody was pushed counts as scattered, and closes up for minutes.
pub const RESTING_TOUCH: f32 = 1.0;
/// A unit this near to its post is there, px.
pub const AT_POST: f32 = 0.05;
/// Two distances differ clearly by this share of a unit's radius: near enough to its place it rests there, and
/// one that it touches holds it that is so much nearer.
pub(super) const CLEARLY: f32 = 0.25;
/// A unit looks whether its place is taken from this far away, px: near enough that the crowd there has
/// settled, far enough to choose another without turning back.
pub(super) const LOOKS_WITHIN: f32 = 2.5 * TILE;
/// How far from where it was sent a unit still stands there, px: a tile, less what others may push it off.
pub(super) const STANDS_THERE: f32 = TILE - 2.0;
/// Most units that move so that one more finds room.
pub const MAX_MOVES: usize = 4;

/// Where a crowd settles.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The map.
    pub grid: &'a Grid,
    /// Obstacles; still ones count.
    pub obstacles: &'a [Obstacle],
    /// Teams that make no room for each other.
    pub enemies: &'a Enemies,
}

impl Site<'_> {
    /// Whether walls and still obstacles leave room for a collider at a place.
    pub fn has_room(&self, place: Vec2, body: Collider) -> bool {
        is_ground(self.grid, self.obstacles, place, body)
    }
}

/// Whether walls and still obstacles leave room for a collider at a place.
pub fn is_ground(grid: &Grid, obstacles: &[Obstacle], place: Vec2, body: Collider) -> bool {
    grid.is_free(place, body)
        && obstacles
            .iter()
            .all(|other| !other.is_still() || gap(body, other.collider(), place - other.position) >= 0.0)
}

/// A unit that looks for a place to stand.
#[derive(Clone, Copy, Debug)]
pub struct Settler {
    /// Its number.
    pub id: UnitId,
    /// Its team.
    pub team: u16,
    /// Number of the group with which it was sent, 0 for none.
    pub group: u32,
    /// Where it is, px.
    pub at: Vec2,
    /// Its hard collider.
    pub body: Collider,
    /// The place that it was sent to, px.
    pub center: Vec2,
}

/// What changes when a crowd shares its places out anew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moves {
    /// Units at rest and their new posts, px.
    pub posts: ArrayVec<(UnitId, Vec2), { MAX_MOVES + 1 }>,
    /// Members of a group, and where they count as sent from now on, px.
    pub goals: ArrayVec<(UnitId, Vec2), 2>,
}

impl Moves {
    /// One or more units get other posts.
    pub fn posts(posts: impl IntoIterator<Item = (UnitId, Vec2)>) -> Moves {
        Moves { posts: posts.into_iter().collect(), goals: ArrayVec::new() }
    }
}
