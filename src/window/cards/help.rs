//! Every key and button, in one list: the page of keys, as the player has them.

use super::paper::{RIM, bold};
use crate::platform::machine;
use crate::window::control_groups::GroupDeed;
use crate::window::folders;
use crate::window::keys::action::KeyAction;
use crate::window::keys::{CAMERA, Keys};
use crate::window::theme;
use egui_macroquad::egui;

/// Width of a chapter, points.
const CHAPTER: f32 = 500.0;
/// Free space within the page's rim, points.
const MARGIN: f32 = 24.0;

/// What is pressed.
enum Press {
    /// Buttons of the mouse, and modifiers.
    Hand(&'static str),
    /// The keys of these actions, and what follows.
    Keys(&'static [KeyAction], &'static str),
    /// The keys of control groups, with a modifier before them.
    Groups(&'static str),
}

use Press::{Groups, Hand, Keys as Of};

/// By chapter: what is pressed, and what it does.
const PAGE: [(&str, &[(Press, &str)]); 5] = [
    (
        "Select",
        &[
            (Hand("Left click, left drag"), "select a unit, a box of units"),
            (Hand("Shift, Ctrl"), "add to the selection, remove from it"),
            (Hand("Double click"), "all of that kind and team in view"),
            (Of(&[KeyAction::NextKind], ", click on a kind"), "one kind after the other, only that kind"),
            (Of(&[KeyAction::SelectAll], ""), "everybody; with a selection, all of its teams"),
            (Groups("Ctrl + "), "make the selection a control group"),
            (Groups(""), "select that group; twice: look there"),
            (Groups("Shift + "), "add the selection to the group"),
            (Groups("Alt + "), "look at the group without selecting it"),
            (
                Of(&[KeyAction::Back], ""),
                "close what is open, deselect, then the menu: the session waits there",
            ),
        ],
    ),
    (
        "Order",
        &[
            (Hand("Right click"), "go there; several units go as a group"),
            (Hand("Right drag"), "draw the front: its length and where it faces"),
            (Hand("Shift + any order"), "do that afterwards"),
            (Of(&[KeyAction::NextFormation], ""), "next formation: loose, line, column, box, wedge, circle"),
            (Of(&[KeyAction::Pace], ""), "together, or each at its own pace"),
            (Of(&[KeyAction::Stop], ""), "stop"),
            (Of(&[KeyAction::Hold], ""), "hold: stand, and let nobody push"),
            (
                Of(&[KeyAction::Patrol], ", then click"),
                "patrol between here and there; Shift + click adds places",
            ),
            (Of(&[KeyAction::Follow], ", then click"), "follow that unit or obstacle"),
            (
                Of(&[KeyAction::Attack], ", then click"),
                "where there are fights: attack that enemy, or go there and attack on the way",
            ),
            (Of(&[KeyAction::Scatter], ""), "scatter"),
        ],
    ),
    (
        "Look",
        &[
            (Of(&CAMERA, ", rim"), "move the camera"),
            (Hand("Middle drag, wheel"), "drag the map, zoom to the pointer"),
            (
                Of(&[KeyAction::LookAtSelection, KeyAction::WholeMap], ""),
                "look at the selection, at the whole map",
            ),
            (Hand("Minimap"), "click or drag: look there; right click: send there"),
            (Of(&[KeyAction::Explain], ""), "explain: colliders, paths, reasons"),
            (Of(&[KeyAction::Graph], ""), "time of a tick by stage"),
            (Of(&[KeyAction::FullScreen], ""), "the whole screen, and back"),
            (Of(&[KeyAction::HideCards], ""), "hide all cards, or show them"),
            (Of(&[KeyAction::Picture], ""), "save a picture of the window"),
            (Of(&[KeyAction::MovingPicture], ""), "save the last ten seconds as a moving picture"),
            (
                Of(&[KeyAction::Larger, KeyAction::Smaller, KeyAction::FittingSize], ""),
                "larger, smaller, fitting text",
            ),
        ],
    ),
    (
        "Time",
        &[
            (Of(&[KeyAction::Pause], ""), "pause and go on"),
            (Of(&[KeyAction::Step, KeyAction::StepBack], ""), "one tick on, one tick back"),
            (Of(&[KeyAction::SecondOn, KeyAction::SecondBack], ""), "one second on, one second back"),
            (Of(&[KeyAction::MarkBefore, KeyAction::MarkAfter], ""), "to the mark before, to the mark after"),
            (Of(&[KeyAction::Now], ""), "the last moment that was played"),
            (Of(&[KeyAction::OtherFuture], ""), "an order in the past begins a new future: the other one"),
            (Of(&[KeyAction::Faster, KeyAction::Slower], ""), "faster, slower: 0.1× to 16×"),
            (Of(&[KeyAction::Reload], ""), "the level again, from its start"),
            (Of(&[KeyAction::Ghost], ""), "with goals: the author's ghost, your best's, none"),
            (Of(&[KeyAction::Undo], ""), "removed units come back; else the session before a restart"),
            (Of(&[KeyAction::Mute], ""), "in a build with sound: silent, or heard again"),
            (Of(&[KeyAction::Help], ""), "this page"),
        ],
    ),
    (
        "Try",
        &[
            (Of(&[KeyAction::Build], ", then drag"), "build rock, trees, water; right drag removes"),
            (Of(&[KeyAction::Place], ", then click"), "place units; right click removes"),
            (Of(&[KeyAction::NextTeam], ", group keys"), "with a tool in hand: team; what it places"),
            (Of(&[KeyAction::Remove], ""), "take the selected units away"),
            (Of(&[KeyAction::Models], ""), "models: who is moved by which, and its numbers"),
            (
                Of(&[KeyAction::Beside], ""),
                "two fields side by side from here on, another model on the right",
            ),
            (Of(&[KeyAction::SaveSession], ""), "save the session: muster replay plays it again"),
            (Of(&[KeyAction::SaveLevel], ""), "save map and units as a level with a name"),
            (Of(&[KeyAction::CutOut], ""), "make a level of the selected units, from this moment on"),
            (Of(&[KeyAction::Editor], ""), "the level in the editor; there: test it, and back"),
            (Of(&[KeyAction::Redo], ""), "in the editor: do again what was undone"),
        ],
    ),
];

impl Press {
    fn text(&self, keys: &Keys) -> String {
        match self {
            Hand(text) => (*text).to_owned(),
            Of(actions, after) => format!("{}{after}", keys.all(actions)),
            Groups(modifier) => {
                let of = |group| keys.text(KeyAction::Group(GroupDeed::Recall, group));
                let all: Vec<String> = (0..9).map(of).collect();
                let is_row = all.iter().enumerate().all(|(index, key)| *key == (index + 1).to_string());
                let told = if is_row { "1 … 9".to_owned() } else { all.join(" ") };
                format!("{modifier}{told}")
            }
        }
    }
}

/// All lines of the page: what is pressed, and what it does.
pub fn lines(keys: &Keys) -> impl Iterator<Item = (String, &'static str)> {
    PAGE.iter().flat_map(|(_, lines)| *lines).map(|(press, what)| (press.text(keys), *what))
}

/// Shows the page; returns whether it stays open. It scrolls where the window is too small for it.
pub fn page(context: &egui::Context, keys: &Keys) -> bool {
    let mut stays = true;
    let room = context.screen_rect().size() - egui::Vec2::splat(2.0 * (MARGIN + RIM));
    let columns = if room.x < 2.0 * (CHAPTER + 6.0 * theme::STEP) { 1 } else { 2 };
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
            egui::ScrollArea::vertical().max_height(ui.available_height()).show(ui, |ui| {
                for chapters in PAGE.chunks(columns) {
                    ui.horizontal_top(|ui| {
                        for (title, lines) in chapters {
                            chapter(ui, title, lines, keys);
                            ui.add_space(4.0 * theme::STEP);
                        }
                        if chapters.len() < columns {
                            where_keys_are(ui);
                        }
                    });
                    ui.add_space(theme::STEP);
                }
                if columns == 1 {
                    where_keys_are(ui);
                }
            });
        });
    });
    stays
}

fn where_keys_are(ui: &mut egui::Ui) {
    let Some(file) = folders::keys_file() else { return };
    ui.vertical(|ui| {
        ui.set_width(CHAPTER);
        ui.label(
            bold("Your own keys").color(theme::color(theme::ACCENT)),
        );
        if machine::SHOWS_FILES {
            ui.label("All of these keys stand in a file that you may edit; save it, and they hold:");
            ui.add(egui::Label::new(machine::place(&file)).wrap());
        } else {
            ui.label("A page has no file of keys: on a desktop they can be changed. A browser may keep chords for itself.");
        }
    });
}

fn chapter(ui: &mut egui::Ui, title: &str, lines: &[(Press, &str)], keys: &Keys) {
    ui.vertical(|ui| {
        ui.set_width(CHAPTER);
        ui.label(bold(title).color(theme::color(theme::ACCENT)));
        egui::Grid::new(title).num_columns(2).spacing([16.0, 4.0]).min_col_width(170.0).show(ui, |ui| {
            for (press, what) in lines {
                ui.label(bold(press.text(keys)));
                ui.label(*what);
                ui.end_row();
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::keys::action::entries;

    #[test]
    fn every_action_of_the_file_of_keys_stands_on_the_page() {
        let told = |wanted: KeyAction| {
            PAGE.iter().flat_map(|(_, lines)| *lines).any(|(press, _)| match press {
                Of(actions, _) => actions.contains(&wanted),
                Groups(_) => matches!(wanted, KeyAction::Group(..)),
                Hand(_) => false,
            })
        };
        for entry in entries() {
            assert!(told(entry.action), "{}", entry.name);
        }
    }

    #[test]
    fn the_page_shows_the_keys_as_they_are_bound() {
        let usual: Vec<_> = lines(&Keys::default()).map(|(press, _)| press).collect();
        for press in ["Ctrl + 1 … 9", "↑ ← ↓ →, rim", "P, then click", "Ctrl + S, F6"] {
            assert!(usual.iter().any(|line| line == press), "{press}: {usual:?}");
        }
        let (keys, _) = crate::window::keys::file::parse(r#"{ "hold": "K", "group_2": "F9" }"#);
        let mut own = lines(&keys).map(|(press, _)| press);
        assert!(own.any(|line| line == "Ctrl + 1 F9 3 4 5 6 7 8 9") && own.any(|line| line == "K"));
    }
}
