//! What each rule of `predictive` buys: the same levels from the same starts, with the rule and without it.

use crate::level::Level;
use crate::measure::cases::for_each_on_all_cores;
use crate::measure::columns::aligned;
use crate::measure::report::Report;
use crate::measure::run::Ran;
use crate::measure::verify::{run_and_claim, shifted};
use crate::movement::predictive::rules::Rule;
use crate::unit::ModelName;

/// What one run came to.
#[derive(Clone, Debug)]
pub struct RunOutcome {
    /// Whether a claim of the level does not hold.
    pub falls_short: bool,
    /// Whether somebody was still under way when the time was up.
    pub goes_on: bool,
    /// Figures.
    pub report: Report,
}

/// Runs levels with `predictive`, each from its own start and from `shifts` shifted ones, without one of its
/// rules or with all. `done` is told of each run.
pub fn measure(
    levels: &[Level],
    without: Option<&Rule>,
    shifts: usize,
    done: impl Fn() + Sync,
) -> Vec<RunOutcome> {
    let starts: Vec<(&Level, usize)> =
        levels.iter().flat_map(|level| (0..=shifts).map(move |shift| (level, shift))).collect();
    let run = |&(level, shift): &(&Level, usize)| {
        let mut level = shifted(level, shift);
        level.set(&without.and_then(Rule::without).into_iter().collect::<Vec<_>>());
        let (Ran { sim, report, .. }, claims) = run_and_claim(&level, ModelName::Predictive, 1);
        done();
        RunOutcome { falls_short: claims.iter().any(|claim| !claim.holds), goes_on: !sim.is_done(), report }
    };
    let mut outcomes = Vec::new();
    for_each_on_all_cores(&starts, run, |outcome| {
        outcomes.push(outcome);
        true
    });
    outcomes
}

/// Headings of the columns.
const COLUMNS: [&str; 7] =
    ["without", "falls short", "goes on", "arrived", "travel ×", "last ×", "turning ×"];

/// A table of what is lost without each rule: `with_all` are the runs with all of them. Ratios are geometric
/// means over the runs that have the figure in both.
pub fn table(with_all: &[RunOutcome], without: &[(&Rule, Vec<RunOutcome>)]) -> String {
    let mut rows = vec![COLUMNS.map(str::to_owned), row("nothing", with_all, with_all)];
    rows.extend(without.iter().map(|(rule, outcomes)| row(rule.name, outcomes, with_all)));
    aligned(&rows)
}

fn row(name: &str, outcomes: &[RunOutcome], with_all: &[RunOutcome]) -> [String; COLUMNS.len()] {
    let count =
        |is: fn(&RunOutcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count().to_string();
    let sum = |of: fn(&Report) -> usize| outcomes.iter().map(|outcome| of(&outcome.report)).sum::<usize>();
    let ratio = |of: fn(&Report) -> Option<f64>| {
        let both = outcomes.iter().zip(with_all).filter_map(|(a, b)| Some((of(&a.report)?, of(&b.report)?)));
        let logs: Vec<f64> = both.filter(|&(a, b)| a > 0.0 && b > 0.0).map(|(a, b)| (a / b).ln()).collect();
        match logs.len() {
            0 => "–".to_owned(),
            count => format!("{:.3}", (logs.iter().sum::<f64>() / count as f64).exp()),
        }
    };
    [
        name.to_owned(),
        count(|outcome| outcome.falls_short),
        count(|outcome| outcome.goes_on),
        format!("{} of {}", sum(|report| report.arrived), sum(|report| report.ordered)),
        ratio(|report| report.mean_travel),
        ratio(|report| report.makespan),
        ratio(|report| Some(report.turning)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canyon() -> Level {
        let text = r##"{ "format": 1, "name": "Canyon", "map": { "tiles": ["rock", "..........", "rock"] },
          "units": [{ "id": "H", "kind": "hero", "team": "red", "at": [0.5, 1.5] },
                    { "id": "A", "kind": "infantry", "team": "red", "at": [4.5, 1.5] }],
          "orders": [{ "who": ["H"], "do": "move", "to": [8.5, 1.5] }],
          "expect": { "within": 20, "arrived": 1 } }"##;
        let text = text.replace("rock", &"#".repeat(10));
        Level::parse(&text, "test.json", None).unwrap_or_else(|errors| panic!("{errors}"))
    }

    #[test]
    fn without_pushing_nobody_gets_through_a_canyon_in_which_somebody_stands() {
        let levels = [canyon()];
        let rule = Rule::named("pushes").unwrap();
        let (all, without) = (measure(&levels, None, 1, || ()), measure(&levels, Some(rule), 1, || ()));
        assert!(all.iter().all(|outcome| !outcome.falls_short && outcome.report.arrived == 1));
        assert!(without.iter().all(|outcome| outcome.falls_short && outcome.report.arrived == 0));
        let table = table(&all, &[(rule, without)]);
        let row = table.lines().nth(2).unwrap();
        assert!(row.contains("pushes") && row.contains("0 of 2"), "{table}");
    }
}
