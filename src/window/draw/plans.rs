//! The sandbox on the map: tiles that wait for somebody to leave, and what a click of the tool in hand would
//! do.

use super::counter::Ring;
use super::pencil::Pencil;
use crate::grid::{Area, Grid};
use crate::sim::Sim;
use crate::window::building::{Building, Tool, color_of};
use crate::window::theme;
use glam::Vec2;

/// What is about to be there, and what a click would do.
pub fn draw(pencil: &mut Pencil, sim: &Sim, building: &Building, pointer: Vec2) {
    for (column, row, tile) in sim.awaited_tiles().iter().copied() {
        pencil.area(Area::of_tile(column, row).bounds(), (color_of(tile), 0.5), (theme::PENCIL, 0.9));
    }
    let at = pencil.camera.to_world(pointer);
    match building.tool {
        None => {}
        Some(Tool::Ground) => {
            let (column, row) = Grid::tile_at(at);
            let tile = Area::of_tile(column, row).bounds();
            pencil.area(tile, (color_of(building.tile), 0.4), (theme::INK, 1.0));
        }
        Some(Tool::Units) => {
            let (team, kind) = (sim.teams.get(building.team), sim.kinds.get(building.kind));
            let Some((team, kind)) = team.zip(kind) else { return };
            let radius = kind.radius * pencil.camera.scale;
            let line = if sim.has_room(building.kind, at) { theme::INK } else { theme::VERMILION };
            pencil.dot(pointer, radius, team.color, 0.5);
            pencil.ring(Ring::Plain, pointer, radius + 2.0, line, 1.0);
        }
    }
}
