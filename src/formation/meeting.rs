//! Formations that meet: each is one body, and the two share the change of course that keeps them apart.
//!
//! Relative to the other, all collisions within the horizon lie in the cone from the own middle about the sum
//! of both boxes. Each of the two takes half of the way out of it, over the leg that is nearer, to the right
//! where both are as near; one that meets a formation that stands takes all of it. So boxes that come head on
//! step aside for each other long before their front ranks meet, and of two that cross one slows down and the
//! other bears off.
//!
//! # Source
//! Beyond [article 003], whose formations know nobody else. Velocity obstacles of convex bodies: Fiorini and
//! Shiller, *Motion Planning in Dynamic Environments Using Velocity Obstacles*,
//! <https://doi.org/10.1177/027836499801700706>, 1998; the shared half: van den Berg, Guy, Lin, Manocha,
//! *Reciprocal n-Body Collision Avoidance*, <https://doi.org/10.1007/978-3-642-19457-3_1>, 2011, which has
//! discs. It departs in leaving out the front of the cone: a formation that could still avoid another by
//! braking turns aside instead.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

mod blocks;

pub use blocks::Blocks;

use crate::geometry::half_planes::HalfPlane;
use glam::Vec2;

/// How far ahead formations look for each other, s: enough for two lines of 100 to get past each other.
const MEETING_HORIZON: f32 = 15.0;
/// Legs that are as near as this are equal, px/s: then both go to the right.
const EQUAL: f32 = 2.0;

/// A formation as one body: a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Number of its group.
    pub group: u32,
    /// Its middle, px.
    pub center: Vec2,
    /// Where it faces, a unit vector.
    pub forward: Vec2,
    /// Half its extent along and across that, with the room that it likes to have, px.
    pub half: Vec2,
    /// px/s.
    pub velocity: Vec2,
    /// For how long it goes on like that, s.
    pub lasts: f32,
    /// Whether it gets out of the way of others too.
    pub yields: bool,
}

impl Block {
    /// How far it reaches from its middle along a unit vector, px.
    fn reach(&self, direction: Vec2) -> f32 {
        self.half.x * self.forward.dot(direction).abs() + self.half.y * self.forward.perp_dot(direction).abs()
    }

    /// From its middle to its right front and right rear corner, px.
    fn corners(&self) -> [Vec2; 2] {
        let (along, aside) = (self.forward * self.half.x, self.forward.perp() * self.half.y);
        [aside + along, aside - along]
    }

    /// The velocities, px/s, with which this formation does its share of not running into another; `None`
    /// where they do not meet.
    ///
    /// ```
    /// use glam::vec2;
    /// use muster::formation::meeting::Block;
    /// let east = Block { group: 1, center: vec2(0.0, 0.0), forward: vec2(1.0, 0.0), half: vec2(40.0, 40.0),
    ///                    velocity: vec2(50.0, 0.0), lasts: 60.0, yields: true };
    /// let west = Block { center: vec2(800.0, 0.0), forward: -east.forward, velocity: -east.velocity, ..east };
    /// let plane = east.avoid(&west).unwrap();
    /// assert!(plane.normal.dot(east.velocity) < plane.least);
    /// assert!(plane.normal.y > 0.9, "to its right, which is down");
    /// let gone = Block { velocity: east.velocity, ..west };
    /// assert!(east.avoid(&gone).is_none());
    /// ```
    pub fn avoid(&self, other: &Block) -> Option<HalfPlane> {
        let horizon = MEETING_HORIZON.min(self.lasts).min(other.lasts);
        let (offset, relative) = (other.center - self.center, self.velocity - other.velocity);
        // Most are too far from each other to meet: told without a root.
        let reach = (self.half + other.half + relative.abs() * horizon).element_sum();
        if offset.length_squared() > reach * reach {
            return None;
        }
        let axes = [self.forward, self.forward.perp(), other.forward, other.forward.perp()];
        let apart = |axis: Vec2| {
            let axis = if offset.dot(axis) < 0.0 { -axis } else { axis };
            (offset.dot(axis) - self.reach(axis) - other.reach(axis), axis)
        };
        let (gap, axis) = axes.map(apart).into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
        if relative.dot(axis) * horizon <= gap.max(0.0) {
            return None;
        }
        let normal = if gap > 0.0 { self.nearer_leg(other, relative) } else { -axis };
        let share = if other.yields { 0.5 } else { 1.0 };
        let least = normal.dot(self.velocity) - share * normal.dot(relative);
        Some(HalfPlane { normal, least })
    }

    /// The unit vector out of the cone of collisions over its nearer leg.
    fn nearer_leg(&self, other: &Block, relative: Vec2) -> Vec2 {
        let offset = other.center - self.center;
        let (mut left, mut right) = (offset, offset);
        for mine in self.corners().into_iter().flat_map(|corner| [corner, -corner]) {
            for theirs in other.corners().into_iter().flat_map(|corner| [corner, -corner]) {
                let corner = offset + mine + theirs;
                right = if right.perp_dot(corner) > 0.0 { corner } else { right };
                left = if left.perp_dot(corner) < 0.0 { corner } else { left };
            }
        }
        let (right, left) = (right.normalize_or_zero().perp(), -left.normalize_or_zero().perp());
        if relative.dot(right) + EQUAL >= relative.dot(left) { right } else { left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::DT;

    /// Two that want to keep their velocities, each of which heeds the other; the least gap that they had
    /// along any axis, px.
    fn least_gap(mut a: Block, mut b: Block) -> f32 {
        let (wish_a, wish_b) = (a.velocity, b.velocity);
        let mut least = f32::INFINITY;
        for _ in 0..1200 {
            let heed = |me: &Block, other: &Block, wish: Vec2| {
                let planes: Vec<HalfPlane> = me.avoid(other).into_iter().collect();
                crate::geometry::linear_program::solve(wish, 60.0, &planes, 0)
            };
            (a.velocity, b.velocity) = (heed(&a, &b, wish_a), heed(&b, &a, wish_b));
            a.center += a.velocity * DT;
            b.center += b.velocity * DT;
            let axes = [a.forward, a.forward.perp(), b.forward, b.forward.perp()];
            let gap = axes.map(|axis| (b.center - a.center).dot(axis).abs() - a.reach(axis) - b.reach(axis));
            least = least.min(gap.into_iter().fold(f32::NEG_INFINITY, f32::max));
        }
        least
    }

    fn block(group: u32, center: Vec2, forward: Vec2, half: Vec2) -> Block {
        let velocity = forward * 50.0;
        Block { group, center, forward, half, velocity, lasts: 60.0, yields: true }
    }

    #[test]
    fn boxes_lines_and_columns_that_meet_at_any_angle_pass_clear_of_each_other() {
        for half in [Vec2::new(40.0, 40.0), Vec2::new(10.0, 160.0), Vec2::new(160.0, 10.0)] {
            for step in 1..=12 {
                for aside in [-60.0, -3.0, 0.0, 25.0] {
                    let angle = step as f32 * 0.5;
                    let forward = Vec2::new(libm::cosf(angle), libm::sinf(angle));
                    let place = forward * -700.0 + forward.perp() * aside;
                    let a = block(1, Vec2::new(-700.0, 0.0), Vec2::X, half);
                    let gap = least_gap(a, block(2, place, forward, half));
                    // Side by side on nearly one course, long ones begin among each other.
                    let begins = place.distance(a.center) < 500.0;
                    // Corners change while they turn aside: the room around a formation is for that.
                    assert!(begins || gap > -12.0, "{half} at {angle}, {aside} aside: {gap}");
                }
            }
        }
    }

    #[test]
    fn one_that_does_not_yield_is_passed_all_the_same() {
        let me = block(1, Vec2::new(-600.0, 0.0), Vec2::X, Vec2::splat(50.0));
        let other =
            Block { velocity: Vec2::ZERO, yields: false, ..block(2, Vec2::ZERO, Vec2::X, Vec2::splat(50.0)) };
        let plane = me.avoid(&other).unwrap();
        assert!((plane.normal.dot(me.velocity) - plane.least).abs() > 1.0);
        let me = Block {
            velocity: me.velocity + plane.normal * (plane.least - plane.normal.dot(me.velocity)),
            ..me
        };
        assert!(me.avoid(&other).is_none_or(|plane| plane.normal.dot(me.velocity) >= plane.least - 0.01));
    }

    #[test]
    fn whoever_turns_off_before_the_other_comes_is_not_heeded() {
        let me = Block { lasts: 2.0, ..block(1, Vec2::ZERO, Vec2::X, Vec2::splat(40.0)) };
        assert!(me.avoid(&block(2, Vec2::new(600.0, 0.0), Vec2::NEG_X, Vec2::splat(40.0))).is_none());
    }
}
