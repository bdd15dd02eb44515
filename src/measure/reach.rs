//! Units that have come within reach of their destinations, or touch a crowd that has.

use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::measure::pairs::Pairs;
use crate::settling::RESTING_TOUCH;
use crate::sim::Sim;
use crate::unit::*;
use glam::Vec2;
use std::collections::HashMap;

/// By unit id: at rest with the last order done, within a tile of the own destination or touching,
/// directly or through others at rest, one that is.
pub(super) fn units_in_reach(sim: &Sim, pairs: &mut Pairs) -> Vec<bool> {
    let mut resting = Vec::new();
    let mut ids = Vec::new();
    let mut goals = Vec::new();
    for (unit, position, body, state, tasks, journey) in
        sim.units.query::<(&Unit, &Position, &Body, &State, &Tasks, &Journey)>().iter()
    {
        if !state.is_under_way()
            && tasks.queue.is_empty()
            && !matches!(tasks.current, Some(Task::Move { .. }))
        {
            resting.push((position.0, body.collider()));
            ids.push(unit.id.0 as usize);
            goals.push(journey.sent_to());
        }
    }
    let reached = in_reach(&resting, &goals, pairs);
    let mut in_reach = vec![false; sim.names.len()];
    ids.into_iter().zip(reached).for_each(|(id, reached)| in_reach[id] = reached);
    in_reach
}

/// Of units at rest, each with the place where it was sent, who is there: within a tile of it or touching,
/// directly or through others at rest, one that is.
pub(super) fn in_reach(resting: &[(Vec2, Collider)], goals: &[Option<Vec2>], pairs: &mut Pairs) -> Vec<bool> {
    // Units at rest that touch each other, directly or through others, form clusters (union-find).
    let mut parent: Vec<usize> = (0..resting.len()).collect();
    pairs.each(resting, RESTING_TOUCH, |i, j, _| {
        let (a, b) = (root(&mut parent, i), root(&mut parent, j));
        parent[a.max(b)] = a.min(b);
    });
    let mut on_tile: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    for (i, (place, _)) in resting.iter().enumerate() {
        on_tile.entry(Grid::tile_at(*place)).or_default().push(i);
    }
    let mut in_reach = vec![false; resting.len()];
    for (i, goal) in goals.iter().enumerate() {
        let Some(goal) = *goal else { continue };
        let own = root(&mut parent, i);
        // One tile, and the widest radius of 60 px for those that stand on the way, is three tiles.
        let (column, row) = Grid::tile_at(goal);
        in_reach[i] = resting[i].0.distance(goal) <= TILE
            || (row - 3..=row + 3)
                .flat_map(|row| (column - 3..=column + 3).map(move |column| (column, row)))
                .any(|tile| {
                    on_tile.get(&tile).into_iter().flatten().any(|&j| {
                        resting[j].0.distance(goal) <= TILE + resting[j].1.radius
                            && root(&mut parent, j) == own
                    })
                });
    }
    in_reach
}

/// The representative of a cluster, with the way to it halved.
fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
