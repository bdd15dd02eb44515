//! The assignment of slots to members: the least total way, and nobody crosses the block.
//!
//! The cost of a walk is its length and something for its square. A little of it ([`Aim::LeastTotal`]) takes,
//! of two assignments of nearly the same total, the one without long walks: a row that moves up by one place
//! moves up one by one, where the bare length would as gladly send the last one past all the others. Much of
//! it ([`Aim::KeepOrder`]) keeps those in front in front on a long way, where every bare length is nearly the
//! same. The square alone ([`Aim::LeastSquares`]) does not change when all slots move on by as much: it deals
//! out the slots of a formation that its members run after.
//!
//! Up to [`EXACT_UP_TO`] members the assignment is the least one (`pathfinding::kuhn_munkres_min`, n³);
//! above, it is within a few per cent of it (module `many`).
//!
//! # Source
//! [Article 003], "Formations": units are sorted by how near they are to the middle, and the nearest takes
//! the nearest slot. That is 15 to 22 % longer in place than the least total, and sends those outside through
//! those inside.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

mod cost;
mod many;

pub use cost::Aim;

use cost::Cost;
use glam::Vec2;
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;

/// Largest number of members that is assigned exactly: takes about 1.5 ms, 200 would take 9.
pub const EXACT_UP_TO: usize = 100;
/// Largest number of members that are assigned anew under way: 500 take about 2 ms.
pub const ANEW_UP_TO: usize = 1000;
/// Costs are integers of this many per px.
const UNITS_PER_PX: f32 = 64.0;

/// Deals the slots of `pairs` (where a member is, and a slot, px) out anew: for each member the index of the
/// pair whose slot it takes. Pairs, so that there are as many slots as members.
///
/// ```
/// use glam::vec2;
/// use muster::formation::assignment::{Aim, assign};
/// let pairs = [(vec2(0.0, 0.0), vec2(9.0, 0.0)), (vec2(9.0, 0.0), vec2(0.0, 0.0))];
/// assert_eq!(assign(&pairs, Aim::LeastTotal), [1, 0]);
/// ```
pub fn assign(pairs: &[(Vec2, Vec2)], aim: Aim) -> Vec<usize> {
    let (members, slots): (Vec<Vec2>, Vec<Vec2>) = pairs.iter().copied().unzip();
    let cost = Cost::new(&members, &slots, aim);
    if pairs.len() <= EXACT_UP_TO {
        exact(&members, &slots, cost)
    } else {
        many::assign(&members, &slots, cost)
    }
}

/// Deals the slots out anew where the member of one pair takes the slot of a given one: the commander's.
/// Without such a pair nobody's slot is given.
pub fn assign_with(pairs: &[(Vec2, Vec2)], member: usize, slot: usize, aim: Aim) -> Vec<usize> {
    if member.max(slot) >= pairs.len() {
        return assign(pairs, aim);
    }
    let others = |left_out: usize| (0..pairs.len()).filter(move |&index| index != left_out);
    let rest: Vec<(Vec2, Vec2)> =
        others(member).zip(others(slot)).map(|(member, slot)| (pairs[member].0, pairs[slot].1)).collect();
    let dealt = assign(&rest, aim);
    let mut assigned: Vec<usize> =
        dealt.into_iter().map(|other| other + usize::from(other >= slot)).collect();
    assigned.insert(member, slot);
    assigned
}

fn exact(members: &[Vec2], slots: &[Vec2], cost: Cost) -> Vec<usize> {
    if members.is_empty() {
        return Vec::new();
    }
    let weights = Matrix::from_fn(members.len(), slots.len(), |(member, slot)| {
        (cost.of(members[member], slots[slot]) * UNITS_PER_PX).round() as i64
    });
    kuhn_munkres_min(&weights).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::shapes::layout;
    use crate::order::FormationShape;

    /// A small generator of its own, so that the tests are the same everywhere.
    fn scattered(count: usize, side: f32, mut seed: u32) -> Vec<Vec2> {
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32 * side
        };
        (0..count).map(|_| Vec2::new(next(), next())).collect()
    }

    fn paired(members: &[Vec2], slots: &[Vec2]) -> Vec<(Vec2, Vec2)> {
        assert_eq!(members.len(), slots.len());
        members.iter().copied().zip(slots.iter().copied()).collect()
    }

    fn total(members: &[Vec2], slots: &[Vec2], assigned: &[usize]) -> f32 {
        assigned.iter().zip(members).map(|(&slot, member)| member.distance(slots[slot])).sum()
    }

    fn least_by_trying_all(members: &[Vec2], slots: &[Vec2]) -> f32 {
        fn search(members: &[Vec2], slots: &[Vec2], taken: &mut Vec<usize>) -> f32 {
            if taken.len() == members.len() {
                return 0.0;
            }
            let mut least = f32::INFINITY;
            for slot in 0..slots.len() {
                if !taken.contains(&slot) {
                    let here = members[taken.len()].distance(slots[slot]);
                    taken.push(slot);
                    least = least.min(here + search(members, slots, taken));
                    taken.pop();
                }
            }
            least
        }
        search(members, slots, &mut Vec::new())
    }

    #[test]
    fn the_total_way_is_the_least_there_is() {
        for count in 0..=7 {
            for seed in 0..20 {
                let members = scattered(count, 200.0, seed);
                let slots = scattered(count, 200.0, seed + 1000);
                let assigned = assign(&paired(&members, &slots), Aim::LeastTotal);
                let mut once = assigned.clone();
                once.sort_unstable();
                assert_eq!(once, (0..count).collect::<Vec<_>>());
                let (found, least) =
                    (total(&members, &slots, &assigned), least_by_trying_all(&members, &slots));
                assert!(found <= least * 1.01 + 0.1, "{found} instead of {least}");
            }
        }
    }

    #[test]
    fn a_row_moves_up_one_by_one_instead_of_the_last_passing_the_others() {
        let members: Vec<Vec2> = (0..10).map(|i| Vec2::new(20.0 * i as f32, 0.0)).collect();
        let slots: Vec<Vec2> = (1..11).map(|i| Vec2::new(20.0 * i as f32, 0.0)).collect();
        assert_eq!(assign(&paired(&members, &slots), Aim::LeastTotal), (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn many_are_assigned_within_a_few_per_cent_of_the_least_total() {
        const SEEDS: u32 = 6;
        for (away, within) in [(Vec2::ZERO, 1.04), (Vec2::new(800.0, 300.0), 1.005)] {
            let ratio = |seed| {
                let members = scattered(180, 300.0, seed);
                let slots: Vec<Vec2> = layout(FormationShape::Box, 180, 20.0, None)
                    .slots
                    .iter()
                    .map(|slot| *slot + Vec2::splat(150.0) + away)
                    .collect();
                let quick = assign(&paired(&members, &slots), Aim::LeastTotal);
                let least = exact(&members, &slots, Cost { square: 0.0, length: 1.0 });
                total(&members, &slots, &quick) / total(&members, &slots, &least)
            };
            let mean = (0..SEEDS).map(ratio).sum::<f32>() / SEEDS as f32;
            assert!(mean <= within, "{mean} times the least");
        }
    }

    #[test]
    fn everybody_gets_a_slot_however_many_there_are_and_however_they_lie() {
        for count in [EXACT_UP_TO + 1, 500, 1500] {
            for shape in [FormationShape::Box, FormationShape::Line, FormationShape::Circle] {
                let members = vec![Vec2::ONE; count];
                let slots = layout(shape, count, 20.0, None).slots;
                let mut assigned = assign(&paired(&members, &slots), Aim::LeastTotal);
                assigned.sort_unstable();
                assert_eq!(assigned, (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn on_a_long_way_those_in_front_stay_in_front() {
        let members: Vec<Vec2> =
            (0..24).map(|i| Vec2::new(20.0 * (i / 4) as f32, 20.0 * (i % 4) as f32)).collect();
        let slots: Vec<Vec2> = members.iter().map(|place| *place + Vec2::new(900.0, 40.0)).collect();
        assert_eq!(assign(&paired(&members, &slots), Aim::KeepOrder), (0..24).collect::<Vec<_>>());
    }

    #[test]
    fn members_whose_slots_have_all_run_ahead_keep_them() {
        let members: Vec<Vec2> =
            (0..24).map(|i| Vec2::new(20.0 * (i / 4) as f32, 20.0 * (i % 4) as f32)).collect();
        for ahead in [Vec2::new(30.0, 0.0), Vec2::new(200.0, 90.0), Vec2::new(-45.0, 400.0)] {
            let slots: Vec<Vec2> = members.iter().map(|place| *place + ahead).collect();
            assert_eq!(assign(&paired(&members, &slots), Aim::LeastSquares), (0..24).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_about_turn_does_not_cross_the_block_over() {
        let slots = layout(FormationShape::Box, 25, 20.0, None).slots;
        let turned: Vec<Vec2> = slots.iter().map(|slot| -*slot).collect();
        let assigned = assign(&paired(&slots, &turned), Aim::LeastTotal);
        assert_eq!(total(&slots, &turned, &assigned), 0.0);
    }

    #[test]
    fn the_commander_takes_the_slot_that_it_is_given() {
        let members = scattered(9, 100.0, 7);
        let slots = scattered(9, 100.0, 8);
        let pairs = paired(&members, &slots);
        let assigned = assign_with(&pairs, 3, 5, Aim::LeastTotal);
        assert_eq!(assigned[3], 5);
        let mut once = assigned;
        once.sort_unstable();
        assert_eq!(once, (0..9).collect::<Vec<_>>());
        assert_eq!(
            assign_with(&pairs, 9, 5, Aim::LeastTotal),
            assign(&pairs, Aim::LeastTotal),
            "nobody is the tenth"
        );
    }
}
