//! Stage.
use crate::sim::Sim;
/// Stage.
pub fn advance(sim: &mut Sim) {
    let _ = sim;
}
