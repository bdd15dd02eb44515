//! A running game as a level of its own: it opens, stands as the game stood, and goes where the game was
//! going.
//!
//! Kept are the map, the units, what each still has to do, the obstacles where they are on their way, the
//! orders and edits that the level still had to give, tiles that wait for somebody to leave, and all that the
//! level said about itself except its claims, which are about another start. `orders` turns tasks back into
//! orders, `places` finds room for those who stand where a level lets nobody stand: some models let bodies
//! overlap.

mod cut;
mod names;
mod orders;
mod places;

use crate::grid::{Area, Grid};
use crate::ids::UnitId;
use crate::level::goal::{Limit, Medals, Scenario, Wanted};
use crate::level::{Edit, Level, MAX_ORDERED_UNITS, TimedOrder, UnitSpec};
use crate::movement::Setting;
use crate::obstacles::ObstacleMotion;
use crate::order::Action;
use crate::sim::Sim;
use crate::time::TICK_RATE;
use crate::unit::*;
use orders::{until, until_tick};
pub use places::Moved;

/// A game as a level, and what could not be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// It is sound: [`Level::parse`] makes an equal level of its text.
    pub level: Level,
    /// Units that a level does not let stand where they stood.
    pub moved: Vec<Moved>,
    /// How many orders are left out, because all orders of a level may name so many units together and no
    /// more.
    pub orders_left_out: usize,
}

impl Snapshot {
    /// The game as it is now. `level` is the one that it began as.
    pub fn of(level: &Level, sim: &Sim) -> Snapshot {
        if sim.asked().is_empty() {
            return Snapshot::of_settled(level, sim, &[]);
        }
        // What was asked for since the last tick belongs to what the player sees as done.
        let mut copy = sim.clone();
        copy.take_in_now();
        Snapshot::of_settled(level, &copy, &[])
    }

    /// `later`: what players do after this moment, with the ticks that have passed then.
    fn of_settled(level: &Level, sim: &Sim, later: &[(u64, Action)]) -> Snapshot {
        let tiles = sim.grid.tiles().to_vec();
        let mut saved = Level {
            grid: Grid::new(sim.grid.columns(), sim.grid.rows(), tiles),
            orders: Vec::new(),
            edits: edits(sim, later),
            parameters: settings(sim),
            expect: None,
            ..level.clone()
        };
        turn_obstacles(&mut saved, sim);
        let (mut ids, units) = units(level, sim);
        saved.units = units;
        let moved = places::settle(&mut saved, &mut ids);
        names::settle(&mut saved);
        saved.orders = orders::orders(sim, &ids, later, &mut saved.obstacles);
        let orders_left_out = cap(&mut saved.orders);
        renumber(&mut saved.scenario, &ids);
        Snapshot { level: saved, moved, orders_left_out }
    }

    /// What a player should know about it, in a sentence or two; `None` if all is as it was.
    pub fn words(&self) -> Option<String> {
        let (moved, gone): (Vec<&Moved>, Vec<&Moved>) = self.moved.iter().partition(|unit| unit.to.is_some());
        let mut words = Vec::new();
        if !moved.is_empty() {
            words.push(format!(
                "{} stood where a level lets nobody stand: moved to the nearest free place",
                who(&moved)
            ));
        }
        if !gone.is_empty() {
            words.push(format!("{} left out: there is no room", who(&gone)));
        }
        if self.orders_left_out > 0 {
            words.push(format!("{} orders left out: they name too many units", self.orders_left_out));
        }
        (!words.is_empty()).then(|| words.join("; "))
    }
}

/// A unit's name, or how many there are.
fn who(units: &[&Moved]) -> String {
    match units {
        [one] => one.name.clone(),
        _ => format!("{} units", units.len()),
    }
}

/// The living units as a level has them, and who they are in the game.
fn units(level: &Level, sim: &Sim) -> (Vec<UnitId>, Vec<UnitSpec>) {
    type Parts<'a> = (&'a Unit, &'a Position, &'a Heading, &'a Body, &'a ModelName, &'a Fighter);
    let spec = |(unit, position, heading, body, model, fighter): Parts| {
        let kind = &sim.kinds[usize::from(unit.kind)];
        let facing = libm::atan2f(heading.0.y, heading.0.x).to_degrees();
        let spec = UnitSpec {
            name: sim.names[unit.id].to_owned(),
            kind: usize::from(unit.kind),
            team: usize::from(unit.team),
            group: level.units.get(unit.id.0 as usize).and_then(|unit| unit.group),
            at: position.0,
            facing: (facing != 0.0).then_some(facing),
            priority: (body.priority != kind.body.priority).then_some(body.priority),
            strength: (fighter.lost > 0.0).then_some(kind.arms.strength - fighter.lost),
            model: (*model != level.model).then_some(*model),
            parameters: own_settings(sim, unit),
        };
        (unit.id, spec)
    };
    let mut units: Vec<(UnitId, UnitSpec)> = sim.units.query::<Parts>().iter().map(spec).collect();
    units.sort_unstable_by_key(|unit| unit.0);
    units.into_iter().unzip()
}

/// The settings that a unit has beside those of its team.
fn own_settings(sim: &Sim, unit: &Unit) -> Vec<Setting> {
    let of_team = &sim.teams[usize::from(unit.team)].parameters;
    let all = sim.tunings.get(unit.tuning).iter();
    all.filter(|setting| !of_team.contains(setting)).copied().collect()
}

/// The parameters that are not the models' own.
fn settings(sim: &Sim) -> Vec<Setting> {
    let of = |&model: &ModelName| {
        let (now, known) = (sim.parameters(model), sim.parameters(model).parameters());
        let set = known.into_iter().enumerate().filter_map(move |(index, parameter)| {
            let value = now.get(index);
            (value != parameter.default).then_some(Setting { model, index, value })
        });
        set.collect::<Vec<_>>()
    };
    ModelName::ALL.iter().flat_map(of).collect()
}

/// Each obstacle goes on from where it is.
fn turn_obstacles(saved: &mut Level, sim: &Sim) {
    let seconds = sim.ticks() as f64 / f64::from(TICK_RATE);
    for spec in &mut saved.obstacles {
        if let ObstacleMotion::Orbit { period, phase, .. } = &mut spec.motion {
            *phase = ((f64::from(*phase) + 360.0 * (seconds / f64::from(*period))) % 360.0) as f32;
        }
    }
}

/// Tiles that wait for somebody to leave, row by row, then what the level and players have still to change.
fn edits(sim: &Sim, later: &[(u64, Action)]) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for &(column, row, tile) in sim.awaited_tiles() {
        match edits.last_mut() {
            Some(last)
                if last.tile == tile
                    && last.area.row == row
                    && last.area.column + last.area.columns == column =>
            {
                last.area.columns += 1;
            }
            _ => edits.push(Edit { time: 0.0, area: Area::of_tile(column, row), tile }),
        }
    }
    edits.extend(sim.edits[sim.next_edit..].iter().map(|next| Edit { time: until(sim, next.time), ..*next }));
    edits.extend(later.iter().filter_map(|(tick, action)| match action {
        Action::Edit { area, tile } => {
            let area = clipped(*area, sim.grid.columns(), sim.grid.rows())?;
            Some(Edit { time: until_tick(sim, *tick), area, tile: *tile })
        }
        _ => None,
    }));
    edits.sort_by(|a, b| a.time.total_cmp(&b.time));
    edits
}

/// What of an area is on the map.
fn clipped(area: Area, columns: i32, rows: i32) -> Option<Area> {
    let (left, top) = (area.column.max(0), area.row.max(0));
    let right = area.column.saturating_add(area.columns).min(columns);
    let bottom = area.row.saturating_add(area.rows).min(rows);
    let is_there = right > left && bottom > top;
    is_there.then(|| Area { column: left, row: top, columns: right - left, rows: bottom - top })
}

/// Goals go on about those who are left; times for medals were about another start.
fn renumber(scenario: &mut Scenario, ids: &[UnitId]) {
    scenario.medals = Medals::default();
    for goal in &mut scenario.goals {
        if let Some(units) = goal.wanted.units_mut() {
            units.retain_mut(|unit| {
                let number = ids.binary_search(unit);
                *unit = UnitId(number.unwrap_or_default() as u32);
                number.is_ok()
            });
        }
        match &mut goal.wanted {
            Wanted::Bring { who, count: wanted, .. } | Wanted::Keep { who, at_least: wanted } => {
                *wanted = (*wanted).min(who.len());
            }
            _ => {}
        }
    }
    // Of nobody nothing can be asked.
    scenario.goals.retain_mut(|goal| goal.wanted.units_mut().is_none_or(|units| !units.is_empty()));
    if scenario.goals.is_empty() {
        scenario.limit = Limit::default();
    }
}

/// Takes away the last orders where all together name too many units, and counts them.
fn cap(orders: &mut Vec<TimedOrder>) -> usize {
    let all = orders.len();
    let mut total = 0;
    orders.retain(|timed| {
        total += timed.order.units.len();
        total <= MAX_ORDERED_UNITS
    });
    all - orders.len()
}
