//! One open level: the simulation, how it is seen, and what mouse and keys do to it.

use super::building::{self, Building};
use super::camera::Camera;
use super::claims::Claims;
use super::clock::Clock;
use super::control_groups::{self, ControlGroups};
use super::draw::atlas::Atlas;
use super::draw::batch::Batch;
use super::draw::overlay::{self, Layers, Marker};
use super::draw::pencil::Pencil;
use super::draw::ranks;
use super::draw::sheet::Sheet;
use super::draw::units::{self, Seen};
use super::front::Front;
use super::input::{Action, Button, Deed, Happening, Input, edge_scroll};
use super::inspector;
use super::kinds::KindCycle;
use super::minimap::Minimap;
use super::models_panel::ModelsPanel;
use super::orders_bar::OrdersBar;
use super::selection::{Mode, Selection, box_touches};
use super::session::Session;
use super::stage_graph::StageGraph;
use super::theme::MARKER_FADE;
use super::toast::Toasts;
use super::{Setup, library};
use crate::components::{State, Unit, UnitId};
use crate::explain::explain;
use crate::level::{Controls, Level};
use crate::order::{Command, FormationShape, Order};
use crate::sim::{Options, Sim};
use glam::Vec2;
use std::path::PathBuf;
use std::time::Instant;

/// A press that moves less than this, points, is a click.
pub(super) const CLICK_REACH: f32 = 5.0;
/// Two clicks within this time, s, are a double click.
const DOUBLE_CLICK: f64 = 0.35;
/// Held keys and the rim of the window move the camera by this many points a second.
const CAMERA_SPEED: f32 = 900.0;
/// The rim scrolls this long, s, after the pointer last moved: a pointer that has left the window no longer does.
const EDGE_REST: f32 = 2.0;
/// Real time that the ticks of one frame may take, s; then the frame is drawn all the same.
const TICK_BUDGET: f32 = 0.030;
/// Reasons are asked for this many selected units.
const MOST_REASONS: usize = 24;

/// What a frame costs, smoothed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Frames a second.
    pub rate: f32,
    /// Processor time of a frame without ticks, panels and OpenGL, ms.
    pub frame: f32,
    /// Processor time of a tick, ms.
    pub tick: f32,
    /// The machine is too slow for the speed that is set.
    pub behind: bool,
}

/// What a button or key has asked the frame to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Back to the menu.
    ToMenu,
    /// Load the level again.
    Reload,
}

struct Click {
    at: Vec2,
    time: f64,
    unit: Option<UnitId>,
}

/// An open level.
pub struct Game {
    /// Its file.
    pub path: PathBuf,
    /// As it was loaded.
    pub level: Level,
    /// As it is now.
    pub sim: Sim,
    /// When the next tick is due.
    pub clock: Clock,
    /// How it is seen.
    pub camera: Camera,
    /// Who is selected.
    pub selection: Selection,
    /// The explaining layer.
    pub layers: Layers,
    /// The page of keys is open.
    pub help: bool,
    /// The card with the level's description is open.
    pub description: bool,
    /// What could not be done, and why.
    pub toasts: Toasts,
    /// Formation and pace of the next orders.
    pub orders_bar: OrdersBar,
    /// Where the kinds of the selection were last drawn.
    pub kind_buttons: Vec<egui_macroquad::egui::Rect>,
    /// Control groups.
    pub groups: ControlGroups,
    /// Where Tab is in the kinds of the selection.
    pub kind_cycle: KindCycle,
    /// A front that the right button draws.
    pub front: Option<Front>,
    /// The small sheet.
    pub minimap: Minimap,
    /// Times of the stages.
    pub stage_graph: StageGraph,
    /// What the level claims of itself.
    pub claims: Option<Claims>,
    /// Places of a patrol that is being laid out, world px.
    pub patrol: Option<Vec<Vec2>>,
    /// Orders that the player gave, first to last.
    pub given: Vec<Order>,
    /// The sandbox.
    pub building: Building,
    /// The models panel.
    pub models: ModelsPanel,
    /// What was played so far, or is played again.
    pub session: Session,
    /// What it costs.
    pub costs: Costs,
    /// Frames drawn.
    pub frames: u64,
    seen: Vec<Seen>,
    hovered: Option<Seen>,
    pointer: Vec2,
    box_from: Option<Vec2>,
    dragging_map: bool,
    last_click: Option<Click>,
    markers: Vec<Marker>,
    atlas: Atlas,
    sheet: Sheet,
    batch: Batch,
}

impl Game {
    /// Opens a level.
    pub fn new(path: PathBuf, level: Level, setup: &Setup, screen: Vec2) -> Game {
        let sim = Sim::new(&level, &Options { model: setup.model, threads: setup.threads });
        let middle = level.grid.size() / 2.0;
        let first = level.units.first().map_or(middle, |unit| unit.at);
        let camera = Camera::new(level.grid.size(), screen, army(&level).unwrap_or((middle, middle)), first);
        Game {
            path,
            camera,
            clock: Clock::default(),
            selection: Selection::default(),
            layers: Layers::default(),
            help: false,
            description: !level.description.is_empty(),
            toasts: Toasts::default(),
            orders_bar: OrdersBar::default(),
            kind_buttons: Vec::new(),
            groups: ControlGroups::default(),
            kind_cycle: KindCycle::default(),
            front: None,
            minimap: Minimap::default(),
            stage_graph: StageGraph::default(),
            claims: Claims::new(&level, &sim, setup.model.unwrap_or(level.model)),
            patrol: None,
            given: Vec::new(),
            building: Building::default(),
            models: ModelsPanel::default(),
            session: Session::new(&level, setup, &sim),
            costs: Costs::default(),
            frames: 0,
            seen: Vec::new(),
            hovered: None,
            pointer: screen / 2.0,
            box_from: None,
            dragging_map: false,
            last_click: None,
            markers: Vec::new(),
            atlas: Atlas::new(&level.teams, &level.kinds),
            sheet: Sheet::new(&level.grid),
            batch: Batch::default(),
            sim,
            level,
        }
    }

    /// Loads the level's file again and starts it anew, seen as before.
    ///
    /// # Errors
    /// All that is wrong with it; then the game goes on.
    pub fn reload(&mut self, setup: &Setup) -> Result<(), String> {
        let (path, screen) = (self.path.clone(), self.camera.screen);
        let mut fresh = match self.session.replay() {
            Some(replay) => {
                Game::of_replay(path, replay.clone(), setup, screen).map_err(|errors| errors.to_string())?
            }
            None => Game::new(path, library::load(&self.path)?, setup, screen),
        };
        if fresh.level.grid.size() == self.level.grid.size() {
            fresh.camera = self.camera.clone();
        }
        (fresh.layers, fresh.description) = (self.layers, self.description);
        fresh.stage_graph.open = self.stage_graph.open;
        fresh.models.open = self.models.open;
        *self = fresh;
        Ok(())
    }

    /// Takes in what happened since the last frame. `over_panel`: the pointer is on a card.
    pub fn update(&mut self, input: &Input, over_panel: bool, until: Option<f32>) -> Option<Leave> {
        self.simulate(input.seconds, until);
        self.move_camera(input, over_panel);
        let start = Instant::now();
        let blend = self.clock.blend();
        units::look(&self.sim, &self.camera, blend, &mut self.seen);
        let mut leave = None;
        for happening in &input.deeds {
            if self.use_tool(happening, over_panel) {
                continue;
            }
            let group = control_groups::asked(happening).map(|(deed, group)| Action::Group(deed, group));
            match group.or_else(|| happening.deed.action(!self.selection.is_empty())) {
                Some(action) => leave = leave.or(self.act(action)),
                None => self.point(happening, over_panel),
            }
        }
        self.pointer = input.pointer;
        self.hovered = (!over_panel && self.box_from.is_none())
            .then(|| units::pick(&self.seen, &self.camera, self.pointer))
            .flatten();
        self.fade(input.seconds);
        smooth(&mut self.costs.frame, start.elapsed().as_secs_f32() * 1000.0);
        leave
    }

    fn simulate(&mut self, seconds: f32, until: Option<f32>) {
        smooth(&mut self.costs.rate, 1.0 / seconds.max(1e-4));
        self.clock.pass(seconds);
        let start = Instant::now();
        let end = self.session.end();
        let left = |sim: &Sim| {
            until.is_none_or(|until| sim.seconds() < until) && end.is_none_or(|end| sim.ticks() < end)
        };
        while start.elapsed().as_secs_f32() < TICK_BUDGET && left(&self.sim) && self.clock.take_tick() {
            let tick = Instant::now();
            self.session.before_tick(&mut self.sim);
            self.sim.tick();
            self.session.after_tick(&self.sim);
            smooth(&mut self.costs.tick, tick.elapsed().as_secs_f32() * 1000.0);
            self.stage_graph.note(self.sim.stage_times());
            if let Some(claims) = &mut self.claims {
                claims.is_players = !self.sim.actions().is_empty();
                claims.observe(&self.level, &self.sim);
            }
            self.tell_events();
        }
        self.costs.behind = self.clock.drop_debt() && left(&self.sim);
        self.sheet.follow(&self.sim.grid);
    }

    pub(super) fn say(&mut self, text: &str) {
        self.toasts.say(text);
    }

    /// Units in view.
    pub(super) fn seen(&self) -> &[Seen] {
        &self.seen
    }

    fn move_camera(&mut self, input: &Input, over_panel: bool) {
        let held = input.camera_keys(!self.selection.is_empty());
        let edge = if input.focused && input.still < EDGE_REST && !over_panel && !self.dragging_map {
            edge_scroll(input.pointer, self.camera.screen)
        } else {
            Vec2::ZERO
        };
        let direction = (held + edge).clamp(Vec2::NEG_ONE, Vec2::ONE);
        self.camera.pan(direction * CAMERA_SPEED * input.seconds.min(0.1));
        self.camera.advance(input.seconds);
    }

    fn point(&mut self, pointer: &Happening, over_panel: bool) {
        let mode = Mode::of(pointer.shift, pointer.control);
        match pointer.deed {
            Deed::Move => {
                if self.dragging_map {
                    self.camera.drag(self.pointer - pointer.at);
                }
                self.pointer = pointer.at;
                self.draw_front(pointer.at);
            }
            Deed::Wheel(steps) if !over_panel => self.camera.zoom(steps, pointer.at),
            Deed::Press(Button::Middle) => (self.dragging_map, self.pointer) = (!over_panel, pointer.at),
            Deed::Release(Button::Middle) => self.dragging_map = false,
            Deed::Press(_) if over_panel => {}
            Deed::Press(button) if self.patrol.is_some() => {
                self.patrol_point(pointer.at, button == Button::Left && pointer.shift);
            }
            Deed::Press(_) if self.orders_bar.following => self.follow_at(pointer.at, pointer.shift),
            Deed::Press(button) if self.level.controls == Controls::TwoGroups => {
                self.send_team(usize::from(button == Button::Right), pointer.at, pointer.shift);
            }
            Deed::Press(Button::Left) => self.box_from = Some(pointer.at),
            Deed::Release(Button::Left) => {
                if let Some(from) = self.box_from.take() {
                    self.select(from, pointer.at, mode);
                }
            }
            Deed::Press(Button::Right) => self.begin_front(pointer.at, pointer.shift),
            Deed::Release(Button::Right) => self.end_front(),
            _ => {}
        }
    }

    fn select(&mut self, from: Vec2, to: Vec2, mode: Mode) {
        if from.distance(to) > CLICK_REACH {
            let touched = |unit: &&Seen| box_touches(from, to, unit.screen, unit.radius * self.camera.scale);
            let units: Vec<UnitId> = self.seen.iter().filter(touched).map(|unit| unit.id).collect();
            return self.selection.apply(units, mode);
        }
        let picked = units::pick(&self.seen, &self.camera, to);
        let unit = picked.map(|unit| unit.id);
        let now = macroquad::time::get_time();
        let double = self.last_click.as_ref().is_some_and(|last| {
            unit.is_some()
                && last.unit == unit
                && now - last.time < DOUBLE_CLICK
                && last.at.distance(to) < CLICK_REACH
        });
        match picked {
            Some(picked) if double => {
                let alike =
                    |unit: &&Seen| unit.kind == picked.kind && unit.team == picked.team && self.shows(unit);
                let units: Vec<UnitId> = self.seen.iter().filter(alike).map(|unit| unit.id).collect();
                self.selection.apply(units, if mode == Mode::Replace { mode } else { Mode::Add });
            }
            _ => self.selection.click(unit, mode),
        }
        self.last_click = Some(Click { at: to, time: now, unit });
    }

    fn shows(&self, unit: &Seen) -> bool {
        unit.screen.cmpge(Vec2::ZERO).all() && unit.screen.cmple(self.camera.screen).all()
    }

    /// The world place under a point of the screen, kept on the map.
    pub(super) fn place(&self, screen: Vec2) -> Vec2 {
        self.camera.to_world(screen).clamp(Vec2::ONE, self.sim.grid.size() - 1.0)
    }

    /// Article 000's controls: a button a team.
    fn send_team(&mut self, team: usize, screen: Vec2, queue: bool) {
        let mut units: Vec<UnitId> = Vec::new();
        for unit in self.sim.world.query::<&Unit>().iter().filter(|unit| usize::from(unit.team) == team) {
            units.push(unit.id);
        }
        units.sort();
        self.mark(screen, !units.is_empty());
        let command = Command::Move {
            to: self.place(screen),
            each: false,
            formation: FormationShape::None,
            manner: Default::default(),
        };
        self.give(units, command, queue);
    }

    fn mark(&mut self, screen: Vec2, given: bool) {
        if given {
            self.mark_at(self.place(screen));
        }
    }

    /// Marks a world place where an order was given.
    pub(super) fn mark_at(&mut self, at: Vec2) {
        self.markers.push(Marker { at, age: 0.0 });
    }

    pub(super) fn give(&mut self, units: Vec<UnitId>, command: Command, queue: bool) {
        if !units.is_empty() {
            let order = Order { units, command, queue };
            if self.ask(crate::order::Action::Order(order.clone())) {
                self.given.push(order);
            }
        }
    }

    /// Lays a place of the patrol; the last one sends the selection.
    fn patrol_point(&mut self, screen: Vec2, more: bool) {
        let place = self.place(screen);
        self.mark(screen, true);
        if let Some(route) = &mut self.patrol {
            route.push(place);
        }
        if !more && let Some(route) = self.patrol.take() {
            self.give(self.selection.units().to_vec(), Command::Patrol { route }, false);
        }
    }

    /// Does what a key or a button asks for.
    pub fn act(&mut self, action: Action) -> Option<Leave> {
        match action {
            Action::Pause => self.clock.paused = !self.clock.paused,
            Action::Step => self.clock.step(),
            Action::Faster => self.clock.change_speed(1),
            Action::Slower => self.clock.change_speed(-1),
            Action::Explain => self.layers.on = !self.layers.on,
            Action::Help => self.help = !self.help,
            Action::Reload => return Some(Leave::Reload),
            Action::Back => return self.back(),
            Action::Stop => self.give(self.selection.units().to_vec(), Command::Stop, false),
            Action::Hold => self.give(self.selection.units().to_vec(), Command::Hold, false),
            Action::Patrol => self.start_patrol(),
            Action::Follow => self.start_following(),
            Action::Scatter => self.scatter(),
            Action::Formation(shape) => self.orders_bar.shape = shape,
            Action::NextFormation => self.orders_bar.cycle_shape(),
            Action::Pace => self.orders_bar.toggle_pace(),
            Action::NextKind => self.next_kind(),
            Action::Graph => self.stage_graph.open = !self.stage_graph.open,
            Action::Group(deed, group) => self.control_group(deed, group),
        }
        None
    }

    fn start_patrol(&mut self) {
        let places: Vec<Vec2> =
            self.selection.units().iter().filter_map(|&unit| self.place_of(unit)).collect();
        if !places.is_empty() {
            let middle = places.iter().copied().sum::<Vec2>() / places.len() as f32;
            self.patrol = Some(vec![middle]);
        }
    }

    pub(super) fn place_of(&self, unit: UnitId) -> Option<Vec2> {
        let entity = self.sim.entity(unit)?;
        Some(self.sim.world.get::<&crate::components::Position>(entity).ok()?.0)
    }

    /// Esc: one thing at a time, from the latest on.
    fn back(&mut self) -> Option<Leave> {
        if self.help {
            self.help = false;
        } else if self.front.take().is_some()
            || self.patrol.take().is_some()
            || std::mem::take(&mut self.orders_bar.following)
        {
        } else if !self.selection.is_empty() {
            self.selection.clear();
        } else {
            return Some(Leave::ToMenu);
        }
        None
    }

    fn fade(&mut self, seconds: f32) {
        for marker in &mut self.markers {
            marker.age += seconds;
        }
        self.markers.retain(|marker| marker.age < MARKER_FADE);
        self.toasts.fade(seconds);
        if self.selection.is_empty() {
            (self.patrol, self.front, self.orders_bar.following) = (None, None, false);
        }
    }

    /// Draws the map and everything on it. `whole`: for a picture, nothing may be missing.
    pub fn draw(&mut self, whole: bool) {
        self.frames += 1;
        let start = Instant::now();
        let blend = self.clock.blend();
        // The camera may have moved with the pointer since the units were looked up.
        self.seen.iter_mut().for_each(|unit| unit.screen = self.camera.to_screen(unit.at));
        let paper = (&self.atlas.texture, self.atlas.white);
        self.sheet.draw(&self.camera, &mut self.batch, paper, whole);
        let (camera, seen, sim) = (&self.camera, &self.seen, &self.sim);
        let mut pencil = Pencil { atlas: &self.atlas, batch: &mut self.batch, screen: camera.screen };
        overlay::orbits(&mut pencil, camera, &sim.obstacles);
        overlay::goals(&mut pencil, camera, sim, &self.selection);
        units::draw(sim, camera, &self.atlas, pencil.batch, seen, blend);
        overlay::selection(&mut pencil, camera, seen, &self.selection, self.hovered);
        if self.layers.on {
            ranks::groups(&mut pencil, camera, sim, seen, self.layers);
            overlay::explain(&mut pencil, camera, sim, seen, &self.selection, self.layers);
            if self.layers.waiting {
                ranks::waiting(&mut pencil, camera, sim, seen);
            }
            let hovered = self.hovered.map(|unit| unit.id);
            // A crowd's arrows say nothing: they are drawn for one.
            let alone = self.selection.units().first().filter(|_| self.selection.len() == 1);
            if let Some(&unit) = hovered.as_ref().or(alone) {
                inspector::arrows(&mut pencil, camera, sim, unit);
            }
            for &unit in self.selection.units().iter().take(MOST_REASONS).chain(&hovered) {
                if let Some(told) = explain(sim, unit) {
                    overlay::reasons(&mut pencil, camera, &told.shapes, self.layers);
                }
            }
        }
        building::draw(&mut pencil, camera, sim, &self.building, self.pointer);
        overlay::markers(&mut pencil, camera, &self.markers);
        if let Some(front) = self.front.as_ref().filter(|front| front.from != front.to) {
            front.show(&mut pencil, camera);
        }
        if let Some(route) = &self.patrol {
            overlay::patrol(&mut pencil, camera, route, self.pointer);
        }
        if let Some(from) = self.box_from.filter(|from| from.distance(self.pointer) > CLICK_REACH) {
            overlay::selection_box(&mut pencil, from, self.pointer);
        }
        let built = start.elapsed().as_secs_f32() * 1000.0;
        self.batch.flush(&self.atlas.texture);
        self.costs.frame += built * SMOOTHING;
    }

    /// Kinds and teams of the selection with their numbers, most first: `(kind, team, count)`.
    pub fn roster(&self) -> Vec<(u16, u16, usize)> {
        let mut roster: Vec<(u16, u16, usize)> = Vec::new();
        for &unit in self.selection.units() {
            let Some(entity) = self.sim.entity(unit) else { continue };
            let Ok(unit) = self.sim.world.get::<&Unit>(entity) else { continue };
            match roster.iter_mut().find(|(kind, team, _)| (*kind, *team) == (unit.kind, unit.team)) {
                Some((_, _, count)) => *count += 1,
                None => roster.push((unit.kind, unit.team, 1)),
            }
        }
        roster.sort_by_key(|&(kind, team, count)| (std::cmp::Reverse(count), kind, team));
        roster
    }

    /// What the selection does: its commonest state and how many are in it.
    pub fn doing(&self) -> Option<(State, usize)> {
        let mut counts: Vec<(State, usize)> = Vec::new();
        for &unit in self.selection.units() {
            let Some(entity) = self.sim.entity(unit) else { continue };
            let Ok(state) = self.sim.world.get::<&State>(entity) else { continue };
            match counts.iter_mut().find(|(known, _)| *known == *state) {
                Some((_, count)) => *count += 1,
                None => counts.push((*state, 1)),
            }
        }
        counts.into_iter().max_by_key(|&(_, count)| count)
    }

    /// Lets go of everybody but one kind of one team.
    pub fn narrow(&mut self, kind: u16, team: u16) {
        let alike = |&unit: &UnitId| {
            let entity = self.sim.entity(unit)?;
            let unit = self.sim.world.get::<&Unit>(entity).ok()?;
            (unit.kind == kind && unit.team == team).then_some(unit.id)
        };
        let units: Vec<UnitId> = self.selection.units().iter().filter_map(alike).collect();
        self.selection.apply(units, Mode::Replace);
    }
}

/// The box about all units, px.
fn army(level: &Level) -> Option<(Vec2, Vec2)> {
    let places = level.units.iter().map(|unit| (unit.at, unit.at));
    places.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// Share of a new figure in its smoothed value.
const SMOOTHING: f32 = 0.06;

fn smooth(value: &mut f32, now: f32) {
    *value += (now - *value) * if *value == 0.0 { 1.0 } else { SMOOTHING };
}
