//! A query by A* of the `pathfinding` crate, by jump point search, and from place to place with the string
//! pulled, side by side. The MovingAI maps are taken where they are present (`shared/data/movingai` beside
//! the project); else maps of the same character are made.
//!
//! Each measurement answers the same twenty queries, spread evenly over the scenario file.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use muster::geometry::{Collider, Shape};
use muster::grid::{Grid, Tile};
use muster::path::jump::JumpSearch;
use muster::path::lattice::{Lattice, Node};
use muster::path::regions::Regions;
use muster::path::scenario::ScenarioFile;
use muster::path::{Path, Pathfinder, a_star};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

/// Queries of a measurement.
const QUERIES: usize = 20;

/// A map and queries on it.
struct Case {
    name: String,
    grid: Grid,
    queries: Vec<(Node, Node)>,
}

fn measure(criterion: &mut Criterion) {
    for Case { name, grid, queries } in cases() {
        let lattice = Lattice::new(&grid, 1);
        let mut group = criterion.benchmark_group(&name);
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(2));
        group.throughput(Throughput::Elements(queries.len() as u64));
        group.bench_function("pathfinding_astar", |bencher| {
            bencher.iter(|| {
                queries.iter().for_each(|&(from, to)| drop(black_box(a_star::find_path(&lattice, from, to))));
            });
        });
        let (mut search, mut turns) = (JumpSearch::default(), Vec::new());
        group.bench_function("jump_point_search", |bencher| {
            bencher.iter(|| {
                for &(from, to) in &queries {
                    black_box(search.find_path(&lattice, from, to, &mut turns));
                }
            });
        });
        let (mut finder, mut path) = (Pathfinder::default(), Path::default());
        let body = Collider { shape: Shape::Circle, radius: 7.0 };
        group.bench_function("place_to_place", |bencher| {
            bencher.iter(|| {
                // Forgotten, so that no answer is shared with the time before.
                finder.forget_answers();
                for &(from, to) in &queries {
                    black_box(finder.find_path(
                        &grid,
                        lattice.place(from),
                        lattice.place(to),
                        body,
                        &mut path,
                    ));
                }
            });
        });
        group.finish();
        let mut group = criterion.benchmark_group(&name);
        group.sample_size(10).measurement_time(Duration::from_secs(1));
        group.bench_function("lattice", |bencher| bencher.iter(|| Lattice::new(black_box(&grid), 1)));
        group.bench_function("regions", |bencher| bencher.iter(|| Regions::new(black_box(&lattice))));
    }
}

fn cases() -> Vec<Case> {
    let names = ["BigGameHunters", "Cauldron", "maze512-32-0", "random512-25-0"];
    let found: Vec<Case> = names.iter().filter_map(|name| read_case(name)).collect();
    if found.is_empty() {
        vec![made_case("made rocks", 400, 9), made_case("made noise", 65_536, 1)]
    } else {
        found
    }
}

fn read_case(name: &str) -> Option<Case> {
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let folders = project.ancestors().map(|folder| folder.join("shared/data/movingai"));
    let file = folders.map(|folder| folder.join(format!("{name}.map"))).find(|file| file.exists())?;
    let grid = Grid::from_movingai(&std::fs::read_to_string(&file).ok()?).ok()?;
    let scenario =
        ScenarioFile::parse(&std::fs::read_to_string(file.with_extension("map.scen")).ok()?).ok()?;
    let all: Vec<_> = scenario.queries.iter().map(|query| (query.start, query.goal)).collect();
    let queries = (0..QUERIES).map(|number| all[(2 * number + 1) * all.len() / (2 * QUERIES)]).collect();
    Some(Case { name: name.to_string(), grid, queries })
}

/// A map of 512 × 512 tiles with square rocks in places that a fixed sequence of numbers chooses.
fn made_case(name: &str, rocks: usize, side: i32) -> Case {
    let mut state = 1u64;
    let mut place = move || {
        let mut number = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i32 % 512
        };
        (number(), number())
    };
    let mut grid = Grid::new(512, 512, vec![Tile::Ground; 512 * 512]);
    for _ in 0..rocks {
        let (column, row) = place();
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            grid.set_tile(column + x, row + y, Tile::Rock);
        }
    }
    let regions = Regions::new(&Lattice::new(&grid, 1));
    let pairs = std::iter::repeat_with(|| (place(), place()));
    let connected =
        |(a, b): &(Node, Node)| regions.region(*a).is_some() && regions.region(*a) == regions.region(*b);
    let queries = pairs.filter(connected).take(QUERIES).collect();
    Case { name: name.to_string(), grid, queries }
}

criterion_group!(benches, measure);
criterion_main!(benches);
