//! The curves that some units follow, as far ahead as they look.

use glam::Vec2;
use std::ops::Range;

/// The curves that some units follow, all in one list.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    places: Vec<Vec2>,
    /// Which places are whose, by the number of the unit; as long as the highest one needs.
    of: Vec<Range<usize>>,
}

impl Lines {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.places.clear();
        self.of.clear();
    }

    /// Adds the line of a unit, px.
    pub fn add(&mut self, unit: u32, line: impl IntoIterator<Item = Vec2>) {
        let start = self.places.len();
        self.places.extend(line);
        if self.of.len() <= unit as usize {
            self.of.resize(unit as usize + 1, 0..0);
        }
        self.of[unit as usize] = start..self.places.len();
    }

    /// The line of a unit, px; empty if it follows none.
    pub fn of(&self, unit: u32) -> &[Vec2] {
        self.of.get(unit as usize).and_then(|range| self.places.get(range.clone())).unwrap_or_default()
    }
}
