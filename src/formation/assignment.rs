//! Who takes which slot: the least total way, and nobody crosses the block.
//!
//! The cost of a walk is its length and a little for its square: of two assignments of nearly the same total the one
//! without long walks is taken. A row that moves up by one place then moves up one by one, where the bare length would
//! as gladly send the last one past all the others.
//!
//! Up to [`EXACT_UP_TO`] members the assignment is the least one (`pathfinding::kuhn_munkres_min`, n³); up to
//! [`GREEDY_UP_TO`] the nearest pairs come first; above, members keep their order along and across the way. The last
//! two are mended by swapping pairs as long as that shortens the total.
//!
//! # Source
//! Article 003, "Formations": units are sorted by how near they are to the middle, and the nearest takes the nearest
//! slot. That is 15 to 22 % longer in place than the least total, and sends those outside through those inside.

use glam::Vec2;
use pathfinding::kuhn_munkres::kuhn_munkres_min;
use pathfinding::matrix::Matrix;

/// Largest number of members that is assigned exactly: takes about 1.5 ms, 200 would take 9.
pub const EXACT_UP_TO: usize = 100;
/// Largest number of members whose pairs are all looked at: 500 take about 4 ms.
pub const GREEDY_UP_TO: usize = 1000;
/// Classes of cost into which pairs are sorted. Fewer mix near pairs up, more cost time.
const CLASSES: usize = 8192;
/// Share of the longest possible walk's extra cost: 1/16 keeps the total within a few per mille of the least.
const CONVEXITY: f32 = 1.0 / 16.0;
/// Costs are integers of this many per px.
const UNITS_PER_PX: f32 = 64.0;
/// Pairs that are tried for a swap in all: bounds an order to a few ms. 500 members get four rounds, enough in practice.
const MOST_SWAPS_TRIED: usize = 500_000;

/// The slot (index) of each member. There must be as many slots as members.
///
/// `forward` is the way that the group is about to go: it only matters above [`EXACT_UP_TO`].
pub fn assign(members: &[Vec2], slots: &[Vec2], forward: Vec2) -> Vec<usize> {
    debug_assert_eq!(members.len(), slots.len());
    let cost = Cost::new(members, slots);
    if members.len() <= EXACT_UP_TO {
        exact(members, slots, cost)
    } else {
        let mut assigned = match members.len() {
            ..=GREEDY_UP_TO => nearest_first(members, slots, cost),
            _ => in_order(members, slots, forward),
        };
        swap_pairs(members, slots, &mut assigned, cost);
        assigned
    }
}

/// The same, with one member's slot given: the commander's.
pub fn assign_with(
    members: &[Vec2],
    slots: &[Vec2],
    forward: Vec2,
    member: usize,
    slot: usize,
) -> Vec<usize> {
    let without = |places: &[Vec2], index: usize| {
        let mut rest = places.to_vec();
        rest.remove(index);
        rest
    };
    let rest = assign(&without(members, member), &without(slots, slot), forward);
    let mut assigned: Vec<usize> = rest.into_iter().map(|other| other + usize::from(other >= slot)).collect();
    assigned.insert(member, slot);
    assigned
}

/// What a walk costs.
#[derive(Clone, Copy)]
struct Cost {
    /// Factor on the squared length, 1/px.
    square: f32,
}

impl Cost {
    fn new(members: &[Vec2], slots: &[Vec2]) -> Cost {
        let all = || members.iter().chain(slots).copied();
        let low = all().reduce(Vec2::min).unwrap_or_default();
        let high = all().reduce(Vec2::max).unwrap_or_default();
        Cost { square: CONVEXITY / low.distance(high).max(1.0) }
    }

    fn of(self, from: Vec2, to: Vec2) -> f32 {
        let squared = from.distance_squared(to);
        squared.sqrt() + self.square * squared
    }
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

/// The nearest of all pairs of a member and a slot is taken, then the nearest of those that remain, and so on. Pairs
/// are sorted by counting, which is ten times as fast as comparing them.
fn nearest_first(members: &[Vec2], slots: &[Vec2], cost: Cost) -> Vec<usize> {
    let count = members.len();
    let costs: Vec<f32> =
        members.iter().flat_map(|&member| slots.iter().map(move |&slot| cost.of(member, slot))).collect();
    let (least, most) = costs.iter().fold((f32::MAX, 0.0f32), |(low, high), &c| (low.min(c), high.max(c)));
    let scale = (CLASSES - 1) as f32 / (most - least).max(1e-6);
    let class = |cost: f32| ((cost - least) * scale) as usize;
    let mut start = vec![0u32; CLASSES + 1];
    costs.iter().for_each(|&cost| start[class(cost) + 1] += 1);
    (0..CLASSES).for_each(|class| start[class + 1] += start[class]);
    let mut sorted = vec![0u32; costs.len()];
    for (pair, &cost) in costs.iter().enumerate() {
        let place = &mut start[class(cost)];
        sorted[*place as usize] = pair as u32;
        *place += 1;
    }
    let mut assigned = vec![usize::MAX; count];
    let mut taken = vec![false; count];
    for pair in sorted {
        let (member, slot) = (pair as usize / count, pair as usize % count);
        if assigned[member] == usize::MAX && !taken[slot] {
            assigned[member] = slot;
            taken[slot] = true;
        }
    }
    assigned
}

/// Gives each member a slot so that the order along and across the way is kept: those in front stay in front, those
/// on the left stay on the left.
fn in_order(members: &[Vec2], slots: &[Vec2], forward: Vec2) -> Vec<usize> {
    let forward = forward.normalize_or(Vec2::X);
    let rank = (members.len() as f32).sqrt().ceil().max(1.0) as usize;
    let sorted = |places: &[Vec2]| {
        let mut order: Vec<usize> = (0..places.len()).collect();
        let (along, across) = (|i: usize| places[i].dot(forward), |i: usize| places[i].dot(forward.perp()));
        order.sort_by(|&a, &b| along(b).total_cmp(&along(a)).then(a.cmp(&b)));
        for rank in order.chunks_mut(rank) {
            rank.sort_by(|&a, &b| across(a).total_cmp(&across(b)).then(a.cmp(&b)));
        }
        order
    };
    let mut assigned = vec![0; members.len()];
    for (member, slot) in sorted(members).into_iter().zip(sorted(slots)) {
        assigned[member] = slot;
    }
    assigned
}

/// Swaps the slots of two members wherever that shortens the total, until no swap does or the bound is reached.
/// Members are tried in the order of their slots, nearest in that order first, so that the bound cuts off the least
/// promising pairs.
fn swap_pairs(members: &[Vec2], slots: &[Vec2], assigned: &mut [usize], cost: Cost) {
    let count = members.len();
    let mut holder = vec![0; count];
    assigned.iter().enumerate().for_each(|(member, &slot)| holder[slot] = member);
    let mut now: Vec<f32> = (0..count).map(|slot| cost.of(members[holder[slot]], slots[slot])).collect();
    let window = (count - 1).min((MOST_SWAPS_TRIED / 6 / count).max(1));
    let mut tried = 0;
    loop {
        let mut swapped = false;
        for apart in 1..=window {
            for a in 0..count - apart {
                let b = a + apart;
                let (for_a, for_b) =
                    (cost.of(members[holder[b]], slots[a]), cost.of(members[holder[a]], slots[b]));
                if for_a + for_b + 1e-3 < now[a] + now[b] {
                    holder.swap(a, b);
                    (now[a], now[b]) = (for_a, for_b);
                    swapped = true;
                }
            }
            tried += count - apart;
        }
        if !swapped || tried >= MOST_SWAPS_TRIED {
            break;
        }
    }
    holder.into_iter().enumerate().for_each(|(slot, member)| assigned[member] = slot);
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
                let assigned = assign(&members, &slots, Vec2::X);
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
        assert_eq!(assign(&members, &slots, Vec2::X), (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn many_are_assigned_within_a_few_per_cent_of_the_least_total() {
        for (away, within) in [(Vec2::ZERO, 1.04), (Vec2::new(800.0, 300.0), 1.005)] {
            for seed in 0..3 {
                let members = scattered(180, 300.0, seed);
                let slots: Vec<Vec2> = layout(FormationShape::Box, 180, 20.0, None)
                    .slots
                    .iter()
                    .map(|slot| *slot + Vec2::splat(150.0) + away)
                    .collect();
                let quick = assign(&members, &slots, away);
                let least = exact(&members, &slots, Cost { square: 0.0 });
                let (found, least) = (total(&members, &slots, &quick), total(&members, &slots, &least));
                assert!(found <= least * within, "{found} instead of {least}");
            }
        }
    }

    #[test]
    fn an_about_turn_does_not_cross_the_block_over() {
        let slots = layout(FormationShape::Box, 25, 20.0, None).slots;
        let turned: Vec<Vec2> = slots.iter().map(|slot| -*slot).collect();
        let assigned = assign(&slots, &turned, -Vec2::X);
        assert_eq!(total(&slots, &turned, &assigned), 0.0);
    }

    #[test]
    fn the_commander_takes_the_slot_that_it_is_given() {
        let members = scattered(9, 100.0, 7);
        let slots = scattered(9, 100.0, 8);
        let assigned = assign_with(&members, &slots, Vec2::X, 3, 5);
        assert_eq!(assigned[3], 5);
        let mut once = assigned;
        once.sort_unstable();
        assert_eq!(once, (0..9).collect::<Vec<_>>());
    }
}
