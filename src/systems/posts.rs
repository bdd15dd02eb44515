//! Posts of units at rest: what is entered of them, and how they are given another place.

use crate::grid::TILE;
use crate::settling::{Moves, PlaceClaim, PlaceClaims};
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// What a claim is made from.
pub(crate) type PostHolder<'a> =
    (&'a Unit, &'a State, &'a Tasks, &'a ModelName, &'a Journey, &'a Memory, &'a Front, &'a Body);

/// Where a unit with a post belongs, px: where it was sent; else where it stood before it made room for others,
/// as long as that is near, or where it stands.
pub(crate) fn home_of(journey: &Journey, post: Vec2) -> Vec2 {
    journey.goal.filter(|goal| journey.was_sent() || goal.distance(post) <= TILE).unwrap_or(post)
}

/// The claim of a unit to a place.
pub(crate) fn claim_of(unit: PostHolder, place: Vec2) -> PlaceClaim {
    let (unit, state, tasks, model, journey, memory, front, body) = unit;
    let tries = !memory.home.ends_at_rest();
    let is_done = journey.is_over(*state) && tasks.current.is_none() && tries;
    PlaceClaim {
        unit: unit.id,
        place,
        body: body.collider(),
        rests: !state.is_under_way(),
        can_move: is_done && *model == ModelName::Predictive,
        at: front.position,
        goal: home_of(journey, place),
        group: journey.group,
        team: unit.team,
    }
}

/// Enters the posts of all units at rest, and the places that those under way have chosen.
pub(crate) fn gather_claims(world: &World, claims: &mut PlaceClaims) {
    claims.clear();
    for (unit, post) in world.units.query::<(PostHolder, &Post)>().iter() {
        let (state, journey) = (unit.1, unit.4);
        let place = if state.is_under_way() { journey.claim } else { Some(post.0) };
        if let Some(place) = place {
            claims.add(claim_of(unit, place));
        }
    }
}

/// Gives units at rest other posts; what they remember of the way to the old ones is void.
pub(crate) fn carry_out(world: &mut World, claims: &mut PlaceClaims, moves: &Moves) {
    for &(id, goal) in &moves.goals {
        let Some(entity) = world.entity(id) else { continue };
        if let Ok(mut journey) = world.units.get::<&mut Journey>(entity) {
            journey.goal = Some(goal);
        }
    }
    for &(id, place) in &moves.posts {
        let Some(entity) = world.entity(id) else { continue };
        let mut query = world.units.query_one::<(&mut Post, &mut Memory, &mut Journey)>(entity);
        let Ok((post, memory, journey)) = query.get() else { continue };
        let goal = home_of(journey, post.0);
        if let Some(claim) = claims.withdraw(id, post.0) {
            claims.add(PlaceClaim { place, goal, ..claim });
        }
        journey.goal = Some(goal);
        post.0 = place;
        if memory.home.ends_at_rest() {
            memory.home = memory.home.once_more();
        }
        memory.set_out_anew();
        // A unit that was sent to this very place has it for its own, and gets back to it as to any post.
        memory.settles_in_crowd = goal != place;
    }
}
