//! What the time machine costs: time to go to any moment of a session, memory of all that it keeps, what
//! keeping adds to ticks, in the mean and at most, and how long a game takes to be saved and restored.
//!
//! `cargo bench --bench history [-- UNITS[:MINUTES]…]`; 1,000 units and ten minutes unless told. 10,000 take
//! some minutes. A player gives an order to a tenth of the units every second.

use glam::vec2;
use muster::history::History;
use muster::ids::UnitId;
use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::order::{Command, FormationShape, Manner, Order};
use muster::sim::{Options, Sim};
use serde_json::{Value, json};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

const SEEKS: usize = 60;

/// Counts the bytes that are taken.
struct Counting;

static TAKEN: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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

/// An order to a tenth of the units, to a place somewhere on the map.
fn order(sim: &Sim, random: &mut SplitMix) -> Order {
    let tenth = random.next_bits() as u32 % 10;
    let units = (0..sim.len() as u32).filter(|unit| unit % 10 == tenth).map(UnitId).collect();
    let mut share = || (random.next_bits() % 1000) as f32 / 1000.0;
    let to = vec2(share(), share()) * (sim.grid.size() - 60.0) + 30.0;
    let command =
        Command::Move { to, each: false, formation: FormationShape::None, manner: Manner::default() };
    Order { units, command, queue: false }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn mib(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn timed(run: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    run();
    begun.elapsed()
}

fn main() {
    let session = |argument: String| -> Option<(usize, u64)> {
        let (count, minutes) = argument.split_once(':').unwrap_or((&argument, "10"));
        Some((count.parse().ok()?, minutes.parse().ok()?))
    };
    let asked: Vec<(usize, u64)> = std::env::args().skip(1).filter_map(session).collect();
    for (count, minutes) in if asked.is_empty() { vec![(1000, 10)] } else { asked } {
        bench(count, minutes * 60 * 30);
    }
}

fn bench(count: usize, end: u64) {
    let mut sim = start(count);
    let before = TAKEN.load(Relaxed);
    let mut history = History::new(&sim, History::BUDGET);
    // What the game itself and its list of what was done take is not the time machine's.
    let mut taken = TAKEN.load(Relaxed) - before;
    let mut random = SplitMix(1);
    let (mut ticks, mut spikes) = (Duration::ZERO, Vec::new());
    for tick in 0..end {
        if tick % 30 == 15 {
            sim.order(order(&sim, &mut random));
        }
        ticks += timed(|| sim.tick());
        let before = TAKEN.load(Relaxed) as isize;
        spikes.push(timed(|| assert!(history.observe(&sim))));
        taken = taken.wrapping_add_signed(TAKEN.load(Relaxed) as isize - before);
    }
    let keeping: Duration = spikes.iter().sum();
    spikes.sort_unstable();
    let (bytes, frames) = history.memory();
    let mut seeks: Vec<Duration> = (0..SEEKS)
        .map(|_| {
            let tick = random.next_bits() % end;
            timed(|| assert_eq!(history.at(tick).ticks(), tick))
        })
        .collect();
    seeks.sort_unstable();
    let mut bytes_of = Vec::new();
    let (mut saves, mut restores) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        saves.push(timed(|| sim.save_into(&mut bytes_of)));
        sim.tick();
        restores.push(timed(|| sim.restore(&bytes_of).expect("what was saved can be read")));
    }
    println!(
        "{count} units, {} min: tick {:.3} ms; keeping adds {:.1} % of it in the mean, {:.2} ms at most \
         (99.9 %: {:.2} ms); {frames} keyframes of {:.0} kB, {:.0} MiB; {:.0} MiB with all logs; \
         going to a moment: median {:.0} ms, longest {:.0} ms; \
         a saved game: {:.0} kB, written in {:.3} ms, restored in {:.3} ms",
        end / 1800,
        ms(ticks) / end as f64,
        100.0 * keeping.as_secs_f64() / ticks.as_secs_f64(),
        ms(spikes[spikes.len() - 1]),
        ms(spikes[spikes.len() * 999 / 1000]),
        bytes as f64 / frames as f64 / 1000.0,
        mib(bytes),
        mib(taken),
        ms(seeks[SEEKS / 2]),
        ms(seeks[SEEKS - 1]),
        bytes_of.len() as f64 / 1000.0,
        ms(median(saves)),
        ms(median(restores)),
    );
}
