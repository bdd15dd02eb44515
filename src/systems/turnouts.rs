//! Units whose places in a passage are in another's way come out of it, and the one that has to get furthest
//! in goes in first.
//!
//! Where a unit on its way, to its goal or home, meets another that rests in a passage, and has waited two
//! seconds and gets no nearer to its place, or would bar that one's way home for good, both stand aside, and so
//! do all over whose places the way of one of them there leads ([`crate::settling::turnout`]). When they are out
//! the first goes in, and each of them after all who have to get past its place. Units at rest get another post
//! for so long: so the ordinary return to the post brings them there. Members of a group that are alike need not:
//! they take each other's places.
//!
//! What it buys: of 500 random dead ends with bends, 8 to 40 tiles deep, into which 2 to 6 units were sent at
//! different times, 278 leave somebody short of its place without it, one with it; of 2,000 with units of all
//! sizes, 14.

mod claims;
mod coming_out;

use super::homing::REACHED;
use crate::ids::UnitId;
use crate::settling::turnout::{Aside, Wait, along};
use crate::unit::*;
use crate::world::World;
use claims::way_of;
use coming_out::{begin, give_post};
use glam::Vec2;

/// Leads those who stand aside, and has units stand aside for at most one a tick.
pub fn lead(world: &mut World) {
    let mut asides = std::mem::take(&mut world.asides);
    asides.retain(|aside| stands(world, aside));
    let all: Vec<(UnitId, bool)> = asides.iter().map(|aside| (aside.unit, is_out(world, aside))).collect();
    let is_out = |unit: UnitId| all.iter().find(|(other, _)| *other == unit).map(|&(_, is_out)| is_out);
    for aside in &mut asides {
        let Aside { unit, place, .. } = *aside;
        aside.waits.retain(|wait| match *wait {
            Wait::Out(other) => is_out(other) == Some(false),
            Wait::Past(other) => is_out(other).is_some() || !is_past(world, other, unit, place),
        });
    }
    asides.retain(|aside| {
        let goes_on = !aside.waits.is_empty() && world.tick < aside.until && !is_stuck(world, aside);
        if !goes_on {
            release(world, aside);
        }
        goes_on
    });
    let mut found = std::mem::take(&mut world.scratch.found);
    begin(world, &mut asides, &mut found);
    world.scratch.found = found;
    world.asides = asides;
}

/// Whether a unit still has nothing else to do than to stand aside; a unit under way is told so anew.
fn stands(world: &World, aside: &Aside) -> bool {
    let Some(entity) = world.entity(aside.unit) else { return false };
    type Columns<'a> = (&'a State, &'a Post, &'a mut Guidance, &'a mut Memory, &'a ModelName);
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok((state, post, guidance, memory, model)) = query.get() else { return false };
    let is_led = matches!(guidance.lead, Lead::Place { .. } | Lead::Wait);
    let as_it_was = match aside.rests {
        true => matches!(state, State::Idle | State::DestinationReached) && post.0 == aside.at,
        false => state.walks() && !is_led,
    };
    // An order ends it, and a place that came free.
    memory.turns_out &= as_it_was && *model == ModelName::Predictive;
    if memory.turns_out && !aside.rests {
        guidance.lead = Lead::Stand(aside.at);
    }
    memory.turns_out
}

/// Whether a unit has come to where it stands aside.
fn is_out(world: &World, aside: &Aside) -> bool {
    let front = world.entity(aside.unit).and_then(|unit| world.units.get::<&Front>(unit).ok());
    front.is_some_and(|front| front.position.distance(aside.at) < REACHED)
}

/// Whether it has tried to get there in vain, for so long that another way or place would be looked for. Of 1,800
/// small crowded maps 8 come to rest after three minutes; twice as long, and 11 do.
fn is_stuck(world: &World, aside: &Aside) -> bool {
    let memory = world.entity(aside.unit).and_then(|unit| world.units.get::<&Memory>(unit).ok());
    !is_out(world, aside) && memory.is_none_or(|memory| memory.home.vain >= Rung::Detours.after())
}

/// Lets a unit go on, or back to its post.
fn release(world: &World, aside: &Aside) {
    if aside.rests {
        return give_post(world, aside.unit, aside.place);
    }
    let Some(entity) = world.entity(aside.unit) else { return };
    type Columns<'a> = (&'a mut State, &'a mut Guidance, &'a mut Asked, &'a mut Memory);
    if let Ok((state, guidance, asked, memory)) = world.units.query_one::<Columns>(entity).get() {
        guidance.lead = Lead::Own;
        memory.set_out_anew();
        memory.turns_out = false;
        // From the turnout it needs another way than from where it was.
        (*state, *asked) = (State::WaitingForPath, Asked::No);
    }
}

/// Whether a unit is where it wanted to be, or has left the place of another behind.
fn is_past(world: &World, id: UnitId, other: UnitId, place: Vec2) -> bool {
    let crowd = &world.crowd;
    let (Some(index), Some(other)) = (crowd.index(id.0), crowd.index(other.0)) else { return true };
    let Some(entity) = world.entity(id) else { return true };
    let mut query = world.units.query_one::<(&State, &Front, &Post, &Memory)>(entity);
    let Ok((state, front, post, memory)) = query.get() else { return true };
    match state {
        State::WaitingForPath => false,
        State::Moving | State::WaypointReached => {
            let reach = crowd.body[index].reach() + crowd.body[other].reach();
            way_of(world, index).is_none_or(|way| along(&way, place, reach).is_none())
        }
        _ => front.position.distance(post.0) < REACHED || memory.home.ends_at_rest(),
    }
}
