//! String pulling: from the turns of a lattice path to as few straight legs as a body of its size can walk.
//!
//! From where it is the body looks along the path as far as it can go straight, first turn by turn, then on
//! the leg after the last turn that it sees; there is the next waypoint. Each leg is tested for the true
//! collider, so the whole way is free of walls. This shortens lattice paths by 3 to 5 %, most of what the
//! eight directions cost.

use crate::geometry::Collider;
use glam::Vec2;

/// Looking further along a leg ends within this length, px: half a tile, finer gains nothing that shows.
const GRAIN: f32 = 15.0;

/// Replaces `waypoints` by those of a pulled string from `from` along `points`, whose legs must all be
/// passable. `is_passable` tells whether the body can go straight between two places. `scratch` is only
/// memory.
///
/// It is pulled from the start, to a subset of the points, and what comes out once more from the end, with
/// waypoints anywhere on its legs.
pub fn pull(
    from: Vec2,
    points: &[Vec2],
    is_passable: impl Fn(Vec2, Vec2) -> bool,
    waypoints: &mut Vec<Vec2>,
    scratch: &mut Vec<Vec2>,
) {
    waypoints.clear();
    let Some(&end) = points.last() else { return };
    pull_once(from, points, &is_passable, false, waypoints);
    if waypoints.len() > 1 {
        scratch.clear();
        scratch.extend(waypoints.iter().rev().skip(1));
        scratch.push(from);
        waypoints.clear();
        waypoints.push(end);
        pull_once(end, scratch, |a, b| is_passable(b, a), true, waypoints);
        waypoints.pop();
        waypoints.reverse();
    }
}

/// Adds the waypoints that lead from `from` along `points`, looking ahead; if `between`, as far as can be
/// seen on the leg beyond the last point seen.
fn pull_once(
    from: Vec2,
    points: &[Vec2],
    is_passable: impl Fn(Vec2, Vec2) -> bool,
    between: bool,
    waypoints: &mut Vec<Vec2>,
) {
    let mut anchor = from;
    let mut next = 0;
    while next < points.len() {
        next += seen(&points[next..], |point| is_passable(anchor, point));
        let last = points[next - 1];
        anchor = match points.get(next) {
            Some(&beyond) if between => last_seen(anchor, last, beyond, &is_passable),
            _ => last,
        };
        waypoints.push(anchor);
    }
}

/// How many points on lead to one that is seen: the first always is. Looks 1, 2, 4, … points ahead, then
/// halves the gap: a point behind a bend that comes into sight again may be missed, but long ways cost
/// little.
fn seen(points: &[Vec2], is_seen: impl Fn(Vec2) -> bool) -> usize {
    let (mut count, mut ahead) = (1, 2);
    while ahead <= points.len() && is_seen(points[ahead - 1]) {
        (count, ahead) = (ahead, ahead + count);
    }
    let mut hidden = ahead.min(points.len() + 1);
    while hidden - count > 1 {
        let middle = (count + hidden) / 2;
        if is_seen(points[middle - 1]) { count = middle } else { hidden = middle }
    }
    count
}

/// The furthest place between `near` and `far` that can be seen from `anchor`, to within [`GRAIN`].
fn last_seen(anchor: Vec2, near: Vec2, far: Vec2, is_passable: impl Fn(Vec2, Vec2) -> bool) -> Vec2 {
    let (mut seen, mut hidden) = (near, far);
    while seen.distance_squared(hidden) > GRAIN * GRAIN {
        let middle = (seen + hidden) / 2.0;
        if is_passable(anchor, middle) { seen = middle } else { hidden = middle }
    }
    seen
}

/// Length of a way from a place along waypoints, px.
pub fn length(from: Vec2, waypoints: &[Vec2]) -> f32 {
    waypoints.iter().fold((0.0, from), |(sum, at), &next| (sum + at.distance(next), next)).0
}

/// Whether a body can still walk the legs of a way, px.
pub fn is_clear(grid: &crate::grid::Grid, from: Vec2, waypoints: &[Vec2], body: Collider) -> bool {
    legs(from, waypoints).all(|(a, b)| grid.line_is_free(a, b, body))
}

/// Whether a way comes within `radius` px of a box: what an edit of these tiles may have blocked.
pub fn touches(from: Vec2, waypoints: &[Vec2], radius: f32, min: Vec2, max: Vec2) -> bool {
    let (min, max) = (min - radius, max + radius);
    legs(from, waypoints).any(|(a, b)| {
        // The part of the leg inside each slab of the box, as fractions of the leg.
        let way = b - a;
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        for axis in 0..2 {
            if way[axis] == 0.0 {
                if a[axis] < min[axis] || a[axis] > max[axis] {
                    return false;
                }
            } else {
                let (t, u) = ((min[axis] - a[axis]) / way[axis], (max[axis] - a[axis]) / way[axis]);
                enter = enter.max(t.min(u));
                leave = leave.min(t.max(u));
            }
        }
        enter <= leave
    })
}

fn legs(from: Vec2, waypoints: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    std::iter::once(from).chain(waypoints.iter().copied()).zip(waypoints.iter().copied())
}
