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
use indicatif::{ProgressBar, ProgressStyle};
use muster::level::Level;
use muster::movement::Setting;
use muster::movement::tuning::parameters_of;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

/// Most threads that a simulation may be given.
const MAX_THREADS: u64 = 256;

/// Most shifted starts of a level: the figures of each are kept.
const MAX_SHIFTS: usize = 10_000;

/// Loads a level, or says all that is wrong with it.
fn load(path: &Path) -> Result<Level, Stop> {
    Level::load(path).map_err(bad_input)
}

/// Loads a level and changes parameters of models.
fn load_with(path: &Path, set: &[Setting]) -> Result<Level, Stop> {
    let mut level = load(path)?;
    level.set(set);
    Ok(level)
}

/// A bar on standard error where that is a terminal, else nothing.
fn progress(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(console::name(what));
    bar
}

/// Reads a parameter of a model as `MODEL.PARAMETER=VALUE` says it, for clap.
fn setting(text: &str) -> Result<Setting, String> {
    let form = "MODEL.PARAMETER=VALUE is needed, such as predictive.push=off";
    let (model, rest) = text.split_once('.').ok_or(form)?;
    let (name, value) = rest.split_once('=').ok_or(form)?;
    let model = ModelName::named(model)?;
    let known: Vec<&str> = parameters_of(model).iter().map(|parameter| parameter.name).collect();
    let Some(index) = known.iter().position(|known| *known == name) else {
        return Err(format!("{} has no parameter {name}; it has {}", model.name(), known.join(", ")));
    };
    let value = match value {
        "on" | "true" => 1.0,
        "off" | "false" => 0.0,
        number => number.parse().map_err(|_| format!("{number} is neither a number nor on or off"))?,
    };
    Setting::new(model, index, value)
}

/// A positive number of seconds, for clap.
fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 is needed, such as 60 or 2.5".to_owned()),
    }
}

/// A moment, for clap: seconds up to a day.
fn moment(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 86400 is needed, such as 3 or 2.5".to_owned()),
    }
}

/// A whole number within a range, for clap.
fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: Copy + Display + FromStr + PartialOrd + TryInto<u32>,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let to = match (*range.end()).try_into() {
            Ok(end) if end < u32::MAX => format!("to {end}"),
            _ => "on".to_owned(),
        };
        number.ok_or_else(|| format!("a whole number from {} {to} is needed", range.start()))
    }
}

/// A number of threads, for clap.
fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (0..=MAX_THREADS).contains(threads));
    let said = || format!("a number of threads from 0 (all of the machine's) to {MAX_THREADS} is needed");
    threads.map(|threads| threads as usize).ok_or_else(said)
}
