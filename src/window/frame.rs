//! The loop of the window: read input, lay out the cards, let the game go on, draw, save pictures.

mod choosing;
mod opening;
mod showing;

use self::showing::{draw, take_pictures};
use crate::platform::clock::{self, Instant, ThreadTime};
use crate::platform::handed;
use crate::platform::screen::{self, FullScreen};
use crate::window::cards::paper::shows_list;
use crate::window::costs::smooth;
use crate::window::crash::{self, Crash, CrashAnswer};
use crate::window::fault::MadeFault;
use crate::window::film::WindowFilm;
use crate::window::game::Leave;
use crate::window::hud;
use crate::window::input::{self, Listener};
use crate::window::keys::file::KeysFile;
use crate::window::leaving::Leaving;
use crate::window::menu::Menu;
use crate::window::reload::FileWatch;
use crate::window::scale::{Scale, SizeStep};
use crate::window::sessions::Sessions;
use crate::window::setup::{Setup, WindowError};
use crate::window::shots::{self, Schedule};
#[cfg(feature = "sound")]
use crate::window::sound::Sounds;
use crate::window::theme;
use crate::window::watch::{self, Watch};
use glam::Vec2;
use macroquad::camera::set_default_camera;
use macroquad::window::{clear_background, next_frame, screen_height, screen_width};
use std::time::Duration;

/// Where no display sets the pace, frames come at most this often: the simulation needs the processor too.
const SHORTEST_FRAME: Duration = Duration::from_micros(1_000_000 / 144);

/// The window from frame to frame: the menu or a level, and what lies over both.
pub struct Frame {
    setup: Setup,
    listener: Listener,
    menu: Menu,
    sessions: Sessions,
    crash: Option<Crash>,
    fault: MadeFault,
    leaving: Leaving,
    full_screen: FullScreen,
    schedule: Schedule,
    watch: Option<Watch>,
    file: FileWatch,
    /// Somebody typed into a field in the last frame.
    typed: bool,
    keys: KeysFile,
    scale: Scale,
    film: WindowFilm,
    #[cfg(feature = "sound")]
    sounds: Sounds,
}

/// Gives the cards their look, and the wheel its pace.
fn dress() {
    egui_macroquad::cfg(|context| {
        theme::dress(context);
        input::set_mouse(context);
    });
}

/// The window, points as its system has them.
fn window() -> Vec2 {
    Vec2::new(screen_width(), screen_height())
}

impl Frame {
    /// The window on the menu.
    pub fn new(setup: Setup) -> Frame {
        // The window's own button asks as Esc does.
        macroquad::input::prevent_quit();
        dress();
        Frame {
            listener: Listener::new(),
            menu: Menu::new(setup.levels_folder.clone()),
            sessions: Sessions::default(),
            crash: None,
            fault: MadeFault::asked_for(),
            leaving: Leaving::default(),
            full_screen: FullScreen::default(),
            schedule: Schedule::new(setup.shots.clone(), setup.quit_at),
            watch: setup.state.clone().map(Watch::new),
            file: FileWatch::default(),
            typed: false,
            keys: KeysFile::open(),
            scale: Scale::remembered(),
            film: WindowFilm::default(),
            #[cfg(feature = "sound")]
            sounds: Sounds::default(),
            setup,
        }
    }

    /// The window, points as cards and pencil have them.
    fn screen(&self) -> Vec2 {
        window() / self.scale.factor(window())
    }

    fn say(&mut self, text: &str) {
        if let Some(game) = &mut self.sessions.game {
            game.say(text);
        }
    }

    fn tell_news(&mut self, text: &str) {
        if let Some(game) = &mut self.sessions.game {
            game.tell_news(text);
        }
    }

    /// Reads the keys again when their file was saved.
    fn read_keys(&mut self) {
        if self.keys.follow(macroquad::time::get_time())
            && let Some(game) = &mut self.sessions.game
        {
            game.keys = self.keys.keys.clone();
            if self.keys.problems.is_empty() {
                game.tell_news("Your keys were read again");
            }
        }
    }

    /// Lets cards, text and pencil be as large as the screen and the player want them.
    fn measure(&mut self) {
        let factor = self.scale.factor(window());
        egui_macroquad::cfg(|context| context.set_zoom_factor(factor));
        self.listener.density = macroquad::miniquad::window::dpi_scale() * factor;
    }

    /// Draws frame after frame until the window is to close.
    ///
    /// # Errors
    /// When a picture could not be saved.
    pub async fn run(mut self) -> Result<(), WindowError> {
        #[cfg(feature = "sound")]
        self.sounds.make().await;
        loop {
            let start = Instant::now();
            if !self.frame()? {
                self.sessions.keep_won();
                return Ok(());
            }
            self.watch();
            clock::rest(SHORTEST_FRAME.saturating_sub(start.elapsed()));
            next_frame().await;
        }
    }

    fn watch(&mut self) {
        let Some(mut watch) = self.watch.take() else { return };
        let units = self.sessions.game.as_ref().map_or(0, |game| game.play.sim.len());
        watch.write(macroquad::time::get_time(), self.listener.marks, units, || {
            let mut state = match (&self.crash, &self.sessions.game) {
                (Some(crash), _) => watch::of_crash(crash),
                (None, Some(game)) => watch::of_game(game),
                (None, None) => watch::of_menu(&self.menu, &self.leaving),
            };
            state["key_problems"] = self.keys.problems.clone().into();
            state
        });
        self.watch = Some(watch);
    }

    /// One frame; returns whether the window stays open. A fault in it is told on a card.
    fn frame(&mut self) -> Result<bool, WindowError> {
        let [r, g, b] = theme::TABLE;
        clear_background(macroquad::color::Color::from_rgba(r, g, b, 255));
        self.measure();
        screen::ask_before_closing(self.sessions.is_worth_keeping());
        if macroquad::input::is_quit_requested() && !self.asks_before_quitting() {
            return Ok(false);
        }
        if self.crash.is_some() {
            self.tell_crash();
            return Ok(true);
        }
        crash::guard(|| self.work()).unwrap_or_else(|words| {
            self.fail(words);
            Ok(true)
        })
    }

    /// The window is to close: with a session that would be lost a card asks first. Returns whether it does.
    fn asks_before_quitting(&mut self) -> bool {
        let is_level = self.sessions.game.is_some();
        if is_level {
            self.leave();
        }
        let has_session = self.sessions.is_unkept() && self.crash.is_none();
        if has_session {
            self.leaving.ask_about_session(is_level);
        }
        has_session
    }

    /// What a frame does.
    fn work(&mut self) -> Result<bool, WindowError> {
        if let Some(path) = handed::dropped() {
            self.open_file(path);
        }
        self.read_keys();
        self.read_what_was_saved();
        match self.sessions.game {
            Some(_) => self.play(),
            None => Ok(self.choose()),
        }
    }

    /// Something went wrong within the frame: what was open is given up.
    fn fail(&mut self, words: String) {
        let crash = Crash::new(words, self.sessions.game.take().map(|game| game.play));
        set_default_camera();
        if !crash.in_tick {
            // The cards were perhaps half laid out: they begin from nothing, and so does what is drawn with
            // them.
            egui_macroquad::reset_egui();
            dress();
            self.menu = Menu::new(self.setup.levels_folder.clone());
        }
        self.fault = MadeFault::default();
        self.crash = Some(crash);
    }

    fn tell_crash(&mut self) {
        let input = self.listener.read();
        let Some(crash) = &mut self.crash else { return };
        let mut answer = None;
        egui_macroquad::ui(|context| {
            input.tell_cards(context);
            answer = crash.show(context);
        });
        egui_macroquad::draw();
        let Some(answer) = answer else { return };
        let path = self.crash.take().and_then(|crash| crash.path);
        self.leave();
        if let Some(path) = path.filter(|_| answer == CrashAnswer::StartAnew) {
            self.open_file(path);
        }
    }

    fn play(&mut self) -> Result<bool, WindowError> {
        let screen = self.screen();
        let Some(game) = &mut self.sessions.game else { return Ok(true) };
        let mut input = self.listener.read();
        game.resize(screen, self.listener.density);
        let (mut actions, mut over_panel) = (Vec::new(), false);
        let fault = self.fault;
        // Until the end of this frame, whatever becomes of the card.
        let is_naming = game.cards.naming.is_some();
        egui_macroquad::ui(|context| {
            let start = ThreadTime::now();
            // Somebody types into a field or chooses from a list, and Enter or Esc may end that in this very
            // frame; egui has let a field go for Esc before the cards are laid out.
            let is_typing = is_naming || self.typed || shows_list(context) || context.wants_keyboard_input();
            input.tell_cards(context);
            if self.keys.show(context) {
                input.drop_keys();
            }
            actions.extend(hud::show(context, game));
            fault.in_frame(game.frames);
            over_panel = context.is_pointer_over_area() || context.is_using_pointer();
            input.note_cards(context);
            smooth(&mut game.costs.cards, start.elapsed().as_secs_f32() * 1000.0);
            self.typed = context.wants_keyboard_input();
            if is_typing || self.typed {
                input.drop_keys();
            }
        });
        game.update(&mut input, over_panel, self.schedule.next(), fault);
        game.hands.queueing = input.shift();
        actions.into_iter().for_each(|action| game.act(action));
        let leave = game.leaving.take();
        let seconds = game.play.sim.seconds();
        // A picture shows cards and camera where they have come to rest.
        let shoots = self.schedule.wants_shot(seconds) && game.eyes.rest();
        draw(game, screen, shoots);
        take_pictures(&mut self.film, game);
        #[cfg(feature = "sound")]
        self.sounds.follow(&game.play);
        if std::mem::take(&mut game.wants_mute) {
            #[cfg(feature = "sound")]
            game.tell_news(if self.sounds.toggle() { "Silent" } else { "Sounds are heard again" });
            #[cfg(not(feature = "sound"))]
            game.say("This program was built without sound");
        }
        for step in std::mem::take(&mut game.wanted_size) {
            if !self.scale.step(step, window()) {
                game.say(match step {
                    SizeStep::Larger => "This window has no room for larger text",
                    _ => "The text is as small as it gets",
                });
            }
        }
        while shoots && let Some(path) = self.schedule.due_shot(seconds) {
            shots::save(&path)?;
        }
        if self.schedule.is_over(seconds) && !self.schedule.wants_shot(seconds) {
            return Ok(false);
        }
        if let Some(leave) = leave {
            self.follow(leave);
        }
        Ok(true)
    }

    /// Does what a game asks for that it cannot do itself.
    fn follow(&mut self, leave: Leave) {
        match leave {
            Leave::ToMenu => self.leave(),
            Leave::Onward => self.go_onward(),
            Leave::Edit => self.edit(),
            Leave::Reload => self.reload(),
            Leave::UndoRestart => self.undo_restart(),
            Leave::RedoRestart => self.redo_restart(),
            Leave::FullScreen => self.full_screen.toggle(),
        }
    }
}
