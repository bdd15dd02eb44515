//! A button with a counter before its text.

use super::paper::choice;
use crate::geometry::Shape;
use crate::window::draw::canvas::Canvas;
use crate::window::draw::counter;
use crate::window::theme::Rgb;
use egui_macroquad::egui::{Id, Image, Rect, Response, Ui, vec2};

/// Radius of the counter, points.
const RADIUS: f32 = 9.0;
/// Pixels to a point: sharp on dense screens.
const DENSITY: f32 = 2.0;

/// A name that fits on a button.
fn short(text: &str) -> String {
    const MAX_SIGNS: usize = 24;
    match text.chars().count() > MAX_SIGNS {
        true => text.chars().take(MAX_SIGNS - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// A button with a counter of a team before its text, painted as on the map, with the symbol of its `arm` if
/// it is about one; what is chosen has the accent's line.
pub fn swatch(ui: &mut Ui, rgb: Rgb, team: usize, arm: Option<&str>, text: &str, chosen: bool) -> Response {
    let response = ui.add(choice(format!("      {}", short(text)), chosen));
    let paint = || counter::body(rgb, team, Shape::Circle, RADIUS * DENSITY, arm);
    let picture = Canvas::kept(ui.ctx(), Id::new(("counter", rgb, team, arm)), paint);
    let center = response.rect.left_center() + vec2(17.0, 0.0);
    let place = Rect::from_center_size(center, picture.size_vec2() / DENSITY);
    Image::from_texture(&picture).paint_at(ui, place);
    if short(text) == text { response } else { response.on_hover_text(text) }
}
