//! Control groups: Ctrl + 1…9 sets, 1…9 recalls (twice quickly looks there), Shift adds, Alt looks without
//! selecting.

use crate::ids::UnitId;
use crate::window::input::Happening;

/// How many there are.
pub const COUNT: usize = 9;
/// Two recalls within this time, s, look at the group.
const TWICE: f64 = 0.4;

/// What a digit asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupDeed {
    /// Ctrl: the group becomes the selection.
    Set,
    /// The selection becomes the group.
    Recall,
    /// Shift: the selection joins the group.
    Add,
    /// Alt: look at the group.
    Jump,
}

/// The groups, by digit − 1.
#[derive(Clone, Debug, Default)]
pub struct ControlGroups {
    groups: [Vec<UnitId>; COUNT],
    last: Option<(usize, f64)>,
}

impl ControlGroups {
    /// Members of a group, in the order in which they joined.
    pub fn members(&self, group: usize) -> &[UnitId] {
        self.groups.get(group).map_or(&[], Vec::as_slice)
    }

    /// Whether none has a member.
    pub fn are_empty(&self) -> bool {
        self.groups.iter().all(Vec::is_empty)
    }

    /// Makes units the group.
    pub fn set(&mut self, group: usize, units: &[UnitId]) {
        self.groups[group] = units.to_vec();
    }

    /// Lets units join.
    pub fn add(&mut self, group: usize, units: &[UnitId]) {
        for &unit in units {
            if !self.groups[group].contains(&unit) {
                self.groups[group].push(unit);
            }
        }
    }

    /// Forgets units that there never were.
    pub fn retain(&mut self, lives: impl Fn(UnitId) -> bool) {
        self.groups.iter_mut().for_each(|group| group.retain(|&unit| lives(unit)));
    }

    /// Notes a recall at `now` (s); returns whether it is the second in short time.
    pub fn is_twice(&mut self, group: usize, now: f64) -> bool {
        let twice = self.last.is_some_and(|(last, time)| last == group && now - time < TWICE);
        self.last = (!twice).then_some((group, now));
        twice
    }
}

impl GroupDeed {
    /// What the modifiers make of a group's key.
    pub fn of(happening: &Happening) -> GroupDeed {
        match (happening.control, happening.shift, happening.alt) {
            (true, ..) => GroupDeed::Set,
            (_, true, _) => GroupDeed::Add,
            (_, _, true) => GroupDeed::Jump,
            _ => GroupDeed::Recall,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_join_a_group_once_and_leave_it_when_there_never_were_any() {
        let mut groups = ControlGroups::default();
        groups.set(2, &[UnitId(4), UnitId(1)]);
        groups.add(2, &[UnitId(1), UnitId(9)]);
        groups.retain(|unit| unit != UnitId(4));
        assert_eq!(groups.members(2), [UnitId(1), UnitId(9)]);
        assert!(groups.members(3).is_empty());
    }

    #[test]
    fn only_two_quick_recalls_of_one_group_count_as_twice() {
        let mut groups = ControlGroups::default();
        assert!(!groups.is_twice(0, 1.0));
        assert!(!groups.is_twice(1, 1.1));
        assert!(groups.is_twice(1, 1.3));
        assert!(!groups.is_twice(1, 1.4), "a third press begins anew");
        assert!(!groups.is_twice(1, 3.0));
    }
}
