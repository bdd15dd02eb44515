//! Taut ways: the turns of a way that was pulled along the lattice go to the very corners that it leads
//! round.
//!
//! Two legs and the straight line between their far ends make a triangle. A string that lies along the two
//! legs and is pulled tight stops at the corners of blocked tiles inside: its turns are their hull. Loose
//! turns before a gap are where crowds jam: everybody heads for the same few places of the lattice, and who
//! was carried past one of them turns back.

use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use glam::Vec2;

/// How far the rim of the body keeps from a corner along both axes, px: it slides past without touching.
const RIM_MARGIN: f32 = 1.0;
/// Corners farther than this from a turn are left alone, px: what it cuts off near the turn is what shows.
const CORNER_WITHIN: f32 = 8.0 * TILE;
/// How far a corner may lie outside of the legs, as a share of its distance from the tile: a round body comes
/// nearer to it than where a turn is put.
const OUTSIDE_SHARE: f32 = 0.5;
/// Most corners in a triangle; a turn with more stays.
const MAX_CORNERS: usize = 32;

/// Pulls the turns of a way from `from` tight. `is_passable` tells whether the body can go straight between
/// two places; all legs of the answer are. `scratch` is only memory.
pub fn tighten(
    grid: &Grid,
    from: Vec2,
    waypoints: &mut Vec<Vec2>,
    body: Collider,
    is_passable: impl Fn(Vec2, Vec2) -> bool,
    scratch: &mut Vec<Vec2>,
) {
    scratch.clear();
    let mut before = from;
    for (index, &turn) in waypoints.iter().enumerate() {
        let kept = scratch.len();
        let is_tight = waypoints.get(index + 1).is_some_and(|&after| {
            add_hull(grid, [before, turn, after], body, scratch)
                && std::iter::once(&before)
                    .chain(&scratch[kept..])
                    .zip(scratch[kept..].iter().chain([&after]))
                    .all(|(&a, &b)| is_passable(a, b))
        });
        if !is_tight {
            scratch.truncate(kept);
            scratch.push(turn);
        }
        before = scratch.last().copied().unwrap_or(from);
    }
    std::mem::swap(waypoints, scratch);
}

/// Where a body turns round a corner of a tile.
#[derive(Clone, Copy, Default)]
struct Corner {
    /// px.
    place: Vec2,
    /// The diagonal away from the tile, 1 px along each axis.
    away: Vec2,
}

/// Adds the corners on which a string from `start` to `end` that lay along `turn` is tight. `false` if there
/// are too many to tell, or if two cannot go abreast round one: there the middle is better, so that nobody
/// has to pass inside.
fn add_hull(grid: &Grid, [start, turn, end]: [Vec2; 3], body: Collider, hull: &mut Vec<Vec2>) -> bool {
    let keep = body.radius + RIM_MARGIN;
    let side = (end - start).perp_dot(turn - start).signum();
    // How far beyond a line, seen from the far end of the triangle, times the line's length.
    let beyond = |a: Vec2, b: Vec2, place: Vec2| (b - a).perp_dot(place - a) * side;
    let slack = OUTSIDE_SHARE * keep;
    let (first, second) = (slack * start.distance(turn), slack * turn.distance(end));
    let mut corners = [Corner::default(); MAX_CORNERS];
    let mut count = 0;
    for_each_corner(grid, [start, turn, end], keep, |found| {
        let corner = found.place;
        let is_inside = beyond(start, end, corner) > 0.0
            && beyond(start, turn, corner) <= first
            && beyond(turn, end, corner) <= second;
        if is_inside {
            if let Some(place) = corners.get_mut(count) {
                *place = found;
            }
            count += 1;
        }
    });
    let Some(corners) = corners.get(..count) else { return false };
    let (mut last, goal) = (start, Corner { place: end, away: Vec2::ZERO });
    loop {
        let ahead = |place: Vec2| (place - last).dot(end - start) > 0.0;
        let outermost = |next: Corner, &corner: &Corner| {
            let is_outside = ahead(corner.place) && beyond(last, next.place, corner.place) > 0.0;
            if is_outside { corner } else { next }
        };
        let next = corners.iter().fold(goal, outermost);
        if next.place == end {
            return true;
        }
        let beside = next.place + next.away * (2.0 * body.radius);
        if !grid.is_free(beside, body) {
            return false;
        }
        hull.push(next.place);
        last = next.place;
    }
}

/// Calls `each` with the places that are `keep` px off the corners of blocked tiles near a turn, where the
/// walls bend away.
fn for_each_corner(grid: &Grid, [start, turn, end]: [Vec2; 3], keep: f32, mut each: impl FnMut(Corner)) {
    let near = |place: Vec2| turn + (place - turn).clamp_length_max(CORNER_WITHIN);
    let (start, end) = (near(start), near(end));
    let (left, top) = Grid::tile_at(start.min(end).min(turn) - keep);
    let (right, bottom) = Grid::tile_at(start.max(end).max(turn) + keep);
    for row in top.max(0)..=bottom.min(grid.rows() - 1) {
        for column in left.max(0)..=right.min(grid.columns() - 1) {
            if grid.clear_tiles(column, row) > 0 {
                continue;
            }
            for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
                let around = [(column + x, row), (column, row + y), (column + x, row + y)];
                if around.into_iter().all(|(column, row)| !grid.is_blocked(column, row)) {
                    let away = Vec2::new(x as f32, y as f32);
                    let place = Grid::center_of(column, row) + away * (0.5 * TILE + keep);
                    each(Corner { place, away });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::grid::Tile;

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    /// A wall across the map, one tile thick, with a gap of two tiles: from (300, 210) to (330, 270).
    fn gap() -> Grid {
        let tile = |place: usize| {
            if place % 20 == 10 && !(7..9).contains(&(place / 20)) { Tile::Rock } else { Tile::Ground }
        };
        Grid::new(20, 15, (0..300).map(tile).collect())
    }

    fn tight(from: Vec2, waypoints: &[Vec2]) -> Vec<Vec2> {
        let (grid, mut waypoints) = (gap(), waypoints.to_vec());
        let is_passable = |a, b| grid.line_is_free(a, b, BODY);
        tighten(&grid, from, &mut waypoints, BODY, is_passable, &mut Vec::new());
        waypoints
    }

    #[test]
    fn a_way_through_a_gap_is_tight_round_its_corners() {
        let goal = Vec2::new(500.0, 400.0);
        let way = tight(Vec2::new(150.0, 400.0), &[Vec2::new(315.0, 225.0), goal]);
        assert_eq!(way, [Vec2::new(292.0, 262.0), Vec2::new(338.0, 262.0), goal]);
    }

    #[test]
    fn a_turn_that_nothing_calls_for_goes() {
        let goal = Vec2::new(200.0, 400.0);
        assert_eq!(tight(Vec2::new(50.0, 100.0), &[Vec2::new(250.0, 150.0), goal]), [goal]);
    }

    #[test]
    fn in_a_bend_where_two_cannot_go_abreast_a_way_keeps_to_the_middle() {
        // One tile wide: from the north down the fifth column, and on to the east along the fifth row.
        let tile = |place: usize| match (place % 12, place / 12) {
            (5, 0..6) | (5..12, 5) => Tile::Ground,
            _ => Tile::Rock,
        };
        let grid = Grid::new(12, 10, (0..120).map(tile).collect());
        let (from, turn, goal) = (Vec2::new(165.0, 45.0), Vec2::new(165.0, 165.0), Vec2::new(315.0, 165.0));
        for (radius, expected) in [(7.0, vec![Vec2::new(172.0, 158.0), goal]), (8.0, vec![turn, goal])] {
            let body = Collider { radius, ..BODY };
            let mut waypoints = vec![turn, goal];
            let is_passable = |a, b| grid.line_is_free(a, b, body);
            tighten(&grid, from, &mut waypoints, body, is_passable, &mut Vec::new());
            assert_eq!(waypoints, expected, "{radius} px");
        }
    }

    #[test]
    fn a_turn_stays_where_the_way_would_not_be_free() {
        // Just too wide to go round the corners at the margin.
        let (grid, body) = (gap(), Collider { radius: 29.9, ..BODY });
        let way = [Vec2::new(250.0, 240.0), Vec2::new(380.0, 240.0), Vec2::new(500.0, 400.0)];
        let mut waypoints = way.to_vec();
        let is_passable = |a, b| grid.line_is_free(a, b, body);
        tighten(&grid, Vec2::new(150.0, 400.0), &mut waypoints, body, is_passable, &mut Vec::new());
        assert_eq!(waypoints, way);
    }
}
