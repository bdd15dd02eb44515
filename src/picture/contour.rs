//! Lines where a field of values changes its sign, and lines with fewer corners.

use crate::geometry::segment::distance_to_segment;
use glam::{Vec2, vec2};

/// No edge of the lattice.
const NONE: u32 = u32::MAX;

/// Closed lines about everything where `value` is at least 0, found on a lattice of `columns × rows` places
/// `step` apart from `origin` on; what lies outside counts as negative, so that all lines are closed.
///
/// # Source
/// Marching squares: Lorensen and Cline's marching cubes, <https://doi.org/10.1145/37401.37422>, 1987, in the
/// plane. A cell of two opposite corners is joined or parted by the mean of its corners.
pub fn closed_lines(
    origin: Vec2,
    step: f32,
    columns: usize,
    rows: usize,
    value: impl Fn(Vec2) -> f32,
) -> Vec<Vec<Vec2>> {
    // A rim of negative values.
    let (width, height) = (columns + 2, rows + 2);
    let place = |x: usize, y: usize| origin + (vec2(x as f32, y as f32) - 1.0) * step;
    let mut values = vec![-step; width * height];
    for y in 1..=rows {
        for x in 1..=columns {
            values[y * width + x] = value(place(x, y));
        }
    }
    // Edges: 2 × lattice place, + 1 for the one that goes down. From where a line enters a cell to where it
    // leaves.
    let mut next = vec![NONE; 2 * width * height];
    for y in 0..height - 1 {
        for x in 0..width - 1 {
            let at = y * width + x;
            let corners = [at, at + 1, at + width + 1, at + width].map(|index| values[index]);
            let edges = [2 * at, 2 * (at + 1) + 1, 2 * (at + width), 2 * at + 1];
            // Clockwise round the cell, edges on which the area begins and those on which it ends alternate.
            let begins = |edge: usize| corners[edge] < 0.0 && corners[(edge + 1) % 4] >= 0.0;
            let ends = |edge: usize| corners[edge] >= 0.0 && corners[(edge + 1) % 4] < 0.0;
            let is_joined = corners.iter().sum::<f32>() >= 0.0;
            for edge in (0..4).filter(|&edge| begins(edge)) {
                let onward = |steps: usize| (edge + steps) % 4;
                let clockwise = (1..4).map(onward).find(|&edge| ends(edge));
                let counter = (1..4).rev().map(onward).find(|&edge| ends(edge));
                if let Some(end) = if is_joined { counter } else { clockwise } {
                    next[edges[edge]] = edges[end] as u32;
                }
            }
        }
    }
    let crossing = |edge: usize| {
        let (at, is_down) = (edge / 2, edge % 2 == 1);
        let other = if is_down { at + width } else { at + 1 };
        let (a, b) = (values[at], values[other]);
        place(at % width, at / width).lerp(place(other % width, other / width), a / (a - b))
    };
    let mut lines = Vec::new();
    for start in 0..next.len() {
        let (mut line, mut edge) = (Vec::new(), start);
        while next[edge] != NONE {
            line.push(crossing(edge));
            edge = std::mem::replace(&mut next[edge], NONE) as usize;
        }
        if line.len() > 2 {
            lines.push(line);
        }
    }
    lines
}

/// The line with the fewest corners that Douglas and Peucker's rule leaves within `tolerance`.
pub fn simplified(line: &[Vec2], tolerance: f32) -> Vec<Vec2> {
    let kept =
        keep(line.len(), tolerance, |index, from, to| distance_to_segment(line[index], line[from], line[to]));
    kept.into_iter().map(|index| line[index]).collect()
}

/// Indices of `0..length` that are kept so that what is left out is within `tolerance` of what joins its
/// neighbours that are kept; `error(index, from, to)` measures that.
pub fn keep(length: usize, tolerance: f32, error: impl Fn(usize, usize, usize) -> f32) -> Vec<usize> {
    let mut is_kept = vec![false; length];
    let Some(last) = length.checked_sub(1) else { return Vec::new() };
    (is_kept[0], is_kept[last]) = (true, true);
    let mut parts = vec![(0, last)];
    while let Some((from, to)) = parts.pop() {
        let errors = (from + 1..to).map(|index| (error(index, from, to), index));
        // The first of those that are farthest.
        let farthest =
            errors.fold(
                (tolerance, None),
                |(most, at), (error, index)| {
                    if error > most { (error, Some(index)) } else { (most, at) }
                },
            );
        if let (_, Some(index)) = farthest {
            is_kept[index] = true;
            parts.extend([(from, index), (index, to)]);
        }
    }
    (0..length).filter(|&index| is_kept[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(line: &[Vec2]) -> f32 {
        let sides = line.iter().zip(line.iter().cycle().skip(1));
        sides.map(|(a, b)| a.perp_dot(*b)).sum::<f32>().abs() / 2.0
    }

    #[test]
    fn a_disc_has_one_line_about_its_area_and_a_ring_has_two() {
        let disc = closed_lines(Vec2::ZERO, 1.0, 41, 41, |at| 12.0 - at.distance(vec2(20.0, 20.0)));
        assert_eq!(disc.len(), 1);
        assert!((area(&disc[0]) - 452.4).abs() < 4.0, "{}", area(&disc[0]));
        let ring =
            closed_lines(Vec2::ZERO, 1.0, 41, 41, |at| 3.0 - (at.distance(vec2(20.0, 20.0)) - 12.0).abs());
        assert_eq!(ring.len(), 2);
    }

    #[test]
    fn what_goes_on_beyond_the_lattice_is_closed_at_its_rim() {
        let half = closed_lines(Vec2::ZERO, 1.0, 11, 11, |at| at.x - 4.0);
        assert_eq!(half.len(), 1);
        assert!(half[0].iter().all(|place| place.x >= 3.9));
    }

    #[test]
    fn straight_parts_lose_their_corners() {
        let line: Vec<Vec2> = (0..=20).map(|x| vec2(x as f32, (x as f32 - 10.0).abs())).collect();
        assert_eq!(simplified(&line, 0.1), [vec2(0.0, 10.0), vec2(10.0, 0.0), vec2(20.0, 10.0)]);
    }
}
