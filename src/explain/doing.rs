//! What a unit is doing, decided here for everybody who tells of it.

use crate::unit::{Decision, GaveUp, Lead, ModelName, State};
use crate::views::UnitView;
use glam::Vec2;

/// What a unit is about. The ways to be held up come first, since they are why somebody looks.
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
    /// It makes room in a passage, so that it can change its order with another.
    TurnsOut,
    /// It was pushed and goes back.
    Returns,
    /// It goes round somebody.
    Avoids,
    /// It goes straight on.
    Free,
    /// A model that has no branches to tell of moves it.
    Steered,
    /// It stands and fights.
    Fights,
    /// It goes for an enemy.
    Attacks,
    /// All places round its enemy are taken.
    AwaitsPlace,
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
    /// What a unit is about.
    pub fn of(unit: &UnitView) -> Doing {
        let decision =
            if unit.model == ModelName::Predictive { unit.memory.decision } else { Decision::Idle };
        match (unit.state, decision, unit.gave_up) {
            (State::WaitingForPath, ..) => Doing::Seeks,
            (State::Fighting, ..) => Doing::Fights,
            (State::Following, ..) if unit.tasks.attacked().is_some() => Doing::AwaitsPlace,
            (State::Holding, ..) => Doing::Holds,
            (_, Decision::GiveWay, _) => Doing::GivesWay,
            _ if unit.memory.turns_out => Doing::TurnsOut,
            (state, ..) if unit.velocity != Vec2::ZERO && state.goes_home(decision) => Doing::Returns,
            (State::Following, ..) if unit.memory.order.is_spent() => Doing::Exhausted,
            (State::Following, ..) => Doing::Follows,
            (State::Idle | State::DestinationReached, _, Some(GaveUp::Exhausted)) => Doing::Exhausted,
            (State::Idle | State::DestinationReached, _, Some(GaveUp::Unreachable)) => Doing::Unreachable,
            (State::DestinationReached, ..) => Doing::Arrived,
            (State::Idle, ..) => Doing::Stands,
            (_, Decision::Free | Decision::Idle, _) if unit.tasks.attacked().is_some() => Doing::Attacks,
            _ if unit.lead == Lead::Wait => Doing::WaitsForGroup,
            _ if unit.model != ModelName::Predictive => Doing::Steered,
            (_, Decision::Wait, _) => Doing::Waits,
            (_, Decision::Return, _) => Doing::Returns,
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
            (Doing::Exhausted, true) => "stopped short: it got no nearer",
            (Doing::Exhausted, false) => "stopped short: they got no nearer",
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
            (Doing::TurnsOut, true) => "makes room at the end of a passage: two there cannot pass each other",
            (Doing::TurnsOut, false) => "make room at the end of a passage: two there cannot pass each other",
            (Doing::Returns, true) => "gave way, and goes back",
            (Doing::Returns, false) => "gave way, and go back",
            (Doing::Avoids, true) => "goes round somebody",
            (Doing::Avoids, false) => "go round somebody",
            (Doing::Free, true) => "has nothing in its way",
            (Doing::Free, false) => "have nothing in their way",
            (Doing::Steered, true) => "is under way",
            (Doing::Steered, false) => "are under way",
            (Doing::Fights, true) => "fights",
            (Doing::Fights, false) => "fight",
            (Doing::Attacks, true) => "goes for an enemy",
            (Doing::Attacks, false) => "go for enemies",
            (Doing::AwaitsPlace, true) => "waits for a place at its enemy: it gets to none",
            (Doing::AwaitsPlace, false) => "wait for places at their enemies: they get to none",
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

    /// In a word or two, of one or many.
    pub fn brief(self) -> &'static str {
        match self {
            Doing::Waits | Doing::WaitsForGroup => "waiting",
            Doing::Exhausted | Doing::Unreachable => "stopped short",
            Doing::Seeks => "looking for a way",
            Doing::GivesWay | Doing::TurnsOut | Doing::Returns => "giving way",
            Doing::Pushes | Doing::Avoids | Doing::Free | Doing::Steered => "under way",
            Doing::Fights => "fighting",
            Doing::Attacks => "attacking",
            Doing::AwaitsPlace => "waiting",
            Doing::Follows => "following",
            Doing::Holds => "on hold",
            Doing::Arrived => "arrived",
            Doing::Stands => "standing",
        }
    }

    /// Whether it would go on and does not: for want of a way, for its group, for whoever is in its way.
    pub fn waits(self) -> bool {
        matches!(self, Doing::Seeks | Doing::WaitsForGroup | Doing::Waits)
    }

    /// Whether somebody would ask why.
    pub fn is_held_up(self) -> bool {
        self <= Doing::Unreachable
    }
}
