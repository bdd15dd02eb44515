//! The sandbox: B builds ground while the game runs, N places units, Delete takes the selected ones away.
//!
//! Everything goes through [`Action`], so that it is recorded; what cannot be done is refused with the reason. It is there
//! at once, paused or not, but for walls where somebody stands: they are planned, and built as people leave.

use super::camera::Camera;
use super::draw::atlas::Ring;
use super::draw::pencil::Pencil;
use super::game::Game;
use super::input::{Button, Deed, Happening};
use super::theme;
use crate::grid::{Area, Grid, TILE, Tile};
use crate::ids::UnitId;
use crate::order::Action;
use crate::sim::Sim;
use crate::unit::ModelName;
use crate::views::InTheWay;
use glam::{Vec2, vec2};

/// What the mouse does instead of selecting and sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Places and removes rock, trees and water.
    Ground,
    /// Places units.
    Units,
}

/// What is built, and with what.
#[derive(Clone, Debug)]
pub struct Building {
    /// The tool in hand.
    pub tool: Option<Tool>,
    /// What the left button places.
    pub tile: Tile,
    /// Index of the kind of new units.
    pub kind: usize,
    /// Index of the team of new units.
    pub team: usize,
    /// The button that is held and where it was last, world px.
    stroke: Option<(Button, Vec2)>,
}

impl Default for Building {
    fn default() -> Building {
        Building { tool: None, tile: Tile::Rock, kind: 0, team: 0, stroke: None }
    }
}

/// What can be built: name and what it is drawn in.
pub(super) const TILES: [(Tile, &str, theme::Rgb); 3] = [
    (Tile::Rock, "Rock", theme::ROCK),
    (Tile::Trees, "Trees", theme::TREES),
    (Tile::Water, "Water", theme::WATER),
];

impl Game {
    /// Takes a tool in hand, or lays it down.
    pub(super) fn take_tool(&mut self, tool: Tool) {
        if self.session.replay().is_some() {
            self.say("This is a recording: it goes as it went");
        } else {
            self.building.tool = (self.building.tool != Some(tool)).then_some(tool);
        }
        self.building.stroke = None;
    }

    /// The next team for the units that are placed.
    pub(super) fn next_team(&mut self) {
        self.building.team = (self.building.team + 1) % self.sim.teams.len().max(1);
    }

    /// What the tool in hand places, by its place on the card.
    pub(super) fn choose(&mut self, index: usize) {
        match self.building.tool {
            Some(Tool::Ground) => {
                self.building.tile = TILES.get(index).map_or(self.building.tile, |tile| tile.0)
            }
            Some(Tool::Units) if index < self.sim.kinds.len() => self.building.kind = index,
            _ => {}
        }
    }

    /// Lets the tool have what the mouse did; returns whether it was for it alone.
    pub(super) fn tool_point(&mut self, happening: &Happening, over_panel: bool) -> bool {
        let Some(tool) = self.building.tool else { return false };
        let at = self.camera.to_world(happening.at);
        match happening.deed {
            Deed::Press(button @ (Button::Left | Button::Right)) if !over_panel => {
                self.building.stroke = Some((button, at));
                self.work(tool, button, at, at);
                true
            }
            Deed::Move => {
                if let Some((button, from)) = self.building.stroke {
                    self.work(tool, button, from, at);
                }
                // The pointer moves all the same.
                false
            }
            Deed::Release(Button::Left | Button::Right) => self.building.stroke.take().is_some(),
            _ => false,
        }
    }

    /// One piece of a stroke. Where it ends the next one begins.
    fn work(&mut self, tool: Tool, button: Button, from: Vec2, to: Vec2) {
        let mut end = to;
        match (tool, button) {
            (Tool::Ground, Button::Left) => self.lay(self.building.tile, from, to),
            (Tool::Ground, _) => self.lay(Tile::Ground, from, to),
            (Tool::Units, Button::Left) => {
                let apart = 2.0 * self.sim.kinds[self.building.kind].soft_radius;
                if from == to || from.distance(to) >= apart {
                    self.place_unit(to);
                } else {
                    end = from;
                }
            }
            (Tool::Units, _) => {
                if let Some(unit) = self.sim.unit_at(to) {
                    self.remove(vec![unit]);
                }
            }
        }
        if let Some((_, last)) = &mut self.building.stroke {
            *last = end;
        }
    }

    fn lay(&mut self, tile: Tile, from: Vec2, to: Vec2) {
        // Two looks a tile: a stroke across a corner may pass by it, as a brush does.
        let steps = (from.distance(to) / TILE * 2.0).ceil().clamp(1.0, 4096.0) as i32;
        let mut last = None;
        for step in 0..=steps {
            let place = Grid::tile_at(from.lerp(to, step as f32 / steps as f32));
            if last.replace(place) != Some(place) {
                self.lay_tile(place.0, place.1, tile);
            }
        }
    }

    fn lay_tile(&mut self, column: i32, row: i32, tile: Tile) {
        let now = awaited(&self.sim).find(|&(c, r, _)| (c, r) == (column, row));
        if now.map(|(_, _, tile)| tile).or(self.sim.grid.tile(column, row)).is_none_or(|now| now == tile) {
            return;
        }
        let asked = self.ask(Action::Edit { area: Area { column, row, columns: 1, rows: 1 }, tile });
        if asked && awaited(&self.sim).any(|(c, r, _)| (c, r) == (column, row)) {
            self.tell_news("Planned where somebody stands: it is built when nobody does");
        }
    }

    fn place_unit(&mut self, at: Vec2) {
        let Building { kind, team, .. } = self.building;
        let refused = match self.sim.in_the_way(kind, at) {
            Some(InTheWay::Wall) => Some("Not there: the ground is blocked".to_owned()),
            Some(InTheWay::Obstacle(_)) => Some("Not there: an obstacle is in the way".to_owned()),
            Some(InTheWay::Unit(unit)) => {
                Some(format!("Not there: {} stands there or is about to", self.sim.names[unit.0 as usize]))
            }
            None if self.sim.teams.is_empty() => Some("Not here: this level has no teams".to_owned()),
            None => None,
        };
        match refused {
            Some(reason) => self.say(&reason),
            None => {
                let model = self.new_units_model();
                self.ask(Action::Spawn { kind, team, at, model });
            }
        }
    }

    /// What moves the units that are placed.
    pub(super) fn new_units_model(&self) -> ModelName {
        self.level.model
    }

    /// Takes units away.
    pub(super) fn remove(&mut self, units: Vec<UnitId>) {
        if !units.is_empty() && self.ask(Action::Remove { units: units.clone() }) {
            self.selection.apply(units.iter().copied(), super::selection::Mode::Remove);
            self.removals.push(units);
        }
    }
}

/// Tiles that will change as soon as nobody stands on them.
fn awaited(sim: &Sim) -> impl Iterator<Item = (i32, i32, Tile)> {
    sim.awaited_tiles().iter().copied()
}

fn rgb(tile: Tile) -> theme::Rgb {
    TILES.iter().find(|(known, ..)| *known == tile).map_or(theme::PAPER, |&(_, _, rgb)| rgb)
}

/// What is about to be there, and what a click would do.
pub fn draw(pencil: &mut Pencil, camera: &Camera, sim: &Sim, building: &Building, pointer: Vec2) {
    for (column, row, tile) in awaited(sim) {
        let (a, b) = corners(camera, column, row);
        pencil.fill(a, b, rgb(tile), 0.5);
        pencil.dashed_box(a, b, theme::PENCIL, 0.9);
    }
    let at = camera.to_world(pointer);
    match building.tool {
        None => {}
        Some(Tool::Ground) => {
            let (column, row) = Grid::tile_at(at);
            let (a, b) = corners(camera, column, row);
            pencil.fill(a, b, rgb(building.tile), 0.4);
            pencil.dashed_box(a, b, theme::INK, 1.0);
        }
        Some(Tool::Units) => {
            let Some(team) = sim.teams.get(building.team) else { return };
            let radius = sim.kinds[building.kind].radius * camera.scale;
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
