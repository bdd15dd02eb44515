//! What keyframes take is what the estimate says.

use muster::history::History;
use muster::level::Level;
use muster::sim::{Options, Sim};
use serde_json::{Value, json};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

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

#[test]
fn keyframes_take_about_what_the_estimate_says() {
    for (count, side) in [(25, 40), (1000, 100), (10_000, 250)] {
        let columns = f64::from(count).sqrt().ceil() as i32;
        let units: Vec<Value> = (0..count)
            .map(|number| {
                let at = [1.5 + 0.8 * f64::from(number % columns), 1.5 + 0.8 * f64::from(number / columns)];
                json!({ "id": format!("u{number}"), "kind": "infantry", "team": "red", "at": at })
            })
            .collect();
        let level = json!({ "format": 1, "name": "crowd", "map": { "size": [side, side] }, "units": units,
            "orders": [{ "who": "all", "do": "move", "to": [side - 10, side - 10] }] });
        let level = Level::parse(&level.to_string(), "crowd.json", None).expect("the level is sound");
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        for _ in 0..60 {
            sim.tick();
        }
        let before = TAKEN.load(Relaxed);
        let history = History::new(&sim, History::BUDGET);
        let taken = (TAKEN.load(Relaxed) - before) as f64;
        let ratio = history.memory().0 as f64 / taken;
        assert!((0.7..1.4).contains(&ratio), "{count} units: {ratio} of {taken} bytes");
    }
}
