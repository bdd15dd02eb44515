//! Stage.
use crate::sim::Sim;
/// Stage.
pub fn serve(sim: &mut Sim) {
    let _ = sim;
}
