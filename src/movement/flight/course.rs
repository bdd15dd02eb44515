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

/// A run that begins after a time, at full speed; then the unit brakes and stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// A unit vector, or zero to stand.
    pub direction: Vec2,
    /// px, without what braking takes.
    pub length: f32,
    /// How far walls let the unit go, px.
    pub free: f32,
    /// s.
    pub delay: f32,
}

impl Stretch {
    /// No run: the unit brakes and stands.
    pub const STAND: Stretch =
        Stretch { direction: Vec2::ZERO, length: 0.0, free: f32::INFINITY, delay: 0.0 };
}

/// Where a unit is on a run, as a function of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Where it brakes until the run begins.
    wait: Braking,
    delay: f32,
    /// Where the run begins, px, how fast, px/s, and with which acceleration, px/s², for how long, s.
    start: Vec2,
    first: Vec2,
    pull: Vec2,
    rising: f32,
    /// When the run ends, s after its beginning, and where it brakes then.
    end: f32,
    stop: Braking,
    direction: Vec2,
    free: f32,
}

/// A unit that brakes until it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Braking {
    position: Vec2,
    velocity: Vec2,
    /// s.
    takes: f32,
}

impl Braking {
    fn new(position: Vec2, velocity: Vec2, acceleration: f32) -> Braking {
        Braking { position, velocity, takes: velocity.length() / acceleration }
    }

    fn at(&self, time: f32) -> Vec2 {
        let time = time.min(self.takes);
        self.position + self.velocity * (time - time * time / (2.0 * self.takes.max(1e-6)))
    }
}

impl Course {
    /// Where a unit is that takes a run.
    pub fn new(mover: &Mover, run: Stretch) -> Course {
        let Mover { position, velocity, acceleration, speed, .. } = *mover;
        let Stretch { direction, length, free, delay } = run;
        let wait = Braking::new(position, velocity, acceleration);
        let (start, first) = match delay > 0.0 {
            true => (wait.at(delay), Vec2::ZERO),
            false => (position, velocity),
        };
        let change = direction * speed - first;
        let rising = change.length() / acceleration;
        let pull = change / rising.max(1e-6);
        let mut course =
            Course { wait, delay, start, first, pull, rising, end: 0.0, stop: wait, direction, free };
        if direction != Vec2::ZERO {
            let (from, gain) = (first.dot(direction), pull.dot(direction).max(0.0));
            let risen = (from + 0.5 * gain * rising) * rising;
            course.end = match length < risen {
                // It is not up to its speed yet.
                true => 2.0 * length / (from + (from * from + 2.0 * gain * length).sqrt()).max(1e-6),
                false => rising + (length - risen) / speed.max(1e-6),
            };
        }
        let last = first + pull * course.end.min(rising);
        course.stop = Braking::new(course.runs_to(course.end), last, acceleration);
        course
    }

    /// Where the unit is after `time` seconds, px.
    pub fn at(&self, time: f32) -> Vec2 {
        if time < self.delay {
            return self.wait.at(time);
        }
        let time = time - self.delay;
        let place = if time < self.end { self.runs_to(time) } else { self.stop.at(time - self.end) };
        let beyond = ((place - self.start).dot(self.direction) - self.free).max(0.0);
        place - self.direction * beyond
    }

    /// Where it is on its run, px.
    fn runs_to(&self, time: f32) -> Vec2 {
        let rising = time.min(self.rising);
        self.start + self.first * time + self.pull * (rising * (time - 0.5 * rising))
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
    fn a_run_begins_after_its_delay_and_ends_as_far_behind_its_length_as_braking_takes() {
        let run = Stretch { direction: Vec2::Y, length: 50.0, free: 300.0, delay: 1.0 };
        let course = Course::new(&MOVER, run);
        assert!(course.at(0.99).distance(Vec2::new(107.5, 100.0)) < 0.01, "it waits");
        assert!(course.at(10.0).distance(Vec2::new(107.5, 157.5)) < 0.01, "{}", course.at(10.0));
    }

    #[test]
    fn who_runs_already_cannot_stop_at_once_but_at_a_wall() {
        let run = Stretch { direction: Vec2::X, length: 4.0, free: 300.0, delay: 0.0 };
        let at = |run| Course::new(&MOVER, run).at(10.0);
        assert!(at(run).distance(Vec2::new(111.5, 100.0)) < 0.01, "{}", at(run));
        let before_a_wall = Stretch { free: 6.0, ..run };
        assert!(at(before_a_wall).distance(Vec2::new(106.0, 100.0)) < 0.01, "{}", at(before_a_wall));
    }

    #[test]
    fn a_course_is_where_small_steps_lead() {
        let run = Stretch { direction: Vec2::Y, length: 9.0, free: 300.0, delay: 0.0 };
        let course = Course::new(&MOVER, run);
        let (mut place, mut velocity) = (MOVER.position, MOVER.velocity);
        let step = 1e-3;
        for tick in 1..=600 {
            let runs = (place - MOVER.position).dot(Vec2::Y) < 9.0;
            let wanted = if runs { Vec2::Y * MOVER.speed } else { Vec2::ZERO };
            velocity += (wanted - velocity).clamp_length_max(MOVER.acceleration * step);
            place += velocity * step;
            let off = course.at(tick as f32 * step).distance(place);
            assert!(off < 0.2, "{off} px off after {tick} ms");
        }
    }
}
