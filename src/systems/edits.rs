//! Stage.
use crate::sim::Sim;
/// Stage.
pub fn apply_due(sim: &mut Sim) {
    let _ = sim;
}
/// Ask.
pub fn ask(sim: &mut Sim, area: crate::level::Area, tile: crate::grid::Tile) {
    let _ = (sim, area, tile);
}
