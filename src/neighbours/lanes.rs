//! Positions and velocities laid out so that a query looks at four units at a time.

use crate::neighbours::CHUNK;
use crate::neighbours::outline::Outline;
use glam::Vec2;
use rayon::prelude::*;
use wide::f32x4;

/// Units that a query looks at together.
pub const LANES: usize = 4;

/// Four units that follow each other in a crowd, value by value: one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Four {
    /// Where they are, px.
    pub x: f32x4,
    /// Where they are, px.
    pub y: f32x4,
    /// How they moved in the last step, px/s.
    pub velocity_x: f32x4,
    /// How they moved in the last step, px/s.
    pub velocity_y: f32x4,
}

impl Four {
    const NOBODY: Four =
        Four { x: f32x4::ZERO, y: f32x4::ZERO, velocity_x: f32x4::ZERO, velocity_y: f32x4::ZERO };

    /// Where they are as seen from `center`: all x and all y, px.
    #[inline]
    pub fn offsets(&self, center: Vec2) -> (f32x4, f32x4) {
        (self.x - center.x, self.y - center.y)
    }
}

/// Copies a crowd four by four; the last ones of the last four are nobody.
pub(super) fn fill(fours: &mut Vec<Four>, units: &[Outline]) {
    let chunks = units.par_chunks(LANES).with_min_len(CHUNK / LANES).map(|units| {
        let mut four = Four::NOBODY;
        for (lane, unit) in units.iter().enumerate() {
            four.x.as_mut_array()[lane] = unit.position.x;
            four.y.as_mut_array()[lane] = unit.position.y;
            four.velocity_x.as_mut_array()[lane] = unit.velocity.x;
            four.velocity_y.as_mut_array()[lane] = unit.velocity.y;
        }
        four
    });
    chunks.collect_into_vec(fours);
}

/// Those that a query found among four units.
#[derive(Clone, Debug)]
pub struct Found {
    bits: u32,
    first: usize,
}

impl Found {
    /// Those whose bit is set in `bits` of the four units from the index `first` on.
    #[inline]
    pub fn new(bits: u32, first: usize) -> Found {
        Found { bits, first }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }
}

impl Iterator for Found {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.bits == 0 {
            return None;
        }
        let lane = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(self.first + lane as usize)
    }
}

/// Those that a query found, put together before anybody looks at them: who is found among four is as good as
/// random, and a branch that is guessed wrong costs more than to write down all four.
pub(super) struct FoundBatch {
    units: [u32; FoundBatch::FULL + LANES],
    count: usize,
}

impl FoundBatch {
    const FULL: usize = 28;
    const EMPTY: FoundBatch = FoundBatch { units: [0; FoundBatch::FULL + LANES], count: 0 };

    #[inline]
    pub(super) fn new() -> FoundBatch {
        FoundBatch::EMPTY
    }

    /// Adds those whose bit is set in `bits` of the four units from the index `first` on.
    #[inline]
    pub(super) fn add(&mut self, bits: u32, first: usize) {
        let (lanes, count) = SET_BITS[bits as usize % SET_BITS.len()];
        let units = &mut self.units[self.count..][..LANES];
        for (unit, lane) in units.iter_mut().zip(lanes) {
            *unit = first as u32 + lane;
        }
        self.count += count;
    }

    /// Whether no four more can be added before it is emptied.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.count > FoundBatch::FULL
    }

    /// Calls `visit` with all, and forgets them.
    #[inline]
    pub(super) fn drain(&mut self, mut visit: impl FnMut(usize)) {
        for &unit in &self.units[..self.count] {
            visit(unit as usize);
        }
        self.count = 0;
    }
}

/// The places of the bits that are set in each number of four bits, and how many there are.
const SET_BITS: [([u32; LANES], usize); 1 << LANES] = {
    let mut table = [([0; LANES], 0); 1 << LANES];
    let mut number = 0;
    while number < table.len() {
        let mut lane = 0;
        while lane < LANES {
            if number >> lane & 1 == 1 {
                table[number].0[table[number].1] = lane as u32;
                table[number].1 += 1;
            }
            lane += 1;
        }
        number += 1;
    }
    table
};
