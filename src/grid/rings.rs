//! The nearest of many places: ring after ring outward from a middle, until no farther ring can hold a nearer
//! one.

use arrayvec::ArrayVec;

/// The `K` best of the places on the rings 0 to `rings`, the best first, each with its rank; of equal ones
/// the first on the way outward. Less is better.
///
/// `rank` is cheap and `accepts` is dear: it is asked only about places that would be among the best.
/// `is_beyond` tells whether all places from a ring on are worse than a rank.
///
/// ```
/// use muster::grid::rings::best_on_rings;
/// // The nearest number to 10 that can be divided by 7.
/// let pair = |ring: i32| [10 - ring, 10 + ring].into_iter();
/// let found = best_on_rings::<1, _, _, _>(
///     100, pair, |ring, best| ring > best, |number| Some((number - 10).abs()), |number| number % 7 == 0);
/// assert_eq!(found[..], [(3, 7)]);
/// ```
pub fn best_on_rings<const K: usize, P: Copy, R: Copy + PartialOrd, Ring: Iterator<Item = P>>(
    rings: i32,
    ring: impl Fn(i32) -> Ring,
    is_beyond: impl Fn(i32, R) -> bool,
    rank: impl Fn(P) -> Option<R>,
    mut accepts: impl FnMut(P) -> bool,
) -> ArrayVec<(R, P), K> {
    let mut best: ArrayVec<(R, P), K> = ArrayVec::new();
    for number in 0..=rings {
        if best.is_full() && is_beyond(number, best[K - 1].0) {
            break;
        }
        for place in ring(number) {
            let Some(rank) = rank(place).filter(|&rank| !best.is_full() || rank < best[K - 1].0) else {
                continue;
            };
            if accepts(place) {
                if best.is_full() {
                    best.pop();
                }
                best.insert(best.partition_point(|&(other, _)| other <= rank), (rank, place));
            }
        }
    }
    best
}

/// The nodes at Chebyshev distance `ring` about a node, each once, row by row.
pub fn square_ring((column, row): (i32, i32), ring: i32) -> impl Iterator<Item = (i32, i32)> {
    (-ring..=ring).flat_map(move |y| {
        // Between the top and the bottom row a ring has only its two ends.
        let step = if y.abs() == ring { 1 } else { (2 * ring).max(1) };
        (-ring..=ring).step_by(step as usize).map(move |x| (column + x, row + y))
    })
}
