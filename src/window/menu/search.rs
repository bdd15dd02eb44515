//! The search of the menu: what is typed, wherever the pointer is. A whole path names a file to open.

use super::Menu;
use super::library::LibraryEntry;
use crate::platform::disk;
use crate::window::cards::paper::pale;
use crate::window::theme;
use crate::window::words::counted;
use egui_macroquad::egui::{self, Align2, TextStyle, vec2};
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

    /// Place among the cards that are shown of the one that the search means: whose title it begins, else
    /// stands in.
    fn meant(&self) -> usize {
        let search = self.search.trim().to_lowercase();
        let rank = |&place: &usize| {
            let title = self.cards[self.shown[place]].entry.title().to_lowercase();
            if title == search {
                0
            } else {
                3 - u8::from(title.contains(&search)) - u8::from(title.starts_with(&search))
            }
        };
        (0..self.shown.len()).min_by_key(rank).unwrap_or(0)
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
    pub(super) fn search_box(&mut self, ui: &mut egui::Ui) {
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
        let (rect, _) = ui.allocate_exact_size(vec2(240.0, 32.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 2.0, theme::color(theme::CARD));
        let line = theme::line(1.0, theme::INK);
        ui.painter().rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
        let (text, rgb) = match self.search.as_str() {
            "" => ("Type to search", theme::PENCIL),
            search => (search, theme::INK),
        };
        let font = TextStyle::Body.resolve(ui.style());
        let at = rect.left_center() + vec2(12.0, 0.0);
        let painter = ui.painter().with_clip_rect(rect);
        let galley = painter.layout_no_wrap(text.to_owned(), font, theme::color(rgb));
        let drawn = Align2::LEFT_CENTER.anchor_size(at, galley.size());
        if self.search_is_marked && !self.search.is_empty() {
            painter.rect_filled(drawn, 0.0, theme::faint(theme::ACCENT, 0.3));
        }
        painter.galley(drawn.min, galley, theme::color(rgb));
        if !self.search.is_empty() {
            let caret = drawn.right_center() + vec2(2.0, 0.0);
            let line = theme::line(1.5, theme::ACCENT);
            painter.line_segment([caret - vec2(0.0, 9.0), caret + vec2(0.0, 9.0)], line);
        }
    }

    pub(super) fn type_search(&mut self, context: &egui::Context) {
        let before = self.search.clone();
        context.input(|input| {
            // With Ctrl or Alt a letter is a chord; both may be up again within one long frame.
            let is_chord = |event: &egui::Event| match event {
                egui::Event::Key { pressed: true, modifiers, .. } => modifiers.ctrl || modifiers.alt,
                _ => false,
            };
            let are_chords = input.modifiers.ctrl || input.modifiers.alt || input.events.iter().any(is_chord);
            for event in &input.events {
                match event {
                    egui::Event::Text(_) if are_chords => {}
                    egui::Event::Text(text) if text != " " || !self.search.is_empty() => {
                        if std::mem::take(&mut self.search_is_marked) {
                            self.search.clear();
                        }
                        self.search.extend(text.chars().filter(|c| !c.is_control()));
                    }
                    egui::Event::Key { key: egui::Key::A, pressed: true, modifiers, .. }
                        if modifiers.command =>
                    {
                        self.search_is_marked = true;
                    }
                    egui::Event::Key { key: egui::Key::Backspace, pressed: true, modifiers, .. } => {
                        if std::mem::take(&mut self.search_is_marked) || modifiers.command {
                            self.search.clear();
                        }
                        self.search.pop();
                    }
                    _ => {}
                }
            }
        });
        if self.search != before {
            self.look_through();
            (self.chosen, self.goes_on) = (self.meant(), false);
            self.scroll_to_chosen = true;
        }
    }
}
