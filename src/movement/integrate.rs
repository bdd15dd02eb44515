//! From answers to places: what is the same for every steering model.
//!
//! A tick has two phases, each for all units at once and on any number of threads.
//! 1. **Decide** reads the snapshot: stop timer, the model's answer, and from it a planned displacement
//!    within the unit's acceleration and top speed.
//! 2. **Move** reads the snapshot and all plans: the displacement nearest to the planned one that enters no
//!    wall, no obstacle, nobody that `predictive` moves, and, where the model has contacts
//!    ([`Contacts`](super::Contacts): bodies stop each other, or push each other sideways), nobody else.
//!
//! Every limit of the second phase is a half-plane of displacements ([`crate::geometry::linear_program`]).
//! Two units that stop each other share the gap between them along the axis that parts them: each knows both
//! plans, so both find the same shares without a word, and since the shares add up to the gap, they cannot
//! overlap.
//!
//! Costs, with the model `none`: about 0.5 µs per unit and tick at 20 px mean spacing, where everybody
//! touches somebody.

mod decide;
mod place;
mod plan;

pub use plan::SteeringPlan;

use crate::grid::Grid;
use crate::movement::models::Models;
use crate::movement::parameter::of_tuning;
use crate::movement::steering_model::SteeringModel;
use crate::movement::vectors::{Sketch, Vector};
use crate::movement::view::{Scene, View};
use crate::neighbours::{CHUNK, Crowd};
use crate::obstacles::Obstacle;
use crate::unit::ModelName;
use decide::Decide;
use place::Move;
use rayon::prelude::*;

/// All steering models, with the buffers that are reused from tick to tick.
#[derive(Clone, Default)]
pub struct Steering {
    /// The models.
    pub models: Models,
    /// The models of units with settings of their own, by the number of their tuning from 1 on.
    pub own: Vec<Models>,
    plans: Vec<SteeringPlan>,
}

impl Steering {
    /// Moves every unit whose model is a steering model by one step: fills `crowd.next` and
    /// [`Steering::plan`]. The others' places in `crowd.next` must be filled already; they are kept clear of.
    ///
    /// Obstacles are at `previous` when the tick starts and at `position` when it ends.
    pub fn step(&mut self, crowd: &mut Crowd, grid: &Grid, obstacles: &[Obstacle], tick: u64) {
        if crowd.steered.is_empty() {
            self.plans.clear();
            return;
        }
        let mut next = std::mem::take(&mut crowd.next);
        let scene = Scene { crowd, grid, obstacles, tick };
        for (tuning, models) in std::iter::once(&mut self.models).chain(&mut self.own).enumerate() {
            models.prepare(&scene, tuning as u32);
        }
        let decide = Decide::new(scene, &self.models, &self.own);
        let everybody = (0..scene.crowd.len()).into_par_iter().with_min_len(CHUNK);
        everybody.map(|index| decide.plan(index)).collect_into_vec(&mut self.plans);
        // Units that are not moved here are read by others while they move, so these places are kept apart.
        let others_move = self.plans.iter().any(|plan| !plan.mine);
        if others_move {
            for (plan, (next, at)) in self.plans.iter_mut().zip(next.iter().zip(&scene.crowd.position)) {
                if !plan.mine {
                    plan.step = *next - *at;
                }
            }
        }
        let movement = Move { scene, plans: &self.plans, others_move };
        next.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, next)| {
            for (place, next) in next.iter_mut().enumerate() {
                let index = chunk * CHUNK + place;
                if self.plans[index].mine {
                    *next = movement.place(index);
                }
            }
        });
        crowd.next = next;
    }

    /// The model that moves a unit of this model and tuning; `None` for `predictive`.
    pub fn model(&self, name: ModelName, tuning: u32) -> Option<&dyn SteeringModel> {
        of_tuning(tuning, &self.models, &self.own).get(name)
    }

    /// Whether any model [follows curves](SteeringModel::follows_curves).
    pub fn follows_curves(&self) -> bool {
        let mut all = std::iter::once(&self.models).chain(&self.own);
        all.any(|models| models.iter().any(|model| model.follows_curves()))
    }

    /// What was decided in the last step for the unit at this index of the crowd; `None` if its model is no
    /// steering model.
    pub fn plan(&self, index: usize) -> Option<&SteeringPlan> {
        self.plans.get(index).filter(|plan| plan.mine)
    }

    /// The field in which a unit's model moves it, on this snapshot. Empty for models without one.
    pub fn field(&self, scene: Scene, index: usize, list: &mut Vec<Vector>) {
        if let Some(model) = Decide::new(scene, &self.models, &self.own).model(index) {
            model.field(&View { scene, me: index, stop_timer: 0.0 }, &mut Sketch::into(list));
        }
    }

    /// The arrows that a unit's model thinks in, on this snapshot. Empty for `predictive`.
    pub fn vectors(
        &self,
        crowd: &Crowd,
        grid: &Grid,
        obstacles: &[Obstacle],
        tick: u64,
        index: usize,
        list: &mut Vec<Vector>,
    ) {
        let decide = Decide::new(Scene { crowd, grid, obstacles, tick }, &self.models, &self.own);
        if let Some(model) = decide.model(index) {
            let (stop_timer, _) = decide.timer(index, decide.touch(index));
            decide.answer(model, index, stop_timer, &mut Sketch::into(list));
        }
    }
}
