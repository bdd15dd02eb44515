//! The lattice on which paths for bodies of one size are searched: which places are free, as bits.
//!
//! A collider of radius r covers n = ⌈2r ÷ 30⌉ tiles ([`footprint`]). Nodes are the places where an n × n
//! square of tiles has its centre: tile centres where n is odd, tile corners where it is even. A node is free
//! if all its tiles are. So a radius of 20 px walks on tile corners and uses a gap of two tiles.
//!
//! Besides the free nodes each row and each column keeps two bit lines of *stops*, which are what jump point
//! search looks for: blocked nodes, and free ones at which a straight walk may have to turn. All are kept up
//! to date tile by tile.

use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use glam::Vec2;

/// Widest [`footprint`], tiles: units end at four, but a formation looks for a way for all of it.
pub const MAX_FOOTPRINT: i32 = 16;

/// How many tiles a collider is wide: n of its lattice, from 1 to [`MAX_FOOTPRINT`].
///
/// ```
/// use muster::geometry::collider::{Collider, Shape};
/// use muster::path::lattice::footprint;
/// let of = |radius| footprint(Collider { shape: Shape::Circle, radius });
/// assert_eq!([of(13.0), of(15.0), of(16.0), of(30.0), of(60.0)], [1, 1, 2, 2, 4]);
/// ```
pub fn footprint(body: Collider) -> i32 {
    ((2.0 * body.radius / TILE).ceil() as i32).clamp(1, MAX_FOOTPRINT)
}

/// A node of a lattice: column and row of the top-left tile of its square.
pub type Node = (i32, i32);

/// Unit steps in the eight directions, clockwise from east (y down): the even ones are straight.
pub const STEPS: [Node; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Which nodes are free for bodies of one footprint.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice {
    side: i32,
    width: i32,
    height: i32,
    /// A line is a row, a place in it a column.
    rows: Board,
    /// A line is a column, a place in it a row.
    columns: Board,
}

impl Lattice {
    /// The lattice of bodies that are `side` tiles wide (1 or more).
    pub fn new(grid: &Grid, side: i32) -> Lattice {
        let (width, height) = ((grid.columns() - side + 1).max(0), (grid.rows() - side + 1).max(0));
        let (rows, columns) = (Board::new(height, width), Board::new(width, height));
        let mut lattice = Lattice { side, width, height, rows, columns };
        for y in 0..height {
            // A node is free if the last `side` tiles of all its rows are.
            let mut run = 0;
            for column in 0..grid.columns() {
                run = if (y..y + side).any(|row| grid.clear_tiles(column, row) == 0) { 0 } else { run + 1 };
                if run >= side {
                    let x = column - side + 1;
                    lattice.rows.set(y, x, true);
                    lattice.columns.set(x, y, true);
                }
            }
        }
        lattice.rows.find_all_stops();
        lattice.columns.find_all_stops();
        lattice
    }

    /// How many tiles a node's square is wide.
    pub fn side(&self) -> i32 {
        self.side
    }

    /// Nodes across.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Nodes down.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Whether a body may stand at a node; false outside.
    pub fn is_free(&self, (x, y): Node) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height && self.rows.is_free(y, x)
    }

    /// Whether a body may step from a free node in one of the [`STEPS`]: a diagonal one needs both of its
    /// straight halves, so that no corner is cut.
    pub fn can_step(&self, (x, y): Node, direction: usize) -> bool {
        let (dx, dy) = STEPS[direction];
        self.is_free((x + dx, y + dy))
            && (dx == 0 || dy == 0 || self.is_free((x + dx, y)) && self.is_free((x, y + dy)))
    }

    /// Place of a node among all, row by row.
    pub fn index(&self, (x, y): Node) -> usize {
        y as usize * self.width as usize + x as usize
    }

    /// The node at an index.
    pub fn node(&self, index: usize) -> Node {
        // Divided as 32 bits, which is twice as fast; a map has fewer nodes than that.
        let (index, width) = (index as u32, self.width as u32);
        ((index % width) as i32, (index / width) as i32)
    }

    /// Where a node is, px: the centre of its square.
    pub fn place(&self, (x, y): Node) -> Vec2 {
        (Vec2::new(x as f32, y as f32) + self.side as f32 / 2.0) * TILE
    }

    /// The node nearest to a place in px, free or not; always on the lattice if it has any node.
    pub fn nearest_node(&self, place: Vec2) -> Node {
        let node = place / TILE - (self.side as f32 - 1.0) / 2.0;
        let clamped = |along: f32, size: i32| (along.floor() as i32).clamp(0, (size - 1).max(0));
        (clamped(node.x, self.width), clamped(node.y, self.height))
    }

    /// Looks again at the nodes over a tile that changed, and calls a function with each node that turned and
    /// whether it is free now.
    pub fn tile_changed(&mut self, grid: &Grid, column: i32, row: i32, mut turned: impl FnMut(Node, bool)) {
        let (left, top) = ((column - self.side + 1).max(0), (row - self.side + 1).max(0));
        let (right, bottom) = (column.min(self.width - 1), row.min(self.height - 1));
        for y in top..=bottom {
            for x in left..=right {
                let mut square = (y..y + self.side).flat_map(|r| (x..x + self.side).map(move |c| (c, r)));
                let free = square.all(|(c, r)| grid.clear_tiles(c, r) > 0);
                if free != self.rows.is_free(y, x) {
                    self.rows.set(y, x, free);
                    self.columns.set(x, y, free);
                    turned((x, y), free);
                }
            }
        }
        self.rows.find_stops(top - 1..=bottom + 1, left - 1, right + 1);
        self.columns.find_stops(left - 1..=right + 1, top - 1, bottom + 1);
    }

    /// Where a straight walk from a node first stops: the first blocked node (perhaps just outside) or the
    /// first free one at which it may have to turn, and which of the two. `direction` is one of the even
    /// [`STEPS`].
    pub(super) fn straight_stop(&self, (x, y): Node, direction: usize) -> (Node, bool) {
        match direction {
            0 => {
                let stop = self.rows.stop_ahead(y, x);
                ((stop, y), self.rows.is_free(y, stop))
            }
            2 => {
                let stop = self.columns.stop_ahead(x, y);
                ((x, stop), self.columns.is_free(x, stop))
            }
            4 => {
                let stop = self.rows.stop_back(y, x);
                ((stop, y), stop >= 0 && self.rows.is_free(y, stop))
            }
            _ => {
                let stop = self.columns.stop_back(x, y);
                ((x, stop), stop >= 0 && self.columns.is_free(x, stop))
            }
        }
    }

    /// The first free node of a row at or after a column, and the first blocked one after that.
    pub(super) fn run_from(&self, y: i32, x: i32) -> Option<(i32, i32)> {
        let start = self.rows.first(y, x, true).filter(|&start| start < self.width)?;
        Some((start, self.rows.first(y, start, false).map_or(self.width, |end| end.min(self.width))))
    }

    /// The last free node of a row at or before a column, and the last blocked one before that (−1 if none).
    pub(super) fn run_back_from(&self, y: i32, x: i32) -> Option<(i32, i32)> {
        let start = self.rows.last(y, x, true)?;
        Some((start, self.rows.last(y, start, false).unwrap_or(-1)))
    }
}

/// Lines of bits: which nodes are free, and where walks along a line stop.
#[derive(Clone, Debug, PartialEq)]
struct Board {
    lines: i32,
    /// Words of a line: one bit more than places at least, so that each line ends blocked.
    words: usize,
    /// One blocked line stands before the first and one after the last.
    free: Vec<u64>,
    /// Stops of a walk towards greater places.
    ahead: Vec<u64>,
    /// Stops of a walk towards smaller places.
    back: Vec<u64>,
}

impl Board {
    fn new(lines: i32, places: i32) -> Board {
        let words = places as usize / 64 + 1;
        let size = words * (lines as usize + 2);
        Board { lines, words, free: vec![0; size], ahead: vec![!0; size], back: vec![!0; size] }
    }

    #[inline]
    fn word(&self, line: i32, place: i32) -> usize {
        (line + 1) as usize * self.words + place as usize / 64
    }

    #[inline]
    fn is_free(&self, line: i32, place: i32) -> bool {
        self.free[self.word(line, place)] >> (place % 64) & 1 == 1
    }

    fn set(&mut self, line: i32, place: i32, free: bool) {
        let word = self.word(line, place);
        let bit = 1 << (place % 64);
        if free { self.free[word] |= bit } else { self.free[word] &= !bit }
    }

    fn find_all_stops(&mut self) {
        self.find_stops(0..=self.lines - 1, 0, self.words as i32 * 64 - 1);
    }

    /// Finds the stops of some lines anew between two places (both included).
    ///
    /// Walking on along a line, a free place beside it whose predecessor is blocked can only be reached by
    /// turning here, since corners are not cut: that is where jump point search must look around.
    fn find_stops(&mut self, lines: std::ops::RangeInclusive<i32>, from: i32, to: i32) {
        let words = from.max(0) as usize / 64..=(to.max(0) as usize / 64).min(self.words - 1);
        for line in (*lines.start()).max(0)..=(*lines.end()).min(self.lines - 1) {
            for place in words.clone() {
                let here = (line + 1) as usize * self.words + place;
                let (above, below) = (here - self.words, here + self.words);
                let opens_ahead = |side: usize| {
                    let before = if place == 0 { 0 } else { self.free[side - 1] >> 63 };
                    self.free[side] & !(self.free[side] << 1 | before)
                };
                let opens_back = |side: usize| {
                    let after = if place + 1 == self.words { 0 } else { self.free[side + 1] << 63 };
                    self.free[side] & !(self.free[side] >> 1 | after)
                };
                let ahead = !self.free[here] | opens_ahead(above) | opens_ahead(below);
                let back = !self.free[here] | opens_back(above) | opens_back(below);
                (self.ahead[here], self.back[here]) = (ahead, back);
            }
        }
    }

    /// The first stop after a place. There is always one: each line ends blocked.
    #[inline]
    fn stop_ahead(&self, line: i32, place: i32) -> i32 {
        let next = place as usize + 1;
        let start = (line + 1) as usize * self.words;
        let mut word = next / 64;
        let mut bits = self.ahead[start + word] & (!0 << (next % 64));
        while bits == 0 {
            word += 1;
            bits = self.ahead[start + word];
        }
        word as i32 * 64 + bits.trailing_zeros() as i32
    }

    /// The last stop before a place; −1 where the line begins.
    #[inline]
    fn stop_back(&self, line: i32, place: i32) -> i32 {
        let start = (line + 1) as usize * self.words;
        let mut word = place as usize / 64;
        let mut bits = self.back[start + word] & !(!0 << (place % 64));
        while bits == 0 {
            if word == 0 {
                return -1;
            }
            word -= 1;
            bits = self.back[start + word];
        }
        word as i32 * 64 + 63 - bits.leading_zeros() as i32
    }

    /// The first place at or after one that is free (or blocked).
    fn first(&self, line: i32, place: i32, free: bool) -> Option<i32> {
        let flip = if free { 0 } else { !0 };
        let start = (line + 1) as usize * self.words;
        (place as usize / 64..self.words).find_map(|word| {
            let bits = self.free[start + word] ^ flip;
            let bits = if word == place as usize / 64 { bits & (!0 << (place % 64)) } else { bits };
            (bits != 0).then(|| word as i32 * 64 + bits.trailing_zeros() as i32)
        })
    }

    /// The last place at or before one that is free (or blocked).
    fn last(&self, line: i32, place: i32, free: bool) -> Option<i32> {
        let flip = if free { 0 } else { !0 };
        let start = (line + 1) as usize * self.words;
        (0..=place as usize / 64).rev().find_map(|word| {
            let bits = self.free[start + word] ^ flip;
            let bits = if word == place as usize / 64 { bits & (!0 >> (63 - place % 64)) } else { bits };
            (bits != 0).then(|| word as i32 * 64 + 63 - bits.leading_zeros() as i32)
        })
    }
}
