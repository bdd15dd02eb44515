//! Looking ahead: which of sixteen directions brings a unit nearest to its waypoint.
//!
//! For each direction of a fan around the way to the waypoint: how far could the unit run at full speed until it
//! meets somebody who goes on as he goes now, or a wall? The cost of a direction is the way that remains after that
//! run, and a little for turning and for turning left. The sixteen directions are two vectors of eight lanes, so the
//! loop over neighbours has no branch inside.

use super::parameters::Parameters;
use super::walls::clear_of;
use super::{NOBODY, Obstacle, Surroundings};
use crate::grid::Grid;
use crate::neighbours::{Crowd, Intent, LANES, for_each_found};
use glam::{BVec4A, Vec2, Vec4};

/// Number of directions in the fan.
pub const DIRECTIONS: usize = 16;
/// A number for each direction.
type Lanes = [Vec4; DIRECTIONS / LANES];

/// Cosines of the fan: 0, ±10, ±20, ±32, ±46, ±62, ±80, ±105 and +130 degrees; positive is to the right.
const COSINES: Lanes = [
    Vec4::new(1.0, 0.984_807_8, 0.984_807_8, 0.939_692_6),
    Vec4::new(0.939_692_6, 0.848_048_1, 0.848_048_1, 0.694_658_4),
    Vec4::new(0.694_658_4, 0.469_471_6, 0.469_471_6, 0.173_648_2),
    Vec4::new(0.173_648_2, -0.258_819, -0.258_819, -0.642_787_6),
];
const SINES: Lanes = [
    Vec4::new(0.0, 0.173_648_2, -0.173_648_2, 0.342_020_1),
    Vec4::new(-0.342_020_1, 0.529_919_2, -0.529_919_2, 0.719_339_8),
    Vec4::new(-0.719_339_8, 0.882_947_6, -0.882_947_6, 0.984_807_8),
    Vec4::new(-0.984_807_8, 0.965_925_8, -0.965_925_8, 0.766_044_4),
];

/// Places with a wall nearer than this are narrow, px.
pub const NARROW: f32 = 30.0;

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

/// The fan of one unit while neighbours are added to it.
struct Fan {
    x: Lanes,
    y: Lanes,
    /// Free run in each direction, px; 0 where it was given up.
    run: Lanes,
    /// The same, as far as idle friends go who may be asked to step aside; never longer than it matters.
    idle_run: Lanes,
    /// Time of the longest free run of all directions, s.
    time: f32,
    /// The directions behind these fours of them were given up.
    open: usize,
    speed: f32,
    per_speed: f32,
    horizon: f32,
    /// 1 on the way to a corner where nobody in sight comes against the unit, 0 where somebody does.
    one_way: f32,
    /// Index of who is met first on the straight way.
    met: u32,
}

impl Fan {
    fn new(way: Vec2, speed: f32, horizon: f32) -> Fan {
        Fan {
            x: std::array::from_fn(|four| way.x * COSINES[four] - way.y * SINES[four]),
            y: std::array::from_fn(|four| way.y * COSINES[four] + way.x * SINES[four]),
            run: [Vec4::splat(horizon); _],
            idle_run: [Vec4::splat(horizon); _],
            time: horizon / speed,
            open: DIRECTIONS / LANES,
            speed,
            per_speed: 1.0 / speed,
            horizon,
            one_way: 0.0,
            met: NOBODY,
        }
    }

    fn direction(&self, lane: usize) -> Vec2 {
        Vec2::new(self.x[lane / LANES][lane % LANES], self.y[lane / LANES][lane % LANES])
    }

    /// Shortens the free runs, or with `idle` those as far as idle friends go, by a disc at `offset` with `velocity`
    /// that is met at distance `reach`.
    ///
    /// The meeting solves |offset − t·w| = reach for the relative velocity w. After it the unit goes on behind the
    /// disc with the share `follow` of what that one goes its way: who walks ahead at the same speed is no obstacle.
    #[inline]
    fn shorten(&mut self, idle: bool, offset: Vec2, velocity: Vec2, reach: f32, follow: f32) {
        let speed = self.speed;
        let outside = (offset.length_squared() - reach * reach).max(0.0);
        let drift = offset.dot(velocity);
        let square = speed * speed + velocity.length_squared() + 1e-3;
        let runs = if idle { &mut self.idle_run } else { &mut self.run };
        // Without a branch: who is met hides among those who are not, and a wrong guess costs more than the root.
        for (run, (&x, &y)) in runs[..self.open].iter_mut().zip(self.x.iter().zip(&self.y)) {
            let along = velocity.x * x + velocity.y * y;
            let b = speed * (offset.x * x + offset.y * y) - drift;
            let a = square - 2.0 * speed * along;
            // Where there is no meeting, or it is past, this is no number, which is less than none.
            let root = Vec4::select(b.cmpgt(Vec4::ZERO), square_root(b * b - a * outside), NO_NUMBER);
            let meeting = (b - root) / a;
            let mut hit = speed * meeting;
            if follow > 0.0 {
                let left = (self.horizon / speed - meeting).max(Vec4::ZERO);
                hit += follow * along.max(Vec4::ZERO) * left;
            }
            *run = least(hit, *run);
        }
        if !idle {
            self.measure_longest();
        }
    }

    fn measure_longest(&mut self) {
        self.time = longest(&self.run) * self.per_speed;
    }
}

/// The longest of the runs.
fn longest(run: &Lanes) -> f32 {
    run[0].max(run[1]).max(run[2].max(run[3])).max_element()
}

const NO_NUMBER: Vec4 = Vec4::splat(f32::from_bits(u32::MAX));

/// The lesser of each two; `b` where `a` is no number.
#[inline]
fn least(a: Vec4, b: Vec4) -> Vec4 {
    let (a, b) = (a.to_array(), b.to_array());
    Vec4::from(std::array::from_fn(|lane| if a[lane] < b[lane] { a[lane] } else { b[lane] }))
}

#[inline]
fn square_root(values: Vec4) -> Vec4 {
    Vec4::from(values.to_array().map(f32::sqrt))
}

/// How far a unit of this speed, px/s, sees others, as a multiple of [`Parameters::sight`].
fn far_sight(speed: f32) -> f32 {
    (speed / 60.0).clamp(1.0, 2.0)
}

/// How far the fan of a unit looks for others, centre to centre, px.
pub fn range(crowd: &Crowd, index: usize, parameters: &Parameters) -> f32 {
    rim(crowd, index, parameters) + crowd.largest_radius
}

/// The same to the rim of others: sight is counted between the rims of two infantry units.
fn rim(crowd: &Crowd, index: usize, parameters: &Parameters) -> f32 {
    parameters.sight * far_sight(crowd.speed[index]) - 14.0 + crowd.body[index].reach()
}

/// Chooses the direction for a moving unit, and leaves in `near` who is nearer than [`NEAR`].
pub fn choose(
    crowd: &Crowd,
    index: usize,
    around: &Surroundings,
    parameters: &Parameters,
    near: &mut Seen,
) -> Choice {
    let position = crowd.position[index];
    let to_waypoint = crowd.waypoint[index] - position;
    let distance = to_waypoint.length();
    if distance < 1e-3 {
        return Choice { direction: Vec2::ZERO, avoids: false, met: NOBODY };
    }
    let way = to_waypoint / distance;
    let speed = crowd.speed[index];
    let horizon = (parameters.horizon * far_sight(speed)).min(distance);
    let mut fan = Fan::new(way, speed, horizon);
    let body = crowd.body[index].reach();
    let clear = clear_of(around.grid, position);
    if crowd.remaining[index] > 0.0 {
        fan.one_way = one_way(crowd, index, around, parameters);
    }
    add_obstacles(&mut fan, around.obstacles, position, body);
    add_near_units(&mut fan, crowd, index, around, parameters, near);
    let mut prices = Prices::new(&fan, distance, crowd.velocity[index], clear, parameters);
    // Nobody who is farther away can be met in less time.
    let apart = NEAR - body - crowd.largest_radius;
    let sure = (apart * speed / (speed + crowd.largest_speed)).min(clear - body);
    prices.give_up(&mut fan, sure.max(0.0));
    add_far_units(&mut fan, crowd, index, around, parameters);
    add_walls(&mut fan, crowd, index, around.grid, (clear - body).max(0.0));
    let lane = prices.cheapest(&fan);
    Choice { direction: fan.direction(lane), avoids: lane != 0, met: fan.met }
}

fn add_near_units(
    fan: &mut Fan,
    crowd: &Crowd,
    index: usize,
    around: &Surroundings,
    parameters: &Parameters,
    near: &mut Seen,
) {
    let rim = rim(crowd, index, parameters);
    near.count = 0;
    crowd.for_each_near(crowd.position[index], NEAR, |other| {
        if other != index {
            near.note(other);
            add_unit(fan, crowd, index, other, around, parameters, rim);
        }
    });
}

/// The others that could shorten what the near ones left open.
fn add_far_units(fan: &mut Fan, crowd: &Crowd, index: usize, around: &Surroundings, parameters: &Parameters) {
    let position = crowd.position[index];
    let rim = rim(crowd, index, parameters);
    let reach = crowd.body[index].reach() + crowd.largest_radius;
    let mut meeting = Meeting::new(fan, reach);
    let range = (rim + crowd.largest_radius).min(meeting.range(fan, crowd));
    let (nearest, farthest) = (Vec4::splat(NEAR * NEAR), Vec4::splat(range * range));
    for run in crowd.runs(position, range) {
        for first in run.clone().step_by(LANES) {
            let (x, y) = crowd.offsets(first, position);
            let apart = x * x + y * y;
            let is_far = apart.cmpgt(nearest) & apart.cmple(farthest);
            let found = (is_far & meeting.are_possible(crowd, first, x, y)).bitmask();
            if found != 0 {
                for_each_found(found, first..run.end, |other| {
                    add_unit(fan, crowd, index, other, around, parameters, rim);
                });
                meeting = Meeting::new(fan, reach);
            }
        }
    }
}

fn add_unit(
    fan: &mut Fan,
    crowd: &Crowd,
    index: usize,
    other: usize,
    around: &Surroundings,
    parameters: &Parameters,
    rim: f32,
) {
    let offset = crowd.position[other] - crowd.position[index];
    let theirs = crowd.body[other].reach();
    let reach = crowd.body[index].reach() + theirs;
    let velocity = crowd.velocity[other];
    let idle = crowd.intent[other] == Intent::Rest
        && parameters.push
        && !around.enemies.are(crowd.team[index], crowd.team[other])
        && !crowd.foreign[other];
    let in_sight = offset.length_squared() <= (rim + theirs) * (rim + theirs);
    if !in_sight {
        return;
    }
    let one_stream = fan.one_way > 0.0 && around.ways[other].dot(around.ways[index]) > parameters.one_stream;
    let follow = if one_stream { fan.one_way } else { 0.0 };
    let before = fan.run[0].x;
    fan.shorten(idle, offset, velocity, reach, follow);
    if fan.run[0].x < before {
        fan.met = other as u32;
    }
}

/// On the way to a corner with nobody coming, keeping to the right would only press all to one side of a gap.
fn one_way(crowd: &Crowd, index: usize, around: &Surroundings, parameters: &Parameters) -> f32 {
    let way = around.ways[index];
    let mut one_way = 1.0;
    crowd.for_each_near(crowd.position[index], range(crowd, index, parameters), |other| {
        one_way -= (-around.ways[other].dot(way)).max(0.0);
    });
    one_way.max(0.0)
}

/// A quick test of who could shorten any run of a fan.
///
/// Within the time of the longest run the unit gets no farther than that run. Somebody no faster comes ever nearer
/// to the circle in which it can then be: if he is outside it at the end of that time, he was before.
struct Meeting {
    /// Time of the longest run, s.
    time: f32,
    /// Square of the distance within which he then has to be, px².
    within: f32,
    /// Square of the speed above which nothing is said, px²/s².
    fast: f32,
}

impl Meeting {
    fn new(fan: &Fan, reach: f32) -> Meeting {
        // The half is for rounding, and for those that are faster by rounding only.
        let within = fan.time * fan.speed + reach + 0.5;
        Meeting { time: fan.time, within: within * within, fast: 1.001 * fan.speed * fan.speed }
    }

    /// Who is farther away than this, px, cannot be met.
    fn range(&self, fan: &Fan, crowd: &Crowd) -> f32 {
        self.within.sqrt() + self.time * 1.001 * crowd.largest_speed.max(fan.speed)
    }

    /// Which of four units of the crowd, from `first` on, at the offsets (x, y), pass the test.
    #[inline]
    fn are_possible(&self, crowd: &Crowd, first: usize, x: Vec4, y: Vec4) -> BVec4A {
        let (velocity_x, velocity_y) = crowd.velocities(first);
        let (then_x, then_y) = (x + velocity_x * self.time, y + velocity_y * self.time);
        let square = velocity_x * velocity_x + velocity_y * velocity_y;
        (then_x * then_x + then_y * then_y).cmple(Vec4::splat(self.within))
            | square.cmpgt(Vec4::splat(self.fast))
    }
}

/// Who is nearer than this, centre to centre, is looked at first, px.
pub const NEAR: f32 = 26.0;

/// Most near neighbours that are noted.
const SEEN: usize = 32;

/// The near neighbours of a unit, as indices in the order of the crowd.
pub struct Seen {
    units: [u32; SEEN],
    count: usize,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { units: [0; SEEN], count: 0 }
    }
}

impl Seen {
    /// The neighbours, unless there are too many to hold.
    pub fn all(&self) -> Option<&[u32]> {
        self.units.get(..self.count)
    }

    #[inline]
    fn note(&mut self, index: usize) {
        if let Some(unit) = self.units.get_mut(self.count) {
            *unit = index as u32;
        }
        self.count += 1;
    }
}

fn add_obstacles(fan: &mut Fan, obstacles: &[Obstacle], position: Vec2, radius: f32) {
    for obstacle in obstacles {
        let offset = obstacle.center - position;
        let reach = radius + obstacle.radius;
        let range = reach + 2.0 * fan.horizon;
        if offset.length_squared() < range * range {
            fan.shorten(false, offset, obstacle.velocity(), reach, 0.0);
        }
    }
}

/// Shortens the runs that are longer than `clear`, a distance within which no wall is, px.
fn add_walls(fan: &mut Fan, crowd: &Crowd, index: usize, grid: &Grid, clear: f32) {
    if clear >= longest(&fan.run) {
        return;
    }
    for lane in 0..DIRECTIONS {
        let run = fan.run[lane / LANES][lane % LANES];
        if run > clear {
            let free = grid.free_run(crowd.position[index], fan.direction(lane), crowd.body[index], run);
            fan.run[lane / LANES][lane % LANES] = free;
        }
    }
}

/// Costs above others by less than this may be rounding, px.
const ROUNDING: f32 = 0.1;

/// What the directions of a fan cost.
struct Prices {
    /// Length of the way to the waypoint, px.
    distance: f32,
    /// Share of a free run that idle friends in the way cost.
    idle: f32,
    /// What turning to each direction costs, px.
    turning: Lanes,
    /// What it costs to go left, px.
    left: Lanes,
}

impl Prices {
    fn new(fan: &Fan, distance: f32, velocity: Vec2, clear: f32, parameters: &Parameters) -> Prices {
        let heading = velocity.normalize_or_zero();
        // Near the waypoint the tilt would lead round and round it.
        let tilt = parameters.keep_right * (fan.horizon / parameters.horizon).min(1.0) * (1.0 - fan.one_way);
        let turning = |four: usize| {
            let straight = fan.x[four] * heading.x + fan.y[four] * heading.y;
            parameters.turn_cost * (1.0 - straight) * 0.5
        };
        Prices {
            distance,
            idle: if clear < NARROW { parameters.idle_cost_narrow } else { parameters.idle_cost },
            turning: std::array::from_fn(turning),
            left: std::array::from_fn(|four| tilt * SINES[four]),
        }
    }

    /// What four directions cost: what remains to the waypoint after their free runs, and what turning costs.
    #[inline]
    fn of(&self, four: usize, run: Vec4) -> Vec4 {
        let distance = self.distance;
        // Law of cosines.
        let remains = distance * distance + run * run - 2.0 * distance * run * COSINES[four];
        square_root(remains.max(Vec4::ZERO)) + self.turning[four] - self.left[four]
    }

    /// The runs of four directions with what idle friends in the way cost.
    #[inline]
    fn run(&self, fan: &Fan, four: usize) -> Vec4 {
        let run = fan.run[four];
        run + (run.min(fan.idle_run[four]) - run) * self.idle
    }

    /// Gives up all directions but the straight one that cannot become the cheapest any more, so that nobody need be
    /// looked at because of them: all runs may get shorter, but not shorter than `sure` px.
    fn give_up(&mut self, fan: &mut Fan, sure: f32) {
        let mut least = [Vec4::ZERO; DIRECTIONS / LANES];
        let mut enough = f32::MAX;
        for four in 0..least.len() {
            let run = self.run(fan, four);
            let shortest = run.min(Vec4::splat(sure));
            // Along a run costs first fall, then rise.
            let best = (self.distance * COSINES[four]).clamp(shortest, run);
            least[four] = self.of(four, best);
            enough = enough.min(self.of(four, shortest).max(self.of(four, run)).min_element());
        }
        let straight = (fan.run[0].x, self.turning[0].x);
        for (four, least) in least.into_iter().enumerate() {
            let gives_up = least.cmpgt(Vec4::splat(enough + ROUNDING));
            fan.run[four] = Vec4::select(gives_up, Vec4::ZERO, fan.run[four]);
            self.turning[four] = Vec4::select(gives_up, Vec4::INFINITY, self.turning[four]);
        }
        (fan.run[0].x, self.turning[0].x) = straight;
        fan.open = fan.run.iter().rposition(|run| *run != Vec4::ZERO).map_or(1, |last| last + 1);
        fan.measure_longest();
    }

    /// The cheapest direction, of several the first.
    fn cheapest(&self, fan: &Fan) -> usize {
        let costs: Lanes = std::array::from_fn(|four| self.of(four, self.run(fan, four)));
        let least = costs[0].min(costs[1]).min(costs[2].min(costs[3])).min_element();
        let is_least = costs.map(|cost| cost.cmpeq(Vec4::splat(least)).bitmask());
        let found = is_least[0] | is_least[1] << 4 | is_least[2] << 8 | is_least[3] << 12;
        found.trailing_zeros() as usize % DIRECTIONS
    }
}
