//! What the window may be told, and why there is none.

use crate::movement::Setting;
use crate::unit::ModelName;
use std::path::PathBuf;

/// What the window may be told on the command line beside a level.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Movement model of every unit, instead of what levels say.
    pub model: Option<ModelName>,
    /// Parameters of models, instead of what levels say.
    pub set: Vec<Setting>,
    /// Threads of the simulation; 0: as many as the machine has.
    pub threads: usize,
    /// The simulated second at which the level or recording opens, and stands.
    pub at: Option<f32>,
    /// What opens is put beside itself: on the right field this model moves everybody.
    pub beside: Option<ModelName>,
    /// Pictures to save, by simulated seconds.
    pub shots: Vec<(f32, PathBuf)>,
    /// Simulated seconds at which the window closes.
    pub quit_at: Option<f32>,
    /// A file that always says what the window shows (see [`crate::window::watch`]).
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
