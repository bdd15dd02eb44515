//! Exact geometry of circles and squares against blocked tiles and the rim of the map.
//!
//! All questions come down to one: how near is a blocked tile to a centre? For circles that is the straight
//! distance to the tile, for squares the greater of the distances along x and y. A collider of radius r is
//! free where every blocked tile is at least r away. Sweeps run in `f64`, so that only the caller's rounding
//! to `f32` is left, which [`touch`] absorbs.

use super::tiles::tile_at;
use super::{Grid, TILE};
use crate::geometry::{Collider, Shape, gap};
use glam::{DVec2, Vec2};

/// Half the side of a tile, px.
const HALF_TILE: f64 = TILE as f64 / 2.0;

/// A sweep is examined in pieces of this length, px: longer ones meet more tiles that do not matter.
const PIECE: f64 = TILE as f64;

/// How deep a collider may be in a wall, an obstacle or another collider and still only touch it, px: 0.002
/// px and the spacing of `f32` values at this place (0.004 px at the far end of a map of 2048 tiles). The
/// simulation and the level checker have this one tolerance, so that what one leaves the other takes.
/// Smaller, and units that slide along a wall get stuck on rounding; greater, and walls become soft.
pub fn touch(center: Vec2) -> f32 {
    0.002 + center.abs().max_element() * f32::EPSILON
}

/// Whether a collider at a place reaches into the tile of this centre, px.
pub fn reaches_into(body: Collider, place: Vec2, tile: Vec2) -> bool {
    let square = Collider { shape: Shape::Square, radius: TILE / 2.0 };
    gap(body, square, place - tile) < 0.0
}

/// The tiles (column, row) into which a collider at a place reaches, row by row; some may be outside of the
/// map.
pub fn tiles_under(body: Collider, place: Vec2) -> impl Iterator<Item = (i32, i32)> {
    let (left, top) = Grid::tile_at(place - body.radius);
    let (right, bottom) = Grid::tile_at(place + body.radius);
    (top..=bottom)
        .flat_map(move |row| (left..=right).map(move |column| (column, row)))
        .filter(move |&(column, row)| reaches_into(body, place, Grid::center_of(column, row)))
}

impl Grid {
    /// Whether a collider at `center` touches no blocked tile and stays on the map. [Touching](touch) with
    /// either is free.
    pub fn is_free(&self, center: Vec2, body: Collider) -> bool {
        let (column, row) = Grid::tile_at(center);
        if body.radius <= (self.clear_tiles(column, row) as f32 - 1.0) * TILE {
            return true;
        }
        let reach = Vec2::splat(body.radius - touch(center));
        let on_map = (center - reach).cmpge(Vec2::ZERO).all() && (center + reach).cmple(self.size()).all();
        on_map && self.wall_depth(center, body) == 0.0
    }

    /// How deep a collider at `center` is in a blocked tile, px; 0 if it is free or [touches](touch). The rim
    /// of the map does not count.
    pub fn wall_depth(&self, center: Vec2, body: Collider) -> f32 {
        let (column, row) = Grid::tile_at(center);
        if body.radius <= (self.clear_tiles(column, row) as f32 - 1.0) * TILE {
            return 0.0;
        }
        let depth = body.radius - self.wall_distance(center.as_dvec2(), body) as f32;
        if depth > touch(center) { depth } else { 0.0 }
    }

    /// How far a collider can go from `from` along the unit vector `direction` before it meets a blocked tile
    /// or the rim of the map: in px, at most `limit`, never negative. A collider that is in a wall or sticks
    /// out over the rim may go wherever it gets no deeper. At `from + direction × free_run` it [is
    /// free](Grid::is_free) if it was so at `from`.
    pub fn free_run(&self, from: Vec2, direction: Vec2, body: Collider, limit: f32) -> f32 {
        let (column, row) = Grid::tile_at(from);
        if body.radius + limit <= (self.clear_tiles(column, row) as f32 - 1.0) * TILE {
            return limit.max(0.0);
        }
        self.swept_run(from.as_dvec2(), direction.as_dvec2(), body, limit as f64) as f32
    }

    /// Whether a place is in no free square of tiles with a side of at least `room`, px: then two that together
    /// need so much do not stand side by side there, in a bend as little as between two walls.
    pub fn is_narrow(&self, place: Vec2, room: f32) -> bool {
        let (side, (column, row)) = ((room / TILE).ceil() as i32, Grid::tile_at(place));
        if side < 2 * i32::from(self.clear_tiles(column, row)) {
            return false;
        }
        let is_free =
            |left, top| (left..left + side).all(|x| (top..top + side).all(|y| !self.is_blocked(x, y)));
        !(column + 1 - side..=column).any(|left| (row + 1 - side..=row).any(|top| is_free(left, top)))
    }

    /// Whether a collider can go straight from `from` to the first of these places, and from each to the
    /// next.
    pub fn way_is_free(&self, from: Vec2, way: &[Vec2], body: Collider) -> bool {
        let mut legs = std::iter::once(&from).chain(way).zip(way);
        legs.all(|(&a, &b)| self.line_is_free(a, b, body))
    }

    /// Whether a collider can go straight from `from` to `to`.
    pub fn line_is_free(&self, from: Vec2, to: Vec2, body: Collider) -> bool {
        let way = (to - from).as_dvec2();
        let length = way.length();
        // Up to its end: a place that touches a wall may be gone to.
        let enough = length - touch(to) as f64 / 4.0;
        length == 0.0 || self.swept_run(from.as_dvec2(), way / length, body, length) >= enough
    }

    fn swept_run(&self, from: DVec2, direction: DVec2, body: Collider, limit: f64) -> f64 {
        let size = self.size().as_dvec2();
        // Half of what counts as touching is left to the caller's rounding.
        let mut radius = body.radius as f64 - touch(from.as_vec2()) as f64 / 2.0;
        let limit = limit.min(rim_run(from, direction, radius, size)).min(size.x + size.y).max(0.0);
        let mut done = 0.0;
        while done < limit {
            let at = from + direction * done;
            let (column, row) = tile_at(at);
            let open = (self.clear_tiles(column, row) as f64 - 1.0) * TILE as f64 - radius;
            if open >= PIECE {
                done += open;
                continue;
            }
            if done == 0.0 {
                // In a wall already: then only no deeper.
                radius = radius.min(self.wall_distance(from, body) - 1e-7);
            }
            let piece = PIECE.min(limit - done);
            let run = self.piece_run(at, direction, body.shape, radius, piece);
            if run < piece {
                return done + run;
            }
            done += piece;
        }
        limit
    }

    /// How far a centre gets on one piece of a sweep, keeping `radius` away from blocked tiles.
    fn piece_run(&self, from: DVec2, direction: DVec2, shape: Shape, radius: f64, piece: f64) -> f64 {
        let to = from + direction * piece;
        let reach = DVec2::splat(radius.max(0.0));
        let mut run = piece;
        self.for_blocked_tiles(from.min(to) - reach, from.max(to) + reach, |center| {
            run = run.min(time_to_tile(from - center, direction, shape, radius));
        });
        run
    }

    /// Distance from a centre to the nearest blocked tile on the map as this shape measures it, px; negative
    /// inside of one. Only tiles nearer than the radius are looked for; if there are none, the radius.
    fn wall_distance(&self, center: DVec2, body: Collider) -> f64 {
        let radius = body.radius as f64;
        let mut nearest = radius;
        self.for_blocked_tiles(center - radius, center + radius, |tile| {
            let beyond = (center - tile).abs() - HALF_TILE;
            let distance = match body.shape {
                Shape::Circle if beyond.max_element() > 0.0 => beyond.max(DVec2::ZERO).length(),
                _ => beyond.max_element(),
            };
            nearest = nearest.min(distance);
        });
        nearest
    }

    /// Calls a function with the centre of every blocked tile that meets a box.
    fn for_blocked_tiles(&self, min: DVec2, max: DVec2, mut each: impl FnMut(DVec2)) {
        let ((left, top), (right, bottom)) = (tile_at(min), tile_at(max));
        let (left, right) = (left.max(0), right.min(self.columns() - 1));
        if left > right {
            return;
        }
        for row in top.max(0)..=bottom.min(self.rows() - 1) {
            for (column, &clear) in (left..).zip(self.clear_in_row(row, left, right)) {
                if clear == 0 {
                    each(Grid::center_of(column, row).as_dvec2());
                }
            }
        }
    }
}

/// How far a centre can go before its collider sticks out over the rim further than it does now.
fn rim_run(from: DVec2, direction: DVec2, radius: f64, size: DVec2) -> f64 {
    let along = |from: f64, direction: f64, size: f64| {
        if direction > 0.0 {
            ((size - radius).max(from) - from) / direction
        } else if direction < 0.0 {
            (radius.min(from) - from) / direction
        } else {
            f64::INFINITY
        }
    };
    along(from.x, direction.x, size.x).min(along(from.y, direction.y, size.y))
}

/// When a centre at `offset` from a tile's centre comes within `radius` of the tile; infinite if never.
/// A radius below 0 says that the centre is that deep in some tile.
fn time_to_tile(offset: DVec2, direction: DVec2, shape: Shape, radius: f64) -> f64 {
    let around = time_to_box(offset, direction, DVec2::splat(HALF_TILE + radius));
    if around.is_infinite() || shape == Shape::Square || radius <= 0.0 {
        return around;
    }
    // A circle meets the tile widened along x, or along y, or one of the circles about its corners.
    let mut first = time_to_box(offset, direction, DVec2::new(HALF_TILE + radius, HALF_TILE))
        .min(time_to_box(offset, direction, DVec2::new(HALF_TILE, HALF_TILE + radius)));
    for corner in
        [(-HALF_TILE, -HALF_TILE), (HALF_TILE, -HALF_TILE), (-HALF_TILE, HALF_TILE), (HALF_TILE, HALF_TILE)]
    {
        first = first.min(time_to_circle(offset - DVec2::from(corner), direction, radius));
    }
    first
}

/// When a point meets the inside of a box about the origin: the greatest of the times at which it enters the
/// box's two slabs, if it has left neither before.
fn time_to_box(from: DVec2, direction: DVec2, half: DVec2) -> f64 {
    let (mut enter, mut leave) = (0.0f64, f64::INFINITY);
    for (from, direction, half) in [(from.x, direction.x, half.x), (from.y, direction.y, half.y)] {
        if direction == 0.0 {
            if from.abs() >= half {
                return f64::INFINITY;
            }
        } else {
            let (a, b) = ((-half - from) / direction, (half - from) / direction);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
    }
    if enter < leave { enter } else { f64::INFINITY }
}

/// When a point meets the inside of a circle about the origin: the smaller root of |from + direction·t| =
/// radius.
fn time_to_circle(from: DVec2, direction: DVec2, radius: f64) -> f64 {
    let approach = -from.dot(direction);
    let discriminant = approach * approach - (from.length_squared() - radius * radius);
    if approach <= 0.0 || discriminant <= 0.0 {
        return f64::INFINITY;
    }
    (approach - discriminant.sqrt()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;
    use glam::vec2;

    #[test]
    fn a_passage_is_narrow_in_its_bend_too_and_a_hall_is_not() {
        let rows = ["#####", "#...#", "#.###", "#..##", "#..##", "#####"];
        let tile = |tile| if tile == '#' { Tile::Rock } else { Tile::Ground };
        let grid = Grid::new(5, 6, rows.iter().flat_map(|row| row.chars().map(tile)).collect());
        let (bend, straight, hall) = (vec2(37.0, 37.0), vec2(95.0, 45.0), vec2(80.0, 140.0));
        assert_eq!([bend, straight, hall].map(|place| grid.is_narrow(place, 40.0)), [true, true, false]);
        assert_eq!([bend, straight, hall].map(|place| grid.is_narrow(place, 30.0)), [false; 3]);
        assert!(grid.is_narrow(hall, 70.0), "no three tiles");
    }
}
