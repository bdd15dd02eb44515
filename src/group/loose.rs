//! Groups without a formation: one way for all, with a route beside it for each member, matched speeds, and
//! places that are assigned anew near the goal.
//!
//! # Source
//! [Article 003], "Group Movement": the commander plans for the whole group, and speeds are adjusted to it.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::instructions::{Instruction, Instructions};
use super::places::{slots, spacing_of};
use super::planner::Planner;
use super::routes::{Routing, Walk};
use super::traveller::{Traveller, biggest, find};
use super::{Group, GroupMember, Phase};
use crate::formation::assignment::{ANEW_UP_TO, Aim, EXACT_UP_TO, assign};
use crate::geometry::Collider;
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::order::{FormationShape, Pace};
use crate::path::around::standing;
use crate::speed_matching::{Progress, matched_speed, speed_factor, waiting_factor};
use crate::unit::{Lead, Route};
use glam::Vec2;

/// A member that cannot be asked for more than this share above the group's speed sets the pace when it lags.
const NO_FASTER: f32 = 1.02;
/// Where all are as fast as each other nobody slows down to less than this share of their speed: a member
/// that is ahead came through a gap first, and should not hold up those behind.
const ALIKE: f32 = 0.9;
/// Places are assigned anew when the commander has this far to go, px.
const SETTLES: f32 = 240.0;
/// What a group and each of its members cost of a tick's work, beside searches.
const GROUP_COSTS: usize = 200;
const MEMBER_COSTS: usize = 30;

/// A place of its own for each member of a group that sets out for `to`, px, and the reason if they are not
/// there but near the nearest place in reach. A formation has slots, which it knows when it has its way:
/// until then everybody's place is the middle.
pub fn deal(planner: &mut Planner, shape: FormationShape, to: Vec2, members: &[GroupMember]) -> Dealt {
    let Some(body) = Collider::covering(members.iter().map(GroupMember::collider)) else {
        return Dealt { places: Vec::new(), is_unreachable: false };
    };
    let middle = planner.finder.nearest_reachable(planner.grid, members[0].position, to, body).unwrap_or(to);
    let exact = members.len().min(EXACT_UP_TO);
    planner.work += GROUP_COSTS + MEMBER_COSTS * members.len() + exact * exact * exact / EXACT_UP_TO;
    let places = match shape {
        FormationShape::None => slots(planner.grid, planner.obstacles, middle, members),
        _ => vec![middle; members.len()],
    };
    let nearest = places.iter().map(|place| place.distance(to)).fold(f32::MAX, f32::min);
    Dealt { places, is_unreachable: nearest > TILE }
}

/// The places of a group's members, px, in their order.
pub struct Dealt {
    /// One for each.
    pub places: Vec<Vec2>,
    /// Whether the ordered place is out of reach: then they are around the nearest one in reach.
    pub is_unreachable: bool,
}

/// A loose group sets out: one way, planned for its biggest member; places of its own for each along it.
pub fn set_out(planner: &mut Planner, group: &mut Group, travellers: &[Traveller], out: &mut Instructions) {
    group.phase = Phase::Loose { remaining: Vec::new(), settled: false, routing: None };
    let Some(commander) = group.leader(travellers) else { return };
    let body = biggest(travellers);
    // Where the biggest fits nowhere near the commander, everybody asks for a way alone.
    let standing = standing(planner.obstacles);
    let Some(path) = planner.find_way(commander.position, group.place, body, &standing) else { return };
    let members: Vec<GroupMember> = travellers.iter().map(Traveller::member).collect();
    let places: Vec<Vec2> = if group.shape == FormationShape::None {
        travellers.iter().map(|traveller| traveller.slot).collect()
    } else {
        // It would have been a formation: nobody has a place of its own yet.
        let end = path.waypoints.last().copied().unwrap_or(group.place);
        let places = slots(planner.grid, planner.obstacles, end, &members);
        travellers.iter().zip(&places).for_each(|(one, &place)| out.tell(one.id, Instruction::Slot(place)));
        places
    };
    let walk = |(traveller, slot): (&Traveller, Vec2)| {
        let Traveller { id, position, body, .. } = *traveller;
        Walk { unit: id, from: position, body: body.collider(), slot }
    };
    let walks = travellers.iter().zip(places).map(walk).collect();
    let mut way = Route::default();
    way.set(&path.waypoints);
    let mut routing = Box::new(Routing::new(body, spacing_of(&members), path.waypoints, walks));
    let is_made = make_routes(planner, &mut routing, travellers, out);
    let routing = (!is_made).then_some(routing);
    let remaining = way.waypoints.iter().map(|waypoint| waypoint.remaining).collect();
    group.phase = Phase::Loose { remaining, settled: false, routing };
}

/// One tick of a loose group on its way.
pub fn step(planner: &mut Planner, group: &mut Group, travellers: &[Traveller], out: &mut Instructions) {
    let Phase::Loose { remaining, settled, routing } = &mut group.phase else { return };
    if let Some(some) = routing
        && make_routes(planner, some, travellers, out)
    {
        *routing = None;
    }
    let leader = travellers.iter().find(|traveller| Some(traveller.id) == group.commander);
    let Some(to_go) = leader.and_then(|leader| leader.to_go) else { return };
    if group.manner.pace == Pace::Matched {
        match_speeds(to_go, remaining, travellers, out);
    }
    if !*settled && to_go < SETTLES {
        *settled = true;
        settle_places(planner.grid, travellers, out);
    }
}

/// Makes as many routes of a loose group as this tick has time for; the others wait for theirs. Whether all
/// are made.
fn make_routes(
    planner: &mut Planner,
    routing: &mut Routing,
    travellers: &[Traveller],
    out: &mut Instructions,
) -> bool {
    let is_here = |unit: UnitId| find(travellers, unit).is_some();
    while !planner.is_spent() && !routing.pending().is_empty() {
        let (routes, work) = routing.step(planner.grid, planner.obstacles);
        planner.work += work;
        for (unit, route) in routes {
            if is_here(unit) && !route.is_empty() {
                out.tell(unit, Instruction::Route(route));
            }
        }
    }
    for walk in routing.pending().iter().filter(|walk| is_here(walk.unit)) {
        out.tell(walk.unit, Instruction::Guide(f32::INFINITY, Lead::Wait));
    }
    routing.pending().is_empty()
}

/// Article 003's speed adjustments, for a commander that has `leader_to_go` px to go on a way with these
/// lengths after each of its waypoints. The commander waits for the hindmost of those who cannot go faster.
fn match_speeds(leader_to_go: f32, remaining: &[f32], travellers: &[Traveller], out: &mut Instructions) {
    let base = travellers.iter().map(|traveller| traveller.body.speed).fold(f32::INFINITY, f32::min);
    let reference = Progress::on_way(remaining, leader_to_go);
    let lag = |one: &Traveller| one.to_go.map_or(0.0, |to_go| to_go - leader_to_go);
    let slow = travellers.iter().filter(|one| one.body.speed <= base * NO_FASTER);
    // Where all are alike there is nobody to wait for: a member that lags was hindered, and will be again.
    let is_mixed = travellers.iter().any(|one| one.body.speed > base * NO_FASTER);
    let waiting =
        if is_mixed { waiting_factor(slow.map(lag).fold(0.0, f32::max), leader_to_go) } else { 1.0 };
    for traveller in travellers {
        let Some(to_go) = traveller.to_go else { continue };
        let factor = speed_factor(Progress::on_way(remaining, to_go), reference);
        // Those behind hurry at the group's own speed, not at that to which the others have slowed down.
        let group_speed = if factor > 1.0 { base } else { base * waiting };
        let speed = matched_speed(group_speed, factor, traveller.body.speed);
        let least = if is_mixed { 0.0 } else { ALIKE * base };
        out.tell(traveller.id, Instruction::Guide(speed.max(least), Lead::Own));
    }
}

/// Near the goal places are assigned anew: on the way members have changed places, and would cross each
/// other.
fn settle_places(grid: &Grid, travellers: &[Traveller], out: &mut Instructions) {
    let sees = |one: &Traveller, place: Vec2| grid.line_is_free(one.position, place, one.body.collider());
    let near = travellers.iter().filter(|one| one.to_go.is_some() && sees(one, one.slot));
    let near: Vec<&Traveller> = near.take(ANEW_UP_TO + 1).collect();
    if near.len() > ANEW_UP_TO {
        return;
    }
    let pairs: Vec<(Vec2, Vec2)> = near.iter().map(|one| (one.position, one.slot)).collect();
    let assigned = assign(&pairs, Aim::KeepOrder).into_iter().map(|slot| pairs[slot].1);
    let dealt: Vec<(&Traveller, Vec2)> = near.into_iter().zip(assigned).collect();
    if dealt.iter().all(|&(one, slot)| sees(one, slot)) {
        for (one, slot) in dealt.into_iter().filter(|(one, slot)| one.slot != *slot) {
            out.tell(one.id, Instruction::StraightTo(slot));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::grid::Tile;
    use crate::unit::Body;

    fn traveller(id: u32, x: f32, speed: f32, to_go: f32) -> Traveller {
        let body = Body {
            shape: Shape::Circle,
            radius: 7.0,
            soft_radius: 10.0,
            speed,
            acceleration: 240.0,
            priority: 0,
        };
        let (position, slot) = (Vec2::new(x, 100.0), Vec2::new(x, 200.0));
        Traveller { group: 1, id: UnitId(id), position, velocity: Vec2::ZERO, body, slot, to_go: Some(to_go) }
    }

    fn speeds(travellers: &[Traveller], leader_to_go: f32) -> Vec<f32> {
        let mut out = Instructions::default();
        match_speeds(leader_to_go, &[0.0], travellers, &mut out);
        let speed = |(_, told): (UnitId, Instruction)| match told {
            Instruction::Guide(speed, Lead::Own) => speed,
            other => panic!("{other:?}"),
        };
        out.list.into_iter().map(speed).collect()
    }

    #[test]
    fn the_fast_go_as_the_slow_and_a_slow_one_that_lags_is_waited_for() {
        let abreast = speeds(&[traveller(0, 0.0, 60.0, 500.0), traveller(1, 20.0, 120.0, 500.0)], 500.0);
        assert_eq!(abreast, [60.0, 60.0]);
        let lags = speeds(&[traveller(0, 0.0, 60.0, 700.0), traveller(1, 20.0, 120.0, 500.0)], 500.0);
        assert!(lags[1] < 60.0, "the fast one waits: {lags:?}");
        assert_eq!(lags[0], 60.0, "the slow one cannot go faster");
    }

    #[test]
    fn where_all_are_alike_nobody_slows_down_by_more_than_a_tenth() {
        let slowed = speeds(&[traveller(0, 0.0, 60.0, 100.0), traveller(1, 20.0, 60.0, 900.0)], 900.0);
        assert!(slowed.iter().all(|&speed| (54.0..=60.0).contains(&speed)), "{slowed:?}");
    }

    #[test]
    fn near_the_goal_members_that_would_cross_change_places_and_only_where_they_see_them() {
        let (mut left, mut right) = (traveller(0, 100.0, 60.0, 100.0), traveller(1, 160.0, 60.0, 100.0));
        (left.slot, right.slot) = (right.slot, left.slot);
        let mut grid = Grid::new(10, 10, vec![Tile::Ground; 100]);
        let mut out = Instructions::default();
        settle_places(&grid, &[left, right], &mut out);
        let swapped = [left.position, right.position].map(|at| Instruction::StraightTo(at + Vec2::Y * 100.0));
        assert_eq!(out.list.into_iter().map(|(_, told)| told).collect::<Vec<_>>(), swapped);
        (0..10).for_each(|column| grid.set_tile(column, 4, Tile::Rock));
        let mut out = Instructions::default();
        settle_places(&grid, &[left, right], &mut out);
        assert!(out.list.is_empty(), "a wall is between: {:?}", out.list);
    }
}
