//! Every key and button, in one list: the page that `?` opens, and the hints at the bottom of the screen.

use super::theme;
use egui_macroquad::egui;

/// Keys by chapter: what is pressed, and what it does.
pub const KEYS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Select",
        &[
            ("Left click, left drag", "select a unit, a box of units"),
            ("Shift, Ctrl", "add to the selection, remove from it"),
            ("Double click", "all of that kind and team in view"),
            ("Click on a kind, Tab", "only that kind; one kind after the other"),
            ("Ctrl + 1 … 9", "make the selection a control group"),
            ("1 … 9", "select that group; twice: look there"),
            ("Shift + 1 … 9", "add the selection to the group"),
            ("Alt + 1 … 9", "look at the group without selecting it"),
            ("Esc", "deselect, then back to the menu, then quit"),
        ],
    ),
    (
        "Order",
        &[
            ("Right click", "go there; several units go as a group"),
            ("Right drag", "draw the front: its length and where it faces"),
            ("Shift + right click", "go there afterwards"),
            ("Z", "next formation: loose, line, column, box, wedge, circle"),
            ("T", "together, or each at its own pace"),
            ("S", "stop (without a selection S moves the camera)"),
            ("H", "hold: stand, and let nobody push"),
            ("P, then click", "patrol between here and there; Shift + click adds places"),
            ("G, then click", "follow that unit or obstacle"),
            ("X", "scatter"),
        ],
    ),
    (
        "Look",
        &[
            ("W A S D, arrows, rim", "move the camera"),
            ("Middle drag", "drag the map"),
            ("Wheel", "zoom to the pointer"),
            ("Minimap", "click or drag: look there; right click: send there"),
            ("F3", "time of a tick by stage"),
            ("F1", "explain: colliders, paths, reasons"),
        ],
    ),
    (
        "Time",
        &[
            ("Space", "pause and go on"),
            (".", "one tick"),
            ("+  −", "faster, slower: 0.1× to 16×"),
            ("F5", "load the level again"),
            ("?", "this page"),
        ],
    ),
    (
        "Try",
        &[
            ("B, then drag", "build rock, trees, water (1 2 3); right drag removes"),
            ("N, then click", "place units; 1 to 5 choose the kind, T the team"),
            ("Delete", "take the selected units away"),
            ("F2", "models: who is moved by which, and its numbers"),
            ("Ctrl + S, F6", "save the session: muster replay plays it again"),
            ("Ctrl + Shift + S", "save map and units as a level"),
        ],
    ),
];

/// Shows the page; returns whether it stays open.
pub fn page(context: &egui::Context) -> bool {
    let mut stays = true;
    let area = egui::Area::new("help".into()).anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO);
    area.order(egui::Order::Foreground).show(context, |ui| {
        theme::card().inner_margin(24.0).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.heading("Keys and mouse");
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    stays = !ui.button("Close").clicked();
                });
            });
            ui.add_space(2.0 * theme::STEP);
            for pair in KEYS.chunks(2) {
                ui.horizontal_top(|ui| {
                    for (title, keys) in pair {
                        chapter(ui, title, keys);
                        ui.add_space(6.0 * theme::STEP);
                    }
                });
                ui.add_space(2.0 * theme::STEP);
            }
        });
    });
    stays
}

fn chapter(ui: &mut egui::Ui, title: &str, keys: &[(&str, &str)]) {
    ui.vertical(|ui| {
        ui.set_width(500.0);
        ui.label(
            egui::RichText::new(title).color(theme::color(theme::ACCENT)).text_style(egui::TextStyle::Small),
        );
        egui::Grid::new(title).num_columns(2).spacing([16.0, 4.0]).min_col_width(170.0).show(ui, |ui| {
            for (key, what) in keys {
                ui.label(egui::RichText::new(*key).text_style(egui::TextStyle::Small));
                ui.label(*what);
                ui.end_row();
            }
        });
    });
}
