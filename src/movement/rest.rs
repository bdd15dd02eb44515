//! What resting units do when somebody wants to pass, for every model that does not say otherwise.
//!
//! # Source
//! [Article 000], `ai_acceleration_collision`: a stopped unit whose stop timer runs follows the walls that
//! touch it.
//!
//! [article 000]: https://orbb.neocities.org "undated"

use super::contact::{SideStep, walls_touched};
use super::view::View;
use crate::movement::answer::Answer;
use crate::movement::vectors::{Sketch, VectorRole};
use glam::Vec2;

/// Follows the walls that touch the unit while its stop timer runs, and stands otherwise.
pub fn step_aside(view: &View, aside: SideStep, sketch: &mut Sketch) -> Answer {
    if view.stop_timer > 0.0
        && let Some(along) = follow_walls(view, aside, sketch)
    {
        return Answer::Acceleration(along);
    }
    Answer::Velocity(Vec2::ZERO)
}

/// The acceleration along the walls that are touched, px/s²; `None` if there are none.
pub fn follow_walls(view: &View, aside: SideStep, sketch: &mut Sketch) -> Option<Vec2> {
    let (position, radius) = (view.position(), view.body().radius);
    let along = walls_touched(view, aside, |normal, wall| {
        // Beside the wall itself, as long as the wall is.
        sketch.arrow(
            VectorRole::WallFollowed,
            position + normal * radius - wall * radius,
            wall * 2.0 * radius,
        );
    })?;
    sketch.arrow(VectorRole::WallSum, position, along * 2.0 * radius);
    Some(along * view.acceleration())
}
