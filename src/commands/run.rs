//! `muster run`.

use super::console::{Out, cannot_write, keep_apart, name, print};
use super::{load_with, positive_seconds, progress, setting, threads};
use crate::{ModelName, PathBuf, Stop};
use muster::files::{check_writable, is_standard_output};
use muster::goals::GameResult;
use muster::measure::report::Report;
use muster::measure::trace::Trace;
use muster::measure::{Ran, RunOptions, run};
use muster::movement::Setting;
use muster::sim::Options;
use muster::time::ticks_in;
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
    /// A parameter of a model for this run, such as predictive.push=off; may be given several times.
    #[arg(long, value_name = "MODEL.PARAMETER=VALUE", value_parser = setting)]
    set: Vec<Setting>,
    /// Simulated seconds at most.
    #[arg(long, allow_negative_numbers = true, default_value = "60", value_parser = positive_seconds)]
    seconds: f64,
    /// Threads of the simulation; 0: all of the machine's. The result does not depend on it.
    #[arg(long, allow_negative_numbers = true, default_value = "0", value_parser = threads)]
    threads: usize,
    /// Writes the report as JSON; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Writes the trace as CSV, or as pedestrian research has it (`id frame x y z`) where the name ends in
    /// .txt; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Traces every so many ticks.
    #[arg(long, allow_negative_numbers = true, value_name = "TICKS", default_value_t = 1, value_parser = super::whole(1..=u64::MAX))]
    trace_every: u64,
    /// Writes the run as a replay.
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
}

impl Run {
    /// Runs, writes what was asked for, and prints the figures where standard output is free.
    pub fn execute(self) -> Result<crate::Outcome, Stop> {
        let outputs = [("--report", &self.report), ("--trace", &self.trace), ("--replay", &self.replay)];
        let outputs: Vec<(&str, &Path)> =
            outputs.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?))).collect();
        keep_apart(&[&self.level], &outputs)?;
        let silent = outputs.iter().any(|(_, path)| is_standard_output(path));
        let level = load_with(&self.level, &self.set)?;
        // A folder that is not there is told before the simulation.
        for (_, path) in outputs.iter().filter(|(_, path)| !is_standard_output(path)) {
            check_writable(path).map_err(|error| cannot_write(path, &error))?;
        }
        let mut trace_out = self.trace.as_deref().map(Out::create).transpose()?;
        let traced = self.trace.as_deref().unwrap_or(&self.level);
        let not_traced = |error: std::io::Error| cannot_write(traced, &error);
        let is_text = self.trace.as_deref().and_then(Path::extension).is_some_and(|ending| ending == "txt");
        let begin = |out| match is_text {
            true => Trace::text(out, self.trace_every, &level.name),
            false => Trace::new(out, self.trace_every),
        };
        let trace = trace_out.as_mut().map(begin).transpose();
        let bar = progress(ticks_in(self.seconds), &level.name);
        let options =
            RunOptions { sim: Options { model: self.model, threads: self.threads }, seconds: self.seconds };
        let ran = run(&level, &options, trace.map_err(not_traced)?, |tick| bar.set_position(tick));
        let Ran { report, replay, .. } = ran.map_err(not_traced)?;
        bar.finish_and_clear();
        trace_out.map_or(Ok(()), Out::finish).map_err(not_traced)?;
        write_json(&self.report, &report)?;
        write_json(&self.replay, &replay)?;
        if !silent {
            print(summary(&report).trim_end())?;
        }
        Ok(crate::Outcome::Done)
    }
}

/// Writes an output where it was asked for.
fn write_json(path: &Option<PathBuf>, value: &impl Serialize) -> Result<(), Stop> {
    let Some(path) = path else { return Ok(()) };
    let mut out = Out::create(path)?;
    let written = serde_json::to_writer_pretty(&mut out, value).map_err(std::io::Error::from);
    let written = written.and_then(|()| writeln!(out)).and_then(|()| out.finish());
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
         walls         {:.3} px at most, moving obstacles {:.3}\n\
         turning       {:.2} rad/s, {:.3} reversals/s\n\
         pushes        {}, hard pushes {}, replans {}\n\
         tick          {:.0} µs median, {:.0} µs at most, {:.3} µs per unit and tick on {} threads\n\
         state hash    {}\n",
        name(&report.level),
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
        report.obstacle_depth,
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
    if let Some(goals) = &report.goals {
        text += &format!("goals         {}\n", name(told(goals)));
    }
    for unit in &report.gave_up {
        let reason = serde_json::to_value(unit.reason).unwrap_or_default();
        text += &format!("gave up       {}: {}\n", name(&unit.id), reason.as_str().unwrap_or_default());
    }
    text
}

/// What a game came to, in a line.
pub(super) fn told(goals: &GameResult) -> String {
    let met = goals.goals.iter().filter(|goal| goal.met.is_some()).count();
    let spent = format!("{} orders, {} tiles", goals.orders, goals.tiles);
    match (goals.seconds, &goals.lost) {
        (Some(seconds), _) => {
            let medal = goals.medal.map_or("no medal", |medal| medal.name());
            format!("all met after {seconds:.2} s: {}, {spent}", medal.to_lowercase())
        }
        (None, Some(lost)) => format!("lost: {lost}; {spent}"),
        (None, None) => format!("{met} of {} met; {spent}", goals.goals.len()),
    }
}
