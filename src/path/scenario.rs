//! Scenario files of the MovingAI grid benchmark (`.scen`), and running them through the pathfinder.
//!
//! # Source
//! N. Sturtevant, "Benchmarks for grid-based pathfinding", <https://doi.org/10.1109/TCIAIG.2012.2197681>,
//! 2012, and <https://movingai.com/benchmarks/formats.html>: after a line `version 1`, a line for each query:
//! bucket, map, width and height of the map, start column and row, goal column and row, optimal length (a
//! diagonal step is √2), parted by tabs. Names of maps may hold spaces.

use super::jump::JumpSearch;
use super::lattice::{Lattice, Node};
use crate::grid::Grid;
use crate::movingai::MapError;
use crate::platform::clock::Instant;
use std::fmt;

/// How far the √2 that a file's lengths are sums of may be off: its makers write it with eight or nine
/// decimals (1.414213562), which shows in the last digit of a long way. Two ways on a map differ by 1e-4 at
/// least.
const ROOT_ERROR: f64 = 2.5e-9;
/// The coarsest unit that lengths are compared at: a diagonal step for a straight one must show, 0.41 tiles.
const MAX_UNIT: f64 = 0.1;

/// One query of a scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Width and height of the map that it was made for, tiles.
    pub map_size: (i32, i32),
    /// Start, column and row.
    pub start: Node,
    /// Goal, column and row.
    pub goal: Node,
    /// Optimal length in tiles as the file gives it.
    pub length: f64,
}

/// A scenario file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScenarioFile {
    /// The queries in the order of the file.
    pub queries: Vec<Query>,
    /// The most digits that the file spends on a length.
    digits: i32,
    /// The most digits after the point.
    decimals: i32,
}

impl ScenarioFile {
    /// Reads a scenario file. Line ends may be of either kind; empty lines are passed over.
    ///
    /// ```
    /// use muster::path::scenario::ScenarioFile;
    /// let text = "version 1\n0\tmaps/a b.map\t4\t4\t0\t0\t3\t3\t4.24264\n";
    /// assert_eq!(ScenarioFile::parse(text).unwrap().queries[0].goal, (3, 3));
    /// assert_eq!(ScenarioFile::parse("0\ta.map\t4").unwrap_err().line, 1);
    /// ```
    pub fn parse(text: &str) -> Result<ScenarioFile, MapError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut scenario = ScenarioFile::default();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with("version") {
                continue;
            }
            let Some((query, length)) = parse_query(line, text) else {
                let what = "not a query: `bucket map width height x y x y length`, parted by tabs";
                return Err(MapError::new(line, what));
            };
            let decimals = length.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let digits = length.trim_start_matches(['0', '.']).chars().filter(char::is_ascii_digit).count();
            scenario.digits = scenario.digits.max(digits as i32);
            scenario.decimals = scenario.decimals.max(decimals as i32);
            scenario.queries.push(query);
        }
        if scenario.queries.is_empty() {
            return Err(MapError::new(
                1,
                "no queries; a scenario file has a line for each after `version 1`",
            ));
        }
        Ok(scenario)
    }

    /// Whether a way of `straight` and `diagonal` steps is as long as the file says, at the precision that
    /// its numbers carry: within half a unit of the last digit above (rounded to the nearest), or a whole one
    /// below (cut off), whether the file keeps to a number of digits or of decimals. It drops zeros at the
    /// end, so that the length with the most digits speaks for all. A file of whole numbers is exact: a
    /// rounded one could not be told from one that is a diagonal step off.
    fn agrees(&self, written: f64, straight: u32, diagonal: u32) -> bool {
        let found = length_of_steps(straight, diagonal);
        let before_point = if written >= 1.0 { written.log10().floor() as i32 + 1 } else { 1 };
        let unit = match self.decimals {
            0 => 0.0,
            decimals => 10f64.powi((before_point - self.digits).max(-decimals)).min(MAX_UNIT),
        };
        let sum = f64::from(diagonal) * ROOT_ERROR + 1e-9;
        (-0.5 * unit - sum..=unit + sum).contains(&(found - written))
    }
}

/// A query and its length as it is written.
fn parse_query(line: usize, text: &str) -> Option<(Query, &str)> {
    // From the end: the map's name may hold spaces.
    let mut fields = text.rsplitn(9, |c: char| c.is_whitespace());
    let length = fields.next()?;
    let mut number = || fields.next()?.parse::<i32>().ok();
    let (goal_y, goal_x, start_y, start_x) = (number()?, number()?, number()?, number()?);
    let (height, width) = (number()?, number()?);
    fields.next()?;
    let value = length.parse::<f64>().ok().filter(|length| length.is_finite() && *length >= 0.0)?;
    let (start, goal) = ((start_x, start_y), (goal_x, goal_y));
    Some((Query { line, map_size: (width, height), start, goal, length: value }, length))
}

/// A query whose answer is not the file's.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The query, and its number in the file from 0.
    pub query: Query,
    /// See `query`.
    pub number: usize,
    /// What came out instead.
    pub found: FoundPath,
}

/// What came out where the file says otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum FoundPath {
    /// A way of another length, in tiles.
    Length(f64),
    /// No way.
    NoPath,
    /// The query cannot be asked on this map, and why.
    Impossible(String),
}

/// What a run of a scenario showed.
#[derive(Clone, Debug, Default)]
pub struct ScenarioReport {
    /// Queries run.
    pub queries: usize,
    /// Those with another answer than the file's.
    pub mismatches: Vec<Mismatch>,
    /// Time of each query in the order of the run, µs.
    pub times: Vec<f64>,
}

impl ScenarioReport {
    /// The time that a fraction (0..=1) of the queries stayed within, µs; 0 if there were none.
    pub fn percentile(&self, fraction: f64) -> f64 {
        let mut times = self.times.clone();
        times.sort_by(f64::total_cmp);
        let last = times.len().saturating_sub(1) as f64;
        times.get((last * fraction).round() as usize).copied().unwrap_or(0.0)
    }
}

/// Runs every `every`-th query of a scenario (1 or 0: all) through the pathfinder and holds it to the file's
/// lengths.
pub fn run_scenario(map: &Grid, scenario: &ScenarioFile, every: usize) -> ScenarioReport {
    let lattice = Lattice::new(map, 1);
    let mut search = JumpSearch::default();
    let mut turns = Vec::new();
    let mut report = ScenarioReport::default();
    for (number, query) in scenario.queries.iter().enumerate().step_by(every.max(1)) {
        report.queries += 1;
        let found = match objection(map, &lattice, query) {
            Some(why) => Some(FoundPath::Impossible(why)),
            None => {
                let start = Instant::now();
                let cost = search.find_path(&lattice, query.start, query.goal, &mut turns);
                report.times.push(start.elapsed().as_secs_f64() * 1e6);
                match cost.map(|_| steps(&turns)) {
                    Some((straight, diagonal)) if scenario.agrees(query.length, straight, diagonal) => None,
                    Some((straight, diagonal)) => {
                        Some(FoundPath::Length(length_of_steps(straight, diagonal)))
                    }
                    None => Some(FoundPath::NoPath),
                }
            }
        };
        report.mismatches.extend(found.map(|found| Mismatch { query: query.clone(), number, found }));
    }
    report
}

/// Why a query cannot be asked on a map, if so.
fn objection(map: &Grid, lattice: &Lattice, query: &Query) -> Option<String> {
    let (width, height) = query.map_size;
    let size = (map.columns(), map.rows());
    if query.map_size != size {
        return Some(format!(
            "made for a map of {width} × {height} tiles, this one has {} × {}",
            size.0, size.1
        ));
    }
    [("start", query.start), ("goal", query.goal)].into_iter().find_map(|(name, (column, row))| {
        if map.tile(column, row).is_none() {
            Some(format!("its {name} is outside the map"))
        } else {
            (!lattice.is_free((column, row))).then(|| format!("its {name} is blocked"))
        }
    })
}

/// Length in tiles of a way along its turns.
pub fn length_of(turns: &[Node]) -> f64 {
    let (straight, diagonal) = steps(turns);
    length_of_steps(straight, diagonal)
}

fn length_of_steps(straight: u32, diagonal: u32) -> f64 {
    f64::from(straight) + f64::from(diagonal) * std::f64::consts::SQRT_2
}

/// Straight and diagonal steps of a way along its turns.
fn steps(turns: &[Node]) -> (u32, u32) {
    let (mut straight, mut diagonal) = (0, 0);
    for leg in turns.windows(2) {
        let (x, y) = (leg[0].0.abs_diff(leg[1].0), leg[0].1.abs_diff(leg[1].1));
        diagonal += x.min(y);
        straight += x.max(y) - x.min(y);
    }
    (straight, diagonal)
}

impl fmt::Display for Mismatch {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Query { line, start, goal, length, .. } = &self.query;
        write!(
            out,
            "query {} (line {line}), ({}, {}) to ({}, {}): ",
            self.number, start.0, start.1, goal.0, goal.1
        )?;
        match &self.found {
            FoundPath::Length(found) => write!(out, "expected {length}, found {found:.5}"),
            FoundPath::NoPath => write!(out, "expected {length}, found no path"),
            FoundPath::Impossible(why) => write!(out, "{why}"),
        }
    }
}

impl fmt::Display for ScenarioReport {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        for mismatch in &self.mismatches {
            writeln!(out, "{mismatch}")?;
        }
        let (median, p99) = (self.percentile(0.5), self.percentile(0.99));
        write!(out, "{} queries, {} mismatches, ", self.queries, self.mismatches.len())?;
        write!(out, "median {median:.1} µs, 99th percentile {p99:.1} µs")
    }
}
