//! One open level: the simulation, how it is seen, and what mouse and keys do to it.

use super::building::{Building, Tool};
use super::camera::Camera;
use super::claims::Claims;
use super::clock::Clock;
use super::control_groups::ControlGroups;
use super::crash::Fault;
use super::draw::atlas::Atlas;
use super::draw::batch::Batch;
use super::draw::explained::Layers;
use super::draw::overlay::Marker;
use super::draw::sheet::Sheet;
use super::draw::units::{self, Seen};
use super::facing::Facings;
use super::front::Front;
use super::input::{EDGE_REST, Input, edge_scroll};
use super::keys::{Keys, Situation};
use super::kinds::KindCycle;
use super::minimap::Minimap;
use super::models_panel::ModelsPanel;
use super::orders_bar::OrdersBar;
use super::pointer::Pointer;
use super::pointing::Click;
use super::scale::Step;
use super::selection::Selection;
use super::session::Session;
use super::several::Reasons;
use super::stage_graph::StageGraph;
use super::theme::MARKER_FADE;
use super::toast::{Toasts, Tone};
use super::{Setup, library};
use crate::components::{TICK_RATE, UnitId};
use crate::level::Level;
use crate::order::Order;
use crate::sim::{Options, Sim};
use cpu_time::ThreadTime;
use glam::Vec2;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

/// Held keys and the rim of the window move the camera by this many points a second.
const CAMERA_SPEED: f32 = 900.0;
/// Real time that the ticks of one frame may take, s; then the frame is drawn all the same.
const TICK_BUDGET: f32 = 0.030;
/// The same while a recording is on its way to another moment.
const TRAVEL_BUDGET: f32 = 0.080;
/// Reasons are drawn for this many selected units.
const MOST_REASONS: usize = 24;
/// What a frame costs, smoothed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Frames a second.
    pub rate: f32,
    /// Processor time of a frame without ticks, panels and OpenGL, ms.
    pub frame: f32,
    /// Processor time of the cards, ms.
    pub cards: f32,
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
    /// Back to the session before the level was loaded again.
    UndoRestart,
    /// The whole screen, or back.
    FullScreen,
}

/// An open level.
pub struct Game {
    /// Its file.
    pub path: PathBuf,
    /// The player's keys.
    pub keys: Rc<Keys>,
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
    /// What is being told.
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
    /// Whether the patrol is appended to what the units do.
    pub(super) patrol_queues: bool,
    /// Whether Shift is held: orders are appended.
    pub queueing: bool,
    /// Orders that the player gave, first to last.
    pub given: Vec<Order>,
    /// The sandbox.
    pub building: Building,
    /// The models panel.
    pub models: ModelsPanel,
    /// Removals that can be taken back, the last one last.
    pub(super) removals: Vec<Vec<UnitId>>,
    /// What was played so far, or is played again.
    pub session: Session,
    /// What it costs.
    pub costs: Costs,
    /// Steps to another size of cards and text that were asked for.
    pub wanted_size: Vec<Step>,
    /// Frames drawn.
    pub frames: u64,
    pub(super) reasons: Reasons,
    pub(super) seen: Vec<Seen>,
    pub(super) facings: Facings,
    pub(super) hovered: Option<Seen>,
    pub(super) pointer: Vec2,
    /// What a press would do under the pointer; nothing over a card.
    pub pointer_is: Pointer,
    pub(super) box_from: Option<Vec2>,
    pub(super) dragging_map: bool,
    pub(super) last_click: Option<Click>,
    pub(super) markers: Vec<Marker>,
    pub(super) atlas: Atlas,
    pub(super) sheet: Sheet,
    pub(super) batch: Batch,
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
            keys: Rc::default(),
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
            patrol_queues: false,
            queueing: false,
            given: Vec::new(),
            building: Building::default(),
            models: ModelsPanel::default(),
            removals: Vec::new(),
            session: Session::new(&level, setup, &sim),
            costs: Costs::default(),
            wanted_size: Vec::new(),
            frames: 0,
            reasons: Reasons::default(),
            seen: Vec::new(),
            facings: Facings::default(),
            hovered: None,
            pointer: screen / 2.0,
            pointer_is: Pointer::Plain,
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

    /// What is played and how far it is.
    pub fn title(&self) -> String {
        let seconds = self.sim.ticks() / u64::from(TICK_RATE);
        format!("{}, {}:{:02}", self.level.name, seconds / 60, seconds % 60)
    }

    /// The level from its file, at its start, seen as this one is.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn restarted(&self, setup: &Setup) -> Result<Game, String> {
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
        fresh.keys = self.keys.clone();
        fresh.stage_graph.open = self.stage_graph.open;
        fresh.models.open = self.models.open;
        Ok(fresh)
    }

    /// Takes in what happened since the last frame. `over_panel`: the pointer is on a card.
    pub fn update(
        &mut self,
        input: &Input,
        over_panel: bool,
        until: Option<f32>,
        fault: Fault,
    ) -> Option<Leave> {
        self.simulate(input.seconds, until, fault);
        self.move_camera(input, over_panel);
        let start = ThreadTime::now();
        let blend = self.clock.blend();
        self.facings.begin(&self.sim, input.seconds);
        units::look(&self.sim, &self.camera, blend, &mut self.facings, &mut self.seen);
        let mut leave = None;
        for happening in &input.deeds {
            self.queueing = happening.shift;
            let asked = self.keys.asked(happening, self.situation());
            match asked {
                Some(action) => leave = leave.or(self.act(action)),
                None if self.tool_point(happening, over_panel) => {}
                None => self.point(happening, over_panel),
            }
        }
        self.pointer = input.pointer;
        self.hovered = (!over_panel && self.box_from.is_none())
            .then(|| units::pick(&self.seen, &self.camera, self.pointer))
            .flatten();
        self.pointer_is = if over_panel { Pointer::Plain } else { self.pointer_here(input) };
        self.fade(input.seconds);
        if self.layers.on {
            let drawn = self.explained();
            self.reasons.follow(&self.sim, &self.selection, &drawn);
        }
        smooth(&mut self.costs.frame, start.elapsed().as_secs_f32() * 1000.0);
        leave
    }

    /// Those whose reasons are drawn: the first of the selection, and who is under the pointer.
    pub(super) fn explained(&self) -> Vec<UnitId> {
        let first = self.selection.units().iter().take(MOST_REASONS).copied();
        first.chain(self.hovered.map(|unit| unit.id)).collect()
    }

    fn simulate(&mut self, seconds: f32, until: Option<f32>, fault: Fault) {
        smooth(&mut self.costs.rate, 1.0 / seconds.max(1e-4));
        self.clock.pass(seconds);
        let start = Instant::now();
        let end = self.session.end();
        let left = |sim: &Sim| {
            until.is_none_or(|until| sim.seconds() < until) && end.is_none_or(|end| sim.ticks() < end)
        };
        let travels = self.session.goal().is_some();
        while travels
            && start.elapsed().as_secs_f32() < TRAVEL_BUDGET
            && self.session.goal().is_some()
            && left(&self.sim)
        {
            self.tick(fault);
        }
        while !travels
            && start.elapsed().as_secs_f32() < TICK_BUDGET
            && left(&self.sim)
            && self.clock.take_tick()
        {
            self.tick(fault);
        }
        self.costs.behind = self.clock.drop_debt() && left(&self.sim) && !travels;
        self.sheet.follow(&self.sim.grid);
    }

    fn tick(&mut self, fault: Fault) {
        let start = Instant::now();
        self.session.before_tick(&mut self.sim);
        fault.in_tick(self.sim.ticks());
        self.sim.tick();
        smooth(&mut self.costs.tick, start.elapsed().as_secs_f32() * 1000.0);
        self.session.after_tick(&mut self.sim);
        self.stage_graph.note(self.sim.stage_times());
        if let Some(claims) = &mut self.claims {
            claims.is_players = !self.sim.actions().is_empty();
            claims.observe(&self.level, &self.sim);
        }
        self.tell_events();
    }

    /// What decides between actions that share a key.
    fn situation(&self) -> Situation {
        Situation { selected: !self.selection.is_empty(), placing: self.building.tool == Some(Tool::Units) }
    }

    /// Tells the player what could not be done, and why.
    pub(super) fn say(&mut self, text: &str) {
        self.toasts.say(Tone::Failed, text);
    }

    /// Tells the player what went well.
    pub(super) fn tell_news(&mut self, text: &str) {
        self.toasts.say(Tone::Done, text);
    }

    /// Units in view.
    pub(super) fn seen(&self) -> &[Seen] {
        &self.seen
    }

    fn move_camera(&mut self, input: &Input, over_panel: bool) {
        let held = self.keys.camera(input, self.situation());
        let edge = if input.focused && input.still < EDGE_REST && !over_panel && !self.dragging_map {
            edge_scroll(input.pointer, self.camera.screen)
        } else {
            Vec2::ZERO
        };
        let direction = (held + edge).clamp(Vec2::NEG_ONE, Vec2::ONE);
        self.camera.pan(direction * CAMERA_SPEED * input.seconds.min(0.1));
        self.camera.advance(input.seconds);
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
}

/// The box about all units, px.
fn army(level: &Level) -> Option<(Vec2, Vec2)> {
    let places = level.units.iter().map(|unit| (unit.at, unit.at));
    places.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

/// Share of a new figure in its smoothed value.
pub(super) const SMOOTHING: f32 = 0.06;

/// Takes a new figure into a smoothed one.
pub(super) fn smooth(value: &mut f32, now: f32) {
    *value += (now - *value) * if *value == 0.0 { 1.0 } else { SMOOTHING };
}
