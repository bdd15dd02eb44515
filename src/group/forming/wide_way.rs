//! The way of a formation: as wide as it is where that is no long detour.

use crate::formation::shapes::Layout;
use crate::formation::way::{Ground, Way};
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::group::planner::Planner;
use crate::path::Path;
use crate::path::pull::pull;
use glam::Vec2;

/// The way is planned for the whole width if that makes it at most this much longer than the shortest one …
const DETOUR: f32 = 1.3;
/// … or by this much, px.
const SHORT_DETOUR: f32 = 150.0;
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

/// The widest way from a start to a goal (px) that is not much longer than the shortest: for the whole
/// formation, for its width, for half of it, for two files, or the shortest (`narrow`) itself.
pub fn find_wide_way(
    planner: &mut Planner,
    ground: Ground,
    (start, goal): (Vec2, Vec2),
    narrow: Path,
    open: &Layout,
) -> WideWay {
    let Ground { grid, obstacles, body } = ground;
    let reach = body.reach();
    let half = open.half;
    let wishes = [half.length() + reach, half.y + reach, half.y / 2.0 + reach, open.spacing / 2.0 + reach];
    let longest = (narrow.length * DETOUR).max(narrow.length + SHORT_DETOUR);
    let is_good = |path: &Path| {
        path.short_by <= narrow.short_by + 0.5
            && path.length <= longest
            && is_walkable(grid, start, path, body)
    };
    let found =
        wishes.into_iter().map(|wish| wish.min(WIDEST)).take_while(|&wish| wish > reach + 1.0).find_map(
            |clearance| {
                let wide = Collider { radius: clearance, ..body };
                let path = planner.find_way(start, goal, wide, obstacles).filter(is_good)?;
                Some((path, clearance))
            },
        );
    let (mut path, clearance) = found.unwrap_or((narrow, reach));
    if obstacles.is_empty() {
        straighten(grid, start, &mut path, Collider { radius: clearance, ..body });
    }
    // The widest turn that there is room for.
    let radii = [half.max_element().min(2.0 * WIDEST), half.y, clearance];
    let mut way = radii
        .into_iter()
        .map(|radius| Way::new(start, &path.waypoints, radius.max(clearance)))
        .find(|way| way.points.iter().all(|&place| ground.is_free(place)))
        .unwrap_or_else(|| Way::new(start, &path.waypoints, 0.0));
    way.settle(ground, half.y);
    planner.work += SAMPLE_COSTS * way.points.len();
    WideWay { way, clearance }
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

fn is_walkable(grid: &Grid, start: Vec2, path: &Path, body: Collider) -> bool {
    let mut legs = std::iter::once(&start).chain(&path.waypoints).zip(&path.waypoints);
    legs.all(|(&a, &b)| grid.line_is_free(a, b, body))
}
