//! The card of a recording: a strip that shows how far it is; a click on it goes there.

use super::layout::{Layout, Wanted};
use crate::time::TICK_RATE;
use crate::window::session::Session;
use crate::window::theme;
use egui_macroquad::egui;

/// The card of a recording: how far it is. `strip` becomes where its strip is drawn; returns the tick that a click asks for.
pub fn show(
    context: &egui::Context,
    layout: &mut Layout,
    session: &Session,
    ticks: u64,
    strip: &mut egui::Rect,
) -> Option<u64> {
    let replay = session.replay()?;
    let mut wanted_tick = None;
    let corner = egui::Align2::CENTER_TOP;
    let wanted = Wanted {
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
            (*strip, wanted_tick) = bar(ui, ticks, replay.ticks, goal);
            ui.label(format!("{} of {}", clock(ticks), clock(replay.ticks)));
        });
        if let Some(second) = session.differs() {
            let text =
                format!("It goes another way than it went from second {second} on: the program has changed");
            ui.label(egui::RichText::new(text).color(theme::color(theme::ACCENT)));
        }
    });
    wanted_tick
}

/// The strip: how far it is of `all` ticks. Returns where it is, and the tick that a click asks for.
fn bar(ui: &mut egui::Ui, ticks: u64, all: u64, goal: Option<u64>) -> (egui::Rect, Option<u64>) {
    // Higher than it is drawn: a hand finds it.
    let (room, response) = ui.allocate_exact_size(egui::vec2(200.0, 24.0), egui::Sense::click_and_drag());
    let rect = egui::Rect::from_center_size(room.center(), egui::vec2(200.0, 8.0));
    let part = |ticks: u64| {
        let share = (ticks as f32 / all.max(1) as f32).min(1.0);
        egui::Rect::from_min_size(rect.min, rect.size() * egui::vec2(share, 1.0))
    };
    if let Some(goal) = goal {
        ui.painter().rect_filled(part(goal), 0.0, theme::faint(theme::ACCENT, 0.35));
    }
    ui.painter().rect_filled(part(ticks), 0.0, theme::color(theme::ACCENT));
    let line = egui::Stroke::new(1.0, theme::color(theme::INK));
    ui.painter().rect_stroke(rect, 0.0, line, egui::StrokeKind::Inside);
    let at = |place: egui::Pos2| {
        let share = ((place.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        (f64::from(share) * all as f64).round() as u64
    };
    let pointed = response.interact_pointer_pos().or(response.hover_pos()).map(at);
    let wanted = pointed.filter(|_| response.clicked() || response.drag_stopped());
    if let Some(tick) = pointed {
        response
            .on_hover_cursor(egui::CursorIcon::PointingHand)
            .on_hover_text_at_pointer(format!("Click: go to {}", clock(tick)));
    }
    (rect, wanted)
}

fn clock(ticks: u64) -> String {
    let seconds = ticks / u64::from(TICK_RATE);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
