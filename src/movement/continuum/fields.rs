//! The crowd as fields on the tiles: how dense it is, how it flows, and where people are expected.
//!
//! # Source
//! Treuille, Cooper, Popović, *Continuum Crowds*, SIGGRAPH, <https://doi.org/10.1145/1141911.1142008>, 2006,
//! section 4.1 (density conversion) and section 3 (speed and discomfort fields).

use super::weights::Weights;
use crate::grid::{Grid, TILE};
use crate::movement::view::Scene;
use glam::Vec2;

/// The exponent λ with which a body's density falls off: with 2 its four shares add up to between ¾ and 1
/// bodies wherever it stands.
fn falls_off(share: f32) -> f32 {
    share * share
}

/// Radius of a body that counts as one, px: infantry.
const ONE: f32 = 7.0;
/// Least time between two places at which somebody is expected, s.
const EXPECTED_EVERY: f32 = 0.5;

/// Density, flow and discomfort of each tile, row by row.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    columns: i32,
    rows: i32,
    /// Bodies to a tile.
    density: Vec<f32>,
    /// Mean velocity, px/s.
    flow: Vec<Vec2>,
    /// Bodies that are expected.
    discomfort: Vec<f32>,
}

impl Fields {
    /// Splats everybody.
    pub fn fill(&mut self, scene: &Scene, weights: &Weights) {
        (self.columns, self.rows) = (scene.grid.columns(), scene.grid.rows());
        let tiles = (self.columns * self.rows) as usize;
        self.density.clear();
        self.density.resize(tiles, 0.0);
        self.flow.clear();
        self.flow.resize(tiles, Vec2::ZERO);
        self.discomfort.clear();
        self.discomfort.resize(tiles, 0.0);
        let crowd = scene.crowd;
        for unit in 0..crowd.len() {
            let (position, velocity) = (crowd.position[unit], crowd.velocity(unit));
            let size = crowd.body[unit].radius / ONE;
            let body = (size * size).max(1.0);
            for (tile, share) in self.shares(position) {
                self.density[tile] += share * body;
                self.flow[tile] += velocity * (share * body);
            }
            let places = if velocity == Vec2::ZERO { 0 } else { (weights.ahead / EXPECTED_EVERY) as u32 };
            for step in 1..=places {
                let place = position + velocity * (EXPECTED_EVERY * step as f32);
                for (tile, share) in self.shares(place) {
                    self.discomfort[tile] += share * body / places as f32;
                }
            }
        }
        for (flow, density) in self.flow.iter_mut().zip(&self.density) {
            *flow /= density.max(1e-6);
        }
    }

    /// The four tiles whose centres are around a place, with a body's share of each.
    fn shares(&self, place: Vec2) -> impl Iterator<Item = (usize, f32)> + use<> {
        let at = place / TILE - 0.5;
        let low = at.floor();
        let d = at - low;
        let (columns, rows) = (self.columns, self.rows);
        let (column, row) = (low.x as i32, low.y as i32);
        let near =
            [(0, 0, 1.0 - d.x, 1.0 - d.y), (1, 0, d.x, 1.0 - d.y), (1, 1, d.x, d.y), (0, 1, 1.0 - d.x, d.y)];
        near.into_iter().filter_map(move |(x, y, along, across)| {
            let (x, y) = (column + x, row + y);
            let is_on_map = x >= 0 && y >= 0 && x < columns && y < rows;
            is_on_map.then(|| ((y * columns + x) as usize, falls_off(along.min(across))))
        })
    }

    /// How fast one whose top speed is `top` (px/s) goes towards `direction` (a unit vector) into the tile at
    /// a place: at top speed where the crowd is sparse, with the crowd where it is dense.
    pub fn speed(&self, place: Vec2, direction: Vec2, top: f32, weights: &Weights) -> f32 {
        let (column, row) = Grid::tile_at(place);
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            return top;
        }
        self.speed_into((row * self.columns + column) as usize, direction, top, weights)
    }

    /// How fast one goes into the tile at an index: see [`Fields::speed`].
    #[inline]
    pub(super) fn speed_into(&self, tile: usize, direction: Vec2, top: f32, weights: &Weights) -> f32 {
        let range = (weights.dense - weights.sparse).max(0.01);
        let crowded = ((self.density[tile] - weights.sparse) / range).clamp(0.0, 1.0);
        if crowded == 0.0 {
            return top;
        }
        let flow = self.flow[tile].dot(direction).clamp(weights.least_speed * top, top);
        top + crowded * (flow - top)
    }

    /// What it costs to go into a tile, px: its length, its time and its discomfort.
    #[inline]
    pub(super) fn cost_into(&self, tile: usize, direction: Vec2, top: f32, weights: &Weights) -> f32 {
        let slower = top / self.speed_into(tile, direction, top, weights);
        let discomfort = weights.discomfort * self.discomfort[tile];
        TILE * (weights.length + (weights.time + discomfort) * slower).max(0.01)
    }
}

/// Units with these places and velocities, bound for a goal.
#[cfg(test)]
pub(super) fn crowd_of(units: &[(Vec2, Vec2)], goal: Vec2) -> crate::neighbours::Crowd {
    use crate::geometry::{Collider, Shape};
    use crate::neighbours::{Crowd, Member};
    use crate::unit::ModelName;
    let mut crowd = Crowd::default();
    for (id, &(position, velocity)) in units.iter().enumerate() {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        let member = Member::new(id as u32, position, body, ModelName::Continuum).bound_for(goal);
        crowd.push(Member { velocity, ..member });
    }
    crowd.rebuild();
    crowd
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Tile;

    fn fields(units: &[(Vec2, Vec2)]) -> Fields {
        let grid = Grid::new(10, 10, vec![Tile::Ground; 100]);
        let crowd = crowd_of(units, Vec2::splat(150.0));
        let mut fields = Fields::default();
        let scene = Scene { crowd: &crowd, grid: &grid, obstacles: &[], tick: 0 };
        fields.fill(&scene, &Weights::default());
        fields
    }

    #[test]
    fn a_body_is_about_one_wherever_it_stands_and_its_own_density_slows_nobody_down() {
        for step in 0..30 {
            let place = Vec2::new(135.0 + step as f32, 140.0 + 0.7 * step as f32);
            let fields = fields(&[(place, Vec2::ZERO)]);
            let total: f32 = fields.density.iter().sum();
            assert!((0.5..=1.01).contains(&total), "{total}");
            for direction in [Vec2::X, Vec2::Y, Vec2::NEG_X] {
                assert_eq!(
                    fields.speed(place + direction * TILE, direction, 60.0, &Weights::default()),
                    60.0
                );
            }
        }
    }

    #[test]
    fn in_a_dense_crowd_everybody_goes_as_it_flows() {
        let places = (0..36).map(|i| Vec2::new(100.0 + 12.0 * (i % 6) as f32, 100.0 + 12.0 * (i / 6) as f32));
        let fields = fields(&places.map(|place| (place, Vec2::X * 40.0)).collect::<Vec<_>>());
        let speed = |direction| fields.speed(Vec2::splat(135.0), direction, 60.0, &Weights::default());
        assert!((speed(Vec2::X) - 40.0).abs() < 0.1, "with it: {}", speed(Vec2::X));
        assert!((speed(Vec2::NEG_X) - 6.0).abs() < 0.1, "against it: {}", speed(Vec2::NEG_X));
    }

    #[test]
    fn people_are_expected_ahead_of_those_who_walk() {
        let fields = fields(&[(Vec2::splat(75.0), Vec2::X * 60.0)]);
        let at = |place: Vec2| fields.discomfort[(place.y / TILE) as usize * 10 + (place.x / TILE) as usize];
        assert!(at(Vec2::new(105.0, 75.0)) > 0.0 && at(Vec2::new(45.0, 75.0)) == 0.0);
    }
}
