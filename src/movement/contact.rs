//! Which units touch, and which wall of a body is touched.
//!
//! # Source
//! [Article 000], figures 4 to 6: the walls of a square are vectors that go clockwise around it. A circle's
//! wall is its tangent where it is touched, clockwise as well; the article knows squares only.
//!
//! [article 000]: https://orbb.neocities.org "undated"

use crate::geometry::contact::{TOUCHING, separation};
use crate::movement::view::View;
use crate::neighbours::{Crowd, Intent};
use crate::stopping::Touch;
use crate::time::DT;
use glam::Vec2;

/// Contacts count while the gap closes by more than this share of the top speed: parallel ways do not.
const PRESSING: f32 = 0.05;

/// The wall that a body follows when it touches another in the direction `normal` (towards the other): the
/// clockwise wall of the other on the side that faces the body.
///
/// ```
/// use glam::Vec2;
/// use muster::movement::contact::wall_followed;
/// // Figure 6: blue comes from the left and touches the left wall of red, which goes up (y points down).
/// assert_eq!(wall_followed(Vec2::X), Vec2::NEG_Y);
/// // Red touches the right wall of blue, which goes down.
/// assert_eq!(wall_followed(Vec2::NEG_X), Vec2::Y);
/// ```
pub fn wall_followed(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}

/// Which way a unit goes that collides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideStep {
    /// Along the wall that it touches, as the article does (figure 6).
    #[default]
    Wall,
    /// To the left of where it is heading, which the article rejects (figure 3): a unit that bumps into
    /// another from behind goes the same way as that one.
    LeftOfHeading,
    /// To the left of the way back from the other (figure 4).
    LeftOfNormal,
}

impl SideStep {
    /// The direction for a unit that moves with `velocity`, px/s, and touches another in the direction
    /// `towards`, a unit vector; a unit that stands has no heading, and follows the wall.
    pub fn of(self, towards: Vec2, velocity: Vec2) -> Vec2 {
        let left = |direction: Vec2| Vec2::new(direction.y, -direction.x);
        match self {
            SideStep::LeftOfHeading => velocity.try_normalize().map_or(wall_followed(towards), left),
            SideStep::LeftOfNormal => left(-towards),
            SideStep::Wall => wall_followed(towards),
        }
    }
}

/// The sum of the walls that a unit follows, as article 000 makes it: where it cancels out, the latest wall
/// takes its place, since any way is better than none. Not normalised; zero if nothing is touched.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WallSum(pub Vec2);

impl WallSum {
    /// Adds a wall, a unit vector.
    pub fn add(&mut self, wall: Vec2) {
        self.0 += wall;
        if self.0.abs().max_element() < 0.001 {
            self.0 = wall;
        }
    }
}

/// Calls `visit` for everybody that a unit collides with: with the index of the other and the unit vector
/// towards it. Two collide when they touch, or would in this tick, and one of them wants to go on into the
/// other. Both find the same.
///
/// The article collides squares first and asks afterwards; here contacts stop bodies before they meet, so
/// what they would do is asked.
#[inline]
pub fn for_each_collision(crowd: &Crowd, me: usize, mut visit: impl FnMut(usize, Vec2)) {
    let (position, body) = (crowd.position[me], crowd.body[me]);
    let (wanted, velocity) = (wanted(crowd, me), crowd.velocity(me));
    let range = reach(crowd, me);
    crowd.for_each_neighbour(me, range, |other| {
        let first = crowd.id[me] < crowd.id[other];
        let (towards, gap) = separation(body, crowd.body[other], crowd.position[other] - position, first);
        let closing = (wanted - crowd.velocity(other))
            .dot(towards)
            .max((velocity - self::wanted(crowd, other)).dot(towards));
        let pressed = closing > PRESSING * crowd.speed[me].max(crowd.speed[other]);
        if pressed && gap <= TOUCHING + closing * DT {
            visit(other, towards);
        }
    });
}

/// Nobody farther away than this can collide with a unit, centre to centre, px.
pub fn reach(crowd: &Crowd, me: usize) -> f32 {
    crowd.body[me].reach() + crowd.largest_radius + TOUCHING + 2.0 * crowd.largest_speed * DT
}

/// The velocity that a unit wants, px/s: to its waypoint while it is on its way, else what it has.
fn wanted(crowd: &Crowd, index: usize) -> Vec2 {
    match crowd.intent(index) {
        Intent::Move => crowd.way(index) * crowd.speed[index],
        _ => crowd.velocity(index),
    }
}

/// What the stop timers need to know of a unit's contacts.
pub fn touch(crowd: &Crowd, me: usize) -> Touch {
    let mut touch = Touch::default();
    let moving = crowd.intent(me) == Intent::Move;
    for_each_collision(crowd, me, |other, _| {
        touch.add(moving, crowd.intent(other) == Intent::Move, crowd.steered[other].stop_timer);
    });
    touch
}

/// The direction along the walls that a unit follows, one for each other that it collides with; `None`
/// without any. `drawn` is told the unit vector towards each other and its wall.
pub fn walls_touched(view: &View, aside: SideStep, mut drawn: impl FnMut(Vec2, Vec2)) -> Option<Vec2> {
    let mut sum = WallSum::default();
    for_each_collision(view.crowd(), view.me, |_, towards| {
        let wall = aside.of(towards, view.velocity());
        sum.add(wall);
        drawn(towards, wall);
    });
    sum.0.try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_is_the_same_for_two_who_go_one_way_and_not_for_their_normals() {
        // Blue behind red, both on their way east; y points down.
        let (east, blue, red) = (Vec2::X * 60.0, Vec2::X, Vec2::NEG_X);
        assert_eq!(SideStep::LeftOfHeading.of(blue, east), SideStep::LeftOfHeading.of(red, east));
        assert_eq!(SideStep::LeftOfNormal.of(blue, east), -SideStep::LeftOfNormal.of(red, east));
        assert_eq!(SideStep::Wall.of(blue, east), -SideStep::Wall.of(red, east));
        assert_eq!(SideStep::LeftOfHeading.of(blue, Vec2::ZERO), wall_followed(blue));
    }

    #[test]
    fn a_sum_that_cancels_out_becomes_the_latest_wall() {
        let mut sum = WallSum::default();
        sum.add(Vec2::X);
        sum.add(Vec2::NEG_X);
        assert_eq!(sum.0, Vec2::NEG_X);
    }
}
