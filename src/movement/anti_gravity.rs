//! The `anti_gravity` model: the target pulls, everything else pushes, and pushes count by their direction.
//!
//! For each other: a push away from it that falls with the square of the distance (red). What is ahead
//! counts, what is behind does not: the push is weighed by a cubed cardioid of the direction. A push straight
//! against the way would only stop the unit, so it is turned aside (blue). The sum of the turned pushes still
//! cancels out between two others at equal distance left and right, so the sum of the pushes (yellow) is
//! turned aside as if it were one (green), and an elliptic factor fades the blue sum out where it points
//! against the way. Others that move are first asked whether they will be in the way at all.
//!
//! Costs one query within [`AntiGravity::range`], and pushes are reckoned four at a time (`pushes`).
//!
//! # Source
//! [Article 001], "Point A to Point B: part 3", which contains parts 1 and 2 as code. Departures: a
//! comment of the code lost its slash, without which the sign of the turn is lost; ties go right however the
//! angle is rounded (the article's go by the sign that `atan2` happens to give); pushes end at a range, and
//! very weak ones are left out. In the article the green vector fades where pushes are strong: a unit that
//! comes to know of two others late (within about 5 tiles) stops before them for good, or squeezes through
//! where it does not fit. Here it does not fade, and what is left in the end is turned aside once more, as if
//! it were one push. Part 4, moving obstacles, is not in the article: see [`moving`].
//!
//! [article 001]: https://codeandcompose.blogspot.com "2014"

use crate::ids::{Target, UnitId};
use crate::movement::answer::Answer;
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::View;
use crate::unit::SteeringMemory;
use glam::Vec2;
use libm::{atan2f, cosf, sinf};
use std::f32::consts::{FRAC_PI_2, PI};

pub mod moving;
mod pushes;

use moving::MovingBody;
use pushes::{Pushes, Pushing, TIE, turn_aside};

crate::parameters! {
    /// Article 001.
    pub struct AntiGravity {
        /// Personal space: the factor of every push.
        personal_space: f32 = 3.0, "", 0.0..=20.0;
        /// Width with a buffer, as a multiple of the radius. Less, and the gap between two others looks
        /// passable.
        halo: f32 = 2.0, "radii", 1.0..=4.0;
        /// How far pushes reach.
        range: f32 = 150.0, "px", 20.0..=300.0;
        /// Whether pushes are weighed by direction (part 1).
        cardioid: bool = true, "on/off", 0.0..=1.0;
        /// Whether pushes against the way are turned aside (part 2).
        adjusted: bool = true, "on/off", 0.0..=1.0;
        /// Whether the sum is turned aside as one (part 3).
        adjusted_sum: bool = true, "on/off", 0.0..=1.0;
        /// Whether the share of the adjusted pushes falls along a quarter ellipse (part 3); off: evenly, as
        /// the article says that it could, which costs no root.
        elliptic: bool = true, "on/off", 0.0..=1.0;
        /// How far ahead the ways of others that move are followed, in frames of 1/30 s; 0: not at all (part
        /// 4).
        frames: f32 = 40.0, "frames", 0.0..=120.0;
        /// Whether units take any velocity at once, as in the article, which knows no acceleration.
        instant: bool = false, "on/off", 0.0..=1.0;
        /// Go straight to the destination, as the article does, instead of along the path.
        straight: bool = false, "on/off", 0.0..=1.0;
    }
}

/// Arrows are drawn this many px long for a force of 1.
const ARROW_SCALE: f32 = 30.0;
/// Most of a push that points against the way, as a share of the pull. All of it and more, and a unit before
/// two others that leave too little room between them would stand, or walk to and fro.
const MAX_BACKWARD_SHARE: f32 = 0.9;

impl SteeringModel for AntiGravity {
    fn steer(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let wish = if self.straight { view.straight_wish() } else { view.wish() };
        let Some(way) = wish.try_normalize() else { return Answer::Velocity(Vec2::ZERO) };
        let forces = self.forces(view, way, wish.length(), sketch);
        let position = view.position();
        let turned = if self.adjusted_sum { adjust_sum(forces, way) } else { Vec2::ZERO };
        sketch.arrow(VectorRole::PushSum, position, forces.pushes * ARROW_SCALE);
        sketch.arrow(VectorRole::AdjustedSum, position, turned * ARROW_SCALE);
        let share = if self.adjusted_sum {
            share_of_adjusted(turned + forces.adjusted, way, self.elliptic)
        } else {
            1.0
        };
        let push = held_back(turn_aside(turned + forces.adjusted * share, way), way);
        let direction = (way + push).normalize_or_zero();
        sketch.arrow(VectorRole::Wanted, position, direction * wish.length());
        Answer::Velocity(direction * wish.length())
    }

    fn is_instant(&self) -> bool {
        self.instant
    }
}

/// The sums over all others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Forces {
    /// Of the pushes (yellow).
    pushes: Vec2,
    /// Of the pushes turned aside (blue).
    adjusted: Vec2,
}

impl AntiGravity {
    fn forces(&self, view: &View, way: Vec2, speed: f32, sketch: &mut Sketch) -> Forces {
        let crowd = view.crowd();
        let me = MovingBody { position: view.position(), velocity: way * speed, id: crowd.id[view.me] };
        let radius = view.body().radius;
        let mut sums = Forces::default();
        let &AntiGravity { personal_space, halo, cardioid, adjusted, frames, .. } = self;
        let model = Pushing { personal_space, halo, cardioid, adjusted, frames };
        let mut pushes = Pushes::new(model, me, way, |push: Vec2, adjusted: Vec2| {
            sketch.arrow(VectorRole::Push, me.position, push * ARROW_SCALE);
            sketch.arrow(VectorRole::AdjustedPush, me.position, adjusted * ARROW_SCALE);
            sums.pushes += push;
            sums.adjusted += adjusted;
        });
        view.for_each_obstacle(self.range, |obstacle| {
            if !view.follows(Target::Obstacle(obstacle.index)) {
                let id = u32::MAX; // Obstacles give way to nobody.
                let mover = MovingBody { position: obstacle.position, velocity: obstacle.velocity, id };
                pushes.add(mover, radius + obstacle.radius);
            }
        });
        let weak = pushes.weak(radius + crowd.largest_radius);
        let counts = |x, y, apart, is_near| is_near & weak.is_stronger(x, y, apart);
        crowd.for_each_near_if((me.position, view.me), self.range, counts, |other| {
            if !view.follows(Target::Unit(UnitId(crowd.id[other]))) {
                let (position, velocity) = (crowd.position[other], crowd.velocity(other));
                pushes.add(
                    MovingBody { position, velocity, id: crowd.id[other] },
                    radius + crowd.body[other].radius,
                );
            }
        });
        pushes.finish();
        sums
    }
}

/// The angle from `way` to `vector`, in (−π, π], clockwise on the screen; straight back counts as +π.
fn angle_from(way: Vec2, vector: Vec2) -> f32 {
    let angle = atan2f(way.perp_dot(vector), way.dot(vector));
    if angle < -PI + TIE { angle + 2.0 * PI } else { angle }
}

fn turned(vector: Vec2, angle: f32) -> Vec2 {
    vector.rotate(Vec2::new(cosf(angle), sinf(angle)))
}

/// The sum of the pushes turned aside as one (yellow to green). It counts the more, the more the pushes
/// cancel out when they are turned one by one, and the more it points against the way.
fn adjust_sum(forces: Forces, way: Vec2) -> Vec2 {
    let (old, new) = (forces.pushes.length(), forces.adjusted.length());
    if old < new || old == 0.0 {
        return Vec2::ZERO;
    }
    let delta = angle_from(way, forces.pushes);
    let back = ((delta.abs() - FRAC_PI_2) / FRAC_PI_2).max(0.0);
    let back = back * back;
    let lost = 1.0 - new / old;
    turned(forces.pushes, -lost * FRAC_PI_2 * back * delta.signum()) * lost * back
}

/// A push of which no more points against the way than [`MAX_BACKWARD_SHARE`]; the rest of that points aside, to the right
/// if it is a tie.
fn held_back(push: Vec2, way: Vec2) -> Vec2 {
    let (along, aside) = (push.dot(way), way.perp_dot(push));
    let rest = (-MAX_BACKWARD_SHARE - along).max(0.0);
    let side = if aside < -TIE { -1.0 } else { 1.0 };
    push + (way + way.perp() * side) * rest
}

/// The share of the blue sum that is used: 0 where it and the green one together point against the way.
fn share_of_adjusted(sum: Vec2, way: Vec2, elliptic: bool) -> f32 {
    let delta = angle_from(way, sum).abs();
    let ratio = (2.0 * delta - PI) / PI;
    if elliptic { (1.0 - ratio * ratio).max(0.0).sqrt() } else { 1.0 - ratio.abs() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_straight_against_the_way_is_turned_to_the_right() {
        let adjusted = turn_aside(Vec2::NEG_X, Vec2::X);
        assert!(adjusted.distance(Vec2::Y) < 1e-5, "{adjusted}"); // y points down: right of east
        // And rounding does not change that.
        let adjusted = turn_aside(Vec2::new(-1.0, -1e-6), Vec2::X);
        assert!(adjusted.distance(Vec2::Y) < 1e-3, "{adjusted}");
    }

    #[test]
    fn two_pushes_that_cancel_out_aside_are_turned_right_as_one() {
        let (left, right) = (Vec2::new(-0.99, 0.14), Vec2::new(-0.99, -0.14));
        let turn = |push| turn_aside(push, Vec2::X);
        let forces = Forces { pushes: left + right, adjusted: turn(left) + turn(right) };
        assert!(forces.adjusted.y.abs() < 1e-5);
        assert!(adjust_sum(forces, Vec2::X).y > 0.1);
    }
}
