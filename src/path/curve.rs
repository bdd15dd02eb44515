//! A way as a curve: the line that a car takes through the room which a way of straight legs leaves.
//!
//! A string pulled tight turns at the corners of walls, on the spot. What cannot do that has to brake for
//! every corner, or is carried past it. A line with as little bending as the walls allow takes each bend as
//! wide as it can: out, in at the corner, and out again.
//!
//! Places along the way are moved, one after the other, to where the line through their neighbours bends
//! least (the sum of the squared second differences is smallest), as far as the body still fits. First few
//! places far apart, then more between them: a wide bend settles in a few passes, and the small ones after.
//!
//! # Source
//! [Article 004], "Take a note": "a dot moving across the ideal line". How that line is found is K1999, the
//! path optimiser of Rémi Coulom's driver for the RARS race (thesis "Reinforcement learning using neural
//! networks, with applications to motor control", INP Grenoble, <https://theses.hal.science/tel-00003985>,
//! 2002, chapter on the path optimiser): bend less, place by place, from coarse to fine. Departure: K1999
//! moves places across a lane whose two borders are known; here they move freely, and the tiles of the map
//! are the border.
//!
//! [article 004]: http://roy-t.nl/2009/12/29/swarm-like-collision-avoidance-path-finding-and-smooth-following.html "2009-12-29"

use super::finder::Path;
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use glam::Vec2;

/// Distance of the first places, px. More settles wider bends sooner, and misses narrow ones.
const COARSEST: f32 = 4.0 * TILE;
/// How often more places are put between: the last ones are half a tile apart.
const REFINED: i32 = 3;
/// Passes over all places, there and back, each time.
const PASSES: usize = 16;
/// How far beside the body places are moved off walls, px: a unit that follows the line cuts bends a little.
/// A leg that was nearer to a corner may stay so.
const CURVE_MARGIN: f32 = 6.0;
/// Moves shorter than this are left out, px: they do not show, and most places soon have no longer one.
const LEAST_MOVE: f32 = 0.05;
/// Shares of a move that are tried when all of it is not free.
const SHARES: [f32; 4] = [1.0, 0.5, 0.25, 0.1];

/// A place of the line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Knot {
    at: Vec2,
    /// Whether it stays where it is.
    stays: bool,
}

/// A line that is being bent, with the memory for it.
#[derive(Clone, Debug, Default)]
pub struct Bend {
    knots: Vec<Knot>,
    finer: Vec<Knot>,
}

/// What bending the way of a unit needs again for the next one, so that it allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Curving {
    /// The line.
    pub line: Bend,
    /// The rest of the way, px.
    pub way: Vec<Vec2>,
    /// How it goes on.
    pub leg: Path,
}

impl Bend {
    /// Forgets the line.
    pub fn clear(&mut self) {
        self.knots.clear();
    }

    /// Adds a place, px, at the end of the line; `stays` if the line must lead through it. The legs between
    /// places must be free for the body.
    pub fn push(&mut self, at: Vec2, stays: bool) {
        if self.knots.last().is_none_or(|last| last.at != at) {
            self.knots.push(Knot { at, stays });
        }
    }

    /// The line, px.
    pub fn line(&self) -> impl Iterator<Item = Vec2> + '_ {
        self.knots.iter().map(|knot| knot.at)
    }

    /// Bends the line as little as the walls allow. Its ends stay, and its legs stay free for the body.
    ///
    /// Costs about 5 ms for 80 tiles of way.
    pub fn relax(&mut self, grid: &Grid, body: Collider) {
        let room = CurveRoom { grid, body, wide: Collider { radius: body.radius + CURVE_MARGIN, ..body } };
        for level in 0..=REFINED {
            self.divide(COARSEST / (1 << level) as f32);
            let inner = 1..self.knots.len().saturating_sub(1);
            for index in inner.clone() {
                self.keep_off_walls(index, &room);
            }
            for _ in 0..PASSES {
                inner.clone().for_each(|index| self.straighten(index, &room));
                inner.clone().rev().for_each(|index| self.straighten(index, &room));
            }
        }
    }

    /// Puts places on the legs, so that none is longer than `spacing` px.
    fn divide(&mut self, spacing: f32) {
        self.finer.clear();
        self.finer.extend(self.knots.first());
        for pair in self.knots.windows(2) {
            let parts = (pair[0].at.distance(pair[1].at) / spacing - 0.1).ceil().max(1.0);
            for part in 1..parts as i32 {
                let at = pair[0].at.lerp(pair[1].at, part as f32 / parts);
                self.finer.push(Knot { at, stays: false });
            }
            self.finer.push(pair[1]);
        }
        std::mem::swap(&mut self.knots, &mut self.finer);
    }

    /// Moves a place that is nearer to a wall than it need be: a string goes round corners by a hair.
    fn keep_off_walls(&mut self, index: usize, room: &CurveRoom) {
        let Knot { at, stays } = self.knots[index];
        if stays || room.grid.is_free(at, room.wide) {
            return;
        }
        let (before, after) = (self.knots[index - 1].at, self.knots[index + 1].at);
        let sides = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
        let aside = sides.map(|(x, y)| at + Vec2::new(x as f32, y as f32) * (CURVE_MARGIN + 1.0));
        let free = |place: &Vec2| {
            room.grid.is_free(*place, room.wide)
                && room.is_passable(before, *place, room.body)
                && room.is_passable(*place, after, room.body)
        };
        if let Some(place) = aside.into_iter().find(free) {
            self.knots[index].at = place;
        }
    }

    /// Moves a place to where the line bends least, or as far there as it fits.
    fn straighten(&mut self, index: usize, room: &CurveRoom) {
        let Knot { at, stays } = self.knots[index];
        let step = self.least_bent(index) - at;
        if stays || step.length_squared() < LEAST_MOVE * LEAST_MOVE {
            return;
        }
        let (before, after) = (self.knots[index - 1].at, self.knots[index + 1].at);
        let along = (after - before).normalize_or_zero();
        let legs = |place: Vec2, body: Collider| {
            room.is_passable(before, place, body) && room.is_passable(place, after, body)
        };
        // Where the way is no wider than the body, it is not asked for more.
        let body = if legs(at, room.wide) { room.wide } else { room.body };
        // Past a wall that is in the way it slides.
        let moves = SHARES.iter().map(|share| step * *share).chain([along * along.dot(step)]);
        if let Some(place) = moves.map(|step| at + step).find(|&place| legs(place, body)) {
            self.knots[index].at = place;
        }
    }

    /// Where a place would be if only the line's bending counted: it makes the sum of the squared second
    /// differences smallest in which it takes part.
    fn least_bent(&self, index: usize) -> Vec2 {
        let at =
            |offset: isize| index.checked_add_signed(offset).and_then(|at| self.knots.get(at)).map(|k| k.at);
        let (mut sum, mut weight) = (Vec2::ZERO, 0.0);
        if let (Some(a), Some(b)) = (at(-2), at(-1)) {
            (sum, weight) = (sum + 2.0 * b - a, weight + 1.0);
        }
        if let (Some(a), Some(b)) = (at(-1), at(1)) {
            (sum, weight) = (sum + 2.0 * (a + b), weight + 4.0);
        }
        if let (Some(a), Some(b)) = (at(1), at(2)) {
            (sum, weight) = (sum + 2.0 * a - b, weight + 1.0);
        }
        sum / weight
    }
}

/// The room that there is for a line.
struct CurveRoom<'a> {
    grid: &'a Grid,
    body: Collider,
    /// The body with its margin.
    wide: Collider,
}

impl CurveRoom<'_> {
    fn is_passable(&self, from: Vec2, to: Vec2, body: Collider) -> bool {
        self.grid.line_is_free(from, to, body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::grid::Tile;

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 7.0 };

    /// A lane four tiles wide: to the east along the top, then down along the right.
    fn lane() -> Grid {
        let tile = |place: usize| {
            let (column, row) = (place % 20, place / 20);
            let is_lane = (1..19).contains(&column) && (1..5).contains(&row)
                || (15..19).contains(&column) && (1..19).contains(&row);
            if is_lane { Tile::Ground } else { Tile::Rock }
        };
        Grid::new(20, 20, (0..400).map(tile).collect())
    }

    fn bent(grid: &Grid, way: &[(Vec2, bool)]) -> Vec<Vec2> {
        let mut line = Bend::default();
        way.iter().for_each(|&(at, stays)| line.push(at, stays));
        line.relax(grid, BODY);
        line.line().collect()
    }

    /// The sharpest bend of a line: the least radius, px.
    fn least_radius(line: &[Vec2]) -> f32 {
        let radius = |places: &[Vec2]| {
            let (a, b) = (places[1] - places[0], places[2] - places[1]);
            let turn = a.normalize().angle_between(b.normalize()).abs();
            0.5 * (a.length() + b.length()) / turn.max(1e-6)
        };
        line.windows(3).map(radius).fold(f32::MAX, f32::min)
    }

    #[test]
    fn a_corner_becomes_a_bend_as_wide_as_the_lane_allows() {
        let grid = lane();
        let (start, end) = (Vec2::new(60.0, 90.0), Vec2::new(510.0, 540.0));
        // Tight about the inner corner at (450, 150), as ways are planned.
        let corner = Vec2::new(458.0, 142.0);
        let line = bent(&grid, &[(start, true), (corner, false), (end, true)]);
        assert_eq!((line[0], line[line.len() - 1]), (start, end));
        assert!(line.windows(2).all(|leg| grid.line_is_free(leg[0], leg[1], BODY)));
        let radius = least_radius(&line);
        assert!(radius > 80.0, "the sharpest bend has a radius of {radius} px");
    }

    #[test]
    fn a_line_leads_through_the_places_that_stay() {
        let (start, end) = (Vec2::new(60.0, 60.0), Vec2::new(480.0, 60.0));
        let place = Vec2::new(270.0, 120.0);
        let line = bent(&lane(), &[(start, true), (place, true), (end, true)]);
        assert!(line.contains(&place));
        assert!(least_radius(&line) > 60.0, "{}", least_radius(&line));
    }

    #[test]
    fn in_a_lane_that_is_no_wider_than_the_body_the_way_stays_as_it_is() {
        let tile = |place: usize| if place / 10 == 1 { Tile::Ground } else { Tile::Rock };
        let grid = Grid::new(10, 3, (0..30).map(tile).collect());
        let body = Collider { radius: 15.0, ..BODY };
        let mut line = Bend::default();
        [20.0, 150.0, 280.0].iter().for_each(|&x| line.push(Vec2::new(x, 45.0), false));
        line.relax(&grid, body);
        assert!(line.line().all(|place| (place.y - 45.0).abs() < 0.01));
    }
}
