//! Command.
use crate::{Outcome, Stop};
/// Command.
#[derive(clap::Args)]
pub struct Import {}
impl Import {
    /// Runs.
    pub fn execute(self) -> Result<Outcome, Stop> {
        Ok(Outcome::NoWindow)
    }
}
