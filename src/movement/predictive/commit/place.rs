//! Where a unit is and will be, and what becomes of it in the second phase.
//!
//! Blocks of the crowd are planned side by side, so all of them can read and write these rows. No unit is
//! written by two of them, nor read by one while another may write it (see `blocks`): plain atomic values, in
//! any memory order, are enough.

use crate::geometry::Collider;
use crate::movement::predictive::parameters::Parameters;
use crate::movement::predictive::plan::Plan;
use crate::neighbours::Crowd;
use crate::unit::Decision;
use glam::Vec2;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

/// What others in its way read of a unit, in one row: they are met in no order, and each column would cost a
/// cache line.
#[derive(Debug)]
#[repr(align(32))]
pub struct CommitRow {
    /// Where it is, px.
    pub now: Vec2,
    pub body: Collider,
    /// See [`Parameters::promises`].
    pub promises: bool,
    /// Its promise, or where it is while there is none, px.
    next: AtomicU64,
    told: AtomicU8,
    /// What it does, and about whom.
    decision: AtomicU8,
    other: AtomicU32,
}

/// What a unit was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// Nobody has looked at it: the article's *unsolved*.
    Unsolved,
    /// Nothing: it is planned, or was, by its own wish.
    Nothing,
    /// To give way.
    GiveWay,
    /// To give way, for the sake of a unit under way or of an obstacle.
    Disturbed,
}

impl CommitRow {
    /// Of a unit that decided. One that meets nobody, or that another model moves, is done with.
    pub fn new(crowd: &Crowd, index: usize, plan: &Plan, parameters: &Parameters) -> CommitRow {
        let now = crowd.position[index];
        let place = CommitRow {
            now,
            body: crowd.body[index],
            promises: parameters.promises,
            next: AtomicU64::new(bits(now)),
            told: AtomicU8::new(Told::Unsolved as u8),
            decision: AtomicU8::new(plan.decision as u8),
            other: AtomicU32::new(plan.other),
        };
        if plan.is_clear || crowd.is_steered(index) {
            place.open(Told::Nothing);
            place.promise(plan.want, plan.decision, plan.other);
        }
        place
    }

    /// Its promise, or where it is while there is none, px.
    #[inline]
    pub fn next(&self) -> Vec2 {
        let bits = self.next.load(Relaxed);
        Vec2::new(f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32))
    }

    /// Whether nobody has looked at it.
    #[inline]
    pub fn is_unsolved(&self) -> bool {
        self.told.load(Relaxed) == Told::Unsolved as u8
    }

    /// Whether it was told to give way.
    pub fn is_pushed(&self) -> bool {
        self.told.load(Relaxed) >= Told::GiveWay as u8
    }

    /// Whether that began with somebody under way, or with an obstacle.
    pub fn is_disturbed(&self) -> bool {
        self.told.load(Relaxed) == Told::Disturbed as u8
    }

    /// What it does, and about whom, as an index.
    pub fn decision(&self) -> (Decision, u32) {
        (Decision::ALL[usize::from(self.decision.load(Relaxed))], self.other.load(Relaxed))
    }

    /// Its turn has come, or, [`Told::Unsolved`], comes later: nothing has happened.
    pub fn open(&self, told: Told) {
        self.told.store(told as u8, Relaxed);
    }

    /// Its promise: to go by `step`, which may be none; and what it does, about whom, as an index.
    pub fn promise(&self, step: Vec2, decision: Decision, other: u32) {
        self.next.store(bits(self.now + step), Relaxed);
        self.decision.store(decision as u8, Relaxed);
        self.other.store(other, Relaxed);
    }
}

fn bits(vector: Vec2) -> u64 {
    u64::from(vector.x.to_bits()) | u64::from(vector.y.to_bits()) << 32
}
