//! Medals as wax seals.

use super::paper::tick;
use crate::goals::Medal;
use crate::window::theme::{self, Rgb};
use egui_macroquad::egui::{self, Painter, Pos2, Response, Shape, Stroke, Ui, Vec2};
use std::f32::consts::TAU;

/// The colour of a medal's wax, and how many pips are pressed into it.
fn wax_and_pips(medal: Medal) -> (Rgb, i32) {
    match medal {
        Medal::Gold => ([0xC9, 0x97, 0x2B], 3),
        Medal::Silver => ([0x9A, 0xA0, 0xA3], 2),
        Medal::Bronze => ([0xA8, 0x6A, 0x3D], 1),
    }
}

/// A seal of this radius, points; `None`: the empty place for one, with a tick where the goals were reached
/// (`is_won`) all the same.
pub fn paint(painter: &Painter, center: Pos2, radius: f32, medal: Option<Medal>, is_won: bool) {
    let Some(medal) = medal else {
        if is_won {
            tick(painter, center, radius * 0.8);
        }
        let line = Stroke::new(1.0, theme::faint(theme::PENCIL, 0.6));
        let points: Vec<Pos2> =
            (0..=40).map(|i| center + Vec2::angled(i as f32 / 40.0 * TAU) * radius * 0.8).collect();
        painter.extend(Shape::dashed_line(&points, line, 3.0, 3.0));
        return;
    };
    let (rgb, pips) = wax_and_pips(medal);
    let blot = |at: Pos2, radius: f32| -> Vec<Pos2> {
        // Wax runs a little: its rim is round but for three slow waves.
        let rim = |angle: f32| 1.0 + 0.05 * (3.0 * angle + 0.6).sin() + 0.035 * (5.0 * angle).sin();
        (0..48)
            .map(|i| i as f32 / 48.0 * TAU)
            .map(|angle| at + Vec2::angled(angle) * radius * rim(angle))
            .collect()
    };
    let fill = |points, rgb| Shape::convex_polygon(points, rgb, Stroke::NONE);
    painter.add(fill(blot(center + Vec2::splat(radius * 0.1), radius), theme::faint(theme::INK, 0.25)));
    painter.add(fill(blot(center, radius), theme::color(theme::darker(rgb, 0.8))));
    painter.add(fill(blot(center - Vec2::splat(radius * 0.04), radius * 0.92), theme::color(rgb)));
    let pressed = theme::line((radius * 0.09).max(1.0), theme::darker(rgb, 0.7));
    painter.circle(center, radius * 0.66, theme::color(theme::darker(rgb, 0.92)), pressed);
    // The stamp: crossed strokes, as on the counters of the foot; each medal has its number of pips below.
    let pale = theme::color(theme::mix(rgb, theme::CARD, 0.65));
    let stroke = Stroke::new((radius * 0.12).max(1.2), pale);
    let (reach, up) = (radius * 0.3, Vec2::new(0.0, -radius * 0.1));
    for x in [-1.0, 1.0] {
        let end = Vec2::new(x, 1.0) * reach;
        painter.line_segment([center + up - end, center + up + end], stroke);
    }
    for pip in 0..pips {
        let x = (pip as f32 - (pips - 1) as f32 / 2.0) * radius * 0.24;
        painter.circle_filled(center + Vec2::new(x, radius * 0.45), (radius * 0.07).max(0.8), pale);
    }
}

/// A small seal in a row of text.
pub fn inline(ui: &mut Ui, medal: Option<Medal>) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(20.0), egui::Sense::hover());
    paint(ui.painter(), rect.center(), 8.5, medal, false);
    response
}
