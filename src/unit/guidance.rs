//! What its group asks of a unit.

use super::state::State;
use glam::Vec2;

/// What its group asks of a unit in this tick.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Guidance {
    /// Number of the group that it goes with, 0 for none.
    pub group: u32,
    /// It goes at most this fast, px/s, and never faster than its body can.
    pub speed: f32,
    /// What says where it goes.
    pub lead: Lead,
}

impl Guidance {
    /// Whether a unit in this state walks its own way.
    pub fn walks_own_way(&self, state: State) -> bool {
        state.walks() && self.lead == Lead::Own
    }
}

impl Default for Guidance {
    fn default() -> Guidance {
        Guidance { group: 0, speed: f32::INFINITY, lead: Lead::Own }
    }
}

/// What says where a unit under way goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Lead {
    /// Its own route.
    #[default]
    Own,
    /// Nobody yet: its group will plan for it, and it waits.
    Wait,
    /// Its formation: it walks to this place now, px.
    Place {
        /// Where, px.
        waypoint: Vec2,
        /// Length of the way after it, px: 0 where it is to stop there.
        remaining: f32,
    },
    /// Its formation: it stands here, px.
    Stand(Vec2),
}
