//! Stage 6: who was pushed out of sight of its post finds its way home.
//!
//! # Source
//! Article 003, `HardPush`: pushed units retrace their recorded moves. Departure: what was recorded leads home only as
//! long as nobody pushes on the way; where the next corner is out of sight, the way is searched anew.

use crate::components::*;
use crate::movement::predictive::Memory;
use crate::neighbours::Intent;
use crate::path::Path;
use crate::sim::Sim;

/// Ticks between two looks of a unit.
const LOOK_EVERY: u64 = 16;
/// Ticks since the last push after which a unit looks; it goes home a little earlier, in sight of its post.
const CALM: u16 = 12;
/// Units that search in a tick, at most; the others look again later.
const MOST: usize = 8;
/// A corner this near is reached, px.
const REACHED: f32 = 1.0;

/// Searches ways home, the lowest ids first.
pub fn plan(sim: &mut Sim) {
    let (crowd, grid, tick) = (&sim.crowd, &sim.grid, sim.tick);
    let is_lost = |&index: &usize| {
        if crowd.intent[index] != Intent::Rest || crowd.next[index] == crowd.waypoint[index] {
            return false;
        }
        let memory = &crowd.memory[index];
        let looks = (tick + u64::from(crowd.id[index])).is_multiple_of(LOOK_EVERY);
        if !looks || memory.pushed_ago < CALM || crowd.foreign[index] {
            return false;
        }
        let goal = memory.goal(crowd.waypoint[index]);
        let reached = memory.trail_length > 0 && crowd.next[index].distance(goal) < REACHED;
        reached || !grid.line_is_free(crowd.next[index], goal, crowd.body[index].slim())
    };
    let mut lost = [None; MOST];
    for index in (0..crowd.len()).filter(is_lost) {
        let entry = Some((crowd.id[index], index));
        if let Some(last) = lost.last_mut()
            && (last.is_none() || *last > entry)
        {
            *last = entry;
            lost.sort_unstable_by_key(|entry| entry.map_or(u32::MAX, |(id, _)| id));
        }
    }
    for (id, index) in lost.into_iter().flatten() {
        search(sim, UnitId(id), index);
    }
}

/// Replaces the trail of a unit by the corners of the shortest way to its post.
fn search(sim: &mut Sim, id: UnitId, index: usize) {
    let (from, post, body) = (sim.crowd.next[index], sim.crowd.waypoint[index], sim.crowd.body[index]);
    let mut path = Path::default();
    if !sim.paths.finder().find_path(&sim.grid, from, post, body, &mut path) {
        return;
    }
    let Some((_, corners)) = path.waypoints.split_last() else { return };
    let Some(entity) = sim.entity(id) else { return };
    if let Ok(mut memory) = sim.world.get::<&mut Memory>(entity) {
        memory.trail_length = 0;
        for &corner in corners.iter().rev() {
            memory.add_corner(corner, post);
        }
    }
}
