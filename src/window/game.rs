//! One open level: the simulation, how it is seen, and what mouse and keys do to it.

use super::building::{Building, Tool};
use super::camera::{Camera, LARGEST_START, Start};
use super::claims::Claims;
use super::clock::Clock;
use super::control_groups::ControlGroups;
use super::crash::Fault;
use super::draw::atlas::Atlas;
use super::draw::batch::Batch;
use super::draw::explained::Layers;
use super::draw::overlay::Marker;
use super::draw::sheet::Sheet;
use super::draw::units;
use super::draw::units::Seen;
use super::facing::Facings;
use super::folding::Folds;
use super::front::Front;
use super::input::{EDGE_REST, Input, edge_scroll};
use super::keys::{Keys, Situation};
use super::kinds::KindCycle;
use super::legend::Legend;
use super::minimap::Minimap;
use super::models_panel::ModelsPanel;
use super::naming::Naming;
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
use super::{Setup, layout, library};
use crate::grid::TILE;
use crate::ids::UnitId;
use crate::level::Level;
use crate::obstacles::ObstacleMotion;
use crate::order::{Command, Order};
use crate::sim::{Options, Sim};
use crate::time::TICK_RATE;
use cpu_time::ThreadTime;
use egui_macroquad::egui::{Pos2, Rect, pos2, vec2};
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
/// Cards keep this far from those who take part, px.
const ACTOR: f32 = 16.0;
/// Cards take so many frames to find their sizes.
const SETTLING: u8 = 4;
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
    /// Processor time of filming, ms.
    pub film: f32,
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

/// A picture that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Of this frame.
    Still,
    /// Of the last ten seconds.
    Moving,
}

impl Picture {
    /// Of its file.
    pub fn extension(self) -> &'static str {
        match self {
            Picture::Still => "png",
            Picture::Moving => "gif",
        }
    }
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
    /// Which cards show their titles only.
    pub folds: Folds,
    /// All cards are hidden.
    pub hidden: bool,
    /// Where cards lay in the last frame, points.
    pub cards: Vec<Rect>,
    /// Places that no card may cover when the level opens, world px.
    actors: Vec<Vec2>,
    /// Frames until the cards have found their sizes and the camera has fitted what it shows between them.
    pub settling: u8,
    /// What is being told.
    pub toasts: Toasts,
    /// Formation and pace of the next orders.
    pub orders_bar: OrdersBar,
    /// Where the kinds of the selection were last drawn.
    pub kind_buttons: Vec<Rect>,
    /// The legend of the explaining layer.
    pub legend: Legend,
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
    /// A picture that was asked for.
    pub wanted_picture: Option<Picture>,
    /// The card that asks for the name of a level.
    pub naming: Option<Naming>,
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
        let (start, actors) = start_of(&level);
        let camera = Camera::new(level.grid.size(), screen, start);
        Game {
            path,
            keys: Rc::default(),
            camera,
            clock: Clock::default(),
            selection: Selection::default(),
            layers: Layers::default(),
            help: false,
            folds: Folds::at_first(vec2(screen.x, screen.y)),
            hidden: false,
            cards: Vec::new(),
            settling: SETTLING,
            actors,
            toasts: Toasts::default(),
            orders_bar: OrdersBar::default(),
            kind_buttons: Vec::new(),
            legend: Legend::default(),
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
            wanted_picture: None,
            naming: None,
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
            atlas: Atlas::new(&level.teams, &level.kinds, &level.name),
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
        (fresh.layers, fresh.folds, fresh.hidden) = (self.layers, self.folds, self.hidden);
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
        if self.settling > 0 {
            self.settling -= 1;
            self.fit_actors();
        }
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

    /// Takes over the size of the window, points, and its pixels to a point.
    pub fn resize(&mut self, screen: Vec2, density: f32) {
        if screen != self.camera.screen {
            self.settling = SETTLING;
            self.legend.forget_place();
        }
        self.camera.resize(screen, density);
    }

    /// Lets the camera show all who take part as large as can be with no card on any of them.
    fn fit_actors(&mut self) {
        let Some(size) = self.camera.size_at_start() else { return };
        let view = |free: (Vec2, Vec2)| {
            let mut camera = self.camera.clone();
            camera.fit(free);
            camera
        };
        let camera = view(self.part_for(size, &self.actors, view));
        self.camera = camera;
    }

    /// Lets the camera show the whole map as large as can be with no card on any unit.
    pub(super) fn show_whole(&mut self) {
        let size = self.sim.grid.size();
        let mut units = Vec::new();
        self.sim.each_unit(|unit| units.push(unit.at));
        thin_out(&mut units);
        let free = self.part_for(vec2(size.x, size.y), &units, |free| self.camera.of_whole(free));
        self.camera.show_whole(free);
    }

    /// The part of the screen in which a box of this size, px, is seen largest with no card on these places, when the
    /// camera shows it there: its corners, points.
    fn part_for(
        &self,
        size: egui_macroquad::egui::Vec2,
        places: &[Vec2],
        view: impl Fn((Vec2, Vec2)) -> Camera,
    ) -> (Vec2, Vec2) {
        let is_clear = |part: Rect| {
            let camera = view(corners(part));
            !places.iter().any(|&place| {
                let (at, reach) = (camera.to_screen(place), ACTOR * camera.scale);
                self.cards.iter().any(|card| card.distance_to_pos(pos2(at.x, at.y)) < reach)
            })
        };
        corners(layout::free_part(self.screen(), &self.cards, size, LARGEST_START, is_clear))
    }

    fn screen(&self) -> Rect {
        Rect::from_min_size(Pos2::ZERO, vec2(self.camera.screen.x, self.camera.screen.y))
    }

    /// Those whose reasons are drawn: the first of the selection, and who is under the pointer.
    pub(super) fn explained(&self) -> Vec<UnitId> {
        let first = self.selection.units().iter().take(MOST_REASONS).copied();
        first.chain(self.hovered.map(|unit| unit.id)).collect()
    }

    fn simulate(&mut self, seconds: f32, until: Option<f32>, fault: Fault) {
        smooth(&mut self.costs.rate, 1.0 / seconds.max(1e-4));
        if self.naming.is_none() {
            self.clock.pass(seconds);
        }
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

fn corners(rect: Rect) -> (Vec2, Vec2) {
    (Vec2::new(rect.left(), rect.top()), Vec2::new(rect.right(), rect.bottom()))
}

/// What is to be seen of a level when it opens: as boxes, and the places that no card may cover.
fn start_of(level: &Level) -> (Start, Vec<Vec2>) {
    let goals = level.orders.iter().flat_map(|timed| match &timed.order.command {
        Command::Move { to, .. } => std::slice::from_ref(to),
        Command::Patrol { route } => route.as_slice(),
        Command::Follow { .. } | Command::Stop | Command::Hold => &[],
    });
    let obstacles = level.obstacles.iter().flat_map(|obstacle| {
        let (center, reach) = match obstacle.motion {
            ObstacleMotion::Orbit { center, radii, .. } => (center, radii + obstacle.radius),
            ObstacleMotion::Still(at) => (at, Vec2::splat(obstacle.radius)),
        };
        [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|side| center + side * reach)
    });
    let whole = (Vec2::ZERO, level.grid.size());
    let about = |places: &[Vec2]| {
        let min = places.iter().copied().reduce(Vec2::min)?;
        Some((min, places.iter().copied().reduce(Vec2::max)?))
    };
    let mut places: Vec<Vec2> = level.units.iter().map(|unit| unit.at).collect();
    let army = about(&places);
    places.extend(goals);
    places.extend(obstacles);
    let actors = about(&places).unwrap_or(whole);
    let first = level.units.first().map_or(whole.1 / 2.0, |unit| unit.at);
    thin_out(&mut places);
    (Start { actors, army: army.unwrap_or(actors), first }, places)
}

/// Of a crowd one in a tile will do.
fn thin_out(places: &mut Vec<Vec2>) {
    let tile = |place: &Vec2| ((place.y / TILE) as i32, (place.x / TILE) as i32);
    places.sort_by_key(tile);
    places.dedup_by_key(|place| tile(place));
}

/// Share of a new figure in its smoothed value.
pub(super) const SMOOTHING: f32 = 0.06;

/// Takes a new figure into a smoothed one.
pub(super) fn smooth(value: &mut f32, now: f32) {
    *value += (now - *value) * if *value == 0.0 { 1.0 } else { SMOOTHING };
}
