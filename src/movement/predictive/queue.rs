//! The rolling queue of predicted positions: what a unit has promised for the next ticks.
//!
//! Each tick a unit pops the first promise, moves there, and appends one that was planned against everybody's
//! promises of the same moment. Records are reused, never recomputed; only a new order may replace some of
//! them ([`rebuild`]), and only by promises that are free against everybody else's.
//!
//! # Source
//! [Article 003], its rolling list of predicted positions.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::nearest_adjacent::nearest_adjacent;
use super::speed::{land, speed_to_stop_within};
use crate::geometry::contact::step_is_clear;
use crate::geometry::{Collider, Shape};
use crate::grid::Grid;
use crate::movement::flight::Mover;
use crate::movement::predictive::surroundings::longest_step_from;
use crate::time::DT;
use crate::unit::Promises;
use crate::unit::promises::LENGTH;
use glam::Vec2;

/// A unit whose promises are rebuilt for a new order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// The unit as it is now.
    pub mover: Mover,
    /// Where it has to go, px; `None` to stop.
    pub waypoint: Option<Vec2>,
    /// Length of the way after the waypoint, px.
    pub remaining: f32,
}

/// A unit near one whose promises are rebuilt: where it is now, and what it has promised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// Hard collider.
    pub body: Collider,
    /// Where it is now, px.
    pub present: Vec2,
    /// Its promises, which are kept.
    pub promises: Promises,
}

/// A circle that nothing can pass, at every moment of the queue: now, then after each tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingCircle {
    /// Centres, px.
    pub centers: [Vec2; LENGTH + 1],
    /// px.
    pub radius: f32,
}

/// What the promises of one unit must keep off.
#[derive(Clone, Copy, Debug)]
pub struct Keep<'a> {
    /// Everybody who could be met within the queue: all whose gap is less than what both can walk in
    /// [`LENGTH`] ticks.
    pub neighbours: &'a [Neighbour],
    /// Obstacles.
    pub circles: &'a [MovingCircle],
    /// The map.
    pub grid: &'a Grid,
}

impl Keep<'_> {
    /// Whether a collider may go from `from` to `to` between promise `index − 1` (or now) and promise
    /// `index`.
    pub fn allows(&self, collider: Collider, index: usize, from: Vec2, to: Vec2) -> bool {
        let apart = |other: Collider, before: Vec2, after: Vec2| {
            step_is_clear(collider, other, from - before, to - after, from - before)
        };
        self.neighbours.iter().all(|other| {
            let after = other.promises.at(index).position;
            let before = if index == 0 { other.present } else { other.promises.at(index - 1).position };
            apart(other.body, before, after)
        }) && self.circles.iter().all(|circle| {
            let disc = Collider { shape: Shape::Circle, radius: circle.radius };
            apart(disc, circle.centers[index], circle.centers[index + 1])
        }) && (from == to || (self.grid.is_free(to, collider) && self.grid.line_is_free(from, to, collider)))
    }
}

/// The promises of a unit with a new order: the shortest prefix of the old ones after which new ones can be
/// made that are free against everybody else's. The whole old queue is always possible, so there always is an
/// answer.
///
/// Units with fresh orders are rebuilt one after the other in a fixed order, each against the newest promises
/// of the others.
pub fn rebuild(old: &Promises, walker: &Walker, keep: &Keep) -> Promises {
    (0..LENGTH).find_map(|kept| continue_after(old, kept, walker, keep)).unwrap_or(*old)
}

/// The queue that keeps `kept` promises and makes the others anew, if it can.
fn continue_after(old: &Promises, kept: usize, walker: &Walker, keep: &Keep) -> Option<Promises> {
    let mut queue = *old;
    let Mover { position: mut place, mut velocity, body, .. } = walker.mover;
    for index in 0..LENGTH {
        let mut promise = old.at(index);
        if index >= kept {
            let step = next_step(walker, place, velocity, |to| keep.allows(body, index, place, to))?;
            promise.position = place + step;
            promise.direction = step.try_normalize().unwrap_or(promise.direction);
            queue.replace(index, promise);
        }
        velocity = (promise.position - place) / DT;
        place = promise.position;
    }
    Some(queue)
}

/// The first free one of: the wanted step, the nearest free place around, braking, staying.
fn next_step(
    walker: &Walker,
    place: Vec2,
    velocity: Vec2,
    mut is_free: impl FnMut(Vec2) -> bool,
) -> Option<Vec2> {
    let Mover { speed, acceleration, .. } = walker.mover;
    let longest = longest_step_from(place, speed);
    let to_waypoint = walker.waypoint.map_or(Vec2::ZERO, |waypoint| waypoint - place);
    let distance = to_waypoint.length();
    let cruise = speed_to_stop_within(distance + walker.remaining, acceleration).min(distance / DT);
    let change = |wanted: Vec2| {
        let change = (wanted - velocity).clamp_length_max(acceleration * DT);
        ((velocity + change) * DT).clamp_length_max(longest)
    };
    let mut wanted = change(to_waypoint.normalize_or_zero() * cruise.min(speed));
    if walker.remaining == 0.0 {
        wanted = land(wanted, to_waypoint, longest);
    }
    if is_free(place + wanted) {
        return Some(wanted);
    }
    if let Some(waypoint) = walker.waypoint {
        let around = nearest_adjacent(place, waypoint, wanted.length(), &mut is_free) - place;
        if around != Vec2::ZERO {
            return Some(around);
        }
    }
    [change(Vec2::ZERO), Vec2::ZERO].into_iter().find(|&step| is_free(place + step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;
    use crate::unit::promises::LENGTH;
    use crate::unit::{Promise, Promises};

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    fn promise(x: f32, y: f32) -> Promise {
        Promise { position: Vec2::new(x, y), direction: Vec2::X }
    }

    /// A queue that walks from (x, y) by `step` a tick.
    fn walking(x: f32, y: f32, step: Vec2) -> Promises {
        let mut queue = Promises::standing(promise(x, y));
        for index in 0..LENGTH {
            let place = Vec2::new(x, y) + step * (index + 1) as f32;
            queue.replace(index, promise(place.x, place.y));
        }
        queue
    }

    fn walker(waypoint: Option<Vec2>, velocity: Vec2) -> Walker {
        let position = Vec2::new(100.0, 100.0);
        let mover = Mover { position, velocity, body: BODY, speed: 60.0, acceleration: 1800.0 };
        Walker { mover, waypoint, remaining: 0.0 }
    }

    fn map() -> Grid {
        Grid::new(10, 10, vec![Tile::Ground; 100])
    }

    #[test]
    fn a_queue_pops_the_oldest_and_appends_the_newest() {
        let mut queue = walking(0.0, 0.0, Vec2::X);
        assert_eq!(queue.advance(promise(9.0, 0.0)).position.x, 1.0);
        let places: Vec<f32> = queue.iter().map(|promise| promise.position.x).collect();
        assert_eq!(places, [2.0, 3.0, 4.0, 9.0]);
        assert_eq!(queue.front_velocity(Vec2::X), Vec2::new(5.0, 0.0) / DT);
    }

    #[test]
    fn an_order_is_answered_at_once_where_nobody_is_near() {
        let old = Promises::standing(promise(100.0, 100.0));
        let keep = Keep { neighbours: &[], circles: &[], grid: &map() };
        let new = rebuild(&old, &walker(Some(Vec2::new(200.0, 100.0)), Vec2::ZERO), &keep);
        assert!(new.at(0).position.x > 101.9, "{new:?}");
        assert!(new.front().position.x > 107.9, "{new:?}");
    }

    /// Checks that every promise keeps off everybody's.
    fn assert_kept(queue: &Promises, from: Vec2, keep: &Keep) {
        let mut place = from;
        for index in 0..LENGTH {
            assert!(keep.allows(BODY, index, place, queue.at(index).position), "{index} {queue:?}");
            place = queue.at(index).position;
        }
    }

    #[test]
    fn a_unit_whose_place_is_promised_to_a_follower_turns_back_only_where_that_is_free() {
        let old = walking(100.0, 100.0, Vec2::X * 2.0);
        let follower = Neighbour {
            body: BODY,
            present: Vec2::new(86.0, 100.0),
            promises: walking(86.0, 100.0, Vec2::X * 2.0),
        };
        let grid = map();
        let keep = Keep { neighbours: &[follower], circles: &[], grid: &grid };
        let back = walker(Some(Vec2::new(0.0, 100.0)), Vec2::X * 60.0);
        assert_kept(&rebuild(&old, &back, &keep), back.mover.position, &keep);
    }

    #[test]
    fn a_stop_brakes_within_the_acceleration() {
        let old = walking(100.0, 100.0, Vec2::X * 2.0);
        let keep = Keep { neighbours: &[], circles: &[], grid: &map() };
        let mut walker = walker(None, Vec2::X * 60.0);
        walker.mover.acceleration = 900.0;
        let new = rebuild(&old, &walker, &keep);
        let places: Vec<f32> = new.iter().map(|promise| promise.position.x).collect();
        assert_eq!(places, [101.0, 101.0, 101.0, 101.0]);
    }

    #[test]
    fn where_nothing_else_is_free_the_old_promises_hold() {
        let old = walking(100.0, 100.0, Vec2::X * 2.0);
        let around = [(86.0, 100.0), (100.0, 86.0), (100.0, 114.0)].map(|(x, y)| Neighbour {
            body: BODY,
            present: Vec2::new(x, y),
            promises: walking(x, y, Vec2::X * 2.0),
        });
        let keep = Keep { neighbours: &around, circles: &[], grid: &map() };
        let back = walker(Some(Vec2::new(0.0, 100.0)), Vec2::X * 60.0);
        let new = rebuild(&old, &back, &keep);
        assert_kept(&new, back.mover.position, &keep);
    }
}
