//! Folding: how many files of a formation fit through a way, and which slot each member then has.
//!
//! # Source
//! Beyond article 003, which would stop and rebuild. Row 003.17: where the way is narrower than the formation
//! it folds into a column, and unfolds after.

use super::shapes::{Layout, files_within, in_files};
use super::way::{STEP, Way};

/// Room that a formation may miss on each side before it folds, px: rounding, and a member that brushes a
/// wall.
const SLACK: f32 = 2.0;

/// Greatest half width of a folded formation as a share of the radius of a bend: its ranks turn one by one,
/// and in the innermost file they come that much closer to each other.
const BEND: f32 = 0.4;

/// How a formation stands: in its own shape, or in so many files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Fold {
    /// In ranks of so many files.
    Files(usize),
    /// As ordered.
    Open,
}

/// What fits between two distances on a way: the open formation if its `half` width does everywhere, for it
/// wheels as one; else the files of the narrowest place and the sharpest bend.
pub fn fits(way: &Way, from: f32, to: f32, half: f32, spacing: f32) -> Fold {
    let (mut is_narrow, mut widest, mut at) = (false, f32::INFINITY, from.max(0.0));
    let end = to.min(way.length());
    while at <= end {
        let [left, right] = way.room_at(at);
        // Samples lie in the middle, so twice the lesser side is what there is.
        let room = left.min(right) + SLACK;
        is_narrow |= room < half;
        widest = widest.min(room).min((BEND * way.radius_at(at)).max(spacing));
        at += STEP;
    }
    if is_narrow { Fold::Files(files_within(2.0 * widest, spacing)) } else { Fold::Open }
}

/// A folded formation and its slot for each slot of the open one. Rank by rank, from the middle outwards, the
/// members fall in: those in front stay in front, and those of the outer files come in behind the ones beside
/// them.
pub fn folded(open: &Layout, files: usize) -> (Layout, Vec<usize>) {
    let mut layout = in_files(open.slots.len(), files, open.spacing);
    let slot = |index: usize| open.slots[index];
    let mut order: Vec<usize> = (0..open.slots.len()).collect();
    order.sort_by(|&a, &b| {
        let ranks = slot(b).x.total_cmp(&slot(a).x);
        ranks.then(slot(a).y.abs().total_cmp(&slot(b).y.abs())).then(a.cmp(&b))
    });
    let mut slots = vec![0; order.len()];
    for (rank, members) in order.chunks_mut(files.max(1)).enumerate() {
        members.sort_by(|&a, &b| slot(a).y.total_cmp(&slot(b).y).then(a.cmp(&b)));
        members.iter().enumerate().for_each(|(file, &member)| slots[member] = rank * files.max(1) + file);
    }
    layout.center = slots.get(open.center).copied().unwrap_or(0);
    (layout, slots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    fn way_with_room(room: impl Fn(f32) -> f32) -> Way {
        let mut way = Way::new(Vec2::ZERO, &[Vec2::new(800.0, 0.0)], 50.0);
        way.room = (0..way.points.len()).map(|i| [room(i as f32 * STEP); 2]).collect();
        way
    }

    #[test]
    fn a_way_that_is_wide_enough_is_not_folded_for() {
        assert_eq!(fits(&way_with_room(|_| 40.0), 0.0, 800.0, 40.0, 20.0), Fold::Open);
    }

    #[test]
    fn the_narrowest_place_says_how_many_files_fit() {
        let way = way_with_room(|at| if (300.0..330.0).contains(&at) { 23.0 } else { 90.0 });
        assert_eq!(fits(&way, 0.0, 200.0, 40.0, 20.0), Fold::Open);
        assert_eq!(fits(&way, 0.0, 400.0, 40.0, 20.0), Fold::Files(3));
        assert_eq!(fits(&way_with_room(|_| 0.0), 0.0, 400.0, 40.0, 20.0), Fold::Files(1));
    }

    #[test]
    fn a_bend_narrows_a_folded_formation_but_does_not_fold_an_open_one() {
        let mut way = Way::new(Vec2::ZERO, &[Vec2::new(400.0, 0.0), Vec2::new(400.0, 400.0)], 100.0);
        way.room = vec![[90.0; 2]; way.points.len()];
        assert_eq!(fits(&way, 0.0, 700.0, 90.0, 20.0), Fold::Open);
        assert_eq!(fits(&way, 0.0, 200.0, 100.0, 20.0), Fold::Files(10));
        // 40 px to each side of an arc of 100 px.
        assert_eq!(fits(&way, 0.0, 700.0, 100.0, 20.0), Fold::Files(5));
    }

    #[test]
    fn those_in_front_stay_in_front_when_it_folds() {
        let open = in_files(24, 5, 20.0);
        let (layout, slots) = folded(&open, 2);
        assert_eq!(layout.slots.len(), 24);
        let mut once = slots.clone();
        once.sort_unstable();
        assert_eq!(once, (0..24).collect::<Vec<_>>());
        for a in 0..24 {
            for b in 0..24 {
                let in_front = open.slots[a].x > open.slots[b].x;
                assert!(!in_front || layout.slots[slots[a]].x >= layout.slots[slots[b]].x, "{a} {b}");
            }
        }
    }
}
