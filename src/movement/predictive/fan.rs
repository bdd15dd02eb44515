//! Looking ahead: which of sixteen directions brings a unit nearest to its waypoint.
//!
//! For each direction of a fan around the way to the waypoint: how far could the unit run at full speed until it
//! meets somebody who goes on as he goes now, or a wall? The cost of a direction is the way that remains after that
//! run, and a little for turning and for turning left. The sixteen directions are two vectors of eight lanes, so the
//! loop over neighbours has no branch inside.

use super::parameters::Parameters;
use super::walls::clear_of;
use super::{Obstacle, Surroundings};
use crate::grid::Grid;
use crate::neighbours::{Crowd, Intent};
use glam::Vec2;

/// Number of directions in the fan.
pub const DIRECTIONS: usize = 16;
type Lanes = [f32; DIRECTIONS];

/// Cosines of the fan: 0, ±10, ±20, ±32, ±46, ±62, ±80, ±105 and +130 degrees; positive is to the right.
const COSINES: Lanes = [
    1.0,
    0.984_807_8,
    0.984_807_8,
    0.939_692_6,
    0.939_692_6,
    0.848_048_1,
    0.848_048_1,
    0.694_658_4,
    0.694_658_4,
    0.469_471_6,
    0.469_471_6,
    0.173_648_2,
    0.173_648_2,
    -0.258_819,
    -0.258_819,
    -0.642_787_6,
];
const SINES: Lanes = [
    0.0,
    0.173_648_2,
    -0.173_648_2,
    0.342_020_1,
    -0.342_020_1,
    0.529_919_2,
    -0.529_919_2,
    0.719_339_8,
    -0.719_339_8,
    0.882_947_6,
    -0.882_947_6,
    0.984_807_8,
    -0.984_807_8,
    0.965_925_8,
    -0.965_925_8,
    0.766_044_4,
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
    /// Index of the unit that is first met on the straight way; `u32::MAX` if nobody is.
    pub met: u32,
    /// Whether anybody who rests is within sight; those beyond were not looked for.
    pub sees_resting: bool,
}

/// The fan of one unit while neighbours are added to it.
struct Fan {
    x: Lanes,
    y: Lanes,
    /// Free run in each direction, px.
    run: Lanes,
    /// The same, as far as idle friends go who may be asked to step aside.
    idle_run: Lanes,
    /// Time of the longest free run of all directions, s, and of the longest as far as idle friends go.
    time: [f32; 2],
    speed: f32,
    horizon: f32,
    /// 1 on the way to a corner where nobody in sight comes against the unit, 0 where somebody does.
    one_way: f32,
    /// Index of who is met first on the straight way.
    met: u32,
    /// Whether anybody rests among those looked at.
    sees_resting: bool,
}

impl Fan {
    fn new(way: Vec2, speed: f32, horizon: f32) -> Fan {
        let mut fan = Fan {
            x: [0.0; DIRECTIONS],
            y: [0.0; DIRECTIONS],
            run: [horizon; DIRECTIONS],
            idle_run: [horizon; DIRECTIONS],
            time: [horizon / speed; 2],
            speed,
            horizon,
            one_way: 0.0,
            met: u32::MAX,
            sees_resting: false,
        };
        for lane in 0..DIRECTIONS {
            fan.x[lane] = way.x * COSINES[lane] - way.y * SINES[lane];
            fan.y[lane] = way.y * COSINES[lane] + way.x * SINES[lane];
        }
        fan
    }

    /// Shortens the free runs, or with `idle` those as far as idle friends go, by a disc at `offset` with `velocity`
    /// that is met at distance `reach`. Returns whether it shortened any.
    ///
    /// The meeting solves |offset − t·w| = reach for the relative velocity w. After it the unit goes on behind the
    /// disc with the share `follow` of what that one goes its way: who walks ahead at the same speed is no obstacle.
    #[inline]
    fn shorten(&mut self, idle: bool, offset: Vec2, velocity: Vec2, reach: f32, follow: f32) -> bool {
        let own = [self.speed, self.horizon, follow];
        let run = if idle { &mut self.idle_run } else { &mut self.run };
        let shortened = shorten(run, &self.x, &self.y, own, offset, velocity, reach);
        if shortened {
            self.time[usize::from(idle)] = longest(run) / self.speed;
        }
        shortened
    }
}

/// The longest of the runs: four at a time, since the order of comparing does not matter.
fn longest(run: &Lanes) -> f32 {
    let more = |a: f32, b: f32| if a > b { a } else { b };
    let mut most = [0.0; 4];
    for four in run.chunks_exact(4) {
        for lane in 0..4 {
            most[lane] = more(four[lane], most[lane]);
        }
    }
    more(more(most[0], most[1]), more(most[2], most[3]))
}

/// See [`Fan::shorten`].
#[inline(never)]
fn shorten(
    run: &mut Lanes,
    x: &Lanes,
    y: &Lanes,
    own: [f32; 3],
    offset: Vec2,
    velocity: Vec2,
    reach: f32,
) -> bool {
    let [speed, horizon, follow] = own;
    let outside = (offset.length_squared() - reach * reach).max(0.0);
    let drift = offset.dot(velocity);
    let square = speed * speed + velocity.length_squared() + 1e-3;
    let time = horizon / speed;
    let per_speed = 1.0 / speed;
    // One short loop for each operation: the compiler turns each into vector instructions.
    let (mut along, mut a, mut b, mut root) =
        ([0.0_f32; DIRECTIONS], [0.0_f32; DIRECTIONS], [0.0_f32; DIRECTIONS], [0.0_f32; DIRECTIONS]);
    for lane in 0..DIRECTIONS {
        along[lane] = velocity.x * x[lane] + velocity.y * y[lane];
        b[lane] = speed * (offset.x * x[lane] + offset.y * y[lane]) - drift;
        a[lane] = square - 2.0 * speed * along[lane];
        root[lane] = b[lane] * b[lane] - a[lane] * outside;
    }
    // Whether the meeting lies within the run is decided without the root: most discs shorten nothing.
    let mut shortens = [false; DIRECTIONS];
    for lane in 0..DIRECTIONS {
        let beyond = b[lane] - a[lane] * (run[lane] * per_speed);
        shortens[lane] =
            (b[lane] > 0.0) & (root[lane] > 0.0) & ((beyond < 0.0) | (beyond * beyond < root[lane]));
    }
    if shortens == [false; DIRECTIONS] {
        return false;
    }
    let mut meeting = [0.0_f32; DIRECTIONS];
    for lane in 0..DIRECTIONS {
        let discriminant = if root[lane] > 0.0 { root[lane] } else { 0.0 };
        meeting[lane] = (b[lane] - discriminant.sqrt()) / a[lane];
    }
    for lane in 0..DIRECTIONS {
        let forward = if along[lane] > 0.0 { along[lane] } else { 0.0 };
        let left = time - meeting[lane];
        let left = if left > 0.0 { left } else { 0.0 };
        let hit = speed * meeting[lane] + follow * forward * left;
        let hit = if root[lane] > 0.0 { hit } else { horizon };
        let hit = if b[lane] > 0.0 { hit } else { horizon };
        run[lane] = if hit < run[lane] { hit } else { run[lane] };
    }
    true
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
        return Choice { direction: Vec2::ZERO, avoids: false, met: u32::MAX, sees_resting: true };
    }
    let way = to_waypoint / distance;
    let speed = crowd.speed[index];
    let horizon = (parameters.horizon * far_sight(speed)).min(distance);
    let mut fan = Fan::new(way, speed, horizon);
    add_units(&mut fan, crowd, index, around, parameters, near);
    add_obstacles(&mut fan, around.obstacles, position, crowd.body[index].reach());
    add_walls(&mut fan, crowd, index, around.grid);
    let narrow = clear_of(around.grid, position) < NARROW;
    let idle_cost = if narrow { parameters.idle_cost_narrow } else { parameters.idle_cost };
    let lane = cheapest(&fan, distance, crowd.velocity[index], idle_cost, parameters);
    Choice {
        direction: Vec2::new(fan.x[lane], fan.y[lane]),
        avoids: lane != 0,
        met: fan.met,
        sees_resting: fan.sees_resting,
    }
}

fn add_units(
    fan: &mut Fan,
    crowd: &Crowd,
    index: usize,
    around: &Surroundings,
    parameters: &Parameters,
    near: &mut Seen,
) {
    let rim = rim(crowd, index, parameters);
    let range = range(crowd, index, parameters);
    if crowd.remaining[index] > 0.0 {
        fan.one_way = one_way(crowd, index, around, range);
    }
    near.look_for_near(crowd, index);
    for other in near.iter() {
        add_unit(fan, crowd, index, other, around, parameters, rim);
    }
    let mut far = Seen::default();
    look_for_far(&mut far, fan, crowd, index, range);
    for other in far.iter() {
        add_unit(fan, crowd, index, other, around, parameters, rim);
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
    if !in_sight || !Meeting::new(fan, idle, reach).is_possible(offset, velocity) {
        return;
    }
    let one_stream = fan.one_way > 0.0 && around.ways[other].dot(around.ways[index]) > parameters.one_stream;
    let follow = if one_stream { fan.one_way } else { 0.0 };
    let before = fan.run[0];
    fan.shorten(idle, offset, velocity, reach, follow);
    if fan.run[0] < before {
        fan.met = other as u32;
    }
}

/// On the way to a corner with nobody coming, keeping to the right would only press all to one side of a gap.
fn one_way(crowd: &Crowd, index: usize, around: &Surroundings, range: f32) -> f32 {
    let way = around.ways[index];
    let mut one_way = 1.0;
    crowd.for_each_near(crowd.position[index], range, |other| {
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
    fn new(fan: &Fan, idle: bool, reach: f32) -> Meeting {
        let time = fan.time[usize::from(idle)];
        // The half is for rounding, and for those that are faster by rounding only.
        let within = time * fan.speed + reach + 0.5;
        Meeting { time, within: within * within, fast: 1.001 * fan.speed * fan.speed }
    }

    #[inline]
    fn is_possible(&self, offset: Vec2, velocity: Vec2) -> bool {
        let then = offset + velocity * self.time;
        (then.length_squared() <= self.within) | (velocity.length_squared() > self.fast)
    }
}

/// Who is nearer than this, centre to centre, is looked at first, px.
pub const NEAR: f32 = 32.0;

/// Most neighbours that a fan looks at, near ones and far ones each.
const SEEN: usize = 64;

/// Some neighbours of a unit, as indices in the order of the crowd.
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

    /// Every candidate is written and only some are counted, which spares the loops their branches.
    #[inline]
    fn offer(&mut self, index: usize, counts: bool) {
        self.units[self.count.min(SEEN - 1)] = index as u32;
        self.count += usize::from(counts);
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.units[..self.count.min(SEEN)].iter().map(|&index| index as usize)
    }

    /// The neighbours nearer than [`NEAR`]: what they block need not be looked at any further.
    fn look_for_near(&mut self, crowd: &Crowd, index: usize) {
        let position = crowd.position[index];
        self.count = 0;
        for run in crowd.runs(position, NEAR) {
            let first = run.start;
            for (place, other) in crowd.position[run].iter().enumerate() {
                let is_near = other.distance_squared(position) < NEAR * NEAR;
                self.offer(first + place, is_near & (first + place != index));
            }
        }
    }
}

/// The others within `range` px that could shorten what the near ones left open.
fn look_for_far(far: &mut Seen, fan: &mut Fan, crowd: &Crowd, index: usize, range: f32) {
    let position = crowd.position[index];
    let reach = crowd.body[index].reach() + crowd.largest_radius;
    // Who rests may count as idle friend or not.
    let meeting = [Meeting::new(fan, false, reach), Meeting::new(fan, fan.time[1] > fan.time[0], reach)];
    for run in crowd.runs(position, range) {
        let first = run.start;
        let columns = crowd.position[run.clone()].iter().zip(&crowd.velocity[run.clone()]);
        for (place, ((other, velocity), intent)) in columns.zip(&crowd.intent[run]).enumerate() {
            let offset = *other - position;
            let apart = offset.length_squared();
            let is_far = (apart >= NEAR * NEAR) & (apart <= range * range);
            let rests = *intent == Intent::Rest;
            fan.sees_resting |= rests;
            far.offer(first + place, is_far & meeting[usize::from(rests)].is_possible(offset, *velocity));
        }
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

fn add_walls(fan: &mut Fan, crowd: &Crowd, index: usize, grid: &Grid) {
    let position = crowd.position[index];
    let body = crowd.body[index];
    let clear = clear_of(grid, position) - body.reach();
    if clear >= longest(&fan.run) {
        return;
    }
    for lane in 0..DIRECTIONS {
        if fan.run[lane] > clear {
            let direction = Vec2::new(fan.x[lane], fan.y[lane]);
            fan.run[lane] = grid.free_run(position, direction, body, fan.run[lane]);
        }
    }
}

/// The cheapest direction: what remains to the waypoint after its free run, and what turning costs.
fn cheapest(fan: &Fan, distance: f32, velocity: Vec2, idle_cost: f32, parameters: &Parameters) -> usize {
    let heading = velocity.normalize_or_zero();
    // Near the waypoint the tilt would lead round and round it.
    let tilt = parameters.keep_right * (fan.horizon / parameters.horizon).min(1.0) * (1.0 - fan.one_way);
    let mut cost = [0.0; DIRECTIONS];
    for lane in 0..DIRECTIONS {
        let idle = fan.run[lane].min(fan.idle_run[lane]);
        let run = fan.run[lane] + (idle - fan.run[lane]) * idle_cost;
        // Law of cosines.
        let remains =
            (distance * distance + run * run - 2.0 * distance * run * COSINES[lane]).max(0.0).sqrt();
        let straight = fan.x[lane] * heading.x + fan.y[lane] * heading.y;
        cost[lane] = remains + parameters.turn_cost * (1.0 - straight) * 0.5 - tilt * SINES[lane];
    }
    let mut best = 0;
    for lane in 1..DIRECTIONS {
        if cost[lane] < cost[best] {
            best = lane;
        }
    }
    best
}
