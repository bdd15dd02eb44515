//! Levels and maps that lie beside the project; without them these tests are reported as ignored.

use libtest_mimic::{Arguments, Failed, Trial};
use muster::level::{Level, import};
use std::path::{Path, PathBuf};

fn main() {
    let arguments = Arguments::from_args();
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let mut trials = vec![
        trial("both_formats_of_tiled_give_the_same_map", shared.join("data/tiled"), tiled),
        trial("every_movingai_map_is_imported", shared.join("data/movingai"), movingai),
    ];
    let scenes = shared.join("scenes");
    trials.push(trial("the_scenes_are_found", scenes.clone(), |folder| {
        (!files(folder, "json").is_empty()).then_some(()).ok_or_else(|| "no scene".into())
    }));
    for scene in files(&scenes, "json") {
        let name = scene.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(trial(&format!("scene_{name}_loads_and_is_kept_by_saving"), scene, loads));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// A test on a file or a folder, ignored where that is missing.
fn trial(name: &str, path: PathBuf, test: fn(&Path) -> Result<(), Failed>) -> Trial {
    let is_missing = !path.exists();
    Trial::test(name, move || test(&path)).with_ignored_flag(is_missing)
}

/// The files of a folder with this ending, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    files.sort();
    files
}

fn loads(scene: &Path) -> Result<(), Failed> {
    let level = Level::load(scene)?;
    if level.units.is_empty() || level.orders.is_empty() {
        return Err("a scene has units and orders".into());
    }
    if Level::parse(&level.to_json(), "saved.json", None)? != level {
        return Err("saving changed it".into());
    }
    Ok(())
}

fn tiled(folder: &Path) -> Result<(), Failed> {
    let (tmx, json) = (import(folder.join("map-1.tmx"))?, import(folder.join("level-1.json"))?);
    if (tmx.grid.columns(), tmx.grid.rows()) != (60, 40) {
        return Err("the map has 60 × 40 tiles".into());
    }
    let blocked = |level: &Level| level.grid.tiles().iter().filter(|tile| tile.is_blocked()).count();
    if tmx.grid != json.grid || blocked(&tmx) == 0 {
        return Err(format!("{} and {} tiles are blocked", blocked(&tmx), blocked(&json)).into());
    }
    Level::parse(&json.to_json(), "imported.json", None)?;
    Ok(())
}

fn movingai(folder: &Path) -> Result<(), Failed> {
    for map in files(folder, "map") {
        let level = import(&map)?;
        if Level::parse(&level.to_json(), "imported.json", None)? != level {
            return Err(format!("saving changed {}", map.display()).into());
        }
    }
    Ok(())
}
