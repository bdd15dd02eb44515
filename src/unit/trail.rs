//! The way on which a unit was pushed from its post.

use crate::geometry::segment::passes;
use arrayvec::ArrayVec;
use glam::Vec2;

/// Corners that a unit remembers. What it forgets nobody knows who lets others go home first: with six, guards
/// of a zigzag of eight bends came home in the wrong order and pushed each other out again for ever.
const TRAIL: usize = 16;

/// Corners of the way on which a unit was pushed from its post: it goes home along them. Most are never pushed
/// out of sight of theirs: of them nothing is kept.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct HomeTrail(Option<Box<HomeCorners>>);

#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
struct HomeCorners {
    /// The newest last, px.
    places: ArrayVec<Vec2, TRAIL>,
    /// Length of the way from the oldest of them to the post, px: there may be corners on it that are forgotten.
    rest: f32,
}

impl HomeTrail {
    /// The corners, the newest last, px.
    pub fn corners(&self) -> &[Vec2] {
        self.0.as_deref().map_or(&[], |corners| &corners.places)
    }

    /// Whether the post is in sight, as far as it is known.
    pub fn is_empty(&self) -> bool {
        self.corners().is_empty()
    }

    /// Forgets all but the oldest `count` corners.
    pub fn truncate(&mut self, count: usize) {
        if let Some(corners) = &mut self.0 {
            corners.places.truncate(count);
        }
    }

    /// Notes one more corner of the way from `post`; the oldest is forgotten where there are too many.
    pub fn add(&mut self, corner: Vec2, post: Vec2) {
        let HomeCorners { places, rest } = &mut **self.0.get_or_insert_default();
        if places.is_empty() {
            *rest = corner.distance(post);
        }
        if places.is_full() {
            *rest += places[0].distance(places[1]);
            places.remove(0);
        }
        places.push(corner);
    }

    /// The corners, px, in the order in which the unit comes by them on its way home.
    pub fn way_back(&self) -> impl Iterator<Item = Vec2> {
        self.corners().iter().rev().copied()
    }

    /// Length of the way from `position` along the trail to `post`, px.
    pub fn way_home(&self, position: Vec2, post: Vec2) -> f32 {
        let (mut length, mut from) = (0.0, position);
        for to in self.way_back() {
            length += from.distance(to);
            from = to;
        }
        length
            + match &self.0 {
                Some(corners) if !corners.places.is_empty() => corners.rest,
                _ => from.distance(post),
            }
    }

    /// How far from `position` the way along the trail to `post` first passes a place nearer than `reach`, px.
    pub fn way_home_passes(&self, position: Vec2, post: Vec2, place: Vec2, reach: f32) -> Option<f32> {
        passes(position, self.way_back().chain([post]), place, reach).map(|(at, _)| at)
    }

    /// Where a unit goes that walks to `waypoint` or has its post there: the newest corner first.
    pub fn goal(&self, waypoint: Vec2) -> Vec2 {
        self.corners().last().copied().unwrap_or(waypoint)
    }
}
