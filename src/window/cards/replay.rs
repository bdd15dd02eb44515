//! The card of a recording: how far it is.

use super::layout::{Layout, WantedCard};
use super::strip::{self, StripAsked};
use crate::window::session::Session;
use crate::window::theme;
use crate::window::words::clock;
use egui_macroquad::egui;

/// The card of a recording: how far it is. `drawn` becomes where its strip is drawn; returns what a hand on
/// it asks for.
pub fn show(
    context: &egui::Context,
    layout: &mut Layout,
    session: &Session,
    ticks: u64,
    drawn: &mut egui::Rect,
) -> Option<StripAsked> {
    let replay = session.replay()?;
    let mut asked = None;
    let corner = egui::Align2::CENTER_TOP;
    let wanted = WantedCard {
        id: "replay",
        title: "Recording",
        corner,
        at: layout.corner(corner) + egui::vec2(0.0, 56.0),
        guess: egui::vec2(430.0, 40.0),
        least: 38.0,
    };
    layout.card(context, &wanted, |ui, _| {
        ui.horizontal(|ui| {
            let over = ticks >= replay.ticks;
            let goal = session.goal();
            let title = match goal {
                Some(goal) => format!("On the way to {}", clock(goal)),
                None if over => "Recording is over".to_owned(),
                None => "Recording".to_owned(),
            };
            ui.label(egui::RichText::new(title).text_style(egui::TextStyle::Small));
            (*drawn, asked) = strip::show(ui, 200.0, session, ticks);
            ui.label(format!("{} of {}", clock(ticks), clock(replay.ticks)));
        });
        if let Some(second) = session.differs() {
            let text =
                format!("It goes another way than it went from second {second} on: the program has changed");
            ui.label(egui::RichText::new(text).color(theme::color(theme::ACCENT)));
        }
    });
    asked
}
