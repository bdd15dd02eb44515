//! Stage 4: members that come when their formation has set out already, since they were busy with another order.
//!
//! Where a formation has lost somebody, who comes late takes the slot, and nobody waits for it. Otherwise it walks alone
//! to a place near those of the others.

use super::formations::WAITED_FOR;
use crate::geometry::{Collider, Shape, gap};
use crate::group;
use crate::group::places::{footprint, places_around, spacing_of};
use crate::group::{Entry, Formed, Group, Phase, Soldier};
use crate::ids::UnitId;
use crate::systems::members::{give_route, give_slot};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Takes those in who are under way with a group that set out without them. Returns who walks alone, by id.
pub(super) fn admit(world: &mut World, group: &mut Group, entries: &[Entry]) -> Vec<UnitId> {
    let come = |id: &UnitId| Some(entries[entries.binary_search_by_key(id, |entry| entry.id).ok()?]);
    let late: Vec<Entry> = group.late.iter().filter_map(come).collect();
    let mut alone: Vec<Entry> = Vec::new();
    for entry in late {
        group.late.retain(|&id| id != entry.id);
        if let Err(index) = group.members.binary_search(&entry.id) {
            group.members.insert(index, entry.id);
        }
        let joins = match &mut group.phase {
            Phase::Formation(formed) => join(world, formed, &entry, entries),
            _ => false,
        };
        if !joins {
            alone.push(entry);
        }
    }
    walk_alone(world, group, &alone);
    alone.into_iter().map(|entry| entry.id).collect()
}

/// Gives a latecomer the nearest slot that nobody under way holds. `false` where there is none, or none as big.
fn join(world: &mut World, formed: &mut Formed, entry: &Entry, entries: &[Entry]) -> bool {
    let fits = entry.body.radius <= formed.body.radius
        && (entry.body.shape == Shape::Circle || formed.body.shape == Shape::Square);
    let mut is_free = vec![fits; formed.march.open.slots.len()];
    for index in entries.iter().filter_map(|entry| formed.soldier(entry.id)) {
        is_free[formed.soldiers[index].slot] = false;
    }
    let away = |slot: usize| formed.march.place(slot).distance_squared(entry.position);
    let free = (0..is_free.len()).filter(|&slot| is_free[slot]);
    let Some(slot) = free.min_by(|&a, &b| away(a).total_cmp(&away(b))) else { return false };
    let soldier = Soldier { astray: WAITED_FOR, ..Soldier::new(entry.id, slot, formed.march.place(slot)) };
    match formed.soldiers.binary_search_by_key(&entry.id, |soldier| soldier.unit) {
        Ok(index) => formed.soldiers[index] = soldier,
        Err(index) => formed.soldiers.insert(index, soldier),
    }
    give_slot(world, entry, formed.ends[slot]);
    give_route(world, entry, &[formed.ends[slot]]);
    true
}

/// Sends latecomers out of the group, each to a place of its own that no member has.
fn walk_alone(world: &mut World, group: &Group, alone: &[Entry]) {
    if alone.is_empty() {
        return;
    }
    let is_alone = |id: UnitId| alone.iter().any(|entry| entry.id == id);
    let others = group.members.iter().filter(|&&id| !is_alone(id));
    let taken: Vec<(Vec2, Collider)> = others.filter_map(|&id| place_of(world, group, id)).collect();
    let members: Vec<group::Member> = alone.iter().map(Entry::member).collect();
    let Some(body) = footprint(&members) else { return };
    let first = alone[0].position;
    let middle = world.paths.finder().nearest_reachable(&world.grid, first, group.place, body);
    let middle = middle.unwrap_or(group.place);
    let spacing = spacing_of(&members);
    // So many discs of the spacing's width have their middle within reach of a place that is taken.
    let covered = |(_, other): &(Vec2, Collider)| {
        let discs = 2.0 * (other.reach() + body.reach()) / spacing + 1.0;
        (discs * discs) as usize
    };
    let count = alone.len() + taken.iter().map(covered).sum::<usize>();
    let mut places = places_around(&world.grid, &world.obstacles, middle, body, spacing, count);
    places.retain(|&place| taken.iter().all(|&(at, other)| gap(body, other, place - at) >= 0.0));
    for (turn, entry) in alone.iter().enumerate() {
        give_slot(world, entry, places.get(turn).copied().unwrap_or(middle));
        let Ok((tasks, state, asked)) =
            world.units.query_one_mut::<(&mut Tasks, &mut State, &mut Asked)>(entry.entity)
        else {
            continue;
        };
        if let Some(Task::Move { group, .. }) = &mut tasks.current {
            *group = 0;
        }
        (*state, *asked) = (State::WaitingForPath, Asked::No);
        world.paths.cancel(entry.id.0);
    }
}

/// Where a member of the group will stand, and what it takes up there.
fn place_of(world: &World, group: &Group, id: UnitId) -> Option<(Vec2, Collider)> {
    let mut query = world.units.query_one::<(&Tasks, &Journey, &Body)>(world.entity(id)?);
    let (tasks, journey, body) = query.get().ok()?;
    let place = match tasks.current {
        Some(Task::Move { place, slot, .. }) if place == group.place => Some(slot),
        _ => journey.goal.filter(|_| journey.group == group.id),
    };
    Some((place?, body.collider()))
}
