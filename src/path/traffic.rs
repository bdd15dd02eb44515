//! How busy the map is: what the high level knows of crowds.
//!
//! Everybody is spread over the four tiles around its middle. Where bodies are dense a unit goes on as they
//! flow: at full speed with a stream, at a part of its pace against one, and hardly at all through those who
//! stand. So a way costs the time that it takes among others, and a jam makes the way round it the shorter
//! one.
//!
//! # Source
//! Beyond [article 003], whose paths know walls only. Density, mean velocity and the speed between them:
//! Treuille, Cooper, Popović, *Continuum Crowds*, SIGGRAPH, <https://doi.org/10.1145/1141911.1142008>, 2006,
//! section 3; here they price the steps of an ordinary search instead of a potential for all.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::a_star::{DIAGONAL, STRAIGHT};
use super::lattice::STEPS;
use crate::grid::{Grid, TILE};
use glam::Vec2;

/// How many bodies to a tile hinder nobody. Less, and everybody swerves for single units.
const SPARSE: f32 = 1.2;
/// From how many bodies to a tile on everybody goes as the others do: half of what a tile holds.
const DENSE: f32 = 2.6;
/// Share of the speed of those who come the other way at which one gets past them.
const PASSING: f32 = 0.4;
/// Share of the top speed that is left among those who stand. More, and jams look shorter than they are.
const LEAST_SPEED_SHARE: f32 = 0.12;
/// Share of the top speed below which a unit is held up.
const JAMMED: f32 = 0.6;
/// Radius of a body that counts as one, px: infantry.
const ONE: f32 = 7.0;

/// Bodies, velocities and speeds of each tile, row by row.
#[derive(Clone, Debug, Default)]
pub struct Traffic {
    columns: i32,
    rows: i32,
    tiles: Vec<TileTraffic>,
    /// Tiles on which anybody was counted.
    used: Vec<u32>,
}

/// Sums over the bodies of a tile.
#[derive(Clone, Copy, Debug, Default)]
struct TileTraffic {
    bodies: f32,
    velocity: Vec2,
    speed: f32,
}

impl Traffic {
    /// Forgets everybody.
    pub fn clear(&mut self, grid: &Grid) {
        if (self.columns, self.rows) != (grid.columns(), grid.rows()) {
            (self.columns, self.rows) = (grid.columns(), grid.rows());
            self.tiles.clear();
            self.tiles.resize((self.columns * self.rows) as usize, TileTraffic::default());
        } else {
            self.used.iter().for_each(|&tile| self.tiles[tile as usize] = TileTraffic::default());
        }
        self.used.clear();
    }

    /// Counts a body: where it is, px, how big, px, and how it moves, px/s.
    pub fn add(&mut self, position: Vec2, radius: f32, velocity: Vec2) {
        let at = position / TILE - 0.5;
        let (low, part) = (at.floor(), at - at.floor());
        let size = (radius / ONE).max(1.0);
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let share = |offset: i32, part: f32| if offset == 0 { 1.0 - part } else { part };
            let Some(index) = self.index(low.x as i32 + x, low.y as i32 + y) else { continue };
            let bodies = share(x, part.x) * share(y, part.y) * size * size;
            let tile = &mut self.tiles[index];
            if tile.bodies == 0.0 && bodies > 0.0 {
                self.used.push(index as u32);
            }
            tile.bodies += bodies;
            tile.velocity += velocity * bodies;
            tile.speed += velocity.length() * bodies;
        }
    }

    fn index(&self, column: i32, row: i32) -> Option<usize> {
        let is_on_map = column >= 0 && row >= 0 && column < self.columns && row < self.rows;
        is_on_map.then(|| (row * self.columns + column) as usize)
    }

    /// How fast a unit whose top speed is `top` goes at a place (px) towards `direction`, a unit vector;
    /// px/s.
    ///
    /// ```
    /// use glam::{Vec2, vec2};
    /// use muster::grid::{Grid, Tile};
    /// use muster::path::traffic::Traffic;
    /// let grid = Grid::new(9, 9, vec![Tile::Ground; 81]);
    /// let mut traffic = Traffic::default();
    /// traffic.clear(&grid);
    /// for i in 0..16 {
    ///     traffic.add(vec2(105.0 + 20.0 * (i % 4) as f32, 105.0 + 20.0 * (i / 4) as f32), 7.0, vec2(50.0, 0.0));
    /// }
    /// let middle = vec2(135.0, 135.0);
    /// assert!(traffic.pace(middle, Vec2::X, 60.0) > 49.0);
    /// assert!(traffic.pace(middle, Vec2::NEG_X, 60.0) < 45.0);
    /// assert_eq!(traffic.pace(vec2(15.0, 15.0), Vec2::X, 60.0), 60.0);
    /// ```
    pub fn pace(&self, place: Vec2, direction: Vec2, top: f32) -> f32 {
        let (column, row) = Grid::tile_at(place);
        let Some(tile) = self.index(column, row).map(|index| self.tiles[index]) else { return top };
        let crowded = ((tile.bodies - SPARSE) / (DENSE - SPARSE)).clamp(0.0, 1.0);
        if crowded == 0.0 {
            return top;
        }
        let along = tile.velocity.dot(direction).max(PASSING * tile.speed) / tile.bodies;
        top + crowded * (along.clamp(LEAST_SPEED_SHARE * top, top) - top)
    }

    /// How much longer than alone a unit takes from `from` along waypoints, px; s.
    pub fn delay(&self, from: Vec2, waypoints: &[Vec2], top: f32) -> f32 {
        self.wait(from, waypoints, top).0
    }

    /// The same, and the last place on the way, px, where it goes slower than at `JAMMED` of its speed.
    pub fn wait(&self, from: Vec2, waypoints: &[Vec2], top: f32) -> (f32, Option<Vec2>) {
        let (mut delay, mut end) = (0.0, None);
        let mut at = from;
        for &next in waypoints {
            let length = at.distance(next);
            let pieces = (length / TILE).ceil();
            let (piece, direction) = ((next - at) / pieces.max(1.0), (next - at).normalize_or_zero());
            for index in 0..pieces as u32 {
                let place = at + piece * (index as f32 + 0.5);
                let pace = self.pace(place, direction, top);
                delay += length / pieces * (1.0 / pace - 1.0 / top);
                end = if pace < JAMMED * top { Some(place) } else { end };
            }
            at = next;
        }
        (delay, end)
    }
}

/// What a search for a way among others needs to know.
#[derive(Clone, Copy, Debug)]
pub struct Busy<'a> {
    /// Everybody on the map.
    pub traffic: &'a Traffic,
    /// Top speed of the unit, px/s.
    pub speed: f32,
    /// A way that takes longer is of no use, s.
    pub within: f32,
}

impl Busy<'_> {
    /// The most that a way may cost, in the search's measure.
    pub(super) fn most(&self) -> u64 {
        (self.within * self.speed / TILE * STRAIGHT as f32) as u64
    }

    /// What a step costs beyond its length, in the search's measure: to `place` (px) in one of the [`STEPS`].
    pub(super) fn delay(&self, place: Vec2, direction: usize, step: u64) -> u64 {
        let (x, y) = STEPS[direction];
        let towards = Vec2::new(x as f32, y as f32) * (STRAIGHT as f32 / step as f32);
        debug_assert!(step == STRAIGHT || step == DIAGONAL);
        let pace = self.traffic.pace(place, towards, self.speed);
        (step as f32 * (self.speed / pace - 1.0)) as u64
    }

    /// Whether a straight way between two places, px, is free of crowds.
    pub(super) fn is_open(&self, from: Vec2, to: Vec2) -> bool {
        self.traffic.delay(from, &[to], self.speed) == 0.0
    }
}
