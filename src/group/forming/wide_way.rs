//! The way of a formation: the one on which it is there first, whole or folded.

use crate::formation::fold::{Fold, fits, folded};
use crate::formation::shapes::Layout;
use crate::formation::way::{Ground, Way};
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::group::planner::Planner;
use crate::path::Path;
use crate::path::lattice::MAX_FOOTPRINT;
use crate::path::pull::pull;
use glam::Vec2;

/// A way that costs at most so many times the shortest is taken without a look at narrower ones.
const NEAR_THE_SHORTEST: f32 = 1.05;
/// Radius of the widest body that the pathfinder knows, less a hair for rounding, px.
const WIDEST: f32 = MAX_FOOTPRINT as f32 * TILE / 2.0 - 2.0;
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
/// for its width, for half of it, for two files, for the widest that fits between these, and the shortest
/// (`narrow`) itself.
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
        let way = make_way(planner, ground, (start, &path.waypoints), open, clearance);
        let cost = cost(&way, open);
        if cost < best.0 {
            best = (cost, WideWay { way, clearance });
        }
        // No way is shorter than the shortest.
        if cost <= narrow.length * NEAR_THE_SHORTEST {
            break;
        }
    }
    best.1
}

/// The way from a start (px) along waypoints (px) planned for a body of a radius, px: with the widest turns
/// that there is room for, off walls by a spacing where there is room, and measured past what stands alone.
fn make_way(
    planner: &mut Planner,
    ground: Ground,
    (start, waypoints): (Vec2, &[Vec2]),
    open: &Layout,
    clearance: f32,
) -> Way {
    let half = open.half;
    let widest = half.max_element().min(2.0 * WIDEST);
    let mut way = [widest.max(clearance), clearance]
        .into_iter()
        .map(|radius| Way::new(start, waypoints, radius))
        .find(|way| way.points.iter().all(|&place| ground.is_free(place)))
        .unwrap_or_else(|| Way::new(start, waypoints, 0.0));
    way.settle(ground, open.spacing);
    way.measure_past_islands(ground, half.y);
    planner.work += SAMPLE_COSTS * way.points.len();
    way
}

/// What a way costs a formation, px: its length, what the outer flank goes farther where it wheels, and where
/// it has to fold, how much longer it is then, and how far the outer files go aside to come up again.
fn cost(way: &Way, open: &Layout) -> f32 {
    let turns: f32 = way.forward.windows(2).map(|pair| pair[0].perp_dot(pair[1]).abs()).sum();
    match fits(way, 0.0, way.length(), open.half.y, open.spacing) {
        Fold::Open => way.length() + turns * open.half.y,
        Fold::Files(files) => {
            let folded = folded(open, files).half;
            let (longer, wider) = ((folded.x - open.half.x).max(0.0), (open.half.y - folded.y).max(0.0));
            way.length() + turns * folded.y + 2.0 * longer + wider
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
