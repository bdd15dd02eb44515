//! Others that move: will they be in the way, and who goes first?
//!
//! # Source
//! [Article 001] names moving obstacles as what it has not considered and leaves them for a part 4
//! that cannot be had. These rules are ours: the ways of both are followed for some frames; where they cross,
//! the unit that is there first goes first, and the other passes behind; one that is ahead and cannot be
//! caught is ignored.
//!
//! [article 001]: https://codeandcompose.blogspot.com "2014"

use crate::time::TICK_RATE;
use glam::Vec2;
use wide::f32x4;

/// Slower than this something stands, px/s.
const STANDS_BELOW: f32 = 3.0;
/// Ways whose directions differ by less than this sine do not cross: units walk behind or towards each other.
const PARALLEL: f32 = 0.17;

/// Somebody that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingBody {
    /// px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
    /// Ties go to the lower one.
    pub id: u32,
}

/// Four that move, as a unit sees them, value by value.
#[derive(Clone, Copy, Debug)]
pub struct Movers {
    /// How far they are to the right of the unit, px.
    pub x: f32x4,
    /// How far they are below it, px.
    pub y: f32x4,
    /// px/s.
    velocity_x: f32x4,
    velocity_y: f32x4,
    /// Which of them let the unit go first if it is a tie.
    yields: f32x4,
}

/// What four others that move mean for the unit. Others neither ignored nor passed behind are treated as if
/// they stood.
#[derive(Clone, Copy, Debug)]
pub struct Passing {
    /// Which will not be in the way, or let the unit go first.
    pub ignored: f32x4,
    /// Which go first. The push is mirrored and scaled, the less the nearer the meeting.
    pub behind: f32x4,
    /// 0 at the meeting, 1 as far ahead as is looked; 1 for all who do not go first.
    pub scale: f32x4,
}

impl Movers {
    /// None yet.
    pub const NOBODY: Movers = Movers {
        x: f32x4::ZERO,
        y: f32x4::ZERO,
        velocity_x: f32x4::ZERO,
        velocity_y: f32x4::ZERO,
        yields: f32x4::ZERO,
    };

    /// Puts somebody into one of the four places.
    #[inline]
    pub fn set(&mut self, place: usize, me: MovingBody, other: MovingBody) {
        let offset = other.position - me.position;
        self.x.as_mut_array()[place] = offset.x;
        self.y.as_mut_array()[place] = offset.y;
        self.velocity_x.as_mut_array()[place] = other.velocity.x;
        self.velocity_y.as_mut_array()[place] = other.velocity.y;
        self.yields.as_mut_array()[place] = if me.id < other.id { f32::from_bits(u32::MAX) } else { 0.0 };
    }

    /// Judges them as `me`, looking `frames` ticks ahead.
    pub fn passing(&self, me: MovingBody, frames: f32) -> Passing {
        let &Movers { x, y, velocity_x, velocity_y, yields } = self;
        let Vec2 { x: mine_x, y: mine_y } = me.velocity;
        let speed = me.velocity.length();
        if frames <= 0.0 || speed < STANDS_BELOW {
            return Passing { ignored: f32x4::ZERO, behind: f32x4::ZERO, scale: f32x4::ONE };
        }
        let ahead = frames / TICK_RATE as f32;
        let others = (velocity_x * velocity_x + velocity_y * velocity_y).sqrt();
        let cross = mine_x * velocity_y - mine_y * velocity_x;
        let parts = ((mine_x - velocity_x) * x + (mine_y - velocity_y) * y).simd_le(f32x4::ZERO);
        let one_way = (mine_x * velocity_x + mine_y * velocity_y).simd_gt(f32x4::ZERO);
        let is_parallel = cross.abs().simd_lt(PARALLEL * speed * others);
        // me.position + me.velocity·t = other.position + other.velocity·u
        let inverse = 1.0 / cross;
        let (mine, theirs) =
            ((x * velocity_y - y * velocity_x) * inverse, (x * mine_y - y * mine_x) * inverse);
        // One of them has passed the crossing already.
        let is_passed = mine.fast_min(theirs).simd_lt(f32x4::ZERO);
        let is_far = mine.fast_max(theirs).simd_gt(f32x4::splat(ahead));
        // Half a frame is a tie: both must see the same winner although each knows its own wish better.
        let is_tie = ((mine - theirs).abs() * TICK_RATE as f32).simd_le(f32x4::splat(0.5));
        let goes_first = is_tie.select(yields, mine.simd_lt(theirs));
        let moves = others.simd_ge(f32x4::splat(STANDS_BELOW));
        let meets = moves & !is_parallel & !is_passed & !is_far;
        let behind = meets & !goes_first;
        Passing {
            ignored: moves & is_parallel.select(one_way & parts, is_passed & parts) | meets & goes_first,
            behind,
            scale: behind.select(mine * (1.0 / ahead), f32x4::ONE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mover(id: u32, x: f32, y: f32, vx: f32, vy: f32) -> MovingBody {
        MovingBody { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy), id }
    }

    /// What `other` means for `me`: it is ignored, passed behind with a scale, or met.
    fn judged(me: MovingBody, other: MovingBody) -> (bool, Option<f32>) {
        let mut movers = Movers::NOBODY;
        movers.set(2, me, other);
        let passing = movers.passing(me, 40.0);
        let [ignored, behind] = [passing.ignored, passing.behind].map(|mask| mask.to_bitmask() >> 2 & 1 == 1);
        (ignored, behind.then_some(passing.scale.to_array()[2]))
    }

    #[test]
    fn of_two_that_cross_exactly_one_goes_first() {
        for distance in [10.0, 20.0, 20.5, 30.0, 40.0] {
            let a = mover(0, -20.0, 0.0, 60.0, 0.0);
            let b = mover(1, 0.0, -distance, 0.0, 60.0);
            let first = |one, other| judged(one, other).0;
            assert!(first(a, b) != first(b, a), "{distance}");
        }
    }

    #[test]
    fn a_mover_ahead_that_cannot_be_caught_is_ignored() {
        let me = mover(0, 0.0, 0.0, 60.0, 0.0);
        assert_eq!(judged(me, mover(1, 30.0, 0.0, 60.0, 0.0)), (true, None));
        assert_eq!(judged(me, mover(1, 30.0, 0.0, 30.0, 0.0)), (false, None));
        assert_eq!(judged(me, mover(1, 30.0, 0.0, -60.0, 0.0)), (false, None));
    }

    #[test]
    fn the_mirrored_push_fades_towards_the_meeting() {
        let scale = |x: f32| {
            judged(mover(1, -x, 0.0, 60.0, 0.0), mover(0, 0.0, 5.0 - x, 0.0, 60.0)).1.expect("it goes first")
        };
        assert!(scale(60.0) > scale(30.0) && scale(30.0) > scale(10.0));
    }
}
