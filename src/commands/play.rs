//! `muster` and `muster play`: the window.

use super::setting;
#[cfg(feature = "window")]
use crate::bad_input;
use crate::{Outcome, Stop};
use muster::movement::Setting;
use muster::unit::ModelName;
use std::path::PathBuf;

/// Opens one level in the window.
#[derive(clap::Args)]
pub struct Play {
    /// The level.
    level: PathBuf,
    /// Movement model of every unit, instead of what the level says.
    #[arg(long)]
    model: Option<ModelName>,
    /// A parameter of a model for this run, such as predictive.push=off; may be given several times.
    #[arg(long, value_name = "MODEL.PARAMETER=VALUE", value_parser = setting)]
    set: Vec<Setting>,
    /// Seed for models that draw lots. None of the shipped ones does.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Opens the level at this simulated time, and time stands there.
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment)]
    at: Option<f32>,
    /// Opens the level side by side: as it is, and with every unit moved by this model.
    #[arg(long, value_name = "MODEL")]
    beside: Option<ModelName>,
    /// Saves the window's picture at this simulated time; may be given several times.
    #[arg(long, value_name = "SECONDS:FILE.png", value_parser = shot)]
    shot: Vec<(f32, PathBuf)>,
    /// Closes the window at this simulated time.
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = moment)]
    quit_at: Option<f32>,
    /// Threads of the simulation; 0: as many as the machine has.
    #[arg(long, allow_negative_numbers = true, default_value = "0", value_parser = super::threads)]
    threads: usize,
    /// Keeps this file up to date with what the window shows, as JSON, for tests.
    #[arg(long, value_name = "FILE", hide = true)]
    state: Option<PathBuf>,
}

pub(super) fn seconds(text: &str) -> Result<f32, String> {
    let seconds: f32 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    if seconds.is_finite() && seconds >= 0.0 { Ok(seconds) } else { Err(format!("`{text}` is no time")) }
}

fn moment(text: &str) -> Result<f32, String> {
    super::moment(text).map(|seconds| seconds as f32)
}

fn shot(text: &str) -> Result<(f32, PathBuf), String> {
    let (time, file) = text.split_once(':').ok_or("expected SECONDS:FILE.png, such as 2.5:picture.png")?;
    if !file.to_lowercase().ends_with(".png") {
        return Err("expected a .png file after the colon, such as 2.5:picture.png".into());
    }
    Ok((moment(time)?, file.into()))
}

#[cfg(feature = "window")]
impl Play {
    /// Plays the level.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let Play { level, model, set, seed: _, at, beside, shot: shots, quit_at, threads, state } = self;
        let mut outputs: Vec<_> = shots.iter().map(|(_, path)| ("--shot", path.as_path())).collect();
        outputs.extend(state.iter().map(|path| ("--state", path.as_path())));
        super::console::keep_apart(&[&level], &outputs)?;
        if let Some((time, path)) = shots.iter().find(|(time, _)| quit_at.is_some_and(|end| *time > end)) {
            let path = path.display();
            return Err(bad_input(format!("--shot {time}:{path}: --quit-at closes the window before")));
        }
        let setup = muster::window::Setup {
            model,
            set,
            threads,
            at,
            beside,
            shots,
            quit_at,
            state,
            levels_folder: None,
        };
        muster::window::play(level, setup).map(|()| Outcome::Done).map_err(stop)
    }
}

/// Opens the menu.
#[cfg(feature = "window")]
pub fn menu(levels_folder: Option<PathBuf>, state: Option<PathBuf>) -> Result<Outcome, Stop> {
    if let Some(folder) = levels_folder.as_ref().filter(|folder| !muster::platform::disk::is_folder(folder)) {
        return Err(bad_input(format!("--levels {}: there is no such folder", folder.display())));
    }
    let setup = muster::window::Setup { levels_folder, state, ..Default::default() };
    muster::window::menu(setup).map(|()| Outcome::Done).map_err(stop)
}

#[cfg(feature = "window")]
fn stop(error: muster::window::WindowError) -> Stop {
    use muster::window::WindowError;
    let outcome = match error {
        WindowError::CannotOpen(_) => Outcome::NoWindow,
        WindowError::Level(_) | WindowError::Picture(_) => Outcome::BadInput,
    };
    Stop(outcome, error.to_string())
}

#[cfg(not(feature = "window"))]
const BUILT_WITHOUT: &str = "muster: this program was built without its window (cargo feature `window`); \
                             `muster run LEVEL` simulates without one";

#[cfg(not(feature = "window"))]
impl Play {
    /// Says that there is no window.
    pub fn execute(self) -> Result<Outcome, Stop> {
        Err(Stop(Outcome::NoWindow, BUILT_WITHOUT.into()))
    }
}

/// Says that there is no window.
#[cfg(not(feature = "window"))]
pub fn menu(_levels_folder: Option<PathBuf>, _state: Option<PathBuf>) -> Result<Outcome, Stop> {
    Err(Stop(Outcome::NoWindow, BUILT_WITHOUT.into()))
}

/// Plays a recording in the window.
#[cfg(feature = "window")]
pub fn replay(
    file: PathBuf,
    replay: muster::replay::Replay,
    at: Option<f32>,
    beside: Option<ModelName>,
    state: Option<PathBuf>,
) -> Result<Outcome, Stop> {
    let setup = muster::window::Setup { at, beside, state, ..Default::default() };
    muster::window::replay(file, replay, setup).map(|()| Outcome::Done).map_err(stop)
}

/// Says that there is no window.
#[cfg(not(feature = "window"))]
pub fn replay(
    _file: PathBuf,
    _replay: muster::replay::Replay,
    _at: Option<f32>,
    _beside: Option<ModelName>,
    _state: Option<PathBuf>,
) -> Result<Outcome, Stop> {
    Err(Stop(Outcome::NoWindow, BUILT_WITHOUT.into()))
}
