//! From the world to the screen and back: a centre and a scale that ease to where the player sent them.

use crate::window::theme::{CAMERA_EASE, MARGIN};
use glam::Vec2;

/// Largest scale, screen px to a world px.
const CLOSEST: f32 = 4.0;
/// Few units are not blown up beyond this scale at the start.
pub const LARGEST_START: f32 = 1.6;
/// All who take part are shown at the start if this scale or a larger one does.
const SMALLEST_START: f32 = 0.2;
/// The scale at which the first unit is looked at where they are too far apart for that.
const FIRST_START: f32 = 0.5;
/// Ground shown about those who take part, px.
const GROUND: f32 = 90.0;
/// Room between a card and those who are fitted in, for a box to begin, points.
pub const ROOM: f32 = 20.0;
/// A smaller step in a frame is not seen, points.
const SEEN_STEP: f32 = 0.01;
/// A wheel step zooms by this factor.
const WHEEL_STEP: f32 = 1.25;

/// How the world is seen. Places in world px and screen points.
#[derive(Clone, Debug, Default)]
pub struct Camera {
    /// World place in the middle of the screen.
    pub center: Vec2,
    /// Screen points to a world px.
    pub scale: f32,
    /// Size of the screen, points.
    pub screen: Vec2,
    /// Pixels to a point.
    pub dpi: f32,
    /// The part of the screen between the cards, from corner to corner, points.
    free: (Vec2, Vec2),
    world: Vec2,
    wanted_scale: f32,
    /// What is left of a pan, world px.
    pan: Vec2,
    /// A screen place and the world place that a zoom keeps under it.
    anchor: Option<(Vec2, Vec2)>,
    /// What it looks at, whatever the size of the window, until the player moves it.
    aim: Option<CameraAim>,
    /// Whether it moved on as it last eased.
    moves: bool,
}

/// What the camera looks at by itself.
#[derive(Clone, Copy, Debug)]
enum CameraAim {
    /// What is to be seen when a level opens.
    Start(Start),
    /// The whole map.
    Whole,
}

/// What is to be seen when a level opens, px.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// The box about all units, goals and obstacles.
    pub actors: (Vec2, Vec2),
    /// The box about all units.
    pub army: (Vec2, Vec2),
    /// The first unit.
    pub first: Vec2,
    /// So many units that they are seen at any scale.
    pub is_crowd: bool,
}

impl Camera {
    /// Looks at those who take part, else at the army, else at the first unit, whatever of it can be seen at
    /// a scale that shows something; a crowd is at any. `world` is the size of the map, px.
    pub fn new(world: Vec2, screen: Vec2, start: Start) -> Camera {
        let mut camera = Camera {
            center: world / 2.0,
            scale: FIRST_START,
            screen,
            dpi: 1.0,
            free: (Vec2::ZERO, screen),
            world,
            wanted_scale: FIRST_START,
            aim: Some(CameraAim::Start(start)),
            ..Camera::default()
        };
        camera.look_at_start();
        camera
    }

    /// The size of what is to be seen at the start, px, and nothing after the player has moved it.
    pub fn size_at_start(&self) -> Option<egui_macroquad::egui::Vec2> {
        let (min, max) = self.around(self.start()?.actors);
        Some(egui_macroquad::egui::vec2(max.x - min.x, max.y - min.y))
    }

    fn start(&self) -> Option<Start> {
        match self.aim {
            Some(CameraAim::Start(start)) => Some(start),
            _ => None,
        }
    }

    /// Whether it shows the whole map, as the player asked.
    pub fn shows_whole(&self) -> bool {
        matches!(self.aim, Some(CameraAim::Whole))
    }

    /// A box with some ground about it.
    fn around(&self, (min, max): (Vec2, Vec2)) -> (Vec2, Vec2) {
        ((min - GROUND).max(Vec2::ZERO), (max + GROUND).min(self.world).max(Vec2::ONE))
    }

    /// Fits what is to be seen at the start into the part of the screen between the cards, points.
    pub fn fit(&mut self, free: (Vec2, Vec2)) {
        if self.start().is_some() {
            self.free = free;
            self.look_at_start();
        }
    }

    fn look_at_start(&mut self) {
        let Some(start) = self.start() else { return };
        let shown = [start.actors, start.army].map(|places| self.framed(self.around(places)));
        let shown = shown.into_iter().find(|&(_, scale)| start.is_crowd || scale >= SMALLEST_START);
        (self.center, self.scale) =
            shown.unwrap_or_else(|| (start.first - self.aside(FIRST_START), FIRST_START));
        self.wanted_scale = self.scale;
        self.keep_on_map();
    }

    /// Where to look and at which scale so that a box lies between the cards, with the margin of the sheet
    /// where it reaches the edge of the map. What would show a part of the margin shows all of it.
    fn framed(&self, (mut min, mut max): (Vec2, Vec2)) -> (Vec2, f32) {
        let is_cut = |strip: f32| strip > 0.0 && strip < MARGIN - 1.0;
        // Each look adds a side at least, or is the last one.
        for _ in 0..4 {
            let (center, scale) = self.framed_as_it_is((min, max));
            let shown = |world: Vec2| (world - center) * scale + self.screen / 2.0;
            let (low, high) = (shown(Vec2::ZERO), self.screen - shown(self.world));
            for axis in 0..2 {
                min[axis] = if is_cut(low[axis]) { 0.0 } else { min[axis] };
                max[axis] = if is_cut(high[axis]) { self.world[axis] } else { max[axis] };
            }
        }
        self.framed_as_it_is((min, max))
    }

    fn framed_as_it_is(&self, (min, max): (Vec2, Vec2)) -> (Vec2, f32) {
        let room = |is_edge: bool| if is_edge { MARGIN } else { ROOM };
        let low = self.free.0 + Vec2::new(room(min.x <= 0.0), room(min.y <= 0.0));
        let high = self.free.1 - Vec2::new(room(max.x >= self.world.x), room(max.y >= self.world.y));
        let scale = ((high - low).max(Vec2::splat(64.0)) / (max - min)).min_element().min(LARGEST_START);
        ((min + max) / 2.0 - ((low + high) / 2.0 - self.screen / 2.0) / scale, scale)
    }

    /// From the middle of the screen to the middle of its free part at a scale, world px.
    fn aside(&self, scale: f32) -> Vec2 {
        ((self.free.0 + self.free.1) / 2.0 - self.screen / 2.0) / scale
    }

    /// The size of the map, px.
    pub fn world(&self) -> Vec2 {
        self.world
    }

    /// Where a world place is on the screen.
    pub fn to_screen(&self, world: Vec2) -> Vec2 {
        (world - self.center) * self.scale + self.screen / 2.0
    }

    /// What world place a point of the screen shows.
    pub fn to_world(&self, screen: Vec2) -> Vec2 {
        (screen - self.screen / 2.0) / self.scale + self.center
    }

    /// First and last world place on the screen.
    pub fn view(&self) -> (Vec2, Vec2) {
        (self.to_world(Vec2::ZERO), self.to_world(self.screen))
    }

    /// Whether a world place is on the screen.
    pub fn shows(&self, place: Vec2) -> bool {
        let (min, max) = self.view();
        place.cmpge(min).all() && place.cmple(max).all()
    }

    /// How much of the map is on the screen, a share of its area.
    pub fn share_in_view(&self) -> f32 {
        let (min, max) = self.view();
        let seen = (max.min(self.world) - min.max(Vec2::ZERO)).max(Vec2::ZERO) / self.world;
        seen.x * seen.y
    }

    /// Takes over the size of the window. As long as the player has not moved it, it looks at what it would
    /// show in a window that had this size from the start.
    pub fn resize(&mut self, screen: Vec2, dpi: f32) {
        if let Some(start) = self.start().filter(|_| screen != self.screen) {
            *self = Camera::new(self.world, screen, start);
        }
        (self.screen, self.dpi) = (screen, dpi);
    }

    /// Moves by screen points, eased.
    pub fn pan(&mut self, by: Vec2) {
        if by != Vec2::ZERO {
            self.aim = None;
        }
        self.pan += by / self.scale;
    }

    /// Moves by screen points at once, as a drag does.
    pub fn drag(&mut self, by: Vec2) {
        self.aim = None;
        self.shift(by / self.scale);
        self.keep_on_map();
    }

    /// Looks at a world place at once.
    pub fn look_at(&mut self, place: Vec2) {
        (self.center, self.pan, self.anchor, self.aim) = (place, Vec2::ZERO, None, None);
        self.keep_on_map();
    }

    /// Eases to the whole map in the part of the screen between the cards, points.
    pub fn show_whole(&mut self, free: (Vec2, Vec2)) {
        self.free = free;
        let (center, scale) = self.framed((Vec2::ZERO, self.world));
        self.wanted_scale = scale;
        (self.pan, self.anchor) = (Vec2::ZERO, Some((self.screen / 2.0, center)));
        self.aim = Some(CameraAim::Whole);
    }

    /// As it is when it has come to show the whole map in a part of the screen, points.
    pub fn of_whole(&self, free: (Vec2, Vec2)) -> Camera {
        let mut camera = self.clone();
        camera.show_whole(free);
        (camera.center, camera.scale) = camera.framed((Vec2::ZERO, self.world));
        camera
    }

    /// Zooms by wheel steps; what is under the pointer stays there.
    pub fn zoom(&mut self, steps: f32, pointer: Vec2) {
        let room = (self.free.1 - self.free.0 - 2.0 * ROOM).max(Vec2::splat(64.0));
        let farthest = ((room / self.world).min_element() * 0.8).min(0.5);
        self.wanted_scale = (self.wanted_scale * WHEEL_STEP.powf(steps)).clamp(farthest, CLOSEST);
        (self.anchor, self.aim) = (Some((pointer, self.to_world(pointer))), None);
    }

    /// Eases on by `seconds` of real time.
    pub fn advance(&mut self, seconds: f32) {
        let before = (self.center, self.scale);
        // An exponential approach that has done 95 % after the time of the theme.
        let share = 1.0 - (-3.0 * seconds / CAMERA_EASE).exp();
        let step = self.pan * share;
        self.pan -= step;
        self.shift(step);
        self.scale *= (self.wanted_scale / self.scale).powf(share);
        if (self.wanted_scale / self.scale - 1.0).abs() < 1e-3 {
            self.scale = self.wanted_scale;
        }
        if let Some((screen, world)) = self.anchor {
            self.center = world - (screen - self.screen / 2.0) / self.scale;
            if self.scale == self.wanted_scale {
                self.anchor = None;
            }
        }
        self.keep_on_map();
        let drift = (self.center - before.0).abs().max_element() * self.scale;
        self.moves = drift > SEEN_STEP || self.scale != before.1;
    }

    /// Whether it has come to where the player sent it.
    pub fn rests(&self) -> bool {
        !self.moves && self.anchor.is_none()
    }

    fn shift(&mut self, by: Vec2) {
        self.center += by;
        if let Some((_, world)) = &mut self.anchor {
            *world += by;
        }
    }

    /// The middle of the free part of the screen never leaves the map; the smaller the map is on the screen,
    /// the nearer it stays to the middle.
    fn keep_on_map(&mut self) {
        let aside = self.aside(self.scale);
        let beyond = self.screen / self.scale / 2.0 - self.world / 2.0;
        let rim = beyond.clamp(Vec2::ZERO, self.world / 2.0);
        self.center = (self.center + aside).clamp(rim, self.world - rim) - aside;
    }
}

/// The middle of places; `None` where there are none.
pub(super) fn middle(places: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    let (sum, count) = places.fold((Vec2::ZERO, 0), |(sum, count), place| (sum + place, count + 1));
    (count > 0).then(|| sum / count as f32)
}

#[cfg(test)]
mod tests;
