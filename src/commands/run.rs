//! `muster run`.

use super::{cannot_write, create, is_standard_output, load, positive_seconds, progress};
use crate::{ModelName, Outcome, PathBuf, Stop, bad_input};
use muster::components::TICK_RATE;
use muster::measure::report::Report;
use muster::measure::trace::Trace;
use muster::measure::{Ran, RunOptions, run};
use muster::sim::Options;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Simulates a level without a window.
#[derive(clap::Args)]
pub struct Run {
    /// The level file.
    level: PathBuf,
    /// Movement model of every unit, instead of the level's.
    #[arg(long)]
    model: Option<ModelName>,
    /// Simulated seconds at most.
    #[arg(long, allow_negative_numbers = true, default_value = "60", value_parser = positive_seconds)]
    seconds: f64,
    /// Threads of the simulation; 0: all of the machine's. The result does not depend on it.
    #[arg(long, allow_negative_numbers = true, default_value_t = 0)]
    threads: usize,
    /// Writes the report as JSON; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Writes the trace as CSV; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Traces every so many ticks.
    #[arg(long, allow_negative_numbers = true, value_name = "TICKS", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    trace_every: u64,
    /// Writes the run as a replay.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

impl Run {
    /// Runs, writes what was asked for, and prints the figures where standard output is free.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let to_standard_output: Vec<_> = [&self.report, &self.trace]
            .into_iter()
            .flatten()
            .filter(|path| is_standard_output(path))
            .collect();
        if to_standard_output.len() > 1 {
            return Err(bad_input("only one of --report, --trace and --replay can go to standard output"));
        }
        let silent = !to_standard_output.is_empty();
        let level = load(&self.level)?;
        let trace = match &self.trace {
            Some(path) => Some(
                Trace::new(create(path)?, self.trace_every).map_err(|error| cannot_write(path, &error))?,
            ),
            None => None,
        };
        let report_out = self.report.as_ref().map(|path| Ok((path, create(path)?))).transpose()?;
        let replay_out = self.replay.as_ref().map(|path| Ok((path, create(path)?))).transpose()?;
        let bar = progress((self.seconds * f64::from(TICK_RATE)).ceil() as u64, &level.name);
        let options =
            RunOptions { sim: Options { model: self.model, threads: self.threads }, seconds: self.seconds };
        let Ran { report, replay, .. } = run(&level, &options, trace, |tick| bar.set_position(tick))
            .map_err(|error| cannot_write(self.trace.as_deref().unwrap_or(&self.level), &error))?;
        bar.finish_and_clear();
        if let Some((path, out)) = report_out {
            write_json(path, out, &report)?;
        }
        if let Some((path, out)) = replay_out {
            write_json(path, out, &replay)?;
        }
        if !silent {
            print!("{}", summary(&report));
        }
        Ok(Outcome::Done)
    }
}

fn write_json(path: &Path, mut out: impl Write, value: &impl Serialize) -> Result<(), Stop> {
    let written = serde_json::to_writer_pretty(&mut out, value).map_err(std::io::Error::from);
    let written = written.and_then(|()| writeln!(out)).and_then(|()| out.flush());
    written.map_err(|error| cannot_write(path, &error))
}

/// The figures as a person reads them.
fn summary(report: &Report) -> String {
    let seconds = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2} s"));
    let ratio = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let mut text = format!(
        "{} · {} · {} units · {:.1} s simulated\n\
         arrived       {} of {}, the last at {}, {} between first and last\n\
         delay         {} × the free time ({} to within 7 px)\n\
         overlap       {:.3} px at most, {} unit-ticks\n\
         walls         {:.3} px at most\n\
         turning       {:.2} rad/s, {:.3} reversals/s\n\
         pushes        {}, hard pushes {}, replans {}\n\
         tick          {:.0} µs median, {:.0} µs at most, {:.3} µs per unit and tick on {} threads\n\
         state hash    {}\n",
        report.level,
        report.model,
        report.units,
        report.seconds,
        report.arrived,
        report.ordered,
        seconds(report.makespan),
        seconds(report.arrival_spread),
        ratio(report.mean_delay),
        ratio(report.mean_travel),
        report.overlap.max_depth,
        report.overlap.unit_ticks,
        report.wall_depth,
        report.turning,
        report.reversals,
        report.pushes,
        report.hard_pushes,
        report.replans,
        report.tick_us.median,
        report.tick_us.max,
        report.us_per_unit_tick,
        report.threads,
        report.state_hash,
    );
    for unit in &report.gave_up {
        let reason = serde_json::to_value(unit.reason).unwrap_or_default();
        text += &format!("gave up       {}: {}\n", unit.id, reason.as_str().unwrap_or_default());
    }
    text
}
