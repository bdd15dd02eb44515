//! What the directions of a fan cost, and which of them cannot become the cheapest any more.

use super::super::Parameters;
use super::NARROW;
use super::runs::{COSINES, DIRECTIONS, Fan, Lanes, SINES, square_root};
use crate::neighbours::LANES;
use glam::{Vec2, Vec4};

/// Costs above others by less than this may be rounding, px.
const ROUNDING: f32 = 0.1;

/// What the directions of a fan cost.
pub(super) struct Prices {
    /// Length of the way to the waypoint, px.
    distance: f32,
    /// Share of a free run that idle friends in the way cost.
    idle: f32,
    /// What turning to each direction costs, px.
    turning: Lanes,
    /// What it costs to go left, px.
    left: Lanes,
}

impl Prices {
    pub(super) fn new(
        fan: &Fan,
        distance: f32,
        velocity: Vec2,
        clear: f32,
        parameters: &Parameters,
    ) -> Prices {
        let heading = velocity.normalize_or_zero();
        // Near the waypoint the tilt would lead round and round it.
        let tilt = parameters.keep_right * (fan.horizon / parameters.horizon).min(1.0) * (1.0 - fan.one_way);
        let turning = |four: usize| {
            let straight = fan.x[four] * heading.x + fan.y[four] * heading.y;
            parameters.turn_cost * (1.0 - straight) * 0.5
        };
        Prices {
            distance,
            idle: if clear < NARROW { parameters.idle_cost_narrow } else { parameters.idle_cost },
            turning: std::array::from_fn(turning),
            left: std::array::from_fn(|four| tilt * SINES[four] * fan.leaning[four]),
        }
    }

    /// What four directions cost: what remains to the waypoint after their free runs, and what turning costs.
    #[inline]
    fn of(&self, four: usize, run: Vec4) -> Vec4 {
        let distance = self.distance;
        // Law of cosines.
        let remains = distance * distance + run * run - 2.0 * distance * run * COSINES[four];
        square_root(remains.max(Vec4::ZERO)) + self.turning[four] - self.left[four]
    }

    /// The runs of four directions with what idle friends in the way cost.
    #[inline]
    fn run(&self, fan: &Fan, four: usize) -> Vec4 {
        let run = fan.run[four];
        run + (run.min(fan.idle_run[four]) - run) * self.idle
    }

    /// Gives up all directions but the straight one that cannot become the cheapest any more, so that nobody need be
    /// looked at because of them: all runs may get shorter, but not shorter than `sure` px.
    pub(super) fn give_up(&mut self, fan: &mut Fan, sure: f32) {
        let mut least = [Vec4::ZERO; DIRECTIONS / LANES];
        let mut enough = f32::MAX;
        for four in 0..least.len() {
            let run = self.run(fan, four);
            let shortest = run.min(Vec4::splat(sure));
            // Along a run costs first fall, then rise.
            let best = (self.distance * COSINES[four]).clamp(shortest, run);
            least[four] = self.of(four, best);
            enough = enough.min(self.of(four, shortest).max(self.of(four, run)).min_element());
        }
        let straight = (fan.run[0].x, self.turning[0].x);
        for (four, least) in least.into_iter().enumerate() {
            let gives_up = least.cmpgt(Vec4::splat(enough + ROUNDING));
            fan.run[four] = Vec4::select(gives_up, Vec4::ZERO, fan.run[four]);
            self.turning[four] = Vec4::select(gives_up, Vec4::INFINITY, self.turning[four]);
        }
        (fan.run[0].x, self.turning[0].x) = straight;
        fan.open = fan.run.iter().rposition(|run| *run != Vec4::ZERO).map_or(1, |last| last + 1);
        fan.measure_longest();
    }

    /// The cheapest direction, of several the first.
    pub(super) fn cheapest(&self, fan: &Fan) -> usize {
        let costs: Lanes = std::array::from_fn(|four| self.of(four, self.run(fan, four)));
        let least = costs[0].min(costs[1]).min(costs[2].min(costs[3])).min_element();
        let is_least = costs.map(|cost| cost.cmpeq(Vec4::splat(least)).bitmask());
        let found = is_least[0] | is_least[1] << 4 | is_least[2] << 8 | is_least[3] << 12;
        found.trailing_zeros() as usize % DIRECTIONS
    }
}
