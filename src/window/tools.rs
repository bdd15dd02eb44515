//! The sandbox: B builds ground while the game runs, N places units, Delete takes the selected ones away.
//!
//! Everything goes through [`Action`], so that it is recorded; what cannot be done is refused with the
//! reason. It is there at once, paused or not, but for walls where somebody stands: they are planned, and
//! built as people leave.

use crate::editor::brush;
use crate::grid::geometry::tiles_under;
use crate::grid::{Area, Grid, TILE, Tile};
use crate::ids::UnitId;
use crate::order::Action;
use crate::sim::Sim;
use crate::views::InTheWay;
use crate::window::building::{Building, Tool, ToolStroke, built};
use crate::window::game::Game;
use crate::window::input::{Button, HandDeed, Happening};
use crate::window::keys::action::KeyAction;
use crate::window::selection::Mode;
use crate::window::session::RECORDING;
use glam::Vec2;

impl Game {
    /// Takes a tool in hand, or lays it down.
    pub(super) fn take_tool(&mut self, tool: Tool) {
        if self.play.session.replay().is_some() {
            self.say(RECORDING);
        } else if let Some(Err(reason)) = self.play.challenge.as_ref().map(|asks| asks.allows_tool(tool)) {
            self.say(&reason);
        } else {
            self.hands.building.tool = (self.hands.building.tool != Some(tool)).then_some(tool);
        }
        self.hands.building.stroke = None;
    }

    /// The next team for the units that are placed.
    pub(super) fn next_team(&mut self) {
        self.hands.building.team = (self.hands.building.team + 1) % self.play.sim.teams.len().max(1);
    }

    /// What the tool in hand places, by its place on the card.
    pub(super) fn choose(&mut self, index: usize) {
        match self.hands.building.tool {
            Some(Tool::Ground) => {
                self.hands.building.tile = built().nth(index).map_or(self.hands.building.tile, |tile| tile.0)
            }
            Some(Tool::Units) if index < self.play.sim.kinds.len() => self.hands.building.kind = index,
            _ => {}
        }
    }

    /// Lets the tool have what the mouse did; returns whether it was for it alone.
    pub(super) fn tool_point(&mut self, happening: &Happening) -> bool {
        let Some(tool) = self.hands.building.tool else { return false };
        let at = self.eyes.camera.to_world(happening.at);
        match happening.deed {
            HandDeed::Press(button @ (Button::Left | Button::Right)) if !happening.on_card => {
                self.hands.building.stroke = Some(ToolStroke { button, last: at, meets: false });
                self.work(tool, at);
                true
            }
            HandDeed::Move => {
                self.work(tool, at);
                // The pointer moves all the same.
                false
            }
            HandDeed::Release(Button::Left | Button::Right) => {
                let stroke = self.hands.building.stroke.take();
                if stroke.is_some_and(|stroke| stroke.button == Button::Right && !stroke.meets) {
                    let back = self.keys.told(KeyAction::Back);
                    self.say(&format!("Nothing to remove there: {back} lays the tool down"));
                }
                stroke.is_some()
            }
            _ => false,
        }
    }

    /// Whether the right button would take something away on this way.
    fn is_removable(&self, tool: Tool, from: Vec2, to: Vec2) -> bool {
        let is_blocked = |(column, row)| self.coming_tile(column, row).is_some_and(Tile::is_blocked);
        match tool {
            Tool::Ground => tiles_along(from, to).into_iter().any(is_blocked),
            Tool::Units => self.play.sim.unit_at(to).is_some(),
        }
    }

    /// One piece of a stroke, if a button is held. Where it ends the next one begins.
    fn work(&mut self, tool: Tool, to: Vec2) {
        let Some(ToolStroke { button, last: from, meets }) = self.hands.building.stroke else { return };
        let mut stroke = ToolStroke { button, last: to, meets: meets || self.is_removable(tool, from, to) };
        match (tool, button) {
            (Tool::Ground, _) => {
                let tile = if button == Button::Left { self.hands.building.tile } else { Tile::Ground };
                tiles_along(from, to).into_iter().for_each(|(column, row)| self.lay_tile(column, row, tile));
            }
            (Tool::Units, Button::Left) => {
                let kind = self.play.sim.kinds.get(self.hands.building.kind);
                let apart = kind.map_or(f32::INFINITY, |kind| 2.0 * kind.body.soft_radius);
                if from == to {
                    self.place_unit(to);
                } else {
                    // However fast the hand is, they stand in even steps.
                    let steps = (from.distance(to) / apart) as usize;
                    let step = (to - from).normalize_or_zero() * apart.min(from.distance(to));
                    (1..=steps).for_each(|count| self.place_unit(from + step * count as f32));
                    stroke.last = from + step * steps as f32;
                }
            }
            (Tool::Units, _) => {
                if let Some(unit) = self.play.sim.unit_at(to) {
                    self.remove(vec![unit]);
                }
            }
        }
        self.hands.building.stroke = Some(stroke);
    }

    /// What a tile becomes as soon as nobody stands on it.
    fn planned_tile(&self, column: i32, row: i32) -> Option<Tile> {
        let mut awaited = self.play.sim.awaited_tiles().iter();
        awaited.find(|&&(c, r, _)| (c, r) == (column, row)).map(|&(_, _, tile)| tile)
    }

    /// What a tile is, or will be as soon as nobody stands on it.
    fn coming_tile(&self, column: i32, row: i32) -> Option<Tile> {
        self.planned_tile(column, row).or(self.play.sim.grid.tile(column, row))
    }

    fn lay_tile(&mut self, column: i32, row: i32, tile: Tile) {
        if self.coming_tile(column, row).is_none_or(|now| now == tile) {
            return;
        }
        let spent = self.play.tiles_spent();
        let asked = self.ask(edit(column, row, tile));
        if asked && self.planned_tile(column, row).is_some() {
            self.tell_news("Planned where somebody stands: it is built when nobody does");
        } else if asked && !tile.is_blocked() && spent.is_some() && self.play.tiles_spent() == spent {
            let key = self.keys.told(KeyAction::SecondBack);
            self.tell_news(&format!(
                "What is taken away again stays spent. {key} goes back in time, to before it was built"
            ));
        }
    }

    fn place_unit(&mut self, at: Vec2) {
        let Building { kind, team, .. } = self.hands.building;
        let refused = match self.play.sim.in_the_way(kind, at) {
            Some(InTheWay::Wall) => "Not there: the ground is blocked".to_owned(),
            Some(InTheWay::Obstacle(_)) => "Not there: an obstacle is in the way".to_owned(),
            Some(InTheWay::Unit(unit)) => {
                format!("Not there: {} stands there or is about to", &self.play.sim.names[unit])
            }
            None if self.play.sim.teams.is_empty() => "Not here: this level has no teams".to_owned(),
            None => {
                let model = self.play.level.model;
                self.ask(Action::Spawn { kind, team, at, model });
                return;
            }
        };
        self.say(&refused);
    }

    /// Takes units away; returns whether they are gone.
    pub(super) fn remove(&mut self, units: Vec<UnitId>) -> bool {
        let are_gone = !units.is_empty() && self.ask(Action::Remove { units: units.clone() });
        if are_gone {
            self.hands.selection.apply(units.iter().copied(), Mode::Remove);
            self.play.removals.push(units);
        }
        are_gone
    }

    /// Puts units back that were taken away; returns whether that was done. A wall that was built meanwhile
    /// where they stood is planned again.
    pub(super) fn put_back(&mut self, units: Vec<UnitId>) -> bool {
        let walls = walls_over(&self.play.sim, &units);
        let opened = walls.iter().map(|&(column, row, _)| edit(column, row, Tile::Ground));
        let planned = walls.iter().map(|&(column, row, tile)| edit(column, row, tile));
        let mut actions = opened.chain([Action::Restore { units }]).chain(planned);
        actions.all(|action| self.ask(action))
    }
}

/// Asks that one tile becomes another.
fn edit(column: i32, row: i32, tile: Tile) -> Action {
    Action::Edit { area: Area::of_tile(column, row), tile }
}

/// Blocked tiles that reach into the places where these units stood when they were taken away.
fn walls_over(sim: &Sim, units: &[UnitId]) -> Vec<(i32, i32, Tile)> {
    let mut walls = Vec::new();
    for removed in sim.removed.iter().filter(|removed| units.contains(&removed.unit.id)) {
        for (column, row) in tiles_under(removed.body.collider(), removed.at) {
            let wall = sim.grid.tile(column, row).filter(|tile| tile.is_blocked());
            walls.extend(wall.map(|tile| (column, row, tile)));
        }
    }
    walls.sort_unstable_by_key(|&(column, row, _)| (row, column));
    walls.dedup();
    walls
}

/// The tiles of a stroke, first to last. Each touches the one before by a side.
fn tiles_along(from: Vec2, to: Vec2) -> Vec<(i32, i32)> {
    // Two looks a tile: a stroke across a corner may pass by it, as a brush does.
    let steps = (from.distance(to) / TILE * 2.0).ceil().clamp(1.0, 4096.0) as i32;
    brush::joined((0..=steps).map(|step| Grid::tile_at(from.lerp(to, step as f32 / steps as f32))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn a_slanting_stroke_lays_tiles_that_touch_by_their_sides() {
        for to in [vec2(400.0, 395.0), vec2(395.0, 200.0), vec2(20.0, 410.0), vec2(15.0, 15.0)] {
            let tiles = tiles_along(vec2(200.0, 205.0), to);
            assert_eq!(
                (tiles[0], tiles.last()),
                (Grid::tile_at(vec2(200.0, 205.0)), Some(&Grid::tile_at(to)))
            );
            for pair in tiles.windows(2) {
                let apart = (pair[0].0 - pair[1].0).abs() + (pair[0].1 - pair[1].1).abs();
                assert_eq!(apart, 1, "{tiles:?}");
            }
        }
    }
}
