//! Driving along a curve: where the dot is that runs ahead, and how fast the bends ahead can be taken.
//!
//! A unit can change its velocity by so much a second, whatever for: to turn takes its share, to brake takes
//! another. In a bend of curvature κ a unit at speed v turns by v·κ a second, which changes its velocity by
//! v²·κ. So a bend can be taken at √(a/κ), a being what is there for turning; and what is d px ahead and can
//! be taken at u can be come to at √(u² + 2·b·d), b being what is there for braking. The least of these, over
//! all that is ahead, is how fast the unit may go; below that it opens the throttle, above it brakes.
//!
//! # Source
//! [Article 004], "Take a note": the target is "a dot moving across the ideal line, a meter ahead of the
//! car", and "adjust throttle/braking on the change in direction compared to the current speed". It gives no
//! formula. That a speed is limited by the curvature first and by braking for what comes after is how race
//! lines are driven: Kapania, Subosits, Gerdes, "A Sequential Two-Step Algorithm for Fast Generation of
//! Vehicle Racing Trajectories", ASME Journal of Dynamic Systems, Measurement, and Control 138(9),
//! <https://doi.org/10.1115/1.4033311>, 2016.
//!
//! [article 004]: http://roy-t.nl/2009/12/29/swarm-like-collision-avoidance-path-finding-and-smooth-following.html "2009-12-29"

use crate::geometry::segment::{nearest_on_segment, share_abreast};
use glam::Vec2;

/// How much a unit can change its velocity, px/s².
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// Across its way: what it turns by.
    pub turning: f32,
    /// Along its way: what it brakes by.
    pub braking: f32,
}

impl Grip {
    /// Parts what a unit can do, px/s², so that it may turn with `share` of it and brake at once: the two are
    /// at right angles, and their squares add up.
    ///
    /// ```
    /// use muster::movement::driving::Grip;
    /// let grip = Grip::parted(100.0, 0.6);
    /// assert!((grip.turning - 60.0).abs() < 0.001 && (grip.braking - 80.0).abs() < 0.001);
    /// ```
    pub fn parted(acceleration: f32, share: f32) -> Grip {
        let share = share.clamp(0.0, 1.0);
        Grip { turning: acceleration * share, braking: acceleration * (1.0 - share * share).sqrt() }
    }
}

/// What is ahead of a unit on its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadAhead {
    /// The dot that it drives to, px.
    pub dot: Vec2,
    /// How fast it may go so that it can take every bend that it sees, px/s; infinite on a straight.
    pub speed: f32,
}

/// How fast a turn by `turn` (an angle, as the length of the difference of two unit vectors) over `length` px
/// can be taken with `turning` px/s², px/s.
///
/// ```
/// use muster::movement::driving::bend_speed;
/// assert_eq!(bend_speed(0.1, 10.0, 81.0), 90.0); // a radius of 100 px
/// assert_eq!(bend_speed(0.0, 10.0, 81.0), f32::INFINITY);
/// ```
pub fn bend_speed(turn: f32, length: f32, turning: f32) -> f32 {
    (turning * length / turn).sqrt()
}

/// Looks along a line of at least one leg for a unit at `position`: the dot is `distance` px ahead of the
/// place on the line that the unit is nearest to, or at its end. Places in px.
pub fn look_ahead(line: &[Vec2], position: Vec2, distance: f32, grip: Grip) -> Option<RoadAhead> {
    let leg = |index: usize| (line[index], line[index + 1]);
    let off = |index: usize| {
        let (from, to) = leg(index);
        nearest_on_segment(position, from, to).distance_squared(position)
    };
    // Of the first legs: the line is handed over from just behind the unit on.
    let legs = 0..line.len().saturating_sub(1).min(LEGS_NEAR);
    let nearest = legs.min_by(|&a, &b| off(a).total_cmp(&off(b)))?;
    let (from, to) = leg(nearest);
    let begun = from.distance(to) * share_abreast(position, from, to);
    let mut ahead = RoadAhead { dot: *line.last()?, speed: f32::INFINITY };
    let (mut way, mut is_set) = (-begun, false);
    for index in nearest..line.len() - 1 {
        let (from, to) = leg(index);
        let length = from.distance(to);
        if !is_set && way + length >= distance {
            ahead.dot = from + (to - from) * ((distance - way) / length.max(1e-6));
            is_set = true;
        }
        way += length;
        if let Some(&after) = line.get(index + 2) {
            let next = after - to;
            let turn = ((to - from).normalize_or_zero() - next.normalize_or_zero()).length();
            let speed = bend_speed(turn, 0.5 * (length + next.length()), grip.turning);
            ahead.speed = ahead.speed.min((speed * speed + 2.0 * grip.braking * way.max(0.0)).sqrt());
        }
    }
    Some(ahead)
}

/// Among how many of the first legs of a line a unit looks for the one that it is on.
const LEGS_NEAR: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    const GRIP: Grip = Grip { turning: 60.0, braking: 80.0 };

    /// A straight of `straight` px to the east and then a bend to the south of this radius, in legs of 10 px.
    fn bend(straight: f32, radius: f32) -> Vec<Vec2> {
        let mut line: Vec<Vec2> =
            (0..=(straight / 10.0) as i32).map(|x| Vec2::new(x as f32 * 10.0, 0.0)).collect();
        let steps = (radius * std::f32::consts::FRAC_PI_2 / 10.0) as i32;
        line.extend((1..=steps).map(|step| {
            let angle = step as f32 * 10.0 / radius;
            Vec2::new(straight + radius * angle.sin(), radius - radius * angle.cos())
        }));
        line
    }

    #[test]
    fn the_dot_runs_ahead_along_the_line_however_far_off_the_unit_is() {
        let line = bend(200.0, 100.0);
        for off in [-20.0, 0.0, 20.0] {
            let ahead = look_ahead(&line, Vec2::new(37.0, off), 40.0, GRIP).expect("a line");
            assert!(ahead.dot.distance(Vec2::new(77.0, 0.0)) < 1e-3, "{}", ahead.dot);
        }
        assert_eq!(look_ahead(&line, Vec2::ZERO, 1e4, GRIP).map(|ahead| ahead.dot), line.last().copied());
        assert_eq!(look_ahead(&line[..1], Vec2::ZERO, 40.0, GRIP), None);
        assert_eq!(look_ahead(&[], Vec2::ZERO, 40.0, GRIP), None);
    }

    #[test]
    fn a_bend_is_taken_as_fast_as_its_radius_and_the_grip_allow() {
        for radius in [60.0_f32, 100.0, 240.0] {
            let line = bend(0.0, radius);
            let ahead = look_ahead(&line, line[2], 30.0, GRIP).expect("a line");
            let expected = (GRIP.turning * radius).sqrt();
            assert!((ahead.speed / expected - 1.0).abs() < 0.02, "{radius}: {} {expected}", ahead.speed);
        }
    }

    #[test]
    fn before_a_bend_a_unit_may_go_as_fast_as_it_can_brake_for_it() {
        let line = bend(500.0, 100.0);
        let in_the_bend = GRIP.turning * 100.0;
        for before in [400.0_f32, 200.0, 50.0] {
            let at = Vec2::new(500.0 - before, 0.0);
            // The first legs are those about the unit.
            let from = line.iter().position(|place| place.x + 10.0 > at.x).expect("it is on the straight");
            let speed = look_ahead(&line[from..], at, 30.0, GRIP).expect("a line").speed;
            // Bent in full it is one leg on.
            let expected = (in_the_bend + 2.0 * GRIP.braking * (before + 10.0)).sqrt();
            assert!((speed / expected - 1.0).abs() < 0.03, "{before}: {speed} {expected}");
        }
    }

    #[test]
    fn on_a_straight_nothing_holds_it_back() {
        let line = [Vec2::ZERO, Vec2::new(50.0, 0.0), Vec2::new(300.0, 0.0)];
        assert_eq!(look_ahead(&line, Vec2::ZERO, 30.0, GRIP).map(|ahead| ahead.speed), Some(f32::INFINITY));
    }
}
