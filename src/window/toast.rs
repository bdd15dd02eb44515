//! Toasts: what could not be done and why, told for a few seconds at the top of the screen.

use super::hud::rect_of;
use super::theme;
use egui_macroquad::egui::{self, Align2, RichText, vec2};

/// How long a toast stays, s.
const STAYS: f32 = 5.0;
/// More than these are not shown at once; the oldest goes first.
const MOST: usize = 3;

struct Toast {
    text: String,
    left: f32,
}

/// What is being told, oldest first.
#[derive(Default)]
pub struct Toasts {
    list: Vec<Toast>,
}

impl Toasts {
    /// Tells something. What is being told already is not told twice, only longer.
    pub fn say(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.list.retain(|toast| toast.text != text);
        self.list.push(Toast { text, left: STAYS });
        let surplus = self.list.len().saturating_sub(MOST);
        self.list.drain(..surplus);
    }

    /// Lets `seconds` of real time pass.
    pub fn fade(&mut self, seconds: f32) {
        self.list.iter_mut().for_each(|toast| toast.left -= seconds);
        self.list.retain(|toast| toast.left > 0.0);
    }

    /// What is told now.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|toast| toast.text.as_str())
    }

    /// Shows them as paper slips below the upper cards.
    pub fn show(&self, context: &egui::Context) {
        if self.list.is_empty() {
            return;
        }
        // What is wrong with the keys stands there already.
        let top = rect_of(context, "keys").map_or(68.0, |keys| keys.bottom() + theme::STEP);
        let area = egui::Area::new("toasts".into()).anchor(Align2::CENTER_TOP, vec2(0.0, top));
        area.order(egui::Order::Tooltip).interactable(false).show(context, |ui| {
            ui.vertical_centered(|ui| {
                for text in self.texts() {
                    theme::card().show(ui, |ui| {
                        let text = RichText::new(text).color(theme::color(theme::ACCENT));
                        ui.add(egui::Label::new(text).extend());
                    });
                }
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_is_told_once_and_the_oldest_goes_first() {
        let mut toasts = Toasts::default();
        for text in ["a", "b", "a", "c", "d"] {
            toasts.say(text);
        }
        assert_eq!(toasts.texts().collect::<Vec<_>>(), ["a", "c", "d"]);
        toasts.fade(STAYS + 1.0);
        assert_eq!(toasts.texts().count(), 0);
    }
}
