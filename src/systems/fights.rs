//! Enemies in reach of each other take strength from each other; those who have none left fall. The rules
//! are in [`crate::fight::rules`].

use super::edits;
use crate::fight::rules::{Combatant, turned};
use crate::fight::{Fallen, Fights};
use crate::ids::UnitId;
use crate::unit::*;
use crate::world::{Event, World};
use glam::Vec2;

/// A unit that falls leaves room: units within this distance, px, that had found none look again at once.
const ROOM_IS_SEEN_WITHIN: f32 = 150.0;

/// All strokes of a tick, from where everybody is after it.
pub fn strike(world: &mut World) {
    if world.fights.are_idle() {
        return;
    }
    let mut fights = std::mem::take(&mut world.fights);
    gather(world, &mut fights);
    if fights.are_on {
        find_strokes(world, &mut fights);
        remember_foes(world, &fights);
        let before = fights.fallen.len();
        take_strength(world, &mut fights);
        let fallen = before..fights.fallen.len();
        fallen.for_each(|index| fall(world, fights.fallen[index]));
        if fights.fallen.len() > before {
            edits::turn_free_tiles(world);
        }
    }
    stand(world, &fights);
    world.fights = fights;
}

fn gather(world: &World, fights: &mut Fights) {
    type Columns<'a> = (&'a Unit, &'a Position, &'a Heading, &'a Body, &'a Tasks, &'a State, &'a Fighter);
    let Fights { attackers, field, .. } = fights;
    let is_attacked = |id: UnitId| attackers.binary_search_by_key(&id, |attacker| attacker.target).is_ok();
    let combatant = |(unit, position, heading, body, tasks, state, fighter): (_, _, _, _, _, _, _)| {
        let (unit, body, fighter): (&Unit, &Body, &Fighter) = (unit, body, fighter);
        let (position, heading, tasks, state): (&Position, &Heading, &Tasks, &State) =
            (position, heading, tasks, state);
        let arms = world.kinds[usize::from(unit.kind)].arms;
        Combatant {
            id: unit.id,
            team: unit.team,
            at: position.0,
            heading: heading.0,
            body: body.collider(),
            arms,
            left: arms.strength - fighter.lost,
            target: tasks.attacked(),
            foe: fighter.foe,
            is_kept_out: tasks.attacked().is_some() && fighter.place.is_none() && *state != State::Fighting,
            stands: !state.is_under_way(),
            is_attacked: is_attacked(unit.id),
        }
    };
    field.fill(world.names.len(), world.units.query::<Columns>().iter().map(combatant));
}

/// The strokes of this tick, by who is struck and who strikes.
fn find_strokes(world: &World, fights: &mut Fights) {
    let Fights { field, strokes, .. } = fights;
    strokes.clear();
    for me in field.all() {
        let near = field.near(me.at, field.range_of(me));
        let enemies = near.filter(|other| world.enemies.are(me.team, other.team));
        strokes.extend(me.choose(enemies).map(|enemy| me.stroke(enemy)));
    }
    strokes.sort_unstable_by_key(|stroke| (stroke.on, stroke.by));
}

fn remember_foes(world: &mut World, fights: &Fights) {
    let fighters = world.units.query_mut::<&mut Fighter>().into_iter();
    fighters.filter(|fighter| fighter.foe.is_some()).for_each(|fighter| fighter.foe = None);
    for stroke in &fights.strokes {
        if let Some(mut fighter) = fighter(world, stroke.by) {
            fighter.foe = Some(stroke.on);
        }
    }
}

fn fighter(world: &World, id: UnitId) -> Option<hecs::RefMut<'_, Fighter>> {
    world.units.get::<&mut Fighter>(world.entity(id)?).ok()
}

/// Takes from each unit what was struck from it, and lists those who have nothing left.
fn take_strength(world: &mut World, fights: &mut Fights) {
    let Fights { field, strokes, fallen, .. } = fights;
    for on_one in strokes.chunk_by(|one, next| one.on == next.on) {
        let (Some(struck), Some(entity)) = (field.get(on_one[0].on), world.entity(on_one[0].on)) else {
            continue;
        };
        let mut query = world.units.query_one::<(&Unit, &Body, &mut Fighter)>(entity);
        let Ok((&unit, &body, fighter)) = query.get() else { continue };
        // In the order of numbers: sums of other orders differ in the last bit.
        on_one.iter().for_each(|stroke| fighter.lost += stroke.takes);
        if fighter.lost >= struck.arms.strength {
            let Combatant { at, heading, .. } = *struck;
            fallen.push(Fallen { unit, body, at, heading, tick: world.tick, by: on_one[0].by });
        }
    }
}

fn fall(world: &mut World, Fallen { unit, by, at, .. }: Fallen) {
    for (position, fighter) in world.units.query_mut::<(&Position, &mut Fighter)>() {
        if fighter.tries > 0 && position.0.distance(at) <= ROOM_IS_SEEN_WITHIN {
            fighter.tries = 0;
        }
    }
    world.scratch.occupied.clear();
    world.paths.cancel(unit.id.0);
    world.units.remove(unit.id);
    world.events.push(Event::Fell(unit.id, by));
}

/// Those who rest and fight stand fast and turn to their enemy; those who no longer do rest again.
fn stand(world: &mut World, fights: &Fights) {
    type Columns<'a> = (
        &'a Unit,
        &'a mut State,
        &'a Tasks,
        &'a Journey,
        &'a Fighter,
        &'a Front,
        &'a Position,
        &'a mut Promises,
    );
    for (unit, state, tasks, journey, fighter, front, position, promises) in
        world.units.query_mut::<Columns>()
    {
        *state = match (*state, tasks.attacked(), fighter.foe) {
            // One that waits for a place is no rock yet: it goes to the place.
            (State::Idle | State::DestinationReached | State::Following, None, Some(_)) => State::Fighting,
            (State::Fighting, None, None) => match (&tasks.current, journey.was_sent()) {
                (Some(Task::Follow { .. }), _) => State::Following,
                (None, true) => State::DestinationReached,
                _ => State::Idle,
            },
            (state, ..) => state,
        };
        let stands = !state.is_under_way() && front.velocity == Vec2::ZERO && front.position == position.0;
        let faced = fighter.foe.or(tasks.attacked()).filter(|_| stands);
        if let Some(enemy) = faced.and_then(|id| fights.field.get(id)).filter(|enemy| enemy.id != unit.id) {
            promises.face(turned(promises.front().direction, enemy.at - position.0));
        }
    }
}
