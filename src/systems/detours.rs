//! Stage 6: who has not got on for long, because of units that nobody can push, plans a way round them; where there is
//! none, it gives up.
//!
//! # Source
//! Article 003, the flowchart's last branch ("if none can be done, stop"). Beyond it: enemies and units on hold count
//! as dear ground in a new plan, so a door that they keep shut is left for another one.

use crate::collider::{Collider, gap};
use crate::components::*;
use crate::grid::{Grid, TILE};
use crate::neighbours::Intent;
use crate::path::Path;
use crate::path::crowd::meets_any;
use crate::sim::Sim;
use glam::Vec2;

/// Ticks of waiting between two looks for another way: 5 s. Less turns units away from doors that open soon.
const PATIENCE: u16 = 150;
/// Who stands this near is what a unit waits for, px from rim to rim.
const NEAR: f32 = 30.0;
/// Units that nobody can push are planned round within this distance, px.
const SIGHT: f32 = 900.0;
/// What a place at such a unit costs more than ground, px: more than any way round.
const PRICE: f32 = 30_000.0;
/// Nodes that a search may look at.
const LIMIT: usize = 60_000;

/// Looks for another way for at most one unit a tick, the lowest id first: these searches are dear.
pub fn plan(sim: &mut Sim) {
    let crowd = &sim.crowd;
    let waits = |index: &usize| {
        let waited = crowd.memory[*index].waited;
        crowd.intent[*index] == Intent::Move
            && waited >= PATIENCE
            && waited.is_multiple_of(PATIENCE)
            && !crowd.foreign[*index]
    };
    let candidates = (0..crowd.id.len()).filter(waits).min_by_key(|&index| crowd.id[index]);
    let Some(index) = candidates else { return };
    let id = UnitId(crowd.id[index]);
    let (from, body, team) = (crowd.position[index], crowd.body[index], crowd.team[index]);
    let mut standing: Vec<(Vec2, Collider)> = Vec::new();
    let mut is_near = false;
    for other in crowd.runs(from, SIGHT).flatten() {
        let enemy = sim.enemies.are(team, crowd.team[other]);
        let stands = crowd.intent[other] == Intent::Hold || (enemy && crowd.intent[other] == Intent::Rest);
        if stands && other != index {
            // Smaller than it is: who waits touches it, and must be able to leave.
            let body = crowd.body[other];
            standing.push((crowd.position[other], Collider { radius: 0.9 * body.radius, ..body }));
            is_near |= gap(body, crowd.body[other], crowd.position[other] - from) < NEAR;
        }
    }
    if is_near {
        go_round(sim, id, from, body, &standing);
    }
}

fn go_round(sim: &mut Sim, id: UnitId, from: Vec2, body: Collider, standing: &[(Vec2, Collider)]) {
    let Some(entity) = sim.entity(id) else { return };
    let mut query = sim.world.query_one::<(&mut Route, &State, &Guidance)>(entity);
    let (route, state, guidance) = query.get().expect("every unit has all unit components");
    let Some(&goal) = route.waypoints.last() else { return };
    if *state != State::Moving || guidance.lead != Lead::Own {
        return;
    }
    let mut path = Path::default();
    let found = step_back(&sim.grid, from, body, standing).is_some_and(|back| {
        let finder = sim.paths.finder();
        let found = finder.find_path_around(&sim.grid, back, goal, body, standing, PRICE, LIMIT, &mut path);
        path.waypoints.insert(0, back);
        found
    });
    let mut legs = path.waypoints.iter().zip(path.waypoints.iter().skip(1));
    if found && !legs.any(|(&a, &b)| meets_any(a, b, body, standing)) {
        route.set(&path.waypoints);
        sim.counters.replans += 1;
    } else {
        sim.stopping.push((id, Some(GaveUp::Exhausted)));
    }
}

/// Of the places a tile away that can be walked to, the one farthest from all who stand. The search counts what it costs
/// to enter a tile, so it must not begin in the very tile that they block.
fn step_back(grid: &Grid, from: Vec2, body: Collider, standing: &[(Vec2, Collider)]) -> Option<Vec2> {
    let room = |place: Vec2| {
        standing.iter().map(|&(center, _)| center.distance_squared(place)).fold(f32::MAX, f32::min)
    };
    let tiles = (-1..=1).flat_map(|y| (-1..=1).map(move |x| Vec2::new(x as f32, y as f32) * TILE));
    tiles
        .map(|offset| from + offset)
        .filter(|&place| grid.line_is_free(from, place, body) && !meets_any(from, place, body, standing))
        .max_by(|&a, &b| room(a).total_cmp(&room(b)))
}
