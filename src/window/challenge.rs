//! What the open level asks of its player: how it stands, what the best so far is, whose ghost is shown.

use crate::goals::{Judge, Spent, Verdict};
use crate::level::Level;
use crate::order::Action;
use crate::replay::Replay;
use crate::sim::Sim;
use crate::window::bests::{self, Best, Bests};
use crate::window::building::Tool;
use crate::window::ghost::Ghosts;
use crate::window::keys::Keys;
use crate::window::keys::action::KeyAction;
use std::path::Path;

const ANOTHER_LEVEL: &str = "Not in a level with goals: it would be another level";

fn without(what: &str) -> String {
    format!("Here the goals are to be reached without {what}")
}

/// What a level asks, and how far the player is.
pub struct Challenge {
    /// Watches the game.
    pub judge: Judge,
    /// The ghosts.
    pub ghosts: Ghosts,
    /// The best before this game.
    pub best: Option<Best>,
    /// The player has closed the card at the end, to look at the field.
    pub is_closed: bool,
    key: String,
    /// The tick at which the end was told.
    told: Option<u64>,
}

impl Challenge {
    /// Begins with a level; `None` for one that asks nothing.
    pub fn new(level: &Level, path: &Path) -> Option<Challenge> {
        let judge = Judge::new(level)?;
        let (key, bests) = (bests::key(path, level), Bests::of_player());
        let best = bests.as_ref().and_then(|bests| bests.all().get(&key).copied());
        let own = bests.map(|bests| bests.recording(&key));
        let ghosts = Ghosts::new(level, path, own);
        Some(Challenge { judge, ghosts, best, is_closed: false, key, told: None })
    }

    /// Why a tool is refused before it is taken in hand, if it is.
    ///
    /// # Errors
    /// The reason.
    pub fn allows_tool(&self, tool: Tool) -> Result<(), String> {
        let is_open = *self.judge.verdict() == Verdict::Open;
        match tool {
            Tool::Units if is_open => Err(ANOTHER_LEVEL.into()),
            Tool::Ground if is_open && self.judge.scenario().limit.tiles == Some(0) => {
                Err(without("building"))
            }
            _ => Ok(()),
        }
    }

    /// Why something that the player does is refused, if it is, and with which of the `keys` to begin again.
    ///
    /// # Errors
    /// The reason.
    pub fn allows(&self, sim: &Sim, action: &Action, keys: &Keys) -> Result<(), String> {
        if *self.judge.verdict() != Verdict::Open {
            return Ok(());
        }
        let (limit, spent) = (self.judge.scenario().limit, Spent::of(sim.actions()));
        let refused = |limit: usize, what: &str| match limit {
            0 => Err(without(what)),
            _ => {
                let again = keys.text(KeyAction::Reload);
                Err(format!("No more {what}: you have had your {limit}. {again} begins again"))
            }
        };
        match (action, limit.orders, limit.tiles) {
            (Action::Order(_), Some(most), _) if spent.orders >= most => refused(most, "orders"),
            (Action::Edit { .. }, _, Some(most)) => {
                let mut with = sim.actions().to_vec();
                with.push((sim.ticks(), action.clone()));
                if Spent::of(&with).tiles > most { refused(most, "building") } else { Ok(()) }
            }
            (Action::Order(_) | Action::Edit { .. }, ..) => Ok(()),
            _ => Err(ANOTHER_LEVEL.into()),
        }
    }

    /// Looks at the game after so many ticks. An end that is still to come then is told again.
    pub fn look_at(&mut self, tick: u64) {
        self.judge.look_at(tick);
        self.told = self.told.filter(|&told| told <= tick);
    }

    /// The tick in which the game came to its end, if it has and nobody was told yet.
    pub fn new_end(&self) -> Option<u64> {
        match *self.judge.verdict() {
            Verdict::Open => None,
            Verdict::Won { tick, .. } | Verdict::Lost { tick, .. } => {
                Some(tick).filter(|_| self.told != Some(tick))
            }
        }
    }

    /// Whether the game has just come to its end: told once for each end.
    pub fn has_ended(&mut self) -> bool {
        let Some(tick) = self.new_end() else { return false };
        (self.told, self.is_closed) = (Some(tick), false);
        true
    }

    /// Keeps what the game came to, if the goals were reached.
    ///
    /// # Errors
    /// Why it could not be kept.
    pub fn keep(&self, sim: &Sim, replay: impl FnOnce() -> Replay) -> Result<(), String> {
        let best = Best::of(&self.judge.outcome(sim));
        match (best, Bests::of_player()) {
            (Some(best), Some(bests)) => bests.keep(&self.key, best, replay),
            _ => Ok(()),
        }
    }
}
