//! Getting out of the way of moving obstacles in time.
//!
//! Obstacles yield to nobody, and their orbits are known: a unit that an obstacle will meet has to leave
//! while it still can. A unit may do whatever it wants as long as there is a *way out* after it: a straight
//! run after which it stands where no obstacle comes within the time that is looked ahead. If there is none
//! any more, it takes the shortest way out that there is now; a unit that waits for a planet at the rim of
//! its orbit has one: to stand.
//!
//! Others on a run take up room: those between a unit and a wall have to fit in beyond its end, or it is no
//! way out. Where all runs are full they have to leave, and the unit takes the way out that it would have
//! alone.
//!
//! By induction, a unit that nobody blocks is never met: each tick it has a way out, or goes on along the one
//! that it had. Where there is no way out at all (between a planet and a wall, before a planet that is faster
//! than the unit is quick to leave), it takes the run on which it is in the obstacle for the shortest and the
//! least.
//!
//! A unit that no moving obstacle comes near to pays a comparison of boxes for each obstacle; one that flees
//! tries up to 192 runs.

mod course;

pub use course::Mover;

use crate::geometry::Collider;
use crate::geometry::segment::distance_to_segment;
use crate::grid::Grid;
use crate::obstacles::Ahead;
use crate::time::DT;
use arrayvec::ArrayVec;
use course::{Course, Stretch};
use glam::Vec2;
use std::cell::Cell;

/// Room that a way out leaves to obstacles, px.
const FLIGHT_MARGIN: f32 = 1.0;
/// Units that walk leave while they could still wait for this long, s, and those that stand while they could
/// for twice as long: others in the way have to be pushed first. More, and slow units do not get across an
/// orbit; less, and crowds are caught.
const LEAD: f32 = 0.4;
/// Lengths of the runs that are tried, px.
const RUNS: [f32; 12] = [4.0, 8.0, 14.0, 20.0, 28.0, 38.0, 50.0, 70.0, 100.0, 140.0, 200.0, 300.0];
const LONGEST_RUN: f32 = RUNS[RUNS.len() - 1];
/// Directions of the runs that are tried.
const DIRECTIONS: usize = 16;
/// Room to obstacles beyond this makes no way out better, px.
const ENOUGH: f32 = 12.0;
/// What it is worth, px of room, that a way out goes where the unit wants to go, and where it goes already.
const WANTED: f32 = 6.0;
const ONWARD: f32 = 10.0;
/// What each px of a way out costs, and each that others take up on it, who have to leave first, px of room;
/// and how much longer ones than the shortest are looked at, px.
const SHORT: f32 = 0.5;
const LONGER: f32 = 16.0;

/// A straight run, after which the unit brakes and stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flight {
    /// A unit vector; zero to stand where it is.
    pub direction: Vec2,
    /// px, without what braking takes.
    pub length: f32,
    /// Seconds until an obstacle meets the unit if it stays: the unit that has least of it has the right of
    /// way.
    pub left: f32,
}

/// Where a unit has to go because of moving obstacles that would else meet it; `None` if it may step by
/// `want`, px. `taken` tells how much of a run others take up, px, by its direction and length.
///
/// `fled` is the direction in which it did so in the last step: then it goes on until it is out of the way,
/// unless it `walks`, instead of waiting again as soon as it has a moment left; and in the same direction
/// while it gets on there and that leads out. Among several planets the shortest way out changes with every
/// step: a unit that took it each time trembled until it was run over.
pub fn flight<'a>(
    ahead: impl Iterator<Item = &'a Ahead> + Clone,
    grid: &Grid,
    mover: Mover,
    want: Vec2,
    walks: bool,
    fled: Option<Vec2>,
    taken: impl Fn(Vec2, f32) -> f32 + Copy,
) -> Option<Flight> {
    let run = mover.speed * DT * Ahead::TICKS as f32;
    let near = ahead.filter(move |orbit| orbit.is_near(mover.position, mover.body.reach() + run));
    near.clone().next()?;
    let search =
        FlightSearch { wanted: want.normalize_or_zero(), ..FlightSearch::new(near, grid, taken, mover) };
    let next = Mover { position: mover.position + want, velocity: want / DT, ..mover };
    let stays = search.met(&search.course(Stretch::STAND)).is_none();
    let goes_on = fled.is_some() && !stays && !walks;
    let rests = fled.is_some() || !walks || want == Vec2::ZERO;
    let lead = if rests { 2.0 } else { 1.0 } * LEAD;
    if !goes_on && (FlightSearch { mover: next, since: DT, ..search.clone() }).has_way_out(lead) {
        return None;
    }
    let left = search.met(&search.course(Stretch::STAND)).unwrap_or(f32::INFINITY);
    let Stretch { direction, length, .. } = fled
        .filter(|fled| fled.dot(mover.velocity) > 0.5 * mover.speed)
        .and_then(|fled| search.run_on(fled))
        .or_else(|| search.way_out())
        .or_else(|| search.alone().way_out())
        .unwrap_or_else(|| search.alone().least_evil());
    Some(Flight { direction, length, left })
}

/// Whether a unit can still get out of the way of moving obstacles after a step, px.
pub fn leaves_way_out<'a>(
    ahead: impl Iterator<Item = &'a Ahead> + Clone,
    grid: &Grid,
    mover: Mover,
    step: Vec2,
) -> bool {
    let run = mover.speed * DT * Ahead::TICKS as f32;
    let near = ahead.filter(move |orbit| orbit.is_near(mover.position, mover.body.reach() + run));
    if near.clone().next().is_none() {
        return true;
    }
    let next = Mover { position: mover.position + step, velocity: step / DT, ..mover };
    FlightSearch { since: DT, ..FlightSearch::new(near, grid, |_, _| 0.0, next) }.has_way_out(0.0)
}

/// Whether a place stays clear of moving obstacles for the next `seconds`, as far as that is foreseen.
pub fn stays_clear<'a>(
    ahead: impl Iterator<Item = &'a Ahead> + Clone,
    place: Vec2,
    body: Collider,
    seconds: f32,
) -> bool {
    let reach = body.reach() + FLIGHT_MARGIN;
    ahead.filter(|orbit| orbit.is_near(place, reach)).all(|orbit| {
        let samples = (seconds / Ahead::STEP).ceil() as usize;
        let centers = &orbit.centers[..=samples.min(Ahead::SAMPLES)];
        let room = orbit.reach() + reach;
        centers.windows(2).all(|leg| distance_to_segment(Vec2::ZERO, place - leg[0], place - leg[1]) >= room)
    })
}

/// The search of one unit for a way out.
#[derive(Clone)]
struct FlightSearch<'g, A, T> {
    ahead: A,
    grid: &'g Grid,
    /// How much of a run others take up, px, by its direction and length.
    taken: T,
    mover: Mover,
    /// How much later than the first place of the obstacles the unit is where it is, s.
    since: f32,
    /// Where it wants to go: a unit vector or zero.
    wanted: Vec2,
    /// Which of the obstacles barred the last run.
    bars: Cell<usize>,
}

impl<'a, A: Iterator<Item = &'a Ahead> + Clone, T: Fn(Vec2, f32) -> f32> FlightSearch<'_, A, T> {
    fn new(ahead: A, grid: &Grid, taken: T, mover: Mover) -> FlightSearch<'_, A, T> {
        FlightSearch { ahead, grid, taken, mover, since: 0.0, wanted: Vec2::ZERO, bars: Cell::default() }
    }

    /// The same as if nobody else were there: they have to leave.
    fn alone(&self) -> FlightSearch<'_, A, fn(Vec2, f32) -> f32> {
        let FlightSearch { ref ahead, grid, mover, since, wanted, .. } = *self;
        let nobody: fn(Vec2, f32) -> f32 = |_, _| 0.0;
        FlightSearch { since, wanted, ..FlightSearch::new(ahead.clone(), grid, nobody, mover) }
    }

    fn course(&self, run: Stretch) -> Course {
        Course::new(&self.mover, run)
    }

    /// Calls `visit` with the time, s, and the room to an obstacle, px, of each part of a course, until it
    /// returns `false`. Parts with more than [`ENOUGH`] room are passed over: what is that far off does not come
    /// near for a while.
    fn each_part(&self, orbit: &Ahead, course: &Course, mut visit: impl FnMut(f32, f32) -> bool) {
        let Mover { body, velocity, speed, .. } = self.mover;
        let room = orbit.reach() + body.reach() + FLIGHT_MARGIN;
        let nearer = velocity.length().max(speed) * Ahead::STEP + orbit.longest_leg();
        let first = (self.since / Ahead::STEP) as usize;
        let share = self.since / Ahead::STEP - first as f32;
        let center = orbit.centers[first].lerp(orbit.centers[first + 1], share);
        let mut from = course.at(0.0) - center;
        let off = |sample: usize| {
            let time = sample as f32 * Ahead::STEP - self.since;
            (time, course.at(time) - orbit.centers[sample])
        };
        let mut sample = first + 1;
        while sample <= Ahead::SAMPLES {
            // The rest is for rounding.
            let parts = ((from.length() - room - ENOUGH - 0.5) / nearer) as usize;
            if parts > 0 {
                sample += parts.min(Ahead::SAMPLES);
                from = off((sample - 1).min(Ahead::SAMPLES)).1;
                continue;
            }
            let (time, to) = off(sample);
            if !visit(time, distance_to_segment(Vec2::ZERO, from, to) - room) {
                return;
            }
            from = to;
            sample += 1;
        }
    }

    /// The first time at which an obstacle meets the unit on its course, s.
    fn met(&self, course: &Course) -> Option<f32> {
        let mut met: Option<f32> = None;
        for orbit in self.ahead.clone() {
            self.each_part(orbit, course, |time, room| {
                if room < 0.0 && met.is_none_or(|least| time < least) {
                    met = Some(time);
                }
                true
            });
        }
        met
    }

    /// The least room to obstacles on a course, px, if it is at most [`ENOUGH`]; negative where one meets the
    /// unit.
    fn room(&self, course: &Course) -> f32 {
        let of = |orbit: &Ahead| {
            let mut least = f32::INFINITY;
            self.each_part(orbit, course, |_, room| {
                least = least.min(room);
                least >= 0.0
            });
            least
        };
        // What bars one run mostly bars the next.
        let barred = self.ahead.clone().nth(self.bars.get()).map_or(0.0, of);
        if barred < 0.0 {
            return barred;
        }
        let mut least = f32::INFINITY;
        for (index, orbit) in self.ahead.clone().enumerate() {
            least = least.min(of(orbit));
            if least < 0.0 {
                self.bars.set(index);
                break;
            }
        }
        least
    }

    /// Whether there is a run, begun after so long, s, after which no obstacle meets the unit.
    fn has_way_out(&self, delay: f32) -> bool {
        let is_free = |run| self.room(&self.course(run)) >= 0.0;
        is_free(Stretch::STAND)
            || self.free_runs().any(|(direction, free)| {
                let run = |length| Stretch { direction, length: self.most(length, free), free, delay };
                RUNS.into_iter().any(|length| is_free(run(length)))
            })
    }

    /// The shortest way out in one direction.
    fn run_on(&self, direction: Vec2) -> Option<Stretch> {
        let free = self.grid.free_run(self.mover.position, direction, self.mover.body, LONGEST_RUN);
        let run = |length: f32| Stretch { direction, length: self.most(length, free), free, delay: 0.0 };
        let stands = std::iter::once(Stretch::STAND);
        stands.chain(RUNS.into_iter().map(run)).find(|&run| self.room(&self.course(run)) >= 0.0)
    }

    /// As much of a length, px, that the unit comes to a stand before the wall that is so far away: along one
    /// that it runs into it would slide.
    fn most(&self, length: f32, free: f32) -> f32 {
        let brakes = self.mover.speed * self.mover.speed / (2.0 * self.mover.acceleration);
        length.min((free - brakes).max(0.5 * free))
    }

    /// The shortest run past the fewest after which no obstacle meets the unit; of those alike the one with
    /// the most room.
    fn way_out(&self) -> Option<Stretch> {
        if self.room(&self.course(Stretch::STAND)) >= 0.0 {
            return Some(Stretch::STAND);
        }
        let runs: ArrayVec<(Vec2, f32), DIRECTIONS> = self.free_runs().collect();
        let mut best: Option<(f32, Stretch)> = None;
        let (mut shorter, mut enough) = (0.0, f32::INFINITY);
        for length in RUNS {
            if length > enough {
                break;
            }
            for &(direction, free) in &runs {
                let length = self.most(length, free);
                if length <= shorter {
                    continue;
                }
                let run = Stretch { direction, length, free, delay: 0.0 };
                let room = self.room(&self.course(run));
                if room < 0.0 {
                    continue;
                }
                let effort = length + (self.taken)(direction, length);
                let worth = room.min(ENOUGH) + self.liking(direction) - SHORT * effort;
                enough = enough.min(effort + LONGER);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, run));
                }
            }
            shorter = length;
        }
        best.map(|(_, run)| run)
    }

    /// What a direction is worth for its own sake, px of room.
    fn liking(&self, direction: Vec2) -> f32 {
        WANTED * direction.dot(self.wanted)
            + ONWARD * direction.dot(self.mover.velocity) / self.mover.speed.max(1.0)
    }

    /// The run on which obstacles are over the unit for the shortest and the least.
    fn least_evil(&self) -> Stretch {
        let evil = |run: Stretch| {
            let mut evil = 0.0;
            let course = self.course(run);
            for orbit in self.ahead.clone() {
                self.each_part(orbit, &course, |_, room| {
                    evil -= room.min(0.0);
                    true
                });
            }
            evil
        };
        let mut best = (evil(Stretch::STAND), Stretch::STAND);
        for (direction, free) in self.free_runs() {
            for length in RUNS {
                let run = Stretch { direction, length: length.min(free), free, delay: 0.0 };
                let evil = evil(run);
                if evil < best.0 {
                    best = (evil, run);
                }
            }
        }
        best.1
    }

    /// The directions in which there is room for a run, each with how far walls, and others before them, let
    /// the unit go, px. Where that is less than the shortest run the unit would slide along the wall, and
    /// nobody has looked where to.
    fn free_runs(&self) -> impl Iterator<Item = (Vec2, f32)> {
        let run = |direction| {
            let free = self.grid.free_run(self.mover.position, direction, self.mover.body, LONGEST_RUN);
            (direction, free - (self.taken)(direction, free))
        };
        COMPASS.into_iter().map(run).filter(|&(_, free)| free >= RUNS[0])
    }
}

/// Cosines of 22.5° and 67.5°.
const NEARLY: f32 = 0.923_879_5;
const HARDLY: f32 = 0.382_683_43;
const SQRT_HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
const COMPASS: [Vec2; DIRECTIONS] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(NEARLY, HARDLY),
    Vec2::new(SQRT_HALF, SQRT_HALF),
    Vec2::new(HARDLY, NEARLY),
    Vec2::new(0.0, 1.0),
    Vec2::new(-HARDLY, NEARLY),
    Vec2::new(-SQRT_HALF, SQRT_HALF),
    Vec2::new(-NEARLY, HARDLY),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-NEARLY, -HARDLY),
    Vec2::new(-SQRT_HALF, -SQRT_HALF),
    Vec2::new(-HARDLY, -NEARLY),
    Vec2::new(0.0, -1.0),
    Vec2::new(HARDLY, -NEARLY),
    Vec2::new(SQRT_HALF, -SQRT_HALF),
    Vec2::new(NEARLY, -HARDLY),
];

#[cfg(test)]
mod tests;
