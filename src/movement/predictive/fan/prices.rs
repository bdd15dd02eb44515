//! What the directions of a fan cost, and which of them cannot become the cheapest any more.

use super::discs::least_of;
use super::runs::{COSINES, DIRECTIONS, Fan, Lanes, SINES, at, set};
use crate::movement::predictive::parameters::Parameters;
use crate::neighbours::LANES;
use glam::Vec2;
use wide::f32x4;

/// Costs above others by less than this may be rounding, px.
const COST_ROUNDING: f32 = 0.1;

/// What the directions of a fan cost.
pub(super) struct Prices {
    /// Length of the way to the waypoint, px.
    distance: f32,
    /// What turning to each direction costs, px.
    turning: Lanes,
    /// What it costs to go left, px.
    left: Lanes,
}

impl Prices {
    /// Of a unit at this velocity, px/s, for which a right turn of 90° is worth `right` px.
    pub(super) fn new(
        fan: &Fan,
        distance: f32,
        velocity: Vec2,
        right: f32,
        parameters: &Parameters,
    ) -> Prices {
        let heading = velocity.normalize_or_zero();
        // Near the waypoint the tilt would lead round and round it.
        let tilt = right * (fan.horizon / parameters.sight).min(1.0) * (1.0 - fan.one_way);
        let turning = |four: usize| {
            let straight = fan.x[four] * heading.x + fan.y[four] * heading.y;
            parameters.turn_cost * (1.0 - straight) * 0.5
        };
        Prices {
            distance,
            turning: std::array::from_fn(turning),
            left: std::array::from_fn(|four| tilt * SINES[four] * fan.leaning[four]),
        }
    }

    /// What four directions cost: what remains to the waypoint after their free runs, and what turning costs.
    #[inline]
    fn of(&self, four: usize, run: f32x4) -> f32x4 {
        let distance = self.distance;
        // Law of cosines.
        let remains = distance * distance + run * run - 2.0 * distance * run * COSINES[four];
        remains.fast_max(f32x4::ZERO).sqrt() + self.turning[four] - self.left[four]
    }

    /// Gives up all directions but the straight one that cannot become the cheapest any more, so that nobody
    /// need be looked at because of them. All runs may get shorter: those for which all others were looked at
    /// not shorter than `room` px, the others not shorter than `sure`.
    pub(super) fn give_up(&mut self, fan: &mut Fan, sure: f32, room: f32) {
        let mut least = [f32x4::ZERO; DIRECTIONS / LANES];
        let mut enough = f32::MAX;
        for four in 0..fan.open {
            let run = fan.run[four];
            let shortest = run.fast_min(f32x4::splat(if four < fan.known { room } else { sure }));
            // Along a run costs first fall, then rise.
            let best = (self.distance * COSINES[four]).fast_clamp(shortest, run);
            least[four] = self.of(four, best);
            enough = enough.min(least_of(self.of(four, shortest).fast_max(self.of(four, run))));
        }
        let straight = (fan.straight(), at(&self.turning, 0));
        for (four, least) in least.into_iter().enumerate().take(fan.open) {
            let gives_up = least.simd_gt(f32x4::splat(enough + COST_ROUNDING));
            fan.run[four] = gives_up.select(f32x4::ZERO, fan.run[four]);
            self.turning[four] = gives_up.select(f32x4::splat(f32::INFINITY), self.turning[four]);
        }
        set(&mut fan.run, 0, straight.0);
        set(&mut self.turning, 0, straight.1);
        fan.open = fan.run.iter().rposition(|run| *run != f32x4::ZERO).map_or(1, |last| last + 1);
    }

    /// The cheapest direction, of several the first.
    pub(super) fn cheapest(&self, fan: &Fan) -> usize {
        let costs: Lanes = std::array::from_fn(|four| self.of(four, fan.run[four]));
        let least = least_of(costs[0].fast_min(costs[1]).fast_min(costs[2].fast_min(costs[3])));
        let is_least = costs.map(|cost| cost.simd_eq(f32x4::splat(least)).to_bitmask());
        let found = is_least[0] | is_least[1] << 4 | is_least[2] << 8 | is_least[3] << 12;
        found.trailing_zeros() as usize % DIRECTIONS
    }
}
