//! Which unit waits for which, and for which all wait in the end.
//!
//! A unit under way that does not get on, or one that stopped short, waits for one other at most: the one
//! that its model names, else whoever it touches on its way. So the arrows form trees, each with a *root*
//! that does not wait for a unit itself, or with a circle of units that wait for each other.

use super::words::{given_name, who};
use crate::explain::doing::Doing;
use crate::geometry::gap;
use crate::ids::UnitId;
use crate::sim::Sim;
use crate::time::{TICK_RATE, clock};
use crate::unit::memory::NOBODY;
use crate::unit::*;
use glam::Vec2;
use std::collections::HashMap;

/// Slower than this share of its top speed, a unit under way does not get on.
const STUCK_SHARE: f32 = 0.2;
/// A unit that is nearer than this may be what a unit touches, px.
const BLOCKED_BY_WITHIN: f32 = 2.0;
/// Cosine of the widest angle to the way at which who is touched is in the way: 75°.
const IN_THE_WAY_COSINE: f32 = 0.26;

/// A circle of more units is not told by names.
const MAX_NAMES: usize = 4;

/// For whom a number of units wait in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The unit that waits for none; in a circle all that wait for each other, in their order, the least id
    /// first.
    pub units: Vec<UnitId>,
    /// The units that wait for them, directly or through others, by id.
    pub waiting: Vec<UnitId>,
    /// A sentence, such as "12 wait for A41, which stands on hold".
    pub words: String,
}

/// Which unit waits for which at a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    /// From each who waits to the one it waits for, by id.
    pub arrows: Vec<(UnitId, UnitId)>,
    /// Those with most who wait first.
    pub roots: Vec<Root>,
}

impl Waits {
    /// Finds them in a game.
    pub fn of(sim: &Sim) -> Waits {
        let people = People::of(sim);
        let mut arrows: Vec<(UnitId, UnitId)> =
            people.list.iter().filter_map(|unit| Some((unit.id, people.waits_for(unit)?))).collect();
        arrows.sort_unstable();
        let next: HashMap<UnitId, UnitId> = arrows.iter().copied().collect();
        let mut waiting: HashMap<Vec<UnitId>, Vec<UnitId>> = HashMap::new();
        for &(unit, _) in &arrows {
            let end = end_of(&next, unit);
            if !end.contains(&unit) {
                waiting.entry(end).or_default().push(unit);
            } else {
                waiting.entry(end).or_default();
            }
        }
        let mut roots: Vec<Root> = waiting
            .into_iter()
            .map(|(units, waiting)| {
                let words = words(sim, &units, waiting.len());
                Root { units, waiting, words }
            })
            .collect();
        roots.sort_unstable_by(|a, b| {
            b.waiting.len().cmp(&a.waiting.len()).then_with(|| a.units.cmp(&b.units))
        });
        Waits { arrows, roots }
    }
}

/// Where the arrows from a unit end: at one unit, or in a circle of them.
fn end_of(next: &HashMap<UnitId, UnitId>, from: UnitId) -> Vec<UnitId> {
    let mut seen = vec![from];
    loop {
        let Some(&to) = next.get(&seen[seen.len() - 1]) else { return vec![seen[seen.len() - 1]] };
        if let Some(first) = seen.iter().position(|&unit| unit == to) {
            let mut circle = seen.split_off(first);
            let least = (0..circle.len()).min_by_key(|&index| circle[index]).unwrap_or(0);
            circle.rotate_left(least);
            return circle;
        }
        seen.push(to);
    }
}

fn words(sim: &Sim, units: &[UnitId], waiting: usize) -> String {
    let count = if waiting == 1 { "1 waits for".to_owned() } else { format!("{waiting} wait for") };
    match (units, waiting) {
        ([one], _) => format!("{count} {}, which {}", who(sim, units), doing(sim, *one)),
        (_, 0) => format!("{} wait for each other", several(sim, units)),
        _ => format!("{count} {}, who wait for each other", several(sim, units)),
    }
}

/// A few by their names, as far as they have some; else what they are.
fn several(sim: &Sim, units: &[UnitId]) -> String {
    let named: Vec<&str> = units.iter().filter_map(|&unit| given_name(sim, unit)).collect();
    if named.len() == units.len() && named.len() <= MAX_NAMES { named.join(", ") } else { who(sim, units) }
}

/// What a unit does that waits for nobody.
fn doing(sim: &Sim, id: UnitId) -> String {
    let about = sim.unit(id, |unit| (Doing::of(&unit), unit.front, unit.ordered));
    let Some((doing, from, ordered)) = about else { return "is gone".to_owned() };
    let opens = || sim.edit_that_opens(from, ordered?);
    match (doing == Doing::Unreachable).then(opens).flatten() {
        Some(time) => {
            format!("waits for the wall's edit at {}", clock((time * TICK_RATE as f32).round() as u64))
        }
        None => doing.text(true).to_owned(),
    }
}

/// A unit, as far as waiting needs it.
struct Person {
    id: UnitId,
    place: Vec2,
    body: Body,
    /// Whether it is under way, or stopped short of where it was sent.
    wants: bool,
    /// Whether it gets on.
    moves: bool,
    /// Where it wants to go, a unit vector or zero.
    wanted: Vec2,
    /// The unit that its model says it waits for.
    named: Option<UnitId>,
}

/// Everybody, by the cell in which they are.
struct People {
    list: Vec<Person>,
    cells: HashMap<(i32, i32), Vec<usize>>,
    side: f32,
}

impl People {
    fn of(sim: &Sim) -> People {
        let mut list = Vec::with_capacity(sim.len());
        sim.each_unit(|unit| {
            let waypoint = unit.route.current().map(|waypoint| waypoint.place);
            let goal = if unit.state.is_under_way() { waypoint } else { unit.ordered };
            let asks = matches!(
                unit.memory.decision,
                Decision::Wait | Decision::PushIdle | Decision::Push | Decision::HardPush
            );
            let is_named = unit.state.is_under_way()
                && unit.model == ModelName::Predictive
                && asks
                && unit.memory.other != NOBODY;
            list.push(Person {
                id: unit.id,
                place: unit.at,
                body: *unit.body,
                wants: unit.state.is_under_way() || unit.gave_up.is_some(),
                moves: unit.velocity.length() > STUCK_SHARE * unit.body.speed,
                wanted: goal.map_or(Vec2::ZERO, |place| (place - unit.at).normalize_or_zero()),
                named: is_named.then_some(UnitId(unit.memory.other)),
            });
        });
        list.sort_unstable_by_key(|unit| unit.id);
        let largest = list.iter().map(|unit| unit.body.collider().reach()).fold(1.0, f32::max);
        let side = 2.0 * largest + BLOCKED_BY_WITHIN;
        let mut cells: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
        for (index, unit) in list.iter().enumerate() {
            cells.entry(cell(unit.place, side)).or_default().push(index);
        }
        People { list, cells, side }
    }

    fn find(&self, id: UnitId) -> Option<&Person> {
        self.list.binary_search_by_key(&id, |unit| unit.id).ok().map(|index| &self.list[index])
    }

    fn waits_for(&self, unit: &Person) -> Option<UnitId> {
        if !unit.wants || unit.moves {
            return None;
        }
        if let Some(named) = unit.named.and_then(|id| self.find(id)) {
            return Some(named.id);
        }
        self.touched_ahead(unit)
    }

    /// Of the units that one touches on its way, the one most ahead.
    fn touched_ahead(&self, unit: &Person) -> Option<UnitId> {
        let (column, row) = cell(unit.place, self.side);
        let near = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (column + x, row + y)));
        let near = near.filter_map(|cell| self.cells.get(&cell)).flatten().map(|&index| &self.list[index]);
        let ahead = near.filter(|other| other.id != unit.id).filter_map(|other| {
            let offset = other.place - unit.place;
            let touches = gap(unit.body.collider(), other.body.collider(), offset) < BLOCKED_BY_WITHIN;
            let straight = offset.normalize_or_zero().dot(unit.wanted);
            (touches && straight > IN_THE_WAY_COSINE).then_some((straight, other.id))
        });
        ahead.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, id)| id)
    }
}

fn cell(place: Vec2, side: f32) -> (i32, i32) {
    let cell = (place / side).floor().as_ivec2();
    (cell.x, cell.y)
}
