//! The card that asks for the name of a level before it is saved, and what its file is called.

use super::paper::{dialog, pale};
use crate::platform::disk;
use crate::window::theme;
use crate::window::words::grouped;
use egui_macroquad::egui::text::{CCursor, CCursorRange};
use egui_macroquad::egui::{self, Align2, Key, RichText, TextEdit};
use std::path::{Path, PathBuf};

/// Names are at most this long, signs.
const LONGEST: usize = 60;

/// A level that waits for its name. Time stands meanwhile: what is saved is what is seen.
#[derive(Debug)]
pub struct Naming {
    /// What is made a level of.
    pub part: Part,
    /// How many are selected.
    selected: usize,
    folder: PathBuf,
    name: String,
    /// The file that is there already, and that the next Enter replaces.
    replaces: Option<PathBuf>,
    /// The field has been shown, and has taken the keys.
    is_open: bool,
    /// Where the buttons were last drawn.
    pub buttons: Vec<(&'static str, egui::Rect)>,
}

/// What is made a level of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole map and everybody on it.
    Whole,
    /// Those who are selected, those near them, and what they still have to do.
    Selected,
}

/// What the player has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamingAnswer {
    /// The level is saved under this name, in this file.
    Save(String, PathBuf),
    /// It is not saved.
    Leave,
}

impl Naming {
    /// Asks for the name of a level that goes into a folder. The first answer is its own name, with a number
    /// where a file has that name already.
    pub fn new(folder: PathBuf, name: &str, part: Part, selected: usize) -> Naming {
        let name: String = name.chars().take(LONGEST - 4).collect();
        let numbered = |number: u32| match number {
            1 => name.clone(),
            _ => format!("{name} {number}"),
        };
        let is_free = |name: &String| !disk::exists(&file_in(&folder, name));
        let name = (1..).map(numbered).find(is_free).unwrap_or(name);
        Naming { part, selected, folder, name, replaces: None, is_open: false, buttons: Vec::new() }
    }

    /// The name as far as it is typed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file that would be replaced.
    pub fn replaces(&self) -> Option<&Path> {
        self.replaces.as_deref()
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
        Some(NamingAnswer::Save(name.to_owned(), file))
    }

    /// Shows the card; returns what the player has decided.
    pub fn show(&mut self, context: &egui::Context) -> Option<NamingAnswer> {
        let (mut enters, mut leaves) =
            context.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
        let field = egui::Id::new("name of a level");
        dialog(context, "naming", Align2::CENTER_CENTER, egui::Vec2::ZERO, |ui| {
            ui.heading("Make a level of this");
            ui.add_space(theme::STEP);
            self.buttons.clear();
            self.parts(ui);
            let edit = TextEdit::singleline(&mut self.name).id(field).char_limit(LONGEST);
            let typed = ui.add(edit.desired_width(360.0));
            // It keeps the keys: no letter is an order meanwhile.
            typed.request_focus();
            if typed.changed() {
                self.replaces = None;
            }
            ui.add_space(theme::STEP);
            ui.label(self.told());
            ui.add_space(2.0 * theme::STEP);
            save_or_leave(ui, self.replaces.is_some(), [&mut enters, &mut leaves], &mut self.buttons);
        });
        if !std::mem::replace(&mut self.is_open, true) {
            choose_all(context, field, &self.name);
        }
        let named = if leaves { Some(NamingAnswer::Leave) } else { enters.then(|| self.enter()).flatten() };
        if named.is_some() {
            // The field would keep the keys for a frame after it has gone.
            context.memory_mut(|memory| memory.surrender_focus(field));
        }
        named
    }

    /// With a selection: all of it, or only a part.
    fn parts(&mut self, ui: &mut egui::Ui) {
        if self.selected == 0 {
            return;
        }
        ui.horizontal(|ui| {
            let selected = format!("The {} selected and who is near", grouped(self.selected));
            for (name, part, text) in
                [("whole", Part::Whole, "Everybody".to_owned()), ("selected", Part::Selected, selected)]
            {
                let response = ui.radio(self.part == part, text);
                self.buttons.push((name, response.rect));
                self.part = if response.clicked() { part } else { self.part };
            }
        });
        ui.add_space(theme::STEP);
    }

    /// What would be written, or replaced.
    fn told(&self) -> RichText {
        let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match &self.replaces {
            Some(file) => RichText::new(format!("There is a {} already: Enter replaces it", name(file)))
                .color(theme::color(theme::ACCENT)),
            None if self.name.trim().is_empty() => pale("It needs a name"),
            None => pale(format!("The file is {}", name(&file_in(&self.folder, &self.name)))),
        }
    }
}

/// The two buttons at the end of a card that saves something; sets which of `[enters, leaves]` was pressed, and notes where
/// they are drawn. `replaces`: there is a file of that name.
pub fn save_or_leave(
    ui: &mut egui::Ui,
    replaces: bool,
    [enters, leaves]: [&mut bool; 2],
    buttons: &mut Vec<(&'static str, egui::Rect)>,
) {
    ui.horizontal(|ui| {
        let save = if replaces { "Replace it  Enter" } else { "Save  Enter" };
        for (name, text, pressed) in [("save", save, enters), ("leave", "Do not save  Esc", leaves)] {
            let response = ui.button(text);
            buttons.push((name, response.rect));
            *pressed |= response.clicked();
        }
    });
}

/// What stands in a field is chosen whole: who types replaces it.
pub fn choose_all(context: &egui::Context, field: egui::Id, text: &str) {
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
        let mut naming = Naming::new(folder.path().to_owned(), "Ford", Part::Whole, 0);
        assert_eq!(naming.name(), "Ford 2");
        naming.name = "FORD".into();
        assert_eq!(naming.enter(), None);
        assert_eq!(naming.replaces(), Some(folder.path().join("ford.json").as_path()));
        assert_eq!(naming.enter(), Some(NamingAnswer::Save("FORD".into(), folder.path().join("ford.json"))));
        naming.name = "  ".into();
        assert_eq!(naming.enter(), None, "it needs a name");
    }
}
