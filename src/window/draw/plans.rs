//! The sandbox on the map: tiles that wait for somebody to leave, and what a click of the tool in hand would
//! do.

use super::counter::Ring;
use super::pencil::Pencil;
use crate::grid::{Grid, TILE};
use crate::sim::Sim;
use crate::window::building::{Building, Tool, color_of};
use crate::window::camera::Camera;
use crate::window::theme;
use glam::{Vec2, vec2};

/// What is about to be there, and what a click would do.
pub fn draw(pencil: &mut Pencil, camera: &Camera, sim: &Sim, building: &Building, pointer: Vec2) {
    for (column, row, tile) in sim.awaited_tiles().iter().copied() {
        let (a, b) = corners(camera, column, row);
        pencil.fill(a, b, color_of(tile), 0.5);
        pencil.dashed_box(a, b, theme::PENCIL, 0.9);
    }
    let at = camera.to_world(pointer);
    match building.tool {
        None => {}
        Some(Tool::Ground) => {
            let (column, row) = Grid::tile_at(at);
            let (a, b) = corners(camera, column, row);
            pencil.fill(a, b, color_of(building.tile), 0.4);
            pencil.dashed_box(a, b, theme::INK, 1.0);
        }
        Some(Tool::Units) => {
            let (team, kind) = (sim.teams.get(building.team), sim.kinds.get(building.kind));
            let Some((team, kind)) = team.zip(kind) else { return };
            let radius = kind.radius * camera.scale;
            let line = if sim.has_room(building.kind, at) { theme::INK } else { theme::VERMILION };
            pencil.dot(pointer, radius, team.color, 0.5);
            pencil.ring(Ring::Plain, pointer, radius + 2.0, line, 1.0);
        }
    }
}

fn corners(camera: &Camera, column: i32, row: i32) -> (Vec2, Vec2) {
    let corner = vec2(column as f32, row as f32) * TILE;
    (camera.to_screen(corner), camera.to_screen(corner + TILE))
}
