//! One open level: what is played, the hands and the eyes of the player, and the cards over the map.

use crate::level::{Level, LevelErrors};
use crate::platform::{handed, machine};
use crate::replay::Replay;
use crate::window::cards::ending::Next;
use crate::window::cards::table::Table;
use crate::window::cards::toast::Tone;
use crate::window::costs::Costs;
use crate::window::editor::Editor;
use crate::window::eyes::Eyes;
use crate::window::ghost::Whose;
use crate::window::hands::Hands;
use crate::window::keys::Keys;
use crate::window::menu::library;
use crate::window::play::Play;
use crate::window::scale::SizeStep;
use crate::window::second::{Second, field_size};
use crate::window::setup::Setup;
use egui_macroquad::egui::vec2;
use glam::Vec2;
use std::path::PathBuf;
use std::rc::Rc;

/// What a button or key has asked the frame to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Back to the menu.
    ToMenu,
    /// The next level.
    Onward,
    /// The level in the editor.
    Edit,
    /// Load the level again.
    Reload,
    /// Back to the session before the level was loaded again.
    UndoRestart,
    /// And on again to the one after it.
    RedoRestart,
    /// The whole screen, or back.
    FullScreen,
}

/// A picture that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Of this frame.
    Still,
    /// Of the last ten seconds.
    Moving,
}

impl Picture {
    /// Of its file.
    pub fn extension(self) -> &'static str {
        match self {
            Picture::Still => "png",
            Picture::Moving => "gif",
        }
    }
}

/// An open level.
pub struct Game {
    /// What is played.
    pub play: Play,
    /// What the player holds and points at.
    pub hands: Hands,
    /// How it is seen.
    pub eyes: Eyes,
    /// The editor over it, if the level is edited.
    pub editor: Option<Box<Editor>>,
    /// The right half of the window, where that is divided.
    pub second: Option<Box<Second>>,
    /// The size of the window, points.
    pub window: Vec2,
    /// The cards over it.
    pub cards: Table,
    /// The player's keys.
    pub keys: Rc<Keys>,
    /// What it costs.
    pub costs: Costs,
    /// What was asked of the frame first.
    pub leaving: Option<Leave>,
    /// Steps to another size of cards and text that were asked for.
    pub wanted_size: Vec<SizeStep>,
    /// Sounds were asked to be silent, or heard again.
    pub wants_mute: bool,
    /// A picture that was asked for.
    pub wanted_picture: Option<Picture>,
    /// What the card at the end was asked for.
    pub wanted_next: Option<Next>,
    /// Frames drawn.
    pub frames: u64,
}

impl Game {
    /// Opens a level on a screen of this size, points.
    pub fn new(path: PathBuf, level: Level, setup: &Setup, screen: Vec2) -> Game {
        Game::of(Play::new(path, level, setup), screen)
    }

    /// Opens a recording.
    ///
    /// # Errors
    /// When the level in it is wrong.
    pub fn of_replay(
        path: PathBuf,
        replay: Replay,
        setup: &Setup,
        screen: Vec2,
    ) -> Result<Game, LevelErrors> {
        let mut game = Game::of(Play::of_replay(path, replay, setup)?, screen);
        // The card of the recording takes its place.
        game.cards.folds.level.fold();
        Ok(game)
    }

    fn of(play: Play, screen: Vec2) -> Game {
        Game {
            hands: Hands::new(screen / 2.0),
            eyes: Eyes::new(&play.level, screen),
            editor: None,
            second: None,
            window: screen,
            cards: Table::new(vec2(screen.x, screen.y)),
            play,
            keys: Rc::default(),
            costs: Costs::default(),
            leaving: None,
            wanted_size: Vec::new(),
            wants_mute: false,
            wanted_picture: None,
            wanted_next: None,
            frames: 0,
        }
    }

    /// The level from its file, at its start, seen as this one is, beside the same model.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn restarted(&self, setup: &Setup) -> Result<Game, String> {
        let (path, screen) = (self.play.path.clone(), self.window);
        let mut fresh = match self.play.session.origin() {
            Some(replay) => {
                Game::of_replay(path, replay.clone(), setup, screen).map_err(|errors| errors.to_string())?
            }
            None => Game::new(path, library::load(&self.play.path)?, setup, screen),
        };
        if fresh.play.level.grid.size() == self.play.level.grid.size() {
            (fresh.eyes.camera, fresh.eyes.settling) = (self.eyes.camera.clone(), self.eyes.settling);
        }
        fresh.eyes.layers = self.eyes.layers;
        fresh.play.clock.keep_speed_of(&self.play.clock);
        fresh.keys = self.keys.clone();
        fresh.cards.lie_as(&self.cards);
        // Whoever plays beside the author's ghost goes on to.
        if let (Some(known), Some(challenge)) = (&self.play.challenge, &mut fresh.play.challenge)
            && known.ghosts.shown() == Some(Whose::Author)
        {
            challenge.ghosts.show_author(&fresh.play.level);
        }
        if let Some(beside) = &self.play.beside {
            fresh.put_beside(beside.twin().model());
        }
        Ok(fresh)
    }

    /// Whether there is something to go on with that opening the level again would not show.
    pub fn is_begun(&self) -> bool {
        self.editor.is_some() || self.play.session.history.end() > 0 || self.play.is_worth_keeping()
    }

    /// Takes over the size of the window, points, and its pixels to a point.
    pub fn resize(&mut self, screen: Vec2, density: f32) {
        self.window = screen;
        if self.eyes.resize(field_size(screen, self.second.is_some()), density) {
            self.cards.folds.fold_in(vec2(screen.x, screen.y));
            self.cards.legend.forget_place();
        }
    }

    /// Asks the frame for something, if nothing else was asked for before.
    pub(super) fn leave(&mut self, leave: Leave) {
        self.leaving.get_or_insert(leave);
    }

    /// Tells the player what could not be done, and why.
    pub fn say(&mut self, text: &str) {
        self.cards.toasts.say(Tone::Failed, text);
    }

    /// Tells the player what went well.
    pub fn tell_news(&mut self, text: &str) {
        self.cards.toasts.say(Tone::Done, text);
    }

    /// Says where something was saved, or why it was not.
    pub fn tell_saved(&mut self, saved: Result<PathBuf, String>) {
        self.tell_saved_without(saved.map(|path| (path, None)));
    }

    /// As [`Game::tell_saved`], and in words what could not be kept.
    pub fn tell_saved_without(&mut self, saved: Result<(PathBuf, Option<String>), String>) {
        match saved {
            Ok((path, left_out)) => {
                handed::give_out(&path);
                let words = [Some(machine::saved_as(&path)), left_out];
                self.tell_news(&words.into_iter().flatten().collect::<Vec<_>>().join(". "));
            }
            Err(error) => self.say(&format!("Not saved: {error}")),
        }
    }
}
