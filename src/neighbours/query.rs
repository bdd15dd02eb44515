//! Questions to the crowd: who is near a place.

use super::Crowd;
use super::lanes::{FoundBatch, Four, LANES};
use glam::Vec2;
use std::ops::Range;
use wide::f32x4;

impl Crowd {
    /// The runs of indices that hold everybody whose centre lies within `range` px of `center` along both
    /// axes (and some others).
    #[inline]
    pub fn runs(&self, center: Vec2, range: f32) -> impl Iterator<Item = Range<usize>> + '_ {
        self.runs_within(center, Vec2::splat(-range), Vec2::splat(range))
    }

    /// The runs of indices that hold everybody whose centre lies in a box (and some others). `low` and `high`
    /// are its corners as seen from `center`, px.
    #[inline]
    pub fn runs_within(
        &self,
        center: Vec2,
        low: Vec2,
        high: Vec2,
    ) -> impl Iterator<Item = Range<usize>> + '_ {
        let scale = 1.0 / self.cell_side;
        let low = (center - self.cell_origin + low) * scale;
        let high = (center - self.cell_origin + high) * scale;
        // Rounding towards zero is enough: what lies below zero is clamped.
        let left = (low.x as i32).clamp(0, self.cell_columns);
        let right = (high.x as i32 + 1).clamp(left, self.cell_columns);
        let top = (low.y as i32).clamp(0, self.cell_rows);
        let bottom = (high.y as i32 + 1).clamp(top, self.cell_rows);
        (top..bottom).map(move |row| {
            let first = row * self.cell_columns;
            self.cell_start[(first + left) as usize] as usize
                ..self.cell_start[(first + right) as usize] as usize
        })
    }

    /// Calls `visit` with the index of everybody whose centre is within `range` px of `center`.
    #[inline]
    pub fn for_each_near(&self, center: Vec2, range: f32, visit: impl FnMut(usize)) {
        self.for_each_near_if((center, usize::MAX), range, |_, _, _, is_near| is_near, visit);
    }

    /// Calls `visit` with the index of everybody else whose centre is within `range` px of that of a unit.
    #[inline]
    pub fn for_each_neighbour(&self, index: usize, range: f32, visit: impl FnMut(usize)) {
        self.for_each_near_if((self.position[index], index), range, |_, _, _, is_near| is_near, visit);
    }

    /// The same, but only with those who pass a test, four at a time: `counts` is given their offsets x and y
    /// from `center`, px, the square of their distance, and which of them are in range; it returns which of
    /// the latter count. The unit at the index `but` is left out: to ask of each whether it is the one is
    /// guessed wrong each time.
    #[inline]
    pub fn for_each_near_if(
        &self,
        (center, but): (Vec2, usize),
        range: f32,
        counts: impl Fn(f32x4, f32x4, f32x4, f32x4) -> f32x4,
        mut visit: impl FnMut(usize),
    ) {
        let most = f32x4::splat(range * range);
        let mut batch = FoundBatch::new();
        for run in self.runs(center, range) {
            for (first, four, inside) in self.fours(&run) {
                let (x, y) = four.offsets(center);
                let apart = x * x + y * y;
                let found = counts(x, y, apart, apart.simd_le(most));
                let lane = but.wrapping_sub(first);
                let own = if lane < LANES { 1 << lane } else { 0 };
                batch.add(found.to_bitmask() & inside & !own, first);
                if batch.is_full() {
                    batch.drain(&mut visit);
                }
            }
        }
        batch.drain(visit);
    }

    /// The fours that hold a run of indices, the index of the first unit of each, and which of the four are
    /// in the run, a bit for each: not all of the first and of the last are.
    #[inline]
    pub fn fours(&self, run: &Range<usize>) -> impl Iterator<Item = (usize, &Four, u32)> {
        let (first, last, end) = (run.start / LANES, run.end.div_ceil(LANES), run.end);
        let mut from = 0xF << (run.start % LANES);
        self.fours[first..last.max(first)].iter().zip(first..).map(move |(four, number)| {
            let first = number * LANES;
            let inside = from & 0xF >> (first + LANES).saturating_sub(end);
            from = 0xF;
            (first, four, inside)
        })
    }

    /// How much of a straight run of a unit, px, is taken up by others that are there.
    pub fn taken(&self, index: usize, direction: Vec2, length: f32) -> f32 {
        let (from, reach) = (self.position[index], self.outline[index].reach);
        let middle = from + direction * (0.5 * length);
        // In whole parts of a px: so that the order in memory does not matter.
        const PARTS: f32 = 256.0;
        let mut taken = 0;
        self.for_each_near(middle, 0.5 * length + reach + self.largest_radius, |other| {
            let them = &self.outline[other];
            let offset = them.position - from;
            let (along, aside) = (offset.dot(direction), offset.perp_dot(direction).abs());
            let share = 1.0 - aside / (reach + them.reach);
            if share > 0.0 && along > 0.0 && along - them.reach < length + reach {
                taken += (share * 2.0 * them.reach * PARTS) as u32;
            }
        });
        taken as f32 / PARTS
    }

    /// Whether nobody stands, at rest or on hold, within `range` px of `center`; some who stand a little
    /// farther away may spoil it.
    pub fn nobody_stands_near(&self, center: Vec2, range: f32) -> bool {
        let standing = &self.standing_before;
        self.is_empty() || self.runs(center, range).all(|run| standing[run.start] == standing[run.end])
    }
}
