//! Lane forming: among those who come towards a unit and those who go its way, it keeps to the side of the
//! latter.
//!
//! Where two streams meet head-on or at an angle, each unit that follows another opens the way for the next,
//! and lanes form by themselves. Without this the last of 2 × 500 that meet comes a third later, and of 2 × 100
//! that cross a fifth.

use glam::Vec2;

/// What somebody who comes towards a unit weighs beside somebody who goes its way, each by the cosine between
/// the ways: to follow makes more order than to avoid.
const OPPOSED: f32 = 0.5;

/// What goes on around a unit.
pub(super) struct Flow {
    way: Vec2,
    /// To which side those are whom to join, less those whom to leave: a sum of sines to the right of the
    /// way.
    side: f32,
    weight: f32,
    is_met: bool,
}

impl Flow {
    /// Of nobody yet, for a unit that goes this way, a unit vector.
    pub(super) fn of(way: Vec2) -> Flow {
        Flow { way, side: 0.0, weight: 0.0, is_met: false }
    }

    /// Takes in a unit at this offset, px, that goes this way; zero where it stands.
    #[inline]
    pub(super) fn note(&mut self, offset: Vec2, way: Vec2) {
        let along = way.dot(self.way);
        // Without a branch: which ones count is hard to guess.
        let weight = along.max(OPPOSED * along);
        self.side += weight * self.way.perp_dot(offset) / offset.length().max(1.0);
        self.weight += weight.abs();
        self.is_met |= along < 0.0;
    }

    /// To which side it is best to keep, from -1, left, to 1, right; 0 where nobody comes.
    pub(super) fn side(&self) -> f32 {
        if self.is_met { self.side / self.weight } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EAST: Vec2 = Vec2::X;

    #[test]
    fn where_somebody_comes_a_unit_keeps_behind_those_who_go_its_way() {
        let mut flow = Flow::of(EAST);
        flow.note(Vec2::new(10.0, 10.0), EAST);
        assert_eq!(flow.side(), 0.0, "nobody comes");
        flow.note(Vec2::new(20.0, -10.0), -EAST);
        assert!(flow.side() > 0.6, "friends on the right, the others on the left: {}", flow.side());
    }

    #[test]
    fn who_crosses_or_stands_says_nothing() {
        let mut flow = Flow::of(EAST);
        flow.note(Vec2::new(8.0, 5.0), Vec2::Y);
        flow.note(Vec2::new(8.0, 5.0), Vec2::ZERO);
        assert_eq!(flow.side(), 0.0);
    }
}
