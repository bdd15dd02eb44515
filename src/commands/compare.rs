//! `muster compare`.

use super::console::{Out, cannot_write, keep_apart, print};
use super::{check::level_files, load_with, positive_seconds, progress, setting};
use crate::{ModelName, Outcome, PathBuf, Stop};
use clap::ValueEnum;
use muster::files::is_standard_output;
use muster::level::Level;
use muster::measure::ablation;
use muster::measure::compare::{csv_header, csv_line, measure, table};
use muster::movement::Setting;
use muster::movement::predictive::rules::{RULES, Rule};
use muster::page::Page;
use std::io::Write;
use std::path::Path;

/// Sets movement models side by side, or `predictive` with and without its rules.
#[derive(clap::Args)]
pub struct Compare {
    /// Level files, or folders of them.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// Models; all of them unless told.
    #[arg(long, value_delimiter = ',')]
    models: Vec<ModelName>,
    /// A parameter of a model for this run, such as predictive.push=off; may be given several times.
    #[arg(long, value_name = "MODEL.PARAMETER=VALUE", value_parser = setting)]
    set: Vec<Setting>,
    /// Instead of models: what is lost without a rule of `predictive`, over all levels; `each` is every rule.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = rule, conflicts_with_all = ["models", "csv", "html"])]
    without: Vec<Option<&'static Rule>>,
    /// Simulated seconds at most for each run.
    #[arg(long, allow_negative_numbers = true, default_value = "60", value_parser = positive_seconds)]
    seconds: f64,
    /// Runs each level also from this many shifted starts, and gives medians and ranges.
    #[arg(long, allow_negative_numbers = true, default_value_t = 0, value_parser = super::whole(0..=super::MAX_SHIFTS))]
    shifts: usize,
    /// Writes the figures as CSV; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes one page to look at: the tables, arrivals and delays as charts, and the models side by side,
    /// moving.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Compare {
    /// A table for each level.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let paths = level_files(&self.levels)?;
        let inputs: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let outputs = [("--csv", &self.csv), ("--html", &self.html)];
        let outputs: Vec<_> =
            outputs.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?))).collect();
        keep_apart(&inputs, &outputs)?;
        let levels = paths.iter().map(|path| load_with(path, &self.set)).collect::<Result<Vec<_>, _>>()?;
        if !self.without.is_empty() {
            return self.ablate(&levels);
        }
        let models = if self.models.is_empty() { ModelName::value_variants().to_vec() } else { self.models };
        let mut csv = self.csv.as_ref().map(|path| Ok((path, Out::create(path)?))).transpose()?;
        let mut page =
            self.html.as_ref().map(|path| Ok((Page::default(), path, Out::create(path)?))).transpose()?;
        let silent = outputs.iter().any(|(_, path)| is_standard_output(path));
        let mut write = |line: String| match &mut csv {
            Some((path, out)) => writeln!(out, "{line}").map_err(|error| cannot_write(path, &error)),
            None => Ok(()),
        };
        write(csv_header())?;
        let bar = progress((levels.len() * models.len()) as u64, "compare");
        for level in &levels {
            let mut rows = Vec::new();
            for &model in &models {
                let row = measure(level, model, self.seconds, self.shifts);
                write(csv_line(&level.name, &row))?;
                rows.push(row);
                bar.inc(1);
            }
            if let Some((page, ..)) = &mut page {
                page.add(level, &rows, self.seconds);
            }
            if !silent {
                bar.suspend(|| print(table(&level.name, &rows)))?;
            }
        }
        bar.finish_and_clear();
        if let Some((page, path, mut out)) = page {
            let written = out.write_all(page.html().as_bytes()).and_then(|()| out.finish());
            written.map_err(|error| cannot_write(path, &error))?;
        }
        if let Some((path, out)) = csv {
            out.finish().map_err(|error| cannot_write(path, &error))?;
        }
        Ok(Outcome::Done)
    }

    /// One table for all levels.
    fn ablate(&self, levels: &[Level]) -> Result<Outcome, Stop> {
        let left_out =
            |rule: &&Rule| self.without.iter().any(|named| named.is_none_or(|named| named == *rule));
        let rules: Vec<&Rule> = RULES.iter().filter(left_out).collect();
        let runs = levels.len() * (1 + self.shifts) * (1 + rules.len());
        let bar = progress(runs as u64, "compare");
        let measure = |rule| ablation::measure(levels, rule, self.shifts, || bar.inc(1));
        let with_all = measure(None);
        let without: Vec<_> = rules.into_iter().map(|rule| (rule, measure(Some(rule)))).collect();
        bar.finish_and_clear();
        print(ablation::table(&with_all, &without))?;
        Ok(Outcome::Done)
    }
}

/// Reads the name of a rule, for clap; `None` is every rule.
fn rule(text: &str) -> Result<Option<&'static Rule>, String> {
    match Rule::named(text) {
        Some(rule) => Ok(Some(rule)),
        None if text == "each" => Ok(None),
        None => {
            let known: Vec<&str> = RULES.iter().map(|rule| rule.name).collect();
            Err(format!("each, or one of: {}", known.join(", ")))
        }
    }
}
