//! The way of a formation: the one on which it is there first, whole or folded.

use crate::formation::fold::{Fold, fits, folded};
use crate::formation::shapes::Layout;
use crate::formation::way::{Ground, SAMPLE_STEP, Way};
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::group::planner::Planner;
use crate::path::Path;
use crate::path::pull::pull;
use glam::Vec2;

/// A way that costs at most so many times the shortest is taken without a look at narrower ones.
const NEAR_THE_SHORTEST: f32 = 1.1;
/// To fall in behind each other and to come up again takes so many times the length that a folded formation
/// is longer than an open one: in front of a gap the front slows down, behind it the front waits.
const FOLDING: f32 = 1.5;
/// Widest body that the pathfinder knows, px: eight tiles across.
const WIDEST: f32 = 118.0;
/// To unfold takes so much of the way that the outer files go aside: the front goes on meanwhile.
const UNFOLDING: f32 = 0.75;
/// To step round what stands alone loses so much of the way along which there is something.
const LOST_PARTING: f32 = 0.5;
/// The widest turn is not the best in a street, nor the one in its middle: at the inner corner is less room.
const TIGHTER: f32 = 0.65;
/// Between a width for which there is no way and one for which there is another is tried, if it is more than
/// so many times as wide as the latter: in a street a formation folds to what fits, and no narrower.
const FINER: f32 = 1.2;
/// What it takes to make and measure a way, per sample, in the pathfinder's measure (about 0.1 µs each).
const SAMPLE_COSTS: usize = 5;

/// A way and the radius of the body for which it was planned, px.
pub struct WideWay {
    /// Rounded, moved to the middle where it is narrow, and measured.
    pub way: Way,
    /// px.
    pub clearance: f32,
}

/// The way from a start to a goal (px) on which a formation is there first, of those for the whole formation,
/// for its width, for half of it, for two files, and the shortest (`narrow`) itself.
pub fn find_wide_way(
    planner: &mut Planner,
    ground: Ground,
    (start, goal): (Vec2, Vec2),
    narrow: Path,
    open: &Layout,
) -> WideWay {
    let reach = ground.body.reach();
    let half = open.half;
    let wishes = [half.length() + reach, half.y + reach, half.y / 2.0 + reach, open.spacing / 2.0 + reach];
    let mut clearances: Vec<f32> = wishes.map(|wish| wish.min(WIDEST)).to_vec();
    clearances.retain(|&wish| wish > reach + 1.0);
    clearances.push(reach);
    clearances.dedup();
    let is_good = |path: &Path| {
        path.short_by <= narrow.short_by + 0.5 && ground.grid.way_is_free(start, &path.waypoints, ground.body)
    };
    let mut best = (f32::INFINITY, WideWay { way: Way::default(), clearance: reach });
    let (mut too_wide, mut narrower) = (f32::INFINITY, clearances.into_iter());
    let mut next = narrower.next();
    while let Some(clearance) = next {
        let path = if clearance > reach {
            let wide = Collider { radius: clearance, ..ground.body };
            planner.find_way(start, goal, wide, ground.obstacles).filter(is_good)
        } else {
            Some(narrow.clone())
        };
        let Some(mut path) = path else {
            too_wide = clearance;
            next = narrower.next();
            continue;
        };
        let between = Some((too_wide * clearance).sqrt());
        next = between
            .filter(|width| width.is_finite() && *width > FINER * clearance)
            .or_else(|| narrower.next());
        if ground.obstacles.is_empty() {
            straighten(ground.grid, start, &mut path, Collider { radius: clearance, ..ground.body });
        }
        let widest = half.max_element().min(2.0 * WIDEST);
        let course = DrawnWay { clearance, aside: half.y, radius: widest, past_islands: false };
        let is_whole = clearance >= half.y + reach;
        let past_islands = DrawnWay { aside: open.spacing, past_islands: true, ..course };
        let courses = [
            course,
            DrawnWay { aside: half.y / 2.0, ..course },
            past_islands,
            DrawnWay { radius: TIGHTER * widest, ..past_islands },
        ];
        for course in courses.into_iter().take(if is_whole { 1 } else { courses.len() }) {
            let way = make_way(planner, ground, (start, &path.waypoints), open, course);
            let cost = cost(&way, open);
            if cost < best.0 {
                best = (cost, WideWay { way, clearance });
            }
            // No way is shorter than the shortest.
            if cost <= narrow.length * NEAR_THE_SHORTEST {
                return best.1;
            }
        }
    }
    best.1
}

/// How a way is drawn along a path, px.
#[derive(Clone, Copy)]
struct DrawnWay {
    /// Radius of the body for which the path was planned.
    clearance: f32,
    /// The room on each side for which it moves off walls.
    aside: f32,
    /// The widest turns.
    radius: f32,
    /// Whether members step round what stands alone.
    past_islands: bool,
}

/// The way from a start (px) along waypoints (px): with the widest turns that there is room for, in the
/// middle where it is narrow, and measured.
fn make_way(
    planner: &mut Planner,
    ground: Ground,
    (start, waypoints): (Vec2, &[Vec2]),
    open: &Layout,
    course: DrawnWay,
) -> Way {
    let half = open.half;
    let radii = [course.radius, course.radius.min(half.y), course.clearance];
    let mut way = radii
        .into_iter()
        .map(|radius| Way::new(start, waypoints, radius.max(course.clearance)))
        .find(|way| way.points.iter().all(|&place| ground.is_free(place)))
        .unwrap_or_else(|| Way::new(start, waypoints, 0.0));
    way.settle(ground, course.aside);
    if course.past_islands {
        way.measure_past_islands(ground, half.y);
    } else {
        way.measure(ground, half.y);
    }
    planner.work += SAMPLE_COSTS * way.points.len();
    way
}

/// What a way costs a formation, px: its length, what the outer flank goes farther where it wheels, what it
/// loses where it has to fold, and where members step round what stands alone.
fn cost(way: &Way, open: &Layout) -> f32 {
    let turns: f32 = way.forward.windows(2).map(|pair| pair[0].perp_dot(pair[1]).abs()).sum();
    match fits(way, 0.0, way.length(), open.half.y, open.spacing) {
        Fold::Open => {
            let islands = way.islands.iter().filter(|&&is_island| is_island).count() as f32 * SAMPLE_STEP;
            way.length() + turns * open.half.y + LOST_PARTING * islands
        }
        Fold::Files(files) => {
            let folded = folded(open, files).half;
            let (longer, wider) = ((folded.x - open.half.x).max(0.0), (open.half.y - folded.y).max(0.0));
            way.length() + turns * folded.y + FOLDING * 2.0 * longer + UNFOLDING * wider
        }
    }
}

/// Pulls a way straight between its waypoints: the pathfinder keeps to places near its lattice, which shows
/// in a formation, where everybody turns at once.
fn straighten(grid: &Grid, start: Vec2, path: &mut Path, body: Collider) {
    let mut points = Vec::new();
    let mut from = start;
    for &to in &path.waypoints {
        let pieces = (from.distance(to) / TILE).ceil().max(1.0);
        points.extend((1..=pieces as usize).map(|piece| from.lerp(to, piece as f32 / pieces)));
        from = to;
    }
    let is_free = |a, b| grid.line_is_free(a, b, body);
    pull(start, &points, is_free, &mut path.waypoints, &mut Vec::new());
}
