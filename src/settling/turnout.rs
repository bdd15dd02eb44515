//! Turnouts: where units stand aside that have their places in a passage, so that one gets in past them.
//!
//! Pushing alone cannot change the order of units in a passage. So all come out of it, to places none of
//! which lies on the way to another; then the unit that has further to go goes in first. Where there are no such
//! places they are stacked: who comes out first and goes in last stands behind the others, and only who has to
//! get past another needs a branch. Of 300 starts in dead ends with 2 to 6 units of four sizes 18 left somebody
//! short without, one does with it.
//!
//! # Source
//! Luna, Bekris: *Push and Swap: Fast Cooperative Path-Finding with Completeness Guarantees*, IJCAI,
//! <https://doi.org/10.5591/978-1-57735-516-8/IJCAI11-059>, 2011, the swap: two agents change their order at
//! a node with three ways out. Departure: any number of units, and places on the tiles around stand for the
//! node, for bodies of any size.

use crate::geometry::segment::passes;
use crate::grid::TILE;
use crate::ids::UnitId;
use glam::Vec2;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(column: f32, row: f32) -> Vec2 {
        Vec2::new(column + 0.5, row + 0.5) * TILE
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
    fn places_on_a_way_are_told_with_how_far_along_they_are() {
        let way = [at(0.0, 0.0), at(4.0, 0.0), at(4.0, 4.0)];
        assert_eq!(along(&way, at(4.0, 2.0), 10.0), Some(6.0 * TILE));
        assert_eq!(along(&way, at(2.0, 2.0), 10.0), None);
    }
}
