//! How a formation veers: it goes beside its way, as a whole and without turning, to let others pass.

use super::{March, MarchSpeeds, PACE};
use crate::formation::meeting::{Block, Blocks};
use crate::formation::way::Ground;
use crate::geometry::linear_program::{HalfPlanes, solve};
use crate::grid::TILE;
use glam::Vec2;

/// Greatest speed aside as a share of the pace: a formation still faces where it goes.
const MAX_SIDE_SHARE: f32 = 0.4;
/// What a px aside counts beside one along, when a formation avoids another: next to nothing, for who goes
/// slower loses time. At 0.5 two lines of 36 that meet need 1.37 times as long as loose groups, now 1.14.
const ASIDE: f32 = 0.1;
/// Least share of its pace at which a formation goes on, however many are before it: two that wait for each
/// other would wait for ever.
const LEAST_PACE_SHARE: f32 = 0.3;
/// How fast it comes back to its way, of what it is off, 1/s.
const RETURN_RATE: f32 = 2.0;
/// Farthest that it goes beside its way, px: as far as two lines of 100 need.
const MAX_VEER: f32 = 300.0;
/// How far ahead of its front it looks for room beside its way, px.
const SEES_AHEAD: f32 = 300.0;
/// Room that a formation keeps around it, in its spacings: two that pass stay a spacing farther apart
/// than their members, who brush each other otherwise.
const ROOM_AROUND: f32 = 1.0;
/// A way is straight as long as its direction turns by less than this (sine).
const STRAIGHT_SINE: f32 = 0.35;
/// How far ahead it is looked for a turn, px.
const TURN_AHEAD: f32 = 900.0;

impl March {
    /// The formation as one body; `slowest` is the top speed of its slowest member, px/s.
    pub fn block(&self, group: u32, slowest: f32) -> Block {
        let places = || self.commanded.iter().map(|one| Vec2::new(one.along, one.aside));
        let low = places().reduce(Vec2::min).unwrap_or_default();
        let high = places().reduce(Vec2::max).unwrap_or_default();
        let middle = (low + high) / 2.0;
        let (on_way, along) = self.way.at(middle.x);
        let forward = self.chord_at(middle.x);
        // While it is built others know already how fast it will be.
        let speed = if self.gathers.is_some() { PACE * slowest } else { self.speed };
        let velocity = along * speed + along.perp() * self.veering;
        Block {
            group,
            center: on_way + along.perp() * (middle.y + self.veer),
            forward,
            half: (high - low) / 2.0 + ROOM_AROUND * self.open.spacing,
            velocity,
            lasts: self.straight_run() / (PACE * slowest).max(1.0),
        }
    }

    /// How far the way goes on in the direction in which it goes now, px.
    fn straight_run(&self) -> f32 {
        let from = self.middle();
        let (_, now) = self.way.at(from);
        let mut run = 0.0;
        while run < TURN_AHEAD && from + run < self.way.length() {
            if now.perp_dot(self.way.at(from + run).1).abs() > STRAIGHT_SINE {
                return run;
            }
            run += TILE;
        }
        run.min(self.way.length() - from).max(0.0)
    }

    /// How fast to go among others, at most: along the way and aside, px/s.
    pub fn course(&self, me: &Block, others: &Blocks, ground: Ground, slowest: f32) -> MarchSpeeds {
        let pace = PACE * slowest;
        let mut planes = HalfPlanes::new();
        let mut met = others.met_by(me).peekable();
        if self.veer == 0.0 && self.veering == 0.0 && met.peek().is_none() {
            return MarchSpeeds { along: pace, aside: 0.0 };
        }
        let most = MAX_SIDE_SHARE * pace;
        let [left, right] = self.room_beside(ground);
        let mut keep = |normal: Vec2, least: f32| {
            let normal = Vec2::new(normal.x, normal.y / ASIDE);
            planes.push(normal.normalize(), least / normal.length());
        };
        keep(Vec2::X, LEAST_PACE_SHARE * pace);
        keep(Vec2::Y, ((-left - self.veer) * RETURN_RATE).clamp(-most, most));
        keep(Vec2::NEG_Y, ((self.veer - right) * RETURN_RATE).clamp(-most, most));
        let forward = self.way.at(self.middle()).1;
        for plane in met {
            keep(Vec2::new(plane.normal.dot(forward), plane.normal.dot(forward.perp())), plane.least);
        }
        let back = (-self.veer * RETURN_RATE).clamp(-most, most);
        let found = solve(Vec2::new(pace, ASIDE * back), pace, planes.as_slice(), 3);
        // Where there is no room to pass, to go slower would only put off the meeting.
        let avoids = planes.as_slice().iter().all(|plane| plane.normal.dot(found) >= plane.least - 0.1);
        let aside = (found.y / ASIDE).clamp(-most, most);
        let along = (pace * pace - aside * aside).sqrt();
        MarchSpeeds { along: if avoids { found.x.min(along) } else { along }, aside }
    }

    /// How far the whole formation can go to the left and to the right of its way, px: where it is narrow
    /// ahead it may stay aside for as long as it has the time to come back.
    fn room_beside(&self, ground: Ground) -> [f32; 2] {
        let layout = self.layout();
        let (half, mut room) = (layout.half.y, [MAX_VEER; 2]);
        let mut at = (self.front - 2.0 * layout.half.x).max(0.0);
        while at <= (self.front + SEES_AHEAD).min(self.end()) {
            let (place, forward) = self.way.at(at);
            let time_to_come_back = MAX_SIDE_SHARE * (at - self.front).max(0.0);
            for (side, room) in [-forward.perp(), forward.perp()].into_iter().zip(&mut room) {
                let spare = ground.free_run(place, side, half + MAX_VEER) - half;
                *room = room.min(spare.max(0.0) + time_to_come_back);
            }
            at += TILE;
        }
        room
    }
}
