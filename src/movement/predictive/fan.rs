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
}

/// The fan of one unit while neighbours are added to it.
struct Fan {
    x: Lanes,
    y: Lanes,
    /// Free run in each direction, px.
    run: Lanes,
    /// The same, as far as idle friends go who may be asked to step aside.
    idle_run: Lanes,
    speed: f32,
    horizon: f32,
    /// 1 on the way to a corner where nobody in sight comes against the unit, 0 where somebody does.
    one_way: f32,
}

impl Fan {
    fn new(way: Vec2, speed: f32, horizon: f32) -> Fan {
        let mut fan = Fan {
            x: [0.0; DIRECTIONS],
            y: [0.0; DIRECTIONS],
            run: [horizon; DIRECTIONS],
            idle_run: [horizon; DIRECTIONS],
            speed,
            horizon,
            one_way: 0.0,
        };
        for lane in 0..DIRECTIONS {
            fan.x[lane] = way.x * COSINES[lane] - way.y * SINES[lane];
            fan.y[lane] = way.y * COSINES[lane] + way.x * SINES[lane];
        }
        fan
    }
}

/// Shortens the free `run`s by a disc at `offset` with `velocity` that is met at distance `reach`.
///
/// The meeting solves |offset − t·w| = reach for the relative velocity w. After it the unit goes on behind the disc
/// as fast as that one goes its way: who walks ahead at the same speed is no obstacle.
#[inline(never)]
fn shorten(run: &mut Lanes, x: &Lanes, y: &Lanes, own: [f32; 3], offset: Vec2, velocity: Vec2, reach: f32) {
    let [speed, horizon, follow] = own;
    let outside = (offset.length_squared() - reach * reach).max(0.0);
    let drift = offset.dot(velocity);
    let square = speed * speed + velocity.length_squared() + 1e-3;
    let time = horizon / speed;
    // One short loop for each operation: the compiler turns each into vector instructions.
    let (mut along, mut a, mut b, mut root) =
        ([0.0_f32; DIRECTIONS], [0.0_f32; DIRECTIONS], [0.0_f32; DIRECTIONS], [0.0_f32; DIRECTIONS]);
    for lane in 0..DIRECTIONS {
        along[lane] = velocity.x * x[lane] + velocity.y * y[lane];
        b[lane] = speed * (offset.x * x[lane] + offset.y * y[lane]) - drift;
        a[lane] = square - 2.0 * speed * along[lane];
        root[lane] = b[lane] * b[lane] - a[lane] * outside;
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
}

/// Chooses the direction for a moving unit.
pub fn choose(crowd: &Crowd, index: usize, around: &Surroundings, parameters: &Parameters) -> Choice {
    let position = crowd.position[index];
    let to_waypoint = crowd.waypoint[index] - position;
    let distance = to_waypoint.length();
    if distance < 1e-3 {
        return Choice { direction: Vec2::ZERO, avoids: false, met: u32::MAX };
    }
    let way = to_waypoint / distance;
    let speed = crowd.speed[index];
    let far = (speed / 60.0).clamp(1.0, 2.0);
    let horizon = (parameters.horizon * far).min(distance);
    let mut fan = Fan::new(way, speed, horizon);
    let met = add_units(&mut fan, crowd, index, around, parameters, parameters.sight * far);
    add_obstacles(&mut fan, around.obstacles, position, crowd.body[index].reach());
    add_walls(&mut fan, crowd, index, around.grid);
    let narrow = clear_of(around.grid, position) < NARROW;
    let idle_cost = if narrow { parameters.idle_cost_narrow } else { parameters.idle_cost };
    let lane = cheapest(&fan, distance, crowd.velocity[index], idle_cost, parameters);
    Choice { direction: Vec2::new(fan.x[lane], fan.y[lane]), avoids: lane != 0, met }
}

fn add_units(
    fan: &mut Fan,
    crowd: &Crowd,
    index: usize,
    around: &Surroundings,
    parameters: &Parameters,
    sight: f32,
) -> u32 {
    let position = crowd.position[index];
    let radius = crowd.body[index].reach();
    let mut met = u32::MAX;
    // Sight is counted between the rims of two infantry units.
    let rim = sight - 14.0 + radius;
    let widest = rim + crowd.largest_radius;
    let way = around.ways[index];
    let (near, far) = neighbours(crowd, index, widest);
    let seen = || near.iter().chain(far.iter()).map(|other| other as usize);
    if crowd.remaining[index] > 0.0 {
        // On the way to a corner with nobody coming, keeping to the right would only press all to one side of a gap.
        let against: f32 = seen().map(|other| (-around.ways[other].dot(way)).max(0.0)).sum();
        fan.one_way = (1.0 - against).max(0.0);
    }
    let longest = |run: &Lanes| run.iter().fold(0.0_f32, |most, &run| if run > most { run } else { most });
    let (mut open, mut idle_open) = (fan.horizon, fan.horizon);
    for other in seen() {
        let offset = crowd.position[other] - position;
        let reach = radius + crowd.body[other].reach();
        let velocity = crowd.velocity[other];
        let apart = offset.length();
        if apart > rim + reach - radius {
            continue;
        }
        // Nobody is met who runs away faster than we come.
        if offset.dot(velocity) > fan.speed * apart {
            continue;
        }
        let follow = if around.ways[other].dot(way) > parameters.one_stream { fan.one_way } else { 0.0 };
        let own = [fan.speed, fan.horizon, follow];
        let idle = crowd.intent[other] == Intent::Rest
            && parameters.push
            && !around.enemies.are(crowd.team[index], crowd.team[other])
            && !crowd.foreign[other];
        // At best both rush at each other: who is not met within the longest run does not shorten any.
        let earliest = fan.speed * (apart - reach) / (fan.speed + velocity.length());
        if earliest >= if idle { idle_open } else { open } {
            continue;
        }
        if idle {
            shorten(&mut fan.idle_run, &fan.x, &fan.y, own, offset, velocity, reach);
            idle_open = longest(&fan.idle_run);
        } else {
            let before = fan.run[0];
            shorten(&mut fan.run, &fan.x, &fan.y, own, offset, velocity, reach);
            if fan.run[0] < before {
                met = other as u32;
            }
            open = longest(&fan.run);
        }
    }
    met
}

/// Who is nearer than this, centre to centre, is looked at first, px.
const NEAR: f32 = 32.0;

/// Most neighbours that a fan looks at, near ones and far ones each.
const SEEN: usize = 64;

/// Some neighbours of a unit, as indices.
struct Seen {
    units: [u32; SEEN],
    count: usize,
}

impl Seen {
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.units[..self.count.min(SEEN)].iter().copied()
    }
}

/// The neighbours of a unit within `range` px, near ones and far ones apart: what near ones block need not be looked
/// at any further. Every candidate is written and only some are counted, which spares the loop its branches.
fn neighbours(crowd: &Crowd, index: usize, range: f32) -> (Seen, Seen) {
    let position = crowd.position[index];
    let mut near = Seen { units: [0; SEEN], count: 0 };
    let mut far = Seen { units: [0; SEEN], count: 0 };
    for run in crowd.runs(position, range) {
        let first = run.start;
        for (place, other) in crowd.position[run].iter().enumerate() {
            let other_index = first + place;
            let apart = other.distance_squared(position);
            let is_near = apart < NEAR * NEAR;
            let is_far = !is_near & (apart <= range * range);
            near.units[near.count.min(SEEN - 1)] = other_index as u32;
            near.count += usize::from(is_near & (other_index != index));
            far.units[far.count.min(SEEN - 1)] = other_index as u32;
            far.count += usize::from(is_far);
        }
    }
    (near, far)
}

fn add_obstacles(fan: &mut Fan, obstacles: &[Obstacle], position: Vec2, radius: f32) {
    let own = [fan.speed, fan.horizon, 0.0];
    for obstacle in obstacles {
        let offset = obstacle.center - position;
        let reach = radius + obstacle.radius;
        let range = reach + 2.0 * fan.horizon;
        if offset.length_squared() < range * range {
            shorten(&mut fan.run, &fan.x, &fan.y, own, offset, obstacle.velocity(), reach);
        }
    }
}

fn add_walls(fan: &mut Fan, crowd: &Crowd, index: usize, grid: &Grid) {
    let position = crowd.position[index];
    let body = crowd.body[index];
    if clear_of(grid, position) >= fan.horizon + body.reach() {
        return;
    }
    for lane in 0..DIRECTIONS {
        let direction = Vec2::new(fan.x[lane], fan.y[lane]);
        fan.run[lane] = grid.free_run(position, direction, body, fan.run[lane]);
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
