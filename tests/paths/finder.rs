//! Ways from place to place: free of walls for the true body, to the nearest place that can be reached,
//! queued and mended.

use crate::made::{bodies, circle, grid_of, maps};
use glam::{Vec2, vec2};
use muster::geometry::{Collider, gap};
use muster::grid::geometry::touch;
use muster::grid::{Grid, Tile};
use muster::path::crowd::StandingCrowd;
use muster::path::pull::{is_clear, length, touches};
use muster::path::{Path, PathQueue, Pathfinder, Trip, Urgency};
use proptest::prelude::*;

fn path(grid: &Grid, from: Vec2, to: Vec2, body: Collider) -> Option<Path> {
    let mut path = Path::default();
    Pathfinder::default().find_path(grid, from, to, body, &mut path).then_some(path)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000, max_global_rejects: 200_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_body_never_touches_a_wall_on_its_way(
        grid in maps(4..40, 0.4), body in bodies(), a in (0.0..1.0f32, 0.0..1.0f32), b in (0.0..1.0f32, 0.0..1.0f32),
    ) {
        let (from, to) = (Vec2::from(a) * grid.size(), Vec2::from(b) * grid.size());
        prop_assume!(grid.is_free(from, body));
        if let Some(path) = path(&grid, from, to, body) {
            let mut at = from;
            for &next in &path.waypoints {
                for part in 0..=50 {
                    let place = at.lerp(next, part as f32 / 50.0);
                    prop_assert!(grid.is_free(place, body), "in a wall at {} on {:?}", place, path);
                }
                at = next;
            }
            prop_assert!((path.short_by - at.distance(to)).abs() < 1e-3);
            prop_assert!((path.length - length(from, &path.waypoints)).abs() < 1e-3);
            // Less a quarter of what counts as touching: the sweep rounds otherwise than the places above.
            let slimmer = Collider { radius: body.radius - touch(grid.size()) / 4.0, ..body };
            prop_assert!(is_clear(&grid, from, &path.waypoints, slimmer));
        }
    }

    #[test]
    fn everybody_of_up_to_one_tile_who_stands_free_finds_onto_the_lattice(
        grid in maps(4..40, 0.4), radius in 1.0..15.0f32, a in (0.0..1.0f32, 0.0..1.0f32), b in (0.0..1.0f32, 0.0..1.0f32),
    ) {
        let (from, to) = (Vec2::from(a) * grid.size(), Vec2::from(b) * grid.size());
        prop_assume!(grid.is_free(from, circle(radius)));
        prop_assert!(path(&grid, from, to, circle(radius)).is_some());
    }

    #[test]
    fn the_same_questions_after_edits_get_the_answers_of_a_fresh_pathfinder(
        grid in maps(4..40, 0.4), edits in prop::collection::vec((0..40i32, 0..40i32, prop::bool::ANY), 1..40),
        a in (0.0..1.0f32, 0.0..1.0f32), b in (0.0..1.0f32, 0.0..1.0f32), radius in 3.0..40.0f32,
    ) {
        let mut grid = grid;
        let (from, to) = (Vec2::from(a) * grid.size(), Vec2::from(b) * grid.size());
        let (mut finder, mut answer) = (Pathfinder::default(), Path::default());
        for (column, row, blocked) in edits {
            grid.set_tile(column, row, if blocked { Tile::Rock } else { Tile::Ground });
            let found = finder.find_path(&grid, from, to, circle(radius), &mut answer);
            prop_assert_eq!(found.then(|| answer.clone()), path(&grid, from, to, circle(radius)));
        }
    }
}

#[test]
fn open_ground_is_crossed_in_one_straight_leg() {
    let grid = grid_of(&["........"; 8]);
    let (from, to) = (vec2(17.0, 22.0), vec2(201.0, 130.0));
    let path = path(&grid, from, to, circle(7.0)).unwrap();
    assert_eq!(path, Path { waypoints: vec![to], length: from.distance(to), short_by: 0.0 });
}

#[test]
fn a_pulled_way_round_a_corner_is_hardly_longer_than_the_taut_string() {
    let mut grid = grid_of(&["............................................"; 44]);
    for row in 0..40 {
        grid.set_tile(20, row, Tile::Rock);
    }
    let (from, to) = (vec2(15.0, 45.0), vec2(1300.0, 45.0));
    let path = path(&grid, from, to, circle(7.0)).unwrap();
    let taut = from.distance(vec2(600.0, 1207.0)) + 30.0 + vec2(630.0, 1207.0).distance(to);
    assert!(path.length < taut * 1.01, "{path:?} against {taut}");
    assert!(path.waypoints.len() <= 4);
}

#[test]
fn bigger_bodies_take_the_way_that_they_fit_through() {
    let grid = grid_of(&[
        "...#...", "...#...", ".......", // one tile wide
        "...#...", "...#...", "...#...", ".......", // two tiles wide
        ".......", "...#...",
    ]);
    let (from, to) = (vec2(45.0, 75.0), vec2(165.0, 75.0));
    let lowest = |radius: f32| {
        let path = path(&grid, from, to, circle(radius)).unwrap();
        assert_eq!(path.short_by, 0.0);
        path.waypoints.iter().fold(0.0, |lowest: f32, place| lowest.max(place.y))
    };
    assert_eq!(lowest(13.0), 75.0);
    assert_eq!(lowest(15.0), 75.0);
    assert!(lowest(16.0) > 180.0);
    assert!(lowest(20.0) > 180.0);
    assert!(path(&grid, from, to, circle(31.0)).unwrap().short_by > 60.0);
}

#[test]
fn what_cannot_be_reached_becomes_the_nearest_place_that_can() {
    let grid = grid_of(&["..........", "....#####.", "....#...#.", "....#...#.", "....#####.", ".........."]);
    let from = vec2(15.0, 15.0);
    let inside = path(&grid, from, vec2(165.0, 75.0), circle(7.0)).unwrap();
    // The row above the walls, up to the wall's edge less the radius.
    assert!((inside.waypoints.last().unwrap().distance(vec2(165.0, 23.0))) < 0.01, "{inside:?}");
    let rock = path(&grid, from, vec2(125.0, 75.0), circle(7.0)).unwrap();
    assert!(rock.waypoints.last().unwrap().distance(vec2(113.0, 75.0)) < 0.01, "{rock:?}");
    assert!(rock.short_by > 0.0);
}

#[test]
fn who_is_walled_in_goes_as_near_as_the_cell_allows() {
    let grid = grid_of(&["#####", "#..##", "#####", "....."]);
    let path = path(&grid, vec2(40.0, 45.0), vec2(135.0, 105.0), circle(7.0)).unwrap();
    assert!(path.waypoints.iter().all(|place| grid.is_free(*place, circle(7.0)) && place.y < 60.0));
    assert!(path.short_by > 0.0);
}

#[test]
fn who_fits_nowhere_gets_no_way() {
    let grid = grid_of(&["...", "...", "..."]);
    assert_eq!(path(&grid, vec2(45.0, 45.0), vec2(15.0, 15.0), circle(60.0)), None);
    assert_eq!(path(&grid_of(&["#"]), vec2(15.0, 15.0), vec2(3.0, 3.0), circle(7.0)), None);
}

#[test]
fn places_off_the_map_and_no_numbers_do_no_harm() {
    let grid = grid_of(&["....", ".##.", "...."]);
    for odd in [-1e9, 1e9, f32::NAN, f32::INFINITY] {
        path(&grid, vec2(15.0, 15.0), vec2(odd, 15.0), circle(7.0));
        path(&grid, vec2(odd, odd), vec2(15.0, 15.0), circle(20.0));
    }
}

#[test]
fn a_way_is_known_to_cross_an_edit_and_others_are_left_alone() {
    let mut grid = grid_of(&["........"; 8]);
    let (from, way) = (vec2(15.0, 45.0), [vec2(225.0, 45.0)]);
    let area = |column: f32, row: f32| (vec2(column, row) * 30.0, vec2(column + 1.0, row + 1.0) * 30.0);
    let (min, max) = area(4.0, 1.0);
    assert!(touches(from, &way, 7.0, min, max));
    let (other_min, other_max) = area(4.0, 3.0);
    assert!(!touches(from, &way, 7.0, other_min, other_max));
    grid.set_tile(4, 3, Tile::Rock);
    assert!(is_clear(&grid, from, &way, circle(7.0)));
    grid.set_tile(4, 1, Tile::Rock);
    assert!(!is_clear(&grid, from, &way, circle(7.0)));
}

#[test]
fn a_standing_crowd_is_walked_round_where_that_is_cheaper_and_through_where_it_is_not() {
    let grid = grid_of(&["..............."; 15]);
    let body = circle(10.0);
    let wall: Vec<_> = (0..8).map(|row| (vec2(225.0, 15.0 + 30.0 * row as f32), body)).collect();
    let (from, to) = (vec2(45.0, 105.0), vec2(405.0, 105.0));
    let trip = Trip { from, to, body };
    let dear = |bodies, price| StandingCrowd { bodies, price, limit: 100_000 };
    let mut way = Path::default();
    let mut finder = Pathfinder::default();
    assert!(finder.find_path_around(&grid, trip, &dear(&wall, 300.0), &mut way));
    assert!(way.length > from.distance(to) + 20.0);
    for part in 0..=100 {
        let mut at = from;
        for &next in &way.waypoints {
            let place = at.lerp(next, part as f32 / 100.0);
            assert!(wall.iter().all(|&(center, other)| gap(body, other, place - center) >= -0.001));
            at = next;
        }
    }
    assert!(finder.find_path_around(&grid, trip, &dear(&wall, 10.0), &mut way));
    assert!(way.length < from.distance(to) + 20.0);
    assert!(!finder.find_path_around(
        &grid,
        trip,
        &StandingCrowd { limit: 3, ..dear(&wall, 300.0) },
        &mut way
    ));
    // Nothing of an earlier crowd is left.
    assert!(finder.find_path_around(&grid, trip, &dear(&[], 300.0), &mut way));
    assert_eq!(way.waypoints, [to]);
}

/// A map on which no straight line leads across.
fn divided() -> Grid {
    let mut grid = grid_of(&["...................."; 20]);
    for row in 1..19 {
        grid.set_tile(10, row, Tile::Rock);
    }
    grid
}

fn served(queue: &mut PathQueue, grid: &Grid, budget: usize) -> Vec<u32> {
    let mut ids = Vec::new();
    queue.serve(grid, budget, |id, path| {
        assert!(path.is_some());
        ids.push(id);
    });
    ids
}

#[test]
fn requests_are_served_in_their_order_within_the_budget_of_each_tick() {
    let grid = divided();
    let mut queue = PathQueue::default();
    for id in [5, 3, 9, 1] {
        queue.request(
            id,
            vec2(45.0, 300.0),
            vec2(555.0, 300.0 - id as f32 * 30.0),
            circle(7.0),
            Urgency::Now,
        );
    }
    let mut all = Vec::new();
    let mut ticks = 0;
    while all.len() < 4 {
        all.extend(served(&mut queue, &grid, 5));
        ticks += 1;
        assert!(ticks < 1000);
    }
    assert_eq!(all, [5, 3, 9, 1]);
    assert!(ticks > 4, "more work than the budget is paid back: {ticks} ticks");
    assert!(served(&mut queue, &grid, 1_000_000).is_empty());
}

#[test]
fn equal_requests_share_an_answer() {
    let grid = divided();
    let mut finder = Pathfinder::default();
    let mut way = Path::default();
    let (from, to) = (vec2(45.0, 310.0), vec2(555.0, 310.0));
    finder.find_path(&grid, from, to, circle(7.0), &mut way);
    let first = finder.work();
    finder.find_path(&grid, from + 3.0, to - 2.0, circle(8.0), &mut way);
    assert!(finder.work() < first, "{} then {}", first, finder.work());
}

#[test]
fn a_newer_request_keeps_the_turn_and_a_cancelled_one_is_not_served() {
    let grid = divided();
    let mut queue = PathQueue::default();
    let (from, to) = (vec2(45.0, 300.0), vec2(555.0, 300.0));
    for id in 0..4 {
        queue.request(id, from, to, circle(7.0), Urgency::Now);
    }
    queue.request(0, from, vec2(75.0, 300.0), circle(7.0), Urgency::Now);
    queue.cancel(2);
    queue.cancel(77);
    let mut ends = Vec::new();
    queue.serve(&grid, usize::MAX, |id, path| ends.push((id, *path.unwrap().waypoints.last().unwrap())));
    assert_eq!(ends, [(0, vec2(75.0, 300.0)), (1, to), (3, to)]);
}

#[test]
fn who_only_hopes_for_a_shorter_way_waits_for_those_who_have_none() {
    let grid = divided();
    let mut queue = PathQueue::default();
    let (from, to) = (vec2(45.0, 300.0), vec2(555.0, 300.0));
    queue.request(1, from, to, circle(7.0), Urgency::Idle);
    queue.request(2, from, to, circle(7.0), Urgency::Now);
    queue.request(3, from, to, circle(7.0), Urgency::Idle);
    queue.request(3, from, to, circle(7.0), Urgency::Now);
    assert_eq!(served(&mut queue, &grid, usize::MAX), [2, 3, 1]);
}
