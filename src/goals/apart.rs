//! From where nobody comes to an area any more.

use crate::grid::Area;
use crate::grid::flood::flood;
use crate::sim::Sim;

/// What cannot be reached any more, looked up once for each map that a course of events comes to.
#[derive(Clone, Debug, Default)]
pub(super) struct Apart {
    /// The revision of the map, and how many of the level's edits were due.
    map: (u64, usize),
    /// By area: see [`tiles_apart`].
    pub(super) found: Vec<(Area, Vec<bool>)>,
}

impl Apart {
    /// See [`tiles_apart`].
    pub(super) fn tiles(&mut self, sim: &Sim, area: Area) -> &[bool] {
        let map = (sim.grid.revision(), sim.next_edit);
        if self.map != map {
            *self = Apart { map, found: Vec::new() };
        }
        let at = self.found.iter().position(|(known, _)| *known == area).unwrap_or_else(|| {
            self.found.push((area, tiles_apart(sim, area)));
            self.found.len() - 1
        });
        &self.found[at].1
    }
}

/// By tile, row by row, whether it is free and no way leads from it to an area, nor will once the level has
/// done all its edits. No unit has a body so small that it slips between two tiles that touch at a corner.
fn tiles_apart(sim: &Sim, area: Area) -> Vec<bool> {
    let tile = |(column, row)| sim.grid.index(column, row);
    let mut apart: Vec<bool> = sim.grid.tiles().iter().map(|tile| !tile.is_blocked()).collect();
    let awaited = sim.awaited_tiles().iter().map(|&(column, row, tile)| ((column, row), tile));
    let edits = sim.edits[sim.next_edit..].iter();
    let planned = edits.flat_map(|edit| edit.area.tiles().map(move |place| (place, edit.tile)));
    for (place, _) in awaited.chain(planned).filter(|(_, tile)| !tile.is_blocked()) {
        tile(place).into_iter().for_each(|at| apart[at] = true);
    }
    flood(area.tiles(), |place| tile(place).is_some_and(|at| std::mem::take(&mut apart[at])));
    apart
}
