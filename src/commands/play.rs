//! Command.
use crate::{Outcome, Stop};
/// Command.
#[derive(clap::Args)]
pub struct Play {}
impl Play {
    /// Runs.
    pub fn execute(self) -> Result<Outcome, Stop> {
        Ok(Outcome::NoWindow)
    }
}
/// Menu.
pub fn menu(_: Option<std::path::PathBuf>) -> Result<Outcome, Stop> {
    Ok(Outcome::NoWindow)
}
/// Replay.
pub fn replay(_: muster::replay::Replay) -> Result<Outcome, Stop> {
    Ok(Outcome::NoWindow)
}
