//! The legend of the explaining layer: each sign with its meaning; a click hides and shows it.

use super::folding::CardFold;
use super::layout::{CardLayout, GAP, WantedCard};
use super::paper::{bold, pale, rect_of};
use crate::picture::svg::color;
use crate::window::draw::canvas::Canvas;
use crate::window::draw::explained::{ExplainedPart, Layers};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, RichText, Ui, vec2};
use glam::Vec2;

/// Its size until it is known, points.
const SIZE: egui::Vec2 = vec2(152.0, 328.0);

/// Size of a sign, points, and its pixels to a point.
const SIGN: egui::Vec2 = vec2(32.0, 22.0);
const DENSITY: f32 = 2.0;

/// A line of the legend: what a click hides and shows, its name, and what it tells.
type LegendLine = (ExplainedPart, &'static str, &'static str);

const LINES: [LegendLine; 12] = {
    use ExplainedPart::*;
    [
        (Hard, "Hard collider", "The body that nobody else may enter"),
        (Soft, "Soft collider", "The room that others leave where there is room"),
        (Paths, "Paths", "Of 200 units at most"),
        (Waypoints, "Waypoints", "The next one filled, the last in a ring"),
        (Predicted, "Predicted", "Predicted positions, and a cross at the next conflict"),
        (Group, "Group", "Who belongs to it, and the pennant of who leads"),
        (Formation, "Slots", "Places in a formation, ticked when a unit is off by 2 px"),
        (
            Waiting,
            "Waiting",
            "For a way, for its group; an arrow to who is in its way, a red ring about whom many wait for",
        ),
        (
            Patience,
            "Patience",
            "One rung: it pushes who moves; two: it leads, planned before others; three: it shoves even who goes \
               its way. A line to who leads it through a passage",
        ),
        (Priority, "Priority", "Where it is above the least one"),
        (Pushes, "Pushes", "Push, hard push; dashed: waits for, way home"),
        (Vectors, "Vectors", "What its model thinks in, named in its card"),
    ]
};

/// By [`ExplainedPart`] its sign in SVG about the origin, in lines of ink where it says nothing else.
const SIGNS: [&str; 12] = [
    "<circle r='7'/>",
    "<circle r='8' stroke-width='1.8' stroke-linecap='round' stroke-dasharray='0 4.19'/>",
    "<path stroke='pencil' stroke-width='1.5' d='M-10 0h5m3 0h5m3 0h5'/>",
    "<path fill='ink' stroke='none' d='M-9.5-3.5h7v7h-7z'/><path d='M3.1-2.9h5.8v5.8h-5.8z'/>",
    "<g fill='ink' stroke='none'><circle cx='-11' r='4'/><circle cx='-3' r='2.8'/><circle cx='3' r='1.8'/></g>\
     <path stroke='vermilion' stroke-width='1.8' d='M7-4l8 8m0-8l-8 8'/>",
    "<g stroke-width='1.6'><path stroke='orange' d='M-12-6H10M6-9l4 3l-4 3'/>\
     <path stroke='purple' d='M-12 0H10M6-3l4 3l-4 3M1-3l4 3l-4 3'/>\
     <path stroke='pencil' d='M-12 6h5m3 0h5m3 0h6M6 3l4 3l-4 3'/></g>",
    "<path stroke-width='1.4' d='M-4-6h8L-4 6h8z'/>",
    "<path stroke='purple' stroke-width='1.4' d='M-4 8V-8M4 8V-8M-4 5h8M-4 0h8'/>",
    "<path d='M-6 9V-8'/><path fill='accent' stroke='none' d='M-6-8L8-4.5L-6-1z'/>",
    "<circle r='7' stroke='pencil'/><path stroke='accent' stroke-width='1.8' d='M3-5l3 3l6-8'/>",
    "<circle cx='-5' cy='-2' r='6'/>\
     <path stroke-width='1.6' d='M2.4 1.8C2.4-1.6 7.8-1.4 7.6 1.9C7.5 4 4 6.4 2.2 8.8H8.2'/>",
    "<path stroke='water' stroke-width='1.8' d='M-10 6L8-5M2.8-5.4L8-5L6-.1'/>",
];

/// Colliders that touch another.
const TOUCHING: &str = "<g stroke='vermilion'><circle r='5.5'/><circle r='8.5'/></g>";

/// What colours are called in the signs.
const COLORS: [(&str, theme::Rgb); 7] = [
    ("'ink'", theme::INK),
    ("'pencil'", theme::PENCIL),
    ("'vermilion'", theme::VERMILION),
    ("'accent'", theme::ACCENT),
    ("'purple'", theme::PURPLE),
    ("'orange'", theme::ORANGE),
    ("'water'", theme::WATER_DARK),
];

/// Shows a sign, or leaves its room free.
fn sign(ui: &mut Ui, drawn: &str, is_shown: bool) {
    let (rect, _) = ui.allocate_exact_size(SIGN, egui::Sense::hover());
    if is_shown {
        let picture = Canvas::kept(ui.ctx(), egui::Id::new(drawn), || {
            let drawn = format!("<g fill='none' stroke='ink' stroke-width='1.2'>{drawn}</g>");
            let colored = |svg: String, (name, rgb)| svg.replace(name, &format!("'{}'", color(rgb)));
            let drawn = COLORS.into_iter().fold(drawn, colored);
            Canvas::of_svg(&drawn, Vec2::new(SIGN.x, SIGN.y), DENSITY, theme::CARD)
        });
        egui::Image::from_texture(&picture).paint_at(ui, rect);
    }
}

/// Where the legend lies.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// Which of [`places`] it has; it keeps that as long as it is shown.
    place: Option<usize>,
}

impl Legend {
    /// It looks for a place again when it is shown next.
    pub fn forget_place(&mut self) {
        self.place = None;
    }

    /// Shows it; a click hides and shows each of its parts. It lies where nothing is covered, else it is
    /// folded from the start.
    pub fn show(
        &mut self,
        layout: &mut CardLayout,
        layers: &mut Layers,
        fold: &mut CardFold,
        is_covered: impl Fn(egui::Rect) -> bool,
    ) {
        let places = places(layout);
        let place = *self.place.get_or_insert_with(|| {
            let place = layout.clear_place(SIZE, &places, is_covered);
            if place.is_none() {
                fold.fold();
            }
            place.unwrap_or(0)
        });
        let (corner, at) = places[place];
        let wanted = WantedCard { at, ..layout.wanted(("legend", "Legend"), corner, SIZE, 120.0) };
        layout.card(&wanted, |ui, _| contents(ui, layers, fold));
    }
}

/// Where it may lie, the first choice first.
fn places(layout: &CardLayout) -> Vec<(Align2, egui::Pos2)> {
    let aside = rect_of(&layout.context, "minimap").map_or(0.0, |minimap| minimap.width() + GAP);
    let corners = [
        Align2::RIGHT_BOTTOM,
        Align2::LEFT_BOTTOM,
        Align2::RIGHT_CENTER,
        Align2::LEFT_CENTER,
        Align2::RIGHT_TOP,
        Align2::LEFT_TOP,
    ];
    let shift = |corner| if corner == Align2::RIGHT_BOTTOM { vec2(aside, 0.0) } else { egui::Vec2::ZERO };
    corners.map(|corner| (corner, layout.corner(corner) - shift(corner))).to_vec()
}

fn contents(ui: &mut Ui, layers: &mut Layers, fold: &mut CardFold) {
    ui.horizontal(|ui| {
        ui.label(bold("Legend").color(theme::color(theme::ACCENT)));
        fold.button(ui).spot("legend", "Legend");
    });
    if !fold.is_open() {
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    LINES.into_iter().for_each(|line| entry(ui, layers, line));
    ui.horizontal(|ui| {
        sign(ui, TOUCHING, true);
        ui.label("Touching").on_hover_text("Colliders that touch another are drawn with two lines");
    });
}

fn entry(ui: &mut Ui, layers: &mut Layers, (layer, text, told): LegendLine) {
    let is_shown = layers.shows(layer);
    let row = ui.horizontal(|ui| {
        sign(ui, SIGNS[layer as usize], is_shown);
        ui.label(if is_shown { RichText::new(text) } else { pale(text).strikethrough() });
    });
    // The whole line is hit, however short its word is.
    let line = row.response.rect.union(row.response.rect.with_max_x(ui.min_rect().right()));
    let response = ui.interact(line, ui.id().with(text), egui::Sense::click()).spot("legend", text);
    let response = response.on_hover_text(format!("{told}. Click: hide or show"));
    if response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
        layers.toggle(layer);
    }
}
