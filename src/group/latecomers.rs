//! Members that come when their formation has set out already, since they were busy with another order.
//!
//! Where a formation has lost somebody, a latecomer takes the slot, and nobody waits for it. Otherwise it
//! walks alone to a place near those of the others.

use super::instructions::{Instruction, Instructions};
use super::marching::WAITED_FOR;
use super::places::{places_around, spacing_of};
use super::planner::Planner;
use super::traveller::{Traveller, find};
use super::{Formed, Group, GroupMember, Phase, Soldier};
use crate::geometry::{Collider, Shape, gap};
use glam::Vec2;

/// Takes those in who are under way with a group that set out without them. Returns those who have to walk
/// alone, by id.
pub fn admit(group: &mut Group, travellers: &[Traveller], out: &mut Instructions) -> Vec<Traveller> {
    let come = |&id| Some(travellers[find(travellers, id)?]);
    let late: Vec<Traveller> = group.late.iter().filter_map(come).collect();
    let mut alone = Vec::new();
    for latecomer in late {
        group.late.retain(|&id| id != latecomer.id);
        if let Err(index) = group.members.binary_search(&latecomer.id) {
            group.members.insert(index, latecomer.id);
        }
        let place = match &mut group.phase {
            Phase::Formation(formed) => join(formed, &latecomer, travellers),
            _ => None,
        };
        match place {
            Some(place) => out.tell(latecomer.id, Instruction::StraightTo(place)),
            None => alone.push(latecomer),
        }
    }
    alone
}

/// Gives a latecomer the nearest slot that nobody under way holds, and returns the slot's place in the end,
/// px. `None` where there is none, or none as big.
fn join(formed: &mut Formed, latecomer: &Traveller, travellers: &[Traveller]) -> Option<Vec2> {
    let fits = latecomer.body.radius <= formed.body.radius
        && (latecomer.body.shape == Shape::Circle || formed.body.shape == Shape::Square);
    let mut is_free = vec![fits; formed.march.open.slots.len()];
    for index in travellers.iter().filter_map(|traveller| formed.soldier(traveller.id)) {
        is_free[formed.soldiers[index].slot] = false;
    }
    let away = |slot: usize| formed.march.place(slot).distance_squared(latecomer.position);
    let free = (0..is_free.len()).filter(|&slot| is_free[slot]);
    let slot = free.min_by(|&a, &b| away(a).total_cmp(&away(b)))?;
    let place = formed.march.place(slot);
    let soldier = Soldier { astray: WAITED_FOR, ..Soldier::new(latecomer.id, slot, place) };
    match formed.soldiers.binary_search_by_key(&latecomer.id, |soldier| soldier.unit) {
        Ok(index) => formed.soldiers[index] = soldier,
        Err(index) => formed.soldiers.insert(index, soldier),
    }
    Some(formed.ends[slot])
}

/// Sends latecomers out of the group, each to a place of its own near `to` (px) that is not `taken` by a
/// member.
pub fn walk_alone(
    planner: &mut Planner,
    to: Vec2,
    alone: &[Traveller],
    taken: &[(Vec2, Collider)],
    out: &mut Instructions,
) {
    let members: Vec<GroupMember> = alone.iter().map(Traveller::member).collect();
    let Some(body) = Collider::covering(members.iter().map(GroupMember::collider)) else { return };
    let first = alone[0].position;
    let middle = planner.finder.nearest_reachable(planner.grid, first, to, body).unwrap_or(to);
    let spacing = spacing_of(&members);
    // So many discs of the spacing's width have their middle within reach of a place that is taken.
    // A place between four that stand is none that one gets to.
    let room = (spacing - 2.0 * body.reach()).max(0.0);
    let covered = |(_, other): &(Vec2, Collider)| {
        let discs = 2.0 * (other.reach() + body.reach() + room) / spacing + 1.0;
        (discs * discs) as usize
    };
    let count = alone.len() + taken.iter().map(covered).sum::<usize>();
    let mut places = places_around(planner.grid, planner.obstacles, middle, body, spacing, count);
    places.retain(|&place| taken.iter().all(|&(at, other)| gap(body, other, place - at) >= room));
    for (turn, latecomer) in alone.iter().enumerate() {
        out.tell(latecomer.id, Instruction::Slot(places.get(turn).copied().unwrap_or(middle)));
        out.tell(latecomer.id, Instruction::Leave);
        out.tell(latecomer.id, Instruction::AskForWay);
    }
}
