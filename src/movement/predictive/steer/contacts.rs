//! The units that one could meet in a step.

use crate::movement::predictive::plan::{Plan, PlanLists};
use crate::movement::predictive::surroundings::Me;
use crate::neighbours::{Crowd, Intent};
use crate::time::DT;

/// Lists everybody whom the unit could meet in this step, if both went towards each other.
pub fn list_contacts(plan: &mut Plan, lists: &mut PlanLists, crowd: &Crowd, index: usize) {
    let (own, range) = contact_reach(crowd, index);
    lists.list(plan, |units| {
        // Whether one is a contact is hard to guess: everybody is written down, and struck out again.
        crowd.for_each_neighbour(index, range, |other| {
            units.push(other as u32);
            units.truncate(units.len() - usize::from(!is_contact(crowd, index, own, other)));
        });
    });
}

/// A unit's own part of the distance within which it meets others in this step, and the greatest such distance,
/// px.
fn contact_reach(crowd: &Crowd, index: usize) -> (f32, f32) {
    // The rest is for rounding and for the margins of pushes.
    let own = crowd.body[index].reach() + crowd.speed[index] * DT + 1.0;
    (own, own + crowd.largest_radius + crowd.largest_speed * DT)
}

#[inline]
fn is_contact(crowd: &Crowd, index: usize, own: f32, other: usize) -> bool {
    let them = &crowd.outline[other];
    let reach = own + them.reach + them.step;
    them.position.distance_squared(crowd.position[index]) < reach * reach
}

/// Room left for rounding where nobody can be met, px.
const ROUNDING: f32 = 0.25;

/// Whether nobody and nothing can be met by the wanted step, wherever the others go meanwhile: then the
/// second phase need not look. It may be said of fewer than it is true of, and never of those who may be
/// asked to step aside.
pub(super) fn is_clear(plan: &Plan, lists: &PlanLists, me: &Me) -> bool {
    let &Me { crowd, index, around, .. } = me;
    if !lists.asked(plan).is_empty() || !around.obstacles.is_empty() {
        return false;
    }
    let own = &crowd.outline[index];
    if own.intent == Intent::Rest || around.clear[index] < own.reach + own.step {
        return false;
    }
    let place = own.position + plan.want;
    lists.contacts(plan).iter().all(|&other| {
        let them = &crowd.outline[other as usize];
        let reach = own.reach + them.reach;
        let apart = reach + them.step + ROUNDING;
        // A long step against small bodies may lead through a unit to a place that is clear of it.
        let is_short = own.step + them.step < 0.35 * reach;
        is_short && them.position.distance_squared(place) > apart * apart
    })
}
