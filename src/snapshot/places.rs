//! Room for those who stand where a level lets nobody stand: in each other, in an obstacle that has
//! come over them.

use crate::geometry::{Collider, Shape, gap};
use crate::grid::available::nearest_tile;
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::level::{Level, MAX_RADIUS, misplaced};
use glam::Vec2;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// Side of the cells in which bodies are looked up, px: what touches a body is in its own cell or one beside
/// it.
const LOOKUP_CELL: f32 = 2.0 * MAX_RADIUS;
/// The least distance between places that are tried, px.
const FINEST: f32 = 2.0;

/// A unit that stood in another, in an obstacle or in a wall.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Its id in the game.
    pub name: String,
    /// Where it stood, px.
    pub from: Vec2,
    /// The nearest free place, px, where it stands in the level; `None`: there was no room, and it is left
    /// out.
    pub to: Option<Vec2>,
}

/// Moves every unit that the level's check would refuse to the nearest free place along the ground, or to the
/// nearest of all where there is none; takes it out of the level and of `ids` where there is no room at all.
pub fn settle(level: &mut Level, ids: &mut Vec<UnitId>) -> Vec<Moved> {
    let mut moved = Vec::new();
    let mut room = None;
    // Of two in each other the check names one; when that one is gone it may name the other for a third.
    loop {
        let misplaced = misplaced(level);
        if misplaced.is_empty() {
            return moved;
        }
        let room = room.get_or_insert_with(|| OccupiedGround::of(level));
        let mut gone = HashSet::new();
        for &index in &misplaced {
            let unit = &mut level.units[index];
            let kind = &level.kinds[unit.kind];
            let body = kind.body.collider();
            let from = unit.at;
            room.leave(index, from);
            let to = room.nearest(&level.grid, from, body);
            match to {
                Some(to) => {
                    unit.at = to;
                    room.take(index, to, body);
                }
                None => drop(gone.insert(index)),
            }
            moved.push(Moved { name: unit.name.clone(), from, to });
        }
        if !gone.is_empty() {
            remove(&mut level.units, &gone);
            remove(ids, &gone);
            // The others have new numbers.
            *room = OccupiedGround::of(level);
        }
    }
}

fn remove<T>(from: &mut Vec<T>, gone: &HashSet<usize>) {
    let mut index = 0..;
    from.retain(|_| !index.next().is_some_and(|index| gone.contains(&index)));
}

/// A unit's number, centre (px) and outline.
type Placed = (usize, Vec2, Collider);

/// Which bodies are where.
struct OccupiedGround {
    /// Units by cell.
    units: HashMap<(i32, i32), Vec<Placed>>,
    obstacles: Vec<(Vec2, Collider)>,
    /// Places of the lattice of a body that were taken when they were last looked at.
    taken: HashSet<(u32, Shape, i32, i32)>,
}

impl OccupiedGround {
    fn of(level: &Level) -> OccupiedGround {
        let circle = |radius| Collider { shape: Shape::Circle, radius };
        let obstacles = level.obstacles.iter().map(|other| (other.motion.at(0.0), circle(other.radius)));
        let mut room =
            OccupiedGround { units: HashMap::new(), obstacles: obstacles.collect(), taken: HashSet::new() };
        for (index, unit) in level.units.iter().enumerate() {
            let kind = &level.kinds[unit.kind];
            room.take(index, unit.at, kind.body.collider());
        }
        room
    }

    fn take(&mut self, index: usize, at: Vec2, body: Collider) {
        self.units.entry(cell(at)).or_default().push((index, at, body));
    }

    fn leave(&mut self, index: usize, at: Vec2) {
        self.units.entry(cell(at)).or_default().retain(|unit| unit.0 != index);
    }

    /// Whether a body is on the map and apart from everything at a place.
    fn is_free(&self, grid: &Grid, at: Vec2, body: Collider) -> bool {
        let (column, row) = cell(at);
        let cells = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (column + x, row + y)));
        let mut near = cells.filter_map(|cell| self.units.get(&cell)).flatten();
        grid.is_free(at, body)
            && self.obstacles.iter().all(|&(center, other)| gap(body, other, at - center) >= 0.0)
            && near.all(|&(_, center, other)| gap(body, other, at - center) >= 0.0)
    }

    /// The nearest free place: of those that a body can walk to from `from`, else of the middles of all
    /// tiles.
    fn nearest(&mut self, grid: &Grid, from: Vec2, body: Collider) -> Option<Vec2> {
        let nearest = self.nearest_on_foot(grid, from, body);
        nearest.or_else(|| nearest_tile(grid, from, |place| self.is_free(grid, place, body)))
    }

    /// A search outward over a square lattice, past bodies but not through walls. The lattice is the same for
    /// all of one size, so that of a crowd in one place not everybody looks at the same taken places again.
    fn nearest_on_foot(&mut self, grid: &Grid, from: Vec2, body: Collider) -> Option<Vec2> {
        let step = body.radius.clamp(FINEST, TILE / 2.0);
        let place = |(x, y): (i32, i32)| Vec2::new(x as f32, y as f32) * step;
        let mut open = BinaryHeap::new();
        let mut seen = HashSet::new();
        let mut reach = |open: &mut BinaryHeap<_>, here: Vec2, walked: u32, node: (i32, i32)| {
            let there = place(node);
            if !seen.contains(&node) && grid.line_is_free(here, there, body) {
                seen.insert(node);
                // In sixteenths of a px: whole numbers have an order.
                let way = walked + (here.distance(there) * 16.0) as u32;
                open.push(Reverse(((from.distance(there) * 16.0) as u32, way, node)));
            }
        };
        let corner = (from / step).floor().as_ivec2();
        for node in [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| (corner.x + x, corner.y + y)) {
            reach(&mut open, from, 0, node);
        }
        while let Some(Reverse((_, way, node))) = open.pop() {
            let here = place(node);
            let key = (body.radius.to_bits(), body.shape, node.0, node.1);
            if !self.taken.contains(&key) {
                if self.is_free(grid, here, body) {
                    return Some(here);
                }
                self.taken.insert(key);
            }
            for (x, y) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
                reach(&mut open, here, way, (node.0 + x, node.1 + y));
            }
        }
        None
    }
}

fn cell(at: Vec2) -> (i32, i32) {
    let cell = (at / LOOKUP_CELL).floor().as_ivec2();
    (cell.x, cell.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(rest: &str) -> Level {
        let text = format!(r#"{{ "format": 1, "name": "A", {rest} }}"#);
        Level::parse(&text, "a.json", None).unwrap()
    }

    #[test]
    fn units_in_each_other_are_parted_and_nobody_else_is_moved() {
        let mut level = level(
            r#""map": { "size": [9, 9] }, "units": [{ "kind": "hero", "team": "red",
                "block": { "from": [1.5, 1.5], "columns": 6, "rows": 6, "spacing": 20 } }]"#,
        );
        let before = level.clone();
        (0..9).for_each(|index| level.units[index].at = Vec2::new(200.0, 201.0));
        let mut ids: Vec<UnitId> = (0..36).map(UnitId).collect();
        let moved = settle(&mut level, &mut ids);
        assert!(misplaced(&level).is_empty() && ids.len() == 36);
        assert!((8..=9).contains(&moved.len()), "{moved:?}");
        assert!(moved.iter().all(|unit| unit.to.unwrap().distance(unit.from) < 60.0), "{moved:?}");
        assert_eq!(before.units[9..], level.units[9..]);
    }

    #[test]
    fn nobody_is_moved_through_a_wall_while_there_is_room_on_the_own_side() {
        let mut level = level(
            r#""map": { "tiles": ["TTTTTTTTT", "...T.....", "TTTTTTTTT"] },
               "units": [{ "kind": "infantry", "team": "red", "at": [2.5, 1.5] },
                         { "kind": "infantry", "team": "red", "at": [5.5, 1.5] }]"#,
        );
        level.units[1].at = level.units[0].at;
        let moved = settle(&mut level, &mut vec![UnitId(0), UnitId(1)]);
        assert!(moved.len() == 1 && moved[0].to.unwrap().x < 90.0, "{moved:?}");
    }

    #[test]
    fn who_finds_no_room_is_left_out_and_named() {
        let mut level = level(
            r#""map": { "tiles": [".."] }, "units": [{ "kind": "siege", "team": "red", "at": [0.5, 0.5] },
                { "id": "last", "kind": "siege", "team": "red", "at": [1.5, 0.5] }]"#,
        );
        let third = level.units[1].clone();
        level.units.push(crate::level::UnitSpec { name: "third".into(), ..third });
        let mut ids: Vec<UnitId> = (0..3).map(UnitId).collect();
        let moved = settle(&mut level, &mut ids);
        assert_eq!(moved.len(), 1);
        assert_eq!((moved[0].name.as_str(), moved[0].to), ("third", None));
        assert_eq!((ids, level.units.len()), (vec![UnitId(0), UnitId(1)], 2));
    }
}
