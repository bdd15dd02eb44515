//! Where a unit goes that is in a place too narrow to let another by: the article's hard push with a plan, so
//! that the smallest set of units moves.
//!
//! Stepping off the contact is not enough in a canyon: in a bend it leads into the corner. So a unit in the
//! way looks for the place off the other's route that is cheapest to reach, tile by tile, where every unit
//! that would have to move on costs more than any way around.
//!
//! # Source
//! [Article 003], `HardPush`: left, right, behind, one unit after the other, with the note that it "needs
//! optimisation". Departure: Dijkstra's search over the tiles around (ways in eight directions) instead of
//! three fixed steps.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::give_way::Request;
use crate::geometry::Collider;
use crate::geometry::segment::distance_to_segment;
use crate::grid::Grid;
use crate::movement::predictive::home::HOME_QUEUE;
use crate::movement::predictive::surroundings::{NARROW, Surroundings};
use crate::neighbours::{Crowd, Intent};
use glam::Vec2;

/// Tiles from the unit to the rim of the searched square.
const SEARCH_TILES: i32 = 9;
const SEARCH_SIDE: i32 = 2 * SEARCH_TILES + 1;
const CELLS: usize = (SEARCH_SIDE * SEARCH_SIDE) as usize;
/// Cost of a straight and of a diagonal step, and of each unit on the way.
const STRAIGHT_COST: u32 = 2;
const DIAGONAL_COST: u32 = 3;
const OCCUPIED: u32 = 40;

/// The next place, px, in a straight line, on the cheapest way of a unit to a refuge from the one that asks;
/// `None` if the surroundings hold none. The route of `root`, at the beginning of the chain, has to become
/// free.
pub fn find(
    crowd: &Crowd,
    (unit, root): (usize, usize),
    request: &Request,
    around: &Surroundings,
) -> Option<Vec2> {
    let search = Search::new(crowd, (unit, root), request, around);
    let (mut cost, mut from, mut done) = ([u32::MAX; CELLS], [0_u16; CELLS], [false; CELLS]);
    let middle = (SEARCH_TILES * SEARCH_SIDE + SEARCH_TILES) as usize;
    cost[middle] = 0;
    // Where no place off the route can be reached, as far along as possible.
    let mut last = middle;
    loop {
        let open = (0..CELLS).filter(|&cell| !done[cell] && cost[cell] < u32::MAX);
        let Some(cell) = open.min_by_key(|&cell| (cost[cell], cell)) else { break };
        done[cell] = true;
        last = cell;
        if cell != middle && search.is_refuge(cell) {
            break;
        }
        let (column, row) = (cell as i32 % SEARCH_SIDE, cell as i32 / SEARCH_SIDE);
        for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let (c, r) = (column + x, row + y);
            if !(0..SEARCH_SIDE).contains(&c) || !(0..SEARCH_SIDE).contains(&r) {
                continue;
            }
            let next = (r * SEARCH_SIDE + c) as usize;
            let diagonal = x != 0 && y != 0;
            let cuts = diagonal && !(search.is_ground(column + x, row) && search.is_ground(column, row + y));
            if done[next] || cuts || !search.is_ground(c, r) {
                continue;
            }
            let Some(price) = search.price(next) else { continue };
            let total = cost[cell] + price + if diagonal { DIAGONAL_COST } else { STRAIGHT_COST };
            if total < cost[next] {
                (cost[next], from[next]) = (total, cell as u16);
            }
        }
    }
    if last == middle {
        return None;
    }
    // Back along the way to the farthest tile that is in sight.
    let position = crowd.position[unit];
    let mut cell = last;
    // Slim: a unit that brushes a corner slides round it.
    let slim = search.body.slim();
    while usize::from(from[cell]) != middle && !around.grid.line_is_free(position, search.center(cell), slim)
    {
        cell = usize::from(from[cell]);
    }
    let in_sight = around.grid.line_is_free(position, search.center(cell), slim);
    Some(search.center(if in_sight { cell } else { middle }))
}

struct Search<'a> {
    crowd: &'a Crowd,
    unit: usize,
    root: usize,
    /// Index of the unit that asks.
    asker: usize,
    /// Its way, a unit vector.
    onward: Vec2,
    around: &'a Surroundings<'a>,
    body: Collider,
    /// The tile in the middle of the searched square.
    tile: (i32, i32),
    /// The route that has to become free: where its unit is, and its next waypoints.
    route: [Vec2; 3],
    /// How far from the route a refuge is, px.
    clear: f32,
}

impl<'a> Search<'a> {
    fn new(
        crowd: &'a Crowd,
        (unit, root): (usize, usize),
        request: &Request,
        around: &'a Surroundings,
    ) -> Search<'a> {
        let start = crowd.position[root];
        let mut route = [start, crowd.waypoint[root], crowd.next_waypoint[root]];
        if crowd.intent(root) == Intent::Rest {
            // It will stay at its post: a unit that is pushed along before it could not get home past it. So
            // not there.
            let goal = around.memory(crowd, root).trail.goal(crowd.waypoint[root]);
            let before = if goal == crowd.waypoint[root] { start } else { goal };
            let last = (crowd.waypoint[root] - before).normalize_or_zero();
            route = [start, goal, crowd.waypoint[root] + last * HOME_QUEUE];
        }
        Search {
            crowd,
            unit,
            root,
            asker: request.by as usize,
            onward: request.onward,
            around,
            body: crowd.body[unit],
            tile: Grid::tile_at(crowd.position[unit]),
            route,
            clear: crowd.body[root].reach() + crowd.body[unit].reach(),
        }
    }

    fn center(&self, cell: usize) -> Vec2 {
        let (column, row) =
            (cell as i32 % SEARCH_SIDE - SEARCH_TILES, cell as i32 / SEARCH_SIDE - SEARCH_TILES);
        Grid::center_of(self.tile.0 + column, self.tile.1 + row)
    }

    fn is_ground(&self, column: i32, row: i32) -> bool {
        self.around.grid.is_free(self.center((row * SEARCH_SIDE + column) as usize), self.body)
    }

    /// What entering a tile costs because of those who are there; `None` where nobody can be moved on.
    fn price(&self, cell: usize) -> Option<u32> {
        let (crowd, place) = (self.crowd, self.center(cell));
        let offset = place - crowd.position[self.asker];
        let touch = self.body.reach() + crowd.body[self.asker].reach();
        // The asker cannot be passed where it comes from.
        let kept = if offset.dot(self.onward) < 0.0 { touch + NARROW } else { touch };
        if offset.length() < kept {
            return None;
        }
        let mut price = Some(0);
        crowd.for_each_near(place, self.body.reach() + crowd.largest_radius, |other| {
            let reach = self.body.reach() + crowd.body[other].reach();
            if [self.unit, self.asker, self.root].contains(&other)
                || crowd.position[other].distance_squared(place) >= reach * reach
            {
                return;
            }
            let rock = self.around.is_rock(crowd, self.unit, other);
            price = price.filter(|_| !rock).map(|price| price + OCCUPIED);
        });
        price
    }

    /// Whether the unit could stand in a tile while the route's unit goes by, and nobody else stands there.
    fn is_refuge(&self, cell: usize) -> bool {
        let place = self.center(cell);
        let [start, goal, after] = self.route;
        let off = distance_to_segment(place, start, goal).min(distance_to_segment(place, goal, after));
        off >= self.clear && self.price(cell) == Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::geometry::half_planes::HalfPlane;
    use crate::grid::Tile;
    use crate::movement::predictive::{Parameters, Tuned};
    use crate::neighbours::Member;
    use crate::teams::Enemies;
    use crate::unit::{Memory, ModelName};
    use glam::vec2;

    /// However many would have to move on, their cost is counted: it once was more than its type held.
    #[test]
    fn a_way_through_thousands_has_its_price() {
        let body = |radius| Collider { shape: Shape::Circle, radius };
        let mut crowd = Crowd::default();
        let standing = |id, at, radius| Member::new(id, at, body(radius), ModelName::Predictive);
        crowd.push(standing(0, vec2(75.0, 45.0), 14.0).bound_for(vec2(675.0, 45.0)));
        crowd.push(standing(1, vec2(105.0, 45.0), 14.0));
        for number in 0..7_540 {
            let at = vec2(126.0 + (number / 26) as f32 * 1.04, 31.5 + (number % 26) as f32 * 1.04);
            crowd.push(standing(2 + number, at, 0.5));
        }
        crowd.rebuild();
        let rows = [Tile::Rock, Tile::Ground, Tile::Rock];
        let around = Surroundings {
            grid: &Grid::new(26, 3, rows.iter().flat_map(|&tile| [tile; 26]).collect()),
            obstacles: &[],
            enemies: &Enemies::default(),
            ways: &[],
            clear: &[],
            tuned: Tuned { common: &Parameters::default(), own: &[] },
            memories: &[Memory::default()],
        };
        let [asker, unit] = [0, 1].map(|id| crowd.index_of[id] as usize);
        let plane = HalfPlane { normal: Vec2::X, least: 0.0 };
        let request = Request { plane, onward: Vec2::X, no_room_beside: true, by: asker as u32 };
        let place = find(&crowd, (unit, asker), &request, &around);
        assert!(place.is_some_and(|place| place.x > crowd.position[unit].x), "{place:?}");
    }
}
