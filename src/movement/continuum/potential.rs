//! The potential of a goal: what it costs at least to get there from each tile, by fast marching.
//!
//! Tiles become known in the order of their cost, from the goal outwards, until all who go there have been
//! reached. The cost of a tile that is next follows from the cheaper known neighbour on each axis: the
//! potential rises between them so that its slope is the cost of a step.
//!
//! # Source
//! Treuille, Cooper, Popović, *Continuum Crowds*, SIGGRAPH, <https://doi.org/10.1145/1141911.1142008>, 2006,
//! section 4.2: the anisotropic eikonal equation ‖∇φ‖ = C, solved with upwind differences, and with the cost
//! towards each neighbour. Tsitsiklis, *Efficient Algorithms for Globally Optimal Trajectories*, IEEE
//! Transactions on Automatic Control 40(9), <https://doi.org/10.1109/9.412624>, 1995, for the order.

use super::fields::Fields;
use super::weights::Weights;
use crate::geometry::{Collider, gap};
use crate::grid::{Grid, TILE};
use crate::movement::view::Scene;
use crate::neighbours::Crowd;
use glam::Vec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The search goes on beyond the last unit by so much, px, so that there is a gradient around it.
const BEYOND: f32 = 4.0 * TILE;
/// The four neighbours of a tile.
const NEIGHBOUR_TILES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// What a potential is made for.
#[derive(Clone, Copy, Debug)]
pub struct Destinations {
    /// The biggest of those who go there.
    pub body: Collider,
    /// The top speed of the fastest, px/s.
    pub speed: f32,
}

impl Destinations {
    /// What the potential of some units is for: their places, the biggest body and the greatest speed.
    fn of(crowd: &Crowd, heading: &[(u64, u32)]) -> Option<Destinations> {
        let units = || heading.iter().map(|&(_, unit)| unit as usize);
        let body = Collider::covering(units().map(|unit| crowd.body[unit]))?;
        let speed = units().map(|unit| crowd.speed[unit]).fold(1.0, f32::max);
        Some(Destinations { body, speed })
    }
}

/// The least cost from each tile to a goal, px; infinite where nobody comes.
#[derive(Clone, Debug, Default)]
pub struct Potential {
    columns: i32,
    rows: i32,
    cost: Vec<f32>,
    is_known: Vec<bool>,
    /// Units that have yet to be reached, by tile.
    waiting: Vec<u16>,
    /// Tiles by cost, which is positive: then its bits are in its order.
    next: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Potential {
    /// The potential of the places to which some units (indices in the crowd) go.
    pub fn march(&mut self, scene: &Scene, fields: &Fields, weights: &Weights, heading: &[(u64, u32)]) {
        (self.columns, self.rows) = (scene.grid.columns(), scene.grid.rows());
        let tiles = (self.columns * self.rows) as usize;
        self.cost.clear();
        self.cost.resize(tiles, f32::INFINITY);
        self.is_known.clear();
        self.is_known.resize(tiles, false);
        self.waiting.clear();
        self.waiting.resize(tiles, 0);
        self.next.clear();
        let Some(goal) = Destinations::of(scene.crowd, heading) else { return };
        let mut left = 0;
        for &(_, unit) in heading {
            let (from, to) = (scene.crowd.position[unit as usize], scene.crowd.steered[unit as usize].goal);
            if let Some(tile) = self.tile_at(to) {
                self.reach(tile, 0.0);
            }
            if let Some(tile) = self.tile_at(from) {
                left += u32::from(self.waiting[tile] == 0);
                self.waiting[tile] = 1;
            }
        }
        let mut end = f32::INFINITY;
        while let Some(Reverse((cost, tile))) = self.next.pop() {
            let (cost, tile) = (f32::from_bits(cost), tile as usize);
            if cost > end {
                break;
            }
            if std::mem::replace(&mut self.is_known[tile], true) {
                continue;
            }
            left -= u32::from(std::mem::take(&mut self.waiting[tile]));
            if left == 0 && end == f32::INFINITY {
                end = cost + BEYOND * (weights.length + weights.time);
            }
            let (column, row) = (tile as i32 % self.columns, tile as i32 / self.columns);
            for (x, y) in NEIGHBOUR_TILES {
                let Some(neighbour) = self.index(column + x, row + y).filter(|&other| !self.is_known[other])
                else {
                    continue;
                };
                if is_passable(scene, Grid::center_of(column + x, row + y), goal.body) {
                    let cost = self.cost_from((column + x, row + y), fields, weights, goal.speed);
                    self.reach(neighbour, cost);
                }
            }
        }
    }

    /// A tile is reached at a cost.
    fn reach(&mut self, tile: usize, cost: f32) {
        if cost < self.cost[tile] {
            self.cost[tile] = cost;
            self.next.push(Reverse((cost.to_bits(), tile as u32)));
        }
    }

    /// The cost of a tile by its known neighbours.
    fn cost_from(&self, (column, row): (i32, i32), fields: &Fields, weights: &Weights, top: f32) -> f32 {
        let along = |axis: [(i32, i32); 2]| {
            let mut best = (f32::INFINITY, 1.0);
            for (x, y) in axis {
                if let Some(tile) = self.index(column + x, row + y).filter(|&tile| self.is_known[tile]) {
                    let step = fields.cost_into(tile, Vec2::new(x as f32, y as f32), top, weights);
                    if self.cost[tile] + step < best.0 + best.1 {
                        best = (self.cost[tile], step);
                    }
                }
            }
            best
        };
        rise(along([NEIGHBOUR_TILES[0], NEIGHBOUR_TILES[1]]), along([NEIGHBOUR_TILES[2], NEIGHBOUR_TILES[3]]))
    }

    fn tile_at(&self, place: Vec2) -> Option<usize> {
        let (column, row) = Grid::tile_at(place);
        self.index(column, row)
    }

    fn index(&self, column: i32, row: i32) -> Option<usize> {
        let is_on_map = column >= 0 && row >= 0 && column < self.columns && row < self.rows;
        is_on_map.then(|| (row * self.columns + column) as usize)
    }

    /// The least cost from a tile, px; infinite where nobody comes.
    pub fn cost(&self, column: i32, row: i32) -> f32 {
        self.index(column, row).map_or(f32::INFINITY, |tile| self.cost[tile])
    }

    /// Down the gradient at a tile, a unit vector; `None` at the goal and where the potential is unknown.
    pub fn direction(&self, column: i32, row: i32) -> Option<Vec2> {
        let here = self.cost(column, row);
        let fall = |x: i32, y: i32| {
            let fall = here - self.cost(column + x, row + y);
            if fall.is_finite() { fall.max(0.0) } else { 0.0 }
        };
        // The steeper side of each axis.
        let axis = |ahead: f32, behind: f32| if ahead >= behind { ahead } else { -behind };
        let down = Vec2::new(axis(fall(1, 0), fall(-1, 0)), axis(fall(0, 1), fall(0, -1)));
        if here.is_finite() { down.try_normalize() } else { None }
    }

    /// Down the gradient at a place (px), between the four tiles around it, a unit vector; `None` at the goal
    /// and where the potential is unknown.
    pub fn downhill(&self, place: Vec2) -> Option<Vec2> {
        let at = place / TILE - 0.5;
        let low = at.floor();
        let d = at - low;
        let (column, row) = (low.x as i32, low.y as i32);
        let shares = [
            (0, 0, (1.0 - d.x) * (1.0 - d.y)),
            (1, 0, d.x * (1.0 - d.y)),
            (0, 1, (1.0 - d.x) * d.y),
            (1, 1, d.x * d.y),
        ];
        let mut down = Vec2::ZERO;
        for (x, y, share) in shares {
            if self.cost(column + x, row + y) == 0.0 {
                return None;
            }
            down += self.direction(column + x, row + y).unwrap_or(Vec2::ZERO) * share;
        }
        down.try_normalize()
    }

    /// Calls `line` with the pieces of the lines of equal potential, `every` px apart, in the square between
    /// the centres of a tile and of its neighbours to the right and below.
    pub fn contours(&self, (column, row): (i32, i32), every: f32, mut line: impl FnMut(Vec2, Vec2)) {
        let corner = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (column + x, row + y));
        let cost = corner.map(|(x, y)| self.cost(x, y));
        let (low, high) = cost.iter().fold((f32::MAX, f32::MIN), |(low, high), &c| (low.min(c), high.max(c)));
        if !high.is_finite() {
            return;
        }
        let mut level = (low / every).floor() * every + every;
        while level < high {
            let crossing = |side: usize| {
                let (a, b) = (cost[side], cost[(side + 1) % 4]);
                let part = (level - a) / (b - a);
                let center = |(x, y): (i32, i32)| Grid::center_of(x, y);
                ((a < level) != (b < level))
                    .then(|| center(corner[side]).lerp(center(corner[(side + 1) % 4]), part))
            };
            let mut ends = (0..4).filter_map(crossing);
            if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
                line(a, b);
            }
            level += every;
        }
    }
}

/// Whether a body can stand in the middle of a tile, between walls and obstacles.
fn is_passable(scene: &Scene, center: Vec2, body: Collider) -> bool {
    scene.grid.is_free(center, body)
        && scene.obstacles.iter().all(|other| gap(body, other.collider(), other.position - center) >= 0.0)
}

/// The potential at a tile from the cheaper neighbour on each axis and the cost of the step there: the φ with
/// ((φ − φ₁)/C₁)² + ((φ − φ₂)/C₂)² = 1, or along one axis where that would not rise from both.
fn rise((first, step_one): (f32, f32), (second, step_two): (f32, f32)) -> f32 {
    let along_one = (first + step_one).min(second + step_two);
    if !first.is_finite() || !second.is_finite() {
        return along_one;
    }
    // In differences to the first, since costs of far places leave no digits for squares.
    let (a, b, d) = (1.0 / (step_one * step_one), 1.0 / (step_two * step_two), second - first);
    let root = a + b - a * b * d * d;
    let risen = if root < 0.0 { f32::INFINITY } else { (b * d + root.sqrt()) / (a + b) };
    if risen.is_finite() && risen >= d.max(0.0) { first + risen } else { along_one }
}

#[cfg(test)]
mod tests {
    use super::super::fields::crowd_of;
    use super::*;
    use crate::grid::Tile;

    fn potential(grid: &Grid, units: &[(Vec2, Vec2)], goal: Vec2) -> Potential {
        let crowd = crowd_of(units, goal);
        let scene = Scene { crowd: &crowd, grid, obstacles: &[], tick: 0 };
        let (mut fields, mut potential) = (Fields::default(), Potential::default());
        fields.fill(&scene, &Weights::default());
        let heading: Vec<(u64, u32)> = (0..units.len() as u32).map(|unit| (0, unit)).collect();
        potential.march(&scene, &fields, &Weights::default(), &heading);
        potential
    }

    #[test]
    fn on_empty_ground_the_potential_is_nearly_the_distance() {
        let grid = Grid::new(40, 40, vec![Tile::Ground; 1600]);
        let goal = Grid::center_of(20, 20);
        let potential = potential(&grid, &[(Vec2::splat(15.0), Vec2::ZERO)], goal);
        for (column, row) in [(20, 10), (30, 20), (28, 28), (25, 12), (5, 8)] {
            let distance = Grid::center_of(column, row).distance(goal);
            let ratio = potential.cost(column, row) / distance;
            // First order upwind differences overestimate off the axes.
            assert!((0.99..1.13).contains(&ratio), "{column} {row}: {ratio}");
            let down = potential.direction(column, row).unwrap();
            assert!(down.dot((goal - Grid::center_of(column, row)).normalize()) > 0.97);
        }
    }

    #[test]
    fn it_leads_round_walls_and_is_infinite_behind_closed_ones() {
        let tile = |i: usize| {
            let (x, y) = (i % 20, i / 20);
            let is_wall = (x == 10 && y > 2) || (x > 14 && y == 12) || (x == 15 && y > 12);
            if is_wall { Tile::Rock } else { Tile::Ground }
        };
        let grid = Grid::new(20, 20, (0..400).map(tile).collect());
        let potential = potential(&grid, &[(Grid::center_of(2, 15), Vec2::ZERO)], Grid::center_of(13, 8));
        assert!(potential.direction(2, 15).unwrap().y < 0.0, "up to the gap in the wall");
        let mut place = Grid::center_of(2, 15);
        for _ in 0..200 {
            if let Some(down) = potential.downhill(place) {
                place += down * 10.0;
            }
            assert!(!grid.is_blocked(Grid::tile_at(place).0, Grid::tile_at(place).1), "{place}");
        }
        assert!(place.distance(Grid::center_of(13, 8)) < 2.0 * TILE, "{place}");
        assert!(potential.cost(17, 15).is_infinite());
    }

    #[test]
    fn a_crowd_that_stands_in_one_of_two_doors_makes_it_the_longer_way() {
        let door = |y: usize| (3..6).contains(&y) || (14..17).contains(&y);
        let tile = |i: usize| if i % 20 == 10 && !door(i / 20) { Tile::Rock } else { Tile::Ground };
        let grid = Grid::new(20, 20, (0..400).map(tile).collect());
        let (from, to) = (Grid::center_of(2, 8), Grid::center_of(18, 8));
        let free = potential(&grid, &[(from, Vec2::ZERO)], to);
        assert!(free.direction(7, 8).unwrap().y < 0.0, "the upper door is nearer");
        let mut units: Vec<(Vec2, Vec2)> = vec![(from, Vec2::ZERO)];
        units.extend(
            (0..48).map(|i| {
                (Vec2::new(255.0 + 14.0 * (i % 8) as f32, 92.0 + 15.0 * (i / 8) as f32), Vec2::ZERO)
            }),
        );
        let jammed = potential(&grid, &units, to);
        assert!(jammed.direction(2, 9).unwrap().y > 0.0, "{:?}", jammed.direction(2, 9));
    }

    #[test]
    fn contours_lie_between_cheaper_and_dearer_tiles() {
        let grid = Grid::new(12, 12, vec![Tile::Ground; 144]);
        let potential = potential(&grid, &[(Vec2::splat(15.0), Vec2::ZERO)], Grid::center_of(6, 6));
        let mut pieces = 0;
        for tile in [(3, 3), (8, 4), (2, 6)] {
            potential.contours(tile, 20.0, |a, b| {
                assert!(a.distance(b) <= 1.5 * TILE);
                pieces += 1;
            });
        }
        assert!(pieces >= 3);
    }
}
