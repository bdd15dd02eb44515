//! Stage 1: what players did since the last tick is applied and recorded.

use super::arrival::Settling;
use super::{edits, orders};
use crate::collider::{Collider, gap};
use crate::components::*;
use crate::movement::ModelName;
use crate::movement::predictive::queue::Promises;
use crate::order::Action;
use crate::sim::Sim;
use glam::Vec2;

/// Applies and records.
pub fn apply_given(sim: &mut Sim) {
    for action in std::mem::take(&mut sim.given) {
        sim.recorded.push((sim.tick, action.clone()));
        match action {
            Action::Order(order) => orders::apply(sim, order),
            Action::Edit { area, tile } => edits::ask(sim, area, tile),
            Action::Spawn { kind, team, at, model } => spawn(sim, kind, team, at, model),
            Action::Remove { units } => units.into_iter().for_each(|id| remove(sim, id)),
            Action::SetModel { units, model } => {
                for entity in units.into_iter().filter_map(|id| sim.entity(id)).collect::<Vec<_>>() {
                    if let Ok(mut of_unit) = sim.world.get::<&mut ModelName>(entity) {
                        *of_unit = model;
                    }
                }
            }
        }
    }
}

fn spawn(sim: &mut Sim, kind: usize, team: usize, at: Vec2, model: ModelName) {
    if kind < sim.kinds.len() && team < sim.teams.len() && sim.has_room(kind, at) {
        let name = format!("#{}", sim.names.len());
        sim.spawn(name, kind, team, None, at, Vec2::X, model);
    }
}

fn remove(sim: &mut Sim, id: UnitId) {
    if let Some(entity) = sim.entity(id) {
        sim.entities[id.0 as usize] = None;
        sim.paths.cancel(id.0);
        sim.world.despawn(entity).expect("the table of entities holds those that live");
    }
}

impl Sim {
    /// Whether a unit of a kind could be put at a place (px): no wall, no obstacle, nobody there or promised to be.
    pub fn has_room(&self, kind: usize, at: Vec2) -> bool {
        let Some(kind) = self.kinds.get(kind) else { return false };
        let body = Collider { shape: kind.shape, radius: kind.radius };
        let map = Settling {
            me: UnitId(u32::MAX),
            grid: &self.grid,
            obstacles: &self.obstacles,
            crowd: &self.crowd,
            body,
        };
        map.is_ground(at)
            && self.obstacles.iter().all(|other| gap(body, other.collider(), at - other.position) >= 0.0)
            && self.world.query::<(&Position, &Promises, &Body)>().iter().all(
                |(position, promises, other)| {
                    let clear = |place| gap(body, other.collider(), at - place) >= 0.0;
                    clear(position.0) && promises.iter().all(|promise| clear(promise.position))
                },
            )
    }
}
