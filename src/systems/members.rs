//! What the plans of groups read of their members, and what they do to them.

use super::orders::members;
use crate::geometry::Collider;
use crate::group::instructions::Instruction;
use crate::group::instructions::Instructions;
use crate::group::standing::{Standing, in_the_way};
use crate::group::traveller::Traveller;
use crate::group::{Group, GroupMember};
use crate::ids::UnitId;
use crate::neighbours::CHUNK;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use rayon::prelude::*;
use std::sync::Arc;

/// Lists everybody under way with a group, by group and id, and takes back the guidance of the last tick.
pub(super) fn call_roll(world: &mut World, roll: &mut Vec<Traveller>) {
    roll.clear();
    let units = &world.units;
    let (tasks, states): (&[Tasks], &[State]) = (&units.column(), &units.column());
    let mut guidance = units.column_mut::<Guidance>();
    let rows = (&mut guidance[..], tasks, states).into_par_iter().with_min_len(CHUNK);
    rows.for_each(|(guidance, tasks, state)| {
        *guidance = Guidance::default();
        if let Some(Task::Move { group, .. }) = tasks.current
            && state.is_under_way()
        {
            guidance.group = group;
        }
    });
    let (unit, body): (&[Unit], &[Body]) = (&units.column(), &units.column());
    let (front, route): (&[Front], &[Route]) = (&units.column(), &units.column());
    for (row, &Guidance { group, .. }) in guidance.iter().enumerate() {
        if group != 0
            && let Some(Task::Move { slot, .. }) = tasks[row].current
        {
            let Front { position, velocity } = front[row];
            let to_go = route[row].current().map(|waypoint| waypoint.left_from(position));
            roll.push(Traveller {
                group,
                id: unit[row].id,
                position,
                velocity,
                body: body[row],
                slot,
                to_go,
            });
        }
    }
    roll.sort_unstable_by_key(|traveller| (traveller.group, traveller.id));
}

/// A unit as if it were under way with a group.
pub(super) fn stand_in(world: &World, id: UnitId) -> Option<Traveller> {
    let entity = world.entity(id)?;
    let mut query = world.units.query_one::<(&Front, &Body)>(entity);
    let (front, body) = query.get().ok()?;
    let (position, velocity, body) = (front.position, front.velocity, *body);
    Some(Traveller { group: 0, id, position, velocity, body, slot: position, to_go: None })
}

/// Does what a plan asks of the members.
pub(super) fn follow(world: &mut World, instructions: &mut Instructions) {
    for (id, instruction) in instructions.list.drain(..) {
        match instruction {
            Instruction::Guide(speed, lead) => guide(world, id, speed, lead),
            Instruction::Slot(place) => give_slot(world, id, place),
            Instruction::StraightTo(place) => {
                give_slot(world, id, place);
                give_route(world, id, &[place]);
            }
            Instruction::Route(waypoints) => give_route(world, id, &waypoints),
            Instruction::AskForWay => ask_for_way(world, id),
            Instruction::Leave => leave(world, id),
        }
    }
}

fn guide(world: &mut World, id: UnitId, speed: f32, lead: Lead) {
    let Some(entity) = world.entity(id) else { return };
    if let Ok(guidance) = world.units.query_one_mut::<&mut Guidance>(entity) {
        (guidance.speed, guidance.lead) = (speed, lead);
    }
}

fn give_slot(world: &mut World, id: UnitId, place: Vec2) {
    let Some(entity) = world.entity(id) else { return };
    let Ok((tasks, journey)) = world.units.query_one_mut::<(&mut Tasks, &mut Journey)>(entity) else {
        return;
    };
    if let Some(Task::Move { slot, .. }) = &mut tasks.current {
        *slot = place;
    }
    if tasks.queue.is_empty() {
        (journey.goal, journey.claim) = (Some(place), Some(place));
    }
}

/// Sends a member on a route; what it asked the pathfinder before is void.
fn give_route(world: &mut World, id: UnitId, waypoints: &[Vec2]) {
    world.paths.cancel(id.0);
    type Columns<'a> = (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Asked);
    let Some(entity) = world.entity(id) else { return };
    let Ok((state, tasks, route, asked)) = world.units.query_one_mut::<Columns>(entity) else { return };
    (*state, *asked) = (State::Moving, Asked::No);
    route.set(waypoints);
    tasks.fresh = false;
}

fn ask_for_way(world: &mut World, id: UnitId) {
    world.paths.cancel(id.0);
    let Some(entity) = world.entity(id) else { return };
    if let Ok((state, asked)) = world.units.query_one_mut::<(&mut State, &mut Asked)>(entity) {
        (*state, *asked) = (State::WaitingForPath, Asked::No);
    }
}

fn leave(world: &mut World, id: UnitId) {
    let Some(entity) = world.entity(id) else { return };
    if let Ok(tasks) = world.units.query_one_mut::<&mut Tasks>(entity)
        && let Some(Task::Move { group, .. }) = &mut tasks.current
    {
        *group = 0;
    }
}

/// Whether a unit has a group's order, now or in the queue.
pub(super) fn has_order(world: &World, group: &Group, id: UnitId) -> bool {
    let is_ours = |task: &Task| matches!(task, Task::Move { group: of, .. } if *of == group.id);
    let tasks = world.entity(id).and_then(|entity| world.units.get::<&Tasks>(entity).ok());
    tasks.is_some_and(|tasks| tasks.all().any(is_ours))
}

/// A group's living members, under way or still busy.
pub(super) fn living(world: &World, group: &Group) -> (Vec<hecs::Entity>, Vec<GroupMember>) {
    let living = group.members.iter().filter(|&&id| has_order(world, group, id));
    let units: Vec<hecs::Entity> = living.filter_map(|&id| world.entity(id)).collect();
    let members = members(world, &units);
    (units, members)
}

/// Where a member of a group will stand, px, and what it takes up there.
pub(super) fn place_of(world: &World, group: &Group, id: UnitId) -> Option<(Vec2, Collider)> {
    let mut query = world.units.query_one::<(&Tasks, &Journey, &Body)>(world.entity(id)?);
    let (tasks, journey, body) = query.get().ok()?;
    let place = match tasks.current {
        Some(Task::Move { place, slot, .. }) if place == group.place => Some(slot),
        _ => journey.goal.filter(|_| journey.group == group.id),
    };
    Some((place?, body.collider()))
}

/// The own place of a unit, px, while it walks to one.
pub(super) fn slot_of(world: &World, id: UnitId) -> Option<Vec2> {
    match world.units.get::<&Tasks>(world.entity(id)?).ok()?.current {
        Some(Task::Move { slot, .. }) => Some(slot),
        _ => None,
    }
}

/// Units that are not under way, by id. While groups are led that stays the same: all share one list.
pub(super) fn standing(world: &mut World) -> Arc<[Standing]> {
    let list = world.scratch.standing.take().unwrap_or_else(|| list_standing(world).into());
    world.scratch.standing.insert(list).clone()
}

pub(super) fn list_standing(world: &World) -> Vec<Standing> {
    let mut list = Vec::new();
    for (&unit, state, post, body) in world.units.query::<(&Unit, &State, &Post, &Body)>().iter() {
        if !state.is_under_way() {
            let holds = *state == State::Holding;
            list.push(Standing { unit, post: post.0, body: body.collider(), holds });
        }
    }
    list.sort_unstable_by_key(|standing| standing.unit.id);
    list
}

/// Units that are not under way, by id, for the plans of some units; without their enemies where they attack:
/// they go to those, not round them.
pub(super) fn standing_about(world: &mut World, units: &[UnitId], attack: bool) -> Arc<[Standing]> {
    let standing = standing(world);
    match team_of(world, units).filter(|_| attack) {
        Some(ours) => {
            let minded = standing.iter().filter(|other| !world.enemies.are(ours, other.unit.team));
            minded.copied().collect()
        }
        None => standing,
    }
}

fn team_of(world: &World, units: &[UnitId]) -> Option<u16> {
    units.iter().find_map(|&id| Some(world.units.get::<&Unit>(world.entity(id)?).ok()?.team))
}

/// What a formation of these units (by id) has to go round: see [`in_the_way`].
pub(super) fn in_the_way_of(world: &World, units: &[UnitId], standing: &[Standing]) -> Vec<(Vec2, Collider)> {
    let ours = team_of(world, units);
    let is_member = |unit: Unit| units.binary_search(&unit.id).is_ok();
    let is_enemy = |unit: Unit| ours.is_some_and(|ours| world.enemies.are(ours, unit.team));
    in_the_way(&world.obstacles, standing, is_member, is_enemy)
}
