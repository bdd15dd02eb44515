//! Turnouts: where units stand aside that have their places in a passage, so that one gets in past them.
//!
//! Pushing alone cannot change the order of units in a passage. So all come out of it, to places none of
//! which lies on the way to another; then the unit that has further to go goes in first.
//!
//! # Source
//! Luna, Bekris: *Push and Swap: Fast Cooperative Path-Finding with Completeness Guarantees*, IJCAI,
//! <https://doi.org/10.5591/978-1-57735-516-8/IJCAI11-059>, 2011, the swap: two agents change their order at
//! a node with three ways out. Departure: any number of units, and places on the tiles around stand for the
//! node, for bodies of any size.

use crate::geometry::Collider;
use crate::geometry::segment::{distance_to_segment, passes};
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use glam::Vec2;
use rustc_hash::FxHashSet;

/// Tiles that a search looks at, the nearest first: a passage of a hundred tiles and a room behind it.
const TILES: usize = 320;
/// How densely a way is searched for those who stand on it, px.
const SAMPLE: f32 = TILE / 4.0;

/// A unit that stands aside at a passage.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Aside {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands aside, px.
    pub at: Vec2,
    /// Where it will be in the end, px.
    pub place: Vec2,
    /// Whether it rests: it gets `place` for its post again.
    pub rests: bool,
    /// For whom it waits.
    pub waits: Vec<Wait>,
    /// Tick at which it waits no longer, whatever comes.
    pub until: u64,
}

/// What a unit that stands aside waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Wait {
    /// That another, which stands aside as well, has come out.
    Out(UnitId),
    /// That another has gone in, past its own place.
    Past(UnitId),
}

/// How far along a way, px, its first part is that passes a place nearer than `reach`.
pub fn along(way: &[Vec2], place: Vec2, reach: f32) -> Option<f32> {
    let (&from, rest) = way.split_first()?;
    passes(from, rest.iter().copied(), place, reach).map(|(at, _)| at)
}

/// The way back and the way on from a place so far along a way, px, or from its end, if that is nearer; both
/// go on straight for two tiles beyond their ends.
pub fn parted(way: &[Vec2], at: f32) -> [Vec<Vec2>; 2] {
    // A place beside its start may count as before it.
    let (mut before, mut left) = (0, at.max(0.0));
    while before + 1 < way.len() && left >= way[before].distance(way[before + 1]) {
        left -= way[before].distance(way[before + 1]);
        before += 1;
    }
    let (back, on) = way.split_at(before + 1);
    let leg = on.first().map_or(Vec2::ZERO, |&next| next - way[before]);
    let place = way[before] + leg.clamp_length_max(left);
    let mut ways = [vec![place], vec![place]];
    ways[0].extend(back.iter().rev());
    ways[1].extend(on);
    let ends = [beyond(&ways[0], &ways[1]), beyond(&ways[1], &ways[0])];
    ways.iter_mut().zip(ends).for_each(|(way, end)| way.push(end));
    ways
}

/// Two tiles straight on from the end of a way, px; where it leads nowhere, away from the other.
fn beyond(way: &[Vec2], other: &[Vec2]) -> Vec2 {
    let is_one = |leg: &Vec2| *leg != Vec2::ZERO;
    let away = || legs(other).find(is_one).map(|leg| -leg);
    let ahead = legs(way).filter(is_one).last().or_else(away).unwrap_or_default();
    way[way.len() - 1] + ahead.normalize_or_zero() * 2.0 * TILE
}

/// The length of a way, px.
pub fn length(way: &[Vec2]) -> f32 {
    legs(way).map(Vec2::length).sum()
}

/// The steps from each place of a way to the next, px.
fn legs(way: &[Vec2]) -> impl Iterator<Item = Vec2> {
    way.windows(2).map(|leg| leg[1] - leg[0])
}

/// The ways out of a passage from a place deep in it.
#[derive(Clone, Debug)]
pub struct WaysOut {
    /// In the order of the steps to them; the first is the place itself.
    tiles: Vec<Reached>,
    /// Two units nearer to each other than this bar each other's way, px.
    apart: f32,
}

/// A tile that a unit could come to.
#[derive(Clone, Copy, Debug)]
struct Reached {
    center: Vec2,
    /// Index of the tile before it on the way; its own for the first.
    before: usize,
}

impl WaysOut {
    /// The ways out from a place at which a way is [parted], for a body; they begin along the way back.
    pub fn new(grid: &Grid, [back, on]: &[Vec<Vec2>; 2], body: Collider) -> WaysOut {
        let deepest = back[0];
        // Round a bend, too. A quarter of a tile for those that are as near to both.
        let is_behind = |place: Vec2| {
            place.distance(deepest) < 2.0 * TILE && distance(back, place) + 0.25 * TILE > distance(on, place)
        };
        let (column, row) = Grid::tile_at(deepest);
        let tiles = spread(grid, Grid::center_of(column, row), body, |_, place| !is_behind(place));
        WaysOut { tiles, apart: 2.0 * body.reach() }
    }

    /// The way to the nearest place at which a way ends and `is_open` says so, px.
    pub fn trunk(&self, is_open: impl Fn(Vec2) -> bool) -> Option<Vec<Vec2>> {
        let end = self.ends().find(|&end| is_open(self.tiles[end].center))?;
        let mut way: Vec<Vec2> = self.chain(end).map(|tile| self.tiles[tile].center).collect();
        way.reverse();
        Some(way)
    }

    /// So many near places, px, such that nobody at one of them, or at those `held` by who stands aside
    /// already, stands on the way to another; those first to which the ways part deepest in the passage.
    /// `is_open` says where nobody else stands. `None` if there are not as many.
    pub fn places(&self, count: usize, held: &[Vec2], is_open: impl Fn(Vec2) -> bool) -> Option<Vec<Vec2>> {
        let tiles = &self.tiles;
        let is_open = |&tile: &usize| tile > 0 && is_open(tiles[tile].center);
        let is_held = |center| held.iter().any(|&place| Grid::tile_at(place) == Grid::tile_at(center));
        let mut places: Vec<usize> = (1..tiles.len()).filter(|&tile| is_held(tiles[tile].center)).collect();
        let new = places.len()..places.len() + count;
        // Nobody's way leads over the last tile of a way. So these first, and then as near as it goes.
        for end in self.ends() {
            let Some(tile) = self.chain(end).find(is_open) else { continue };
            if places.len() < new.end && places.iter().all(|&place| self.agree(place, tile)) {
                places.push(tile);
            }
        }
        if places.len() < new.end {
            return None;
        }
        for place in new.clone() {
            let agrees = |&tile: &usize| (0..new.end).all(|o| o == place || self.agree(places[o], tile));
            let nearer = self.chain(places[place]).filter(is_open).filter(agrees).last();
            places[place] = nearer.unwrap_or(places[place]);
        }
        let parts = |place: usize| {
            let others = places.iter().filter(|&&other| other != place);
            let is_shared = |tile: usize| others.clone().any(|&other| self.chain(other).any(|on| on == tile));
            self.chain(place).skip_while(|&tile| !is_shared(tile)).count()
        };
        let mut sorted: Vec<(usize, usize)> =
            places[new].iter().map(|&place| (parts(place), place)).collect();
        sorted.sort_unstable();
        Some(sorted.into_iter().map(|(_, place)| tiles[place].center).collect())
    }

    /// Whether a unit on one of two tiles leaves the way to the other free.
    fn agree(&self, a: usize, b: usize) -> bool {
        let is_on_way = |to: usize, place: Vec2| {
            self.chain(to).any(|tile| self.tiles[tile].center.distance(place) < self.apart)
        };
        !is_on_way(a, self.tiles[b].center) && !is_on_way(b, self.tiles[a].center)
    }

    /// The tiles on the way to a tile, backwards from it.
    fn chain(&self, to: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(to), |&tile| (tile > 0).then(|| self.tiles[tile].before))
    }

    /// The tiles over which no way leads to another, the nearest first.
    fn ends(&self) -> impl Iterator<Item = usize> {
        let mut is_end = vec![true; self.tiles.len()];
        self.tiles.iter().skip(1).for_each(|tile| is_end[tile.before] = false);
        (1..is_end.len()).filter(move |&tile| is_end[tile])
    }
}

/// The distance of a place from a way, px.
fn distance(way: &[Vec2], place: Vec2) -> f32 {
    way.windows(2).map(|leg| distance_to_segment(place, leg[0], leg[1])).fold(f32::INFINITY, f32::min)
}

/// Whether a unit could go round those who stand on its way to where it goes on behind them; `way` begins
/// where it stands, `is_open` says whether nobody is in its way from a place to another.
pub fn gets_round(grid: &Grid, way: &[Vec2], body: Collider, is_open: impl Fn(Vec2, Vec2) -> bool) -> bool {
    let Some(&goal) = way.last() else { return false };
    let is_free = |place| is_open(place, place);
    let samples = way.windows(2).flat_map(|leg| {
        let count = (leg[0].distance(leg[1]) / SAMPLE).ceil().max(1.0);
        (0..=count as u32).map(move |part| leg[0].lerp(leg[1], part as f32 / count))
    });
    let Some(behind) = samples.skip_while(|&place| is_free(place)).find(|&place| is_free(place)) else {
        return is_free(goal);
    };
    let is_there = |at| Grid::tile_at(at) == Grid::tile_at(behind) && is_open(at, behind);
    spread(grid, way[0], body, &is_open).iter().any(|tile| is_there(tile.center))
}

/// The tiles around a place to which a body could go, in the order of the steps to them in the four
/// directions, where `is_open` says that it could go from one place to the next; of the first tile, the place.
fn spread(grid: &Grid, from: Vec2, body: Collider, is_open: impl Fn(Vec2, Vec2) -> bool) -> Vec<Reached> {
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
                && is_open(center, place)
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
    use glam::vec2;

    fn at(column: f32, row: f32) -> Vec2 {
        Vec2::new(column + 0.5, row + 0.5) * TILE
    }

    const BODY: Collider = Collider { shape: Shape::Circle, radius: 12.0 };

    #[test]
    fn those_in_a_dead_end_come_out_into_the_room_before_it() {
        let grid = Grid::drawn(&["...########", "...........", "...########"]);
        let ways = WaysOut::new(&grid, &parted(&[at(0.0, 1.0), at(10.0, 1.0)], f32::MAX), BODY);
        assert!(ways.trunk(|_| true).unwrap().starts_with(&[at(10.0, 1.0), at(9.0, 1.0), at(8.0, 1.0)]));
        for count in 2..=4 {
            let all = ways.places(count, &[], |_| true).unwrap();
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
        let ways = WaysOut::new(&grid, &parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        let mut places = ways.places(2, &[], |_| true).unwrap();
        places.sort_by(|a, b| a.x.total_cmp(&b.x));
        assert_eq!(places, [at(3.0, 1.0), at(4.0, 2.0)]);
        assert_eq!(ways.places(2, &[], |place| place != at(4.0, 2.0)), None, "taken");
    }

    #[test]
    fn the_first_place_is_the_one_to_which_the_way_parts_deepest() {
        let grid = Grid::drawn(&["...######", ".........", "...###.##"]);
        let ways = WaysOut::new(&grid, &parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        assert_eq!(ways.places(3, &[], |_| true).unwrap()[0], at(6.0, 2.0));
    }

    #[test]
    fn a_place_leaves_the_way_free_to_those_who_stand_aside_already() {
        let grid = Grid::drawn(&["...######", ".........", "...######"]);
        let ways = WaysOut::new(&grid, &parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        assert_eq!(ways.places(1, &[], |_| true).unwrap(), [at(7.0, 1.0)], "nobody has to pass");
        for held in [at(2.0, 0.0), at(0.0, 1.0)] {
            let places = ways.places(1, &[held], |place| place != held).unwrap();
            assert!(places[0].x < 3.0 * TILE && places[0] != held, "{places:?}");
        }
    }

    #[test]
    fn a_plain_passage_has_none() {
        let grid = Grid::drawn(&["#########", ".........", "#########"]);
        let ways = WaysOut::new(&grid, &parted(&[at(0.0, 1.0), at(8.0, 1.0)], f32::MAX), BODY);
        assert_eq!(ways.places(2, &[], |_| true), None);
    }

    #[test]
    fn the_ways_out_from_a_bend_lead_back_however_near_the_end_beyond_it_is() {
        let grid = Grid::drawn(&["..#######", "......###", "..###.###", "####....#", "####....#"]);
        let way = [at(0.0, 1.0), at(5.0, 1.0), at(5.0, 4.0)];
        for off in [-6.0, 0.0, 6.0] {
            let trunk = WaysOut::new(&grid, &parted(&way, 5.0 * TILE + off), BODY).trunk(|_| true).unwrap();
            assert!(trunk.starts_with(&[at(5.0, 1.0), at(4.0, 1.0)]), "{off}: {trunk:?}");
        }
    }

    #[test]
    fn a_way_is_parted_into_the_way_back_and_the_way_on() {
        let way = [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 4.0)];
        let [back, on] = parted(&way, 5.0 * TILE);
        assert_eq!(back, [at(4.0, 1.0), at(4.0, 0.0), at(0.0, 0.0), at(-2.0, 0.0)]);
        assert_eq!(on, [at(4.0, 1.0), at(4.0, 4.0), at(4.0, 6.0)]);
        let [_, on] = parted(&way, f32::MAX);
        assert_eq!(on, [at(4.0, 4.0), at(4.0, 6.0)], "straight on");
        for start in [0.0, -5.0] {
            let [back, on] = parted(&way, start);
            assert_eq!((back[2], on[0]), (at(-2.0, 0.0), at(0.0, 0.0)), "straight back");
        }
    }

    #[test]
    fn nobody_gets_round_one_beside_it_that_fills_the_passage() {
        let grid = Grid::drawn(&["#####", "#...#", "#.#.#", "#...#", "#.###", "#.###"]);
        let gets_round = |from: Vec2, to: Vec2, other: Vec2, radius: f32| {
            let is_open = |a, b| distance_to_segment(other, a, b) >= radius - 1.0;
            gets_round(&grid, &[from, to], Collider { radius: 5.0, ..BODY }, is_open)
        };
        let (blind, ring) = (at(1.0, 5.0), at(1.0, 3.0));
        assert!(!gets_round(blind + vec2(-6.0, 10.0), ring, blind, 13.0), "though both are on one tile");
        assert!(
            !gets_round(at(1.0, 5.0), ring, at(1.0, 4.5), 13.0),
            "nor does it leap over one between tiles"
        );
        assert!(gets_round(at(1.0, 3.0), at(1.0, 1.0), at(1.0, 2.0), 19.0), "it goes round the ring");
        assert!(gets_round(at(1.0, 3.0), at(3.0, 3.0), at(3.0, 2.0), 19.0), "nobody is in its way");
    }

    #[test]
    fn places_on_a_way_are_told_with_how_far_along_they_are() {
        let way = [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 4.0)];
        assert_eq!(along(&way, at(4.0, 2.0), 10.0), Some(6.0 * TILE));
        assert_eq!(along(&way, at(2.0, 2.0), 10.0), None);
    }
}
