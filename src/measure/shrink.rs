//! The smallest level that still shows what is wrong.
//!
//! A level that falls short of what it claims is run again and again with something less: a later start,
//! fewer units, orders, edits and obstacles, a smaller map, a shorter time. What still falls short *in the
//! same way* is kept, until nothing more can be left out. The ways are those of [`Fault`]; a level that is
//! cut until it falls short of something else would show another fault.
//!
//! # Source
//! Zeller and Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, IEEE Transactions on Software
//! Engineering 28(2), <https://doi.org/10.1109/32.988498>, 2002: halves first, then quarters, and so on.

mod smaller;

use crate::level::Level;
use crate::measure::report::{Observer, Report};
use crate::measure::verify::{Claim, claims, positions, within};
use crate::sim::{Options, Sim};
use crate::snapshot::Snapshot;
use crate::time::{TICK_RATE, ticks_in};
use crate::unit::{GaveUp, Journey, ModelName, Position, Post, Route, State, Unit};
use smaller::Part;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub use crate::measure::verify::Fault;

/// Ticks between two looks at the claims.
const CLAIM_LOOK_TICKS: u64 = 15;
/// Time that is left after the fault, or after the last that anybody got on, s.
const AFTER: f32 = 2.0;

/// How large a level is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSize {
    /// Units at the start.
    pub units: usize,
    /// Orders of the level.
    pub orders: usize,
    /// Edits of the level.
    pub edits: usize,
    /// Tiles of the map.
    pub tiles: usize,
    /// How long it is run, s.
    pub seconds: f64,
}

impl LevelSize {
    /// Of a level.
    pub fn of(level: &Level) -> LevelSize {
        LevelSize {
            units: level.units.len(),
            orders: level.orders.len(),
            edits: level.edits.len(),
            tiles: level.grid.tiles().len(),
            seconds: within(level),
        }
    }
}

/// What shrinking came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Shrunk {
    /// The smallest level that was found; it is sound, and falls short.
    pub level: Level,
    /// In which way it and the level that it was made of fall short.
    pub faults: BTreeSet<Fault>,
    /// How many levels were tried.
    pub tried: usize,
}

/// Finds the smallest level that falls short as `level` does when `model` moves everybody (`None`: as the
/// level says), in at most so many `tries`. `progress` is told each smaller one. `None` if the level holds
/// what it claims.
pub fn shrink(
    level: &Level,
    model: Option<ModelName>,
    tries: usize,
    progress: impl FnMut(&Level, usize),
) -> Option<Shrunk> {
    let first = play(level, model)?;
    let mut search = Shrinking {
        best: level.clone(),
        model,
        run: first,
        faults: BTreeSet::new(),
        tried: 1,
        tries,
        progress,
    };
    search.faults = search.run.faults.clone();
    loop {
        let before = search.best.clone();
        search.cut_time();
        search.start_later();
        for part in Part::ALL {
            search.leave_out(part);
        }
        search.crop();
        if search.best == before || search.tried >= search.tries {
            break;
        }
    }
    search.best.name = format!("{}, shrunk", level.name);
    Some(Shrunk { level: search.best, faults: search.faults, tried: search.tried })
}

/// A run that fell short.
struct Trial {
    faults: BTreeSet<Fault>,
    /// When the last of the faults was there for good, or nobody got on any more, s.
    shown: f32,
    /// Some place cannot be reached.
    unreachable: bool,
    /// Somebody still got nearer to where it goes when the time was over.
    goes_on: bool,
}

struct Shrinking<P> {
    best: Level,
    model: Option<ModelName>,
    /// Of the best.
    run: Trial,
    faults: BTreeSet<Fault>,
    tried: usize,
    tries: usize,
    progress: P,
}

impl<P: FnMut(&Level, usize)> Shrinking<P> {
    /// Takes a level for the best if it is sound and still falls short in the same way.
    fn offer(&mut self, level: Option<Level>) -> bool {
        if self.tried >= self.tries {
            return false;
        }
        // As its file would be read.
        let Some(level) = level.and_then(|level| Level::parse(&level.to_json(), "", None).ok()) else {
            return false;
        };
        self.tried += 1;
        let Some(run) = play(&level, self.model) else { return false };
        // A unit cut off from its goal, or with too little time for it, does not show why another never came
        // to its own.
        let other = run.unreachable && !self.run.unreachable || run.goes_on && !self.run.goes_on;
        if other || run.faults.is_disjoint(&self.faults) {
            return false;
        }
        (self.best, self.run) = (level, run);
        (self.progress)(&self.best, self.tried);
        true
    }

    /// Ends the run when all is to be seen.
    fn cut_time(&mut self) {
        let seconds = (self.run.shown + AFTER).ceil();
        if f64::from(seconds) < within(&self.best) {
            let mut level = self.best.clone();
            if let Some(expect) = &mut level.expect {
                expect.within = Some(seconds);
            }
            level.orders.retain(|timed| timed.time <= seconds);
            level.edits.retain(|edit| edit.time <= seconds);
            self.offer(Some(level));
        }
    }

    /// Begins the level as late as it still goes wrong: the moment is halved in.
    fn start_later(&mut self) {
        let mut seconds = self.run.shown * 0.75;
        while seconds >= 1.0 {
            let later = self.later(seconds);
            if self.offer(later) {
                seconds = self.run.shown * 0.75;
            } else {
                seconds *= 0.5;
            }
        }
    }

    /// The level as it stands after so many seconds.
    fn later(&self, seconds: f32) -> Option<Level> {
        let ticks = (seconds * TICK_RATE as f32) as u64;
        let sim = quietly(|| {
            let mut sim = Sim::new(&self.best, &options(self.model));
            (0..ticks).for_each(|_| sim.tick());
            sim
        })?;
        let snapshot = Snapshot::of(&self.best, &sim);
        let mut expect = self.best.expect.clone()?;
        // Homes are where units start.
        let is_home = |&unit: &usize| snapshot.level.units[unit].at == self.best.units[unit].at;
        if !expect.home.iter().all(is_home) || !snapshot.moved.is_empty() {
            return None;
        }
        expect.within = Some((within(&self.best) as f32 - seconds).max(1.0));
        Some(Level { expect: Some(expect), ..snapshot.level })
    }

    /// Leaves out as much of one kind of thing as can be: halves, then quarters, down to one by one.
    fn leave_out(&mut self, part: Part) {
        let mut chunk = part.count(&self.best).div_ceil(2);
        while chunk > 0 {
            let mut from = 0;
            while from < part.count(&self.best) {
                let smaller = part.without(&self.best, from..from + chunk);
                if !self.offer(smaller) {
                    from += chunk;
                }
            }
            chunk = if chunk == 1 { 0 } else { chunk.div_ceil(2) };
        }
    }

    /// Cuts columns and rows off the edges.
    fn crop(&mut self) {
        for side in 0..4 {
            let length = if side % 2 == 0 { self.best.grid.columns() } else { self.best.grid.rows() };
            let mut by = length / 2;
            while by > 0 {
                let mut cut = [0; 4];
                cut[side] = by;
                let smaller = smaller::cropped(&self.best, cut);
                if !self.offer(smaller) {
                    by /= 2;
                }
            }
        }
    }
}

fn options(model: Option<ModelName>) -> Options {
    Options { model, threads: 1 }
}

/// What a function returns; `None` where it panics.
fn quietly<T>(run: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(run)).ok()
}

/// Runs a level. `None` if it holds what it claims.
fn play(level: &Level, model: Option<ModelName>) -> Option<Trial> {
    let mut sim = quietly(|| Sim::new(level, &options(model)))?;
    let before = positions(&sim);
    let mut observer = Observer::default();
    observer.observe(&sim, None);
    let mut gain = Gain::default();
    let ticks = ticks_in(within(level));
    let judge = |sim: &Sim, observer: &mut Observer| -> (Report, Vec<Claim>) {
        let report = observer.report(sim, "", "");
        let claims = claims(level, &report, &before, &positions(sim));
        (report, claims)
    };
    for tick in 1..=ticks {
        if quietly(|| sim.tick()).is_none() {
            let faults = BTreeSet::from([Fault::Panic]);
            return Some(Trial {
                faults,
                shown: tick as f32 / TICK_RATE as f32,
                unreachable: false,
                goes_on: false,
            });
        }
        observer.observe(&sim, None);
        gain.look(&sim);
        if tick % CLAIM_LOOK_TICKS == 0 {
            let (report, claims) = judge(&sim, &mut observer);
            let faults: BTreeSet<Fault> =
                claims.iter().filter(|claim| claim.is_final).map(|claim| claim.fault).collect();
            if !faults.is_empty() {
                return Some(Trial {
                    faults,
                    shown: sim.seconds(),
                    unreachable: is_unreachable(&report),
                    goes_on: false,
                });
            }
        }
        if sim.is_done() {
            break;
        }
    }
    let (report, claims) = judge(&sim, &mut observer);
    // Where nobody is sent nobody arrives: that is no fault.
    let tells = |fault: Fault| report.ordered > 0 || !matches!(fault, Fault::Arrival | Fault::Together);
    let faults = claims.iter().filter(|claim| !claim.holds).map(|claim| claim.fault);
    let faults: BTreeSet<Fault> = faults.filter(|&fault| tells(fault)).collect();
    let shown = gain.last as f32 / TICK_RATE as f32;
    let goes_on = !sim.is_done() && shown + 0.9 * AFTER > sim.seconds();
    (!faults.is_empty()).then_some(Trial { faults, shown, unreachable: is_unreachable(&report), goes_on })
}

fn is_unreachable(report: &Report) -> bool {
    report.gave_up.iter().any(|unit| unit.reason == GaveUp::Unreachable)
}

/// When somebody last came nearer to where it goes than it had ever been: those under way to their goal,
/// others to their post.
#[derive(Default)]
struct Gain {
    /// The shortest way that each had left, px, by id, and the start of the journey that it was on.
    least: Vec<(u64, f32)>,
    last: u64,
}

impl Gain {
    /// Less than this is no gain, px.
    const LEAST_SHIFT: f32 = 5.0;

    fn look(&mut self, sim: &Sim) {
        self.least.resize(sim.names.len(), (u64::MAX, f32::INFINITY));
        type Columns<'a> = (&'a Unit, &'a Position, &'a State, &'a Route, &'a Journey, &'a Post);
        for (unit, position, state, route, journey, post) in sim.units.query::<Columns>().iter() {
            let left = match route.current().filter(|_| state.is_under_way()) {
                Some(waypoint) => waypoint.left_from(position.0),
                None => post.0.distance(position.0),
            };
            let (start, least) = &mut self.least[unit.id.0 as usize];
            if *start != journey.start {
                (*start, *least) = (journey.start, left);
            } else if left < *least - Gain::LEAST_SHIFT {
                *least = left;
                self.last = sim.ticks();
            }
        }
    }
}
