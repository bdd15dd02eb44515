//! Turnouts: where two units that meet in a passage too narrow for both let each other by.
//!
//! Pushing alone cannot change the order of two units in a passage. So both come out of it, to two places
//! neither of which lies on the way to the other; then the one that has further to go goes in first.
//!
//! # Source
//! Luna, Bekris: *Push and Swap: Fast Cooperative Path-Finding with Completeness Guarantees* (2011), the
//! swap: two agents change their order at a node with three ways out. Departure: two places on the tiles
//! around stand for the node, for bodies of any size.

use crate::geometry::Collider;
use crate::geometry::segment::way_passes;
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::unit::Task;
use glam::Vec2;
use rustc_hash::FxHashSet;

/// Tiles that a search looks at, the nearest first: a passage of a hundred tiles and a room behind it.
const TILES: usize = 320;

/// A unit that comes out of a passage for another that goes in before it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Turnout {
    /// The unit that is in the way.
    pub inner: UnitId,
    /// Its own post, px, which it gets back.
    pub post: Vec2,
    /// Where it makes room, px.
    pub aside: Vec2,
    /// The unit that has to get past.
    pub outer: UnitId,
    /// Its own post, px, if it rests.
    pub outer_post: Option<Vec2>,
    /// What it was about: another order ends the turnout.
    pub task: Option<Task>,
    /// Where it waits until the way is free, px.
    pub waits_at: Vec2,
    /// Whether the way is free.
    pub is_free: bool,
    /// Tick at which it ends whatever comes.
    pub until: u64,
}

/// Two units that cannot pass each other.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'a> {
    /// Where the unit stands that has to come out, px.
    pub inner: Vec2,
    /// Its body.
    pub inner_body: Collider,
    /// Where the unit stands that comes against it, px: it goes back the way on which it came.
    pub outer: Vec2,
    /// Its body.
    pub outer_body: Collider,
    /// The way that the latter wants to go, px, from where it stands: the former leaves it free, and does not
    /// come out past its end.
    pub way: &'a [Vec2],
}

/// The places to which the inner and the outer unit go, px: together the nearest ones such that neither
/// stands on the other's way out. `is_taken` says where others stand. `None` if there are none around.
pub fn find(grid: &Grid, pair: &Pair, is_taken: impl Fn(Vec2, Collider) -> bool) -> Option<(Vec2, Vec2)> {
    let body =
        if pair.inner_body.reach() < pair.outer_body.reach() { pair.outer_body } else { pair.inner_body };
    if gets_round(grid, pair) {
        return None;
    }
    let tiles = tiles_around(grid, pair, body);
    let apart = pair.inner_body.reach() + pair.outer_body.reach();
    let mut nearest: Option<(u32, Vec2, Vec2)> = None;
    let is_off_way = |place: Vec2| !way_passes(pair.outer, pair.way.iter().copied(), place, apart);
    for inner in tiles.iter().filter(|tile| is_off_way(tile.center) && !is_taken(tile.center, body)) {
        for outer in &tiles {
            let length = inner.steps + outer.steps;
            if nearest.is_some_and(|(least, ..)| least <= length) {
                break;
            }
            if !is_on_way(&tiles, inner, outer.center, apart)
                && !is_on_way(&tiles, outer, inner.center, apart)
                && goes_back(&tiles, outer, pair)
                && !is_taken(outer.center, body)
            {
                nearest = Some((length, inner.center, outer.center));
            }
        }
    }
    nearest.map(|(_, inner, outer)| (inner, outer))
}

/// A tile that the inner unit could come to.
#[derive(Clone, Copy, Debug)]
struct Reached {
    center: Vec2,
    steps: u32,
    /// Index of the tile before it on the way; its own for the first.
    before: usize,
}

/// Whether the outer unit could go round the inner one to where its way goes on behind it.
fn gets_round(grid: &Grid, pair: &Pair) -> bool {
    let apart = pair.inner_body.reach() + pair.outer_body.reach();
    let samples = pair.way.windows(2).flat_map(|leg| {
        let count = (leg[0].distance(leg[1]) / TILE).ceil().max(1.0);
        (0..=count as u32).map(move |part| leg[0].lerp(leg[1], part as f32 / count))
    });
    let away = |place: &Vec2| place.distance(pair.inner);
    let behind = samples.skip_while(|place| away(place) >= apart).find(|place| away(place) >= apart);
    let Some(behind) = behind.or(pair.way.last().copied()) else { return false };
    let tiles = spread(grid, pair.outer, pair.outer_body, |place| place.distance(pair.inner) >= apart);
    tiles.iter().any(|tile| Grid::tile_at(tile.center) == Grid::tile_at(behind))
}

/// The tiles to which the inner unit could come, not past the end of the way of the outer one.
fn tiles_around(grid: &Grid, pair: &Pair, body: Collider) -> Vec<Reached> {
    let apart = pair.inner_body.reach() + pair.outer_body.reach();
    let goal = pair.way.last().copied().unwrap_or(pair.outer);
    // A unit that stands beside the goal may leave it.
    spread(grid, pair.inner, body, |place| {
        let away = place.distance_squared(goal);
        away >= apart * apart || away > pair.inner.distance_squared(goal)
    })
}

/// The tiles around a place to which a body could go, in the order of the steps to them in the four
/// directions, where `is_open` says so.
fn spread(grid: &Grid, from: Vec2, body: Collider, is_open: impl Fn(Vec2) -> bool) -> Vec<Reached> {
    let start = Grid::tile_at(from);
    let center = |(column, row): (i32, i32)| Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * TILE;
    let mut seen = FxHashSet::default();
    seen.insert(start);
    let mut tiles = vec![Reached { center: center(start), steps: 0, before: 0 }];
    let mut looked = 0;
    while let Some(&tile) = tiles.get(looked) {
        let (column, row) = Grid::tile_at(tile.center);
        for next in [(column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)] {
            let place = center(next);
            if tiles.len() < TILES
                && seen.insert(next)
                && grid.is_free(place, body)
                && grid.line_is_free(tile.center, place, body)
                && is_open(place)
            {
                tiles.push(Reached { center: place, steps: tile.steps + 1, before: looked });
            }
        }
        looked += 1;
    }
    tiles
}

/// Whether a place is nearer than `apart` px to the way to a tile.
fn is_on_way(tiles: &[Reached], to: &Reached, place: Vec2, apart: f32) -> bool {
    way(tiles, to).any(|tile| tile.distance_squared(place) < apart * apart)
}

/// Whether the way to a tile leads on where the outer unit came from: it cannot get past the inner one.
fn goes_back(tiles: &[Reached], to: &Reached, pair: &Pair) -> bool {
    let back = pair.outer - pair.inner;
    way(tiles, to)
        .any(|tile| tile.distance_squared(pair.outer) <= TILE * TILE && (tile - pair.outer).dot(back) >= 0.0)
}

/// The tiles on the way to a tile, backwards.
fn way<'a>(tiles: &'a [Reached], to: &'a Reached) -> impl Iterator<Item = Vec2> + 'a {
    std::iter::successors(Some(to), |tile| (tile.steps > 0).then(|| &tiles[tile.before]))
        .map(|tile| tile.center)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::grid::Tile;

    fn map(rows: &[&str]) -> Grid {
        let tiles = rows.iter().flat_map(|row| row.chars());
        let tiles = tiles.map(|tile| if tile == '#' { Tile::Rock } else { Tile::Ground }).collect();
        Grid::new(rows[0].len() as i32, rows.len() as i32, tiles)
    }

    fn at(column: f32, row: f32) -> Vec2 {
        Vec2::new(column + 0.5, row + 0.5) * TILE
    }

    fn pair(way: &[Vec2], radius: f32) -> Pair<'_> {
        let body = Collider { shape: Shape::Circle, radius };
        Pair { inner: way[0] + Vec2::X * TILE, inner_body: body, outer: way[0], outer_body: body, way }
    }

    #[test]
    fn two_change_their_order_in_the_room_before_a_dead_end() {
        let grid = map(&["...######", ".........", "...######"]);
        let way = [at(5.0, 1.0), at(8.0, 1.0)];
        let pair = pair(&way, 12.0);
        let (inner, outer) = find(&grid, &pair, |_, _| false).unwrap();
        assert!(inner.x <= 3.0 * TILE && outer.x <= 4.0 * TILE, "{inner} {outer}");
        assert!(inner.distance(outer) >= 24.0);
    }

    #[test]
    fn a_niche_beside_the_passage_is_enough() {
        let grid = map(&["#########", ".........", "####.####"]);
        let way = [at(5.0, 1.0), at(8.0, 1.0)];
        let pair = pair(&way, 12.0);
        let (inner, outer) = find(&grid, &pair, |_, _| false).unwrap();
        assert_eq!((inner, outer), (at(4.0, 2.0), at(3.0, 1.0)));
        assert_eq!(find(&grid, &pair, |place, _| place == at(4.0, 2.0)), None, "taken");
    }

    #[test]
    fn a_plain_passage_has_none() {
        let grid = map(&["#########", ".........", "#########"]);
        assert_eq!(find(&grid, &pair(&[at(5.0, 1.0), at(8.0, 1.0)], 12.0), |_, _| false), None);
    }
}
