//! The window: a menu of levels, and levels that are played with mouse and keyboard. Feature `window`; nothing else of
//! the crate knows that it exists, and it changes a simulation through [`Sim::act`](crate::sim::Sim::act) alone.
//!
//! Reading order: [`frame`] is the loop; [`game`] is one open level. What a hand does comes in as [`input`], is turned by
//! [`keys`] (written as [`chord`], the player's own from [`keys_file`]) into an [`action`], and done in [`acting`];
//! the mouse is in [`pointing`], its shape in [`pointer`](mod@pointer). [`selection`], [`commands`], [`front`], [`control_groups`],
//! [`kinds`], [`camera`] and [`clock`] are what they change. [`picture`] and [`draw`] turn a level into quads, [`facing`] turns counters; [`hud`],
//! [`selection_panel`], [`orders_bar`], [`minimap`], [`legend`], [`claims`], [`stage_graph`], [`toast`], [`help`] and
//! [`menu`](mod@menu) are the paper cards, [`scale`] says how large, [`layout`] where, [`folding`] when
//! they are folded; [`building`], [`building_card`],
//! [`models_panel`], [`inspector`] and [`several`] are the sandbox; [`session`] records and replays, [`naming`] asks for the name of a level that is saved, [`reload`] sees that a file was
//! saved; [`theme`] holds all colours and spacing; [`library`] finds levels, [`folders`] the player's files; [`shots`]
//! and [`film`] save pictures, [`watch`] tells tests what the window shows; [`leaving`] asks before the program ends, [`crash`] keeps the
//! window when something goes wrong, [`full_screen`] fills the screen; [`display`] says beforehand why no window can open.

pub mod acting;
pub mod action;
pub mod building;
pub mod building_card;
pub mod camera;
pub mod chord;
pub mod claims;
pub mod clock;
pub mod commands;
pub mod control_groups;
pub mod crash;
pub mod display;
pub mod draw;
pub mod facing;
pub mod film;
pub mod folders;
pub mod folding;
pub mod frame;
pub mod front;
pub mod full_screen;
pub mod game;
pub mod help;
pub mod hud;
pub mod input;
pub mod inspector;
pub mod keys;
pub mod keys_file;
pub mod kinds;
pub mod layout;
pub mod leaving;
pub mod legend;
pub mod library;
pub mod menu;
mod menu_card;
mod menu_errors;
mod menu_search;
pub mod minimap;
pub mod models_panel;
pub mod naming;
pub mod orders_bar;
pub mod picture;
pub mod pointer;
pub mod pointing;
pub mod reload;
pub mod scale;
pub mod selection;
pub mod selection_panel;
pub mod session;
pub mod several;
pub mod shots;
pub mod stage_graph;
pub mod theme;
pub mod toast;
pub mod watch;

use crate::replay::Replay;
use crate::unit::ModelName;
use std::path::PathBuf;

/// What the window may be told on the command line beside a level.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Movement model of every unit, instead of what levels say.
    pub model: Option<ModelName>,
    /// Threads of the simulation; 0: as many as the machine has.
    pub threads: usize,
    /// Pictures to save, by simulated seconds.
    pub shots: Vec<(f32, PathBuf)>,
    /// Simulated seconds at which the window closes.
    pub quit_at: Option<f32>,
    /// A file that always says what the window shows (see [`watch`]).
    pub state: Option<PathBuf>,
    /// Folder with the player's own levels.
    pub levels_folder: Option<PathBuf>,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// No display, or no OpenGL: exit status 3.
    #[error("{0}")]
    CannotOpen(String),
    /// A level that is wrong; all that is wrong with it: exit status 2.
    #[error("{0}")]
    Level(String),
    /// A picture could not be saved: exit status 2.
    #[error("{0}")]
    Picture(String),
}

/// Opens the window on the menu.
///
/// # Errors
/// When no window can open.
pub fn menu(setup: Setup) -> Result<(), WindowError> {
    frame::open(setup, frame::Opening::Menu)
}

/// Opens the window on a level.
///
/// # Errors
/// When the level is wrong, no window can open, or a picture could not be saved.
pub fn play(level: PathBuf, setup: Setup) -> Result<(), WindowError> {
    let loaded = library::load(&level).map_err(WindowError::Level)?;
    frame::open(setup, frame::Opening::Level(level, Box::new(loaded)))
}

/// Opens the window on a recording.
///
/// # Errors
/// When the level in it is wrong or no window can open.
pub fn replay(file: PathBuf, replay: Replay, setup: Setup) -> Result<(), WindowError> {
    replay.level().map_err(|errors| WindowError::Level(errors.to_string()))?;
    frame::open(setup, frame::Opening::Replay(file, replay))
}
