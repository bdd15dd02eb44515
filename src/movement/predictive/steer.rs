//! A unit's own part of a step: what it wants, and what it remembers afterwards.

mod contacts;

use super::surroundings::NARROW;
use crate::geometry::segment::distance_to_segment;
use contacts::{contact_reach, is_clear, list_near_contacts};
pub use contacts::{for_each_contact, list_contacts};

use super::conflict::{goes_round_the_idle, rank};
use super::fan;
use super::order::Ranked;
use crate::grid::Grid;
use crate::grid::walls::clear_of;
use crate::movement::flight::{Flight, Mover, flight, stays_clear};
use crate::movement::predictive::parameters::Parameters;
use crate::movement::predictive::plan::{ASKED, Plan};
use crate::movement::predictive::surroundings::{Surroundings, is_still, longest_step};
use crate::neighbours::{Crowd, Intent};
use crate::time::{DT, TICK_RATE};
use crate::unit::memory::NOBODY;
use crate::unit::{Decision, Errand, Memory};
use glam::Vec2;

/// Decides what a unit wants to do in this step. Reads the snapshot only.
pub fn decide(
    crowd: &Crowd,
    index: usize,
    around: &Surroundings,
    parameters: &Parameters,
    tick: u64,
) -> Plan {
    if crowd.foreign[index] {
        return Plan::STAND;
    }
    let mut plan = Plan::STAND;
    let mut near = None;
    if is_still(crowd, index) {
        if !flees(&mut plan, crowd, index, around) {
            return Plan::STAND;
        }
    } else {
        match crowd.intent[index] {
            Intent::Move => walk(&mut plan, &mut near, crowd, index, around, parameters, tick),
            // Nothing but an obstacle makes a unit on hold leave its place.
            Intent::Hold if around.obstacles.is_empty() => {
                plan.want = accelerate(crowd, index, Vec2::ZERO) * DT
            }
            Intent::Rest | Intent::Hold => go_home(&mut plan, crowd, index, around, parameters),
        }
        flees(&mut plan, crowd, index, around);
    }
    let range = contact_reach(crowd, index) + crowd.largest_radius + crowd.largest_speed * DT;
    match near.as_ref().and_then(fan::Seen::all) {
        Some(near) if range < fan::NEAR => list_near_contacts(&mut plan, crowd, index, near),
        _ => list_contacts(&mut plan, crowd, index),
    }
    plan.is_clear = is_clear(&plan, crowd, index, around);
    plan.rank = match crowd.intent[index] {
        _ if plan.is_clear => Ranked::NONE,
        // Who lets others go home first holds nobody up by its rank.
        Intent::Rest if plan.want == Vec2::ZERO => LAST,
        _ => rank(crowd, index, parameters),
    };
    plan
}

/// Whether moving obstacles leave a unit no way out if it does as it plans; then it plans to get out of their
/// way instead.
fn flees(plan: &mut Plan, crowd: &Crowd, index: usize, around: &Surroundings) -> bool {
    let mover = Mover {
        position: crowd.position[index],
        velocity: crowd.velocity[index],
        body: crowd.body[index],
        speed: longest_step(crowd, index) / DT,
        acceleration: crowd.acceleration[index],
    };
    let ahead = around.obstacles.iter().map(|obstacle| &obstacle.ahead);
    let fled = (crowd.memory[index].pushed_ago == 0).then_some(crowd.memory[index].wish);
    plan.flight = flight(ahead, around.grid, mover, plan.want, fled);
    if let Some(Flight { direction, .. }) = plan.flight {
        plan.want = accelerate(crowd, index, direction * mover.speed) * DT;
        (plan.wish, plan.ask_count, plan.decision, plan.other) = (direction, 0, Decision::Avoid, NOBODY);
    }
    plan.flight.is_some()
}

/// The rank behind those of all who want to get anywhere.
const LAST: u64 = 4 << 60;

/// A walking unit's wish; leaves in `near` those whom its fan found near, if it looked.
fn walk(
    plan: &mut Plan,
    near: &mut Option<fan::Seen>,
    crowd: &Crowd,
    index: usize,
    around: &Surroundings,
    parameters: &Parameters,
    tick: u64,
) {
    let memory = &crowd.memory[index];
    let to_waypoint = crowd.waypoint[index] - crowd.position[index];
    let distance = to_waypoint.length();
    let way = if distance > 0.0 { to_waypoint / distance } else { Vec2::ZERO };
    let step = longest_step(crowd, index);
    let turn = u64::from(crowd.id[index]) + tick;
    let decides = turn.is_multiple_of(u64::from(parameters.decide_every.max(1)));
    plan.decision = memory.decision;
    plan.other = crowd.index(memory.other).map_or(NOBODY, |other| other as u32);
    plan.wish = memory.wish;
    if !parameters.fan || distance < 2.0 * step {
        plan.wish = way;
        (plan.decision, plan.other) = (Decision::Free, NOBODY);
    } else if decides
        || memory.wish == Vec2::ZERO
        || matches!(memory.decision, Decision::PushIdle | Decision::HardPush)
    {
        let choice =
            fan::choose(crowd, index, (way, distance), around, parameters, near.insert(fan::Seen::default()));
        let turning_radius = crowd.speed[index] * crowd.speed[index] / crowd.acceleration[index];
        let near = distance < turning_radius.max(4.0 * step);
        let is_smooth = near || turning_radius >= SLOW_TURN && crowd.group[index] == 0;
        plan.wish =
            if is_smooth { choice.direction } else { smooth(choice.direction, crowd.velocity[index]) };
        plan.decision = if choice.avoids { Decision::Avoid } else { Decision::Free };
        plan.other = if choice.avoids { choice.met } else { NOBODY };
        ask_ahead(plan, crowd, index, around, parameters);
    }
    let mut cruise = arrival_speed(crowd, index, distance + crowd.remaining[index]);
    if !can_stop_within(cruise, distance, crowd.acceleration[index]) {
        cruise = cruise.min(corner_speed(crowd, index, way, distance));
    }
    let velocity = crowd.velocity[index];
    if velocity.dot(way) < ALIGNED * velocity.length() {
        // Faster, and it would go round and round its waypoint: the circle of a turn has the radius v²/a.
        cruise = cruise.min((0.5 * crowd.acceleration[index] * distance).sqrt());
    }
    if must_keep_off(plan, crowd) {
        cruise = -cruise;
    }
    plan.want = accelerate(crowd, index, plan.wish * cruise) * DT;
    if crowd.remaining[index] == 0.0 && distance <= step && plan.want.distance(to_waypoint) < 0.01 {
        plan.want = to_waypoint;
    }
}

/// Who turns in a circle of at least this radius, px, is smooth by itself; to steer half way only would make
/// it late. Not so in a group: who darts through keeps the others waiting.
const SLOW_TURN: f32 = 8.0;

/// Cosine between velocity and way from which a unit counts as heading for its waypoint.
const ALIGNED: f32 = 0.8;

/// Half the new direction, half the last actual one: what a unit is carried along by counts as its heading.
fn smooth(direction: Vec2, velocity: Vec2) -> Vec2 {
    let mixed = direction + velocity.normalize_or_zero();
    if mixed.length_squared() > 0.1 { mixed.normalize() } else { direction }
}

fn go_home(plan: &mut Plan, crowd: &Crowd, index: usize, around: &Surroundings, parameters: &Parameters) {
    let memory = &crowd.memory[index];
    if memory.pushed_ago < parameters.home_after
        || memory.home.ends_at_rest()
        || !is_home_clear(crowd, index, around)
    {
        return;
    }
    if parameters.home_in_order
        && let Some(other) = goes_home_before(crowd, index, around)
    {
        (plan.decision, plan.other) = (Decision::Wait, other as u32);
        plan.waits_for = Some(crowd.memory[other].waited);
        return;
    }
    let goal = memory.goal(crowd.waypoint[index]);
    let to_goal = goal - crowd.position[index];
    let distance = to_goal.length();
    plan.wish = to_goal.normalize_or_zero();
    plan.decision = if distance > 0.0 { Decision::Return } else { Decision::Idle };
    let mut cruise = arrival_speed(crowd, index, distance);
    if memory.leads_since > 0 && around.clear[index] < NARROW {
        ask_ahead(plan, crowd, index, around, parameters);
        if must_keep_off(plan, crowd) {
            // Whoever has no room to give way may have to come out before it can go home.
            plan.ask_count = 0;
            cruise = -cruise;
        }
    }
    plan.want = accelerate(crowd, index, plan.wish * cruise) * DT;
    if distance <= longest_step(crowd, index) && plan.want.distance(to_goal) < 0.01 {
        plan.want = to_goal;
    }
}

/// A unit goes home when no obstacle comes there for so long after it is there, s. Less, and it leaves again
/// at once.
const AT_HOME: f32 = 2.5;

/// Whether it is worth while to go home: no obstacle comes there soon.
fn is_home_clear(crowd: &Crowd, index: usize, around: &Surroundings) -> bool {
    let post = crowd.waypoint[index];
    let takes = crowd.position[index].distance(post) / crowd.speed[index].max(1.0);
    let ahead = around.obstacles.iter().map(|obstacle| &obstacle.ahead);
    around.obstacles.is_empty() || stays_clear(ahead, post, crowd.body[index], takes + AT_HOME)
}

/// How near a wall is where units go home one after the other, px.
const HOME_WALL: f32 = 90.0;
/// How near those are that are waited for, px. Less, and a unit that is out of a canyon first goes back in
/// first: at 150 px guards of 11 corridors with bends of 300 do not all come home, at 300 those of 8.
const HOME_QUEUE: f32 = 300.0;

/// Ticks of waiting after which a unit is not waited for any more, and waits for nobody.
const HOME_PATIENCE: u16 = 300;

/// Who goes home before a unit: one whose way home its post lies on, where it would stand in the way. Of two
/// whose posts lie on each other's ways the one of the smaller id goes first. Units in the open need no such
/// order, and crowds that share their posts out anew have none.
///
/// Of several it is the one that has waited least: as long as anybody of them gets on, it is worth while to
/// wait.
fn goes_home_before(crowd: &Crowd, index: usize, around: &Surroundings) -> Option<usize> {
    let memory = &crowd.memory[index];
    if memory.gathers || memory.waited >= HOME_PATIENCE || around.clear[index] >= HOME_WALL {
        return None;
    }
    let mut first = None;
    crowd.for_each_near(crowd.position[index], HOME_QUEUE, |other| {
        let theirs = &crowd.memory[other];
        let returns = other != index
            && crowd.intent[other] == Intent::Rest
            && crowd.position[other] != crowd.waypoint[other]
            && !theirs.gathers
            && theirs.waited < HOME_PATIENCE;
        if returns
            && would_bar(crowd, index, other)
            && (crowd.id[other] < crowd.id[index] || !would_bar(crowd, other, index))
        {
            let candidate = (theirs.waited, crowd.id[other], other);
            first = Some(first.map_or(candidate, |first: (u16, u32, usize)| first.min(candidate)));
        }
    });
    first.map(|(_, _, other)| other)
}

/// Whether a unit at its post would stand in the way of another that goes home.
fn would_bar(crowd: &Crowd, index: usize, other: usize) -> bool {
    let reach = crowd.body[index].reach() + crowd.body[other].reach();
    let (from, post) = (crowd.position[other], crowd.waypoint[other]);
    crowd.memory[other].way_home_passes(from, post, crowd.waypoint[index], reach)
}

/// The speed with which a unit may go to a place `distance` px away where it has to stop, px/s.
fn arrival_speed(crowd: &Crowd, index: usize, distance: f32) -> f32 {
    let (top, acceleration) = (longest_step(crowd, index) / DT, crowd.acceleration[index]);
    if can_stop_within(top, distance - top * DT, acceleration) {
        return top;
    }
    top.min(speed_to_stop_within(distance, acceleration)).min(distance / DT)
}

/// Whether a speed, px/s, is surely one from which one can stop within `distance` px by an acceleration in
/// px/s²: few are so near a place where they have to slow down that it takes a root to know how much.
fn can_stop_within(speed: f32, distance: f32, acceleration: f32) -> bool {
    1.01 * speed * speed < 2.0 * acceleration * distance
}

/// The greatest speed, px/s, from which one can stop within `distance` px by an acceleration in px/s².
///
/// After a tick at v the speed falls by a·dt a tick: the way is v·dt + v²/2a, to the half step.
pub fn speed_to_stop_within(distance: f32, acceleration: f32) -> f32 {
    let brake = acceleration * DT;
    ((0.25 * brake * brake + 2.0 * acceleration * distance).sqrt() - 0.5 * brake).max(0.0)
}

/// The speed, px/s, from which a unit `distance` px before its waypoint can still turn there into its next
/// leg without being carried past it by more than half its own reach: who is faster swings past narrow doors,
/// back and forth.
fn corner_speed(crowd: &Crowd, index: usize, way: Vec2, distance: f32) -> f32 {
    let leg = (crowd.next_waypoint[index] - crowd.waypoint[index]).normalize_or_zero();
    let across = if leg.dot(way) > 0.0 { leg.perp_dot(way).abs() } else { leg.length() };
    let swing = crowd.acceleration[index] * crowd.body[index].reach() / (across * across).max(1e-3);
    (swing + 2.0 * crowd.acceleration[index] * distance).sqrt()
}

/// The velocity nearest to `wanted` that the unit's acceleration and speed allow, px/s.
fn accelerate(crowd: &Crowd, index: usize, wanted: Vec2) -> Vec2 {
    let velocity = crowd.velocity[index];
    let change = (wanted - velocity).clamp_length_max(crowd.acceleration[index] * DT);
    (velocity + change).clamp_length_max(longest_step(crowd, index) / DT)
}

/// Notes the idle friends that the unit would touch within `ask_ahead` seconds, the nearest ones.
fn ask_ahead(plan: &mut Plan, crowd: &Crowd, index: usize, around: &Surroundings, parameters: &Parameters) {
    if !parameters.push || goes_round_the_idle(&crowd.memory[index], parameters) {
        return;
    }
    let position = crowd.position[index];
    let body = crowd.body[index].reach();
    let far = crowd.speed[index] * parameters.ask_ahead;
    let room = crowd.waypoint[index].distance(position).min(far);
    let middle = position + plan.wish * (0.5 * far);
    let end = position + plan.wish * room;
    let range = 0.5 * far + body + crowd.largest_radius;
    if crowd.nobody_rests_near(middle, range) {
        return;
    }
    let mut found = [(f32::MAX, 0_u32); ASKED];
    crowd.for_each_near(middle, range, |other| {
        let them = &crowd.outline[other];
        if them.intent != Intent::Rest || them.foreign || around.enemies.are(crowd.team[index], them.team) {
            return;
        }
        let along = (them.position - position).dot(plan.wish);
        let reach = body + them.reach;
        if along > 0.0 && distance_to_segment(them.position, position, end) < reach {
            let last = found[ASKED - 1];
            if (along, other as u32) < last {
                found[ASKED - 1] = (along, other as u32);
                found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            }
        }
    });
    for (along, other) in found {
        if along < f32::MAX {
            plan.ask[usize::from(plan.ask_count)] = other;
            plan.ask_count += 1;
        }
    }
}

/// A step shorter than this is none, px.
const STILL: f32 = 0.1;

/// By how many ticks a unit of this priority counts as leading for less long than one of the highest that
/// counts: a second for each step, so that of two who meet in a passage the one of higher priority goes on.
fn junior(priority: i32) -> u32 {
    const HIGHEST: i32 = 16;
    (HIGHEST - priority.clamp(0, HIGHEST)) as u32 * TICK_RATE
}

/// Counts waiting, standing and clear runs; makes leaders and lets them step down.
///
/// A unit on its way home that waits leads too, among those who go home: without a rank that lasts, two that
/// meet at a gap push each other back for ever. `clear` is a distance, px, within which no wall is.
pub fn count_waiting(
    memory: &mut Memory,
    crowd: &Crowd,
    index: usize,
    parameters: &Parameters,
    clear: f32,
    tick: u64,
    plan: &Plan,
) {
    let position = crowd.position[index];
    let to_goal = memory.goal(crowd.waypoint[index]) - position;
    let distance = to_goal.length();
    let moves = crowd.intent[index] == Intent::Move;
    let stands = moves && crowd.next[index].distance_squared(position) < STILL * STILL;
    memory.stood = if stands { memory.stood.saturating_add(1) } else { 0 };
    if distance == 0.0 && crowd.waypoint[index] == position {
        (memory.waited, memory.clean, memory.leads_since) = (0, 0, 0);
        return;
    }
    if !moves && memory.pushed_ago < parameters.home_after {
        return;
    }
    if !moves && memory.decision == Decision::Idle {
        return;
    }
    if let Some(waited) = plan.waits_for {
        // Where units wait for each other in a circle this grows; where one of them gets on it does not.
        memory.waited = waited.saturating_add(1);
        return;
    }
    let gain = (crowd.next[index] - position).dot(to_goal) / distance.max(1e-3);
    let step = (crowd.speed[index] * DT).min(distance);
    let left = crowd.waypoint[index].distance(crowd.next[index]) + crowd.remaining[index];
    let gains = gain >= parameters.progress_share * step;
    if moves {
        memory.order.note(left, !gains);
    }
    if !gains {
        memory.clean = 0;
        memory.waited = memory.waited.saturating_add(1);
        let after = match crowd.intent[index] {
            Intent::Move => parameters.lead_after,
            _ if memory.gathers => parameters.gather_push_after,
            _ => parameters.home_push_after,
        };
        // What it asks for cannot be had: it may itself be what those in its way cannot get past.
        let is_hopeless = (parameters.hopeless_after..parameters.lead_after).contains(&memory.stood);
        if memory.leads_since > 0 && is_hopeless {
            memory.leads_since = 0;
        } else if memory.leads_since == 0 && memory.waited >= after && !is_hopeless {
            let since = tick as u32 + 1 + junior(crowd.priority[index]);
            (memory.leads_since, memory.convoy, memory.stood) = (since, crowd.id[index], 0);
        }
    } else if memory.leads_since == 0 {
        memory.waited = memory.waited.saturating_sub(1);
    } else {
        // Who still pushes, or is in a narrow place, has no clear run: stepping down there would give back
        // what the whole convoy has gained.
        let pushes = matches!(memory.decision, Decision::Push | Decision::HardPush | Decision::GiveWay);
        if !pushes && clear >= NARROW {
            memory.clean += 1;
        }
        if memory.clean >= parameters.clean_run {
            (memory.waited, memory.clean, memory.leads_since) = (0, 0, 0);
        }
    }
}

/// Counts the ticks since the last push, and remembers the corners of the way from the post.
///
/// From wherever the unit is, the newest corner (or the post, when there is none) is in a straight free line;
/// where the step breaks that, the place before it becomes a corner, and where it opens the line to an older
/// one, corners are forgotten.
pub fn note_push(memory: &mut Memory, crowd: &Crowd, index: usize, pushed: bool, grid: &Grid) {
    memory.pushed_ago = if pushed { 0 } else { memory.pushed_ago.saturating_add(1) };
    if crowd.intent[index] != Intent::Rest || crowd.next[index] == crowd.waypoint[index] {
        memory.trail_length = 0;
        return;
    }
    let (from, to, body) = (crowd.position[index], crowd.next[index], crowd.body[index]);
    let post = crowd.waypoint[index];
    if from == to {
        return;
    }
    if clear_of(grid, to) > post.distance(to) + body.reach() {
        memory.trail_length = 0;
        return;
    }
    let place = |memory: &Memory, length: usize| if length > 0 { memory.trail[length - 1] } else { post };
    // Who brushes a wall slides along it; a corner there would lead back to where the way is free, and so on
    // for ever.
    if !grid.line_is_free(to, place(memory, usize::from(memory.trail_length)), body.slim()) {
        memory.add_corner(from, post);
    }
    let mut length = usize::from(memory.trail_length);
    while length > 0 && grid.line_is_free(to, place(memory, length - 1), body) {
        length -= 1;
    }
    memory.trail_length = length as u8;
}

/// Notes how a unit at rest gets back to its post; who was `disturbed` by somebody under way begins anew.
///
/// Every chain of pushes begins with a unit that wants to get somewhere. Of those who rest each does so for a
/// bounded time after the last disturbance from outside: so where nobody is under way everybody comes to
/// rest. To be pushed by those who rest is time in vain, too: two who push each other off their posts end it
/// together.
pub fn note_home(memory: &mut Memory, crowd: &Crowd, index: usize, disturbed: bool, plan: &Plan) {
    if crowd.intent[index] == Intent::Move || disturbed {
        memory.home = Errand::default();
    } else {
        let left = memory.way_home(crowd.next[index], crowd.waypoint[index]);
        // Who was told to hold on its way stands beside the place where it would have come to a stand.
        let stands = crowd.intent[index] == Intent::Hold;
        memory.home.note(left, plan.want != Vec2::ZERO || memory.pushed_ago == 0 || stands);
    }
}

/// Ticks for which a unit that has to give way, and cannot, is pressed on; and how long it is given room
/// after that.
const PRESSED: u8 = 15;
const GIVEN_ROOM: u8 = 60;

/// Whether somebody who is asked to give way cannot unless who asks steps back.
pub fn must_keep_off(plan: &Plan, crowd: &Crowd) -> bool {
    let asked = &plan.ask[..usize::from(plan.ask_count)];
    asked.iter().any(|&other| crowd.memory[other as usize].needs_room > PRESSED)
}

/// Notes whether a unit that has to give way in a narrow place cannot: in a bend who presses on may be what
/// holds it there. `clear` is a distance, px, within which no wall is.
pub fn note_room(memory: &mut Memory, crowd: &Crowd, index: usize, pushed: bool, clear: f32) {
    let stuck = pushed
        && crowd.intent[index] == Intent::Rest
        && crowd.next[index].distance_squared(crowd.position[index]) < STILL * STILL
        && clear < NARROW;
    memory.needs_room = match memory.needs_room {
        PRESSED if stuck => GIVEN_ROOM,
        room if stuck && room < PRESSED => room + 1,
        room => room.saturating_sub(1),
    };
}

/// Notes whom the unit touches after the step.
pub fn note_contacts(memory: &mut Memory, crowd: &Crowd, index: usize, plan: &Plan) {
    memory.touches_resting = false;
    if plan.contact_count == Plan::UNLISTED {
        return;
    }
    for &other in &plan.contacts[..usize::from(plan.contact_count)] {
        let other = other as usize;
        let reach = crowd.body[index].radius + crowd.body[other].radius + 1.0;
        let touches = crowd.next[index].distance_squared(crowd.next[other]) < reach * reach;
        let moves = crowd.intent[other] == Intent::Move;
        memory.touches_resting |= touches & !moves;
    }
}
