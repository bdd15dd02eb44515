//! A tick of a formation under way: it falls in, marches and arrives. Where its slots are is in
//! [`crate::formation::march`]; here is what members are told.
//!
//! In [`step`] every member is told where its slot will be after this tick ([`soldier`]);
//! slots are assigned anew where somebody cannot reach its own or the commander is lost ([`slots`]).
//!
//! # Source
//! [Article 003], "Formations".
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

pub mod slots;
pub mod soldier;

use super::forming::wide_way::{WideWay, find_wide_way};
use super::instructions::{Instruction, Instructions};
use super::planner::Planner;
use super::traveller::Traveller;
use super::{Formed, Group, Phase, Soldier};
use crate::formation::assignment::{Aim, assign};
use crate::formation::build::slot_place;
use crate::formation::fold::Fold;
use crate::formation::march;
use crate::formation::meeting::Block;
use crate::formation::way::Ground;
use crate::geometry::Collider;
use crate::grid::Grid;
use crate::grid::available::find_nearest_available;
use crate::order::FormationShape;
use crate::time::TICK_RATE;
use crate::unit::Body;
use glam::Vec2;
use slots::{SWAP_AFTER, close_ranks, held_slots, swap_slots};

/// A formation is built when everybody is this near to its slot, px.
const BUILT: f32 = 1.0;
/// A member farther off its slot than this is out of formation, px, …
const OUT_OF_FORMATION: f32 = 45.0;
/// … and after so many ticks nobody waits for it.
pub const WAITED_FOR: u32 = 4 * TICK_RATE;
/// A member this near to its slot holds it, px.
const HOLDS: f32 = 2.0;
/// A member that comes nearer by less than this is stuck, px per tick.
const CREEP: f32 = 0.1;
/// A formation turns on the spot to its front in the end, unless that is nearly an about-turn (cosine): then
/// everybody takes the nearest place.
const ABOUT: f32 = -0.5;

/// One tick of a formation.
pub fn step(planner: &mut Planner, group: &mut Group, travellers: &[Traveller], out: &mut Instructions) {
    let Group { phase: Phase::Formation(formed), commander, id, shape, .. } = group else { return };
    let formed = formed.as_mut();
    formed.ticks += 1;
    note_lag(formed, travellers);
    let keeps = *shape == FormationShape::AsIs;
    if !keeps {
        close_ranks(formed, *commander, travellers, out);
    }
    if formed.soldiers.iter().any(|soldier| soldier.stuck == SWAP_AFTER) {
        swap_slots(formed, keeps, travellers, out);
    }
    if formed.building {
        end_building(formed);
    }
    if march_on(planner, formed, (*id, keeps), travellers) {
        let facing = formed.facing;
        arrive(planner.grid, formed, keeps, travellers, out);
        group.phase = Phase::Arriving { facing, ticks: 0 };
        return;
    }
    for traveller in travellers {
        if let Some(index) = formed.soldier(traveller.id) {
            let (speed, lead) = soldier::lead(planner, formed, index, traveller);
            out.tell(traveller.id, Instruction::Guide(speed, lead));
        }
    }
}

fn is_waited_for(soldier: &Soldier) -> bool {
    soldier.astray < WAITED_FOR
}

/// How far the worst is off its place among those who are not astray.
fn note_lag(formed: &mut Formed, travellers: &[Traveller]) {
    formed.lag = 0.0;
    for traveller in travellers {
        let Some(index) = formed.soldier(traveller.id) else { continue };
        let soldier = &mut formed.soldiers[index];
        let off = soldier.commanded.distance(traveller.position);
        if off <= HOLDS {
            (soldier.nearest, soldier.stuck) = (off, 0);
        } else if off < soldier.nearest - CREEP {
            (soldier.nearest, soldier.stuck) = (off, soldier.stuck.saturating_sub(1));
        } else {
            soldier.stuck += 1;
        }
        if off > OUT_OF_FORMATION {
            soldier.astray += u32::from(!formed.building);
        } else if off < OUT_OF_FORMATION / 2.0 {
            soldier.astray = 0;
        }
        if is_waited_for(soldier) {
            formed.lag = formed.lag.max(off - formed.march.waits(soldier.slot));
        }
    }
}

/// The formation is built when everybody who is waited for has come to its slot, or has had its time.
fn end_building(formed: &mut Formed) {
    let is_built = formed.lag <= BUILT && !formed.march.is_changing();
    if is_built || formed.ticks > formed.patience {
        formed.building = false;
        formed.ticks = 0;
    }
}

/// The anchor goes on by a tick, and turns to the front in the end, all the way where everybody `keeps` its
/// place among the others. `true` when the march is over.
fn march_on(
    planner: &Planner,
    formed: &mut Formed,
    (group, keeps): (u32, bool),
    travellers: &[Traveller],
) -> bool {
    let (slowest, acceleration) = (slowest(travellers), least(travellers, |body| body.acceleration));
    let ground = Ground { grid: planner.grid, obstacles: &formed.obstacles, body: formed.body };
    let me = formed.march.block(group, slowest);
    let course = formed.march.course(&me, planner.blocks, ground, slowest);
    formed.march.advance(march::MarchProgress { slowest, acceleration, lag: formed.lag, course });
    if !formed.march.is_done() {
        return false;
    }
    let turns = formed.march.fold == Fold::Open && (keeps || turn_left(formed) > ABOUT);
    !turns || formed.march.turn_to(formed.facing, slowest)
}

/// Top speed of the slowest, px/s.
fn slowest(travellers: &[Traveller]) -> f32 {
    least(travellers, |body| body.speed)
}

fn least(travellers: &[Traveller], of: fn(&Body) -> f32) -> f32 {
    travellers.iter().map(|one| of(&one.body)).fold(f32::INFINITY, f32::min)
}

/// A formation as one body, for others that meet it; `None` if it is none.
pub fn block(group: &Group, travellers: &[Traveller]) -> Option<Block> {
    match &group.phase {
        Phase::Formation(formed) if !travellers.is_empty() => {
            Some(formed.march.block(group.id, slowest(travellers)))
        }
        _ => None,
    }
}

/// The cosine of the angle between where the formation faces and where it is to face in the end.
fn turn_left(formed: &Formed) -> f32 {
    formed.march.bearing().1.dot(formed.facing)
}

/// The march is over: everybody goes to its own place in the end.
fn arrive(grid: &Grid, formed: &Formed, keeps: bool, travellers: &[Traveller], out: &mut Instructions) {
    let held = held_slots(formed, travellers);
    let mut ends: Vec<Vec2> = held.iter().map(|held| formed.ends[held.slot]).collect();
    let is_astray = formed.soldiers.iter().any(|soldier| soldier.astray > 0);
    if !keeps && (turn_left(formed) <= ABOUT || is_astray) {
        let pairs: Vec<(Vec2, Vec2)> = held.iter().map(|held| held.traveller.position).zip(ends).collect();
        ends = assign(&pairs, Aim::LeastTotal).into_iter().map(|end| pairs[end].1).collect();
    }
    for (traveller, end) in held.iter().map(|held| held.traveller).zip(ends) {
        out.tell(traveller.id, Instruction::StraightTo(end));
        if !grid.line_is_free(traveller.position, end, traveller.body.collider()) {
            out.tell(traveller.id, Instruction::AskForWay);
        }
    }
}

/// The map has changed: the way is measured again among these obstacles, or planned again where it is
/// blocked. `false` where there is none.
pub fn replan(planner: &mut Planner, formed: &mut Formed, obstacles: Vec<(Vec2, Collider)>) -> bool {
    formed.revision = planner.grid.revision();
    formed.obstacles = obstacles;
    let ground = Ground { grid: planner.grid, obstacles: &formed.obstacles, body: formed.body };
    if formed.march.way.is_free_from(ground, formed.march.front - formed.march.open.half.x) {
        formed.march.way.measure_past_islands(ground, formed.march.open.half.y);
        return true;
    }
    let (center, _) = formed.march.bearing();
    let Some(start) = find_nearest_free(ground, center) else { return false };
    let narrow = planner.find_way(start, formed.goal, ground.body, ground.obstacles);
    planner.replans += 1;
    let Some(narrow) = narrow else { return false };
    let WideWay { way, clearance } =
        find_wide_way(planner, ground, (start, formed.goal), narrow, &formed.march.open);
    formed.march.reroute(way);
    formed.clearance = clearance;
    if !formed.drawn {
        formed.facing = formed.march.end_bearing();
        let place = |&slot: &Vec2| slot_place(formed.goal, formed.facing, slot);
        let ends: Vec<Vec2> = formed.march.open.slots.iter().map(place).collect();
        if ends.iter().all(|&end| ground.is_free(end)) {
            formed.ends = ends;
        }
    }
    true
}

fn find_nearest_free(Ground { grid, body, .. }: Ground, place: Vec2) -> Option<Vec2> {
    if grid.is_free(place, body) { Some(place) } else { find_nearest_available(grid, place, body, &[]) }
}

#[cfg(test)]
mod tests;
