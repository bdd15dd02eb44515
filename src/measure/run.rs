//! Runs a level without a window, as fast as it can.

use crate::goals::{Judge, Verdict};
use crate::level::Level;
use crate::measure::report::{Observer, Report};
use crate::measure::trace::Trace;
use crate::platform::clock::Instant;
use crate::replay::{Recorder, Replay};
use crate::sim::{Options, Sim};
use crate::time::ticks_in;
use std::io;
use std::io::Write;

/// How a level is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Model and threads.
    pub sim: Options,
    /// How long at most, simulated seconds.
    pub seconds: f64,
}

/// What a run hands back.
pub struct Ran {
    /// The game as it is at the end.
    pub sim: Sim,
    /// Figures.
    pub report: Report,
    /// The session, to be played again.
    pub replay: Replay,
}

/// Runs until all orders are done and goals decided, or the time is up. `trace` records; `progress` is told
/// the tick after each.
///
/// # Errors
/// What writing the trace reports.
pub fn run<W: Write>(
    level: &Level,
    options: &RunOptions,
    mut trace: Option<Trace<W>>,
    mut progress: impl FnMut(u64),
) -> io::Result<Ran> {
    let mut sim = Sim::new(level, &options.sim);
    let mut observer = Observer::default();
    let limit = ticks_in(options.seconds);
    let mut recorder = Recorder::new(level, options.sim.model, &sim);
    let mut judge = Judge::new(level);
    observer.observe(&sim, None);
    loop {
        if let Some(trace) = &mut trace {
            trace.write(&sim)?;
        }
        // What a level asks may be decided by time alone, after the last order.
        let is_open = judge.as_ref().is_some_and(|judge| *judge.verdict() == Verdict::Open);
        if sim.ticks() >= limit || sim.is_done() && !is_open {
            break;
        }
        let start = Instant::now();
        sim.tick();
        observer.observe(&sim, Some(start.elapsed()));
        recorder.observe(&sim);
        judge.iter_mut().for_each(|judge| judge.observe(&sim));
        progress(sim.ticks());
    }
    if let Some(trace) = trace {
        trace.finish()?;
    }
    let model = options.sim.model.unwrap_or(level.model).name();
    let mut report = observer.report(&sim, &level.name, model);
    report.goals = judge.map(|judge| judge.outcome(&sim));
    let replay = recorder.replay(&sim);
    Ok(Ran { sim, report, replay })
}
