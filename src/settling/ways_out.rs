//! The ways out of a passage, and the places along them where units can stand aside, so that none stands on the
//! way of another.

use crate::geometry::Collider;
use crate::geometry::segment::distance_to_segment;
use crate::grid::{Grid, TILE};
use glam::Vec2;
use rustc_hash::FxHashSet;

/// Tiles that a search looks at, the nearest first: a passage of a hundred tiles and a room behind it.
const TILES: usize = 320;
/// Places that are tried before a search for all ends.
const CHOICES: usize = 100;

/// The ways out of a passage from a place deep in it.
#[derive(Clone, Debug)]
pub struct WaysOut {
    /// The way back and the way on from the place.
    arms: [Vec<Vec2>; 2],
    /// The body for which they are open.
    pub body: Collider,
    /// In the order of the steps to them; the first is the place itself.
    tiles: Vec<Reached>,
    /// Whether a unit on its way to a tile would run into one that stands on another.
    crossed: Vec<Vec<bool>>,
}

/// A tile that a unit could come to.
#[derive(Clone, Copy, Debug)]
struct Reached {
    center: Vec2,
    /// Index of the tile before it on the way; its own for the first.
    before: usize,
}

impl WaysOut {
    /// The ways out from a place at which a way is [parted](super::turnout::parted), for a body; they begin along
    /// the way back.
    pub fn new(grid: &Grid, arms: [Vec<Vec2>; 2], body: Collider) -> WaysOut {
        let [back, on] = &arms;
        let deepest = back[0];
        // Round a bend, too. A quarter of a tile for those that are as near to both.
        let is_behind = |place: Vec2| {
            place.distance(deepest) < 2.0 * TILE && distance(back, place) + 0.25 * TILE > distance(on, place)
        };
        let (column, row) = Grid::tile_at(deepest);
        let tiles = spread(grid, Grid::center_of(column, row), body, |place| !is_behind(place));
        let centers: Vec<Vec2> = tiles.iter().map(|tile| tile.center).collect();
        let apart = (2.0 * body.reach()).powi(2);
        let mut crossed: Vec<Vec<bool>> = Vec::new();
        for (tile, &Reached { center, before }) in tiles.iter().enumerate() {
            let mut way = if tile > 0 { crossed[before].clone() } else { vec![false; tiles.len()] };
            way.iter_mut()
                .zip(&centers)
                .for_each(|(way, other)| *way |= other.distance_squared(center) < apart);
            crossed.push(way);
        }
        WaysOut { arms, body, tiles, crossed }
    }

    /// The place deep in the passage, px.
    pub fn deepest(&self) -> Vec2 {
        self.arms[0][0]
    }

    /// How many tiles the way to a place leads over, the first one counted; where none leads there, as for what is
    /// beyond the nearer end of the ways.
    pub fn depth(&self, place: Vec2) -> usize {
        let beyond = || {
            let [back, on] = self.arms.each_ref().map(|arm| distance(arm, place));
            if on < back { 0 } else { usize::MAX }
        };
        self.tile_at(place).map_or_else(beyond, |tile| self.chain(tile).count())
    }

    fn tile_at(&self, place: Vec2) -> Option<usize> {
        let at = Grid::tile_at(place);
        self.tiles.iter().position(|tile| Grid::tile_at(tile.center) == at)
    }

    /// Ways to near places, px, for units in the order in which they come out; of each is told when it goes in
    /// again, and where it is. All ways begin at the place deep in the passage. Nobody stands on the way of one
    /// that comes out after it, nor of one that goes in before it, nor of those who stand aside already, at the
    /// places `held`, and nobody passes one that comes out after it. `is_open` says where nobody else stands.
    /// `None` if there are no such places.
    pub fn ways_aside(
        &self,
        comers: &[(usize, Vec2)],
        held: &[Vec2],
        is_open: impl Fn(Vec2) -> bool,
    ) -> Option<Vec<Vec<Vec2>>> {
        let WaysOut { tiles, crossed, .. } = self;
        let held: Vec<usize> = held.iter().filter_map(|&place| self.tile_at(place)).collect();
        let agrees = |tile: usize| held.iter().all(|&held| !crossed[tile][held] && !crossed[held][tile]);
        let open: Vec<usize> =
            (1..tiles.len()).filter(|&tile| is_open(tiles[tile].center) && agrees(tile)).collect();
        let (turns, at): (Vec<usize>, Vec<Option<usize>>) =
            comers.iter().map(|&(turn, at)| (turn, self.tile_at(at))).unzip();
        let open_to = |(comer, &from): (usize, &Option<usize>)| -> Vec<usize> {
            let passes = |tile: usize, other: usize| {
                from.is_some_and(|from| crossed[from][other] && !crossed[tile][other])
            };
            let is_open = |tile: &usize| !at[comer + 1..].iter().flatten().any(|&other| passes(*tile, other));
            open.iter().copied().filter(is_open).collect()
        };
        let open: Vec<Vec<usize>> = at.iter().enumerate().map(open_to).collect();
        let places = Arrangement { turns: &turns, crossed, left: &mut { CHOICES } }.among(&open)?;
        let way_to = |tile: usize| {
            let mut way: Vec<Vec2> = self.chain(tile).map(|tile| tiles[tile].center).collect();
            way.reverse();
            way
        };
        Some(places.into_iter().map(way_to).collect())
    }

    /// The tiles on the way to a tile, backwards from it.
    fn chain(&self, to: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(to), |&tile| (tile > 0).then(|| self.tiles[tile].before))
    }
}

/// An arrangement of units at places aside.
struct Arrangement<'a> {
    /// When each goes in again, in the order in which they come out.
    turns: &'a [usize],
    /// Whether a unit on its way to a tile would run into one that stands on another.
    crossed: &'a [Vec<bool>],
    /// How many more it may try.
    left: &'a mut usize,
}

impl Arrangement<'_> {
    /// The tiles where they stand, each one of those that are open to it, the nearest first. Chosen from the last
    /// to come out, which has the shortest way.
    fn among(&mut self, open: &[Vec<usize>]) -> Option<Vec<usize>> {
        let Some((last, earlier)) = open.split_last() else { return Some(Vec::new()) };
        let turn = self.turns[earlier.len()];
        for &place in last {
            *self.left = self.left.checked_sub(1)?;
            let crossed = self.crossed;
            let still_open = |(open, &other): (&Vec<usize>, &usize)| -> Vec<usize> {
                let is_open = |at: usize| !crossed[place][at] && (other > turn || !crossed[at][place]);
                open.iter().copied().filter(|&at| is_open(at)).collect()
            };
            let open: Vec<Vec<usize>> = earlier.iter().zip(self.turns).map(still_open).collect();
            if open.iter().all(|open| !open.is_empty())
                && let Some(mut places) = self.among(&open)
            {
                places.push(place);
                return Some(places);
            }
        }
        None
    }
}

/// The distance of a place from a way, px.
fn distance(way: &[Vec2], place: Vec2) -> f32 {
    way.windows(2).map(|leg| distance_to_segment(place, leg[0], leg[1])).fold(f32::INFINITY, f32::min)
}

/// The tiles around a place to which a body could go where `is_open` says so, in the order of the steps to them in
/// the four directions; of the first tile, the place.
fn spread(grid: &Grid, from: Vec2, body: Collider, is_open: impl Fn(Vec2) -> bool) -> Vec<Reached> {
    let mut seen = FxHashSet::default();
    seen.insert(Grid::tile_at(from));
    let mut tiles = vec![Reached { center: from, before: 0 }];
    let mut looked = 0;
    while let Some(&Reached { center, .. }) = tiles.get(looked) {
        let (column, row) = Grid::tile_at(center);
        for next in [(column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)] {
            let place = Grid::center_of(next.0, next.1);
            if tiles.len() < TILES
                && seen.insert(next)
                && grid.is_free(place, body)
                && grid.line_is_free(center, place, body)
                && is_open(place)
            {
                tiles.push(Reached { center: place, before: looked });
            }
        }
        looked += 1;
    }
    tiles
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::settling::turnout::parted;

    fn at(column: f32, row: f32) -> Vec2 {
        Vec2::new(column + 0.5, row + 0.5) * TILE
    }

    /// The ways aside of units that come from beyond all ways out.
    fn aside(ways: &WaysOut, turns: &[usize], is_open: impl Fn(Vec2) -> bool) -> Option<Vec<Vec<Vec2>>> {
        let comers: Vec<(usize, Vec2)> = turns.iter().map(|&turn| (turn, at(-9.0, -9.0))).collect();
        ways.ways_aside(&comers, &[], is_open)
    }

    /// Where they end.
    fn ends(ways: &WaysOut, turns: &[usize], is_open: impl Fn(Vec2) -> bool) -> Option<Vec<Vec2>> {
        Some(aside(ways, turns, is_open)?.iter().map(|way| *way.last().unwrap()).collect())
    }

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 12.0 };

    #[test]
    fn those_in_a_dead_end_come_out_into_the_room_before_it() {
        let grid = Grid::drawn(&["...########", "...........", "...########"]);
        let ways = WaysOut::new(&grid, parted(&[at(0.0, 1.0), at(10.0, 1.0)], f32::MAX), BODY);
        let turns = [0, 1, 2, 3];
        for count in 2..=4 {
            let all_ways = aside(&ways, &turns[..count], |_| true).unwrap();
            let begins = [at(10.0, 1.0), at(9.0, 1.0), at(8.0, 1.0)];
            assert!(all_ways.iter().all(|way| way.starts_with(&begins)), "{all_ways:?}");
            let all: Vec<Vec2> = all_ways.iter().map(|way| *way.last().unwrap()).collect();
            assert!((0..count).all(|index| ways.depth(all[index]) == all_ways[index].len()));
            assert_eq!(all.len(), count);
            for (index, place) in all.iter().enumerate() {
                assert!(place.x <= 3.0 * TILE, "{all:?}");
                assert!(all[..index].iter().all(|other| other.distance(*place) >= 24.0), "{all:?}");
            }
        }
    }

    #[test]
    fn a_niche_beside_the_passage_is_enough() {
        let grid = Grid::drawn(&["#########", ".........", "####.####"]);
        let ways = WaysOut::new(&grid, parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        let mut places = ends(&ways, &[0, 1], |_| true).unwrap();
        places.sort_by(|a, b| a.x.total_cmp(&b.x));
        assert_eq!(places, [at(3.0, 1.0), at(4.0, 2.0)]);
        assert_eq!(ends(&ways, &[0, 1], |place| place != at(4.0, 2.0)), None, "taken");
    }

    #[test]
    fn the_last_to_come_out_stands_where_the_way_parts_deepest() {
        let grid = Grid::drawn(&["...######", ".........", "...###.##"]);
        let ways = WaysOut::new(&grid, parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        assert_eq!(ends(&ways, &[0, 1, 2], |_| true).unwrap()[2], at(6.0, 2.0));
    }

    #[test]
    fn a_place_leaves_the_way_free_to_those_who_stand_aside_already() {
        let grid = Grid::drawn(&["...######", ".........", "...######"]);
        let ways = WaysOut::new(&grid, parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        assert_eq!(ends(&ways, &[0], |_| true).unwrap(), [at(7.0, 1.0)], "nobody has to pass");
        for held in [at(2.0, 0.0), at(0.0, 1.0)] {
            let all_ways = ways.ways_aside(&[(0, at(8.0, 1.0))], &[held], |place| place != held).unwrap();
            let place = *all_ways[0].last().unwrap();
            assert!(place.x < 3.0 * TILE && place != held, "{place:?}");
        }
    }

    #[test]
    fn nobody_stands_aside_beyond_one_that_comes_out_after_it() {
        let grid = Grid::drawn(&["#########", ".........", "#####.###"]);
        let ways = WaysOut::new(&grid, parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        let places = |outer: f32, inner: f32| {
            let aside = ways.ways_aside(&[(0, at(outer, 1.0)), (1, at(inner, 1.0))], &[], |_| true).unwrap();
            [0, 1].map(|comer| *aside[comer].last().unwrap())
        };
        assert_eq!(places(2.0, 3.0), [at(3.0, 1.0), at(5.0, 2.0)], "the outer one goes no farther in");
        assert_eq!(places(6.0, 7.0), [at(4.0, 1.0), at(5.0, 2.0)], "both are beyond the niche");
    }

    #[test]
    fn a_plain_passage_has_none() {
        let grid = Grid::drawn(&["#########", ".........", "#########"]);
        let ways = WaysOut::new(&grid, parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        assert_eq!(ends(&ways, &[0, 1], |_| true), None);
    }

    #[test]
    fn who_comes_out_first_and_goes_in_last_stands_behind_the_others() {
        let grid = Grid::drawn(&["#########", ".........", "#########"]);
        let ways = WaysOut::new(&grid, parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        let places = ends(&ways, &[2, 1, 0], |_| true);
        assert_eq!(places.unwrap(), [at(5.0, 1.0), at(6.0, 1.0), at(7.0, 1.0)]);
        assert_eq!(ends(&ways, &[2, 0, 1], |_| true), None, "the first to go in is behind another");
    }

    #[test]
    fn the_ways_out_from_a_bend_lead_back_however_near_the_end_beyond_it_is() {
        let grid = Grid::drawn(&["..#######", "......###", "..###.###", "####....#", "####....#"]);
        let way = [at(0.0, 1.0), at(5.0, 1.0), at(5.0, 4.0)];
        for off in [-6.0, 0.0, 6.0] {
            let ways = WaysOut::new(&grid, parted(&way, 5.0 * TILE + off), BODY);
            let all_ways = aside(&ways, &[0, 1], |_| true).unwrap();
            let leads_back = |way: &Vec<Vec2>| way.starts_with(&[at(5.0, 1.0), at(4.0, 1.0)]);
            assert!(all_ways.iter().all(leads_back), "{off}: {all_ways:?}");
        }
    }
}
