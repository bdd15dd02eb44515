//! Units that something holds of: rows are tested on all threads, and the few that are found are dealt with
//! one by one, in their order.

use crate::neighbours::CHUNK;
use rayon::prelude::*;
use std::iter::Enumerate;
use std::slice::Iter;

/// The rows, of so many, of which a test holds; `found` is a buffer to reuse.
pub(super) fn rows_where(
    found: &mut Vec<bool>,
    rows: usize,
    test: impl Fn(usize) -> bool + Sync,
) -> Rows<'_> {
    (0..rows).into_par_iter().with_min_len(CHUNK).map(&test).collect_into_vec(found);
    Rows(found.iter().enumerate())
}

/// The rows that were found, in their order.
#[derive(Clone)]
pub(super) struct Rows<'a>(Enumerate<Iter<'a, bool>>);

impl Iterator for Rows<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        self.0.find(|&(_, &is_found)| is_found).map(|(row, _)| row)
    }
}
