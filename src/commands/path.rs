//! Command.
use crate::{Outcome, Stop};
/// Command.
#[derive(clap::Args)]
pub struct PathCheck {}
impl PathCheck {
    /// Runs.
    pub fn execute(self) -> Result<Outcome, Stop> {
        Ok(Outcome::NoWindow)
    }
}
