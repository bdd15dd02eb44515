//! Jump point search: the same lattice, the same costs and the same answers as A*, tens of times faster.
//!
//! Of all equally long ways only those are searched that go diagonally first. On them a straight walk has to
//! look around only where a wall beside it ends (a *jump point*); all else is passed over, 64 nodes at a
//! time, on the bit lines of the [`Lattice`]. Here nothing but jump points and the goal enters the heap: the
//! turn from a diagonal to a straight walk follows from the two ends.
//!
//! # Source
//! D. Harabor and A. Grastien, "Online graph pruning for pathfinding on grid maps", AAAI,
//! <https://doi.org/10.1609/aaai.v25i1.7994>, 2011, and "Improving jump point search", ICAPS,
//! <https://doi.org/10.1609/icaps.v24i1.13633>, 2014 (block-based scanning, pruning of intermediate points).
//! They let diagonals cut corners; without that a walk is forced to look around one node later, *past* the
//! end of a wall, and never on a diagonal. A node reached equally cheaply from two sides is searched in the
//! directions of both, which makes the search exact by construction.

use super::a_star::{DIAGONAL, STRAIGHT, octile_cost};
use super::lattice::{Lattice, Node, STEPS};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Memory of a search, kept from one to the next: nothing is allocated once it is as large as the map asks
/// for.
#[derive(Clone, Debug, Default)]
pub struct JumpSearch {
    records: Vec<JumpRecord>,
    /// Which records belong to the search at hand.
    generation: u32,
    /// Estimated total cost, then the node: `estimate << 22 | index`.
    open: BinaryHeap<Reverse<u64>>,
    expanded: usize,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
struct JumpRecord {
    cost: u64,
    parent: u32,
    /// 16 bits of the generation, then the directions that wait to be searched, then all ever asked for.
    generation: u16,
    pending: u8,
    asked: u8,
}

/// Bits of an index in the heap's keys: 2048 × 2048 nodes.
const INDEX_BITS: u32 = 22;

/// All directions.
const ALL: u8 = 0xff;

impl JumpSearch {
    /// How many nodes the last search took from the heap: a measure of work that is the same everywhere.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// Finds a cheapest way and leaves its turns in `turns`, both ends included; returns its cost. `None`,
    /// and no turns, if there is none.
    pub fn find_path(
        &mut self,
        lattice: &Lattice,
        from: Node,
        to: Node,
        turns: &mut Vec<Node>,
    ) -> Option<u64> {
        turns.clear();
        self.expanded = 0;
        if !lattice.is_free(from) || !lattice.is_free(to) {
            return None;
        }
        self.start(lattice);
        let (start, goal) = (lattice.index(from), lattice.index(to));
        let mut search = JumpRun { memory: self, lattice, goal: to };
        search.reach(from, 0, start as u32, ALL);
        while let Some(Reverse(key)) = search.memory.open.pop() {
            let index = (key & ((1 << INDEX_BITS) - 1)) as usize;
            search.memory.expanded += 1;
            if index == goal {
                let cost = search.memory.records[index].cost;
                self.trace(lattice, goal, start, turns);
                return Some(cost);
            }
            search.expand(index);
        }
        None
    }

    fn start(&mut self, lattice: &Lattice) {
        let nodes = lattice.width() as usize * lattice.height() as usize;
        if self.records.len() < nodes {
            self.records.resize(nodes, JumpRecord::default());
        }
        self.open.clear();
        self.generation += 1;
        if self.generation > u16::MAX as u32 {
            self.records.fill(JumpRecord::default());
            self.generation = 1;
        }
    }

    /// Follows the parents back to the start, and adds the turn between each two where there is one.
    fn trace(&self, lattice: &Lattice, goal: usize, start: usize, turns: &mut Vec<Node>) {
        let mut index = goal;
        turns.push(lattice.node(index));
        while index != start {
            let parent = self.records[index].parent as usize;
            let (child, node) = (lattice.node(index), lattice.node(parent));
            let (dx, dy) = (child.0 - node.0, child.1 - node.1);
            let diagonal = dx.abs().min(dy.abs());
            let turn = (node.0 + diagonal * dx.signum(), node.1 + diagonal * dy.signum());
            push_turn(turns, turn);
            push_turn(turns, node);
            index = parent;
        }
        turns.reverse();
    }
}

/// Adds a node to a way; one that only lies between its neighbours is left out.
pub(super) fn push_turn(turns: &mut Vec<Node>, node: Node) {
    let toward = |a: Node, b: Node| ((b.0 - a.0).signum(), (b.1 - a.1).signum());
    if turns.last() == Some(&node) {
        return;
    }
    if let [.., before, last] = turns[..]
        && toward(before, last) == toward(last, node)
    {
        turns.pop();
    }
    turns.push(node);
}

/// One search under way.
struct JumpRun<'a> {
    memory: &'a mut JumpSearch,
    lattice: &'a Lattice,
    goal: Node,
}

impl JumpRun<'_> {
    fn expand(&mut self, index: usize) {
        let record = &mut self.memory.records[index];
        let directions = std::mem::take(&mut record.pending);
        let cost = record.cost;
        let node = self.lattice.node(index);
        for direction in 0..8 {
            if directions >> direction & 1 == 0 {
                continue;
            }
            if direction % 2 == 0 {
                self.walk_straight(node, direction, cost, index as u32);
            } else {
                self.walk_diagonally(node, direction, cost, index as u32);
            }
        }
    }

    fn walk_diagonally(&mut self, node: Node, direction: usize, mut cost: u64, parent: u32) {
        let (dx, dy) = STEPS[direction];
        let (along_x, along_y) = (if dx > 0 { 0 } else { 4 }, if dy > 0 { 2 } else { 6 });
        let mut node = node;
        while self.lattice.can_step(node, direction) {
            node = (node.0 + dx, node.1 + dy);
            cost += DIAGONAL;
            if node == self.goal {
                self.reach(node, cost, parent, 0);
                return;
            }
            self.walk_straight(node, along_x, cost, parent);
            self.walk_straight(node, along_y, cost, parent);
        }
    }

    fn walk_straight(&mut self, node: Node, direction: usize, cost: u64, parent: u32) {
        let (stop, is_jump_point) = self.lattice.straight_stop(node, direction);
        let goal = self.goal;
        // The goal lies before the stop if it is on the same line, ahead, and no further.
        let ahead = |from: i32, goal: i32, stop: i32| (goal - from).signum() * (stop - goal).signum();
        let passes_goal = match direction {
            0 | 4 => {
                goal.1 == node.1
                    && goal.0 != node.0
                    && ahead(node.0, goal.0, stop.0) >= 0
                    && (goal.0 > node.0) == (direction == 0)
            }
            _ => {
                goal.0 == node.0
                    && goal.1 != node.1
                    && ahead(node.1, goal.1, stop.1) >= 0
                    && (goal.1 > node.1) == (direction == 2)
            }
        };
        let steps = |to: Node| (to.0.abs_diff(node.0) + to.1.abs_diff(node.1)) as u64 * STRAIGHT;
        if passes_goal {
            self.reach(goal, cost + steps(goal), parent, 0);
        } else if is_jump_point {
            self.reach(stop, cost + steps(stop), parent, self.directions_at(stop, direction));
        }
    }

    /// Where a straight walk goes on from a jump point: onward, and round the walls that end beside it.
    fn directions_at(&self, (x, y): Node, direction: usize) -> u8 {
        let mut directions = 1 << direction;
        for (side, between) in
            [((direction + 6) % 8, (direction + 7) % 8), ((direction + 2) % 8, direction + 1)]
        {
            let ((dx, dy), (back_x, back_y)) = (STEPS[side], STEPS[direction]);
            let beside = (x + dx, y + dy);
            let behind = (beside.0 - back_x, beside.1 - back_y);
            if self.lattice.is_free(beside) && !self.lattice.is_free(behind) {
                directions |= 1 << side | 1 << between;
            }
        }
        directions
    }

    /// Notes that a node can be reached at a cost, to be searched on in some directions.
    fn reach(&mut self, node: Node, cost: u64, parent: u32, directions: u8) {
        let index = self.lattice.index(node);
        let generation = self.memory.generation as u16;
        let record = &mut self.memory.records[index];
        if record.generation != generation || cost < record.cost {
            *record = JumpRecord { cost, parent, generation, pending: directions, asked: directions };
        } else if cost == record.cost && directions & !record.asked != 0 {
            record.pending |= directions & !record.asked;
            record.asked |= directions;
        } else {
            return;
        }
        let estimate = cost + octile_cost(node, self.goal);
        self.memory.open.push(Reverse(estimate << INDEX_BITS | index as u64));
    }
}
