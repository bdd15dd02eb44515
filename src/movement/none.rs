//! The `none` model: straight to the waypoint, and nobody avoids anybody. The baseline that the others are
//! held to.
//!
//! # Source
//! [Article 002], *Avoidance Behaviours*, howtorts.github.io, 2014-01-14: its first picture, two groups that
//! cross without trying to avoid each other. There a physics engine keeps the bodies apart; here contacts
//! stop them.
//!
//! [article 002]: https://howtorts.github.io/2014/01/14/avoidance-behaviours.html "2014-01-14"

use crate::movement::answer::{Answer, Contacts};
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::View;
use crate::unit::SteeringMemory;

crate::parameters! {
    /// No avoidance.
    pub struct NoAvoidance {
        /// What becomes of units that would overlap: 0 they may, 1 they stop, 2 they are pushed sideways.
        contacts: Contacts = Contacts::Stop, "0/1/2", 0.0..=2.0;
        /// Go straight to the destination instead of along the path.
        straight: bool = false, "on/off", 0.0..=1.0;
    }
}

impl SteeringModel for NoAvoidance {
    fn steer(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let wish = if self.straight { view.straight_wish() } else { view.wish() };
        sketch.arrow(VectorRole::Wanted, view.position(), wish);
        Answer::Velocity(wish)
    }

    fn contacts(&self) -> Contacts {
        self.contacts
    }
}
