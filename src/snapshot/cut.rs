//! A part of a running game as a level: some units, those near them, and what is still to come.

use super::Snapshot;
use crate::ids::{Target, UnitId};
use crate::level::{Expect, Level};
use crate::order::{Action, Command};
use crate::sim::Sim;
use crate::time::clock;
use crate::unit::{ModelName, Task};
use glam::Vec2;
use std::collections::BTreeSet;

/// Units this near to a chosen one come with it, px: five tiles.
const COMES_ALONG_WITHIN: f32 = 150.0;
/// Units are given this many times as long as they would need in a straight line, and some seconds more.
const GENEROUS: f32 = 2.0;
const TIME_FACTOR: f32 = 20.0;

impl Snapshot {
    /// The game from now on, of these units, those who are near them and those whom they follow, alone.
    /// `later`: what players did after this moment, with the ticks that had passed. The level claims what was
    /// asked of them: that all arrive who are sent, and that nobody overlaps where nobody may.
    pub fn cut(level: &Level, sim: &Sim, units: &[UnitId], later: &[(u64, Action)]) -> Snapshot {
        let mut part = sim.clone();
        part.take_in_now();
        let kept = kept(&part, units);
        let others = part.ids_of(|unit| !kept.contains(&unit.id));
        part.act(Action::Remove { units: others });
        part.take_in_now();
        let mut snapshot = Snapshot::of_settled(level, &part, later);
        let time = clock(sim.ticks());
        let cut = &mut snapshot.level;
        cut.description = format!("Cut out of {} at {time}.", level.name);
        cut.name = format!("{}, from {time} on", level.name);
        cut.expect = Some(expect(level, cut, sim));
        snapshot
    }
}

/// Those who come along.
fn kept(sim: &Sim, chosen: &[UnitId]) -> BTreeSet<UnitId> {
    let mut kept: BTreeSet<UnitId> = chosen.iter().copied().filter(|&unit| sim.is_alive(unit)).collect();
    let places: Vec<Vec2> = kept.iter().filter_map(|&unit| sim.place_of(unit)).collect();
    let near = |at: Vec2| {
        places.iter().any(|place| place.distance_squared(at) <= COMES_ALONG_WITHIN * COMES_ALONG_WITHIN)
    };
    kept.extend(sim.ids_of(|unit| near(unit.at)));
    let mut next: Vec<UnitId> = kept.iter().copied().collect();
    while let Some(unit) = next.pop() {
        let leader = sim.unit(unit, |unit| match unit.tasks.current {
            Some(Task::Follow { target: Target::Unit(leader), .. }) => Some(leader),
            _ => None,
        });
        next.extend(leader.flatten().filter(|&leader| sim.is_alive(leader) && kept.insert(leader)));
    }
    kept
}

/// What is asked of the units of a level that was cut out of another one.
fn expect(whole: &Level, cut: &Level, sim: &Sim) -> Expect {
    let before = whole.expect.clone().unwrap_or_default();
    let are_sent = cut.orders.iter().any(|timed| matches!(timed.order.command, Command::Move { .. }));
    let moved_by = |unit: &crate::level::UnitSpec| unit.model.unwrap_or(cut.model);
    let never_overlaps = cut.units.iter().all(|unit| moved_by(unit) == ModelName::Predictive);
    let rest = before.within.map(|within| (within - sim.seconds()).ceil()).filter(|&rest| rest > 0.0);
    Expect {
        within: Some(rest.unwrap_or_else(|| enough(cut))),
        arrived: are_sent.then_some(before.arrived.unwrap_or(1.0)),
        overlap: before.overlap.or(never_overlaps.then_some(0.0)),
        ..Expect::default()
    }
}

/// Seconds that are enough for everybody to do what is asked one after the other.
fn enough(level: &Level) -> f32 {
    let mut at: Vec<Vec2> = level.units.iter().map(|unit| unit.at).collect();
    let mut walked = vec![0.0f32; at.len()];
    let mut last: f32 = 0.0;
    for timed in &level.orders {
        last = last.max(timed.time);
        let Command::Move { to, .. } = timed.order.command else { continue };
        for unit in timed.order.units.iter().map(|unit| unit.0 as usize) {
            walked[unit] += at[unit].distance(to);
            at[unit] = to;
        }
    }
    let needs = |(unit, length): (usize, f32)| length / level.kinds[level.units[unit].kind].body.speed;
    let longest = walked.into_iter().enumerate().map(needs).fold(0.0, f32::max);
    (last + GENEROUS * longest + TIME_FACTOR).ceil()
}
