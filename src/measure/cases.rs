//! Many runs at a time.

use crate::platform::work::on_each_core;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What comes of each case, in their order; a thread for each core takes one after the other.
///
/// Threads of their own, not rayon's: a thread of a pool that waits for a simulation, which has a pool of its
/// own, would begin the next case meanwhile, and the next, until its stack is full.
pub fn for_each_on_all_cores<Case: Sync, T: Send>(cases: &[Case], run: impl Fn(&Case) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(cases.len()));
    on_each_core(|| {
        let places = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        for place in places.take_while(|&place| place < cases.len()) {
            let result = run(&cases[place]);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, result));
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|&(place, _)| place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_cases() {
        let cases: Vec<usize> = (0..1000).collect();
        assert_eq!(for_each_on_all_cores(&cases, |case| case * 2), (0..2000).step_by(2).collect::<Vec<_>>());
    }
}
