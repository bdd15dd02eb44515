//! Strokes, dashes and rings on the screen, as quads of the atlas. Places in points but where the world is
//! named; nothing outside the screen is built.

use super::atlas::{Atlas, DIGIT_HALF, FLAG_HALF, Sprite};
use super::batch::{Batch, rgba};
use super::counter::{DASH_PERIOD, DASHES, Ring, STROKE_HALF};
use crate::picture::hand::{Brush, Depth};
use crate::picture::svg::Style;
use crate::window::camera::Camera;
use crate::window::theme::Rgb;
use glam::{Vec2, vec2};

/// Draws with the atlas into a batch.
pub struct Pencil<'a> {
    /// The pictures.
    pub atlas: &'a Atlas,
    /// Where the quads go.
    pub batch: &'a mut Batch,
    /// From where the world is seen.
    pub camera: &'a Camera,
}

impl Pencil<'_> {
    /// The box between two corners in the world: filled, and dashed about, each with its strength. Returns
    /// the corners on the screen.
    pub fn area(&mut self, corners: (Vec2, Vec2), fill: (Rgb, f32), line: (Rgb, f32)) -> (Vec2, Vec2) {
        let (a, b) = (self.at(corners.0), self.at(corners.1));
        self.fill(a, b, fill.0, fill.1);
        self.dashed_box(a, b, line.0, line.1);
        (a, b)
    }

    /// A straight stroke.
    pub fn line(&mut self, a: Vec2, b: Vec2, width: f32, rgb: Rgb, alpha: f32) {
        let Some((a, b)) = clip(a, b, vec2(-8.0, -8.0), self.camera.screen + 8.0) else { return };
        let along = (b - a).normalize_or_zero();
        let across = along.perp() * STROKE_HALF;
        let sprite = self.atlas.stroke(width);
        let corners = [a - across, b - across, b + across, a + across];
        self.batch.quad(corners, sprite.min, sprite.max, rgba(rgb, alpha));
    }

    /// A dashed stroke. The dashes lie still when the line's end `a` does.
    pub fn dashes(&mut self, a: Vec2, b: Vec2, width: f32, rgb: Rgb, alpha: f32) {
        const LENGTH: f32 = DASHES as f32 * DASH_PERIOD;
        let Some((from, to)) = clip(a, b, vec2(-8.0, -8.0), self.camera.screen + 8.0) else { return };
        let along = (b - a).normalize_or_zero();
        let across = along.perp() * STROKE_HALF;
        let sprite = self.atlas.dashes(width);
        let end = (to - a).dot(along);
        let mut start = ((from - a).dot(along) / DASH_PERIOD).floor() * DASH_PERIOD;
        while start < end {
            let stop = (start + LENGTH).min(end);
            let (near, far) = (a + along * start, a + along * stop);
            let share = (stop - start) / LENGTH;
            let max = vec2(sprite.min.x + (sprite.max.x - sprite.min.x) * share, sprite.max.y);
            let corners = [near - across, far - across, far + across, near + across];
            self.batch.quad(corners, sprite.min, max, rgba(rgb, alpha));
            start = stop;
        }
    }

    /// Dashes from place to place of the world.
    pub fn way(&mut self, places: &[Vec2], width: f32, rgb: Rgb, alpha: f32) {
        for pair in places.windows(2) {
            self.dashes(self.at(pair[0]), self.at(pair[1]), width, rgb, alpha);
        }
    }

    /// The outline of the box between two corners, dashed.
    pub fn dashed_box(&mut self, a: Vec2, b: Vec2, rgb: Rgb, alpha: f32) {
        let (min, max) = (a.min(b), a.max(b));
        let (right_top, left_bottom) = (vec2(max.x, min.y), vec2(min.x, max.y));
        for (from, to) in [(min, right_top), (right_top, max), (left_bottom, max), (min, left_bottom)] {
            self.dashes(from, to, 1.5, rgb, alpha);
        }
    }

    /// A filled box.
    pub fn fill(&mut self, a: Vec2, b: Vec2, rgb: Rgb, alpha: f32) {
        let (center, half) = ((a + b) / 2.0, (b - a).abs() / 2.0);
        self.batch.sprite(self.atlas.white, center, half, rgba(rgb, alpha));
    }

    /// A thin ring.
    pub fn ring(&mut self, ring: Ring, center: Vec2, radius: f32, rgb: Rgb, alpha: f32) {
        if !self.shows(center, radius) {
            return;
        }
        if radius > 100.0 && ring == Ring::Plain {
            return self.ellipse(center, Vec2::splat(radius), false, rgb, alpha);
        }
        let (sprite, half) = self.atlas.ring(ring, radius);
        self.batch.sprite(sprite, center, half, rgba(rgb, alpha));
    }

    /// An ellipse in pencil.
    pub fn ellipse(&mut self, center: Vec2, radii: Vec2, dashed: bool, rgb: Rgb, alpha: f32) {
        if !self.shows(center, radii.max_element()) {
            return;
        }
        let steps = (radii.max_element() * 0.6).clamp(24.0, 240.0) as i32;
        let point =
            |i: i32| center + Vec2::from_angle(i as f32 / steps as f32 * std::f32::consts::TAU) * radii;
        for step in (0..steps).filter(|step| !dashed || step % 3 != 2) {
            self.line(point(step), point(step + 1), 1.0, rgb, alpha);
        }
    }

    /// A filled disc with a sharp rim, however large.
    pub fn disc(&mut self, center: Vec2, radius: f32, rgb: Rgb, alpha: f32) {
        let (sprite, half) = self.atlas.sized(&self.atlas.discs, radius);
        self.print(sprite, center, half, rgb, alpha);
    }

    /// A filled disc for small signs.
    pub fn dot(&mut self, center: Vec2, radius: f32, rgb: Rgb, alpha: f32) {
        self.print(self.atlas.dot, center, Vec2::splat(radius), rgb, alpha);
    }

    /// A flag whose pole stands at a place.
    pub fn flag(&mut self, foot: Vec2, rgb: Rgb, alpha: f32) {
        self.print(self.atlas.flag, foot, FLAG_HALF, rgb, alpha);
    }

    /// A picture of the atlas, centred at a place.
    pub fn print(&mut self, sprite: Sprite, center: Vec2, half: Vec2, rgb: Rgb, alpha: f32) {
        if self.shows(center, half.max_element()) {
            self.batch.sprite(sprite, center, half, rgba(rgb, alpha));
        }
    }

    /// A whole number, centred at a place.
    pub fn number(&mut self, number: usize, center: Vec2, rgb: Rgb, alpha: f32) {
        let text = number.to_string();
        let step = vec2(DIGIT_HALF.x * 1.75, 0.0);
        let first = center - step * (text.len() as f32 - 1.0) / 2.0;
        for (index, digit) in text.chars().filter_map(|digit| digit.to_digit(10)).enumerate() {
            let at = first + step * index as f32;
            self.batch.sprite(self.atlas.digit(digit), at, DIGIT_HALF, rgba(rgb, alpha));
        }
    }

    /// Whether something of this size about a place may be seen.
    pub fn shows(&self, center: Vec2, radius: f32) -> bool {
        let reach = radius + 20.0;
        center.x > -reach
            && center.y > -reach
            && center.x < self.camera.screen.x + reach
            && center.y < self.camera.screen.y + reach
    }
}

impl Brush for Pencil<'_> {
    fn at(&self, world: Vec2) -> Vec2 {
        self.camera.to_screen(world)
    }

    fn scale(&self) -> f32 {
        self.camera.scale
    }

    fn stroke(&mut self, _: Depth, style: Style, places: &[Vec2], is_closed: bool) {
        let Style { rgb, width, dash, alpha, .. } = style;
        let (width, alpha) = (f32::from(width) / 10.0, f32::from(alpha) / 100.0);
        let Some((&first, others)) = places.split_first() else { return };
        if width == 0.0 {
            // All of these areas are seen whole from their first corner.
            for pair in others.windows(2) {
                let (corners, white) = ([first, pair[0], pair[1], pair[1]], self.atlas.white);
                self.batch.quad(corners, white.min, white.max, rgba(rgb, alpha));
            }
            return;
        }
        for (&from, &to) in places.iter().zip(others.iter().chain(is_closed.then_some(&first))) {
            match dash {
                (0, _) => self.line(from, to, width, rgb, alpha),
                _ => self.dashes(from, to, width, rgb, alpha),
            }
        }
    }

    fn circle(&mut self, _: Depth, Style { rgb, width, alpha, .. }: Style, center: Vec2, radius: f32) {
        match width {
            0 => self.dot(center, radius, rgb, f32::from(alpha) / 100.0),
            _ => self.ring(Ring::Plain, center, radius, rgb, f32::from(alpha) / 100.0),
        }
    }
}

/// The part of a line within a box (Liang and Barsky), or `None`.
pub fn clip(a: Vec2, b: Vec2, min: Vec2, max: Vec2) -> Option<(Vec2, Vec2)> {
    let way = b - a;
    let (mut enter, mut leave) = (0.0f32, 1.0f32);
    for (start, along, low, high) in [(a.x, way.x, min.x, max.x), (a.y, way.y, min.y, max.y)] {
        if along == 0.0 {
            if start < low || start > high {
                return None;
            }
            continue;
        }
        let (first, second) = ((low - start) / along, (high - start) / along);
        enter = enter.max(first.min(second));
        leave = leave.min(first.max(second));
    }
    (enter < leave).then(|| (a + way * enter, a + way * leave))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_rim_of_the_screen() {
        let max = vec2(100.0, 50.0);
        assert_eq!(
            clip(vec2(-100.0, 25.0), vec2(300.0, 25.0), Vec2::ZERO, max),
            Some((vec2(0.0, 25.0), vec2(100.0, 25.0)))
        );
        assert_eq!(clip(vec2(-5.0, 0.0), vec2(-5.0, 50.0), Vec2::ZERO, max), None);
        assert_eq!(clip(vec2(-10.0, 60.0), vec2(110.0, 70.0), Vec2::ZERO, max), None);
    }
}
