//! Stage 3: what players did since the last tick is applied and recorded.
//!
//! Each action takes its whole effect before the next one, tiles included: whether actions come in one tick or one by
//! one while time stands makes no difference. Routes over changed tiles are mended after all of them, when time goes on.

use super::{edits, orders};
use crate::collider::{Collider, gap};
use crate::components::*;
use crate::movement::predictive::queue::Promises;
use crate::movement::{ModelName, Parameters};
use crate::obstacles::Obstacle;
use crate::order::Action;
use crate::sim::Sim;
use glam::Vec2;

/// A unit that was taken away, as it was then.
#[derive(Clone)]
pub struct Removed {
    unit: Unit,
    body: Body,
    at: Vec2,
    heading: Vec2,
    model: ModelName,
}

/// Applies and records.
pub fn apply_given(sim: &mut Sim) {
    for action in std::mem::take(&mut sim.given) {
        sim.recorded.push((sim.tick, action.clone()));
        match action {
            Action::Order(order) => orders::apply(sim, order),
            Action::Edit { area, tile } => {
                edits::ask(sim, area, tile);
                edits::turn_free_tiles(sim);
            }
            Action::Spawn { kind, team, at, model } => spawn(sim, kind, team, at, model),
            Action::Remove { units } => {
                units.into_iter().for_each(|id| remove(sim, id));
                edits::turn_free_tiles(sim);
            }
            Action::Restore { units } => units.into_iter().for_each(|id| restore(sim, id)),
            Action::SetModel { units, model } => {
                for entity in units.into_iter().filter_map(|id| sim.entity(id)).collect::<Vec<_>>() {
                    if let Ok(mut of_unit) = sim.world.get::<&mut ModelName>(entity) {
                        *of_unit = model;
                    }
                }
            }
            Action::SetParameter { model, name, value } => {
                let parameters = parameters_mut(sim, model);
                let named = parameters.parameters().iter().position(|parameter| parameter.name == name);
                if let Some(index) = named {
                    parameters.set(index, value);
                }
            }
        }
    }
}

fn parameters_mut(sim: &mut Sim, model: ModelName) -> &mut dyn Parameters {
    match sim.steering.models.get_mut(model) {
        Some(model) => model,
        None => &mut sim.predictive.parameters,
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
        type Parts<'a> = (&'a Unit, &'a Body, &'a Position, &'a Heading, &'a ModelName);
        if let Ok((&unit, &body, position, heading, &model)) = sim.world.query_one_mut::<Parts>(entity) {
            sim.removed.push(Removed { unit, body, at: position.0, heading: heading.0, model });
        }
        sim.occupied.clear();
        sim.entities[id.0 as usize] = None;
        sim.paths.cancel(id.0);
        sim.world.despawn(entity).expect("the table of entities holds those that live");
    }
}

fn restore(sim: &mut Sim, id: UnitId) {
    let Some(index) = sim.removed.iter().rposition(|removed| removed.unit.id == id) else { return };
    let Removed { unit, body, at, heading, model } = sim.removed[index].clone();
    if sim.body_in_the_way(body.collider(), at).is_none() {
        sim.removed.remove(index);
        sim.occupied.clear();
        let entity = sim.world.spawn(UnitBundle::standing(unit, body, at, heading, model));
        sim.entities[id.0 as usize] = Some(entity);
    }
}

/// What keeps a unit from being put at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InTheWay {
    /// Blocked ground, or the rim of the map.
    Wall,
    /// An obstacle, by its index.
    Obstacle(usize),
    /// A unit, or a place that it has promised to be at.
    Unit(UnitId),
}

impl Sim {
    /// Whether a unit of a kind could be put at a place (px): no wall, no obstacle, nobody there or promised to be.
    pub fn has_room(&self, kind: usize, at: Vec2) -> bool {
        kind < self.kinds.len() && self.in_the_way(kind, at).is_none()
    }

    /// What keeps a unit of a kind (an index that there is) from being put at a place, px; of several units the first.
    pub fn in_the_way(&self, kind: usize, at: Vec2) -> Option<InTheWay> {
        let kind = &self.kinds[kind];
        self.body_in_the_way(Collider { shape: kind.shape, radius: kind.radius }, at)
    }

    fn body_in_the_way(&self, body: Collider, at: Vec2) -> Option<InTheWay> {
        let touches = |other: &Obstacle| gap(body, other.collider(), at - other.position) < 0.0;
        if let Some(index) = self.obstacles.iter().position(touches) {
            return Some(InTheWay::Obstacle(index));
        }
        if !self.grid.is_free(at, body) {
            return Some(InTheWay::Wall);
        }
        let mut units = self.world.query::<(&Unit, &Position, &Promises, &Body)>();
        let near = units.iter().filter(|(_, position, promises, other)| {
            let touches = |place| gap(body, other.collider(), at - place) < 0.0;
            touches(position.0) || promises.iter().any(|promise| touches(promise.position))
        });
        near.map(|(unit, ..)| unit.id).min().map(InTheWay::Unit)
    }

    /// What players asked for since the last tick; the next one applies it.
    pub fn asked(&self) -> &[Action] {
        &self.given
    }

    /// The parameters of a model as they are now.
    pub fn parameters(&self, model: ModelName) -> &dyn Parameters {
        match self.steering.models.get(model) {
            Some(model) => model,
            None => &self.predictive.parameters,
        }
    }
}
