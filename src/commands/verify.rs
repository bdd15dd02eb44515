//! `muster verify`.

use super::console::{name, print};
use super::{load_with, progress, setting};
use crate::{ModelName, Outcome, PathBuf, Stop};
use muster::level::Level;
use muster::measure::cases::for_each_on_all_cores;
use muster::measure::verify::{claimed_models, verify};
use muster::movement::Setting;
use std::sync::Arc;

/// Holds levels to what they expect of themselves.
#[derive(clap::Args)]
pub struct Verify {
    /// Level files, or folders of them.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// Runs each level also from this many enumerated sub-tile shifts of all starts.
    #[arg(long, allow_negative_numbers = true, default_value_t = 0, value_parser = super::whole(0..=super::MAX_SHIFTS))]
    shifts: usize,
    /// Models to hold the levels to, instead of those that each level names.
    #[arg(long, value_delimiter = ',')]
    models: Vec<ModelName>,
    /// A parameter of a model for this run, such as predictive.push=off; may be given several times.
    #[arg(long, value_name = "MODEL.PARAMETER=VALUE", value_parser = setting)]
    set: Vec<Setting>,
}

impl Verify {
    /// A line for each level, model and shift.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let mut cases: Vec<Case> = Vec::new();
        for path in super::check::level_files(&self.levels)? {
            let level = Arc::new(load_with(&path, &self.set)?);
            let models = if self.models.is_empty() { claimed_models(&level) } else { self.models.clone() };
            for model in models {
                for shift in 0..=self.shifts {
                    cases.push((path.clone(), level.clone(), model, shift));
                }
            }
        }
        let bar = progress(cases.len() as u64, "verify");
        let (mut failed, mut printed) = (0, Ok(()));
        for_each_on_all_cores(&cases, judge, |(passed, line)| {
            failed += usize::from(!passed);
            printed = bar.suspend(|| print(line));
            bar.inc(1);
            printed.is_ok()
        });
        bar.finish_and_clear();
        printed?;
        print(format_args!("{} passed, {failed} failed", cases.len() - failed))?;
        Ok(if failed == 0 { Outcome::Done } else { Outcome::FellShort })
    }
}

/// A level, the model and the number of the shift that it is run with.
type Case = (PathBuf, Arc<Level>, ModelName, usize);

/// Whether a case passed, and the line that says so.
fn judge((path, level, model, shift): &Case) -> (bool, String) {
    let verdict = verify(level, *model, *shift);
    let what = format!("{} · {} · shift {shift}", name(path.display()), model.name());
    if verdict.shortfalls.is_empty() {
        (true, format!("passed      {what}"))
    } else {
        (false, format!("fell short  {what}: {}", name(verdict.shortfalls.join("; "))))
    }
}
