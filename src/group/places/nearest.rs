//! The nearest places along the ground, on whatever lattice they lie.
//!
//! Open ground holds most units on a hexagonal lattice. A road that is a little narrower than two of its rows holds one,
//! where two would fit that keep to its sides. So several choices are compared by their farthest place along the ground,
//! at the wished spacing first, and closer together only where that leads too far away:
//!
//! 1. the hexagonal lattice about the place;
//! 2. a square one that is fitted between the walls around the place;
//! 3. whatever place comes next along the ground and keeps its distance, among fine steps: for mazes and scattered rock.

use super::{AROUND, Node, Place, lattice_places, search};
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::obstacles::Obstacle;
use crate::settling::{SETTLED_GAP, is_ground};
use glam::Vec2;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// Places lie within a tile and so many radii × √n of the middle along the ground where there is room: the contract of the
/// command line.
const REACH: f32 = 2.5;
/// Fine steps lie this share of the spacing apart. Smaller ones pack a little better and cost time, squared.
const PITCH: f32 = 0.25;
/// Groups of more units take the better lattice: fine steps would take longer than a tick.
const FINE_UP_TO: usize = 2000;
/// Fine steps that are looked at, per unit: one unit takes up about 16.
const STEPS_PER_UNIT: usize = 100;

/// What places are looked for on. Lengths px.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    pub grid: &'a Grid,
    pub obstacles: &'a [Obstacle],
    /// The middle.
    pub to: Vec2,
    /// The biggest member.
    pub body: Collider,
}

/// Up to `count` places, as near to the middle along the ground as a good choice gets, nearest first.
pub(super) fn nearest_places(around: Around, spacing: f32, count: usize) -> Vec<Vec2> {
    let within = TILE + REACH * around.body.radius * (count as f32).sqrt();
    let tightest = 2.0 * around.body.reach() + SETTLED_GAP;
    let closer = [0.5 * (spacing + tightest), tightest].into_iter().filter(|&closer| closer < spacing);
    let mut best: Option<((usize, f32), Vec<Place>)> = None;
    for spacing in std::iter::once(spacing).chain(closer) {
        for choice in [Around::hexagonal, Around::fitted, Around::fine] {
            let places = choice(&around, spacing, count, within);
            let rating = (count - places.len(), around.farthest(&places, within));
            if best.as_ref().is_none_or(|(least, _)| rating < *least) {
                best = Some((rating, places));
            }
            if matches!(best, Some(((0, farthest), _)) if farthest <= within) {
                return at(best);
            }
        }
    }
    at(best)
}

fn at(best: Option<((usize, f32), Vec<Place>)>) -> Vec<Vec2> {
    best.into_iter().flat_map(|(_, places)| places).map(|place| place.at).collect()
}

impl Around<'_> {
    fn is_free(&self, place: Vec2) -> bool {
        is_ground(self.grid, self.obstacles, place, self.body)
    }

    /// The farthest of some places along the ground, px: straight away where they are in sight of the middle. How far
    /// those are that were walked to `within` a limit does not matter.
    fn farthest(&self, places: &[Place], within: f32) -> f32 {
        let away = |place: &Place| match place.walked > within {
            true if self.grid.line_is_free(self.to, place.at, self.body) => place.at.distance(self.to),
            _ => place.walked,
        };
        places.iter().map(away).fold(0.0, f32::max)
    }

    fn hexagonal(&self, spacing: f32, count: usize, _within: f32) -> Vec<Place> {
        lattice_places(self.grid, self.obstacles, self.to, self.body, spacing, count)
    }

    fn fitted(&self, spacing: f32, count: usize, within: f32) -> Vec<Place> {
        if !self.is_free(self.to) {
            return Vec::new();
        }
        let rows = |room: f32| (room / spacing + 1e-3).floor();
        let (x, y) = (self.fit(Vec2::X, spacing, within, rows), self.fit(Vec2::Y, spacing, within, rows));
        let place =
            |(column, row): Node| self.to + Vec2::new(x.0 + x.1 * column as f32, y.0 + y.1 * row as f32);
        let walkable = |from: Vec2, to: Vec2| self.grid.line_is_free(from, to, self.body);
        search((self.to, x.1.min(y.1)), &AROUND, count, place, |at| self.is_free(at), walkable)
    }

    /// Fits steps of about `step` px between the walls on both sides of the middle along an axis, or lets them begin at the
    /// only wall: the offset of the nearest one from the middle, and how far apart they are, px. `steps` says how many
    /// fit into a room.
    fn fit(&self, axis: Vec2, step: f32, limit: f32, steps: impl Fn(f32) -> f32) -> (f32, f32) {
        let run = |direction: Vec2| self.grid.free_run(self.to, direction, self.body, limit);
        let (back, ahead) = (run(-axis), run(axis));
        let step = match steps(back + ahead) {
            steps if back < limit && ahead < limit && steps >= 1.0 => (back + ahead) / steps,
            _ => step,
        };
        let to_wall = |run: f32| run - (run / step).round() * step;
        match (back < limit, ahead < limit) {
            (true, true) if back + ahead < step => (0.0, step),
            (true, _) => (-to_wall(back), step),
            (false, true) => (to_wall(ahead), step),
            (false, false) => (0.0, step),
        }
    }

    /// Walks over fine steps, nearest along the ground first, and takes each that is far enough from those taken before.
    fn fine(&self, spacing: f32, count: usize, within: f32) -> Vec<Place> {
        let mut taken = Vec::with_capacity(count);
        if count > FINE_UP_TO || !self.is_free(self.to) {
            return taken;
        }
        let pitch = PITCH * spacing;
        let steps = |room: f32| (room / pitch).ceil();
        let (x, y) = (self.fit(Vec2::X, pitch, within, steps), self.fit(Vec2::Y, pitch, within, steps));
        let place =
            |(column, row): Node| self.to + Vec2::new(x.0 + x.1 * column as f32, y.0 + y.1 * row as f32);
        let cell = |at: Vec2| ((at.x / spacing).floor() as i32, (at.y / spacing).floor() as i32);
        let mut cells: HashMap<Node, Vec<Vec2>> = HashMap::new();
        let least = (spacing - SETTLED_GAP / 2.0) * (spacing - SETTLED_GAP / 2.0);
        let mut done = HashSet::new();
        let mut open = BinaryHeap::from([Reverse((place((0, 0)).distance(self.to).to_bits(), (0, 0)))]);
        while let Some(Reverse((walked, node))) = open.pop()
            && taken.len() < count
            && done.len() < STEPS_PER_UNIT * count.max(10)
        {
            let (at, walked) = (place(node), f32::from_bits(walked));
            if !done.insert(node) || !self.is_free(at) {
                continue;
            }
            let (column, row) = cell(at);
            let near = AROUND.iter().chain(&[(0, 0)]).filter_map(|(i, j)| cells.get(&(column + i, row + j)));
            if near.flatten().all(|other| other.distance_squared(at) >= least) {
                cells.entry((column, row)).or_default().push(at);
                taken.push(Place { at, walked });
            }
            for (i, j) in AROUND {
                let next = (node.0 + i, node.1 + j);
                if !done.contains(&next) {
                    let step = Vec2::new(x.1 * i as f32, y.1 * j as f32).length();
                    open.push(Reverse(((walked + step).to_bits(), next)));
                }
            }
        }
        taken
    }
}
