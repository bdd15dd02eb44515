//! The card that asks for the name of a level before it is saved, of an edited one for its description too,
//! and what its file is called.

use super::paper::{accent, dialog, pale};
use crate::platform::{disk, machine};
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::grouped;
use egui_macroquad::egui::text::{CCursor, CCursorRange};
use egui_macroquad::egui::{self, Align2, Context, Key, RichText, TextEdit, Ui};
use std::path::{Path, PathBuf};

/// Names are at most this long, signs.
const LONGEST: usize = 60;
/// And descriptions.
const LONGEST_DESCRIPTION: usize = 400;
/// Width of the fields, points.
const FIELD: f32 = 420.0;
/// The name of the card.
const CARD: &str = "naming";

/// A level that waits for its name. Time stands meanwhile: what is saved is what is seen.
#[derive(Debug, Default)]
pub struct Naming {
    /// What is made a level of.
    pub part: NamedPart,
    /// The name as far as it is typed.
    pub name: String,
    /// Of an edited level what it shows, as far as it is typed.
    pub description: String,
    /// How many are selected.
    selected: usize,
    folder: PathBuf,
    /// The file that is there already, and that the next Enter replaces.
    pub replaces: Option<PathBuf>,
    /// The field has been shown, and has taken the keys.
    is_open: bool,
}

/// What is made a level of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamedPart {
    /// The whole map and everybody on it.
    #[default]
    Whole,
    /// Those who are selected, those near them, and what they still have to do.
    Selected,
    /// The document of the editor.
    Document,
}

/// What the player has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamingAnswer {
    /// The level is saved in this file.
    Save(PathBuf),
    /// It is not saved.
    Leave,
}

impl Naming {
    /// Asks for the name of a level that goes into a folder. The first answer is its own name, with a number
    /// where a file has that name already.
    pub fn new(folder: PathBuf, name: &str, part: NamedPart, selected: usize) -> Naming {
        let name: String = name.chars().take(LONGEST - 4).collect();
        let numbered = |number: u32| match number {
            1 => name.clone(),
            _ => format!("{name} {number}"),
        };
        let is_free = |name: &String| !disk::exists(&file_in(&folder, name));
        let name = (1..).map(numbered).find(is_free).unwrap_or(name);
        Naming { part, name, selected, folder, ..Naming::default() }
    }

    /// Asks for name and description of the editor's document.
    pub fn of_document(folder: PathBuf, name: &str, description: &str) -> Naming {
        let (name, description) = (name.to_owned(), description.to_owned());
        Naming { part: NamedPart::Document, name, description, folder, ..Naming::default() }
    }

    /// What Enter does: a file that is there already is replaced by a second one only.
    fn enter(&mut self) -> Option<NamingAnswer> {
        let name = self.name.trim();
        if name.is_empty() {
            return None;
        }
        let file = file_in(&self.folder, name);
        if disk::exists(&file) && self.replaces.as_ref() != Some(&file) {
            self.replaces = Some(file);
            return None;
        }
        Some(NamingAnswer::Save(file))
    }

    /// Shows the card; returns what the player has decided.
    pub fn show(&mut self, context: &Context) -> Option<NamingAnswer> {
        let (mut enters, mut leaves) =
            context.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
        let is_document = self.part == NamedPart::Document;
        dialog(context, CARD, Align2::CENTER_CENTER, egui::Vec2::ZERO, |ui| {
            ui.heading(if is_document { "Save this level" } else { "Make a level of this" });
            ui.add_space(theme::STEP);
            self.parts(ui);
            self.fields(ui);
            ui.add_space(theme::STEP);
            ui.label(self.told());
            ui.add_space(2.0 * theme::STEP);
            ui.horizontal(|ui| {
                let save = if self.replaces.is_some() { "Replace it  Enter" } else { "Save  Enter" };
                enters |= ui.button(save).spot(CARD, "save").clicked();
                leaves |= ui.button("Do not save  Esc").spot(CARD, "leave").clicked();
            });
        });
        let answer = if leaves { Some(NamingAnswer::Leave) } else { enters.then(|| self.enter()).flatten() };
        if answer.is_some() {
            // A field would keep the keys for a frame after it has gone.
            context.memory_mut(|memory| memory.focused().map(|field| memory.surrender_focus(field)));
        }
        answer
    }

    /// The name, and of a document what it shows.
    fn fields(&mut self, ui: &mut Ui) {
        let is_document = self.part == NamedPart::Document;
        if is_document {
            ui.label("Name");
        }
        let field = TextEdit::singleline(&mut self.name).char_limit(LONGEST).desired_width(FIELD);
        let name = ui.add(field).spot(CARD, "name");
        if name.changed() {
            self.replaces = None;
        }
        if is_document {
            ui.add_space(theme::STEP);
            ui.label("What it shows, in a sentence or two");
            let field = TextEdit::singleline(&mut self.description).char_limit(LONGEST_DESCRIPTION);
            ui.add(field.desired_width(FIELD)).spot(CARD, "description");
        }
        let is_first = !std::mem::replace(&mut self.is_open, true);
        if is_first || !is_document {
            // A field that is alone keeps the keys: no letter is an order meanwhile.
            name.request_focus();
        }
        if is_first {
            choose_all(ui.ctx(), name.id, &self.name);
        }
    }

    /// With a selection: all of it, or only a part.
    fn parts(&mut self, ui: &mut Ui) {
        if self.selected == 0 {
            return;
        }
        ui.horizontal(|ui| {
            let selected = format!("The {} selected and who is near", grouped(self.selected));
            for (name, part, text) in [
                ("whole", NamedPart::Whole, "Everybody".to_owned()),
                ("selected", NamedPart::Selected, selected),
            ] {
                let response = ui.radio(self.part == part, text).spot(CARD, name);
                self.part = if response.clicked() { part } else { self.part };
            }
        });
        ui.add_space(theme::STEP);
    }

    /// What would be written, or replaced.
    fn told(&self) -> RichText {
        match &self.replaces {
            Some(file) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                accent(format!("There is a {name} already: Enter replaces it"))
            }
            None if self.name.trim().is_empty() => pale("It needs a name"),
            None => pale(format!("The file is {}", machine::place(&file_in(&self.folder, &self.name)))),
        }
    }
}

/// What stands in a field is chosen whole: typing replaces it.
fn choose_all(context: &Context, field: egui::Id, text: &str) {
    let mut state = TextEdit::load_state(context, field).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
    state.store(context, field);
}

/// The file of a level of this name: its letters and digits in small letters, with dashes between the words.
pub fn file_in(folder: &Path, name: &str) -> PathBuf {
    let words = name.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let stem = words.collect::<Vec<_>>().join("-").to_lowercase();
    folder.join(format!("{}.json", if stem.is_empty() { "level" } else { &stem }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_level_is_named_after_it_and_stays_in_its_folder() {
        let name = |name: &str| file_in(Path::new("saved"), name).to_string_lossy().into_owned();
        assert_eq!(name("Siege of the North, 2nd day"), "saved/siege-of-the-north-2nd-day.json");
        assert_eq!(name("../..\\a:b"), "saved/a-b.json");
        assert_eq!(name("Übergang"), "saved/übergang.json");
        assert_eq!(name(" ?! "), "saved/level.json");
    }

    #[test]
    fn the_first_answer_is_free_and_a_file_is_replaced_by_a_second_enter_only() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ford.json"), "").unwrap();
        let mut naming = Naming::new(folder.path().to_owned(), "Ford", NamedPart::Whole, 0);
        assert_eq!(naming.name, "Ford 2");
        naming.name = "FORD".into();
        assert_eq!(naming.enter(), None);
        assert_eq!(naming.replaces, Some(folder.path().join("ford.json")));
        assert_eq!(naming.enter(), Some(NamingAnswer::Save(folder.path().join("ford.json"))));
        naming.name = "  ".into();
        assert_eq!(naming.enter(), None, "it needs a name");
    }
}
