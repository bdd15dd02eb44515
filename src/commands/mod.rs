//! One file a command; what they share is here.

mod bench;
mod check;
mod compare;
pub mod console;
mod draw;
mod import;
mod judge;
mod path;
mod play;
mod replay;
mod run;
mod shrink;
mod verify;

pub use bench::Bench;
pub use check::Check;
pub use compare::Compare;
pub use draw::Draw;
pub use import::Import;
pub use judge::Judge;
pub use path::PathCheck;
pub use play::{Play, menu};
pub use replay::Replay;
pub use run::Run;
pub use shrink::Shrink;
pub use verify::Verify;

use crate::{ModelName, Stop, bad_input};
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use muster::level::Level;
use muster::order::Action;
use muster::sim::Sim;
use std::path::Path;

/// Most threads that a simulation may be given.
const MAX_THREADS: u64 = 256;

/// Loads a level, or says all that is wrong with it.
fn load(path: &Path) -> Result<Level, Stop> {
    Level::load(path).map_err(bad_input)
}

/// A bar on standard error where that is a terminal, else nothing.
fn progress(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(console::name(what));
    bar
}

/// A parameter of a model for one run, as `MODEL.PARAMETER=VALUE` says it.
#[derive(Clone, Debug)]
struct Setting {
    model: ModelName,
    name: String,
    value: f32,
}

/// Reads a [`Setting`], for clap.
fn setting(text: &str) -> Result<Setting, String> {
    let form = "MODEL.PARAMETER=VALUE is needed, such as predictive.push=off";
    let (model, rest) = text.split_once('.').ok_or(form)?;
    let (name, value) = rest.split_once('=').ok_or(form)?;
    let model = ModelName::from_str(model, false).map_err(|_| {
        let known: Vec<&str> = ModelName::ALL.iter().map(|model| model.name()).collect();
        format!("{model} is no model; known are {}", known.join(", "))
    })?;
    let value = match value {
        "on" | "true" => 1.0,
        "off" | "false" => 0.0,
        number => number.parse().map_err(|_| format!("{number} is neither a number nor on or off"))?,
    };
    Ok(Setting { model, name: name.to_owned(), value })
}

impl Setting {
    /// Gives the model its value before the first tick.
    fn apply(&self, sim: &mut Sim) -> Result<(), Stop> {
        let known = sim.parameters(self.model).parameters();
        let (model, name) = (self.model.name(), &self.name);
        let Some(parameter) = known.iter().find(|parameter| parameter.name == *name) else {
            let known: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
            let known = known.join(", ");
            return Err(bad_input(format!("--set: {model} has no parameter {name}; it has {known}")));
        };
        if !parameter.range.contains(&self.value) {
            let (least, most) = (parameter.range.start(), parameter.range.end());
            return Err(bad_input(format!(
                "--set: {model}.{name} goes from {least} to {most}, not {}",
                self.value
            )));
        }
        sim.act(Action::SetParameter { model: self.model, name: name.clone(), value: self.value });
        sim.take_in_now();
        Ok(())
    }
}

/// A positive number of seconds, for clap.
fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 is needed, such as 60 or 2.5".to_owned()),
    }
}

/// A number of threads, for clap.
fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (0..=MAX_THREADS).contains(threads));
    let said = || format!("a number of threads from 0 (all of the machine's) to {MAX_THREADS} is needed");
    threads.map(|threads| threads as usize).ok_or_else(said)
}
