//! The player's eyes: the camera, which layers are shown, and what of the level is in view in this frame.

use crate::ids::UnitId;
use crate::level::Level;
use crate::picture::facing::Facings;
use crate::picture::seen::Seen;
use crate::sim::Sim;
use crate::window::camera::{Camera, LARGEST_START, ROOM};
use crate::window::cards::layout;
use crate::window::draw::atlas::Atlas;
use crate::window::draw::batch::Batch;
use crate::window::draw::explained::Layers;
use crate::window::draw::overlay::OrderSign;
use crate::window::draw::sheet::Sheet;
use crate::window::draw::units;
use crate::window::first_view::{start_of, thin_out};
use crate::window::selection::Selection;
use crate::window::several::Reasons;
use crate::window::theme::MARKER_FADE;
use egui_macroquad::egui::{self, Pos2, Rect, pos2, vec2};
use glam::Vec2;

/// Cards keep this far from those who take part, px.
const ACTOR: f32 = 16.0;
/// At the start a part of the screen is as good as another if what it shows is this share as large.
const ENOUGH: f32 = 0.8;
/// Steps in which the part that is looked at grows, each half as long as the one before.
const GROWS: u32 = 6;
/// Cards take so many frames to find their sizes.
const SETTLING: u8 = 4;
/// Reasons are drawn for this many selected units.
const MAX_REASONS: usize = 24;

/// How an open level is seen.
pub struct Eyes {
    /// From where.
    pub camera: Camera,
    /// The explaining layer.
    pub layers: Layers,
    /// Places that no card may cover when the level opens, world px.
    actors: Vec<Vec2>,
    /// Frames until the cards have found their sizes and the camera has fitted what it shows between them.
    pub settling: u8,
    /// Units in view.
    pub seen: Vec<Seen>,
    /// The unit under the pointer.
    pub hovered: Option<Seen>,
    /// Why the selection does what it does.
    pub reasons: Reasons,
    facings: Facings,
    /// Signs where orders were given.
    pub markers: Vec<OrderSign>,
    /// What counters and pencil are painted from.
    pub atlas: Atlas,
    /// The printed map.
    pub sheet: Sheet,
    /// What is drawn in this frame.
    pub batch: Batch,
}

impl Eyes {
    /// Looks at a level that opens on a screen of this size, points.
    pub fn new(level: &Level, screen: Vec2) -> Eyes {
        let (start, actors) = start_of(level);
        Eyes {
            camera: Camera::new(level.grid.size(), screen, start),
            layers: Layers::default(),
            actors,
            settling: SETTLING,
            seen: Vec::new(),
            hovered: None,
            reasons: Reasons::default(),
            facings: Facings::default(),
            markers: Vec::new(),
            atlas: Atlas::new(&level.teams, &level.kinds, &level.name),
            sheet: Sheet::new(&level.grid),
            batch: Batch::default(),
        }
    }

    /// Looks at a level as when it opens; returns how it was looked at.
    pub fn look_anew(&mut self, level: &Level) -> Camera {
        let (start, actors) = start_of(level);
        let camera = Camera::new(level.grid.size(), self.camera.screen, start);
        (self.actors, self.settling) = (actors, SETTLING);
        std::mem::replace(&mut self.camera, camera)
    }

    /// Takes over the size of the window, points, and its pixels to a point. Returns whether it is another
    /// one.
    pub fn resize(&mut self, screen: Vec2, density: f32) -> bool {
        let is_new = screen != self.camera.screen;
        if is_new {
            self.settling = SETTLING;
        }
        self.camera.resize(screen, density);
        is_new
    }

    /// Finds who is in view, `blend` between two ticks; `seconds` of real time have passed.
    pub fn look(&mut self, sim: &Sim, blend: f32, seconds: f32) {
        self.facings.begin(sim, seconds);
        units::look(sim, &self.camera, blend, &mut self.facings, &mut self.seen);
    }

    /// While cards find their sizes, lets the camera show all who take part as large as can be with no card
    /// on any of them.
    pub fn settle(&mut self, cards: &[Rect]) {
        if self.settling == 0 {
            return;
        }
        self.settling -= 1;
        let Some(size) = self.camera.size_at_start() else { return };
        let view = |free: (Vec2, Vec2)| {
            let mut camera = self.camera.clone();
            camera.fit(free);
            camera
        };
        let free = self.part_for(size, &self.actors, cards, ENOUGH, view);
        self.camera.fit(free);
    }

    /// Whether cards and camera have come to rest.
    pub fn rest(&self) -> bool {
        self.settling == 0 && self.camera.rests()
    }

    /// Lets the camera show the whole map as large as can be with no card on any unit.
    pub fn show_whole(&mut self, sim: &Sim, cards: &[Rect]) {
        let size = sim.grid.size();
        let mut units = Vec::new();
        sim.each_unit(|unit| units.push(unit.at));
        thin_out(&mut units);
        let free = self.part_for(vec2(size.x, size.y), &units, cards, 1.0, |free| self.camera.of_whole(free));
        self.camera.show_whole(free);
    }

    /// The part of the screen in which a box of this size, px, is seen largest with no card on these places,
    /// when the camera shows it there: its corners, points.
    fn part_for(
        &self,
        size: egui::Vec2,
        places: &[Vec2],
        cards: &[Rect],
        enough: f32,
        view: impl Fn((Vec2, Vec2)) -> Camera,
    ) -> (Vec2, Vec2) {
        let is_clear = |part: Rect| {
            let camera = view(corners(part));
            !places.iter().any(|&place| {
                let (at, reach) = (camera.to_screen(place), ACTOR * camera.scale + ROOM);
                cards.iter().any(|card| card.distance_to_pos(pos2(at.x, at.y)) < reach)
            })
        };
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(self.camera.screen.x, self.camera.screen.y));
        let mut part = layout::free_part(screen, cards, size, LARGEST_START, enough, is_clear);
        // Cards may lie on ground where nobody is: each side moves out under them as far as that holds.
        let sides: [fn(&mut Rect) -> &mut f32; 4] =
            [|it| &mut it.min.x, |it| &mut it.max.x, |it| &mut it.min.y, |it| &mut it.max.y];
        for side in sides {
            let mut step = *side(&mut screen.clone()) - *side(&mut part);
            for _ in 0..GROWS {
                step /= 2.0;
                let mut wider = part;
                *side(&mut wider) += step;
                part = if is_clear(wider) { wider } else { part };
            }
        }
        corners(part)
    }

    /// Another state of the game is shown, which may be of the same tick.
    pub fn look_again(&mut self) {
        self.sheet.look_again();
        self.reasons = Reasons::default();
    }

    /// Another game is shown: nobody turns to where he faces from where somebody faced before.
    pub fn begin_again(&mut self) {
        self.look_again();
        self.facings = Facings::default();
    }

    /// The unit under a point of the screen: the nearest of those that it touches, with a little help for
    /// small ones.
    pub fn pick(&self, screen: Vec2) -> Option<Seen> {
        const HELP: f32 = 4.0;
        let distance = |unit: &Seen| unit.screen.distance(screen) - unit.body.radius * self.camera.scale;
        let touched = self.seen.iter().filter(|unit| distance(unit) < HELP);
        touched.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id))).copied()
    }

    /// The world place under a point of the screen, kept on the map.
    pub fn place(&self, sim: &Sim, screen: Vec2) -> Vec2 {
        self.camera.to_world(screen).clamp(Vec2::ONE, sim.grid.size() - 1.0)
    }

    /// Marks a world place where an order was given.
    pub fn mark(&mut self, at: Vec2) {
        self.markers.push(OrderSign { at, age: 0.0 });
    }

    /// Lets signs fade for `seconds` of real time.
    pub fn fade(&mut self, seconds: f32) {
        for marker in &mut self.markers {
            marker.age += seconds;
        }
        self.markers.retain(|marker| marker.age < MARKER_FADE);
    }

    /// Those whose reasons are drawn: the first of the selection, and who is under the pointer.
    pub fn explained(&self, selection: &Selection) -> Vec<UnitId> {
        let first = selection.units().iter().take(MAX_REASONS).copied();
        first.chain(self.hovered.map(|unit| unit.id)).collect()
    }
}

fn corners(rect: Rect) -> (Vec2, Vec2) {
    (Vec2::new(rect.left(), rect.top()), Vec2::new(rect.right(), rect.bottom()))
}
