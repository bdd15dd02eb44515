//! The crowd as it was, for a game that was saved: what is looked up in it before it is gathered anew.

use super::{Crowd, Intent, Member};
use crate::geometry::Collider;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A unit of the crowd when all were gathered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Glimpse {
    id: u32,
    position: Vec2,
    body: Collider,
    speed: f32,
    group: u32,
    intent: Intent,
}

impl Crowd {
    /// Everybody, in the order of the crowd.
    pub(crate) fn glimpses(&self) -> impl Iterator<Item = Glimpse> + '_ {
        (0..self.len()).map(|index| Glimpse {
            id: self.id[index],
            position: self.position[index],
            body: self.body[index],
            speed: self.speed[index],
            group: self.group[index],
            intent: self.intent[index],
        })
    }

    /// Lets everybody that was just gathered be where and what it was, whoever came since be gone, and whoever left since be
    /// there.
    pub(crate) fn look_back(&mut self, glimpses: &[Glimpse]) {
        let mut now = std::mem::take(&mut self.staged);
        now.sort_unstable_by_key(|member| member.id);
        let Some(&any) = now.first() else { return };
        self.staged.extend(glimpses.iter().map(|glimpse| {
            let found = now.binary_search_by_key(&glimpse.id, |member| member.id);
            let Glimpse { id, position, body, speed, group, intent } = *glimpse;
            Member { id, position, body, speed, group, intent, ..found.map_or(any, |index| now[index]) }
        }));
        self.rebuild();
    }
}
