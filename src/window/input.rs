//! Keys and mouse: read from macroquad once a frame into plain data, and what they mean.
//!
//! Letters and named keys are taken by key, signs (`.`, `+`, `-`, `?`) by the character that the layout types.

use glam::{Vec2, vec2};
use macroquad::input as mq_input;
use macroquad::miniquad::{self, KeyCode};

/// A button or the pointer, in the order in which things happened: a quick drag within one long frame stays a drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// What happened.
    pub deed: Deed,
    /// Where, points.
    pub at: Vec2,
    /// Either Shift was down.
    pub shift: bool,
    /// Either Ctrl was down.
    pub control: bool,
}

/// What the pointer did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// It moved here.
    Move,
    /// A button went down.
    Press(Button),
    /// A button went up.
    Release(Button),
    /// The wheel turned by steps; away from the hand is positive.
    Wheel(f32),
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Selects.
    Left,
    /// Sends.
    Right,
    /// Drags the map.
    Middle,
}

/// What happened since the last frame.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Pointer now, points.
    pub pointer: Vec2,
    /// What it did, first to last.
    pub deeds: Vec<Pointer>,
    /// Keys that went down.
    pub keys: Vec<KeyCode>,
    /// Keys that are down.
    pub held: Vec<KeyCode>,
    /// Characters typed.
    pub typed: Vec<char>,
    /// The window has the keyboard, and the pointer has been seen in it.
    pub focused: bool,
    /// Real time of the last frame, s.
    pub seconds: f32,
}

/// Listens to the window's events from frame to frame.
pub struct Listener {
    subscription: usize,
    input: Input,
}

impl Listener {
    /// Starts to listen.
    pub fn new() -> Listener {
        let subscription = mq_input::utils::register_input_subscriber();
        Listener { subscription, input: Input::default() }
    }

    /// What happened since this was last called.
    pub fn read(&mut self) -> Input {
        let Input { deeds, keys, typed, .. } = &mut self.input;
        deeds.clear();
        keys.clear();
        typed.clear();
        let subscription = self.subscription;
        mq_input::utils::repeat_all_miniquad_input(self, subscription);
        self.input.seconds = macroquad::time::get_frame_time();
        self.input.clone()
    }

    fn note(&mut self, deed: Deed, x: f32, y: f32) {
        self.input.focused = true;
        let held = |key: &KeyCode| self.input.held.contains(key);
        self.input.pointer = vec2(x, y) / miniquad::window::dpi_scale();
        self.input.deeds.push(Pointer {
            deed,
            at: self.input.pointer,
            shift: held(&KeyCode::LeftShift) || held(&KeyCode::RightShift),
            control: held(&KeyCode::LeftControl) || held(&KeyCode::RightControl),
        });
    }
}

fn button(button: miniquad::MouseButton) -> Option<Button> {
    match button {
        miniquad::MouseButton::Left => Some(Button::Left),
        miniquad::MouseButton::Right => Some(Button::Right),
        miniquad::MouseButton::Middle => Some(Button::Middle),
        miniquad::MouseButton::Unknown => None,
    }
}

impl miniquad::EventHandler for Listener {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.note(Deed::Move, x, y);
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        let at = self.input.pointer * miniquad::window::dpi_scale();
        self.note(Deed::Wheel(y.clamp(-4.0, 4.0)), at.x, at.y);
    }

    fn mouse_button_down_event(&mut self, pressed: miniquad::MouseButton, x: f32, y: f32) {
        if let Some(button) = button(pressed) {
            self.note(Deed::Press(button), x, y);
        }
    }

    fn mouse_button_up_event(&mut self, released: miniquad::MouseButton, x: f32, y: f32) {
        if let Some(button) = button(released) {
            self.note(Deed::Release(button), x, y);
        }
    }

    fn char_event(&mut self, character: char, modifiers: miniquad::KeyMods, _repeat: bool) {
        if !modifiers.ctrl {
            self.input.typed.push(character);
        }
    }

    fn key_down_event(&mut self, key: KeyCode, _modifiers: miniquad::KeyMods, repeat: bool) {
        if !repeat {
            self.input.keys.push(key);
        }
        if !self.input.held.contains(&key) {
            self.input.held.push(key);
        }
    }

    fn key_up_event(&mut self, key: KeyCode, _modifiers: miniquad::KeyMods) {
        self.input.held.retain(|&held| held != key);
    }

    // X11 reports a lost and a regained keyboard in these two.
    fn window_minimized_event(&mut self) {
        self.input.held.clear();
        self.input.focused = false;
    }

    fn window_restored_event(&mut self) {}
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Space.
    Pause,
    /// `.`
    Step,
    /// `+`
    Faster,
    /// `-`
    Slower,
    /// F1.
    Explain,
    /// F5.
    Reload,
    /// `?`
    Help,
    /// Esc: one step back.
    Back,
    /// Enter.
    Open,
    /// S, while units are selected.
    Stop,
    /// H.
    Hold,
    /// P.
    Patrol,
}

impl Input {
    /// What the keys of this frame ask for. S stops while `selected`, else it moves the camera.
    pub fn actions(&self, selected: bool) -> Vec<Action> {
        let keys = self.keys.iter().filter_map(|key| {
            Some(match key {
                KeyCode::Space => Action::Pause,
                KeyCode::F1 => Action::Explain,
                KeyCode::F5 => Action::Reload,
                KeyCode::Escape => Action::Back,
                KeyCode::Enter | KeyCode::KpEnter => Action::Open,
                KeyCode::S if selected => Action::Stop,
                KeyCode::H => Action::Hold,
                KeyCode::P => Action::Patrol,
                _ => return None,
            })
        });
        let signs = self.typed.iter().filter_map(|sign| {
            Some(match sign {
                '.' => Action::Step,
                '+' | '=' => Action::Faster,
                '-' | '−' => Action::Slower,
                '?' => Action::Help,
                _ => return None,
            })
        });
        keys.chain(signs).collect()
    }

    /// Where the held keys move the camera: a direction, not longer than 1 along each axis.
    pub fn camera_keys(&self, selected: bool) -> Vec2 {
        let held = |key: KeyCode| self.held.contains(&key);
        let pull = |more: bool, less: bool| f32::from(i8::from(more) - i8::from(less));
        vec2(
            pull(held(KeyCode::Right) || held(KeyCode::D), held(KeyCode::Left) || held(KeyCode::A)),
            pull(held(KeyCode::Down) || held(KeyCode::S) && !selected, held(KeyCode::Up) || held(KeyCode::W)),
        )
    }
}

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
    fn s_stops_a_selection_and_else_moves_the_camera() {
        let input = Input { keys: vec![KeyCode::S], held: vec![KeyCode::S], ..Input::default() };
        assert_eq!(input.actions(true), [Action::Stop]);
        assert_eq!(input.camera_keys(true), Vec2::ZERO);
        assert_eq!(input.actions(false), []);
        assert_eq!(input.camera_keys(false), vec2(0.0, 1.0));
    }

    #[test]
    fn opposite_keys_cancel_and_arrows_work_beside_letters() {
        let input = Input { held: vec![KeyCode::A, KeyCode::Right, KeyCode::Up], ..Input::default() };
        assert_eq!(input.camera_keys(true), vec2(0.0, -1.0));
    }

    #[test]
    fn signs_are_taken_by_what_the_layout_types() {
        let input = Input { typed: vec!['+', '-', '.', '?', 'x'], ..Input::default() };
        assert_eq!(input.actions(false), [Action::Faster, Action::Slower, Action::Step, Action::Help]);
    }

    #[test]
    fn only_the_rim_of_the_window_scrolls() {
        let screen = vec2(1280.0, 720.0);
        assert_eq!(edge_scroll(vec2(640.0, 300.0), screen), Vec2::ZERO);
        assert_eq!(edge_scroll(vec2(0.0, 719.0), screen), vec2(-1.0, 1.0));
    }
}
