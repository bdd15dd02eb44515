//! The crowd as it was, for a game that was saved: what is looked up in it before it is gathered anew.

use super::{Crowd, Intent, Member};
use crate::geometry::Collider;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// A unit of the crowd when all were gathered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Glimpse {
    id: u32,
    team: u16,
    position: Vec2,
    velocity: Vec2,
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
            team: self.team(index),
            position: self.position[index],
            velocity: self.velocity(index),
            body: self.body[index],
            speed: self.speed[index],
            group: self.group[index],
            intent: self.intent(index),
        })
    }

    /// Replaces the crowd by the staged members, but where and what they were then; whoever came since is not
    /// there, and whoever left since is.
    pub(crate) fn look_back(&mut self, glimpses: &[Glimpse]) {
        let Some(&any) = self.staged.first() else { return self.rebuild() };
        let ids = self.staged.iter().map(|member| member.id).chain(glimpses.iter().map(|glimpse| glimpse.id));
        let mut index_of = vec![usize::MAX; ids.max().map_or(0, |id| id as usize + 1)];
        for (index, member) in self.staged.iter().enumerate() {
            index_of[member.id as usize] = index;
        }
        let came = self.staged.len();
        let mut is_seen = vec![false; came];
        for glimpse in glimpses {
            let Glimpse { id, team, position, velocity, body, speed, group, intent } = *glimpse;
            let index = index_of[id as usize];
            match is_seen.get_mut(index) {
                Some(is_seen) => *is_seen = true,
                None => self.staged.push(any),
            }
            let index = index.min(self.staged.len() - 1);
            let before = self.staged[index];
            self.staged[index] =
                Member { id, team, position, velocity, body, speed, group, intent, ..before };
        }
        let mut index = 0;
        self.staged.retain(|_| {
            index += 1;
            is_seen.get(index - 1).is_none_or(|&is_seen| is_seen)
        });
        self.rebuild();
        self.staged = Vec::new();
    }
}
