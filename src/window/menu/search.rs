//! The search of the menu: what is typed, wherever the pointer is. A whole path names a file to open.

use super::Menu;
use super::library::LibraryEntry;
use crate::platform::disk;
use crate::window::cards::paper::pale;
use crate::window::theme;
use crate::window::words::counted;
use egui_macroquad::egui::{self, Align, Context, Event, TextEdit, Ui, vec2};
use std::path::{Path, PathBuf};

impl Menu {
    /// Whether all words of the search occur in what a card says, or in its file's name.
    pub(super) fn is_found(&self, entry: &LibraryEntry) -> bool {
        let (title, file) = (entry.title(), entry.path.file_name().unwrap_or_default().to_string_lossy());
        let told = match &entry.outcome {
            Some(Ok(summary)) => {
                // A level that asks for nothing is called so in play.
                let sort = if summary.key.is_none() { "sandbox" } else { "" };
                format!("{title} {file} {} {} {sort}", summary.facts, summary.description)
            }
            _ => format!("{title} {file}"),
        };
        self.has_all_words(&told)
    }

    fn has_all_words(&self, told: &str) -> bool {
        let told = told.to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| told.contains(word))
    }

    /// Notes what the search leaves.
    pub(super) fn look_through(&mut self) {
        let is_found = |path: &&PathBuf| {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.search.is_empty() || self.has_all_words(&format!("{} {file} recording", self.name_of(path)))
        };
        self.shown_recordings = self.recordings.iter().filter(is_found).cloned().collect();
        let all = 0..self.cards.len();
        self.shown = all.filter(|&index| self.is_found(&self.cards[index].entry)).collect();
        self.searched = Some(self.search.clone());
    }

    /// The place of what the search means, of all that is shown: what is called so, else what it begins, else
    /// what it stands in.
    fn meant(&self) -> usize {
        let search = self.search.trim().to_lowercase();
        let rank = |(_, title): &(usize, String)| {
            let title = title.to_lowercase();
            if title == search {
                0
            } else {
                3 - u8::from(title.contains(&search)) - u8::from(title.starts_with(&search))
            }
        };
        let cards = self.shown.iter().map(|&index| self.cards[index].entry.title());
        let all = cards.chain(self.shown_recordings.iter().map(|path| self.name_of(path)));
        all.enumerate().min_by_key(rank).map_or(0, |(place, _)| place)
    }

    /// The path of a level or a recording that was typed or pasted, as file managers copy it.
    pub(super) fn named_path(&self) -> Option<&Path> {
        let text = self.search.trim();
        let path = Path::new(text.strip_prefix("file://").unwrap_or(text));
        path.extension().is_some_and(|end| end == "json" || end == "replay").then_some(path)
    }

    /// The file of that path, if there is one.
    pub(super) fn named_file(&self) -> Option<PathBuf> {
        self.named_path().filter(|path| disk::is_file(path)).map(Path::to_owned)
    }

    /// What is typed goes here, wherever the pointer is.
    pub(super) fn search_box(&mut self, ui: &mut Ui) {
        if !self.search.is_empty() {
            if ui.button("×").on_hover_text("Esc").clicked() {
                self.search.clear();
            }
            let levels = counted(self.shown.len(), "level", "levels");
            let found = match self.shown_recordings.len() {
                _ if self.named_file().is_some() => "Enter opens this file".to_owned(),
                0 => levels,
                count => format!("{levels}, {}", counted(count, "recording", "recordings")),
            };
            ui.label(pale(found));
        }
        let (id, is_free) = (egui::Id::new("search"), !self.is_asked());
        if is_free {
            drop_chords(ui.ctx());
            ui.memory_mut(|memory| memory.request_focus(id));
        }
        let field = TextEdit::singleline(&mut self.search).id(id).hint_text("Type to search");
        let field = field
            .interactive(is_free)
            .vertical_align(Align::Center)
            .background_color(theme::color(theme::CARD));
        ui.add_sized(vec2(240.0, 32.0), field);
        // A blank begins no search.
        self.search.truncate(if self.search.trim().is_empty() { 0 } else { self.search.len() });
        if self.searched.as_ref() != Some(&self.search) {
            self.look_through();
            (self.chosen, self.goes_on, self.scroll_to_chosen) = (self.meant(), false, true);
        }
    }
}

/// With Ctrl or Alt a letter is a chord, and nothing is typed; both may be up again within one long frame.
fn drop_chords(context: &Context) {
    let is_chord = |event: &Event| match event {
        Event::Key { pressed: true, modifiers, .. } => modifiers.ctrl || modifiers.alt,
        _ => false,
    };
    context.input_mut(|input| {
        if input.modifiers.ctrl || input.modifiers.alt || input.events.iter().any(is_chord) {
            input.events.retain(|event| !matches!(event, Event::Text(_)));
        }
    });
}
