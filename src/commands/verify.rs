//! `muster verify`.

use super::{load, progress};
use crate::{ModelName, Outcome, PathBuf, Stop};
use muster::measure::verify::{claimed_models, verify};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Holds levels to what they expect of themselves.
#[derive(clap::Args)]
pub struct Verify {
    /// Level files, or folders of them.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// Runs each level also from this many enumerated sub-tile shifts of all starts.
    #[arg(long, default_value_t = 0)]
    shifts: usize,
    /// Models to hold the levels to, instead of those that each level names.
    #[arg(long, value_delimiter = ',')]
    models: Vec<ModelName>,
}

impl Verify {
    /// A line for each level, model and shift.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let mut cases = Vec::new();
        for path in super::check::level_files(&self.levels)? {
            let level = std::sync::Arc::new(load(&path)?);
            let models = if self.models.is_empty() { claimed_models(&level) } else { self.models.clone() };
            for model in models {
                for shift in 0..=self.shifts {
                    cases.push((path.clone(), level.clone(), model, shift));
                }
            }
        }
        let bar = progress(cases.len() as u64, "verify");
        // Threads of their own: those of a pool would begin further cases while they wait for a simulation's pool,
        // one inside the other, until their stack is full.
        let next = AtomicUsize::new(0);
        let done = Mutex::new(BTreeMap::new());
        let work = || {
            while let Some((path, level, model, shift)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                let verdict = verify(level, *model, *shift);
                bar.inc(1);
                let what = format!("{} · {} · shift {shift}", path.display(), model.name());
                let line = if verdict.shortfalls.is_empty() {
                    (true, format!("passed      {what}"))
                } else {
                    (false, format!("fell short  {what}: {}", verdict.shortfalls.join("; ")))
                };
                let key = (path.clone(), model.name(), *shift);
                done.lock().expect("no case panics").insert(key, line);
            }
        };
        std::thread::scope(|scope| {
            (0..std::thread::available_parallelism().map_or(1, usize::from)).for_each(|_| {
                scope.spawn(&work);
            });
        });
        let done = done.into_inner().expect("no case panics");
        let lines: Vec<(bool, String)> = done.into_values().collect();
        bar.finish_and_clear();
        lines.iter().for_each(|(_, line)| println!("{line}"));
        let failed = lines.iter().filter(|(passed, _)| !passed).count();
        println!("{} passed, {failed} failed", lines.len() - failed);
        Ok(if failed == 0 { Outcome::Done } else { Outcome::FellShort })
    }
}
