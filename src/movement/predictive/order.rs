//! Sorting the order of planning: a radix sort, since there are thousands of ranks to sort in every tick.

/// A unit with its rank: smaller ranks plan earlier, and of equal ones the smaller id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    /// See [`Priority::packed`](super::priority::Priority::packed); [`Ranked::NONE`] of a unit that needs no turn.
    pub rank: u64,
    /// Stable number of the unit.
    pub id: u32,
    /// Its index in the crowd.
    pub index: u32,
}

impl Ranked {
    /// Behind all ranks.
    pub const NONE: u64 = u64::MAX;
    /// Nobody.
    pub const NOBODY: Ranked = Ranked { rank: Ranked::NONE, id: u32::MAX, index: u32::MAX };
}

/// Bits that are sorted by at a time.
const DIGIT: u32 = 11;
const VALUES: usize = 1 << DIGIT;
/// Fewer are sorted by comparing.
const FEW: usize = 512;

/// Sorts by rank what is already sorted by id; `spare` is a buffer to reuse.
///
/// From the last digit to the first, each time keeping the order of those that are alike. Digits that are the
/// same in all ranks are passed over: of the 64 bits of a rank about 25 differ.
pub fn sort(order: &mut Vec<Ranked>, spare: &mut Vec<Ranked>) {
    if order.len() < FEW {
        order.sort_unstable();
        return;
    }
    let mut differs = order.iter().fold(0, |differs, ranked| differs | (ranked.rank ^ order[0].rank));
    spare.clear();
    spare.resize(order.len(), Ranked::NOBODY);
    while differs != 0 {
        let shift = differs.trailing_zeros();
        sort_by_digit(order, spare, shift);
        std::mem::swap(order, spare);
        differs &= u64::MAX.checked_shl(shift + DIGIT).unwrap_or(0);
    }
}

/// Copies `from` to `to`, sorted by the digit of the rank that begins at a bit.
fn sort_by_digit(from: &[Ranked], to: &mut [Ranked], shift: u32) {
    let digit = |ranked: &Ranked| (ranked.rank >> shift) as usize % VALUES;
    let mut start = [0_u32; VALUES];
    for ranked in from {
        start[digit(ranked)] += 1;
    }
    let mut sum = 0;
    for count in &mut start {
        sum += std::mem::replace(count, sum);
    }
    for &ranked in from {
        let place = &mut start[digit(&ranked)];
        to[*place as usize] = ranked;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::bench::SplitMix;

    #[test]
    fn many_ranks_are_sorted_as_by_comparing() {
        let mut random = SplitMix(7);
        for mask in [u64::MAX, 0xF000_00FF_0000_FFFF, 0, 1 << 63] {
            let mut order: Vec<Ranked> =
                (0..5000).map(|id| Ranked { rank: random.next_bits() & mask, id, index: id ^ 5 }).collect();
            let mut expected = order.clone();
            expected.sort();
            sort(&mut order, &mut Vec::new());
            assert_eq!(order, expected);
        }
    }
}
