//! The card of a recording: how far it is.

use super::asked::CardAsked;
use super::layout::{CardLayout, WantedCard};
use super::paper::{accent, bold};
use super::strip;
use crate::time::clock;
use crate::window::session::Session;
use crate::window::spots::Spotted;
use egui_macroquad::egui;

fn under_way(goal: u64) -> String {
    format!("On the way to {}", clock(goal))
}

/// Shows the card; returns what a hand on its strip of time asks for.
pub fn show(layout: &mut CardLayout, session: &Session, ticks: u64) {
    let Some(replay) = session.replay() else { return };
    let guess = egui::vec2(510.0, 40.0);
    let wanted = layout.wanted(("replay", "Recording"), egui::Align2::CENTER_TOP, guess, 38.0);
    let wanted = WantedCard { at: wanted.at + egui::vec2(0.0, 56.0), ..wanted };
    layout.card(&wanted, |ui, asked| {
        ui.horizontal(|ui| {
            // What stands before the strip lies as high as what stands behind it.
            ui.set_min_height(strip::HEIGHT);
            let over = session.is_over(ticks);
            let goal = session.goal();
            let title = match goal {
                Some(goal) => under_way(goal),
                None if over => "Recording is over".to_owned(),
                None => "Recording".to_owned(),
            };
            // The strip stays under the hand, whatever is told beside it.
            let longest = egui::WidgetText::from(bold(under_way(replay.ticks)));
            let longest = longest.into_galley(ui, None, f32::INFINITY, egui::TextStyle::Body);
            ui.scope(|ui| {
                ui.set_min_width(longest.size().x);
                ui.label(bold(title));
            });
            asked.extend(strip::show(ui, 200.0, session, ticks));
            ui.label(format!("{} of {}", clock(ticks), clock(replay.ticks)));
            let hint = "From here on it is your game: an order begins another future";
            let button = ui.button("Play on").on_hover_text(hint);
            button.spot("replay", "play on").asks(asked, CardAsked::PlayOn);
        });
        if let Some(second) = session.differs() {
            let text =
                format!("It goes another way than it went from second {second} on: the program has changed");
            ui.label(accent(text));
        }
    });
}
