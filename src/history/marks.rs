//! Moments that are worth going to, found while the game runs.

use super::waits::Waits;
use crate::grid::{Area, TILE};
use crate::ids::UnitId;
use crate::order::{Action, Command, Order};
use crate::sim::Sim;
use crate::stages::Stage;
use crate::time::TICK_RATE;
use crate::unit::memory::NOBODY;
use crate::unit::*;
use crate::world::Event;
use glam::Vec2;
use std::collections::HashMap;
use std::time::Duration;

/// Ticks between two looks at the whole crowd.
const EVERY: u64 = TICK_RATE as u64;
/// A jam: so many walkers near each other, px, none of whom has gained this much, px, in two looks.
const JAM: usize = 10;
const NEAR: f32 = 45.0;
const GAIN: f32 = 8.0;
/// A chain of pushes of so many links is worth a mark.
const CHAIN: usize = 3;
/// So many who turn back within half a second, and such a share of those under way, are a burst.
const BURST: usize = 6;
const BURST_SHARE: f32 = 0.15;
/// Marks of one kind that the program finds in the crowd are at least so many ticks apart.
const APART: u64 = 5 * EVERY;
/// The first ticks fill caches: they are not the slowest. Nor is one that nobody feels.
const WARM: u64 = EVERY;
const FELT: Duration = Duration::from_millis(8);

/// What a mark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// An order was given.
    Order,
    /// Tiles changed.
    Edit,
    /// Somebody gave up.
    GaveUp,
    /// Walkers stand in each other's way.
    Jam,
    /// A push was passed on, and on.
    Chain,
    /// Many turned back at once.
    Reversals,
    /// The tick that took longest so far.
    Slowest,
}

/// A moment that is worth going to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Ticks that had passed.
    pub tick: u64,
    /// What it is about.
    pub kind: MarkKind,
    /// A sentence.
    pub words: String,
    /// The units that it concerns.
    pub units: Vec<UnitId>,
}

/// Looks for marks after every tick.
#[derive(Clone, Default)]
pub(super) struct Marker {
    /// How far each had still to go at the last looks, px, by id: the older one first.
    left: [HashMap<UnitId, f32>; 2],
    /// Velocity of those who walked half a second ago, px/s.
    went: HashMap<UnitId, Vec2>,
    /// When the last mark of a kind was set.
    last: HashMap<MarkKind, u64>,
    slowest: Duration,
}

impl Marker {
    /// Adds what happened in the last tick to the marks.
    pub fn look(&mut self, sim: &Sim, marks: &mut Vec<Mark>) {
        events(sim, marks);
        if sim.ticks().is_multiple_of(EVERY / 2) {
            self.reversals(sim, marks);
        }
        if sim.ticks().is_multiple_of(EVERY) {
            self.jams(sim, marks);
            self.chains(sim, marks);
        }
        let took = Stage::ALL.iter().map(|&stage| sim.stage_times().of(stage)).sum();
        if sim.ticks() > WARM && took > self.slowest.max(FELT) {
            self.slowest = took;
            marks.retain(|mark| mark.kind != MarkKind::Slowest);
            let words = format!("The slowest tick so far: {:.1} ms", took.as_secs_f64() * 1000.0);
            marks.push(Mark { tick: sim.ticks(), kind: MarkKind::Slowest, words, units: Vec::new() });
        }
    }

    /// Sets a mark unless there was one of its kind just now.
    fn set(&mut self, marks: &mut Vec<Mark>, mark: Mark) {
        let last = self.last.get(&mark.kind).copied();
        if last.is_none_or(|last| mark.tick >= last + APART) {
            self.last.insert(mark.kind, mark.tick);
            marks.push(mark);
        }
    }

    fn reversals(&mut self, sim: &Sim, marks: &mut Vec<Mark>) {
        let mut goes = HashMap::new();
        let (mut back, mut walking) = (Vec::new(), 0);
        for (unit, velocity, body, state) in sim.units.query::<(&Unit, &Velocity, &Body, &State)>().iter() {
            if !state.is_under_way() || velocity.0.length() < 0.25 * body.speed {
                continue;
            }
            walking += 1;
            let before = self.went.get(&unit.id);
            if before
                .is_some_and(|before| before.normalize_or_zero().dot(velocity.0.normalize_or_zero()) < -0.5)
            {
                back.push(unit.id);
            }
            goes.insert(unit.id, velocity.0);
        }
        self.went = goes;
        if back.len() >= BURST && back.len() as f32 >= BURST_SHARE * walking as f32 {
            back.sort_unstable();
            let words = format!("{} of {walking} turn back at once", back.len());
            self.set(marks, Mark { tick: sim.ticks(), kind: MarkKind::Reversals, words, units: back });
        }
    }

    fn jams(&mut self, sim: &Sim, marks: &mut Vec<Mark>) {
        type Columns<'a> = (&'a Unit, &'a Position, &'a State, &'a Route);
        let mut left = HashMap::new();
        let mut stuck: Vec<(UnitId, Vec2)> = Vec::new();
        for (unit, position, state, route) in sim.units.query::<Columns>().iter() {
            let Some(&waypoint) = route.waypoints.get(route.next).filter(|_| state.is_under_way()) else {
                continue;
            };
            let now = route.remaining[route.next] + waypoint.distance(position.0);
            if self.left[0].get(&unit.id).is_some_and(|before| before - now < GAIN) {
                stuck.push((unit.id, position.0));
            }
            left.insert(unit.id, now);
        }
        self.left.rotate_left(1);
        self.left[1] = left;
        stuck.sort_unstable_by_key(|unit| unit.0);
        let Some(mut jam) = largest_cluster(&stuck).filter(|jam| jam.len() >= JAM) else { return };
        jam.sort_unstable();
        let waits = Waits::of(sim);
        let root =
            waits.roots.iter().find(|root| root.waiting.iter().any(|unit| jam.binary_search(unit).is_ok()));
        let why = root.map_or(String::new(), |root| format!(": {}", root.words));
        let words = format!("{} stand in each other's way{why}", jam.len());
        self.set(marks, Mark { tick: sim.ticks(), kind: MarkKind::Jam, words, units: jam });
    }

    fn chains(&mut self, sim: &Sim, marks: &mut Vec<Mark>) {
        let gives: HashMap<u32, u32> = sim
            .units
            .query::<(&Unit, &Memory)>()
            .iter()
            .filter(|(_, memory)| memory.decision == Decision::GiveWay && memory.other != NOBODY)
            .map(|(unit, memory)| (unit.id.0, memory.other))
            .collect();
        let chain = |from: u32| {
            let mut chain = vec![UnitId(from)];
            let mut at = from;
            while let Some(&next) = gives.get(&at).filter(|&&next| !chain.contains(&UnitId(next))) {
                chain.push(UnitId(next));
                at = next;
            }
            chain
        };
        let longest =
            gives.keys().map(|&from| chain(from)).max_by(|a, b| a.len().cmp(&b.len()).then(b.cmp(a)));
        if let Some(mut chain) = longest.filter(|chain| chain.len() > CHAIN) {
            chain.reverse();
            let names: Vec<&str> = chain.iter().map(|unit| sim.names[unit.0 as usize].as_str()).collect();
            let words = format!("{} pushes {}", names[0], names[1..].join(", which pushes "));
            self.set(marks, Mark { tick: sim.ticks(), kind: MarkKind::Chain, words, units: chain });
        }
    }
}

/// Marks what players did.
pub(super) fn add_actions(sim: &Sim, actions: &[(u64, Action)], marks: &mut Vec<Mark>) {
    for (tick, action) in actions {
        let (kind, words, units) = match action {
            Action::Order(order) => (MarkKind::Order, ordered(sim, order), order.units.clone()),
            Action::Edit { area, .. } => (MarkKind::Edit, changed(*area), Vec::new()),
            Action::Spawn { .. } => (MarkKind::Edit, "A unit was placed".into(), Vec::new()),
            Action::Remove { units } => {
                (MarkKind::Edit, format!("{} taken away", who(sim, units)), units.clone())
            }
            Action::Restore { units } => {
                (MarkKind::Edit, format!("{} put back", who(sim, units)), units.clone())
            }
            Action::SetModel { units, model } => {
                let words = format!("{} moved by {} from here on", who(sim, units), model.name());
                (MarkKind::Edit, words, units.clone())
            }
            Action::SetParameter { name, value, .. } => {
                (MarkKind::Edit, format!("{name} set to {value}"), Vec::new())
            }
        };
        // A stroke of the brush is many tiles, and one thing.
        let goes_on = marks.last().is_some_and(|last| {
            kind == MarkKind::Edit && last.kind == kind && last.units.is_empty() && tick - last.tick < EVERY
        });
        if !goes_on {
            marks.push(Mark { tick: *tick, kind, words, units });
        }
    }
}

/// Whether a player gave an order in the last tick.
fn is_players(sim: &Sim, order: &Order) -> bool {
    let recent = sim.actions().iter().rev().take_while(|(tick, _)| *tick + 1 == sim.ticks());
    recent.into_iter().any(|(_, action)| matches!(action, Action::Order(given) if given == order))
}

fn changed(area: Area) -> String {
    match (area.columns, area.rows) {
        (1, 1) => format!("The tile [{}, {}] changed", area.column, area.row),
        (columns, rows) => {
            format!("{} tiles changed from [{}, {}] on", columns * rows, area.column, area.row)
        }
    }
}

fn who(sim: &Sim, units: &[UnitId]) -> String {
    match units {
        [one] => sim.names.get(one.0 as usize).map_or("somebody", String::as_str).to_owned(),
        _ => format!("{} units", units.len()),
    }
}

/// What the simulation says itself.
fn events(sim: &Sim, marks: &mut Vec<Mark>) {
    let tick = sim.ticks();
    let mut stopped = Vec::new();
    for event in &sim.events {
        match event {
            // What players did is marked when it is done.
            Event::Ordered(order) if is_players(sim, order) => {}
            Event::Ordered(order) => {
                let (words, units) = (ordered(sim, order), order.units.clone());
                marks.push(Mark { tick, kind: MarkKind::Order, words, units });
            }
            Event::TilesChanged(area) => {
                let words = changed(*area);
                // A wall that grows tile by tile is one thing.
                match marks.last_mut().filter(|last| last.kind == MarkKind::Edit && tick - last.tick < EVERY)
                {
                    Some(_) => {}
                    None => marks.push(Mark { tick, kind: MarkKind::Edit, words, units: Vec::new() }),
                }
            }
            Event::GaveUp(unit, _) => stopped.push(*unit),
            _ => {}
        }
    }
    if !stopped.is_empty() {
        stopped.sort_unstable();
        let words = match stopped[..] {
            [one] => format!("{} gave up", sim.names[one.0 as usize]),
            _ => format!("{} gave up", stopped.len()),
        };
        marks.push(Mark { tick, kind: MarkKind::GaveUp, words, units: stopped });
    }
}

fn ordered(sim: &Sim, order: &Order) -> String {
    let who = who(sim, &order.units);
    let then = if order.queue { ", after what they do" } else { "" };
    match &order.command {
        Command::Move { to, .. } => format!("{who} sent to [{:.1}, {:.1}]{then}", to.x / TILE, to.y / TILE),
        Command::Patrol { .. } => format!("{who} told to patrol{then}"),
        Command::Follow { .. } => format!("{who} told to follow{then}"),
        Command::Hold => format!("{who} told to hold{then}"),
        Command::Stop => format!("{who} told to stop"),
    }
}

/// The most of these who are near each other, directly or through others.
fn largest_cluster(units: &[(UnitId, Vec2)]) -> Option<Vec<UnitId>> {
    let cell = |place: Vec2| (place / NEAR).floor().as_ivec2();
    let mut cells: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
    for (index, &(_, place)) in units.iter().enumerate() {
        cells.entry(cell(place).into()).or_default().push(index);
    }
    let mut seen = vec![false; units.len()];
    let mut best: Vec<UnitId> = Vec::new();
    for start in 0..units.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut cluster = vec![start];
        let mut next = 0;
        while let Some(&at) = cluster.get(next) {
            next += 1;
            let here = cell(units[at].1);
            for (x, y) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (here.x + x, here.y + y))) {
                for &other in cells.get(&(x, y)).into_iter().flatten() {
                    if !seen[other] && units[other].1.distance(units[at].1) <= NEAR {
                        seen[other] = true;
                        cluster.push(other);
                    }
                }
            }
        }
        if cluster.len() > best.len() {
            best = cluster.into_iter().map(|index| units[index].0).collect();
        }
    }
    (!best.is_empty()).then_some(best)
}
