//! What the units of a selection are about, summed up: how many wait, go round somebody, stand, and why.

use super::selection::Selection;
use crate::explain::{Explanation, explain};
use crate::ids::UnitId;
use crate::sim::Sim;
use crate::unit::{Decision, GaveUp, Guidance, Journey, Lead, Memory, ModelName, State, Unit};

/// Of those who are held up this many are told of one by one.
const MOST_TOLD: usize = 3;

/// What a unit is about. Those that are held up come first, since they are why somebody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doing {
    /// Nobody in its way can make room.
    Waits,
    /// It stopped short among others.
    Exhausted,
    /// It stands at the nearest place that it can reach.
    Unreachable,
    /// No way is found yet.
    Seeks,
    /// Its group plans for it.
    WaitsForGroup,
    /// It pushes, or has somebody pushed.
    Pushes,
    /// Somebody pushes it.
    GivesWay,
    /// It was pushed and goes back.
    Returns,
    /// It goes round somebody.
    Avoids,
    /// Nothing is in its way.
    Free,
    /// A model that has no branches to tell of moves it.
    Steered,
    /// It is near enough to whom it follows.
    Follows,
    /// Nobody may push it.
    Holds,
    /// It has done its orders.
    Arrived,
    /// It never had any.
    Stands,
}

impl Doing {
    fn of(state: State, model: ModelName, memory: &Memory, guidance: &Guidance, journey: &Journey) -> Doing {
        let decision = if model == ModelName::Predictive { memory.decision } else { Decision::Idle };
        match (state, decision, journey.gave_up) {
            (State::WaitingForPath, ..) => Doing::Seeks,
            (State::Holding, ..) => Doing::Holds,
            (_, Decision::GiveWay, _) => Doing::GivesWay,
            (_, Decision::Return, _) => Doing::Returns,
            (State::Following, ..) => Doing::Follows,
            (State::Idle | State::DestinationReached, _, Some(GaveUp::Exhausted)) => Doing::Exhausted,
            (State::Idle | State::DestinationReached, _, Some(GaveUp::Unreachable)) => Doing::Unreachable,
            (State::DestinationReached, ..) => Doing::Arrived,
            (State::Idle, ..) => Doing::Stands,
            _ if guidance.lead == Lead::Wait => Doing::WaitsForGroup,
            _ if model != ModelName::Predictive => Doing::Steered,
            (_, Decision::Wait, _) => Doing::Waits,
            (_, Decision::Avoid, _) => Doing::Avoids,
            (_, Decision::PushIdle | Decision::Push | Decision::HardPush, _) => Doing::Pushes,
            (_, Decision::Free | Decision::Idle, _) => Doing::Free,
        }
    }

    /// As a sentence after a number or names; `one`: about a single unit.
    pub fn text(self, one: bool) -> &'static str {
        match (self, one) {
            (Doing::Waits, true) => "waits: nobody in its way can make room",
            (Doing::Waits, false) => "wait: nobody in their way can make room",
            (Doing::Exhausted, true) => "stopped short among others",
            (Doing::Exhausted, false) => "stopped short among others",
            (Doing::Unreachable, true) => "stands at the nearest place it can reach",
            (Doing::Unreachable, false) => "stand at the nearest place they can reach",
            (Doing::Seeks, true) => "looks for a way",
            (Doing::Seeks, false) => "look for a way",
            (Doing::WaitsForGroup, true) => "waits for its group",
            (Doing::WaitsForGroup, false) => "wait for their group",
            (Doing::Pushes, true) => "pushes whoever is in its way",
            (Doing::Pushes, false) => "push whoever is in their way",
            (Doing::GivesWay, true) => "gives way to somebody",
            (Doing::GivesWay, false) => "give way to somebody",
            (Doing::Returns, true) => "gave way, and goes back",
            (Doing::Returns, false) => "gave way, and go back",
            (Doing::Avoids, true) => "goes round somebody",
            (Doing::Avoids, false) => "go round somebody",
            (Doing::Free, true) => "has nothing in its way",
            (Doing::Free, false) => "have nothing in their way",
            (Doing::Steered, true) => "is under way",
            (Doing::Steered, false) => "are under way",
            (Doing::Follows, true) => "follows, and is near enough",
            (Doing::Follows, false) => "follow, and are near enough",
            (Doing::Holds, true) => "stands on hold: nobody pushes it",
            (Doing::Holds, false) => "stand on hold: nobody pushes them",
            (Doing::Arrived, true) => "has arrived",
            (Doing::Arrived, false) => "have arrived",
            (Doing::Stands, true) => "stands without orders",
            (Doing::Stands, false) => "stand without orders",
        }
    }

    /// Whether somebody would ask why.
    fn is_held_up(self) -> bool {
        self <= Doing::Unreachable
    }
}

/// The reasons of a selection, as of one tick: asked for once, shown by the card and on the map.
#[derive(Default)]
pub struct Reasons {
    tick: Option<u64>,
    asked: Vec<UnitId>,
    told: Vec<(UnitId, Explanation)>,
    /// Who does what, those that are held up first.
    pub parts: Vec<(Doing, Vec<UnitId>)>,
}

impl Reasons {
    /// Asks again if time has passed or others are selected. `drawn`: those whose reasons are drawn.
    pub fn follow(&mut self, sim: &Sim, selection: &Selection, drawn: &[UnitId]) {
        let known = self.tick == Some(sim.ticks()) && self.asked == selection.units();
        if !known {
            self.tick = Some(sim.ticks());
            self.asked.clear();
            self.asked.extend_from_slice(selection.units());
            self.told.clear();
            self.parts = parts(sim, selection);
        }
        let held_up = self.parts.iter().filter(|(doing, _)| doing.is_held_up());
        let first: Vec<UnitId> = held_up.flat_map(|(_, units)| units).take(MOST_TOLD).copied().collect();
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

    /// What keeps those from getting on who are held up, in sentences of their own; few of them.
    pub fn held_up(&self) -> impl Iterator<Item = (UnitId, &str)> {
        let held_up = self.parts.iter().filter(|(doing, _)| doing.is_held_up());
        held_up.flat_map(|(_, units)| units).take(MOST_TOLD).filter_map(|&unit| {
            let facts = &self.of(unit)?.facts;
            let fact = |about: &str| facts.iter().find(|fact| fact.about == about);
            let fact = fact("behind").or(fact("fell short")).or(fact("decides"))?;
            Some((unit, fact.text.as_str()))
        })
    }
}

fn parts(sim: &Sim, selection: &Selection) -> Vec<(Doing, Vec<UnitId>)> {
    let mut parts: Vec<(Doing, Vec<UnitId>)> = Vec::new();
    type Looks<'a> = (&'a Unit, &'a State, &'a ModelName, &'a Memory, &'a Guidance, &'a Journey);
    for (unit, state, model, memory, guidance, journey) in sim.units.query::<Looks>().iter() {
        if !selection.contains(unit.id) {
            continue;
        }
        let doing = Doing::of(*state, *model, memory, guidance, journey);
        match parts.iter_mut().find(|(known, _)| *known == doing) {
            Some((_, units)) => units.push(unit.id),
            None => parts.push((doing, vec![unit.id])),
        }
    }
    parts.sort_by_key(|&(doing, _)| doing);
    parts.iter_mut().for_each(|(_, units)| units.sort());
    parts
}
