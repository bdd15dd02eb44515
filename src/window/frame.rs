//! The loop of the window: read input, lay out the cards, let the game go on, draw, save pictures.
//!
//! One level is open at most. Behind the menu a session waits until the player goes on with it, and is kept as a
//! recording if another takes its place; the session before a restart is kept until another level is opened.

use super::action::Action;
use super::crash::{self, Answer, Crash, Fault};
use super::film::Film;
use super::full_screen::{self, FullScreen};
use super::game::{Game, Leave, Picture, smooth};
use super::input::{self, Input, Listener};
use super::keys::Situation;
use super::keys_file::KeysFile;
use super::leaving::{Decision, Leaving};
use super::menu::{Choice, Menu};
use super::reload::FileWatch;
use super::scale::Scale;
use super::shots::{self, Schedule};
use super::watch::{Shown, Watch};
use super::{Setup, WindowError, display, draw, hud, theme};
use super::{folders, library};
use crate::level::Level;
use crate::replay::Replay;
use cpu_time::ThreadTime;
use glam::Vec2;
use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::miniquad;
use macroquad::window::{clear_background, next_frame, screen_height, screen_width};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Where no display sets the pace, frames come at most this often: the simulation needs the processor too.
const SHORTEST_FRAME: Duration = Duration::from_micros(1_000_000 / 144);

/// What the window opens on.
pub enum Opening {
    /// The menu.
    Menu,
    /// A level.
    Level(PathBuf, Box<Level>),
    /// A recording.
    Replay(PathBuf, Replay),
}

/// Opens the window, on a level, a recording or on the menu, and returns when it has closed.
///
/// # Errors
/// When no window can open or a picture could not be saved.
pub fn open(setup: Setup, opening: Opening) -> Result<(), WindowError> {
    if let Some(message) = display::obstacle() {
        return Err(WindowError::CannotOpen(message));
    }
    let opened = Arc::new(AtomicBool::new(false));
    let failure = Arc::new(Mutex::new(None));
    let (began, failed) = (opened.clone(), failure.clone());
    let run = move || {
        macroquad::Window::from_config(configuration(), async move {
            began.store(true, Ordering::Relaxed);
            if let Err(error) = Frame::new(setup, opening).run().await {
                *failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
            }
        });
    };
    // miniquad panics when a library or OpenGL is missing: that is an answer, not a crash, until the window is open.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    if !opened.load(Ordering::Relaxed) {
        return Err(WindowError::CannotOpen(display::message(
            "the graphics libraries or OpenGL could not be used",
        )));
    }
    if let Err(panic) = result {
        std::panic::resume_unwind(panic);
    }
    let error = failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    error.map_or(Ok(()), Err)
}

fn configuration() -> macroquad::conf::Conf {
    let (window_width, window_height) = full_screen::first_size();
    let miniquad_conf = miniquad::conf::Conf {
        window_title: "Muster".into(),
        window_width,
        window_height,
        high_dpi: true,
        ..Default::default()
    };
    macroquad::conf::Conf {
        miniquad_conf,
        draw_call_vertex_capacity: draw::batch::QUADS_PER_CALL * 4 + 1,
        draw_call_index_capacity: draw::batch::QUADS_PER_CALL * 6 + 1,
        ..Default::default()
    }
}

/// Points of the cards' size to the window's pixels; the origin is at the top left.
fn camera_of(screen: Vec2) -> Camera2D {
    Camera2D { target: screen / 2.0, zoom: 2.0 / screen, ..Default::default() }
}

/// Films what the window shows, and saves what the player asked for.
fn take_pictures(film: &mut Film, game: &mut Game) {
    let start = ThreadTime::now();
    film.sample(macroquad::time::get_time());
    smooth(&mut game.costs.film, start.elapsed().as_secs_f32() * 1000.0);
    match game.wanted_picture.take().map(|wanted| (wanted, game.place_for(wanted.extension()))) {
        Some((Picture::Moving, Ok(path))) => {
            film.save(path);
            game.tell_news("The last ten seconds are being saved");
        }
        Some((Picture::Still, Ok(path))) => {
            let saved = shots::save(&path).map_err(|error| error.to_string());
            game.tell_saved(saved.map(|()| path));
        }
        Some((_, Err(error))) => game.tell_saved(Err(error)),
        None => {}
    }
    if let Some(saved) = film.saved() {
        game.tell_saved(saved);
    }
}

struct Frame {
    setup: Setup,
    listener: Listener,
    menu: Menu,
    game: Option<Game>,
    /// The session that waits behind the menu.
    aside: Option<Game>,
    /// The session before the last restart.
    before: Option<Game>,
    crash: Option<Crash>,
    fault: Fault,
    leaving: Leaving,
    full_screen: FullScreen,
    schedule: Schedule,
    watch: Option<Watch>,
    file: FileWatch,
    keys: KeysFile,
    scale: Scale,
    film: Film,
}

/// Gives the cards their look, and the wheel its pace.
fn dress() {
    egui_macroquad::cfg(|context| {
        theme::dress(context);
        input::set_wheel(context);
    });
}

/// The window, points as its system has them.
fn window() -> Vec2 {
    Vec2::new(screen_width(), screen_height())
}

impl Frame {
    fn new(setup: Setup, opening: Opening) -> Frame {
        // The window's own button asks as Esc does.
        macroquad::input::prevent_quit();
        dress();
        let (keys, scale) = (KeysFile::open(), Scale::remembered());
        let screen = window() / scale.factor(window());
        let mut game = match opening {
            Opening::Menu => None,
            Opening::Level(path, level) => {
                folders::remember(&path);
                Some(Game::new(path, *level, &setup, screen))
            }
            // Its level was checked before the window opened.
            Opening::Replay(path, replay) => Game::of_replay(path, replay, &setup, screen).ok(),
        };
        if let Some(game) = &mut game {
            game.keys = keys.keys.clone();
        }
        Frame {
            listener: Listener::new(),
            menu: Menu::new(setup.levels_folder.clone()),
            game,
            aside: None,
            before: None,
            crash: None,
            fault: Fault::asked_for(),
            leaving: Leaving::default(),
            full_screen: FullScreen::default(),
            schedule: Schedule::new(setup.shots.clone(), setup.quit_at),
            watch: setup.state.clone().map(Watch::new),
            file: FileWatch::default(),
            keys,
            scale,
            film: Film::default(),
            setup,
        }
    }

    /// The window, points as cards and pencil have them.
    fn screen(&self) -> Vec2 {
        window() / self.scale.factor(window())
    }

    /// Opens a session. One that was open waits behind the menu; one that waited there is kept as a recording.
    fn enter(&mut self, mut game: Game) {
        self.film.forget();
        game.keys = self.keys.keys.clone();
        self.before = None;
        self.menu.kept = None;
        if let Some(told) = self.aside.take().and_then(|waited| waited.kept()) {
            game.tell_news(&told);
        }
        self.aside = self.game.replace(game);
    }

    /// Goes back to the menu; the session waits there.
    fn leave(&mut self) {
        self.menu.come_back();
        if let Some(game) = self.game.take() {
            self.menu.kept = self.aside.replace(game).and_then(|waited| waited.kept());
        }
        self.menu.session = self.aside.as_ref().map(Game::title);
    }

    /// Goes on with the session that waits.
    fn go_on(&mut self) {
        if let Some(mut game) = self.aside.take() {
            game.keys = self.keys.keys.clone();
            self.game = Some(game);
            self.menu.session = None;
            self.file.forget();
        }
    }

    /// Starts the open level anew; the session up to here is kept.
    fn restart(&mut self) -> Result<(), String> {
        let Some(game) = &self.game else { return Ok(()) };
        let fresh = game.restarted(&self.setup)?;
        self.before = self.game.replace(fresh);
        Ok(())
    }

    /// Goes back to the session before the last restart.
    fn undo_restart(&mut self) {
        match self.before.take() {
            Some(before) => {
                self.game = Some(before);
                self.tell_news("Back in the session before the restart");
            }
            None => self.say("There is nothing to undo"),
        }
    }

    fn say(&mut self, text: &str) {
        if let Some(game) = &mut self.game {
            game.say(text);
        }
    }

    fn tell_news(&mut self, text: &str) {
        if let Some(game) = &mut self.game {
            game.tell_news(text);
        }
    }

    /// Reads the keys again when their file was saved.
    fn read_keys(&mut self) {
        if self.keys.follow(macroquad::time::get_time())
            && let Some(game) = &mut self.game
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
        self.listener.density = miniquad::window::dpi_scale() * factor;
    }

    /// Opens a level, or shows over the menu what is wrong with it.
    fn open_level(&mut self, path: PathBuf) {
        match library::load(&path) {
            Ok(level) => {
                folders::remember(&path);
                self.file.forget();
                let game = Game::new(path, level, &self.setup, self.screen());
                self.enter(game);
            }
            Err(errors) => self.complain(&path, errors),
        }
    }

    fn complain(&mut self, path: &Path, errors: String) {
        self.leave();
        self.menu.complain(path, errors);
    }

    /// Opens a file that was dropped on the window.
    fn take_dropped(&mut self) {
        let dropped = macroquad::input::get_dropped_files();
        if let Some(path) = dropped.into_iter().find_map(|file| file.path) {
            self.open_file(path);
        }
    }

    /// Opens a recording, or else a level.
    fn open_file(&mut self, path: PathBuf) {
        if path.extension().is_none_or(|extension| extension != "replay") {
            return self.open_level(path);
        }
        let opened = Replay::load(&path).map_err(|error| error.to_string()).and_then(|replay| {
            Game::of_replay(path.clone(), replay, &self.setup, self.screen())
                .map_err(|errors| errors.to_string())
        });
        match opened {
            Ok(game) => self.enter(game),
            Err(error) => self.complain(&path, error),
        }
    }

    /// Reads a level again when it was saved, in a text editor for instance.
    fn read_what_was_saved(&mut self) {
        let now = macroquad::time::get_time();
        if let Some(game) = self.game.as_mut().filter(|game| game.session.replay().is_none()) {
            if self.file.is_saved(&game.path, now) {
                match self.restart() {
                    Ok(()) => {
                        let undo = self.keys.keys.text(Action::Undo);
                        self.tell_news(&format!("The level was saved: it starts anew. {undo} goes back"));
                    }
                    Err(errors) => {
                        let first = errors.lines().next().unwrap_or_default();
                        self.say(&format!("Saved, but not sound (F5 shows all): {first}"));
                    }
                }
            }
        } else if self.game.is_none()
            && let Some(path) = self.menu.broken().map(Path::to_owned)
            && self.file.is_saved(&path, now)
        {
            self.open_level(path);
        }
    }

    async fn run(mut self) -> Result<(), WindowError> {
        loop {
            let start = Instant::now();
            if !self.frame()? {
                return Ok(());
            }
            self.watch();
            std::thread::sleep(SHORTEST_FRAME.saturating_sub(start.elapsed()));
            next_frame().await;
        }
    }

    fn watch(&mut self) {
        let Some(mut watch) = self.watch.take() else { return };
        let shown = Shown {
            menu: &self.menu,
            game: self.game.as_ref(),
            crash: self.crash.as_ref(),
            leaving: &self.leaving,
            keys: &self.keys,
            marks: self.listener.marks,
        };
        watch.write(macroquad::time::get_time(), &shown);
        self.watch = Some(watch);
    }

    /// One frame; returns whether the window stays open. A fault in it is told on a card.
    fn frame(&mut self) -> Result<bool, WindowError> {
        let [r, g, b] = theme::TABLE;
        clear_background(macroquad::color::Color::from_rgba(r, g, b, 255));
        self.measure();
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
        let is_level = self.game.is_some();
        if is_level {
            self.leave();
        }
        let has_session = self.aside.is_some() && self.crash.is_none();
        if has_session {
            self.leaving.ask_about_session(is_level);
        }
        has_session
    }

    /// What a frame does.
    fn work(&mut self) -> Result<bool, WindowError> {
        self.take_dropped();
        self.read_keys();
        self.read_what_was_saved();
        match self.game {
            Some(_) => self.play(),
            None => Ok(self.choose()),
        }
    }

    /// Something went wrong within the frame: what was open is given up.
    fn fail(&mut self, words: String) {
        let crash = Crash::new(words, self.game.take());
        set_default_camera();
        if !crash.in_tick {
            // The cards were perhaps half laid out: they begin from nothing, and so does what is drawn with them.
            egui_macroquad::reset_egui();
            dress();
            self.menu = Menu::new(self.setup.levels_folder.clone());
        }
        self.fault = Fault::default();
        self.crash = Some(crash);
    }

    fn tell_crash(&mut self) {
        self.listener.read();
        let Some(crash) = &mut self.crash else { return };
        let mut answer = None;
        egui_macroquad::ui(|context| answer = crash.show(context));
        egui_macroquad::draw();
        let Some(answer) = answer else { return };
        let path = self.crash.take().and_then(|crash| crash.path);
        self.leave();
        if let Some(path) = path.filter(|_| answer == Answer::StartAnew) {
            self.open_file(path);
        }
    }

    /// Whether the keys for it were pressed, in the menu.
    fn wants_full_screen(&self, input: &Input) -> bool {
        let keys = &self.keys.keys;
        let asked = |happening| keys.asked(happening, Situation::default()) == Some(Action::FullScreen);
        input.deeds.iter().any(asked)
    }

    fn choose(&mut self) -> bool {
        let input = self.listener.read();
        let now = macroquad::time::get_time();
        let (mut choice, mut decision) = (None, None);
        let session = self.menu.session.clone().filter(|_| self.aside.is_some());
        egui_macroquad::ui(|context| {
            self.keys.show(context);
            decision = self.leaving.show(context, now, session.as_deref());
            choice = self.menu.show(context);
        });
        egui_macroquad::draw();
        if self.wants_full_screen(&input) {
            self.full_screen.toggle();
        }
        match choice {
            Some(Choice::Leave) => decision = decision.or(self.leaving.press(now, session.is_some())),
            Some(Choice::GoOn) => decision = Some(Decision::GoOn),
            Some(Choice::Open(path)) => self.open_file(path),
            None => {}
        }
        match decision {
            Some(Decision::Quit) => return false,
            Some(Decision::SaveAndQuit) => match self.aside.as_ref().map(Game::saved_session) {
                Some(Err(error)) => self.leaving.fail(error),
                _ => return false,
            },
            Some(Decision::GoOn) => self.go_on(),
            None => {}
        }
        true
    }

    fn play(&mut self) -> Result<bool, WindowError> {
        let screen = self.screen();
        let Some(game) = &mut self.game else { return Ok(true) };
        let mut input = self.listener.read();
        game.resize(screen, self.listener.density);
        let (mut actions, mut over_panel) = (Vec::new(), false);
        let fault = self.fault;
        // Until the end of this frame, whatever becomes of the card.
        let is_naming = game.naming.is_some();
        egui_macroquad::ui(|context| {
            let start = ThreadTime::now();
            if self.keys.show(context) {
                input.drop_keys();
            }
            actions.extend(hud::show(context, game));
            fault.in_frame(game.frames);
            over_panel = context.is_pointer_over_area() || context.is_using_pointer();
            smooth(&mut game.costs.cards, start.elapsed().as_secs_f32() * 1000.0);
            // Somebody types into a field.
            if is_naming || context.wants_keyboard_input() {
                input.drop_keys();
            }
        });
        let mut leave = game.update(&input, over_panel, self.schedule.next(), fault);
        game.queueing = input.shift();
        for action in actions {
            leave = leave.or(game.act(action));
        }
        let seconds = game.sim.seconds();
        // A picture shows cards and camera where they have come to rest.
        let shoots = self.schedule.wants_shot(seconds) && game.settling == 0;
        set_camera(&camera_of(screen));
        game.draw(shoots);
        set_default_camera();
        egui_macroquad::draw();
        take_pictures(&mut self.film, game);
        game.wanted_size.drain(..).for_each(|step| self.scale.step(step));
        while shoots && let Some(path) = self.schedule.due_shot(seconds) {
            shots::save(&path)?;
        }
        if self.schedule.is_over(seconds) && !self.schedule.wants_shot(seconds) {
            return Ok(false);
        }
        match leave {
            Some(Leave::ToMenu) => self.leave(),
            Some(Leave::Reload) => self.reload(),
            Some(Leave::UndoRestart) => self.undo_restart(),
            Some(Leave::FullScreen) => self.full_screen.toggle(),
            None => {}
        }
        Ok(true)
    }

    /// The player starts the level anew.
    fn reload(&mut self) {
        self.file.forget();
        let path = self.game.as_ref().map(|game| game.path.clone()).unwrap_or_default();
        match self.restart() {
            Ok(()) => {
                let undo = self.keys.keys.text(Action::Undo);
                self.tell_news(&format!("From the start. {undo} goes back to the session before"));
            }
            Err(errors) => self.complain(&path, errors),
        }
    }
}
