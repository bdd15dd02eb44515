//! The `wall_following` model: who bumps into somebody follows the wall that it touched.
//!
//! The walls of a body are unit vectors clockwise around it. Two units that meet head-on touch opposite
//! walls, so they go to opposite sides; a unit that bumps into another from behind goes one way and the other
//! one the other way. Nobody tells anybody what to do. Bodies are meant to be squares (kinds of `shape`
//! `square`, 14 px on 30 px tiles, so that four abreast have room to slip between two rocks two tiles apart:
//! figures 7 and 8); circles work as well.
//!
//! Costs one query of the units that are touched.
//!
//! # Source
//! Article 000, the "Group" tutorial of orbb.neocities.org, figures 1 to 8. Departures: without contact the
//! article accelerates straight at the target, which circles it for ever where nobody is in the way; here the
//! unit accelerates towards the velocity that leads there, and brakes for its arrival. Bodies that touch
//! count as colliding while one of them wants to go on into the other, because here contact is found before
//! bodies meet instead of after.

use super::rest::follow_walls;
use crate::movement::answer::{Answer, Contacts};
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::View;
use crate::unit::SteeringMemory;

crate::parameters! {
    /// Article 000.
    pub struct WallFollowing {
        /// How hard a wall is followed, as a share of the unit's acceleration.
        following: f32 = 1.0, "", 0.1..=1.0;
        /// Choose a free place beside one that is taken, instead of the article's way: try until the stop
        /// timer runs out.
        looks_for_room: bool = false, "on/off", 0.0..=1.0;
        /// Go straight to the destination, as the article does, instead of along the path.
        straight: bool = false, "on/off", 0.0..=1.0;
    }
}

impl SteeringModel for WallFollowing {
    fn steer(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        if let Some(along) = follow_walls(view, sketch) {
            return Answer::Acceleration(along * self.following);
        }
        let wish = if self.straight { view.straight_wish() } else { view.wish() };
        sketch.arrow(VectorRole::Wanted, view.position(), wish);
        Answer::Velocity(wish)
    }

    fn contacts(&self) -> Contacts {
        Contacts::Stop
    }

    fn looks_for_room(&self) -> bool {
        self.looks_for_room
    }
}
