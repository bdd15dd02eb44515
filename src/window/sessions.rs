//! One level is open at most. Behind the menu a session waits until the player goes on with it, and is kept
//! as a recording if another takes its place; the session before a restart is kept until another level is
//! opened.

use crate::window::game::Game;
use crate::window::play::Play;
use crate::window::setup::Setup;
use std::path::PathBuf;

/// The session that is open and those that wait.
#[derive(Default)]
pub struct Sessions {
    /// The one that is open.
    pub game: Option<Game>,
    /// The one that waits behind the menu.
    aside: Option<Game>,
    /// The one before the last restart.
    before: Option<Game>,
    /// The one after it, that was left to go back.
    after: Option<Game>,
    /// The player was told that sessions are kept, and where.
    has_told: bool,
}

impl Sessions {
    /// Opens a session. One that was open waits behind the menu; one that waited there is kept as a
    /// recording.
    pub fn enter(&mut self, mut game: Game) {
        (self.before, self.after) = (None, None);
        let waited = self.aside.take();
        // Where the usual recording lies is told in the menu: here it would speak of another level.
        if let Some(told) = waited.and_then(|mut waited| waited.kept()).filter(|told| !told.is_usual) {
            game.tell_news(&told.words);
        }
        self.aside = self.game.replace(game);
    }

    /// Keeps what would be lost of a game that is given up; returns what of it is news. That a session is
    /// kept, and where, is told once.
    fn keep(&mut self, mut waited: Game) -> Option<String> {
        let told = waited.kept()?;
        let is_known = told.is_usual && std::mem::replace(&mut self.has_told, true);
        (!is_known).then_some(told.words)
    }

    /// Lets the open session wait behind the menu, if it was begun; returns what became of one that waited
    /// there.
    pub fn leave(&mut self) -> Option<String> {
        let mut game = self.game.take().filter(Game::is_begun)?;
        if game.is_testing() {
            game.test();
        }
        let waited = self.aside.replace(game);
        waited.and_then(|waited| self.keep(waited))
    }

    /// Whether something would be lost if the program ended now.
    pub fn is_worth_keeping(&self) -> bool {
        [&self.game, &self.aside].into_iter().flatten().any(Game::is_worth_keeping)
    }

    /// Whether something would be lost that is not kept unasked when the program ends.
    pub fn is_unkept(&self) -> bool {
        let mut games = [&self.game, &self.aside].into_iter().flatten();
        games.any(|game| game.is_worth_keeping() && !game.is_won())
    }

    /// Keeps games that were won, of which nobody is asked when the program ends.
    pub fn keep_won(&mut self) {
        let games = [&mut self.game, &mut self.aside].into_iter().flatten();
        games.filter(|game| game.is_won()).for_each(|game| _ = game.kept());
    }

    /// Whether Esc asks what becomes of what waits: of what is edited always, or it would be ended by whoever
    /// presses Esc until he is in the menu.
    pub fn is_asked_about(&self) -> bool {
        self.is_unkept() || self.aside.as_ref().is_some_and(|game| game.editor.is_some())
    }

    /// What waits behind the menu.
    pub fn waiting(&self) -> Option<&Play> {
        self.aside.as_ref().map(|game| &game.play)
    }

    /// Saves what waits: its level, if that is edited, or else the session.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub fn save_waiting(&mut self) -> Option<Result<PathBuf, String>> {
        self.aside.as_mut().map(Game::save_before_leaving)
    }

    /// Opens what waits, if there is something.
    pub fn go_on(&mut self) -> Option<&mut Game> {
        self.game = Some(self.aside.take()?);
        self.game.as_mut()
    }

    /// Starts the open level anew; the session up to here is kept.
    ///
    /// # Errors
    /// All that is wrong with the level.
    pub fn restart(&mut self, setup: &Setup) -> Result<(), String> {
        let Some(game) = &self.game else { return Ok(()) };
        let fresh = game.restarted(setup)?;
        let left = self.game.replace(fresh);
        // Whoever starts anew twice has done nothing in between.
        let worth = |game: &Option<Game>| game.as_ref().is_some_and(Game::is_worth_keeping);
        if worth(&left) || !worth(&self.before) {
            self.before = left;
        }
        self.after = None;
        Ok(())
    }

    /// Goes back to the session before the last restart; whether there is one.
    pub fn undo_restart(&mut self) -> bool {
        let Some(before) = self.before.take() else { return false };
        self.after = self.game.replace(before);
        true
    }

    /// Goes on to the session after the restart that was undone; whether there is one.
    pub fn redo_restart(&mut self) -> bool {
        let Some(after) = self.after.take() else { return false };
        self.before = self.game.replace(after);
        true
    }
}
