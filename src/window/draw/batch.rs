//! Textured quads, gathered on the processor and handed to macroquad in few large draw calls.
//!
//! Costs: 40 bytes a corner; 10,000 counters with symbol and notch are 1.2 million bytes a thousand, built in
//! about 1 ms.

use super::atlas::Sprite;
use crate::window::theme::Rgb;
use glam::Vec2;
use macroquad::models::Vertex;
use macroquad::prelude::{Texture2D, get_internal_gl};

/// Quads of one draw call: below macroquad's buffers as [`super::super::frame`] configures them.
pub const QUADS_PER_CALL: usize = 2500;

/// Quads that wait to be drawn with one texture, first to last.
#[derive(Default)]
pub struct Batch {
    vertices: Vec<Vertex>,
    indices: Vec<u16>,
}

/// A colour with transparency, 0..=1.
pub fn rgba([r, g, b]: Rgb, alpha: f32) -> [u8; 4] {
    [r, g, b, (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8]
}

impl Batch {
    /// A quad whose corners take the texture's `min`, `(max.x, min.y)`, `max` and `(min.x, max.y)`.
    pub fn quad(&mut self, corners: [Vec2; 4], min: Vec2, max: Vec2, color: [u8; 4]) {
        let uv = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        for (corner, uv) in corners.into_iter().zip(uv) {
            let position = corner.extend(0.0);
            self.vertices.push(Vertex { position, uv, color, normal: glam::Vec4::ZERO });
        }
    }

    /// A sprite centred at `center`, its picture's half size `half`, screen px.
    pub fn sprite(&mut self, sprite: Sprite, center: Vec2, half: Vec2, color: [u8; 4]) {
        let (min, max) = (center - half, center + half);
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        self.quad(corners, sprite.min, sprite.max, color);
    }

    /// A sprite turned so that its east looks along the unit vector `heading`.
    pub fn turned(&mut self, sprite: Sprite, center: Vec2, half: Vec2, heading: Vec2, color: [u8; 4]) {
        let (x, y) = (heading * half.x, heading.perp() * half.y);
        let corners = [center - x - y, center + x - y, center + x + y, center - x + y];
        self.quad(corners, sprite.min, sprite.max, color);
    }

    /// Draws everything and empties the batch.
    pub fn flush(&mut self, texture: &Texture2D) {
        if self.indices.is_empty() {
            let quad = |i: u16| [0, 1, 2, 0, 2, 3].map(|corner| i * 4 + corner);
            self.indices = (0..QUADS_PER_CALL as u16).flat_map(quad).collect();
        }
        // SAFETY: called from the frame loop only, where macroquad's context lives, and nothing keeps the
        // borrow.
        let gl = unsafe { get_internal_gl() }.quad_gl;
        gl.texture(Some(texture));
        gl.draw_mode(macroquad::prelude::DrawMode::Triangles);
        for part in self.vertices.chunks(QUADS_PER_CALL * 4) {
            gl.geometry(part, &self.indices[..part.len() / 4 * 6]);
        }
        gl.texture(None);
        self.vertices.clear();
    }
}
