//! Folding: how many files of a formation fit through a way, and which slot each member then has.
//!
//! # Source
//! Beyond [article 003], which would stop and rebuild. Row 003.17: where the way is narrower than the
//! formation it folds into a column, and unfolds after.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

use super::shapes::{Layout, files_within};
use super::way::{SAMPLE_STEP, Way};
use glam::Vec2;

/// Room that a formation may miss on each side before it folds, px: rounding, and a member that brushes a
/// wall.
const FOLD_SLACK: f32 = 2.0;

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
        let room = room(way, at);
        is_narrow |= room < half;
        widest = widest.min(room).min((BEND * way.radius_at(at)).max(spacing));
        at += SAMPLE_STEP;
    }
    if is_narrow { Fold::Files(files_within(2.0 * widest, spacing)) } else { Fold::Open }
}

/// How far along a way, px, the last place before `to` lies that is too narrow for an open formation of this
/// `half` width (px); infinitely far back where there is none.
pub fn last_narrow(way: &Way, to: f32, half: f32) -> f32 {
    let mut at = to.min(way.length());
    while at >= 0.0 && room(way, at) >= half {
        at -= SAMPLE_STEP;
    }
    if at < 0.0 { f32::NEG_INFINITY } else { at }
}

/// Half of what there is at a distance: the way lies in the middle where it is narrow, px.
fn room(way: &Way, at: f32) -> f32 {
    let [left, right] = way.room_at(at);
    left.min(right) + FOLD_SLACK
}

/// Whether a formation is a front rather than a block.
pub(super) fn is_line(layout: &Layout) -> bool {
    layout.half.y > 2.0 * layout.half.x
}

/// A formation folded so that at most `files` go side by side; each slot is that of the open one with the
/// same index. Rank by rank, from the middle outwards, the members fall in: those in front stay in front.
///
/// The ranks of a line are too long for that: those of the outer files would have to run past those of the
/// inner ones. There the middle of all ranks leads as one body, and the files on both sides of it close in
/// behind it as the next.
pub fn folded(open: &Layout, files: usize) -> Layout {
    let (slots, spacing, files) = (&open.slots, open.spacing, files.max(1));
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by(|&a, &b| {
        let ranks = slots[b].x.total_cmp(&slots[a].x);
        ranks.then(slots[a].y.abs().total_cmp(&slots[b].y.abs())).then(a.cmp(&b))
    });
    let ranks = if is_line(open) {
        bodies(open, &order, files)
    } else {
        order.chunks(files).map(<[_]>::to_vec).collect()
    };
    let mut folded = vec![Vec2::ZERO; slots.len()];
    for (rank, mut members) in ranks.into_iter().enumerate() {
        members.sort_by(|&a, &b| slots[a].y.total_cmp(&slots[b].y).then(a.cmp(&b)));
        let middle = (members.len() - 1) as f32 / 2.0;
        for (file, &member) in members.iter().enumerate() {
            folded[member] = Vec2::new(-(rank as f32), file as f32 - middle) * spacing;
        }
    }
    Layout { center: open.center, ..Layout::new(folded, spacing) }
}

/// The ranks of a line folded into `files`, body by body; `order` lists its members from front to rear and in
/// a rank from the middle outwards.
fn bodies(open: &Layout, order: &[usize], files: usize) -> Vec<Vec<usize>> {
    let ranks: Vec<&[usize]> = order.chunk_by(|&a, &b| open.slots[a].x == open.slots[b].x).collect();
    let widest = ranks.iter().map(|rank| rank.len()).max().unwrap_or(1);
    let bodies = (0..widest).step_by(files);
    let part =
        |first: usize| ranks.iter().map(move |rank| rank.iter().skip(first).take(files).copied().collect());
    bodies.flat_map(part).filter(|rank: &Vec<usize>| !rank.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::shapes::{in_files, layout};
    use crate::order::FormationShape;

    fn way_with_room(room: impl Fn(f32) -> f32) -> Way {
        let mut way = Way::new(Vec2::ZERO, &[Vec2::new(800.0, 0.0)], 50.0);
        way.room = (0..way.points.len()).map(|i| [room(i as f32 * SAMPLE_STEP); 2]).collect();
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

    fn takes_every_place_once(layout: &Layout) {
        for (a, place) in layout.slots.iter().enumerate() {
            assert!(layout.slots[a + 1..].iter().all(|other| other.distance(*place) > 0.99 * layout.spacing));
        }
    }

    #[test]
    fn those_in_front_stay_in_front_when_it_folds() {
        let open = in_files(24, 5, 20.0);
        let folded = folded(&open, 2);
        assert_eq!((folded.slots.len(), folded.half), (24, Vec2::new(110.0, 10.0)));
        takes_every_place_once(&folded);
        for a in 0..24 {
            for b in 0..24 {
                let in_front = open.slots[a].x > open.slots[b].x;
                assert!(!in_front || folded.slots[a].x >= folded.slots[b].x, "{a} {b}");
            }
        }
    }

    #[test]
    fn the_middle_of_a_line_leads_and_its_ranks_stay_ranks() {
        for (count, files) in [(36, 4), (100, 4), (40, 3), (36, 1), (7, 7)] {
            let open = layout(FormationShape::Line, count, 20.0, None);
            let folded = folded(&open, files);
            takes_every_place_once(&folded);
            assert!(folded.half.y <= 10.0 * (files - 1) as f32);
            let ranks = 2.0 * open.half.x / 20.0 + 1.0;
            let bodies = (2.0 * open.half.y / 20.0 + 1.0) / files as f32;
            assert_eq!(folded.half.x, 10.0 * (ranks * bodies.ceil() - 1.0), "{count} in {files}");
            for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
                let (from, to) = (open.slots[a] - open.slots[b], folded.slots[a] - folded.slots[b]);
                assert!(from.y != 0.0 || from == to, "a file stays as it is");
                let is_farther_out = open.slots[a].y.abs() > open.slots[b].y.abs();
                assert!(from.x != 0.0 || !is_farther_out || to.x <= 0.0, "{a} {b}");
            }
        }
    }
}
