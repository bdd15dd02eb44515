//! What an order to many units costs: the assignment alone, the whole first tick (path, places, assignment)
//! of an order to a group and to a formation, and the longest tick after what a player can ask for at most:
//! thousands of formations, a group of 200,000, sixty edits in a crowd.

use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, criterion_group, criterion_main};
use glam::Vec2;
use muster::formation::{
    assignment::{Aim, assign},
    shapes::layout,
};
use muster::grid::{Area, Tile};
use muster::ids::UnitId;
use muster::level::Level;
use muster::order::{Command, FormationShape, Manner, Order};
use muster::sim::{Options, Sim};
use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

const COUNTS: [usize; 4] = [20, 100, 200, 500];

fn assignment(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("assignment");
    group.sample_size(20).measurement_time(Duration::from_secs(2));
    for count in COUNTS {
        let slots = layout(FormationShape::Box, count, 20.0, None).slots;
        // In place, but loosely: the hard case.
        let members: Vec<Vec2> = (0..count)
            .map(|i| {
                Vec2::new((i * 7919 % 1009) as f32, (i * 104_729 % 997) as f32) * (count as f32).sqrt() / 50.0
            })
            .collect();
        let pairs: Vec<(Vec2, Vec2)> = members.into_iter().zip(slots).collect();
        group.bench_with_input(BenchmarkId::from_parameter(count), &count, |bencher, _| {
            bencher.iter(|| black_box(assign(&pairs, Aim::LeastTotal)));
        });
    }
}

fn orders(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("order");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for shape in ["none", "box", "line"] {
        for count in [100, 500] {
            let game = game(count, shape);
            group.bench_with_input(BenchmarkId::new(shape, count), &count, |bencher, _| {
                bencher.iter_batched_ref(
                    || Sim::new(&game, &Options::default()),
                    Sim::tick,
                    BatchSize::LargeInput,
                );
            });
        }
    }
}

fn game(count: usize, shape: &str) -> Level {
    let rock = |x: usize, y: usize| (x % 40 == 30 && !(40..60).contains(&y)) || (x % 13 == 5 && y % 17 == 3);
    let tiles: Vec<String> =
        (0..100).map(|y| (0..160).map(|x| if rock(x, y) && x > 25 { '#' } else { '.' }).collect()).collect();
    let level = serde_json::json!({ "format": 1, "name": "order", "map": { "tiles": tiles },
        "units": [{ "kind": "infantry", "team": "red",
                    "block": { "from": [2, 20], "columns": 20, "rows": count / 20, "spacing": 30 } }],
        "orders": [{ "who": "all", "do": "move", "to": [140.5, 55.5], "formation": shape }] });
    Level::parse(&level.to_string(), "order.json", None).expect("a sound level")
}

/// The longest tick of a game in the second after something was asked of it, of as many games as criterion
/// wants.
fn longest_tick(iterations: u64, game: &Level, ask: impl Fn(&mut Sim)) -> Duration {
    let longest = |_| {
        let mut sim = Sim::new(game, &Options::default());
        sim.tick();
        ask(&mut sim);
        let tick = |_| {
            let start = Instant::now();
            sim.tick();
            start.elapsed()
        };
        (0..30).map(tick).max().unwrap_or_default()
    };
    (0..iterations).map(longest).sum()
}

fn order(units: Range<u32>, to: Vec2, formation: FormationShape) -> Order {
    let command = Command::Move { to, each: false, formation, manner: Manner::default() };
    Order { units: units.map(UnitId).collect(), command, queue: false }
}

fn longest_ticks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("longest tick");
    group.sample_size(10).measurement_time(Duration::from_secs(10)).sampling_mode(SamplingMode::Flat);
    let crowd = standing([300, 200], [125, 80]);
    group.bench_function("2000 formations", |bencher| {
        let ask = |sim: &mut Sim| {
            for i in 0..2000u32 {
                let to = Vec2::new(4500.0 + (i * 37 % 4000) as f32, 300.0 + (i * 53 % 5000) as f32);
                sim.order(order(i * 5..i * 5 + 5, to, FormationShape::Box));
            }
        };
        bencher.iter_custom(|iterations| longest_tick(iterations, &crowd, ask));
    });
    group.bench_function("60 edits among 10000", |bencher| {
        let ask = |sim: &mut Sim| {
            for column in 5..65 {
                sim.edit(Area { column, row: 40, columns: 1, rows: 1 }, Tile::Rock);
            }
        };
        bencher.iter_custom(|iterations| longest_tick(iterations, &crowd, ask));
    });
    let host = standing([1100, 460], [447, 447]);
    for (name, ask) in [("200000 standing", false), ("one group of 200000", true)] {
        group.bench_function(name, |bencher| {
            let give = |sim: &mut Sim| {
                if ask {
                    sim.order(order(0..447 * 447, Vec2::new(24_000.0, 7000.0), FormationShape::None));
                }
            };
            bencher.iter_custom(|iterations| longest_tick(iterations, &host, give));
        });
    }
}

/// A crowd in columns and rows on a map without rock.
fn standing(size: [u32; 2], [columns, rows]: [u32; 2]) -> Level {
    let block = serde_json::json!({ "from": [2, 2], "columns": columns, "rows": rows, "spacing": 30 });
    let level = serde_json::json!({ "format": 1, "name": "crowd", "map": { "size": size },
        "units": [{ "kind": "infantry", "team": "red", "block": block }] });
    Level::parse(&level.to_string(), "crowd.json", None).expect("a sound level")
}

criterion_group!(benches, assignment, orders, longest_ticks);
criterion_main!(benches);
