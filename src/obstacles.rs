//! Circles that nothing can pass: still, or on an ellipse.

use crate::geometry::{Collider, Shape};
use crate::time::{DT, TICK_RATE};
use glam::Vec2;

/// How an obstacle moves.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum ObstacleMotion {
    /// It stands, px.
    Still(Vec2),
    /// It goes round on an ellipse.
    Orbit {
        /// Centre of the ellipse, px.
        center: Vec2,
        /// Half axes along x and y, px.
        radii: Vec2,
        /// Seconds for one turn; never 0; negative turns the other way.
        period: f32,
        /// Degrees clockwise from east at t = 0.
        phase: f32,
    },
}

/// A circle that nothing can pass.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ObstacleSpec {
    /// Its id, or empty.
    pub name: String,
    /// px.
    pub radius: f32,
    /// Where it is when.
    pub motion: ObstacleMotion,
}

impl ObstacleMotion {
    /// Centre after `seconds` of simulation, px. `libm` gives the same result on every machine.
    pub fn at(self, seconds: f64) -> Vec2 {
        match self {
            ObstacleMotion::Still(place) => place,
            ObstacleMotion::Orbit { center, radii, period, phase } => {
                let angle =
                    f64::from(phase).to_radians() + std::f64::consts::TAU * (seconds / f64::from(period));
                center + radii * Vec2::new(libm::cos(angle) as f32, libm::sin(angle) as f32)
            }
        }
    }
}

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
    /// Where it will be, if it was asked for: see [`Obstacle::foresee`].
    pub ahead: Ahead,
}

/// What an obstacle is called: by the name that the author of the level gave it, if it has one.
pub fn called(obstacles: &[Obstacle], index: u32) -> &str {
    let name = obstacles.get(index as usize).map_or("", |obstacle| &obstacle.name);
    if name.is_empty() { "an obstacle" } else { name }
}

/// The way of an obstacle over the next seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    /// Its centres, px, from the moment of asking on, each [`Ahead::STEP`] after the one before.
    pub centers: [Vec2; Ahead::SAMPLES + 1],
    /// px.
    pub radius: f32,
    /// How far the way bulges over the straight legs between these places, px.
    bulge: f32,
    /// The longest of the legs, px.
    longest_leg: f32,
    /// The box around them, px; empty while nothing was foreseen, and of what stands.
    low: Vec2,
    high: Vec2,
}

impl Ahead {
    /// Legs of the way.
    pub const SAMPLES: usize = 36;
    /// Ticks of a leg.
    pub const STRIDE: u64 = 5;
    /// Duration of a leg, s.
    pub const STEP: f32 = Ahead::STRIDE as f32 * DT;
    /// Ticks that are foreseen: 6 s.
    pub const TICKS: u64 = Ahead::SAMPLES as u64 * Ahead::STRIDE;
    /// Of an obstacle that stands, or whose way is not known.
    pub const NONE: Ahead = Ahead {
        centers: [Vec2::ZERO; Ahead::SAMPLES + 1],
        radius: 0.0,
        bulge: 0.0,
        longest_leg: 0.0,
        low: Vec2::INFINITY,
        high: Vec2::NEG_INFINITY,
    };

    /// The way of an obstacle through these places, px, each [`Ahead::STEP`] after the one before.
    pub fn along(radius: f32, centers: [Vec2; Ahead::SAMPLES + 1]) -> Ahead {
        // Of an arc the bulge is an eighth of the second difference.
        let bend = |legs: &[Vec2]| (legs[0] + legs[2] - 2.0 * legs[1]).length() / 8.0;
        Ahead {
            radius,
            bulge: centers.windows(3).map(bend).fold(0.0, f32::max),
            longest_leg: centers.windows(2).map(|leg| leg[0].distance(leg[1])).fold(0.0, f32::max),
            low: centers.iter().copied().fold(Vec2::INFINITY, Vec2::min),
            high: centers.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max),
            centers,
        }
    }

    /// How far the obstacle gets at most in a leg, px.
    pub fn longest_leg(&self) -> f32 {
        self.longest_leg
    }

    /// The distance from the legs of the way that the obstacle covers, px.
    pub fn reach(&self) -> f32 {
        self.radius + self.bulge
    }

    /// Whether the obstacle comes within a distance of a place, px; it may be said of more than it is true
    /// of.
    #[inline]
    pub fn is_near(&self, place: Vec2, distance: f32) -> bool {
        let range = Vec2::splat(distance + self.reach());
        (place + range).cmpge(self.low).all() && (place - range).cmple(self.high).all()
    }
}

impl Obstacle {
    /// As it is at the start of the level.
    pub fn new(spec: &ObstacleSpec) -> Obstacle {
        let position = spec.motion.at(0.0);
        let ObstacleSpec { name, radius, motion } = spec.clone();
        Obstacle { name, radius, position, previous: position, motion, ahead: Ahead::NONE }
    }

    /// Centre at a tick, px.
    pub fn at_tick(&self, tick: u64) -> Vec2 {
        self.motion.at(tick as f64 / f64::from(TICK_RATE))
    }

    /// Moves to where it is at a tick.
    pub fn move_to(&mut self, tick: u64) {
        self.previous = self.position;
        self.position = self.at_tick(tick);
    }

    /// How it moved in the last tick, px/s.
    pub fn velocity(&self) -> Vec2 {
        (self.position - self.previous) / DT
    }

    /// Notes where an obstacle that moves will be from a tick on.
    pub fn foresee(&mut self, tick: u64) {
        if self.is_still() {
            return;
        }
        let centers = std::array::from_fn(|sample| self.at_tick(tick + sample as u64 * Ahead::STRIDE));
        self.ahead = Ahead::along(self.radius, centers);
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
