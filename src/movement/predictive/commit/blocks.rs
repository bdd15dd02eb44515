//! Blocks: squares of the map whose units are planned side by side, on all threads.
//!
//! A large crowd is cut into squares. Units so far inside theirs that they meet nobody who is far inside
//! another (*inner* units) are planned first, block by block, each in the order of ranks; a chain may open
//! inner units of its own block only, and a root that needs somebody else waits. Those near the seams and
//! those who wait come next, in blocks that are shifted by half a side, and who still waits then is planned
//! afterwards, one by one. While blocks are planned nobody near a seam changes, so what a block comes to
//! depends on nothing that others do meanwhile: the result is the same for any number of threads.
//!
//! Seams lie elsewhere in each tick, so that the right of way is not the same in one place for long.

use crate::neighbours::Crowd;
use crate::time::DT;
use glam::Vec2;

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
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanningBlocks {
    origin: Vec2,
    side: f32,
    seam: f32,
    columns: u32,
    count: usize,
}

impl PlanningBlocks {
    /// How many there are: none in a crowd that is not cut.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The block in which a unit at this place, px, is an inner one, or [`EVERYWHERE`].
    #[inline]
    pub fn at(&self, position: Vec2) -> u32 {
        if self.count == 0 {
            return EVERYWHERE;
        }
        let place = (position - self.origin) / self.side;
        // Nobody is before the origin.
        let cell = place.as_uvec2();
        let within = (place - cell.as_vec2()) * self.side;
        let is_inner = within.min_element() > self.seam && within.max_element() < self.side - self.seam;
        if is_inner { cell.y * self.columns + cell.x } else { EVERYWHERE }
    }

    /// Cuts a crowd twice, the second time with the seams in the middle of the blocks of the first.
    pub fn cut(crowd: &Crowd, tick: u64) -> [PlanningBlocks; 2] {
        if crowd.len() < FEWEST {
            return Default::default();
        }
        // Half of the greatest distance from which two can meet in a step.
        let seam = crowd.largest_radius + crowd.largest_speed * DT + 1.0;
        let (low, size) = crowd.extent();
        let side = BLOCK_SIDE.max(SEAMS * seam).max(size.max_element() / MAX_BLOCKS);
        // Multiples of two fractions that hit every place evenly, in whole numbers: the same everywhere.
        let share = |fraction: u64| (tick.wrapping_mul(fraction) & 0xFFFF) as f32 / 65_536.0;
        let offset = Vec2::new(share(40_503), share(49_467));
        let columns = (size.x / side) as u32 + 2;
        let count = (columns * ((size.y / side) as u32 + 2)) as usize;
        let blocks = |offset| PlanningBlocks { origin: low - side * offset, side, seam, columns, count };
        [blocks(offset), blocks((offset + 0.5).fract())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::measure::bench::SplitMix;
    use crate::movement::predictive::steer::list_contacts;
    use crate::movement::predictive::{Plan, PlanLists};
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
        let mut met = 0;
        for tick in 0..10 {
            let cuts = PlanningBlocks::cut(&crowd, tick);
            for blocks in cuts {
                let block = |unit: usize| blocks.at(crowd.position[unit]);
                let inner = (0..crowd.len()).filter(|&unit| block(unit) != EVERYWHERE).count();
                assert!(inner > crowd.len() * 9 / 10 && blocks.count() > 4, "{inner} of {}", blocks.count());
                for unit in 0..crowd.len() {
                    let (mut plan, mut lists) = (Plan::STAND, PlanLists::default());
                    list_contacts(&mut plan, &mut lists, &crowd, unit);
                    for &other in lists.contacts(&plan) {
                        let (one, two) = (block(unit), block(other as usize));
                        assert!(one == two || one == EVERYWHERE || two == EVERYWHERE);
                        met += 1;
                    }
                }
            }
            let is_left = |place: &&Vec2| cuts.iter().all(|blocks| blocks.at(**place) == EVERYWHERE);
            let left = crowd.position.iter().filter(is_left).count();
            assert!(left < crowd.len() / 50, "{left} are near seams of both");
        }
        assert!(met > 0);
    }
}
