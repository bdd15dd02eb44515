//! Positions and velocities laid out so that a query looks at four units at a time.

use glam::Vec2;
use std::ops::Range;
use wide::f32x4;

/// Units that a query looks at together.
pub const LANES: usize = 4;

/// The positions and velocities of a crowd, coordinate by coordinate, each with some to read past the end.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    x: Vec<f32>,
    y: Vec<f32>,
    velocity_x: Vec<f32>,
    velocity_y: Vec<f32>,
}

impl Lanes {
    /// Copies the columns of a crowd.
    pub(super) fn copy(&mut self, position: &[Vec2], velocity: &[Vec2]) {
        fill(&mut self.x, position, |position| position.x);
        fill(&mut self.y, position, |position| position.y);
        fill(&mut self.velocity_x, velocity, |velocity| velocity.x);
        fill(&mut self.velocity_y, velocity, |velocity| velocity.y);
    }

    /// The offsets of four units, the one at `first` and those behind it, from `center`: all x and all y, px.
    ///
    /// There may be fewer than four: see [`for_each_found`].
    #[inline]
    pub fn offsets(&self, first: usize, center: Vec2) -> (f32x4, f32x4) {
        (four(&self.x, first) - center.x, four(&self.y, first) - center.y)
    }

    /// The velocities of four units, the one at `first` and those behind it: all x and all y, px/s.
    #[inline]
    pub fn velocities(&self, first: usize) -> (f32x4, f32x4) {
        (four(&self.velocity_x, first), four(&self.velocity_y, first))
    }
}

fn fill(lane: &mut Vec<f32>, column: &[Vec2], coordinate: impl Fn(&Vec2) -> f32) {
    lane.clear();
    lane.extend(column.iter().map(coordinate).chain([0.0; LANES - 1]));
}

#[inline]
fn four(lane: &[f32], first: usize) -> f32x4 {
    lane[first..].first_chunk().map_or(f32x4::ZERO, |four| f32x4::new(*four))
}

/// Calls `visit` with the index of every unit whose bit is set in `found`; the lowest bit is the first of `run`, and
/// those behind its end do not count.
#[inline]
pub fn for_each_found(mut found: u32, run: Range<usize>, mut visit: impl FnMut(usize)) {
    while found != 0 {
        let index = run.start + found.trailing_zeros() as usize;
        if index >= run.end {
            return;
        }
        visit(index);
        found &= found - 1;
    }
}
