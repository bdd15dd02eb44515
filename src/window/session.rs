//! Every session is recorded and can be saved; a saved one plays again in the window.

use super::claims::Claims;
use super::game::Game;
use super::layout::{Layout, Wanted};
use super::naming::{Named, Naming};
use super::{Setup, folders, theme};
use crate::level::{Level, LevelErrors};
use crate::order::Action;
use crate::replay::{Recorder, Replay};
use crate::sim::{Options, Sim};
use crate::snapshot::Snapshot;
use crate::time::TICK_RATE;
use egui_macroquad::egui;
use std::path::{Path, PathBuf};

/// What was played so far, or what is played again.
pub struct Session {
    recorder: Recorder,
    replay: Option<Replay>,
    differs: Option<u64>,
    /// Ticks that were begun; the last of them may not have come to its end.
    begun: u64,
    options: Options,
    /// The tick that a recording is on its way to.
    goal: Option<u64>,
    /// Where the strip of the recording was last drawn.
    pub strip: egui::Rect,
    /// A tick was begun and has not come to its end.
    in_tick: bool,
}

impl Session {
    /// Begins to record a level at its start.
    pub fn new(level: &Level, setup: &Setup, sim: &Sim) -> Session {
        let recorder = Recorder::new(level, setup.model, sim);
        Session {
            recorder,
            replay: None,
            differs: None,
            begun: 0,
            options: Options { model: setup.model, threads: setup.threads },
            goal: None,
            strip: egui::Rect::NOTHING,
            in_tick: false,
        }
    }

    /// The recording that is played again.
    pub fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// Ticks after which a recording is over.
    pub fn end(&self) -> Option<u64> {
        self.replay.as_ref().map(|replay| replay.ticks)
    }

    /// Whether a tick was begun that has not come to its end.
    pub fn is_in_tick(&self) -> bool {
        self.in_tick
    }

    /// Hands out what the recording has for this tick.
    pub fn before_tick(&mut self, sim: &mut Sim) {
        (self.begun, self.in_tick) = (sim.ticks() + 1, true);
        if let Some(replay) = &self.replay {
            replay.act(sim);
        }
    }

    /// The tick that a recording is on its way to, at full speed.
    pub fn goal(&self) -> Option<u64> {
        self.goal
    }

    /// Looks at the state after a tick.
    pub fn after_tick(&mut self, sim: &mut Sim) {
        self.in_tick = false;
        self.recorder.observe(sim);
        if let Some(replay) = &self.replay {
            replay.finish(sim);
        }
        let is_hashed = sim.ticks().is_multiple_of(u64::from(TICK_RATE)) || self.end() == Some(sim.ticks());
        if let Some(replay) = self.replay.as_ref().filter(|_| is_hashed && self.differs.is_none()) {
            let second = sim.ticks().div_ceil(u64::from(TICK_RATE));
            let now = format!("{:016x}", sim.state_hash());
            let expected = replay.hashes.get(second as usize);
            self.differs = expected.is_some_and(|expected| *expected != now).then_some(second);
        }
        self.goal = self.goal.filter(|&goal| sim.ticks() < goal);
    }
}

impl Game {
    /// Opens a recording.
    ///
    /// # Errors
    /// When the level in it is wrong.
    pub fn of_replay(
        path: PathBuf,
        replay: Replay,
        setup: &Setup,
        screen: glam::Vec2,
    ) -> Result<Game, LevelErrors> {
        let setup = Setup { model: replay.model, ..setup.clone() };
        let mut game = Game::new(path, replay.level()?, &setup, screen);
        replay.finish(&mut game.sim);
        game.session.replay = Some(replay);
        // The card of the recording takes its place.
        game.folds.level.fold();
        Ok(game)
    }

    /// Hands on what the player does. A recording takes nothing: it is told, and the answer is `false`.
    pub fn ask(&mut self, action: Action) -> bool {
        let free = self.session.replay.is_none();
        if free {
            self.sim.act(action);
            self.sim.take_in_now();
        } else {
            self.say("This is a recording: it goes as it went");
        }
        free
    }

    /// Goes to a tick of the recording: by simulating on, or from the start again.
    pub(super) fn go_to(&mut self, tick: u64) {
        let Some(replay) = &self.session.replay else { return };
        let tick = tick.min(replay.ticks);
        if tick < self.sim.ticks() {
            self.sim = Sim::new(&self.level, &self.session.options);
            self.session.recorder = Recorder::new(&self.level, self.session.options.model, &self.sim);
            self.session.differs = None;
            self.claims =
                Claims::new(&self.level, &self.sim, self.session.options.model.unwrap_or(self.level.model));
            let sim = &self.sim;
            self.selection.retain(|unit| sim.is_alive(unit));
        }
        self.session.goal = Some(tick).filter(|&tick| tick > self.sim.ticks());
    }

    /// Saves the session so far in the folder of recordings, and says where.
    pub fn save_session(&mut self) {
        let saved = self.saved_session();
        self.tell_saved(saved);
    }

    /// Asks for the name under which map and units are saved as they stand now.
    pub(super) fn ask_name(&mut self) {
        match self.own_folder() {
            Ok(folder) => self.naming = Some(Naming::new(folder, &self.level.name)),
            Err(error) => self.tell_saved(Err(error)),
        }
    }

    /// Saves the map and the units as a level, if that was decided, and says where.
    pub(super) fn end_naming(&mut self, named: Named) {
        self.naming = None;
        let Named::Save(name, path) = named else { return };
        let mut snapshot = Snapshot::of(&self.level, &self.sim);
        snapshot.level.name = name;
        let saved = snapshot.level.save(&path).map_err(|error| format!("{}: {error}", path.display()));
        self.tell_saved(saved.map(|()| path));
        if let Some(words) = snapshot.words() {
            self.say(&words);
        }
    }

    /// Keeps a session that is given up as a recording. What the player is told of it: nothing where nobody did
    /// anything that opening the level again would not show.
    pub(super) fn kept(&self) -> Option<String> {
        if self.session.replay.is_some() || self.sim.actions().is_empty() {
            return None;
        }
        let name = &self.level.name;
        Some(match self.saved_session() {
            Ok(path) => format!("The session of {name} is kept as {}", path.display()),
            Err(error) => format!("The session of {name} could not be kept: {error}"),
        })
    }

    /// Saves the session so far.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub(super) fn saved_session(&self) -> Result<PathBuf, String> {
        let replay = self.session.recorder.replay(&self.sim);
        self.write("replay", |path| replay.save(path).map_err(|error| error.to_string()))
    }

    /// Saves the session up to and with the tick that did not come to its end: played again, it fails again.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub(super) fn save_crashed(&self) -> Result<PathBuf, String> {
        let ticks = self.sim.ticks().max(self.session.begun);
        let replay = self.session.recorder.interrupted(&self.sim, ticks);
        self.write("replay", |path| replay.save(path).map_err(|error| error.to_string()))
    }

    /// Says where something was saved, or why it was not.
    pub(super) fn tell_saved(&mut self, saved: Result<PathBuf, String>) {
        match saved {
            Ok(path) => self.tell_news(&format!("Saved as {}", path.display())),
            Err(error) => self.say(&format!("Not saved: {error}")),
        }
    }

    /// Writes a file of the player's own, of a name that is not taken yet.
    fn write(
        &self,
        extension: &str,
        write: impl FnOnce(&Path) -> Result<(), String>,
    ) -> Result<PathBuf, String> {
        let path = self.place_for(extension)?;
        write(&path).map(|()| path)
    }

    /// A new file for something of this level in the player's folder, which is there then.
    pub(super) fn place_for(&self, extension: &str) -> Result<PathBuf, String> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(folders::fresh(&self.own_folder()?, &stem, extension))
    }

    /// The folder of what the player saves, which is there then.
    fn own_folder(&self) -> Result<PathBuf, String> {
        let beside = self.path.parent().unwrap_or(Path::new("")).to_owned();
        let folder = folders::saved().unwrap_or(beside);
        std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(folder)
    }
}

/// The card of a recording: how far it is.
pub fn card(context: &egui::Context, layout: &mut Layout, game: &mut Game) {
    let Some(replay) = game.session.replay() else { return };
    let (mut strip, mut wanted_tick) = (egui::Rect::NOTHING, None);
    let corner = egui::Align2::CENTER_TOP;
    let wanted = Wanted {
        id: "replay",
        title: "Recording",
        corner,
        at: layout.corner(corner) + egui::vec2(0.0, 56.0),
        guess: egui::vec2(430.0, 40.0),
        least: 38.0,
    };
    layout.card(context, &wanted, |ui, _| {
        ui.horizontal(|ui| {
            let over = game.sim.ticks() >= replay.ticks;
            let goal = game.session.goal();
            let title = match goal {
                Some(goal) => format!("On the way to {}", clock(goal)),
                None if over => "Recording is over".to_owned(),
                None => "Recording".to_owned(),
            };
            ui.label(egui::RichText::new(title).text_style(egui::TextStyle::Small));
            // Higher than it is drawn: a hand finds it.
            let (room, response) =
                ui.allocate_exact_size(egui::vec2(200.0, 24.0), egui::Sense::click_and_drag());
            let rect = egui::Rect::from_center_size(room.center(), egui::vec2(200.0, 8.0));
            strip = rect;
            let to = |ticks: u64| (ticks as f32 / replay.ticks.max(1) as f32).min(1.0);
            let part = |share: f32| egui::Rect::from_min_size(rect.min, rect.size() * egui::vec2(share, 1.0));
            if let Some(goal) = goal {
                ui.painter().rect_filled(part(to(goal)), 0.0, theme::faint(theme::ACCENT, 0.35));
            }
            ui.painter().rect_filled(part(to(game.sim.ticks())), 0.0, theme::color(theme::ACCENT));
            let at = |place: egui::Pos2| {
                let share = ((place.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
                (f64::from(share) * replay.ticks as f64).round() as u64
            };
            let pointed = response.interact_pointer_pos().or(response.hover_pos()).map(at);
            if (response.clicked() || response.drag_stopped())
                && let Some(tick) = pointed
            {
                wanted_tick = Some(tick);
            }
            if let Some(tick) = pointed {
                response
                    .on_hover_cursor(egui::CursorIcon::PointingHand)
                    .on_hover_text_at_pointer(format!("Click: go to {}", clock(tick)));
            }
            let line = egui::Stroke::new(1.0, theme::color(theme::INK));
            ui.painter().rect_stroke(rect, 0.0, line, egui::StrokeKind::Inside);
            ui.label(format!("{} of {}", clock(game.sim.ticks()), clock(replay.ticks)));
        });
        if let Some(second) = game.session.differs {
            let text =
                format!("It goes another way than it went from second {second} on: the program has changed");
            ui.label(egui::RichText::new(text).color(theme::color(theme::ACCENT)));
        }
    });
    game.session.strip = strip;
    if let Some(tick) = wanted_tick {
        game.go_to(tick);
    }
}

fn clock(ticks: u64) -> String {
    let seconds = ticks / u64::from(TICK_RATE);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
