//! Where a unit is at each time of a straight run: it brakes, waits, comes up to its speed, and stands at the
//! end.

use crate::geometry::Collider;
use glam::Vec2;

/// A unit and how it can move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// Centre, px.
    pub position: Vec2,
    /// px/s.
    pub velocity: Vec2,
    /// Hard collider.
    pub body: Collider,
    /// Top speed, px/s.
    pub speed: f32,
    /// Greatest change of velocity, px/s².
    pub acceleration: f32,
}

/// A run that begins after a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// A unit vector, or zero to stand.
    pub direction: Vec2,
    /// px.
    pub length: f32,
    /// s.
    pub delay: f32,
}

impl Stretch {
    /// No run: the unit brakes and stands.
    pub const STAND: Stretch = Stretch { direction: Vec2::ZERO, length: 0.0, delay: 0.0 };
}

/// Where a unit is on a run, as a function of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Where it brakes until the run begins, px, and for how long, s.
    position: Vec2,
    velocity: Vec2,
    braking: f32,
    delay: f32,
    /// Where the run begins, px, and how fast, px/s.
    start: Vec2,
    first: Vec2,
    /// Velocity of the run, px/s, and how long it takes to come to it, s.
    cruise: Vec2,
    rising: f32,
    direction: Vec2,
    length: f32,
}

impl Course {
    /// Where a unit is that takes a run.
    pub fn new(mover: &Mover, run: Stretch) -> Course {
        let Mover { position, velocity, acceleration, speed, .. } = *mover;
        let braking = velocity.length() / acceleration;
        let (start, first) = match run.delay > 0.0 {
            true => (position + velocity * (0.5 * braking), Vec2::ZERO),
            false => (position, velocity),
        };
        let cruise = run.direction * speed;
        let rising = (cruise - first).length() / acceleration;
        let Stretch { direction, length, delay } = run;
        Course { position, velocity, braking, delay, start, first, cruise, rising, direction, length }
    }

    /// Where the unit is after `time` seconds, px.
    pub fn at(&self, time: f32) -> Vec2 {
        if time < self.delay {
            let time = time.min(self.braking);
            return self.position + self.velocity * (time - time * time / (2.0 * self.braking.max(1e-6)));
        }
        let time = time - self.delay;
        let change = self.cruise - self.first;
        let way = if time < self.rising {
            self.first * time + change * (time * time / (2.0 * self.rising))
        } else {
            self.cruise * time - change * (0.5 * self.rising)
        };
        let beyond = (way.dot(self.direction) - self.length).max(0.0);
        self.start + way - self.direction * beyond
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    const MOVER: Mover = Mover {
        position: Vec2::new(100.0, 100.0),
        velocity: Vec2::new(60.0, 0.0),
        body: Collider { shape: Shape::Circle, radius: 7.0 },
        speed: 60.0,
        acceleration: 240.0,
    };

    #[test]
    fn a_unit_that_stands_brakes_first() {
        let course = Course::new(&MOVER, Stretch::STAND);
        // 60 px/s take a quarter of a second and 7.5 px to stop.
        assert!(course.at(10.0).distance(Vec2::new(107.5, 100.0)) < 0.01, "{}", course.at(10.0));
    }

    #[test]
    fn a_run_begins_after_its_delay_and_ends_at_its_length() {
        let run = Stretch { direction: Vec2::Y, length: 50.0, delay: 1.0 };
        let course = Course::new(&MOVER, run);
        assert!(course.at(0.99).distance(Vec2::new(107.5, 100.0)) < 0.01, "it waits");
        assert!(course.at(10.0).distance(Vec2::new(107.5, 150.0)) < 0.01, "{}", course.at(10.0));
    }
}
