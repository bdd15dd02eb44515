//! From the world to the screen and back: a centre and a scale that ease to where the player sent them.

use crate::window::theme::CAMERA_EASE;
use glam::{Vec2, vec2};

/// Largest scale, screen px to a world px.
const CLOSEST: f32 = 4.0;
/// A whole map is shown at the start if this scale or a larger one does.
const SMALLEST_START: f32 = 0.5;
/// Small maps are not blown up beyond this scale at the start.
const LARGEST_START: f32 = 1.6;
/// The whole army is shown at the start if this scale or a larger one does.
const SMALLEST_ARMY: f32 = 0.2;
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
    world: Vec2,
    wanted_scale: f32,
    /// What is left of a pan, world px.
    pan: Vec2,
    /// A screen place and the world place that a zoom keeps under it.
    anchor: Option<(Vec2, Vec2)>,
    /// What it looked at when the level opened, until the player moves it.
    start: Option<((Vec2, Vec2), Vec2)>,
}

impl Camera {
    /// Looks at a whole map of `world` px if it is not too small then, else at the box `army` from corner to corner
    /// if that is not too large, else at the place `first`.
    pub fn new(world: Vec2, screen: Vec2, army: (Vec2, Vec2), first: Vec2) -> Camera {
        let fitting = fitting_scale(world, screen);
        let marching = fitting_scale(army.1 - army.0 + 300.0, screen);
        let (center, scale) = if fitting >= SMALLEST_START {
            (world / 2.0 + vec2(0.0, 8.0) / fitting.min(LARGEST_START), fitting)
        } else if marching >= SMALLEST_ARMY {
            ((army.0 + army.1) / 2.0, marching)
        } else {
            (first, SMALLEST_START)
        };
        let scale = scale.min(LARGEST_START);
        let mut camera = Camera {
            center,
            scale,
            screen,
            dpi: 1.0,
            world,
            wanted_scale: scale,
            pan: Vec2::ZERO,
            anchor: None,
            start: Some((army, first)),
        };
        camera.keep_on_map();
        camera
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

    /// Takes over the size of the window. As long as the player has not moved it, it looks at what it would show in a
    /// window that had this size from the start.
    pub fn resize(&mut self, screen: Vec2, dpi: f32) {
        if let Some((army, first)) = self.start.filter(|_| screen != self.screen) {
            *self = Camera::new(self.world, screen, army, first);
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

    /// Eases to the whole map.
    pub fn show_whole(&mut self) {
        let fitting = fitting_scale(self.world, self.screen);
        self.wanted_scale = fitting.min(LARGEST_START);
        let middle = self.screen / 2.0 - vec2(0.0, 8.0);
        (self.pan, self.anchor, self.start) = (Vec2::ZERO, Some((middle, self.world / 2.0)), None);
    }

    /// Zooms by wheel steps; what is under the pointer stays there.
    pub fn zoom(&mut self, steps: f32, pointer: Vec2) {
        let farthest = (fitting_scale(self.world, self.screen) * 0.8).min(0.5);
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

    /// The middle of the screen never leaves the map; the smaller the map is on the screen, the nearer it stays to the
    /// middle.
    fn keep_on_map(&mut self) {
        let beyond = self.screen / self.scale / 2.0 - self.world / 2.0;
        let rim = beyond.clamp(Vec2::ZERO, self.world / 2.0);
        self.center = self.center.clamp(rim, self.world - rim);
    }
}

/// The scale at which a whole map fits between the bars.
fn fitting_scale(world: Vec2, screen: Vec2) -> f32 {
    ((screen - vec2(48.0, 176.0)).max(Vec2::splat(64.0)) / world).min_element()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera() -> Camera {
        Camera::new(
            vec2(9000.0, 9000.0),
            vec2(1280.0, 720.0),
            (vec2(700.0, 900.0), vec2(8000.0, 8000.0)),
            vec2(700.0, 900.0),
        )
    }

    #[test]
    fn the_whole_map_can_be_looked_at_from_anywhere() {
        let mut camera = camera();
        camera.zoom(6.0, vec2(10.0, 10.0));
        (0..60).for_each(|_| camera.advance(1.0 / 60.0));
        camera.show_whole();
        (0..60).for_each(|_| camera.advance(1.0 / 60.0));
        let (min, max) = camera.view();
        assert!(min.cmplt(Vec2::ZERO).all() && max.cmpgt(vec2(9000.0, 9000.0)).all(), "{min} {max}");
    }

    #[test]
    fn a_small_map_is_shown_whole() {
        let camera =
            Camera::new(vec2(600.0, 300.0), vec2(1280.0, 720.0), (Vec2::ZERO, Vec2::ZERO), Vec2::ZERO);
        let (min, max) = camera.view();
        assert!(min.cmplt(Vec2::ZERO).all() && max.cmpgt(vec2(600.0, 300.0)).all());
    }

    #[test]
    fn a_window_that_grows_shows_more_of_the_map_until_the_player_has_moved_it() {
        let map = vec2(2400.0, 1200.0);
        let mut camera = Camera::new(map, vec2(1280.0, 720.0), (Vec2::ZERO, map), Vec2::ZERO);
        let small = camera.scale;
        camera.resize(vec2(1920.0, 1080.0), 1.0);
        assert!(camera.scale > small * 1.4);
        let large = camera.scale;
        camera.drag(vec2(5.0, 0.0));
        camera.resize(vec2(1280.0, 720.0), 1.0);
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
