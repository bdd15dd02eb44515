//! The way of a formation: the one on which it is there first, whole or folded.

use crate::formation::fold::{Fold, fits, folded};
use crate::formation::shapes::Layout;
use crate::formation::way::{Ground, Way};
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::group::planner::Planner;
use crate::path::Path;
use crate::path::pull::pull;
use glam::Vec2;

/// A way on which it stays together is taken though a narrower one would be this much quicker.
const STAYS_TOGETHER: f32 = 1.1;
/// To fall in behind each other and to come up again takes so many times the length that a folded formation
/// is longer than an open one: in front of a gap the front slows down, behind it the front waits.
const FOLDING: f32 = 1.5;
/// Widest body that the pathfinder knows, px: eight tiles across.
const WIDEST: f32 = 118.0;
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
    let wider = wishes.map(|wish| wish.min(WIDEST)).into_iter().filter(|&wish| wish > reach + 1.0);
    let is_good = |path: &Path| {
        path.short_by <= narrow.short_by + 0.5 && ground.grid.way_is_free(start, &path.waypoints, ground.body)
    };
    let mut best = (f32::INFINITY, WideWay { way: Way::default(), clearance: reach });
    for clearance in wider.chain([reach]) {
        let path = if clearance > reach {
            let wide = Collider { radius: clearance, ..ground.body };
            planner.find_way(start, goal, wide, ground.obstacles).filter(is_good)
        } else {
            Some(narrow.clone())
        };
        let Some(path) = path else { continue };
        let way = make_way(planner, ground, start, path, (open, clearance));
        let cost = cost(&way, open);
        if cost * STAYS_TOGETHER < best.0 {
            best = (cost, WideWay { way, clearance });
        }
        // No way is shorter than the shortest.
        if cost <= narrow.length * STAYS_TOGETHER {
            break;
        }
    }
    best.1
}

/// The way along a path for a body of so much `clearance` (px): with the widest turns that there is room for,
/// in the middle where it is narrow, and measured.
fn make_way(
    planner: &mut Planner,
    ground: Ground,
    start: Vec2,
    mut path: Path,
    (open, clearance): (&Layout, f32),
) -> Way {
    if ground.obstacles.is_empty() {
        straighten(ground.grid, start, &mut path, Collider { radius: clearance, ..ground.body });
    }
    let half = open.half;
    let radii = [half.max_element().min(2.0 * WIDEST), half.y, clearance];
    let mut way = radii
        .into_iter()
        .map(|radius| Way::new(start, &path.waypoints, radius.max(clearance)))
        .find(|way| way.points.iter().all(|&place| ground.is_free(place)))
        .unwrap_or_else(|| Way::new(start, &path.waypoints, 0.0));
    way.settle(ground, half.y);
    planner.work += SAMPLE_COSTS * way.points.len();
    way
}

/// What a way costs a formation, px: its length, what the outer flank goes farther where it wheels, and what
/// it loses where it has to fold.
fn cost(way: &Way, open: &Layout) -> f32 {
    let turns: f32 = way.forward.windows(2).map(|pair| pair[0].perp_dot(pair[1]).abs()).sum();
    let folding = match fits(way, 0.0, way.length(), open.half.y, open.spacing) {
        Fold::Open => 0.0,
        Fold::Files(files) => folded(open, files).half.x - open.half.x,
    };
    way.length() + turns * open.half.y + FOLDING * 2.0 * folding.max(0.0)
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
