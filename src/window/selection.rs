//! The selected units, and how clicks and boxes change that.

use crate::ids::UnitId;
use crate::sim::Sim;
use glam::Vec2;

/// What a click or a box does to the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Takes these instead.
    Replace,
    /// Takes these too (Shift).
    Add,
    /// Lets these go (Ctrl).
    Remove,
}

impl Mode {
    /// What the held keys ask for.
    pub fn of(shift: bool, control: bool) -> Mode {
        match (shift, control) {
            (_, true) => Mode::Remove,
            (true, false) => Mode::Add,
            (false, false) => Mode::Replace,
        }
    }
}

/// Units in the order in which they were selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Those who are there.
    units: Vec<UnitId>,
    /// With those who fell: they are selected again should time go back to before their fall.
    taken: Vec<UnitId>,
    /// By unit id, who is taken.
    chosen: Vec<bool>,
}

impl Selection {
    /// The selected units, first to last.
    pub fn units(&self) -> &[UnitId] {
        &self.units
    }

    /// Those of them that are on a field: side by side some may be on the other one alone.
    pub fn on<'s>(&'s self, field: &'s Sim) -> impl Iterator<Item = UnitId> + 's {
        self.units.iter().copied().filter(|&unit| field.is_alive(unit))
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether nobody is.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Whether a unit is.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.chosen.get(unit.0 as usize).copied().unwrap_or(false)
    }

    /// Lets those go for good of whom this does not hold.
    pub fn retain(&mut self, mut stays: impl FnMut(UnitId) -> bool) {
        let gone: Vec<UnitId> = self.taken.iter().copied().filter(|&unit| !stays(unit)).collect();
        self.apply(gone, Mode::Remove);
    }

    /// Those who fell leave, those who are there again come back.
    pub fn follow(&mut self, is_there: impl Fn(UnitId) -> bool) {
        self.units.clear();
        self.units.extend(self.taken.iter().copied().filter(|&unit| is_there(unit)));
    }

    /// Lets everybody go.
    pub fn clear(&mut self) {
        self.units.clear();
        self.taken.clear();
        self.chosen.clear();
    }

    /// A click on one unit with Shift takes it or lets it go again, as one expects from lists.
    pub fn click(&mut self, unit: Option<UnitId>, mode: Mode) {
        let mode = match unit {
            Some(unit) if mode == Mode::Add && self.contains(unit) => Mode::Remove,
            _ => mode,
        };
        self.apply(unit, mode);
    }

    /// Changes the selection by these units.
    pub fn apply(&mut self, units: impl IntoIterator<Item = UnitId>, mode: Mode) {
        if mode == Mode::Replace {
            self.clear();
        }
        for unit in units {
            let index = unit.0 as usize;
            if self.chosen.len() <= index {
                self.chosen.resize(index + 1, false);
            }
            if mode == Mode::Remove {
                self.chosen[index] = false;
            } else if !self.chosen[index] {
                self.chosen[index] = true;
                self.units.push(unit);
                self.taken.push(unit);
            }
        }
        if mode == Mode::Remove {
            self.units.retain(|unit| self.chosen[unit.0 as usize]);
            self.taken.retain(|unit| self.chosen[unit.0 as usize]);
        }
    }
}

/// Whether a circle touches the box between two corners.
pub fn box_touches(a: Vec2, b: Vec2, center: Vec2, radius: f32) -> bool {
    let nearest = center.clamp(a.min(b), a.max(b));
    nearest.distance_squared(center) <= radius * radius
}

/// Tab goes through the kinds of a selection, one after the other, and back to all of it: the whole selection
/// and which of its kinds is shown.
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

    fn ids(numbers: &[u32]) -> Vec<UnitId> {
        numbers.iter().copied().map(UnitId).collect()
    }

    #[test]
    fn shift_adds_control_removes_and_a_plain_click_replaces() {
        let mut selection = Selection::default();
        selection.apply(ids(&[3, 1]), Mode::Replace);
        selection.apply(ids(&[1, 7]), Mode::Add);
        assert_eq!(selection.units(), ids(&[3, 1, 7]));
        selection.apply(ids(&[1, 9]), Mode::Remove);
        assert_eq!(selection.units(), ids(&[3, 7]));
        selection.click(Some(UnitId(2)), Mode::Replace);
        assert_eq!(selection.units(), ids(&[2]));
        selection.click(None, Mode::Replace);
        assert!(selection.is_empty() && !selection.contains(UnitId(2)));
    }

    #[test]
    fn the_fallen_leave_and_come_back_in_their_place_unless_others_were_selected() {
        let mut selection = Selection::default();
        selection.apply(ids(&[3, 1, 7]), Mode::Replace);
        selection.follow(|unit| unit != UnitId(1));
        assert_eq!((selection.units(), selection.len()), (&*ids(&[3, 7]), 2));
        selection.follow(|_| false);
        assert!(selection.is_empty());
        selection.follow(|_| true);
        assert_eq!(selection.units(), ids(&[3, 1, 7]));
        selection.follow(|_| false);
        selection.apply(ids(&[2]), Mode::Replace);
        selection.follow(|_| true);
        assert_eq!(selection.units(), ids(&[2]));
    }

    #[test]
    fn a_second_shift_click_lets_the_unit_go() {
        let mut selection = Selection::default();
        selection.click(Some(UnitId(4)), Mode::Add);
        selection.click(Some(UnitId(5)), Mode::Add);
        selection.click(Some(UnitId(4)), Mode::Add);
        assert_eq!(selection.units(), ids(&[5]));
    }

    #[test]
    fn a_box_takes_what_it_touches() {
        let (a, b) = (Vec2::new(10.0, 10.0), Vec2::new(0.0, 0.0));
        assert!(box_touches(a, b, Vec2::new(12.0, 5.0), 2.5));
        assert!(!box_touches(a, b, Vec2::new(12.0, 12.0), 2.5));
    }

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
