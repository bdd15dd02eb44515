//! Which enemies units go for by themselves: those of teams that nobody gives orders to, and those that were
//! told to attack on their way. The rules are in [`crate::fight::stance`].

use super::attacks;
use crate::fight::stance::{Looks, Stance, back};
use crate::fight::{Fights, LOOKS_FOR_ENEMIES_EVERY};
use crate::ids::UnitId;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;

/// Lets everybody look whose turn it is, in the order of numbers.
pub fn lead(world: &mut World) {
    if world.fights.are_idle() {
        return;
    }
    let mut fights = std::mem::take(&mut world.fights);
    fights.looking.clear();
    for (unit, tasks, state) in world.units.query::<(&Unit, &Tasks, &State)>().iter() {
        let is_turn = (world.tick + u64::from(unit.id.0)).is_multiple_of(LOOKS_FOR_ENEMIES_EVERY);
        if is_turn && looks(world.teams[usize::from(unit.team)].stance, tasks, *state).is_some() {
            fights.looking.push(unit.id);
        }
    }
    fights.looking.sort_unstable();
    let looking = std::mem::take(&mut fights.looking);
    looking.iter().for_each(|&id| look(world, &mut fights, id));
    fights.looking = looking;
    world.fights = fights;
}

/// How a unit looks for enemies; `None` for one that is busy with what it was told. One that waits for
/// a place round the enemy that it was told to attack looks for another meanwhile.
fn looks(stance: Stance, tasks: &Tasks, state: State) -> Option<Looks> {
    let is_free = match tasks.current {
        None => true,
        Some(Task::Move { attacks, .. }) => attacks,
        Some(Task::Attack { by_order, .. }) => !by_order || state == State::Following,
        _ => false,
    };
    stance.looks(tasks.is_alert).filter(|_| is_free)
}

fn look(world: &mut World, fights: &mut Fights, id: UnitId) {
    let (Some(mut me), Some(entity)) = (fights.field.get(id).copied(), world.entity(id)) else { return };
    let stance = world.teams[usize::from(me.team)].stance;
    let mut query = world.units.query_one::<(&Tasks, &State, &Post, &Fighter)>(entity);
    let Ok((tasks, state, post, fighter)) = query.get() else { return };
    let Some(looks) =
        looks(stance, tasks, *state).filter(|_| fighter.is_turn(world.tick, id, LOOKS_FOR_ENEMIES_EVERY))
    else {
        return;
    };
    let home = way_back(looks, &tasks.current, post.0);
    let is_told = matches!(tasks.current, Some(Task::Attack { by_order: true, .. }));
    let waits = *state == State::Following;
    drop(query);
    let Fights { field, room, companies, .. } = fights;
    let has_room = |enemy| room.get(&enemy).is_none_or(|&room| room > 0);
    let old = me.target;
    // Places round one who runs are nobody's: it is run after until there is none to be had near it.
    me.is_kept_out &= waits || old.and_then(|old| field.get(old)).is_some_and(|enemy| enemy.stands);
    let keeps = is_told
        || old.and_then(|old| field.get(old)).is_some_and(|enemy| looks.keeps(me.at, enemy.at, enemy.stands));
    let fights_another = me.foe.is_some() && me.foe != old;
    if keeps && !me.is_kept_out && !fights_another {
        return;
    }
    let kept_out_by = old.filter(|_| me.is_kept_out);
    let company = kept_out_by.and_then(|enemy| attacks::company_of(world, companies, enemy, me.body));
    match looks.choose(&me, field, &world.enemies, company, has_room) {
        Some(new) if Some(new) == old => {}
        Some(new) => {
            attacks::begin(world, id, new, home);
            room.entry(new).and_modify(|room| *room = room.saturating_sub(1));
        }
        // There is no room elsewhere either: it waits where it is.
        None if keeps && me.is_kept_out => {}
        None if old.is_some() => attacks::end(world, id),
        None => {}
    }
}

/// Where a unit goes that has done with its enemies, px.
fn way_back(looks: Looks, task: &Option<Task>, post: Vec2) -> Option<Vec2> {
    match *task {
        Some(Task::Attack { back, .. }) => back,
        Some(Task::Move { slot, .. }) => Some(slot),
        _ => back(looks, post),
    }
}
