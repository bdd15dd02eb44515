//! Units that were pushed out of sight of their posts find their way home: back to the post.
//!
//! # Source
//! [Article 003], `HardPush`: pushed units retrace their recorded moves. Departure: what was recorded leads
//! home only as long as nobody pushes on the way; where the next corner is out of sight, the way is searched
//! anew.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::posts::home_of;
use crate::ids::UnitId;
use crate::neighbours::Intent;
use crate::path::Path;
use crate::time::LOOK_EVERY;
use crate::unit::*;
use crate::world::{Event, World};

/// Units that search in a tick, at most; the others look again later.
const MAX_SEARCHES: usize = 8;
/// A corner, or a place at a turnout, this near is reached, px.
pub(super) const REACHED: f32 = 1.0;

/// Units that have spent their effort stand where they are; of the others those that are out of sight of
/// their posts search a way, the lowest ids first.
pub fn plan(world: &mut World) {
    stay(world);
    search_ways(world);
}

/// A unit that has tried to get back for long enough, and stands, takes the place where it is for its post.
fn stay(world: &mut World) {
    let crowd = &world.crowd;
    let stands_off_its_post = |&index: &usize| {
        crowd.intent(index) != Intent::Move
            && crowd.next[index] == crowd.position[index]
            && crowd.next[index] != crowd.waypoint[index]
    };
    for index in (0..crowd.len()).filter(stands_off_its_post) {
        let id = UnitId(crowd.id[index]);
        let Some(entity) = world.units.find(id) else { continue };
        let mut query = world.units.query_one::<(&State, &mut Post, &mut Memory, &Journey)>(entity);
        let Ok((state, post, memory, journey)) = query.get() else { continue };
        // Where its formation has a unit stand is no post.
        if !state.is_under_way() && memory.home.ends_at_rest() && !memory.turns_out {
            post.0 = crowd.next[index];
            memory.settles_in_crowd = home_of(journey, post.0) != post.0;
            world.events.push(Event::TookPost(id));
            // It has not looked from there yet.
            if let Some(goal) = journey.goal {
                world.gatherings.keep_awake(goal, world.tick);
            }
        }
    }
}

fn search_ways(world: &mut World) {
    let (crowd, grid, tick) = (&world.crowd, &world.grid, world.tick);
    let is_lost = |&index: &usize| {
        let rests = crowd.intent(index) == Intent::Rest && !crowd.is_steered(index);
        let looks = (tick + u64::from(crowd.id[index])).is_multiple_of(LOOK_EVERY);
        if !rests || !looks || crowd.next[index] == crowd.waypoint[index] {
            return false;
        }
        let calm = world.predictive.of(crowd.tuning[index]).home_after;
        let Some(memory) = world.memory(index).filter(|memory| memory.pushed_ago >= calm) else {
            return false;
        };
        let goal = memory.trail.goal(crowd.waypoint[index]);
        let reached = !memory.trail.is_empty() && crowd.next[index].distance(goal) < REACHED;
        reached || !grid.line_is_free(crowd.next[index], goal, crowd.body[index].slim())
    };
    let mut lost = [None; MAX_SEARCHES];
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
        search(world, UnitId(id), index);
    }
}

/// Replaces the trail of a unit by the corners of the shortest way to its post.
fn search(world: &mut World, id: UnitId, index: usize) {
    let (from, post, body) = (world.crowd.next[index], world.crowd.waypoint[index], world.crowd.body[index]);
    let mut path = Path::default();
    if !world.paths.finder().find_path(&world.grid, from, post, body, &mut path) {
        return;
    }
    let Some((_, corners)) = path.waypoints.split_last() else { return };
    let Some(entity) = world.entity(id) else { return };
    if let Ok(mut memory) = world.units.get::<&mut Memory>(entity) {
        memory.trail.truncate(0);
        // A unit that stands on the first corner goes on to the next.
        for &corner in corners.iter().rev().filter(|corner| corner.distance(from) >= REACHED) {
            memory.trail.add(corner, post);
        }
    }
}
