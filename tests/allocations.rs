//! A tick allocates nothing once warm.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Counts allocations while it is told to.
struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

fn count() {
    if COUNTS.load(Ordering::Relaxed) {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
    }
}

// SAFETY: everything is handed to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of each tick of `ticks` after `warm` seconds.
fn allocations(level: &str, warm: f32, ticks: usize) -> usize {
    let mut sim = support::start(&support::shipped(level));
    support::advance(&mut sim, warm);
    ALLOCATIONS.store(0, Ordering::Relaxed);
    COUNTS.store(true, Ordering::Relaxed);
    for _ in 0..ticks {
        sim.tick();
    }
    COUNTS.store(false, Ordering::Relaxed);
    ALLOCATIONS.load(Ordering::Relaxed)
}

// One test: the count is the whole program's.
#[test]
fn a_warm_tick_allocates_nothing() {
    // Handing work to the pool from outside takes a new block of its queue now and then: one allocation in
    // some 60 ticks, whatever the crowd.
    for (level, warm, ticks) in [
        ("circle250", 8.0, 240),
        ("patrols", 60.0, 240),
        ("one-place", 20.0, 240),
        ("continuum-lanes", 12.0, 240),
    ] {
        let count = allocations(level, warm, ticks);
        assert!(count <= ticks / 30 + 1, "{level}: {count} allocations in {ticks} ticks");
    }
}
