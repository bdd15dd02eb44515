//! One file a command; what they share is here.

mod bench;
mod check;
mod compare;
pub mod console;
mod draw;
mod import;
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
pub use path::PathCheck;
pub use play::{Play, menu};
pub use replay::Replay;
pub use run::Run;
pub use shrink::Shrink;
pub use verify::Verify;

use crate::{Stop, bad_input};
use indicatif::{ProgressBar, ProgressStyle};
use muster::level::Level;
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
