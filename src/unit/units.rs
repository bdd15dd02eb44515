//! All units: a hecs world in which each is found by its stable number.

use super::bundle::{UnitBundle, UnitColumns, UnitColumnsMut};
use crate::ids::UnitId;
use std::ops::{Deref, DerefMut};

/// All units, as plain components. Reads like the [`hecs::World`] that holds them.
#[derive(Default)]
pub struct Units {
    world: hecs::World,
    /// By number; `None` for those that were taken off the map.
    entities: Vec<Option<hecs::Entity>>,
}

impl Units {
    /// The number that the next unit gets: numbers are never used again.
    pub fn next_id(&self) -> UnitId {
        UnitId(self.entities.len() as u32)
    }

    /// Enters a unit whose number is [`Units::next_id`].
    pub(crate) fn enter(&mut self, unit: UnitBundle) {
        let entity = self.world.spawn(unit);
        self.entities.push(Some(entity));
    }

    /// Enters a unit again that was taken off the map, under its old number.
    pub(crate) fn enter_again(&mut self, id: UnitId, unit: UnitBundle) {
        self.entities[id.0 as usize] = Some(self.world.spawn(unit));
    }

    /// All units become these, sorted by number, in a table for `numbers` units. Where the same units live,
    /// no entity changes.
    pub(crate) fn become_as(&mut self, numbers: usize, mut units: Vec<UnitBundle>) {
        let living = self.entities.iter().enumerate().filter(|(_, entity)| entity.is_some());
        let same = self.entities.len() == numbers
            && living.map(|(id, _)| id as u32).eq(units.iter().map(|unit| unit.unit.id.0));
        if same {
            let mut index_of = vec![0; numbers];
            for (index, unit) in units.iter().enumerate() {
                index_of[unit.unit.id.0 as usize] = index;
            }
            for columns in self.world.query_mut::<UnitColumnsMut>() {
                let index = index_of[columns.unit.id.0 as usize];
                columns.swap(&mut units[index]);
            }
            return;
        }
        let ids: Vec<UnitId> = units.iter().map(|unit| unit.unit.id).collect();
        self.world.clear();
        self.entities.clear();
        self.entities.resize(numbers, None);
        for (id, entity) in ids.into_iter().zip(self.world.spawn_batch(units)) {
            self.entities[id.0 as usize] = Some(entity);
        }
    }

    /// Takes a unit off the map, if it is there.
    pub(crate) fn remove(&mut self, id: UnitId) {
        if let Some(entity) = self.entities.get_mut(id.0 as usize).and_then(Option::take) {
            // The table holds living entities only, so this finds it.
            let _ = self.world.despawn(entity);
        }
    }

    /// One component of all units. Nothing may change it meanwhile.
    pub(crate) fn column<T: hecs::Component>(&self) -> Column<'_, T> {
        Column(self.world.archetypes().find_map(|archetype| archetype.get::<&T>()))
    }

    /// The same, to be changed. Nothing else may ask for the component meanwhile.
    pub(crate) fn column_mut<T: hecs::Component>(&self) -> ColumnMut<'_, T> {
        ColumnMut(self.world.archetypes().find_map(|archetype| archetype.get::<&mut T>()))
    }

    /// The entity of a unit, while it lives.
    pub fn find(&self, id: UnitId) -> Option<hecs::Entity> {
        self.entities.get(id.0 as usize).copied().flatten()
    }
}

/// One component of all units, a slice in the order in which queries go over them: all units have the same
/// components. Empty before anybody came.
pub(crate) struct Column<'a, T: hecs::Component>(Option<hecs::ArchetypeColumn<'a, T>>);

impl<T: hecs::Component> Deref for Column<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

/// A [`Column`] that may be changed.
pub(crate) struct ColumnMut<'a, T: hecs::Component>(Option<hecs::ArchetypeColumnMut<'a, T>>);

impl<T: hecs::Component> Deref for ColumnMut<'_, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<T: hecs::Component> DerefMut for ColumnMut<'_, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_deref_mut().unwrap_or_default()
    }
}

impl Deref for Units {
    type Target = hecs::World;

    fn deref(&self) -> &hecs::World {
        &self.world
    }
}

impl DerefMut for Units {
    fn deref_mut(&mut self) -> &mut hecs::World {
        &mut self.world
    }
}

/// hecs worlds cannot be cloned: all units are spawned again, in the order of numbers.
impl Clone for Units {
    fn clone(&self) -> Units {
        let mut query = self.world.query::<UnitColumns>();
        let mut units: Vec<UnitBundle> = query.iter().map(|unit| unit.copy()).collect();
        units.sort_unstable_by_key(|unit| unit.unit.id);
        let ids: Vec<UnitId> = units.iter().map(|unit| unit.unit.id).collect();
        let mut world = hecs::World::new();
        let mut entities = vec![None; self.entities.len()];
        for (id, entity) in ids.into_iter().zip(world.spawn_batch(units)) {
            entities[id.0 as usize] = Some(entity);
        }
        Units { world, entities }
    }
}
