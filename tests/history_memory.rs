//! What a session of an hour keeps stays within its budget, logs included.

use glam::vec2;
use muster::history::{History, Twin};
use muster::ids::UnitId;
use muster::level::Level;
use muster::measure::bench::SplitMix;
use muster::order::{Action, Command, FormationShape, Manner, Order};
use muster::sim::{Options, Sim};
use serde_json::{Value, json};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

/// Counts the bytes that are taken.
struct Counting;

static TAKEN: AtomicIsize = AtomicIsize::new(0);

// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.fetch_add(layout.size() as isize, Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size() as isize, Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a function takes and keeps, bytes.
fn taken<T>(run: impl FnOnce() -> T) -> (isize, T) {
    let before = TAKEN.load(Relaxed);
    let result = run();
    (TAKEN.load(Relaxed) - before, result)
}

fn start(units: u32) -> Sim {
    let columns = f64::from(units).sqrt().ceil() as u32;
    let unit = |number: u32| {
        let at = [1.5 + 0.8 * f64::from(number % columns), 1.5 + 0.8 * f64::from(number / columns)];
        json!({ "id": format!("u{number}"), "kind": "infantry", "team": "red", "at": at })
    };
    let side = columns + 20;
    let level = json!({ "format": 1, "name": "crowd", "map": { "size": [side, side] },
        "units": (0..units).map(unit).collect::<Vec<Value>>() });
    let level = Level::parse(&level.to_string(), "crowd.json", None).expect("the level is sound");
    Sim::new(&level, &Options { threads: 1, ..Options::default() })
}

/// An order to all, somewhere.
fn order(sim: &Sim, random: &mut SplitMix) -> Action {
    let mut share = || (random.next_bits() % 1000) as f32 / 1000.0;
    let to = vec2(share(), share()) * (sim.grid.size() - 60.0) + 30.0;
    let command =
        Command::Move { to, each: false, formation: FormationShape::None, manner: Manner::default() };
    Action::Order(Order { units: (0..sim.len() as u32).map(UnitId).collect(), command, queue: false })
}

// One test: the count is the whole program's.
#[test]
fn an_hour_with_an_order_every_five_seconds_stays_within_its_budget_whatever_is_rewound_and_compared() {
    const BUDGET: usize = 256 << 10;
    let mut random = SplitMix(3);
    let mut sim = start(4);
    let (mut kept, mut history) = taken(|| History::new(&sim, BUDGET));
    let mut twin: Option<Twin> = None;
    for tick in 0..60 * 60 * 30u64 {
        if tick % 150 == 7 {
            sim.act(order(&sim, &mut random));
        }
        sim.tick();
        let (more, ()) = taken(|| {
            assert!(history.observe(&sim));
            if let Some(twin) = &mut twin {
                twin.tick(&history);
            }
            if tick == 95_000 {
                twin = Some(Twin::new(&sim, &history, None, BUDGET));
            }
        });
        kept += more;
        if tick % 30_000 == 29_999 {
            // Another future from a minute ago on.
            let back = sim.ticks() - 1800;
            sim = history.at(back);
            let (more, ()) = taken(|| {
                sim.act(order(&sim, &mut random));
                sim.take_in_now();
                history.acted(&sim);
                let gone = twin.as_mut().is_some_and(|twin| twin.follow(&history).is_err());
                assert!(!gone, "the second field parted before");
            });
            kept += more;
        }
    }
    let (bytes, frames) = history.memory();
    assert!(bytes <= BUDGET && frames > 100, "{frames} keyframes of {bytes} bytes in all");
    // Beside keyframes: some hundred bytes for an order, the hashes of seconds, and the second game itself.
    let logs = 3 * 720 * 600 + 3600 * 8 + history.marks().len() as isize * 400;
    let most = 2 * BUDGET as isize + logs + (256 << 10);
    assert!(kept < most, "{kept} bytes are kept, of {most} that may be");
    let told = bytes as f64 / kept as f64;
    assert!(told > 0.2, "{bytes} bytes are told of {kept} that are kept");
    for _ in 0..10 {
        let tick = random.next_bits() % history.end();
        assert_eq!(history.at(tick).ticks(), tick);
    }
}
