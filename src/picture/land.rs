//! The printed map: paper with its grid, and rock, trees and water as joined areas with an outline of their
//! own. What is scattered on them depends on the place alone. Outlines are those of [`crate::look::outline`],
//! as in the window.

use super::contour::{closed_lines, simplified};
use super::svg::{Ink, Style, color, polyline, tenths};
use super::view::Viewport;
use crate::grid::{Grid, TILE, Tile};
use crate::look::outline::Tiles;
use crate::look::scattered::{CROWNS, crowns, waves};
use crate::look::{self, darker, mix, scatter, wobble};
use glam::{IVec2, Vec2, vec2};
use std::fmt::Write;

/// Outlines are measured at this many places a tile.
const SAMPLES: f32 = 6.0;
/// Smaller tiles, px of the picture, are only told by their colour.
const FAR: f32 = 6.0;
/// Smaller tiles, px of the picture, have no hatching, waves or crowns.
const DETAILED: f32 = 12.0;
/// Corners of outlines may be left out when that moves the line by less, px of the picture.
const TOLERANCE: f32 = 0.25;
/// Side of the pattern of strokes on rock, world px.
const HATCHING: f32 = 40.0;

const KINDS: [Tile; 3] = [Tile::Water, Tile::Rock, Tile::Trees];

/// Patterns that areas are filled with.
pub fn definitions(view: &Viewport) -> String {
    let side = HATCHING * view.scale;
    let mut out = String::new();
    for (id, likely) in [("dense", 0.85), ("sparse", 0.32)] {
        let _ = writeln!(
            out,
            "<pattern id=\"{id}\" width=\"{0}\" height=\"{0}\" patternUnits=\"userSpaceOnUse\">\
             <path d=\"{1}\" stroke=\"{2}\" stroke-width=\"{3}\" stroke-opacity=\".9\"/></pattern>",
            tenths(side),
            hatching(view.scale, likely),
            color(look::ROCK_DARK),
            tenths((0.9 * view.scale).max(0.7)),
        );
    }
    for (index, radius) in CROWNS.into_iter().enumerate() {
        let radius = radius * view.scale;
        let _ = writeln!(
            out,
            "<g id=\"t{index}\"><circle cx=\"{0}\" cy=\"{0}\" r=\"{1}\" fill=\"{2}\" opacity=\".35\"/>\
             <circle r=\"{1}\" fill=\"{3}\" stroke=\"{4}\" stroke-width=\"{5}\"/>\
             <circle cx=\"-{6}\" cy=\"-{6}\" r=\"{7}\" fill=\"{8}\" opacity=\".55\"/></g>",
            tenths(radius * 0.22),
            tenths(radius),
            color(darker(look::TREES_DARK, 0.7)),
            color(mix(look::TREES, look::TREES_DARK, 0.15 * index as f32)),
            color(darker(look::TREES_DARK, 0.8)),
            tenths((1.1 * view.scale).clamp(0.5, 1.4)),
            tenths(radius * 0.28),
            tenths(radius * 0.5),
            color(mix(look::TREES, look::CARD, 0.4)),
        );
    }
    out
}

/// Slanting strokes, each broken by chance, that go on across the sides of the pattern.
fn hatching(scale: f32, likely: f32) -> String {
    const SPACING: f32 = 5.0;
    const PIECES: u32 = 3;
    let mut data = String::new();
    for stroke in 0..(HATCHING / SPACING) as i32 {
        let across = (stroke as f32 + 0.5) * SPACING;
        for piece in (0..PIECES).filter(|&piece| scatter(stroke, piece as i32, 22) < likely) {
            let length = HATCHING / PIECES as f32;
            let from = (piece as f32 + scatter(stroke, 0, 21)) * length;
            let line = [from + 0.7, from + length - 1.2].map(|along| vec2(along, across - along));
            for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
                let [a, b] = line.map(|place| place + vec2(x as f32, y as f32) * HATCHING);
                if a.max(b).cmpgt(Vec2::ZERO).all() && a.min(b).cmplt(Vec2::splat(HATCHING)).all() {
                    polyline(&mut data, &[a * scale, b * scale], false);
                }
            }
        }
    }
    data
}

/// The land within a view. Definitions of its own have ids that end in `number`: a map that changes has
/// several.
pub fn draw(grid: &Grid, view: &Viewport, number: usize) -> String {
    let land = Land { tiles: Tiles::of(grid), view, number };
    let mut out = land.lines();
    if TILE * view.scale < FAR {
        land.far(&mut out)
    } else {
        land.areas(&mut out)
    }
    out
}

struct Land<'a> {
    tiles: Tiles,
    view: &'a Viewport,
    number: usize,
}

impl Land<'_> {
    /// First and last tile that may show; beyond the rim of the map nothing does.
    fn shown(&self) -> (IVec2, IVec2) {
        let from = (self.view.low / TILE).floor().as_ivec2() - 1;
        let to = (self.view.high / TILE).ceil().as_ivec2();
        (from.max(IVec2::ZERO), to.min(IVec2::new(self.tiles.columns, self.tiles.rows) - 1))
    }

    /// Hairlines between tiles; they fade out with the size of a tile.
    fn lines(&self) -> String {
        let (view, mut ink) = (self.view, Ink::default());
        let fade = ((TILE * view.scale - 6.0) / 14.0).clamp(0.0, 1.0);
        let style = |line: i32| {
            let (layer, rgb, alpha) = match line % 10 == 0 {
                true => (1, look::TENTH_LINE, 0.4 + 0.6 * fade),
                false => (0, look::GRID_LINE, fade),
            };
            (alpha > 0.1).then_some(Style::line(layer, rgb, 10, (alpha * 100.0) as u8))
        };
        let (from, to) = ((view.low / TILE).ceil().as_ivec2(), (view.high / TILE).floor().as_ivec2());
        for column in from.x..=to.x {
            let x = column as f32 * TILE;
            let ends = [vec2(x, view.low.y), vec2(x, view.high.y)].map(|place| view.at(place));
            style(column).into_iter().for_each(|style| polyline(ink.path(style), &ends, false));
        }
        for row in from.y..=to.y {
            let y = row as f32 * TILE;
            let ends = [vec2(view.low.x, y), vec2(view.high.x, y)].map(|place| view.at(place));
            style(row).into_iter().for_each(|style| polyline(ink.path(style), &ends, false));
        }
        ink.svg()
    }

    /// Runs of tiles of a kind, as boxes of a path, px of the picture.
    fn boxes(&self, is_of: impl Fn(IVec2) -> bool) -> String {
        let (from, to) = self.shown();
        let mut data = String::new();
        for row in from.y..=to.y {
            let mut column = from.x;
            while column <= to.x {
                let end = (column..=to.x).find(|&end| !is_of(IVec2::new(end, row))).unwrap_or(to.x + 1);
                if end > column {
                    let [low, high] = [(column, row), (end, row + 1)]
                        .map(|(x, y)| self.view.at(vec2(x as f32, y as f32) * TILE));
                    polyline(&mut data, &[low, vec2(high.x, low.y), high, vec2(low.x, high.y)], true);
                }
                column = end + 1;
            }
        }
        data
    }

    /// Of far away the colour of tiles is all that is told.
    fn far(&self, out: &mut String) {
        let colors =
            [look::WATER, mix(look::ROCK, look::ROCK_DARK, 0.5), mix(look::TREES, look::TREES_DARK, 0.5)];
        for (kind, rgb) in KINDS.into_iter().zip(colors) {
            let boxes = self.boxes(|tile| self.tiles.at(tile) == kind);
            if !boxes.is_empty() {
                let _ = writeln!(out, "<path d=\"{boxes}\" fill=\"{}\"/>", color(rgb));
            }
        }
    }

    /// The outline of everything that is blocked, px of the picture.
    fn outline(&self) -> String {
        let (from, to) = self.shown();
        let (origin, tiles) = (from.as_vec2() * TILE, (to - from + 1).max(IVec2::ZERO).as_vec2());
        let step = TILE / SAMPLES;
        let places = (tiles * SAMPLES).as_ivec2() + 1;
        let depth = |world: Vec2| {
            // On the lower rim of the map the last tile is asked.
            let tile = (world / TILE).floor().as_ivec2().min(to);
            self.tiles.area(tile).depth(world) - wobble(world) * 1.6
        };
        let mut data = String::new();
        for mut line in closed_lines(origin, step, places.x.max(0) as usize, places.y.max(0) as usize, depth)
        {
            line.push(line[0]);
            line.iter_mut().for_each(|place| *place = self.view.at(*place));
            let mut line = simplified(&line, TOLERANCE);
            line.pop();
            if line.len() > 2 {
                polyline(&mut data, &line, true);
            }
        }
        data
    }

    fn areas(&self, out: &mut String) {
        let data = self.outline();
        if data.is_empty() {
            return;
        }
        let (scale, number) = (self.view.scale, self.number);
        let kinds = KINDS.map(|kind| (kind, self.boxes(|tile| self.tiles.kind(tile) == Some(kind))));
        let kinds: Vec<_> = kinds.into_iter().filter(|(_, boxes)| !boxes.is_empty()).collect();
        let _ = write!(
            out,
            "<defs><path id=\"a{number}\" d=\"{data}\"/><clipPath id=\"c{number}\"><use href=\"#a{number}\"/></clipPath>"
        );
        for (index, (_, boxes)) in kinds.iter().enumerate() {
            let _ = write!(out, "<clipPath id=\"k{number}-{index}\"><path d=\"{boxes}\"/></clipPath>");
        }
        out.push_str("</defs>\n");
        for (index, (kind, _)) in kinds.iter().enumerate() {
            let _ = writeln!(out, "<g clip-path=\"url(#k{number}-{index})\">");
            if *kind != Tile::Water {
                let (x, y) = (tenths(3.5 * scale), tenths(4.5 * scale));
                let ink = color(look::INK);
                let shift = format!("transform=\"translate({x} {y})\"");
                out.push_str(&self.area(&format!("fill=\"{ink}\" opacity=\".2\" {shift}")));
            }
            let _ = writeln!(out, "<g clip-path=\"url(#c{number})\">");
            self.inside(*kind, out);
            out.push_str("</g></g>\n");
        }
        if self.is_detailed() {
            self.waves(out);
            self.crowns(out);
        }
    }

    fn is_detailed(&self) -> bool {
        TILE * self.view.scale >= DETAILED
    }

    /// What is within the outline of the areas of a kind, and the line along it.
    fn inside(&self, kind: Tile, out: &mut String) {
        let fill = |rgb: look::Rgb| self.area(&format!("fill=\"{}\"", color(rgb)));
        let thin = 1.0 / self.view.scale;
        match kind {
            Tile::Water => {
                out.push_str(&fill(look::WATER));
                let line = |share: f32| mix(look::WATER, look::WATER_DARK, share);
                let lines = [(line(0.3), 9.0), (look::WATER, 8.2), (line(0.55), 5.0), (look::WATER, 4.2)];
                for (rgb, reach) in lines.into_iter().chain([(darker(look::WATER_DARK, 0.8), 1.7)]) {
                    out.push_str(&self.line(&color(rgb), reach));
                }
            }
            Tile::Rock => {
                out.push_str(&fill(mix(look::ROCK, look::CARD, 0.05)));
                if self.is_detailed() {
                    out.push_str(&self.area("fill=\"url(#sparse)\""));
                    out.push_str(&self.line("url(#dense)", 11.0));
                }
                out.push_str(&self.line(&color(mix(look::ROCK, look::INK, 0.85)), thin.max(1.5)));
            }
            Tile::Trees | Tile::Ground => {
                out.push_str(&fill(mix(look::TREES, look::PAPER, 0.35)));
                out.push_str(&self.line(&color(look::TREES_DARK), thin.max(1.2)));
            }
        }
    }

    /// All areas, painted somehow.
    fn area(&self, attributes: &str) -> String {
        format!("<use href=\"#a{}\" {attributes}/>\n", self.number)
    }

    /// A line along the outline of all areas, so many world px wide within it.
    fn line(&self, paint: &str, width: f32) -> String {
        // Half of a line lies inside, where it is seen.
        let width = tenths(2.0 * width * self.view.scale);
        self.area(&format!("fill=\"none\" stroke=\"{paint}\" stroke-width=\"{width}\""))
    }

    fn each(&self, kind: Tile, mut look: impl FnMut(IVec2)) {
        let (from, to) = self.shown();
        for row in from.y..=to.y {
            for tile in (from.x..=to.x).map(|column| IVec2::new(column, row)) {
                if self.tiles.at(tile) == kind {
                    look(tile);
                }
            }
        }
    }

    fn waves(&self, out: &mut String) {
        let mut data = String::new();
        self.each(Tile::Water, |tile| {
            for wave in waves(&self.tiles, tile) {
                polyline(&mut data, &wave.map(|place| self.view.at(place)), false);
            }
        });
        if !data.is_empty() {
            let (rgb, width) = (color(look::WATER_DARK), tenths((0.9 * self.view.scale).max(0.7)));
            let _ =
                writeln!(out, "<path d=\"{data}\" fill=\"none\" stroke=\"{rgb}\" stroke-width=\"{width}\"/>");
        }
    }

    fn crowns(&self, out: &mut String) {
        self.each(Tile::Trees, |tile| {
            for (place, size, _) in crowns(&self.tiles, tile, 5) {
                let at = self.view.at(place);
                let (x, y) = (tenths(at.x), tenths(at.y));
                let _ = writeln!(out, "<use href=\"#t{size}\" x=\"{x}\" y=\"{y}\"/>");
            }
        });
    }
}
