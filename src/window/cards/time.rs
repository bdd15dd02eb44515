//! The card of time: pause and speed, and how late it is; below, the strip of the session.

use super::asked::CardAsked;
use super::paper::{RIM, accent, bold, card, pale};
use super::strip;
use crate::time::{TICK_RATE, exact};
use crate::window::costs::Costs;
use crate::window::keys::{KeyAction, Keys};
use crate::window::play::Play;
use crate::window::spots::Spotted;
use crate::window::theme;
use crate::window::words::grouped;
use egui_macroquad::egui::{self, Align2, Context, Response, RichText, Ui, vec2};

/// How many units there are is told in a window of this width, points.
const ROOM_TO_COUNT: f32 = 900.0;

/// A number in a field of fixed width, set to the right: it does not dance.
fn figure(ui: &mut Ui, width: f32, text: impl Into<egui::WidgetText>, name: &str) -> Response {
    let layout = egui::Layout::right_to_left(egui::Align::Center).with_main_align(egui::Align::Max);
    let field = ui.allocate_ui_with_layout(vec2(width, 20.0), layout, |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        if !name.is_empty() {
            ui.label(pale(name));
        }
        ui.label(text);
    });
    field.response
}

/// Shows the card. A recording has the strip of its session in a card of its own; a test (`is_test`) leads
/// back to the editor.
pub fn show(
    context: &Context,
    play: &Play,
    costs: &Costs,
    keys: &Keys,
    is_test: bool,
    asked: &mut Vec<CardAsked>,
) {
    let (sim, clock) = (&play.sim, &play.clock);
    card(context, "time", Align2::RIGHT_TOP, vec2(-RIM, RIM), |ui| {
        let row = ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = theme::STEP;
            // As the card at the end tells it.
            let time = exact(sim.ticks() as f64 / f64::from(TICK_RATE));
            let text = match () {
                () if play.session.is_over(sim.ticks()) => RichText::new("Again"),
                () if play.is_waiting() => bold("Begin").color(theme::color(theme::ACCENT)),
                () if clock.paused => bold("Paused").color(theme::color(theme::ACCENT)),
                () => RichText::new("Pause"),
            };
            let mut button = |ui: &mut Ui, button: egui::Button, action, hint: &str| {
                let button = ui.add(button).on_hover_text(format!("{hint}{}", keys.text(action)));
                button.asks(asked, CardAsked::Key(action));
            };
            button(ui, egui::Button::new(text).min_size(vec2(64.0, 0.0)), KeyAction::Pause, "");
            button(ui, egui::Button::new("−"), KeyAction::Slower, "Slower: ");
            let speed = clock.speed();
            let runs = |ui: &mut Ui, width: f32, text: String| match costs.behind {
                true => figure(ui, width, accent(text), "")
                    .on_hover_text(format!("Too much for this machine at {speed}×: time goes slower")),
                false => figure(ui, width, text, ""),
            };
            runs(ui, 36.0, format!("{}{speed}×", if costs.behind { "<" } else { "" }));
            button(ui, egui::Button::new("+"), KeyAction::Faster, "Faster: ");
            runs(ui, 56.0, time);
            // In a small window the card of the level needs the room.
            if ui.ctx().screen_rect().width() >= ROOM_TO_COUNT {
                figure(ui, 84.0, grouped(sim.len()), if sim.len() == 1 { "unit" } else { "units" });
            }
            ui.add_space(theme::STEP);
            ui.button("?").on_hover_text("All keys").asks(asked, CardAsked::Key(KeyAction::Help));
            let (name, hint, means) = match is_test {
                true => ("Editor", keys.text(KeyAction::Editor), CardAsked::Key(KeyAction::Editor)),
                false => ("Menu", "The session waits there".to_owned(), CardAsked::Menu),
            };
            ui.button(name).on_hover_text(hint).spot("time", "menu").asks(asked, means);
        });
        if play.session.replay().is_none() {
            ui.spacing_mut().item_spacing.y = 0.0;
            asked.extend(strip::show(ui, row.response.rect.width(), &play.session, sim.ticks()));
        }
    });
}
