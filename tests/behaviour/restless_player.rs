//! Random games under a player that never sits still: whatever is done, nothing breaks.
//!
//! `cargo test --test behaviour restless_player` plays [`SEEDS`].
//! `MUSTER_SEEDS=0..5000 cargo test --test behaviour restless_player` plays those instead. What does not hold
//! is told with its seed, and its recording is left as `restless/SEED.replay` in the folder that the message
//! names: `muster play SEED.replay` shows it.

use crate::restless::{Fault, play};
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;

/// The seeds that are played unless told.
const SEEDS: Range<u64> = 0..150;

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("MUSTER_SEEDS") else { return SEEDS };
    let range = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    range.unwrap_or_else(|| panic!("MUSTER_SEEDS is FROM..TO, such as 0..5000, not {text:?}"))
}

/// Keeps the recording of a fault, and says where.
fn keep(fault: &Fault) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("restless");
    let file = folder.join(fault.seed.to_string()).with_extension("replay");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    fault.replay.save(&file).expect("the target folder can be written");
    format!("seed {} tick {}: {}\n    {}", fault.seed, fault.tick, fault.said, file.display())
}

/// Plays all on two threads, which are no workers of a pool: one that waits for a game would begin another
/// inside it.
fn faults() -> Vec<String> {
    let (seeds, told) = (Mutex::new(seeds()), Mutex::new(Vec::new()));
    let next = || seeds.lock().expect("nobody panics with it").next();
    let work = || {
        while let Some(seed) = next() {
            if let Err(fault) = play(seed) {
                let said = keep(&fault);
                eprintln!("{said}");
                told.lock().expect("nobody panics with it").push(said);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    told.into_inner().expect("nobody panics with it")
}

#[test]
fn nothing_breaks_under_a_player_that_never_sits_still() {
    let told = faults();
    assert!(told.is_empty(), "{} of {} games:\n{}", told.len(), seeds().count(), told.join("\n"));
}
