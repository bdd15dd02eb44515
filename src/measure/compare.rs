//! Every model on every level, measured alike: a table to read, and the same as CSV.

use crate::files::harmless;
use crate::level::Level;
use crate::measure::columns::aligned;
use crate::measure::report::Report;
use crate::measure::run::{RunOptions, run};
use crate::measure::verify::shifted;
use crate::sim::Options;
use crate::unit::ModelName;
use std::io::Sink;

/// A figure over the shifted starts of one level and model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The middle value (of an even number, the lower of the two).
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

impl Spread {
    /// Of some values; `None` without any.
    pub fn of(mut values: Vec<f64>) -> Option<Spread> {
        values.sort_by(f64::total_cmp);
        let (&least, &most) = (values.first()?, values.last()?);
        Some(Spread { median: values[(values.len() - 1) / 2], least, most })
    }
}

/// What is compared.
pub struct Figure {
    /// Heading, with the unit of measure.
    pub name: &'static str,
    /// Column in the CSV.
    pub key: &'static str,
    /// Digits after the point.
    pub digits: usize,
    /// Whether more is better.
    pub more_is_better: bool,
    read: fn(&Report) -> Option<f64>,
}

/// The figures, in the order of the columns.
pub const FIGURES: [Figure; 7] = [
    Figure {
        name: "arrived %",
        key: "arrived_percent",
        digits: 0,
        more_is_better: true,
        read: |report| (report.ordered > 0).then(|| 100.0 * report.arrived as f64 / report.ordered as f64),
    },
    Figure {
        name: "last s",
        key: "makespan",
        digits: 1,
        more_is_better: false,
        read: |report| report.makespan,
    },
    Figure {
        name: "delay ×",
        key: "mean_delay",
        digits: 2,
        more_is_better: false,
        read: |report| report.mean_delay,
    },
    Figure {
        name: "overlap px",
        key: "max_overlap",
        digits: 2,
        more_is_better: false,
        read: |report| Some(f64::from(report.overlap.max_depth)),
    },
    Figure {
        name: "reversals/s",
        key: "reversals",
        digits: 3,
        more_is_better: false,
        read: |report| Some(report.reversals),
    },
    Figure {
        name: "turning rad/s",
        key: "turning",
        digits: 2,
        more_is_better: false,
        read: |report| Some(report.turning),
    },
    Figure {
        name: "µs/unit/tick",
        key: "us_per_unit_tick",
        digits: 2,
        more_is_better: false,
        read: |report| Some(report.us_per_unit_tick),
    },
];

/// The figures of one model on one level. A figure is `None` where some start did not yield it (nobody
/// arrived, say).
#[derive(Clone, Debug)]
pub struct ComparisonRow {
    /// The model.
    pub model: ModelName,
    /// One for each of [`FIGURES`].
    pub spreads: Vec<Option<Spread>>,
}

/// Runs a level with a model from its own start and from `shifts` shifted ones, on one thread.
pub fn measure(level: &Level, model: ModelName, seconds: f64, shifts: usize) -> ComparisonRow {
    let reports: Vec<Report> = (0..=shifts)
        .map(|shift| {
            let sim = Options { model: Some(model), threads: 1 };
            run::<Sink>(&shifted(level, shift), &RunOptions { sim, seconds }, None, |_| ())
                .expect("without a trace nothing is written")
                .report
        })
        .collect();
    let spreads = FIGURES
        .iter()
        .map(|figure| reports.iter().map(figure.read).collect::<Option<Vec<f64>>>().and_then(Spread::of))
        .collect();
    ComparisonRow { model, spreads }
}

/// The table of a level; the best median of each column is marked with `*`.
pub fn table(level: &str, rows: &[ComparisonRow]) -> String {
    let cell = |row: &ComparisonRow, column: usize| {
        let figure = &FIGURES[column];
        let digits = figure.digits;
        let Some(spread) = row.spreads[column] else { return "–".to_owned() };
        let medians = rows.iter().filter_map(|row| row.spreads[column]).map(|spread| spread.median);
        let best = if figure.more_is_better { medians.reduce(f64::max) } else { medians.reduce(f64::min) };
        let mark = if best == Some(spread.median) { "*" } else { "" };
        let range = if spread.least == spread.most {
            String::new()
        } else {
            format!(" ({:.digits$}…{:.digits$})", spread.least, spread.most)
        };
        format!("{mark}{:.digits$}{range}", spread.median)
    };
    let mut lines =
        vec![["model".to_owned()].into_iter().chain(FIGURES.iter().map(|f| f.name.to_owned())).collect()];
    for row in rows {
        let cells = (0..FIGURES.len()).map(|column| cell(row, column));
        lines.push([row.model.name().to_owned()].into_iter().chain(cells).collect::<Vec<String>>());
    }
    format!("{}\n{}", harmless(level), aligned(&lines))
}

/// The header of the CSV.
pub fn csv_header() -> String {
    let columns = FIGURES.iter().map(|figure| format!("{0},{0}_least,{0}_most", figure.key));
    ["level".to_owned(), "model".to_owned()].into_iter().chain(columns).collect::<Vec<_>>().join(",")
}

/// A line of the CSV; empty fields where there is no figure.
pub fn csv_line(level: &str, row: &ComparisonRow) -> String {
    let fields = row.spreads.iter().map(|spread| match spread {
        Some(spread) => format!("{},{},{}", spread.median, spread.least, spread.most),
        None => ",,".to_owned(),
    });
    let names = [super::trace::quoted(level).into_owned(), row.model.name().to_owned()];
    names.into_iter().chain(fields).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(model: ModelName, median: f64) -> ComparisonRow {
        let spread = Spread { median, least: median, most: median + 1.0 };
        ComparisonRow { model, spreads: vec![Some(spread); FIGURES.len()] }
    }

    #[test]
    fn the_best_of_each_column_is_marked() {
        let text = table("Gate", &[row(ModelName::Predictive, 1.0), row(ModelName::None, 2.0)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Gate");
        assert_eq!(lines[2].matches('*').count(), FIGURES.len() - 1, "{text}");
        assert_eq!(lines[3].matches('*').count(), 1, "more arrived is better: {text}");
    }

    #[test]
    fn the_csv_has_a_field_for_every_heading() {
        let mut row = row(ModelName::Orca, 1.5);
        row.spreads[1] = None;
        assert_eq!(csv_line("a,b", &row).split(',').count(), csv_header().split(',').count() + 1);
        assert!(csv_line("a,b", &row).starts_with("\"a,b\",orca,1.5,1.5,2.5,,,,"));
    }

    #[test]
    fn the_median_is_a_value_that_occurred() {
        let spread = Spread::of(vec![3.0, 1.0, 2.0, 9.0]);
        assert_eq!(spread, Some(Spread { median: 2.0, least: 1.0, most: 9.0 }));
        assert_eq!(Spread::of(Vec::new()), None);
    }
}
