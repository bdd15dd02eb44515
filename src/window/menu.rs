//! The menu: levels as cards, each a small printed map; errors of a broken level in full.

use super::library::{self, Entry, PICTURE, Summary};
use super::theme;
use egui_macroquad::egui::{self, Align2, RichText, TextStyle, vec2};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

/// Width of a card, points.
const CARD_WIDTH: f32 = 304.0;
/// Height of a card, points.
const CARD_HEIGHT: f32 = 296.0;
/// Space between cards, points.
const GAP: f32 = 16.0;
/// Margin of the map's picture within its card, points.
const MARGIN: f32 = 12.0;

struct Card {
    entry: Entry,
    picture: Option<egui::TextureHandle>,
    rect: egui::Rect,
}

/// The menu of levels.
pub struct Menu {
    cards: Vec<Card>,
    /// Indices of the cards that the search leaves.
    shown: Vec<usize>,
    search: String,
    recent: Vec<PathBuf>,
    own_folder: Option<PathBuf>,
    chosen: usize,
    columns: usize,
    scroll_to_chosen: bool,
    errors: Option<(PathBuf, String)>,
    reading: Option<Receiver<(usize, Result<Summary, String>)>>,
}

/// What the player chose.
pub enum Choice {
    /// Play this.
    Open(PathBuf),
    /// Close the window.
    Quit,
}

impl Menu {
    /// Reads the shipped levels and those of the player's own folder.
    pub fn new(own_folder: Option<PathBuf>) -> Menu {
        Menu {
            cards: Vec::new(),
            shown: Vec::new(),
            search: String::new(),
            recent: Vec::new(),
            own_folder,
            chosen: 0,
            columns: 1,
            scroll_to_chosen: false,
            errors: None,
            reading: None,
        }
    }

    /// Reads all levels again.
    pub fn refresh(&mut self) {
        let shipped = library::shipped_folder();
        let folders = shipped.iter().chain(&self.own_folder);
        let files: Vec<PathBuf> = folders.flat_map(|folder| library::files(folder)).collect();
        let entry = |path: &PathBuf| Entry { path: path.clone(), outcome: None };
        let card = |path| Card { entry: entry(path), picture: None, rect: egui::Rect::NOTHING };
        self.cards = files.iter().map(card).collect();
        self.recent = super::folders::recent();
        self.reading = Some(library::read_all(files));
    }

    /// Takes over what has been read meanwhile.
    fn read_on(&mut self) {
        if self.reading.is_none() {
            self.refresh();
        }
        while let Some(Ok((index, outcome))) = self.reading.as_ref().map(Receiver::try_recv) {
            self.cards[index].entry.outcome = Some(outcome);
        }
        self.shown = (0..self.cards.len()).filter(|&index| self.is_found(&self.cards[index].entry)).collect();
        self.chosen = self.chosen.min(self.shown.len().saturating_sub(1));
    }

    /// Whether all words of the search occur in what a card says, or in its file's name.
    fn is_found(&self, entry: &Entry) -> bool {
        let (title, file) = (entry.title(), entry.path.file_name().unwrap_or_default().to_string_lossy());
        let told = match &entry.outcome {
            Some(Ok(summary)) => format!("{title} {file} {} {}", summary.facts, summary.description),
            _ => format!("{title} {file}"),
        };
        let told = told.to_lowercase();
        self.search.to_lowercase().split_whitespace().all(|word| told.contains(word))
    }

    /// The level whose errors are shown.
    pub fn broken(&self) -> Option<&Path> {
        self.errors.as_ref().map(|(path, _)| path.as_path())
    }

    /// What is searched for.
    pub fn search(&self) -> &str {
        &self.search
    }

    /// The levels that were opened last.
    pub fn recent(&self) -> &[PathBuf] {
        &self.recent
    }

    /// The menu is shown again after a level: what was opened last has changed.
    pub fn come_back(&mut self) {
        self.recent = super::folders::recent();
    }

    /// Whether every level has been read.
    pub fn is_complete(&self) -> bool {
        self.reading.is_some() && self.cards.iter().all(|card| card.entry.outcome.is_some())
    }

    /// Shows what is wrong with a level over the menu.
    pub fn complain(&mut self, path: &Path, errors: String) {
        self.errors = Some((path.to_owned(), errors));
    }

    /// Titles of the cards and where they were last drawn, points.
    pub fn cards(&self) -> impl Iterator<Item = (String, egui::Rect)> {
        self.shown.iter().map(|&index| (self.cards[index].entry.title(), self.cards[index].rect))
    }

    /// Place among the cards that are shown of the one that Enter opens.
    pub fn chosen(&self) -> usize {
        self.chosen
    }

    /// What is told to be wrong.
    pub fn errors(&self) -> Option<&str> {
        self.errors.as_ref().map(|(_, text)| text.as_str())
    }

    /// Shows the menu; returns what was chosen.
    pub fn show(&mut self, context: &egui::Context) -> Option<Choice> {
        self.read_on();
        let mut choice = self.keys(context);
        let frame = egui::Frame::new().fill(theme::color(theme::TABLE));
        egui::CentralPanel::default().frame(frame).show(context, |ui| {
            ui.add_space(6.0 * theme::STEP);
            let room = ui.available_width();
            self.columns = (((room - 2.0 * GAP) / (CARD_WIDTH + GAP)) as usize).max(1);
            let used = self.columns as f32 * (CARD_WIDTH + GAP) - GAP;
            let side = ((room - used) / 2.0).max(GAP);
            ui.horizontal(|ui| {
                ui.add_space(side);
                ui.label(
                    RichText::new("Muster")
                        .font(egui::FontId::new(34.0, egui::FontFamily::Name("bold".into()))),
                );
                ui.add_space(2.0 * theme::STEP);
                ui.label(RichText::new("A field to try how units move").size(theme::TEXT_SIZE + 2.0));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.add_space(side);
                    self.search_box(ui);
                });
            });
            if self.search.is_empty()
                && let Some(path) = self.recent_row(ui, side)
            {
                choice = Some(Choice::Open(path));
            }
            ui.add_space(3.0 * theme::STEP);
            if let Some(path) = self.grid(ui, side) {
                choice = Some(Choice::Open(path));
            }
        });
        self.footer(context);
        if self.errors.is_some() {
            choice = choice.filter(|choice| !matches!(choice, Choice::Quit));
            choice = self.show_errors(context).or(choice);
        }
        choice
    }

    /// What is typed goes here, wherever the pointer is.
    fn search_box(&mut self, ui: &mut egui::Ui) {
        if !self.search.is_empty() {
            if ui.button("×").on_hover_text("Esc").clicked() {
                self.search.clear();
            }
            let found = match self.shown.len() {
                1 => "1 level".to_owned(),
                count => format!("{count} levels"),
            };
            ui.label(RichText::new(found).color(theme::color(theme::PENCIL)));
        }
        let (rect, _) = ui.allocate_exact_size(vec2(240.0, 32.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 2.0, theme::color(theme::CARD));
        let line = egui::Stroke::new(1.0, theme::color(theme::INK));
        ui.painter().rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
        let (text, rgb) = match self.search.as_str() {
            "" => ("Type to search", theme::PENCIL),
            search => (search, theme::INK),
        };
        let font = TextStyle::Body.resolve(ui.style());
        let at = rect.left_center() + vec2(12.0, 0.0);
        let painter = ui.painter().with_clip_rect(rect);
        let drawn = painter.text(at, Align2::LEFT_CENTER, text, font, theme::color(rgb));
        if !self.search.is_empty() {
            let caret = drawn.right_center() + vec2(2.0, 0.0);
            let line = egui::Stroke::new(1.5, theme::color(theme::ACCENT));
            painter.line_segment([caret - vec2(0.0, 9.0), caret + vec2(0.0, 9.0)], line);
        }
    }

    /// The levels that were opened last, as a row of buttons.
    fn recent_row(&mut self, ui: &mut egui::Ui, side: f32) -> Option<PathBuf> {
        if self.recent.is_empty() {
            return None;
        }
        let mut clicked = None;
        ui.spacing_mut().interact_size.y = 26.0;
        ui.horizontal(|ui| {
            ui.add_space(side);
            ui.label(RichText::new("Recent").text_style(TextStyle::Small));
            for path in &self.recent {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().replace(['-', '_'], " ");
                let width = 10.0 * name.chars().count() as f32;
                if ui.available_width() < width + side {
                    break;
                }
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    clicked = Some(path.clone());
                }
            }
        });
        clicked
    }

    fn type_search(&mut self, context: &egui::Context) {
        let before = self.search.clone();
        context.input(|input| {
            for event in &input.events {
                match event {
                    egui::Event::Text(text) if text != " " || !self.search.is_empty() => {
                        self.search.extend(text.chars().filter(|c| !c.is_control()));
                    }
                    egui::Event::Key { key: egui::Key::Backspace, pressed: true, modifiers, .. } => {
                        if modifiers.command {
                            self.search.clear();
                        }
                        self.search.pop();
                    }
                    _ => {}
                }
            }
        });
        if self.search != before {
            self.chosen = 0;
            self.scroll_to_chosen = true;
        }
    }

    fn keys(&mut self, context: &egui::Context) -> Option<Choice> {
        let pressed = |key| context.input(|input| input.key_pressed(key));
        if self.errors.is_some() {
            if pressed(egui::Key::Escape) || pressed(egui::Key::Enter) {
                self.errors = None;
            } else if pressed(egui::Key::F5) {
                return self.retry();
            }
            return None;
        }
        self.type_search(context);
        let before = self.chosen;
        let last = self.shown.len().saturating_sub(1);
        // Several presses may fall into one long frame.
        let presses = |key| context.input(|input| input.num_presses(key));
        self.chosen += presses(egui::Key::ArrowRight) + presses(egui::Key::ArrowDown) * self.columns;
        let back = presses(egui::Key::ArrowLeft) + presses(egui::Key::ArrowUp) * self.columns;
        self.chosen = self.chosen.min(last).saturating_sub(back);
        self.scroll_to_chosen |= self.chosen != before;
        if pressed(egui::Key::F5) {
            self.refresh();
        }
        if pressed(egui::Key::Enter) {
            return self.open(self.chosen).map(Choice::Open);
        }
        if pressed(egui::Key::Escape) && !self.search.is_empty() {
            self.search.clear();
            return None;
        }
        pressed(egui::Key::Escape).then_some(Choice::Quit)
    }

    /// Opens a card by its place among those shown, or shows what is wrong with its level.
    fn open(&mut self, place: usize) -> Option<PathBuf> {
        let entry = &self.cards.get(*self.shown.get(place)?)?.entry;
        // A level that is not read yet, or was broken, is judged by what its file says now.
        match &entry.outcome {
            Some(Err(errors)) => {
                self.errors = Some((entry.path.clone(), errors.clone()));
                None
            }
            _ => Some(entry.path.clone()),
        }
    }

    fn grid(&mut self, ui: &mut egui::Ui, side: f32) -> Option<PathBuf> {
        let mut clicked = None;
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            for row in 0..self.shown.len().div_ceil(self.columns) {
                ui.horizontal(|ui| {
                    ui.add_space(side);
                    for index in row * self.columns..((row + 1) * self.columns).min(self.shown.len()) {
                        if self.card(ui, index) {
                            clicked = Some(index);
                        }
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
                    ui.label("No level has all of these words. Esc shows them all.");
                });
            }
            ui.add_space(48.0);
        });
        clicked.and_then(|index| {
            self.chosen = index;
            self.open(index)
        })
    }

    /// One card; returns whether it was clicked.
    fn card(&mut self, ui: &mut egui::Ui, place: usize) -> bool {
        let index = self.shown[place];
        let (rect, response) = ui.allocate_exact_size(vec2(CARD_WIDTH, CARD_HEIGHT), egui::Sense::click());
        let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
        let chosen = place == self.chosen;
        let card = &mut self.cards[index];
        card.rect = rect;
        if chosen && std::mem::take(&mut self.scroll_to_chosen) {
            ui.scroll_to_rect(rect.expand(GAP), None);
        }
        if !ui.is_rect_visible(rect) {
            return response.clicked();
        }
        let paper = if response.hovered() { theme::mix(theme::CARD, [255; 3], 0.6) } else { theme::CARD };
        ui.painter().add(theme::card().shadow.as_shape(rect, 2.0));
        ui.painter().rect_filled(rect, 2.0, theme::color(paper));
        let line = if chosen {
            egui::Stroke::new(2.0, theme::color(theme::ACCENT))
        } else {
            egui::Stroke::new(1.0, theme::color(theme::INK))
        };
        ui.painter().rect_stroke(rect, 2.0, line, egui::StrokeKind::Inside);
        let width = CARD_WIDTH - 2.0 * MARGIN;
        let size = vec2(width, width * PICTURE.1 as f32 / PICTURE.0 as f32);
        let picture = egui::Rect::from_min_size(rect.min + vec2(MARGIN, MARGIN), size);
        draw_picture(ui, card, picture);
        let text =
            egui::Rect::from_min_max(picture.left_bottom() + vec2(0.0, 8.0), rect.max - vec2(MARGIN, 8.0));
        draw_text(ui, &card.entry, text);
        response.clicked()
    }

    fn footer(&self, context: &egui::Context) {
        let area = egui::Area::new("footer".into()).anchor(Align2::CENTER_BOTTOM, vec2(0.0, -12.0));
        area.show(context, |ui| {
            theme::card().show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = theme::STEP;
                    for (key, what) in [
                        ("Click, Enter", "open"),
                        ("Arrows", "choose"),
                        ("Type", "search"),
                        ("F5", "read again"),
                        ("Esc", "quit"),
                    ] {
                        ui.label(RichText::new(key).text_style(TextStyle::Small));
                        ui.label(what);
                        ui.add_space(2.0 * theme::STEP);
                    }
                });
            });
        });
    }

    /// The card of errors; returns the level when it is read again and is mended.
    fn show_errors(&mut self, context: &egui::Context) -> Option<Choice> {
        let (path, errors) = self.errors.as_ref()?;
        let (mut close, mut retry) = (false, false);
        let screen = context.screen_rect();
        context.layer_painter(egui::LayerId::new(egui::Order::Middle, "veil".into())).rect_filled(
            screen,
            0.0,
            theme::faint(theme::INK, 0.35),
        );
        let area = egui::Area::new("errors".into()).anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
        area.order(egui::Order::Foreground).show(context, |ui| {
            theme::card().inner_margin(20.0).show(ui, |ui| {
                ui.set_width((screen.width() - 120.0).min(960.0));
                ui.heading("This level cannot be played");
                ui.label(path.display().to_string());
                ui.add_space(2.0 * theme::STEP);
                let room = (screen.height() - 260.0).max(120.0);
                egui::ScrollArea::vertical().max_height(room).auto_shrink([false, true]).show(ui, |ui| {
                    for line in errors.lines() {
                        ui.label(RichText::new(line).text_style(TextStyle::Monospace));
                    }
                });
                ui.add_space(2.0 * theme::STEP);
                ui.horizontal(|ui| {
                    retry = ui.button("Read it again  F5").clicked();
                    close = ui.button("Close  Esc").clicked();
                });
            });
        });
        if close {
            self.errors = None;
        }
        if retry { self.retry() } else { None }
    }

    /// Reads the broken level again; opens it if it is mended.
    fn retry(&mut self) -> Option<Choice> {
        let (path, _) = self.errors.take()?;
        self.refresh();
        match library::load(&path) {
            Ok(_) => Some(Choice::Open(path)),
            Err(errors) => {
                self.errors = Some((path, errors));
                None
            }
        }
    }
}

fn draw_picture(ui: &egui::Ui, card: &mut Card, rect: egui::Rect) {
    let Some(Ok(summary)) = &card.entry.outcome else {
        ui.painter().rect_filled(rect, 0.0, theme::color(theme::mix(theme::TABLE, theme::CARD, 0.4)));
        if card.entry.outcome.is_none() {
            return;
        }
        let font = egui::FontId::new(40.0, egui::FontFamily::Name("bold".into()));
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, "!", font, theme::color(theme::ACCENT));
        return;
    };
    let texture = card.picture.get_or_insert_with(|| {
        let canvas = &summary.picture;
        let image = egui::ColorImage::from_rgba_unmultiplied([canvas.width, canvas.height], canvas.bytes());
        ui.ctx().load_texture(summary.name.clone(), image, egui::TextureOptions::LINEAR)
    });
    let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    ui.painter().image(texture.id(), rect, whole, egui::Color32::WHITE);
}

fn draw_text(ui: &mut egui::Ui, entry: &Entry, rect: egui::Rect) {
    let mut inner =
        ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(egui::Layout::top_down(egui::Align::Min)));
    inner.spacing_mut().item_spacing.y = 2.0;
    inner.set_clip_rect(rect.intersect(ui.clip_rect()));
    inner.add(egui::Label::new(RichText::new(entry.title()).text_style(TextStyle::Heading)).truncate());
    match &entry.outcome {
        None => {}
        Some(Ok(summary)) => {
            inner.label(RichText::new(&summary.facts).color(theme::color(theme::PENCIL)));
            let mut job = egui::text::LayoutJob::simple(
                summary.description.clone(),
                TextStyle::Body.resolve(inner.style()),
                theme::color(theme::INK),
                rect.width(),
            );
            job.wrap.max_rows = 3;
            inner.label(job);
        }
        Some(Err(errors)) => {
            let count = errors.lines().count();
            let text = format!(
                "{count} {} wrong: click to read",
                if count == 1 { "thing is" } else { "things are" }
            );
            inner.label(RichText::new(text).color(theme::color(theme::ACCENT)));
        }
    }
}
