//! What players did since the last tick is applied and recorded.
//!
//! Each action takes its whole effect before the next one, tiles included: whether actions come in one tick
//! or one by one while time stands makes no difference. Routes over changed tiles are mended after all of
//! them, when time goes on.

use super::{edits, orders};
use crate::geometry::{Collider, gap};
use crate::ids::UnitId;
use crate::level::UnitSpec;
use crate::movement::Tunable;
use crate::obstacles::Obstacle;
use crate::order::Action;
use crate::unit::removed::Removed;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Applies and records.
pub fn apply_given(world: &mut World) {
    for action in std::mem::take(&mut world.given) {
        world.recorded.push((world.tick, action.clone()));
        match action {
            Action::Order(order) => orders::apply(world, order.into()),
            Action::Edit { area, tile } => {
                edits::ask(world, area, tile);
                edits::turn_free_tiles(world);
            }
            Action::Spawn { kind, team, at, model } => spawn(world, kind, team, at, model),
            Action::Remove { units } => {
                units.into_iter().for_each(|id| remove(world, id));
                edits::turn_free_tiles(world);
            }
            Action::Restore { units } => units.into_iter().for_each(|id| restore(world, id)),
            Action::SetModel { units, model } => {
                for entity in units.into_iter().filter_map(|id| world.entity(id)).collect::<Vec<_>>() {
                    if let Ok(mut of_unit) = world.units.get::<&mut ModelName>(entity) {
                        *of_unit = model;
                    }
                }
            }
            Action::SetParameter { model, name, value } => {
                let parameters = world.parameters_mut(model);
                let named = parameters.parameters().iter().position(|parameter| parameter.name == name);
                if let Some(index) = named {
                    parameters.set(index, value);
                    world.tune();
                }
            }
        }
    }
}

fn spawn(world: &mut World, kind: usize, team: usize, at: Vec2, model: ModelName) {
    if kind < world.kinds.len() && team < world.teams.len() && world.has_room(kind, at) {
        let name = format!("#{}", world.names.len());
        let spec = UnitSpec {
            name,
            kind,
            team,
            group: None,
            at,
            facing: None,
            priority: None,
            strength: None,
            model: Some(model),
            parameters: Vec::new(),
        };
        world.spawn(&spec, model);
        world.tune();
    }
}

fn remove(world: &mut World, id: UnitId) {
    if let Some(entity) = world.entity(id) {
        type Parts<'a> = (&'a Unit, &'a Body, &'a Position, &'a Heading, &'a ModelName);
        if let Ok((&unit, &body, position, heading, &model)) = world.units.query_one_mut::<Parts>(entity) {
            world.removed.push(Removed { unit, body, at: position.0, heading: heading.0, model });
        }
        world.scratch.occupied.clear();
        world.paths.cancel(id.0);
        world.units.remove(id);
    }
}

fn restore(world: &mut World, id: UnitId) {
    let Some(index) = world.removed.iter().rposition(|removed| removed.unit.id == id) else { return };
    let Removed { unit, body, at, heading, model } = world.removed[index].clone();
    if world.body_in_the_way(body.collider(), at).is_none() {
        world.removed.remove(index);
        world.scratch.occupied.clear();
        world.units.enter_again(id, UnitBundle::standing(unit, body, at, heading, model));
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

impl World {
    /// Whether a unit of a kind could be put at a place (px): no wall, no obstacle, nobody there or promised
    /// to be.
    pub fn has_room(&self, kind: usize, at: Vec2) -> bool {
        kind < self.kinds.len() && self.in_the_way(kind, at).is_none()
    }

    /// What keeps a unit of a kind (an index that there is) from being put at a place, px; of several units
    /// the first.
    pub fn in_the_way(&self, kind: usize, at: Vec2) -> Option<InTheWay> {
        let kind = &self.kinds[kind];
        self.body_in_the_way(kind.body.collider(), at)
    }

    fn body_in_the_way(&self, body: Collider, at: Vec2) -> Option<InTheWay> {
        let touches = |other: &Obstacle| gap(body, other.collider(), at - other.position) < 0.0;
        if let Some(index) = self.obstacles.iter().position(touches) {
            return Some(InTheWay::Obstacle(index));
        }
        if !self.grid.is_free(at, body) {
            return Some(InTheWay::Wall);
        }
        let mut units = self.units.query::<(&Unit, &Position, &Promises, &Body)>();
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

    /// The parameters of a model as they are now, of units without settings of their own.
    pub fn parameters(&self, model: ModelName) -> &dyn Tunable {
        match self.steering.models.get(model) {
            Some(model) => model,
            None => &self.predictive.parameters,
        }
    }
}
