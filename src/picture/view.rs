//! Which part of the map a picture shows, and how large.

use super::Layer;
use crate::grid::TILE;
use crate::ids::UnitId;
use glam::{Vec2, vec2};

/// What a picture shows.
#[derive(Clone, Debug, Default)]
pub struct DrawOptions {
    /// Left, top, width and height of the part that is shown, tiles; `None` is the whole map.
    pub area: Option<[f32; 4]>,
    /// Width of the picture, px; its height follows.
    pub width: u32,
    /// What is explained.
    pub layers: Vec<Layer>,
    /// Units with a ring, their goals and their ways.
    pub select: Vec<UnitId>,
}

/// Width of a picture for which nobody named another, px.
pub const WIDTH: u32 = 960;
/// Narrowest and widest picture, px.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 100..=8192;

/// A part of the map in a picture. Lengths on the map in world px, in the picture in px.
#[derive(Clone, Debug)]
pub struct Viewport {
    /// Its upper left corner on the map.
    pub low: Vec2,
    /// Its lower right corner on the map.
    pub high: Vec2,
    /// Px of the picture to a world px.
    pub scale: f32,
    /// Room for coordinates and title on all sides.
    pub margin: f32,
    /// Size of the picture.
    pub size: Vec2,
}

impl Viewport {
    /// The view that was asked for of a map of `world` px.
    pub fn new(options: &DrawOptions, world: Vec2) -> Viewport {
        let (low, high) = match options.area {
            None => (Vec2::ZERO, world),
            Some([x, y, width, height]) => (vec2(x, y) * TILE, vec2(x + width, y + height) * TILE),
        };
        let width = options.width as f32;
        let margin = (width / 14.0).clamp(14.0, 34.0);
        let scale = (width - 2.0 * margin) / (high.x - low.x);
        let size = vec2(width, ((high.y - low.y) * scale + 2.0 * margin).ceil());
        Viewport { low, high, scale, margin, size }
    }

    /// Where a world place is in the picture.
    pub fn at(&self, world: Vec2) -> Vec2 {
        (world - self.low) * self.scale + self.margin
    }

    /// Whether something of a radius, world px, about a place may be seen.
    pub fn shows(&self, world: Vec2, radius: f32) -> bool {
        (world + radius).cmpge(self.low).all() && (world - radius).cmple(self.high).all()
    }
}
