//! Every pair of colliders that touch, found with a grid of its own, so that the measure does not trust the
//! neighbour search that it judges.

use crate::geometry::{Collider, gap};
use crate::unit::Body;
use glam::Vec2;

/// Scratch buffers of the search.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    order: Vec<u32>,
    start: Vec<u32>,
}

impl Pairs {
    /// Calls `found(i, j, gap)` for every pair `i < j` whose gap is at most `reach` px (negative: only
    /// overlaps).
    pub fn each(
        &mut self,
        bodies: &[(Vec2, Collider)],
        reach: f32,
        mut found: impl FnMut(usize, usize, f32),
    ) {
        let Some(widest) = bodies.iter().map(|(_, body)| body.radius).reduce(f32::max) else { return };
        let cell = (2.0 * widest * std::f32::consts::SQRT_2 + reach.max(0.0)).max(1.0);
        let low = bodies.iter().map(|body| body.0).fold(Vec2::MAX, Vec2::min);
        let high = bodies.iter().map(|body| body.0).fold(Vec2::MIN, Vec2::max);
        let columns = ((high.x - low.x) / cell) as usize + 1;
        let rows = ((high.y - low.y) / cell) as usize + 1;
        let cell_of = |at: Vec2| {
            let (column, row) = (((at.x - low.x) / cell) as usize, ((at.y - low.y) / cell) as usize);
            row * columns + column
        };
        self.start.clear();
        self.start.resize(columns * rows + 1, 0);
        for (at, _) in bodies {
            self.start[cell_of(*at) + 1] += 1;
        }
        for i in 1..self.start.len() {
            self.start[i] += self.start[i - 1];
        }
        self.order.clear();
        self.order.resize(bodies.len(), 0);
        let mut next = self.start.clone();
        for (i, (at, _)) in bodies.iter().enumerate() {
            let slot = &mut next[cell_of(*at)];
            self.order[*slot as usize] = i as u32;
            *slot += 1;
        }
        for (i, (at, body)) in bodies.iter().enumerate() {
            let (column, row) = (((at.x - low.x) / cell) as usize, ((at.y - low.y) / cell) as usize);
            for near_row in row.saturating_sub(1)..(row + 2).min(rows) {
                let first = self.start[near_row * columns + column.saturating_sub(1)];
                let past = self.start[near_row * columns + (column + 1).min(columns - 1) + 1];
                for &j in &self.order[first as usize..past as usize] {
                    let j = j as usize;
                    if j > i {
                        let (other_at, other) = bodies[j];
                        let apart = gap(*body, other, *at - other_at);
                        if apart <= reach {
                            found(i, j, apart);
                        }
                    }
                }
            }
        }
    }
}

/// What of a body touches another's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched {
    /// Its hard collider another hard one.
    pub hard: bool,
    /// Its soft collider another soft one.
    pub soft: bool,
}

/// Whose colliders touch another's, given their places.
pub fn touching(bodies: impl Iterator<Item = (Vec2, Body)>) -> Vec<Touched> {
    /// Hard colliders this near, px, count as touching: models stop a hair before.
    const NEAR: f32 = 0.25;
    let bodies: Vec<(Vec2, Body)> = bodies.collect();
    let soft = |(at, body): &(Vec2, Body)| (*at, Collider { radius: body.soft_radius, ..body.collider() });
    let mut touched = vec![Touched::default(); bodies.len()];
    Pairs::default().each(&bodies.iter().map(soft).collect::<Vec<_>>(), NEAR, |a, b, apart| {
        let hard = gap(bodies[a].1.collider(), bodies[b].1.collider(), bodies[a].0 - bodies[b].0) < NEAR;
        for body in [a, b] {
            touched[body].soft |= apart < 0.0;
            touched[body].hard |= hard;
        }
    });
    touched
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    #[test]
    fn finds_exactly_the_pairs_that_a_double_loop_finds() {
        let body = |radius| Collider { shape: Shape::Circle, radius };
        let bodies: Vec<_> = (0..200u32)
            .map(|i| {
                let hash = i.wrapping_mul(2_654_435_761);
                let place = Vec2::new((hash % 997) as f32 * 0.3, (hash / 997 % 991) as f32 * 0.3);
                (place, body(3.0 + (i % 5) as f32 * 4.0))
            })
            .collect();
        let mut slow = Vec::new();
        for i in 0..bodies.len() {
            for j in i + 1..bodies.len() {
                if gap(bodies[i].1, bodies[j].1, bodies[i].0 - bodies[j].0) <= 1.0 {
                    slow.push((i, j));
                }
            }
        }
        let mut fast = Vec::new();
        Pairs::default().each(&bodies, 1.0, |i, j, _| fast.push((i, j)));
        fast.sort_unstable();
        assert!(slow.len() > 20);
        assert_eq!(fast, slow);
    }

    #[test]
    fn colliders_that_touch_are_found() {
        let (shape, speed) = (Shape::Circle, 60.0);
        let body = Body { shape, radius: 7.0, soft_radius: 10.0, speed, acceleration: speed, priority: 0 };
        let places = [100.0, 0.0, 14.0, 31.0].map(|x| Vec2::new(x, 0.0));
        let touched = touching(places.into_iter().map(|place| (place, body)));
        assert_eq!(touched.iter().map(|touch| touch.hard).collect::<Vec<_>>(), [false, true, true, false]);
        assert_eq!(touched.iter().map(|touch| touch.soft).collect::<Vec<_>>(), [false, true, true, true]);
    }
}
