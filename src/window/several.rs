//! What the units of a selection are about, summed up: how many wait, go round somebody, stand, and why.

use crate::explain::doing::Doing;
use crate::explain::{Explanation, explain};
use crate::group::{Group, Phase};
use crate::history::{Root, Waits};
use crate::ids::UnitId;
use crate::order::FormationShape;
use crate::sim::Sim;
use crate::unit::{Task, Tasks, Unit};
use crate::views::UnitView;
use crate::window::selection::Selection;
use rustc_hash::FxHashMap;

/// Of those who are held up this many are told of one by one.
const MAX_TOLD: usize = 3;

/// The reasons of a selection, as of one tick: asked for once, shown by the card and on the map.
#[derive(Default)]
pub struct Reasons {
    tick: Option<u64>,
    asked: Vec<UnitId>,
    told: Vec<(UnitId, Explanation)>,
    /// Units by what they do, those that are held up first.
    pub parts: Vec<(Doing, Vec<UnitId>)>,
    /// Which unit waits for which, of all units.
    pub waits: Waits,
}

impl Reasons {
    /// Asks again if time has passed or others are selected. `drawn`: those whose reasons are drawn.
    pub fn follow(&mut self, sim: &Sim, selection: &Selection, drawn: &[UnitId]) {
        let known = self.tick == Some(sim.ticks()) && self.asked == selection.units();
        if !known {
            if self.tick != Some(sim.ticks()) {
                self.waits = Waits::of(sim);
            }
            self.tick = Some(sim.ticks());
            self.asked.clear();
            self.asked.extend_from_slice(selection.units());
            self.told.clear();
            self.parts = selected_by(sim, selection, Doing::of);
            self.parts.sort_by_key(|&(doing, _)| doing);
            self.parts.iter_mut().for_each(|(_, units)| units.sort());
        }
        let held_up = self.parts.iter().filter(|(doing, _)| doing.is_held_up());
        let first: Vec<UnitId> = held_up.flat_map(|(_, units)| units).take(MAX_TOLD).copied().collect();
        for &unit in first.iter().chain(drawn) {
            if !self.told.iter().any(|&(known, _)| known == unit)
                && let Some(told) = explain(sim, unit)
            {
                self.told.push((unit, told));
            }
        }
    }

    /// The reasons of a unit, if it was asked.
    pub fn of(&self, unit: UnitId) -> Option<&Explanation> {
        self.told.iter().find(|&&(known, _)| known == unit).map(|(_, told)| told)
    }

    /// For whom those of the selection wait in the end, and who is waited for; few of them, and none for whom
    /// one waits alone.
    pub fn roots<'r>(&'r self, selection: &'r Selection) -> impl Iterator<Item = &'r Root> {
        let concerns = |root: &&Root| {
            let circle = root.units.len() > 1;
            (circle || root.waiting.len() > 1)
                && root.units.iter().chain(&root.waiting).any(|&unit| selection.contains(unit))
        };
        self.waits.roots.iter().filter(concerns).take(MAX_TOLD)
    }

    /// What keeps those from getting on who are held up, in sentences of their own; few of them.
    pub fn held_up(&self) -> impl Iterator<Item = (UnitId, &str)> {
        let held_up = self.parts.iter().filter(|(doing, _)| doing.is_held_up());
        held_up.flat_map(|(_, units)| units).take(MAX_TOLD).filter_map(|&unit| {
            let facts = &self.of(unit)?.facts;
            let fact = |about: &str| facts.iter().find(|fact| fact.about == about);
            let fact = fact("behind").or(fact("fell short")).or(fact("decides"))?;
            Some((unit, fact.text.as_str()))
        })
    }
}

/// The formation in which most of the selected units march, if they do in one.
pub fn marches_in(sim: &Sim, selection: &Selection) -> Option<FormationShape> {
    let goes_loose = |group: &Group| matches!(group.phase, Phase::Loose { .. });
    let formed = sim.groups.iter().filter(|group| group.shape != FormationShape::None && !goes_loose(group));
    let shapes: FxHashMap<u32, FormationShape> = formed.map(|group| (group.id, group.shape)).collect();
    // Asked in every frame: where nobody is selected or marches in one, nobody is looked at, and else no more
    // of each than what it does.
    if selection.is_empty() || shapes.is_empty() {
        return None;
    }
    let mut counts: FxHashMap<FormationShape, usize> = FxHashMap::default();
    for (unit, tasks) in sim.units.query::<(&Unit, &Tasks)>().iter() {
        if selection.contains(unit.id) {
            let shape = match tasks.current {
                Some(Task::Move { group, .. }) => shapes.get(&group).copied().unwrap_or_default(),
                _ => FormationShape::None,
            };
            *counts.entry(shape).or_default() += 1;
        }
    }
    let (shape, _) = counts.into_iter().max_by_key(|&(shape, count)| (count, shape as u8))?;
    Some(shape).filter(|&shape| shape != FormationShape::None)
}

/// The selected units by what they have in common.
pub fn selected_by<K: PartialEq>(
    sim: &Sim,
    selection: &Selection,
    key: impl Fn(&UnitView) -> K,
) -> Vec<(K, Vec<UnitId>)> {
    let mut parts: Vec<(K, Vec<UnitId>)> = Vec::new();
    // Walking over all units is cheaper than looking up each of a large selection.
    sim.each_unit(|unit| {
        if selection.contains(unit.id) {
            let key = key(&unit);
            match parts.iter_mut().find(|(known, _)| *known == key) {
                Some((_, units)) => units.push(unit.id),
                None => parts.push((key, vec![unit.id])),
            }
        }
    });
    parts
}
