//! Searching on lattices: jump point search against A*, regions and lattices against fresh ones.

use crate::made::maps;
use glam::{Vec2, vec2};
use muster::geometry::{Collider, Shape};
use muster::grid::{Grid, Tile};
use muster::path::a_star;
use muster::path::a_star::octile_cost;
use muster::path::jump::JumpSearch;
use muster::path::lattice::{Lattice, Node, STEPS, footprint};
use muster::path::regions::Regions;
use muster::path::scenario::length_of;
use proptest::prelude::*;

/// Maps that differ in the ways that matter to a search: noise, rooms and corridors, wide and word-crossing.
fn varied_maps() -> impl Strategy<Value = Grid> {
    let rooms = (
        20..150i32,
        20..90i32,
        prop::collection::vec((0..150i32, 0..90i32, 1..40i32, prop::bool::ANY), 0..60),
    );
    let rooms = rooms.prop_map(|(columns, rows, walls)| {
        let mut grid = Grid::new(columns, rows, vec![Tile::Ground; (columns * rows) as usize]);
        for (column, row, length, across) in walls {
            for step in 0..length {
                let (x, y) = if across { (step, 0) } else { (0, step) };
                grid.set_tile(column + x, row + y, Tile::Rock);
            }
        }
        grid
    });
    prop_oneof![maps(3..40, 0.5), maps(60..70, 0.5), rooms]
}

fn settings(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        max_global_rejects: 100_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn node_of(lattice: &Lattice, x: f64, y: f64) -> Node {
    ((x * lattice.width() as f64) as i32, (y * lattice.height() as f64) as i32)
}

/// Walks a way tile by tile: every step must be allowed. Returns its cost.
fn walk(lattice: &Lattice, turns: &[Node]) -> u64 {
    let mut cost = 0;
    for leg in turns.windows(2) {
        let (mut at, to) = (leg[0], leg[1]);
        let step = ((to.0 - at.0).signum(), (to.1 - at.1).signum());
        let direction = STEPS.iter().position(|&other| other == step).expect("a leg leads somewhere");
        while at != to {
            assert!(lattice.can_step(at, direction), "no step {step:?} from {at:?}");
            let next = (at.0 + step.0, at.1 + step.1);
            cost += octile_cost(at, next);
            at = next;
        }
    }
    cost
}

proptest! {
    #![proptest_config(settings(600))]

    #[test]
    fn jump_point_search_finds_ways_as_short_as_a_star_for_every_footprint(
        grid in varied_maps(), side in 1..=4i32, ends in prop::collection::vec((0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64), 12),
    ) {
        let lattice = Lattice::new(&grid, side);
        let mut search = JumpSearch::default();
        let mut turns = Vec::new();
        for (a, b, c, d) in ends {
            let (from, to) = (node_of(&lattice, a, b), node_of(&lattice, c, d));
            let expected = a_star::find_path(&lattice, from, to);
            let found = search.find_path(&lattice, from, to, &mut turns);
            prop_assert_eq!(found, expected.as_ref().map(|(_, cost)| *cost));
            if let Some(cost) = found {
                prop_assert_eq!((turns[0], turns[turns.len() - 1]), (from, to));
                prop_assert_eq!(walk(&lattice, &turns), cost);
                let tiles = expected.unwrap().0;
                prop_assert!((length_of(&turns) - length_of(&tiles)).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn waypoints_stand_only_where_the_way_turns(grid in varied_maps(), ends in (0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64)) {
        let lattice = Lattice::new(&grid, 1);
        let (from, to) = (node_of(&lattice, ends.0, ends.1), node_of(&lattice, ends.2, ends.3));
        let mut turns = Vec::new();
        JumpSearch::default().find_path(&lattice, from, to, &mut turns);
        for three in turns.windows(3) {
            let way = |a: Node, b: Node| ((b.0 - a.0).signum(), (b.1 - a.1).signum());
            prop_assert_ne!(way(three[0], three[1]), way(three[1], three[2]));
        }
    }

    #[test]
    fn lattices_and_regions_after_any_edits_equal_fresh_ones(
        grid in maps(3..24, 0.5), side in 1..=4i32, edits in prop::collection::vec((0..24i32, 0..24i32, prop::bool::ANY), 1..60),
    ) {
        let mut grid = grid;
        let mut lattice = Lattice::new(&grid, side);
        let mut regions = Regions::new(&lattice);
        for (column, row, blocked) in edits {
            grid.set_tile(column, row, if blocked { Tile::Rock } else { Tile::Ground });
            let mut turned = Vec::new();
            lattice.tile_changed(&grid, column, row, |node, free| turned.push((node, free)));
            turned.iter().for_each(|&(node, free)| regions.node_turned(node, free));
            regions.refresh(&lattice);
        }
        let fresh = Lattice::new(&grid, side);
        prop_assert_eq!(&lattice, &fresh);
        let expected = Regions::new(&fresh);
        // The names may differ, what they join may not.
        let mut pairs = std::collections::BTreeMap::new();
        let mut back = std::collections::BTreeMap::new();
        for node in (0..(fresh.width() * fresh.height()) as usize).map(|index| fresh.node(index)) {
            let (a, b) = (regions.region(node), expected.region(node));
            prop_assert_eq!(a.is_some(), fresh.is_free(node));
            prop_assert_eq!(*pairs.entry(a).or_insert(b), b);
            prop_assert_eq!(*back.entry(b).or_insert(a), a);
        }
    }

    #[test]
    fn nodes_share_a_region_exactly_if_there_is_a_way(grid in maps(3..20, 0.5), side in 1..=3i32, ends in (0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64)) {
        let lattice = Lattice::new(&grid, side);
        let regions = Regions::new(&lattice);
        let (from, to) = (node_of(&lattice, ends.0, ends.1), node_of(&lattice, ends.2, ends.3));
        prop_assume!(lattice.is_free(from) && lattice.is_free(to));
        prop_assert_eq!(regions.region(from) == regions.region(to), a_star::find_path(&lattice, from, to).is_some());
    }

    #[test]
    fn the_nearest_node_of_a_region_is_the_nearest(grid in maps(3..30, 0.5), side in 1..=3i32, x in -0.2..1.2f32, y in -0.2..1.2f32, of in 0.0..1.0f64) {
        let lattice = Lattice::new(&grid, side);
        let regions = Regions::new(&lattice);
        let place = vec2(x, y) * grid.size();
        let free: Vec<Node> = (0..(lattice.width() * lattice.height()) as usize)
            .map(|index| lattice.node(index)).filter(|&node| lattice.is_free(node)).collect();
        prop_assume!(!free.is_empty());
        let region = regions.region(free[(of * free.len() as f64) as usize]).unwrap();
        let distance = |node: Node| lattice.place(node).distance(place);
        let nearest = free.iter().filter(|&&node| regions.region(node) == Some(region)).map(|&node| distance(node)).fold(f32::MAX, f32::min);
        let found = regions.nearest(&lattice, region, place).unwrap();
        prop_assert_eq!(regions.region(found), Some(region));
        prop_assert_eq!(distance(found), nearest);
    }
}

fn grid_of(rows: &[&str]) -> Grid {
    let tiles =
        rows.concat().chars().map(|tile| if tile == '.' { Tile::Ground } else { Tile::Rock }).collect();
    Grid::new(rows[0].len() as i32, rows.len() as i32, tiles)
}

fn body(radius: f32) -> Collider {
    Collider { shape: Shape::Circle, radius }
}

#[test]
fn a_corner_is_never_cut() {
    let grid = grid_of(&[".#", ".."]);
    let lattice = Lattice::new(&grid, 1);
    let mut turns = Vec::new();
    JumpSearch::default().find_path(&lattice, (0, 0), (1, 1), &mut turns);
    assert_eq!(turns, [(0, 0), (0, 1), (1, 1)]);
}

#[test]
fn an_open_diagonal_is_one_leg() {
    let lattice = Lattice::new(&grid_of(&["....."; 5]), 1);
    let mut turns = Vec::new();
    JumpSearch::default().find_path(&lattice, (0, 0), (4, 4), &mut turns);
    assert_eq!(turns, [(0, 0), (4, 4)]);
}

#[test]
fn a_search_leaves_nothing_behind_for_the_next_on_another_lattice() {
    let (wide, narrow) =
        (Lattice::new(&grid_of(&["........"; 8]), 1), Lattice::new(&grid_of(&[".#.", "...", ".#."]), 1));
    let (mut search, mut turns) = (JumpSearch::default(), Vec::new());
    for _ in 0..70_000 {
        assert_eq!(search.find_path(&narrow, (0, 0), (2, 2), &mut turns), Some(4 * a_star::STRAIGHT));
    }
    assert_eq!(search.find_path(&wide, (0, 0), (7, 7), &mut turns), Some(7 * a_star::DIAGONAL));
}

#[test]
fn the_siege_engine_fits_the_one_tile_gap_and_a_radius_of_16_does_not() {
    let grid = grid_of(&["...#...", "...#...", ".......", "...#...", "...#..."]);
    let passes = |radius: f32| {
        let lattice = Lattice::new(&grid, footprint(body(radius)));
        let ends = [vec2(45.0, 75.0), vec2(165.0, 75.0)].map(|place: Vec2| lattice.nearest_node(place));
        a_star::find_path(&lattice, ends[0], ends[1]).is_some()
    };
    assert!(passes(13.0));
    assert!(passes(15.0));
    assert!(!passes(16.0));
    assert!(!passes(20.0));
}

#[test]
fn a_radius_of_20_walks_on_tile_corners_through_a_gap_of_two_tiles() {
    let grid = grid_of(&["...#...", ".......", ".......", "...#..."]);
    let lattice = Lattice::new(&grid, footprint(body(20.0)));
    let (path, _) = a_star::find_path(&lattice, (0, 1), (5, 1)).unwrap();
    for node in path {
        let place = lattice.place(node);
        assert_eq!((place.x % 30.0, place.y), (0.0, 60.0));
        assert!(grid.is_free(place, body(20.0)));
    }
}
