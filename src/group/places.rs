//! Places for the members of a group: one of its own for each, near the ordered one.
//!
//! # Source
//! [Article 003], "Group Movement": members get the nearest free place around the commander's, searched and
//! assigned in a fixed order.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

mod lattice;
mod nearest;

use crate::formation::assignment::{Aim, assign};
use crate::formation::shapes::spacing;
use crate::geometry::{Collider, Shape};
use crate::grid::Grid;
use crate::obstacles::Obstacle;
use crate::settling::SETTLED_GAP;
use glam::Vec2;
use lattice::Around;
use rayon::prelude::*;

/// What the assignment of places needs to know of a unit. Lengths px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupMember {
    /// Where it is.
    pub position: Vec2,
    /// Hard radius.
    pub radius: f32,
    /// Soft radius.
    pub soft_radius: f32,
    /// Outline.
    pub shape: Shape,
}

impl GroupMember {
    /// Its hard collider.
    pub fn collider(&self) -> Collider {
        Collider { shape: self.shape, radius: self.radius }
    }
}

/// The widest spacing of places, in radii of the biggest member. A hexagonal lattice of this spacing keeps n
/// places within 2.2 radii × √n of the middle: the contract of the command line allows 2.5.
const WIDEST_SPACING: f32 = 3.6;

/// A place of its own near `to` for each member, in their order, px. The places are as near to `to` as can be
/// along the ground, as far apart as the soft colliders ask for, and assigned so that members keep their
/// order. Where there is room enough nobody stands in a doorway, unless `to` itself is in one.
pub fn slots(grid: &Grid, obstacles: &[Obstacle], to: Vec2, members: &[GroupMember]) -> Vec<Vec2> {
    let Some(body) = Collider::covering(members.iter().map(GroupMember::collider)) else { return Vec::new() };
    let around = Around { grid, obstacles, to, body, keeps_clear: false };
    let mut places = nearest::nearest_places(around, spacing_of(members), members.len());
    // Where blocked tiles leave too little room the last ones share the middle; they settle around it.
    places.resize(members.len(), to);
    let pairs: Vec<(Vec2, Vec2)> = members.iter().map(|member| member.position).zip(places).collect();
    assign(&pairs, Aim::KeepOrder).into_iter().map(|place| pairs[place].1).collect()
}

/// From centre to centre of neighbours, px: as in formations, within the contract.
pub fn spacing_of(members: &[GroupMember]) -> f32 {
    let radius = members.iter().map(|member| member.radius).fold(0.0, f32::max);
    spacing(members.iter().map(|member| (member.collider(), member.soft_radius))).min(WIDEST_SPACING * radius)
}

/// Up to `count` places about `to`, nearest along the ground first: on a hexagonal lattice in which each step
/// must be walkable in a straight line. Among scattered blocked tiles few such steps are: where the lattice
/// has too few places, parts of tiles serve.
pub fn places_around(
    grid: &Grid,
    obstacles: &[Obstacle],
    to: Vec2,
    body: Collider,
    spacing: f32,
    count: usize,
) -> Vec<Vec2> {
    let around = Around { grid, obstacles, to, body, keeps_clear: false };
    let mut places = around.hexagonal(spacing, count);
    if places.len() < count {
        let parts = around.parts_of_tiles(spacing.min(2.0 * body.reach() + SETTLED_GAP), count);
        if parts.len() > places.len() {
            places = parts;
        }
    }
    places.into_iter().map(|place| place.at).collect()
}

/// The index of a place for each member so that the order along and across the way is kept: those in front
/// get places in front, those on the left get places on the left. Where there are fewer places than members,
/// neighbours share one.
pub fn in_order(members: &[Vec2], places: &[Vec2], towards: Vec2) -> Vec<usize> {
    let forward = towards.normalize_or(Vec2::X);
    let ranks = (members.len() as f32).sqrt().ceil().max(1.0) as usize;
    let sorted = |all: &[Vec2]| {
        let keys = |at: Vec2| (at.dot(forward), at.dot(forward.perp()));
        let mut order: Vec<((f32, f32), usize)> = all.iter().map(|&at| keys(at)).zip(0..).collect();
        order.par_sort_unstable_by(|(a, i), (b, j)| b.0.total_cmp(&a.0).then(i.cmp(j)));
        order.par_chunks_mut(all.len().div_ceil(ranks).max(1)).for_each(|rank| {
            rank.sort_unstable_by(|(a, i), (b, j)| a.1.total_cmp(&b.1).then(i.cmp(j)));
        });
        order
    };
    let (from, to) = (sorted(members), sorted(places));
    let mut assigned = vec![0; members.len()];
    for (turn, (_, member)) in from.into_iter().enumerate() {
        assigned[member] = to[turn * places.len() / members.len()].1;
    }
    assigned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{TILE, Tile};

    #[test]
    fn everybody_gets_a_place_of_its_own_within_the_contracts_reach() {
        let grid = Grid::new(60, 60, vec![Tile::Ground; 3600]);
        let to = Vec2::new(900.0, 900.0);
        for (shape, soft_radius, least) in
            [(Shape::Circle, 10.0, 20.0), (Shape::Circle, 7.0, 16.0), (Shape::Square, 7.0, 21.7)]
        {
            for count in [2usize, 7, 24, 100, 400] {
                let members: Vec<GroupMember> = (0..count)
                    .map(|i| GroupMember {
                        position: Vec2::new((i % 20) as f32, (i / 20) as f32) * 20.0,
                        radius: 7.0,
                        soft_radius,
                        shape,
                    })
                    .collect();
                let slots = slots(&grid, &[], to, &members);
                for (i, a) in slots.iter().enumerate() {
                    assert!(a.distance(to) <= 30.0 + 2.5 * 7.0 * (count as f32).sqrt(), "{count}: {a}");
                    assert!(slots[i + 1..].iter().all(|b| a.distance(*b) >= least - 0.01));
                }
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
            assert!(rank.windows(2).all(|pair| places[pair[0]].y < places[pair[1]].y), "{assigned:?}");
        }
    }

    #[test]
    fn where_room_is_short_neighbours_share_a_place() {
        let members: Vec<Vec2> = (0..10).map(|i| Vec2::new(0.0, 20.0 * i as f32)).collect();
        let assigned = in_order(&members, &[Vec2::ONE, Vec2::NEG_ONE], Vec2::X);
        assert_eq!(assigned.iter().filter(|&&place| place == 0).count(), 5);
    }

    fn kind(radius: f32, soft_radius: f32, count: usize) -> Vec<GroupMember> {
        let shape = Shape::Circle;
        vec![GroupMember { position: Vec2::splat(50.0), radius, soft_radius, shape }; count]
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
}
