//! Everybody who fights, sorted by place: who is near whom.

use super::rules::Combatant;
use crate::ids::UnitId;
use glam::Vec2;

/// Side of a cell, px. Larger cells hold more who are too far, smaller ones are more to look into.
const FIELD_CELL: f32 = 64.0;

/// Column and row of a cell; rows first, so that a row of cells lies together.
type FieldCell = (i32, i32);

fn cell_of(place: Vec2) -> FieldCell {
    ((place.y / FIELD_CELL).floor() as i32, (place.x / FIELD_CELL).floor() as i32)
}

/// Everybody who fights.
#[derive(Clone, Default)]
pub struct Battlefield {
    /// By cell, those in one cell by number.
    rows: Vec<(FieldCell, Combatant)>,
    /// By unit: its row; `u32::MAX` for those that are not there.
    row_of: Vec<u32>,
    /// The farthest that a unit's rim and reach are from its centre together, px.
    widest: f32,
}

impl Battlefield {
    /// Enters everybody, of whom the highest number is below `numbers`.
    pub fn fill(&mut self, numbers: usize, all: impl Iterator<Item = Combatant>) {
        self.rows.clear();
        self.rows.extend(all.map(|combatant| (cell_of(combatant.at), combatant)));
        self.rows.sort_unstable_by_key(|(cell, combatant)| (*cell, combatant.id));
        self.row_of.clear();
        self.row_of.resize(numbers, u32::MAX);
        self.widest = 0.0;
        for (row, (_, combatant)) in self.rows.iter().enumerate() {
            self.row_of[combatant.id.0 as usize] = row as u32;
            self.widest = self.widest.max(combatant.body.reach() + combatant.arms.reach);
        }
    }

    fn row(&self, id: UnitId) -> Option<usize> {
        self.row_of.get(id.0 as usize).filter(|&&row| row != u32::MAX).map(|&row| row as usize)
    }

    /// A unit by its number.
    pub fn get(&self, id: UnitId) -> Option<&Combatant> {
        self.row(id).map(|row| &self.rows[row].1)
    }

    /// Everybody, in the order of places.
    pub fn all(&self) -> impl Iterator<Item = &Combatant> {
        self.rows.iter().map(|(_, combatant)| combatant)
    }

    /// Everybody whose centre is within `range` px of a place, in the order of cells.
    pub fn near(&self, place: Vec2, range: f32) -> impl Iterator<Item = &Combatant> {
        let (low, high) = (cell_of(place - Vec2::splat(range)), cell_of(place + Vec2::splat(range)));
        let row = move |row: i32| {
            let first = self.rows.partition_point(|(cell, _)| *cell < (row, low.1));
            self.rows[first..].iter().take_while(move |(cell, _)| *cell <= (row, high.1))
        };
        let near = (low.0..=high.0).flat_map(row).map(|(_, combatant)| combatant);
        near.filter(move |combatant| combatant.at.distance_squared(place) <= range * range)
    }

    /// How far from a unit's centre the centre of one can be that it reaches, px.
    pub fn range_of(&self, combatant: &Combatant) -> f32 {
        combatant.body.reach() + combatant.arms.reach + self.widest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::rules::Arms;
    use crate::geometry::{Collider, Shape};
    use glam::vec2;

    #[test]
    fn those_near_a_place_are_all_found_and_no_others() {
        let at = |id: u32| vec2((id * 37 % 400) as f32 - 100.0, (id * 91 % 300) as f32 - 80.0);
        let combatant = |id: u32| Combatant {
            id: UnitId(id),
            team: 0,
            at: at(id),
            heading: Vec2::X,
            body: Collider { shape: Shape::Circle, radius: 7.0 },
            arms: Arms::default(),
            left: 1.0,
            target: None,
            foe: None,
            is_kept_out: false,
            stands: true,
            is_attacked: false,
        };
        let mut field = Battlefield::default();
        field.fill(300, (0..200).map(combatant));
        for (place, range) in [(vec2(0.0, 0.0), 50.0), (vec2(120.0, 70.0), 130.0), (vec2(-90.0, -60.0), 1.0)]
        {
            let mut found: Vec<u32> = field.near(place, range).map(|combatant| combatant.id.0).collect();
            found.sort_unstable();
            let there: Vec<u32> = (0..200).filter(|&id| at(id).distance(place) <= range).collect();
            assert_eq!(found, there);
        }
        assert_eq!(field.get(UnitId(5)).map(|combatant| combatant.at), Some(at(5)));
        assert!(field.get(UnitId(250)).is_none());
    }
}
