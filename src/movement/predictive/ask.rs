//! Push, ahead of time: a unit asks idle friends on its way to step aside while there is time.

use super::flowchart::{Branch, Encounter};
use super::plan::{ASKED, Plan, PlanLists};
use crate::geometry::segment::distance_to_segment;
use crate::movement::predictive::surroundings::{Me, Surroundings};
use crate::neighbours::{Crowd, Intent};
use arrayvec::ArrayVec;
use glam::Vec2;

/// A unit that walks asks whom it would touch within `ask_ahead` seconds.
pub fn ask_ahead(plan: &mut Plan, lists: &mut PlanLists, me: &Me) {
    let &Me { crowd, index, around, parameters } = me;
    let far = crowd.speed[index] * parameters.ask_ahead;
    let far = crowd.waypoint[index].distance(crowd.position[index]).min(far);
    lists.ask(plan, to_ask(plan.wish, crowd, (index, index), around, far));
}

/// The idle units that a unit would touch if it went on in a direction for so far, px: the nearest ones. What
/// is done about each is that of `root`, at the head of the chain.
pub fn to_ask(
    wish: Vec2,
    crowd: &Crowd,
    (index, root): (usize, usize),
    around: &Surroundings,
    far: f32,
) -> ArrayVec<u32, ASKED> {
    let position = crowd.position[index];
    let body = crowd.body[index].reach();
    let end = position + wish * far;
    let (middle, range) = (0.5 * (position + end), 0.5 * far + body + crowd.largest_radius);
    if crowd.nobody_stands_near(middle, range) {
        return ArrayVec::new();
    }
    let parameters = around.tuned.of(crowd, root);
    let mut found = [(f32::MAX, 0_u32); ASKED];
    crowd.for_each_near(middle, range, |other| {
        let them = &crowd.outline[other];
        let meets = || Encounter { a: Me { crowd, index: root, around, parameters }, b: other };
        if them.intent != Intent::Rest || meets().branch() != Branch::Push {
            return;
        }
        let along = (them.position - position).dot(wish);
        let reach = body + them.reach;
        if along > 0.0 && distance_to_segment(them.position, position, end) < reach {
            let last = found[ASKED - 1];
            if (along, other as u32) < last {
                found[ASKED - 1] = (along, other as u32);
                found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            }
        }
    });
    found.into_iter().filter(|(along, _)| *along < f32::MAX).map(|(_, other)| other).collect()
}
