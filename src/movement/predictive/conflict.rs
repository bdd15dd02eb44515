//! Who yields to whom: the article's priorities, its two flowcharts and the three states of a collision.
//!
//! Within a tick every unit is *unsolved* until its turn, *solving* while those in its way are planned first,
//! and *solved* once its promise is made; a solved unit is never asked again, so no two units solve the same
//! collision and dodging makes no chains.
//!
//! | flowchart of the article | here |
//! |---|---|
//! | moving against idle: push, avoid, hard push, stop | [`PushIdle`](crate::unit::Decision::PushIdle) (asked ahead), [`Avoid`](crate::unit::Decision::Avoid), [`HardPush`](crate::unit::Decision::HardPush), [`Wait`](crate::unit::Decision::Wait) |
//! | moving against moving: lower avoids, higher avoids, lower stops and is pushed, hard push, both stop | [`Avoid`](crate::unit::Decision::Avoid) for both (the fan), [`GiveWay`](crate::unit::Decision::GiveWay) for the lower with [`Push`](crate::unit::Decision::Push) for the higher, [`HardPush`](crate::unit::Decision::HardPush), [`Wait`](crate::unit::Decision::Wait) |

use super::parameters::Parameters;
use crate::geometry::segment::distance_to_segment;
use crate::movement::predictive::surroundings::{NARROW, Surroundings};
use crate::neighbours::{Crowd, Intent};
use crate::unit::Memory;

/// How a unit that stands in the way is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Like a rock: enemies, units on hold, units that another model moves.
    Rock,
    /// It goes our way: it plans first, by its own wish.
    Follow,
    /// It has to give way.
    Push,
}

/// How those in the way of `root`, whose rank everybody in its chain inherits, treat `other`.
pub fn manner(
    crowd: &Crowd,
    root: usize,
    other: usize,
    around: &Surroundings,
    parameters: &Parameters,
) -> Manner {
    let them = &crowd.outline[other];
    if them.foreign || them.intent == Intent::Hold || around.enemies.are(crowd.team[root], them.team) {
        return Manner::Rock;
    }
    let rest = crowd.intent[root] == Intent::Rest;
    match them.intent {
        _ if !parameters.push => Manner::Follow,
        Intent::Rest if rest && crowd.memory[root].leads_since == 0 => Manner::Follow,
        Intent::Rest if !rest && goes_round_the_idle(&crowd.memory[root], parameters) => Manner::Follow,
        Intent::Rest => Manner::Push,
        _ if rest || waits_first(crowd, root, other, parameters) => Manner::Follow,
        _ if !may_shove(crowd, root, other, around, parameters)
            && goes_my_way(crowd, root, other, parameters) =>
        {
            Manner::Follow
        }
        _ => Manner::Push,
    }
}

/// Whether a unit waits before it makes one that moves give way: for those of lower priority only where it
/// gathers with others, which is no place for haste.
fn waits_first(crowd: &Crowd, root: usize, other: usize, parameters: &Parameters) -> bool {
    let is_higher = crowd.priority[root] > crowd.priority[other] && !crowd.memory[root].gathers;
    !is_higher && crowd.memory[root].waited < parameters.push_after
}

/// Whether a unit may push `other` although it goes the same way: after long waiting, or at once where they
/// are part of an arch. Arches form in narrow places, and in one nobody moves at all; who queues moves now
/// and then, and to shove there only stirs those who wait.
fn may_shove(
    crowd: &Crowd,
    root: usize,
    other: usize,
    around: &Surroundings,
    parameters: &Parameters,
) -> bool {
    let stands = |index: usize| crowd.memory[index].stood >= parameters.arch_after;
    let is_narrow = around.clear[root].min(around.clear[other]) < NARROW;
    let is_arch = is_narrow && stands(root) && stands(other);
    is_arch || crowd.memory[root].waited >= parameters.shove_after
}

/// Whether a unit makes nobody at rest give way: it has chosen a place beside the crowd that it can get to
/// without.
pub fn goes_round_the_idle(memory: &Memory, parameters: &Parameters) -> bool {
    memory.gathers && memory.waited < parameters.gather_push_after
}

/// Whether two units go the same way: the directions to their waypoints are close, or they go through the
/// same gap and on from there in close directions, from whatever sides they come.
pub fn goes_my_way(crowd: &Crowd, a: usize, b: usize, parameters: &Parameters) -> bool {
    let way = |index: usize| (crowd.waypoint[index] - crowd.position[index]).normalize_or_zero();
    if way(a).dot(way(b)) > parameters.same_way {
        return true;
    }
    let beyond = |index: usize| (crowd.next_waypoint[index] - crowd.waypoint[index]).normalize_or_zero();
    // One that sees where it goes on behind the gap, or is through, and one that does not yet.
    let follows = |behind: usize, ahead: usize| {
        let gap = crowd.waypoint[behind];
        crowd.remaining[behind] > 0.0
            && distance_to_segment(gap, crowd.position[ahead], crowd.waypoint[ahead]) < SAME_GAP
            && beyond(behind).dot(way(ahead)) > parameters.same_way
    };
    if follows(a, b) || follows(b, a) {
        return true;
    }
    crowd.remaining[a].min(crowd.remaining[b]) > 0.0
        && crowd.waypoint[a].distance_squared(crowd.waypoint[b]) < SAME_GAP * SAME_GAP
        && beyond(a).dot(beyond(b)) > parameters.same_way
}

/// Waypoints nearer than this to each other, or to a leg, are in the same gap, px.
const SAME_GAP: f32 = 60.0;

/// The place of a unit in the total order of planning: smaller plans earlier. Ties end by the unit's id.
///
/// Leaders come first, the longest-serving before all, and a second for each step of priority: somebody
/// always gets on. Then movers by priority and by how long they waited, and among those who waited alike who
/// has less way to go; then units on their way home, those pushed last before others.
pub fn rank(crowd: &Crowd, index: usize, parameters: &Parameters) -> u64 {
    let memory = &crowd.memory[index];
    let way = crowd.position[index].distance(crowd.waypoint[index]) + crowd.remaining[index];
    let way = (way as u64).min(0x1FFF);
    let lead = u64::from(memory.leads_since.min(0xFF_FFFF)) << 34
        | u64::from(memory.convoy.min(0xF_FFFF)) << 14
        | way;
    if crowd.intent[index] == Intent::Move {
        if memory.leads_since > 0 {
            lead
        } else {
            let priority = (128 - crowd.priority[index].clamp(-127, 128)) as u64;
            let waited = u64::from(u16::MAX - memory.waited / parameters.rank_ticks.max(1));
            1 << 60 | priority << 32 | waited << 16 | way
        }
    } else if memory.leads_since > 0 {
        2 << 60 | lead
    } else {
        3 << 60 | u64::from(memory.pushed_ago) << 16 | way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::grid::{Grid, Tile};
    use crate::movement::predictive::Tuned;
    use crate::neighbours::Member;
    use crate::teams::Enemies;
    use crate::unit::ModelName;
    use glam::{Vec2, vec2};

    /// Two that walk, each from a place to a waypoint and on to the next one.
    fn two(ways: [[Vec2; 3]; 2]) -> Crowd {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        let mut crowd = Crowd::default();
        for (id, [from, waypoint, next_waypoint]) in (0..).zip(ways) {
            crowd.push(Member {
                next_waypoint,
                remaining: waypoint.distance(next_waypoint),
                ..Member::new(id, from, body, ModelName::Predictive).bound_for(waypoint)
            });
        }
        crowd.rebuild();
        crowd
    }

    fn index(crowd: &Crowd, id: usize) -> usize {
        crowd.index_of[id] as usize
    }

    #[test]
    fn who_goes_along_a_wall_to_a_gap_goes_the_way_of_who_sees_through_it() {
        let (goal, gap) = (vec2(400.0, 150.0), vec2(200.0, 140.0));
        let sees = [vec2(100.0, 150.0), goal, goal];
        let along_the_wall = |on: Vec2| [vec2(195.0, 60.0), gap, on];
        for (on, expected) in [(vec2(260.0, 150.0), true), (vec2(140.0, 150.0), false)] {
            let crowd = two([sees, along_the_wall(on)]);
            assert_eq!(goes_my_way(&crowd, 0, 1, &Parameters::default()), expected, "on to {on}");
        }
    }

    #[test]
    fn who_goes_the_same_way_is_shoved_in_an_arch_or_after_long_waiting() {
        let parameters = Parameters::default();
        let (stands, long) = (parameters.arch_after, parameters.shove_after);
        let goal = vec2(435.0, 150.0);
        let manner_when = |clear: f32, stood: [u16; 2], waited: u16| {
            let mut crowd = two([[vec2(150.0, 150.0), goal, goal], [vec2(164.0, 150.0), goal, goal]]);
            let (behind, ahead) = (index(&crowd, 0), index(&crowd, 1));
            (crowd.memory[behind].stood, crowd.memory[ahead].stood) = stood.into();
            crowd.memory[behind].waited = waited;
            let around = Surroundings {
                grid: &Grid::new(20, 10, vec![Tile::Ground; 200]),
                obstacles: &[],
                enemies: &Enemies::default(),
                ways: &[Vec2::ZERO; 2],
                clear: &[clear; 2],
                tuned: Tuned { common: &parameters, own: &[] },
            };
            manner(&crowd, behind, ahead, &around, &parameters)
        };
        let narrow = NARROW - 1.0;
        assert_eq!(manner_when(narrow, [stands; 2], parameters.push_after), Manner::Push, "an arch");
        assert_eq!(manner_when(NARROW, [stands; 2], long - 1), Manner::Follow, "a queue in the open");
        for moves in [[stands, 0], [0, stands]] {
            assert_eq!(manner_when(narrow, moves, long - 1), Manner::Follow, "a queue that moves");
            assert_eq!(manner_when(NARROW, moves, long), Manner::Push);
        }
    }

    #[test]
    fn in_a_convoy_the_first_goes_first() {
        let goal = vec2(600.0, 150.0);
        let mut crowd = two([[vec2(100.0, 150.0), goal, goal], [vec2(120.0, 150.0), goal, goal]]);
        let (last, first) = (index(&crowd, 0), index(&crowd, 1));
        for memory in &mut crowd.memory {
            (memory.leads_since, memory.convoy) = (1, 0);
        }
        let parameters = Parameters::default();
        assert!(rank(&crowd, first, &parameters) < rank(&crowd, last, &parameters));
    }
}
