//! Text as outlines of the window's text family, so that a picture needs no font where it is looked at.

use super::svg::{color, pair, tenths};
use crate::look::{self, Rgb};
use glam::{Vec2, vec2};
use std::collections::BTreeMap;
use std::fmt::Write;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Where a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
}

/// The letters that a picture uses.
pub struct Letters {
    face: Face<'static>,
    /// Outlines, by glyph.
    used: BTreeMap<u16, String>,
}

impl Letters {
    /// Reads the font.
    pub fn shipped() -> Letters {
        let face = Face::parse(look::font_bytes(true), 0).expect("the shipped font is sound");
        Letters { face, used: BTreeMap::new() }
    }

    fn advance(&self, glyph: GlyphId) -> f32 {
        f32::from(self.face.glyph_hor_advance(glyph).unwrap_or_default())
    }

    /// Width of a line of text, px.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        let units: f32 = text.chars().map(|letter| self.advance(self.glyph(letter))).sum();
        units * size / f32::from(self.face.units_per_em())
    }

    fn glyph(&self, letter: char) -> GlyphId {
        self.face.glyph_index(letter).unwrap_or(GlyphId(0))
    }

    /// A line of text, `size` px high, its baseline a third of that below `at`.
    pub fn line(&mut self, text: &str, at: Vec2, size: f32, anchor: Anchor, rgb: Rgb) -> String {
        let left = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -self.width(text, size) / 2.0,
        };
        let origin = at + vec2(left, size / 3.0);
        let scale = size / f32::from(self.face.units_per_em());
        let mut out = String::from("<g transform=\"translate(");
        pair(&mut out, tenths(origin.x), tenths(origin.y));
        let _ = write!(out, ")scale({scale:.5})\" fill=\"{}\">", color(rgb));
        let mut pen = 0.0;
        for letter in text.chars() {
            let glyph = self.glyph(letter);
            if !self.used.contains_key(&glyph.0) {
                let mut outline = GlyphOutline::default();
                self.face.outline_glyph(glyph, &mut outline);
                self.used.insert(glyph.0, outline.0);
            }
            let _ = write!(out, "<use href=\"#g{}\" x=\"{pen}\"/>", glyph.0);
            pen += self.advance(glyph);
        }
        out.push_str("</g>\n");
        out
    }

    /// The outlines of all letters that were used, for the picture's definitions.
    pub fn definitions(&self) -> String {
        let mut out = String::new();
        for (glyph, data) in &self.used {
            let _ = writeln!(out, "<path id=\"g{glyph}\" d=\"{data}\"/>");
        }
        out
    }
}

/// The data of a path in the font's units, y down.
#[derive(Default)]
struct GlyphOutline(String);

impl GlyphOutline {
    fn add(&mut self, letter: char, numbers: &[f32]) {
        self.0.push(letter);
        for pair in numbers.chunks(2) {
            let _ = write!(self.0, "{} {} ", pair[0], -pair[1]);
        }
    }
}

impl OutlineBuilder for GlyphOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
