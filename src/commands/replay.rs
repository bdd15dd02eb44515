//! `muster replay`.

use super::console::{name, print};
use crate::{Outcome, PathBuf, Stop, bad_input};
use muster::goals::judge;
use muster::replay::Replay as Session;
use muster::time::TICK_RATE;
use muster::unit::ModelName;

/// Plays a recorded session again.
#[derive(clap::Args)]
pub struct Replay {
    /// The recorded session.
    file: PathBuf,
    /// Simulates it without a window and compares the state hash of every second.
    #[arg(long)]
    verify: bool,
    /// Opens the recording at this simulated time, and time stands there.
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = super::play::seconds, conflicts_with = "verify")]
    at: Option<f32>,
    /// Opens the recording side by side: as it went, and with every unit moved by this model.
    #[arg(long, value_name = "MODEL", conflicts_with = "verify")]
    beside: Option<ModelName>,
    /// Keeps this file up to date with what the window shows, as JSON, for tests.
    #[arg(long, value_name = "FILE", hide = true)]
    state: Option<PathBuf>,
}

impl Replay {
    /// Verifies, or opens the window.
    pub fn execute(self) -> Result<Outcome, Stop> {
        let session = Session::load(&self.file).map_err(bad_input)?;
        if !self.verify {
            return super::play::replay(self.file, session, self.at, self.beside, self.state);
        }
        let differs = session.verify(0).map_err(bad_input)?;
        if let Some(goals) = judge(&session.level().map_err(bad_input)?, &session, 0) {
            print(format_args!("{}: goals: {}", self.file.display(), name(super::run::told(&goals))))?;
        }
        match differs {
            None => {
                let seconds = session.ticks as f64 / f64::from(TICK_RATE);
                print(format_args!("{}: {seconds:.1} seconds, all the same", self.file.display()))?;
                Ok(Outcome::Done)
            }
            Some(second) => {
                print(format_args!("{}: differs from second {second} on", self.file.display()))?;
                Ok(Outcome::FellShort)
            }
        }
    }
}
