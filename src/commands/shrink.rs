//! `muster shrink`.

use super::console::{Out, cannot_write, keep_apart, print, warn};
use super::load;
use crate::{ModelName, Outcome, PathBuf, Stop};
use muster::files::{check_writable, is_standard_output};
use muster::measure::shrink::{Fault, LevelSize, Shrunk, shrink};
use std::io::{IsTerminal, Write};

/// Finds the smallest level that still falls short of what it expects.
#[derive(clap::Args)]
pub struct Shrink {
    /// The level file.
    level: PathBuf,
    /// Writes the smallest level; `-` is standard output.
    #[arg(long, value_name = "FILE", default_value = "-")]
    to: PathBuf,
    /// Movement model of every unit, instead of the level's.
    #[arg(long)]
    model: Option<ModelName>,
    /// Levels that are tried at most.
    #[arg(long, allow_negative_numbers = true, default_value_t = 2000, value_parser = super::whole(1..=u32::MAX))]
    tries: u32,
}

impl Shrink {
    /// Shrinks, writes the level, and says what it came to where standard output is free.
    pub fn execute(self) -> Result<Outcome, Stop> {
        keep_apart(&[&self.level], &[("--to", &self.to)])?;
        let level = load(&self.level)?;
        if !is_standard_output(&self.to) {
            check_writable(&self.to).map_err(|error| cannot_write(&self.to, &error))?;
        }
        // A fault of the program is one of the things that are looked for: it is not told each time.
        std::panic::set_hook(Box::new(|_| {}));
        let is_watched = std::io::stderr().is_terminal();
        let found = shrink(&level, self.model, self.tries as usize, |smaller, tried| {
            if is_watched {
                warn(format_args!("{tried}: {}", size(&LevelSize::of(smaller))));
            }
        });
        drop(std::panic::take_hook());
        let Some(Shrunk { level: smallest, faults, tried }) = found else {
            let path = self.level.display();
            let said = format!("{path}: holds all that it expects; there is nothing to shrink");
            return Err(Stop(Outcome::FellShort, said));
        };
        let mut out = Out::create(&self.to)?;
        let written = writeln!(out, "{}", smallest.to_json().trim_end()).and_then(|()| out.finish());
        written.map_err(|error| cannot_write(&self.to, &error))?;
        if !is_standard_output(&self.to) {
            print(format_args!("{}; {tried} levels tried", words(&faults)))?;
            print(format_args!("before  {}", size(&LevelSize::of(&level))))?;
            print(format_args!("after   {}", size(&LevelSize::of(&smallest))))?;
        }
        Ok(Outcome::Done)
    }
}

fn size(size: &LevelSize) -> String {
    let LevelSize { units, orders, edits, tiles, seconds } = size;
    format!("{units} units, {orders} orders, {edits} edits, {tiles} tiles, {seconds:.0} s")
}

fn words(faults: &std::collections::BTreeSet<Fault>) -> String {
    let word = |fault: &Fault| match fault {
        Fault::Panic => "the program ends in a fault",
        Fault::Wall => "somebody is in a wall",
        Fault::Obstacle => "somebody is in a moving obstacle",
        Fault::Overlap => "bodies overlap",
        Fault::Arrival => "not all arrive",
        Fault::Together => "they do not arrive together",
        Fault::Home => "somebody is not back home",
    };
    faults.iter().map(word).collect::<Vec<_>>().join(", ")
}
