//! The card that asks for the name of a level that is saved, and the name of its file.

use super::game::Game;
use super::hud::pale;
use super::theme;
use egui_macroquad::egui::{self, Align2, Key, TextEdit};

/// Names are at most this long.
const LONGEST: usize = 60;

/// A level that waits for its name.
#[derive(Debug)]
pub struct Naming {
    name: String,
}

impl Naming {
    /// The name as far as it is typed.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Game {
    /// Asks for the name under which map and units are saved.
    pub(super) fn ask_name(&mut self) {
        self.naming = Some(Naming { name: self.level.name.chars().take(LONGEST).collect() });
    }
}

/// Shows the card while a level waits for its name: Enter saves it, Esc leaves it.
pub fn show(context: &egui::Context, game: &mut Game) {
    let Some(mut naming) = game.naming.take() else { return };
    let (saves, leaves) =
        context.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
    let area = egui::Area::new("naming".into()).anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO);
    area.order(egui::Order::Foreground).show(context, |ui| {
        theme::card().inner_margin(20.0).show(ui, |ui| {
            ui.heading("Save as a level");
            ui.add_space(theme::STEP);
            let field = TextEdit::singleline(&mut naming.name).char_limit(LONGEST).desired_width(320.0);
            // It keeps what is typed: no letter is an order meanwhile.
            ui.add(field).request_focus();
            ui.add_space(theme::STEP);
            ui.label(pale("Enter saves it under this name, Esc does not"));
        });
    });
    let name = naming.name.trim();
    if saves && !name.is_empty() {
        game.save_as_level(name);
    } else if !leaves {
        game.naming = Some(naming);
    }
}

/// The name of the file of a level: letters and digits of its name in small letters, with dashes between the words.
pub fn file_stem(name: &str) -> String {
    let is_part = |sign: &char| sign.is_alphanumeric();
    let words = name.split(|sign| !is_part(&sign)).filter(|word| !word.is_empty());
    let stem = words.collect::<Vec<_>>().join("-").to_lowercase();
    if stem.is_empty() { "level".into() } else { stem }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_level_is_named_after_it() {
        assert_eq!(file_stem("Siege of the North, 2nd day"), "siege-of-the-north-2nd-day");
        assert_eq!(file_stem("../..\\a:b"), "a-b");
        assert_eq!(file_stem("Übergang"), "übergang");
        assert_eq!(file_stem(" ?! "), "level");
    }
}
