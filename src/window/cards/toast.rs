//! Toasts: what went well, and what could not be done and why, told for a few seconds where no card lies.

use super::layout::CardLayout;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Rect, vec2};

/// How long a toast stays, s.
const STAYS: f32 = 5.0;
/// Longer texts are wrapped, points.
const WIDEST: f32 = 560.0;

/// How something went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// It was done: told in ink.
    Done,
    /// It could not be done: told in the accent's red.
    Failed,
}

/// What is being told: one thing at a time, the newest.
#[derive(Debug, Default)]
pub struct Toasts {
    /// How it went, its words, and for how long it is told yet, s.
    told: Option<(Tone, String, f32)>,
    /// Where it was last drawn, points.
    pub rect: Option<Rect>,
}

impl Toasts {
    /// Tells something in the place of what is being told.
    pub fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.told = Some((tone, text.into(), STAYS));
    }

    /// Takes away what is being told: it speaks of what is no longer there.
    pub fn forget(&mut self) {
        self.told = None;
    }

    /// Lets `seconds` of real time pass.
    pub fn fade(&mut self, seconds: f32) {
        self.told.iter_mut().for_each(|(.., left)| *left -= seconds);
        self.told.take_if(|(.., left)| *left <= 0.0);
    }

    /// What is told now.
    pub fn text(&self) -> Option<&str> {
        self.told.as_ref().map(|(_, text, _)| text.as_str())
    }

    /// Shows it as a slip of paper between the cards, as near to the top as there is room.
    pub fn show(&mut self, layout: &mut CardLayout) {
        let Some((tone, text, _)) = &self.told else { return };
        let context = layout.context.clone();
        let rgb = match tone {
            Tone::Done => theme::INK,
            Tone::Failed => theme::ACCENT,
        };
        let font = egui::TextStyle::Body.resolve(&context.style());
        let text = context.fonts(|fonts| fonts.layout(text.clone(), font, theme::color(rgb), WIDEST));
        let size = text.size() + theme::card().total_margin().sum();
        let corner = Align2::CENTER_TOP;
        let at = layout.corner(corner) + vec2(0.0, 13.0 * theme::STEP);
        // A window full of cards has room below the last of them at worst.
        let place = layout.take(size, corner, at).unwrap_or(Rect::from_min_size(at, size));
        self.rect = Some(place);
        let area = egui::Area::new("toast".into()).fixed_pos(place.min).order(egui::Order::Tooltip);
        area.interactable(false).show(&context, |ui| {
            theme::card().show(ui, |ui| ui.add(egui::Label::new(text).extend()));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_told_at_a_time_and_goes_after_a_while() {
        let mut toasts = Toasts::default();
        toasts.say(Tone::Failed, "a");
        toasts.say(Tone::Done, "b");
        assert_eq!(toasts.text(), Some("b"));
        toasts.fade(STAYS - 1.0);
        assert_eq!(toasts.text(), Some("b"));
        toasts.fade(2.0);
        assert_eq!(toasts.text(), None);
    }
}
