//! A button with a counter before its text.

use super::paper::choice;
use crate::geometry::Shape;
use crate::window::draw::counter;
use crate::window::theme::Rgb;
use egui_macroquad::egui::{Context, Id, Image, Rect, Response, TextureHandle, Ui, vec2};

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

/// A button with a counter of a team before its text, painted as on the map, with the symbol of its `arm` if it
/// is about one; what is chosen has the accent's line.
pub fn swatch(ui: &mut Ui, rgb: Rgb, team: usize, arm: Option<&str>, text: &str, chosen: bool) -> Response {
    let response = ui.add(choice(format!("      {}", short(text)), chosen));
    let picture = painted(ui.ctx(), rgb, team, arm);
    let center = response.rect.left_center() + vec2(17.0, 0.0);
    let place = Rect::from_center_size(center, picture.size_vec2() / DENSITY);
    Image::from_texture(&picture).paint_at(ui, place);
    if short(text) == text { response } else { response.on_hover_text(text) }
}

/// The picture of a counter, painted when it is first asked for.
fn painted(context: &Context, rgb: Rgb, team: usize, arm: Option<&str>) -> TextureHandle {
    let id = Id::new(("counter", rgb, team, arm));
    context.data(|data| data.get_temp(id)).unwrap_or_else(|| {
        let mut canvas = counter::body(rgb, team, Shape::Circle, RADIUS * DENSITY);
        if let Some(arm) = arm {
            canvas.lay(&counter::symbol(arm, counter::letters(), RADIUS * DENSITY));
        }
        let picture = canvas.texture(context, "counter");
        context.data_mut(|data| data.insert_temp(id, picture.clone()));
        picture
    })
}
