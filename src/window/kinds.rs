//! Tab goes through the kinds of a selection, one after the other, and back to all of it.

use crate::ids::UnitId;

/// The whole selection and which of its kinds is shown.
#[derive(Clone, Debug, Default)]
pub struct KindCycle {
    whole: Vec<UnitId>,
    shown: Vec<UnitId>,
    next: usize,
}

impl KindCycle {
    /// The next part of a selection. `parts` sorts units into kinds, first to last.
    pub fn next(
        &mut self,
        selected: &[UnitId],
        parts: impl Fn(&[UnitId]) -> Vec<Vec<UnitId>>,
    ) -> Vec<UnitId> {
        if self.shown != selected {
            (self.whole, self.next) = (selected.to_vec(), 0);
        }
        let mut parts = parts(&self.whole);
        if self.next < parts.len() {
            self.shown = parts.swap_remove(self.next);
            self.next += 1;
        } else {
            self.shown = self.whole.clone();
            self.next = 0;
        }
        self.shown.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_come_one_by_one_and_then_all_again() {
        let ids = |numbers: &[u32]| numbers.iter().copied().map(UnitId).collect::<Vec<_>>();
        let parts = |units: &[UnitId]| -> Vec<Vec<UnitId>> {
            [0, 1]
                .map(|rest| units.iter().copied().filter(|unit| unit.0 % 2 == rest).collect::<Vec<_>>())
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect()
        };
        let mut cycle = KindCycle::default();
        let mut selected = ids(&[1, 2, 3]);
        let mut seen = Vec::new();
        for _ in 0..4 {
            selected = cycle.next(&selected, parts);
            seen.push(selected.clone());
        }
        assert_eq!(seen, [ids(&[2]), ids(&[1, 3]), ids(&[1, 2, 3]), ids(&[2])]);
        assert_eq!(cycle.next(&ids(&[4, 6]), parts), ids(&[4, 6]), "a new selection begins anew");
    }
}
