//! What mouse and keys do to the document, and how the game follows it.

use super::saving::{Answer, Saving};
use super::{Asked, Editor, Stroke, Tool};
use crate::editor::brush;
use crate::editor::cast::Troop;
use crate::grid::{Grid, TILE};
use crate::level::TimedOrder;
use crate::order;
use crate::window::eyes::Eyes;
use crate::window::game::{Game, Leave};
use crate::window::hands::CLICK_REACH;
use crate::window::input::{Button, Deed, Happening};
use crate::window::keys::action::Action;
use crate::window::menu::library;
use crate::window::play::Play;
use crate::window::setup::Setup;
use glam::Vec2;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;

/// While a stroke is drawn the map follows it as long as that costs no more, s.
const LIVE: f32 = 0.02;
/// Most units of a block along each side.
const WIDEST_BLOCK: usize = 60;

impl Editor {
    /// Whether the map is under the hands, not the game.
    pub fn is_editing(&self) -> bool {
        !self.is_testing
    }

    /// The units that a stroke places: rows and columns from corner to corner.
    pub fn troop(&self, play: &Play, from: Vec2, to: Vec2) -> Option<Troop> {
        let (kind, team) = (play.level.kinds.get(self.kind)?, play.level.teams.get(self.team)?);
        let spacing = (2.0 * kind.soft_radius).ceil();
        let low = from.min(to);
        let reach = (to - from).abs();
        let fits = |length: f32| ((length / spacing) as usize + 1).min(WIDEST_BLOCK);
        let place = |px: f32| f64::from((px / TILE * 100.0).round() / 100.0);
        Some(Troop {
            kind: kind.name.clone(),
            team: team.name.clone(),
            from: [place(low.x), place(low.y)],
            size: (fits(reach.x), fits(reach.y)),
            spacing: f64::from(spacing),
            facing: self.facing,
        })
    }

    /// The same with its images on the other sides.
    pub fn troops(&self, play: &Play, from: Vec2, to: Vec2) -> Vec<Troop> {
        let Some(troop) = self.troop(play, from, to) else { return Vec::new() };
        let size = self.document.size();
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
    pub fn tiles(&self, stroke: Stroke) -> Vec<(i32, i32)> {
        let (from, to) = (Grid::tile_at(stroke.from), Grid::tile_at(stroke.to));
        let tiles = match self.tool {
            Tool::Brush | Tool::Line => brush::line(from, to, self.size),
            Tool::Rectangle => brush::rectangle(from, to),
            Tool::Fill => brush::fill(&self.document, to),
            _ => Vec::new(),
        };
        self.symmetry.tiles(&tiles, self.document.size())
    }

    fn paint(&mut self, stroke: Stroke) {
        let sign = if stroke.clears { '.' } else { self.tile };
        let tiles = self.tiles(stroke);
        self.document.paint(&tiles, sign);
    }

    /// Puts the field of a goal down.
    fn lay_goal(&mut self, play: &Play, stroke: Stroke) {
        let tiles = brush::rectangle(Grid::tile_at(stroke.from), Grid::tile_at(stroke.to));
        let (columns, rows) = self.document.size();
        let inside =
            |&&(column, row): &&(i32, i32)| column >= 0 && row >= 0 && column < columns && row < rows;
        let Some(&low) = tiles.iter().find(inside) else { return };
        let high = *tiles.iter().rev().find(inside).unwrap_or(&low);
        let area = json!([low.0, low.1, high.0 - low.0 + 1, high.1 - low.1 + 1]);
        let teams = &play.level.teams;
        let own = play.level.scenario.player.unwrap_or(0);
        let Some(player) = teams.get(own).map(|team| team.name.clone()) else { return };
        let other = teams.iter().enumerate().find(|&(team, _)| team != own).map(|(_, team)| &team.name);
        let goal = match self.asked {
            Asked::Bring => json!({ "bring": { "team": player }, "to": area }),
            Asked::Hold => json!({ "hold": area, "for": self.seconds }),
            Asked::Shut => json!({ "shut": area, "against": other.unwrap_or(&player), "for": self.seconds }),
        };
        self.document.stroke(|document| {
            if document.word("player").is_empty() {
                document.set("player", player.into());
            }
            document.push("goals", goal);
        });
    }

    /// The goal whose field is at a place.
    fn goal_at(&self, place: Vec2) -> Option<usize> {
        let (column, row) = Grid::tile_at(place);
        let holds = |area: &Value| {
            let at = |index: usize| area[index].as_i64().unwrap_or(0) as i32;
            area.is_array()
                && (at(0)..at(0) + at(2)).contains(&column)
                && (at(1)..at(1) + at(3)).contains(&row)
        };
        let goals = self.document.list("goals").iter();
        goals.into_iter().position(|goal| ["to", "hold", "shut"].iter().any(|key| holds(&goal[*key])))
    }
}

impl Game {
    /// Opens a document.
    pub fn of_editor(path: PathBuf, editor: Editor, setup: &Setup, screen: Vec2) -> Game {
        let level = editor.document.shown(editor.folder.as_deref()).map(|shown| shown.level);
        // A document is read sound, or begins so.
        let level = level.unwrap_or_else(crate::level::Level::empty);
        let mut game = Game::new(path, level, setup, screen);
        game.play.is_edited = true;
        game.editor = Some(Box::new(editor));
        game.follow_document();
        game
    }

    /// The editor, while the map is under the hands.
    pub fn editing(&mut self) -> Option<&mut Editor> {
        self.editor.as_deref_mut().filter(|editor| editor.is_editing())
    }

    /// Whether the map is under the hands.
    pub fn is_editing(&self) -> bool {
        self.editor.as_ref().is_some_and(|editor| editor.is_editing())
    }

    /// Shows the document as it is.
    pub(crate) fn follow_document(&mut self) {
        let Some(editor) = self.editor.as_deref_mut().filter(|editor| editor.is_editing()) else { return };
        let version = editor.document.version();
        let is_drawing = editor.stroke.is_some() && editor.tool.paints();
        let is_due = if is_drawing { editor.cost < LIVE } else { editor.shown != Some(version) };
        if !is_due {
            return;
        }
        let start = Instant::now();
        let Some(shown) = editor.document.shown(editor.folder.as_deref()) else { return };
        (editor.faults, editor.missing) = (shown.faults, shown.missing);
        let same_units = editor.units.iter().zip(&shown.units).all(|(a, b)| a == b)
            && editor.units.len() <= shown.units.len();
        editor.units = shown.units;
        editor.shown = (!is_drawing).then_some(version);
        let is_new = shown.level != self.play.level || !self.play.is_edited;
        if is_new {
            self.play_level(shown.level, true);
        }
        if !same_units {
            self.hands.selection.clear();
        }
        if let Some(editor) = self.editor.as_deref_mut() {
            editor.cost = start.elapsed().as_secs_f32();
        }
    }

    /// Begins a level in the place of what is shown.
    fn play_level(&mut self, level: crate::level::Level, is_edited: bool) {
        let Some(editor) = &self.editor else { return };
        let same = (&level.kinds, &level.teams, &level.name, level.grid.size())
            == (
                &self.play.level.kinds,
                &self.play.level.teams,
                &self.play.level.name,
                self.play.level.grid.size(),
            );
        let mut play = Play::new(self.play.path.clone(), level, &editor.setup);
        play.is_edited = is_edited;
        play.clock.paused |= is_edited;
        self.play = play;
        self.eyes.look_again();
        self.cards.minimap.look_again();
        if !same {
            let (camera, layers, settling) = (self.eyes.camera.clone(), self.eyes.layers, self.eyes.settling);
            let is_resized = camera.world() != self.play.level.grid.size();
            self.eyes = Eyes::new(&self.play.level, camera.screen);
            self.eyes.layers = layers;
            if !is_resized {
                (self.eyes.camera, self.eyes.settling) = (camera, settling);
            }
        }
    }

    /// Plays the level from its start, or goes back to the document as it was left.
    pub(crate) fn test(&mut self) {
        self.follow_document();
        let Some(editor) = self.editor.as_deref_mut() else { return };
        editor.document.end();
        (editor.stroke, editor.is_testing) = (None, !editor.is_testing);
        let is_testing = editor.is_testing;
        let faults = editor.faults.len();
        self.hands.let_go();
        self.hands.selection.clear();
        let edit = self.keys.text(Action::Editor);
        if is_testing {
            self.play_level(self.play.level.clone(), false);
            let said = match faults {
                0 => format!("A test: {edit} goes back to the editor"),
                _ => format!("A test without what is wrong: {edit} goes back to the editor"),
            };
            self.tell_news(&said);
        } else {
            if let Some(editor) = self.editor.as_deref_mut() {
                editor.shown = None;
            }
            self.play.is_edited = false;
            self.follow_document();
        }
    }

    /// What an action means in the editor; `None`: what it means everywhere.
    pub(crate) fn act_in_editor(&mut self, action: Action) -> Option<Option<Leave>> {
        let editor = self.editor.as_deref_mut()?;
        if editor.is_testing {
            match action {
                Action::Editor => self.test(),
                Action::Reload => {
                    let level = self.play.level.clone();
                    self.play_level(level, false);
                }
                _ => return None,
            }
            return Some(None);
        }
        match action {
            Action::Editor => self.test(),
            Action::Undo | Action::Redo => {
                let is_done =
                    if action == Action::Undo { editor.document.undo() } else { editor.document.redo() };
                editor.stroke = None;
                if !is_done {
                    self.say(if action == Action::Undo { "Nothing to undo" } else { "Nothing to do again" });
                }
            }
            Action::SaveSession => self.save_document(false),
            Action::SaveLevel => self.save_document(true),
            Action::Build => {
                editor.tool = if editor.tool == Tool::Brush { Tool::Orders } else { Tool::Brush }
            }
            Action::Place => {
                editor.tool = if editor.tool == Tool::Units { Tool::Orders } else { Tool::Units }
            }
            Action::NextTeam if editor.tool == Tool::Units => {
                editor.team = (editor.team + 1) % self.play.level.teams.len().max(1);
            }
            Action::Back if editor.stroke.take().is_some() => {
                editor.document.end();
            }
            Action::Back if editor.tool != Tool::Orders && !self.cards.help && !self.cards.hidden => {
                editor.tool = Tool::Orders;
            }
            Action::Pause | Action::Step | Action::StepBack | Action::SecondOn | Action::SecondBack => {
                let key = self.keys.text(Action::Editor);
                self.say(&format!("Time stands while the level is edited: {key} tests it"));
            }
            Action::Beside | Action::CutOut | Action::Reload | Action::Models | Action::Ghost => {
                let key = self.keys.text(Action::Editor);
                self.say(&format!("Not while the level is edited: {key} tests it"));
            }
            _ => return None,
        }
        Some(None)
    }

    /// What is done to units while the level is edited: orders go into the document. `None`: nothing is
    /// edited.
    pub(crate) fn ask_in_editor(&mut self, action: &order::Action) -> Option<bool> {
        if !self.is_editing() {
            return None;
        }
        let editor = self.editor.as_deref_mut()?;
        if let order::Action::Remove { units } = action {
            let numbers: Vec<usize> =
                units.iter().filter_map(|unit| editor.units.get(unit.0 as usize).copied()).collect();
            editor.document.remove_units(&numbers);
            self.hands.selection.clear();
            return Some(true);
        }
        let order::Action::Order(order) = action else {
            self.say("Not while the level is edited: use the tools on the left");
            return Some(false);
        };
        if !editor.faults.is_empty() {
            self.say("Orders can be given when nothing is wrong: mend what is told on the left first");
            return Some(false);
        }
        let timed = TimedOrder { time: editor.time as f32, order: order.clone() };
        let value = self.play.level.order_value(&timed);
        editor.document.push("orders", value);
        self.tell_news(&format!("The order goes into the level, at {} s", timed.time));
        Some(true)
    }

    /// Lets the tool in hand have what the mouse did; returns whether it was for it alone.
    pub(crate) fn edit_point(&mut self, happening: &Happening, over_panel: bool) -> bool {
        if !self.is_editing() {
            return false;
        }
        let at = self.eyes.camera.to_world(happening.at);
        let Some(editor) = self.editor.as_deref_mut() else { return false };
        match happening.deed {
            Deed::Wheel(steps) if happening.alt && !over_panel => {
                let step = if steps > 0.0 { 1 } else { -1 };
                match editor.tool {
                    Tool::Obstacles => {
                        editor.radius = (editor.radius + 2.0 * f64::from(step)).clamp(4.0, 60.0)
                    }
                    _ => editor.size = (editor.size + step).clamp(1, brush::LARGEST),
                }
                true
            }
            Deed::Press(Button::Left) if happening.alt && !over_panel => {
                self.pick(happening.at);
                true
            }
            Deed::Press(button @ (Button::Left | Button::Right)) if editor.tool != Tool::Orders => {
                if over_panel {
                    return false;
                }
                let stroke = Stroke { clears: button == Button::Right, from: at, to: at };
                editor.stroke = Some(stroke);
                if editor.tool == Tool::Brush {
                    editor.document.begin();
                    editor.paint(stroke);
                }
                true
            }
            Deed::Move => {
                if let Some(stroke) = &mut editor.stroke {
                    stroke.to = at;
                    let drawn = *stroke;
                    if editor.tool == Tool::Brush {
                        stroke.from = at;
                        editor.paint(drawn);
                    }
                }
                // The pointer moves all the same.
                false
            }
            Deed::Release(Button::Left | Button::Right) => match editor.stroke.take() {
                Some(stroke) => {
                    self.end_stroke(stroke);
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    fn end_stroke(&mut self, stroke: Stroke) {
        let Some(editor) = self.editor.as_deref_mut() else { return };
        let is_click =
            self.eyes.camera.to_screen(stroke.from).distance(self.eyes.camera.to_screen(stroke.to))
                <= CLICK_REACH;
        match (editor.tool, stroke.clears) {
            (Tool::Brush, _) => editor.document.end(),
            (Tool::Line | Tool::Rectangle | Tool::Fill, _) => editor.paint(stroke),
            (Tool::Orders, _) => {}
            (Tool::Units, false) => {
                let to = if is_click { stroke.from } else { stroke.to };
                let troops = editor.troops(&self.play, stroke.from, to);
                editor.document.stroke(|document| troops.iter().for_each(|troop| document.place(troop)));
            }
            (Tool::Units, true) => {
                if let Some(unit) = self.play.sim.unit_at(stroke.to)
                    && let Some(&number) = editor.units.get(unit.0 as usize)
                {
                    editor.document.remove_units(&[number]);
                }
            }
            (Tool::Obstacles, false) => {
                let (size, radius, period) = (editor.document.size(), editor.radius, editor.period);
                let tiles = |px: Vec2| [f64::from(px.x / TILE), f64::from(px.y / TILE)];
                let reach = (stroke.to - stroke.from).abs().max(Vec2::splat(TILE / 10.0));
                let sides = editor.symmetry.images();
                editor.document.stroke(|document| {
                    for &sides in sides {
                        let at = crate::editor::symmetry::place(tiles(stroke.from), sides, size);
                        let turns = if sides.0 != sides.1 { -period } else { period };
                        document.place_obstacle(at, radius, (!is_click).then(|| (tiles(reach), turns)));
                    }
                });
            }
            (Tool::Obstacles, true) => {
                let obstacles = &self.play.sim.obstacles;
                let found = obstacles.iter().position(|one| one.position.distance(stroke.to) <= one.radius);
                if let Some(index) = found {
                    editor.document.remove_obstacle(index);
                }
            }
            (Tool::Goals, false) => editor.lay_goal(&self.play, stroke),
            (Tool::Goals, true) => {
                if let Some(goal) = editor.goal_at(stroke.to) {
                    editor.document.take("goals", goal);
                }
            }
        }
    }

    /// Takes what is under the pointer into the hand: a unit's kind and team, or a tile.
    fn pick(&mut self, screen: Vec2) {
        let picked = self.eyes.pick(screen).map(|unit| (unit.kind, unit.team));
        let (column, row) = Grid::tile_at(self.eyes.camera.to_world(screen));
        let Some(editor) = self.editor.as_deref_mut() else { return };
        if let Some((kind, team)) = picked {
            (editor.tool, editor.kind, editor.team) = (Tool::Units, usize::from(kind), usize::from(team));
        } else if let Some(sign) = editor.document.tile(column, row) {
            editor.tile = sign;
            editor.tool = if editor.tool.paints() { editor.tool } else { Tool::Brush };
        }
    }

    /// Saves the document; asks for name and description where it has no file yet, or `anew`.
    fn save_document(&mut self, anew: bool) {
        self.follow_document();
        let folder = self.play.own_folder();
        let Some(editor) = self.editor.as_deref_mut() else { return };
        if let Some(file) = editor.file.clone().filter(|_| !anew) {
            let saved = editor.save(&file);
            return self.tell_saved(saved.map(|()| file));
        }
        match editor.is_sound().and(folder) {
            Ok(folder) => {
                let (name, words) = (editor.document.word("name"), editor.document.word("description"));
                editor.saving = Some(Saving::new(folder, name, words));
            }
            Err(error) => self.tell_saved(Err(error)),
        }
    }

    /// Saves under the name that was given.
    pub(crate) fn end_saving(&mut self, answer: Answer) {
        let Some(editor) = self.editor.as_deref_mut() else { return };
        let Some(saving) = editor.saving.take() else { return };
        let Answer::Save(path) = answer else { return };
        editor.document.stroke(|document| {
            document.set("name", saving.name.trim().into());
            if document.word("description") != saving.description {
                document.set("description", saving.description.into());
            }
        });
        let saved = editor.save(&path);
        if saved.is_ok() {
            self.play.path = path.clone();
        }
        self.tell_saved(saved.map(|()| path));
    }

    /// Keeps what would be lost: a changed document as a level, or else a session as a recording. What the
    /// player is told of it.
    pub fn kept(&mut self) -> Option<String> {
        let Some(editor) = self.editor.as_deref_mut() else { return self.play.kept() };
        editor.document.is_changed().then(|| match self.save_before_leaving() {
            Ok(path) => format!("The level in the editor is kept as {}", path.display()),
            Err(error) => format!("The level in the editor could not be kept: {error}"),
        })
    }

    /// Saves the document in its file or a new one, or else the session.
    ///
    /// # Errors
    /// Why it could not be saved.
    pub fn save_before_leaving(&mut self) -> Result<PathBuf, String> {
        let folder = self.play.own_folder();
        let Some(editor) = self.editor.as_deref_mut() else { return self.play.save_session() };
        let path = match editor.file.clone() {
            Some(file) => file,
            None => {
                let name = crate::window::cards::naming::file_in(&folder?, editor.document.word("name"));
                let stem = name.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let folder = name.parent().unwrap_or(std::path::Path::new("")).to_owned();
                if name.exists() { crate::window::folders::fresh(&folder, &stem, "json") } else { name }
            }
        };
        editor.save(&path).map(|()| path)
    }

    /// Opens the file of this level in the editor.
    pub(crate) fn edited(&self, setup: &Setup) -> Result<Game, String> {
        if self.play.session.replay().is_some() {
            return Err("This is a recording: open its level to edit that".into());
        }
        library::load(&self.play.path)?;
        let editor = Editor::open(&self.play.path, setup)?;
        Ok(Game::of_editor(self.play.path.clone(), editor, setup, self.window))
    }
}
