//! The march as geometry: an anchor walks along the way, and every member's place follows from where the
//! anchor is.
//!
//! The *front* is the distance along the way that the foremost rank has reached. An open formation stands
//! square to the way's chord, so in a turn the inner side goes slower and the outer side faster: it wheels. A
//! folded one, and any that is deeper than wide, follows the way's bends rank by rank like a column of march.
//!
//! Each member has a *commanded* place: how far along the way and how far aside. It moves towards the
//! member's slot no faster than the member can walk, and never backwards: one that is ahead of its slot waits
//! until the slot comes up. So folding and unfolding need no rules of their own, but one: the files may be
//! longer than the whole way, and who has not fallen in when the first unfold waits for its turn in them. At
//! the beginning members come from where they stood, all at once and straight, while the front goes on
//! already.
//!
//! # Source
//! [Article 003], "Formations": "we must replicate the same movement in every unit on the formation". The
//! article copies the commander's step; here the anchor's step is turned into one for each member, so that it
//! holds in turns.
//!
//! [article 003]: https://github.com/rodrigodpl/Group-movement-tutorial "2017-03-23"

mod advance;
mod placing;
mod veer;

use super::fold::Fold;
use super::shapes::Layout;
use super::way::Way;
use glam::Vec2;

/// A formation marches at this share of its slowest member's speed: what is left is for members to hold their
/// places with. Members that fall behind are waited for. At 0.965 every march takes 2 % longer.
pub const PACE: f32 = 0.985;

/// Where a member is commanded to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Commanded {
    /// Distance along the way, px.
    pub along: f32,
    /// Distance to the right of it, px.
    pub aside: f32,
}

/// A formation on its way. Lengths px, speeds px/s.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct March {
    /// Where it goes.
    pub way: Way,
    /// Its own shape.
    pub open: Layout,
    /// How it stands now.
    pub fold: Fold,
    /// The shape in which it stands while folded.
    folded: Layout,
    /// Distance along the way of the foremost rank.
    pub front: f32,
    /// How fast the front goes.
    pub speed: f32,
    /// Where the way was last too narrow for the open formation, px along it: members that are not there yet
    /// keep to their files.
    opens_at: f32,
    /// Where the front of the files would be that it had when it unfolded: those who are still in a narrow
    /// place or before it go on as its files, one after the other.
    files_front: f32,
    /// Where each slot's member is commanded to be, by slot of the open formation.
    pub commanded: Vec<Commanded>,
    /// How fast members come together from where they were when the order came, px/s, until they have.
    gathers: Option<f32>,
    /// 1: square to the chord; 0: every rank square to the way.
    square: f32,
    /// How far the whole formation is to the right of its way, px, to let others pass …
    veer: f32,
    /// … and how fast that grows, px/s.
    veering: f32,
    /// How far it has turned on the spot at the end of its way, radians clockwise.
    turned: f32,
}

/// How fast a formation may go on, px/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarchSpeeds {
    /// Along its way, at most.
    pub along: f32,
    /// To the right of it.
    pub aside: f32,
}

/// What the march needs to know of its members in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarchProgress {
    /// Top speed of the slowest, px/s.
    pub slowest: f32,
    /// Least acceleration, px/s².
    pub acceleration: f32,
    /// How far the worst of those who are not astray is off its commanded place, px.
    pub lag: f32,
    /// How fast it may go among others.
    pub course: MarchSpeeds,
}

impl March {
    /// A formation that stands with its middle at the start of the way.
    pub fn new(way: Way, open: Layout) -> March {
        let mut march = March {
            front: 0.0,
            folded: open.clone(),
            commanded: Vec::new(),
            way,
            open,
            fold: Fold::Open,
            speed: 0.0,
            opens_at: f32::NEG_INFINITY,
            files_front: 0.0,
            gathers: None,
            square: 1.0,
            veer: 0.0,
            veering: 0.0,
            turned: 0.0,
        };
        march.unfold();
        march.refold();
        if march.fold != Fold::Open {
            march.commanded = (0..march.commanded.len()).map(|slot| march.slot(slot)).collect();
            march.square = 0.0;
        }
        march
    }

    /// Stands in its own shape again, with its middle at the start of the way, until it goes on.
    pub fn unfold(&mut self) {
        self.fold = Fold::Open;
        self.opens_at = f32::NEG_INFINITY;
        self.front = self.open.half.x;
        self.commanded = self.open.slots.iter().map(|s| Commanded { along: s.x, aside: s.y }).collect();
        self.square = if is_deep(&self.open) { 0.0 } else { 1.0 };
    }

    /// Everybody comes from where it stands, while the front goes on; `stood` are the places on the map, px,
    /// of each slot's member.
    pub fn form_up(&mut self, stood: &[Vec2]) {
        let ((center, forward), middle) = (self.bearing(), self.middle());
        let seen = |&place: &Vec2| Commanded {
            along: middle + forward.dot(place - center),
            aside: forward.perp_dot(place - center),
        };
        self.commanded = stood.iter().map(seen).collect();
        self.square = 1.0;
        self.gathers = Some(0.0);
    }

    /// Takes another way, which starts at the middle of the formation.
    pub fn reroute(&mut self, way: Way) {
        // The new way starts where the middle is.
        let shift = self.middle();
        self.commanded.iter_mut().for_each(|commanded| commanded.along -= shift);
        self.front -= shift;
        self.opens_at -= shift;
        self.files_front -= shift;
        (self.veer, self.veering) = (0.0, 0.0);
        self.way = way;
    }

    /// The shape in which it stands now.
    pub fn layout(&self) -> &Layout {
        match self.fold {
            Fold::Open => &self.open,
            Fold::Files(_) => &self.folded,
        }
    }

    /// How far the front goes: until the middle of the open formation is at the end, or, folded, the front.
    pub fn end(&self) -> f32 {
        match self.fold {
            Fold::Open => self.way.length() + self.open.half.x,
            Fold::Files(_) => self.way.length(),
        }
    }

    /// Whether the front is where it goes and everybody has been commanded to its place. One that keeps aside of
    /// another there is done, too: two that end among each other would keep each other aside for ever.
    pub fn is_done(&self) -> bool {
        self.front >= self.end() - 0.01 && (self.fold != Fold::Open || !self.is_changing())
    }

    /// The slot of a member of the open formation, as it stands now: along the way, and aside. One that is
    /// not yet out of a narrow place comes up in its file.
    pub fn slot(&self, slot: usize) -> Commanded {
        let in_file = self.folded.slots[slot];
        let (layout, place) = match self.fold {
            Fold::Open => (&self.open, self.open.slots[slot]),
            Fold::Files(_) => (&self.folded, in_file),
        };
        let aside = if self.is_out(slot) { place.y } else { in_file.y };
        Commanded { along: self.front - layout.half.x + place.x, aside }
    }

    /// Whether a member has been out of the narrow place since the formation unfolded.
    fn is_out(&self, slot: usize) -> bool {
        self.commanded.get(slot).is_none_or(|commanded| commanded.along >= self.opens_at)
    }

    /// While it is folded, the member of the first slot of each pair takes the place of the second's.
    pub fn swap_in_files(&mut self, changes: &[(usize, usize)]) {
        let (files, commanded) = (self.folded.slots.clone(), self.commanded.clone());
        for &(slot, other) in changes {
            (self.folded.slots[slot], self.commanded[slot]) = (files[other], commanded[other]);
        }
    }

    fn middle(&self) -> f32 {
        self.front - self.layout().half.x
    }
}

/// Whether a formation is a column rather than a front.
fn is_deep(layout: &Layout) -> bool {
    layout.half.x > 2.0 * layout.half.y
}

#[cfg(test)]
mod tests {
    use super::advance::CRAWL;
    use super::*;
    use crate::formation::assignment::{Aim, assign};
    use crate::formation::shapes::{in_files, layout};
    use crate::order::FormationShape;
    use crate::time::DT;
    use glam::Vec2;

    const FREE: MarchSpeeds = MarchSpeeds { along: 60.0, aside: 0.0 };
    const PERFECT: MarchProgress =
        MarchProgress { slowest: 60.0, acceleration: 240.0, lag: 0.0, course: FREE };

    fn way(waypoints: &[Vec2], room: impl Fn(Vec2) -> f32) -> Way {
        let mut way = Way::new(Vec2::ZERO, waypoints, 60.0);
        way.room = way.points.iter().map(|&place| [room(place); 2]).collect();
        way
    }

    fn places(march: &March) -> Vec<Vec2> {
        (0..march.open.slots.len()).map(|slot| march.place(slot)).collect()
    }

    /// Runs to the end and returns the fastest step of anybody, px/s.
    fn run(march: &mut March, mut look: impl FnMut(&March)) -> f32 {
        let mut fastest = 0.0f32;
        for _ in 0..6000 {
            let before = places(march);
            march.advance(PERFECT);
            look(march);
            let steps = before.iter().zip(places(march)).map(|(a, b)| a.distance(b) / DT);
            fastest = steps.fold(fastest, f32::max);
            if march.is_done() && march.speed == 0.0 {
                break;
            }
        }
        fastest
    }

    #[test]
    fn on_a_straight_way_everybody_moves_alike_and_ends_around_the_goal() {
        let goal = Vec2::new(600.0, 0.0);
        let open = layout(FormationShape::Wedge, 24, 20.0, None);
        let mut march = March::new(way(&[goal], |_| 200.0), open.clone());
        let fastest = run(&mut march, |march| {
            let (center, forward) = march.bearing();
            for (slot, place) in places(march).into_iter().enumerate() {
                let offset = open.slots[slot];
                assert!(place.distance(center + forward * offset.x + forward.perp() * offset.y) < 0.01);
            }
        });
        assert!(fastest <= 60.0 * PACE + 0.1, "{fastest}");
        for (slot, place) in places(&march).into_iter().enumerate() {
            assert!(place.distance(goal + open.slots[slot]) < 0.05);
        }
    }

    #[test]
    fn it_wheels_with_the_inner_side_slower_and_nobody_faster_than_it_can() {
        let mut march = March::new(
            way(&[Vec2::new(400.0, 0.0), Vec2::new(400.0, 400.0)], |_| 200.0),
            in_files(24, 5, 20.0),
        );
        let (mut inner, mut outer) = (0.0, 0.0);
        let mut before = places(&march);
        let fastest = run(&mut march, |march| {
            let now = places(march);
            // Slot 0 is front left, slot 4 front right, which is inside in this turn.
            outer += now[0].distance(before[0]);
            inner += now[4].distance(before[4]);
            before = now;
        });
        assert!(fastest <= 60.0, "{fastest}");
        assert!(outer > inner + 80.0, "{outer} {inner}");
        assert!(march.bearing().1.distance(Vec2::Y) < 0.01);
    }

    #[test]
    fn it_folds_through_a_gap_and_unfolds_behind_it() {
        let gap = |place: Vec2| if (500.0..530.0).contains(&place.x) { 23.0 } else { 300.0 };
        let goal = Vec2::new(1200.0, 0.0);
        for (open, within) in
            [(in_files(24, 5, 20.0), 3.0), (layout(FormationShape::Line, 36, 20.0, None), 6.0)]
        {
            let mut march = March::new(way(&[goal], gap), open.clone());
            let mut changes = 0.0;
            let fastest = run(&mut march, |march| {
                let places = places(march);
                for (i, a) in places.iter().enumerate() {
                    assert!(!(500.0..530.0).contains(&a.x) || a.y.abs() <= 25.1, "{a}");
                    assert!(places[i + 1..].iter().all(|b| a.distance(*b) > 1.0));
                }
                let is_out = places.iter().all(|place| place.x > 530.0);
                changes += if is_out && march.is_changing() { DT } else { 0.0 };
            });
            assert!(fastest <= 60.0, "{fastest}");
            assert_eq!(march.fold, Fold::Open);
            assert!(changes <= within, "in shape {changes} s after the last is out");
            for (slot, place) in places(&march).into_iter().enumerate() {
                assert!(place.distance(goal + open.slots[slot]) < 0.05);
            }
        }
    }

    #[test]
    fn who_has_not_fallen_in_when_it_unfolds_still_comes_through_in_file() {
        // The files would be twice as long as the way.
        let gap = |place: Vec2| if (300.0..330.0).contains(&place.x) { 8.0 } else { 300.0 };
        let (goal, open) = (Vec2::new(600.0, 0.0), in_files(64, 8, 20.0));
        let mut march = March::new(way(&[goal], gap), open.clone());
        run(&mut march, |march| {
            // Two files fit: two ranks, and those of a rank who come from the side fall back to the next.
            let inside = places(march).into_iter().filter(|at| (300.0..330.0).contains(&at.x)).count();
            assert!(inside <= 8, "{inside} at once");
        });
        for (place, slot) in places(&march).into_iter().zip(open.slots) {
            assert!(place.distance(goal + slot) < 3.2, "the last few px they go by themselves: {place}");
        }
    }

    #[test]
    fn who_changes_places_in_the_files_unfolds_into_its_own_slot() {
        let gap = |place: Vec2| if (500.0..900.0).contains(&place.x) { 23.0 } else { 300.0 };
        let (goal, open) = (Vec2::new(1500.0, 0.0), in_files(24, 5, 20.0));
        let mut march = March::new(way(&[goal], gap), open.clone());
        while march.front < 700.0 {
            march.advance(PERFECT);
        }
        let (one, other) = (march.place(3), march.place(9));
        march.swap_in_files(&[(3, 9), (9, 3)]);
        assert_eq!((march.place(3), march.place(9)), (other, one));
        run(&mut march, |_| ());
        for (place, slot) in places(&march).into_iter().zip(open.slots) {
            assert!(place.distance(goal + slot) < 0.05);
        }
    }

    #[test]
    fn members_that_gather_while_it_sets_out_keep_apart_and_none_goes_faster_than_it_can() {
        for shape in [
            FormationShape::Line,
            FormationShape::Column,
            FormationShape::Box,
            FormationShape::Wedge,
            FormationShape::Circle,
        ] {
            for side in [4, 6] {
                let count = side * side;
                let stand =
                    |i: usize| Vec2::new((i / side) as f32, (i % side) as f32) * 20.0 - Vec2::splat(50.0);
                let mut march =
                    March::new(way(&[Vec2::new(2000.0, 0.0)], |_| 400.0), layout(shape, count, 20.0, None));
                let pairs: Vec<(Vec2, Vec2)> = (0..count).map(stand).zip(places(&march)).collect();
                let mut stood = vec![Vec2::ZERO; count];
                assign(&pairs, Aim::LeastSquares)
                    .into_iter()
                    .enumerate()
                    .for_each(|(member, slot)| stood[slot] = stand(member));
                march.form_up(&stood);
                assert!(
                    places(&march).iter().zip(&stood).all(|(place, stood)| place.distance(*stood) < 0.01)
                );
                let (mut nearest, mut seconds) = (f32::INFINITY, 0.0);
                let fastest = run(&mut march, |march| {
                    if march.gathers.is_none() {
                        return;
                    }
                    seconds += DT;
                    let places = places(march);
                    for (i, a) in places.iter().enumerate() {
                        nearest = places[i + 1..].iter().map(|b| a.distance(*b)).fold(nearest, f32::min);
                    }
                });
                assert!(fastest <= 60.0, "{shape:?} of {count}: {fastest} px/s");
                assert!(nearest >= 14.0, "{shape:?} of {count}: {nearest} px from centre to centre");
                assert!(seconds <= 7.0, "{shape:?} of {count}: {seconds} s");
            }
        }
    }

    #[test]
    fn it_slows_down_for_who_lags_but_never_stops_for_ever() {
        let mut march = March::new(way(&[Vec2::new(2000.0, 0.0)], |_| 200.0), in_files(9, 3, 20.0));
        for _ in 0..60 {
            march.advance(MarchProgress { lag: 1000.0, ..PERFECT });
        }
        assert!((march.speed - CRAWL * PACE * 60.0).abs() < 0.1, "{}", march.speed);
    }
}
