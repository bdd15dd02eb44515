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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::neighbours::Member;
    use crate::unit::ModelName;
    use glam::Vec2;

    #[test]
    fn a_large_unit_knows_all_who_stand_round_it() {
        let mut crowd = Crowd::default();
        let mut push = |id, at, radius| {
            crowd.push(Member::new(id, at, Collider { shape: Shape::Circle, radius }, ModelName::Predictive));
        };
        let center = Vec2::splat(200.0);
        push(0, center, 40.0);
        for id in 1..=20 {
            push(id, center + Vec2::from_angle(id as f32 * 0.314) * 47.5, 7.0);
        }
        push(21, center + Vec2::X * 90.0, 7.0);
        crowd.rebuild();
        let (mut plan, mut lists) = (Plan::STAND, PlanLists::default());
        list_contacts(&mut plan, &mut lists, &crowd, crowd.index(0).unwrap());
        let mut found: Vec<u32> =
            lists.contacts(&plan).iter().map(|&index| crowd.id[index as usize]).collect();
        found.sort_unstable();
        assert_eq!(found, (1..=20).collect::<Vec<u32>>());
    }
}
