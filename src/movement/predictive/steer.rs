//! A unit's own part of a step: what it wants, and what it remembers afterwards.

mod contacts;

use contacts::is_clear;
pub use contacts::list_contacts;

use super::ask::ask_ahead;
use super::fan;
use super::home::go_home;
use super::order::Ranked;
use super::priority::Priority;
use super::speed::{accelerate, arrival_speed, corner_speed, land};
use crate::movement::flight::{Flight, Mover, flight};
use crate::movement::predictive::plan::{Plan, PlanLists};
use crate::movement::predictive::surroundings::{Me, Surroundings, is_still, longest_step};
use crate::neighbours::{Crowd, Intent, fetch};
use crate::time::DT;
use crate::unit::memory::NOBODY;
use crate::unit::{Decision, Memory};
use glam::Vec2;

/// Decides for the units from the index `first` on, as many as there are plans, and notes their ranks.
pub fn decide_all(
    (plans, ranks, lists): (&mut [Plan], &mut [u64], &mut PlanLists),
    first: usize,
    crowd: &Crowd,
    around: &Surroundings,
    tick: u64,
) {
    lists.clear();
    let memories = (first..first + plans.len()).map(|index| around.memory(crowd, index));
    fetch(memories.map(|memory| memory.wish.x.to_bits() ^ memory.other));
    for ((plan, rank), index) in plans.iter_mut().zip(ranks).zip(first..) {
        let parameters = around.tuned.of(crowd, index);
        *rank = decide(plan, lists, &Me { crowd, index, around, parameters }, tick);
    }
}

/// Decides what a unit wants to do in this step, and returns its rank: when it is its turn, [`Ranked::NONE`]
/// if it needs none. Reads the snapshot only.
pub fn decide(plan: &mut Plan, lists: &mut PlanLists, me: &Me, tick: u64) -> u64 {
    let &Me { crowd, index, around, .. } = me;
    *plan = Plan::STAND;
    if crowd.is_steered(index) {
        return Ranked::NONE;
    }
    if is_still(crowd, index) {
        if !flees(plan, lists, me) {
            return Ranked::NONE;
        }
    } else {
        match crowd.intent(index) {
            Intent::Move => walk(plan, lists, me, tick),
            // Nothing but an obstacle makes a unit on hold leave its place.
            Intent::Hold if around.obstacles.is_empty() => {
                plan.want = accelerate(crowd, index, Vec2::ZERO) * DT
            }
            Intent::Rest | Intent::Hold => go_home(plan, lists, me),
        }
        flees(plan, lists, me);
    }
    list_contacts(plan, lists, crowd, index);
    plan.is_clear = is_clear(plan, lists, me);
    match crowd.intent(index) {
        _ if plan.is_clear => Ranked::NONE,
        // A unit that lets others go home first holds nobody up by its rank.
        Intent::Rest if plan.want == Vec2::ZERO => Priority::Yields.packed(),
        _ => Priority::of(crowd, index, me.memory()).packed(),
    }
}

/// A unit as flights see it.
pub fn mover(crowd: &Crowd, index: usize) -> Mover {
    Mover {
        position: crowd.position[index],
        velocity: crowd.velocity(index),
        body: crowd.body[index],
        speed: longest_step(crowd, index) / DT,
        acceleration: crowd.acceleration[index],
    }
}

/// Whether moving obstacles leave a unit no way out if it does as it plans; then it plans to get out of their
/// way instead.
fn flees(plan: &mut Plan, lists: &mut PlanLists, me: &Me) -> bool {
    let &Me { crowd, index, around, .. } = me;
    if around.obstacles.is_empty() {
        return false;
    }
    let mover = mover(crowd, index);
    let ahead = around.obstacles.iter().map(|obstacle| &obstacle.ahead);
    let memory = me.memory();
    let fled = (memory.pushed_ago == 0).then_some(memory.wish);
    let walks = crowd.intent(index) == Intent::Move;
    let taken = |direction, length| crowd.taken(index, direction, length);
    let flight = flight(ahead, around.grid, mover, plan.want, walks, fled, taken);
    if let Some(flight @ Flight { direction, .. }) = flight {
        plan.want = accelerate(crowd, index, direction * mover.speed) * DT;
        lists.ask(plan, []);
        (plan.wish, plan.decision, plan.other) = (direction, Decision::Avoid, NOBODY);
        plan.runs = direction != Vec2::ZERO;
        if plan.runs {
            lists.flights.push((index as u32, flight));
        }
    }
    flight.is_some()
}

/// A walking unit's wish.
fn walk(plan: &mut Plan, lists: &mut PlanLists, me: &Me, tick: u64) {
    let &Me { crowd, index, parameters, .. } = me;
    let memory = me.memory();
    let to_waypoint = crowd.waypoint[index] - crowd.position[index];
    let distance = to_waypoint.length();
    let way = if distance > 0.0 { to_waypoint / distance } else { Vec2::ZERO };
    let step = longest_step(crowd, index);
    let turn = u64::from(crowd.id[index]) + tick;
    let decides = turn.is_multiple_of(u64::from(parameters.decide_every.max(1)));
    // What became of its last step, such as waiting, is over; what it chose by itself goes on.
    if memory.decision == Decision::Avoid {
        plan.decision = Decision::Avoid;
        plan.other = crowd.index(memory.other).map_or(NOBODY, |other| other as u32);
    } else {
        plan.decision = Decision::Free;
    }
    plan.wish = memory.wish;
    if !parameters.fan || distance < 2.0 * step {
        plan.wish = way;
        (plan.decision, plan.other) = (Decision::Free, NOBODY);
    } else if decides
        || memory.wish == Vec2::ZERO
        || matches!(memory.decision, Decision::PushIdle | Decision::HardPush)
    {
        let choice = fan::choose(me, way, distance);
        let turning_radius = crowd.speed[index] * crowd.speed[index] / crowd.acceleration[index];
        // A unit that turns in a wide circle is smooth by itself; to steer half way only would make it late.
        // Not so in a group: one that darts through keeps the others waiting.
        let turns_slowly = turning_radius >= 4.0 * step && crowd.group[index] == 0;
        let is_smooth = turns_slowly || distance < turning_radius.max(4.0 * step);
        plan.wish =
            if is_smooth { choice.direction } else { smooth(choice.direction, crowd.velocity(index)) };
        plan.decision = if choice.avoids { Decision::Avoid } else { Decision::Free };
        plan.other = if choice.avoids { choice.met } else { NOBODY };
        ask_ahead(plan, lists, me);
    }
    let mut cruise = arrival_speed(crowd, index, distance + crowd.remaining[index])
        .min(corner_speed(crowd, index, way, distance));
    let velocity = crowd.velocity(index);
    if velocity.dot(way) < parameters.same_way * velocity.length() {
        // Faster, and it would go round and round its waypoint: the circle of a turn has the radius v²/a.
        cruise = cruise.min((0.5 * crowd.acceleration[index] * distance).sqrt());
    }
    plan.want = accelerate(crowd, index, plan.wish * cruise) * DT;
    if crowd.remaining[index] == 0.0 {
        plan.want = land(plan.want, to_waypoint, step);
    }
}

/// Half the new direction, half the last actual one: what a unit is carried along by counts as its heading.
fn smooth(direction: Vec2, velocity: Vec2) -> Vec2 {
    let mixed = direction + velocity.normalize_or_zero();
    if mixed.length_squared() > 0.1 { mixed.normalize() } else { direction }
}

/// Notes whom the unit touches after the step, of those whom it could meet in it.
pub fn note_contacts(memory: &mut Memory, crowd: &Crowd, index: usize, contacts: &[u32]) {
    memory.touches_resting = false;
    for &other in contacts {
        let other = other as usize;
        if crowd.intent(other) != Intent::Move {
            let reach = crowd.body[index].radius + crowd.body[other].radius + 1.0;
            let apart = crowd.next[index].distance_squared(crowd.next[other]);
            memory.touches_resting |= apart < reach * reach;
        }
    }
}
