//! Every session is recorded and can be saved; a saved one plays again in the window.

use super::game::Game;
use super::layout::{Layout, Wanted};
use super::{Setup, folders, theme};
use crate::components::TICK_RATE;
use crate::level::{Level, LevelErrors};
use crate::order::Action;
use crate::replay::{Recorder, Replay};
use crate::sim::Sim;
use crate::snapshot::Snapshot;
use egui_macroquad::egui;
use std::path::{Path, PathBuf};

/// What was played so far, or what is played again.
pub struct Session {
    recorder: Recorder,
    replay: Option<Replay>,
    differs: Option<u64>,
}

impl Session {
    /// Begins to record a level at its start.
    pub fn new(level: &Level, setup: &Setup, sim: &Sim) -> Session {
        Session { recorder: Recorder::new(level, setup.model, sim), replay: None, differs: None }
    }

    /// The recording that is played again.
    pub fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// Ticks after which a recording is over.
    pub fn end(&self) -> Option<u64> {
        self.replay.as_ref().map(|replay| replay.ticks)
    }

    /// Hands out what the recording has for this tick.
    pub fn before_tick(&self, sim: &mut Sim) {
        if let Some(replay) = &self.replay {
            replay.act(sim);
        }
    }

    /// Looks at the state after a tick.
    pub fn after_tick(&mut self, sim: &Sim) {
        self.recorder.observe(sim);
        let is_hashed = sim.ticks().is_multiple_of(u64::from(TICK_RATE)) || self.end() == Some(sim.ticks());
        if let Some(replay) = self.replay.as_ref().filter(|_| is_hashed && self.differs.is_none()) {
            let second = sim.ticks().div_ceil(u64::from(TICK_RATE));
            let now = format!("{:016x}", sim.state_hash());
            let expected = replay.hashes.get(second as usize);
            self.differs = expected.is_some_and(|expected| *expected != now).then_some(second);
        }
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
        game.session.replay = Some(replay);
        // The card of the recording takes its place.
        game.description = false;
        Ok(game)
    }

    /// Hands on what the player does. A recording takes nothing: it is told, and the answer is `false`.
    pub fn ask(&mut self, action: Action) -> bool {
        let free = self.session.replay.is_none();
        if free {
            self.sim.act(action);
        } else {
            self.say("This is a recording: it goes as it went");
        }
        free
    }

    /// Saves the session so far in the folder of recordings, and says where.
    pub fn save_session(&mut self) {
        let replay = self.session.recorder.replay(&self.sim);
        self.save("replay", |path| replay.save(path).map_err(|error| error.to_string()));
    }

    /// Saves the map and the units as they stand now as a level, and says where.
    pub fn save_as_level(&mut self) {
        let saved = Snapshot::of(&self.level, &self.sim);
        let write =
            |path: &Path| saved.level.save(path).map_err(|error| format!("{}: {error}", path.display()));
        self.save("json", write);
        if let Some(words) = saved.words() {
            self.say(&words);
        }
    }

    fn save(&mut self, extension: &str, write: impl FnOnce(&Path) -> Result<(), String>) {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let beside = self.path.parent().unwrap_or(Path::new("")).to_owned();
        let folder = folders::saved().unwrap_or(beside);
        let path = folders::fresh(&folder, &stem, extension);
        match std::fs::create_dir_all(&folder).map_err(|error| error.to_string()).and_then(|()| write(&path))
        {
            Ok(()) => self.tell_news(&format!("Saved as {}", path.display())),
            Err(error) => self.say(&format!("Not saved: {error}")),
        }
    }
}

/// The card of a recording: how far it is.
pub fn card(context: &egui::Context, layout: &mut Layout, game: &Game) {
    let Some(replay) = game.session.replay() else { return };
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
            let title = if over { "Recording is over" } else { "Recording" };
            ui.label(egui::RichText::new(title).text_style(egui::TextStyle::Small));
            let (rect, _) = ui.allocate_exact_size(egui::vec2(200.0, 8.0), egui::Sense::hover());
            let share = game.sim.ticks() as f32 / replay.ticks.max(1) as f32;
            let done = egui::Rect::from_min_size(rect.min, rect.size() * egui::vec2(share.min(1.0), 1.0));
            ui.painter().rect_filled(done, 0.0, theme::color(theme::ACCENT));
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
}

fn clock(ticks: u64) -> String {
    let seconds = ticks / u64::from(TICK_RATE);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
