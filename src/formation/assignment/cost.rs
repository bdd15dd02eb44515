//! What a walk to a slot costs.

use glam::Vec2;

/// What an assignment is good at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A total within a few per mille of the least: for a formation that is built in place.
    LeastTotal,
    /// Members in front stay in front, those on the left stay on the left; the total is up to 3 % above the
    /// least.
    KeepOrder,
    /// The total of the squared walks is the least: for slots that move while members run after them.
    LeastSquares,
}

impl Aim {
    /// What the square of the longest possible walk adds to its cost, as a share of its length.
    fn convexity(self) -> f32 {
        match self {
            Aim::LeastTotal => 1.0 / 16.0,
            Aim::KeepOrder => 2.0,
            Aim::LeastSquares => 1.0,
        }
    }
}

/// What a walk costs.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// Factor on the squared length, 1/px.
    pub(super) square: f32,
    /// Factor on the length: 1, or 0 where the square alone counts.
    pub(super) length: f32,
}

impl Cost {
    pub(super) fn new(members: &[Vec2], slots: &[Vec2], aim: Aim) -> Cost {
        let all = || members.iter().chain(slots).copied();
        let low = all().reduce(Vec2::min).unwrap_or_default();
        let high = all().reduce(Vec2::max).unwrap_or_default();
        let length = if aim == Aim::LeastSquares { 0.0 } else { 1.0 };
        Cost { square: aim.convexity() / low.distance(high).max(1.0), length }
    }

    pub(super) fn of(self, from: Vec2, to: Vec2) -> f32 {
        let squared = from.distance_squared(to);
        self.length * squared.sqrt() + self.square * squared
    }
}
