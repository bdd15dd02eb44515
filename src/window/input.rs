//! Mouse and keys, read from macroquad once a frame into plain data; [`crate::window::keys`] says what keys
//! ask for.

use crate::platform::screen::{self, PointerWatch};
use crate::window::slow_pointer;
use egui_macroquad::egui::{self, Context};
use glam::{Vec2, vec2};
use macroquad::input as mq_input;
pub use macroquad::miniquad::MouseButton as Button;
use macroquad::miniquad::{self, KeyCode};

/// Something that hand did, in the order in which things happened: within one long frame a quick drag stays a
/// drag, and a key pressed before a click comes before it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Happening {
    /// What happened.
    pub deed: HandDeed,
    /// Where the pointer was, points.
    pub at: Vec2,
    /// Either Shift was down.
    pub shift: bool,
    /// Either Ctrl was down.
    pub control: bool,
    /// Either Alt was down.
    pub alt: bool,
    /// The pointer was on a card.
    pub on_card: bool,
}

/// What mouse or keys did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HandDeed {
    /// The pointer moved here.
    #[default]
    Move,
    /// A button went down: the left one selects, the right one sends, the middle one drags the map.
    Press(Button),
    /// A button went up.
    Release(Button),
    /// The wheel turned by steps; away from the hand is positive.
    Wheel(f32),
    /// A key went down.
    Key(KeyCode),
    /// A sign was typed.
    Sign(char),
}

/// What happened since the last frame.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Pointer now, points.
    pub pointer: Vec2,
    /// What mouse and keys did, first to last.
    pub deeds: Vec<Happening>,
    /// Where a pointer at the rim of the window moves the camera.
    pub rim: Vec2,
    /// Keys that are down.
    pub held: Vec<KeyCode>,
    /// Signs of chords that egui takes for typed ones.
    pub mistyped: Vec<char>,
    /// The sign after a chord, which egui takes for one more.
    pub untyped: Option<char>,
    /// The pointer has been seen in the window.
    pub seen: bool,
    /// Whether it is there now, where that is known.
    pub inside: Option<bool>,
    /// The window has the keyboard, and the pointer has been seen in it.
    pub focused: bool,
    /// Real time since the pointer last moved, s.
    pub still: f32,
    /// Real time of the last frame, s.
    pub seconds: f32,
}

/// Buttons that do something; a mouse may have others.
const BUTTONS: [Button; 3] = [Button::Left, Button::Right, Button::Middle];

/// No action may be on this key, and no name of keys knows it: tests press it to see how far the window has
/// got.
const MARK: KeyCode = KeyCode::Pause;

/// What a notch of the wheel scrolls, points.
const NOTCH: f32 = 60.0;

/// Lets the wheel scroll cards, whatever the system sends for a notch, and a click be one however long the
/// button is down: where frames take long it is seen to be let go late.
pub fn set_mouse(context: &Context) {
    let speed = NOTCH * screen::NOTCH_OF_EGUI / screen::NOTCH_SENDS;
    context.options_mut(|options| {
        options.line_scroll_speed = speed;
        options.input_options.max_click_duration = f64::INFINITY;
    });
}

/// Listens to the window's events from frame to frame.
pub struct Listener {
    /// Pixels to a point.
    pub density: f32,
    /// How often the key was pressed that says to [`watch`](crate::window::watch) that all before it has been
    /// taken in.
    pub marks: u64,
    subscription: usize,
    input: Input,
    /// The last key went down or up with Ctrl: egui-miniquad knows no more of it.
    knows_control: bool,
    pointer: PointerWatch,
}

impl Listener {
    /// Starts to listen.
    #[expect(clippy::new_without_default, reason = "it registers with the window: no value is like another")]
    pub fn new() -> Listener {
        let subscription = mq_input::utils::register_input_subscriber();
        let (input, pointer) = (Input::default(), PointerWatch::default());
        Listener { density: 1.0, marks: 0, subscription, input, knows_control: false, pointer }
    }

    /// What happened since this was last called.
    pub fn read(&mut self) -> Input {
        self.input.deeds.clear();
        self.input.mistyped.clear();
        self.input.untyped = None;
        self.input.seconds = macroquad::time::get_frame_time();
        self.input.still += self.input.seconds;
        screen::keep_pointer(BUTTONS.into_iter().any(mq_input::is_mouse_button_down));
        let subscription = self.subscription;
        mq_input::utils::repeat_all_miniquad_input(self, subscription);
        self.input.inside = self.pointer.is_inside(self.input.still == 0.0);
        self.input.clone()
    }

    fn note_at(&mut self, deed: HandDeed, x: f32, y: f32) {
        (self.input.focused, self.input.seen, self.input.still) = (true, true, 0.0);
        self.input.pointer = vec2(x, y) / self.density;
        self.note(deed);
    }

    fn note(&mut self, deed: HandDeed) {
        self.input.deeds.push(Happening {
            deed,
            at: self.input.pointer,
            shift: self.input.shift(),
            control: self.input.control(),
            alt: self.input.alt(),
            on_card: false,
        });
    }
}

impl miniquad::EventHandler for Listener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.note_at(HandDeed::Move, x, y);
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        self.note(HandDeed::Wheel((y / screen::NOTCH_SENDS).clamp(-4.0, 4.0)));
    }

    fn mouse_button_down_event(&mut self, button: Button, x: f32, y: f32) {
        if BUTTONS.contains(&button) {
            self.note_at(HandDeed::Press(button), x, y);
        }
    }

    fn mouse_button_up_event(&mut self, button: Button, x: f32, y: f32) {
        if BUTTONS.contains(&button) {
            self.note_at(HandDeed::Release(button), x, y);
        }
    }

    fn char_event(&mut self, character: char, modifiers: miniquad::KeyMods, _repeat: bool) {
        // Under X11 the sign comes before its key, and Ctrl itself went down without Ctrl and up with it.
        if !modifiers.ctrl {
            self.note(HandDeed::Sign(character));
            self.input.untyped = self.input.untyped.or(Some(character).filter(|_| self.knows_control));
        } else if !self.knows_control {
            self.input.mistyped.push(character);
        }
    }

    fn key_down_event(&mut self, key: KeyCode, modifiers: miniquad::KeyMods, repeat: bool) {
        self.knows_control = modifiers.ctrl;
        if !self.input.held.contains(&key) {
            self.input.held.push(key);
        }
        if key == MARK {
            self.marks += 1;
        } else if !repeat {
            self.note(HandDeed::Key(key));
        }
    }

    fn key_up_event(&mut self, key: KeyCode, modifiers: miniquad::KeyMods) {
        self.knows_control = modifiers.ctrl;
        self.input.held.retain(|&held| held != key);
    }

    // X11 reports a lost keyboard in this one.
    fn window_minimized_event(&mut self) {
        self.input.held.clear();
        self.input.focused = false;
    }
}

impl Input {
    /// Whether there is a pointer in the window. Where nobody tells that it left, one that rests at the rim has.
    pub fn has_pointer(&self) -> bool {
        let rests_at_rim = self.rim != Vec2::ZERO && self.still >= EDGE_REST;
        self.seen && self.inside.unwrap_or(!rests_at_rim)
    }

    /// Whether either Shift is held.
    pub fn shift(&self) -> bool {
        self.holds([KeyCode::LeftShift, KeyCode::RightShift])
    }

    /// Whether either Ctrl is held.
    pub fn control(&self) -> bool {
        self.holds([KeyCode::LeftControl, KeyCode::RightControl])
    }

    /// Whether either Alt is held.
    pub fn alt(&self) -> bool {
        self.holds([KeyCode::LeftAlt, KeyCode::RightAlt])
    }

    fn holds(&self, keys: [KeyCode; 2]) -> bool {
        keys.iter().any(|key| self.held.contains(key))
    }

    /// Tells cards and dialogs of the number pad's Enter and of F5, which egui-miniquad keeps from them, and
    /// of a pointer that moves in long frames. Keeps from them the signs of chords, which it hands on:
    /// Ctrl + C would replace what it is to copy; and hands on the first sign after a chord, which it keeps.
    pub fn tell_cards(&self, context: &Context) {
        if let Some(sign) = self.untyped.filter(|sign| !sign.is_control()) {
            let typed = egui::Event::Text(sign.to_string());
            let is_next = |event: &egui::Event| match event {
                egui::Event::Key { pressed, modifiers, .. } => *pressed && !modifiers.ctrl,
                _ => false,
            };
            context.input_mut(|input| {
                let at = input.events.iter().position(is_next).unwrap_or(input.events.len());
                input.events.insert(at, typed);
            });
        }
        self.let_modifiers_go(context);
        for sign in &self.mistyped {
            let typed = egui::Event::Text(sign.to_string());
            context.input_mut(|input| {
                let at = input.events.iter().position(|event| *event == typed);
                at.map(|at| input.events.remove(at))
            });
        }
        let missed = |happening: &Happening| match happening.deed {
            HandDeed::Key(KeyCode::KpEnter) => Some(egui::Key::Enter),
            HandDeed::Key(KeyCode::F5) => Some(egui::Key::F5),
            _ => None,
        };
        for key in self.deeds.iter().filter_map(missed) {
            context.input_mut(|input| {
                input.events.push(egui::Event::Key {
                    key,
                    physical_key: None,
                    pressed: true,
                    repeat: false,
                    modifiers: input.modifiers,
                });
            });
        }
        slow_pointer::note_movement(context);
    }

    /// Tells cards that Shift or Ctrl is no longer held: egui-miniquad says so with the next key only, and until
    /// then the wheel would scroll sideways, or not at all.
    fn let_modifiers_go(&self, context: &Context) {
        let (shift, control) = (self.shift(), self.control());
        let notch = context.options(|options| options.line_scroll_speed);
        context.input_mut(|input| {
            for event in &input.events {
                if let egui::Event::MouseWheel { delta, modifiers, .. } = event
                    && (modifiers.shift && !shift || modifiers.ctrl && !control)
                {
                    input.smooth_scroll_delta.y += notch * delta.y;
                }
            }
            input.modifiers.shift &= shift;
            input.modifiers.ctrl &= control;
            input.modifiers.command &= control || input.modifiers.mac_cmd;
        });
    }

    /// Notes of each deed whether it was done on a card: of a stroke that leaves the map within one frame the
    /// press still counts for the map.
    pub fn note_cards(&mut self, context: &Context) {
        for happening in &mut self.deeds {
            let layer = context.layer_id_at(egui::pos2(happening.at.x, happening.at.y));
            happening.on_card = layer.is_some_and(|layer| layer.order != egui::Order::Background);
        }
    }

    /// Leaves the keys to whoever types.
    pub fn drop_keys(&mut self) {
        self.held.clear();
        self.deeds.retain(|happening| !matches!(happening.deed, HandDeed::Key(_) | HandDeed::Sign(_)));
    }
}

/// The rim scrolls this long, s, after the pointer last moved: a pointer that has left the window no longer
/// does.
pub const EDGE_REST: f32 = 2.0;

/// Where a pointer at the rim of the window moves the camera.
pub fn edge_scroll(pointer: Vec2, screen: Vec2) -> Vec2 {
    /// Width of the rim, points.
    const RIM: f32 = 6.0;
    let pull = |at: f32, size: f32| f32::from(i8::from(at >= size - RIM) - i8::from(at < RIM));
    vec2(pull(pointer.x, screen.x), pull(pointer.y, screen.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_that_was_never_seen_or_has_left_is_none() {
        let at_rim = Input { rim: Vec2::X, seen: true, ..Input::default() };
        assert!(!Input::default().has_pointer() && at_rim.has_pointer());
        let rests = Input { still: EDGE_REST, ..at_rim };
        assert!(!rests.has_pointer(), "where nobody knows it has left");
        assert!(Input { inside: Some(true), ..rests.clone() }.has_pointer());
        assert!(!Input { inside: Some(false), seen: true, ..Input::default() }.has_pointer());
    }

    #[test]
    fn only_the_rim_of_the_window_scrolls() {
        let screen = vec2(1280.0, 720.0);
        assert_eq!(edge_scroll(vec2(640.0, 300.0), screen), Vec2::ZERO);
        assert_eq!(edge_scroll(vec2(0.0, 719.0), screen), vec2(-1.0, 1.0));
    }
}
