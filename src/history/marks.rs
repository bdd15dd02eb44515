//! Moments that are worth going to, found while the game runs.

use super::waits::Waits;
use super::words::{capital, changed, gave_up, middle, middle_of, ordered, who};
use crate::ids::UnitId;
use crate::order::{Action, Order};
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
const CROWD_LOOK_TICKS: u64 = TICK_RATE as u64;
/// A chain of pushes is over in less: so many ticks between two looks for one.
const GLANCE: u64 = 5;
/// A jam: so many walkers near each other, px, none of whom has gained this much, px, in two looks.
const JAM: usize = 10;
const JAM_WITHIN: f32 = 45.0;
const JAM_GAIN: f32 = 8.0;
/// A chain of pushes of so many links is worth a mark.
const MARKED_CHAIN: usize = 3;
/// So many who turn back within half a second, and such a share of those under way, are a burst.
const BURST: usize = 6;
const BURST_SHARE: f32 = 0.15;
/// Marks of one kind that the program finds in the crowd are at least so many ticks apart.
const MARK_SPACING: u64 = 5 * CROWD_LOOK_TICKS;
/// Of one kind so many marks are kept, the newest: what a session of hours remembers has an end.
const MAX_MARKS: usize = 1000;
/// The first ticks fill caches: they are not the slowest. Nor is one that nobody feels.
const WARM: u64 = CROWD_LOOK_TICKS;
const FELT: Duration = Duration::from_millis(8);

/// What a mark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// An order was given.
    Order,
    /// Tiles changed, or units came, went or got another model.
    Edit,
    /// Something that the level expects is so.
    Met,
    /// Something that the level expects is not so, for good.
    Broken,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Ticks that had passed.
    pub tick: u64,
    /// What it is about.
    pub kind: MarkKind,
    /// A sentence.
    pub words: String,
    /// The units that it concerns.
    pub units: Vec<UnitId>,
    /// Where it is, px.
    pub place: Option<Vec2>,
}

impl Mark {
    /// A mark at this moment of a game. `words` becomes a sentence.
    pub fn new(sim: &Sim, kind: MarkKind, words: &str, units: Vec<UnitId>) -> Mark {
        let place = middle(sim, &units);
        Mark { tick: sim.ticks(), kind, words: capital(words), units, place }
    }
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
        if sim.ticks().is_multiple_of(CROWD_LOOK_TICKS / 2) {
            self.reversals(sim, marks);
        }
        if sim.ticks().is_multiple_of(CROWD_LOOK_TICKS) {
            self.jams(sim, marks);
        }
        if sim.ticks().is_multiple_of(GLANCE) {
            self.chains(sim, marks);
        }
        let took = Stage::ALL.iter().map(|&stage| sim.stage_times().of(stage)).sum();
        if sim.ticks() > WARM && took > self.slowest.max(FELT) {
            self.slowest = took;
            marks.retain(|mark| mark.kind != MarkKind::Slowest);
            let words = format!("the slowest tick so far: {:.1} ms", took.as_secs_f64() * 1000.0);
            marks.push(Mark::new(sim, MarkKind::Slowest, &words, Vec::new()));
        }
    }

    /// Sets a mark unless there was one of its kind just now.
    fn set(&mut self, marks: &mut Vec<Mark>, mark: Mark) {
        let last = self.last.get(&mark.kind).copied();
        if last.is_none_or(|last| mark.tick >= last + MARK_SPACING) {
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
            let words = format!("{} of {walking} under way turn back at once", who(sim, &back));
            self.set(marks, Mark::new(sim, MarkKind::Reversals, &words, back));
        }
    }

    fn jams(&mut self, sim: &Sim, marks: &mut Vec<Mark>) {
        type Columns<'a> = (&'a Unit, &'a Position, &'a State, &'a Route);
        let mut left = HashMap::new();
        let mut stuck: Vec<(UnitId, Vec2)> = Vec::new();
        for (unit, position, state, route) in sim.units.query::<Columns>().iter() {
            let Some(waypoint) = route.current().filter(|_| state.is_under_way()) else {
                continue;
            };
            let now = waypoint.left_from(position.0);
            if self.left[0].get(&unit.id).is_some_and(|before| before - now < JAM_GAIN) {
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
        let words = format!("{} stand in each other's way{why}", who(sim, &jam));
        self.set(marks, Mark::new(sim, MarkKind::Jam, &words, jam));
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
        if let Some(mut chain) = longest.filter(|chain| chain.len() > MARKED_CHAIN) {
            chain.reverse();
            let words = format!(
                "{} pushes {} aside, one through the other",
                who(sim, &chain[..1]),
                who(sim, &chain[1..])
            );
            self.set(marks, Mark::new(sim, MarkKind::Chain, &words, chain));
        }
    }
}

/// Gives up the oldest of those of whose kind there are too many.
pub(super) fn forget_oldest(marks: &mut Vec<Mark>) {
    if marks.len() <= MAX_MARKS {
        return;
    }
    let mut spare: HashMap<MarkKind, usize> = HashMap::new();
    marks.iter().for_each(|mark| *spare.entry(mark.kind).or_default() += 1);
    spare.values_mut().for_each(|count| *count = count.saturating_sub(MAX_MARKS));
    if spare.values().any(|&count| count > 0) {
        marks.retain(|mark| {
            let spare = spare.get_mut(&mark.kind).filter(|spare| **spare > 0);
            spare.map(|spare| *spare -= 1).is_none()
        });
    }
}

/// Marks what players did.
pub(super) fn add_actions(sim: &Sim, actions: &[(u64, Action)], marks: &mut Vec<Mark>) {
    for (tick, action) in actions {
        let mark = |kind, words: &str, units| Mark { tick: *tick, ..Mark::new(sim, kind, words, units) };
        let edit = |words: &str, units: &[UnitId]| mark(MarkKind::Edit, words, units.to_vec());
        let mark = match action {
            Action::Order(order) => mark(MarkKind::Order, &ordered(sim, order), order.units.clone()),
            Action::Edit { area, tile } => {
                Mark { place: Some(middle_of(*area)), ..edit(&changed(*area, Some(*tile)), &[]) }
            }
            Action::Spawn { at, kind, team, .. } => {
                let (kind, team) = (sim.kinds.get(*kind), sim.teams.get(*team));
                let team = team.map_or("", |team| team.name.as_str());
                let kind = kind.map_or("", |kind| kind.name.as_str());
                Mark { place: Some(*at), ..edit(&format!("placed: {team} {kind}"), &[]) }
            }
            Action::Remove { units } => edit(&format!("{} taken away", gone(units)), units),
            Action::Restore { units } => edit(&format!("{} put back", who(sim, units)), units),
            Action::SetModel { units, model } => {
                edit(&format!("{} moved by {} from here on", who(sim, units), model.name()), units)
            }
            Action::SetParameter { model, name, value } => {
                edit(&format!("{} of {} set to {value}", name.replace('_', " "), model.name()), &[])
            }
        };
        // A stroke of the brush is many tiles, and one thing.
        let goes_on = marks.last().is_some_and(|last| {
            mark.kind == MarkKind::Edit
                && last.kind == mark.kind
                && last.units.is_empty()
                && tick - last.tick < CROWD_LOOK_TICKS
        });
        if !goes_on {
            marks.push(mark);
        }
    }
}

/// Units that are not there any more.
fn gone(units: &[UnitId]) -> String {
    if units.len() == 1 { "a unit".into() } else { format!("{} units", units.len()) }
}

/// Whether a player gave an order in the last tick.
fn is_players(sim: &Sim, order: &Order) -> bool {
    let recent = sim.actions().iter().rev().take_while(|(tick, _)| *tick + 1 == sim.ticks());
    recent.into_iter().any(|(_, action)| matches!(action, Action::Order(given) if given == order))
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
                marks.push(Mark::new(sim, MarkKind::Order, &ordered(sim, order), order.units.clone()));
            }
            Event::TilesChanged(area) => {
                // A wall that grows tile by tile is one thing.
                let last = marks
                    .last()
                    .filter(|last| last.kind == MarkKind::Edit && tick - last.tick < CROWD_LOOK_TICKS);
                if last.is_none() {
                    let words = changed(*area, sim.grid.tile(area.column, area.row));
                    let mark = Mark::new(sim, MarkKind::Edit, &words, Vec::new());
                    marks.push(Mark { place: Some(middle_of(*area)), ..mark });
                }
            }
            Event::GaveUp(unit, reason) => stopped.push((*unit, *reason)),
            _ => {}
        }
    }
    if !stopped.is_empty() {
        stopped.sort_unstable_by_key(|(unit, _)| *unit);
        let words = gave_up(sim, &stopped);
        let units = stopped.into_iter().map(|(unit, _)| unit).collect();
        marks.push(Mark::new(sim, MarkKind::GaveUp, &words, units));
    }
}

/// The most of these who are near each other, directly or through others.
fn largest_cluster(units: &[(UnitId, Vec2)]) -> Option<Vec<UnitId>> {
    let cell = |place: Vec2| (place / JAM_WITHIN).floor().as_ivec2();
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
                    if !seen[other] && units[other].1.distance(units[at].1) <= JAM_WITHIN {
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
