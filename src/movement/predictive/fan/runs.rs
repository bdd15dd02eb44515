//! The free runs of a fan, in all its directions at once: four vectors of four lanes.

use super::super::NOBODY;
use crate::neighbours::LANES;
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

/// The fan of one unit while neighbours are added to it.
pub(super) struct Fan {
    pub(super) x: Lanes,
    pub(super) y: Lanes,
    /// Free run in each direction, px; 0 where it was given up.
    pub(super) run: Lanes,
    /// The same, as far as idle friends go who may be asked to step aside; never longer than it matters.
    pub(super) idle_run: Lanes,
    /// Time of the longest free run of all directions, s.
    pub(super) time: f32,
    /// The directions behind these fours of them were given up.
    pub(super) open: usize,
    pub(super) speed: f32,
    pub(super) per_speed: f32,
    pub(super) horizon: f32,
    /// 1 on the way to a corner where nobody in sight comes against the unit, 0 where somebody does.
    pub(super) one_way: f32,
    /// How much of what going to the right is worth counts: 1, less where a wall is nearer than the unit's own reach.
    pub(super) leaning: Lanes,
    /// Index of who is met first on the straight way.
    pub(super) met: u32,
    /// How many could be met, and the index of the last one looked at.
    pub(super) company: u32,
    pub(super) last: u32,
}

impl Fan {
    pub(super) fn new(way: Vec2, speed: f32, horizon: f32) -> Fan {
        Fan {
            x: std::array::from_fn(|four| way.x * COSINES[four] - way.y * SINES[four]),
            y: std::array::from_fn(|four| way.y * COSINES[four] + way.x * SINES[four]),
            run: [f32x4::splat(horizon); _],
            idle_run: [f32x4::splat(horizon); _],
            time: horizon / speed,
            open: DIRECTIONS / LANES,
            speed,
            per_speed: 1.0 / speed,
            horizon,
            one_way: 0.0,
            leaning: [f32x4::ONE; _],
            met: NOBODY,
            company: 0,
            last: NOBODY,
        }
    }

    pub(super) fn direction(&self, lane: usize) -> Vec2 {
        let coordinate = |lanes: &Lanes| lanes[lane / LANES].as_array()[lane % LANES];
        Vec2::new(coordinate(&self.x), coordinate(&self.y))
    }

    /// Shortens the free runs, or with `idle` those as far as idle friends go, by a disc at `offset` with `velocity`
    /// that is met at distance `reach`.
    ///
    /// The meeting solves |offset − t·w| = reach for the relative velocity w. After it the unit goes on behind the
    /// disc with the share `follow` of what that one goes its way: who walks ahead at the same speed is no obstacle.
    #[inline]
    pub(super) fn shorten(&mut self, idle: bool, offset: Vec2, velocity: Vec2, reach: f32, follow: f32) {
        let speed = self.speed;
        let outside = (offset.length_squared() - reach * reach).max(0.0);
        let drift = offset.dot(velocity);
        let square = speed * speed + velocity.length_squared() + 1e-3;
        let runs = if idle { &mut self.idle_run } else { &mut self.run };
        // Without a branch: who is met hides among those who are not, and a wrong guess costs more than the root.
        for (run, (&x, &y)) in runs[..self.open].iter_mut().zip(self.x.iter().zip(&self.y)) {
            let along = velocity.x * x + velocity.y * y;
            let b = speed * (offset.x * x + offset.y * y) - drift;
            let a = square - 2.0 * speed * along;
            // Where there is no meeting, or it is past, this is no number, which is less than none.
            let root = b.simd_gt(f32x4::ZERO).select((b * b - a * outside).sqrt(), NO_NUMBER);
            let meeting = (b - root) / a;
            let mut hit = speed * meeting;
            if follow > 0.0 {
                let left = (self.horizon / speed - meeting).fast_max(f32x4::ZERO);
                hit += follow * along.fast_max(f32x4::ZERO) * left;
            }
            *run = least(hit, *run);
        }
        if !idle {
            self.measure_longest();
        }
    }

    /// The free run straight to the waypoint, px.
    pub(super) fn straight(&self) -> f32 {
        self.run[0].as_array()[0]
    }

    pub(super) fn measure_longest(&mut self) {
        self.time = longest(&self.run) * self.per_speed;
    }
}

/// The longest of the runs.
pub(super) fn longest(run: &Lanes) -> f32 {
    let greatest = run[0].fast_max(run[1]).fast_max(run[2].fast_max(run[3]));
    greatest.to_array().into_iter().fold(0.0, f32::max)
}

const NO_NUMBER: f32x4 = f32x4::new([f32::NAN; LANES]);

/// The lesser of each two; `b` where `a` is no number.
#[inline]
fn least(a: f32x4, b: f32x4) -> f32x4 {
    a.simd_lt(b).select(a, b)
}
