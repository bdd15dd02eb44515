//! Sorting the order of planning: a radix sort, since there are thousands of ranks to sort in every tick.

/// A rank (see [`super::conflict::rank`]) and the index of the unit that has it.
pub type Ranked = ((u64, u32), u32);

/// Bits that are sorted by at a time.
const DIGIT: u32 = 11;
const VALUES: usize = 1 << DIGIT;
/// Fewer are sorted by comparing.
const FEW: usize = 512;

/// Sorts by rank; `spare` is a buffer to reuse.
///
/// From the last digit to the first, each time keeping the order of those that are alike. Digits that are the same
/// in all ranks are passed over: of the 96 bits of a rank about 40 differ.
pub fn sort(order: &mut Vec<Ranked>, spare: &mut Vec<Ranked>) {
    if order.len() < FEW {
        order.sort_unstable();
        return;
    }
    let differs = order.iter().fold((0, 0), |(key, id), ranked| {
        (key | (ranked.0.0 ^ order[0].0.0), id | (ranked.0.1 ^ order[0].0.1))
    });
    spare.clear();
    spare.resize(order.len(), order[0]);
    sort_by(order, spare, u64::from(differs.1), |ranked| u64::from(ranked.0.1));
    sort_by(order, spare, differs.0, |ranked| ranked.0.0);
}

/// Sorts by a number of which only the bits in `differs` differ.
fn sort_by(
    order: &mut Vec<Ranked>,
    spare: &mut Vec<Ranked>,
    mut differs: u64,
    number: impl Fn(&Ranked) -> u64,
) {
    while differs != 0 {
        let shift = differs.trailing_zeros();
        let digit = |ranked: &Ranked| (number(ranked) >> shift) as usize % VALUES;
        let mut start = [0_u32; VALUES];
        for ranked in order.iter() {
            start[digit(ranked)] += 1;
        }
        let mut sum = 0;
        for count in &mut start {
            sum += std::mem::replace(count, sum);
        }
        for &ranked in order.iter() {
            let place = &mut start[digit(&ranked)];
            spare[*place as usize] = ranked;
            *place += 1;
        }
        std::mem::swap(order, spare);
        differs &= u64::MAX.checked_shl(shift + DIGIT).unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::bench::SplitMix;

    #[test]
    fn many_ranks_are_sorted_as_by_comparing() {
        let mut random = SplitMix(7);
        for masks in [(u64::MAX, u32::MAX), (0xF000_00FF_0000_FFFF, 0xFFF), (0, 0xFFF), (1 << 63, 1)] {
            let mut order: Vec<Ranked> = (0..5000)
                .map(|index| {
                    let key = random.next_bits() & masks.0;
                    ((key, random.next_bits() as u32 & masks.1), index)
                })
                .collect();
            let mut expected = order.clone();
            expected.sort_by_key(|ranked| ranked.0);
            sort(&mut order, &mut Vec::new());
            assert_eq!(order, expected);
        }
    }
}
