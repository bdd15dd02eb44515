//! What the predictive model remembers of a unit from tick to tick.

use super::decision::Decision;
use super::errand::Errand;
use crate::geometry::segment::way_passes;
use glam::Vec2;

/// Nobody, where an index or an id of a unit is expected.
pub const NOBODY: u32 = u32::MAX;

/// Places that a unit remembers of the way on which it was pushed.
pub const TRAIL: usize = 6;

/// What the model remembers of a unit from tick to tick. Plain data; units are named by id.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Memory {
    /// Direction that it chose last, a unit vector or zero.
    pub wish: Vec2,
    /// The branch of the flowcharts that it took in the last step.
    pub decision: Decision,
    /// Id of the unit that the decision is about: whom it goes round, pushes, gives way to or waits for;
    /// [`NOBODY`] if there is none.
    pub other: u32,
    /// Its clock of waiting, ticks: one more for each in which it hardly gained anything, one less for each
    /// in which it did (a leader's stands still then); of a unit that lets another go home first that one's,
    /// and one more.
    pub waited: u16,
    /// Ticks for which it has not moved at all, though it walks; counted anew when it becomes a leader.
    pub stood: u16,
    /// Ticks of clear run, counted for leaders.
    pub clean: u16,
    /// Tick since which it counts as leading, from 1 on: when it became a leader, and a second later for each
    /// step by which its priority is below 16; 0 if it is none.
    pub leads_since: u32,
    /// Id of the unit whose rank it leads with: its own, or that of the convoy's oldest leader.
    pub convoy: u32,
    /// Ticks since it was last told to give way.
    pub pushed_ago: u16,
    /// How it gets on under its order.
    pub order: Errand,
    /// How it gets back to its post, since somebody under way or an obstacle last disturbed it. Units at rest
    /// never begin it anew for each other, so what they do to each other comes to an end.
    pub home: Errand,
    /// Whether it makes room for another at a turnout, and will get its own post back.
    pub turns_out: bool,
    /// Whether it touches (within 1 px) a unit that does not walk: one at rest or on hold.
    pub touches_resting: bool,
    /// Whether it stands beside the place that it was sent to, or is on its way to such a place, in a crowd
    /// that shares its posts out anew when it is disturbed (see [`crate::settling::at_rest`]).
    pub settles_in_crowd: bool,
    /// Corners of the way on which it was pushed from its post, the newest last: it goes home along them.
    #[serde(with = "corners")]
    pub trail: [Vec2; TRAIL],
    /// How many of them are set.
    pub trail_length: u8,
    /// Length of the way from the oldest of them to the post, px: there may be corners on it that are
    /// forgotten.
    pub trail_rest: f32,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            wish: Vec2::ZERO,
            decision: Decision::Idle,
            other: NOBODY,
            waited: 0,
            stood: 0,
            clean: 0,
            leads_since: 0,
            convoy: NOBODY,
            pushed_ago: u16::MAX,
            order: Errand::default(),
            home: Errand::default(),
            turns_out: false,
            touches_resting: false,
            settles_in_crowd: false,
            trail: [Vec2::ZERO; TRAIL],
            trail_length: 0,
            trail_rest: 0.0,
        }
    }
}

impl Memory {
    /// Whether it leads: it is planned before all who do not.
    pub fn leads(&self) -> bool {
        self.leads_since > 0
    }

    /// Whether its last order sent it anywhere.
    pub fn was_sent(&self) -> bool {
        self.order.least < f32::MAX
    }

    /// Sets out for another goal: what it remembers of the way to the old one is void.
    pub fn set_out_anew(&mut self) {
        (self.waited, self.leads_since, self.trail_length) = (0, 0, 0);
        self.trail = Default::default();
    }

    /// The corners of the trail, px, in the order in which the unit comes by them on its way home.
    pub fn way_back(&self) -> impl Iterator<Item = Vec2> {
        self.trail.iter().take(usize::from(self.trail_length)).rev().copied()
    }

    /// Length of the way from `position` along the trail to `post`, px.
    pub fn way_home(&self, position: Vec2, post: Vec2) -> f32 {
        let (mut length, mut from) = (0.0, position);
        for to in self.way_back() {
            length += from.distance(to);
            from = to;
        }
        length + if self.trail_length > 0 { self.trail_rest } else { from.distance(post) }
    }

    /// Whether the way from `position` along the trail to `post` passes a place nearer than `reach`, px.
    pub fn way_home_passes(&self, position: Vec2, post: Vec2, place: Vec2, reach: f32) -> bool {
        way_passes(position, self.way_back().chain([post]), place, reach)
    }

    /// Notes one more corner of the way from `post`; the oldest is forgotten where there are too many.
    pub fn add_corner(&mut self, corner: Vec2, post: Vec2) {
        let length = usize::from(self.trail_length);
        if length == 0 {
            self.trail_rest = corner.distance(post);
        }
        if length == TRAIL {
            self.trail_rest += self.trail[0].distance(self.trail[1]);
            self.trail.rotate_left(1);
            self.trail[TRAIL - 1] = corner;
        } else {
            self.trail[length] = corner;
            self.trail_length += 1;
        }
    }

    /// Where a unit goes that walks to `waypoint` or has its post there: the newest corner of its trail
    /// first.
    pub fn goal(&self, waypoint: Vec2) -> Vec2 {
        match self.trail_length {
            0 => waypoint,
            length => self.trail[usize::from(length) - 1],
        }
    }
}

/// A trail is written without the corners that are not set.
mod corners {
    use super::{TRAIL, Vec2};
    use arrayvec::ArrayVec;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(trail: &[Vec2; TRAIL], serializer: S) -> Result<S::Ok, S::Error> {
        let set = trail.iter().rposition(|&corner| corner != Vec2::ZERO).map_or(0, |last| last + 1);
        trail[..set].serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Vec2; TRAIL], D::Error> {
        let set = ArrayVec::<Vec2, TRAIL>::deserialize(deserializer)?;
        let mut trail = [Vec2::ZERO; TRAIL];
        trail[..set.len()].copy_from_slice(&set);
        Ok(trail)
    }
}
