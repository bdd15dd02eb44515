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
/// Room between what is fitted in and the cards, points.
const ROOM: f32 = 14.0;
/// A wheel step zooms by this factor.
const WHEEL_STEP: f32 = 1.25;

/// How the world is seen. Places in world px and screen points.
#[derive(Clone, Debug)]
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
    /// What it looks at when the level opens, until the player moves it.
    start: Option<Start>,
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
}

impl Camera {
    /// Looks at those who take part, else at the army, else at the first unit, whatever of it can be seen at
    /// a scale that shows something. `world` is the size of the map, px.
    pub fn new(world: Vec2, screen: Vec2, start: Start) -> Camera {
        let mut camera = Camera {
            center: world / 2.0,
            scale: FIRST_START,
            screen,
            dpi: 1.0,
            free: (Vec2::ZERO, screen),
            world,
            wanted_scale: FIRST_START,
            pan: Vec2::ZERO,
            anchor: None,
            start: Some(start),
        };
        camera.look_at_start();
        camera
    }

    /// The size of what is to be seen at the start, px, and nothing after the player has moved it.
    pub fn size_at_start(&self) -> Option<egui_macroquad::egui::Vec2> {
        let (min, max) = self.around(self.start?.actors);
        Some(egui_macroquad::egui::vec2(max.x - min.x, max.y - min.y))
    }

    /// A box with some ground about it.
    fn around(&self, (min, max): (Vec2, Vec2)) -> (Vec2, Vec2) {
        ((min - GROUND).max(Vec2::ZERO), (max + GROUND).min(self.world).max(Vec2::ONE))
    }

    /// Fits what is to be seen at the start into the part of the screen between the cards, points.
    pub fn fit(&mut self, free: (Vec2, Vec2)) {
        if self.start.is_some() {
            self.free = free;
            self.look_at_start();
        }
    }

    fn look_at_start(&mut self) {
        let Some(start) = self.start else { return };
        let shown = [start.actors, start.army].map(|places| self.framed(self.around(places)));
        let shown = shown.into_iter().find(|&(_, scale)| scale >= SMALLEST_START);
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

    /// The scale at which a box of this size, px, fits between the cards.
    fn fitting_scale(&self, size: Vec2) -> f32 {
        let room = self.free.1 - self.free.0 - 2.0 * ROOM;
        (room.max(Vec2::splat(64.0)) / size).min_element()
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

    /// Takes over the size of the window. As long as the player has not moved it, it looks at what it would
    /// show in a window that had this size from the start.
    pub fn resize(&mut self, screen: Vec2, dpi: f32) {
        if let Some(start) = self.start.filter(|_| screen != self.screen) {
            *self = Camera::new(self.world, screen, start);
        }
        (self.screen, self.dpi) = (screen, dpi);
    }

    /// Moves by screen points, eased.
    pub fn pan(&mut self, by: Vec2) {
        if by != Vec2::ZERO {
            self.start = None;
        }
        self.pan += by / self.scale;
    }

    /// Moves by screen points at once, as a drag does.
    pub fn drag(&mut self, by: Vec2) {
        self.start = None;
        self.shift(by / self.scale);
        self.keep_on_map();
    }

    /// Looks at a world place at once.
    pub fn look_at(&mut self, place: Vec2) {
        (self.center, self.pan, self.anchor, self.start) = (place, Vec2::ZERO, None, None);
        self.keep_on_map();
    }

    /// Eases to the whole map in the part of the screen between the cards, points.
    pub fn show_whole(&mut self, free: (Vec2, Vec2)) {
        self.free = free;
        let (center, scale) = self.framed((Vec2::ZERO, self.world));
        self.wanted_scale = scale;
        (self.pan, self.anchor, self.start) = (Vec2::ZERO, Some((self.screen / 2.0, center)), None);
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
        let farthest = (self.fitting_scale(self.world) * 0.8).min(0.5);
        self.wanted_scale = (self.wanted_scale * WHEEL_STEP.powf(steps)).clamp(farthest, CLOSEST);
        (self.anchor, self.start) = (Some((pointer, self.to_world(pointer))), None);
    }

    /// Eases on by `seconds` of real time.
    pub fn advance(&mut self, seconds: f32) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    const SCREEN: Vec2 = vec2(1280.0, 720.0);

    fn start(min: Vec2, max: Vec2) -> Start {
        Start { actors: (min, max), army: (min, max), first: min }
    }

    fn camera() -> Camera {
        Camera::new(vec2(9000.0, 9000.0), SCREEN, start(vec2(700.0, 900.0), vec2(8000.0, 8000.0)))
    }

    #[test]
    fn the_whole_map_can_be_looked_at_from_anywhere() {
        let mut camera = camera();
        camera.zoom(6.0, vec2(10.0, 10.0));
        (0..60).for_each(|_| camera.advance(1.0 / 60.0));
        camera.show_whole((Vec2::ZERO, SCREEN));
        (0..60).for_each(|_| camera.advance(1.0 / 60.0));
        let (min, max) = camera.view();
        assert!(min.cmplt(Vec2::ZERO).all() && max.cmpgt(vec2(9000.0, 9000.0)).all(), "{min} {max}");
    }

    #[test]
    fn those_who_take_part_are_fitted_between_the_cards_and_not_the_empty_sheet() {
        let (min, max) = (vec2(300.0, 1500.0), vec2(900.0, 1700.0));
        let mut camera = Camera::new(vec2(6000.0, 3000.0), SCREEN, start(min, max));
        let free = (vec2(400.0, 60.0), vec2(1080.0, 600.0));
        camera.fit(free);
        let (left_top, right_bottom) = (camera.to_screen(min), camera.to_screen(max));
        assert!(
            left_top.cmpgt(free.0).all() && right_bottom.cmplt(free.1).all(),
            "{left_top} {right_bottom}"
        );
        assert!(right_bottom.x - left_top.x > 0.6 * (free.1.x - free.0.x), "{left_top} {right_bottom}");
        camera.drag(vec2(5.0, 0.0));
        let moved = camera.center;
        camera.fit((Vec2::ZERO, SCREEN));
        assert_eq!(camera.center, moved, "the player has moved it");
    }

    #[test]
    fn what_reaches_the_edge_of_the_map_is_shown_with_the_margin_of_the_sheet() {
        let map = vec2(1500.0, 900.0);
        let mut camera = Camera::new(map, SCREEN, start(Vec2::ZERO, map));
        let is_shown = |camera: &Camera| {
            let (min, max) = (camera.to_screen(Vec2::ZERO), camera.to_screen(map));
            let room = min.min(SCREEN - max);
            assert!(room.min_element() > MARGIN - 0.5 && room.min_element() < MARGIN + 0.5, "{min} {max}");
        };
        is_shown(&camera);
        camera.zoom(3.0, vec2(10.0, 10.0));
        is_shown(&camera.of_whole((Vec2::ZERO, SCREEN)));
    }

    #[test]
    fn goals_too_far_away_are_left_out_before_the_army_is() {
        let world = vec2(60_000.0, 60_000.0);
        let army = (vec2(300.0, 300.0), vec2(900.0, 500.0));
        let start = Start { actors: (army.0, world), army, first: army.0 };
        let camera = Camera::new(world, SCREEN, start);
        let (min, max) = camera.view();
        assert!(min.cmplt(army.0).all() && max.cmpgt(army.1).all(), "{min} {max}");
    }

    #[test]
    fn a_window_that_grows_shows_more_of_the_map_until_the_player_has_moved_it() {
        let map = vec2(2400.0, 1200.0);
        let mut camera = Camera::new(map, SCREEN, start(Vec2::ZERO, map));
        let small = camera.scale;
        camera.resize(vec2(1920.0, 1080.0), 1.0);
        assert!(camera.scale > small * 1.4);
        let large = camera.scale;
        camera.drag(vec2(5.0, 0.0));
        camera.resize(SCREEN, 1.0);
        assert_eq!(camera.scale, large);
    }

    #[test]
    fn screen_and_world_are_inverse() {
        let camera = camera();
        let place = vec2(123.0, 456.0);
        assert!(camera.to_world(camera.to_screen(place)).distance(place) < 1e-3);
        assert_eq!(camera.to_screen(camera.center), vec2(640.0, 360.0));
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let mut camera = camera();
        let pointer = vec2(900.0, 200.0);
        let under = camera.to_world(pointer);
        camera.zoom(3.0, pointer);
        for _ in 0..60 {
            camera.advance(1.0 / 60.0);
            assert!(camera.to_screen(under).distance(pointer) < 0.1);
        }
        assert!((camera.scale / (0.5 * WHEEL_STEP.powi(3)) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn a_pan_has_nearly_arrived_after_the_ease() {
        for frames in [3, 7, 17] {
            let mut camera = camera();
            let start = camera.center;
            camera.pan(vec2(60.0, 0.0));
            (0..frames).for_each(|_| camera.advance(CAMERA_EASE / frames as f32));
            let done = (camera.center.x - start.x) / (60.0 / 0.5);
            assert!((0.93..0.97).contains(&done), "{frames} frames: {done}");
        }
    }

    #[test]
    fn a_map_that_is_small_on_the_screen_stays_in_its_middle() {
        let mut camera = camera();
        camera.zoom(-30.0, vec2(1200.0, 700.0));
        (0..60).for_each(|_| camera.advance(1.0 / 60.0));
        let middle = camera.to_screen(vec2(4500.0, 4500.0));
        assert!(middle.distance(vec2(640.0, 360.0)) < 200.0, "{middle}");
    }

    #[test]
    fn the_camera_never_leaves_the_map() {
        let mut camera = camera();
        camera.drag(vec2(-1e6, 1e6));
        assert_eq!(camera.center, vec2(0.0, 9000.0));
    }
}
