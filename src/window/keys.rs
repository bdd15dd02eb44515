//! Keys: how they are written, and which of them asks for which action.
//!
//! Letters, digits and named keys are taken by key, signs (`.`, `+`, `?`) by the character that the layout types.

use super::action::{Action, Entry, Side, When, entries};
use super::control_groups::GroupDeed;
use super::input::{Deed, Happening, Input};
use glam::Vec2;
use macroquad::miniquad::KeyCode;
use std::fmt;

/// Keys with a name.
const NAMED: [(&str, KeyCode); 27] = [
    ("Space", KeyCode::Space),
    ("Enter", KeyCode::Enter),
    ("Tab", KeyCode::Tab),
    ("Backspace", KeyCode::Backspace),
    ("Insert", KeyCode::Insert),
    ("Delete", KeyCode::Delete),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Esc", KeyCode::Escape),
    ("F1", KeyCode::F1),
    ("F2", KeyCode::F2),
    ("F3", KeyCode::F3),
    ("F4", KeyCode::F4),
    ("F5", KeyCode::F5),
    ("F6", KeyCode::F6),
    ("F7", KeyCode::F7),
    ("F8", KeyCode::F8),
    ("F9", KeyCode::F9),
    ("F10", KeyCode::F10),
    ("F11", KeyCode::F11),
    ("F12", KeyCode::F12),
];

/// How the window shows the arrow keys.
const ARROWS: [(&str, KeyCode); 4] =
    [("↑", KeyCode::Up), ("←", KeyCode::Left), ("↓", KeyCode::Down), ("→", KeyCode::Right)];

/// Signs that are keys with Ctrl or Alt, where the layout types nothing.
const SIGN_KEYS: [(char, KeyCode); 10] = [
    ('=', KeyCode::Equal),
    ('+', KeyCode::KpAdd),
    ('-', KeyCode::Minus),
    (',', KeyCode::Comma),
    ('.', KeyCode::Period),
    ('/', KeyCode::Slash),
    (';', KeyCode::Semicolon),
    ('\'', KeyCode::Apostrophe),
    ('[', KeyCode::LeftBracket),
    (']', KeyCode::RightBracket),
];

#[rustfmt::skip]
const LETTERS_AND_DIGITS: [(char, KeyCode); 36] = {
    use KeyCode::*;
    [
        ('A', A), ('B', B), ('C', C), ('D', D), ('E', E), ('F', F), ('G', G), ('H', H), ('I', I), ('J', J), ('K', K),
        ('L', L), ('M', M), ('N', N), ('O', O), ('P', P), ('Q', Q), ('R', R), ('S', S), ('T', T), ('U', U), ('V', V),
        ('W', W), ('X', X), ('Y', Y), ('Z', Z), ('0', Key0), ('1', Key1), ('2', Key2), ('3', Key3), ('4', Key4),
        ('5', Key5), ('6', Key6), ('7', Key7), ('8', Key8), ('9', Key9),
    ]
};

/// A key with the modifiers that are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    control: bool,
    shift: bool,
    alt: bool,
    /// A key, or a sign as it is typed.
    deed: Typed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Typed {
    Key(KeyCode),
    Sign(char),
}

impl Chord {
    /// Reads `H`, `Ctrl + Shift + S`, `F6`, `?`.
    ///
    /// # Errors
    /// What a key looks like.
    pub fn parse(text: &str) -> Result<Chord, String> {
        let mut rest = text.trim();
        let (mut control, mut shift, mut alt) = (false, false, false);
        while let Some((word, after)) = rest.split_once('+')
            && !after.trim().is_empty()
            && !word.trim().is_empty()
        {
            match word.trim().to_lowercase().as_str() {
                "ctrl" | "control" => control = true,
                "shift" => shift = true,
                "alt" => alt = true,
                other => return Err(format!("{other} is not one of Ctrl, Shift, Alt")),
            }
            rest = after.trim();
        }
        let named = NAMED
            .iter()
            .chain(&ARROWS)
            .find(|(name, _)| name.eq_ignore_ascii_case(rest))
            .map(|&(_, key)| key);
        // The minus sign as the window shows it.
        let rest = if rest == "−" { "-" } else { rest };
        let mut signs = rest.chars();
        let sign = signs.next().filter(|_| signs.next().is_none());
        let plain = |sign: char| {
            let sign = sign.to_ascii_uppercase();
            LETTERS_AND_DIGITS.iter().find(|&&(known, _)| known == sign).map(|&(_, key)| key)
        };
        let with_modifier = |sign: char| {
            let known = SIGN_KEYS.iter().find(|&&(known, _)| known == sign && (control || alt));
            known.map(|&(_, key)| key)
        };
        let deed = match (named.or(sign.and_then(plain)).or(sign.and_then(with_modifier)), sign) {
            (Some(key), _) => Typed::Key(key),
            (None, Some(sign)) if !(control || shift || alt) => Typed::Sign(sign),
            (None, Some(sign)) => {
                return Err(format!("a sign is written as it is typed: {sign}, without modifiers"));
            }
            (None, None) => return Err(nearest(rest)),
        };
        Ok(Chord { control, shift, alt, deed })
    }

    /// Whether a held key can be told: a sign is only typed.
    pub fn can_be_held(self) -> bool {
        matches!(self.deed, Typed::Key(_)) && !self.control && !self.shift && !self.alt
    }

    fn is_of(self, deed: Deed) -> bool {
        match (self.deed, deed) {
            (Typed::Key(key), Deed::Key(pressed)) => key == pressed,
            (Typed::Sign(sign), Deed::Sign(typed)) => sign == typed,
            _ => false,
        }
    }

    fn is_exactly(self, happening: &Happening) -> bool {
        let is_sign = matches!(self.deed, Typed::Sign(_));
        let modifiers = (happening.control, happening.shift, happening.alt);
        self.is_of(happening.deed) && (is_sign || modifiers == (self.control, self.shift, self.alt))
    }
}

fn nearest(text: &str) -> String {
    let distance = |name: &str| strsim::damerau_levenshtein(&name.to_lowercase(), &text.to_lowercase());
    let near = NAMED
        .iter()
        .map(|(name, _)| (distance(name), *name))
        .min()
        .filter(|&(distance, _)| distance <= 2 && distance < text.len());
    match near {
        Some((_, name)) => format!("there is no such key; perhaps {name} is meant"),
        None => "a key is a letter, a digit, a sign, F1 to F12, Space, Enter, Tab, Backspace, Insert, Delete, Home, \
                 End, PageUp, PageDown, Up, Down, Left, Right or Esc, with Ctrl +, Shift + or Alt + before it"
            .into(),
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        for (held, name) in [(self.control, "Ctrl"), (self.shift, "Shift"), (self.alt, "Alt")] {
            if held {
                write!(to, "{name} + ")?;
            }
        }
        match self.deed {
            Typed::Sign('-') => to.write_str("−"),
            Typed::Sign(sign) => write!(to, "{sign}"),
            Typed::Key(key) => {
                let named = NAMED.iter().find(|&&(_, known)| known == key).map(|&(name, _)| name.to_owned());
                let signs = LETTERS_AND_DIGITS.iter().chain(&SIGN_KEYS);
                let sign =
                    || signs.into_iter().find(|&&(_, known)| known == key).map(|&(sign, _)| sign.to_string());
                let arrow = ARROWS.iter().find(|&&(_, known)| known == key);
                if let Some((arrow, _)) = arrow {
                    return to.write_str(arrow);
                }
                to.write_str(&named.or_else(sign).unwrap_or_default().replace('-', "−"))
            }
        }
    }
}

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
    bound: Vec<(&'static Entry, Vec<Chord>)>,
}

impl Default for Keys {
    fn default() -> Keys {
        let parsed = |entry: &Entry| entry.keys.iter().filter_map(|text| Chord::parse(text).ok()).collect();
        Keys { bound: entries().map(|entry| (entry, parsed(entry))).collect() }
    }
}

impl Keys {
    /// Binds actions to keys.
    pub fn new(bound: Vec<(&'static Entry, Vec<Chord>)>) -> Keys {
        Keys { bound }
    }

    /// What a happening asks for: an exact chord first, then one without the Shift that is held to queue orders, then a
    /// control group, whose digit goes with all modifiers.
    pub fn asked(&self, happening: &Happening, situation: Situation) -> Option<Action> {
        let without_shift = Happening { shift: false, ..*happening };
        let plain = Happening { control: false, alt: false, ..without_shift };
        self.find(happening, situation)
            .or_else(|| self.find(&without_shift, situation))
            .or_else(|| self.find(&plain, situation).filter(|action| matches!(action, Action::Group(..))))
            .map(|action| match action {
                Action::Group(_, group) => Action::Group(GroupDeed::of(happening), group),
                other => other,
            })
    }

    fn find(&self, happening: &Happening, situation: Situation) -> Option<Action> {
        let mut fitting: Vec<&Entry> = Vec::new();
        for (entry, chords) in &self.bound {
            if chords.iter().any(|chord| chord.is_exactly(happening)) {
                fitting.push(entry);
            }
        }
        let is_held = fitting.iter().any(|entry| entry.when == When::Held);
        let counts = |entry: &&&Entry| match entry.when {
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
        if [KeyCode::LeftControl, KeyCode::RightControl, KeyCode::LeftAlt, KeyCode::RightAlt]
            .iter()
            .any(|key| input.held.contains(key))
        {
            return Vec2::ZERO;
        }
        let orders = |key: KeyCode| {
            let pressed = Happening { deed: Deed::Key(key), ..Happening::default() };
            situation.selected && self.find(&pressed, situation).is_some()
        };
        let is_held = |chord: &Chord| match chord.deed {
            Typed::Key(key) => input.held.contains(&key) && !orders(key),
            Typed::Sign(_) => false,
        };
        let mut direction = Vec2::ZERO;
        for (entry, chords) in &self.bound {
            if let Action::Camera(side) = entry.action
                && chords.iter().any(is_held)
            {
                direction += side.direction();
            }
        }
        direction
    }

    /// Keys of an action, first to last.
    pub fn of(&self, action: Action) -> &[Chord] {
        self.bound.iter().find(|(entry, _)| entry.action == action).map_or(&[], |(_, chords)| chords)
    }

    /// The first key of an action as text; nothing if it has none.
    pub fn text(&self, action: Action) -> String {
        self.of(action).first().map(Chord::to_string).unwrap_or_default()
    }

    /// All keys of several actions as text: the first of each, then the second ones.
    pub fn all(&self, actions: &[Action]) -> String {
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
pub const CAMERA: [Action; 4] = [
    Action::Camera(Side::Up),
    Action::Camera(Side::Left),
    Action::Camera(Side::Down),
    Action::Camera(Side::Right),
];

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    const SELECTED: Situation = Situation { selected: true, placing: false };

    fn press(key: KeyCode) -> Happening {
        Happening { deed: Deed::Key(key), ..Happening::default() }
    }

    fn typed(sign: char) -> Happening {
        Happening { deed: Deed::Sign(sign), ..Happening::default() }
    }

    #[test]
    fn chords_are_read_as_they_are_written() {
        for text in ["H", "Ctrl + Shift + S", "F6", "?", "Ctrl + =", "Space", "+", "Alt + PageUp", "7"] {
            assert_eq!(Chord::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Chord::parse("ctrl+s"), Chord::parse(" Ctrl + S "));
        assert_eq!(Chord::parse("Ctrl++").unwrap().to_string(), "Ctrl + +");
    }

    #[test]
    fn what_is_no_key_is_answered_with_what_would_be() {
        assert!(Chord::parse("Spce").unwrap_err().contains("perhaps Space"));
        assert!(Chord::parse("Hyper + A").unwrap_err().contains("Ctrl, Shift, Alt"));
        assert!(Chord::parse("Shift + !").unwrap_err().contains("as it is typed"));
        assert!(Chord::parse("").unwrap_err().contains("a letter"));
    }

    #[test]
    fn s_stops_a_selection_and_else_moves_the_camera() {
        let keys = Keys::default();
        let input = Input { held: vec![KeyCode::S], ..Input::default() };
        assert_eq!(keys.asked(&press(KeyCode::S), SELECTED), Some(Action::Stop));
        assert_eq!(keys.camera(&input, SELECTED), Vec2::ZERO);
        assert_eq!(keys.asked(&press(KeyCode::S), Situation::default()), None);
        assert_eq!(keys.camera(&input, Situation::default()), vec2(0.0, 1.0));
    }

    #[test]
    fn opposite_keys_cancel_and_arrows_work_beside_letters() {
        let input = Input { held: vec![KeyCode::A, KeyCode::Right, KeyCode::Up], ..Input::default() };
        assert_eq!(Keys::default().camera(&input, SELECTED), vec2(0.0, -1.0));
    }

    #[test]
    fn signs_are_taken_by_what_the_layout_types() {
        let keys = Keys::default();
        let actions = ['+', '=', '-', '.', '?', 'x'].map(|sign| keys.asked(&typed(sign), SELECTED));
        let known = [Action::Faster, Action::Faster, Action::Slower, Action::Step, Action::Help].map(Some);
        assert_eq!((&actions[..5], actions[5]), (&known[..], None));
    }

    #[test]
    fn a_chord_goes_before_its_key_and_shift_does_not_keep_orders_away() {
        let keys = Keys::default();
        let with = |control, shift| Happening { control, shift, ..press(KeyCode::S) };
        assert_eq!(keys.asked(&with(true, false), SELECTED), Some(Action::SaveSession));
        assert_eq!(keys.asked(&with(true, true), SELECTED), Some(Action::SaveLevel));
        assert_eq!(keys.asked(&with(false, true), SELECTED), Some(Action::Stop));
        let digit = Happening { control: true, ..press(KeyCode::Key3) };
        assert_eq!(keys.asked(&digit, SELECTED), Some(Action::Group(GroupDeed::Set, 2)));
    }

    #[test]
    fn t_is_the_pace_and_while_units_are_placed_the_team() {
        let keys = Keys::default();
        let placing = Situation { selected: true, placing: true };
        assert_eq!(keys.asked(&press(KeyCode::T), SELECTED), Some(Action::Pace));
        assert_eq!(keys.asked(&press(KeyCode::T), placing), Some(Action::NextTeam));
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
