//! Every shipped level: it loads, says what it shows, and keeps what it claims.

use muster::level::Level;
use muster::measure::verify::{claimed_models, verify};
use muster::measure::{RunOptions, run};
use muster::sim::Options;
use muster::unit::ModelName;
use std::collections::BTreeSet;
use std::path::PathBuf;

#[path = "../../examples/hundred_thousand.rs"]
mod hundred_thousand;
#[path = "../../examples/large_map.rs"]
mod large_map;

fn level_files() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(crate::support::levels_folder()).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| {
        file.extension().is_some_and(|extension| extension == "json") && !file.ends_with("level.schema.json")
    });
    files.sort();
    files
}

fn loaded() -> Vec<(String, Level)> {
    let load = |file: PathBuf| {
        let level = Level::load(&file).unwrap_or_else(|errors| panic!("{errors}"));
        (file.file_stem().unwrap().to_string_lossy().into_owned(), level)
    };
    level_files().into_iter().map(load).collect()
}

#[test]
fn every_level_loads_and_says_what_it_shows() {
    let levels = loaded();
    assert!(levels.len() >= 20);
    for (file, level) in &levels {
        assert!(!level.name.is_empty() && level.name.chars().count() <= 48, "{file}: {:?}", level.name);
        assert!(level.description.len() > 30, "{file}: {:?}", level.description);
        assert!(!level.units.is_empty(), "{file}");
    }
    let names: BTreeSet<&str> = levels.iter().map(|(_, level)| level.name.as_str()).collect();
    assert_eq!(names.len(), levels.len(), "two levels have one name");
}

#[test]
fn every_level_names_its_schema_so_that_editors_complete_it() {
    for file in level_files() {
        let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(json["$schema"], "level.schema.json", "{}", file.display());
    }
}

#[test]
fn the_levels_that_readers_and_scripts_name_are_there() {
    let files: BTreeSet<String> = loaded().into_iter().map(|(file, _)| file).collect();
    for name in [
        "first-steps",
        "maze",
        "siege-gap",
        "patrols",
        "wall-under-way",
        "large-map",
        "hundred-thousand",
        "canyon",
        "bent-canyon",
        "crossing-clusters",
        "idle-crowd",
        "head-on-columns",
        "eight-against-eight",
        "stairs-head-on",
        "through-the-sentries",
        "mountain-pass",
        "one-place",
        "soft-colliders",
        "doorway",
        "circle20",
        "circle100",
        "circle250",
        "circle1000",
        "headon2x50",
        "headon2x500",
        "cross2x50",
        "cross2x100",
        "cross2x500",
        "bottleneck200",
        "corridor2x20",
        "canyon30",
    ] {
        assert!(files.contains(name), "{name}");
    }
}

#[test]
fn the_large_map_is_what_its_program_makes() {
    let committed = std::fs::read_to_string(crate::support::levels_folder().join("large-map.json")).unwrap();
    assert!(
        committed == large_map::level_text(),
        "make it anew: cargo run --example large_map > levels/large-map.json"
    );
    let level = crate::support::shipped("large-map");
    assert_eq!((level.grid.columns(), level.grid.rows()), (512, 512));
    assert!(level.units.len() >= 300);
}

#[test]
fn the_hundred_thousand_are_what_their_program_makes_and_stand_clear_of_each_other() {
    let file = crate::support::levels_folder().join("hundred-thousand.json");
    assert!(
        std::fs::read_to_string(file).unwrap() == hundred_thousand::level_text(),
        "make it anew: cargo run --example hundred_thousand > levels/hundred-thousand.json"
    );
    let level = crate::support::shipped("hundred-thousand");
    assert_eq!(level.units.len(), 100_000);
    let groups: BTreeSet<_> = level.units.iter().map(|unit| unit.group).collect();
    assert_eq!((groups.len(), level.orders.len()), (1000, 1000), "every company has an order of its own");
}

/// Unit-seconds up to which a level is verified here; `muster verify levels --shifts 4` runs them all.
const LARGEST: f64 = 15_000.0;

#[test]
fn every_level_of_modest_size_keeps_what_it_claims() {
    let levels = loaded();
    let mut cases = Vec::new();
    for (file, level) in &levels {
        let seconds = f64::from(level.expect.as_ref().and_then(|expect| expect.within).unwrap_or(60.0));
        if level.units.len() as f64 * seconds <= LARGEST {
            cases.extend(claimed_models(level).into_iter().map(|model| (file, level, model)));
        }
    }
    assert!(cases.len() >= 15);
    let verify = |(file, level, model): (&String, &Level, _)| {
        let verdict = verify(level, model, 0);
        (!verdict.shortfalls.is_empty())
            .then(|| format!("{file} · {}: {}", model.name(), verdict.shortfalls.join("; ")))
    };
    // Threads of their own: each simulation brings a pool, and pools within a pool fill the stack.
    let fell_short: Vec<String> = std::thread::scope(|scope| {
        let some =
            |cases| scope.spawn(move || Vec::from_iter(cases).into_iter().filter_map(verify).collect());
        let parts: Vec<std::thread::ScopedJoinHandle<Vec<String>>> =
            cases.chunks(cases.len().div_ceil(2)).map(|part| some(part.iter().copied())).collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    assert!(fell_short.is_empty(), "{}", fell_short.join("\n"));
}

/// Larger levels take long.
const MOST_UNITS: usize = 300;

#[test]
fn every_model_moves_everybody_in_every_level_and_nobody_into_a_wall() {
    for (file, level) in loaded().into_iter().filter(|(_, level)| level.units.len() <= MOST_UNITS) {
        for &model in ModelName::ALL {
            let case = format!("{file} by {}", model.name());
            let options = RunOptions { sim: Options { model: Some(model), threads: 1 }, seconds: 1.0 };
            let ran = run::<std::io::Sink>(&level, &options, None, |_| ()).expect("nothing is written");
            let report = ran.report;
            assert!(report.wall_depth <= 0.01, "{case}: {} px in a wall", report.wall_depth);
        }
    }
}
