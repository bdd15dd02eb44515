//! The card that asks for name and description when a level is first saved.

use crate::platform::{disk, machine};
use crate::window::cards::naming::{choose_all, file_in, save_or_leave};
use crate::window::cards::paper::{dialog, pale};
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Key, RichText, TextEdit};
use std::path::{Path, PathBuf};

/// Longest name and description, signs.
const LONGEST: (usize, usize) = (60, 400);

/// A level that waits for its name.
pub struct Saving {
    folder: PathBuf,
    /// As far as it is typed.
    pub name: String,
    /// As far as it is typed.
    pub description: String,
    /// The file that is there already, and that the next press of the button replaces.
    replaces: Option<PathBuf>,
    is_open: bool,
    /// Where fields and buttons were last drawn.
    pub buttons: Vec<(&'static str, egui::Rect)>,
}

/// What the player has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is saved in this file.
    Save(PathBuf),
    /// It is not saved.
    Leave,
}

impl Saving {
    /// Asks for the name of a level that goes into a folder.
    pub fn new(folder: PathBuf, name: &str, description: &str) -> Saving {
        let (name, description) = (name.to_owned(), description.to_owned());
        Saving { folder, name, description, replaces: None, is_open: false, buttons: Vec::new() }
    }

    fn enter(&mut self) -> Option<Answer> {
        if self.name.trim().is_empty() {
            return None;
        }
        let file = file_in(&self.folder, self.name.trim());
        if disk::exists(&file) && self.replaces.as_ref() != Some(&file) {
            self.replaces = Some(file);
            return None;
        }
        Some(Answer::Save(file))
    }

    /// Shows the card; returns what the player has decided.
    pub fn show(&mut self, context: &egui::Context) -> Option<Answer> {
        let (mut enters, mut leaves) =
            context.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
        self.buttons.clear();
        dialog(context, "saving", Align2::CENTER_CENTER, egui::Vec2::ZERO, |ui| {
            ui.heading("Save this level");
            ui.add_space(theme::STEP);
            ui.label("Name");
            let name =
                ui.add(TextEdit::singleline(&mut self.name).char_limit(LONGEST.0).desired_width(420.0));
            ui.add_space(theme::STEP);
            ui.label("What it shows, in a sentence or two");
            let text = TextEdit::singleline(&mut self.description).char_limit(LONGEST.1).desired_width(420.0);
            let description = ui.add(text);
            if !std::mem::replace(&mut self.is_open, true) {
                name.request_focus();
                choose_all(context, name.id, &self.name);
            }
            self.replaces = self.replaces.take().filter(|_| !name.changed());
            self.buttons.extend([("name", name.rect), ("description", description.rect)]);
            ui.add_space(theme::STEP);
            ui.label(self.told());
            ui.add_space(2.0 * theme::STEP);
            save_or_leave(ui, self.replaces.is_some(), [&mut enters, &mut leaves], &mut self.buttons);
        });
        let answer = if leaves { Some(Answer::Leave) } else { enters.then(|| self.enter()).flatten() };
        if answer.is_some() {
            // A field would keep the keys for a frame after it has gone.
            context.memory_mut(|memory| memory.focused().map(|field| memory.surrender_focus(field)));
        }
        answer
    }

    fn told(&self) -> RichText {
        let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match &self.replaces {
            Some(file) => RichText::new(format!("There is a {} already: Enter replaces it", name(file)))
                .color(theme::color(theme::ACCENT)),
            None if self.name.trim().is_empty() => pale("It needs a name"),
            None => pale(format!("The file is {}", machine::place(&file_in(&self.folder, &self.name)))),
        }
    }
}
