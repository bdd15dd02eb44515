//! Ways round a standing crowd: A* on which bodies that stand about cost more than ground, but are no walls.
//!
//! Jump point search needs equal costs everywhere; this is plain A* on arrays, bounded, for the rare unit
//! that cannot get on for long.

use super::a_star::{DIAGONAL, STRAIGHT, octile_cost};
use super::lattice::{Lattice, Node, STEPS};
use super::traffic::Busy;
use crate::geometry::Collider;
use crate::geometry::segment::nearest_on_segment;
use crate::grid::TILE;
use glam::Vec2;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Bodies that stand about, which a way may lead through at a price.
#[derive(Clone, Copy, Debug)]
pub struct StandingCrowd<'a> {
    /// Centre (px) and outline of each.
    pub bodies: &'a [(Vec2, Collider)],
    /// What each step on which one of them is touched costs beyond its length, px of way.
    pub price: f32,
    /// Nodes that the search may look at.
    pub limit: usize,
}

impl StandingCrowd<'_> {
    /// Those whom any way round is shorter than, on any map; the search looks at 60,000 nodes.
    pub fn round(bodies: &[(Vec2, Collider)]) -> StandingCrowd<'_> {
        StandingCrowd { bodies, price: 30_000.0, limit: 60_000 }
    }
}

/// Memory of the search, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct CrowdSearch {
    records: Vec<CrowdRecord>,
    generation: u32,
    /// Estimated total cost, then the node's index.
    open: BinaryHeap<Reverse<(u64, u32)>>,
    expanded: usize,
    /// What a step against a body costs beyond its length.
    extra: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct CrowdRecord {
    /// Which search the rest belongs to.
    generation: u32,
    /// A bit for each of the [`STEPS`] from here on which a body is met.
    met: u8,
    cost: u64,
    parent: u32,
    closed: bool,
}

impl CrowdSearch {
    /// How many nodes the last search expanded.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// Begins a question: prices the steps on which a body would touch one of the crowd. Not the nodes: those
    /// who stand on the line between two rows of nodes touch none of them, and are a wall none the less.
    pub fn price(&mut self, lattice: &Lattice, body: Collider, standing: &StandingCrowd) {
        let nodes = lattice.width() as usize * lattice.height() as usize;
        if self.records.len() < nodes {
            self.records.resize(nodes, CrowdRecord::default());
        }
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.records.fill(CrowdRecord::default());
            1
        });
        self.extra = (standing.price.max(0.0) / TILE * STRAIGHT as f32) as u64;
        for &(center, other) in standing.bodies {
            let (column, row) = lattice.nearest_node(center);
            let reach = ((body.radius + other.radius) / TILE).ceil() as i32 + 1;
            for node in (row - reach..=row + reach)
                .flat_map(|y| (column - reach..=column + reach).map(move |x| (x, y)))
                .filter(|&node| lattice.is_free(node))
            {
                let place = lattice.place(node);
                for (direction, (x, y)) in STEPS.into_iter().enumerate() {
                    let next = lattice.place((node.0 + x, node.1 + y));
                    if meets_any(place, next, body, &[(center, other)]) {
                        self.record(lattice.index(node)).met |= 1 << direction;
                    }
                }
            }
        }
    }

    /// Finds a cheapest way at the prices set and, where it goes among others, in their time; leaves its
    /// turns, both ends included. `false` if there is none within `limit` nodes of searching, or none in
    /// time.
    pub fn find_path(
        &mut self,
        lattice: &Lattice,
        (from, to): (Node, Node),
        busy: Option<&Busy>,
        limit: usize,
        turns: &mut Vec<Node>,
    ) -> bool {
        let most = busy.map_or(u64::MAX, Busy::most);
        turns.clear();
        self.open.clear();
        self.expanded = 0;
        let (start, goal) = (lattice.index(from), lattice.index(to));
        *self.record(start) = CrowdRecord { cost: 0, parent: start as u32, ..*self.record(start) };
        self.open.push(Reverse((octile_cost(from, to), start as u32)));
        while let Some(Reverse((cost, index))) = self.open.pop() {
            if cost > most {
                return false;
            }
            if std::mem::replace(&mut self.record(index as usize).closed, true) {
                continue;
            }
            if index as usize == goal {
                self.trace(lattice, goal, turns);
                return true;
            }
            self.expanded += 1;
            if self.expanded > limit {
                return false;
            }
            self.expand(lattice, index as usize, to, busy);
        }
        false
    }

    fn expand(&mut self, lattice: &Lattice, index: usize, to: Node, busy: Option<&Busy>) {
        let node = lattice.node(index);
        let CrowdRecord { cost, met, .. } = *self.record(index);
        let extra = self.extra;
        for (direction, (dx, dy)) in STEPS.into_iter().enumerate() {
            if !lattice.can_step(node, direction) {
                continue;
            }
            let next = (node.0 + dx, node.1 + dy);
            let next_index = lattice.index(next);
            let record = self.record(next_index);
            let step = if direction % 2 == 0 { STRAIGHT } else { DIAGONAL };
            let waits = busy.map_or(0, |busy| busy.delay(lattice.place(next), direction, step));
            let cost = cost + step + waits + if met & 1 << direction != 0 { extra } else { 0 };
            if cost < record.cost {
                record.cost = cost;
                record.parent = index as u32;
                self.open.push(Reverse((cost + octile_cost(next, to), next_index as u32)));
            }
        }
    }

    fn trace(&mut self, lattice: &Lattice, goal: usize, turns: &mut Vec<Node>) {
        let mut index = goal;
        loop {
            super::jump::push_turn(turns, lattice.node(index));
            let parent = self.record(index).parent as usize;
            if parent == index {
                break;
            }
            index = parent;
        }
        turns.reverse();
    }

    /// A node's record, fresh if it is another question's.
    fn record(&mut self, index: usize) -> &mut CrowdRecord {
        let record = &mut self.records[index];
        if record.generation != self.generation {
            *record = CrowdRecord { generation: self.generation, cost: u64::MAX, ..CrowdRecord::default() };
        }
        record
    }
}

/// Whether a body going straight from `a` to `b` would touch one of `standing`, taken as circles.
pub(crate) fn meets_any(a: Vec2, b: Vec2, body: Collider, standing: &[(Vec2, Collider)]) -> bool {
    standing.iter().any(|&(center, other)| {
        let reach = body.radius + other.radius;
        nearest_on_segment(center, a, b).distance_squared(center) < reach * reach
    })
}
