//! Blocks: squares of the map whose units are planned side by side, on all threads.
//!
//! A large crowd is cut into squares. Units so far inside theirs that they meet nobody who is far inside
//! another (*inner* units) are planned first, block by block, each in the order of ranks; a chain may open
//! inner units of its own block only, and a root that needs somebody else waits. Those near the seams and
//! those who wait are planned afterwards, one by one. While blocks are planned nobody near a seam changes, so
//! what a block comes to depends on nothing that others do meanwhile: the result is the same for any number
//! of threads.
//!
//! Seams lie elsewhere in each tick, so that the right of way is not the same in one place for long.

use crate::neighbours::Crowd;
use crate::time::DT;
use glam::Vec2;
use rayon::prelude::*;

/// Smaller crowds are planned whole: most of their units would be near a seam.
const FEWEST: usize = 5_000;
/// Side of a block, px.
const BLOCK_SIDE: f32 = 960.0;
/// Side of a block in widths of its seam, at least.
const SEAMS: f32 = 20.0;
/// Blocks along an axis, at most.
const MAX_BLOCKS: f32 = 64.0;

/// No block: of a unit near a seam; and the block of a commit that may plan everybody.
pub const EVERYWHERE: u32 = u32::MAX;

/// The blocks of a crowd.
#[derive(Debug, Default)]
pub struct PlanningBlocks {
    /// The block of each unit; empty in a crowd that is not cut.
    of: Vec<u32>,
    count: usize,
}

impl PlanningBlocks {
    /// How many there are: none in a crowd that is not cut.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The block in which a unit is an inner one, or [`EVERYWHERE`].
    pub fn of(&self, index: usize) -> u32 {
        self.of.get(index).copied().unwrap_or(EVERYWHERE)
    }

    /// Cuts a crowd.
    pub fn lay_out(&mut self, crowd: &Crowd, tick: u64) {
        self.of.clear();
        self.count = 0;
        if crowd.len() < FEWEST {
            return;
        }
        // Half of the greatest distance from which two can meet in a step.
        let seam = crowd.largest_radius + crowd.largest_speed * DT + 1.0;
        let (low, size) = crowd.extent();
        let side = BLOCK_SIDE.max(SEAMS * seam).max(size.max_element() / MAX_BLOCKS);
        // Multiples of two fractions that hit every place evenly, in whole numbers: the same everywhere.
        let share = |fraction: u64| (tick.wrapping_mul(fraction) & 0xFFFF) as f32 / 65_536.0;
        let origin = low - side * Vec2::new(share(40_503), share(49_467));
        let columns = (size.x / side) as u32 + 2;
        self.count = (columns * ((size.y / side) as u32 + 2)) as usize;
        let block_of = |&position: &Vec2| {
            let place = (position - origin) / side;
            // Nobody is before the origin.
            let cell = place.as_uvec2();
            let within = (place - cell.as_vec2()) * side;
            let is_inner = within.min_element() > seam && within.max_element() < side - seam;
            if is_inner { cell.y * columns + cell.x } else { EVERYWHERE }
        };
        crowd.position.par_iter().map(block_of).collect_into_vec(&mut self.of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::measure::bench::SplitMix;
    use crate::neighbours::Member;
    use crate::unit::ModelName;

    #[test]
    fn inner_units_of_different_blocks_never_meet_in_a_step() {
        let mut random = SplitMix(3);
        let mut crowd = Crowd::default();
        for id in 0..FEWEST as u32 {
            let mut coordinate = || (random.next_bits() % 3_000_000) as f32 / 1000.0;
            let body = Collider { shape: Shape::Circle, radius: 5.0 + (id % 5) as f32 };
            let at = Vec2::new(coordinate(), coordinate());
            crowd.push(Member::new(id, at, body, ModelName::Predictive));
        }
        crowd.rebuild();
        let mut blocks = PlanningBlocks::default();
        let mut met = 0;
        for tick in 0..10 {
            blocks.lay_out(&crowd, tick);
            let inner = (0..crowd.len()).filter(|&unit| blocks.of(unit) != EVERYWHERE).count();
            assert!(inner > crowd.len() * 9 / 10 && blocks.count() > 4, "{inner} of {}", blocks.count());
            for unit in 0..crowd.len() {
                super::super::super::steer::for_each_contact(&crowd, unit, |other| {
                    let (one, two) = (blocks.of(unit), blocks.of(other));
                    assert!(one == two || one == EVERYWHERE || two == EVERYWHERE);
                    met += 1;
                });
            }
        }
        assert!(met > 0);
    }
}
