//! Meetings of a unit that runs at full speed with discs that go on as they go now.

use glam::Vec2;
use wide::f32x4;

/// How a unit runs.
#[derive(Clone, Copy)]
pub(super) struct Runner {
    /// px/s.
    pub(super) speed: f32,
    /// Time that the longest run takes, s.
    pub(super) horizon: f32,
}

/// A disc that goes on as it goes now, in the terms on which the time of a meeting depends.
#[derive(Clone, Copy)]
pub(super) struct Disc {
    offset: Vec2,
    velocity: Vec2,
    /// Offset times velocity.
    drift: f32,
    /// The squares of both speeds.
    speeds: f32,
    /// Square of the distance, less that of the reach; at least 0.
    outside: f32,
    /// Share of what the disc goes its way that the unit goes on behind it.
    follow: f32,
}

impl Disc {
    /// A disc at `offset` (px) with `velocity` (px/s) that is met at distance `reach` (px) from centre to
    /// centre.
    ///
    /// After the meeting the unit goes on behind the disc with the share `follow` of what that one goes its
    /// way: one that walks ahead at the same speed is no obstacle.
    #[inline]
    pub(super) fn new(pace: Runner, offset: Vec2, velocity: Vec2, reach: f32, follow: f32) -> Disc {
        Disc {
            offset,
            velocity,
            drift: offset.dot(velocity),
            speeds: pace.speed * pace.speed + velocity.length_squared() + 1e-3,
            outside: (offset.length_squared() - reach * reach).max(0.0),
            follow,
        }
    }

    /// How far the unit runs in four directions (x, y) until it meets the disc, px; no number, which is less
    /// than none, where it never does.
    ///
    /// The meeting solves |offset − t·w| = reach for the relative velocity w.
    #[inline]
    pub(super) fn meet(&self, pace: Runner, x: f32x4, y: f32x4) -> f32x4 {
        let Runner { speed, horizon } = pace;
        let along = self.velocity.x * x + self.velocity.y * y;
        let b = speed * (self.offset.x * x + self.offset.y * y) - self.drift;
        let a = self.speeds - 2.0 * speed * along;
        // Without a branch: those that are met hide among those that are not, and a wrong guess costs more
        // than the root. All bits set are no number.
        let root = (b * b - a * self.outside).sqrt() | b.simd_le(f32x4::ZERO);
        let time = (b - root) / a;
        let run = speed * time;
        if self.follow > 0.0 {
            let left = (horizon - time).fast_max(f32x4::ZERO);
            run + self.follow * along.fast_max(f32x4::ZERO) * left
        } else {
            run
        }
    }
}

/// The lesser of each two; `b` where `a` is no number.
#[inline]
pub(super) fn least(a: f32x4, b: f32x4) -> f32x4 {
    // Where there is SSE, that is what its `minps` comes to; elsewhere it is not.
    if cfg!(target_feature = "sse") { a.fast_min(b) } else { a.simd_lt(b).select(a, b) }
}

/// The least of four numbers.
#[inline]
pub(super) fn least_of(four: f32x4) -> f32 {
    let [a, b, c, d] = four.to_array();
    let least = |a: f32, b: f32| if a < b { a } else { b };
    least(least(a, b), least(c, d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_never_the_least() {
        let runs = least(f32x4::new([f32::NAN, -f32::NAN, 2.0, 5.0]), f32x4::splat(3.0));
        assert_eq!(runs.to_array(), [3.0, 3.0, 2.0, 3.0]);
    }
}
