//! What the goals of a level have come to: as a player is told of them, and as a report has it.

use super::{Judge, Medal, Spent, Verdict, alive, inside};
use crate::level::Level;
use crate::level::goal::{Deed, Wanted};
use crate::replay::Replay;
use crate::sim::{Options, Sim};
use crate::time::{DT, TICK_RATE};
use serde::Serialize;

/// One goal as a player is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalTold {
    /// What is to be done.
    pub text: String,
    /// Whether it is.
    pub is_met: bool,
    /// How far it is, such as `7 of 12`; empty where that says nothing.
    pub progress: String,
    /// The number of its area among [`Judge::areas`], from 0.
    pub area: Option<usize>,
}

impl Judge {
    /// The goals as a player is told of them, after the last tick that was judged.
    pub fn told(&self, sim: &Sim) -> Vec<GoalTold> {
        let (goals, stands) = (&self.scenario.goals, &self.last().stands);
        let rows = goals.iter().zip(stands).zip(&self.words);
        rows.map(|((goal, stand), words)| {
            let mut is_met = stand.met.is_some();
            let counted = |done: usize, all: usize| match all {
                0 | 1 => String::new(),
                _ => format!("{} of {all}", done.min(all)),
            };
            let progress = match &goal.wanted {
                Wanted::Bring { who, to, count, .. } => counted(inside(sim, who, *to), *count),
                Wanted::Hold { area, seconds } | Wanted::Shut { area, seconds, .. } => {
                    let held = stand.since.map_or(0, |since| sim.ticks().saturating_sub(since));
                    let (own, others) = self.present(sim, &goal.wanted, *area);
                    let needs_own = matches!(goal.wanted, Wanted::Hold { .. });
                    // Where time does not count it is told why.
                    match (own, others) {
                        (0, 0) if needs_own => "nobody of yours in it".to_owned(),
                        (_, 0) => format!("{:.0} of {seconds:.0} s", held as f32 * DT),
                        (_, others) => format!("{others} of them in it"),
                    }
                }
                Wanted::Keep { who, .. } => {
                    is_met = matches!(self.verdict(), Verdict::Won { .. });
                    format!("{} left", alive(sim, who))
                }
                Wanted::Defeat { who } => format!("{} left", alive(sim, who)),
                Wanted::Do { deed, count } => {
                    let done = self.done(sim, *deed);
                    is_met |= *deed == Deed::Select && done >= *count;
                    if *deed == Deed::Build { counted(done, *count) } else { String::new() }
                }
            };
            let progress = if is_met { String::new() } else { progress };
            let area = goal.wanted.area().and_then(|area| self.areas.iter().position(|known| *known == area));
            GoalTold { text: words.clone(), is_met, progress, area }
        })
        .collect()
    }

    /// What a report tells of it.
    pub fn outcome(&self, sim: &Sim) -> GameResult {
        let seconds = |tick: u64| tick as f64 / f64::from(TICK_RATE);
        let (is_won, end, medal, lost) = match self.verdict() {
            Verdict::Open => (false, None, None, None),
            Verdict::Won { tick, medal } => (true, Some(*tick), *medal, None),
            Verdict::Lost { tick, why } => (false, Some(*tick), None, Some(why.clone())),
        };
        let last = self.last();
        let goals = self.words.iter().zip(&last.stands).zip(&self.scenario.goals);
        let goals = goals.map(|((text, stand), goal)| {
            let is_kept = is_won && matches!(goal.wanted, Wanted::Keep { .. });
            let met = stand.met.or(is_kept.then_some(last.tick));
            GoalOutcome { text: text.clone(), met: met.map(seconds) }
        });
        // What is done after the end does not count.
        let count = sim.actions().partition_point(|(tick, _)| end.is_none_or(|end| *tick < end));
        let Spent { orders, tiles } = Spent::of(&sim.actions()[..count]);
        let time = end.filter(|_| is_won).map(seconds);
        GameResult { reached: is_won, seconds: time, medal, lost, orders, tiles, goals: goals.collect() }
    }
}

/// What a game came to. Times in seconds of simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameResult {
    /// Whether all goals were met.
    pub reached: bool,
    /// When they were.
    pub seconds: Option<f64>,
    /// The medal for that time.
    pub medal: Option<Medal>,
    /// Why they can no longer be met, if they cannot.
    pub lost: Option<String>,
    /// Orders that the player gave.
    pub orders: usize,
    /// Tiles that the player changed, each counted once.
    pub tiles: usize,
    /// One by one.
    pub goals: Vec<GoalOutcome>,
}

/// What became of a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoalOutcome {
    /// What was to be done.
    pub text: String,
    /// When it was met.
    pub met: Option<f64>,
}

/// Plays a recording's actions on a level, until that is decided, and judges them; `None` where the level
/// asks nothing.
pub fn judge(level: &Level, replay: &Replay, threads: usize) -> Option<GameResult> {
    let mut judge = Judge::new(level)?;
    let mut sim = Sim::new(level, &Options { model: replay.model, threads });
    while sim.ticks() < replay.ticks && *judge.verdict() == Verdict::Open {
        replay.act(&mut sim);
        sim.tick();
        judge.observe(&sim);
    }
    Some(judge.outcome(&sim))
}
