//! Stage 3: followers aim at where those they follow are now.
//!
//! # Source
//! Article 004: ships fly to planets that move, and their way is never planned to the end.

use crate::components::*;
use crate::order::Target;
use crate::sim::Sim;
use glam::Vec2;

/// Room that a follower leaves to whom it follows, px.
const GAP: f32 = 6.0;
/// A follower that is near sets out again when the gap has grown to this, px. Well above [`GAP`], so that it does not
/// shuffle after every step of a slow target.
const SET_OUT: f32 = 18.0;
/// Ticks between two requests for a way round walls.
const ASK_EVERY: u64 = 15;

/// Aims all followers.
pub fn aim(sim: &mut Sim) {
    let mut targets = std::mem::take(&mut sim.targets);
    targets.clear();
    for (unit, tasks) in sim.world.query::<(&Unit, &Tasks)>().iter() {
        if let Some(Task::Follow { target }) = tasks.current {
            targets.push((unit.id, place_of(sim, target)));
        }
    }
    targets.sort_unstable_by_key(|target| target.0);
    for &(id, target) in &targets {
        aim_one(sim, id, target);
    }
    sim.targets = targets;
}

/// Centre (px) and radius of whom a unit follows; `None` when it is gone.
fn place_of(sim: &Sim, target: Target) -> Option<(Vec2, f32)> {
    match target {
        Target::Obstacle(index) => {
            sim.foreseen.get(index as usize).map(|obstacle| (obstacle.position, obstacle.radius))
        }
        Target::Unit(id) => {
            let mut query = sim.world.query_one::<(&Front, &Body)>(sim.entity(id)?);
            query.get().ok().map(|(front, body)| (front.position, body.radius))
        }
    }
}

fn aim_one(sim: &mut Sim, id: UnitId, target: Option<(Vec2, f32)>) {
    let Some(entity) = sim.entity(id) else { return };
    let may_ask = (sim.tick + u64::from(id.0)).is_multiple_of(ASK_EVERY);
    type Columns<'a> =
        (&'a mut State, &'a mut Tasks, &'a mut Route, &'a mut Post, &'a mut Asked, &'a Front, &'a Body);
    let mut query = sim.world.query_one::<Columns>(entity);
    let (state, tasks, route, post, asked, front, body) =
        query.get().expect("every unit has all unit components");
    let Some((center, radius)) = target else {
        // Nobody to follow: it does what is queued after that, or stands where it is.
        *state = tasks.begin_next(State::Idle);
        *asked = Asked::No;
        post.0 = front.position;
        route.set(&[]);
        if !state.is_under_way() {
            sim.renewing.push(id);
        }
        return;
    };
    let away = front.position - center;
    let room = away.length() - radius - body.radius;
    if room <= if *state == State::Following { SET_OUT } else { GAP + 0.5 } {
        if *state != State::Following {
            *state = State::Following;
            post.0 = front.position;
            route.set(&[]);
        }
        return;
    }
    let beside = center + away.normalize_or(Vec2::X) * (radius + body.radius + GAP);
    if sim.grid.line_is_free(front.position, beside, body.collider()) {
        route.set(&[beside]);
        *state = State::Moving;
        *asked = Asked::No;
    } else if *state == State::Following {
        *state = State::WaitingForPath;
    } else if may_ask && *asked == Asked::No && *state != State::WaitingForPath {
        *asked = Asked::Wants;
    }
}
