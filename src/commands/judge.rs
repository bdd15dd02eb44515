//! `muster judge`.

use super::console::{name, print};
use super::load;
use crate::{Outcome, PathBuf, Stop, bad_input};
use muster::files::{self, MAX_FILE};
use muster::measure::judge::recorded::RecordedTrace;
use muster::measure::judge::{judge, table};

/// Judges traces of anybody on a level, by the figures of a run.
#[derive(clap::Args)]
pub struct Judge {
    /// The level file.
    level: PathBuf,
    /// Traces: CSV with the columns tick,id,x,y (px), or text with lines `id frame x y z` under a header of
    /// lines that begin with `#` and say frame rate and unit.
    #[arg(required = true)]
    traces: Vec<PathBuf>,
    /// All traces side by side.
    #[arg(long)]
    table: bool,
}

impl Judge {
    /// Judges each.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let level = load(&self.level)?;
        let (mut names, mut judgements) = (Vec::new(), Vec::new());
        for path in &self.traces {
            let told = |said: String| bad_input(format!("{}: {said}", path.display()));
            let text =
                files::read_text(path, MAX_FILE).map_err(|said| told(format!("cannot be read: {said}")))?;
            let trace = RecordedTrace::parse(&text, &level).map_err(told)?;
            judgements.push(judge(&level, &trace).map_err(told)?);
            names.push(name(path.file_stem().unwrap_or_default().display()));
        }
        if self.table {
            print(table(&names, &judgements).trim_end())?;
        } else {
            for (name, judgement) in names.into_iter().zip(judgements) {
                print(table(&[name], &[judgement]).trim_end())?;
            }
        }
        Ok(Outcome::Done)
    }
}
