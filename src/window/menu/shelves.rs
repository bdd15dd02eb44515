//! The shelves of the menu: cards in rows under headings, and files as buttons above them.

use super::card::{Clicked, GAP};
use super::removing::Removal;
use super::{MENU, Menu, MenuChoice, library};
use crate::platform::machine;
use crate::window::cards::paper;
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

    /// Files as a row of buttons under a heading, each with one that removes it if `are_own`; returns what
    /// was clicked of which.
    fn row(
        &self,
        ui: &mut egui::Ui,
        side: f32,
        title: &str,
        (files, are_own): (&[PathBuf], bool),
    ) -> Option<(PathBuf, Clicked)> {
        if files.is_empty() {
            return None;
        }
        heading(ui, side, title);
        let mut clicked = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = 28.0;
            ui.spacing_mut().item_spacing.x = 2.0 * theme::STEP;
            ui.add_space(side);
            for path in files {
                let name = self.name_of(path);
                let width = 10.0 * name.chars().count() as f32 + if are_own { 40.0 } else { 0.0 };
                if ui.available_width() < width + side {
                    break;
                }
                if ui.button(&name).on_hover_text(machine::place(path)).clicked() {
                    clicked = Some((path.clone(), Clicked::Card));
                }
                if are_own {
                    ui.spacing_mut().item_spacing.x = theme::STEP;
                    let remove = ui.button("×").on_hover_text(format!("Remove {name}"));
                    if remove.spot(MENU, format!("remove {name}")).clicked() {
                        clicked = Some((path.clone(), Clicked::Remove));
                    }
                    ui.spacing_mut().item_spacing.x = 2.0 * theme::STEP;
                }
            }
        });
        clicked
    }

    /// What a file is called: a level by its title, a recording by its level's and its number.
    fn name_of(&self, path: &Path) -> String {
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
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            if self.search.is_empty() {
                named = self.row(ui, side, "Recent", (&self.recent, false));
            }
            let mut shelf = None;
            let mut are_due = self.search.is_empty();
            for row in self.rows.clone() {
                let now = self.cards[self.shown[row[0]]].entry.shelf;
                if shelf.replace(now) != Some(now) {
                    // What the player kept stands below what there is to play.
                    if now >= library::OWN && std::mem::take(&mut are_due) {
                        let recordings = (&*self.recordings, true);
                        named = named.take().or(self.row(ui, side, "Recordings", recordings));
                    }
                    heading(ui, side, library::SHELVES[now]);
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
            if self.cards.is_empty() {
                ui.horizontal(|ui| {
                    ui.add_space(side);
                    ui.label("No levels were found: there is no folder `levels` here or beside the program.");
                });
            }
            if !self.cards.is_empty() && self.shown.is_empty() {
                ui.horizontal(|ui| {
                    ui.add_space(side);
                    ui.label(match self.named_file() {
                        Some(file) => format!("Enter opens {}", file.display()),
                        None => "No level has all of these words. Esc shows them all.".to_owned(),
                    });
                });
            }
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
}

fn heading(ui: &mut egui::Ui, side: f32, title: &str) {
    ui.horizontal(|ui| {
        ui.add_space(side);
        ui.label(paper::title(title));
    });
}
