//! A unit as it is written: what follows from the rest is left out.
//!
//! Six places tell most of how a unit moves: where it was, where it is, and its promises. Velocities,
//! directions and the planning front follow from them as movement makes them. What does not follow (for a
//! unit that was just placed, or turns on the spot) is written as it is, so that every bit comes again.

use super::bundle::{UnitBundle, UnitColumns};
use super::motion::facing;
use super::promises::LENGTH;
use super::tasks::lengths_back;
use super::*;
use crate::time::TICK_RATE;
use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Where a unit was and is, and its promises, the next first, px.
type PackedPlaces = [Vec2; LENGTH + 2];

#[derive(Serialize, Deserialize)]
enum PackedPath {
    /// It has not moved and is not about to.
    Rest(Vec2),
    /// The first place, and how far the bits of each other one are from where it would be at the same speed.
    Walk(Vec2, [[i32; 2]; LENGTH + 1]),
}

impl PackedPath {
    fn of(places: &PackedPlaces) -> PackedPath {
        if places.iter().all(|&place| same(place, places[0])) {
            return PackedPath::Rest(places[0]);
        }
        let off = |index| {
            let (is, expected): (Vec2, Vec2) = (places[index + 1], expected(places, index));
            let bits = |is: f32, expected: f32| is.to_bits().wrapping_sub(expected.to_bits()) as i32;
            [bits(is.x, expected.x), bits(is.y, expected.y)]
        };
        PackedPath::Walk(places[0], std::array::from_fn(off))
    }

    fn places(&self) -> PackedPlaces {
        match self {
            PackedPath::Rest(place) => [*place; LENGTH + 2],
            PackedPath::Walk(first, off) => {
                let mut places = [*first; LENGTH + 2];
                for (index, off) in off.iter().enumerate() {
                    let expected = expected(&places, index);
                    let at =
                        |expected: f32, off: i32| f32::from_bits(expected.to_bits().wrapping_add(off as u32));
                    places[index + 1] = Vec2::new(at(expected.x, off[0]), at(expected.y, off[1]));
                }
                places
            }
        }
    }
}

/// Where a unit would be after one of its places that goes on as before.
fn expected(places: &PackedPlaces, index: usize) -> Vec2 {
    places[index] + (places[index] - places[index.saturating_sub(1)])
}

/// A unit as it is read; written are references to the same.
///
/// Where it faces is `None` if that is along its velocity; its motion, if [`Motion::following`] has it; its
/// post, if that is where it is; the lengths of its way, if they follow from the waypoints.
type PackedColumns = (
    (Unit, Body, ModelName, State),
    (PackedPath, Option<Vec2>, Option<Motion>, Option<Vec2>),
    (Tasks, Vec<Vec2>, Option<Vec<f32>>, usize, Option<u32>, bool, u32),
    (StopTimer, Journey, Asked, Guidance, Memory, SteeringMemory, Fighter),
);

/// Written as a list of what comes.
struct PackedList<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for PackedList<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// How a unit moves.
#[derive(Serialize, Deserialize)]
struct Motion {
    velocity: Vec2,
    front: Front,
    promises: [Promise; LENGTH],
}

impl Motion {
    /// What follows from places, from where the unit faces, and from its body.
    fn following(places: &PackedPlaces, heading: Vec2) -> Motion {
        let mut direction = heading;
        let promises = std::array::from_fn(|index| {
            direction = facing(velocity(places, index + 1), direction);
            Promise { position: places[index + 2], direction }
        });
        let front = Front { position: places[LENGTH + 1], velocity: velocity(places, LENGTH) };
        Motion { velocity: velocity(places, 0), front, promises }
    }

    fn is(&self, other: &Motion) -> bool {
        let promised = self.promises.iter().zip(&other.promises);
        same(self.velocity, other.velocity)
            && same(self.front.position, other.front.position)
            && same(self.front.velocity, other.front.velocity)
            && promised
                .into_iter()
                .all(|(one, two)| same(one.position, two.position) && same(one.direction, two.direction))
    }
}

/// Velocity from one of the places to the next, px/s.
fn velocity(places: &PackedPlaces, index: usize) -> Vec2 {
    (places[index + 1] - places[index]) * TICK_RATE as f32
}

/// Whether two are the same bit by bit: 0 and −0 are not.
fn same(one: Vec2, two: Vec2) -> bool {
    one.x.to_bits() == two.x.to_bits() && one.y.to_bits() == two.y.to_bits()
}

impl Serialize for UnitColumns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let promises: [Promise; LENGTH] = std::array::from_fn(|index| self.promises.at(index));
        let mut places = [self.previous_position.0; LENGTH + 2];
        places[1] = self.position.0;
        promises.iter().zip(&mut places[2..]).for_each(|(promise, place)| *place = promise.position);
        let (heading, route) = (self.heading.0, self.route);
        let motion = Motion { velocity: self.velocity.0, front: *self.front, promises };
        let follows = motion.is(&Motion::following(&places, heading));
        let way = route.waypoints.iter().map(|waypoint| waypoint.place);
        let lengths = route.waypoints.iter().map(|waypoint| waypoint.remaining);
        let is_measured =
            lengths_back(way.clone().rev()).map(f32::to_bits).eq(lengths.clone().rev().map(f32::to_bits));
        let path = PackedPath::of(&places);
        let heading = (!same(facing(motion.velocity, Vec2::ZERO), heading)).then_some(heading);
        let post = (!same(self.post.0, self.position.0)).then_some(self.post.0);
        let remaining = (!is_measured).then_some(PackedList(lengths));
        let fighter = self.fighter;
        (
            (self.unit, self.body, self.model, self.state),
            (path, heading, (!follows).then_some(motion), post),
            (self.tasks, PackedList(way), remaining, route.next, route.on_leg, route.is_detour, route.curved),
            (self.stop_timer, self.journey, self.asked, self.guidance, self.memory, self.steering, fighter),
        )
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for UnitBundle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UnitBundle, D::Error> {
        let (
            what,
            (path, heading, motion, post),
            way,
            (stop_timer, journey, asked, guidance, memory, steering, fighter),
        ) = PackedColumns::deserialize(deserializer)?;
        let (unit, body, model, state) = what;
        let (tasks, waypoints, remaining, next, on_leg, is_detour, curved) = way;
        let places = path.places();
        let moved = motion.as_ref().map_or(velocity(&places, 0), |motion| motion.velocity);
        let heading = heading.unwrap_or_else(|| facing(moved, Vec2::ZERO));
        let motion = motion.unwrap_or_else(|| Motion::following(&places, heading));
        let remaining = remaining.unwrap_or_else(|| {
            let mut lengths: Vec<f32> = lengths_back(waypoints.iter().rev().copied()).collect();
            lengths.reverse();
            lengths
        });
        if remaining.len() != waypoints.len() {
            return Err(serde::de::Error::custom("a way has other waypoints than lengths"));
        }
        let waypoints = waypoints.into_iter().zip(remaining);
        let waypoints = waypoints.map(|(place, remaining)| Waypoint { place, remaining }).collect();
        Ok(UnitBundle {
            unit,
            body,
            position: Position(places[1]),
            previous_position: PreviousPosition(places[0]),
            velocity: Velocity(motion.velocity),
            heading: Heading(heading),
            front: motion.front,
            promises: Promises::of(motion.promises),
            state,
            tasks,
            route: Route { waypoints, next, on_leg, is_detour, curved },
            post: Post(post.unwrap_or(places[1])),
            stop_timer,
            journey,
            asked,
            guidance,
            model,
            memory,
            steering,
            fighter,
        })
    }
}
