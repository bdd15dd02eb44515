//! What the open level asks of its player: how it stands, what the best so far is, whose ghost is shown.

use crate::goals::{GameResult, Judge, Spent, Verdict};
use crate::level::Level;
use crate::order::Action;
use crate::replay::Replay;
use crate::sim::Sim;
use crate::window::bests::{self, Best, Bests};
use crate::window::building::Tool;
use crate::window::ghost::Ghosts;
use crate::window::keys::{KeyAction, Keys};
use std::path::Path;

const ANOTHER_LEVEL: &str = "Not in a level with goals: it would be another level";

fn without(what: &str) -> String {
    format!("Here the goals are to be reached without {what}")
}

/// The end of a game, as it is told and kept.
pub struct Ending {
    /// What the game came to.
    pub result: GameResult,
    /// The best before it.
    pub before: Option<Best>,
    /// Why it could not be kept.
    pub error: Option<String>,
}

/// What a level asks, and how far the player is.
pub struct Challenge {
    /// Watches the game.
    pub judge: Judge,
    /// The ghosts.
    pub ghosts: Ghosts,
    /// The best so far.
    pub best: Option<Best>,
    /// The end, from the moment on at which the game has come to it: nothing else is told as one.
    pub ending: Option<Ending>,
    /// The player has closed the card at the end, to look at the field.
    pub is_closed: bool,
    key: String,
}

impl Challenge {
    /// Begins with a level; `None` for one that asks nothing.
    pub fn new(level: &Level, path: &Path) -> Option<Challenge> {
        let judge = Judge::new(level)?;
        let (key, bests) = (bests::key(path, level), Bests::of_player());
        let best = bests.as_ref().and_then(|bests| bests.all().get(&key).copied());
        let own = bests.map(|bests| bests.recording(&key));
        let ghosts = Ghosts::new(level, path, own);
        Some(Challenge { judge, ghosts, best, ending: None, is_closed: false, key })
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
                let again = keys.told(KeyAction::Reload);
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
        self.ending = self.ending.take().filter(|_| *self.judge.verdict() != Verdict::Open);
    }

    /// Changes to the future that was left: its end is another one.
    pub fn change_future(&mut self) {
        self.judge.change_future();
        self.ending = None;
    }

    /// Whether the game has come to an end that is not told yet.
    pub fn has_new_end(&self) -> bool {
        self.ending.is_none() && *self.judge.verdict() != Verdict::Open
    }

    /// The game has come to its end: what is told of it from now on is kept, if a `replay` is made of it and
    /// the goals were reached.
    pub fn end(&mut self, sim: &Sim, replay: Option<impl FnOnce() -> Replay>) {
        let (result, before) = (self.judge.outcome(sim), self.best);
        let kept = match (Best::of(&result), replay) {
            (Some(best), Some(replay)) => self.keep(best, replay),
            _ => Ok(()),
        };
        (self.ending, self.is_closed) = (Some(Ending { result, before, error: kept.err() }), false);
    }

    fn keep(&mut self, best: Best, replay: impl FnOnce() -> Replay) -> Result<(), String> {
        let bests = Bests::of_player().ok_or("there is no folder for what players keep")?;
        self.best = Some(bests.keep(&self.key, best, replay)?);
        Ok(())
    }
}
