//! The command line: parse, dispatch, exit status.

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use commands::console;
use muster::files::harmless_lines;
use muster::unit::ModelName;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod commands;

/// A small real-time-strategy sandbox, and a reference of how units should move.
///
/// Without a command it opens the window on the menu of levels.
#[derive(Parser)]
#[command(version, after_help = "Example: muster run levels/canyon.json --report -")]
struct Arguments {
    /// Folder with levels of your own, shown in the menu beside the shipped ones.
    #[arg(long, value_name = "DIR")]
    levels: Option<PathBuf>,
    /// Keeps this file up to date with what the window shows, as JSON, for tests.
    #[arg(long, value_name = "FILE", hide = true)]
    state: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Opens one level in the window.
    #[command(after_help = "Example: muster play levels/canyon.json --shot 2:canyon.png --quit-at 3")]
    Play(commands::Play),
    /// Simulates a level without a window, as fast as it can, and reports.
    #[command(after_help = "Example: muster run levels/canyon.json --seconds 20 --trace canyon.csv")]
    Run(commands::Run),
    /// Draws a moment of a level, or a stretch that moves, without a window.
    #[command(
        after_help = "Example: muster draw levels/canyon.json --from 0 --to 8 --layers paths,pushes -o canyon.svg"
    )]
    Draw(commands::Draw),
    /// Every model on every level: a table to read, best figures marked, and the same as CSV.
    #[command(
        after_help = "Example: muster compare levels/two-doors.json --models predictive,orca --shifts 4"
    )]
    Compare(commands::Compare),
    /// Scores anybody's traces on a level with the figures of a run.
    #[command(after_help = "Example: muster judge levels/canyon.json theirs.txt ours.csv --table")]
    Judge(commands::Judge),
    /// Holds levels to what they expect of themselves; exit status 1 if any falls short.
    #[command(after_help = "Example: muster verify levels/*.json --shifts 4")]
    Verify(commands::Verify),
    /// Finds the smallest level that still falls short of what it expects, for bug reports.
    #[command(after_help = "Example: muster shrink big.json --to small.json")]
    Shrink(commands::Shrink),
    /// Says all that is wrong with levels; exit status 2 if anything is.
    #[command(after_help = "Example: muster check levels/*.json")]
    Check(commands::Check),
    /// Makes a level of a Tiled map (.tmj, .tmx) or a MovingAI .map.
    #[command(after_help = "Example: muster import arena.map --to levels/arena.json")]
    Import(commands::Import),
    /// Runs a MovingAI scenario file through the pathfinder; exit status 1 if any length is not optimal.
    #[command(after_help = "Example: muster path arena.map arena.map.scen --every 10")]
    Path(commands::PathCheck),
    /// Plays a recorded session again in the window, or verifies that it comes to the same state.
    #[command(after_help = "Example: muster replay session.replay --verify")]
    Replay(commands::Replay),
    /// Times made-up crowds and levels: µs per unit and tick, ticks per second, peak memory.
    #[command(after_help = "Example: muster bench --units 1000,10000 --threads 1")]
    Bench(commands::Bench),
}

/// How a command ended, as the exit status says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// Done: 0.
    Done,
    /// The run ended, but what was asked does not hold: 1.
    FellShort,
    /// Bad input or usage: 2.
    BadInput,
    /// The window could not open: 3.
    NoWindow,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Done => 0,
            Outcome::FellShort => 1,
            Outcome::BadInput => 2,
            Outcome::NoWindow => 3,
        })
    }
}

/// What stops a command: an outcome and what to say about it; empty where there is nothing to say.
struct Stop(Outcome, String);

fn bad_input(message: impl std::fmt::Display) -> Stop {
    Stop(Outcome::BadInput, message.to_string())
}

fn main() -> ExitCode {
    let result = match Arguments::try_parse() {
        Ok(arguments) => execute(arguments),
        Err(said) => usage(&said),
    };
    let result = result.and_then(|outcome| console::flush().map(|()| outcome));
    match result {
        Ok(outcome) => outcome.into(),
        Err(Stop(outcome, message)) => {
            if !message.is_empty() {
                console::warn(message);
            }
            outcome.into()
        }
    }
}

fn execute(arguments: Arguments) -> Result<Outcome, Stop> {
    match arguments.command {
        None => commands::menu(arguments.levels, arguments.state),
        Some(Command::Play(play)) => play.execute(),
        Some(Command::Run(run)) => run.execute(),
        Some(Command::Judge(judge)) => judge.execute(),
        Some(Command::Draw(draw)) => draw.execute(),
        Some(Command::Compare(compare)) => compare.execute(),
        Some(Command::Verify(verify)) => verify.execute(),
        Some(Command::Shrink(shrink)) => shrink.execute(),
        Some(Command::Check(check)) => check.execute(),
        Some(Command::Import(import)) => import.execute(),
        Some(Command::Path(path)) => path.execute(),
        Some(Command::Replay(replay)) => replay.execute(),
        Some(Command::Bench(bench)) => bench.execute(),
    }
}

/// Shows help where it was asked for, else what is wrong with the arguments.
fn usage(said: &clap::Error) -> Result<Outcome, Stop> {
    let text = said.render().to_string();
    let is_harmless = harmless_lines(&text) == text;
    if !said.use_stderr() {
        said.print().map_err(|error| console::not_printed(&error))?;
        return Ok(Outcome::Done);
    }
    // In colour, unless an argument brings escapes of its own.
    if is_harmless {
        let _ = said.print();
        return Err(Stop(Outcome::BadInput, meant_by(said)));
    }
    Err(bad_input(text.trim_end()))
}

/// Which command opens the file that was given in place of one; empty where none was.
fn meant_by(said: &clap::Error) -> String {
    let Some(ContextValue::String(file)) = said.get(ContextKind::InvalidSubcommand) else {
        return String::new();
    };
    match Path::new(file).extension().and_then(OsStr::to_str) {
        Some("json") => format!("`muster play {file}` opens a level"),
        Some("replay") => format!("`muster replay {file}` plays a recording again"),
        _ => String::new(),
    }
}
