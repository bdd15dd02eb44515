//! Many runs at a time.

use crate::platform::work::on_each_core;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Hands over what comes of each case, in their order, as soon as all before it are there, until `take` returns
/// false; a thread for each core takes one case after the other.
///
/// Threads of their own, not rayon's: a thread of a pool that waits for a simulation, which has a pool of its
/// own, would begin the next case meanwhile, and the next, until its stack is full.
pub fn for_each_on_all_cores<Case: Sync, T: Send>(
    cases: &[Case],
    run: impl Fn(&Case) -> T + Sync,
    take: impl FnMut(T) -> bool + Send,
) {
    let next = AtomicUsize::new(0);
    let done = Mutex::new((0, BTreeMap::new(), take));
    on_each_core(|| {
        let places = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        for place in places.take_while(|&place| place < cases.len()) {
            let result = run(&cases[place]);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            let (taken, waiting, take) = &mut *done;
            waiting.insert(place, result);
            while let Some(result) = waiting.remove(taken) {
                *taken += 1;
                if !take(result) {
                    // Nobody begins another one, and what is not done yet waits for ever.
                    next.store(cases.len(), Ordering::Relaxed);
                    *taken = cases.len();
                }
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_cases_until_nobody_wants_more() {
        let cases: Vec<usize> = (0..1000).collect();
        for wanted in [700, 1000] {
            let mut taken = Vec::new();
            for_each_on_all_cores(
                &cases,
                |case| case * 2,
                |result| {
                    taken.push(result);
                    taken.len() < wanted
                },
            );
            assert_eq!(taken, (0..2 * wanted).step_by(2).collect::<Vec<_>>());
        }
    }
}
