//! Looking ahead: which of sixteen directions brings a unit nearest to its waypoint.
//!
//! For each direction of a fan around the way to the waypoint: how far could the unit run at full speed until
//! it meets another that goes on as it goes now, or a wall? The cost of a direction is the way that remains
//! after that run, and a little for turning and for turning left.
//!
//! Near units are looked at first, and then ring by ring. Each ring leaves few directions that can still win
//! (its `prices`), and of the units farther out only those count that could be met on one of these.

mod discs;
mod flow;
mod looker;
mod meeting;
mod prices;
mod runs;

use super::same_way::goes_my_way;
use crate::geometry::Collider;
use crate::grid::Grid;
use crate::movement::predictive::surroundings::{Me, NARROW, WALLED};
use crate::neighbours::{Crowd, Found};
use crate::obstacles::Obstacle;
use crate::unit::memory::NOBODY;
use discs::Disc;
use flow::Flow;
use glam::Vec2;
use looker::{COMPANY, Looker, far_sight, rim};
use meeting::{Meeting, Sector};
use prices::Prices;
use runs::{DIRECTIONS, Fan, at, set};
use wide::f32x4;

/// What the fan found.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The direction to walk in, a unit vector.
    pub direction: Vec2,
    /// Whether it is not the straight way.
    pub avoids: bool,
    /// Index of the unit that is first met on the straight way; [`NOBODY`] if nobody is.
    pub met: u32,
}

/// Chooses the direction for a moving unit whose waypoint is `distance` px away along the unit vector `way`.
pub fn choose(me: &Me, way: Vec2, distance: f32) -> Choice {
    let &Me { crowd, index, around, parameters } = me;
    let position = crowd.position[index];
    if distance < 1e-3 {
        return Choice { direction: Vec2::ZERO, avoids: false, met: NOBODY };
    }
    let speed = crowd.speed[index];
    let horizon = (parameters.sight * far_sight(speed)).min(distance);
    let clear = around.clear[index];
    let to_gap = crowd.remaining[index] > 0.0 || clear < WALLED;
    let one_way = if to_gap { one_way(me) } else { 0.0 };
    let mut fan = Fan::new(way, speed, horizon, one_way);
    let body = crowd.body[index].reach();
    add_obstacles(&mut fan, around.obstacles, position, body);
    let looker = Looker::new(me);
    let flow = add_near_units(&mut fan, &looker);
    add_leaning(&mut fan, position, crowd.body[index], around.grid, clear);
    let right = parameters.keep_right + parameters.lane_forming * flow.side();
    let mut prices = Prices::new(&fan, distance, crowd.velocity(index), right, parameters);
    look_farther(&mut fan, &mut prices, &looker, clear - body);
    if fan.company == 1 && clear >= NARROW + body {
        let other = fan.last as usize;
        keep_off_softly(&mut fan, crowd, index, other);
    }
    let room = (clear - body).max(0.0);
    if room < fan.longest() {
        // All units are looked at: nothing but walls shortens a run now.
        prices.give_up(&mut fan, room, room);
        add_walls(&mut fan, crowd, index, around.grid, room);
    }
    let lane = prices.cheapest(&fan);
    Choice { direction: fan.direction(lane), avoids: lane != 0, met: fan.met }
}

fn add_near_units(fan: &mut Fan, looker: &Looker) -> Flow {
    let &Looker { crowd, around, index, position, way, .. } = looker;
    let mut flow = Flow::of(way);
    crowd.for_each_neighbour(index, NEAR, |other| {
        flow.note(crowd.outline[other].position - position, around.ways[other]);
        looker.add_unit(fan, other);
    });
    flow
}

/// Looks at the others ring by ring, from the inside out, as far as they could shorten what is left open;
/// `room` is how far away a wall is at least, px. What the inner ones leave open may need no look at the outer
/// ones, and a clear way straight on no look aside: this saves time and changes no result.
fn look_farther(fan: &mut Fan, prices: &mut Prices, looker: &Looker, room: f32) {
    prices.give_up(fan, looker.sure_run(fan, NEAR).min(room), room);
    if !add_far_units(fan, looker, NEAR, COMPANY) {
        return;
    }
    let sure = looker.sure_run(fan, COMPANY).min(room);
    // Where a soft collider may have to be kept off, a way straight on that is clear of hard ones is not.
    if fan.straight() == fan.horizon && fan.open > 1 && fan.company != 1 {
        let open = std::mem::replace(&mut fan.open, 1);
        add_far_units(fan, looker, COMPANY, f32::INFINITY);
        (fan.open, fan.known) = (open, 1);
    }
    prices.give_up(fan, sure, room);
    if fan.open > fan.known {
        add_far_units(fan, looker, COMPANY, f32::INFINITY);
    }
}

/// The others farther away than `inner` and no farther than `outer`, px, that could shorten what those nearer
/// left open. Returns whether those beyond could, too.
fn add_far_units(fan: &mut Fan, looker: &Looker, inner: f32, outer: f32) -> bool {
    let &Looker { crowd, position, rim, .. } = looker;
    let reach = looker.reach + crowd.largest_radius;
    let mut meeting = Meeting::new(fan, reach);
    // With less company than two it counts who could be met at all: see `keep_off_softly`.
    let counts = fan.company < 2 && inner < COMPANY;
    let sight = (rim + crowd.largest_radius).min(meeting.range(fan, crowd));
    if sight <= inner && !counts {
        return false;
    }
    let range = sight.min(outer);
    let all_around = (Vec2::splat(-range), Vec2::splat(range));
    let (low, high) = if counts { all_around } else { meeting.area(fan, crowd, range) };
    let sector = Sector::of(fan, if counts { f32::INFINITY } else { reach });
    let (nearest, farthest) = (f32x4::splat(inner * inner), f32x4::splat(range * range));
    for run in crowd.runs_within(position, low, high) {
        for (first, four, inside) in crowd.fours(&run) {
            let now = four.offsets(position);
            let apart = now.0 * now.0 + now.1 * now.1;
            let is_far = apart.simd_gt(nearest) & apart.simd_le(farthest);
            let then = meeting.then(four, now);
            // All tests at once: which of them somebody fails is hard to guess.
            let found = is_far & meeting.is_possible(four, then) & sector.is_possible(&meeting, now, then);
            let found = Found::new(found.to_bitmask() & inside, first);
            if !found.is_empty() {
                for other in found {
                    looker.add_unit(fan, other);
                }
                meeting.shrink(fan);
            }
        }
    }
    sight > outer
}

/// Shortens the free runs to where the soft colliders of two strangers would meet, so that they pass at that
/// distance. With more than one to meet, or a wall near, there is no room for that.
///
/// # Source
/// [Article 003], soft colliders: they make room where there is room, and a group ignores its own. Departure:
/// they are a wish of the unit that looks ahead, never a collision to be solved.
///
/// [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"
fn keep_off_softly(fan: &mut Fan, crowd: &Crowd, index: usize, other: usize) {
    let softly = |index: usize| {
        crowd.body[index].reach() + (crowd.soft_radius[index] - crowd.body[index].radius).max(0.0)
    };
    let own_group = crowd.group[index] != 0 && crowd.group[index] == crowd.group[other];
    let yields = crowd.priority(other) < crowd.priority(index);
    let offset = crowd.position[other] - crowd.position[index];
    let reach = softly(index) + softly(other);
    // A unit that is nearer already is left alone: a soft collider never holds anybody.
    if !own_group && !yields && crowd.velocity(other) != Vec2::ZERO && offset.length_squared() > reach * reach
    {
        fan.shorten(&Disc::new(fan.pace, offset, crowd.velocity(other), reach, 0.0));
    }
}

/// 1 where nobody in sight comes against the unit's way, less the more do, down to 0. On the way to a gap
/// where nobody comes, keeping to the right would only press all to one side of it; units that head for the
/// same gap from elsewhere do not come. In the open it is better to begin before anybody comes: circles of
/// units that change places take up to a tenth longer without.
fn one_way(me: &Me) -> f32 {
    let &Me { crowd, index, around, parameters } = me;
    let (position, range) = (crowd.position[index], rim(me) + crowd.largest_radius);
    let mut one_way = 1.0;
    for run in crowd.runs(position, range) {
        for (first, four, inside) in crowd.fours(&run) {
            let (x, y) = four.offsets(position);
            let is_near = (x * x + y * y).simd_le(f32x4::splat(range * range));
            for other in Found::new(is_near.to_bitmask() & inside, first) {
                let against = -around.ways[other].dot(around.ways[index]);
                if against > 0.0 && !goes_my_way(crowd, index, other, parameters) {
                    one_way -= against;
                    if one_way <= 0.0 {
                        return 0.0;
                    }
                }
            }
        }
    }
    one_way
}

/// Units nearer than this, centre to centre, are looked at first, px.
const NEAR: f32 = 26.0;

fn add_obstacles(fan: &mut Fan, obstacles: &[Obstacle], position: Vec2, radius: f32) {
    for obstacle in obstacles {
        let offset = obstacle.previous - position;
        let reach = radius + obstacle.radius;
        let range = reach + 2.0 * fan.horizon;
        if offset.length_squared() < range * range {
            fan.shorten(&Disc::new(fan.pace, offset, obstacle.velocity(), reach, 0.0));
        }
    }
}

/// Notes how much room a unit has in each direction: one that leaned against a wall would press on there
/// instead of asking those before it to give way.
fn add_leaning(fan: &mut Fan, position: Vec2, body: Collider, grid: &Grid, clear: f32) {
    let room = body.reach();
    if clear >= 2.0 * room {
        return;
    }
    for lane in 0..DIRECTIONS {
        let free = grid.free_run(position, fan.direction(lane), body, room);
        set(&mut fan.leaning, lane, (free / room).min(1.0));
    }
}

/// Shortens the runs that are longer than `clear`, a distance within which no wall is, px.
fn add_walls(fan: &mut Fan, crowd: &Crowd, index: usize, grid: &Grid, clear: f32) {
    for lane in 0..DIRECTIONS {
        let run = at(&fan.run, lane);
        if run > clear {
            let free = grid.free_run(crowd.position[index], fan.direction(lane), crowd.body[index], run);
            set(&mut fan.run, lane, free);
        }
    }
}
