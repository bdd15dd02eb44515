//! The free runs of a fan, in all its directions at once: four vectors of four lanes.

use super::discs::{Disc, Runner, least, least_of};
use crate::neighbours::LANES;
use crate::unit::memory::NOBODY;
use glam::Vec2;
use wide::f32x4;

/// Number of directions in the fan.
pub(super) const DIRECTIONS: usize = 16;
/// A number for each direction.
pub(super) type Lanes = [f32x4; DIRECTIONS / LANES];

/// Cosines of the fan: 0, ±10, ±20, ±32, ±46, ±62, ±80, ±105 and +130 degrees; positive is to the right.
pub(super) const COSINES: Lanes = [
    f32x4::new([1.0, 0.984_807_8, 0.984_807_8, 0.939_692_6]),
    f32x4::new([0.939_692_6, 0.848_048_1, 0.848_048_1, 0.694_658_4]),
    f32x4::new([0.694_658_4, 0.469_471_6, 0.469_471_6, 0.173_648_2]),
    f32x4::new([0.173_648_2, -0.258_819, -0.258_819, -0.642_787_6]),
];
pub(super) const SINES: Lanes = [
    f32x4::new([0.0, 0.173_648_2, -0.173_648_2, 0.342_020_1]),
    f32x4::new([-0.342_020_1, 0.529_919_2, -0.529_919_2, 0.719_339_8]),
    f32x4::new([-0.719_339_8, 0.882_947_6, -0.882_947_6, 0.984_807_8]),
    f32x4::new([-0.984_807_8, 0.965_925_8, -0.965_925_8, 0.766_044_4]),
];

/// The fan of one unit while those near and far are looked at.
pub(super) struct Fan {
    pub(super) x: Lanes,
    pub(super) y: Lanes,
    /// Free run in each direction, px; 0 where it was given up.
    pub(super) run: Lanes,
    /// The directions behind these fours of them were given up.
    pub(super) open: usize,
    pub(super) pace: Runner,
    /// Longest run that counts, px.
    pub(super) horizon: f32,
    /// 1 on the way to a gap where nobody in sight comes against the unit, 0 where somebody does.
    pub(super) one_way: f32,
    /// How much of what going to the right is worth counts: 1, less where a wall is nearer than the unit's
    /// own reach.
    pub(super) leaning: Lanes,
    /// Index of the unit that is met first on the straight way.
    pub(super) met: u32,
    /// How many could be met, and the index of the last one looked at.
    pub(super) company: u32,
    pub(super) last: u32,
}

impl Fan {
    pub(super) fn new(way: Vec2, speed: f32, horizon: f32, one_way: f32) -> Fan {
        Fan {
            x: std::array::from_fn(|four| way.x * COSINES[four] - way.y * SINES[four]),
            y: std::array::from_fn(|four| way.y * COSINES[four] + way.x * SINES[four]),
            run: [f32x4::splat(horizon); _],
            open: DIRECTIONS / LANES,
            pace: Runner { speed, horizon: horizon / speed },
            horizon,
            one_way,
            leaning: [f32x4::ONE; _],
            met: NOBODY,
            company: 0,
            last: NOBODY,
        }
    }

    pub(super) fn direction(&self, lane: usize) -> Vec2 {
        Vec2::new(at(&self.x, lane), at(&self.y, lane))
    }

    /// Shortens the free runs by a disc.
    // Always: a disc that is handed over in memory is written value by value and read four values at a time,
    // which stalls.
    #[inline(always)]
    pub(super) fn shorten(&mut self, disc: &Disc) {
        for (four, run) in self.run.iter_mut().enumerate().take(self.open) {
            *run = least(disc.meet(self.pace, self.x[four], self.y[four]), *run);
        }
    }

    /// The free run straight to the waypoint, px.
    #[inline]
    pub(super) fn straight(&self) -> f32 {
        at(&self.run, 0)
    }

    /// The longest of the free runs, px.
    pub(super) fn longest(&self) -> f32 {
        let [a, b, c, d] = self.run;
        -least_of(-a.fast_max(b).fast_max(c.fast_max(d)))
    }
}

/// The value of one direction.
#[inline]
pub(super) fn at(lanes: &Lanes, lane: usize) -> f32 {
    lanes[lane / LANES].as_array()[lane % LANES]
}

/// Sets the value of one direction.
#[inline]
pub(super) fn set(lanes: &mut Lanes, lane: usize, value: f32) {
    lanes[lane / LANES].as_mut_array()[lane % LANES] = value;
}
