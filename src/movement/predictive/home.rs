//! Home again: a unit at rest that was pushed off its post goes back.
//!
//! # Source
//! [Article 003]: an idle unit is under way with its own position as waypoint, and `HardPush` has those it
//! moved retrace their moves. Departure: only corners are remembered, and near walls units go back in an
//! order in which nobody bars another's way.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::ask::ask_ahead;
use super::plan::{Plan, PlanLists};
use super::speed::{accelerate, arrival_speed, land};
use crate::grid::{Grid, TILE};
use crate::movement::flight::stays_clear;
use crate::movement::predictive::surroundings::{Me, NEAR_GAP, WALLED, longest_step};
use crate::neighbours::{Crowd, Intent};
use crate::time::DT;
use crate::unit::{Decision, Errand, Memory};
use glam::Vec2;

/// What a unit does that rests: it goes back to its post, if it was pushed off it and is let.
pub fn go_home(plan: &mut Plan, lists: &mut PlanLists, me: &Me) {
    let &Me { crowd, index, around, parameters } = me;
    let memory = me.memory();
    if memory.pushed_ago < parameters.home_after || memory.home.ends_at_rest() || !is_home_clear(me) {
        return;
    }
    if parameters.home_in_order
        && let Some(other) = goes_home_before(me)
    {
        (plan.decision, plan.other) = (Decision::Wait, other as u32);
        plan.waits_for = Some(around.memory(crowd, other).waited);
        return;
    }
    let goal = memory.trail.goal(crowd.waypoint[index]);
    let to_goal = goal - crowd.position[index];
    let distance = to_goal.length();
    plan.wish = to_goal.normalize_or_zero();
    plan.decision = if distance > 0.0 { Decision::Return } else { Decision::Idle };
    let cruise = arrival_speed(crowd, index, distance);
    // In a passage and before its mouth: whoever is pushed there only off the contact is driven in ahead.
    if memory.leads() && around.clear[index] < NEAR_GAP {
        ask_ahead(plan, lists, me);
    }
    plan.want = accelerate(crowd, index, plan.wish * cruise) * DT;
    plan.want = land(plan.want, to_goal, longest_step(crowd, index));
}

/// A unit goes home when no obstacle comes there for so long after it is there, s. Less, and it leaves again
/// at once.
const AT_HOME: f32 = 2.5;

/// Whether it is worth while to go home: no obstacle comes there soon.
fn is_home_clear(me: &Me) -> bool {
    let &Me { crowd, index, around, .. } = me;
    let post = crowd.waypoint[index];
    let takes = crowd.position[index].distance(post) / crowd.speed[index].max(1.0);
    let ahead = around.obstacles.iter().map(|obstacle| &obstacle.ahead);
    around.obstacles.is_empty() || stays_clear(ahead, post, crowd.body[index], takes + AT_HOME)
}

/// How far the order of units in a passage reaches, px: how near those are that are waited for or let go in
/// first, and how far beyond a post, or the way out, the way is kept free. Less, and a unit that is out of a
/// canyon first goes back in first: at 150 px guards of 11 corridors with bends of 300 do not all come home,
/// at 300 those of 8.
pub const HOME_QUEUE: f32 = 10.0 * TILE;

/// The unit that goes home before this one, if there is one.
///
/// - It is one on whose way home this unit's post lies: there this one would stand in its way. Once it is
///   [`WALLED`] ahead, so in the passage, this one follows. Where each waited until the one before was home, of
///   2,400 starts of passages with up to six guards 53 fell short after a minute; now 10 do.
/// - Of two whose posts lie on each other's ways the one of the smaller id goes first.
/// - Of several it is the one that has waited least: as long as any of them gets on, it is worth while to
///   wait.
/// - Units in the open need no such order; crowds that share their posts out anew have none.
/// - A unit that has waited as long as it takes to shove neither waits nor is waited for.
fn goes_home_before(me: &Me) -> Option<usize> {
    let &Me { crowd, index, around, parameters } = me;
    let memory = me.memory();
    if memory.settles_in_crowd || memory.waited >= parameters.shove_after || around.clear[index] >= WALLED {
        return None;
    }
    let way_home = memory.trail.way_home(crowd.position[index], crowd.waypoint[index]);
    let comes_by = |one, other| comes_by(crowd, one, other);
    let mut first = None;
    crowd.for_each_near(crowd.position[index], HOME_QUEUE, |other| {
        let theirs = around.memory(crowd, other);
        let returns = other != index
            && crowd.intent(other) == Intent::Rest
            && crowd.position[other] != crowd.waypoint[other]
            && !theirs.settles_in_crowd
            && theirs.waited < parameters.shove_after;
        if returns
            && let Some(to_my_post) = comes_by((other, theirs), index)
            && match comes_by((index, memory), other) {
                Some(_) => crowd.id[other] < crowd.id[index],
                None => way_home < to_my_post + WALLED,
            }
        {
            let candidate = (theirs.waited, crowd.id[other], other);
            first = Some(first.map_or(candidate, |first: (u16, u32, usize)| first.min(candidate)));
        }
    });
    first.map(|(_, _, other)| other)
}

/// How far a unit that goes home is from the post of another that it comes by on its way, if it does, px.
fn comes_by(crowd: &Crowd, (one, memory): (usize, &Memory), other: usize) -> Option<f32> {
    let reach = crowd.body[one].reach() + crowd.body[other].reach();
    memory.trail.way_home_passes(crowd.position[one], crowd.waypoint[one], crowd.waypoint[other], reach)
}

/// Counts the ticks since the last push, and remembers the corners of the way from the post.
///
/// From wherever the unit is, the newest corner (or the post, when there is none) is in a straight free line;
/// where the step breaks that, the place before it becomes a corner, and where it opens the line to an older
/// one, corners are forgotten. A new post may be out of sight from the first: then there is no trail until a
/// way is searched.
pub fn note_trail(memory: &mut Memory, crowd: &Crowd, index: usize, pushed: bool, grid: &Grid) {
    memory.pushed_ago = if pushed { 0 } else { memory.pushed_ago.saturating_add(1) };
    if crowd.intent(index) != Intent::Rest || crowd.next[index] == crowd.waypoint[index] {
        memory.trail.truncate(0);
        return;
    }
    let (from, to, body) = (crowd.position[index], crowd.next[index], crowd.body[index]);
    let post = crowd.waypoint[index];
    if from == to {
        return;
    }
    // A unit that brushes a wall slides along it; a corner there would lead back to where the way is free,
    // and so on for ever.
    if !grid.line_is_free(to, memory.trail.goal(post), body.slim()) {
        if memory.trail.is_empty() && !grid.line_is_free(from, post, body.slim()) {
            return;
        }
        memory.trail.add(from, post);
    }
    let corners = memory.trail.corners();
    let before = |count: usize| if count > 1 { corners[count - 2] } else { post };
    let kept = (1..=corners.len()).rev().find(|&count| !grid.line_is_free(to, before(count), body));
    memory.trail.truncate(kept.unwrap_or(0));
}

/// Notes how a unit at rest gets back to its post; one that was `disturbed` by somebody under way begins
/// anew.
///
/// Every chain of pushes begins with a unit that wants to get somewhere. Each unit at rest does so for a
/// bounded time after the last disturbance from outside: so where nobody is under way everybody comes to
/// rest. To be pushed by units at rest is time in vain, too: two that push each other off their posts end it
/// together.
///
/// A way that is not known yet is no measure: the straight line through a wall is shorter than any way, and
/// a unit in a bent passage would try in vain however far it came.
pub fn note_home(
    memory: &mut Memory,
    crowd: &Crowd,
    index: usize,
    disturbed: bool,
    plan: &Plan,
    grid: &Grid,
) {
    if crowd.intent(index) == Intent::Move || disturbed {
        memory.home = Errand::default();
    } else {
        let (at, post) = (crowd.next[index], crowd.waypoint[index]);
        let is_known =
            !memory.trail.is_empty() || at == post || grid.line_is_free(at, post, crowd.body[index].slim());
        let left = if is_known { memory.trail.way_home(at, post) } else { f32::MAX };
        // A unit that was told to hold on its way stands beside the place where it would have come to a
        // stand.
        let stands = crowd.intent(index) == Intent::Hold;
        memory.home.note(left, plan.want != Vec2::ZERO || memory.pushed_ago == 0 || stands);
    }
}
