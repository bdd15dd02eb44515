//! Geometry of colliders against walls, held against slow and plain versions of the same questions.

use crate::made::{bodies, circle, grid_of, maps, square};
use glam::{Vec2, vec2};
use muster::geometry::{Collider, Shape};
use muster::grid::available::{find_nearest_available, is_occupied};
use muster::grid::{CLEAR_CAP, Grid, TILE, Tile};
use proptest::prelude::*;

/// The depth in walls and over the rim, from the definition, over every tile within reach.
fn depth_by_definition(grid: &Grid, center: Vec2, body: Collider) -> f32 {
    let mut depth = 0.0f32;
    let (column, row) = Grid::tile_at(center);
    for r in row - 3..=row + 3 {
        for c in column - 3..=column + 3 {
            if grid.is_blocked(c, r) {
                let beyond = (center - Grid::center_of(c, r)).abs() - TILE / 2.0;
                let distance = match body.shape {
                    Shape::Circle => beyond.max(Vec2::ZERO).length(),
                    Shape::Square => beyond.max_element(),
                };
                depth = depth.max(body.radius - distance);
            }
        }
    }
    depth
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000, max_global_rejects: 100_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_place_is_free_exactly_where_no_wall_is_nearer_than_the_radius(
        grid in maps(4..14, 0.5), body in bodies(), x in 0.0..1.0f32, y in 0.0..1.0f32,
    ) {
        let center = vec2(x, y) * grid.size();
        let depth = depth_by_definition(&grid, center, body);
        prop_assume!((depth - 0.002).abs() > 0.001);
        prop_assert_eq!(grid.is_free(center, body), depth < 0.002, "depth {}", depth);
    }

    #[test]
    fn a_collider_is_free_after_its_free_run_and_meets_something_just_beyond(
        grid in maps(4..14, 0.5), body in bodies(), x in 0.0..1.0f32, y in 0.0..1.0f32, angle in 0.0..6.3f32, limit in 0.1..900.0f32,
    ) {
        let from = vec2(x, y) * grid.size();
        prop_assume!(grid.is_free(from, body));
        let direction = Vec2::from_angle(angle);
        let run = grid.free_run(from, direction, body, limit);
        prop_assert!((0.0..=limit).contains(&run));
        for part in 0..=20 {
            let place = from + direction * run * (part as f32 / 20.0);
            prop_assert!(grid.is_free(place, body), "not free at {} of {}", part as f32 / 20.0 * run, run);
        }
        // What stops it is real: it is in it where it stops, or soon after. A corner that is grazed may be left
        // again within one of these steps.
        let beyond = (0..=2000).map(|step| from + direction * (run + step as f32 * 0.01));
        let deepest = beyond.map(|place| depth_by_definition(&grid, place, body)).fold(0.0, f32::max);
        prop_assert!(run > limit - 0.01 || deepest > 0.0005, "stopped at {} of {} for depth {}", run, limit, deepest);
        prop_assert_eq!(grid.line_is_free(from, from + direction * run * 0.99, body), true);
    }

    #[test]
    fn whoever_is_in_a_wall_never_gets_deeper_by_its_free_run(
        grid in maps(4..14, 0.5), body in bodies(), x in 0.0..1.0f32, y in 0.0..1.0f32, angle in 0.0..6.3f32,
    ) {
        let from = vec2(x, y) * grid.size();
        let (column, row) = Grid::tile_at(from);
        prop_assume!(!grid.is_blocked(column, row));
        let direction = Vec2::from_angle(angle);
        let run = grid.free_run(from, direction, body, 100.0);
        let before = grid.wall_depth(from, body).max(0.002);
        for part in 1..=10 {
            let place = from + direction * run * (part as f32 / 10.0);
            prop_assert!(grid.wall_depth(place, body) <= before + 0.002);
        }
    }

    #[test]
    fn clear_tiles_after_any_edits_equal_those_of_a_fresh_map(
        grid in maps(4..14, 0.5), edits in prop::collection::vec((0..14i32, 0..14i32, prop::bool::ANY), 0..40),
    ) {
        let mut grid = grid;
        for (column, row, blocked) in edits {
            grid.set_tile(column, row, if blocked { Tile::Rock } else { Tile::Ground });
        }
        let fresh = Grid::new(grid.columns(), grid.rows(), grid.tiles().to_vec());
        for row in -1..=grid.rows() {
            for column in -1..=grid.columns() {
                let nearest = (0..CLEAR_CAP as i32).find(|&reach| {
                    (-reach..=reach).any(|y| (-reach..=reach).any(|x| grid.is_blocked(column + x, row + y)))
                });
                let expected = nearest.map_or(CLEAR_CAP, |reach| reach as u8);
                prop_assert_eq!(grid.clear_tiles(column, row), expected);
                prop_assert_eq!(fresh.clear_tiles(column, row), expected);
            }
        }
    }
}

#[test]
fn a_circle_of_radius_15_passes_a_corridor_of_one_tile_and_one_of_16_does_not() {
    let grid = grid_of(&["#######", ".......", "#######"]);
    assert!(grid.line_is_free(vec2(15.0, 45.0), vec2(195.0, 45.0), circle(15.0)));
    assert!(grid.line_is_free(vec2(15.0, 45.0), vec2(195.0, 45.0), square(15.0)));
    assert!(!grid.line_is_free(vec2(15.0, 45.0), vec2(195.0, 45.0), circle(16.0)));
    assert!(!grid.is_free(vec2(45.0, 45.0), circle(16.0)));
}

#[test]
fn a_circle_rounds_a_corner_that_stops_a_square() {
    let grid = grid_of(&["...", ".#.", "..."]);
    let from = vec2(28.0, 15.0);
    let direction = vec2(-1.0, 1.0).normalize();
    assert_eq!(grid.free_run(from, direction, circle(10.0), 20.0), 20.0);
    let place = vec2(22.0, 22.0); // 11.3 px from the corner at (30, 30), 8 px along each axis
    assert!(grid.is_free(place, circle(10.0)));
    assert!(!grid.is_free(place, square(10.0)));
}

#[test]
fn whoever_sticks_out_over_the_rim_moves_inward_and_along_it_but_not_outward() {
    let grid = grid_of(&["....", "....", "...."]);
    let from = vec2(3.0, 45.0);
    assert!(!grid.is_free(from, circle(7.0)));
    assert_eq!(grid.free_run(from, vec2(1.0, 0.0), circle(7.0), 20.0), 20.0);
    assert_eq!(grid.free_run(from, vec2(0.0, 1.0), circle(7.0), 20.0), 20.0);
    assert_eq!(grid.free_run(from, vec2(-1.0, 0.0), circle(7.0), 20.0), 0.0);
    assert_eq!(grid.wall_depth(from, circle(7.0)), 0.0);
}

#[test]
fn whoever_stands_in_a_wall_slides_along_it_and_out_of_it() {
    let grid = grid_of(&["....", "....", "####"]);
    let from = vec2(45.0, 55.0); // the wall begins at y = 60
    assert_eq!(grid.wall_depth(from, circle(7.0)), 2.0);
    assert_eq!(grid.free_run(from, vec2(1.0, 0.0), circle(7.0), 50.0), 50.0);
    assert_eq!(grid.free_run(from, vec2(0.0, -1.0), circle(7.0), 20.0), 20.0);
    assert!(grid.free_run(from, vec2(0.0, 1.0), circle(7.0), 20.0) < 1e-6);
}

#[test]
fn places_that_are_no_numbers_do_no_harm() {
    let grid = grid_of(&["..", ".."]);
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        grid.is_free(vec2(odd, 0.0), circle(60.0));
        grid.wall_depth(vec2(0.0, odd), circle(7.0));
        grid.free_run(vec2(odd, odd), vec2(odd, 1.0), square(7.0), odd);
        grid.line_is_free(vec2(1.0, 1.0), vec2(odd, 1.0), circle(7.0));
        find_nearest_available(&grid, vec2(odd, 1.0), circle(7.0), &[]);
    }
}

#[test]
fn the_nearest_available_tile_is_found_past_a_standing_crowd() {
    let grid = grid_of(&["......", "......", "......", "......"]);
    let body = circle(13.0);
    let mut crowd = Vec::new();
    for expected in [vec2(45.0, 45.0), vec2(45.0, 15.0), vec2(15.0, 45.0)] {
        let found = find_nearest_available(&grid, vec2(44.0, 44.0), body, &crowd);
        assert_eq!(found, Some(expected));
        assert!(!is_occupied(&grid, expected, body, &crowd));
        crowd.push((expected, body));
        assert!(is_occupied(&grid, expected, body, &crowd));
    }
}

#[test]
fn a_broken_map_file_is_refused_with_its_line() {
    let line_of = |text: &str| Grid::from_movingai(text).unwrap_err().line;
    assert_eq!(line_of(""), 1);
    assert_eq!(line_of("type octile\nheight 1\nwidth 0\nmap\n"), 3);
    assert_eq!(line_of("type octile\nheight 1\nmap\n."), 3);
    assert_eq!(line_of("type octile\nheight 2\nwidth 1\nmap\n."), 6);
    assert_eq!(line_of("type octile\nheight 1\nwidth 1\nmap\n.\n."), 6);
    assert_eq!(line_of("type tile\n"), 1);
    assert_eq!(line_of("type octile\nheight 99999999999\nwidth 1\nmap\n"), 2);
    let read = Grid::from_movingai("type octile\r\nwidth 2\r\nheight 1\r\nmap\r\nG@\r\n\r\n").unwrap();
    assert_eq!(read.tiles(), [Tile::Ground, Tile::Rock]);
}
