//! What is asked of the pathfinder in a tick, and what it answered.

use super::Path;
use crate::ids::UnitId;

/// Answers of a tick; their waypoint lists are reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers {
    all: Vec<(UnitId, Path)>,
    used: usize,
}

impl Answers {
    /// The next answer, to be filled in.
    pub(crate) fn add(&mut self, id: UnitId) -> &mut Path {
        if self.used == self.all.len() {
            self.all.push((id, Path::default()));
        }
        let answer = &mut self.all[self.used];
        self.used += 1;
        answer.0 = id;
        &mut answer.1
    }

    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut (UnitId, Path)> {
        self.all[..self.used].get_mut(index)
    }

    pub(crate) fn clear(&mut self) {
        self.used = 0;
    }
}
