//! How the game follows the document, and what keys and orders mean while it is edited: tests, saving, what
//! is kept when the editor is left.

use super::{Editor, EditorTool};
use crate::grid::TILE;
use crate::level::{Kind, Level, Team, TimedOrder};
use crate::order::{self, Command};
use crate::platform::clock::Instant;
use crate::window::cards::naming::Naming;
use crate::window::eyes::Eyes;
use crate::window::game::Game;
use crate::window::keeping::KeptWork;
use crate::window::keys::action::KeyAction;
use crate::window::menu::library;
use crate::window::play::Play;
use crate::window::setup::Setup;
use glam::Vec2;
use std::path::PathBuf;

/// While a stroke is drawn the map follows it as long as that costs no more, s.
const LIVE: f32 = 0.02;

impl Game {
    /// Opens a document.
    pub fn of_editor(path: PathBuf, editor: Editor, setup: &Setup, screen: Vec2) -> Game {
        let level = editor.document.shown(editor.folder.as_deref()).map(|shown| shown.level);
        // A document is read sound, or begins so.
        let level = level.unwrap_or_else(Level::empty);
        let mut game = Game::new(path, level, setup, screen);
        game.play.is_edited = true;
        game.editor = Some(Box::new(editor));
        game.follow_document();
        game
    }

    /// The editor, while the map is under the hands.
    pub fn editing(&mut self) -> Option<&mut Editor> {
        self.editor.as_deref_mut().filter(|editor| !editor.is_testing)
    }

    /// Whether the map is under the hands.
    pub fn is_editing(&self) -> bool {
        self.editor.as_ref().is_some_and(|editor| !editor.is_testing)
    }

    /// Whether the document is played.
    pub fn is_testing(&self) -> bool {
        self.editor.as_ref().is_some_and(|editor| editor.is_testing)
    }

    /// Shows the document as it is.
    pub(crate) fn follow_document(&mut self) {
        let Some(editor) = self.editor.as_deref_mut().filter(|editor| !editor.is_testing) else { return };
        let version = editor.document.version();
        let is_drawing = editor.stroke.is_some() && editor.tool.paints();
        let is_due = if is_drawing { editor.cost < LIVE } else { editor.shown != Some(version) };
        if !is_due {
            return;
        }
        let start = Instant::now();
        let Some(shown) = editor.document.shown(editor.folder.as_deref()) else { return };
        (editor.faults, editor.missing) = (shown.faults, shown.missing);
        let same_units = editor.units.iter().zip(&shown.units).all(|(a, b)| a == b)
            && editor.units.len() <= shown.units.len();
        editor.units = shown.units;
        editor.shown = (!is_drawing).then_some(version);
        let is_new = shown.level != self.play.level || !self.play.is_edited;
        if is_new {
            self.play_level(shown.level, true);
        }
        if !same_units {
            self.hands.selection.clear();
        }
        if let Some(editor) = self.editor.as_deref_mut() {
            editor.cost = start.elapsed().as_secs_f32();
        }
    }

    /// Begins a level in the place of what is shown.
    fn play_level(&mut self, level: Level, is_edited: bool) {
        let Some(editor) = &self.editor else { return };
        let looks_same = look_of(&level) == look_of(&self.play.level);
        let mut play = Play::new(self.play.path.clone(), level, &editor.setup);
        play.is_edited = is_edited;
        play.clock.paused |= is_edited;
        play.clock.keep_speed_of(&self.play.clock);
        self.play = play;
        self.eyes.begin_again();
        self.cards.minimap.look_again();
        if !looks_same {
            let eyes = Eyes::new(&self.play.level, self.eyes.camera.screen);
            let before = std::mem::replace(&mut self.eyes, eyes);
            self.eyes.layers = before.layers;
            if before.camera.world() == self.eyes.camera.world() {
                // The map that is painted already stays in view.
                self.eyes.sheet = before.sheet;
                (self.eyes.camera, self.eyes.settling) = (before.camera, before.settling);
            }
        }
    }

    /// Plays the level from its start, or goes back to the document as it was left.
    pub(crate) fn test(&mut self) {
        self.follow_document();
        let Some(editor) = self.editor.as_deref_mut() else { return };
        editor.document.end();
        (editor.stroke, editor.is_testing) = (None, !editor.is_testing);
        let (is_testing, is_sound) = (editor.is_testing, editor.faults.is_empty());
        self.hands.let_go();
        let chosen = std::mem::take(&mut self.hands.selection);
        let edit = self.keys.told(KeyAction::Editor);
        if is_testing {
            self.play_level(self.play.level.clone(), false);
            // The tools are gone: the field has their room.
            let drawn = self.eyes.look_anew(&self.play.level);
            if let Some(editor) = self.editor.as_deref_mut() {
                editor.left = Some((drawn, chosen));
            }
            let without = if is_sound { "" } else { " without what is wrong" };
            self.tell_news(&format!("A test{without}: {edit} goes back to the editor"));
        } else {
            self.cards.toasts.forget();
            if let Some(editor) = self.editor.as_deref_mut() {
                editor.shown = None;
                if let Some(left) = editor.left.take() {
                    (self.eyes.camera, self.hands.selection) = left;
                }
            }
            self.play.is_edited = false;
            self.follow_document();
        }
    }

    /// Does what an action means in the editor alone; whether it is such an action.
    pub(crate) fn act_in_editor(&mut self, action: KeyAction) -> bool {
        let Some(editor) = self.editor.as_deref_mut() else { return false };
        let toggled = |tool: EditorTool, now| if now == tool { EditorTool::Orders } else { tool };
        if editor.is_testing {
            return self.act_in_test(action);
        }
        match action {
            KeyAction::Editor => self.test(),
            KeyAction::Undo | KeyAction::Redo => {
                let (is_done, refused) = match action {
                    KeyAction::Undo => (editor.document.undo(), "Nothing to undo"),
                    _ => (editor.document.redo(), "Nothing to do again"),
                };
                editor.stroke = None;
                if !is_done {
                    self.say(refused);
                }
            }
            KeyAction::SaveSession => self.save_document(false),
            KeyAction::SaveLevel => self.save_document(true),
            KeyAction::Build => editor.tool = toggled(EditorTool::Brush, editor.tool),
            KeyAction::Place => editor.tool = toggled(EditorTool::Units, editor.tool),
            KeyAction::NextTeam if editor.tool == EditorTool::Units => {
                editor.team = (editor.team + 1) % self.play.level.teams.len().max(1);
            }
            KeyAction::Back if editor.stroke.take().is_some() => editor.document.end(),
            KeyAction::Back
                if editor.tool != EditorTool::Orders && !self.cards.help && !self.cards.hidden =>
            {
                editor.tool = EditorTool::Orders;
            }
            KeyAction::Pause
            | KeyAction::Step
            | KeyAction::StepBack
            | KeyAction::SecondOn
            | KeyAction::SecondBack
            | KeyAction::Beside
            | KeyAction::CutOut
            | KeyAction::Reload
            | KeyAction::Models
            | KeyAction::Ghost => {
                let key = self.keys.told(KeyAction::Editor);
                self.say(&format!("Time stands while the level is edited: {key} tests it"));
            }
            _ => return false,
        }
        true
    }

    /// Does what an action means while the level is tested; whether it is such an action.
    fn act_in_test(&mut self, action: KeyAction) -> bool {
        match action {
            KeyAction::Editor => self.test(),
            KeyAction::Reload => self.play_level(self.play.level.clone(), false),
            _ => return false,
        }
        true
    }

    /// What is done to units while the level is edited: orders go into the document. `None`: nothing is
    /// edited.
    pub(crate) fn ask_in_editor(&mut self, action: &order::Action) -> Option<bool> {
        let editor = self.editor.as_deref_mut().filter(|editor| !editor.is_testing)?;
        if let order::Action::Remove { units } = action {
            let numbers: Vec<usize> =
                units.iter().filter_map(|unit| editor.units.get(unit.0 as usize).copied()).collect();
            editor.document.remove_units(&numbers);
            self.hands.selection.clear();
            return Some(true);
        }
        let order::Action::Order(order) = action else {
            self.say("Not while the level is edited: use the tools on the left");
            return Some(false);
        };
        if !editor.faults.is_empty() {
            self.say("Orders can be given when nothing is wrong: mend what is told on the left first");
            return Some(false);
        }
        let mut order = order.clone();
        match &mut order.command {
            Command::Move { to, .. } => *to = on_paper(*to),
            Command::Patrol { route } => route.iter_mut().for_each(|place| *place = on_paper(*place)),
            _ => {}
        }
        let timed = TimedOrder { time: editor.time as f32, order: order.into() };
        let value = self.play.level.order_value(&timed);
        editor.document.push("orders", value);
        self.tell_news(&format!("The order goes into the level, at {} s", timed.time));
        Some(true)
    }

    /// Saves the document; asks for name and description where it has no file yet, or `anew`.
    fn save_document(&mut self, anew: bool) {
        self.follow_document();
        let folder = self.play.own_folder();
        let Some(editor) = self.editor.as_deref_mut() else { return };
        if let Some(file) = editor.file.clone().filter(|_| !anew) {
            let saved = editor.save(&file);
            return self.tell_saved(saved);
        }
        match editor.is_sound().and(folder) {
            Ok(folder) => {
                let (name, words) = (editor.document.word("name"), editor.document.word("description"));
                self.cards.naming = Some(Naming::of_document(folder, name, words));
            }
            Err(error) => self.tell_saved(Err(error)),
        }
    }

    /// Saves under the name that was given.
    pub(crate) fn save_named_document(&mut self, named: Naming, path: PathBuf) {
        let Some(editor) = self.editor.as_deref_mut() else { return };
        editor.document.stroke(|document| {
            document.set("name", named.name.trim().into());
            if document.word("description") != named.description {
                document.set("description", named.description.into());
            }
        });
        let saved = editor.save(&path);
        if saved.is_ok() {
            self.play.path = path;
        }
        self.tell_saved(saved);
    }

    /// Whether there is something that would be lost: see [`Game::kept`].
    pub fn is_worth_keeping(&self) -> bool {
        match &self.editor {
            Some(editor) => editor.document.is_changed(),
            None => self.play.is_worth_keeping(),
        }
    }

    /// Keeps what would be lost: a changed document as a level, or else a session as a recording.
    pub fn kept(&mut self) -> Option<KeptWork> {
        let Some(editor) = self.editor.as_deref_mut() else { return self.play.kept() };
        if !editor.document.is_changed() {
            return None;
        }
        // Nobody asked to replace what was saved.
        editor.file = None;
        // Nor is it lost because something in it has still to be mended.
        let saved = editor.place(self.play.own_folder()).and_then(|path| editor.write(&path));
        Some(KeptWork::new("The level in the editor", saved, false))
    }

    /// Saves the document in its file or a new one, or else the session.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub fn save_before_leaving(&mut self) -> Result<PathBuf, String> {
        let Some(editor) = self.editor.as_deref_mut() else { return self.play.save_session() };
        let path = editor.place(self.play.own_folder())?;
        editor.save(&path)
    }

    /// Opens the file of this level in the editor.
    pub(crate) fn edited(&self, setup: &Setup) -> Result<Game, String> {
        if self.play.session.origin().is_some() {
            return Err("This is a recording: open its level to edit that".into());
        }
        library::load(&self.play.path)?;
        let editor = Editor::open(&self.play.path, setup)?;
        Ok(Game::of_editor(self.play.path.clone(), editor, setup, self.window))
    }
}

/// What of a level the eyes are made for.
fn look_of(level: &Level) -> (&[Kind], &[Team], &str, Vec2) {
    (&level.kinds, &level.teams, &level.name, level.grid.size())
}

/// A place, px, as it is written down: hundredths of a tile are enough.
fn on_paper(place: Vec2) -> Vec2 {
    let tile = f64::from(TILE);
    ((place.as_dvec2() / tile * 100.0).round() / 100.0 * tile).as_vec2()
}
