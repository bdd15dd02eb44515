//! What the time machine costs, in a session of ten minutes: time to go to any moment of it, memory of a keyframe, and
//! what keeping them adds to ticks, in the mean and at most.
//!
//! `cargo bench --bench history [-- UNITS…]`; 1,000 units unless told. 10,000 take some minutes.

use muster::history::History;
use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::sim::{Options, Sim};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const MINUTES: u64 = 10;
const TICKS: u64 = MINUTES * 60 * 30;
const SEEKS: usize = 40;

/// Blocks of a hundred that walk to and fro over an open field.
fn start(count: usize) -> Sim {
    let blocks = count.div_ceil(100);
    let columns = (blocks as f64).sqrt().ceil() as usize;
    let side = columns * 24 + 24;
    let unit = |block: usize| {
        let at = [6.0 + (block % columns * 24) as f64, 6.0 + (block / columns * 24) as f64];
        json!({ "kind": "infantry", "team": if block.is_multiple_of(2) { "red" } else { "blue" }, "group": format!("b{block}"),
            "block": { "from": at, "columns": 10, "rows": 10, "spacing": 22 } })
    };
    let patrol = |block: usize| {
        let (x, y) = ((block % columns * 24) as f64, (block / columns * 24) as f64);
        json!({ "who": { "group": format!("b{block}") }, "do": "patrol", "route": [[x + 30.0, y + 12.0], [x + 10.0, y + 30.0], [x + 12.0, y + 8.0]] })
    };
    let level = json!({ "format": 1, "name": "bench", "map": { "size": [side, side] },
        "units": (0..blocks).map(unit).collect::<Vec<Value>>(), "orders": (0..blocks).map(patrol).collect::<Vec<Value>>() });
    let level =
        Level::parse(&level.to_string(), "bench.json", None).unwrap_or_else(|errors| panic!("{errors}"));
    Sim::new(&level, &Options::default())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn main() {
    let asked: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    for count in if asked.is_empty() { vec![1000] } else { asked } {
        let mut sim = start(count);
        let mut history = History::new(&sim, History::BUDGET);
        let (mut ticks, mut keeping, mut spikes) = (Duration::ZERO, Duration::ZERO, Vec::new());
        for _ in 0..TICKS {
            let begun = Instant::now();
            sim.tick();
            let ticked = Instant::now();
            assert!(history.observe(&sim));
            ticks += ticked - begun;
            keeping += ticked.elapsed();
            spikes.push(ticked.elapsed());
        }
        spikes.sort_unstable();
        let (bytes, frames) = history.memory();
        let mut random = SplitMix(1);
        let mut seeks: Vec<Duration> = (0..SEEKS)
            .map(|_| {
                let tick = random.next_bits() % TICKS;
                let begun = Instant::now();
                assert_eq!(history.at(tick).ticks(), tick);
                begun.elapsed()
            })
            .collect();
        seeks.sort_unstable();
        println!(
            "{count} units, {MINUTES} min: tick {:.3} ms; keeping adds {:.1} % of it in the mean, {:.2} ms at most (99.9 %: {:.2} ms); \
             {frames} keyframes of {:.2} MiB, {:.0} MiB; going to a moment: median {:.0} ms, longest {:.0} ms",
            ms(ticks) / TICKS as f64,
            100.0 * keeping.as_secs_f64() / ticks.as_secs_f64(),
            ms(spikes[spikes.len() - 1]),
            ms(spikes[spikes.len() * 999 / 1000]),
            bytes as f64 / frames as f64 / f64::from(1 << 20),
            bytes as f64 / f64::from(1 << 20),
            ms(seeks[SEEKS / 2]),
            ms(seeks[SEEKS - 1]),
        );
    }
}
