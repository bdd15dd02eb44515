//! Which nodes of a lattice are connected: labels, kept up to date when tiles change.
//!
//! Since corners are not cut, nodes are connected exactly if straight steps connect them. A node that opens
//! joins the labels beside it. A node that closes can only part a region if its free neighbours are not
//! connected around it; only then all labels are found again, when next asked for (about 1 ms for 512 × 512
//! tiles).

use super::lattice::{Lattice, Node, STEPS};
use crate::grid::TILE;
use glam::Vec2;

/// Labels of the connected regions of a lattice.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    width: i32,
    height: i32,
    /// Label of each node, row by row; 0 where it is blocked.
    labels: Vec<u32>,
    /// What each label was merged into, at most itself; its root names the region.
    merged: Vec<u32>,
    stale: bool,
}

impl Regions {
    /// Finds the regions of a lattice.
    pub fn new(lattice: &Lattice) -> Regions {
        let mut regions = Regions { stale: true, ..Regions::default() };
        regions.refresh(lattice);
        regions
    }

    /// Finds all labels again if a change may have parted a region. To be called before asking.
    pub fn refresh(&mut self, lattice: &Lattice) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        (self.width, self.height) = (lattice.width(), lattice.height());
        self.labels.clear();
        self.labels.resize(self.width as usize * self.height as usize, 0);
        self.merged.clear();
        self.merged.push(0);
        for y in 0..self.height {
            let mut column = 0;
            while let Some((start, end)) = lattice.run_from(y, column) {
                self.label_run(y, start, end);
                column = end;
            }
        }
        for label in 0..self.merged.len() {
            self.merged[label] = self.merged[self.merged[label] as usize];
        }
    }

    /// Labels a run of free nodes like the runs above that it touches.
    fn label_run(&mut self, y: i32, start: i32, end: i32) {
        let row = y as usize * self.width as usize;
        let (run, mut label) = (row + start as usize..row + end as usize, 0);
        if y > 0 {
            let mut last = 0;
            for above in run.start - self.width as usize..run.end - self.width as usize {
                let other = self.labels[above];
                if other != 0 && other != last {
                    label = self.merge(label, other);
                    last = other;
                }
            }
        }
        let label = if label == 0 { self.new_label() } else { label };
        self.labels[run].fill(label);
    }

    fn new_label(&mut self) -> u32 {
        self.merged.push(self.merged.len() as u32);
        self.merged.len() as u32 - 1
    }

    /// Makes two labels one, the smaller; 0 is no label.
    fn merge(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.root(a), self.root(b));
        if a == 0 || b == 0 {
            return a.max(b);
        }
        self.merged[a.max(b) as usize] = a.min(b);
        a.min(b)
    }

    fn root(&self, mut label: u32) -> u32 {
        while self.merged[label as usize] != label {
            label = self.merged[label as usize];
        }
        label
    }

    fn label(&self, (x, y): Node) -> u32 {
        if x >= 0 && y >= 0 && x < self.width && y < self.height {
            self.labels[y as usize * self.width as usize + x as usize]
        } else {
            0
        }
    }

    /// The region of a node; `None` if it is blocked. Regions keep their names until the map changes.
    pub fn region(&self, node: Node) -> Option<u32> {
        Some(self.root(self.label(node))).filter(|&region| region != 0)
    }

    /// Notes that a node turned free or blocked.
    pub fn node_turned(&mut self, (x, y): Node, free: bool) {
        if self.stale {
            return;
        }
        let around = STEPS.map(|(dx, dy)| self.label((x + dx, y + dy)));
        let label = if free {
            let joined = around.iter().step_by(2).fold(0, |label, &other| self.merge(label, other));
            if joined == 0 { self.new_label() } else { joined }
        } else {
            // Free straight neighbours, less those that the diagonal between connects with the next one.
            let open = |direction: usize| around[direction % 8] != 0;
            let beside = (0..8).step_by(2).filter(|&d| open(d)).count();
            let links = (0..8).step_by(2).filter(|&d| open(d) && open(d + 1) && open(d + 2)).count();
            self.stale = beside > links + 1;
            0
        };
        self.labels[y as usize * self.width as usize + x as usize] = label;
    }

    /// The node of a region nearest to a place in px by straight distance; of equally near ones the first row
    /// by row.
    ///
    /// Looks along the rows, from the place's own outward, run by run and no further than the best found, so
    /// a wide lake or a foreign island is passed over quickly.
    pub fn nearest(&self, lattice: &Lattice, region: u32, place: Vec2) -> Option<Node> {
        let (column, row) = lattice.nearest_node(place);
        let mut best: Option<(f32, i32, i32)> = None;
        // Rows outward from the place's own, alternately below and above.
        for y in (0..2 * self.height).map(|k| row + if k % 2 == 0 { k / 2 } else { -(k + 1) / 2 }) {
            let down = lattice.place((0, y)).y - place.y;
            if best.is_some_and(|(distance, ..)| (down.abs() - TILE).max(0.0).powi(2) > distance) {
                break;
            }
            if y < 0 || y >= self.height {
                continue;
            }
            let ahead = self.first_in_row(lattice, region, y, column, |from| lattice.run_from(y, from));
            let back = self.first_in_row(lattice, region, y, column, |from| lattice.run_back_from(y, from));
            for x in ahead.into_iter().chain(back) {
                let found = (lattice.place((x, y)).distance_squared(place), y, x);
                best = Some(best.map_or(found, |best| if found < best { found } else { best }));
            }
        }
        best.map(|(_, y, x)| (x, y))
    }

    /// Where the first run of a region begins, going from run to run as `next` says.
    fn first_in_row(
        &self,
        lattice: &Lattice,
        region: u32,
        y: i32,
        column: i32,
        next: impl Fn(i32) -> Option<(i32, i32)>,
    ) -> Option<i32> {
        let mut column = column;
        while (0..lattice.width()).contains(&column) {
            let (start, end) = next(column)?;
            if self.region((start, y)) == Some(region) {
                return Some(start);
            }
            column = end;
        }
        None
    }
}
