//! Where a kind of unit can stand and walk to.

use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use glam::Vec2;

/// What a tile is to a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nobody of it can be there.
    Blocked,
    /// It could stand there, and comes there from nowhere that it starts from.
    Apart,
    /// It comes there.
    Reached,
}

/// For each tile, row by row, what it is to a body that starts from any of these places; without a start
/// wherever it can stand counts as reached.
pub fn reach(grid: &Grid, body: Collider, starts: &[Vec2]) -> Vec<Reach> {
    // Two places a tile each way: a body wider than a tile walks between two.
    let (columns, rows) = (2 * grid.columns() + 1, 2 * grid.rows() + 1);
    let place = |(x, y): (i32, i32)| Vec2::new(x as f32, y as f32) * (TILE / 2.0);
    let index = |(x, y): (i32, i32)| (y * columns + x) as usize;
    let on_map = |(x, y): (i32, i32)| (0..columns).contains(&x) && (0..rows).contains(&y);
    let all = || (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y)));
    let free: Vec<bool> = all().map(|at| grid.is_free(place(at), body)).collect();
    let mut seen = vec![false; free.len()];
    let mut next: Vec<(i32, i32)> = match starts {
        [] => all().filter(|&at| free[index(at)]).collect(),
        starts => {
            starts.iter().flat_map(|start| near(*start)).filter(|&at| on_map(at) && free[index(at)]).collect()
        }
    };
    next.iter().for_each(|&at| seen[index(at)] = true);
    while let Some((x, y)) = next.pop() {
        for to in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if on_map(to)
                && free[index(to)]
                && !seen[index(to)]
                && grid.line_is_free(place((x, y)), place(to), body)
            {
                seen[index(to)] = true;
                next.push(to);
            }
        }
    }
    let tile = |(column, row): (i32, i32)| {
        let mut places = (0..3).flat_map(|y| (0..3).map(move |x| (2 * column + x, 2 * row + y)));
        if places.clone().any(|at| seen[index(at)]) {
            Reach::Reached
        } else if places.any(|at| free[index(at)]) {
            Reach::Apart
        } else {
            Reach::Blocked
        }
    };
    (0..grid.rows())
        .flat_map(|row| (0..grid.columns()).map(move |column| (column, row)))
        .map(|at| match grid.is_blocked(at.0, at.1) {
            true => Reach::Blocked,
            false => tile(at),
        })
        .collect()
}

/// The places of the lattice about a unit.
fn near(start: Vec2) -> impl Iterator<Item = (i32, i32)> {
    let low = (start / (TILE / 2.0)).floor();
    let (x, y) = (low.x as i32, low.y as i32);
    (0..2).flat_map(move |down| (0..2).map(move |across| (x + across, y + down)))
}
