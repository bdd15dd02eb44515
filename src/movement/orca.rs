//! The `orca` model: each pair takes half of the change of velocity that keeps it from colliding.
//!
//! For each neighbour the velocities that lead to a collision within the time horizon form a truncated cone.
//! The nearest way out of it is shared by both, which leaves each a half-plane of velocities; the one in all
//! half-planes that is nearest to the wish is taken, and where there is none the one that is wrong by the
//! least. What takes no part (other models, units on hold, obstacles) is avoided alone, at full cost.
//! Walls within reach are half-planes that are never given up.
//!
//! Costs about 1 µs per unit and tick at 20 px mean spacing, most of it for the search of the nearest and
//! their cones.
//!
//! # Source
//! Named by [article 002] as the better and dearer way. Van den Berg, Guy, Lin, Manocha, *Reciprocal n-Body
//! Collision Avoidance*, <https://doi.org/10.1007/978-3-642-19457-3_1>, 2011. Departures: the wish is turned
//! a little to the right, since two that meet exactly head-on would otherwise stop (RVO2's examples disturb
//! it at random); ties between neighbours end by id.
//!
//! [article 002]: https://howtorts.github.io/2014/01/14/avoidance-behaviours.html "2014-01-14"

use crate::geometry::linear_program::{HalfPlanes, solve};
use crate::geometry::segment::distance_to_segment;
use crate::movement::answer::Answer;
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::View;
use crate::neighbours::Intent;
use crate::time::DT;
use crate::unit::{ModelName, SteeringMemory};
use glam::Vec2;

crate::parameters! {
    /// Reciprocal velocity obstacles.
    pub struct Orca {
        /// How far ahead collisions are avoided. Longer is smoother in the open, shorter gets through crowds.
        time_horizon: f32 = 1.0, "s", 0.1..=10.0;
        /// How far neighbours are seen.
        sight: f32 = 60.0, "px", 15.0..=300.0;
        /// How many of the nearest are heeded.
        neighbours: u32 = 10, "", 1.0..=16.0;
        /// How far the wish is turned to the right where anybody is near, as the tangent of the angle. 0.1
        /// takes a third off the mean time of a circle of 100 and half off that of a corridor, against 0.01.
        keep_right: f32 = 0.1, "", 0.0..=0.5;
        /// Room kept between bodies.
        margin: f32 = 0.0, "px", 0.0..=10.0;
        /// How near somebody whose way leads over the post of a resting unit must be for it to leave off
        /// going back, from rim to rim: one that insists on its post blocks a corridor.
        give_way: f32 = 15.0, "px", 0.0..=60.0;
        /// Whether stop timers end a way. Resting units give way here, so nobody need give up.
        gives_up: bool = false, "on/off", 0.0..=1.0;
        /// Whether units take any velocity at once, as in the paper, which knows no acceleration.
        instant: bool = true, "on/off", 0.0..=1.0;
        /// Go straight to the destination instead of along the path.
        straight: bool = false, "on/off", 0.0..=1.0;
    }
}

/// Most neighbours that are heeded, whatever the parameter.
const MAX_NEIGHBOURS: usize = 16;

impl SteeringModel for Orca {
    fn steer(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let wish = if self.straight { view.straight_wish() } else { view.wish() };
        Answer::Velocity(self.avoid(view, wish, self.keep_right, sketch))
    }

    fn rest(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let (crowd, radius) = (view.crowd(), view.body().radius);
        let mut needed = false;
        let range = radius + crowd.largest_radius + self.give_way;
        view.for_each_neighbour(range, |other| {
            let off =
                distance_to_segment(crowd.waypoint[view.me], crowd.position[other], crowd.waypoint[other]);
            needed |= crowd.intent(other) == Intent::Move && off < radius + crowd.body[other].radius;
        });
        let wish = if needed { Vec2::ZERO } else { view.wish() };
        Answer::Velocity(self.avoid(view, wish, 0.0, sketch))
    }

    fn gives_up(&self) -> bool {
        self.gives_up
    }

    fn is_instant(&self) -> bool {
        self.instant
    }

    fn returns_to_post(&self) -> bool {
        true
    }
}

/// Another agent or obstacle as seen from the unit.
#[derive(Clone, Copy, Debug)]
struct Other {
    offset: Vec2,
    velocity: Vec2,
    radius: f32,
    /// Share of the avoidance that is the unit's own.
    share: f32,
}

impl Orca {
    /// The allowed velocity nearest to the wish, which is turned right by `keep_right` where anybody is near.
    fn avoid(&self, view: &View, wish: Vec2, keep_right: f32, sketch: &mut Sketch) -> Vec2 {
        let mut planes = HalfPlanes::new();
        let speed = view.speed();
        view.for_each_wall(speed * DT, |away, gap| planes.push(away, -gap / DT));
        let hard = planes.as_slice().len();
        let position = view.position();
        let mut add = |other: Other| {
            let plane = self.half_plane(view.velocity(), view.body().radius + self.margin, other);
            planes.push(plane.0, plane.1);
            if sketch.is_on() {
                let along = plane.0.perp();
                sketch.arrow(
                    VectorRole::HalfPlane,
                    position + plane.0 * plane.1 - along * 15.0,
                    along * 30.0,
                );
            }
        };
        view.for_each_obstacle(self.sight + view.body().radius, |obstacle| {
            let offset = obstacle.position - position;
            add(Other { offset, velocity: obstacle.velocity, radius: obstacle.radius, share: 1.0 });
        });
        let crowd = view.crowd();
        let mut nearest = Nearest::new(self.neighbours as usize);
        let sight = self.sight;
        view.for_each_neighbour(sight, |other| {
            let distance = crowd.position[other].distance_squared(position);
            if distance < sight * sight {
                nearest.insert(distance, other);
            }
        });
        for other in nearest.units() {
            let reciprocal =
                crowd.steered[other].model == ModelName::Orca && crowd.intent(other) != Intent::Hold;
            add(Other {
                offset: apart(crowd.position[other] - position, crowd.id[view.me] < crowd.id[other]),
                velocity: crowd.velocity(other),
                radius: crowd.body[other].reach(),
                share: if reciprocal { 0.5 } else { 1.0 },
            });
        }
        let anybody = planes.as_slice().len() > hard;
        let wish = if anybody { wish + wish.perp() * keep_right } else { wish };
        let velocity = solve(wish, speed, planes.as_slice(), hard);
        sketch.arrow(VectorRole::Wanted, position, velocity);
        velocity
    }

    /// The half-plane of velocities that one other allows: the normal into it, and the least along it, px/s.
    ///
    /// Relative to the other's velocity, all collisions within the horizon τ lie in the cone about the
    /// offset, of half width asin(R/distance), cut off by a disc of radius R/τ at offset/τ. The vector u
    /// leads from the relative velocity to the nearest point of its rim.
    #[inline]
    fn half_plane(&self, velocity: Vec2, radius: f32, other: Other) -> (Vec2, f32) {
        let (offset, reach) = (other.offset, other.radius + radius);
        let relative = velocity - other.velocity;
        let distance_squared = offset.length_squared();
        let (normal, excess) = if distance_squared > reach * reach {
            let from_disc = relative - offset / self.time_horizon;
            let along = from_disc.dot(offset);
            if along < 0.0 && along * along > reach * reach * from_disc.length_squared() {
                out_of_disc(from_disc, reach / self.time_horizon, offset)
            } else {
                // The leg on the side of the relative velocity, from the tangent triangle (leg, R, distance).
                let leg = (distance_squared - reach * reach).sqrt();
                let side = 1.0_f32.copysign(offset.perp_dot(from_disc));
                let normal = (offset.perp() * (leg * side) - offset * reach) / distance_squared;
                (normal, -relative.dot(normal))
            }
        } else {
            // They overlap: out of it within this tick.
            out_of_disc(relative - offset / DT, reach / DT, offset)
        };
        (normal, normal.dot(velocity) + excess * other.share)
    }
}

/// From a velocity relative to the centre of a disc: outward, and how far it is to the rim.
#[inline]
fn out_of_disc(from_centre: Vec2, radius: f32, offset: Vec2) -> (Vec2, f32) {
    let length = from_centre.length();
    let normal = if length > 0.0 { from_centre / length } else { -offset.normalize_or(Vec2::X) };
    (normal, radius - length)
}

/// An offset that is not zero: of two in one place, the one with the lower id has the other to its right.
#[inline]
fn apart(offset: Vec2, first: bool) -> Vec2 {
    if offset != Vec2::ZERO { offset } else { Vec2::new(if first { 0.01 } else { -0.01 }, 0.0) }
}

/// The nearest few, sorted by distance and then by place in the crowd, which is sorted by cell and id.
struct Nearest {
    /// Squared distance, as bits, which are sorted as the numbers are, and index.
    keys: [u64; MAX_NEIGHBOURS],
    most: usize,
}

impl Nearest {
    #[inline]
    fn new(most: usize) -> Nearest {
        Nearest { keys: [u64::MAX; _], most: most.clamp(1, MAX_NEIGHBOURS) }
    }

    /// Without a branch: where one belongs among those found before is as good as random.
    #[inline]
    fn insert(&mut self, distance: f32, index: usize) {
        let key = u64::from(distance.to_bits()) << 32 | index as u64;
        for place in (1..self.most).rev() {
            self.keys[place] = self.keys[place].min(key.max(self.keys[place - 1]));
        }
        self.keys[0] = self.keys[0].min(key);
    }

    /// Who they are, as indices.
    fn units(&self) -> impl Iterator<Item = usize> {
        self.keys.iter().take(self.most).filter(|&&key| key != u64::MAX).map(|&key| key as u32 as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_kept_in_order() {
        let mut nearest = Nearest::new(3);
        for (index, distance) in [5.0, 1.0, 4.0, 2.0, 3.0].into_iter().enumerate() {
            nearest.insert(distance, index);
        }
        assert_eq!(nearest.units().collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(f32::from_bits((nearest.keys[2] >> 32) as u32), 3.0);
    }

    #[test]
    fn two_that_take_their_velocities_do_not_collide_within_the_horizon() {
        let orca = Orca::default();
        for step in 0..64 {
            let angle = step as f32 * 0.1;
            let offset = Vec2::new(libm::cosf(angle), libm::sinf(angle)) * 40.0;
            let (mine, theirs) = (Vec2::new(60.0, 5.0), Vec2::new(-30.0, 20.0));
            let other = |offset, velocity| Other { offset, velocity, radius: 7.0, share: 0.5 };
            let take = |velocity: Vec2, (normal, least): (Vec2, f32)| {
                velocity + normal * (least - normal.dot(velocity)).max(0.0)
            };
            let a = take(mine, orca.half_plane(mine, 7.0, other(offset, theirs)));
            let b = take(theirs, orca.half_plane(theirs, 7.0, other(-offset, mine)));
            for time in 0..=100 {
                let between = offset + (b - a) * (time as f32 * 0.01 * orca.time_horizon);
                assert!(between.length() > 14.0 - 0.01, "{angle} {time} {between}");
            }
        }
    }
}
