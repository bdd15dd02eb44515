//! A unit that looks ahead, and what one of the others in sight leaves of its free runs.

use super::super::patience::goes_round_the_idle;
use super::discs::Disc;
use super::runs::Fan;
use crate::movement::predictive::surroundings::{Me, Surroundings};
use crate::neighbours::{Crowd, Intent};
use glam::Vec2;

/// Speed of infantry, px/s: the sight of a faster unit grows with its speed.
const INFANTRY_SPEED: f32 = 60.0;

/// How far from the centre of a unit the rims of others may be to be seen, px.
pub(super) fn rim(&Me { crowd, index, parameters, .. }: &Me) -> f32 {
    parameters.sight * far_sight(crowd.speed[index]) - crowd.body[index].reach()
}

/// How far a unit of this speed, px/s, sees others, as a multiple of [`Parameters::sight`].
pub(super) fn far_sight(speed: f32) -> f32 {
    (speed / INFANTRY_SPEED).clamp(1.0, 2.0)
}

/// A unit farther away than this leaves room for soft colliders, px.
pub(super) const COMPANY: f32 = 70.0;

/// A unit that looks ahead, with what it has to know of itself for each of those in sight.
pub(super) struct Looker<'a> {
    pub(super) crowd: &'a Crowd,
    pub(super) around: &'a Surroundings<'a>,
    pub(super) index: usize,
    pub(super) position: Vec2,
    /// How far away the rims of others may be to be seen, px.
    pub(super) rim: f32,
    pub(super) reach: f32,
    team: u16,
    /// Its way, a unit vector.
    pub(super) way: Vec2,
    /// The unit with the higher priority goes first.
    priority: i32,
    /// Whether friends that move give way to it if their priority is lower.
    pushes: bool,
    /// Whether it asks idle friends to step aside.
    pushes_idle: bool,
    /// See [`Parameters::same_way`].
    same_way: f32,
}

impl<'a> Looker<'a> {
    pub(super) fn new(me: &Me<'a>) -> Looker<'a> {
        let &Me { crowd, index, around, parameters } = me;
        let memory = me.memory();
        Looker {
            crowd,
            around,
            index,
            position: crowd.position[index],
            rim: rim(me),
            reach: crowd.body[index].reach(),
            team: crowd.team(index),
            way: around.ways[index],
            priority: crowd.priority(index),
            pushes: parameters.push && !memory.settles_in_crowd,
            pushes_idle: parameters.push && !goes_round_the_idle(memory, parameters),
            same_way: parameters.same_way,
        }
    }

    /// How far the unit gets at least before it meets somebody who is farther away than `inner` now, px.
    pub(super) fn sure_run(&self, fan: &Fan, inner: f32) -> f32 {
        let (crowd, speed) = (self.crowd, fan.pace.speed);
        let apart = inner - self.reach - crowd.largest_radius;
        (apart * speed / (speed + crowd.fastest.max(crowd.largest_speed))).max(0.0)
    }

    /// Whether another goes the same way.
    #[inline]
    fn goes_along(&self, other: usize) -> bool {
        self.around.ways[other].dot(self.way) > self.same_way
    }

    /// Shortens the runs by one of the others, if it is in sight.
    #[inline]
    pub(super) fn add_unit(&self, fan: &mut Fan, other: usize) {
        let them = &self.crowd.outline[other];
        let offset = them.position - self.position;
        let apart = offset.length_squared();
        let sight = self.rim + them.reach;
        if apart > sight * sight {
            return;
        }
        let gives_way = match them.intent {
            Intent::Rest => self.pushes_idle,
            // One that walks ahead the same way need not, and would only be run up to.
            Intent::Move => self.pushes && them.priority < self.priority && !self.goes_along(other),
            Intent::Hold => false,
        };
        if apart <= COMPANY * COMPANY {
            (fan.company, fan.last) = (fan.company + 1, other as u32);
        }
        if gives_way && !self.around.enemies.are(self.team, them.team) && !them.is_steered {
            return;
        }
        let one_stream = fan.one_way > 0.0 && self.goes_along(other);
        let follow = if one_stream { fan.one_way } else { 0.0 };
        let before = fan.straight();
        fan.shorten(&Disc::new(fan.pace, offset, them.velocity, self.reach + them.reach, follow));
        fan.met = if fan.straight() < before { other as u32 } else { fan.met };
    }
}
