//! Ways round what stands. The pathfinder knows tiles only: a way that leads through an obstacle or a unit
//! that stays is planned again round it.

use super::crowd::StandingCrowd;
use super::finder::{Path, Pathfinder};
use crate::geometry::segment::nearest_on_segment;
use crate::geometry::{Collider, gap};
use crate::grid::Grid;
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
        if finder.find_path_around(grid, from, goal, body, &StandingCrowd::round(standing), &mut round) {
            round.short_by = path.short_by;
            *path = round;
        }
    }
}

/// Whether something that stands is in the way of a body on the leg from `a` to `b`.
fn cuts((at, other): (Vec2, Collider), a: Vec2, b: Vec2, body: Collider) -> bool {
    gap(body, other, nearest_on_segment(at, a, b) - at) < 0.0
}
