//! Opens the window and keeps it open until it is to close.

use crate::level::Level;
use crate::platform::screen;
use crate::replay::Replay;
use crate::window::address::Address;
use crate::window::draw;
use crate::window::frame::Frame;
use crate::window::menu::library;
use crate::window::setup::{Setup, WindowError};
use macroquad::miniquad;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Opens the window on the menu.
///
/// # Errors
/// When no window can open.
pub fn menu(setup: Setup) -> Result<(), WindowError> {
    open(setup, Opening::Menu)
}

/// Opens the window on a level.
///
/// # Errors
/// When the level is wrong, no window can open, or a picture could not be saved.
pub fn play(level: PathBuf, setup: Setup) -> Result<(), WindowError> {
    let loaded = library::load(&level).map_err(WindowError::Level)?;
    open(setup, Opening::Level(level, Box::new(loaded)))
}

/// Opens the window of a page on what its address asks for; what is wrong with that is shown over the menu.
pub fn page(asked: &[(String, String)]) {
    let folder = library::shipped_folder().unwrap_or_default();
    let Address { level, setup, wrong } = Address::parse(asked, &folder.to_string_lossy());
    let opening = match (wrong, level) {
        (Some(wrong), _) => Opening::Complaint("the address".into(), wrong),
        (None, None) => Opening::Menu,
        (None, Some(path)) => match library::load(&path) {
            Ok(level) => Opening::Level(path, Box::new(level)),
            Err(errors) => Opening::Complaint(path, errors),
        },
    };
    // In a page this returns at once and the frames come later; one that cannot draw has said so before.
    let _ = open(setup, opening);
}

/// Opens the window on a recording.
///
/// # Errors
/// When the level in it is wrong or no window can open.
pub fn replay(file: PathBuf, replay: Replay, setup: Setup) -> Result<(), WindowError> {
    replay.level().map_err(|errors| WindowError::Level(errors.to_string()))?;
    open(setup, Opening::Replay(file, replay))
}

/// What the window opens on.
enum Opening {
    /// The menu.
    Menu,
    /// A level.
    Level(PathBuf, Box<Level>),
    /// A recording.
    Replay(PathBuf, Replay),
    /// The menu, with what is wrong with a file over it.
    Complaint(PathBuf, String),
}

/// Opens the window, on a level, a recording or on the menu, and returns when it has closed.
///
/// # Errors
/// When no window can open or a picture could not be saved.
fn open(setup: Setup, opening: Opening) -> Result<(), WindowError> {
    if let Some(message) = screen::obstacle() {
        return Err(WindowError::CannotOpen(message));
    }
    #[cfg(feature = "sound")]
    crate::window::sound::expect_no_device();
    let opened = Arc::new(AtomicBool::new(false));
    let failure = Arc::new(Mutex::new(None));
    let (began, failed) = (opened.clone(), failure.clone());
    let run = move || {
        macroquad::Window::from_config(configuration(), async move {
            began.store(true, Ordering::Relaxed);
            if let Err(error) = run(setup, opening).await {
                *failed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
            }
        });
    };
    // miniquad panics when a library or OpenGL is missing: that is an answer, not a crash, until the window
    // is open.
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    if !opened.load(Ordering::Relaxed) {
        return Err(WindowError::CannotOpen(screen::could_not_open()));
    }
    if let Err(panic) = result {
        std::panic::resume_unwind(panic);
    }
    let error = failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    error.map_or(Ok(()), Err)
}

fn configuration() -> macroquad::conf::Conf {
    let (window_width, window_height) = screen::first_size();
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

async fn run(setup: Setup, opening: Opening) -> Result<(), WindowError> {
    let (at, beside) = (setup.at, setup.beside);
    let mut frame = Frame::new(setup);
    match opening {
        Opening::Menu => {}
        Opening::Level(path, level) => frame.begin(path, *level),
        Opening::Replay(path, replay) => frame.begin_replay(path, replay),
        Opening::Complaint(path, errors) => frame.complain(&path, errors),
    }
    if let Some(model) = beside {
        frame.put_beside(Some(model));
    }
    if let Some(seconds) = at {
        frame.open_at(seconds);
    }
    frame.run().await
}
