//! The page of keys: every action with its keys, as the player has them, and what the mouse does.

use super::paper::{RIM, bold};
use crate::platform::machine;
use crate::window::folders;
use crate::window::keys::Keys;
use crate::window::keys::action::{ENTRIES, KeyEntry};
use crate::window::theme;
use egui_macroquad::egui::{self, Context, Ui, vec2};

/// Widest chapter, points.
const CHAPTER: f32 = 560.0;
/// Two chapters lie side by side where each has this much room, points.
const NARROWEST: f32 = 440.0;
/// Width of the keys, points.
const KEYS: f32 = 150.0;
/// Free space within the page's rim, points.
const MARGIN: f32 = 24.0;
/// Between two chapters, points.
const APART: f32 = 6.0 * theme::STEP;

/// What the mouse and held modifiers do, by chapter of the table of keys.
const MOUSE: [&[(&str, &str)]; ENTRIES.len()] = [
    &[
        ("Right click", "go there; several units go as a group"),
        ("Right drag", "draw the front: its length and where it faces"),
        ("Shift + any order", "do that afterwards"),
    ],
    &[
        ("Left click, left drag", "select a unit, a box of units"),
        ("Shift, Ctrl", "add to the selection, remove from it"),
        ("Double click", "all of that kind and team in view"),
        ("Ctrl + group key", "make the selection that control group"),
        ("Shift + group key", "add the selection to the group"),
        ("Alt + group key", "look at the group without selecting it"),
    ],
    &[
        ("Middle drag, wheel", "drag the map, zoom to the pointer"),
        ("Minimap", "click or drag: look there; right click: send there"),
    ],
    &[],
    &[],
];

/// The lines of a chapter: what is pressed, and what it does.
fn chapter_lines(chapter: usize, keys: &Keys) -> impl Iterator<Item = (String, &'static str)> {
    let mouse = MOUSE[chapter].iter().map(|&(press, what)| (press.to_owned(), what));
    // Entries without words of their own stand in the line of the one before.
    let rows = ENTRIES[chapter].1.chunk_by(|_, next| next.what.is_empty());
    let line = |row: &[KeyEntry]| {
        let actions: Vec<_> = row.iter().map(|entry| entry.action).collect();
        (keys.all(&actions), row[0].what)
    };
    mouse.chain(rows.map(line))
}

/// All lines of the page.
pub fn lines(keys: &Keys) -> impl Iterator<Item = (String, &'static str)> {
    (0..ENTRIES.len()).flat_map(|chapter| chapter_lines(chapter, keys))
}

/// Shows the page; returns whether it stays open. It scrolls where the window is too small for it.
pub fn page(context: &Context, keys: &Keys) -> bool {
    let mut stays = true;
    let room = context.screen_rect().size() - egui::Vec2::splat(2.0 * (MARGIN + RIM));
    let columns = if room.x < 2.0 * (NARROWEST + APART) { 1 } else { 2 };
    let width = (room.x / columns as f32 - APART).min(CHAPTER);
    let area = egui::Area::new("help".into()).anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO);
    area.order(egui::Order::Foreground).show(context, |ui| {
        theme::card().inner_margin(MARGIN).show(ui, |ui| {
            ui.set_max_size(room);
            ui.horizontal(|ui| {
                ui.heading("Keys and mouse");
                ui.add_space(4.0 * theme::STEP);
                stays = !ui.button("Close").clicked();
            });
            ui.add_space(2.0 * theme::STEP);
            let mut scroll = egui::ScrollArea::vertical().max_height(ui.available_height());
            if !ui.memory(|memory| memory.areas().visible_last_frame(&ui.layer_id())) {
                scroll = scroll.vertical_scroll_offset(0.0);
            }
            scroll.show(ui, |ui| {
                let chapters: Vec<usize> = (0..ENTRIES.len()).collect();
                for chapters in chapters.chunks(columns) {
                    ui.horizontal_top(|ui| {
                        ui.spacing_mut().item_spacing.x = APART;
                        for &chapter in chapters {
                            let title = ENTRIES[chapter].0;
                            column(ui, width, title, |ui| {
                                chapter_lines(chapter, keys).for_each(|(press, what)| line(ui, press, what));
                            });
                        }
                        if chapters.len() < columns {
                            where_keys_are(ui, width);
                        }
                    });
                    ui.add_space(theme::STEP);
                }
                if columns == 1 {
                    where_keys_are(ui, width);
                }
            });
        });
    });
    stays
}

/// What stands below a title.
fn column(ui: &mut Ui, width: f32, title: &str, contents: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.label(bold(title).color(theme::color(theme::ACCENT)));
        contents(ui);
    });
}

fn line(ui: &mut Ui, press: String, what: &str) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0 * theme::STEP;
        ui.allocate_ui(vec2(KEYS, 0.0), |ui| {
            ui.set_width(KEYS);
            ui.add(egui::Label::new(bold(press)).wrap());
        });
        ui.add(egui::Label::new(what).wrap());
    });
}

fn where_keys_are(ui: &mut Ui, width: f32) {
    let Some(file) = folders::keys_file() else { return };
    column(ui, width, "Your own keys", |ui| {
        if machine::SHOWS_FILES {
            ui.label("All of these keys stand in a file that you may edit; save it, and they hold:");
            ui.add(egui::Label::new(machine::place(&file)).wrap());
        } else {
            ui.label(
                "A page has no file of keys: on a desktop they can be changed. A browser may keep chords for \
                 itself.",
            );
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_keys_as_they_are_bound() {
        let usual: Vec<_> = lines(&Keys::default()).map(|(press, _)| press).collect();
        for press in ["1 2 3 4 5 6 7 8 9", "↑ ← ↓ →", "P", "Ctrl + S, F6"] {
            assert!(usual.iter().any(|line| line == press), "{press}: {usual:?}");
        }
        let (keys, _) = crate::window::keys::file::parse(r#"{ "hold": "K", "group_2": "F9" }"#);
        let mut own = lines(&keys).map(|(press, _)| press);
        assert!(own.any(|line| line == "K") && own.any(|line| line == "1 F9 3 4 5 6 7 8 9"));
    }

    #[test]
    fn every_line_says_what_it_does() {
        assert!(lines(&Keys::default()).all(|(press, what)| !press.is_empty() && !what.is_empty()));
    }
}
