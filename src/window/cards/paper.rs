//! What all cards are made of: a slip of paper in a corner of the window, and its kinds of text.

use crate::picture::seen::Seen;
use crate::window::theme;
use egui_macroquad::egui::text::{LayoutJob, TextFormat};
use egui_macroquad::egui::{self, Align2, Color32, Context, Painter, RichText, TextStyle, Ui};

/// Distance of cards from the rim of the window, points.
pub const RIM: f32 = 12.0;

/// Shows a card in a corner of the window.
pub fn card<R>(
    context: &Context,
    id: &str,
    align: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let area = egui::Area::new(egui::Id::new(id)).anchor(align, offset).order(egui::Order::Middle);
    area.show(context, |ui| theme::card().show(ui, contents).inner).inner
}

/// Shows a card that lies on all others.
pub fn dialog<R>(
    context: &Context,
    id: &str,
    align: Align2,
    offset: egui::Vec2,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    let area = egui::Area::new(egui::Id::new(id)).anchor(align, offset).order(egui::Order::Foreground);
    area.show(context, |ui| theme::card().inner_margin(20.0).show(ui, contents).inner).inner
}

/// Where a card of this name lies, if it is shown.
pub fn rect_of(context: &Context, id: &str) -> Option<egui::Rect> {
    let id = egui::Id::new(id);
    let is_shown = [egui::Order::Middle, egui::Order::Foreground].into_iter().any(|order| {
        context.memory(|memory| memory.areas().visible_last_frame(&egui::LayerId::new(order, id)))
    });
    context.memory(|memory| memory.area_rect(id)).filter(|_| is_shown)
}

/// Whether a unit lies under a card, at a scale of points to a world px.
pub fn covers(card: egui::Rect, unit: &Seen, scale: f32) -> bool {
    card.distance_to_pos(egui::pos2(unit.screen.x, unit.screen.y)) < unit.body.radius * scale
}

/// The title of a card in a width, cut where it is longer.
pub fn short_title(ui: &mut Ui, width: f32, text: &str) {
    ui.scope(|ui| {
        ui.set_max_width(width);
        ui.add(egui::Label::new(title(text)).truncate());
    });
}

/// Whether a list to choose from is open and shown. For egui it stays open where its card went with the click
/// that would have shut it, and would keep the keys for good.
pub fn shows_list(context: &Context) -> bool {
    context.memory(|memory| {
        let is_list = |layer: &egui::LayerId| memory.is_popup_open(layer.id);
        memory.any_popup_open() && memory.areas().visible_layer_ids().iter().any(is_list)
    })
}

/// Text that stands out.
pub fn bold(text: impl Into<String>) -> RichText {
    RichText::new(text).text_style(TextStyle::Small)
}

/// Text that stands back.
pub fn pale(text: impl Into<String>) -> RichText {
    RichText::new(text).color(theme::color(theme::PENCIL))
}

/// Text in the accent's colour: what is chosen, new or wrong.
pub fn accent(text: impl Into<String>) -> RichText {
    RichText::new(text).color(theme::color(theme::ACCENT))
}

/// The title of a card.
pub fn title(text: impl Into<String>) -> RichText {
    RichText::new(text).text_style(TextStyle::Heading)
}

/// Text of several parts: what leads up to each, points, its words, style and colour.
pub fn parts(ui: &Ui, parts: &[(f32, &str, TextStyle, Color32)]) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (lead, text, style, color) in parts {
        let font_id = style.resolve(ui.style());
        job.append(text, *lead, TextFormat { font_id, color: *color, ..Default::default() });
    }
    job
}

/// What stands at the right end of a row.
pub fn at_right<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), contents).inner
}

/// A button; what is chosen has the accent's line.
pub fn choice<'t>(text: impl Into<egui::WidgetText>, is_chosen: bool) -> egui::Button<'t> {
    let button = egui::Button::new(text);
    if is_chosen { button.stroke(theme::line(2.0, theme::ACCENT)) } else { button }
}

/// A tick about a point, `size` points high.
pub fn tick(painter: &Painter, at: egui::Pos2, size: f32) {
    let (stroke, by) =
        (theme::line(size / 5.0, theme::TREES_DARK), |x: f32, y: f32| at + egui::vec2(x, y) * size);
    painter.line_segment([by(-0.55, 0.0), by(-0.18, 0.45)], stroke);
    painter.line_segment([by(-0.18, 0.45), by(0.55, -0.5)], stroke);
}

/// Whether a row of a card does not fit into the window, as on a phone.
pub fn is_narrow(context: &Context) -> bool {
    context.screen_rect().width() < 640.0
}

/// A row of a card: of its own width, or wrapped where the window is narrow.
pub fn row<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> egui::InnerResponse<R> {
    if is_narrow(ui.ctx()) { ui.horizontal_wrapped(contents) } else { ui.horizontal(contents) }
}

/// Keys and what they do, side by side.
pub fn hints(ui: &mut Ui, hints: &[(&str, &str)]) {
    row(ui, |ui| {
        for (index, (key, what)) in hints.iter().enumerate() {
            if index > 0 {
                ui.add_space(2.0 * theme::STEP);
            }
            ui.spacing_mut().item_spacing.x = theme::STEP;
            ui.label(bold(*key));
            ui.label(*what);
        }
    });
}
