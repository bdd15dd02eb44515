//! The sheet of counters: every small picture of the window, painted by the program when a level opens.
//!
//! Counters, symbols and rings exist in several sizes, so that what is drawn is never more than half again as
//! large as on the screen, and stays sharp at every zoom.

use super::canvas::Canvas;
use super::counter::{self, Ring};
use crate::geometry::Shape;
use crate::level::{Kind, Team};
use glam::{Vec2, vec2};
use macroquad::prelude::{FilterMode, Texture2D};

/// Radii at which counters are painted, px.
const COUNTER_RADII: [f32; 8] = [3.0, 5.0, 7.5, 11.0, 16.0, 24.0, 36.0, 54.0];
/// Radii at which thin rings are painted, px.
const RING_RADII: [f32; 12] = [4.0, 5.5, 7.5, 10.0, 13.0, 17.0, 22.0, 29.0, 38.0, 50.0, 66.0, 88.0];
/// Widths at which strokes are painted, px.
const STROKE_WIDTHS: [f32; 4] = [1.0, 1.5, 2.0, 3.0];
/// Free space around each picture, px: its neighbour never bleeds in.
const MARGIN: usize = 1;
/// Teams with a picture of their own; more share them.
const MAX_TEAMS: usize = 64;

/// A part of the texture, 0..1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sprite {
    /// Top left.
    pub min: Vec2,
    /// Bottom right.
    pub max: Vec2,
}

/// One picture in several sizes.
#[derive(Clone, Debug, Default)]
pub struct Sizes(Vec<Sized>);

#[derive(Clone, Copy, Debug)]
struct Sized {
    /// Place among all pictures.
    index: usize,
    radius: f32,
    /// Half the picture, px, at `radius`.
    half: f32,
}

impl Sizes {
    /// The picture for a radius on a screen with `density` pixels to a point, and half its size there.
    fn at(&self, radius: f32, density: f32) -> (usize, Vec2) {
        let sized = self.0.iter().find(|sized| sized.radius >= radius * density).or(self.0.last());
        let Some(sized) = sized else { return Default::default() };
        (sized.index, Vec2::splat(sized.half * radius / sized.radius))
    }
}

/// All small pictures.
pub struct Atlas {
    /// The texture that all sprites are part of.
    pub texture: Texture2D,
    /// Pixels to a point.
    pub density: f32,
    /// All pictures.
    sprites: Vec<Sprite>,
    counters: Vec<[Sizes; 2]>,
    symbols: Vec<Sizes>,
    /// The notch that shows the heading; it points east.
    pub notch: Sizes,
    rings: [Sizes; 3],
    /// Obstacles.
    pub stones: Sizes,
    /// White discs.
    pub discs: Sizes,
    strokes: [Sprite; STROKE_WIDTHS.len()],
    dashes: [usize; STROKE_WIDTHS.len()],
    /// A flag whose pole stands at the picture's centre.
    pub flag: Sprite,
    /// A filled disc.
    pub dot: Sprite,
    /// A compass in ink.
    pub compass: Sprite,
    /// The name of the level in white letters, and half its size, px.
    pub title: (Sprite, Vec2),
    /// The word "tiles", likewise.
    pub tiles: (Sprite, Vec2),
    /// A filled square.
    pub white: Sprite,
    digits: Vec<usize>,
}

/// Half the flag's picture, px.
pub const FLAG_HALF: Vec2 = vec2(14.0, 18.0);
/// Half the compass, px.
pub const COMPASS_HALF: Vec2 = vec2(12.0, 15.0);
/// What is printed on the margin is painted so many times larger: it stays sharp on dense screens.
const PRINT: f32 = 2.0;
/// Height of the letters on the margin, px.
const PRINT_SIZE: f32 = 15.0;
/// Half a digit's picture, px.
pub const DIGIT_HALF: Vec2 = vec2(4.0, 7.0);

impl Atlas {
    /// Paints everything that a level's teams, kinds and name need.
    pub fn new(teams: &[Team], kinds: &[Kind], name: &str) -> Atlas {
        let mut shelf = Shelf::default();
        let counter = |(index, team): (usize, &Team)| {
            [Shape::Circle, Shape::Square].map(|shape| {
                shelf.sizes(&COUNTER_RADII, |radius| counter::body(team.color, index, shape, radius, None))
            })
        };
        let counters: Vec<[Sizes; 2]> = teams.iter().take(MAX_TEAMS).enumerate().map(counter).collect();
        let symbol = |kind: &Kind| shelf.sizes(&COUNTER_RADII, |radius| counter::symbol(&kind.name, radius));
        let symbols: Vec<Sizes> = kinds.iter().map(symbol).collect();
        let notch = shelf.sizes(&COUNTER_RADII, counter::notch);
        let rings = [Ring::Plain, Ring::Dotted, Ring::Selection]
            .map(|style| shelf.sizes(&RING_RADII, |radius| counter::ring(style, radius)));
        let stones = shelf.sizes(&COUNTER_RADII, counter::stone);
        let discs = shelf.sizes(&RING_RADII, counter::disc);
        let strokes = STROKE_WIDTHS.map(|width| shelf.add(counter::stroke(width)));
        let dashes = STROKE_WIDTHS.map(|width| shelf.add(counter::dashes(width)));
        let flag = shelf.add(counter::flag(FLAG_HALF));
        let dot = shelf.add(counter::dot());
        let compass = shelf.add(counter::compass(COMPASS_HALF * PRINT));
        let words = [name, "tiles"].map(|text| shelf.add(counter::line(text, PRINT_SIZE * PRINT)));
        let white = shelf.add(Canvas::new(4, 4, [255; 4]));
        let digits: Vec<usize> =
            ('0'..='9').map(|digit| shelf.add(counter::digit(digit, DIGIT_HALF))).collect();

        let sizes = words.map(|index| shelf.half(index) / PRINT);
        let (canvas, sprites) = shelf.pack();
        let texture = Texture2D::from_rgba8(canvas.width as u16, canvas.height as u16, canvas.bytes());
        texture.set_filter(FilterMode::Linear);
        Atlas {
            texture,
            density: 1.0,
            counters,
            symbols,
            notch,
            rings,
            stones,
            discs,
            // Strokes and fills are sampled within, so that no neighbour shows at their ends.
            strokes: strokes.map(|index| along(sprites[index])),
            dashes,
            flag: sprites[flag],
            dot: sprites[dot],
            compass: sprites[compass],
            title: (sprites[words[0]], sizes[0]),
            tiles: (sprites[words[1]], sizes[1]),
            white: inset(sprites[white], canvas.width as f32),
            digits,
            sprites,
        }
    }

    /// A picture in the size for a radius on the screen, and half its size there.
    pub fn sized(&self, sizes: &Sizes, radius: f32) -> (Sprite, Vec2) {
        self.sized_at(sizes, radius, self.density)
    }

    fn sized_at(&self, sizes: &Sizes, radius: f32, density: f32) -> (Sprite, Vec2) {
        let (index, half) = sizes.at(radius, density);
        (self.sprites[index], half)
    }

    /// A team's counter for a radius on the screen, and half the picture's size there.
    pub fn counter(&self, team: u16, shape: Shape, radius: f32) -> (Sprite, Vec2) {
        let shapes = &self.counters[team as usize % self.counters.len()];
        self.sized(&shapes[usize::from(shape == Shape::Square)], radius)
    }

    /// A kind's symbol.
    pub fn symbol(&self, kind: u16, radius: f32) -> (Sprite, Vec2) {
        self.sized(&self.symbols[kind as usize], radius)
    }

    /// A thin white ring.
    pub fn ring(&self, ring: Ring, radius: f32) -> (Sprite, Vec2) {
        // Its line keeps its width in points.
        self.sized_at(&self.rings[ring as usize], radius, 1.0)
    }

    /// A white stroke of about this width; the line runs along x.
    pub fn stroke(&self, width: f32) -> Sprite {
        self.strokes[painted_width(width)]
    }

    /// White dashes of about this width along x, [`DASHES`](super::counter::DASHES) of them.
    pub fn dashes(&self, width: f32) -> Sprite {
        self.sprites[self.dashes[painted_width(width)]]
    }

    /// A white digit.
    pub fn digit(&self, digit: u32) -> Sprite {
        self.sprites[self.digits[digit as usize % 10]]
    }
}

fn painted_width(width: f32) -> usize {
    let index = STROKE_WIDTHS.iter().position(|&painted| painted >= width);
    index.unwrap_or(STROKE_WIDTHS.len() - 1)
}

fn inset(sprite: Sprite, size: f32) -> Sprite {
    let by = Vec2::splat(1.5 / size);
    Sprite { min: sprite.min + by, max: sprite.max - by }
}

/// The middle column of a stroke's picture: it is stretched along the line.
fn along(sprite: Sprite) -> Sprite {
    let middle = (sprite.min.x + sprite.max.x) / 2.0;
    Sprite { min: vec2(middle, sprite.min.y), max: vec2(middle, sprite.max.y) }
}

/// Pictures that wait for their place in the texture.
#[derive(Default)]
struct Shelf(Vec<Canvas>);

impl Shelf {
    fn add(&mut self, canvas: Canvas) -> usize {
        self.0.push(canvas);
        self.0.len() - 1
    }

    /// Half the size of a picture, px.
    fn half(&self, index: usize) -> Vec2 {
        vec2(self.0[index].width as f32, self.0[index].height as f32) / 2.0
    }

    fn sizes(&mut self, radii: &[f32], paint: impl Fn(f32) -> Canvas) -> Sizes {
        let add = |&radius: &f32| {
            let canvas = paint(radius);
            let half = canvas.width as f32 / 2.0;
            Sized { index: self.add(canvas), radius, half }
        };
        Sizes(radii.iter().map(add).collect())
    }

    /// Lays all pictures out in rows, tallest first, on the smallest square of a power of two that holds
    /// them.
    fn pack(self) -> (Canvas, Vec<Sprite>) {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.0[index].height));
        let mut size = 512;
        loop {
            if let Some(places) = self.rows(&order, size) {
                return self.lay(&places, size);
            }
            size *= 2;
        }
    }

    fn rows(&self, order: &[usize], size: usize) -> Option<Vec<(usize, usize)>> {
        let mut places = vec![(0, 0); self.0.len()];
        let (mut x, mut y, mut row) = (MARGIN, MARGIN, 0);
        for &index in order {
            let (width, height) = (self.0[index].width + MARGIN, self.0[index].height + MARGIN);
            if x + width > size {
                (x, y, row) = (MARGIN, y + row, 0);
            }
            row = row.max(height);
            if y + row > size || x + width > size {
                return None;
            }
            places[index] = (x, y);
            x += width;
        }
        Some(places)
    }

    fn lay(&self, places: &[(usize, usize)], size: usize) -> (Canvas, Vec<Sprite>) {
        let mut sheet = Canvas::new(size, size, [255, 255, 255, 0]);
        let mut sprites = Vec::with_capacity(places.len());
        for (canvas, &(x, y)) in self.0.iter().zip(places) {
            sheet.paste(canvas, x, y);
            let min = vec2(x as f32, y as f32) / size as f32;
            let max = vec2((x + canvas.width) as f32, (y + canvas.height) as f32) / size as f32;
            sprites.push(Sprite { min, max });
        }
        (sheet, sprites)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_pictures_do_not_overlap() {
        let mut shelf = Shelf::default();
        for i in 0..60 {
            shelf.add(Canvas::new(10 + i * 3, 5 + i * 2, [0; 4]));
        }
        let order: Vec<usize> = (0..60).collect();
        let places = [512, 1024, 2048].iter().find_map(|&size| shelf.rows(&order, size)).unwrap();
        for a in 0..60 {
            for b in 0..a {
                let apart = |a: usize, b: usize| {
                    places[a].0 + shelf.0[a].width <= places[b].0
                        || places[a].1 + shelf.0[a].height <= places[b].1
                };
                assert!(apart(a, b) || apart(b, a), "{a} and {b}");
            }
        }
    }

    #[test]
    fn the_next_larger_size_is_chosen() {
        let sized = |radius| Sized { index: 0, radius, half: radius + 2.0 };
        let sizes = Sizes(vec![sized(4.0), sized(8.0)]);
        assert_eq!(sizes.at(6.0, 1.0).1, Vec2::splat(10.0 * 6.0 / 8.0));
        assert_eq!(sizes.at(16.0, 1.0).1, Vec2::splat(20.0));
    }
}
