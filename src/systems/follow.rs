//! Followers aim at the place where the unit or obstacle that they follow is now.
//!
//! Whoever cannot get there stands once it has spent its effort, until its target walks on and gets on better:
//! a follower that pressed on would push others for ever. Round a target that stands they gather: whoever comes
//! goes round those who stand there, and where it finds no room it stands behind them.
//!
//! # Source
//! [Article 004]: ships fly to planets that move, and their way is never planned to the end.
//!
//! [article 004]: http://roy-t.nl/2009/12/29/swarm-like-collision-avoidance-path-finding-and-smooth-following.html "2009-12-29"

use super::rows::rows_where;
use crate::geometry::gap;
use crate::ids::{Target, UnitId};
use crate::neighbours::Intent;
use crate::settling::RESTING_TOUCH;
use crate::unit::*;
use crate::world::World;
use glam::Vec2;
use hecs::Entity;

/// Room that a follower leaves to the unit or obstacle that it follows, px.
const FOLLOW_GAP: f32 = 6.0;
/// A follower that is near sets out again when the gap has grown to this, px. Well above [`FOLLOW_GAP`], so that it
/// does not shuffle after every step of a slow target.
const SET_OUT: f32 = 18.0;
/// Ticks in vain behind others who stand round the target after which a follower stands there, too.
const WAITS_BEHIND: u16 = 10;
/// Ticks between two requests for a way round walls.
const ASK_EVERY: u64 = 15;

/// Aims all followers.
pub fn aim(world: &mut World) {
    let mut targets = std::mem::take(&mut world.scratch.targets);
    let mut found = std::mem::take(&mut world.scratch.found);
    list_followers(world, &mut targets, &mut found);
    for &(id, target) in &targets {
        aim_one(world, (id, targets.len()), target);
    }
    (world.scratch.targets, world.scratch.found) = (targets, found);
}

/// Lists all followers, in the order of ids, each with the centre (px) and the radius of whom it follows.
fn list_followers(world: &World, targets: &mut Vec<(UnitId, Option<(Vec2, f32)>)>, found: &mut Vec<bool>) {
    let (units, tasks): (&[Unit], &[Tasks]) = (&world.units.column(), &world.units.column());
    let rows = rows_where(found, units.len(), |row| tasks[row].followed().is_some());
    targets.clear();
    targets.extend(rows.filter_map(|row| Some((units[row].id, place_of(world, tasks[row].followed()?)))));
    targets.sort_unstable_by_key(|target| target.0);
}

/// Centre (px) and radius of a unit or obstacle that is followed; `None` when it is gone.
fn place_of(world: &World, target: Target) -> Option<(Vec2, f32)> {
    match target {
        Target::Obstacle(index) => {
            world.foreseen.get(index as usize).map(|obstacle| (obstacle.position, obstacle.radius))
        }
        Target::Unit(id) => {
            let mut query = world.units.query_one::<(&Front, &Body)>(world.entity(id)?);
            query.get().ok().map(|(front, body)| (front.position, body.radius))
        }
    }
}

/// Ticks that the target of a follower spent in vain on its own way; `None` if it stands.
fn vain_of_target(world: &World, follower: Entity) -> Option<u16> {
    match world.units.get::<&Tasks>(follower).ok()?.followed()? {
        Target::Obstacle(index) => world.foreseen.get(index as usize).filter(|it| !it.is_still()).map(|_| 0),
        Target::Unit(id) => {
            let mut query = world.units.query_one::<(&State, &Memory)>(world.entity(id)?);
            query.get().ok().filter(|(state, _)| state.walks()).map(|(_, memory)| memory.order.vain)
        }
    }
}

/// Whether a follower has waited for long enough behind others who stand round the same target.
fn is_behind_others(world: &World, id: UnitId, follower: Entity) -> bool {
    let (crowd, followed) = (&world.crowd, |entity| world.units.get::<&Tasks>(entity).ok()?.followed());
    let (Some(index), Ok(memory)) = (crowd.index(id.0), world.units.get::<&Memory>(follower)) else {
        return false;
    };
    if !memory.touches_resting || memory.waited < WAITS_BEHIND {
        return false;
    }
    let (at, body) = (crowd.position[index], crowd.body[index]);
    let mut is_behind = false;
    crowd.for_each_neighbour(index, body.reach() + crowd.largest_radius + RESTING_TOUCH, |other| {
        let touches = gap(body, crowd.body[other], at - crowd.position[other]) < RESTING_TOUCH;
        let follows = || world.entity(UnitId(crowd.id[other])).and_then(followed) == followed(follower);
        is_behind |= touches && crowd.intent(other) == Intent::Rest && follows();
    });
    is_behind
}

/// Aims one of so many followers.
fn aim_one(world: &mut World, (id, followers): (UnitId, usize), target: Option<(Vec2, f32)>) {
    let Some(entity) = world.entity(id) else { return };
    let vain_of_target = vain_of_target(world, entity);
    let is_behind = vain_of_target.is_none() && is_behind_others(world, id, entity);
    let may_ask = (world.tick + u64::from(id.0)).is_multiple_of(ASK_EVERY);
    type Columns<'a> = (
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Post, &'a mut Asked, &'a mut Memory),
        (&'a Front, &'a Body),
    );
    let mut query = world.units.query_one::<Columns>(entity);
    let Ok(((state, tasks, route, post, asked, memory), (front, body))) = query.get() else { return };
    let away = target.map(|(center, _)| front.position - center);
    let room = target.zip(away).map(|((_, radius), away)| away.length() - radius - body.radius);
    let ends = matches!(tasks.current, Some(Task::Follow { until_reached: true, .. }));
    // Behind a target that moves on, a follower never quite has the gap that it keeps.
    let is_reached = ends && (is_behind || room.is_some_and(|room| room <= SET_OUT));
    let (Some((center, radius)), Some(away), Some(room), false) = (target, away, room, is_reached) else {
        // Nobody to follow, or nobody any more: it does what is queued after that, or stands where it is.
        memory.settles_in_crowd = false;
        *state = tasks.begin_next(State::Idle, memory);
        *asked = Asked::No;
        post.0 = front.position;
        route.set(&[]);
        if !state.is_under_way() {
            world.scratch.renewing.push(id);
        }
        return;
    };
    if route.end().is_some_and(|end| end.distance(front.position) < FOLLOW_GAP) {
        // As near as any way leads.
        memory.order.note(memory.order.least, true);
    }
    // It is as hopeful as the one whom it follows.
    memory.order.vain = memory.order.vain.min(vain_of_target.unwrap_or(u16::MAX));
    if is_behind {
        memory.order.vain = Rung::GivesUp.after();
    }
    let rests = memory.order.is_spent()
        || room <= if *state == State::Following { SET_OUT } else { FOLLOW_GAP + 0.5 };
    // All followers of one that stands find room within this.
    let gathered = 2.0 * body.radius * (followers as f32).sqrt() + SET_OUT;
    memory.settles_in_crowd = !rests && vain_of_target.is_none() && room <= gathered;
    if rests {
        if *state != State::Following {
            *state = State::Following;
            route.set(&[]);
        }
        // One that is pushed stays there: it has no place of its own to go back to.
        post.0 = front.position;
        return;
    }
    let beside = center + away.normalize_or(Vec2::X) * (radius + body.radius + FOLLOW_GAP);
    if world.grid.line_is_free(front.position, beside, body.collider()) {
        route.set(&[beside]);
        *state = State::Moving;
        *asked = Asked::No;
    } else if *state == State::Following {
        *state = State::WaitingForPath;
    } else if may_ask && *asked == Asked::No && *state != State::WaitingForPath {
        *asked = Asked::Wants;
    }
}
