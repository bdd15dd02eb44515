//! Stage.
use crate::sim::Sim;
/// Stage.
pub fn settle(sim: &mut Sim) {
    let _ = sim;
}
