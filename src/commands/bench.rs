//! `muster bench`.

use super::console::{Out, cannot_write, keep_apart, print};
use super::{load, positive_seconds, threads};
use crate::{ModelName, Outcome, PathBuf, Stop};
use muster::files::is_standard_output;
use muster::measure::bench::{MadeUp, bench, crowd, csv_header, csv_line, table_header, table_line};
use std::io::Write;
use std::path::Path;

fn count(text: &str) -> Result<u32, String> {
    let units = text.parse().ok().filter(|units| (1..=200_000).contains(units));
    units.ok_or_else(|| "a whole number of units from 1 to 200000 is needed".to_owned())
}

/// Times made-up crowds and levels.
#[derive(clap::Args)]
pub struct Bench {
    /// Numbers of units in each made-up crowd; with --level there are none unless told.
    #[arg(long, allow_negative_numbers = true, value_delimiter = ',', value_parser = count)]
    units: Vec<u32>,
    /// Made-up crowds.
    #[arg(long, value_delimiter = ',', default_value = "medium,sparse,jammed")]
    crowds: Vec<MadeUp>,
    /// Times this level; may be given several times.
    #[arg(long, value_name = "FILE")]
    level: Vec<PathBuf>,
    /// Movement model: predictive in made-up crowds, and what a level says, unless told.
    #[arg(long)]
    model: Option<ModelName>,
    /// Threads of the simulation; 0: all of the machine's.
    #[arg(long, allow_negative_numbers = true, default_value = "1", value_parser = threads)]
    threads: usize,
    /// Simulated seconds that are timed.
    #[arg(long, allow_negative_numbers = true, default_value = "5", value_parser = positive_seconds)]
    seconds: f64,
    /// Writes the figures as CSV; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl Bench {
    /// A row for each crowd.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let inputs: Vec<&Path> = self.level.iter().map(PathBuf::as_path).collect();
        let outputs: Vec<_> = self.csv.iter().map(|path| ("--csv", path.as_path())).collect();
        keep_apart(&inputs, &outputs)?;
        let levels = inputs.iter().map(|path| load(path)).collect::<Result<Vec<_>, _>>()?;
        let mut csv = self.csv.as_ref().map(|path| Ok((path, Out::create(path)?))).transpose()?;
        let silent = self.csv.as_deref().is_some_and(is_standard_output);
        let mut write = |csv_line: String, table_line: String| {
            if let Some((path, out)) = &mut csv {
                writeln!(out, "{csv_line}").map_err(|error| cannot_write(path, &error))?;
            }
            if silent { Ok(()) } else { print(format_args!("{table_line}")) }
        };
        write(csv_header(), table_header())?;
        let units: &[u32] = match &self.units[..] {
            [] if self.level.is_empty() => &[1000, 10_000],
            units => units,
        };
        let model = self.model.unwrap_or_default();
        let made_up = units.iter().flat_map(|&units| self.crowds.iter().map(move |&crowd| (crowd, units)));
        let made_up = made_up.map(|(made_up, units)| crowd(made_up, units as usize, model, 1));
        for level in made_up.chain(levels) {
            let row = bench(&level, self.model, self.threads, self.seconds);
            write(csv_line(&row), table_line(&row))?;
        }
        if let Some((path, out)) = csv {
            out.finish().map_err(|error| cannot_write(path, &error))?;
        }
        Ok(Outcome::Done)
    }
}
