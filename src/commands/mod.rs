//! One file a command; what they share is here.

mod bench;
mod check;
mod compare;
mod import;
mod path;
mod play;
mod replay;
mod run;
mod verify;

pub use bench::Bench;
pub use check::Check;
pub use compare::Compare;
pub use import::Import;
pub use path::PathCheck;
pub use play::{Play, menu};
pub use replay::Replay;
pub use run::Run;
pub use verify::Verify;

use crate::{Stop, bad_input};
use indicatif::{ProgressBar, ProgressStyle};
use muster::level::Level;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Loads a level, or says all that is wrong with it.
fn load(path: &Path) -> Result<Level, Stop> {
    Level::load(path).map_err(bad_input)
}

/// Opens a file for writing; `-` is standard output.
fn create(path: &Path) -> Result<Box<dyn Write>, Stop> {
    if is_standard_output(path) {
        return Ok(Box::new(BufWriter::new(io::stdout().lock())));
    }
    let file = File::create(path).map_err(|error| cannot_write(path, &error))?;
    Ok(Box::new(BufWriter::new(file)))
}

fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

fn cannot_write(path: &Path, error: &io::Error) -> Stop {
    bad_input(format!("{}: cannot be written: {error}", path.display()))
}

/// A bar on standard error where that is a terminal, else nothing.
fn progress(length: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what.to_owned());
    bar
}

/// A positive number of seconds, for clap.
fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 is needed, such as 60 or 2.5".to_owned()),
    }
}
