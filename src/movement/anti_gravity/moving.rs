//! Others that move: will they be in the way, and who goes first?
//!
//! # Source
//! Article 001 names moving obstacles as what it has not considered and leaves them for a part 4 that cannot
//! be had. These rules are ours: the ways of both are followed for some frames; where they cross, who is
//! there first goes first, and the other passes behind; who is ahead and cannot be caught is ignored.

use crate::time::TICK_RATE;
use glam::Vec2;

/// Slower than this something stands, px/s.
const STANDS: f32 = 3.0;
/// Ways whose directions differ by less than this sine do not cross: units walk behind or towards each other.
const PARALLEL: f32 = 0.17;

/// Somebody that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
    /// Ties go to the lower one.
    pub id: u32,
}

/// What an other that moves means for the unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Passing {
    /// It will not be in the way, or lets the unit go first.
    Ignore,
    /// It goes first. The push is mirrored and scaled, the less the nearer the meeting.
    Behind {
        /// 0 at the meeting, 1 as far ahead as is looked.
        scale: f32,
    },
    /// Treat it as if it stood.
    Meet,
}

/// Judges an `other` as `me`, looking `frames` ticks ahead.
pub fn passing(me: Mover, other: Mover, frames: f32) -> Passing {
    let (speed, others) = (me.velocity.length(), other.velocity.length());
    if frames <= 0.0 || speed < STANDS || others < STANDS {
        return Passing::Meet;
    }
    let ahead = frames / TICK_RATE as f32;
    let offset = other.position - me.position;
    let cross = me.velocity.perp_dot(other.velocity);
    if cross.abs() < PARALLEL * speed * others {
        let closing = (me.velocity - other.velocity).dot(offset);
        return if me.velocity.dot(other.velocity) > 0.0 && closing <= 0.0 {
            Passing::Ignore
        } else {
            Passing::Meet
        };
    }
    // me.position + me.velocity·t = other.position + other.velocity·u
    let (mine, theirs) = (offset.perp_dot(other.velocity) / cross, offset.perp_dot(me.velocity) / cross);
    if mine < 0.0 || theirs < 0.0 {
        // One of them has passed the crossing already.
        return if (me.velocity - other.velocity).dot(offset) <= 0.0 {
            Passing::Ignore
        } else {
            Passing::Meet
        };
    }
    if mine > ahead || theirs > ahead {
        return Passing::Meet;
    }
    // Half a frame is a tie: both must see the same winner although each knows its own wish better.
    let tie = (mine - theirs).abs() * TICK_RATE as f32 <= 0.5;
    if if tie { me.id < other.id } else { mine < theirs } {
        Passing::Ignore
    } else {
        Passing::Behind { scale: mine / ahead }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mover(id: u32, x: f32, y: f32, vx: f32, vy: f32) -> Mover {
        Mover { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy), id }
    }

    #[test]
    fn of_two_that_cross_exactly_one_goes_first() {
        for distance in [10.0, 20.0, 20.5, 30.0, 40.0] {
            let a = mover(0, -20.0, 0.0, 60.0, 0.0);
            let b = mover(1, 0.0, -distance, 0.0, 60.0);
            let first = |one, other| passing(one, other, 40.0) == Passing::Ignore;
            assert!(first(a, b) != first(b, a), "{distance}");
        }
    }

    #[test]
    fn a_mover_ahead_that_cannot_be_caught_is_ignored() {
        let me = mover(0, 0.0, 0.0, 60.0, 0.0);
        assert_eq!(passing(me, mover(1, 30.0, 0.0, 60.0, 0.0), 40.0), Passing::Ignore);
        assert_eq!(passing(me, mover(1, 30.0, 0.0, 30.0, 0.0), 40.0), Passing::Meet);
        assert_eq!(passing(me, mover(1, 30.0, 0.0, -60.0, 0.0), 40.0), Passing::Meet);
    }

    #[test]
    fn the_mirrored_push_fades_towards_the_meeting() {
        let scale =
            |x: f32| match passing(mover(1, -x, 0.0, 60.0, 0.0), mover(0, 0.0, 5.0 - x, 0.0, 60.0), 40.0) {
                Passing::Behind { scale } => scale,
                other => panic!("{other:?}"),
            };
        assert!(scale(60.0) > scale(30.0) && scale(30.0) > scale(10.0));
    }
}
