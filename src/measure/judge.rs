//! Anybody's trace on one of our levels, judged by the figures of a run: what is measured, and how, is in
//! [`super::report`].
//!
//! A trace says where everybody was when, and nothing else. So a unit has arrived when it rests, at the end
//! of the trace, within reach of its destination: the order's place if it was sent alone; in a group any
//! place within 1 tile + 2.5 × (largest radius) × √n of it, which then is its own place. It arrived when it
//! first rested there for good, for half a second at least.

mod course;
pub mod recorded;

use super::pairs::Pairs;
use super::reach::in_reach;
use super::report::{Mean, Overlap, per_second};
use super::travel::Ways;
use crate::geometry::{Collider, gap};
use crate::grid::geometry::{reaches_into, touch};
use crate::grid::{Grid, TILE};
use crate::ids::UnitId;
use crate::level::{Edit, Level};
use crate::time::TICK_RATE;
use crate::unit::promises::LENGTH;
use course::{JudgedCourse, Totals, courses};
use glam::Vec2;
use recorded::{RecordedTrace, TraceFrame};
use serde::Serialize;

/// A unit within this distance of its own goal has travelled, px.
const TRAVELLED: f32 = 7.0;
/// Overlaps up to this depth are rounding, px.
const OVERLAP_ROUNDING: f32 = 0.01;

/// The figures of a trace. Lengths px, times s; `None` where the trace does not yield one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Judgement {
    /// Name of the level.
    pub level: String,
    /// Frames of the trace.
    pub frames: usize,
    /// How long it is.
    pub seconds: f64,
    /// Units that are in it.
    pub units: usize,
    /// Units of the level with a move order, in the trace or not.
    pub ordered: usize,
    /// Of these, those at rest within reach of their destination at the end.
    pub arrived: usize,
    /// When the last unit arrived, if all did.
    pub makespan: Option<f64>,
    /// Between the first and the last arrival.
    pub arrival_spread: Option<f64>,
    /// Mean over arrived units of travel time ÷ (shortest way to the own place ÷ top speed).
    pub mean_delay: Option<f64>,
    /// Mean delay up to the first time within 7 px of the own place.
    pub mean_travel: Option<f64>,
    /// Overlap of bodies in frames.
    pub overlap: Overlap,
    /// The deepest that a body was in a blocked tile or an obstacle that stands.
    pub wall_depth: f32,
    /// The deepest that a body was in a moving obstacle.
    pub obstacle_depth: f32,
    /// Heading changes of over 90° per moving unit-second.
    pub reversals: f64,
    /// Radians turned per moving unit-second.
    pub turning: f64,
    /// The fastest that anybody moved between two frames, as a share of its top speed: more than 1 is no walk
    /// of the level's units.
    pub fastest: f32,
    /// The farthest that anybody stood from its place in the level in its first frame.
    pub start_error: f32,
    /// The longest that a unit of the level is not in the trace, s: before its first frame, between two,
    /// after its last. What it did then nobody saw.
    pub unseen: f64,
}

/// Judges a trace.
///
/// # Errors
/// In words, where the trace is not of this level.
pub fn judge(level: &Level, trace: &RecordedTrace) -> Result<Judgement, String> {
    let mut courses = courses(level);
    let mut judgement = Judgement {
        level: level.name.clone(),
        frames: trace.frames.len(),
        seconds: trace.frames.last().map_or(0.0, |frame| frame.seconds),
        ..Judgement::default()
    };
    let mut moved = Totals::default();
    let (mut grid, mut pairs, mut edits) = (level.grid.clone(), Pairs::default(), level.edits.as_slice());
    let mut waiting = Vec::new();
    for (index, frame) in trace.frames.iter().enumerate() {
        let bodies: Vec<(Vec2, Collider)> =
            frame.places.iter().map(|&(unit, at)| (at, body(level, unit))).collect();
        let soon = |later: &&TraceFrame| later.seconds <= frame.seconds + PROMISED;
        let is_taken = |tile: Vec2| {
            let mut places = trace.frames[index..].iter().take_while(soon).flat_map(|later| &later.places);
            places.any(|&(unit, at)| reaches_into(body(level, unit), at, tile))
        };
        build(&mut grid, &mut edits, &mut waiting, frame.seconds, is_taken);
        overlaps(&mut pairs, &bodies, &mut judgement.overlap);
        for (&(unit, at), &(_, collider)) in frame.places.iter().zip(&bodies) {
            let depth = |still: bool| obstacle_depth(level, frame.seconds, still, at, collider);
            judgement.wall_depth = judgement.wall_depth.max(grid.wall_depth(at, collider)).max(depth(true));
            judgement.obstacle_depth = judgement.obstacle_depth.max(depth(false));
            let start = &level.units[unit.0 as usize];
            let course = &mut courses[unit.0 as usize];
            judgement.unseen = judgement.unseen.max(frame.seconds - course.seen());
            match course.note(frame.seconds, at, &mut moved) {
                None => {
                    judgement.units += 1;
                    judgement.start_error = judgement.start_error.max(at.distance(start.at));
                }
                Some(speed) => {
                    judgement.fastest = judgement.fastest.max(speed / level.kinds[start.kind].body.speed);
                }
            }
        }
    }
    if judgement.units == 0 {
        return Err("the trace names none of the level's units".into());
    }
    for course in &courses {
        judgement.unseen = judgement.unseen.max(judgement.seconds - course.seen());
    }
    // Unit-seconds, not unit-ticks: frames need not be ticks.
    let rate = f64::from(crate::time::TICK_RATE);
    let ticks = (moved.seconds * rate).round() as u64;
    judgement.reversals = per_second(moved.reversals as f64, ticks);
    judgement.turning = per_second(moved.turned, ticks);
    arrivals(level, &grid, &courses, &mut judgement);
    Ok(judgement)
}

/// Takes the overlaps of bodies in a frame into those of the whole trace.
fn overlaps(pairs: &mut Pairs, bodies: &[(Vec2, Collider)], overlap: &mut Overlap) {
    let mut deep = vec![false; bodies.len()];
    pairs.each(bodies, 0.0, |i, j, apart| {
        overlap.max_depth = overlap.max_depth.max(-apart);
        for index in [i, j] {
            deep[index] |= -apart > OVERLAP_ROUNDING;
        }
    });
    overlap.unit_ticks += deep.iter().filter(|&&deep| deep).count() as u64;
}

fn body(level: &Level, unit: UnitId) -> Collider {
    let kind = &level.kinds[level.units[unit.0 as usize].kind];
    kind.body.collider()
}

/// A tile that is to be blocked waits while somebody stands on it, or will so soon, s: he may have promised
/// to be there.
const PROMISED: f64 = LENGTH as f64 / TICK_RATE as f64 + 1e-6;

/// Applies the level's edits that are due; tiles of which `is_taken` (told the centre, px) says so wait.
fn build(
    grid: &mut Grid,
    edits: &mut &[Edit],
    waiting: &mut Vec<(i32, i32, crate::grid::Tile)>,
    seconds: f64,
    is_taken: impl Fn(Vec2) -> bool,
) {
    while let Some((edit, rest)) = edits.split_first()
        && f64::from(edit.time) <= seconds
    {
        let area = edit.area;
        for row in area.row..area.row + area.rows {
            waiting.extend((area.column..area.column + area.columns).map(|column| (column, row, edit.tile)));
        }
        *edits = rest;
    }
    waiting.retain(|&(column, row, tile)| {
        let waits = tile.is_blocked() && is_taken(Grid::center_of(column, row));
        if !waits {
            grid.set_tile(column, row, tile);
        }
        waits
    });
}

fn obstacle_depth(level: &Level, seconds: f64, still: bool, at: Vec2, body: Collider) -> f32 {
    use crate::geometry::Shape::Circle;
    use crate::obstacles::ObstacleMotion::Still;
    let obstacles = level.obstacles.iter().filter(|spec| matches!(spec.motion, Still(_)) == still);
    let depths = obstacles.map(|spec| {
        -gap(body, Collider { shape: Circle, radius: spec.radius }, at - spec.motion.at(seconds))
    });
    depths.filter(|&depth| depth > touch(at)).fold(0.0, f32::max)
}

/// Which units arrived, and how long that took.
fn arrivals(level: &Level, grid: &Grid, courses: &[JudgedCourse], judgement: &mut Judgement) {
    let resting: Vec<usize> = (0..courses.len()).filter(|&unit| courses[unit].rests.is_some()).collect();
    let bodies: Vec<(Vec2, Collider)> = resting
        .iter()
        .map(|&unit| (courses[unit].last.map_or(Vec2::ZERO, |(_, at)| at), body(level, UnitId(unit as u32))))
        .collect();
    let largest = level.units.iter().map(|unit| level.kinds[unit.kind].body.radius).fold(0.0, f32::max);
    let destination = |unit: usize, at: Vec2| {
        let errand = courses[unit].errand.as_ref()?;
        let place = *errand.legs.last()?;
        // In a group a place near enough is the unit's own.
        let reach = TILE + 2.5 * largest * (errand.group as f32).sqrt();
        Some(if errand.group > 1 && at.distance(place) <= reach { at } else { place })
    };
    let goals: Vec<Option<Vec2>> =
        resting.iter().zip(&bodies).map(|(&unit, (at, _))| destination(unit, *at)).collect();
    let reached = in_reach(&bodies, &goals, &mut Pairs::default());
    judgement.ordered = courses.iter().filter(|course| course.errand.is_some()).count();
    let (mut ways, mut delays, mut travels) = (Ways::default(), Mean::default(), Mean::default());
    let (mut first, mut last) = (f64::INFINITY, 0.0f64);
    for ((&unit, goal), _) in resting.iter().zip(&goals).zip(reached).filter(|(_, reached)| *reached) {
        let course = &courses[unit];
        let (Some(errand), Some(goal), Some(rests)) = (&course.errand, goal, course.rests) else { continue };
        judgement.arrived += 1;
        let arrived = course.came_to_rest().unwrap_or(rests).max(errand.start);
        (first, last) = (first.min(arrived), last.max(arrived));
        let ends = errand.legs[..errand.legs.len() - 1].iter().chain([goal]);
        let (mut from, mut length) = (course.from.unwrap_or(*goal), 0.0);
        for &end in ends {
            length += ways.shortest(grid, from, end, body(level, UnitId(unit as u32))).unwrap_or(0.0);
            from = end;
        }
        let free = f64::from(length / level.kinds[level.units[unit].kind].body.speed);
        if free > 0.0 {
            delays.add((arrived - errand.start) / free);
            let near = course.way.iter().find(|(_, at)| at.distance(*goal) <= TRAVELLED);
            near.into_iter().for_each(|(seconds, _)| travels.add((seconds - errand.start) / free));
        }
    }
    let all = judgement.ordered > 0 && judgement.arrived == judgement.ordered;
    judgement.makespan = all.then_some(last);
    judgement.arrival_spread = (judgement.arrived > 0).then_some(last - first);
    (judgement.mean_delay, judgement.mean_travel) = (delays.mean(), travels.mean());
}

/// A figure's name, and its value in words.
type TableLine = (&'static str, fn(&Judgement) -> String);

const LINES: [TableLine; 14] = [
    ("frames", |of| of.frames.to_string()),
    ("seconds", |of| format!("{:.2}", of.seconds)),
    ("arrived", |of| format!("{} of {}", of.arrived, of.ordered)),
    ("last s", |of| number(of.makespan, 2)),
    ("delay ×", |of| number(of.mean_delay, 3)),
    ("travel ×", |of| number(of.mean_travel, 3)),
    ("overlap px", |of| format!("{:.3}", of.overlap.max_depth)),
    ("walls px", |of| format!("{:.3}", of.wall_depth)),
    ("obstacles px", |of| format!("{:.3}", of.obstacle_depth)),
    ("turning rad/s", |of| format!("{:.2}", of.turning)),
    ("reversals/s", |of| format!("{:.3}", of.reversals)),
    ("fastest ÷ top", |of| format!("{:.2}", of.fastest)),
    ("start off px", |of| format!("{:.2}", of.start_error)),
    ("unseen s", |of| format!("{:.2}", of.unseen)),
];

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.digits$}"))
}

/// The figures of traces side by side, a column each.
pub fn table(names: &[String], judgements: &[Judgement]) -> String {
    let mut rows = vec![std::iter::once(String::new()).chain(names.iter().cloned()).collect::<Vec<String>>()];
    for (name, value) in LINES {
        rows.push(std::iter::once(name.to_owned()).chain(judgements.iter().map(value)).collect());
    }
    let widths: Vec<usize> = (0..=names.len())
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in &rows {
        text += &format!("{:<width$}", row[0], width = widths[0]);
        for (cell, width) in row[1..].iter().zip(&widths[1..]) {
            text += &format!("  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}
