//! The shelves of the menu: cards in rows under headings, and files as buttons above them.

use super::card::{Clicked, GAP};
use super::removing::Removal;
use super::{MENU, Menu, MenuChoice, library};
use crate::goals::Medal;
use crate::platform::machine;
use crate::window::cards::paper::{self, pale};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, vec2};
use std::path::{Path, PathBuf};

impl Menu {
    /// Asks whether a file is to be removed.
    fn ask_removal(&mut self, path: PathBuf, name: String) {
        self.removal = Some(Removal::new(path, name));
    }

    /// Asks whether the chosen level is to be removed, if it is one of the player's own.
    pub(super) fn ask_removal_of_chosen(&mut self) {
        let chosen = self.shown.get(self.chosen).map(|&index| &self.cards[index].entry);
        if let Some(entry) = chosen.filter(|entry| entry.shelf == library::OWN) {
            self.ask_removal(entry.path.clone(), entry.title());
        }
    }

    /// Shows whether a file is to be removed, if that is asked.
    pub(super) fn show_removal(&mut self, context: &egui::Context) {
        let Some(is_gone) = self.removal.as_mut().and_then(|removal| removal.show(context)) else { return };
        self.removal = None;
        if is_gone {
            self.come_back();
        }
    }

    /// The levels that were opened last as a row of buttons under a heading; returns which was clicked.
    fn recent(&self, ui: &mut egui::Ui, side: f32) -> Option<PathBuf> {
        let row = self.row_of(&self.recent, ui.available_width() - 2.0 * side);
        if row.is_empty() {
            return None;
        }
        heading(ui, side, "Recent");
        let mut clicked = None;
        buttons(ui, side, |ui| {
            for path in row {
                let button = ui.button(self.name_of(path)).on_hover_text(machine::place(path));
                clicked = button.clicked().then(|| path.clone()).or(clicked.take());
            }
        });
        clicked
    }

    /// Saved sessions as buttons under a heading, each with one that removes it: the newest, as many as stand
    /// in a row, or all. Returns what was clicked of which.
    fn recordings(&mut self, ui: &mut egui::Ui, side: f32) -> Option<(PathBuf, Clicked)> {
        let found = &self.shown_recordings;
        if found.is_empty() {
            return None;
        }
        let room = ui.available_width() - 2.0 * side;
        let first = self.row_of(found, room).len();
        let are_more = self.search.is_empty() && first < found.len();
        let (mut clicked, mut is_turned) = (None, false);
        ui.horizontal(|ui| {
            heading(ui, side, "Recordings");
            let text = if self.all_recordings { "The newest".into() } else { format!("All {}", found.len()) };
            is_turned = are_more && ui.button(text).spot(MENU, "all recordings").clicked();
        });
        let mut rest = if are_more && !self.all_recordings { &found[..first] } else { &found[..] };
        while !rest.is_empty() {
            let (row, others) = rest.split_at(self.row_of(rest, room).len());
            buttons(ui, side, |ui| {
                for path in row {
                    clicked = self.recording(ui, path).map(|how| (path.clone(), how)).or(clicked.take());
                }
            });
            rest = others;
        }
        self.all_recordings ^= is_turned;
        clicked
    }

    fn recording(&self, ui: &mut egui::Ui, path: &Path) -> Option<Clicked> {
        let name = self.name_of(path);
        // Nearer to its own button than to the next one.
        ui.spacing_mut().item_spacing.x = 2.0;
        let is_opened = ui.button(&name).on_hover_text(machine::place(path)).clicked();
        ui.spacing_mut().item_spacing.x = 2.0 * theme::STEP;
        let remove = ui.button("×").on_hover_text(format!("Remove {name}"));
        let is_removed = remove.spot(MENU, format!("remove {name}")).clicked();
        is_removed.then_some(Clicked::Remove).or(is_opened.then_some(Clicked::Card))
    }

    /// The first of these files, as many as stand in a row of so many points as buttons with their names.
    fn row_of<'f>(&self, files: &'f [PathBuf], room: f32) -> &'f [PathBuf] {
        let mut used = 0.0;
        let fits = |path: &&PathBuf| {
            used += 10.0 * self.name_of(path).chars().count() as f32 + 40.0;
            used <= room
        };
        &files[..files.iter().take_while(fits).count().max(1).min(files.len())]
    }

    /// What a file is called: a level by its title, a recording by its level's and its number.
    pub(super) fn name_of(&self, path: &Path) -> String {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let numbered = stem.rsplit_once('-').filter(|(_, end)| end.bytes().all(|sign| sign.is_ascii_digit()));
        let of_level = |stem: &str| {
            let mut levels = self.cards.iter().filter(|card| matches!(card.entry.outcome, Some(Ok(_))));
            let card = levels.find(|card| card.entry.path.file_stem().is_some_and(|known| known == stem))?;
            Some(card.entry.title())
        };
        let of_recording =
            || numbered.and_then(|(level, number)| Some(format!("{} {number}", of_level(level)?)));
        of_level(&stem).or_else(of_recording).unwrap_or_else(|| stem.replace(['-', '_'], " "))
    }

    /// Sorts what is shown into rows; every shelf begins a new one.
    pub(super) fn lay_out(&mut self, columns: usize) {
        let shelf = |place: usize| self.cards[self.shown[place]].entry.shelf;
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for place in 0..self.shown.len() {
            match rows.last_mut() {
                Some(row) if row.len() < columns && shelf(row[0]) == shelf(place) => row.push(place),
                _ => rows.push(vec![place]),
            }
        }
        self.rows = rows;
    }

    /// The card above or below the chosen one, or that one where there is none.
    pub(super) fn beside(&self, down: bool) -> usize {
        let at = self.rows.iter().position(|row| row.contains(&self.chosen)).unwrap_or(0);
        let next = if down { at + 1 } else { at.wrapping_sub(1) };
        let column = self.rows.get(at).and_then(|row| row.iter().position(|&place| place == self.chosen));
        let row = self.rows.get(next).filter(|row| !row.is_empty());
        row.map_or(self.chosen, |row| row[column.unwrap_or(0).min(row.len() - 1)])
    }

    pub(super) fn grid(&mut self, ui: &mut egui::Ui, side: f32) -> Option<MenuChoice> {
        let (mut clicked, mut named) = (None, None);
        // What another search finds is seen from its top.
        let area = egui::ScrollArea::vertical().id_salt(&self.search).auto_shrink(false);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            let is_search = !self.search.is_empty();
            if !is_search {
                named = self.recent(ui, side).map(|path| (path, Clicked::Card));
            }
            let (mut shelf, mut are_due) = (None, true);
            for row in self.rows.clone() {
                let now = self.cards[self.shown[row[0]]].entry.shelf;
                if shelf.replace(now) != Some(now) {
                    // What the player kept stands below what there is to play.
                    if now >= library::OWN && !is_search && std::mem::take(&mut are_due) {
                        named = named.take().or(self.recordings(ui, side));
                    }
                    ui.horizontal(|ui| {
                        heading(ui, side, library::SHELVES[now]);
                        ui.label(pale(self.medals_of(now)));
                    });
                }
                ui.horizontal(|ui| {
                    ui.add_space(side);
                    for place in row {
                        let is_chosen = place == self.chosen && !self.goes_on();
                        let comes_up = is_chosen && std::mem::take(&mut self.scroll_to_chosen);
                        let card = &mut self.cards[self.shown[place]];
                        clicked = card.show(ui, is_chosen, comes_up).map(|how| (place, how)).or(clicked);
                    }
                });
            }
            if are_due {
                named = named.take().or(self.recordings(ui, side));
            }
            self.tell_nothing_found(ui, side);
        });
        if let Some((path, _)) = named.as_ref().filter(|(_, how)| *how == Clicked::Remove) {
            self.ask_removal(path.clone(), self.name_of(path));
            return None;
        }
        let opened = clicked.and_then(|(place, how)| {
            self.chosen = place;
            if how == Clicked::Remove {
                self.ask_removal_of_chosen();
                return None;
            }
            self.open(place).map(|path| MenuChoice::of(path, how == Clicked::Beside))
        });
        opened.or(named.map(|(path, _)| MenuChoice::Open(path)))
    }

    /// How many medals the levels of a shelf have brought so far, in words.
    fn medals_of(&self, shelf: usize) -> String {
        let read = self.cards.iter().filter(|card| card.entry.shelf == shelf);
        let medals = read.filter_map(|card| card.entry.outcome.as_ref()?.as_ref().ok()?.medal);
        let medals: Vec<Option<Medal>> = medals.collect();
        let counted = [Medal::Gold, Medal::Silver, Medal::Bronze].into_iter().filter_map(|medal| {
            let count = medals.iter().filter(|&&won| won == Some(medal)).count();
            (count > 0).then(|| format!("{count} {}", medal.name().to_lowercase()))
        });
        let counted: Vec<String> = counted.collect();
        if counted.is_empty() {
            return String::new();
        }
        format!("{} of {}", counted.join(", "), medals.len())
    }

    /// That there are no levels, or none with the words that are searched.
    fn tell_nothing_found(&self, ui: &mut egui::Ui, side: f32) {
        if !self.shown.is_empty() || !self.cards.is_empty() && !self.shown_recordings.is_empty() {
            return;
        }
        let text = match self.named_path() {
            _ if self.cards.is_empty() => {
                "No levels were found: there is no folder `levels` here or beside the program.".to_owned()
            }
            Some(path) if self.named_file().is_some() => format!("Enter opens {}", path.display()),
            Some(path) => format!("There is no file {}. Esc shows all levels.", path.display()),
            None => "No level or recording has all of these words. Esc shows them all.".to_owned(),
        };
        ui.horizontal(|ui| {
            ui.add_space(side);
            ui.label(text);
        });
    }
}

/// A row of buttons.
fn buttons(ui: &mut egui::Ui, side: f32, contents: impl FnOnce(&mut egui::Ui)) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 28.0;
        ui.spacing_mut().item_spacing.x = 2.0 * theme::STEP;
        ui.add_space(side);
        contents(ui);
    });
}

fn heading(ui: &mut egui::Ui, side: f32, title: &str) {
    ui.horizontal(|ui| {
        ui.add_space(side);
        ui.label(paper::title(title));
    });
}
