//! Places on a lattice, nearest along the ground first: a search of the shortest way from node to node.

use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::obstacles::Obstacle;
use crate::settling::is_ground;
use glam::Vec2;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Half the square root of 3: the height of a row of a hexagonal lattice in spacings.
const ROW_HEIGHT: f32 = 0.866_025_4;
/// A place is narrow in no free square of this side, px: those that pass would have to push one that stands
/// there.
const NARROW_PLACE: f32 = 2.0 * TILE + 1.0;
/// A way to a node that is shorter by less than this is not looked at again, px.
const SHORTER_BY: f32 = 0.01;

/// Column and row of a node.
pub(super) type LatticeNode = (i32, i32);

/// The steps from a node to those around: on a hexagonal lattice the first six, on a square one all.
pub(super) const AROUND: [LatticeNode; 8] =
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 1), (-1, -1)];

/// A place, and the length of a way over a lattice to it, px: it is never nearer along the ground than in a
/// straight line and never farther than that.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkedPlace {
    pub at: Vec2,
    pub walked: f32,
}

/// What places are looked for on. Lengths px.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub grid: &'a Grid,
    pub obstacles: &'a [Obstacle],
    /// The middle.
    pub to: Vec2,
    /// The biggest member.
    pub body: Collider,
    /// Whether narrow places are neither taken nor passed, so that doorways stay open.
    pub keeps_clear: bool,
}

/// Nodes in columns and rows. Lengths px.
pub(super) struct PlaceLattice {
    /// Where node (0, 0) lies, near the middle.
    pub origin: Vec2,
    /// From a column to the next.
    pub column: Vec2,
    /// From a row to the next.
    pub row: Vec2,
    /// The steps from a node.
    pub around: &'static [LatticeNode],
    /// Nodes come in the order of their straight distance, but none before as many of these as it takes
    /// steps: on open ground the rings come out round. 0: in the order of the way.
    pub ring: f32,
}

impl PlaceLattice {
    fn place(&self, (column, row): LatticeNode) -> Vec2 {
        self.origin + self.column * column as f32 + self.row * row as f32
    }
}

impl Around<'_> {
    pub(super) fn is_free(&self, place: Vec2) -> bool {
        is_ground(self.grid, self.obstacles, place, self.body) && !(self.keeps_clear && self.is_narrow(place))
    }

    /// Whether a place is in a doorway, or in a passage of two tiles or less.
    pub(super) fn is_narrow(&self, place: Vec2) -> bool {
        self.grid.is_narrow(place, NARROW_PLACE)
    }

    /// Up to `count` places on a hexagonal lattice about the middle.
    pub(super) fn hexagonal(&self, spacing: f32, count: usize) -> Vec<WalkedPlace> {
        let row = Vec2::new(0.5, ROW_HEIGHT) * spacing;
        let (column, around) = (Vec2::X * spacing, &AROUND[..6]);
        self.search(
            PlaceLattice { origin: self.to, column, row, around, ring: row.y },
            count,
            usize::MAX,
            |_| true,
        )
    }

    /// Up to `count` places in the middles of equal parts of tiles, as many in a tile as the spacing allows;
    /// none where it is wider than a tile. A unit that fits into a tile fits there, so wherever tiles leave
    /// room there is a place for each, however they lie.
    pub(super) fn parts_of_tiles(&self, spacing: f32, count: usize) -> Vec<WalkedPlace> {
        let parts = (TILE / spacing).floor();
        if parts < 1.0 {
            return Vec::new();
        }
        let side = TILE / parts;
        let origin = ((self.to / side).floor() + 0.5) * side;
        let (column, row) = (Vec2::X * side, Vec2::Y * side);
        self.search(
            PlaceLattice { origin, column, row, around: &AROUND, ring: 0.0 },
            count,
            usize::MAX,
            |_| true,
        )
    }

    /// The free nodes that can be walked to, nearest first: `count` of those that `take` takes, of at most
    /// `most` that are looked at.
    pub(super) fn search(
        &self,
        lattice: PlaceLattice,
        count: usize,
        most: usize,
        mut take: impl FnMut(Vec2) -> bool,
    ) -> Vec<WalkedPlace> {
        let mut found = Vec::with_capacity(count);
        let (first, mut looked_at) = (lattice.origin.distance(self.to), 0);
        let mut least: FxHashMap<LatticeNode, f32> = FxHashMap::default();
        least.insert((0, 0), first);
        let mut open = BinaryHeap::from([Reverse((first.to_bits(), 0, (0, 0), first.to_bits()))]);
        while let Some(Reverse((rank, steps, node, walked))) = open.pop()
            && found.len() < count
            && looked_at < most
        {
            let (here, walked) = (lattice.place(node), f32::from_bits(walked));
            if least.get(&node).is_some_and(|&least| least < f32::from_bits(rank)) {
                continue;
            }
            looked_at += 1;
            let is_free = self.is_free(here);
            if is_free && take(here) {
                found.push(WalkedPlace { at: here, walked });
            } else if !is_free && node != (0, 0) {
                continue;
            }
            for &(column, row) in lattice.around {
                let next = (node.0 + column, node.1 + row);
                let there = lattice.place(next);
                let walked = walked + there.distance(here);
                let rank = match lattice.ring {
                    0.0 => walked,
                    ring => there.distance(self.to).max((steps + 1) as f32 * ring),
                };
                let is_nearer = least.get(&next).is_none_or(|&least| rank + SHORTER_BY < least);
                if is_nearer && (!is_free || self.grid.line_is_free(here, there, self.body)) {
                    least.insert(next, rank);
                    open.push(Reverse((rank.to_bits(), steps + 1, next, walked.to_bits())));
                }
            }
        }
        found
    }
}
