//! Stage.
use crate::sim::Sim;
/// Stage.
pub fn step(sim: &mut Sim) {
    let _ = sim;
}
