//! Whatever is done to a level's text: it loads, or what is wrong is told. Nothing panics.

use muster::level::Level;
use proptest::prelude::*;

const SOUND: &str = include_str!("../support/everything.json");

/// Loads what is left; if it loads, it must survive saving.
fn survives(text: &str) {
    match Level::parse(text, "t.json", None) {
        Ok(level) => {
            let saved = Level::parse(&level.to_json(), "saved.json", None);
            assert_eq!(saved.as_ref(), Ok(&level), "saved as {}", level.to_json());
        }
        Err(errors) => {
            assert!(!errors.problems.is_empty());
            for problem in &errors.problems {
                assert!(problem.line >= 1 && problem.column >= 1, "{problem}");
                assert!(!problem.path.is_empty() && !problem.message.is_empty(), "{problem}");
                assert_eq!(problem.to_string().lines().count(), 1, "{problem}");
            }
        }
    }
}

/// What a number or any other value is replaced by.
const STRANGE: [&str; 24] = [
    "1e999",
    "-1e999",
    "1e308",
    "-1",
    "-0",
    "0",
    "1e-320",
    "NaN",
    "99999999999999999999999",
    "0.5",
    "4294967296",
    "2147483648",
    "\"7\"",
    "\"\"",
    "null",
    "true",
    "[]",
    "{}",
    "[[[]]]",
    "{\"a\":{}}",
    "\"\\ud800\"",
    "\"\\u0000\"",
    "1e5",
    "200001",
];

/// Byte ranges of the values that look like numbers.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_digit).map(|offset| at + offset) {
        let end = text[start..].find(|c| !is_digit(c)).map_or(text.len(), |offset| start + offset);
        found.push(start..end);
        at = end;
    }
    found
}

/// Every value of a document, by the steps that lead to it.
fn pointers(value: &serde_json::Value, at: String, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(object) => {
            object.iter().for_each(|(key, value)| pointers(value, format!("{at}/{key}"), found));
        }
        serde_json::Value::Array(array) => {
            array.iter().enumerate().for_each(|(key, value)| pointers(value, format!("{at}/{key}"), found));
        }
        _ => {}
    }
    if !at.is_empty() {
        found.push(at);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_level_cut_off_anywhere_is_told(cut in 0..SOUND.len()) {
        prop_assume!(SOUND.is_char_boundary(cut));
        survives(&SOUND[..cut]);
    }

    #[test]
    fn flipped_bytes_are_told(flips in prop::collection::vec((0..SOUND.len(), any::<u8>()), 1..8)) {
        let mut bytes = SOUND.as_bytes().to_vec();
        flips.into_iter().for_each(|(at, byte)| bytes[at] = byte);
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn strange_numbers_are_told(changes in prop::collection::vec((any::<prop::sample::Index>(), 0..STRANGE.len()), 1..4)) {
        let mut text = SOUND.to_owned();
        for (at, strange) in changes {
            let numbers = numbers(&text);
            text.replace_range(numbers[at.index(numbers.len())].clone(), STRANGE[strange]);
        }
        survives(&text);
    }

    #[test]
    fn dropped_and_replaced_values_are_told(
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::option::of(0..STRANGE.len())), 1..6),
    ) {
        let mut value: serde_json::Value = serde_json::from_str(SOUND).unwrap();
        for (at, strange) in changes {
            let mut found = Vec::new();
            pointers(&value, String::new(), &mut found);
            let Some(pointer) = found.get(at.index(found.len().max(1))) else { continue };
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            let new = strange.and_then(|strange| serde_json::from_str(STRANGE[strange]).ok());
            match (value.pointer_mut(parent).unwrap(), new) {
                (serde_json::Value::Object(object), None) => drop(object.shift_remove(key)),
                (serde_json::Value::Array(array), None) => drop(array.remove(key.parse().unwrap())),
                (parent, Some(new)) => {
                    let place = match parent {
                        serde_json::Value::Object(object) => &mut object[key],
                        other => &mut other[key.parse::<usize>().unwrap()],
                    };
                    *place = new;
                }
                _ => {}
            }
        }
        survives(&value.to_string());
    }

    #[test]
    fn doubled_pieces_are_told(from in 0..SOUND.len(), length in 1_usize..80, to in 0..SOUND.len()) {
        let end = (from + length).min(SOUND.len());
        prop_assume!(SOUND.is_char_boundary(from) && SOUND.is_char_boundary(end) && SOUND.is_char_boundary(to));
        survives(&format!("{}{}{}", &SOUND[..to], &SOUND[from..end], &SOUND[to..]));
    }

    #[test]
    fn deep_nesting_anywhere_is_told(at in any::<prop::sample::Index>(), depth in 1_usize..10_000, is_object: bool) {
        let numbers = numbers(SOUND);
        let (open, close) = if is_object { ("{\"a\":", "}") } else { ("[", "]") };
        let mut text = SOUND.to_owned();
        let nest = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        text.replace_range(numbers[at.index(numbers.len())].clone(), &nest);
        survives(&text);
    }
}

#[test]
fn the_level_that_is_mutilated_is_sound() {
    Level::parse(SOUND, "everything.json", None).unwrap();
}
