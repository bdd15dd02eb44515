//! The signs of the legend, each as it is drawn on the map.

use crate::window::theme;
use egui_macroquad::egui::{self, Align2, vec2};

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
        let stroke = theme::line(1.5, theme::PENCIL);
        painter.line_segment([at + vec2(x, 0.0), at + vec2(x + 5.0, 0.0)], stroke);
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
    painter.line_segment([at + vec2(7.0, -4.0), at + vec2(15.0, 4.0)], stroke);
    painter.line_segment([at + vec2(7.0, 4.0), at + vec2(15.0, -4.0)], stroke);
}

pub(super) fn group(painter: &egui::Painter, at: egui::Pos2) {
    let stroke = theme::line(1.2, theme::INK);
    painter.line_segment([at + vec2(-6.0, 9.0), at + vec2(-6.0, -8.0)], stroke);
    let pennant = vec![at + vec2(-6.0, -8.0), at + vec2(8.0, -4.5), at + vec2(-6.0, -1.0)];
    painter.add(egui::Shape::convex_polygon(pennant, theme::color(theme::ACCENT), egui::Stroke::NONE));
}

pub(super) fn formation(painter: &egui::Painter, at: egui::Pos2) {
    painter.circle_stroke(at, 7.0, theme::line(1.2, theme::PENCIL));
    let stroke = theme::line(1.8, theme::ACCENT);
    painter.line_segment([at + vec2(3.0, -5.0), at + vec2(6.0, -2.0)], stroke);
    painter.line_segment([at + vec2(6.0, -2.0), at + vec2(12.0, -10.0)], stroke);
}

pub(super) fn waiting(painter: &egui::Painter, at: egui::Pos2) {
    let stroke = theme::line(1.4, theme::INK);
    let corners = [(-4.0, -6.0), (4.0, -6.0), (-4.0, 6.0), (4.0, 6.0), (-4.0, -6.0)];
    for pair in corners.windows(2) {
        let end = |(x, y): (f32, f32)| at + vec2(x, y);
        painter.line_segment([end(pair[0]), end(pair[1])], stroke);
    }
}

pub(super) fn patience(painter: &egui::Painter, at: egui::Pos2) {
    let stroke = theme::line(1.4, theme::PURPLE);
    for x in [-4.0, 4.0] {
        painter.line_segment([at + vec2(x, 8.0), at + vec2(x, -8.0)], stroke);
    }
    for y in [5.0, 0.0] {
        painter.line_segment([at + vec2(-4.0, y), at + vec2(4.0, y)], stroke);
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
            painter.line_segment([at + vec2(from, y), at + vec2(to, y)], stroke);
        }
        for head in 0..heads {
            let tip = at + vec2(10.0 - 5.0 * head as f32, y);
            for side in [-3.0, 3.0] {
                painter.line_segment([tip, tip + vec2(-4.0, side)], stroke);
            }
        }
    }
}

pub(super) fn vectors(painter: &egui::Painter, at: egui::Pos2) {
    let stroke = theme::line(1.8, theme::WATER_DARK);
    painter.arrow(at + vec2(-10.0, 6.0), vec2(18.0, -11.0), stroke);
}
