//! One table of state hashes for every system: `tests/hashes.csv`. The same test holds Linux, Windows and Arm
//! to it (`.ci/everywhere`), and `.ci/web-test` the page in a browser. Where the simulation changed on
//! purpose, `MUSTER_MAKE=1 cargo test --test hashes` makes the table anew.

mod support;

use muster::level::Level;
use muster::sim::{Options, Sim};
use muster::unit::ModelName;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use support::*;

/// Levels of more units take minutes where a processor is emulated.
const MOST_UNITS: usize = 300;
/// Ticks of a level with its own models, and of each model on one level.
const TICKS: u64 = 300;
/// The level that every model plays.
const FOR_ALL_MODELS: &str = "headon2x50";

fn hash(level: &Level, model: Option<ModelName>) -> u64 {
    let mut sim = Sim::new(level, &Options { model, threads: 1 });
    (0..TICKS).for_each(|_| sim.tick());
    sim.state_hash()
}

fn table() -> String {
    let files = std::fs::read_dir(levels_folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "json")).collect();
    files.retain(|file| !file.ends_with("level.schema.json"));
    files.sort();
    let mut table = format!("level,model,hash after {TICKS} ticks\n");
    for file in files {
        let level = Level::load(&file).unwrap_or_else(|errors| panic!("{errors}"));
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        if level.units.len() <= MOST_UNITS {
            writeln!(table, "{name},,{:016x}", hash(&level, None)).unwrap();
        }
    }
    let level = shipped(FOR_ALL_MODELS);
    for &model in ModelName::ALL {
        writeln!(table, "{FOR_ALL_MODELS},{},{:016x}", model.name(), hash(&level, Some(model))).unwrap();
    }
    table
}

#[test]
fn every_system_comes_to_the_hashes_of_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hashes.csv");
    let found = table();
    if std::env::var_os("MUSTER_MAKE").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap();
    let rows = |table: &str| table.lines().map(str::to_owned).collect::<Vec<_>>();
    let (found, expected) = (rows(&found), rows(&expected));
    assert!(found.len() > 50, "{} rows", found.len());
    let other: Vec<&String> = found.iter().filter(|row| !expected.contains(row)).collect();
    assert!(
        other.is_empty() && found.len() == expected.len(),
        "other rows than in tests/hashes.csv; if that is meant, MUSTER_MAKE=1 makes it anew: {other:#?}"
    );
}
