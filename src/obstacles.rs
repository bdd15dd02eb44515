//! Circles that nothing can pass: still, or on an ellipse.

use crate::collider::{Collider, Shape};
use crate::components::TICK_RATE;
use crate::level::{ObstacleMotion, ObstacleSpec};
use glam::Vec2;

/// An obstacle as it is now.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Its id in the level, or empty.
    pub name: String,
    /// px.
    pub radius: f32,
    /// Centre now, px.
    pub position: Vec2,
    /// Centre a tick ago, px.
    pub previous: Vec2,
    /// How it moves.
    pub motion: ObstacleMotion,
}

impl Obstacle {
    /// As it is at the start of the level.
    pub fn new(spec: &ObstacleSpec) -> Obstacle {
        let position = place_at(spec.motion, 0.0);
        let ObstacleSpec { name, radius, motion } = spec.clone();
        Obstacle { name, radius, position, previous: position, motion }
    }

    /// Centre at a tick, px.
    pub fn at_tick(&self, tick: u64) -> Vec2 {
        place_at(self.motion, tick as f64 / f64::from(TICK_RATE))
    }

    /// Moves to where it is at a tick.
    pub fn move_to(&mut self, tick: u64) {
        self.previous = self.position;
        self.position = self.at_tick(tick);
    }

    /// Its outline.
    pub fn collider(&self) -> Collider {
        Collider { shape: Shape::Circle, radius: self.radius }
    }

    /// Whether it stands.
    pub fn is_still(&self) -> bool {
        matches!(self.motion, ObstacleMotion::Still(_))
    }
}

/// Centre after `seconds`, px. `libm` gives the same result on every machine.
fn place_at(motion: ObstacleMotion, seconds: f64) -> Vec2 {
    match motion {
        ObstacleMotion::Still(place) => place,
        ObstacleMotion::Orbit { center, radii, period, phase } => {
            let angle = f64::from(phase).to_radians() + std::f64::consts::TAU * (seconds / f64::from(period));
            center + radii * Vec2::new(libm::cos(angle) as f32, libm::sin(angle) as f32)
        }
    }
}
