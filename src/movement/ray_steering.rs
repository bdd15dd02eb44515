//! The `ray_steering` model: look ahead along three rays, turn aside from what they meet, and flock.
//!
//! Rays as long as the velocity start from the centre and both edges. What they meet first is asked whether
//! it is turning aside already; then the unit turns to the same hand, so that two that meet head-on part.
//! Otherwise it turns to the side on which it is. The force lies across the line between the two and grows
//! the sooner they meet. It is added to Reynolds' other behaviours: seek and arrive, separation, cohesion,
//! alignment.
//!
//! Costs one query as far as a second's way and one of the neighbourhood.
//!
//! # Source
//! [Article 002], "Avoidance Behaviours", `steeringBehaviourAvoid`, after Craig Reynolds: *Steering Behaviors
//! For Autonomous Characters*, <https://www.red3d.com/cwr/steer/gdc99/>, 1999. The article's lengths are
//! tiles, so radii are taken in tiles where they scale a force. Departures: a fraction of 0 would be an
//! endless force, so the least is `LEAST_FRACTION`; the direction of avoidance is forgotten each tick, which
//! the article does elsewhere in its program; obstacles of the level are avoided too. As in the article,
//! crossing at up to 120° counts as going the same way (the length of the summed velocities), so such ways
//! are not avoided: its own pictures show what comes of that.
//!
//! [article 002]: https://howtorts.github.io/2014/01/14/avoidance-behaviours.html "2014-01-14"

use crate::geometry::{Collider, Shape};
use crate::grid::TILE;
use crate::movement::answer::{Answer, Contacts};
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::View;
use crate::neighbours::Intent;
use crate::unit::{AvoidingSide, SteeringMemory};
use glam::Vec2;

/// Least fraction of a ray that divides a force: bodies that touch push with 20 times the force of a second
/// ahead.
const LEAST_FRACTION: f32 = 0.05;

crate::parameters! {
    /// Article 002.
    pub struct RaySteering {
        /// Weight of the avoidance.
        avoidance: f32 = 1.0, "", 0.0..=10.0;
        /// Length of the rays: how far one gets in this time.
        look_ahead: f32 = 1.0, "s", 0.1..=3.0;
        /// Weight of seek and arrive; 0 switches them off.
        seek: f32 = 1.0, "", 0.0..=4.0;
        /// Weight of separation: away from those nearer than the least separation.
        separation: f32 = 0.5, "", 0.0..=4.0;
        /// Weight of cohesion: towards the middle of the neighbours that go the same way.
        cohesion: f32 = 0.05, "", 0.0..=4.0;
        /// Weight of alignment: with the heading of those neighbours.
        alignment: f32 = 0.1, "", 0.0..=4.0;
        /// Least separation, from rim to rim.
        least_separation: f32 = 4.0, "px", 0.0..=60.0;
        /// How far neighbours are seen for cohesion and alignment.
        neighbourhood: f32 = 45.0, "px", 0.0..=150.0;
        /// What becomes of units that would overlap: 0 they may, 1 they stop, 2 they are pushed sideways.
        contacts: Contacts = Contacts::Stop, "0/1/2", 0.0..=2.0;
        /// Go straight to the destination instead of along the path.
        straight: bool = false, "on/off", 0.0..=1.0;
    }
}

/// What the rays meet first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hit {
    /// How far along the ray, 0 to 1.
    fraction: f32,
    offset: Vec2,
    radius: f32,
    velocity: Vec2,
    avoiding: Option<AvoidingSide>,
}

impl SteeringModel for RaySteering {
    fn steer(&self, view: &View, memory: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        memory.avoiding = None;
        let wish = if self.straight { view.straight_wish() } else { view.wish() };
        let avoid = self.avoid(view, memory, sketch) * self.avoidance;
        let others = self.flock(view, wish);
        let position = view.position();
        sketch.arrow(VectorRole::Avoidance, position, avoid * 0.1);
        sketch.arrow(VectorRole::Steering, position, others * 0.1);
        Answer::Acceleration((avoid + others).clamp_length_max(view.acceleration()))
    }

    fn contacts(&self) -> Contacts {
        self.contacts
    }
}

/// The force that turns a unit's velocity into `desired`, a multiple of its top speed.
///
/// # Source
/// `steerTowards` of [article 002]'s program: (desired velocity − velocity) × greatest force ÷ top speed.
///
/// [article 002]: https://howtorts.github.io/2014/01/14/avoidance-behaviours.html "2014-01-14"
fn steer_towards(view: &View, desired: Vec2) -> Vec2 {
    (desired * view.speed() - view.velocity()) * (view.acceleration() / view.speed())
}

impl RaySteering {
    fn avoid(&self, view: &View, memory: &mut SteeringMemory, sketch: &mut Sketch) -> Vec2 {
        let velocity = view.velocity();
        // In tiles, as the article has it: velocity² ≤ radius, which is slow.
        if velocity.length_squared() / (TILE * TILE) <= view.body().radius / TILE {
            return Vec2::ZERO;
        }
        let Some(hit) = self.look(view, velocity * self.look_ahead, sketch) else { return Vec2::ZERO };
        let same_way = (velocity + hit.velocity).length_squared() > velocity.length_squared();
        if same_way && hit.avoiding.is_none() {
            return Vec2::ZERO;
        }
        // The other lies to the right of the way (y points down) when the product is positive: keep left of
        // it.
        let side = hit.avoiding.unwrap_or(if velocity.perp_dot(hit.offset) >= 0.0 {
            AvoidingSide::Left
        } else {
            AvoidingSide::Right
        });
        memory.avoiding = Some(side);
        let across = match side {
            AvoidingSide::Left => -hit.offset.perp(),
            AvoidingSide::Right => hit.offset.perp(),
        };
        let radii = (view.body().radius + hit.radius) / TILE;
        steer_towards(view, across.normalize_or_zero() * radii) / hit.fraction.max(LEAST_FRACTION)
    }

    /// Casts the three rays.
    fn look(&self, view: &View, ray: Vec2, sketch: &mut Sketch) -> Option<Hit> {
        let (position, radius) = (view.position(), view.body().radius);
        let edge = ray.normalize_or_zero().perp() * radius;
        let starts = [Vec2::ZERO, edge, -edge];
        let mut first: Option<Hit> = None;
        let mut meet = |offset: Vec2, body: Collider, velocity: Vec2, avoiding: Option<AvoidingSide>| {
            for start in starts {
                if let Some(fraction) = cast(offset - start, ray, body)
                    && first.is_none_or(|hit| fraction < hit.fraction)
                {
                    first = Some(Hit { fraction, offset, radius: body.radius, velocity, avoiding });
                }
            }
        };
        let crowd = view.crowd();
        let range = ray.length() + radius + crowd.largest_radius;
        view.for_each_neighbour(range, |other| {
            let offset = crowd.position[other] - position;
            let reach = crowd.body[other].reach();
            // Beside or behind all three rays.
            if offset.dot(ray) > -reach * ray.length() {
                meet(offset, crowd.body[other], crowd.velocity(other), crowd.steered[other].memory.avoiding);
            }
        });
        view.for_each_obstacle(range, |obstacle| {
            let body = Collider { shape: Shape::Circle, radius: obstacle.radius };
            meet(obstacle.position - position, body, obstacle.velocity, None);
        });
        let seen = ray * first.map_or(1.0, |hit| hit.fraction);
        starts.into_iter().for_each(|start| sketch.arrow(VectorRole::Ray, position + start, seen));
        first
    }

    /// Seek and arrive, separation, cohesion, alignment.
    fn flock(&self, view: &View, wish: Vec2) -> Vec2 {
        let mut force = (wish - view.velocity()) * (self.seek * crate::time::TICK_RATE as f32);
        force = force.clamp_length_max(view.acceleration() * self.seek);
        let (mut apart, mut middle, mut heading, mut count) = (Vec2::ZERO, Vec2::ZERO, Vec2::ZERO, 0.0);
        let crowd = view.crowd();
        let (position, radius) = (view.position(), view.body().radius);
        let range = self.neighbourhood.max(radius + crowd.largest_radius + self.least_separation);
        view.for_each_neighbour(range, |other| {
            let offset = crowd.position[other] - position;
            let distance = offset.length();
            let reach = radius + crowd.body[other].radius + self.least_separation;
            if distance < reach && distance > 0.0 {
                apart -= offset / distance * (1.0 - distance / reach);
            }
            let same_way = crowd.intent(other) == Intent::Move
                && crowd.velocity(other).dot(view.velocity()) > 0.0
                && crowd.team(other) == crowd.team(view.me);
            if same_way && distance < self.neighbourhood {
                middle += offset;
                heading += crowd.velocity(other).normalize_or_zero();
                count += 1.0;
            }
        });
        force += apart * view.acceleration() * self.separation;
        if count > 0.0 {
            force += steer_towards(view, middle.normalize_or_zero()) * self.cohesion;
            force += steer_towards(view, heading.normalize_or_zero()) * self.alignment;
        }
        force
    }
}

/// Where a ray from the origin meets a body at `center`: as a fraction of the ray. None from inside, as in
/// the article's physics engine.
fn cast(center: Vec2, ray: Vec2, body: Collider) -> Option<f32> {
    match body.shape {
        Shape::Circle => {
            let (a, b) = (ray.length_squared(), center.dot(ray));
            let root = b * b - a * (center.length_squared() - body.radius * body.radius);
            if root < 0.0 {
                return None;
            }
            let fraction = (b - root.sqrt()) / a;
            (0.0..=1.0).contains(&fraction).then_some(fraction)
        }
        Shape::Square => {
            let (near, far) = (center - body.radius, center + body.radius);
            let (one, two) = (near / ray, far / ray);
            // A ray along an axis divides by zero: infinities part as they should, and what is not a number
            // is passed over.
            let enter = one.x.min(two.x).max(one.y.min(two.y));
            let leave = one.x.max(two.x).min(one.y.max(two.y));
            (enter <= leave && (0.0..=1.0).contains(&enter)).then_some(enter)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_meet_circles_and_squares_where_their_rims_are() {
        for shape in [Shape::Circle, Shape::Square] {
            let body = Collider { shape, radius: 10.0 };
            let found = cast(Vec2::new(50.0, 0.0), Vec2::new(80.0, 0.0), body).expect("it is ahead");
            assert!((found - 0.5).abs() < 1e-6);
            assert_eq!(cast(Vec2::new(50.0, 11.0), Vec2::new(80.0, 0.0), body), None);
            assert_eq!(cast(Vec2::new(-50.0, 0.0), Vec2::new(80.0, 0.0), body), None);
            assert_eq!(cast(Vec2::new(5.0, 0.0), Vec2::new(80.0, 0.0), body), None, "from inside");
        }
    }
}
