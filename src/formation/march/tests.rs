use super::advance::CRAWL;
use super::*;
use crate::formation::assignment::{Aim, assign};
use crate::formation::shapes::{in_files, layout};
use crate::order::FormationShape;
use crate::time::DT;
use glam::Vec2;

const FREE: MarchSpeeds = MarchSpeeds { along: 60.0, aside: 0.0 };
const PERFECT: MarchProgress = MarchProgress { slowest: 60.0, acceleration: 240.0, lag: 0.0, course: FREE };

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
    let mut march =
        March::new(way(&[Vec2::new(400.0, 0.0), Vec2::new(400.0, 400.0)], |_| 200.0), in_files(24, 5, 20.0));
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
    for (open, within) in [(in_files(24, 5, 20.0), 3.0), (layout(FormationShape::Line, 36, 20.0, None), 6.0)]
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
            let stand = |i: usize| Vec2::new((i / side) as f32, (i % side) as f32) * 20.0 - Vec2::splat(50.0);
            let mut march =
                March::new(way(&[Vec2::new(2000.0, 0.0)], |_| 400.0), layout(shape, count, 20.0, None));
            let pairs: Vec<(Vec2, Vec2)> = (0..count).map(stand).zip(places(&march)).collect();
            let mut stood = vec![Vec2::ZERO; count];
            assign(&pairs, Aim::LeastSquares)
                .into_iter()
                .enumerate()
                .for_each(|(member, slot)| stood[slot] = stand(member));
            march.form_up(&stood);
            assert!(places(&march).iter().zip(&stood).all(|(place, stood)| place.distance(*stood) < 0.01));
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
