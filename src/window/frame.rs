//! The loop of the window: read input, lay out the cards, let the game go on, draw, save pictures.

use super::game::{Game, Leave, smooth};
use super::input::Listener;
use super::keys_file::KeysFile;
use super::menu::{Choice, Menu};
use super::reload::FileWatch;
use super::scale::Scale;
use super::shots::{self, Schedule};
use super::watch::Watch;
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
    let miniquad_conf = miniquad::conf::Conf {
        window_title: "Muster".into(),
        window_width: 1280,
        window_height: 720,
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

struct Frame {
    setup: Setup,
    listener: Listener,
    menu: Menu,
    game: Option<Game>,
    schedule: Schedule,
    watch: Option<Watch>,
    file: FileWatch,
    keys: KeysFile,
    scale: Scale,
}

/// The window, points as its system has them.
fn window() -> Vec2 {
    Vec2::new(screen_width(), screen_height())
}

impl Frame {
    fn new(setup: Setup, opening: Opening) -> Frame {
        egui_macroquad::cfg(theme::dress);
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
            schedule: Schedule::new(setup.shots.clone(), setup.quit_at),
            watch: setup.state.clone().map(Watch::new),
            file: FileWatch::default(),
            keys,
            scale,
            setup,
        }
    }

    /// The window, points as cards and pencil have them.
    fn screen(&self) -> Vec2 {
        window() / self.scale.factor(window())
    }

    fn enter(&mut self, mut game: Game) {
        game.keys = self.keys.keys.clone();
        self.game = Some(game);
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
        self.game = None;
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
                match game.reload(&self.setup) {
                    Ok(()) => game.tell_news("The level was saved: it starts anew"),
                    Err(errors) => {
                        let first = errors.lines().next().unwrap_or_default();
                        game.say(&format!("Saved, but not sound (F5 shows all): {first}"));
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
            if let Some(watch) = &mut self.watch {
                watch.write(macroquad::time::get_time(), &self.menu, self.game.as_ref(), &self.keys);
            }
            std::thread::sleep(SHORTEST_FRAME.saturating_sub(start.elapsed()));
            next_frame().await;
        }
    }

    /// One frame; returns whether the window stays open.
    fn frame(&mut self) -> Result<bool, WindowError> {
        let [r, g, b] = theme::TABLE;
        clear_background(macroquad::color::Color::from_rgba(r, g, b, 255));
        self.measure();
        self.take_dropped();
        self.read_keys();
        self.read_what_was_saved();
        match self.game {
            Some(_) => self.play(),
            None => Ok(self.choose()),
        }
    }

    fn choose(&mut self) -> bool {
        self.listener.read();
        let mut choice = None;
        egui_macroquad::ui(|context| {
            choice = self.menu.show(context);
            self.keys.show(context);
        });
        egui_macroquad::draw();
        match choice {
            Some(Choice::Quit) => return false,
            Some(Choice::Open(path)) => self.open_file(path),
            None => {}
        }
        true
    }

    fn play(&mut self) -> Result<bool, WindowError> {
        let screen = self.screen();
        let Some(game) = &mut self.game else { return Ok(true) };
        let mut input = self.listener.read();
        game.camera.resize(screen, self.listener.density);
        let (mut actions, mut over_panel) = (Vec::new(), false);
        egui_macroquad::ui(|context| {
            let start = ThreadTime::now();
            actions.extend(hud::show(context, game));
            self.keys.show(context);
            over_panel = context.is_pointer_over_area() || context.is_using_pointer();
            smooth(&mut game.costs.cards, start.elapsed().as_secs_f32() * 1000.0);
            // Somebody types into a field.
            if context.wants_keyboard_input() {
                input.drop_keys();
            }
        });
        let mut leave = game.update(&input, over_panel, self.schedule.next());
        game.queueing = input.shift();
        for action in actions {
            leave = leave.or(game.act(action));
        }
        let seconds = game.sim.seconds();
        // Cards take two frames to find their size.
        let shoots = self.schedule.wants_shot(seconds) && game.frames > 2;
        set_camera(&camera_of(screen));
        game.draw(shoots);
        set_default_camera();
        egui_macroquad::draw();
        game.wanted_size.drain(..).for_each(|step| self.scale.step(step));
        while shoots && let Some(path) = self.schedule.due_shot(seconds) {
            shots::save(&path)?;
        }
        if self.schedule.is_over(seconds) && !self.schedule.wants_shot(seconds) {
            return Ok(false);
        }
        match leave {
            Some(Leave::ToMenu) => {
                self.menu.come_back();
                self.game = None;
            }
            Some(Leave::Reload) => {
                self.file.forget();
                if let Err(errors) = game.reload(&self.setup) {
                    let path = game.path.clone();
                    self.complain(&path, errors);
                }
            }
            None => {}
        }
        Ok(true)
    }
}
