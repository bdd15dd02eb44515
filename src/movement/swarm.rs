//! The `swarm` model: the target pulls, whatever is near pushes, and the sum is the way.
//!
//! Made for open space with few things in it: ships between planets that move. It knows no walls, gets stuck
//! behind what is hollow, and trembles where many push at once; waypoints lift the first two. With `smooth`
//! units drive: the target is a dot that runs ahead of them on a curve ([`super::driving`]).
//!
//! Flocking (separation, alignment, cohesion) is not here but in [`ray_steering`](super::ray_steering).
//!
//! Costs one query of the units within three own radii.
//!
//! # Source
//! [Article 004]. Departures: the article always moves at full speed and stops within 1 of its target; here
//! the speed falls so that the unit stops at its destination. A push from dead ahead is turned a little to
//! the right: on a grid that happens often, and the article's ship stays there. A unit that is followed does
//! not push, as the article's target is not among its obstacles.
//!
//! [article 004]: http://roy-t.nl/2009/12/29/swarm-like-collision-avoidance-path-finding-and-smooth-following.html "2009-12-29"

use crate::ids::Target;
use crate::movement::answer::Answer;
use crate::movement::driving::{Grip, look_ahead};
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::View;
use crate::time::DT;
use crate::unit::SteeringMemory;
use glam::Vec2;

/// Least gap that a push is reckoned with, px: prevents division by zero and boundless pushes (the
/// article's).
const LEAST_GAP: f32 = 0.0001;

/// Pushes whose direction is off the way by less than this sine come from dead ahead, where pull and push
/// balance for ever.
const DEAD_AHEAD: f32 = 0.01;

/// The dot is never nearer than this, px: a unit that starts would swing about it.
const LEAST_AHEAD: f32 = 15.0;

/// The length of the arrow of full throttle, px.
const PEDAL: f32 = 30.0;

crate::parameters! {
    /// Article 004.
    pub struct Swarm {
        /// How near something must be to push, in own radii from rim to rim.
        range: f32 = 3.0, "radii", 0.0..=20.0;
        /// How much the pull grows with each that pushes: more pulls a unit through, less keeps it away.
        pull_growth: f32 = 4.0, "", 0.0..=20.0;
        /// Whether units take any velocity at once, as in the article, which knows no acceleration.
        instant: bool = false, "on/off", 0.0..=1.0;
        /// Go straight to the destination, as the article does, instead of along the path.
        straight: bool = false, "on/off", 0.0..=1.0;
        /// Drive: the way becomes a curve, a dot that runs ahead on it is the target, and throttle and brake
        /// go by how much the direction changes ahead.
        smooth: bool = false, "on/off", 0.0..=1.0;
        /// How far ahead of the driver the dot runs, in seconds of travel.
        ahead: f32 = 0.2, "s", 0.05..=1.0;
        /// How much of a driver's acceleration it turns with: more takes bends faster and brakes later.
        grip: f32 = 0.8, "", 0.1..=0.95;
    }
}

impl SteeringModel for Swarm {
    fn steer(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let wish = match self.drive(view, sketch) {
            Some(driven) => driven,
            None if self.straight => view.straight_wish(),
            None => view.wish(),
        };
        let position = view.position();
        let pull = wish.normalize_or_zero();
        let (mut push, mut contenders) = (Vec2::ZERO, 0);
        let mut add = |from: Vec2, radius: f32| {
            let away = position - from;
            let gap = away.length() - radius - view.body().radius;
            if gap < view.body().radius * self.range {
                contenders += 1;
                let one = away / gap.max(LEAST_GAP);
                push += one;
                sketch.arrow(VectorRole::Repulsion, position, one.clamp_length_max(4.0) * 10.0);
            }
        };
        view.for_each_obstacle(view.body().radius * (1.0 + self.range), |obstacle| {
            if !view.follows(Target::Obstacle(obstacle.index)) {
                add(obstacle.position, obstacle.radius);
            }
        });
        let crowd = view.crowd();
        let range = view.body().radius * (1.0 + self.range) + crowd.largest_radius;
        view.for_each_neighbour(range, |other| {
            if !view.follows(Target::Unit(crate::ids::UnitId(crowd.id[other]))) {
                add(crowd.position[other], crowd.body[other].radius);
            }
        });
        let pull = pull * (self.pull_growth * contenders as f32).max(1.0);
        sketch.arrow(VectorRole::Pull, position, pull * 10.0);
        let direction = (pull + off_balance(push, pull)).normalize_or_zero();
        sketch.arrow(VectorRole::Wanted, position, direction * wish.length());
        Answer::Velocity(direction * wish.length())
    }

    fn is_instant(&self) -> bool {
        self.instant
    }

    fn follows_curves(&self) -> bool {
        self.smooth
    }
}

impl Swarm {
    /// The velocity towards the dot that runs ahead on the unit's line, px/s, as fast as what is ahead of it
    /// can be taken; `None` where there is no line.
    fn drive(&self, view: &View, sketch: &mut Sketch) -> Option<Vec2> {
        let line = Some(view.line()).filter(|line| self.smooth && !line.is_empty())?;
        let (position, velocity) = (view.position(), view.velocity());
        let distance = LEAST_AHEAD.max(velocity.length() * self.ahead);
        let grip = Grip::parted(view.acceleration(), self.grip);
        let ahead = look_ahead(line, position, distance, grip)?;
        let speed = ahead.speed.min(view.wish().length());
        let wish = (ahead.dot - position).normalize_or_zero() * speed;
        // Of what it can do in a tick, how much makes it faster or slower.
        let heading = velocity.try_normalize().unwrap_or(wish.normalize_or_zero());
        let gain = (wish.dot(heading) - velocity.length()) / (view.acceleration() * DT);
        let role = if gain < 0.0 { VectorRole::Brake } else { VectorRole::Throttle };
        sketch.arrow(role, position, heading * gain.clamp(-1.0, 1.0) * PEDAL);
        sketch.arrow(VectorRole::Dot, position, ahead.dot - position);
        Some(wish)
    }
}

/// A push that comes from dead ahead, turned a little so that it goes to the right.
fn off_balance(push: Vec2, pull: Vec2) -> Vec2 {
    let aside = pull.perp_dot(push).abs();
    if pull.dot(push) < 0.0 && aside < DEAD_AHEAD * pull.length() * push.length() {
        push + pull.perp().normalize_or_zero() * push.length() * DEAD_AHEAD
    } else {
        push
    }
}
