//! The shelves of the menu: cards in rows under headings, and files as buttons above them.

use super::card::{Clicked, GAP, indented};
use super::removing::Removal;
use super::{MENU, Menu, MenuChoice, library};
use crate::goals::Medal;
use crate::platform::machine;
use crate::window::cards::paper::{self, choice, pale};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Context, Ui, vec2};
use std::path::{Path, PathBuf};

impl Menu {
    /// Asks whether what is chosen is to be removed, if it is the player's own.
    pub(super) fn ask_removal_of_chosen(&mut self) {
        let chosen = self.shown.get(self.chosen).map(|&index| &self.cards[index].entry);
        let own = chosen.filter(|entry| entry.shelf == library::OWN);
        let named = own.map(|entry| (entry.path.clone(), entry.title()));
        let recording = || self.recording_at(self.chosen).map(|path| (path.clone(), self.name_of(path)));
        if let Some((path, name)) = named.or_else(recording) {
            self.removal = Some(Removal { path, name, ..Removal::default() });
        }
    }

    /// Shows whether a file is to be removed, if that is asked.
    pub(super) fn show_removal(&mut self, context: &Context) {
        let Some(is_gone) = self.removal.as_mut().and_then(|removal| removal.show(context)) else { return };
        self.removal = None;
        if is_gone {
            self.come_back();
        }
    }

    /// The levels that were opened last as a row of buttons under a heading; returns which was clicked.
    fn recent(&self, ui: &mut Ui, side: f32) -> Option<PathBuf> {
        let row = self.row_of(&self.recent, ui.available_width() - 2.0 * side);
        if row.is_empty() {
            return None;
        }
        indented(ui, side, |ui| ui.label(paper::title("Recent")));
        let mut clicked = None;
        buttons(ui, side, |ui| {
            for path in row {
                let button = ui.button(self.name_of(path)).on_hover_text(machine::place(path));
                clicked = button.clicked().then(|| path.clone()).or(clicked.take());
            }
        });
        clicked
    }

    /// The recording of a place: those that are shown follow the cards.
    pub(super) fn recording_at(&self, place: usize) -> Option<&PathBuf> {
        self.shown_recordings.get(place.checked_sub(self.shown.len())?)
    }

    /// Shows how many recordings there are, and lets all be seen or the newest alone, where a row of so many
    /// does not hold them.
    fn all_or_newest(&mut self, ui: &mut Ui, row: usize) {
        let count = self.shown_recordings.len();
        if self.search.is_empty() && row < count {
            let text = if self.all_recordings { "The newest".into() } else { format!("All {count}") };
            self.all_recordings ^= ui.button(text).spot(MENU, "all recordings").clicked();
        }
    }

    /// Shows a recording as a button with one that removes it; returns which was clicked.
    fn recording(&mut self, ui: &mut Ui, place: usize) -> Option<Clicked> {
        let path = self.recording_at(place)?;
        let name = self.name_of(path);
        // Nearer to its own button than to the next one.
        ui.spacing_mut().item_spacing.x = 2.0;
        let is_chosen = place == self.chosen && !self.goes_on();
        let open = ui.add(choice(&name, is_chosen)).on_hover_text(machine::place(path));
        ui.spacing_mut().item_spacing.x = 2.0 * theme::STEP;
        let remove = ui.button("×").on_hover_text(format!("Remove {name}"));
        if is_chosen && std::mem::take(&mut self.scroll_to_chosen) {
            open.scroll_to_me(None);
        }
        let is_removed = remove.spot(MENU, format!("remove {name}")).clicked();
        is_removed.then_some(Clicked::Remove).or(open.clicked().then_some(Clicked::Card))
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

    /// The shelf of a place, or none of a recording.
    pub(super) fn shelf_of(&self, place: usize) -> Option<usize> {
        self.shown.get(place).map(|&index| self.cards[index].entry.shelf)
    }

    /// Sorts what is shown into rows, so many points wide; every shelf begins a new one.
    pub(super) fn lay_out(&mut self, columns: usize, room: f32) {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for place in 0..self.shown.len() {
            match rows.last_mut() {
                Some(row) if row.len() < columns && self.shelf_of(row[0]) == self.shelf_of(place) => {
                    row.push(place);
                }
                _ => rows.push(vec![place]),
            }
        }
        // What the player kept stands below what there is to play.
        let is_above = |row: &Vec<usize>| {
            !self.search.is_empty() || self.shelf_of(row[0]).is_some_and(|shelf| shelf < library::OWN)
        };
        let above = rows.partition_point(is_above);
        rows.splice(above..above, self.rows_of_recordings(room));
        self.rows = rows;
    }

    /// The newest recordings, as many as stand in a row, or all.
    fn rows_of_recordings(&self, room: f32) -> Vec<Vec<usize>> {
        let are_all = self.all_recordings || !self.search.is_empty();
        let (mut rows, mut rest): (Vec<Vec<usize>>, _) = (Vec::new(), &self.shown_recordings[..]);
        while !rest.is_empty() && (are_all || rows.is_empty()) {
            let first = self.shown.len() + self.shown_recordings.len() - rest.len();
            let count = self.row_of(rest, room).len();
            rows.push((first..first + count).collect());
            rest = &rest[count..];
        }
        rows
    }

    /// The place so many rows below the chosen one, or above it (`by` below 0), or that one where there is
    /// none.
    pub(super) fn beside(&self, by: isize) -> usize {
        let at = self.rows.iter().position(|row| row.contains(&self.chosen)).unwrap_or(0);
        let column = self.rows.get(at).and_then(|row| row.iter().position(|&place| place == self.chosen));
        let row = self.rows.get(at.wrapping_add_signed(by)).filter(|row| !row.is_empty());
        row.map_or(self.chosen, |row| row[column.unwrap_or(0).min(row.len() - 1)])
    }

    /// The place so many after the chosen one, or before it (`by` below 0), or that one where there is none.
    pub(super) fn along(&self, by: isize) -> usize {
        let places = self.rows.concat();
        let at = places.iter().position(|&place| place == self.chosen).unwrap_or(0);
        places.get(at.wrapping_add_signed(by)).copied().unwrap_or(self.chosen)
    }

    pub(super) fn grid(&mut self, ui: &mut Ui, side: f32) -> Option<MenuChoice> {
        let (mut clicked, mut recent) = (None, None);
        // What another search finds is seen from its top.
        let area = egui::ScrollArea::vertical().id_salt(&self.search).auto_shrink(false);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            if self.search.is_empty() {
                recent = self.recent(ui, side);
            }
            let mut shelf = None;
            for row in self.rows.clone() {
                let now = self.shelf_of(row[0]);
                if shelf.replace(now) != Some(now) {
                    ui.horizontal(|ui| {
                        indented(ui, side, |ui| {
                            ui.label(paper::title(now.map_or("Recordings", |now| library::SHELVES[now].0)))
                        });
                        match now {
                            Some(now) => _ = ui.label(pale(self.medals_of(now))),
                            None => self.all_or_newest(ui, row.len()),
                        }
                    });
                }
                clicked = self.row(ui, side, row).or(clicked);
            }
            self.tell_nothing_found(ui, side);
        });
        let opened = clicked.and_then(|(place, how)| {
            self.chosen = place;
            if how == Clicked::Remove {
                self.ask_removal_of_chosen();
                return None;
            }
            self.open(place).map(|path| MenuChoice::Open(path, how == Clicked::Beside))
        });
        opened.or(recent.map(|path| MenuChoice::Open(path, false)))
    }

    /// Shows a row of cards, or of recordings; returns what was clicked, and how.
    fn row(&mut self, ui: &mut Ui, side: f32, row: Vec<usize>) -> Option<(usize, Clicked)> {
        let mut clicked = None;
        if self.shelf_of(row[0]).is_none() {
            buttons(ui, side, |ui| {
                for place in row {
                    clicked = self.recording(ui, place).map(|how| (place, how)).or(clicked);
                }
            });
            return clicked;
        }
        let (is_first, top) = (self.rows.first() == Some(&row), ui.min_rect().top());
        ui.horizontal(|ui| {
            ui.add_space(side);
            for place in row {
                let is_chosen = place == self.chosen && !self.goes_on();
                let card = &mut self.cards[self.shown[place]];
                clicked = card.show(ui, is_chosen).map(|how| (place, how)).or(clicked);
                if is_chosen && std::mem::take(&mut self.scroll_to_chosen) {
                    // The heading over a first row comes up with it, and over the very first all that there is.
                    let (whole, near) = (card.rect.with_min_y(top), card.rect.expand(3.0 * GAP));
                    let has_room = whole.height() + 2.0 * GAP <= ui.clip_rect().height();
                    ui.scroll_to_rect(if is_first && has_room { whole } else { near }, None);
                }
            }
        });
        clicked
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
    fn tell_nothing_found(&self, ui: &mut Ui, side: f32) {
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
        indented(ui, side, |ui| ui.label(text));
    }
}

/// A row of buttons.
fn buttons(ui: &mut Ui, side: f32, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 28.0;
        ui.spacing_mut().item_spacing.x = 2.0 * theme::STEP;
        ui.add_space(side);
        contents(ui);
    });
}
