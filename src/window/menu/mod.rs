//! The menu: levels as cards, each a small printed map; errors of a broken level in full.

mod broken;
mod card;
mod errors;
mod keys;
pub mod library;
mod removing;
mod search;
mod shelves;
mod watched;

use self::broken::Broken;
use self::card::{CARD_WIDTH, Card, GAP, indented};
use self::library::{LibraryEntry, Reader};
use self::removing::Removal;
use crate::platform::{handed, machine};
use crate::window::bests::{Best, Bests};
use crate::window::cards::paper::{at_right, choice, title};
use crate::window::folders;
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Context, RichText, Ui, vec2};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The name under which its buttons are noted.
const MENU: &str = "menu";

/// The menu of levels.
#[derive(Default)]
pub struct Menu {
    cards: Vec<Card>,
    /// Indices of the cards that the search leaves.
    shown: Vec<usize>,
    search: String,
    /// The search that what is shown was found by; `None` where there is something new to look through.
    searched: Option<String>,
    bests: BTreeMap<String, Best>,
    recent: Vec<PathBuf>,
    /// Saved sessions.
    recordings: Vec<PathBuf>,
    /// Those that the search leaves, newest first.
    shown_recordings: Vec<PathBuf>,
    /// All of them are shown, not only the newest.
    all_recordings: bool,
    /// The session that waits, if there is one.
    pub session: Option<String>,
    /// Enter goes on with it, and it is framed instead of a card.
    goes_on: bool,
    /// What became of a session that had to make room for it.
    pub kept: Option<String>,
    own_folder: Option<PathBuf>,
    /// The place of what is framed: cards that are shown come first, recordings that are shown follow.
    chosen: usize,
    /// Places row by row: a heading begins a new one.
    rows: Vec<Vec<usize>>,
    scroll_to_chosen: bool,
    broken: Option<Broken>,
    /// A file of the player of which is asked whether it is to be removed.
    removal: Option<Removal>,
    reading: Option<Reader>,
}

/// What the player chose.
pub enum MenuChoice {
    /// Play this, side by side if the flag says so.
    Open(PathBuf, bool),
    /// Draw a new one in the editor.
    NewLevel,
    /// Mend this in the editor.
    Mend(PathBuf),
    /// Go on with the session that waits.
    GoOn,
    /// Esc: leave the program, if that is meant.
    Leave,
}

impl Menu {
    /// Reads the shipped levels and those of the player's own folder.
    pub fn new(own_folder: Option<PathBuf>) -> Menu {
        Menu { own_folder, ..Menu::default() }
    }

    /// Reads all levels again.
    pub fn refresh(&mut self) {
        self.cards.clear();
        self.come_back();
    }

    /// The menu is shown again after a level, with all levels. What was opened last has changed, and the
    /// player's own levels may have: those are read again.
    pub fn come_back(&mut self) {
        self.search.clear();
        self.bests = Bests::of_player().map(|bests| bests.all()).unwrap_or_default();
        self.recent = folders::recent();
        self.recordings = folders::recordings();
        let mut known = std::mem::take(&mut self.cards);
        known.retain(|card| card.entry.shelf != library::OWN && card.entry.outcome.is_some());
        let mut unread = Vec::new();
        for (shelf, path) in self.files() {
            let read = known.iter().position(|card| card.entry.path == path);
            if read.is_none() {
                unread.push((self.cards.len(), path.clone()));
            }
            let card = read.map(|place| known.swap_remove(place));
            let mut card = card.unwrap_or_else(|| Card::new(LibraryEntry::new(path, shelf)));
            card.entry.take_medal(&self.bests);
            self.cards.push(card);
        }
        self.reading = Some(library::read_all(unread));
        // There may be fewer than were shown.
        self.rows.clear();
        self.look_through();
    }

    /// All level files with their shelves, in their order.
    fn files(&self) -> Vec<(usize, PathBuf)> {
        let own = self.own_folder.iter().cloned().chain(folders::saved());
        let own = own.flat_map(|folder| library::files(&folder)).map(|path| (library::OWN, path));
        let shipped = library::shipped_folder().map(|folder| library::files(&folder)).unwrap_or_default();
        let shipped = shipped.into_iter().map(|path| (library::shelf(&path), path));
        let mut files: Vec<_> = own.chain(shipped).collect();
        files.sort_by_key(|&(shelf, _)| shelf);
        files
    }

    /// Takes over what has been read meanwhile.
    fn read_on(&mut self) {
        if self.reading.is_none() {
            self.refresh();
        }
        while let Some((index, outcome)) = self.reading.as_mut().and_then(Reader::answer) {
            self.cards[index].entry.outcome = Some(outcome);
            self.cards[index].entry.take_medal(&self.bests);
            self.searched = None;
        }
        if self.searched.as_ref() != Some(&self.search) {
            self.look_through();
        }
        let all = self.shown.len() + self.shown_recordings.len();
        self.chosen = self.chosen.min(all.saturating_sub(1));
    }

    /// The level whose errors are shown.
    pub fn broken(&self) -> Option<&Path> {
        self.broken.as_ref().map(|broken| broken.path.as_path())
    }

    /// A session waits, or none does: Enter goes on with it at first.
    pub fn wait_with(&mut self, session: Option<String>) {
        self.goes_on = session.is_some();
        self.session = session;
    }

    /// Enter opens this level.
    pub fn choose(&mut self, path: &Path) {
        let is_it = |&place: &usize| self.cards[place].entry.path == path;
        if let Some(place) = self.shown.iter().position(is_it) {
            (self.chosen, self.goes_on, self.scroll_to_chosen) = (place, false, true);
        }
    }

    /// Whether Enter goes on with the session that waits.
    fn goes_on(&self) -> bool {
        self.goes_on && self.session.is_some()
    }

    /// Shows what is wrong with a level over the menu.
    pub fn complain(&mut self, path: &Path, errors: String) {
        self.broken = Some(Broken::new(path, errors));
    }

    /// Shows the menu; returns what was chosen.
    pub fn show(&mut self, context: &Context) -> Option<MenuChoice> {
        self.read_on();
        self.steer(context);
        let mut choice = None;
        let frame = egui::Frame::new().fill(theme::color(theme::TABLE));
        self.footer(context, frame);
        egui::CentralPanel::default().frame(frame).show(context, |ui| {
            ui.add_space(6.0 * theme::STEP);
            let room = ui.available_width();
            let columns = (((room - 2.0 * GAP) / (CARD_WIDTH + GAP)) as usize).max(1);
            let used = columns as f32 * (CARD_WIDTH + GAP) - GAP;
            let side = ((room - used) / 2.0).max(GAP);
            ui.horizontal(|ui| {
                ui.add_space(side);
                ui.label(
                    RichText::new("Muster")
                        .font(egui::FontId::new(34.0, egui::FontFamily::Name("bold".into()))),
                );
                let is_wide = used > 720.0;
                if is_wide {
                    ui.add_space(2.0 * theme::STEP);
                    ui.label(RichText::new("A field to try how units move").size(theme::TEXT_SIZE + 2.0));
                }
                at_right(ui, |ui| {
                    ui.add_space(side);
                    if columns > 1 {
                        self.search_box(ui);
                        ui.add_space(2.0 * theme::STEP);
                    }
                    // What a search has found takes their room in a window of two columns.
                    if is_wide || self.search.is_empty() {
                        choice = Menu::buttons(ui).or(choice.take());
                    }
                });
            });
            if columns == 1 {
                // A narrow window has no room for it beside the buttons.
                ui.horizontal(|ui| {
                    at_right(ui, |ui| {
                        ui.add_space(side);
                        self.search_box(ui);
                    })
                });
            }
            ui.add_space(3.0 * theme::STEP);
            if self.go_on(ui, side) {
                choice = Some(MenuChoice::GoOn);
            }
            self.lay_out(columns, room - 2.0 * side);
            choice = self.grid(ui, side).or(choice.take());
        });
        let keyed = if self.removal.is_none() { self.keys(context) } else { None };
        if self.removal.is_some() {
            // What lies below the card is not meant.
            self.show_removal(context);
            return None;
        }
        choice = choice.or(keyed);
        if self.broken.is_some() {
            choice = choice.filter(|choice| !matches!(choice, MenuChoice::Leave));
            choice = self.show_errors(context).or(choice);
        }
        if choice.is_some() {
            // In a level keys are no text.
            context.memory_mut(|memory| memory.stop_text_input());
        }
        choice
    }

    /// The buttons beside the title; returns what they choose.
    fn buttons(ui: &mut Ui) -> Option<MenuChoice> {
        let new = ui.button("New level").on_hover_text("Draw one in the editor").spot(MENU, "new");
        if handed::CAN_PICK {
            let button = ui.button("Open a file").on_hover_text("A level or a recording");
            if button.spot(MENU, "pick").clicked() {
                handed::pick();
            }
        }
        new.clicked().then_some(MenuChoice::NewLevel)
    }

    /// The button that goes on with the session that waits; returns whether it was clicked.
    fn go_on(&mut self, ui: &mut Ui, side: f32) -> bool {
        let Some(session) = &self.session else { return false };
        let response = indented(ui, side, |ui| {
            let text = title(format!("Go on: {session}"));
            ui.add(choice(text, self.goes_on).min_size(vec2(CARD_WIDTH, 40.0))).spot(MENU, "session")
        });
        if let Some(kept) = &self.kept {
            indented(ui, side, |ui| ui.label(kept));
        }
        ui.add_space(2.0 * theme::STEP);
        response.clicked()
    }

    fn footer(&self, context: &Context, frame: egui::Frame) {
        let panel = egui::TopBottomPanel::bottom("footer").frame(frame.inner_margin(8.0));
        panel.show_separator_line(false).show(context, |ui| {
            ui.vertical_centered(|ui| {
                // As wide as its text, so that it can be centred.
                let enter = if self.goes_on() { "Enter: go on     Click: open" } else { "Click or Enter: open" };
                let escape = if self.search.is_empty() { "Esc asks to quit" } else { "Esc: all levels" };
                let text = match machine::SHOWS_FILES {
                    true => format!(
                        "{enter}     Arrows: choose     Type: search, or the path of a file     F5: read again     {escape}"
                    ),
                    false => format!("{enter}     Arrows: choose     Type: search     A file dropped here opens"),
                };
                ui.label(RichText::new(text));
            });
        });
    }
}
