//! What the predictive model remembers of a unit from tick to tick.

use super::decision::Decision;
use super::errand::Errand;
use super::trail::HomeTrail;
use glam::Vec2;

/// Nobody, where an index or an id of a unit is expected.
pub const NOBODY: u32 = u32::MAX;

/// What the model remembers of a unit from tick to tick. Plain data; units are named by id.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
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
    /// Ticks for which it has hardly moved, though it walks; counted anew when it becomes a leader.
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
    /// The way on which it was pushed from its post.
    pub trail: HomeTrail,
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
            trail: HomeTrail::default(),
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
        (self.waited, self.leads_since) = (0, 0);
        self.trail.truncate(0);
    }
}
