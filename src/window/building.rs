//! The sandbox: B builds ground while the game runs, N places units, Delete takes the selected ones away.
//!
//! Everything goes through [`Action`], so that it is recorded; what cannot be done is refused with the reason.

use super::camera::Camera;
use super::draw::atlas::Ring;
use super::draw::pencil::Pencil;
use super::game::Game;
use super::input::{Button, Deed, Happening};
use super::library::model_title;
use super::theme;
use crate::components::{Body, Heading, Position, Unit, UnitId};
use crate::grid::{Grid, TILE, Tile};
use crate::level::{Area, Level, ObstacleMotion, UnitSpec};
use crate::movement::ModelName;
use crate::order::Action;
use crate::sim::Sim;
use crate::systems::actions::InTheWay;
use egui_macroquad::egui::{self, RichText, TextStyle};
use glam::{Vec2, vec2};
use macroquad::miniquad::KeyCode;

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
const TILES: [(Tile, &str, theme::Rgb); 3] = [
    (Tile::Rock, "Rock", theme::ROCK),
    (Tile::Trees, "Trees", theme::TREES),
    (Tile::Water, "Water", theme::WATER),
];

impl Game {
    /// Lets the tools have what hand did; returns whether it was for them alone.
    pub(super) fn use_tool(&mut self, happening: &Happening, over_panel: bool) -> bool {
        match happening.deed {
            Deed::Key(key) => self.tool_key(key, happening.shift, happening.control),
            // The sign of a key that a tool takes.
            Deed::Sign(sign) => self.building.tool.is_some() && sign.is_ascii_digit(),
            _ => self.tool_point(happening, over_panel),
        }
    }

    fn tool_key(&mut self, key: KeyCode, shift: bool, control: bool) -> bool {
        let tool = self.building.tool;
        match key {
            KeyCode::S if control && shift => self.save_as_level(),
            KeyCode::S if control => self.save_session(),
            KeyCode::F6 => self.save_session(),
            KeyCode::F2 => self.models.open = !self.models.open,
            KeyCode::Delete => self.remove(self.selection.units().to_vec()),
            KeyCode::B if !control => self.take_tool(Tool::Ground),
            KeyCode::N if !control => self.take_tool(Tool::Units),
            KeyCode::Escape if tool.is_some() => self.building.tool = None,
            KeyCode::T if tool == Some(Tool::Units) => {
                self.building.team = (self.building.team + 1) % self.sim.teams.len().max(1);
            }
            KeyCode::Key1 | KeyCode::Key2 | KeyCode::Key3 | KeyCode::Key4 | KeyCode::Key5
                if tool.is_some() =>
            {
                self.choose(key as usize - KeyCode::Key1 as usize);
            }
            _ => return false,
        }
        true
    }

    fn take_tool(&mut self, tool: Tool) {
        if self.session.replay().is_some() {
            self.say("This is a recording: it goes as it went");
        } else {
            self.building.tool = (self.building.tool != Some(tool)).then_some(tool);
        }
        self.building.stroke = None;
    }

    fn choose(&mut self, index: usize) {
        match self.building.tool {
            Some(Tool::Ground) => {
                self.building.tile = TILES.get(index).map_or(self.building.tile, |tile| tile.0)
            }
            Some(Tool::Units) if index < self.sim.kinds.len() => self.building.kind = index,
            _ => {}
        }
    }

    fn tool_point(&mut self, happening: &Happening, over_panel: bool) -> bool {
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
                if let Some(unit) = unit_at(&self.sim, to) {
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
        let now = awaited(&self.sim).filter(|&(c, r, _)| (c, r) == (column, row)).last();
        if now.map(|(_, _, tile)| tile).or(self.sim.grid.tile(column, row)).is_none_or(|now| now == tile) {
            return;
        }
        match self.sim.who_stands_on(column, row).filter(|_| tile.is_blocked()) {
            Some(unit) => {
                let name = self.sim.names[unit.0 as usize].clone();
                self.say(&format!("Not there: {name} stands there or is about to"));
            }
            None => {
                self.ask(Action::Edit { area: Area { column, row, columns: 1, rows: 1 }, tile });
            }
        }
    }

    fn place_unit(&mut self, at: Vec2) {
        let Building { kind, team, .. } = self.building;
        let radius = self.sim.kinds[kind].radius;
        // Those that were placed while time stands are not on the map yet.
        let asked = self.sim.asked().iter().filter_map(|action| match action {
            Action::Spawn { kind, at, .. } => Some((self.sim.kinds[*kind].radius, *at)),
            _ => None,
        });
        let crowded = asked.into_iter().any(|(other, place)| place.distance(at) < radius + other);
        let refused = match self.sim.in_the_way(kind, at) {
            Some(InTheWay::Wall) => Some("Not there: the ground is blocked".to_owned()),
            Some(InTheWay::Obstacle(_)) => Some("Not there: an obstacle is in the way".to_owned()),
            Some(InTheWay::Unit(unit)) => {
                Some(format!("Not there: {} stands there or is about to", self.sim.names[unit.0 as usize]))
            }
            None if crowded => Some("Not there: another new unit is there".to_owned()),
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

    fn new_units_model(&self) -> ModelName {
        self.level.model
    }

    fn remove(&mut self, units: Vec<UnitId>) {
        if !units.is_empty() && self.ask(Action::Remove { units: units.clone() }) {
            self.selection.apply(units, super::selection::Mode::Remove);
        }
    }
}

fn unit_at(sim: &Sim, at: Vec2) -> Option<UnitId> {
    let mut units = sim.world.query::<(&Unit, &Position, &Body)>();
    let under = units.iter().filter(|(_, position, body)| position.0.distance(at) <= body.radius);
    under.map(|(unit, ..)| unit.id).min()
}

/// Tiles that will change: those that somebody stands on, then those of the next tick.
fn awaited(sim: &Sim) -> impl Iterator<Item = (i32, i32, Tile)> {
    let asked = sim.asked().iter().filter_map(|action| match action {
        Action::Edit { area, tile } => Some((area.column, area.row, *tile)),
        _ => None,
    });
    sim.awaited_tiles().iter().copied().chain(asked)
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
    for action in sim.asked() {
        if let Action::Spawn { kind, team, at, .. } = action {
            let radius = sim.kinds[*kind].radius * camera.scale;
            pencil.dot(camera.to_screen(*at), radius, sim.teams[*team].color, 0.5);
        }
    }
    let at = camera.to_world(pointer);
    match building.tool {
        None => {}
        Some(Tool::Ground) => {
            let (column, row) = Grid::tile_at(at);
            let (a, b) = corners(camera, column, row);
            let taken = sim.who_stands_on(column, row).is_some();
            let line = if taken { theme::VERMILION } else { theme::INK };
            pencil.fill(a, b, rgb(building.tile), 0.4);
            pencil.dashed_box(a, b, line, 1.0);
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

/// The card of the tool in hand.
pub fn card(context: &egui::Context, game: &mut Game) {
    let Some(tool) = game.building.tool else { return };
    let area = egui::Area::new("tool".into()).anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -112.0));
    area.show(context, |ui| {
        theme::card().show(ui, |ui| {
            ui.horizontal(|ui| {
                let title = if tool == Tool::Ground { "Build" } else { "Place" };
                ui.label(RichText::new(title).text_style(TextStyle::Heading));
                ui.add_space(theme::STEP);
                match tool {
                    Tool::Ground => ground_buttons(ui, &mut game.building),
                    Tool::Units => unit_buttons(ui, game),
                }
            });
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = theme::STEP;
                let hints: &[(&str, &str)] = match tool {
                    Tool::Ground => &[("Drag", "places"), ("Right drag", "removes"), ("B, Esc", "done")],
                    Tool::Units => &[
                        ("Click, drag", "places"),
                        ("Right click", "removes"),
                        ("T", "next team"),
                        ("N, Esc", "done"),
                    ],
                };
                for (key, what) in hints {
                    ui.label(RichText::new(*key).text_style(TextStyle::Small));
                    ui.label(*what);
                    ui.add_space(2.0 * theme::STEP);
                }
                if game.clock.paused {
                    let text = RichText::new("Paused: it comes when time goes on");
                    ui.label(text.color(theme::color(theme::ACCENT)));
                }
            });
        });
    });
}

fn ground_buttons(ui: &mut egui::Ui, building: &mut Building) {
    for (index, &(tile, name, rgb)) in TILES.iter().enumerate() {
        if swatch(ui, rgb, &format!("{name}  {}", index + 1), building.tile == tile) {
            building.tile = tile;
        }
    }
}

fn unit_buttons(ui: &mut egui::Ui, game: &mut Game) {
    let color = game.sim.teams.get(game.building.team).map_or(theme::STONE, |team| team.color);
    for (index, kind) in game.sim.kinds.iter().enumerate().take(6) {
        let name = if index < 5 { format!("{}  {}", kind.name, index + 1) } else { kind.name.clone() };
        if swatch(ui, color, &name, game.building.kind == index) {
            game.building.kind = index;
        }
    }
    ui.separator();
    for (index, team) in game.sim.teams.iter().enumerate().take(6) {
        if swatch(ui, team.color, &team.name, game.building.team == index) {
            game.building.team = index;
        }
    }
    let model = RichText::new(model_title(game.new_units_model())).color(theme::color(theme::PENCIL));
    ui.label(model);
}

/// A button with a colour before its text; what is chosen has the accent's line.
fn swatch(ui: &mut egui::Ui, rgb: theme::Rgb, text: &str, chosen: bool) -> bool {
    let mut button = egui::Button::new(format!("     {text}"));
    if chosen {
        button = button.stroke(egui::Stroke::new(2.0, theme::color(theme::ACCENT)));
    }
    let response = ui.add(button);
    let center = response.rect.left_center() + egui::vec2(15.0, 0.0);
    let rim = egui::Stroke::new(1.5, theme::color(theme::darker(rgb, 0.6)));
    ui.painter().circle(center, 6.0, theme::color(rgb), rim);
    response.clicked()
}

/// The map, the units and the obstacles as they stand now, without orders and without what the level claimed.
pub fn as_level(level: &Level, sim: &Sim) -> Level {
    type Parts<'a> = (&'a Unit, &'a Position, &'a Heading, &'a Body, &'a ModelName);
    let spec = |(unit, position, heading, body, model): Parts| {
        let kind = &sim.kinds[usize::from(unit.kind)];
        let facing = libm::atan2f(heading.0.y, heading.0.x).to_degrees();
        let spec = UnitSpec {
            name: sim.names[unit.id.0 as usize].clone(),
            kind: usize::from(unit.kind),
            team: usize::from(unit.team),
            group: level.units.get(unit.id.0 as usize).and_then(|unit| unit.group),
            at: position.0,
            facing: (facing != 0.0).then_some(facing),
            priority: (body.priority != kind.priority).then_some(body.priority),
            model: (*model != level.model).then_some(*model),
        };
        (unit.id, spec)
    };
    let mut units: Vec<(UnitId, UnitSpec)> = sim.world.query::<Parts>().iter().map(spec).collect();
    units.sort_by_key(|&(id, _)| id);
    let mut saved = Level {
        grid: sim.grid.clone(),
        units: units.into_iter().map(|(_, unit)| unit).collect(),
        orders: Vec::new(),
        edits: Vec::new(),
        expect: None,
        ..level.clone()
    };
    for (spec, obstacle) in saved.obstacles.iter_mut().zip(&sim.obstacles) {
        if let ObstacleMotion::Orbit { period, phase, .. } = &mut spec.motion {
            // It goes on from where it is now.
            *phase = (*phase + 360.0 * (sim.seconds() / *period)) % 360.0;
        } else {
            spec.motion = ObstacleMotion::Still(obstacle.position);
        }
    }
    saved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Options;

    #[test]
    fn a_sandbox_is_saved_as_a_level_that_loads_as_it_stands() {
        let text = r#"{ "format": 1, "name": "A", "map": { "size": [12, 6] },
            "units": [{ "id": "A", "kind": "hero", "team": "red", "at": [1.5, 1.5] },
                      { "id": "B", "kind": "siege", "team": "blue", "at": [9.5, 1.5] }],
            "orders": [{ "time": 0, "who": ["A"], "do": "move", "to": [4.5, 4.5] }] }"#;
        let level = Level::parse(text, "a.json", None).unwrap();
        let mut sim = Sim::new(&level, &Options { threads: 1, ..Options::default() });
        sim.act(Action::Spawn { kind: 0, team: 1, at: vec2(200.0, 45.0), model: ModelName::Orca });
        sim.act(Action::Remove { units: vec![UnitId(1)] });
        sim.edit(Area { column: 8, row: 4, columns: 1, rows: 1 }, Tile::Water);
        (0..40).for_each(|_| sim.tick());
        let saved = as_level(&level, &sim).to_json();
        let again = Level::parse(&saved, "saved.json", None).unwrap();
        assert_eq!(again.grid.tile(8, 4), Some(Tile::Water));
        let told: Vec<_> = again.units.iter().map(|unit| (unit.name.as_str(), unit.model)).collect();
        assert_eq!(told, [("A", None), ("#2", Some(ModelName::Orca))]);
        let place = sim.world.get::<&Position>(sim.entity(UnitId(0)).unwrap()).unwrap().0;
        assert!(place.x > 46.0 && again.units[0].at.distance(place) < 1e-3, "{place}");
    }
}
