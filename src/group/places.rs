//! Places for the members of a group: one of its own for each, near the ordered one.
//!
//! # Source
//! Article 003, "Group Movement": members get the nearest free place around the commander's, searched and assigned
//! in a fixed order.

mod nearest;

use crate::formation::assignment::{Aim, assign};
use crate::geometry::{Collider, Shape};
use crate::grid::{Grid, TILE};
use crate::obstacles::Obstacle;
use crate::settling::is_ground;
use glam::Vec2;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// What the assignment of places needs to know of a unit. Lengths px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Where it is.
    pub position: Vec2,
    /// Hard radius.
    pub radius: f32,
    /// Soft radius.
    pub soft_radius: f32,
    /// Outline.
    pub shape: Shape,
}

/// The widest spacing of places, in radii of the biggest member. A hexagonal lattice of this spacing keeps n places
/// within 2.2 radii × √n of the middle: the contract of the command line allows 2.5.
const WIDEST_SPACING: f32 = 3.6;

/// A place of its own near `to` for each member, in their order, px. The places are as near to `to` as can be along
/// the ground, as far apart as the soft colliders ask for, and assigned so that members keep their order.
pub fn slots(grid: &Grid, obstacles: &[Obstacle], to: Vec2, members: &[Member]) -> Vec<Vec2> {
    let Some(body) = footprint(members) else { return Vec::new() };
    let spacing = spacing_of(members);
    let around = nearest::Around { grid, obstacles, to, body };
    let mut places = nearest::nearest_places(around, spacing, members.len());
    // Where blocked tiles leave too little room the last ones share the middle; they settle around it.
    places.resize(members.len(), to);
    let pairs: Vec<(Vec2, Vec2)> = members.iter().map(|member| member.position).zip(places).collect();
    assign(&pairs, Aim::KeepOrder).into_iter().map(|place| pairs[place].1).collect()
}

/// From centre to centre of neighbours, px: as the soft colliders ask for, within the contract.
pub fn spacing_of(members: &[Member]) -> f32 {
    let soft = members.iter().map(|member| member.soft_radius).fold(0.0, f32::max);
    let radius = members.iter().map(|member| member.radius).fold(0.0, f32::max);
    (2.0 * soft).min(WIDEST_SPACING * radius)
}

/// A collider that covers every member: the biggest radius, square if any is.
pub fn footprint(members: &[Member]) -> Option<Collider> {
    let radius = members.iter().map(|member| member.radius).reduce(f32::max)?;
    let square = members.iter().any(|member| member.shape == Shape::Square);
    Some(Collider { shape: if square { Shape::Square } else { Shape::Circle }, radius })
}

/// Up to `count` places on a hexagonal lattice about `to`, nearest along the ground first: a shortest-path search
/// over the lattice in which a step must be walkable in a straight line.
///
/// Among scattered blocked tiles few such steps are, and the search ends early: there the middles of tiles serve, if they are
/// far enough apart, since every gap that is as wide as a tile leads from one to the next.
pub fn places_around(
    grid: &Grid,
    obstacles: &[Obstacle],
    to: Vec2,
    body: Collider,
    spacing: f32,
    count: usize,
) -> Vec<Vec2> {
    let places = lattice_places(grid, obstacles, to, body, spacing, count);
    places.into_iter().map(|place| place.at).collect()
}

/// A place, and the length of the way over a lattice on which it was found, px.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: Vec2,
    walked: f32,
}

fn lattice_places(
    grid: &Grid,
    obstacles: &[Obstacle],
    to: Vec2,
    body: Collider,
    spacing: f32,
    count: usize,
) -> Vec<Place> {
    let free = |place: Vec2| is_ground(grid, obstacles, place, body);
    let walkable = |from: Vec2, to: Vec2| grid.line_is_free(from, to, body);
    let row_height = spacing * 0.866_025_4;
    let on_lattice = |(column, row): Node| {
        to + Vec2::new(spacing * (column as f32 + row as f32 * 0.5), row_height * row as f32)
    };
    let places = search((to, row_height), &AROUND[..6], count, on_lattice, free, walkable);
    let (column, row) = Grid::tile_at(to);
    let middle = |(x, y): Node| Grid::center_of(column + x, row + y);
    if places.len() >= count || !free(middle((0, 0))) || 2.0 * body.reach() > TILE {
        return places;
    }
    let middles = search((to, TILE), &AROUND, count, middle, free, walkable);
    if middles.len() > places.len() { middles } else { places }
}

/// Column and row of a place.
type Node = (i32, i32);

/// The steps from a place to those around: on a hexagonal lattice the first six, on tiles all.
const AROUND: [Node; 8] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 1), (-1, -1)];

/// The places that are free, nearest to `to` first; each step leads at least `least` px farther from there.
fn search(
    (to, least): (Vec2, f32),
    around: &[Node],
    count: usize,
    place: impl Fn(Node) -> Vec2,
    free: impl Fn(Vec2) -> bool,
    walkable: impl Fn(Vec2, Vec2) -> bool,
) -> Vec<Place> {
    let mut found = Vec::with_capacity(count);
    let mut seen = HashSet::from([(0, 0)]);
    let mut open = BinaryHeap::from([Reverse((0, 0, (0, 0), place((0, 0)).distance(to).to_bits()))]);
    while let Some(Reverse((_, steps, node, walked))) = open.pop()
        && found.len() < count
    {
        let (here, walked) = (place(node), f32::from_bits(walked));
        let is_free = free(here);
        if is_free {
            found.push(Place { at: here, walked });
        } else if node != (0, 0) {
            continue;
        }
        for &(dx, dy) in around {
            let next = (node.0 + dx, node.1 + dy);
            let there = place(next);
            if !seen.contains(&next) && (!is_free || walkable(here, there)) {
                seen.insert(next);
                // On open ground n steps on a lattice lead between 0.866 n and n spacings away, so this is the straight
                // distance, and the rings come out round; behind walls it is the way along the ground.
                let away = there.distance(to).max((steps + 1) as f32 * least);
                let walked = walked + there.distance(here);
                open.push(Reverse(((away * 16.0) as u32, steps + 1, next, walked.to_bits())));
            }
        }
    }
    found
}

/// A place for each member so that the order along and across the way is kept: those in front get places in front, those
/// on the left get places on the left. Where there are fewer places than members, neighbours share one.
pub fn in_order(members: &[Vec2], places: &[Vec2], towards: Vec2) -> Vec<Vec2> {
    let forward = towards.normalize_or(Vec2::X);
    let ranks = (members.len() as f32).sqrt().ceil().max(1.0) as usize;
    let sorted = |all: &[Vec2], ranks: usize| {
        let mut order: Vec<usize> = (0..all.len()).collect();
        let (along, across) = (|i: usize| all[i].dot(forward), |i: usize| all[i].dot(forward.perp()));
        order.sort_by(|&a, &b| along(b).total_cmp(&along(a)).then(a.cmp(&b)));
        for rank in order.chunks_mut(all.len().div_ceil(ranks).max(1)) {
            rank.sort_by(|&a, &b| across(a).total_cmp(&across(b)).then(a.cmp(&b)));
        }
        order
    };
    let (from, to) = (sorted(members, ranks), sorted(places, ranks));
    let mut assigned = vec![Vec2::ZERO; members.len()];
    for (turn, member) in from.into_iter().enumerate() {
        assigned[member] = places[to[turn * places.len() / members.len()]];
    }
    assigned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;

    #[test]
    fn everybody_gets_a_place_of_its_own_within_the_contracts_reach() {
        let grid = Grid::new(60, 60, vec![Tile::Ground; 3600]);
        let to = Vec2::new(900.0, 900.0);
        for count in [2usize, 7, 24, 100, 400] {
            let members: Vec<Member> = (0..count)
                .map(|i| Member {
                    position: Vec2::new((i % 20) as f32, (i / 20) as f32) * 20.0,
                    radius: 7.0,
                    soft_radius: 10.0,
                    shape: Shape::Circle,
                })
                .collect();
            let slots = slots(&grid, &[], to, &members);
            for (i, a) in slots.iter().enumerate() {
                assert!(a.distance(to) <= 30.0 + 2.5 * 7.0 * (count as f32).sqrt(), "{count}: {a}");
                assert!(slots[i + 1..].iter().all(|b| a.distance(*b) >= 14.0));
            }
        }
    }

    #[test]
    fn the_order_across_the_way_is_kept() {
        let members: Vec<Vec2> = (0..9).map(|i| Vec2::new(0.0, 20.0 * i as f32)).collect();
        let places: Vec<Vec2> = (0..9).rev().map(|i| Vec2::new(300.0, 20.0 * i as f32)).collect();
        let assigned = in_order(&members, &places, Vec2::X);
        // Ranks of three, as nobody is ahead of anybody; within each the left stays left.
        for rank in assigned.chunks(3) {
            assert!(rank.windows(2).all(|pair| pair[0].y < pair[1].y), "{assigned:?}");
        }
    }

    #[test]
    fn where_room_is_short_neighbours_share_a_place() {
        let members: Vec<Vec2> = (0..10).map(|i| Vec2::new(0.0, 20.0 * i as f32)).collect();
        let assigned = in_order(&members, &[Vec2::ONE, Vec2::NEG_ONE], Vec2::X);
        assert_eq!(assigned.iter().filter(|&&place| place == Vec2::ONE).count(), 5);
    }

    fn kind(radius: f32, soft_radius: f32, count: usize) -> Vec<Member> {
        let shape = Shape::Circle;
        vec![Member { position: Vec2::splat(50.0), radius, soft_radius, shape }; count]
    }

    /// The contract's reach, px.
    fn reach(radius: f32, count: usize) -> f32 {
        TILE + 2.5 * radius * (count as f32).sqrt()
    }

    fn assert_room_for_each(slots: &[Vec2], radius: f32) {
        for (i, a) in slots.iter().enumerate() {
            assert!(slots[i + 1..].iter().all(|b| a.distance(*b) >= 2.0 * radius), "{a}");
        }
    }

    #[test]
    fn on_a_road_the_places_are_as_near_as_rows_along_its_sides_would_be() {
        for width in 1..=3 {
            let grid = Grid::new(200, width, vec![Tile::Ground; 200 * width as usize]);
            for (radius, soft_radius) in [(7.0, 10.0), (9.0, 13.0), (13.0, 17.0)] {
                let across = width as f32 * TILE - 2.0 * radius;
                for count in [2, 5, 24, 60, 200] {
                    for aside in [0.0, 0.3, 0.5, 0.8] {
                        let to = Vec2::new(3000.0, radius + across * aside);
                        let slots = slots(&grid, &[], to, &kind(radius, soft_radius, count));
                        assert_room_for_each(&slots, radius);
                        let tightest = 2.0 * radius + 0.1;
                        let rows = (across / tightest).floor() + 1.0;
                        let needed = (count as f32 / rows).ceil() * tightest / 2.0;
                        let farthest = slots.iter().map(|slot| slot.distance(to)).fold(0.0, f32::max);
                        let allowed = reach(radius, count).max(1.05 * needed + 2.0 * tightest);
                        assert!(
                            farthest <= allowed,
                            "{width} {radius} {count} {aside}: {farthest}, {allowed}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn wherever_there_is_room_along_the_ground_the_places_are_within_reach() {
        use crate::path::{Path, Pathfinder};
        const SIDE: i32 = 30;
        let (mut seed, mut tried) = (7u32, 0);
        let mut chance = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        for round in 0..50 {
            // Scattered rock, or rooms with a door in each wall.
            let share = 0.4 * chance();
            let tiles = (0..SIDE * SIDE).map(|i| {
                let (x, y) = (i % SIDE, i / SIDE);
                let wall = (x % 6 == 0 && (y + x) % 5 != 2) || (y % 7 == 0 && (x + y) % 6 != 3);
                let is_rock = if round % 2 == 0 { chance() < share } else { wall };
                if is_rock && (x, y) != (14, 15) { Tile::Rock } else { Tile::Ground }
            });
            let grid = Grid::new(SIDE, SIDE, tiles.collect());
            let to = Grid::center_of(14, 15);
            // How many tiles there are within so many steps along rows and columns: a place each.
            let mut near = vec![(14, 15)];
            let mut within = vec![1];
            let mut seen = HashSet::from([(14, 15)]);
            while !near.is_empty() {
                let around = |(x, y): Node| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
                near = near.into_iter().flat_map(around).collect();
                near.retain(|&(x, y)| {
                    grid.is_free(Grid::center_of(x, y), Collider { shape: Shape::Circle, radius: 13.0 })
                        && seen.insert((x, y))
                });
                within.push(within.last().unwrap() + near.len());
            }
            for (radius, soft_radius) in [(7.0, 10.0), (13.0, 17.0)] {
                for count in [2, 5, 12, 24, 60] {
                    let reach = reach(radius, count);
                    let steps = ((reach / TILE) as usize).min(within.len() - 1);
                    if within[steps] < count {
                        continue;
                    }
                    tried += 1;
                    let slots = slots(&grid, &[], to, &kind(radius, soft_radius, count));
                    assert_room_for_each(&slots, radius);
                    let body = Collider { shape: Shape::Circle, radius };
                    for &slot in &slots {
                        let mut path = Path::default();
                        assert!(Pathfinder::default().find_path(&grid, to, slot, body, &mut path));
                        assert!(
                            path.length <= 1.05 * reach,
                            "{round} {radius} {count}: {} of {reach}",
                            path.length
                        );
                    }
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }
}
