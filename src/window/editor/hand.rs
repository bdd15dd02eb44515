//! What the mouse does to the document with each tool.

use super::parts::teams;
use super::{AskedGoal, Editor, EditorTool, HeldStroke};
use crate::editor::cast::Troop;
use crate::editor::{brush, symmetry};
use crate::grid::{Area, Grid, TILE};
use crate::window::game::Game;
use crate::window::hands::CLICK_REACH;
use crate::window::input::{Button, HandDeed, Happening};
use crate::window::play::Play;
use glam::{DVec2, Vec2, vec2};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Most units of a block along each side.
const WIDEST_BLOCK: usize = 60;

impl Editor {
    /// The units that a stroke places: rows and columns from corner to corner.
    fn troop(&self, play: &Play, from: Vec2, to: Vec2) -> Option<Troop> {
        let (kind, team) = (play.level.kinds.get(self.kind)?, play.level.teams.get(self.team)?);
        let spacing = match self.spacing {
            0.0 => (2.0 * kind.body.soft_radius).ceil(),
            asked => (asked as f32).max(2.0 * kind.body.radius),
        };
        let low = from.min(to);
        let reach = (to - from).abs();
        let fits = |length: f32| ((length / spacing) as usize + 1).min(WIDEST_BLOCK);
        // Tenths of a tile: a hand hits them, and a reader of the file sees what was meant.
        let place = |px: f32| (f64::from(px / TILE) * 10.0).round() / 10.0;
        Some(Troop {
            kind: kind.name.clone(),
            team: team.name.clone(),
            from: [place(low.x), place(low.y)],
            size: (fits(reach.x), fits(reach.y)),
            spacing: f64::from(spacing),
            facing: self.facing,
        })
    }

    /// The units that a stroke places, with their images on the other sides.
    pub fn troops(&self, play: &Play, from: Vec2, to: Vec2) -> Vec<Troop> {
        let size = self.document.size();
        let rim = vec2(size.0 as f32, size.1 as f32) * TILE;
        let on_map = |place: Vec2| place.clamp(Vec2::ZERO, rim);
        // Beside the map lies the table.
        let troop = self.troop(play, from, on_map(to)).filter(|_| on_map(from) == from);
        let Some(troop) = troop else { return Vec::new() };
        let images = self.symmetry.images().iter().enumerate();
        images
            .map(|(index, &sides)| {
                let mut image = troop.image(sides, size);
                if self.changes_sides && !index.is_multiple_of(2) {
                    image.team = play.level.teams[(self.team + 1) % play.level.teams.len()].name.clone();
                }
                image
            })
            .collect()
    }

    /// The tiles that a stroke touches, with their images.
    pub fn tiles(&self, stroke: HeldStroke) -> Vec<(i32, i32)> {
        let (from, to) = (Grid::tile_at(stroke.from), Grid::tile_at(stroke.to));
        let tiles = match self.tool {
            EditorTool::Brush | EditorTool::Line => brush::line(from, to, self.size),
            EditorTool::Rectangle => brush::rectangle(from, to),
            EditorTool::Fill => brush::fill(&self.document, to),
            _ => Vec::new(),
        };
        self.symmetry.tiles(&tiles, self.document.size())
    }

    fn paint(&mut self, stroke: HeldStroke) {
        let sign = if stroke.clears { '.' } else { self.tile };
        let tiles = self.tiles(stroke);
        self.document.paint(&tiles, sign);
    }

    /// Places an obstacle where a stroke began, with its images: one that `moves` goes round that place, as
    /// far as the stroke reaches.
    fn place_obstacles(&mut self, stroke: HeldStroke, moves: bool) {
        let (size, radius, period, phase) = (self.document.size(), self.radius, self.period, self.phase);
        let tiles = |px: Vec2| [f64::from(px.x / TILE), f64::from(px.y / TILE)];
        let reach = (stroke.to - stroke.from).abs().max(Vec2::splat(TILE / 10.0));
        let sides = self.symmetry.images();
        self.document.stroke(|document| {
            for &sides in sides {
                let at = symmetry::place(tiles(stroke.from), sides, size);
                let turns = if sides.0 != sides.1 { -period } else { period };
                let orbit = (tiles(reach), turns, symmetry::facing(phase, sides));
                document.place_obstacle(at, radius, moves.then_some(orbit));
            }
        });
    }

    /// A place on the map, px, and its images, each with the sides that are changed over.
    fn images(&self, at: Vec2) -> impl Iterator<Item = ((bool, bool), Vec2)> {
        let (tiles, size) = ((at / TILE).as_dvec2().to_array(), self.document.size());
        let image = move |&sides| (sides, DVec2::from(symmetry::place(tiles, sides, size)).as_vec2() * TILE);
        self.symmetry.images().iter().map(image)
    }

    /// The unit at a place, px, and those at its images, by their numbers in the document. One that cannot stand
    /// there is drawn above the others.
    fn units_at(&self, play: &Play, at: Vec2) -> Vec<((bool, bool), usize)> {
        let missing = |place: Vec2| self.missing.iter().find(|(_, at)| at.distance(place) <= TILE / 4.0);
        let stands = |place| self.units.get(play.sim.unit_at(place)?.0 as usize).copied();
        let number = |place| missing(place).map(|&(number, _)| number).or_else(|| stands(place));
        self.images(at).filter_map(|(sides, place)| Some((sides, number(place)?))).collect()
    }

    /// What a stroke moves: units of the document by number, one of each block, and how far, px.
    pub fn moved(&self, play: &Play, stroke: HeldStroke) -> Vec<(usize, Vec2)> {
        let (by, entries) = (stroke.to - stroke.from, self.document.entries());
        let mut moved: Vec<(usize, Vec2)> = Vec::new();
        for ((across, down), number) in self.units_at(play, stroke.from) {
            if moved.iter().all(|&(known, _)| entries.get(known) != entries.get(number)) {
                let turned = Vec2::new(if across { -by.x } else { by.x }, if down { -by.y } else { by.y });
                moved.push((number, turned));
            }
        }
        moved
    }

    /// The tiles from corner to corner of a stroke, as far as they are on the map, as a level has an area, and
    /// its images.
    fn areas(&self, stroke: HeldStroke) -> Vec<Value> {
        let tiles = brush::rectangle(Grid::tile_at(stroke.from), Grid::tile_at(stroke.to));
        let (columns, rows) = self.document.size();
        let inside =
            |&&(column, row): &&(i32, i32)| column >= 0 && row >= 0 && column < columns && row < rows;
        let Some(low) = tiles.iter().find(inside) else { return Vec::new() };
        let high = tiles.iter().rev().find(inside).unwrap_or(low);
        let mut areas: Vec<Value> = Vec::new();
        for &sides in self.symmetry.images() {
            let corners = [low, high].map(|&corner| symmetry::tile(corner, sides, (columns, rows)));
            let (column, row) = (corners[0].0.min(corners[1].0), corners[0].1.min(corners[1].1));
            let area = json!([column, row, high.0 - low.0 + 1, high.1 - low.1 + 1]);
            if !areas.contains(&area) {
                areas.push(area);
            }
        }
        areas
    }

    /// Notes that areas change at the time that is set.
    fn lay_change(&mut self, stroke: HeldStroke) {
        let (areas, time) = (self.areas(stroke), (self.time * 100.0).round() / 100.0);
        let tile = self.tile.to_string();
        self.document.stroke(|document| {
            for area in areas {
                document.push("edits", json!({ "time": time, "area": area, "tile": tile }));
            }
        });
    }

    /// Puts the field of a goal down, and a goal for each of its images; one field is guarded.
    fn lay_goal(&mut self, play: &Play, stroke: HeldStroke) {
        let (areas, level) = (self.areas(stroke), &play.level);
        let own = level.scenario.player.unwrap_or(0);
        let Some(player) = level.teams.get(own).map(|team| team.name.clone()) else { return };
        let other = level.teams.iter().enumerate().find(|&(team, _)| team != own).map(|(_, team)| &team.name);
        let mut goals = Vec::new();
        for area in &areas {
            goals.push(match self.asked {
                AskedGoal::Bring => json!({ "bring": { "team": player }, "to": area }),
                AskedGoal::Hold => json!({ "hold": area, "for": self.seconds }),
                AskedGoal::Shut => {
                    json!({ "shut": area, "against": other.unwrap_or(&player), "for": self.seconds })
                }
                AskedGoal::Guard => return self.document.set_guarded(area, &teams(level)),
            });
        }
        if goals.is_empty() {
            return;
        }
        self.document.stroke(|document| {
            if document.word("player").is_empty() {
                document.set("player", player.into());
            }
            goals.into_iter().for_each(|goal| document.push("goals", goal));
        });
    }

    /// Takes away what a list has under one of these keys at a place and at its images.
    fn take_areas(&mut self, list: &str, keys: &[&str], place: Vec2) {
        let at = |(_, place)| self.area_at(list, keys, place);
        let gone: BTreeSet<usize> = self.images(place).filter_map(at).collect();
        self.document.stroke(|document| gone.iter().rev().for_each(|&index| document.take(list, index)));
    }

    /// The first value of a list that has an area at a place under one of these keys.
    fn area_at(&self, list: &str, keys: &[&str], place: Vec2) -> Option<usize> {
        let (column, row) = Grid::tile_at(place);
        let holds = |area: &Value| Area::deserialize(area).is_ok_and(|area| area.contains(column, row));
        self.document.list(list).iter().position(|value| keys.iter().any(|key| holds(&value[*key])))
    }
}

impl Game {
    /// Lets the tool in hand have what the mouse did; returns whether it was for it alone.
    pub(crate) fn edit_point(&mut self, happening: &Happening) -> bool {
        let at = self.eyes.camera.to_world(happening.at);
        let Some(editor) = self.editor.as_deref_mut().filter(|editor| !editor.is_testing) else {
            return false;
        };
        // Many desktops take for themselves what is done with Alt; with Ctrl a click lets units go.
        let is_tool = editor.tool != EditorTool::Orders;
        let means_tool = (happening.alt || happening.control && is_tool) && !happening.on_card;
        match happening.deed {
            HandDeed::Wheel(steps) if means_tool => {
                let step = if steps > 0.0 { 1 } else { -1 };
                match editor.tool {
                    EditorTool::Obstacles => {
                        editor.radius = (editor.radius + 2.0 * f64::from(step)).clamp(4.0, 60.0)
                    }
                    _ => editor.size = (editor.size + step).clamp(1, brush::MAX_BRUSH),
                }
                true
            }
            HandDeed::Press(Button::Left) if means_tool => {
                self.pick(happening.at);
                true
            }
            HandDeed::Press(button @ (Button::Left | Button::Right)) if editor.tool != EditorTool::Orders => {
                if happening.on_card {
                    return false;
                }
                let clears = button == Button::Right;
                let moves = editor.tool == EditorTool::Units
                    && !clears
                    && !editor.units_at(&self.play, at).is_empty();
                let stroke = HeldStroke { clears, from: at, to: at, moves };
                editor.stroke = Some(stroke);
                if editor.tool == EditorTool::Brush {
                    editor.document.begin();
                    editor.paint(stroke);
                }
                true
            }
            HandDeed::Move => {
                if let Some(stroke) = &mut editor.stroke {
                    stroke.to = at;
                    let drawn = *stroke;
                    if editor.tool == EditorTool::Brush {
                        stroke.from = at;
                        editor.paint(drawn);
                    }
                }
                // The pointer moves all the same.
                false
            }
            HandDeed::Release(Button::Left | Button::Right) => match editor.stroke.take() {
                Some(stroke) => {
                    self.end_stroke(stroke);
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    fn end_stroke(&mut self, stroke: HeldStroke) {
        let Some(editor) = self.editor.as_deref_mut() else { return };
        let is_click =
            self.eyes.camera.to_screen(stroke.from).distance(self.eyes.camera.to_screen(stroke.to))
                <= CLICK_REACH;
        match (editor.tool, stroke.clears) {
            (EditorTool::Brush, _) => editor.document.end(),
            (EditorTool::Line | EditorTool::Rectangle | EditorTool::Fill, _) => editor.paint(stroke),
            (EditorTool::Orders | EditorTool::Level, _) => {}
            (EditorTool::Units, false) if stroke.moves => {
                let moved = if is_click { Vec::new() } else { editor.moved(&self.play, stroke) };
                editor.document.stroke(|document| {
                    for (unit, by) in moved {
                        document.shift_unit(unit, (by / TILE).as_dvec2().to_array());
                    }
                });
            }
            (EditorTool::Units, false) => {
                let to = if is_click { stroke.from } else { stroke.to };
                let troops = editor.troops(&self.play, stroke.from, to);
                editor.document.stroke(|document| troops.iter().for_each(|troop| document.place(troop)));
            }
            (EditorTool::Units, true) => {
                let gone = editor.units_at(&self.play, stroke.to);
                editor.document.remove_units(&gone.iter().map(|&(_, number)| number).collect::<Vec<_>>());
            }
            (EditorTool::Obstacles, false) => editor.place_obstacles(stroke, !is_click),
            (EditorTool::Obstacles, true) => {
                let at = |(_, place)| self.play.sim.obstacle_at(place);
                let gone: BTreeSet<usize> = editor.images(stroke.to).filter_map(at).collect();
                editor.document.stroke(|document| {
                    gone.iter().rev().for_each(|&index| document.remove_obstacle(index));
                });
            }
            (EditorTool::Changes, false) => editor.lay_change(stroke),
            (EditorTool::Changes, true) => editor.take_areas("edits", &["area"], stroke.to),
            (EditorTool::Goals, false) => editor.lay_goal(&self.play, stroke),
            (EditorTool::Goals, true) => editor.take_areas("goals", &["to", "hold", "shut"], stroke.to),
        }
    }

    /// Takes what is under the pointer into the hand: a unit's kind and team, or a tile.
    fn pick(&mut self, screen: Vec2) {
        let picked = self.eyes.pick(screen).map(|unit| (unit.kind, unit.team));
        let (column, row) = Grid::tile_at(self.eyes.camera.to_world(screen));
        let Some(editor) = self.editor.as_deref_mut() else { return };
        if let Some((kind, team)) = picked {
            (editor.tool, editor.kind, editor.team) =
                (EditorTool::Units, usize::from(kind), usize::from(team));
        } else if let Some(sign) = editor.document.tile(column, row) {
            editor.tile = sign;
            editor.tool = if editor.tool.paints() { editor.tool } else { EditorTool::Brush };
        }
    }
}
