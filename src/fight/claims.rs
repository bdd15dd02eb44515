//! The places in contact that are taken, found by where they are.

use super::ring::RingClaim;
use crate::geometry::Collider;
use glam::Vec2;
use rustc_hash::FxHashMap;

/// Side of a cell, px: about two bodies beside each other.
const PLACE_CELL: f32 = 32.0;

/// The places in contact that are taken.
#[derive(Clone, Default)]
pub struct Claims {
    /// By column and row of a cell, in the order in which they were taken.
    cells: FxHashMap<(i32, i32), Vec<RingClaim>>,
    /// The farthest that a rim is from a centre, px.
    widest: f32,
}

fn cell_of(place: Vec2) -> (i32, i32) {
    ((place.x / PLACE_CELL).floor() as i32, (place.y / PLACE_CELL).floor() as i32)
}

impl Claims {
    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Claims::default();
    }

    /// Takes a place.
    pub fn take(&mut self, claim: RingClaim) {
        self.widest = self.widest.max(claim.body.reach());
        self.cells.entry(cell_of(claim.place)).or_default().push(claim);
    }

    /// Gives a place back, px.
    pub fn give_back(&mut self, place: Vec2) {
        if let Some(cell) = self.cells.get_mut(&cell_of(place)) {
            cell.retain(|claim| claim.place != place);
        }
    }

    /// The places that are taken within `range` px of one, in the order of cells.
    pub fn near(&self, place: Vec2, range: f32) -> impl Iterator<Item = &RingClaim> {
        let (low, high) = (cell_of(place - range), cell_of(place + range));
        let cells = (low.1..=high.1).flat_map(move |row| (low.0..=high.0).map(move |column| (column, row)));
        let near = cells.filter_map(|cell| self.cells.get(&cell)).flatten();
        near.filter(move |claim| claim.place.distance_squared(place) <= range * range)
    }

    /// Whether a body in a place, px, stands clear of all who have one.
    pub fn leave_free(&self, place: Vec2, body: Collider) -> bool {
        self.near(place, body.reach() + self.widest).all(|claim| claim.leaves_free(place, body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::ids::UnitId;
    use glam::vec2;

    #[test]
    fn those_near_a_place_are_all_found_until_they_are_given_back() {
        let at = |index: u32| vec2((index * 37 % 400) as f32 - 100.0, (index * 91 % 300) as f32 - 80.0);
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        let mut claims = Claims::default();
        (0..200).for_each(|index| claims.take(RingClaim { target: UnitId(index), place: at(index), body }));
        (0..200).step_by(3).for_each(|index| claims.give_back(at(index)));
        let is_there = |&index: &u32| index % 3 != 0;
        for (place, range) in [(vec2(0.0, 0.0), 50.0), (vec2(120.0, 70.0), 130.0), (vec2(-90.0, -60.0), 14.0)]
        {
            let mut found: Vec<u32> = claims.near(place, range).map(|claim| claim.target.0).collect();
            found.sort_unstable();
            let near = (0..200).filter(is_there).filter(|&index| at(index).distance(place) <= range);
            assert_eq!(found, near.collect::<Vec<_>>());
            let is_free = (0..200).filter(is_there).all(|index| at(index).distance(place) >= 14.0);
            assert_eq!(claims.leave_free(place, body), is_free);
        }
    }
}
