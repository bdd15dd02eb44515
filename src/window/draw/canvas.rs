//! A picture in memory: painted of SVG, as counters and signs are, or by a small anti-aliased rasteriser, as
//! the printed map is.
//!
//! The rasteriser's shapes are signed distances in pixels (negative inside); what a distance covers of a
//! pixel is its blend.

use crate::geometry::segment::distance_to_segment;
use crate::picture::pixels;
use crate::window::theme::Rgb;
use egui_macroquad::egui::{self, Context, Id, TextureHandle};
use glam::{IVec2, Vec2, vec2};

/// A picture in memory, straight (not premultiplied) RGBA, rows from the top.
pub struct Canvas {
    /// px.
    pub width: usize,
    /// px.
    pub height: usize,
    /// Row by row.
    pub pixels: Vec<[u8; 4]>,
}

impl Canvas {
    /// A picture of one colour.
    pub fn new(width: usize, height: usize, fill: [u8; 4]) -> Canvas {
        Canvas { width, height, pixels: vec![fill; width * height] }
    }

    /// A picture of this size of what SVG draws about the origin, so many pixels to a unit of it.
    ///
    /// # Panics
    /// Where the SVG is not sound.
    pub fn of_svg(drawn: &str, size: Vec2, density: f32, [r, g, b]: Rgb) -> Canvas {
        let (pixel, size) = ((size * density).ceil(), size.ceil());
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\">{drawn}</svg>",
            pixel.x,
            pixel.y,
            size.x / -2.0,
            size.y / -2.0,
            size.x,
            size.y
        );
        let mut pixels = pixels(&svg).expect("what the program draws is sound");
        // Transparent, but of the colour of the rim: nothing dark bleeds in when the picture is made smaller.
        pixels.iter_mut().filter(|pixel| pixel[3] == 0).for_each(|pixel| *pixel = [r, g, b, 0]);
        Canvas { width: pixel.x as usize, height: pixel.y as usize, pixels }
    }

    /// A picture as cards show it, painted when it is first asked for under this id.
    pub fn kept(context: &Context, id: Id, paint: impl FnOnce() -> Canvas) -> TextureHandle {
        context.data(|data| data.get_temp(id)).unwrap_or_else(|| {
            let texture = paint().texture(context, "kept");
            context.data_mut(|data| data.insert_temp(id, texture.clone()));
            texture
        })
    }

    /// The picture as cards show it.
    pub fn texture(&self, context: &Context, name: &str) -> TextureHandle {
        let image = egui::ColorImage::from_rgba_unmultiplied([self.width, self.height], self.bytes());
        context.load_texture(name, image, egui::TextureOptions::LINEAR)
    }

    /// All channels in one row, as textures take them.
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// Lays a colour over one pixel; outside nothing happens.
    pub fn blend(&mut self, x: i32, y: i32, rgb: Rgb, alpha: f32) {
        if x < 0 || y < 0 || x as usize >= self.width || y as usize >= self.height || alpha <= 0.0 {
            return;
        }
        let pixel = &mut self.pixels[y as usize * self.width + x as usize];
        let alpha = alpha.min(1.0);
        let under = f32::from(pixel[3]) / 255.0 * (1.0 - alpha);
        let total = alpha + under;
        for channel in 0..3 {
            let mixed = f32::from(rgb[channel]) * alpha + f32::from(pixel[channel]) * under;
            pixel[channel] = (mixed / total + 0.5) as u8;
        }
        pixel[3] = (total * 255.0 + 0.5) as u8;
    }

    /// Lays a shape over the picture. `distance` is asked at pixel centres within `min..max`.
    pub fn shape(&mut self, min: Vec2, max: Vec2, rgb: Rgb, alpha: f32, distance: impl Fn(Vec2) -> f32) {
        self.shade(min, max, |at| {
            let cover = (0.5 - distance(at)).clamp(0.0, 1.0);
            (rgb, alpha * cover)
        });
    }

    /// Asks `color` for what to lay over each pixel within `min..max`.
    pub fn shade(&mut self, min: Vec2, max: Vec2, color: impl Fn(Vec2) -> (Rgb, f32)) {
        let from = min.floor().as_ivec2().max(IVec2::ZERO);
        let to = max.ceil().as_ivec2().min(IVec2::new(self.width as i32, self.height as i32));
        for y in from.y..to.y {
            for x in from.x..to.x {
                let (rgb, alpha) = color(vec2(x as f32 + 0.5, y as f32 + 0.5));
                self.blend(x, y, rgb, alpha);
            }
        }
    }

    /// A filled disc.
    pub fn disc(&mut self, center: Vec2, radius: f32, rgb: Rgb, alpha: f32) {
        let reach = Vec2::splat(radius + 1.0);
        self.shape(center - reach, center + reach, rgb, alpha, |at| at.distance(center) - radius);
    }

    /// A circle of a line's width, drawn inwards from `radius`.
    pub fn ring(&mut self, center: Vec2, radius: f32, width: f32, rgb: Rgb, alpha: f32) {
        let reach = Vec2::splat(radius + 1.0);
        self.shape(center - reach, center + reach, rgb, alpha, |at| {
            (at.distance(center) - radius + width / 2.0).abs() - width / 2.0
        });
    }

    /// A stroke with round ends.
    pub fn line(&mut self, a: Vec2, b: Vec2, width: f32, rgb: Rgb, alpha: f32) {
        let reach = Vec2::splat(width / 2.0 + 1.0);
        self.shape(a.min(b) - reach, a.max(b) + reach, rgb, alpha, |at| {
            distance_to_segment(at, a, b) - width / 2.0
        });
    }

    /// Copies another picture into this one.
    pub fn paste(&mut self, from: &Canvas, x: usize, y: usize) {
        for row in 0..from.height {
            let source = &from.pixels[row * from.width..(row + 1) * from.width];
            let start = (y + row) * self.width + x;
            self.pixels[start..start + from.width].copy_from_slice(source);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_covers_its_own_area() {
        let mut canvas = Canvas::new(40, 40, [0, 0, 0, 0]);
        canvas.disc(vec2(20.0, 20.0), 10.0, [255, 0, 0], 1.0);
        let area: f32 = canvas.pixels.iter().map(|pixel| f32::from(pixel[3]) / 255.0).sum();
        assert!((area - std::f32::consts::PI * 100.0).abs() < 2.0, "{area}");
    }

    #[test]
    fn drawing_outside_the_picture_does_nothing() {
        let mut canvas = Canvas::new(4, 4, [9, 9, 9, 255]);
        canvas.line(vec2(-50.0, -50.0), vec2(-10.0, 90.0), 3.0, [0, 0, 0], 1.0);
        canvas.blend(4, 0, [0, 0, 0], 1.0);
        assert!(canvas.pixels.iter().all(|&pixel| pixel == [9, 9, 9, 255]));
    }

    #[test]
    fn a_polygon_is_filled_inside_only() {
        let square = "<path fill='#010203' d='M-5-5H5V5H-5z'/>";
        let canvas = Canvas::of_svg(square, Vec2::splat(20.0), 1.0, [0; 3]);
        assert_eq!(canvas.pixels[10 * 20 + 10], [1, 2, 3, 255]);
        assert_eq!(canvas.pixels[2 * 20 + 10][3], 0);
    }
}
