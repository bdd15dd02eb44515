//! The `wall_following` model: a unit that bumps into another follows the wall that it touched.
//!
//! The walls of a body are unit vectors clockwise around it: [`super::contact::walls_touched`] adds up those
//! that a unit touches, [`super::rest::follow_walls`] makes the sum its acceleration. Two units that meet
//! head-on touch opposite walls, so they go to opposite sides; a unit that bumps into another from behind
//! goes one way and the other one the other way. Nobody tells anybody what to do. Bodies are meant to be
//! squares (kinds of `shape` `square`, 14 px on 30 px tiles, so that four abreast have room to slip between
//! two rocks two tiles apart: figures 7 and 8); circles work as well.
//!
//! Costs one query of the units that are touched.
//!
//! # Source
//! [Article 000], the "Group" tutorial of orbb.neocities.org, figures 1 to 8. Departures: without contact the
//! article accelerates straight at the target, which circles it for ever where nobody is in the way; here the
//! unit accelerates towards the velocity that leads there, and brakes for its arrival. Bodies that touch
//! count as colliding while one of them wants to go on into the other, because here contact is found before
//! bodies meet instead of after.
//!
//! [article 000]: https://orbb.neocities.org "undated"

use super::contact::SideStep;
use super::rest::{follow_walls, step_aside};
use crate::movement::answer::{Answer, Contacts};
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::View;
use crate::stopping::RECOVERY;
use crate::unit::SteeringMemory;
use glam::Vec2;

crate::parameters! {
    /// Article 000.
    pub struct WallFollowing {
        /// How hard a wall is followed, as a share of the unit's acceleration.
        following: f32 = 1.0, "", 0.1..=1.0;
        /// Which way a unit goes that collides. 0: along the wall that it touches; the ways that the article
        /// rejects are 1: to the left of its heading (figure 3), and 2: to the left of the collision's normal
        /// (figure 4).
        aside: SideStep = SideStep::Wall, "", 0.0..=2.0;
        /// Count the stop timer back by the dot product, which the article rejects (figure 10): at full speed
        /// while a unit moves as it wants to, not at all while it moves the other way.
        timer_by_dot: bool = false, "on/off", 0.0..=1.0;
        /// Choose a free place beside one that is taken, instead of the article's way: try until the stop
        /// timer runs out.
        looks_for_room: bool = false, "on/off", 0.0..=1.0;
        /// Go straight to the destination, as the article does, instead of along the path.
        straight: bool = false, "on/off", 0.0..=1.0;
    }
}

impl SteeringModel for WallFollowing {
    fn steer(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        if let Some(along) = follow_walls(view, self.aside, sketch) {
            return Answer::Acceleration(along * self.following);
        }
        let wish = if self.straight { view.straight_wish() } else { view.wish() };
        sketch.arrow(VectorRole::Wanted, view.position(), wish);
        Answer::Velocity(wish)
    }

    fn rest(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        step_aside(view, self.aside, sketch)
    }

    fn recovery(&self, wanted: Vec2, velocity: Vec2) -> f32 {
        match self.timer_by_dot {
            true if wanted.dot(velocity) < 0.0 => 0.0,
            true => 1.0,
            false => RECOVERY,
        }
    }

    fn contacts(&self) -> Contacts {
        Contacts::Stop
    }

    fn looks_for_room(&self) -> bool {
        self.looks_for_room
    }
}
