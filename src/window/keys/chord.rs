//! How keys are written: `H`, `Ctrl + Shift + S`, `F6`, `?`.
//!
//! Letters, digits and named keys are taken by key, signs (`.`, `+`, `?`) by the character that the layout
//! types.

use crate::window::input::{HandDeed, Happening};
use macroquad::miniquad::KeyCode;
use std::fmt;

/// Makes a table of keys and their names.
macro_rules! named {
    ($($key:ident)*) => { [$((stringify!($key), $key)),*] };
}

/// Keys with a name.
const NAMED: [(&str, KeyCode); 27] = {
    use KeyCode::{Escape as Esc, *};
    named!(
        Space Enter Tab Backspace Insert Delete Home End PageUp PageDown Up Down Left Right Esc
        F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12
    )
};

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chord {
    control: bool,
    shift: bool,
    alt: bool,
    /// A key, or a sign as it is typed.
    deed: HandDeed,
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
            // With Shift a comma and a full stop type other signs, and which depends on the layout.
            let is_key = control || alt || shift && matches!(sign, ',' | '.');
            let known = SIGN_KEYS.iter().find(|&&(known, _)| known == sign && is_key);
            known.map(|&(_, key)| key)
        };
        let deed = match (named.or(sign.and_then(plain)).or(sign.and_then(with_modifier)), sign) {
            (Some(key), _) => HandDeed::Key(key),
            (None, Some(sign)) if !(control || shift || alt) => HandDeed::Sign(sign),
            (None, Some(sign)) => {
                return Err(format!("a sign is written as it is typed: {sign}, without modifiers"));
            }
            (None, None) => return Err(nearest(rest)),
        };
        Ok(Chord { control, shift, alt, deed })
    }

    /// Whether a held key can be told: a sign is only typed.
    pub fn can_be_held(self) -> bool {
        self.key().is_some() && !self.control && !self.shift && !self.alt
    }

    /// The key, if it is not a sign.
    pub fn key(self) -> Option<KeyCode> {
        match self.deed {
            HandDeed::Key(key) => Some(key),
            _ => None,
        }
    }

    /// Whether this is pressed, with these modifiers and no other.
    pub fn is_exactly(self, happening: &Happening) -> bool {
        let modifiers = (happening.control, happening.shift, happening.alt);
        let is_with_them = self.key().is_none() || modifiers == (self.control, self.shift, self.alt);
        self.deed == happening.deed && is_with_them
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
        let text = match self.deed {
            HandDeed::Sign(sign) => sign.to_string(),
            HandDeed::Key(key) => {
                let named = ARROWS.iter().chain(&NAMED).find(|known| known.1 == key);
                let sign = || LETTERS_AND_DIGITS.iter().chain(&SIGN_KEYS).find(|known| known.1 == key);
                let named = named.map(|known| known.0.to_owned());
                named.or_else(|| sign().map(|known| known.0.to_string())).unwrap_or_default()
            }
            _ => String::new(),
        };
        to.write_str(&text.replace('-', "−"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
