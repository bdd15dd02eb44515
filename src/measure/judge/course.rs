//! The course of a unit through a trace: where it was sent, how it moved, when it came to rest.

use crate::grid::TILE;
use crate::level::Level;
use crate::order::Command;
use glam::Vec2;

/// Slower than this a unit rests, px/s.
const RESTS: f32 = 1.0;
/// Who rests for less than this only waits for somebody to pass, s.
const PAUSES: f64 = 0.5;

/// What a unit was told.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedErrand {
    /// When its last chain of orders began, s.
    pub(super) start: f64,
    /// The places of the chain.
    pub(super) legs: Vec<Vec2>,
    /// Units that were sent with it by the last of them.
    pub(super) group: usize,
}

/// One unit's course.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedCourse {
    pub(super) errand: Option<JudgedErrand>,
    /// Where it stood when its errand began.
    pub(super) from: Option<Vec2>,
    pub(super) last: Option<(f64, Vec2)>,
    /// How it moved when it last did, px/s.
    velocity: Vec2,
    /// When it last came to rest.
    pub(super) rests: Option<f64>,
    /// Its way as far as it matters: places in frames since the errand began.
    pub(super) way: Vec<(f64, Vec2)>,
}

/// How all units moved, over the whole trace.
#[derive(Default)]
pub(super) struct Totals {
    /// Unit-seconds under way.
    pub(super) seconds: f64,
    /// Radians.
    pub(super) turned: f64,
    /// Turns of more than 90°.
    pub(super) reversals: u64,
}

impl JudgedCourse {
    /// When it was last seen, s; the start of the level where it was not.
    pub(super) fn seen(&self) -> f64 {
        self.last.map_or(0.0, |(seconds, _)| seconds)
    }

    /// The unit is at a place in a frame. Returns how fast it came there from the frame before, px/s, if
    /// there is one.
    pub(super) fn note(&mut self, seconds: f64, at: Vec2, moved: &mut Totals) -> Option<f32> {
        let speed = self.last.map(|(before, from)| {
            let took = (seconds - before) as f32;
            let velocity = (at - from) / took;
            if velocity.length() > RESTS {
                moved.seconds += f64::from(took);
                if self.velocity != Vec2::ZERO {
                    let (cross, dot) = (self.velocity.perp_dot(velocity), self.velocity.dot(velocity));
                    moved.turned += f64::from(libm::atan2f(cross.abs(), dot));
                    moved.reversals += u64::from(dot < 0.0);
                }
                (self.velocity, self.rests) = (velocity, None);
            } else {
                self.rests = self.rests.or(Some(before));
            }
            velocity.length()
        });
        if speed.is_none() {
            self.rests = Some(seconds);
        }
        self.last = Some((seconds, at));
        if self.errand.as_ref().is_some_and(|errand| seconds + 1e-9 >= errand.start) {
            self.from = self.from.or(Some(at));
            self.way.push((seconds, at));
        }
        speed
    }

    /// When it first rested within a tile of where it stands in the end, and never was a tile away from there
    /// since: to be nudged there, or to move up, is no second arrival.
    pub(super) fn came_to_rest(&self) -> Option<f64> {
        let end = self.way.last()?.1;
        let away = self.way.iter().rposition(|(_, at)| at.distance(end) > TILE);
        let mut since = None;
        for step in self.way[away.unwrap_or(0)..].windows(2) {
            let [(from, was), (to, is)] = [step[0], step[1]];
            let rests = is.distance(was) <= RESTS * (to - from) as f32 && is.distance(end) <= TILE;
            since = rests.then(|| since.unwrap_or(from));
            if since.is_some_and(|since| to - since >= PAUSES) {
                break;
            }
        }
        since
    }
}

/// What each unit was told last, as the level has it.
pub(super) fn courses(level: &Level) -> Vec<JudgedCourse> {
    let mut courses = vec![JudgedCourse::default(); level.units.len()];
    for timed in &level.orders {
        let start = f64::from(timed.time);
        for unit in &timed.order.units {
            let errand = &mut courses[unit.0 as usize].errand;
            match &timed.order.command {
                Command::Move { to, each, .. } => {
                    let group = if *each { 1 } else { timed.order.units.len() };
                    match errand.as_mut().filter(|_| timed.order.queue) {
                        Some(errand) => {
                            errand.legs.push(*to);
                            errand.group = group;
                        }
                        None => *errand = Some(JudgedErrand { start, legs: vec![*to], group }),
                    }
                }
                _ => *errand = None,
            }
        }
    }
    courses
}
