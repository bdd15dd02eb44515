//! Ways round what stands. The pathfinder knows tiles only: a way that leads through an obstacle or a unit
//! that stays is planned again round it.

use super::crowd::{StandingCrowd, meets_any};
use super::finder::{Path, Pathfinder, Trip};
use crate::geometry::segment::nearest_on_segment;
use crate::geometry::{Collider, gap};
use crate::grid::{Grid, TILE};
use crate::obstacles::Obstacle;
use glam::Vec2;

/// Centre (px) and outline of each obstacle that stands.
pub fn standing(obstacles: &[Obstacle]) -> Vec<(Vec2, Collider)> {
    let still = obstacles.iter().filter(|obstacle| obstacle.is_still());
    still.map(|obstacle| (obstacle.position, obstacle.collider())).collect()
}

/// Replaces the path of a body that starts at `from` (px) by one round whatever is `standing`, if it leads
/// through some of it and there is a way round.
pub fn go_round(
    finder: &mut Pathfinder,
    grid: &Grid,
    standing: &[(Vec2, Collider)],
    from: Vec2,
    body: Collider,
    path: &mut Path,
) {
    let Some(&goal) = path.waypoints.last() else { return };
    let mut legs = std::iter::once(&from).chain(&path.waypoints).zip(&path.waypoints);
    if legs.any(|(&a, &b)| standing.iter().any(|&other| cuts(other, a, b, body))) {
        let mut round = Path::default();
        let trip = Trip { from, to: goal, body };
        if finder.find_path_around(grid, trip, &StandingCrowd::round(standing), &mut round) {
            round.short_by = path.short_by;
            *path = round;
        }
    }
}

/// A way between two places round bodies that stand about, which it does not lead through; `None` if there is
/// none.
pub fn way_round(
    finder: &mut Pathfinder,
    grid: &Grid,
    (from, to): (Vec2, Vec2),
    body: Collider,
    standing: &[(Vec2, Collider)],
) -> Option<Path> {
    let back = step_back(grid, from, body, standing)?;
    let mut path = Path::default();
    let trip = Trip { from: back, to, body };
    if !finder.find_path_around(grid, trip, &StandingCrowd::round(standing), &mut path) {
        return None;
    }
    path.waypoints.insert(0, back);
    let mut legs = path.waypoints.iter().zip(path.waypoints.iter().skip(1));
    let is_shut = legs.any(|(&a, &b)| meets_any(a, b, body, standing));
    (!is_shut && path.short_by <= TILE).then_some(path)
}

/// Of the places a tile away that can be walked to, the one farthest from all who stand. The search counts
/// what it costs to enter a tile, so it must not begin in the very tile that they block.
fn step_back(grid: &Grid, from: Vec2, body: Collider, standing: &[(Vec2, Collider)]) -> Option<Vec2> {
    let room = |place: Vec2| {
        standing.iter().map(|&(center, _)| center.distance_squared(place)).fold(f32::MAX, f32::min)
    };
    let tiles = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Vec2::new(x as f32, y as f32) * TILE));
    tiles
        .map(|offset| from + offset)
        .filter(|&place| grid.line_is_free(from, place, body) && !meets_any(from, place, body, standing))
        .max_by(|&a, &b| room(a).total_cmp(&room(b)))
}

/// Whether something that stands is in the way of a body on the leg from `a` to `b`.
fn cuts((at, other): (Vec2, Collider), a: Vec2, b: Vec2, body: Collider) -> bool {
    gap(body, other, nearest_on_segment(at, a, b) - at) < 0.0
}
