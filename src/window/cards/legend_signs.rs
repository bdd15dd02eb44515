//! The signs of the legend, each as it is drawn on the map.

use crate::window::theme;
use egui_macroquad::egui::{self, Align2, vec2};

/// Straight strokes from corner to corner, about a point.
fn strokes(painter: &egui::Painter, at: egui::Pos2, stroke: egui::Stroke, corners: &[(f32, f32)]) {
    for pair in corners.windows(2) {
        painter.line_segment([pair[0], pair[1]].map(|(x, y)| at + vec2(x, y)), stroke);
    }
}

pub(super) fn hard(painter: &egui::Painter, at: egui::Pos2) {
    painter.circle_stroke(at, 7.0, theme::line(1.2, theme::INK));
}

pub(super) fn soft(painter: &egui::Painter, at: egui::Pos2) {
    for index in 0..12 {
        let spot = egui::Vec2::angled(index as f32 / 12.0 * std::f32::consts::TAU) * 8.0;
        painter.circle_filled(at + spot, 0.9, theme::color(theme::INK));
    }
}

pub(super) fn paths(painter: &egui::Painter, at: egui::Pos2) {
    for x in [-10.0, -2.0, 6.0] {
        strokes(painter, at, theme::line(1.5, theme::PENCIL), &[(x, 0.0), (x + 5.0, 0.0)]);
    }
}

pub(super) fn waypoints(painter: &egui::Painter, at: egui::Pos2) {
    let square = |x: f32| egui::Rect::from_center_size(at + vec2(x, 0.0), vec2(7.0, 7.0));
    painter.rect_filled(square(-6.0), 0.0, theme::color(theme::INK));
    let stroke = theme::line(1.2, theme::INK);
    painter.rect_stroke(square(6.0), 0.0, stroke, egui::StrokeKind::Inside);
}

pub(super) fn predicted(painter: &egui::Painter, at: egui::Pos2) {
    for (x, radius) in [(-11.0, 4.0), (-3.0, 2.8), (3.0, 1.8)] {
        painter.circle_filled(at + vec2(x, 0.0), radius, theme::color(theme::INK));
    }
    let stroke = theme::line(1.8, theme::VERMILION);
    strokes(painter, at, stroke, &[(7.0, -4.0), (15.0, 4.0)]);
    strokes(painter, at, stroke, &[(7.0, 4.0), (15.0, -4.0)]);
}

pub(super) fn group(painter: &egui::Painter, at: egui::Pos2) {
    strokes(painter, at, theme::line(1.2, theme::INK), &[(-6.0, 9.0), (-6.0, -8.0)]);
    let pennant = vec![at + vec2(-6.0, -8.0), at + vec2(8.0, -4.5), at + vec2(-6.0, -1.0)];
    painter.add(egui::Shape::convex_polygon(pennant, theme::color(theme::ACCENT), egui::Stroke::NONE));
}

pub(super) fn formation(painter: &egui::Painter, at: egui::Pos2) {
    painter.circle_stroke(at, 7.0, theme::line(1.2, theme::PENCIL));
    strokes(painter, at, theme::line(1.8, theme::ACCENT), &[(3.0, -5.0), (6.0, -2.0), (12.0, -10.0)]);
}

pub(super) fn waiting(painter: &egui::Painter, at: egui::Pos2) {
    let corners = [(-4.0, -6.0), (4.0, -6.0), (-4.0, 6.0), (4.0, 6.0), (-4.0, -6.0)];
    strokes(painter, at, theme::line(1.4, theme::INK), &corners);
}

pub(super) fn patience(painter: &egui::Painter, at: egui::Pos2) {
    let stroke = theme::line(1.4, theme::PURPLE);
    for x in [-4.0, 4.0] {
        strokes(painter, at, stroke, &[(x, 8.0), (x, -8.0)]);
    }
    for y in [5.0, 0.0] {
        strokes(painter, at, stroke, &[(-4.0, y), (4.0, y)]);
    }
}

pub(super) fn priority(painter: &egui::Painter, at: egui::Pos2) {
    let font = egui::TextStyle::Small.resolve(&painter.ctx().style());
    painter.circle_stroke(at - vec2(5.0, 2.0), 6.0, theme::line(1.2, theme::INK));
    painter.text(at + vec2(5.0, 4.0), Align2::CENTER_CENTER, "2", font, theme::color(theme::INK));
}

pub(super) fn pushes(painter: &egui::Painter, at: egui::Pos2) {
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

pub(super) fn vectors(painter: &egui::Painter, at: egui::Pos2) {
    let stroke = theme::line(1.8, theme::WATER_DARK);
    painter.arrow(at + vec2(-10.0, 6.0), vec2(18.0, -11.0), stroke);
}
