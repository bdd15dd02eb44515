//! All formations under way, laid out for the question whom one of them meets.

use super::{Block, MEETING_HORIZON};
use crate::geometry::half_planes::HalfPlane;
use glam::Vec2;

/// Formations that are looked at side by side.
const BLOCK_LANES: usize = 16;
/// Formations are in reach of each other up to so much more than [`Block::avoid`] says, which has the last
/// word: sums that are made in another order differ by rounding.
const REACH_FACTOR: f32 = 1.001;

/// Formations under way, each as one body, by their group's number.
///
/// Thousands march at once, and each asks about all others: what tells most of them to be out of reach lies
/// in arrays of its own, which the processor takes by vectors. One look at 2,000 costs about 2 µs.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    list: Vec<Block>,
    reaches: Vec<Reaches>,
}

/// How far some formations reach, one a lane.
#[derive(Clone, Copy, Debug)]
struct Reaches {
    /// Middle, px; infinite in lanes without a formation.
    x: [f32; BLOCK_LANES],
    y: [f32; BLOCK_LANES],
    /// px/s.
    velocity_x: [f32; BLOCK_LANES],
    velocity_y: [f32; BLOCK_LANES],
    /// Sum of half its extent along and across, px.
    half: [f32; BLOCK_LANES],
    /// For how long it goes on like that, s.
    lasts: [f32; BLOCK_LANES],
}

impl Reaches {
    const NONE: Reaches = Reaches {
        x: [f32::INFINITY; BLOCK_LANES],
        y: [0.0; BLOCK_LANES],
        velocity_x: [0.0; BLOCK_LANES],
        velocity_y: [0.0; BLOCK_LANES],
        half: [0.0; BLOCK_LANES],
        lasts: [0.0; BLOCK_LANES],
    };

    /// Which of them another may meet within the horizon.
    #[inline]
    fn in_reach(&self, of: &Block) -> [bool; BLOCK_LANES] {
        let (half, horizon) = (of.half.element_sum(), MEETING_HORIZON.min(of.lasts));
        std::array::from_fn(|lane| {
            let offset = Vec2::new(self.x[lane] - of.center.x, self.y[lane] - of.center.y);
            let speed =
                (self.velocity_x[lane] - of.velocity.x).abs() + (self.velocity_y[lane] - of.velocity.y).abs();
            let reach = (half + self.half[lane] + speed * horizon.min(self.lasts[lane])) * REACH_FACTOR;
            offset.length_squared() <= reach * reach
        })
    }
}

impl Blocks {
    /// Takes these instead of those that it has.
    pub fn fill(&mut self, blocks: impl Iterator<Item = Block>) {
        self.list.clear();
        self.reaches.clear();
        self.list.extend(blocks);
        for blocks in self.list.chunks(BLOCK_LANES) {
            let mut reaches = Reaches::NONE;
            for (lane, block) in blocks.iter().enumerate() {
                (reaches.x[lane], reaches.y[lane]) = block.center.into();
                (reaches.velocity_x[lane], reaches.velocity_y[lane]) = block.velocity.into();
                (reaches.half[lane], reaches.lasts[lane]) = (block.half.element_sum(), block.lasts);
            }
            self.reaches.push(reaches);
        }
    }

    /// What a formation has to heed so as not to run into the others that it meets ([`Block::avoid`]).
    ///
    /// ```
    /// use glam::vec2;
    /// use muster::formation::meeting::{Block, Blocks};
    /// let east = Block { group: 1, center: vec2(0.0, 0.0), forward: vec2(1.0, 0.0), half: vec2(40.0, 40.0),
    ///                    velocity: vec2(50.0, 0.0), lasts: 60.0, yields: true };
    /// let west = Block { group: 2, center: vec2(800.0, 0.0), velocity: -east.velocity, ..east };
    /// let far = Block { group: 3, center: vec2(800.0, 4000.0), ..west };
    /// let mut blocks = Blocks::default();
    /// blocks.fill([east, west, far].into_iter());
    /// assert!(blocks.met_by(&east).eq(east.avoid(&west)));
    /// ```
    pub fn met_by<'a>(&'a self, me: &'a Block) -> impl Iterator<Item = HalfPlane> + 'a {
        let near = self.reaches.iter().zip(self.list.chunks(BLOCK_LANES)).flat_map(|(reaches, blocks)| {
            let in_reach = reaches.in_reach(me);
            blocks.iter().zip(in_reach).filter_map(|(block, in_reach)| in_reach.then_some(block))
        });
        near.filter(|other| other.group != me.group).filter_map(|other| me.avoid(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whom_a_formation_meets_is_told_as_by_asking_about_each() {
        let mut seed = 7u32;
        let mut next = |range: f32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            range * ((seed >> 8) as f32 / (1 << 23) as f32 - 1.0)
        };
        let blocks: Vec<Block> = (0..300)
            .map(|group| Block {
                group,
                center: Vec2::new(next(3000.0), next(3000.0)),
                forward: Vec2::new(next(1.0), next(1.0)).normalize_or(Vec2::X),
                half: Vec2::new(60.0 + next(50.0), 60.0 + next(50.0)),
                velocity: if group % 5 == 0 { Vec2::ZERO } else { Vec2::new(next(60.0), next(60.0)) },
                lasts: if group % 7 == 0 { f32::INFINITY } else { 10.0 + next(9.0) },
                yields: group % 5 != 0,
            })
            .collect();
        let mut all = Blocks::default();
        all.fill(blocks.iter().copied());
        let mut meetings = 0;
        for me in &blocks {
            let others = blocks.iter().filter(|other| other.group != me.group);
            let one_by_one: Vec<HalfPlane> = others.filter_map(|other| me.avoid(other)).collect();
            meetings += one_by_one.len();
            assert!(all.met_by(me).eq(one_by_one));
        }
        assert!(meetings > 300, "{meetings}");
    }
}
