//! Quick tests of which units could shorten a run of a fan.

use super::discs::least_of;
use super::runs::{COSINES, Fan, SINES};
use crate::neighbours::{Crowd, Four};
use glam::Vec2;
use wide::f32x4;

/// Within the time of the longest run the unit gets no farther than that run. Another that is no faster comes
/// ever nearer to the circle in which the unit can then be: if it is outside at the end of that time, it was
/// before.
pub(super) struct Meeting {
    /// Distance at which anybody is met, centre to centre, px.
    reach: f32,
    /// How long the unit takes for a px, s.
    per_px: f32,
    /// Time of the longest run, s.
    time: f32x4,
    /// Square of the distance within which a unit that is met has to be after that time, px².
    within: f32x4,
    /// Square of the speed above which nothing is said, px²/s².
    fast: f32x4,
}

impl Meeting {
    pub(super) fn new(fan: &Fan, reach: f32) -> Meeting {
        let speed = fan.pace.speed;
        // The half is for rounding, and for those that are faster by rounding only.
        let reach = reach + 0.5;
        let fast = f32x4::splat(1.001 * speed * speed);
        let (time, within) = (f32x4::ZERO, f32x4::ZERO);
        let mut meeting = Meeting { reach, per_px: 1.0 / speed, time, within, fast };
        meeting.shrink(fan);
        meeting
    }

    /// The same once the runs are shorter.
    #[inline]
    pub(super) fn shrink(&mut self, fan: &Fan) {
        let time = fan.longest() * self.per_px;
        let within = time * fan.pace.speed + self.reach;
        (self.time, self.within) = (f32x4::splat(time), f32x4::splat(within * within));
    }

    /// A unit farther away than this, px, cannot be met.
    pub(super) fn range(&self, fan: &Fan, crowd: &Crowd) -> f32 {
        let (time, within) = (self.time.as_array()[0], self.within.as_array()[0]);
        within.sqrt() + time * 1.001 * crowd.largest_speed.max(fan.pace.speed)
    }

    /// The corners, as seen from the unit, of a box in which everybody is who could be met in one of the
    /// directions that were not given up, px; `range` is how far away they are at most.
    ///
    /// A unit that is met at the end of a run is within reach of it then, and was no farther away from there
    /// before than it goes meanwhile. Sooner on the run the same box is smaller, and shrinks towards the
    /// unit.
    pub(super) fn area(&self, fan: &Fan, crowd: &Crowd, range: f32) -> (Vec2, Vec2) {
        let pace = 1.001 * crowd.fastest.max(fan.pace.speed) / fan.pace.speed;
        let (mut left, mut top, mut right, mut bottom) = (f32x4::ZERO, f32x4::ZERO, f32x4::ZERO, f32x4::ZERO);
        for four in 0..fan.open {
            let (run, x, y) = (fan.run[four], fan.x[four], fan.y[four]);
            left = left.fast_min(run * (x - pace));
            top = top.fast_min(run * (y - pace));
            right = right.fast_max(run * (x + pace));
            bottom = bottom.fast_max(run * (y + pace));
        }
        let low = Vec2::new(least_of(left), least_of(top)) - self.reach;
        let high = Vec2::new(-least_of(-right), -least_of(-bottom)) + self.reach;
        (low.max(Vec2::splat(-range)), high.min(Vec2::splat(range)))
    }

    /// Where four units of the crowd, at the offsets (x, y), are after that time.
    #[inline]
    pub(super) fn then(&self, four: &Four, (x, y): (f32x4, f32x4)) -> (f32x4, f32x4) {
        (x + four.velocity_x * self.time, y + four.velocity_y * self.time)
    }

    /// Which of them could be met wherever the unit goes.
    #[inline]
    pub(super) fn is_possible(&self, four: &Four, (then_x, then_y): (f32x4, f32x4)) -> f32x4 {
        let square = four.velocity_x * four.velocity_x + four.velocity_y * four.velocity_y;
        (then_x * then_x + then_y * then_y).simd_le(self.within) | square.simd_gt(self.fast)
    }
}

/// The directions that are open: how fast the unit goes there at least along its way, and at most to
/// its right and to its left, px/s.
pub(super) struct Sector {
    way: Vec2,
    along: f32,
    right: f32,
    left: f32,
    /// Distance at which anybody is met, centre to centre, px.
    reach: f32,
}

impl Sector {
    pub(super) fn of(fan: &Fan, reach: f32) -> Sector {
        // The half is for rounding.
        let reach = reach + 0.5;
        let (mut along, mut right, mut left) = (f32x4::ONE, f32x4::splat(-1.0), f32x4::ONE);
        for (run, (cosines, sines)) in fan.run.iter().zip(COSINES.iter().zip(&SINES)).take(fan.open) {
            let is_open = run.simd_gt(f32x4::ZERO);
            along = along.fast_min(is_open.select(*cosines, along));
            right = right.fast_max(is_open.select(*sines, right));
            left = left.fast_min(is_open.select(*sines, left));
        }
        let speed = fan.pace.speed;
        Sector {
            way: fan.direction(0),
            along: speed * least_of(along),
            right: speed * -least_of(-right),
            left: speed * least_of(left),
            reach,
        }
    }

    /// Which of four units, at the offsets (x, y) now and `then`, could be met by a unit that goes in one of
    /// these directions.
    ///
    /// One that is behind all that the unit could reach, or to the right or to the left of it, both now and
    /// at the end, was so all the time, since everybody goes straight on.
    #[inline]
    pub(super) fn is_possible(&self, meeting: &Meeting, now: (f32x4, f32x4), then: (f32x4, f32x4)) -> f32x4 {
        let (way, time) = (self.way, meeting.time);
        let ahead = |(x, y): (f32x4, f32x4)| x * way.x + y * way.y;
        let aside = |(x, y): (f32x4, f32x4)| y * way.x - x * way.y;
        let then_ahead = ahead(then) - time * self.along;
        let then_right = aside(then) - time * self.right;
        let then_left = aside(then) - time * self.left;
        let (ahead, aside) = (ahead(now), aside(now));
        let reach = f32x4::splat(self.reach);
        ahead.fast_max(then_ahead).simd_ge(-reach)
            & aside.fast_min(then_right).simd_le(reach)
            & aside.fast_max(then_left).simd_ge(-reach)
    }
}
