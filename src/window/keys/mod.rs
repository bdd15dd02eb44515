//! Which key asks for which action.

pub mod action;
pub mod chord;
pub mod file;

pub use self::action::KeyAction;
use self::action::{KeyEntry, When, entries};
use self::chord::Chord;
use crate::window::control_groups::GroupDeed;
use crate::window::input::{HandDeed, Happening, Input};
use glam::{IVec2, Vec2};
use macroquad::miniquad::KeyCode;

/// What the hand does at the moment: it decides between actions that share a key.
#[derive(Clone, Copy, Debug, Default)]
pub struct Situation {
    /// Units are selected.
    pub selected: bool,
    /// Units are being placed.
    pub placing: bool,
}

/// Which keys ask for which action.
#[derive(Clone, Debug)]
pub struct Keys {
    bound: Vec<(&'static KeyEntry, Vec<Chord>)>,
}

impl Default for Keys {
    fn default() -> Keys {
        let parsed =
            |entry: &KeyEntry| entry.keys.iter().filter_map(|text| Chord::parse(text).ok()).collect();
        Keys { bound: entries().map(|entry| (entry, parsed(entry))).collect() }
    }
}

impl Keys {
    /// Binds actions to keys.
    pub fn new(bound: Vec<(&'static KeyEntry, Vec<Chord>)>) -> Keys {
        Keys { bound }
    }

    /// What a happening asks for: an exact chord first, then one without the Shift that is held to queue
    /// orders, then a control group, whose digit goes with all modifiers.
    pub fn asked(&self, happening: &Happening, situation: Situation) -> Option<KeyAction> {
        let without_shift = Happening { shift: false, ..*happening };
        let plain = Happening { control: false, alt: false, ..without_shift };
        self.find(happening, situation)
            .or_else(|| self.find(&without_shift, situation))
            .or_else(|| self.find(&plain, situation).filter(|action| matches!(action, KeyAction::Group(..))))
            .map(|action| match action {
                KeyAction::Group(_, group) => KeyAction::Group(GroupDeed::of(happening), group),
                other => other,
            })
    }

    fn find(&self, happening: &Happening, situation: Situation) -> Option<KeyAction> {
        let fits = |(_, chords): &&(_, Vec<Chord>)| chords.iter().any(|chord| chord.is_exactly(happening));
        let fitting: Vec<&KeyEntry> = self.bound.iter().filter(fits).map(|&(entry, _)| entry).collect();
        let is_held = fitting.iter().any(|entry| entry.when == When::Held);
        let counts = |entry: &&&KeyEntry| match entry.when {
            When::Always => true,
            When::Selected => situation.selected || !is_held,
            When::Placing => situation.placing,
            When::Held => false,
        };
        // While units are placed, the keys of that are the first to count.
        let placing = fitting.iter().find(|entry| entry.when == When::Placing && situation.placing);
        placing.or_else(|| fitting.iter().find(counts)).map(|entry| entry.action)
    }

    /// Where the held keys move the camera: a direction, not longer than 1 along each axis.
    pub fn camera(&self, input: &Input, situation: Situation) -> Vec2 {
        // With Ctrl or Alt a letter is another chord.
        if input.control() || input.alt() {
            return Vec2::ZERO;
        }
        let orders = |key: KeyCode| {
            let pressed = Happening { deed: HandDeed::Key(key), ..Happening::default() };
            situation.selected && self.find(&pressed, situation).is_some()
        };
        let is_held =
            |chord: &Chord| chord.key().is_some_and(|key| input.held.contains(&key) && !orders(key));
        let mut direction = Vec2::ZERO;
        for (entry, chords) in &self.bound {
            if let KeyAction::Camera(side) = entry.action
                && chords.iter().any(is_held)
            {
                direction += side.as_vec2();
            }
        }
        direction
    }

    /// Keys of an action, first to last.
    pub fn of(&self, action: KeyAction) -> &[Chord] {
        self.bound.iter().find(|(entry, _)| entry.action == action).map_or(&[], |(_, chords)| chords)
    }

    /// The first key of an action as text; nothing if it has none.
    pub fn text(&self, action: KeyAction) -> String {
        self.of(action).first().map(Chord::to_string).unwrap_or_default()
    }

    /// The first key of an action in a sentence; of one that has none, what it is called where keys are given.
    pub fn told(&self, action: KeyAction) -> String {
        let bound = self.bound.iter().find(|(entry, _)| entry.action == action);
        bound.map_or_else(String::new, |(entry, chords)| match chords.first() {
            Some(chord) => chord.to_string(),
            None => format!("{} (on no key)", entry.name),
        })
    }

    /// All keys of several actions as text: the first of each, then the second ones.
    pub fn all(&self, actions: &[KeyAction]) -> String {
        let most = actions.iter().map(|&action| self.of(action).len()).max().unwrap_or(0);
        let rank = |rank: usize| {
            let chords = actions.iter().filter_map(|&action| self.of(action).get(rank));
            chords.map(Chord::to_string).collect::<Vec<_>>().join(" ")
        };
        match most {
            0 => "no key".into(),
            _ => (0..most).map(rank).collect::<Vec<_>>().join(", "),
        }
    }
}

/// The keys that move the camera.
pub const CAMERA: [KeyAction; 4] = [
    KeyAction::Camera(IVec2::NEG_Y),
    KeyAction::Camera(IVec2::NEG_X),
    KeyAction::Camera(IVec2::Y),
    KeyAction::Camera(IVec2::X),
];

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    const SELECTED: Situation = Situation { selected: true, placing: false };

    fn press(key: KeyCode) -> Happening {
        Happening { deed: HandDeed::Key(key), ..Happening::default() }
    }

    fn typed(sign: char) -> Happening {
        Happening { deed: HandDeed::Sign(sign), ..Happening::default() }
    }

    #[test]
    fn letters_are_orders_and_the_camera_has_only_the_arrows() {
        let keys = Keys::default();
        let held = [KeyCode::W, KeyCode::A, KeyCode::S, KeyCode::D].to_vec();
        let input = Input { held, ..Input::default() };
        assert_eq!(keys.camera(&input, Situation::default()), Vec2::ZERO);
        let letters = [KeyCode::S, KeyCode::H, KeyCode::P, KeyCode::A];
        let orders = letters.map(|key| keys.asked(&press(key), SELECTED));
        assert_eq!(
            orders,
            [KeyAction::Stop, KeyAction::Hold, KeyAction::Patrol, KeyAction::Attack].map(Some)
        );
        for key in [KeyCode::W, KeyCode::D] {
            assert_eq!(keys.asked(&press(key), SELECTED), None);
        }
    }

    #[test]
    fn a_letter_that_the_player_gave_to_the_camera_moves_it_while_nobody_is_selected() {
        let (keys, problems) = crate::window::keys::file::parse(r#"{ "camera_down": ["S", "Down"] }"#);
        assert_eq!(problems, [] as [&str; 0]);
        let input = Input { held: vec![KeyCode::S], ..Input::default() };
        assert_eq!(keys.asked(&press(KeyCode::S), SELECTED), Some(KeyAction::Stop));
        assert_eq!(keys.camera(&input, SELECTED), Vec2::ZERO);
        assert_eq!(keys.asked(&press(KeyCode::S), Situation::default()), None);
        assert_eq!(keys.camera(&input, Situation::default()), vec2(0.0, 1.0));
    }

    #[test]
    fn opposite_keys_cancel_and_arrows_work_beside_letters() {
        let (keys, _) = crate::window::keys::file::parse(r#"{ "camera_left": ["Q", "Left"] }"#);
        let held = vec![KeyCode::Q, KeyCode::Right, KeyCode::Up];
        let input = Input { held, ..Input::default() };
        assert_eq!(keys.camera(&input, Situation::default()), vec2(0.0, -1.0));
    }

    #[test]
    fn signs_are_taken_by_what_the_layout_types() {
        let keys = Keys::default();
        let actions = ['+', '=', '-', '.', '?', 'x'].map(|sign| keys.asked(&typed(sign), SELECTED));
        let known =
            [KeyAction::Faster, KeyAction::Faster, KeyAction::Slower, KeyAction::Step, KeyAction::Help]
                .map(Some);
        assert_eq!((&actions[..5], actions[5]), (&known[..], None));
    }

    #[test]
    fn a_chord_goes_before_its_key_and_shift_does_not_keep_orders_away() {
        let keys = Keys::default();
        let with = |control, shift| Happening { control, shift, ..press(KeyCode::S) };
        assert_eq!(keys.asked(&with(true, false), SELECTED), Some(KeyAction::SaveSession));
        assert_eq!(keys.asked(&with(true, true), SELECTED), Some(KeyAction::SaveLevel));
        assert_eq!(keys.asked(&with(false, true), SELECTED), Some(KeyAction::Stop));
        let digit = Happening { control: true, ..press(KeyCode::Key3) };
        assert_eq!(keys.asked(&digit, SELECTED), Some(KeyAction::Group(GroupDeed::Set, 2)));
    }

    #[test]
    fn t_is_the_pace_and_while_units_are_placed_the_team() {
        let keys = Keys::default();
        let placing = Situation { selected: true, placing: true };
        assert_eq!(keys.asked(&press(KeyCode::T), SELECTED), Some(KeyAction::Pace));
        assert_eq!(keys.asked(&press(KeyCode::T), placing), Some(KeyAction::NextTeam));
    }

    #[test]
    fn every_key_of_the_table_can_be_read_and_no_two_actions_are_on_one() {
        let keys = Keys::default();
        for (index, (entry, chords)) in keys.bound.iter().enumerate() {
            assert_eq!(chords.len(), entry.keys.len(), "{}", entry.name);
            for (other, theirs) in &keys.bound[index + 1..] {
                let both = chords.iter().any(|chord| theirs.contains(chord));
                assert!(!both || entry.when.may_share(other.when), "{} and {}", entry.name, other.name);
            }
        }
    }
}
