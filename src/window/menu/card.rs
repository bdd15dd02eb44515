//! A level's card in the menu: its printed map, its name, what it shows.

use super::library::{self, LevelSummary, LibraryEntry, PICTURE};
use crate::window::cards::paper::{accent, pale};
use crate::window::cards::seal;
use crate::window::theme;
use crate::window::words::counted;
use egui_macroquad::egui::{self, Align2, TextStyle, Ui, vec2};

/// Width of a card, points.
pub const CARD_WIDTH: f32 = 304.0;
/// Height of a card, points.
pub const CARD_HEIGHT: f32 = 296.0;
/// Space between cards, points.
pub const GAP: f32 = 16.0;
/// Margin of the map's picture within its card, points.
const MARGIN: f32 = 12.0;

/// Sizes of the buttons on it, points.
const BESIDE: egui::Vec2 = vec2(112.0, 22.0);
const REMOVE: egui::Vec2 = vec2(76.0, 22.0);

/// A card and where it was last drawn.
pub(super) struct Card {
    pub entry: LibraryEntry,
    pub picture: Option<egui::TextureHandle>,
    pub rect: egui::Rect,
    /// Where its button was last drawn.
    pub beside: egui::Rect,
}

/// What of a card was clicked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clicked {
    /// The card: the level is played.
    Card,
    /// A button: it is played side by side.
    Beside,
    /// A button: the file is to be removed.
    Remove,
}

impl Card {
    pub fn new(entry: LibraryEntry) -> Card {
        Card { entry, picture: None, rect: egui::Rect::NOTHING, beside: egui::Rect::NOTHING }
    }

    /// Shows it; returns how it was clicked. `is_chosen`: Enter would open it.
    pub fn show(&mut self, ui: &mut Ui, is_chosen: bool) -> Option<Clicked> {
        let (rect, response) = ui.allocate_exact_size(vec2(CARD_WIDTH, CARD_HEIGHT), egui::Sense::click());
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        self.rect = rect;
        let clicked = response.clicked().then_some(Clicked::Card);
        if !ui.is_rect_visible(rect) {
            return clicked;
        }
        let paper = if response.hovered() { theme::mix(theme::CARD, [255; 3], 0.6) } else { theme::CARD };
        ui.painter().add(theme::card().shadow.as_shape(rect, 2.0));
        ui.painter().rect_filled(rect, 2.0, theme::color(paper));
        let line = if is_chosen { theme::line(2.0, theme::ACCENT) } else { theme::line(1.0, theme::INK) };
        ui.painter().rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
        let width = CARD_WIDTH - 2.0 * MARGIN;
        let size = vec2(width, width * PICTURE.1 as f32 / PICTURE.0 as f32);
        let picture = egui::Rect::from_min_size(rect.min + vec2(MARGIN, MARGIN), size);
        draw_picture(ui, self, picture);
        let text =
            egui::Rect::from_min_max(picture.left_bottom() + vec2(0.0, 8.0), rect.max - vec2(MARGIN, 8.0));
        let is_cut = draw_text(ui, &self.entry, text);
        if let (true, Some(Ok(summary))) = (is_cut, &self.entry.outcome) {
            response.on_hover_text(format!("{}\n{}", summary.name, summary.description));
        }
        if let Some(Ok(LevelSummary { medal: Some(medal), is_won, .. })) = &self.entry.outcome {
            let center = picture.right_bottom() - vec2(24.0, 4.0);
            seal::paint(ui.painter(), center, 22.0, *medal, *is_won);
        }
        let is_near = is_chosen || ui.rect_contains_pointer(rect);
        let is_offered = is_near && matches!(self.entry.outcome, Some(Ok(_)));
        self.beside = if is_offered {
            // On the picture: no word is hidden.
            egui::Align2::RIGHT_TOP.align_size_within_rect(BESIDE, picture.shrink(theme::STEP))
        } else {
            egui::Rect::NOTHING
        };
        let hint = "As it is, and under another model beside it (Shift + Enter)";
        let is_beside = is_offered && button(ui, self.beside, "Side by side", hint);
        let remove = egui::Align2::LEFT_TOP.align_size_within_rect(REMOVE, picture.shrink(theme::STEP));
        let is_own = self.entry.shelf == library::OWN;
        if is_own && is_near && button(ui, remove, "Remove", "It is asked first (Delete)") {
            return Some(Clicked::Remove);
        }
        if is_beside { Some(Clicked::Beside) } else { clicked }
    }
}

/// A row that begins so many points from the left rim.
pub(super) fn indented<R>(ui: &mut Ui, side: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let row = ui.horizontal(|ui| {
        ui.add_space(side);
        contents(ui)
    });
    row.inner
}

/// A button in a place of its own: it takes no room in the row of cards. Whether it was clicked.
fn button(ui: &mut Ui, rect: egui::Rect, text: &str, hint: &str) -> bool {
    let mut above = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    above.put(rect, egui::Button::new(text).small()).on_hover_text(hint).clicked()
}

fn draw_picture(ui: &Ui, card: &mut Card, rect: egui::Rect) {
    let Some(Ok(summary)) = &card.entry.outcome else {
        ui.painter().rect_filled(rect, 0.0, theme::color(theme::mix(theme::TABLE, theme::CARD, 0.4)));
        if card.entry.outcome.is_none() {
            return;
        }
        let font = egui::FontId::new(40.0, egui::FontFamily::Name("bold".into()));
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, "!", font, theme::color(theme::ACCENT));
        return;
    };
    let paint = || summary.picture.texture(ui.ctx(), &summary.name);
    let texture = card.picture.get_or_insert_with(paint);
    egui::Image::from_texture(&*texture).paint_at(ui, rect);
}

/// Draws what a card says; returns whether any of it is cut off.
fn draw_text(ui: &mut Ui, entry: &LibraryEntry, rect: egui::Rect) -> bool {
    let mut inner =
        ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::top_down(egui::Align::Min)));
    inner.spacing_mut().item_spacing.y = 2.0;
    inner.set_clip_rect(rect.intersect(ui.clip_rect()));
    let is_title_cut = draw_rows(&mut inner, entry.title(), TextStyle::Heading, 1);
    match &entry.outcome {
        None => is_title_cut,
        Some(Ok(summary)) => {
            inner.label(pale(&summary.facts));
            draw_rows(&mut inner, summary.description.clone(), TextStyle::Body, 3) || is_title_cut
        }
        Some(Err(errors)) => {
            let things = counted(errors.lines().count(), "thing is", "things are");
            inner.label(accent(format!("{things} wrong: click to read")));
            is_title_cut
        }
    }
}

/// Draws as much of a text as goes into so many rows; returns whether the rest is cut off.
fn draw_rows(ui: &mut Ui, text: String, style: TextStyle, rows: usize) -> bool {
    let font = style.resolve(ui.style());
    let mut job = egui::text::LayoutJob::simple(text, font, theme::color(theme::INK), ui.available_width());
    (job.wrap.max_rows, job.wrap.break_anywhere) = (rows, rows == 1);
    let galley = ui.fonts(|fonts| fonts.layout_job(job));
    let is_cut = galley.elided;
    // A label would show all of it beside the pointer, and the card does that.
    let (rect, _) = ui.allocate_exact_size(galley.size(), egui::Sense::hover());
    ui.painter().galley(rect.min, galley, theme::color(theme::INK));
    is_cut
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether something tells more of itself under a pointer that rests on it.
    fn tells_more(show: fn(&mut Ui)) -> bool {
        let context = egui::Context::default();
        for frame in 0..90 {
            let moved = egui::Event::PointerMoved(egui::pos2(40.0 + frame.min(3) as f32, 10.0));
            let events = if frame <= 3 { vec![moved] } else { Vec::new() };
            let time = Some(f64::from(frame) / 30.0);
            _ = context.run(egui::RawInput { time, events, ..egui::RawInput::default() }, |context| {
                egui::CentralPanel::default().show(context, |ui| {
                    let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(80.0, 60.0));
                    show(&mut ui.new_child(egui::UiBuilder::new().max_rect(rect)));
                });
            });
        }
        context.memory(|memory| memory.layer_ids().any(|layer| layer.order == egui::Order::Tooltip))
    }

    #[test]
    fn a_text_that_is_cut_leaves_it_to_its_card_to_tell_the_rest() {
        const TEXT: &str = "They march to the gate before it shuts";
        assert!(tells_more(|ui| _ = ui.add(egui::Label::new(TEXT).truncate())), "a label would");
        assert!(!tells_more(|ui| assert!(draw_rows(ui, TEXT.into(), TextStyle::Body, 1), "it is cut")));
    }
}
