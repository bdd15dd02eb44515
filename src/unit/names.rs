//! Names of units, by number.

use crate::ids::UnitId;
use std::ops::Index;

/// Names of units, by number: one text with where each name ends, since a hundred thousand short strings
/// would take four times as much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name of the next unit.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
    }

    /// The name of a unit, if there ever was one of this number.
    pub fn get(&self, id: UnitId) -> Option<&str> {
        let end = *self.ends.get(id.0 as usize)?;
        let start = id.0.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        self.text.get(start as usize..end as usize)
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|id| &self[UnitId(id as u32)])
    }
}

impl Index<UnitId> for Names {
    type Output = str;

    fn index(&self, id: UnitId) -> &str {
        self.get(id).expect("every unit has a name")
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(list: I) -> Names {
        let mut names = Names::default();
        list.into_iter().for_each(|name| names.push(name));
        names
    }
}
