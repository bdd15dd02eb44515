//! The `continuum` model: the crowd as a fluid. Everybody walks down the potential of its goal.
//!
//! Each tick the crowd is splatted on the tiles as density and mean velocity ([`fields`]); from that follow
//! how fast one may go in each direction at each place and what a step costs; the least cost from everywhere
//! to a goal is found by fast marching, once for all units with that goal ([`potential`]). A unit goes down
//! the gradient, as fast as the crowd ahead of it flows; bodies that are nearer than a least distance are
//! pushed apart, and never overlap. Path and avoidance are one here: a crowd takes the second door when the
//! first is full.
//!
//! Nothing is remembered from tick to tick: the fields follow from the snapshot.
//!
//! Costs one potential for each goal and tick, about 0.2 µs for each tile between the goal and those who go
//! there, whatever their number. Only so many goals have one; units with another goal walk along their path
//! through the same field of speeds.
//!
//! # Source
//! Treuille, Cooper, Popović, *Continuum Crowds*, SIGGRAPH, <https://doi.org/10.1145/1141911.1142008>, 2006,
//! sections 3 and 4; [article 002] names it as its author's earlier way. Departures: terrain has no slope; a
//! body weighs by its area, since sizes differ; a speed is never less than a share of the top speed, so that
//! costs stay finite; at the end of its way, where the potential is flat, each unit goes to its own place.
//! The paper moves bodies that overlap apart after each step; here those of a pair that are too near push
//! each other, and the integrator lets none into another ([`Contacts::Sideways`]).
//!
//! [article 002]: https://howtorts.github.io/2014/01/14/avoidance-behaviours.html "2014-01-14"

pub mod fields;
pub mod potential;
mod weights;

pub use weights::Weights;

use crate::grid::{Grid, TILE};
use crate::movement::answer::{Answer, Contacts};
use crate::movement::parameter::{Parameter, Tunable};
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, VectorRole};
use crate::movement::view::{Scene, View};
use crate::neighbours::{Crowd, Intent};
use crate::time::DT;
use crate::unit::{ModelName, SteeringMemory};
use fields::Fields;
use glam::Vec2;
use potential::Potential;
use rayon::prelude::*;

/// A unit that sees its own place within this distance goes straight to it, px.
const NEAR_GOAL: f32 = 2.5 * TILE;
/// How far around a unit that somebody looks at the field is drawn, tiles.
const DRAWN_TILES: i32 = 9;
/// Potential between two lines of equal potential that are drawn, px.
const CONTOUR: f32 = 2.0 * TILE;
/// Number of the potential of a unit that has none.
const NONE: u16 = u16::MAX;

/// The model: its parameters, and buffers that every tick fills anew.
#[derive(Debug, Default)]
pub struct Continuum {
    /// What may be tuned.
    pub weights: Weights,
    fields: Fields,
    potentials: Vec<Potential>,
    /// Goals with their units, by goal.
    heading: Vec<(u64, u32)>,
    /// Where each goal begins and ends in `heading`, those of most units first.
    ranges: Vec<(u32, u32)>,
    /// Index of the potential of each unit of the crowd.
    of: Vec<u16>,
    /// The tick for which all this was made.
    prepared: Option<u64>,
}

/// A copy has buffers of its own, which it fills in its next tick.
impl Clone for Continuum {
    fn clone(&self) -> Continuum {
        Continuum { weights: self.weights.clone(), ..Continuum::default() }
    }
}

impl Tunable for Continuum {
    fn parameters(&self) -> Vec<Parameter> {
        self.weights.parameters()
    }

    fn get(&self, index: usize) -> f32 {
        self.weights.get(index)
    }

    fn set(&mut self, index: usize, value: f32) {
        self.weights.set(index, value);
    }
}

impl SteeringModel for Continuum {
    fn prepare(&mut self, scene: &Scene, tuning: u32) {
        let crowd = scene.crowd;
        self.of.clear();
        self.of.resize(crowd.len(), NONE);
        self.prepared = Some(scene.tick);
        self.heading.clear();
        let mine = |&unit: &usize| crowd.tuning[unit] == tuning;
        let heading = |unit: usize| goal_of(crowd, unit).map(|goal| (goal, unit as u32));
        self.heading.extend((0..crowd.len()).filter(mine).filter_map(heading));
        if self.heading.is_empty() {
            return;
        }
        self.fields.fill(scene, &self.weights);
        self.heading.sort_unstable();
        self.ranges.clear();
        let mut first = 0;
        for end in 1..=self.heading.len() {
            if self.heading.get(end).is_none_or(|next| next.0 != self.heading[first].0) {
                self.ranges.push((first as u32, end as u32));
                first = end;
            }
        }
        self.ranges.sort_unstable_by_key(|&(first, end)| (std::cmp::Reverse(end - first), first));
        self.ranges.truncate(self.weights.goals as usize);
        for (potential, &(first, end)) in self.ranges.iter().enumerate() {
            for &(_, unit) in &self.heading[first as usize..end as usize] {
                self.of[unit as usize] = potential as u16;
            }
        }
        if self.potentials.len() < self.ranges.len() {
            self.potentials.resize_with(self.ranges.len(), Potential::default);
        }
        let Continuum { weights, fields, potentials, heading, ranges, .. } = self;
        potentials.par_iter_mut().zip(ranges).for_each(|(potential, &mut (first, end))| {
            potential.march(scene, fields, weights, &heading[first as usize..end as usize]);
        });
    }

    fn steer(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let velocity = self.velocity(view) + self.pushed(view);
        sketch.arrow(VectorRole::Wanted, view.position(), velocity);
        Answer::Velocity(velocity)
    }

    fn rest(&self, view: &View, _: &mut SteeringMemory, sketch: &mut Sketch) -> Answer {
        let pushed = self.pushed(view);
        let velocity = if pushed == Vec2::ZERO { view.wish() } else { pushed };
        sketch.arrow(VectorRole::Wanted, view.position(), velocity);
        Answer::Velocity(velocity)
    }

    fn field(&self, view: &View, sketch: &mut Sketch) {
        let (mut fields, mut potential) = (Fields::default(), Potential::default());
        fields.fill(&view.scene, &self.weights);
        let crowd = view.crowd();
        let Some(goal) = goal_of(crowd, view.me) else { return };
        let with_it = (0..crowd.len()).filter(|&unit| goal_of(crowd, unit) == Some(goal));
        let heading: Vec<(u64, u32)> = with_it.map(|unit| (goal, unit as u32)).collect();
        potential.march(&view.scene, &fields, &self.weights, &heading);
        draw(&potential, view, sketch);
    }

    fn is_instant(&self) -> bool {
        self.weights.instant
    }

    fn contacts(&self) -> Contacts {
        Contacts::Sideways
    }

    fn gives_up(&self) -> bool {
        self.weights.gives_up
    }

    fn returns_to_post(&self) -> bool {
        true
    }
}

/// The goal that a unit of this model shares with others: its group's, or the tile of its own.
fn goal_of(crowd: &Crowd, unit: usize) -> Option<u64> {
    if crowd.steered[unit].model != ModelName::Continuum || crowd.intent(unit) != Intent::Move {
        return None;
    }
    if crowd.group[unit] != 0 {
        return Some(u64::from(crowd.group[unit]));
    }
    let (column, row) = Grid::tile_at(crowd.steered[unit].goal);
    Some(1 << 63 | u64::from(column as u32 & 0x7FFF_FFFF) << 32 | u64::from(row as u32))
}

impl Continuum {
    /// Down the gradient, as fast as the crowd flows ahead, px/s.
    fn velocity(&self, view: &View) -> Vec2 {
        let (crowd, position) = (view.crowd(), view.position());
        // Somebody may look at a game that was restored just now, for which nothing is prepared.
        let is_prepared = self.prepared == Some(view.scene.tick) && self.of.len() == crowd.len();
        if !is_prepared {
            return view.wish();
        }
        let potential = self.potentials.get(usize::from(self.of[view.me]));
        let goal = crowd.steered[view.me].goal;
        let is_near = position.distance_squared(goal) < NEAR_GOAL * NEAR_GOAL
            && view.scene.grid.line_is_free(position, goal, view.body());
        let wish = if is_near { view.straight_wish() } else { view.wish() };
        let down = potential.filter(|_| !is_near).and_then(|potential| potential.downhill(position));
        let way = down.map_or(wish, |down| down * view.speed());
        let Some(direction) = way.try_normalize() else { return Vec2::ZERO };
        let flow = self.fields.speed(position + direction * TILE, direction, view.speed(), &self.weights);
        direction * flow.min(way.length())
    }

    /// How fast a unit is pushed off others that are too near, px/s: half of what is missing, as they are
    /// pushed too.
    fn pushed(&self, view: &View) -> Vec2 {
        let (crowd, me) = (view.crowd(), view.me);
        let own = view.body().reach();
        let mut push = Vec2::ZERO;
        view.for_each_neighbour(own + crowd.largest_radius + self.weights.gap, |other| {
            let offset = view.position() - crowd.position[other];
            let missing = own + crowd.body[other].reach() + self.weights.gap - offset.length();
            if missing > 0.0 {
                let first = if crowd.id[me] < crowd.id[other] { Vec2::X } else { Vec2::NEG_X };
                push += offset.normalize_or(first) * (missing / 2.0);
            }
        });
        (push / DT).clamp_length_max(view.speed())
    }
}

/// The gradient around a unit, and the lines of equal potential.
fn draw(potential: &Potential, view: &View, sketch: &mut Sketch) {
    let (column, row) = Grid::tile_at(view.position());
    for y in row - DRAWN_TILES..=row + DRAWN_TILES {
        for x in column - DRAWN_TILES..=column + DRAWN_TILES {
            let center = Grid::center_of(x, y);
            if let Some(down) = potential.direction(x, y) {
                sketch.arrow(VectorRole::Gradient, center - down * 0.3 * TILE, down * 0.6 * TILE);
            }
            potential.contours((x, y), CONTOUR, |a, b| sketch.arrow(VectorRole::Contour, a, b - a));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fields::crowd_of;
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::neighbours::Member;

    #[test]
    fn units_with_one_goal_share_a_potential_and_those_beyond_the_limit_walk_along_their_path() {
        let grid = Grid::new(20, 20, vec![crate::grid::Tile::Ground; 400]);
        let mut crowd = Crowd::default();
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        for id in 0..6 {
            let goal =
                if id < 4 { Vec2::new(500.0, 300.0) } else { Vec2::new(100.0, 30.0 + 60.0 * id as f32) };
            let place = Vec2::new(200.0, 40.0 + 60.0 * id as f32);
            crowd.push(Member::new(id, place, body, ModelName::Continuum).bound_for(goal));
        }
        crowd.rebuild();
        let scene = Scene { crowd: &crowd, grid: &grid, obstacles: &[], tick: 3 };
        let mut model = Continuum::default();
        model.weights.goals = 2;
        model.prepare(&scene, 0);
        let of = |id: usize| model.of[crowd.index_of[id] as usize];
        assert_eq!([of(0), of(1), of(2), of(3), of(4), of(5)], [0, 0, 0, 0, 1, NONE]);
        let view = View { scene, me: crowd.index_of[5] as usize, stop_timer: 0.0 };
        assert!(
            model.velocity(&view).distance(view.wish()) < 0.01,
            "{} {}",
            model.velocity(&view),
            view.wish()
        );
    }

    #[test]
    fn two_that_are_too_near_push_each_other_apart_by_half_each() {
        let grid = Grid::new(20, 20, vec![crate::grid::Tile::Ground; 400]);
        let crowd = crowd_of(
            &[(Vec2::new(100.0, 100.0), Vec2::ZERO), (Vec2::new(114.0, 100.0), Vec2::ZERO)],
            Vec2::splat(500.0),
        );
        let model = Continuum::default();
        let pushed = |me: usize| {
            let scene = Scene { crowd: &crowd, grid: &grid, obstacles: &[], tick: 0 };
            model.pushed(&View { scene, me, stop_timer: 0.0 }) * DT
        };
        assert!(
            (pushed(0) + pushed(1)).length() < 1e-4 && (pushed(0).length() - 0.5).abs() < 1e-3,
            "{}",
            pushed(0)
        );
    }
}
