//! A frame of the menu: what is chosen there, and whether the window closes.

use super::{Frame, window};
use crate::platform::screen;
use crate::window::input::Input;
use crate::window::keys::{KeyAction, Situation};
use crate::window::leaving::LeaveDecision;
use crate::window::menu::MenuChoice;

impl Frame {
    /// Does what keys ask for in the menu that is about the window.
    fn change_window(&mut self, input: &Input) {
        for happening in &input.deeds {
            match self.keys.keys.asked(happening, Situation::default()) {
                Some(KeyAction::FullScreen) => self.full_screen.toggle(),
                Some(KeyAction::Size(step)) => _ = self.scale.step(step, window()),
                _ => {}
            }
        }
    }

    /// Shows the menu and does what is chosen; returns whether the window stays open.
    pub(super) fn choose(&mut self) -> bool {
        let input = self.listener.read();
        let now = macroquad::time::get_time();
        let (mut choice, mut decision) = (None, None);
        let session = self.menu.session.clone().filter(|_| self.sessions.is_asked_about());
        let is_saved = !self.sessions.is_unkept();
        egui_macroquad::ui(|context| {
            input.tell_cards(context);
            self.keys.show(context);
            decision = self.leaving.show(context, now, session.as_deref(), is_saved);
            // What lies below its card is not meant.
            choice = self.menu.show(context).filter(|_| !self.leaving.asks());
        });
        egui_macroquad::draw();
        self.change_window(&input);
        match choice {
            Some(MenuChoice::Leave) if !screen::CAN_CLOSE => {}
            Some(MenuChoice::Leave) => decision = decision.or(self.leaving.press(now, session.is_some())),
            Some(MenuChoice::NewLevel) => self.edit_new(),
            Some(MenuChoice::Mend(path)) => self.mend(path),
            Some(MenuChoice::GoOn) => decision = Some(LeaveDecision::GoOn),
            Some(MenuChoice::Open(path, are_two)) => {
                self.open_file(path);
                if are_two {
                    self.put_beside(None);
                }
            }
            None => {}
        }
        match decision {
            Some(LeaveDecision::Quit) => return false,
            Some(LeaveDecision::SaveAndQuit) => match self.sessions.save_waiting() {
                Some(Err(error)) => self.leaving.fail(error),
                _ => return false,
            },
            Some(LeaveDecision::GoOn) => self.go_on(),
            None => {}
        }
        true
    }
}
