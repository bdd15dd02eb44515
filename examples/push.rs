//! Push and hard push alone, as the book's chapter tells them and with nothing of the library:
//! `cargo run --example push`.
//!
//! A hero crosses a canyon one unit wide in which three guards stand; a fourth stands beyond it. The guards
//! go out before the hero, let it pass, and walk back. All are friends and discs of one size, with one
//! waypoint each: what a game adds to that (priorities, patience, turnouts) is in other chapters.

use glam::{Vec2, vec2};

const TILE: f32 = 30.0;
const RADIUS: f32 = 14.0;
/// Both radii: nearer than this two discs overlap, px.
const TOUCH: f32 = 2.0 * RADIUS;
/// A step: 60 px/s at 30 ticks a second.
const STEP: f32 = 2.0;
/// How far a mover asks ahead: what it walks in 0.3 s, px.
const AHEAD: f32 = 18.0;
/// How far a unit that flees asks ahead, px.
const AHEAD_OF_FLIGHT: f32 = 24.0;
const MAP: [&str; 5] = [
    "......##########......",
    "......##########......",
    "......................",
    "......##########......",
    "......##########......",
];

struct Unit {
    name: &'static str,
    at: Vec2,
    /// Where it stands when it is left alone; of the hero where it goes.
    post: Vec2,
    is_under_way: bool,
    /// Where it will be at the end of the tick, once it is planned.
    promise: Option<Vec2>,
    /// Ticks since the last push.
    pushed_ago: u32,
    /// The corners of the way on which it was pushed off its post.
    corners: Vec<Vec2>,
}

/// What a unit is asked: to get so far along a direction.
#[derive(Clone, Copy)]
struct Request {
    away: Vec2,
    missing: f32,
    /// Where the unit goes that asks.
    onward: Vec2,
    /// Whether the two cannot stand side by side here.
    narrow: bool,
}

/// A unit that is being planned.
struct Frame {
    unit: usize,
    target: Vec2,
    /// Whom it asks to clear its lane, the nearest last.
    asks: Vec<usize>,
}

fn is_ground(column: i32, row: i32) -> bool {
    let tile = MAP.get(row as usize).and_then(|row| row.as_bytes().get(column as usize));
    tile == Some(&b'.')
}

/// Whether a disc there is free of walls and of the rim of the map.
fn is_free(place: Vec2, radius: f32) -> bool {
    let tile = |px: f32| (px / TILE).floor() as i32;
    let is_off = |column: i32, row: i32| {
        let corner = vec2(column as f32, row as f32) * TILE;
        place.distance(place.clamp(corner, corner + TILE)) >= radius - 1e-3
    };
    let rows = tile(place.y - radius)..=tile(place.y + radius);
    rows.into_iter().all(|row| {
        let mut columns = tile(place.x - radius)..=tile(place.x + radius);
        columns.all(|column| is_ground(column, row) || is_off(column, row))
    })
}

fn line_is_free(from: Vec2, to: Vec2, radius: f32) -> bool {
    let pieces = from.distance(to).ceil().max(1.0);
    (0..=pieces as u32).all(|piece| is_free(from.lerp(to, piece as f32 / pieces), radius))
}

fn distance_to_line(place: Vec2, from: Vec2, to: Vec2) -> f32 {
    let share = (place - from).dot(to - from) / from.distance_squared(to).max(1e-6);
    place.distance(from.lerp(to, share.clamp(0.0, 1.0)))
}

/// The canyon of the example: its units.
struct World(Vec<Unit>);

impl World {
    fn others(&self, unit: usize) -> impl Iterator<Item = (usize, &Unit)> {
        self.0.iter().enumerate().filter(move |&(index, _)| index != unit)
    }

    /// How many that are not planned yet stand on a place.
    fn unplanned_on(&self, unit: usize, place: Vec2) -> usize {
        self.others(unit).filter(|(_, o)| o.promise.is_none() && o.at.distance(place) < TOUCH).count()
    }

    /// Off walls and off the promises made in this tick.
    fn is_open(&self, unit: usize, place: Vec2) -> bool {
        is_free(place, RADIUS)
            && self.others(unit).all(|(_, o)| o.promise.is_none_or(|p| p.distance(place) >= TOUCH))
    }

    /// The place nearest to `wanted` within a step that `allows`. The library solves half-planes; here places
    /// on eight rings are tried.
    fn nearest(&self, unit: usize, wanted: Vec2, allows: impl Fn(Vec2) -> bool) -> Option<Vec2> {
        let at = self.0[unit].at;
        let ring = |ring: u32| {
            let reach = STEP * ring as f32 / 8.0;
            (0..48).map(move |turn| at + Vec2::from_angle(turn as f32 * std::f32::consts::TAU / 48.0) * reach)
        };
        let places = std::iter::once(wanted).chain((1..=8).flat_map(ring)).chain([at]);
        let good = places.filter(|&place| self.is_open(unit, place) && allows(place));
        good.min_by(|a, b| a.distance(wanted).total_cmp(&b.distance(wanted)))
    }

    /// Where a unit would go by itself in this tick.
    fn wish(&self, index: usize) -> Vec2 {
        let unit = &self.0[index];
        let goal = match unit.corners.last() {
            _ if unit.is_under_way => unit.post,
            _ if unit.pushed_ago < 12 || self.goes_home_later(index) => unit.at,
            corner => corner.copied().unwrap_or(unit.post),
        };
        unit.at + (goal - unit.at).clamp_length_max(STEP)
    }

    /// Whether another goes home first: one that could not get past this unit once it is at its post.
    fn goes_home_later(&self, index: usize) -> bool {
        let bars = |it: &Unit, other: &Unit| distance_to_line(it.post, other.at, other.post) < TOUCH;
        let unit = &self.0[index];
        self.others(index).any(|(other, o)| {
            let returns = !o.is_under_way && o.at != o.post && o.at.distance(unit.at) < 300.0;
            returns && bars(unit, o) && (other < index || !bars(o, unit))
        })
    }

    /// Those at rest whom a unit would touch if it went on so far, the nearest last.
    fn ahead(&self, unit: usize, onward: Vec2, far: f32) -> Vec<usize> {
        let at = self.0[unit].at;
        let along = |o: &Unit| (o.at - at).dot(onward);
        let meets = |o: &Unit| {
            along(o) > 0.0 && !o.is_under_way && distance_to_line(o.at, at, at + onward * far) < TOUCH
        };
        let mut found: Vec<_> = self.others(unit).filter(|(_, o)| meets(o)).collect();
        found.sort_by(|a, b| along(b.1).total_cmp(&along(a.1)));
        found.into_iter().map(|(index, _)| index).collect()
    }

    /// Ahead of time: clear the lane. `None` where it is clear.
    fn clear_the_lane(&self, asks: usize, other: usize, onward: Vec2) -> Option<Request> {
        let (at, other) = (self.0[asks].at, self.0[other].at);
        let aside = onward.perp_dot(other - at);
        let missing = TOUCH - aside.abs();
        let away = onward.perp() * 1.0_f32.copysign(aside);
        // As far over as walls let it go, and the other beside it.
        let room = (0..TOUCH as u32).take_while(|&px| is_free(other + away * (px + 1) as f32, RADIUS)).count()
            as f32;
        let narrow = room < missing || !is_free(other + away * (room - TOUCH), RADIUS);
        (missing > 0.0).then_some(Request { away, missing, onward, narrow })
    }

    /// In a chain: clear the place that is wanted.
    fn clear_the_place(&self, asks: usize, other: usize, place: Vec2) -> Request {
        let off = self.0[other].at - place;
        let onward = (place - self.0[asks].at).normalize_or_zero();
        Request { away: off.normalize_or_zero(), missing: TOUCH - off.length(), onward, narrow: false }
    }

    /// Where a unit goes that is asked to give way.
    fn give_way(&self, unit: usize, request: Request, asks: usize, root: usize) -> Vec2 {
        let Request { away, onward, narrow, .. } = request;
        let at = self.0[unit].at;
        let missing = (request.missing + 0.5).min(0.95 * STEP);
        let flight = || {
            let step = (self.refuge(unit, asks, root)? - at).clamp_length_max(STEP);
            self.nearest(unit, at + step, |_| true).filter(|place| place.distance(at) > 0.05 * STEP)
        };
        if narrow {
            return flight().or_else(|| self.nearest(unit, at + onward * STEP, |_| true)).unwrap_or(at);
        }
        let side = onward.perp() * 1.0_f32.copysign(onward.perp().dot(away));
        let wanted = [self.wish(unit) - at, away * missing, side * STEP, -side * STEP, onward * STEP];
        let clears = |place: Vec2| (place - at).dot(away) >= missing - 1e-3;
        let steps = wanted.into_iter().filter_map(|step| self.nearest(unit, at + step, clears));
        if let Some(best) = steps.min_by_key(|&place| self.unplanned_on(unit, place)) {
            return best;
        }
        // Nothing clears the place: as far as it goes, or to a refuge.
        let tries = [away, side, -side, onward].map(|way| self.nearest(unit, at + way * missing, |_| true));
        let gain = |place: Vec2| (place - at).dot(away);
        let farthest = tries.into_iter().flatten().max_by(|a, b| gain(*a).total_cmp(&gain(*b))).unwrap_or(at);
        if gain(farthest) >= 0.5 * missing { farthest } else { flight().unwrap_or(farthest) }
    }

    /// The first tile on the cheapest way to a free one that is off the way of the root of the chain. A tile
    /// costs 1, and 20 more where somebody stands.
    fn refuge(&self, unit: usize, asks: usize, root: usize) -> Option<Vec2> {
        let middle = |(column, row): (i32, i32)| (vec2(column as f32, row as f32) + 0.5) * TILE;
        let root = &self.0[root];
        let is_other = |index: usize, o: &Unit, place: Vec2| index != asks && o.at.distance(place) < TOUCH;
        let stands = |place: Vec2| self.others(unit).any(|(index, o)| is_other(index, o, place));
        let at = self.0[unit].at / TILE;
        let start = (at.x as i32, at.y as i32);
        // Cost, tile, first tile of the way there.
        let mut open = vec![(0, start, start)];
        let mut done = Vec::new();
        while let Some(next) = (0..open.len()).min_by_key(|&index| open[index]) {
            let (cost, tile, first) = open.swap_remove(next);
            if done.contains(&tile) {
                continue;
            }
            done.push(tile);
            let place = middle(tile);
            if tile != start && distance_to_line(place, root.at, root.post) >= TOUCH && !stands(place) {
                return Some(middle(first));
            }
            for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                let beside = (tile.0 + x, tile.1 + y);
                let place = middle(beside);
                if is_free(place, RADIUS) && place.distance(self.0[asks].at) >= TOUCH {
                    let price = if stands(place) { 21 } else { 1 };
                    open.push((cost + price, beside, if tile == start { beside } else { first }));
                }
            }
        }
        None
    }

    /// Plans a unit and, before it, all whom it needs out of its way.
    fn plan(&mut self, root: usize) {
        let target = self.wish(root);
        let onward = (target - self.0[root].at).normalize_or_zero();
        let left = self.0[root].at.distance(self.0[root].post);
        let asks =
            if self.0[root].is_under_way { self.ahead(root, onward, left.min(AHEAD)) } else { Vec::new() };
        let mut stack = vec![Frame { unit: root, target, asks }];
        while let Some(Frame { unit, target, asks }) = stack.last_mut() {
            let (unit, target) = (*unit, *target);
            let at = self.0[unit].at;
            let asked = asks.pop();
            let is_unsolved = |other: usize| {
                self.0[other].promise.is_none() && stack.iter().all(|frame| frame.unit != other)
            };
            let onward = (target - at).normalize_or_zero();
            let request = match asked {
                Some(other) if is_unsolved(other) => {
                    self.clear_the_lane(unit, other, onward).map(|request| (other, request))
                }
                Some(_) => None,
                None => {
                    let mut near = self.others(unit).filter(|(_, o)| o.at.distance(target) < TOUCH);
                    let blocker = near.find(|&(other, _)| is_unsolved(other));
                    blocker.map(|(other, _)| (other, self.clear_the_place(unit, other, target)))
                }
            };
            if let Some((other, request)) = request {
                self.0[other].pushed_ago = 0;
                let target = self.give_way(other, request, unit, root);
                let flees = (target - self.0[other].at).normalize_or_zero();
                let asks =
                    if request.narrow { self.ahead(other, flees, AHEAD_OF_FLIGHT) } else { Vec::new() };
                stack.push(Frame { unit: other, target, asks });
            } else if asked.is_none() {
                // Everybody who could was asked. Staying is always free.
                let place = self.nearest(unit, target, |place| self.unplanned_on(unit, place) == 0);
                self.0[unit].promise = Some(place.unwrap_or(at));
                stack.pop();
            }
        }
    }

    fn tick(&mut self) {
        // Those under way have the right of way over those at rest.
        for is_under_way in [true, false] {
            for unit in 0..self.0.len() {
                if self.0[unit].promise.is_none() && self.0[unit].is_under_way == is_under_way {
                    self.plan(unit);
                }
            }
        }
        for unit in &mut self.0 {
            let to = unit.promise.take().unwrap_or(unit.at);
            if !unit.is_under_way && to != unit.at {
                // The newest corner, or the post, is always in a straight free line, for a body a px
                // smaller: a unit that brushes a wall would find a corner in each tick.
                let post = unit.post;
                let last = |corners: &[Vec2]| corners.last().copied().unwrap_or(post);
                if !line_is_free(to, last(&unit.corners), RADIUS - 1.0) {
                    unit.corners.push(unit.at);
                }
                while let [older @ .., _] = &unit.corners[..]
                    && line_is_free(to, last(older), RADIUS - 1.0)
                {
                    unit.corners.pop();
                }
            }
            unit.at = to;
            unit.pushed_ago += 1;
            unit.is_under_way &= to != unit.post;
        }
    }
}

fn main() -> Result<(), String> {
    let unit = |name, at: Vec2, post: Vec2| Unit {
        name,
        at,
        post,
        is_under_way: at != post,
        promise: None,
        pushed_ago: 12,
        corners: Vec::new(),
    };
    let mut world = World(vec![unit("H", vec2(100.0, 75.0), vec2(600.0, 75.0))]);
    for (name, x) in [("A", 220.0), ("B", 300.0), ("C", 400.0), ("D", 530.0)] {
        world.0.push(unit(name, vec2(x, 75.0), vec2(x, 75.0)));
    }
    for tick in 0..=600 {
        if tick % 100 == 0 {
            let places = world.0.iter().map(|u| format!("{} {:3.0},{:3.0}", u.name, u.at.x, u.at.y));
            println!("{:4.1} s   {}", tick as f32 / 30.0, places.collect::<Vec<_>>().join("   "));
        }
        world.tick();
        for (index, unit) in world.0.iter().enumerate() {
            let overlaps = |o: &Unit| o.at.distance(unit.at) < TOUCH - 0.01;
            if let Some((_, other)) = world.others(index).find(|(_, o)| overlaps(o)) {
                return Err(format!("{} is in {}", unit.name, other.name));
            }
        }
    }
    match world.0.iter().find(|unit| unit.at != unit.post) {
        Some(unit) => Err(format!("{} is not where it belongs", unit.name)),
        None => Ok(()),
    }
}
