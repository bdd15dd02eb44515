//! Whether two units go the same way: such units queue, and do not push each other.

use super::parameters::Parameters;
use crate::geometry::segment::distance_to_segment;
use crate::movement::predictive::surroundings::NEAR_GAP;
use crate::neighbours::Crowd;

/// Whether two units go the same way: the directions to their waypoints are close, or they go through the
/// same gap and on from there in close directions, from whatever sides they come.
pub fn goes_my_way(crowd: &Crowd, a: usize, b: usize, parameters: &Parameters) -> bool {
    if crowd.way(a).dot(crowd.way(b)) > parameters.same_way {
        return true;
    }
    let beyond = |index: usize| (crowd.next_waypoint[index] - crowd.waypoint[index]).normalize_or_zero();
    // `ahead` is through the gap or sees past it; `behind` still walks to it.
    let follows = |behind: usize, ahead: usize| {
        let gap = crowd.waypoint[behind];
        crowd.remaining[behind] > 0.0
            && distance_to_segment(gap, crowd.position[ahead], crowd.waypoint[ahead]) < NEAR_GAP
            && beyond(behind).dot(crowd.way(ahead)) > parameters.same_way
    };
    if follows(a, b) || follows(b, a) {
        return true;
    }
    crowd.remaining[a].min(crowd.remaining[b]) > 0.0
        && crowd.waypoint[a].distance_squared(crowd.waypoint[b]) < NEAR_GAP * NEAR_GAP
        && beyond(a).dot(beyond(b)) > parameters.same_way
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Collider, Shape};
    use crate::neighbours::Member;
    use crate::unit::ModelName;
    use glam::{Vec2, vec2};

    /// Two that walk, each from a place to a waypoint and on to the next one.
    fn two(ways: [[Vec2; 3]; 2]) -> Crowd {
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        let mut crowd = Crowd::default();
        for (id, [from, waypoint, next_waypoint]) in (0..).zip(ways) {
            crowd.push(Member {
                next_waypoint,
                remaining: waypoint.distance(next_waypoint),
                ..Member::new(id, from, body, ModelName::Predictive).bound_for(waypoint)
            });
        }
        crowd.rebuild();
        crowd
    }

    #[test]
    fn who_goes_along_a_wall_to_a_gap_goes_the_way_of_who_sees_through_it() {
        let (goal, gap) = (vec2(400.0, 150.0), vec2(200.0, 140.0));
        let sees = [vec2(100.0, 150.0), goal, goal];
        let along_the_wall = |on: Vec2| [vec2(195.0, 60.0), gap, on];
        for (on, expected) in [(vec2(260.0, 150.0), true), (vec2(140.0, 150.0), false)] {
            let crowd = two([sees, along_the_wall(on)]);
            assert_eq!(goes_my_way(&crowd, 0, 1, &Parameters::default()), expected, "on to {on}");
        }
    }
}
