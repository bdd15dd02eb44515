//! The nearest places along the ground, on whatever lattice they lie.
//!
//! Open ground holds most units on a hexagonal lattice. A road that is a little narrower than two of its rows
//! holds one, where two would fit that keep to its sides. So several choices are compared by their farthest
//! place along the ground, at the wished spacing first, and closer together only where that leads too far
//! away:
//!
//! 1. the hexagonal lattice about the place;
//! 2. a square one that is fitted between the walls around the place;
//! 3. equal parts of tiles: as near as the tiles with room are, whatever maze they make up;
//! 4. whatever place comes next along the ground and keeps its distance, among fine steps: for scattered
//!    rock.

use super::lattice::{AROUND, Around, LatticeNode, PlaceLattice, WalkedPlace};
use crate::grid::TILE;
use crate::settling::SETTLED_GAP;
use glam::Vec2;
use rustc_hash::FxHashMap;

/// Places lie within a tile and so many radii × √n of the middle along the ground where there is room: the
/// contract of the command line.
const REACH_PER_ROOT: f32 = 2.5;
/// Fine steps lie this share of the spacing apart. Smaller ones pack a little better and cost time, squared.
const FINE_STEP: f32 = 0.25;
/// Groups of more units take the better lattice: fine steps would take longer than a tick.
const FINE_UP_TO: usize = 2000;
/// Fine steps that are looked at, per unit: one unit takes up about 16.
const STEPS_PER_UNIT: usize = 100;

/// A way to lay out places: how far apart, px, and how many.
type PlaceSearch<'a> = fn(&Around<'a>, f32, usize) -> Vec<WalkedPlace>;

/// Up to `count` places, as near to the middle along the ground as a good choice gets, nearest first; without
/// those in doorways if there are enough in reach on this side of them.
pub(super) fn nearest_places(around: Around, spacing: f32, count: usize) -> Vec<Vec2> {
    let within = around.reach(count);
    let tightest = 2.0 * around.body.reach() + SETTLED_GAP;
    let closer = [0.5 * (spacing + tightest), tightest].into_iter().filter(|&closer| closer < spacing);
    let clear = (!around.is_narrow(around.to)).then_some((spacing, true));
    let wishes = std::iter::once((spacing, false)).chain(closer.map(|closer| (closer, false)));
    let choices: [PlaceSearch; 4] = [Around::hexagonal, Around::fitted, Around::parts_of_tiles, Around::fine];
    let mut best: Option<((usize, f32), Vec<WalkedPlace>)> = None;
    for (spacing, keeps_clear) in clear.into_iter().chain(wishes) {
        let around = Around { keeps_clear, ..around };
        for choice in choices {
            let places = choice(&around, spacing, count);
            let rating = (count - places.len(), around.farthest(&places, within));
            if best.as_ref().is_none_or(|(least, _)| rating < *least) {
                best = Some((rating, places));
            }
            if matches!(best, Some(((0, farthest), _)) if farthest <= within) {
                return at(best);
            }
        }
    }
    at(best)
}

fn at(best: Option<((usize, f32), Vec<WalkedPlace>)>) -> Vec<Vec2> {
    best.into_iter().flat_map(|(_, places)| places).map(|place| place.at).collect()
}

impl Around<'_> {
    /// How far places may be along the ground where there is room, px.
    fn reach(&self, count: usize) -> f32 {
        TILE + REACH_PER_ROOT * self.body.radius * (count as f32).sqrt()
    }

    /// The farthest of some places along the ground, px: straight away where they are in sight of the middle.
    /// How far those are that were walked to `within` a limit does not matter.
    fn farthest(&self, places: &[WalkedPlace], within: f32) -> f32 {
        let away = |place: &WalkedPlace| match place.walked > within {
            true if self.grid.line_is_free(self.to, place.at, self.body) => place.at.distance(self.to),
            _ => place.walked,
        };
        places.iter().map(away).fold(0.0, f32::max)
    }

    /// Up to `count` places on a square lattice that is fitted between the walls around the middle.
    fn fitted(&self, spacing: f32, count: usize) -> Vec<WalkedPlace> {
        if !self.is_free(self.to) {
            return Vec::new();
        }
        let rows = |room: f32| (room / spacing + 1e-3).floor();
        let lattice = self.fitted_lattice(spacing, count, rows);
        self.search(lattice, count, usize::MAX, |_| true)
    }

    fn fitted_lattice(&self, step: f32, count: usize, steps: impl Fn(f32) -> f32) -> PlaceLattice {
        let limit = self.reach(count);
        let (x, y) = (self.fit(Vec2::X, step, limit, &steps), self.fit(Vec2::Y, step, limit, &steps));
        let (column, row) = (Vec2::X * x.1, Vec2::Y * y.1);
        PlaceLattice { origin: self.to + Vec2::new(x.0, y.0), column, row, around: &AROUND, ring: 0.0 }
    }

    /// Fits steps of about `step` px between the walls on both sides of the middle along an axis, or lets
    /// them begin at the only wall: the offset of the nearest one from the middle, and how far apart they
    /// are, px. `steps` says how many fit into a room.
    fn fit(&self, axis: Vec2, step: f32, limit: f32, steps: impl Fn(f32) -> f32) -> (f32, f32) {
        let run = |direction: Vec2| self.grid.free_run(self.to, direction, self.body, limit);
        let (back, ahead) = (run(-axis), run(axis));
        let step = match steps(back + ahead) {
            steps if back < limit && ahead < limit && steps >= 1.0 => (back + ahead) / steps,
            _ => step,
        };
        let to_wall = |run: f32| run - (run / step).round() * step;
        match (back < limit, ahead < limit) {
            (true, true) if back + ahead < step => (0.0, step),
            (true, _) => (-to_wall(back), step),
            (false, true) => (to_wall(ahead), step),
            (false, false) => (0.0, step),
        }
    }

    /// Walks over fine steps, nearest along the ground first, and takes each that is far enough from those
    /// taken before.
    fn fine(&self, spacing: f32, count: usize) -> Vec<WalkedPlace> {
        if count > FINE_UP_TO || !self.is_free(self.to) {
            return Vec::new();
        }
        let pitch = FINE_STEP * spacing;
        let lattice = self.fitted_lattice(pitch, count, |room: f32| (room / pitch).ceil());
        let cell = |at: Vec2| ((at.x / spacing).floor() as i32, (at.y / spacing).floor() as i32);
        let mut cells: FxHashMap<LatticeNode, Vec<Vec2>> = FxHashMap::default();
        let least = (spacing - SETTLED_GAP / 2.0) * (spacing - SETTLED_GAP / 2.0);
        self.search(lattice, count, STEPS_PER_UNIT * count.max(10), |at| {
            let (column, row) = cell(at);
            let near = AROUND.iter().chain(&[(0, 0)]).filter_map(|(i, j)| cells.get(&(column + i, row + j)));
            let has_room = near.flatten().all(|other| other.distance_squared(at) >= least);
            if has_room {
                cells.entry((column, row)).or_default().push(at);
            }
            has_room
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::grid::{Grid, Tile};
    use crate::group::places::{GroupMember, slots};
    use crate::path::{Path, Pathfinder};
    use std::collections::HashSet;

    const SIDE: i32 = 31;
    const MIDDLE: LatticeNode = (15, 15);

    /// A small generator of its own, so that the tests are the same everywhere: numbers from 0 to 1.
    fn chances(mut seed: u32) -> impl FnMut() -> f32 {
        move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        }
    }

    fn map(is_rock: impl FnMut(LatticeNode) -> bool) -> Grid {
        let tiles = (0..SIDE * SIDE).map(|i| (i % SIDE, i / SIDE)).map(is_rock);
        Grid::new(SIDE, SIDE, tiles.map(|rock| if rock { Tile::Rock } else { Tile::Ground }).collect())
    }

    /// A maze of corridors one tile wide: every second tile is a cell, and walls fall between those that are
    /// joined.
    fn maze(mut chance: impl FnMut() -> f32) -> Grid {
        let mut open = HashSet::from([MIDDLE]);
        let mut ways = vec![MIDDLE];
        while let Some(&(x, y)) = ways.last() {
            let beside = [(2, 0), (-2, 0), (0, 2), (0, -2)].map(|(i, j)| (x + i, y + j));
            let is_closed =
                |&(x, y): &LatticeNode| x.min(y) > 0 && x.max(y) < SIDE && !open.contains(&(x, y));
            let next: Vec<LatticeNode> = beside.into_iter().filter(is_closed).collect();
            let Some(&(i, j)) = next.get((chance() * next.len() as f32) as usize) else {
                ways.pop();
                continue;
            };
            open.extend([(i, j), ((x + i) / 2, (y + j) / 2)]);
            ways.push((i, j));
        }
        map(|tile| !open.contains(&tile))
    }

    /// How many tiles there are within each number of steps along rows and columns: room for a unit each.
    fn tiles_within(grid: &Grid) -> Vec<usize> {
        let (mut near, mut within, mut seen) = (vec![MIDDLE], vec![1], HashSet::from([MIDDLE]));
        while !near.is_empty() {
            let around = |(x, y): LatticeNode| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            near = near.into_iter().flat_map(around).collect();
            near.retain(|&(x, y)| !grid.is_blocked(x, y) && seen.insert((x, y)));
            within.push(within.last().unwrap() + near.len());
        }
        within
    }

    /// The length of a way in steps of a quarter of a tile, px.
    fn walk(grid: &Grid, from: Vec2, to: Vec2, body: Collider) -> f32 {
        let place = |(x, y): LatticeNode| from + Vec2::new(x as f32, y as f32) * (TILE / 4.0);
        let next = |&here: &LatticeNode| {
            let around = AROUND.map(|(i, j)| (here.0 + i, here.1 + j)).into_iter();
            let walkable = around.filter(move |&there| grid.line_is_free(place(here), place(there), body));
            walkable.map(move |there| (there, (place(here).distance(place(there)) * 100.0) as u32))
        };
        let ways = pathfinding::prelude::dijkstra_all(&(0, 0), next);
        let near = ways.iter().filter(|&(&node, _)| grid.line_is_free(place(node), to, body));
        near.map(|(&node, &(_, length))| length as f32 / 100.0 + place(node).distance(to))
            .fold(f32::MAX, f32::min)
    }

    #[test]
    fn nobody_stands_in_a_doorway_while_there_is_room_beside_it_unless_sent_there() {
        for width in [1, 2] {
            let door = MIDDLE.1..MIDDLE.1 + width;
            let grid = map(|(x, y)| x == MIDDLE.0 && !door.contains(&y));
            let member = GroupMember {
                position: Vec2::splat(50.0),
                radius: 7.0,
                soft_radius: 10.0,
                shape: Shape::Circle,
            };
            let places = |column: f32| {
                let to = Vec2::new(column, MIDDLE.1 as f32 + 0.5) * TILE;
                slots(&grid, &[], to, &vec![member; 36])
            };
            let wall = MIDDLE.0 as f32 * TILE;
            for behind in [1.5, 2.0, 3.0] {
                let places = places(MIDDLE.0 as f32 + behind);
                assert!(places.iter().all(|place| place.x >= wall + TILE), "{places:?}");
            }
            assert!(places(MIDDLE.0 as f32 + 0.5).iter().any(|place| (wall..wall + TILE).contains(&place.x)));
        }
    }

    #[test]
    fn wherever_there_is_room_along_the_ground_the_places_are_within_reach() {
        let (mut chance, mut tried) = (chances(7), 0);
        for round in 0..90 {
            let share = 0.4 * chance();
            let grid = match round % 3 {
                0 => map(|tile| tile != MIDDLE && chance() < share),
                // Rooms with a door in each wall.
                1 => {
                    let (i, j) = ((3.0 * chance()) as i32, (3.0 * chance()) as i32);
                    map(|(x, y)| (x % 6 == i && (y + x) % 5 != 2) || (y % 7 == j && (x + y) % 6 != 3))
                }
                _ => maze(&mut chance),
            };
            if grid.is_blocked(MIDDLE.0, MIDDLE.1) {
                continue;
            }
            let (to, within) = (Grid::center_of(MIDDLE.0, MIDDLE.1), tiles_within(&grid));
            // Both soft radii and the sizes of all kinds; the last group is mixed.
            for (radius, soft_radius, least) in
                [(7.0, 10.0, 7.0), (9.0, 13.0, 9.0), (13.0, 17.0, 13.0), (13.0, 17.0, 7.0)]
            {
                for count in [2, 5, 12, 24, 60, 150] {
                    let reach = TILE + REACH_PER_ROOT * radius * (count as f32).sqrt();
                    let steps = ((reach / TILE) as usize).min(within.len() - 1);
                    if within[steps] < count {
                        continue;
                    }
                    tried += 1;
                    let body = Collider { shape: Shape::Circle, radius };
                    let member = |i| GroupMember {
                        position: Vec2::splat(50.0),
                        radius: if i % 2 == 0 { radius } else { least },
                        soft_radius,
                        shape: Shape::Circle,
                    };
                    let slots = slots(&grid, &[], to, &(0..count).map(member).collect::<Vec<_>>());
                    for (i, &slot) in slots.iter().enumerate() {
                        assert!(
                            slots[i + 1..].iter().all(|other| other.distance(slot) >= 2.0 * radius),
                            "{slot}"
                        );
                        let mut path = Path::default();
                        assert!(Pathfinder::default().find_path(&grid, to, slot, body, &mut path));
                        // The pathfinder's ways are a little longer than the shortest.
                        let length = match path.length <= reach {
                            true => path.length,
                            false => walk(&grid, to, slot, body),
                        };
                        assert!(length <= reach, "{round} {radius} {count}: {length} of {reach}");
                    }
                }
            }
        }
        assert!(tried > 300, "{tried}");
    }
}
