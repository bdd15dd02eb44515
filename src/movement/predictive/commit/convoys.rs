//! Convoys: those who go one way through a narrow place and lead together.

use super::super::order::Ranked;
use super::super::priority::Priority;
use super::super::same_way::goes_my_way;
use super::CommitScratch;
use crate::movement::predictive::plan::{Plan, PlanLists};
use crate::movement::predictive::surroundings::{NARROW, Tuned};
use crate::neighbours::{CHUNK, Crowd, Intent};
use crate::unit::Memory;

impl CommitScratch {
    /// A unit that touches a leader in a narrow place and goes its way leads with it, by the older rank: a
    /// convoy.
    ///
    /// Where two cannot pass, one direction has to yield wholesale, until the convoy is out at the other end.
    /// In the open no convoys form: there ranks would pass from one to the next until those who meet all had
    /// the same.
    pub(in super::super) fn form_convoys(
        &mut self,
        crowd: &Crowd,
        memories: &mut [Memory],
        (plans, lists): (&[Plan], &[PlanLists]),
        tuned: Tuned,
        clear: &[f32],
    ) {
        let is_narrow = |index: usize| clear[index] < NARROW;
        self.leaders.clear();
        for turns in self.inner.iter().flatten().chain([&self.others]) {
            // Leaders are the first.
            self.leaders.extend(turns.order.iter().take_while(|ranked| Priority::is_leader(ranked.rank)));
        }
        self.leaders.sort_unstable();
        self.leaders.dedup();
        for &Ranked { index, .. } in &self.leaders {
            let index = index as usize;
            let row = crowd.row[index] as usize;
            if !memories[row].leads() || !is_narrow(index) || !tuned.of(crowd, index).convoys {
                continue;
            }
            // The right is the first leader's: where that one stepped down and leads anew, so do all. Of
            // 80 crowded rooms 21 leave somebody short without this, 16 with it.
            let first = crowd.index(memories[row].convoy).map(|first| &memories[crowd.row[first] as usize]);
            if let Some(first) = first.filter(|first| first.leads_since > memories[row].leads_since) {
                (memories[row].leads_since, memories[row].convoy) = (first.leads_since, first.convoy);
            }
            for &other in lists[index / CHUNK].contacts(&plans[index]) {
                let other = other as usize;
                let their_row = crowd.row[other] as usize;
                let rank = |row: usize| (memories[row].leads_since, memories[row].convoy);
                let (own, theirs) = (rank(row), rank(their_row));
                let joins = crowd.intent(other) == Intent::Move
                    && !crowd.is_steered(other)
                    && (theirs.0 == 0 || theirs > own);
                if joins && is_narrow(other) && goes_my_way(crowd, index, other, tuned.of(crowd, index)) {
                    (memories[their_row].leads_since, memories[their_row].convoy) = own;
                }
            }
        }
    }
}
