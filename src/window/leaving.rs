//! Esc in the menu asks before it ends the program: a second press within two seconds does; with a session
//! that waits a card asks what becomes of it. The button that closes the window asks with the same card, from
//! a level too.

use crate::window::cards::paper::{accent, dialog};
use crate::window::spots::Spotted;
use crate::window::theme;
use egui_macroquad::egui::{self, Align2, Context};

/// A second press counts within this time, s.
const WITHIN: f64 = 2.0;

/// What the player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveDecision {
    /// The window closes.
    Quit,
    /// The session that waits is saved as a recording, then the window closes.
    SaveAndQuit,
    /// Back to the session that waits.
    GoOn,
}

/// Whether the player is about to leave.
#[derive(Debug, Default)]
pub struct Leaving {
    /// When Esc was pressed first, s of real time.
    pressed: Option<f64>,
    asks: bool,
    /// It was asked from the level: who stays goes on with it.
    from_level: bool,
    error: Option<String>,
}

impl Leaving {
    /// Esc was pressed in the menu; `now` in s of real time.
    pub fn press(&mut self, now: f64, has_session: bool) -> Option<LeaveDecision> {
        if has_session {
            self.ask_about_session(false);
            return None;
        }
        let again = self.pressed.replace(now).is_some_and(|first| now - first <= WITHIN);
        again.then_some(LeaveDecision::Quit)
    }

    /// Lets the card ask what becomes of the session that waits; `from_level`: it was open until now.
    pub fn ask_about_session(&mut self, from_level: bool) {
        self.from_level = from_level || (self.asks && self.from_level);
        self.asks = true;
    }

    /// The session could not be saved: the card says why and stays.
    pub fn fail(&mut self, error: String) {
        (self.asks, self.error) = (true, Some(error));
    }

    /// Whether the card is open.
    pub fn asks(&self) -> bool {
        self.asks
    }

    /// Whether a second press would end the program, or the card asks.
    pub fn is_told(&self) -> bool {
        self.asks || self.pressed.is_some()
    }

    /// Shows what is asked; `is_saved`: nothing of the session would be lost. While the card is open keys are
    /// its own.
    pub fn show(
        &mut self,
        context: &Context,
        now: f64,
        session: Option<&str>,
        is_saved: bool,
    ) -> Option<LeaveDecision> {
        self.pressed = self.pressed.filter(|first| now - first <= WITHIN);
        match session.filter(|_| self.asks) {
            Some(session) => self.ask(context, session, is_saved),
            None => {
                self.asks = false;
                if self.pressed.is_some() {
                    slip(context);
                }
                None
            }
        }
    }

    fn ask(&mut self, context: &Context, session: &str, is_saved: bool) -> Option<LeaveDecision> {
        let (escape, enter) = context.input_mut(|input| {
            // With Alt it is the whole screen; Alt may be up again within one long frame.
            let is_press = |event: &egui::Event, means| {
                matches!(event, egui::Event::Key { key, pressed: true, modifiers, .. } if *key == means && !modifiers.alt)
            };
            let pressed = |key| input.events.iter().any(|event| is_press(event, key));
            let pressed = (pressed(egui::Key::Escape), pressed(egui::Key::Enter));
            input.events.retain(|event| !matches!(event, egui::Event::Key { .. } | egui::Event::Text(_)));
            pressed
        });
        let (told, quit, means) = match is_saved {
            true => ("It is saved", "Quit  Enter", LeaveDecision::Quit),
            false => ("It ends with the program unless it is saved", "Quit", LeaveDecision::SaveAndQuit),
        };
        let mut answer = (enter.then_some(means), !escape && !enter);
        dialog(context, "leaving", Align2::CENTER_CENTER, egui::Vec2::ZERO, |ui| {
            ui.set_max_width(context.screen_rect().width() - 80.0);
            ui.heading("Quit Muster?");
            ui.label(format!("A session waits: {session}. {told}."));
            if let Some(error) = &self.error {
                ui.label(accent(error));
            }
            ui.add_space(2.0 * theme::STEP);
            ui.horizontal(|ui| {
                let mut button = |name: &str, text, means: Option<LeaveDecision>| {
                    ui.button(text).spot("leaving", name).sets(&mut answer, (means, false));
                };
                button("go_on", "Go on with it", Some(LeaveDecision::GoOn));
                if !is_saved {
                    button("save_and_quit", "Save it and quit  Enter", Some(LeaveDecision::SaveAndQuit));
                }
                button("quit", quit, Some(LeaveDecision::Quit));
                button("stay", "Stay  Esc", None);
            });
        });
        let (decision, stays) = answer;
        self.asks = stays;
        if stays {
            return decision;
        }
        self.error = None;
        decision.or(self.from_level.then_some(LeaveDecision::GoOn))
    }
}

fn slip(context: &Context) {
    let area = egui::Area::new("leaving".into()).anchor(Align2::CENTER_BOTTOM, egui::vec2(0.0, -56.0));
    area.order(egui::Order::Foreground).interactable(false).show(context, |ui| {
        theme::card().show(ui, |ui| ui.label("Esc once more quits"));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_press_quits_within_two_seconds_and_a_waiting_session_is_asked_about() {
        let mut leaving = Leaving::default();
        assert_eq!(leaving.press(1.0, false), None);
        assert_eq!(leaving.press(3.5, false), None, "too late: it counts as the first");
        assert_eq!(leaving.press(5.0, false), Some(LeaveDecision::Quit));
        let mut leaving = Leaving::default();
        assert_eq!((leaving.press(1.0, true), leaving.press(1.5, true)), (None, None));
        assert!(leaving.is_told());
    }
}
