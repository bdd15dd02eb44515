//! What an order to many units costs: the assignment alone, and the whole first tick (path, places, assignment) of an
//! order to a group and to a formation.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use glam::Vec2;
use muster::formation::{
    assignment::{Aim, assign},
    shapes::layout,
};
use muster::level::Level;
use muster::order::FormationShape;
use muster::sim::{Options, Sim};
use std::hint::black_box;
use std::time::Duration;

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

criterion_group!(benches, assignment, orders);
criterion_main!(benches);
