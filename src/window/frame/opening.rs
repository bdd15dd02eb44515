//! How levels and recordings come to be open: chosen, dropped on the window, saved by another program, begun
//! anew.

use super::Frame;
use crate::level::Level;
use crate::replay::Replay;
use crate::unit::ModelName;
use crate::window::editor::Editor;
use crate::window::folders;
use crate::window::game::Game;
use crate::window::keys::action::KeyAction;
use crate::window::menu::library;
use crate::window::play::Play;
use std::path::{Path, PathBuf};

impl Frame {
    /// Opens a level that was read and found sound.
    pub fn begin(&mut self, path: PathBuf, level: Level) {
        folders::remember(&path);
        self.file.forget();
        let game = Game::new(path, level, &self.setup, self.screen());
        self.enter(game);
    }

    /// Opens a recording, or shows over the menu what is wrong with it.
    pub fn begin_replay(&mut self, path: PathBuf, replay: Replay) {
        match Game::of_replay(path.clone(), replay, &self.setup, self.screen()) {
            Ok(game) => self.enter(game),
            Err(errors) => self.complain(&path, errors.to_string()),
        }
    }

    fn enter(&mut self, mut game: Game) {
        self.film.forget();
        game.keys = self.keys.keys.clone();
        self.menu.kept = None;
        self.sessions.enter(game);
    }

    /// Goes back to the menu; the session waits there.
    pub(super) fn leave(&mut self) {
        let left = self.sessions.game.as_ref();
        let won = left.filter(|game| game.editor.is_none() && game.play.is_won());
        let next = won.and_then(|game| library::after(&game.play.path));
        let left = left.map(|game| game.play.path.clone());
        if self.sessions.game.is_some() {
            self.menu.kept = self.sessions.leave();
        }
        // A session that was kept is among the recordings.
        self.menu.come_back();
        self.menu.wait_with(self.sessions.waiting().map(Play::title));
        // Whoever has won goes on with the next level rather than with what is over.
        let again = left.filter(|_| self.sessions.waiting().is_none_or(Play::is_won));
        next.or(again).iter().for_each(|path| self.menu.choose(path));
    }

    /// Goes on with the session that waits.
    pub(super) fn go_on(&mut self) {
        if let Some(game) = self.sessions.go_on() {
            game.keys = self.keys.keys.clone();
            self.menu.wait_with(None);
            self.file.forget();
        }
    }

    /// Goes back to the session before the last restart.
    pub(super) fn undo_restart(&mut self) {
        match self.sessions.undo_restart() {
            true => {
                let key = self.keys.keys.told(KeyAction::Redo);
                self.tell_news(&format!("Back in the session before the restart; {key}: the one after it"));
            }
            false => {
                let key = self.keys.keys.told(KeyAction::SecondBack);
                self.say(&format!(
                    "There is nothing to undo. {key} goes back in time, to before orders and walls"
                ));
            }
        }
    }

    /// Goes on to the session after the restart that was undone.
    pub(super) fn redo_restart(&mut self) {
        match self.sessions.redo_restart() {
            true => self.tell_news("Back in the session after the restart"),
            false => self.say("Nothing to do again"),
        }
    }

    /// Lets what is open begin at a simulated second.
    pub fn open_at(&mut self, seconds: f32) {
        if let Some(game) = &mut self.sessions.game
            && let Err(told) = game.play.open_at(seconds)
        {
            game.say(&told);
        }
    }

    /// Puts a second field beside what is open, under this model or else one that the level's is often
    /// compared with.
    pub fn put_beside(&mut self, model: Option<ModelName>) {
        if let Some(game) = &mut self.sessions.game {
            match model {
                Some(_) => game.put_beside(model),
                None => game.act(KeyAction::Beside),
            }
        }
    }

    /// Opens the level that is open in the editor; the session waits behind the menu.
    pub(super) fn edit(&mut self) {
        let Some(game) = &self.sessions.game else { return };
        match game.edited(&self.setup) {
            Ok(editor) => self.enter(editor),
            Err(error) => self.say(error.lines().next().unwrap_or_default()),
        }
    }

    /// Opens a new level in the editor.
    pub(super) fn edit_new(&mut self) {
        let path = PathBuf::from("new-level.json");
        let game = Game::of_editor(path, Editor::new(&self.setup), &self.setup, self.screen());
        self.enter(game);
    }

    /// Opens a level with which something is wrong in the editor.
    pub(super) fn mend(&mut self, path: PathBuf) {
        match Editor::open(&path, &self.setup) {
            Ok(editor) => self.enter(Game::of_editor(path, editor, &self.setup, self.screen())),
            Err(errors) => self.complain(&path, errors),
        }
    }

    /// Opens a level, or shows over the menu what is wrong with it.
    pub(super) fn open_level(&mut self, path: PathBuf) {
        match library::load(&path) {
            Ok(level) => self.begin(path, level),
            Err(errors) => self.complain(&path, errors),
        }
    }

    /// Shows over the menu what is wrong with a file.
    pub fn complain(&mut self, path: &Path, errors: String) {
        self.leave();
        self.menu.complain(path, errors);
    }

    /// Opens a recording, or else a level.
    pub(super) fn open_file(&mut self, path: PathBuf) {
        if path.extension().is_none_or(|extension| extension != "replay") {
            return self.open_level(path);
        }
        match Replay::load(&path) {
            Ok(replay) => self.begin_replay(path, replay),
            Err(error) => self.complain(&path, error.to_string()),
        }
    }

    /// Reads a level again when it was saved, in a text editor for instance.
    pub(super) fn read_what_was_saved(&mut self) {
        let is_of_file = |game: &&Game| game.play.session.origin().is_none() && game.editor.is_none();
        let path = match &self.sessions.game {
            Some(game) => Some(game).filter(is_of_file).map(|game| &*game.play.path),
            None => self.menu.broken(),
        };
        let Some(path) = path.map(Path::to_owned) else { return };
        if !self.file.is_saved(&path, macroquad::time::get_time()) {
            return;
        }
        if self.sessions.game.is_none() {
            return self.open_level(path);
        }
        match self.sessions.restart(&self.setup) {
            Ok(()) => {
                let undo = self.keys.keys.told(KeyAction::Undo);
                self.tell_news(&format!("The level was saved: it starts anew. {undo} goes back"));
            }
            Err(errors) => {
                let first = errors.lines().next().unwrap_or_default();
                let again = self.keys.keys.told(KeyAction::Reload);
                self.say(&format!("Saved, but not sound ({again} shows all): {first}"));
            }
        }
    }

    /// Opens the level that comes after the open one in the menu, or the menu after the last.
    pub(super) fn go_onward(&mut self) {
        let path = self.sessions.game.as_ref().map(|game| game.play.path.clone()).unwrap_or_default();
        match library::after(&path) {
            Some(next) => self.open_level(next),
            None => self.leave(),
        }
    }

    /// The player starts the level anew.
    pub(super) fn reload(&mut self) {
        self.file.forget();
        let path = self.sessions.game.as_ref().map(|game| game.play.path.clone()).unwrap_or_default();
        match self.sessions.restart(&self.setup) {
            Ok(()) => {
                let undo = self.keys.keys.told(KeyAction::Undo);
                self.tell_news(&format!("From the start. {undo} goes back to the session before"));
            }
            Err(errors) => self.complain(&path, errors),
        }
    }
}
