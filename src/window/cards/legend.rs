//! The legend of the explaining layer: each sign with its meaning; a click hides and shows it.

use super::folding::CardFold;
use super::layout::{CardLayout, GAP, WantedCard};
use super::paper::{bold, pale, rect_of};
use crate::window::draw::explained::{ExplainedPart, Layers};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Painter, RichText, Ui, vec2};

/// Its size until it is known, points.
const SIZE: egui::Vec2 = vec2(152.0, 328.0);

/// A line of the legend: what a click hides and shows, its name, what it tells, and what draws the sign about
/// a point.
type LegendLine = (ExplainedPart, &'static str, &'static str, fn(&Painter, egui::Pos2));

const LINES: [LegendLine; 12] = {
    use ExplainedPart::*;
    [
        (Hard, "Hard collider", "The body that nobody else may enter", hard),
        (Soft, "Soft collider", "The room that others leave where there is room", soft),
        (Paths, "Paths", "Of 200 units at most", paths),
        (Waypoints, "Waypoints", "The next one filled, the last in a ring", waypoints),
        (Predicted, "Predicted", "Predicted positions, and a cross at the next conflict", predicted),
        (Group, "Group", "Who belongs to it, and the pennant of who leads", group),
        (Formation, "Slots", "Places in a formation, ticked when a unit is off by 2 px", formation),
        (
            Waiting,
            "Waiting",
            "For a way, for its group; an arrow to who is in its way, a red ring about whom many wait for",
            waiting,
        ),
        (
            Patience,
            "Patience",
            "One rung: it pushes who moves; two: it leads, planned before others; three: it shoves even who goes \
               its way. A line to who leads it through a passage",
            patience,
        ),
        (Priority, "Priority", "Where it is above the least one", priority),
        (Pushes, "Pushes", "Push, hard push; dashed: waits for, way home", pushes),
        (Vectors, "Vectors", "What its model thinks in, named in its card", vectors),
    ]
};

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
        let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
        for radius in [5.5, 8.5] {
            let stroke = theme::line(1.2, theme::VERMILION);
            ui.painter().circle_stroke(rect.center(), radius, stroke);
        }
        ui.label("Touching").on_hover_text("Colliders that touch another are drawn with two lines");
    });
}

fn entry(ui: &mut Ui, layers: &mut Layers, (layer, text, told, picture): LegendLine) {
    let is_shown = layers.shows(layer);
    let row = ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(32.0, 22.0), egui::Sense::hover());
        if is_shown {
            picture(ui.painter(), rect.center());
        }
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

/// Straight strokes from corner to corner, about a point.
fn strokes(painter: &Painter, at: egui::Pos2, stroke: egui::Stroke, corners: &[(f32, f32)]) {
    for pair in corners.windows(2) {
        painter.line_segment([pair[0], pair[1]].map(|(x, y)| at + vec2(x, y)), stroke);
    }
}

fn hard(painter: &Painter, at: egui::Pos2) {
    painter.circle_stroke(at, 7.0, theme::line(1.2, theme::INK));
}

fn soft(painter: &Painter, at: egui::Pos2) {
    for index in 0..12 {
        let spot = egui::Vec2::angled(index as f32 / 12.0 * std::f32::consts::TAU) * 8.0;
        painter.circle_filled(at + spot, 0.9, theme::color(theme::INK));
    }
}

fn paths(painter: &Painter, at: egui::Pos2) {
    for x in [-10.0, -2.0, 6.0] {
        strokes(painter, at, theme::line(1.5, theme::PENCIL), &[(x, 0.0), (x + 5.0, 0.0)]);
    }
}

fn waypoints(painter: &Painter, at: egui::Pos2) {
    let square = |x: f32| egui::Rect::from_center_size(at + vec2(x, 0.0), vec2(7.0, 7.0));
    painter.rect_filled(square(-6.0), 0.0, theme::color(theme::INK));
    let stroke = theme::line(1.2, theme::INK);
    painter.rect_stroke(square(6.0), 0.0, stroke, egui::StrokeKind::Inside);
}

fn predicted(painter: &Painter, at: egui::Pos2) {
    for (x, radius) in [(-11.0, 4.0), (-3.0, 2.8), (3.0, 1.8)] {
        painter.circle_filled(at + vec2(x, 0.0), radius, theme::color(theme::INK));
    }
    let stroke = theme::line(1.8, theme::VERMILION);
    strokes(painter, at, stroke, &[(7.0, -4.0), (15.0, 4.0)]);
    strokes(painter, at, stroke, &[(7.0, 4.0), (15.0, -4.0)]);
}

fn group(painter: &Painter, at: egui::Pos2) {
    strokes(painter, at, theme::line(1.2, theme::INK), &[(-6.0, 9.0), (-6.0, -8.0)]);
    let pennant = vec![at + vec2(-6.0, -8.0), at + vec2(8.0, -4.5), at + vec2(-6.0, -1.0)];
    painter.add(egui::Shape::convex_polygon(pennant, theme::color(theme::ACCENT), egui::Stroke::NONE));
}

fn formation(painter: &Painter, at: egui::Pos2) {
    painter.circle_stroke(at, 7.0, theme::line(1.2, theme::PENCIL));
    strokes(painter, at, theme::line(1.8, theme::ACCENT), &[(3.0, -5.0), (6.0, -2.0), (12.0, -10.0)]);
}

fn waiting(painter: &Painter, at: egui::Pos2) {
    let corners = [(-4.0, -6.0), (4.0, -6.0), (-4.0, 6.0), (4.0, 6.0), (-4.0, -6.0)];
    strokes(painter, at, theme::line(1.4, theme::INK), &corners);
}

fn patience(painter: &Painter, at: egui::Pos2) {
    let stroke = theme::line(1.4, theme::PURPLE);
    for x in [-4.0, 4.0] {
        strokes(painter, at, stroke, &[(x, 8.0), (x, -8.0)]);
    }
    for y in [5.0, 0.0] {
        strokes(painter, at, stroke, &[(-4.0, y), (4.0, y)]);
    }
}

fn priority(painter: &Painter, at: egui::Pos2) {
    let font = egui::TextStyle::Small.resolve(&painter.ctx().style());
    painter.circle_stroke(at - vec2(5.0, 2.0), 6.0, theme::line(1.2, theme::INK));
    painter.text(at + vec2(5.0, 4.0), Align2::CENTER_CENTER, "2", font, theme::color(theme::INK));
}

fn pushes(painter: &Painter, at: egui::Pos2) {
    for (y, rgb, heads) in [(-6.0, theme::ORANGE, 1), (0.0, theme::PURPLE, 2), (6.0, theme::PENCIL, 1)] {
        let stroke = theme::line(1.6, rgb);
        let gaps: &[(f32, f32)] =
            if y > 0.0 { &[(-12.0, -7.0), (-4.0, 1.0), (4.0, 10.0)] } else { &[(-12.0, 10.0)] };
        for &(from, to) in gaps {
            strokes(painter, at, stroke, &[(from, y), (to, y)]);
        }
        for head in 0..heads {
            let tip = 10.0 - 5.0 * head as f32;
            strokes(painter, at, stroke, &[(tip - 4.0, y - 3.0), (tip, y), (tip - 4.0, y + 3.0)]);
        }
    }
}

fn vectors(painter: &Painter, at: egui::Pos2) {
    let stroke = theme::line(1.8, theme::WATER_DARK);
    painter.arrow(at + vec2(-10.0, 6.0), vec2(18.0, -11.0), stroke);
}
