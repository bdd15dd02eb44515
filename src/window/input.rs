//! Keys and mouse: read from macroquad once a frame into plain data, and what they mean.
//!
//! Letters and named keys are taken by key, signs (`.`, `+`, `-`, `?`) by the character that the layout types.

use super::control_groups::GroupDeed;
use crate::order::FormationShape;
use glam::{Vec2, vec2};
use macroquad::input as mq_input;
use macroquad::miniquad::{self, KeyCode};

/// Something that hand did, in the order in which things happened: within one long frame a quick drag stays a drag,
/// and a key pressed before a click comes before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Happening {
    /// What happened.
    pub deed: Deed,
    /// Where the pointer was, points.
    pub at: Vec2,
    /// Either Shift was down.
    pub shift: bool,
    /// Either Ctrl was down.
    pub control: bool,
    /// Either Alt was down.
    pub alt: bool,
}

/// What mouse or keys did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// The pointer moved here.
    Move,
    /// A button went down.
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
    /// What mouse and keys did, first to last.
    pub deeds: Vec<Happening>,
    /// Keys that are down.
    pub held: Vec<KeyCode>,
    /// The window has the keyboard, and the pointer has been seen in it.
    pub focused: bool,
    /// Real time since the pointer last moved, s.
    pub still: f32,
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
    #[expect(clippy::new_without_default, reason = "it registers with the window: no value is like another")]
    pub fn new() -> Listener {
        let subscription = mq_input::utils::register_input_subscriber();
        Listener { subscription, input: Input::default() }
    }

    /// What happened since this was last called.
    pub fn read(&mut self) -> Input {
        self.input.deeds.clear();
        self.input.seconds = macroquad::time::get_frame_time();
        self.input.still += self.input.seconds;
        let subscription = self.subscription;
        mq_input::utils::repeat_all_miniquad_input(self, subscription);
        self.input.clone()
    }

    fn note_at(&mut self, deed: Deed, x: f32, y: f32) {
        (self.input.focused, self.input.still) = (true, 0.0);
        self.input.pointer = vec2(x, y) / miniquad::window::dpi_scale();
        self.note(deed);
    }

    fn note(&mut self, deed: Deed) {
        let held = |key: &KeyCode| self.input.held.contains(key);
        self.input.deeds.push(Happening {
            deed,
            at: self.input.pointer,
            shift: held(&KeyCode::LeftShift) || held(&KeyCode::RightShift),
            control: held(&KeyCode::LeftControl) || held(&KeyCode::RightControl),
            alt: held(&KeyCode::LeftAlt) || held(&KeyCode::RightAlt),
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
        self.note_at(Deed::Move, x, y);
    }

    fn mouse_wheel_event(&mut self, _x: f32, y: f32) {
        self.note(Deed::Wheel(y.clamp(-4.0, 4.0)));
    }

    fn mouse_button_down_event(&mut self, pressed: miniquad::MouseButton, x: f32, y: f32) {
        if let Some(button) = button(pressed) {
            self.note_at(Deed::Press(button), x, y);
        }
    }

    fn mouse_button_up_event(&mut self, released: miniquad::MouseButton, x: f32, y: f32) {
        if let Some(button) = button(released) {
            self.note_at(Deed::Release(button), x, y);
        }
    }

    fn char_event(&mut self, character: char, modifiers: miniquad::KeyMods, _repeat: bool) {
        if !modifiers.ctrl {
            self.note(Deed::Sign(character));
        }
    }

    fn key_down_event(&mut self, key: KeyCode, _modifiers: miniquad::KeyMods, repeat: bool) {
        if !self.input.held.contains(&key) {
            self.input.held.push(key);
        }
        if !repeat {
            self.note(Deed::Key(key));
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
    /// S, while units are selected.
    Stop,
    /// H.
    Hold,
    /// P.
    Patrol,
    /// G: the next click says whom.
    Follow,
    /// X.
    Scatter,
    /// A formation for the next orders.
    Formation(FormationShape),
    /// Z: the next formation.
    NextFormation,
    /// T: together, or each at its own pace.
    Pace,
    /// Tab.
    NextKind,
    /// F3.
    Graph,
    /// Digits: see [`super::control_groups`].
    Group(GroupDeed, usize),
}

impl Deed {
    /// What a key asks for. S stops while units are `selected`, else it moves the camera.
    pub fn action(self, selected: bool) -> Option<Action> {
        Some(match self {
            Deed::Key(KeyCode::Space) => Action::Pause,
            Deed::Key(KeyCode::F1) => Action::Explain,
            Deed::Key(KeyCode::F5) => Action::Reload,
            Deed::Key(KeyCode::Escape) => Action::Back,
            Deed::Key(KeyCode::S) if selected => Action::Stop,
            Deed::Key(KeyCode::H) => Action::Hold,
            Deed::Key(KeyCode::P) => Action::Patrol,
            Deed::Key(KeyCode::G) => Action::Follow,
            Deed::Key(KeyCode::X) => Action::Scatter,
            Deed::Key(KeyCode::Z) => Action::NextFormation,
            Deed::Key(KeyCode::T) => Action::Pace,
            Deed::Key(KeyCode::Tab) => Action::NextKind,
            Deed::Key(KeyCode::F3) => Action::Graph,
            Deed::Sign('.') => Action::Step,
            Deed::Sign('+' | '=') => Action::Faster,
            Deed::Sign('-' | '−') => Action::Slower,
            Deed::Sign('?') => Action::Help,
            _ => return None,
        })
    }
}

impl Input {
    /// Leaves the keys to whoever types.
    pub fn drop_keys(&mut self) {
        self.held.clear();
        self.deeds.retain(|happening| !matches!(happening.deed, Deed::Key(_) | Deed::Sign(_)));
    }

    /// Where the held keys move the camera: a direction, not longer than 1 along each axis.
    pub fn camera_keys(&self, selected: bool) -> Vec2 {
        let held = |key: KeyCode| self.held.contains(&key);
        // Ctrl + S saves.
        if held(KeyCode::LeftControl) || held(KeyCode::RightControl) {
            return Vec2::ZERO;
        }
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
        let input = Input { held: vec![KeyCode::S], ..Input::default() };
        assert_eq!(Deed::Key(KeyCode::S).action(true), Some(Action::Stop));
        assert_eq!(input.camera_keys(true), Vec2::ZERO);
        assert_eq!(Deed::Key(KeyCode::S).action(false), None);
        assert_eq!(input.camera_keys(false), vec2(0.0, 1.0));
    }

    #[test]
    fn opposite_keys_cancel_and_arrows_work_beside_letters() {
        let input = Input { held: vec![KeyCode::A, KeyCode::Right, KeyCode::Up], ..Input::default() };
        assert_eq!(input.camera_keys(true), vec2(0.0, -1.0));
    }

    #[test]
    fn signs_are_taken_by_what_the_layout_types() {
        let actions = ['+', '-', '.', '?', 'x'].map(|sign| Deed::Sign(sign).action(false));
        let known = [Action::Faster, Action::Slower, Action::Step, Action::Help].map(Some);
        assert_eq!((&actions[..4], actions[4]), (&known[..], None));
    }

    #[test]
    fn only_the_rim_of_the_window_scrolls() {
        let screen = vec2(1280.0, 720.0);
        assert_eq!(edge_scroll(vec2(640.0, 300.0), screen), Vec2::ZERO);
        assert_eq!(edge_scroll(vec2(0.0, 719.0), screen), vec2(-1.0, 1.0));
    }
}
